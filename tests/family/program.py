"""The program's rules and rulings in the form of the second opinion."""

from __future__ import annotations

from functools import cache
from typing import Any

from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.rules.answers import collect_penalties
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import load
from tests.casebook import as_data


def parse_record(text: str) -> dict[str, Any]:
    """Return the record of a text without its first lines."""
    return record_data(parse(HandText(f"bid-euchre 1\nhand moments\n{text}", 1)))


def answers_of(name: str, **changed: Any) -> BidEuchreToggles:
    """Return the toggles of a ruleset, some of them changed."""
    result = load(name).toggles
    assert isinstance(result, BidEuchreToggles)
    return result._replace(**changed)


def change_law(name: str, changed: dict[str, Any]) -> BoundRuleset:
    """Return the law of a ruleset with some toggles changed, even to answers that no house could combine."""
    return _change_law(name, tuple(sorted(changed.items())))


@cache
def _change_law(name: str, changed: tuple[tuple[str, Any], ...]) -> BoundRuleset:
    rules, toggles = load(name), answers_of(name, **dict(changed))
    costs, rows = collect_penalties(rules.articles, rules.game, toggles, name)
    return law(rules._replace(toggles=toggles, penalties=costs, rows=rows))


def describe_ruling(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling in the form of the second opinion (`opinion/judging.py`)."""
    data, hand, settled = as_data(ruling), ruling.replay.hand, ruling.remedy.settled
    names, trump = hand.seating.side_names, ruling.replay.declared.preliminaries.name
    start = ruling.law.toggles.start
    return {
        **{
            key: data[key]
            for key in ("leader", "tricks", "findings", "outcome", "score", "winner", "next_dealer")
        },
        "trump": trump,
        "contract": data["contract"] and {**data["contract"], "trump": trump},
        "won": [trick["winner"] for trick in data["won"]],
        "claims": [claim["verdict"] for claim in data["claims"]],
        "hickeys": dict(zip(names, settled.hickeys if settled else (), strict=False)),
        "after": data["after"] or {side: hand.record.before.get(side, start) for side in names},
    }
