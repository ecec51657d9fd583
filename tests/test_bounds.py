"""Tests that any record is ruled on with bounded work, and that the ruling names what was left out.

Work is counted, never timed, so that a bound holds on every machine: the work charged to budgets, and function calls,
which also show work that no budget is charged for. A processor of 2020 makes about two million calls a second.
"""

from __future__ import annotations

import json
from itertools import islice
from typing import Final, get_args

import pytest

from clabber_audit.api import Form, written
from clabber_audit.evidence.completions import Budget, BudgetExhausted, charge_to, run_within_budget, spend
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.model import RulingShape
from clabber_audit.judge.side_remarks import EFFORT, side_notes
from clabber_audit.report.data import ruling_json
from clabber_audit.rules.bound_ruleset import law_of
from tests.cli import read_text
from tests.random_records.slowest import draw_worst, measure_cost
from tests.scale import at_random
from tests.tables import hand_text

#: Number of records of the eight worst kinds in turn, and of the parts into which they are divided.
RECORDS: Final = at_random(1, 200, share=25)
PARTS: Final = 4
#: Work charged for a ruling and for writing it out; calls of functions for `check` and for `rule`.
RULING: Final = 60_000
PAGE: Final = 150_000
CHECK: Final = 4_000_000
RULE: Final = 10_000_000


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
def test_bounded_work_for_the_worst_records(part: int) -> None:
    """They are refused, or ruled on and the rulings written."""
    forms = get_args(Form)
    for number, record in enumerate(islice(draw_worst("worst", RECORDS), part, None, PARTS), part // 2):
        cost = measure_cost(record, forms[number % len(forms)])
        assert cost.ruling < RULING, record
        assert cost.page < PAGE, record
        assert cost.check < CHECK, record
        assert cost.rule < RULE, record


LAID_DOWN: Final = read_text(hand_text("Laid down at once"))


@pytest.mark.full
def test_omissions_are_named_in_every_form() -> None:
    ruling = adjudicate(parse_hand(json.dumps(LAID_DOWN).encode()), law_of("ecl-1992"))
    notes = side_notes(ruling, (), 1_000)
    assert notes.remarks
    assert notes.remarks.left_out == ("robustness",)
    data = json.loads(ruling_json(ruling, remarks=notes.remarks, proofs=notes.proofs))
    assert data["left_out"] == ["robustness"]
    RulingShape.model_validate_json(json.dumps(data))
    for form in get_args(Form)[:2]:
        text = " ".join(written(ruling, form).split())
        assert "Left out, or not finished, because there are too many possibilities: " in text
        assert "what a misread card would change" in text


@pytest.mark.full
def test_claim_on_a_lay_down_with_many_unknown_cards() -> None:
    """The search for a claim has a bound of its own, and stops without ending the ruling.

    East names no infraction, and may mean the lay-down or any card of South's. It is not recorded if South followed to
    the ten of clubs, so the claim is not proven (R-094). Wikipedia has no rule about lay-downs; the claim has this one
    searched.
    """
    record = read_text("""\
clabber 1
hand claimed
deal W
N ksjh
S jcth
W js9d
up 9s
calls p p play
1N tc????qc
2N ??qh????
3S th??
melds none
claim E against S
laydown S
""")
    ruling = adjudicate(parse_hand(json.dumps(record).encode()), law_of("wp"))
    assert [claim.verdict for claim in ruling.claims] == ["not_proven"]


def test_ordinary_hands_have_no_omissions() -> None:
    record = {**LAID_DOWN, "laydown": None, "plays": [{"seat": "W", "card": "JS"}]}
    ruling = adjudicate(parse_hand(json.dumps(record).encode()), law_of("ecl-1992"))
    notes = side_notes(ruling, (), EFFORT)
    assert notes.remarks
    assert notes.remarks.left_out == ()


def test_spent_budget_stays_spent() -> None:
    """A budget of ten: eleven units are too many, and named work is charged once."""
    effort = Budget(10)
    with charge_to(effort):
        spend(4, "a table")
        spend(4, "a table")
        spend(6)
        assert not effort.is_spent
        assert run_within_budget(spend) is None
        with pytest.raises(BudgetExhausted):
            spend(0)
    spend(1_000)
    after = Budget(5, effort)
    with charge_to(after):
        spend(4, "a table")
    assert after.done == 0
