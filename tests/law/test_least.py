"""A minimal infraction about each type of event is ruled on and printed in every form without an error.

Every event is an offense, so that each path from an event to a page is taken, in records with all kinds of
irregularities.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from clabber_audit.core.errors import TextPlace
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.judge.certificates import certificates
from clabber_audit.judge.dossier import dossier
from clabber_audit.replay import Follow, Turn
from clabber_audit.report import lint
from clabber_audit.report.data import ruling_json
from clabber_audit.report.page import page
from clabber_audit.report.ruling import replay_text, ruling_text
from clabber_audit.rules.articles import Article
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.infraction import OF_ANY_GAME, Infraction, LawCase, Words
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import load
from tests.random_records.unknowns import draw_with_unknowns
from tests.rules import rule_on
from tests.scale import at_random, at_scale

#: Types of events. A card played is one of three subtypes of `Follow`, never a `Follow` itself.
EVENTS: Final = sorted({*OF_ANY_GAME, *CLABBER.events} - {Follow}, key=lambda step: step.__name__)
PRICES: Final = ("renege", "redeal", "meld_void", "note")


class LeastInfraction(Infraction[Any]):
    """Infraction that every event commits."""

    id, title, manual = "the-least", "The least", "Nobody may."
    words = Words(message="{seat} did it", help="do not")

    def __init__(self, event: type) -> None:
        self.events = (event,)
        self.place = "duty" if issubclass(event, Follow) else "turn" if event is Turn else "incident"

    def offends(self, case: LawCase[Any]) -> bool:
        return True


def _bind_least(infraction: Infraction[Any], price: str) -> BoundRuleset:
    """Return the league's law with an article for the infraction."""
    rules = load("ecl-1992")
    article = Article(
        topic="play",
        sources=["house"],
        rules=[],
        grade="practice",
        text="No.",
        penalties={infraction.id: price},
    )
    return law(
        rules._replace(
            id="the-least",
            penalties={**rules.penalties, infraction.id: price},  # type: ignore[dict-item]
            rows={**rules.rows, infraction.id: ()},
            articles={**rules.articles, "least": article},
        )
    )


@pytest.mark.parametrize("step", EVENTS[:: at_scale(12, 1, ci=2)], ids=lambda step: step.__name__)
def test_minimal_infraction_is_ruled_on_and_printed(step: type, monkeypatch: pytest.MonkeyPatch) -> None:
    one = LeastInfraction(step)
    monkeypatch.setitem(infractions(), one.id, one)
    count = 0
    # After the first few records, print only rulings with the infraction.
    for number, record in enumerate(draw_with_unknowns(f"the least {step.__name__}", 150)):
        ruling = rule_on(record, _bind_least(one, PRICES[number % len(PRICES)]))
        if number > at_random(2, 24) and all(finding.infraction != one.id for finding in ruling.findings):
            continue
        proofs = certificates(ruling)
        file = dossier(ruling, proofs=proofs, search=number % 4 == 0)
        assert page(file)
        texts = [ruling_text(file), replay_text(file), ruling_json(ruling, proofs=proofs)]
        for finding in ruling.findings:
            if finding.infraction == one.id:
                count += 1
                texts.append(
                    lint.format_text(lint.diagnose_finding(ruling, finding, "hand.clab", TextPlace(1, 1)))
                )
        assert not [text for text in texts if "{seat}" in text]
        if count and number >= at_random(0, 24):
            break
    assert count, f"no {step.__name__} was evaluated"
