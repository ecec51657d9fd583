"""How a plain hand stands in a line, as the model of the record has it, and which parts of it the screen looks at."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final

from clabber_audit.records.base import put_in_order
from clabber_audit.records.bid_euchre_words import PLACES
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.recognizer import Wanted, recognizer, recognizer_of

#: What plain hands have none of, as their parts may say it.
NOTHING: Final = {
    **dict.fromkeys(("deal_due_dealer", "deal_cut", "contract", "laydown"), "null"),
    **dict.fromkeys(("disordered", "incidents", "claims", "comments"), r"\[\]"),
    "sheet": r"\{\}",
}
#: What the screen looks at, and what else a record says of a plain hand: the parts that are `beside`.
SCREENED: Final = (
    *("ruleset", "deal_dealer", "deal_upcard", "deal_hands"),
    *("declarations", "melds", "plays", "score"),
)
BESIDE: Final = ("id", "context", "players", "teams", "source", "remarks")
#: Where the names are in what is `beside`.
NAMED: Final = slice(BESIDE.index("players"), BESIDE.index("teams") + 1)

Match = Callable[[bytes], "re.Match[bytes] | None"]


def matching(keys_are_sorted: bool, instead: Mapping[str, str] = MappingProxyType({})) -> re.Pattern[bytes]:
    """What a line matches that holds a plain hand, and nothing else; a group for each part.

    Of some parts another expression may be wanted `instead`.
    """
    wanted = Wanted((*SCREENED, *BESIDE), {**NOTHING, **instead}, keys_are_sorted)
    return re.compile(recognizer(HandRecord, wanted).encode())


def without_claims(lines: Sequence[bytes]) -> tuple[Sequence[bytes], Mapping[int, bytes]]:
    """Lines of plain hands but for their claims, and by their places these, as JSON texts.

    Where something else is taken for claims, no plain hand is left.
    """
    bare, claims = list(lines), dict[int, bytes]()
    for place in [place for place, line in enumerate(lines) if _CLAIMED in line]:
        line = lines[place]
        start = line.find(_CLAIMED) + len(_CLAIMED) - len(b"[{")
        match = claims_expression(keys_are_sorted(line)).match(line, start)
        if match:
            bare[place], claims[place] = line[:start] + b"[]" + line[match.end() :], match[0]
    return bare, claims


_CLAIMED: Final = b'"claims":[{'


@lru_cache(maxsize=2)
def claims_expression(sorted_keys: bool = False) -> re.Pattern[bytes]:
    """What the claims of a plain hand match."""
    return re.compile(recognizer_of(HandRecord, ("claims",), sorted_keys=sorted_keys).encode())


def keys_are_sorted(line: bytes) -> bool:
    """Whether the keys of a plain hand can only be sorted: they do not begin with its format."""
    return not line.startswith(b'{"format"')


@lru_cache(maxsize=1 << 12)
def names(*texts: bytes | None) -> tuple[str, ...]:
    """Return the names in the texts of players and teams, in the order of the table."""
    found: list[str] = []
    for text in filter(None, texts):
        parts = text.decode().split('"')
        named = dict(zip(parts[1::4], parts[3::4], strict=True))
        put_in_order(named, PLACES)
        found += named.values()
    return tuple(found)
