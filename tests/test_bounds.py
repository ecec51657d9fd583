"""However little a record tells and however long its lists, the answer comes soon; what takes longer is left out.

Work is counted, so that a bound holds on every machine; the time of the processor is looked at as well, in a process
of its own where a bound seems missed: what other tests left in memory is no part of it.
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any, Final, get_args

import pytest

from clabber_audit.api import Form, written
from clabber_audit.evidence.budget import Budget, Spent, run_within_budget, spend, within
from clabber_audit.games.parse import read
from clabber_audit.judge.data import ruling_json
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.model import RulingShape
from clabber_audit.judge.side_remarks import EFFORT, told_beside
from clabber_audit.rules.bound_ruleset import law_of
from tests.scale import at_random, scaled
from tests.worst import Cost, Json, tried, worst

RECORDS: Final = at_random(4, 200)
#: Seconds of the processor for `check` and for `rule`, and the work of a ruling and of all that is told beside it.
CHECK: Final = 2.0
RULE: Final = 5.0
RULING: Final = 60_000
BESIDE: Final = 150_000


@pytest.mark.parametrize("part", range(scaled(1, 4)))
def test_every_record_is_ruled_on_in_bounded_work(part: int) -> None:
    """Records of the worst kinds: refused, or ruled on and written out."""
    forms = get_args(Form)
    for number, record in enumerate(worst(f"worst {part}", RECORDS // 4)):
        form = forms[number % len(forms)]
        cost = tried(record, form)
        if cost.check >= CHECK or cost.rule >= RULE:
            cost = _alone(record, form)
        assert cost.check < CHECK, record
        assert cost.rule < RULE, record
        assert cost.ruling < RULING, record
        assert cost.beside < BESIDE, record


def _alone(record: Json, form: Form) -> Cost:
    command = [sys.executable, "-m", "tests.worst", form]
    done = subprocess.run(command, input=json.dumps(record), capture_output=True, text=True, check=True)
    return Cost(*json.loads(done.stdout))


@pytest.mark.full
def test_a_cost_is_the_same_work_in_a_process_of_its_own() -> None:
    (record,) = worst("alone", 1)
    here, alone = tried(record, "text"), _alone(record, "text")
    assert (alone.ruling, alone.beside) == (here.ruling, here.beside) != (0, 0)


#: A hand of which two thirds are not known, laid down before the first card.
LAID_DOWN: Final[dict[str, Any]] = {
    "format": "clabber-hand/1", "id": "laid", "contract": {"maker": "W", "trump": "S"}, "plays": [],
    "deal": {"dealer": "S", "hands": {"W": ["JS", "9S", "AS", "TS", "AH"], "N": ["KS", "QS"]}},
    "laydown": {"by": "W", "at": 0, "agreed": True},
}  # fmt: skip


@pytest.mark.full
def test_what_is_left_out_is_said_in_every_form() -> None:
    ruling = adjudicate(read(json.dumps(LAID_DOWN).encode()), law_of("ecl-1992"))
    told = told_beside(ruling, (), 1_000)
    assert told.aside
    assert told.aside.left_out == ("robustness",)
    data = json.loads(ruling_json(ruling, aside=told.aside, proofs=told.proofs))
    assert data["left_out"] == ["robustness"]
    RulingShape.model_validate_json(json.dumps(data))
    for form in get_args(Form)[:2]:
        text = " ".join(written(ruling, form).split())
        assert "Left out, or not finished, because there are too many possibilities: " in text
        assert "what a misread card would change" in text


def test_a_claim_on_a_lay_down_with_many_cards_unknown_is_left_open() -> None:
    """The search that a claim asks for has a bound of its own, and gives up without ending the ruling.

    East names nothing, and may mean the lay-down or any card of South's. Nobody recorded if South followed to the ten
    of clubs, so the claim is not proven (R-094). Wikipedia asks nothing about lay-downs: the claim has this one
    searched.
    """
    fell = zip("NESWNESWSW", ["TC", None, None, "QC", None, "QH", None, None, "TH", None], strict=True)
    record = {
        "format": "clabber-hand/1", "id": "claimed", "melds": [],
        "declarations": [{"seat": seat, "call": call} for seat, call in (("N", "pass"), ("E", "pass"), ("S", "play"))],
        "deal": {"dealer": "W", "upcard": "9S", "hands": {"N": ["KS", "JH"], "S": ["JC", "TH"], "W": ["JS", "9D"]}},
        "plays": [{"seat": seat, "card": card} for seat, card in fell],
        "laydown": {"by": "S", "at": 10, "agreed": False},
        "claims": [{"by": "E", "against": "S", "at": 10}],
    }  # fmt: skip
    ruling = adjudicate(read(json.dumps(record).encode()), law_of("wp"))
    assert [claim.verdict for claim in ruling.claims] == ["not_proven"]


def test_nothing_is_left_out_of_an_ordinary_hand() -> None:
    record = {**LAID_DOWN, "laydown": None, "plays": [{"seat": "W", "card": "JS"}]}
    ruling = adjudicate(read(json.dumps(record).encode()), law_of("ecl-1992"))
    told = told_beside(ruling, (), EFFORT)
    assert told.aside
    assert told.aside.left_out == ()


def test_an_effort_is_spent_and_stays_so() -> None:
    """Ten pieces of work: eleven are too many, and what has a name costs once."""
    effort = Budget(10)
    with within(effort):
        spend(4, "a table")
        spend(4, "a table")
        spend(6)
        assert not effort.spent
        assert run_within_budget(spend) is None
        with pytest.raises(Spent):
            spend(0)
    spend(1_000)
    after = Budget(5, effort)
    with within(after):
        spend(4, "a table")
    assert after.done == 0
