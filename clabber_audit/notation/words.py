"""The words of the notation: what people may type, and what it stands for in a record.

Every table maps what is typed, in lower case, to the record's word; those of the cards and the seats also
hold the other spellings, so that the commonest tokens cost one look-up.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, get_args

from clabber_audit.record import words
from clabber_audit.table.cards import CODES, SEAT_NAMES, SEATING, SUIT_NAMES, SUIT_SYMBOLS
from clabber_audit.table.pack import JOKER
from clabber_audit.table.seating import Seating

_OPEN_SYMBOLS = {"C": "♧", "D": "♢", "H": "♡", "S": "♤"}


def _spellings(code: str) -> Iterable[str]:
    if code == JOKER:
        return (code, code.lower())
    rank, suit = code[0], code[1]
    ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    suits = {suit, suit.lower(), SUIT_SYMBOLS[suit], _OPEN_SYMBOLS[suit]}
    return (r + s for r in ranks for s in suits)


def cards_spelled(codes: Iterable[str]) -> dict[str, str | None]:
    """Every spelling of every card, and the two of a card that is not known."""
    return {**{spelling: code for code in codes for spelling in _spellings(code)}, "?": None, "??": None}


def seats_spelled(seats: Iterable[str]) -> dict[str, str]:
    """Every spelling of some seats."""
    return {
        spelling: seat
        for seat in seats
        for name in (seat, SEAT_NAMES.get(seat, seat))
        for spelling in (name, name.lower(), name.upper())
    }


def sides_spelled(sides: Iterable[Sequence[str]]) -> dict[str, str]:
    """Every spelling of some sides, given by their seats."""
    return {
        spelling: "".join(seats)
        for seats in sides
        for lower in [[seat.lower() for seat in seats]]
        for spelling in ("".join(seats), *(mark.join(lower) for mark in ("", "-", "/")))
    }


def names_spelled(vocabulary: Any) -> dict[str, str]:
    """The words of a closed vocabulary, with hyphens or underscores between their parts."""
    return {
        spelling: word
        for word in get_args(vocabulary)
        for spelling in (word, word.replace("_", "-"), word.replace("-", "_"))
    }


def moments_spelled(last: int) -> dict[str, int | str]:
    """The words for moments, and the numbers of cards played."""
    return {
        **{word: word for word in ("deal", "declaring", "turned", "scored")},
        **{str(count): count for count in range(last + 1)},
    }


@cache
def moments_by_trick(seating: Seating) -> dict[str, int | str]:
    """`2.3` for after the third card of the second trick, where tricks are as wide as at this table."""
    tricks, cards = range(1, seating.each + 1), range(seating.width + 1)
    return {f"{trick}.{card}": seating.clocks_of(trick).start + card for trick in tricks for card in cards}


CARD: Final = cards_spelled(CODES)
SEAT: Final = seats_spelled(SEATING.seats)
TEAM: Final = sides_spelled(("NS", "EW"))
SIDE: Final = {**TEAM, **SEAT}
SUIT: Final[dict[str, str]] = {
    spelling: suit
    for suit, name in SUIT_NAMES.items()
    for spelling in (suit.lower(), name, name[:-1], SUIT_SYMBOLS[suit], _OPEN_SYMBOLS[suit])
}
CALL: Final[dict[str, str]] = {"p": "pass", "pass": "pass", "play": "play", "accept": "play", **SUIT}
KIND: Final[dict[str, str]] = {
    "dad": "dad",
    "50": "fifty",
    "fifty": "fifty",
    "100": "hundred",
    "hundred": "hundred",
    "200": "two_hundred",
    "two_hundred": "two_hundred",
    "two-hundred": "two_hundred",
    "mule": "two_hundred",
    "mules": "two_hundred",
    "four-boys": "two_hundred",
    "fourboys": "two_hundred",
    "belle": "belle",
    "bella": "belle",
    "bell": "belle",
    "beller": "belle",
}
#: How canonical text writes a meld.
KIND_SHORT: Final = {"dad": "dad", "fifty": "50", "hundred": "100", "two_hundred": "200", "belle": "belle"}
MARK: Final[dict[str, str]] = {
    "xx": "XX",
    "xxx": "XXX",
    "-": "-",
    "--": "--",
    "r": "R",
    "renege": "R",
    "set": "XXX",
    "hick": "XXX",
    "hicked": "XXX",
    "turkey-tracks": "XXX",
}
SOURCE_KIND: Final[dict[str, str]] = {word: word for word in get_args(words.SourceKind)}
CONFIDENCE: Final[dict[str, str]] = {word: word for word in get_args(words.Confidence)}
#: The words that begin a part of a `source` line, and the keys they stand for.
SOURCE_TEXT: Final = {"by": "recorded_by", "dated": "date_as_written", "note": "note"}
CONTEXT_TEXT: Final = ("date", "league", "season", "venue")
CONTEXT_NUMBER: Final = ("round", "table", "game", "hand")
CONTEXT: Final = frozenset(CONTEXT_TEXT + CONTEXT_NUMBER)
SHEET: Final[dict[str, str]] = {
    "cards": "cards",
    "last": "last_trick",
    "last_trick": "last_trick",
    "melds": "melds",
    "belle": "belle",
}
NONE: Final = frozenset(("none", "-"))

CLOCK: Final = moments_spelled(SEATING.end)
#: What a meld's announcing and showing may be besides a moment.
MELD_CLOCK: Final[dict[str, int | str]] = {**CLOCK, "turn": "in_turn", "in_turn": "in_turn", "never": "never"}


#: In place of a moment that nobody wrote down.
UNWRITTEN: Final = "?"


class Vocabulary(NamedTuple):
    """How the things of one table are typed, and what it tells whoever types them wrongly."""

    card: Mapping[str, str | None]
    card_help: str
    seat: Mapping[str, str]
    #: The seat at the left of each.
    left: Mapping[str, str]
    seats_told: str
    side: Mapping[str, str]
    sides_told: str
    #: How a trick line begins: its number and, with or without a blank, the seat of its first card.
    head: Mapping[str, tuple[int, str | None]]
    clock: Mapping[str, int | str]
    clock_help: str
    incident: Mapping[str, str]
    infraction: Mapping[str, str]
    mark: Mapping[str, str]
    sheet: Mapping[str, str]
    context: frozenset[str]
    #: Whether melds are called among the cards.
    melds: bool = False
    #: Whether points may be fewer than none.
    signed: bool = False
    #: Whether a card may name a suit.
    names_suits: bool = False


#: The most calls, plays, melds, incidents and claims a record takes.
MOST_ENTRIES: Final = 64


def heads_spelled(seats: Iterable[str], last: int) -> dict[str, tuple[int, str | None]]:
    """How the lines of so many tricks begin."""
    spelled = {"": None, **{spelling: seat for seat in seats for spelling in (seat, seat.lower())}}
    return {f"{number}{word}": (number, seat) for number in range(1, last + 1) for word, seat in spelled.items()}


def left_of_each(seats: Sequence[str]) -> dict[str, str]:
    """The seat at the left of each, where they go round clockwise."""
    return dict(zip(seats, (*seats[1:], seats[0]), strict=True))


CLABBER: Final = Vocabulary(
    card=CARD,
    card_help="a card is 9, t or 10, j, q, k or a and then c, d, h or s, as in `kh`; `?` is an unknown card",
    seat=SEAT,
    left=left_of_each(SEATING.seats),
    seats_told="N, E, S or W",
    side=TEAM,
    sides_told="a team, NS or EW",
    head=heads_spelled(SEATING.seats, SEATING.trick_of(MOST_ENTRIES) - 1),
    clock=CLOCK,
    clock_help="a time is @deal, @declaring, @0 to @24 (cards played), @2.3 (trick 2, card 3), @turned or @scored",
    incident=names_spelled(words.IncidentKind),
    infraction=names_spelled(words.InfractionId),
    mark=MARK,
    sheet=SHEET,
    context=CONTEXT,
    melds=True,
)


def nearest(word: str, vocabulary: Iterable[str]) -> str:
    """A sentence that suggests the word of the vocabulary nearest to a misspelt one, or nothing."""
    found = difflib.get_close_matches(word.lower()[:40], list(vocabulary), 1)
    return f"did you mean `{found[0]}`?" if found else ""
