"""`score` as people run it: many files, every form, and what it says when something is wrong."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from tests.cli import BAD, ROOT, call, csv_rows, encoded, put, run
from tests.scorecard.games import DISPUTED, LONG, PLACE, WON, hand
from tests.scorecard.test_forms import words


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with games in it."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "won.jsonl", WON)
    put(tmp_path / "won.clab", WON)
    (tmp_path / "won.txt").write_text("won\n", encoding="utf-8")
    put(tmp_path / "disputed.jsonl", DISPUTED)
    put(tmp_path / "bad.json", [BAD])
    put(tmp_path / "sheet.jsonl", [hand(1, "N", 91, "XXX"), hand(2, "E", 82, 80)])
    return tmp_path


def test_from_every_kind_of_record(here: Path) -> None:
    """JSON Lines, text, one file a hand, a folder, standard input, rulings in HTML: the same card."""
    card = call("score", "won.jsonl").out
    assert "Herons won, 510 to 470." in card
    assert call("score", "won.clab").out == card
    single = here / "single"
    single.mkdir()
    for record in WON:
        put(single / f"{record['id']}.json", [record])
    assert call("score", "single").out == card
    assert call("score", *sorted(single.iterdir(), reverse=True)).out == card
    assert call("score", "-", stdin=b"".join(map(encoded, WON))).out == card
    assert call("rule", single / "h3.json", "-o", "h3.html").code == 0
    (single / "h3.json").unlink()
    assert call("score", "single", "h3.html").out == card


def test_from_an_archive_with_its_checkpoint(here: Path) -> None:
    """Paper can be compared with the archive later; without names the archive is not named either."""
    assert call("archive", "init", "season.db", "--origin", "net-loft").code == 0
    assert call("archive", "add", "season.db", "won.jsonl").code == 0
    line = call("archive", "checkpoint", "season.db").out.strip()
    assert line.startswith("net-loft 6 ")
    done = call("score", "season.db")
    assert done.out == call("score", "won.jsonl").out + f"Checkpoint\n  {line}\n"
    assert line in call("score", "season.db", "-f", "html").out
    assert "net-loft" not in call("score", "season.db", "--anonymous").out


def test_a_sheet_alone_is_enough(here: Path) -> None:
    """91 and a set, then 82 and 80: 173 and 80."""
    done = call("score", "sheet.jsonl")
    assert done.code == 0
    assert "The game is not over: Herons 173, Foxes 80." in done.out


def test_form_by_ending_and_by_name(here: Path) -> None:
    beginnings = {"html": "<!DOCTYPE html>", "json": "{", "csv": "card,league,", "text": "Scorecard: "}
    for form, beginning in beginnings.items():
        by_name = call("score", "won.jsonl", "--format", form)
        assert by_name.code == 0
        assert by_name.out.startswith(beginning)
        ending = "txt" if form == "text" else form
        assert call("score", "won.jsonl", "-o", f"card.{ending}").out == ""
        assert (here / f"card.{ending}").read_text(encoding="utf-8") == by_name.out
    assert call("score", "won.jsonl", "-o", "card.xlsx").code == 0
    assert (here / "card.xlsx").read_bytes().startswith(b"PK")
    assert call("score", "won.jsonl", "-o", "card.HTM").code == 0
    assert (here / "card.HTM").read_text(encoding="utf-8").startswith("<!DOCTYPE html>")


@pytest.mark.full
def test_workbook_to_standard_output_is_the_same(here: Path) -> None:
    assert call("score", "won.jsonl", "-o", "card.xlsx").code == 0
    done = run(
        "score", "won.jsonl", "--format", "xlsx", "-o", "-", cwd=here, env={"PYTHONIOENCODING": "latin-1"}
    )
    assert done.out.encode("latin-1") == (here / "card.xlsx").read_bytes()


def test_without_the_package_for_workbooks(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    done = call("score", "won.jsonl", "-o", "card.xlsx")
    assert done.code == 5
    assert "pip install 'clabber-audit[xlsx]'" in done.err
    assert not (here / "card.xlsx").exists()


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["won.jsonl"], 0),
        (["sheet.jsonl"], 0),
        (["disputed.jsonl"], 4),
        (["bad.json"], 3),
        (["bad.json", "disputed.jsonl"], 3),
        (["won.jsonl", "missing.json"], 5),
        (["missing.json"], 5),
        (["won.jsonl", "--ruleset", "nowhere"], 2),
        (["won.jsonl", "--format", "xml"], 2),
        (["won.txt"], 2),
        (["lost.txt"], 5),
        ([], 2),
    ],
)
def test_exit_codes(here: Path, args: list[str], code: int) -> None:
    done = call("score", *args)
    assert done.code == code
    assert "Traceback" not in done.err
    assert (done.err == "") == (code in (0, 4))


def test_findings_are_no_failure(here: Path) -> None:
    """The sheet differs and there is a renege, and still the code is 0: only `check` returns 1."""
    assert call("check", "won.jsonl").code == 1
    assert call("score", "won.jsonl").code == 0


def test_a_refused_record_does_not_hide_the_others(here: Path) -> None:
    put(here / "mixed.jsonl", [*WON[:3], BAD, *WON[3:]])
    done = call("score", "mixed.jsonl")
    assert done.code == 3
    assert done.err.startswith("mixed.jsonl:4:")
    assert "error" in done.err
    assert done.out == call("score", "won.jsonl").out


def test_nothing_to_add_up(here: Path) -> None:
    (here / "empty").mkdir()
    done = call("score", "empty", "-o", "card.html")
    assert done.code == 5
    assert "no hands to add up" in done.err
    assert call("score", "bad.json", "-o", "card.html").code == 3
    assert not (here / "card.html").exists()


def test_several_games(here: Path) -> None:
    put(
        here / "more.jsonl",
        [{**record, "context": {**PLACE, "game": 2, "hand": record["context"]["hand"]}} for record in LONG],
    )
    data = json.loads(call("score", "won.jsonl", "more.jsonl", "-f", "json").out)
    assert [(game["game"], game["winner"], len(game["hands"])) for game in data["games"]] == [
        (1, "NS", 6),
        (2, "EW", 15),
    ]
    rows = csv_rows(call("score", "won.jsonl", "more.jsonl", "-f", "csv").out)
    assert [row["game"] for row in rows] == ["1"] * 6 + ["2"] * 15


def test_ruleset_decides_what_a_tie_is(here: Path) -> None:
    """D-78."""
    put(here / "level.jsonl", [hand(1, "N", 502, 502)])
    assert "another hand decides" in call("score", "level.jsonl").out
    assert "The game is tied" in call("score", "level.jsonl", "--ruleset", "gamerules").out


def test_anonymous(here: Path) -> None:
    done = call("score", "won.jsonl", "--anonymous", "-f", "html")
    assert "North-South won, 510 to 470." in done.out
    assert not [name for name in ("Herons", "Foxes", "Ida", "Harbour") if name in done.out]


def test_p03_no_overwriting_without_force(here: Path) -> None:
    target = here / "card.xlsx"
    target.write_text("mine")
    assert call("score", "won.jsonl", "-o", "card.xlsx").code == 5
    assert target.read_text() == "mine"
    assert call("score", "won.jsonl", "-o", "card.xlsx", "--force").code == 0
    assert target.read_bytes().startswith(b"PK")


@pytest.mark.full
@pytest.mark.parametrize("coding", ["cp1252", "ascii"])
def test_poor_consoles_get_letters(here: Path, coding: str) -> None:
    done = run("score", "won.jsonl", env={"PYTHONIOENCODING": coding, "PYTHONUTF8": "0"}, cwd=here)
    assert done.code == 0
    assert "E H" in done.out


@pytest.mark.full
def test_demo_writes_a_scorecard_when_asked(here: Path) -> None:
    assert call("demo", "-o", "ruling.html").code == 0
    assert sorted(path.name for path in here.iterdir() if path.suffix == ".html") == ["ruling.html"]
    done = call("demo", "-o", "ruling.html", "--scorecard", "card.html", "--force")
    assert done.code == 0
    assert "card.html" in done.err
    assert "Owls won, 510 to 470." in (here / "card.html").read_text(encoding="utf-8")
    assert call("demo", "-o", "other.html", "--scorecard", "card.html").code == 5
    example = ROOT / "examples" / "games" / "thursday.txt"
    assert call("demo", "-o", "-", "--scorecard", "card.txt").code == 0
    assert (here / "card.txt").read_text(encoding="utf-8") == example.read_text(encoding="utf-8")


def test_the_same_hands_given_twice_count_once(here: Path) -> None:
    """Two files with the same hands, or records and the ruling on one of them: each hand was played once."""
    done = call("score", "won.jsonl", "won.clab")
    assert done.code == 0
    assert "Herons won, 510 to 470." in done.out
    assert "The same records of hands 1 to 6 were given more than once; each counts once." in words(done.out)
    put(here / "third.json", WON[2:3])
    assert call("rule", "third.json", "-o", "third.html").code == 0
    beside = call("score", "won.clab", "third.html").out
    assert "Herons won, 510 to 470." in beside
    assert "The same record of hand 3 was given more than once; it counts once." in words(beside)


def test_two_hands_with_one_number_leave_it_open(here: Path) -> None:
    put(here / "other.jsonl", [{**hand(6, "E", 120, 82), "id": "other"}])
    done = call("score", "won.jsonl", "other.jsonl")
    assert done.code == 4
    assert "We cannot tell who won while more than one hand is numbered 6" in words(done.out)


@pytest.mark.full
def test_demo_writes_both_files_or_neither(here: Path) -> None:
    """Whichever of the two names will not do, the other file is not written and no ruling printed."""
    (here / "there.html").write_text("mine")
    for names in (("new.html", "there.html"), ("there.html", "new.html"), ("new.html", "nowhere/card.html")):
        done = call("demo", "-o", names[0], "--scorecard", names[1])
        assert (done.code, done.out) == (5, "")
        assert not (here / "new.html").exists()
    assert (here / "there.html").read_text() == "mine"
    done = call("demo", "-o", "new.html", "--scorecard", "./new.html", "--force")
    assert done.code == 2
    assert "cannot be one file" in done.err
    assert not (here / "new.html").exists()
