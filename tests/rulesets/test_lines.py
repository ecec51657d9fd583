"""The text of a line by the date of a hand, worked out from the league's two texts and a house that changes one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.rules.lines import line, period
from clabber_audit.rules.ruleset import LINES, SHIPPED, load, statute_of_shipped
from tests.cli import call
from tests.transcripts import follow, transcripts

DATED: Final = Path(__file__).parent / "dated"


def hand(folder: Path, name: str, date: str, rules: str = "ecl") -> str:
    """Return the name of a file with a hand of this date, under these rules."""
    text = (DATED / f"{name}.clab").read_text(encoding="utf-8").replace("rules ecl\n", f"rules {rules}\n")
    dated = text.replace("deal S\n", f"context {date}\ndeal S\n") if date else text
    path = folder / f"{name}.clab"
    path.write_text(dated, encoding="utf-8")
    return str(path)


def test_lines_are_in_the_files() -> None:
    of_line = {name: statute_of_shipped(name).line for name in SHIPPED}
    assert {one for one in of_line.values() if one} == {*LINES}
    assert all(of_line[newest] == name for name, newest in LINES.items())
    assert not {*LINES} & {*SHIPPED}


HOUSE: Final = """
id = "corner-bar"
title = "Corner Bar"
extends = "ecl-1992"

[articles.announcing]
from = 2026-02-01
text = "Announce a meld just before you play your first card. A meld announced later does not score."
toggles = { late_meld = "void" }
penalties = { meld-announced-late = "late_meld" }
"""


def house(folder: Path, text: str = HOUSE) -> str:
    path = folder / "corner-bar.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("lines.md")))
def test_a_transcript(title: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands on dated hands; the head of `lines.md` explains the lines."""
    monkeypatch.chdir(tmp_path)
    house(tmp_path)
    for what, text in follow(lines, call, {}, tmp_path / "corner-bar.toml"):
        assert what == "hand", text
        name, rules, *date = text.split(" ", 2)
        hand(tmp_path, name, "".join(date), rules)


def test_parameters_of_a_house_begin_on_their_day(tmp_path: Path) -> None:
    text = 'id = "x"\ntitle = "X"\nextends = "ecl"\n[parameters]\ntarget = 300\n'
    found = line(house(tmp_path, text + "[[parameters.from]]\ndate = 2024-01-01\ntarget = 750\n"))
    assert found is not None
    texts = [
        (str(text.first), text.ruleset.toggles.target, text.ruleset.toggles.look_back) for text in found.texts
    ]
    assert texts == [
        ("0001-01-01", 300, "until_next_card"),
        ("1992-12-10", 300, "until_turned"),
        ("2024-01-01", 750, "until_turned"),
    ]
    assert load(str(tmp_path / "corner-bar.toml")).toggles.target == 750


def test_a_file_succeeds_another(tmp_path: Path) -> None:
    old = 'id = "old"\ntitle = "Old"\nextends = "ecl-1992"\n[parameters]\ntarget = 300\n'
    (tmp_path / "old.toml").write_text(old, encoding="utf-8")
    new = 'id = "new"\ntitle = "New"\nextends = "old.toml"\nsucceeds = "old.toml"\nin_force = { from = "2025-09" }\n'
    found = line(house(tmp_path, new + "[parameters]\ntarget = 750\n"))
    assert found is not None
    for words, target in (("August 2025", 300), ("2025-09-01", 750), ("2026", 750)):
        when = period(words)
        assert [one.ruleset.toggles.target for one in found.find_texts_in_force(when)] == [target]


HEAD: Final = 'id = "x"\ntitle = "X"\nextends = "ecl-1992"\nrepeal = ["slow-play"]\n'
GAP: Final = """
[articles.slow]
topic = "play"
text = "Whoever studies longer than a minute has reneged."
until = 2023-12-31
penalties = { slow-play = "renege" }
[articles.{later}]
topic = "play"
text = "Slow play is a renege."
from = {day}
penalties = { slow-play = "renege" }
"""


@pytest.mark.parametrize(
    ("later", "day", "told"),
    [
        (
            "slow-again",
            "2024-03-01",
            "articles “slow” and “slow-again”: nothing is in force from January 1, 2024 to February 29, 2024",
        ),
        # From one day to the next, and two that overlap.
        ("slow-again", "2024-01-01", ""),
        ("slow-again", "2023-06-01", ""),
    ],
)
def test_a_period_without_an_article_is_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, later: str, day: str, told: str
) -> None:
    text = GAP.replace("{later}", later).replace("{day}", day)
    line(house(tmp_path, HEAD + text))
    assert told in caplog.text
    assert bool(told) == ("nothing is in force" in caplog.text)


def test_a_successor_may_leave_a_gap(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    """The first text has its article until the end of 2023, its successor begins in March."""
    slow, again = (
        GAP.replace("{later}", "slow-again").replace("{day}", "2024-03-01").split("[articles.slow-again]")
    )
    old = HEAD.replace("x", "old", 1) + slow
    (tmp_path / "old.toml").write_text(old, encoding="utf-8")
    new = HEAD.replace("repeal", 'succeeds = "old.toml"\nin_force = { from = 2024-03-01 }\nrepeal')
    line(house(tmp_path, new + "[articles.slow]" + again.replace("from = 2024-03-01\n", "")))
    assert "article “slow”: nothing is in force from January 1, 2024 to February 29, 2024" in caplog.text


@pytest.fixture
def archive(tmp_path: Path) -> str:
    path = str(tmp_path / "hands.db")
    assert call("archive", "init", path).code == 0
    for name, rules in (
        ("wrong-call", "ecl-1984"),
        ("looked-back", "ecl-1992"),
        ("taken-back", "ecl-1992"),
        ("failed", "wp"),
    ):
        assert call("archive", "add", path, hand(tmp_path, name, "1986-03-14", rules)).code == 0
    return path


def test_what_a_revision_would_change(archive: str, tmp_path: Path) -> None:
    """The wrong call, the look back, and the call taken back before anything was turned (R-091 to R-095, D-58)."""
    file = tmp_path / "changed.json"
    revised = ("--from", "ecl-1984", "--to", "ecl-1992")
    assert call("archive", "would-change", archive, *revised, "-o", str(file)).code == 0
    data = json.loads(file.read_text(encoding="utf-8"))
    found = {one["id"]: (one["from"]["score"], one["to"]["score"]) for one in data["changed"]}
    free, paid = {"NS": 77, "EW": 105}, {"NS": 162, "EW": 0}
    assert (data["hands"], found) == (
        4,
        {"wrong-call": (paid, free), "looked-back": (free, paid), "taken-back": (paid, free)},
    )
    back = call("archive", "would-change", archive, "--from", "ecl-1992", "--to", "ecl-1984")
    assert "3 of 4 hands would be ruled otherwise." in back.out
    assert call("archive", "would-change", archive, "--from", "ecl-1992", "--to", "pepper").code == 2


def test_a_page_of_a_revision_has_both_verdicts(archive: str, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    assert (
        call(
            "archive", "would-change", archive, "--from", "ecl-1984", "--to", "ecl-1992", "-o", str(page)
        ).code
        == 0
    )
    text = page.read_text(encoding="utf-8")
    assert "NO RENEGE: CALLER PAYS" in text
    assert "looking-back" in text
