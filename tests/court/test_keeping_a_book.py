"""The commands of a book: nothing is lost or changed unseen, and a season finds its own."""

from __future__ import annotations

import json
import shlex
from datetime import date, timedelta
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.archive.club import list_logged
from clabber_audit.archive.database import open_archive
from clabber_audit.archive.verify import complaints
from clabber_audit.bulk import prefilter
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.judge import judge
from clabber_audit.league import games
from clabber_audit.records.hand import Hand
from clabber_audit.rules.answers import to_toml_text
from clabber_audit.rules.book_file import read_book
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.ruleset import load
from tests.archive.shelves import shelf
from tests.cli import Done, call
from tests.court.test_book import CASES
from tests.killed import kill_at_write
from tests.league.seasons import SEASON, encode_season
from tests.signing.people import AGNES, public
from tests.transcripts import carry_out, follow, transcripts

_WORDS: Final = ("--holding", "So it is held.", "--because", "The sources are silent.", "--by", "Agnes Weber")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a season, its archive, hand c23, and an empty book that the archive keeps."""
    monkeypatch.chdir(tmp_path)
    Path("season.json").write_bytes(encode_season(SEASON))
    Path("book.toml").write_text(CASES["books"]["empty"] + 'archive = "season.db"\n', encoding="utf-8")
    Path("c23.clab").write_text(CASES["hands"]["C-23"], encoding="utf-8")
    shelf(tmp_path, [], "season.db")
    return tmp_path


def _add(number: str = "2026-3", answer: str = "D-66=yes") -> Done:
    return call("book", "add", ".", "--number", number, "--on", "2026-03-12", "--answer", answer, *_WORDS)


def _list_numbers() -> list[str]:
    with open_archive("season.db") as archive:
        assert not list(complaints(archive))
        return [str(logged.decision["number"]) for logged in list_logged(archive)]


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("keeping.md")))
def test_a_transcript(title: str, lines: list[str], here: Path) -> None:
    """Commands and what is in book and log after them; the head of `keeping.md` explains the lines."""
    book = Path("book.toml")
    for what, text in follow(lines, call, {"words": shlex.join(_WORDS), "key": str(AGNES)}, book):
        match what:
            case "book":
                assert [one.number for one in read_book(here).decisions] == text.split()
            case "logged":
                assert _list_numbers() == text.split()
            case "append":
                entry = CASES["books"][text].partition("[[")[2]
                book.write_text(f"{book.read_text(encoding='utf-8')}\n[[{entry}", encoding="utf-8")
            case "take":
                book.write_text(CASES["books"][text], encoding="utf-8")
            case "signed":
                with open_archive("season.db") as archive:
                    (logged,) = list_logged(archive)
                own = Path(public(AGNES)).read_text().rsplit(" ", 1)[0].strip()
                assert [signed["key"] for signed in logged.signed] == [own]
            case "order":
                name, _, words = text.partition(" ")
                found = " ".join(Path(name).read_text(encoding="utf-8").split())
                places = [found.index(one) for one in words.split(" / ")]
                assert places == sorted(places)
            case _:
                carry_out(what, text, {})


def test_a_decision_killed_at_any_write_is_there_or_not_and_is_mended(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, archive = Path("book.toml"), Path("season.db")
    before = book.read_bytes(), archive.read_bytes()
    left: list[tuple[int, int]] = []
    while kill_at_write(len(left), monkeypatch, _add):
        left.append((len(read_book(here).decisions), len(_list_numbers())))
        assert _add("2026-4", "D-54=upholds").code == 0
        assert [decision.number for decision in read_book(here).decisions] == _list_numbers()
        book.write_bytes(before[0])
        archive.write_bytes(before[1])
    # Nothing at first, then it is in the book, at last in both; and never in the log alone.
    assert set(left) == {(0, 0), (1, 0), (1, 1)}
    assert sorted(left) == left


def test_a_season_with_a_book_judges_no_hand_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book of 40 decisions of their own days, each as the rules have it: clean hands stay unjudged (issue 28.6)."""
    monkeypatch.chdir(tmp_path)
    assert call("simulate", "--season", "--teams", "4", "-o", "s").code == 0
    judged = list[str]()
    monkeypatch.setattr(prefilter, "prefilter_pays", lambda _count: True)

    def counted(hand: Hand, law: BoundRuleset) -> judge.Ruling:
        judged.append(hand.record.id)
        return judge.adjudicate(hand, law)

    monkeypatch.setattr(games, "adjudicate", counted)
    plain, without = json.loads(call("league", "standings", "s", "-f", "json").out), len(judged)
    Path("s/book.toml").write_text(_forty(), encoding="utf-8")
    judged.clear()
    found = json.loads(call("league", "standings", "s", "-f", "json").out)
    assert found["table"] == plain["table"]
    assert without == len(judged) < len(Path("s/hands.jsonl").read_text(encoding="utf-8").splitlines()) / 2


def _forty() -> str:
    """A book of 40 decisions, one a day from the first of January 2026 on."""
    toggles, rows = load("ecl-1992").toggles._asdict(), CLABBER.questions
    asked = [
        name
        for name, answer in toggles.items()
        if rows[name].row.startswith("D-") and type(answer) in (str, bool)
    ]
    entries = [
        f"""
[[decision]]
number = "{number}"
date = {date(2026, 1, 1) + timedelta(number)}
question = "{rows[name].row}"
answer = {{ {name} = {to_toml_text(toggles[name])} }}
holding = "H."
because = "B."
by = ["Agnes Weber"]
"""
        for number, name in enumerate(asked[:40])
    ]
    assert len(entries) == 40
    return "".join([CASES["books"]["empty"], *entries])
