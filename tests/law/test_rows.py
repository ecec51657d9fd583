"""Rows of `incidents.toml`: a finding states what its texts name."""

from __future__ import annotations

from typing import Any, Final

import pytest

from clabber_audit.judge.dossier import dossier
from clabber_audit.report.ruling import ruling_text
from clabber_audit.rules.infraction import read_kind
from clabber_audit.rules.infractions import NotedInfraction, infractions
from tests.casebook import cases, hand_of
from tests.rules import rule_on

#: A row like that of `slow_play`, with other words.
ROW: Final[dict[str, Any]] = {
    "deed": "bent a card",
    "text": "{seat} bent {card}",
    "needs": ["card"],
    "infraction": {
        "id": "slow-play",
        "title": "Bending a card",
        "manual": "Nobody bends a card.\n\nExample: East bends the queen of hearts.\n",
        "message": "{seat} bent {card}",
        "fault": "bent a card",
        "help": "do not",
    },
}


def ruling_on(noted: str, monkeypatch: pytest.MonkeyPatch, **changed: Any) -> str:
    """Return the ruling on a hand with an incident, by the row with other texts of its infraction."""
    row = {**ROW, "infraction": {**ROW["infraction"], **changed}}
    monkeypatch.setitem(infractions(), "slow-play", NotedInfraction(read_kind("slow_play", row)))
    case = next(case for case in cases() if case.id == "slow-play-1")
    text = case.questions[0].text.replace("incident slow_play S @8", noted)
    return " ".join(ruling_text(dossier(rule_on(hand_of(text).record))).split())


@pytest.mark.parametrize(
    "texts",
    [{}, {"message": "{seat} bent a card", "messages": {"card": "{seat} bent {card}"}}],
    ids=["in the message", "if it is known"],
)
def test_a_card_that_the_record_names_is_stated_where_a_text_names_it(
    texts: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = ruling_on('incident slow_play E card qh quote "oops" @8', monkeypatch, **texts)
    assert "East bent Q♥: “oops”" in text
    assert "East bent Q♥" in ruling_on("incident slow_play E card qh @8", monkeypatch, **texts)


def test_a_card_that_the_record_does_not_name_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "East bent an unknown card" in ruling_on("incident slow_play E @8", monkeypatch)
