"""Tests of a club's book: the worked cases, its commands, its log, and its use by a season."""

from __future__ import annotations

import json
import shlex
import tomllib
from datetime import date, timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.api import read_all, rule_by, written
from clabber_audit.archive.club import list_logged
from clabber_audit.archive.database import open_archive
from clabber_audit.archive.verify import complaints
from clabber_audit.bulk import prefilter
from clabber_audit.core.errors import ClabberError, Exit, Refused
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.judge import judge
from clabber_audit.judge.comparison import law_with, try_answers
from clabber_audit.league import games
from clabber_audit.records.hand import Hand
from clabber_audit.rules.answers import list_other_answers, to_toml_text
from clabber_audit.rules.book import Book, Decision, parse_answer
from clabber_audit.rules.book_file import book_in, read_book
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of, load_law, with_book
from clabber_audit.rules.ruleset import from_data, load
from clabber_audit.verification import verify_ruling
from tests.archive.archives import make_archive
from tests.cli import Done, call
from tests.killed import kill_at_write
from tests.league.seasons import SEASON, encode_season
from tests.scale import at_scale
from tests.signing.people import AGNES, public_key_file
from tests.tables import rows
from tests.transcripts import carry_out, follow, transcripts

CASES: Final[dict[str, Any]] = tomllib.loads(
    Path(__file__).with_name("book.toml").read_text(encoding="utf-8")
)


def _book(name: str | None) -> Book | None:
    return None if name is None else book_in(CASES["books"][name], f"{name}.toml")


def _law(name: str | None, folder: Path) -> BoundRuleset | None:
    if name is None:
        return None
    path = folder / f"{name}.toml"
    path.write_text(CASES["rules"][name], encoding="utf-8")
    return load_law(str(path))


def _hand(case: dict[str, Any], folder: Path) -> Path:
    text = CASES["hands"][case["hand"]]
    for old, new in case.get("edits", ()):
        assert old in text, old
        text = text.replace(old, new)
    path = folder / "hand.clab"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("case", CASES["case"][:: at_scale(4, 1)], ids=lambda case: case["id"])
def test_book_case(case: dict[str, Any], tmp_path: Path) -> None:
    (record,) = read_all(_hand(case, tmp_path))
    book, law = _book(case.get("book")), _law(case.get("rules"), tmp_path)
    if "refused" in case:
        with pytest.raises(ClabberError) as refused:
            rule_by(record, law, book=book)
        assert refused.value.exit_code == case["refused"]
        assert all(words in str(refused.value) for words in case["says"])
        return
    ruling = rule_by(record, law, book=book)
    data = json.loads(written(ruling, "json"))
    sides = ruling.replay.hand.seating.side_names
    assert [data["score"][side] for side in sides] == case["score"]
    assert data["reneging_team"] == case.get("reneging")
    cited = {
        standing: [one["number"] for one in data.get("decisions", ()) if one["standing"] == standing]
        for standing in ("decided", "since", "words")
    }
    assert cited == {standing: case.get(standing, []) for standing in cited}
    for number, score in case.get("without", {}).items():
        (one,) = (one for one in data["decisions"] if one["number"] == number)
        assert [one["otherwise"]["score"][side] for side in sides] == score
    questions = data.get("open_questions", [])
    assert sorted(question["question"] for question in questions) == case.get("open", [])
    if "readings" in case:
        first, other = questions[0]["readings"]
        assert [first["answers"], other["answers"]] == case["readings"]
        assert [other["score"][side] for side in sides] == case["otherwise"]
    if "says" in case or questions:
        text = " ".join(ruling.text.split())
        assert all(words in text for words in case.get("says", ()))
        assert ("The club has not decided this yet" in text) == bool(questions)


@pytest.mark.parametrize("form", ["json", "html"])
@pytest.mark.parametrize(
    "name", ["C-23", "C-23b", "C-25", "C-26b in 2025", "C-28", "C-30"][:: at_scale(3, 1)]
)
def test_ruling_is_reproduced_from_itself(name: str, form: Any, tmp_path: Path) -> None:
    """A ruling carries the decisions that it cites, and `verify` reproduces it from them."""
    case = next(one for one in CASES["case"] if one["id"] == name)
    (record,) = read_all(_hand(case, tmp_path))
    path = tmp_path / f"ruling.{form}"
    path.write_text(written(rule_by(record, None, book=_book(case["book"])), form), encoding="utf-8")
    (item,) = read_all(path)
    # A hand that no card decides has no proof.
    assert {code for _, code in verify_ruling(item)} <= {Exit.DONE, Exit.UNDECIDED}


@pytest.mark.parametrize(
    ("book", "cited", "asked"), [("usual", ["2026-4", "2026-6"], []), ("empty", [], ["D-54"])]
)
@pytest.mark.parametrize("form", ["json", "html"])
def test_ruling_with_accounts_cites_the_decisions_of_every_version(
    book: str, cited: list[str], asked: list[str], form: Any, tmp_path: Path
) -> None:
    """C-24: the other side says that the claim came too late; only if it was in time does D-54 decide it."""
    text = (
        CASES["hands"]["C-24"] + "account when Carl called\nsays E W: as written\nsays N S: claim 1 @turned\n"
    )
    (tmp_path / "hand.clab").write_text(text, encoding="utf-8")
    (record,) = read_all(tmp_path / "hand.clab")
    path = tmp_path / f"ruling.{form}"
    path.write_text(written(rule_by(record, None, book=_book(book)), form), encoding="utf-8")
    (item,) = read_all(path)
    assert item.ruling is not None
    assert [one["number"] for one in item.ruling["decisions"]] == cited
    assert set(asked) <= {one["question"] for one in item.ruling["open_questions"]}
    assert {code for _, code in verify_ruling(item)} <= {Exit.DONE, Exit.UNDECIDED}
    if cited:
        (decided,) = (one for one in item.ruling["decisions"] if one["standing"] == "decided")
        assert decided["otherwise"]["outcome"] == "undetermined"


@pytest.mark.parametrize(
    ("old", "new", "code"),
    [
        ('"standing": "decided"', '"standing": "since"', Exit.FINDINGS),
        (
            '"outcome": "scored",\n        "reneging_team": null',
            '"outcome": "redeal", "reneging_team": null',
            Exit.FINDINGS,
        ),
        ('"question_is_renege": false', '"question_is_rude": false', Exit.REFUSED),
        ('"standing": "decided"', '"standing": ["decided"]', Exit.FINDINGS),
        ('"date": "2026-03-12"', '"date": "soon"', Exit.REFUSED),
    ],
)
def test_altered_decisions_are_rejected(old: str, new: str, code: Exit, tmp_path: Path) -> None:
    (record,) = read_all(_hand({"hand": "C-23"}, tmp_path))
    text = written(rule_by(record, None, book=_book("usual")), "json")
    assert old in text
    path = tmp_path / "ruling.json"
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert call("verify", path).code == code


def test_anonymous_ruling_omits_names_and_reasons(tmp_path: Path) -> None:
    (record,) = read_all(_hand({"hand": "C-23"}, tmp_path))
    text = written(rule_by(record, None, book=_book("usual")), "json", anonymous=True)
    assert '"number": "2026-3"' in text
    assert not any(words in text for words in ("Agnes", "phrases", "Asking partner about the play is itself"))


@pytest.mark.parametrize(("name", "old", "new", "says"), rows(Path(__file__).with_name("faults.md")))
def test_faults_of_a_book(name: str, old: str, new: str, says: str) -> None:
    text, (before, after) = (
        CASES["books"]["usual"],
        (cell.strip("`").replace("⏎", "\n") for cell in (old, new)),
    )
    assert before in text
    with pytest.raises(Refused) as refused:
        book_in(text.replace(before, after), "book.toml")
    assert says in str(refused.value.lines), name
    assert refused.value.faults[0].place


def test_conflict_of_decisions_is_refused() -> None:
    """C-26: two answers to one question on a day conflict; one that a third overruled does not (B7)."""
    text = CASES["books"]["overruled"].replace('overrules = "2024-1"\n', "")
    with pytest.raises(Refused) as refused:
        book_in(text, "book.toml")
    (fault,) = refused.value.faults
    assert "2024-1 and 2026-3 answer D-66" in fault.what
    assert fault.why == "question_is_renege = true, and question_is_renege = false"
    assert 'overrules = "2024-1"' in fault.help


def test_toggles_of_two_games_do_not_conflict() -> None:
    """D-50 and BD-73 both have `false_claim`."""
    text = CASES["books"]["any-claim"]
    other = (
        text.partition("\n[[")[2]
        .replace("2026-7", "2026-8")
        .replace("D-50", "BD-73")
        .replace("any_unproven", "minus_two")
    )
    assert [
        decision.game and decision.game.id for decision in book_in(f"{text}\n[[{other}", "b.toml").decisions
    ] == [
        "clabber",
        "bid-euchre",
    ]


def test_trial_counts_changed_rulings(tmp_path: Path) -> None:
    """C-29: 2026-3 changes c23; without the claim only the penalty changes (R-107, D-60); c30 does not change."""
    texts = [
        CASES["hands"]["C-23"],
        CASES["hands"]["C-23"]
        .replace("hand c23", "hand c23-2")
        .replace("claim N against W asking-partner @4\n", ""),
        CASES["hands"]["C-30"],
        CASES["hands"]["C-44"],
    ]
    path = tmp_path / "hands.clab"
    path.write_text("\n".join(texts), encoding="utf-8")
    rulings = [rule_by(item, None) for item in read_all(path)]
    trial = try_answers(rulings, parse_answer("D-66=true", "--try", "").answers, "clabber")
    assert (trial.tried, trial.skipped) == (3, 1)
    assert [[hand.before.replay.hand.record.id for hand in hands] for hands in trial[2:]] == [
        ["c23"],
        ["c23-2"],
        [],
    ]


@pytest.mark.parametrize("name", ["ecl-1992", "bid-euchre"])
def test_decision_equals_the_same_toggle_of_a_ruleset(name: str) -> None:
    """For each toggle with a row and each other answer: the same toggles and penalties, also in the ruling's JSON."""
    base = law_of(name)
    tried = 0
    for toggle, answer in base.toggles._asdict().items():
        row = base.game.questions[toggle].row
        for other in list_other_answers(base.game, toggle, answer) if row.startswith(("D-", "BD-")) else ():
            expected = law_with(base, {toggle: other})
            if expected is None:
                continue
            decision = Decision(number="1", date=date(2020, 1, 1), question=row, answer={toggle: other})
            decided = with_book(base, Book("Corner Bar", (decision,))).ruleset
            for ruleset in (decided, from_data(decided.to_data())):
                assert (ruleset.toggles, ruleset.penalties) == (expected.toggles, expected.ruleset.penalties)
                assert not any("{" in article.text for article in ruleset.articles.values())
            tried += 1
    assert tried > 20


_WORDS: Final = ("--holding", "So it is held.", "--because", "The sources are silent.", "--by", "Agnes Weber")


@pytest.fixture
def workdir(workdir: Path) -> Path:
    """Return a folder with a season, its archive, hand c23, and an empty book that the archive logs."""
    Path("season.json").write_bytes(encode_season(SEASON))
    Path("book.toml").write_text(CASES["books"]["empty"] + 'archive = "season.db"\n', encoding="utf-8")
    Path("c23.clab").write_text(CASES["hands"]["C-23"], encoding="utf-8")
    make_archive(workdir, [], "season.db")
    return workdir


def _add(number: str = "2026-3", answer: str = "D-66=yes") -> Done:
    return call("book", "add", ".", "--number", number, "--on", "2026-03-12", "--answer", answer, *_WORDS)


def _list_numbers() -> list[str]:
    with open_archive("season.db") as archive:
        assert not list(complaints(archive))
        return [str(logged.decision["number"]) for logged in list_logged(archive)]


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("keeping.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Commands and the contents of book and log after them; the head of `keeping.md` explains the lines."""
    book = Path("book.toml")
    for what, text in follow(lines, call, {"words": shlex.join(_WORDS), "key": str(AGNES)}, book):
        match what:
            case "book":
                assert [one.number for one in read_book(workdir).decisions] == text.split()
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
                own = Path(public_key_file(AGNES)).read_text().rsplit(" ", 1)[0].strip()
                assert [signed["key"] for signed in logged.signed] == [own]
            case "order":
                name, _, words = text.partition(" ")
                content = " ".join(Path(name).read_text(encoding="utf-8").split())
                places = [content.index(one) for one in words.split(" / ")]
                assert places == sorted(places)
            case _:
                carry_out(what, text, {})


def test_interrupted_decision_is_repaired(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    book, archive = Path("book.toml"), Path("season.db")
    before = book.read_bytes(), archive.read_bytes()
    left: list[tuple[int, int]] = []
    while kill_at_write(len(left), monkeypatch, _add):
        left.append((len(read_book(workdir).decisions), len(_list_numbers())))
        assert _add("2026-4", "D-54=upholds").code == 0
        assert [decision.number for decision in read_book(workdir).decisions] == _list_numbers()
        book.write_bytes(before[0])
        archive.write_bytes(before[1])
    # The decision is in neither, then in the book, then in both, but never only in the log.
    assert set(left) == {(0, 0), (1, 0), (1, 1)}
    assert sorted(left) == left


def test_book_does_not_disable_the_prefilter(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book of 40 decisions with the answers of the rules: clean hands stay unjudged (issue 28.6)."""
    monkeypatch.chdir(tmp_path)
    assert call("simulate", "--season", "--teams", "4", "-o", "s").code == 0
    judged = list[str]()
    monkeypatch.setattr(prefilter, "prefilter_pays", lambda _count: True)

    def counted(hand: Hand, law: BoundRuleset) -> judge.Ruling:
        judged.append(hand.record.id)
        return judge.adjudicate(hand, law)

    monkeypatch.setattr(games, "adjudicate", counted)
    plain, without = json.loads(call("league", "standings", "s", "-f", "json").out), len(judged)
    Path("s/book.toml").write_text(_make_forty_decisions(), encoding="utf-8")
    judged.clear()
    standings = json.loads(call("league", "standings", "s", "-f", "json").out)
    assert standings["table"] == plain["table"]
    assert without == len(judged) < len(Path("s/hands.jsonl").read_text(encoding="utf-8").splitlines()) / 2


def _make_forty_decisions() -> str:
    """Return a book of 40 decisions, one a day from January 1, 2026 on."""
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
