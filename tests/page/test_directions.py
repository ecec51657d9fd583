"""Names that are read from right to left leave the order of what stands beside them alone, on every page."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest

from clabber_audit.cli.output import Output
from clabber_audit.core.text import isolate_right_to_left
from tests.cli import CLAIMED, call, copy_with, write_records
from tests.league.seasons import SEASON

ALONE = re.compile(
    r"<bdi>[^<]*</bdi>|\u2068[^\u2069]*\u2069|<title>.*?</title>|<(script|style|svg)\b.*?</\1>|<[^>]*>",
    re.DOTALL,
)
PEOPLE = {"N": "שלום", "E": "محمد علي", "S": "Bob", "W": "נ"}
TEAMS = {"NS": "ינשופים", "EW": "Eagles"}
RECORD = copy_with(
    CLAIMED, players=PEOPLE, teams=TEAMS, remarks=["said שלום 20"], context={"league": "ליגה", "round": 1}
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
    for page in pages:
        assert "<bdi>" in page or "\u2068" in page
        assert not re.search("[\u0590-\u08ff]", ALONE.sub("", page))


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
