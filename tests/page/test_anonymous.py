"""A page without the people."""

from __future__ import annotations

import json

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.judge.judge import adjudicate, anonymize
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import law
from clabber_audit.rules.ruleset import from_data
from tests import hands
from tests.page.reading import EVIL, evil, page_of

PEOPLE = (
    *hands.PLAYERS.values(),
    *hands.TEAMS.values(),
    "Riverside",
    "Turners",
    "2026-01-22",
    "Agnes",
    "sheet 12",
    "bell of the bar",
    "captains",
    "trumps?",
)


@pytest.mark.parametrize("name", hands.NAMES)
def test_anonymous_page_names_nobody(name: str) -> None:
    text = page_of(hands.ALL[name], anonymous=True)
    for word in PEOPLE:
        assert word not in text, word
    assert f"hand {name}" not in text
    assert "North" in text


def test_anonymous_evil_page_holds_no_text() -> None:
    text = page_of(evil(), anonymous=True)
    assert not [
        payload for payload in EVIL if payload in text or payload in json.dumps(read_embedded_ruling(text))
    ]
    assert "onerror" not in text


@pytest.mark.parametrize("name", hands.NAMES)
@pytest.mark.full
def test_anonymous_ruling_is_the_same_ruling(name: str) -> None:
    ruling, _ = hands.rule_on(hands.ALL[name])
    inside = read_embedded_ruling(page_of(hands.ALL[name], anonymous=True))
    again = adjudicate(parse_hand(json.dumps(inside["record"]).encode()), law(from_data(inside["law"])))
    assert again.remedy == ruling.remedy
    del inside["certificates"]
    assert json.loads(json.dumps(ruling_data(again))) == inside
    assert ruling_data(anonymize(ruling))["claims"] == ruling_data(ruling)["claims"]
