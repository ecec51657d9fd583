"""The text of a line by the date of a hand, worked out from the league's two texts and a house that changes one."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.rules.lines import line, period
from clabber_audit.rules.ruleset import LINES, SHIPPED, load, statute_of_shipped
from tests.cli import call

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


@pytest.mark.parametrize(
    ("name", "date", "score", "why"),
    [
        # A wrong call, nothing turned: a renege by the text of 1984 (D-50), free by that of 1992.
        ("wrong-call", "1986-03-14", "Owls 162, Eagles 0", "Ruled by the text of October 1984, in force on March 14, 1986"),
        ("wrong-call", "1993-01-05", "Eagles 105, Owls 77", "Ruled by the text of December 10, 1992"),
        ("wrong-call", "1992-12-10", "Eagles 105, Owls 77", "in force on December 10, 1992"),
        ("wrong-call", "1992-12-09", "Owls 162, Eagles 0", "in force on December 9, 1992"),
        ("wrong-call", "", "Eagles 105, Owls 77", "The hand has no date; ruled by the newest text, of December 10, 1992"),
        # To look back before the next lead is allowed by the text of 1984.
        ("looked-back", "1991", "Eagles 105, Owls 77", "Ruled by the text of October 1984"),
        # A renege under any text, before the oldest and in a year with two.
        ("failed", "27 September 1931", "Eagles 182, Owls 0", "No text of 27 September 1931 is known"),
        ("failed", "27 September 1931", "Eagles 182, Owls 0", "ruled by the oldest, of October 1984"),
        ("failed", "September 1984", "Eagles 182, Owls 0", "No text of September 1984 is known"),
        ("failed", "1984", "Eagles 182, Owls 0", "Ruled by the text of October 1984; the hand may be older"),
        ("failed", "1992", "Eagles 182, Owls 0", "1992 has 2 texts; they rule the same"),
    ],
)  # fmt: skip
def test_the_date_picks_the_text(tmp_path: Path, name: str, date: str, score: str, why: str) -> None:
    done = call("rule", hand(tmp_path, name, date))
    assert done.code == 0, done.err
    text = " ".join(done.out.split())
    assert score in text
    assert why in text


@pytest.mark.parametrize("date", ["1992", "December 1992", "season 1992-93"])
def test_a_period_with_two_texts_that_differ_is_undecided(tmp_path: Path, date: str) -> None:
    """To look back cost nothing until December 9, 1992, and the hand from the next day on (R-091, R-092)."""
    done = call("rule", hand(tmp_path, "looked-back", date))
    assert (done.code, done.out) == (4, "")
    rows = [" ".join(line.split()) for line in done.err.splitlines()]
    assert "before December 10, 1992 the text of October 1984 Owls 77, Eagles 105" in rows
    assert "from December 10, 1992 on the text of December 10, 1992 Owls 162, Eagles R" in rows
    assert "was it before or after December 10, 1992?" in rows[-1]


@pytest.mark.parametrize(("date", "score"), [("1986", "Owls 162, Eagles 0"), ("1993", "Eagles 105, Owls 77")])
def test_as_of_goes_before_the_date_of_the_hand(tmp_path: Path, date: str, score: str) -> None:
    done = call("rule", "-r", "ecl", "--as-of", date, hand(tmp_path, "wrong-call", "1992-12-10", "ecl-1992"))
    assert score in " ".join(done.out.split())


def test_a_line_goes_before_the_text_that_a_record_names(tmp_path: Path) -> None:
    path = hand(tmp_path, "wrong-call", "1986-03-14", "ecl-1992")
    assert "Owls 162, Eagles 0" in " ".join(call("rule", "-r", "ecl", path).out.split())
    named = " ".join(call("rule", path).out.split())
    assert "Eagles 105, Owls 77" in named
    assert "on March 14, 1986, the text of October 1984 was in force" in named


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--as-of", "1986"], "--as-of needs a line of rulesets"),
        (["-r", "wp", "--as-of", "1986"], "wp has one text"),
        (["-r", "ecl", "--as-of", "long ago"], "no date"),
    ],
)
def test_as_of_needs_a_line_and_a_date(tmp_path: Path, words: list[str], told: str) -> None:
    done = call("rule", *words, hand(tmp_path, "wrong-call", "1986-03-14"))
    assert done.code == 2
    assert told in done.err


def test_check_and_verify_know_the_line(tmp_path: Path) -> None:
    path = hand(tmp_path, "wrong-call", "1986-03-14")
    assert "unproven-claim" in call("check", path).out
    lines = str(tmp_path / "hands.jsonl")
    assert call("convert", path, lines).code == 0
    assert "unproven-claim" in call("check", "-r", "ecl", lines).out
    page = str(tmp_path / "page.html")
    assert call("rule", path, "-o", page).code == 0
    assert call("verify", page).code == 0


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


@pytest.mark.parametrize(
    ("date", "score"),
    [
        # Joe calls his dad after the first trick: a renege by the league's text, void by the house's (D-25).
        ("2026-02-05", "Eagles 85, Owls 77"),
        ("2026-02-01", "Eagles 85, Owls 77"),
        ("February 2026", "Eagles 85, Owls 77"),
        ("2026-01-22", "Owls 162, Eagles 0"),
        ("", "Eagles 85, Owls 77"),
    ],
)
def test_an_article_of_a_house_begins_on_its_day(tmp_path: Path, date: str, score: str) -> None:
    done = call("rule", "-r", house(tmp_path), hand(tmp_path, "late-dad", date, "ecl-1992"))
    assert score in " ".join(done.out.split()), done.err


def test_a_year_with_two_laws_of_a_house_is_undecided(tmp_path: Path) -> None:
    done = call("rule", "-r", house(tmp_path), hand(tmp_path, "late-dad", "2026", "ecl-1992"))
    assert done.code == 4
    assert "February 1, 2026" in done.err


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


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("in_force = { from = 2024-12-01, until = 2024-09-01 }\n", "is backwards"),
        (
            'in_force = { from = "soon" }\n[[parameters.from]]\ndate = 2024-01-01\ntarget = 750\n',
            "is no date",
        ),
        ('succeeds = "corner-bar.toml"\nin_force = { from = 2024-01-01 }\n', "in a circle"),
        ("[[parameters.from]]\ntarget = 750\n", "this key is required"),
        ("[articles.game]\nfrom = 2024-12-01\nuntil = 2024-09-01\n", "2024-12-01 to 2024-09-01 is backwards"),
    ],
)
def test_dates_that_contradict_each_other_are_refused(tmp_path: Path, text: str, told: str) -> None:
    with pytest.raises(Unusable) as refused:
        line(house(tmp_path, f'id = "x"\ntitle = "X"\nextends = "ecl-1992"\n{text}'))
    assert told in str(refused.value)


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


def test_a_timeline_shows_what_each_text_changed(tmp_path: Path) -> None:
    done = call("rulesets", "ecl", "--timeline")
    assert "From October 1984: ecl-1984" in done.out
    assert "From December 10, 1992: ecl-1992" in done.out
    assert "looking-back, now" in done.out
    assert "announcing" not in done.out
    assert "announcing, now" in call("rulesets", house(tmp_path), "--timeline").out
    assert call("rulesets", "wp", "--timeline").code == 2
    assert "1984 rules" in call("rulesets", "ecl", "--as-of", "1986").out


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
