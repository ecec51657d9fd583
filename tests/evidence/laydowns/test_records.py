"""Tests of lay-downs in partial records, compared with every deal that the record allows.

`tests/evidence/stories.md` has hands solved one by one.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from clabber_audit.cards import PACK, SEATS
from clabber_audit.core.errors import Refused
from clabber_audit.evidence.checker import KNOWN
from clabber_audit.evidence.laydowns.evaluate import search_laydown
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.replay import replay_hand
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of
from clabber_audit.rules.infraction import LaydownResult, LaydownSearched
from tests.casebook import hand_of
from tests.random_records.partial import (
    completions,
    deals,
    draw_disordered,
    incomplete,
    read_first_call,
    trumps_known,
    write_completion,
)
from tests.rules import OF_CLABBER
from tests.scale import at_random, at_scale
from tests.tables import hand_text

Json = dict[str, Any]
NOT_SETTLED = LaydownResult.NOT_SETTLED
RECORDS = at_random(30, 150)


def search_record(record: Json, law: BoundRuleset) -> LaydownSearched:
    """Return the result of the lay-down of a record."""
    return search_laydown(replay_hand(parse_hand(json.dumps(record).encode()), law.order(PACK)), law)


def find_answer(whole: Json, law: BoundRuleset) -> bool | None:
    """Return the answer for a complete record, None if the order names a card already played."""
    try:
        return search_record(whole, law).is_good
    except Refused:
        return None


def change_standard(standard: str, scope: str) -> BoundRuleset:
    law = law_of("ecl-1992")
    toggles = law.toggles._replace(laydown_standard=standard, laydown_scope=scope)
    return law._replace(toggles=toggles)


def draw_record(random: Random) -> Json | None:
    """Return a random partial record that ends in a lay-down, None if it has too many completions."""
    record = draw_disordered(random) if random.random() < 0.15 else incomplete(random)
    played = len(record["plays"])
    at = random.randint(max(played - 6, 8), max(played, 8)) if random.random() < 0.3 else played
    if at > played or not 1 < deals(record) * (1 if trumps_known(record) else 4) <= 400:
        return None
    if at % 4 and at // 4 + 1 in record.get("disordered", ()):
        # In a disordered trick even the cards played by then are open; that is not tested.
        return None
    by = random.choice(SEATS)
    record["laydown"] = {"by": by, "at": at, "agreed": True}
    fallen = [play["card"] for play in record["plays"][:at]]
    held = [card for card in record["deal"]["hands"].get(by, []) if card not in fallen]
    if held and random.random() < 0.6:
        record["laydown"]["order"] = random.sample(held, len(held))
    return record


@pytest.mark.parametrize("standard", ["any_line", "stated_line", "best_line"][:: at_scale(3, 1)])
def test_answer_agrees_with_every_deal(standard: str) -> None:
    """A lay-down is good in all deals, bad in all, or open; if open, both examples are possible deals."""
    random = Random(f"laid down {standard}")
    seen = {True: 0, False: 0, None: 0}
    while sum(seen.values()) < RECORDS:
        record, law = draw_record(random), change_standard(standard, random.choice(("team", "hand")))
        if record is None:
            continue
        laydown = search_record(record, law)
        answers = {answer for whole in completions(record) if (answer := find_answer(whole, law)) is not None}
        if not answers or (laydown.result is NOT_SETTLED and read_first_call(record) == "play"):
            # If an unrecorded up-card was accepted, there may be too many deals.
            continue
        assert laydown.result is not NOT_SETTLED, json.dumps(record)
        assert laydown.is_good == (answers.pop() if len(answers) == 1 else None), json.dumps(record)
        seen[laydown.is_good] += 1
        if laydown.is_good is None:
            bad, fine = laydown.completions
            assert bad
            assert fine
            shown = search_record(write_completion(record, bad), law)
            assert shown.is_good is False
            assert search_record(write_completion(record, fine), law).is_good is True
            assert laydown.line
    assert min(seen.values()) >= RECORDS // 30, seen


MISCOUNTED = hand_text("Nobody has the ten")


def test_stated_order_names_cards_of_the_hand() -> None:
    """East's order begins with the ten, which East does not have; the twin's order is ace, then nine.

    The cards of an order lay face up and belong to the seat (settled reading on `laydown.order`), so a complete hand
    without one of them contradicts it. South follows to the ace and keeps a heart that beats the nine (R-005, R-033).
    """
    with pytest.raises(
        Refused, match="the ten of hearts cannot be laid down by East: that hand does not have it"
    ):
        hand_of(MISCOUNTED.format(order="thah9h"))
    laydown = adjudicate(hand_of(MISCOUNTED.format(order="ah9h")), law_of("ecl-1992")).laydown
    assert laydown
    assert laydown.is_good is False
    assert laydown.line == ("E:AH", "S:JH", "W:9D", "N:9C", "E:9H", "S:QH", "W:TD", "N:TC")


@pytest.mark.parametrize("name", OF_CLABBER)
def test_checker_knows_every_published_infraction(name: str) -> None:
    """Otherwise it accepts no lay-down under that ruleset, because an unknown infraction may be about leads."""
    assert law_of(name).binding <= KNOWN
