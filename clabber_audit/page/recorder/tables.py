"""What the program gives to the page, from its one home: order and values of the cards, and the names of things."""

from __future__ import annotations

from gettext import gettext as _
from typing import Any, Final, get_args

from clabber_audit.games.clabber.ranking import LAST_TRICK, PLAIN_ORDER, TRUMP_ORDER
from clabber_audit.ground.characters import NAMED, PLAIN, RIGHT_TO_LEFT
from clabber_audit.law.infractions import infractions
from clabber_audit.page.recorder.words import words
from clabber_audit.record import words as record_words
from clabber_audit.rulesets.ruleset import SHIPPED
from clabber_audit.table.cards import RANK_NAMES, RANKS, SEAT_NAMES, SEATS, SUIT_NAMES, SUIT_SYMBOLS, TEAMS

#: The suits as players sort them on the screen: the two colours take turns.
SUITS: Final = ("S", "H", "D", "C")


def tables() -> dict[str, Any]:
    """What the script reads from its block of JSON."""
    return {
        "seats": list(SEATS),
        "seatNames": {seat: _(name) for seat, name in SEAT_NAMES.items()},
        "teams": list(TEAMS),
        "teamNames": team_names(),
        "suits": list(SUITS),
        "suitNames": {suit: _(name) for suit, name in SUIT_NAMES.items()},
        "suitSigns": SUIT_SYMBOLS,
        "ranks": list(RANKS),
        "rankNames": {rank: _(name) for rank, name in RANK_NAMES.items()},
        "trumpOrder": TRUMP_ORDER,
        "plainOrder": PLAIN_ORDER,
        "lastTrick": LAST_TRICK,
        "kinds": kinds(),
        "incidents": incidents(),
        "sourceWords": [*get_args(record_words.SourceKind), *get_args(record_words.Confidence)],
        "plain": PLAIN,
        "named": NAMED,
        "rightToLeft": RIGHT_TO_LEFT,
        "words": words(),
    }


def choices() -> dict[str, Any]:
    """What the template lists: the same names, and what may be chosen in the forms."""
    named = {"seat_names": SEAT_NAMES, "suit_names": SUIT_NAMES, "rank_names": RANK_NAMES}
    return {
        **{key: {code: _(name) for code, name in names.items()} for key, names in named.items()},
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
        "infractions": {name: _(found.title) for name, found in infractions().items()},
    }


_KIND_KEYS: Final = (("dad", "D"), ("fifty", "F"), ("hundred", "H"), ("two_hundred", "T"))


def team_names() -> dict[str, str]:
    """The teams where they have no name."""
    return {"NS": _("North-South"), "EW": _("East-West")}


def kinds() -> dict[str, str]:
    """The melds as they are called."""
    return {
        "dad": _("dad"),
        "fifty": _("fifty"),
        "hundred": _("hundred"),
        "two_hundred": _("two hundred"),
        "belle": _("belle"),
    }


def incidents() -> dict[str, str]:
    """What no card shows, said of whoever did it."""
    return {
        "question": _("asked about the play"),
        "advice": _("answered or advised partner"),
        "meld_called_for_partner": _("called a meld for partner"),
        "exposed_card": _("exposed a card"),
        "looked_at_trick": _("looked at a turned trick"),
        "led_before_turned": _("led before the trick was turned"),
        "pile_mixed": _("mixed the tricks of the side"),
        "slow_play": _("studied long"),
        "exposed_in_deal": _("exposed a card in the deal"),
        "wrong_card_count": _("had not six cards"),
        "dealt_out_of_turn": _("dealt out of turn"),
        "not_dealt_singly": _("did not deal one card at a time"),
    }


def _sources() -> dict[str, str]:
    """Where a record comes from."""
    return {
        "table": _("the table"),
        "video": _("a video"),
        "scoresheet": _("a score sheet"),
        "newspaper": _("a newspaper"),
        "memory": _("memory"),
        "tricks": _("the heaps of tricks"),
    }


def _parts() -> dict[str, str]:
    """What a score sheet breaks down for each team."""
    return {
        "cards": _("in cards"),
        "last_trick": _("last trick"),
        "melds": _("melds"),
        "belle": _("belle"),
    }


def _moments() -> list[tuple[str, str, str]]:
    """The buttons for what happens beside the cards: deed, key, words."""
    return [
        ("meld", "M", _("Meld")),
        ("show", "W", _("Show")),
        ("belle", "B", _("Belle")),
        ("claim", "R", _("Claim")),
        ("look", "L", _("Look back")),
        ("exposed", "E", _("Exposed")),
        ("laydown", "G", _("Lay down")),
        ("held", "V", _("Hand open")),
        ("incident", "I", _("Other")),
        ("note", "N", _("Note")),
    ]
