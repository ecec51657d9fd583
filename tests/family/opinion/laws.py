"""Rulesets of the family as dictionaries: the answer to each open question, and values that follow from them.

`answers.toml` has the answers. `game` is the short name in the tables of infractions. `words` are the bids other than
numbers and pass. `start` and `target` are the score before the first hand and the goal; `down` is True in games that
count down.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any, Final

Law = dict[str, Any]

_TABLE: Final = tomllib.loads(Path(__file__).with_name("answers.toml").read_text(encoding="utf-8"))
COMMON: Final[Law] = _TABLE["common"]
RULESETS: Final = tuple(_TABLE["rulesets"])
#: Penalty of each offense (`cost`), and the games with an article about it (`in`; all games if left out).
OFFENSES: Final[dict[str, dict[str, Any]]] = _TABLE["offenses"]
#: Question -> the answers that this opinion knows.
VALUES: Final[dict[str, list[Any]]] = _TABLE["readings"]
#: Question on which no case of a hand can turn -> the place where it is asked instead.
ELSEWHERE: Final[dict[str, str]] = _TABLE["elsewhere"]
#: Ruleset or `all` -> answers to try, such as `min_bid=3`.
TRIED: Final[dict[str, list[str]]] = _TABLE["tried"]

_WORDS: Final = {
    "peppers": ("small_pepper", "big_pepper"),
    "pepper_loner": ("pepper", "loner"),
    "pfeffer": ("pfeffer",),
}
#: Answers without effect, for games that do not ask the question.
_UNASKED: Final[Law] = {
    "joker_nt": "beats_all",
    "dealer_least": 1,
    "two_can_win": "yes",
    "annulled_deal": "same",
    "pepper_play": "partner",
    "table_talk": "none",
    "target": None,
}


def read_answers(words: Iterable[str]) -> dict[str, Any]:
    """Return answers from words such as `min_bid=3`."""
    pairs = (word.split("=") for word in words)
    return {question: int(answer) if answer.isdigit() else answer for question, answer in pairs}


@cache
def answers(ruleset: str) -> Law:
    """Return the answers of a ruleset, inherited ones included, with its `game`."""
    own = _TABLE["rulesets"][ruleset]
    base = answers(own["extends"]) if "extends" in own else COMMON
    return {
        question: answer
        for question, answer in {**base, **own}.items()
        if question not in ("extends", "unasked", *own.get("unasked", ()))
    }


def law_of(ruleset: str, toggles: dict[str, Any]) -> Law:
    """Return a ruleset with some answers changed; raise ValueError for an unknown question or answer."""
    law = {**_UNASKED, **answers(ruleset)}
    law["sides"] = law["partners"] == "yes"
    law["words"] = _WORDS.get(law["special_bids"], ())
    law["high_card_bids"] = law["special_bids"] == "high_card"
    law["down"] = law["start"] > 0
    for question, answer in toggles.items():
        if question not in VALUES or question not in law:
            raise ValueError(f"{ruleset} leaves no question {question!r} open")
        if question != "target" and answer not in VALUES[question]:
            raise ValueError(f"{question} has no reading {answer!r}")
        law[question] = answer
    return law
