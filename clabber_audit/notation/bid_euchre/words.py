"""The words of a table of the Bid Euchre family, which hang on who sits there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Final, get_args

from clabber_audit.notation.words import (
    CONTEXT,
    MARK,
    SUIT,
    Vocabulary,
    cards_spelled,
    heads_spelled,
    left_of_each,
    moments_spelled,
    names_spelled,
    seats_spelled,
    sides_spelled,
)
from clabber_audit.record.bid_euchre import words
from clabber_audit.record.bid_euchre.vocabulary import IncidentKind as FamilyIncidentKind
from clabber_audit.record.bid_euchre.vocabulary import InfractionId as FamilyInfractionId
from clabber_audit.table.cards import SUIT_NAMES

_CARD: Final = cards_spelled(get_args(words.Card))
_CARD_HELP: Final = (
    "a card is 7, 8, 9, t or 10, j, q, k or a and then c, d, h or s, as in `kh`; `jk` is the joker, `?` an unknown card"
)
_CLOCK: Final = moments_spelled(48)
_CLOCK_HELP: Final = (
    "a time is @deal, @declaring, @0, @1 ... (cards played), @2.3 (trick 2, card 3), @turned or @scored"
)
_INCIDENT: Final = names_spelled(FamilyIncidentKind)
_INFRACTION: Final = names_spelled(FamilyInfractionId)
_MARK: Final = {**MARK, "set": "set"}
#: Every seat of every table.
ANY_SEAT: Final = seats_spelled(get_args(words.Seat))
#: How a trick line may begin: no trick has fewer cards than one.
HEADS: Final = heads_spelled(get_args(words.Seat), 64)

STRAIN: Final[dict[str, str]] = {
    **SUIT,
    **dict.fromkeys(("notrump", "no-trump", "notrumps", "nt"), "NT"),
    "high": "HIGH",
    "low": "LOW",
}
#: How canonical text writes what was named.
STRAIN_SHORT: Final = {**SUIT_NAMES, "NT": "notrump", "HIGH": "high", "LOW": "low"}

#: How canonical text writes what was said; a number is written as it is.
CALL_SHORT: Final = {
    "pass": "p",
    "small_pepper": "sp",
    "big_pepper": "bp",
    "ace_no_face": "anf",
    "four_of_a_kind": "four",
}
SPOKEN: Final = [call for call in get_args(words.Call) if call not in ("trump", "out")]
CALL: Final[dict[str, str]] = {
    spelling: call
    for call in SPOKEN
    for spelling in (call.lower(), call.replace("_", "-").lower(), CALL_SHORT.get(call, call).lower())
}
_KINDS: Final = get_args(words.ContractKind)
KIND: Final = names_spelled(words.ContractKind) | {word: call for word, call in CALL.items() if call in _KINDS}
NO_TURN: Final = frozenset(get_args(words.OutOfTurn))


@cache
def vocabulary(seats: Sequence[str]) -> Vocabulary:
    """The words of a table with these seats."""
    sides = [seats[0::2], seats[1::2]] if len(seats) % 2 == 0 else []
    *most, last = seats
    return Vocabulary(
        card=_CARD,
        card_help=_CARD_HELP,
        seat=seats_spelled(seats),
        left=left_of_each(seats),
        seats_told=f"{', '.join(most)} or {last}",
        side=sides_spelled([*sides, *((seat,) for seat in seats)]),
        sides_told=f"a side, {' or '.join(map(''.join, sides))}" if sides else "a seat",
        head=HEADS,
        clock=_CLOCK,
        clock_help=_CLOCK_HELP,
        incident=_INCIDENT,
        infraction=_INFRACTION,
        mark=_MARK,
        sheet={"tricks": "tricks"},
        context=CONTEXT | {"stakes", "moved"},
        signed=True,
        names_suits=True,
    )


def whose_turn(said: Sequence[tuple[str, str]], dealer: str, left: Mapping[str, str]) -> str:
    """Whose turn it is to call after some calls, each a seat and what it said: left of the last to take a turn."""
    spoken = [seat for seat, call in said if call not in NO_TURN and call not in ("trump", "out")]
    return left[spoken[-1] if spoken else dealer]
