"""Words for penalties, claims, outcomes, games, bids and cards; lists and sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from clabber_audit.cards import SEATS, SUIT_NAMES, TEAMS, letter_of, seat_name
from clabber_audit.core.text import join_words, number_word
from clabber_audit.records.bid_euchre_words import HIGH_CARD, number_of


class PenaltyWords(NamedTuple):
    """Words for the cost of a fault."""

    noun: str
    #: The first line of a verdict, with the `fault`.
    headline: str
    #: A sentence of its own.
    clause: str
    #: In brackets behind a finding beside the verdict.
    aside: str
    #: The manual, with the penalty of the game for a renege.
    manual: str


def _penalty(noun: str, headline: str, manual: str, clause: str = "", aside: str = "") -> PenaltyWords:
    return PenaltyWords(noun, headline, clause or noun, aside or noun, manual)


PENALTIES: Final[Mapping[str, PenaltyWords]] = {
    "renege": _penalty(
        "a renege", "", "a renege: {}, if it is called", "that makes it a renege", "a renege, not called"
    ),
    "redeal": _penalty("a misdeal", "misdeal: {fault}", "the deal is void", "that makes the hand a misdeal"),
    "meld_void": _penalty("the meld does not count", "meld void: {fault}", "the meld does not score"),
    "void": _penalty("the call does not count", "{fault}: it does not count", "the call does not count"),
    "note": _penalty(
        "no penalty", "{fault}, no penalty here", "recorded, no penalty", "these rules give no penalty for it"
    ),
}


#: Openings of a clause on a finding that is not proven, before `whether`.
OPEN: Final[Mapping[str, str]] = {
    "undetermined": "we cannot tell",
    "not_settled": "it is not settled",
    "not_supported": "it is not supported to say",
}


class OutcomeWords(NamedTuple):
    """Words for the outcome of a hand."""

    headline: str
    #: The reason why nobody scores it.
    void: str = ""
    scorecard: str = ""


OUTCOMES: Final[Mapping[str, OutcomeWords]] = {
    "redeal": OutcomeWords("Misdeal", "the hand is a misdeal", "Dealt again; nobody scores."),
    "passed_out": OutcomeWords("Passed out", "everyone passed", "Everyone passed; nobody scores."),
    "annulled": OutcomeWords("Thrown in", "the hand was thrown in", "The deal is annulled; nobody scores."),
    "sat_out": OutcomeWords("Bid not contested", "", "Everyone else dropped out; no card was played."),
    "undetermined": OutcomeWords("Score undecided"),
}

#: The outcomes of a hand that nobody scores.
VOID: Final = frozenset(outcome for outcome, words in OUTCOMES.items() if words.void)


#: Questions to those who were there, by kind.
QUESTIONS: Final = {
    "trump": "What was trump?",
    "maker": "Who made trump?",
    "upcard": "Which card was turned up?",
    "hand": "What cards was {seat} dealt?",
    "belle": "Did {seat} have the king and queen of trump?",
    "held": "After trick {trick}, did {seat} still have {cards}?",
    "whose": "Who had {cards}?",
    "order": "Who played which card to trick {trick}?",
    "card": "Which card did {seat} {played} to trick {trick}?",
    "moment": "When did {seat} call and show the {meld}?",
    "called": "Did {seat} call {called}?",
    "tricks": "What were the tricks, in order?",
    "melds": "Which melds were called and shown?",
    "calls": "Who called what while trump was being made?",
    "all_cards": "What was in {seat}’s hand?",
}


#: Parts of a record that findings are about; of lists, the name of one entry.
RECORD_PARTS: Final = {
    "after": "totals after it",
    "claims": "claim",
    "contract": "contract",
    "deal": "deal",
    "declarations": "call",
    "incidents": "incident",
    "laydown": "lay-down",
    "melds": "meld",
    "plays": "card",
    "score": "score",
    "sheet": "sheet",
}


class GameWords(NamedTuple):
    """Words of one game."""

    before_play: str
    passed_out: str
    #: The maker of trump beside a seat.
    maker: str
    as_played: str


GAMES: Final[Mapping[str, GameWords]] = {
    "clabber": GameWords(
        "while trump was being made", "all four passed twice", "made trump", "Points as played"
    ),
    "bid-euchre": GameWords("during the bidding", "everyone passed", "won the bid", "Tricks as played"),
}

RANKS: Final = {
    **dict(zip("AKQJT", ("ace", "king", "queen", "jack", "ten"), strict=True)),
    **{str(rank): number_word(rank) for rank in range(9, 1, -1)},
}
_BIDS: Final = {
    "pass": "a pass",
    "small_pepper": "a small pepper",
    "big_pepper": "a big pepper",
    "pepper": "pepper",
    "loner": "a loner",
    "pfeffer": "Pfeffer",
}
#: Suits and strains in words, by letter.
STRAINS: Final = {**SUIT_NAMES, "NT": "no trump", "HIGH": "high", "LOW": "low"}
#: The calls that take no turn, such as `Bottoms`.
SPECIAL: Final = {"bottoms": "Bottoms", "four_of_a_kind": "four of a kind", "ace_no_face": "Ace No Face"}
_TEAM_NAMES: Final = {"NS": "North-South", "EW": "East-West"}
_MELDS: Final = {"two_hundred": "two hundred"}


def bid_words(word: str) -> str:
    """Return a bid: `four`, `three High Card`, `a big pepper`."""
    tricks = number_of(word)
    if tricks is None:
        return _BIDS[word]
    return number_word(tricks) + (" High Card" if word.endswith(HIGH_CARD) else "")


def strain_name(strain: str) -> str:
    """Return a suit or strain by its letter: `hearts`, `no trump`."""
    return STRAINS[strain]


def suit_name(mask: int | None) -> str:
    letter = letter_of(mask) if mask else None
    return SUIT_NAMES[letter] if letter else "an unknown suit"


def card_of_suit(letter: str) -> str:
    """Return one card of a suit: `a heart`."""
    return f"a {SUIT_NAMES[letter][:-1]}"


def meld_name(name: str) -> str:
    """Return the kind of a meld in the players' words."""
    return _MELDS.get(name, name)


def plain_seat(seat: int | str) -> str:
    """Return a seat without its player."""
    return seat_name(seat if isinstance(seat, str) else SEATS[seat])


def seats_in(seats: str) -> list[str]:
    return re.findall(r"P\d|[NESW]", seats)


def side(team: int | str) -> str:
    """Return a team without its name: `North-South`, `P1 and P3`."""
    letters = team if isinstance(team, str) else TEAMS[team]
    return _TEAM_NAMES.get(letters) or join_words(map(seat_name, seats_in(letters)))


def sentence(clause: str) -> str:
    """Return a clause with a capital and a full stop."""
    ended = clause if clause.endswith((".", "?", "!", ".”")) else f"{clause}."
    return ended[:1].upper() + ended[1:]


def hand_name(record: Any) -> str:
    """Return the id of a hand, with its date if it has one: `s-12, 2026-01-22`."""
    return f"{record.id}, {record.context.date}" if record.context and record.context.date else record.id
