"""Tests of what a duty, a law about a card that falls, is given to look at."""

from __future__ import annotations

from typing import Any

import pytest

from clabber_audit.cards import DECK, SUIT, mask_of
from clabber_audit.core.errors import Unusable
from clabber_audit.replay import Lead
from clabber_audit.rules.bound_ruleset import bind, law_of
from clabber_audit.rules.infraction import Infraction, LawCase, Words


class _Duty(Infraction[Lead]):
    """Base of the duties on leads of these tests."""

    id, title, manual = "a-duty", "A duty", "Nobody may."
    place = "duty"
    words = Words(message="{seat} did it", help="do not")


def _lead(infraction: Infraction[Any]) -> bool:
    """Return True if a duty, at the price of a renege, objects to a lead to the first trick."""
    offends = bind(infraction, "renege", law_of("wp").toggles).offends
    return bool(offends(mask_of(["KS"]), mask_of(["KS", "9H"]), DECK, SUIT["S"], 0, 1))


def test_clock_of_a_card_is_refused_to_a_duty() -> None:
    """`legal` puts a duty to cards that have no clock, so `clock == 0` would be true of every lead."""

    class FirstByClock(_Duty):
        def offends(self, case: LawCase[Lead]) -> bool:
            return case.event.clock == 0

    with pytest.raises(Unusable, match="a law about a card asks for `clock`") as refused:
        _lead(FirstByClock())
    assert "trick" in refused.value.help


def test_duty_sees_its_price() -> None:
    class Dear(_Duty):
        def offends(self, case: LawCase[Lead]) -> bool:
            return case.penalty == "renege"

    assert _lead(Dear())
