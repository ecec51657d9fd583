"""The commands of a book: nothing is lost or changed unseen, and a season finds its own."""

from __future__ import annotations

import json
from collections.abc import Sequence
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
from tests.killed import killed_at_write
from tests.league.seasons import SEASON, encoded
from tests.signing.people import AGNES, public

_WORDS: Final = ("--holding", "So it is held.", "--because", "The sources are silent.", "--by", "Agnes Weber")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a season, its archive, hand c23, and an empty book that the archive keeps."""
    monkeypatch.chdir(tmp_path)
    Path("season.json").write_bytes(encoded(SEASON))
    Path("book.toml").write_text(CASES["books"]["empty"] + 'archive = "season.db"\n', encoding="utf-8")
    Path("c23.clab").write_text(CASES["hands"]["C-23"], encoding="utf-8")
    shelf(tmp_path, [], "season.db")
    return tmp_path


def _add(number: str = "2026-3", *more: str, day: str = "2026-03-12") -> Done:
    asked = ("--answer", "D-66=yes") if not {"--question", "--answer"} & {*more} else ()
    return call("book", "add", ".", "--number", number, "--on", day, *asked, *_WORDS, *more)


def _logged() -> list[str]:
    with open_archive("season.db") as archive:
        assert not list(complaints(archive))
        return [str(logged.decision["number"]) for logged in list_logged(archive)]


def test_a_decision_is_in_the_book_and_in_the_log(here: Path) -> None:
    assert _add().err == "2026-3 is law from 2026-03-12 on, in book.toml\n"
    assert [decision.number for decision in read_book(here).decisions] == _logged() == ["2026-3"]
    (one,) = read_book(here).decisions
    assert (one.answers, one.by, one.holding) == (
        {"question_is_renege": True},
        ["Agnes Weber"],
        "So it is held.",
    )
    assert call("book", "check", ".").out.endswith("1 decision of Corner Bar: no conflict.\n")
    assert "2026-3, March 12, 2026, D-66: question_is_renege = true" in call("book", "list", ".").out
    assert "Holding: So it is held." in call("book", "show", ".", "2026-3").out
    listed = call("archive", "decisions", "season.db").out
    assert listed == "The book of the club\n  2026-3 on D-66 (2026-03-12): So it is held.\n"
    (entry,) = json.loads(call("archive", "decisions", "season.db", "-f", "json").out)
    assert (entry["kind"], entry["decision"]["number"]) == ("precedents", "2026-3")


def test_the_book_of_the_season_is_found_by_itself(here: Path) -> None:
    """`rule` and `check` of a hand in the season's folder; a folder within is of the season too."""
    _add()
    ruled = json.loads(call("rule", "c23.clab", "-f", "json").out)
    assert (ruled["score"], [one["number"] for one in ruled["decisions"]]) == (
        {"NS": 162, "EW": 0},
        ["2026-3"],
    )
    assert json.loads(call("rule", "c23.clab", "-f", "json", "--no-book").out)["score"] == {
        "NS": 77,
        "EW": 105,
    }
    assert "asked Carl about the play: “What's trumps?” [renege]" in call("check", "c23.clab").out
    assert "[note]" in call("check", "c23.clab", "--no-book").out
    Path("hands").mkdir()
    Path("c23.clab").rename("hands/c23.clab")
    assert "[renege]" in call("check", "hands").out
    assert call("check", "hands", "../elsewhere.clab").code == 2


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("The sources are silent.", "We like it.", "because was"),
        ("question_is_renege = true", "question_is_renege = false", "differs from the log of season.db"),
        ("2026-3", "2026-4", "decision 2026-3 is gone"),
    ],
)
def test_an_edited_book_is_refused(old: str, new: str, says: str, here: Path) -> None:
    """Decisions are changed by new ones; the log has what was decided (B9)."""
    _add()
    text = Path("book.toml").read_text(encoding="utf-8")
    Path("book.toml").write_text(text.replace(old, new), encoding="utf-8")
    for command in (
        ["rule", "c23.clab"],
        ["check", "c23.clab"],
        ["book", "check", "."],
        ["league", "standings", "."],
    ):
        done = call(*command)
        assert (done.code, says in done.err, done.out) == (3, True, "")
    assert (_add("2026-9", day="2026-03-13").code, _logged()) == (3, ["2026-3"])


def test_what_is_typed_into_the_file_is_logged_with_the_next(here: Path) -> None:
    text = Path("book.toml").read_text(encoding="utf-8")
    entry = CASES["books"]["late-meld"].partition("[[")[2]
    Path("book.toml").write_text(f"{text}\n[[{entry}", encoding="utf-8")
    assert "look: 2026-2 is not in the log yet" in call("book", "check", ".").out
    _add()
    assert _logged() == ["2026-2", "2026-3"]


def test_signed_decisions(here: Path) -> None:
    _add("2026-3", "--sign", AGNES, "--name", "Agnes Weber")
    with open_archive("season.db") as archive:
        (one,) = list_logged(archive)
    assert [signed["key"] for signed in one.signed] == [
        Path(public(AGNES)).read_text().rsplit(" ", 1)[0].strip()
    ]
    assert call("book", "check", ".").code == 0
    text = Path("book.toml").read_text(encoding="utf-8")
    Path("book.toml").write_text(
        text.replace('archive = "season.db"', "").replace("silent", "mute"), encoding="utf-8"
    )
    done = call("book", "check", ".")
    assert (done.code, "a signature is not valid" in done.out) == (1, True)


@pytest.mark.parametrize(
    ("more", "code", "says"),
    [
        (["--answer", "D-66=maybe"], 2, "it should be true, false"),
        (["--answer", "D-999=yes"], 2, "there is no question D-999"),
        (["--question", "R-094", "--text", "T."], 3, "no open question"),
        (["--answer", "D-50=none"], 2, "D-50 has false_claim and repeat"),
        (["--answer", "D-52=yes"], 2, "with --question and --text in place of --answer"),
        (["--question", "D-53"], 2, "one answer is needed"),
        (["--question", "D-53", "--text", ""], 3, "neither"),
        (["--answer", "D-53=play", "--text", "T."], 2, "one answer is needed"),
        (["--overrules", "2026-1"], 3, "the book has no such decision"),
        (["--sign", "nobody.key"], 5, "nobody.key"),
        (["--archive", "other.db"], 2, "the book is kept in season.db"),
        (["--club", "Other Bar"], 2, "the book belongs to Corner Bar"),
    ],
)
def test_what_cannot_be_decided_leaves_all_as_it_was(
    more: Sequence[str], code: int, says: str, here: Path
) -> None:
    before = Path("book.toml").read_bytes()
    done = _add("2026-3", *more)
    assert (done.code, says in done.err, Path("book.toml").read_bytes(), _logged()) == (
        code,
        True,
        before,
        [],
    )


@pytest.mark.parametrize(
    ("more", "code"),
    [(["--overrules", "2026-1"], 3), (["--sign", "nobody.key"], 5), (["--archive", "nothing.db"], 5)],
)
def test_a_book_is_not_begun_with_a_decision_that_is_refused(
    more: Sequence[str], code: int, here: Path
) -> None:
    Path("book.toml").unlink()
    assert _add("2026-3", "--club", "Corner Bar", *more).code == code
    assert sorted(path.name for path in here.iterdir()) == ["c23.clab", "season.db", "season.json"]
    assert _add("2026-3", "--club", "Corner Bar").code == 0
    assert [decision.number for decision in read_book(here).decisions] == ["2026-3"]


def test_a_conflict_is_not_added(here: Path) -> None:
    _add()
    assert 'overrules = "2026-3"' in _add("2026-4", "--answer", "D-66=no").err
    assert _add("2026-4", "--answer", "D-66=no", "--overrules", "2026-3").code == 0
    assert _logged() == ["2026-3", "2026-4"]


def test_a_decision_killed_at_any_write_is_there_or_not_and_is_mended(
    here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    book, archive = Path("book.toml"), Path("season.db")
    before = book.read_bytes(), archive.read_bytes()
    left: list[tuple[int, int]] = []
    while killed_at_write(len(left), monkeypatch, _add):
        left.append((len(read_book(here).decisions), len(_logged())))
        assert _add("2026-4", "--answer", "D-54=upholds").code == 0
        assert [decision.number for decision in read_book(here).decisions] == _logged()
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


def test_the_annotated_code(here: Path) -> None:
    """Each article with its source and the decisions on it, and the hand it was decided on as ruled by them."""
    Path("book.toml").write_text(CASES["books"]["usual"], encoding="utf-8")
    done = call("book", "site", ".", "c23.clab", "-o", "code.html")
    assert (done.code, done.err) == (
        0,
        "code.html: 3 decisions of Corner Bar in Evansville Clabber League, 1992 rules\n",
    )
    text = " ".join(call("book", "site", ".", "c23.clab").out.split())
    asking = text.index("asking-partner")
    assert asking < text.index("2026-3 (March 12, 2026, D-66)") < text.index("exposed-card")
    assert "Decided on hand c23: RENEGE: ASKED PARTNER. Owls 162, Eagles 0." in text
    # A decision in words stands at the article that carries its row.
    assert text.index("2026-6 (March 12, 2026, D-52)") > text.index("turned")
    page = Path("code.html").read_text(encoding="utf-8")
    assert all(one in page for one in ("2026-3", "2026-4", "2026-6", "unproven-claim"))
