"""The languages that a text may be written in: what its lines are, and who reads each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple

from clabber_audit.notation import events, explicit, header, melds, sums, tricks
from clabber_audit.notation.bid_euchre import header as table
from clabber_audit.notation.bid_euchre import saying
from clabber_audit.notation.bid_euchre.words import ANY_SEAT, HEADS, vocabulary
from clabber_audit.notation.draft import Draft
from clabber_audit.notation.passage import Passage, frame_of
from clabber_audit.notation.words import CLABBER, Vocabulary
from clabber_audit.record import words
from clabber_audit.record.bid_euchre import words as bid_euchre
from clabber_audit.table.cards import SEATING
from clabber_audit.table.seating import Seating

Reader = Callable[[Draft, list[str]], None]


class Language(NamedTuple):
    """How the hands of one format are written."""

    format: str
    known: Vocabulary
    #: The table, as long as nothing is said of it.
    seating: Seating
    #: The readers of lines by the first word; the first spelling is the canonical one.
    lines: Mapping[str, Reader]
    #: The readers of what happens at a moment.
    events: tuple[Reader, ...]
    #: The reader of what may stand alone between the tricks, beginning with a plus or a seat.
    between: Reader | None = None

    @property
    def names(self) -> list[str]:
        """The words that lines begin with."""
        return [word for word in self.lines if word.replace("-", "").isalpha() and len(word) > 1]

    def reader(self, word: str) -> Reader | None:
        """The reader of the lines that begin with a word, in any case, perhaps with a colon or full stop."""
        plain = word.lower().rstrip(".:")
        return self.lines.get(plain) or (self.between if "+" in word[:7] else None)


#: The lines of every game.
_COMMON: Final[dict[str, Reader]] = {
    "clabber": header.read_frame,
    "bid-euchre": header.read_frame,
    "hand": header.read_hand_id,
    "rules": header.read_rules,
    "ruleset": header.read_rules,
    "teams": header.read_teams,
    "context": header.read_context,
    "source": header.read_source,
    "explicit": explicit.read_explicit,
    "deal": header.read_deal,
    "dealer": header.read_deal,
    "up": header.read_upcard,
    "upcard": header.read_upcard,
    "disordered": header.read_disordered,
    "incident": events.read_incident,
    "claim": events.read_claim,
    "laydown": events.read_laydown,
    "lay-down": events.read_laydown,
    "score": events.read_score,
    "sheet": events.read_sheet,
    "remark": events.read_remark,
    "sum": sums.read_sum,
}
_EVENTS: Final[tuple[Reader, ...]] = (events.read_incident, events.read_claim, events.read_laydown)

#: The order of the lines in canonical text, the seats at `N` and the tricks at `1`; beside each its other spellings.
_ORDER: Final = (
    "clabber", "bid-euchre", "hand", "rules", "ruleset", "pack", "seats", "players", "teams", "context", "source",
    "explicit", "before", "hickeys", "burns", "deal", "dealer", "N", "up", "upcard", "blind", "calls", "declarations",
    "trump", "trumps", "out", "give", "contract", "disordered", "1", "melds", "incident", "claim", "laydown",
    "lay-down", "score", "after", "sheet", "remark", "sum",
)  # fmt: skip


def _lines(seats: Iterable[str], heads: Iterable[str], own: Mapping[str, Reader]) -> dict[str, Reader]:
    """The lines of a language: those of every game, those of its table, and its own."""
    hands: dict[str, Reader] = dict.fromkeys(seats, header.read_hand)
    played: dict[str, Reader] = dict.fromkeys(heads, tricks.read_trick)
    found: dict[str, Reader] = {**_COMMON, **own}
    groups = {"N": hands, "1": played}
    return {
        word: reader
        for first in _ORDER
        for word, reader in groups.get(first, {first: found[first]} if first in found else {}).items()
    }


LANGUAGES: Final = {
    "clabber": Language(
        words.FORMAT,
        CLABBER,
        SEATING,
        _lines(
            CLABBER.seat,
            CLABBER.head,
            {
                "seats": header.read_seats,
                "players": header.read_seats,
                "calls": header.read_calls,
                "declarations": header.read_calls,
                "contract": header.read_contract,
                "melds": melds.read_melds,
            },
        ),
        (*_EVENTS, tricks.read_calls_between),
        tricks.read_calls_between,
    ),
    "bid-euchre": Language(
        bid_euchre.FORMAT,
        vocabulary(bid_euchre.COMPASS),
        table.EMPTY,
        _lines(
            ANY_SEAT,
            HEADS,
            {
                "pack": table.read_pack,
                "seats": table.read_seats,
                "players": table.read_seats,
                **{key: table.read_by_side(key) for key in ("before", "hickeys", "burns", "after")},
                "blind": table.read_blind,
                "calls": saying.read_calls,
                "declarations": saying.read_calls,
                "trump": saying.read_trump,
                "trumps": saying.read_trump,
                "out": saying.read_out,
                "give": saying.read_give,
                "contract": saying.read_contract,
            },
        ),
        _EVENTS,
    ),
}


def language_of(passage: Passage) -> Language:
    """The language that a hand says it is written in; that of Clabber where it says none."""
    first, _, rest = passage.text.removeprefix("\ufeff").partition("\n")
    frame = frame_of(first) or next(filter(None, map(frame_of, rest.split("\n"))), "clabber")
    return LANGUAGES[frame]
