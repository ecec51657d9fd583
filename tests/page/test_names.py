"""Pages without the people, and names that are read from right to left."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path

import pytest

from clabber_audit.cli.output import Output
from clabber_audit.core.text import isolate_right_to_left
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.judge.judge import anonymize
from clabber_audit.report.data import ruling_data
from clabber_audit.report.page import page
from clabber_audit.report.ruling import replay_text, ruling_text
from clabber_audit.rules.bound_ruleset import law
from clabber_audit.rules.ruleset import from_data
from tests import hands
from tests.cli import CLAIMED, call, copy_with, write_records
from tests.league.seasons import SEASON
from tests.page.reading import EVIL, page_of
from tests.render.test_hostile_text import mix_texts
from tests.rules import rule_on

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
    "spades”",
)


@pytest.mark.parametrize("name", sorted({*hands.NAMES, "talk"}))
def test_an_anonymous_ruling_names_nobody(name: str) -> None:
    """Nor does the page, the text or the replay quote what somebody said or wrote."""
    file = dossier(*hands.rule_on(hands.ALL[name]), anonymous=True)
    for text in (page(file), ruling_text(file), replay_text(file)):
        assert not [word for word in (*PEOPLE, f"hand {name}") if word in text]
        assert "North" in text


def test_anonymous_evil_page_holds_no_text() -> None:
    text = page_of(mix_texts(EVIL, 0), anonymous=True)
    assert not [
        payload for payload in EVIL if payload in text or payload in json.dumps(read_embedded_ruling(text))
    ]
    assert "onerror" not in text


@pytest.mark.parametrize("name", hands.NAMES)
@pytest.mark.full
def test_anonymous_ruling_is_the_same_ruling(name: str) -> None:
    ruling, _ = hands.rule_on(hands.ALL[name])
    inside = read_embedded_ruling(page_of(hands.ALL[name], anonymous=True))
    again = rule_on(inside["record"], law(from_data(inside["law"])))
    assert again.remedy == ruling.remedy
    del inside["certificates"]
    assert json.loads(json.dumps(ruling_data(again))) == inside
    assert ruling_data(anonymize(ruling))["claims"] == ruling_data(ruling)["claims"]


ALONE = re.compile(
    r"<bdi>[^<]*</bdi>|\u2068[^\u2069]*\u2069|<title>.*?</title>|<(script|style|svg)\b.*?</\1>|<[^>]*>",
    re.DOTALL,
)
RIGHT_TO_LEFT = {"N": "שלום", "E": "محمد علي", "S": "Bob", "W": "נ"}
TEAMS = {"NS": "ינשופים", "EW": "Eagles"}
RECORD = copy_with(
    CLAIMED,
    players=RIGHT_TO_LEFT,
    teams=TEAMS,
    remarks=["said שלום 20"],
    context={"league": "ליגה", "round": 1},
)


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.chdir(tmp_path)
    write_records(tmp_path / "x.json", [RECORD])
    teams = [{**team, "name": "ינשופים"} if team["id"] == "owls" else team for team in SEASON["teams"]]
    write_records(tmp_path / "season.json", [{**SEASON, "teams": teams}])
    assert call("archive", "init", "a.db").code == call("archive", "add", "a.db", "x.json").code == 0
    assert call("archive", "export", "a.db", "site").code == 0
    assert call("rule", "x.json", "-o", "x.html").code == 0
    assert call("score", "x.json", "-o", "card.html").code == 0
    assert call("league", "schedule", "season.json", "-o", "season.html").code == 0
    return [path.read_text(encoding="utf-8") for path in tmp_path.rglob("*.html")]


def test_every_page_isolates_them(pages: list[str]) -> None:
    assert len(pages) == 16
    for text in pages:
        assert "<bdi>" in text or "\u2068" in text
        assert not re.search("[\u0590-\u08ff]", ALONE.sub("", text))


def test_pages_without_such_names_are_as_they_were(tmp_path: Path) -> None:
    write_records(tmp_path / "x.json", [CLAIMED])
    assert "<bdi>" not in call("rule", tmp_path / "x.json", "-f", "html").out


class TerminalOutput(io.StringIO):
    """Something that a person reads."""

    def isatty(self) -> bool:
        return True


def test_on_a_terminal_only() -> None:
    terminal, pipe = TerminalOutput(), io.StringIO()
    for stream in (terminal, pipe):
        Output(stream).write("North (שלום) 20\n")
    assert terminal.getvalue() == "North (\u2068שלום\u2069) 20\n"
    assert pipe.getvalue() == "North (שלום) 20\n"
    assert isolate_right_to_left("\ufb1d" + " " * 100_000) == "\u2068\ufb1d\u2069" + " " * 100_000
