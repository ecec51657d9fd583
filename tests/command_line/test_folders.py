"""Nothing that lies in a folder is dropped in silence (issue 25, point 6)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import GOOD, call, write_records
from tests.league.seasons import SEASON, game
from tests.league.seasons import encode_season as season_encoded

ROW = "1,N,S,H,90,72\n"
HEADING = "hand,dealer,maker,trump,ns_score,ew_score\n"
#: Files that were meant as hands and cannot be read: what they hold, where the fault is, the advice.
MEANT = [
    ("typo.csv", "hand,delaer,maker,trump,ns_score,ew_score\n" + ROW, "1:6", "did you mean dealer?"),
    (
        "titles.csv",
        "Owls against Eagles\n\nJanuary 5\n" + HEADING.replace(",", ";") + ROW,
        "1:1",
        "delete rows 1 to 3",
    ),
    ("phones.csv", "name,phone\nRuth,555\n", "1:1", "add a header row"),
    ("night.xlsx", "PK", "1:1", "save it as CSV"),
    ("night.tsv", "hand\tdealer\n", "1:1", "ends in .csv"),
    ("night.txt", "N dealt, South made hearts", "1:1", "ends in .clab"),
    ("night.docx", "PK", "1:1", "copy the hands"),
    ("night", "clabber 1\nhand x\ndealer N\n", "1:1", "rename or convert it"),
    ("night.bak", HEADING + ROW, "1:1", "rename or convert it"),
]
#: Files that were not, and the reason that is given.
OTHERS = [
    ("photo.jpg", "\0", "it is not a file of hands"),
    ("README.md", "# Hands\nClabber is played on Thursdays.\n", "it is not a file of hands"),
    ("house.toml", 'id = "corner"', "it is not a file of hands"),
    ("season.json", '{"format": "clabber-season/1"}', "it is a season"),
    ("site.json", '{"format": "clabber-site/1"}', "it holds site, not hands"),
    ("table.json", '{"format": "clabber-table-check/1"}', "it holds table-check, not hands"),
    ("rulings.jsonl", '{"format": "bid-euchre-ruling/1"}', "it holds ruling, not hands"),
    ("card.csv", "card,league\n", "another command wrote this table"),
    ("tallies.csv", "game,table,north,east,south,west,ns,ew\n", "it is a tally sheet"),
    ("empty.txt", "", "it is empty"),
    ("empty.clab", "", "no hand in it could be read"),
]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place with a folder in which a good hand lies, and an archive."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    write_records(tmp_path / "in" / "good.json", [GOOD])
    call("archive", "init", "a.db")
    return tmp_path


@pytest.mark.parametrize(("name", "text", "place", "advice"), MEANT)
@pytest.mark.parametrize(
    "command", [("check",), ("score",), ("archive", "add", "a.db", "--yes")], ids=" ".join
)
def test_what_was_meant_as_hands_is_a_fault(
    here: Path, command: tuple[str, ...], name: str, text: str, place: str, advice: str
) -> None:
    before = call(*command, "in")
    assert "not read" not in before.err
    (here / "in" / name).write_text(text)
    done = call(*command, "in")
    assert done.code == 3
    assert f"in/{name}:{place}: error: " in done.err
    assert advice in done.err
    assert done.err.splitlines()[-1].startswith(f"not read: in/{name}: ")


@pytest.mark.parametrize(("name", "text", "why"), OTHERS)
@pytest.mark.parametrize("command", [("check",), ("archive", "add", "a.db", "--yes")], ids=" ".join)
def test_what_was_not_is_listed(here: Path, command: tuple[str, ...], name: str, text: str, why: str) -> None:
    before = call(*command, "in")
    (here / "in" / name).write_text(text)
    done = call(*command, "in")
    assert done.code == before.code
    assert done.err.splitlines()[-1].startswith(f"not read: in/{name}: {why}")


def test_a_season_reads_its_folder_likewise(here: Path) -> None:
    (here / "in" / "good.json").unlink()
    (here / "in" / "season.json").write_bytes(season_encoded(SEASON))
    write_records(here / "in" / "hands.jsonl", game(1, ("Owls", "Eagles"), (512, 430)))
    assert call("league", "standings", "in").code == 0
    (here / "in" / "typo.csv").write_text(MEANT[0][1])
    (here / "in" / "night.xlsx").write_text("PK")
    (here / "in" / "photo.jpg").write_text("\0")
    (here / "in" / "round-2").mkdir()
    for command in ("standings", "report", "open"):
        done = call("league", command, "in")
        assert done.code == 3
        assert "in/typo.csv:1:6: error: " in done.err
        assert "in/night.xlsx:1:1: error: " in done.err
        assert "look: 2 hands have errors" in done.err
        assert "not read: in/photo.jpg: " in done.err
        assert "not read: in/round-2: it is a folder" in done.err


def test_a_name_with_a_line_break_starts_no_line(here: Path) -> None:
    (here / "in" / "a\nerror: b.jpg").write_text("\0")
    done = call("check", "in")
    assert not any(line.startswith("error: b") for line in done.err.splitlines())
