"""Record formats with their models, canonical JSON, and names that are equal or look alike."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records.vocabulary import FORMAT

if TYPE_CHECKING:
    from clabber_audit.records.base import RecordNotes
    from clabber_audit.records.bid_euchre import BidEuchreRecord
    from clabber_audit.records.clabber import HandRecord


Record: TypeAlias = "HandRecord | BidEuchreRecord"

#: All formats; that of Clabber is the default.
FORMATS: Final = (FORMAT, bid_euchre.FORMAT)


def model_of(format: str) -> type[Record]:
    """Return the model of the records of a format."""
    if format == bid_euchre.FORMAT:
        from clabber_audit.records.bid_euchre import BidEuchreRecord

        return BidEuchreRecord
    from clabber_audit.records.clabber import HandRecord

    return HandRecord


def model_for(data: Any) -> type[Record]:
    """Return the model of some data by its format; that of Clabber for an unknown one."""
    format = data.get("format") if isinstance(data, dict) else None
    return model_of(format if format in FORMATS else FORMAT)


#: Letters of other alphabets, and signs, that are taken for these; the capital I is one with the small l.
_TAKEN_FOR: Final = {
    "A": "АΑᎪ", "B": "ВΒᏴ", "C": "СϹᏟ", "E": "ЕΕᎬ", "G": "ԌᏀ", "H": "НΗᎻ", "J": "ЈᎫ", "K": "КΚᏦ", "M": "МΜᎷ",
    "N": "Ν", "O": "ОΟՕ0", "P": "РΡᏢ", "Q": "Ԛ", "S": "ЅՏᏚ", "T": "ТΤᎢ", "V": "ѴᏙ", "W": "ԜᏔ", "X": "ХΧ",
    "Y": "ҮΥУ", "Z": "ΖᏃ",
    "a": "аα", "b": "вЬ", "c": "сϲ", "d": "ԁ", "e": "еє", "g": "ɡց", "h": "һհ", "i": "іιı", "j": "јϳ", "k": "кκ",
    "l": "IІΙӀӏ1|", "m": "м", "n": "ոп", "o": "оοօσ", "p": "рρ", "q": "ԛգ", "r": "г", "s": "ѕ", "t": "тτ",
    "u": "υս", "v": "νѵ", "w": "ԝω", "x": "хχ", "y": "уγү", "'": "’‘ʼ`´′", "-": "‐‑–—−", ".": "․",
}  # fmt: skip
#: Size of the caches of names: the same people play hand after hand.
_REMEMBERED: Final = 1 << 12
_LOOKS: Final = str.maketrans({other: one for one, others in _TAKEN_FOR.items() for other in others})


@lru_cache(maxsize=_REMEMBERED)
def fold_name(name: str) -> str:
    """Return a name without irrelevant differences: case, extra blanks, accent encoding."""
    return " ".join(unicodedata.normalize("NFKC", name).casefold().split())


@lru_cache(maxsize=_REMEMBERED)
def look_alike_key(name: str) -> str:
    """Return a key that look-alike names share: Cyrillic `Воb` gives `bob`."""
    return fold_name(unicodedata.normalize("NFKC", name).translate(_LOOKS))


def names_in(record: Record | RecordNotes) -> Iterator[str]:
    """Yield the people and teams that a record names."""
    yield from record.players.values()
    yield from record.teams.values()


class LookAlikes:
    """Names seen so far, to find those that only look alike."""

    #: Limit of names in memory; far more than a league has.
    MOST: Final = 20_000

    def __init__(self) -> None:
        self._known: dict[str, set[str]] = {}
        self._first: dict[str, str] = {}

    def find_among(self, names: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield each new name that looks like an earlier, different one, with that one."""
        for name in names:
            look, same = look_alike_key(name), fold_name(name)
            known = self._known.get(look)
            if known is None:
                if len(self._known) < self.MOST:
                    self._known[look], self._first[look] = {same}, name
            elif same not in known and len(known) < self.MOST:
                known.add(same)
                yield name, self._first[look]


#: Made once: a record is plain data, which never holds itself.
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")
)


def record_data(record: Record, without: Any = None) -> dict[str, Any]:
    """Return a record as the data it was read from, with the same keys, or `without` some of them."""
    return record.model_dump(mode="json", exclude_unset=True, by_alias=True, exclude=without)


def record_line(record: Record) -> str:
    """Return a record as one line of JSON without spaces, its keys in order."""
    return record.model_dump_json(exclude_unset=True, by_alias=True)


def canonical(data: Any) -> str:
    """Return JSON with sorted keys and no spaces: the same text for the same data, on every machine."""
    return _ENCODER.encode(data)


def compact(data: Any) -> str:
    """Return JSON with no spaces, its keys in their given order."""
    from pydantic_core import to_json

    return to_json(data).decode()


def digest(data: Any) -> str:
    """Return the SHA-256 of the canonical JSON of some data, as hexadecimal digits."""
    import hashlib

    return hashlib.sha256(canonical(data).encode()).hexdigest()
