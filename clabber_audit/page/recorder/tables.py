"""What the program gives to the page, from its one home: order and values of the cards, and the names of things."""

from __future__ import annotations

from typing import Any, Final, get_args

from clabber_audit.games import CLABBER
from clabber_audit.games.clabber.ranking import LAST_TRICK, PLAIN_ORDER, TRUMP_ORDER
from clabber_audit.ground.characters import NAMED, PLAIN, RIGHT_TO_LEFT
from clabber_audit.law.infractions import incident_kinds_of, infractions_of
from clabber_audit.page.recorder.words import words
from clabber_audit.record import vocabulary
from clabber_audit.record import words as record_words
from clabber_audit.rulesets.ruleset import SHIPPED
from clabber_audit.table.cards import RANK_NAMES, RANKS, SEAT_NAMES, SEATS, SUIT_NAMES, SUIT_SYMBOLS, TEAMS

#: The suits as players sort them on the screen: the two colors take turns.
SUITS: Final = ("S", "H", "D", "C")


def tables() -> dict[str, Any]:
    """What the script reads from its block of JSON."""
    return {
        "seats": list(SEATS),
        "seatNames": SEAT_NAMES,
        "teams": list(TEAMS),
        "teamNames": team_names(),
        "suits": list(SUITS),
        "suitNames": SUIT_NAMES,
        "suitSigns": SUIT_SYMBOLS,
        "ranks": list(RANKS),
        "rankNames": RANK_NAMES,
        "trumpOrder": TRUMP_ORDER,
        "plainOrder": PLAIN_ORDER,
        "lastTrick": LAST_TRICK,
        "kinds": kinds(),
        "incidents": incidents(),
        "saidToSomebody": [kind.word for kind in incident_kinds_of(CLABBER).values() if kind.said_to_somebody],
        "buttons": {kind.button: kind.word for kind in incident_kinds_of(CLABBER).values() if kind.button},
        "showsCard": vocabulary.SHOWS_CARD,
        "miscounts": vocabulary.MISCOUNTS,
        "sourceWords": [*get_args(record_words.SourceKind), *get_args(record_words.Confidence)],
        "plain": PLAIN,
        "named": NAMED,
        "rightToLeft": RIGHT_TO_LEFT,
        "words": words(),
    }


def choices() -> dict[str, Any]:
    """What the template lists: the same names, and what may be chosen in the forms."""
    return {
        "seat_names": SEAT_NAMES,
        "suit_names": SUIT_NAMES,
        "rank_names": RANK_NAMES,
        "seats": SEATS,
        "teams": TEAMS,
        "team_names": team_names(),
        "suits": SUITS,
        "suit_signs": SUIT_SYMBOLS,
        "ranks": RANKS,
        "rulesets": SHIPPED,
        "sources": _sources(),
        "moments": _moments(),
        "parts": _parts(),
        "kinds": [(kind, key, kinds()[kind]) for kind, key in _KIND_KEYS],
        "incidents": incidents(),
        "infractions": {name: found.title for name, found in infractions_of(CLABBER).items()},
    }


_KIND_KEYS: Final = (("dad", "D"), ("fifty", "F"), ("hundred", "H"), ("two_hundred", "T"))


def team_names() -> dict[str, str]:
    """The teams where they have no name."""
    return {"NS": "North-South", "EW": "East-West"}


def kinds() -> dict[str, str]:
    """The melds as they are called."""
    return {
        "dad": "dad",
        "fifty": "fifty",
        "hundred": "hundred",
        "two_hundred": "two hundred",
        "belle": "belle",
    }


def incidents() -> dict[str, str]:
    """What no card shows, said of whoever did it."""
    kinds = sorted(incident_kinds_of(CLABBER).values(), key=lambda kind: kind.of_the_deal)
    return {kind.word: kind.deed for kind in kinds}


def _sources() -> dict[str, str]:
    """Where a record comes from."""
    return {
        "table": "the table",
        "video": "a video",
        "scoresheet": "a score sheet",
        "newspaper": "a newspaper",
        "memory": "memory",
        "tricks": "the heaps of tricks",
    }


def _parts() -> dict[str, str]:
    """What a score sheet breaks down for each team."""
    return {
        "cards": "in cards",
        "last_trick": "last trick",
        "melds": "melds",
        "belle": "belle",
    }


def _moments() -> list[tuple[str, str, str]]:
    """The buttons for what happens beside the cards: deed, key, words."""
    return [
        ("meld", "M", "Meld"),
        ("show", "W", "Show"),
        ("belle", "B", "Belle"),
        ("claim", "R", "Claim"),
        ("look", "L", "Look back"),
        ("exposed", "E", "Exposed"),
        ("laydown", "G", "Lay down"),
        ("held", "V", "Hand open"),
        ("incident", "I", "Other"),
        ("note", "N", "Note"),
    ]
