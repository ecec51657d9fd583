"""The words of the notation: what people may type, and what it stands for in a record.

Every table maps what is typed, in lower case, to the record's word; those of the cards and the seats also
hold the other spellings, so that the commonest tokens cost one look-up.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Final, get_args

from clabber_audit.record import words
from clabber_audit.table.cards import CODES, SEAT_NAMES, SEATING, SEATS, SUIT_NAMES, SUIT_SYMBOLS

_OPEN_SYMBOLS = {"C": "♧", "D": "♢", "H": "♡", "S": "♤"}


def _spellings(code: str) -> Iterable[str]:
    rank, suit = code[0], code[1]
    ranks = {rank, rank.lower()} | ({"10"} if rank == "T" else set())
    suits = {suit, suit.lower(), SUIT_SYMBOLS[suit], _OPEN_SYMBOLS[suit]}
    return (r + s for r in ranks for s in suits)


#: Every spelling of every card, and the two of a card that is not known.
CARD: Final[dict[str, str | None]] = {
    **{spelling: code for code in CODES for spelling in _spellings(code)},
    "?": None,
    "??": None,
}
#: The seat at the left of each.
LEFT: Final = dict(zip(SEATS, SEATS[1:] + SEATS[:1], strict=True))

SEAT: Final[dict[str, str]] = {
    spelling: letter
    for letter, name in SEAT_NAMES.items()
    for spelling in (letter, letter.lower(), name, name.lower(), name.upper())
}
TEAM: Final[dict[str, str]] = {
    spelling: team
    for team in get_args(words.Team)
    for spelling in (team, team.lower(), "-".join(team.lower()), "/".join(team.lower()))
}
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
INCIDENT: Final[dict[str, str]] = {
    spelling: kind for kind in get_args(words.IncidentKind) for spelling in (kind, kind.replace("_", "-"))
}
INFRACTION: Final[dict[str, str]] = {
    spelling: name for name in get_args(words.InfractionId) for spelling in (name, name.replace("-", "_"))
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

#: Moments: the words, the number of cards played, and `2.3` for after the third card of the second trick.
CLOCK: Final[dict[str, int | str]] = {
    **{word: word for word in ("deal", "declaring", "turned", "scored")},
    **{str(count): count for count in range(SEATING.end + 1)},
    **{
        f"{trick}.{card}": SEATING.clocks_of(trick).start + card
        for trick in range(1, SEATING.each + 1)
        for card in range(SEATING.width + 1)
    },
}
#: What a meld's announcing and showing may be besides a moment.
MELD_CLOCK: Final[dict[str, int | str]] = {**CLOCK, "turn": "in_turn", "in_turn": "in_turn", "never": "never"}


#: In place of a moment that nobody wrote down.
UNWRITTEN: Final = "?"


def nearest(word: str, vocabulary: Iterable[str]) -> str:
    """A sentence that suggests the word of the vocabulary nearest to a misspelt one, or nothing."""
    found = difflib.get_close_matches(word.lower()[:40], list(vocabulary), 1)
    return f"did you mean `{found[0]}`?" if found else ""
