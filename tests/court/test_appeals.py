"""Tests of appeals: the result of each worked case, and the chain of rulings."""

from __future__ import annotations

import json
import shlex
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.api import read
from clabber_audit.archive.database import open_archive
from clabber_audit.archive.verify import complaints
from clabber_audit.cli.commands import load_private_key
from clabber_audit.core.errors import Exit
from clabber_audit.judge.appeals import result_of
from clabber_audit.judge.signed import sign_ruling
from clabber_audit.records.formats import record_data
from clabber_audit.signing import RULED, Signature
from clabber_audit.verification import verify_ruling
from tests.archive.archives import make_archive
from tests.cli import Done, call
from tests.court.test_book import CASES as OF_BOOKS
from tests.league.seasons import SEASON, encode_season, game
from tests.scale import at_scale
from tests.signing.people import AGNES, CARL
from tests.tables import tables
from tests.transcripts import carry_out, follow, transcripts

Json = dict[str, Any]
pytestmark = pytest.mark.usefixtures("workdir")
CASES: Final[Json] = tomllib.loads(Path(__file__).with_name("appeals.toml").read_text(encoding="utf-8"))
#: The judge of each step.
_JUDGES: Final = ("Agnes Weber", "Carl Vogel", "Ida Third")
_DAY: Final = ("--on", "2026-02-01")
_WHY: Final = "Two more have told it."


def _write_first_ruling(case: Json, *more: str, output: str = "first.json") -> None:
    """Write the first ruling of a case."""
    Path("hand.clab").write_text(CASES["hands"][case["hand"]], encoding="utf-8")
    record = record_data(read("hand.clab").record)  # type: ignore[arg-type]
    if "accounts" in case:
        record["accounts"] = json.loads(CASES["accounts"][case["accounts"]])
    Path("hand.json").write_text(json.dumps(record), encoding="utf-8")
    options = [*case.get("rule", ()), *(("--because", "so it was told") if case.get("rule") else ())]
    assert call("rule", "hand.json", *options, *more, "-o", output).code == 0


def _appeal(ruling: str, step: int, *options: str) -> Done:
    return call("appeal", ruling, "--by", _JUDGES[step], "--because", _WHY, *_DAY, *options)


def _score(ruling: Json) -> list[int]:
    return list((ruling["score"] or {}).values())


@pytest.mark.parametrize("case", CASES["case"][:: at_scale(2, 1)], ids=lambda case: case["id"])
def test_appeal_case(case: Json) -> None:
    _write_first_ruling(case)
    assert _score(json.loads(Path("first.json").read_text(encoding="utf-8"))) == case["first"]
    ruling = "first.json"
    for number, step in enumerate(case["steps"], 1):
        written = f"step{number}.json"
        done = _appeal(ruling, number, *step["options"], "-o", written)
        assert done.code == step.get("code", 0), done.err
        data = json.loads(Path(written).read_text(encoding="utf-8"))
        assert (data["appeal"]["result"], _score(data), data["reneging_team"]) == (
            step["result"],
            step["score"],
            step.get("reneging"),
        )
        assert len(data["appeal"]["before"]) == number
        codes = {code for _, code in verify_ruling(read(written))}
        assert codes <= {Exit.DONE, Exit.UNDECIDED}
        if "says" in step:
            text = " ".join(_appeal(ruling, number, *step["options"]).out.split())
            assert all(words in text for words in step["says"]), text
        ruling = written


def _follow_transcript(lines: list[str], file: str) -> None:
    """Follow a transcript; the heads of `appeals.md` and `filing.md` explain the lines."""
    judges = {name.split()[0].lower(): name for name in (*_JUDGES, "Joe Fourth")}
    names = {name: shlex.join(("--by", whole, "--because", _WHY, *_DAY)) for name, whole in judges.items()}
    names |= {"key-a": str(AGNES), "key-c": str(CARL), "bell": "a\x07b"}
    for what, text in follow(lines, call, names, Path(file)):
        if what == "within":
            name, _, change = text.partition(" ")
            before, appeal, after = Path(name).read_text(encoding="utf-8").partition('"appeal": {')
            old, _, new = change.partition(" -> ")
            assert old in after, text
            Path(name).write_text(before + appeal + after.replace(old, new, 1), encoding="utf-8")
        else:
            carry_out(what, text, {})


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("appeals.md")))
def test_transcript(title: str, lines: list[str]) -> None:
    """Commands on hand C-35 and their output."""
    _write_first_ruling({"hand": "C-35"})
    _follow_transcript(lines, "first.json")


def test_appeal_may_add_witnesses_but_not_change_cards() -> None:
    """C1, C-32b: a different record is a different ruling."""
    _write_first_ruling(next(one for one in CASES["case"] if one["id"] == "C-34"))
    record = json.loads(Path("hand.json").read_text(encoding="utf-8"))
    del record["accounts"][0]["found"]
    record["accounts"][0]["versions"][0]["told_by"] += ["Ida", "Gus"]
    Path("retold.json").write_text(json.dumps(record), encoding="utf-8")
    done = _appeal("first.json", 1, "--record", "retold.json", "--believe", "1=Ida", "-o", "second.json")
    assert (done.code, done.err.startswith("Reversed")) == (0, True), done.err
    assert call("verify", "second.json").code != 1
    changes: list[tuple[Callable[[Json], Any], str]] = [
        (lambda data: data.update(claims=[{"by": "E", "against": "N", "at": 24}]), "it differs in “claims”"),
        (
            lambda data: data["accounts"][0]["versions"][1].update(told_by=["E"]),
            "a version or a teller of account 1 is gone",
        ),
        (lambda data: data["accounts"][0].update(about="a belle"), "account 1 is about something else"),
    ]
    for change, says in changes:
        other: Json = json.loads(Path("retold.json").read_text(encoding="utf-8"))
        change(other)
        Path("other.json").write_text(json.dumps(other), encoding="utf-8")
        done = _appeal("first.json", 1, "--record", "other.json")
        assert (done.code, says in done.err) == (3, True), done.err


def test_appeal_may_depart_from_a_decision() -> None:
    """C4: `--answer` may contradict a decision of the club, and the ruling says so."""
    Path("book.toml").write_text(OF_BOOKS["books"]["any-claim"], encoding="utf-8")
    Path("c30.clab").write_text(OF_BOOKS["hands"]["C-30"], encoding="utf-8")
    assert call("rule", "c30.clab", "--book", ".", "-o", "first.json").code == 0
    options = ("--answer", "D-50=false_claim=reviewed_only", "-o", "second.json")
    assert _appeal("first.json", 1, *options).code == 0
    data = json.loads(Path("second.json").read_text(encoding="utf-8"))
    assert (_score(data), data["appeal"]["departs_from"]) == ([77, 105], ["2026-7"])
    assert call("verify", "second.json").code != 1
    for numbers in ([], ["2026-7", "2026-9"]):
        other = {**data, "appeal": {**data["appeal"], "departs_from": numbers}}
        Path("other.json").write_text(json.dumps(other), encoding="utf-8")
        assert call("verify", "other.json").printed(
            1, "ruling 2 says that it departs", "; it departs from 2026-7"
        )
    output = _appeal("first.json", 1, *options[:2]).out
    assert "This departs from what the club decided in 2026-7." in " ".join(output.split())
    texts = [article["text"] for article in data["law"]["articles"].values()]
    (text,) = (text for text in texts if "this appeal" in text)
    assert (text.count("which goes before the rest"), "2026-7" in text) == (1, False)


def test_ruling_signed_twice_by_one_key_does_not_verify() -> None:
    """C2: `sign` refuses that, but the statement may have been signed by another program."""
    _write_first_ruling({"hand": "C-35"}, "--sign", str(AGNES), "--name", "Agnes Weber")
    assert _appeal("first.json", 1, "-o", "second.json").code == 0
    data: Json = json.loads(Path("second.json").read_text(encoding="utf-8"))
    for name, says in (("Carl Vogel", "the same key"), ("Agnes Weber", "Agnes Weber")):
        who = Signature(RULED, "2026-02-02", "1.1.0", None, name)
        signed = sign_ruling(data, who, load_private_key(str(AGNES))).data()
        Path("twice.json").write_text(json.dumps({**data, "signatures": [signed]}), encoding="utf-8")
        done = call("verify", "twice.json")
        assert done.printed(1, f"ruling 1 of its chain: {says} gave it, and ruling 2 too"), done
        assert _appeal("twice.json", 2).failed(1, "not appealed")


def _read_ruling(text: str) -> Json:
    """Return the result of a ruling from its words in a table."""
    outcome, *words = text.split()
    score = dict(zip(("NS", "EW"), map(int, words[:2]), strict=True)) if words else None
    marks = dict(zip(("NS", "EW"), words[3:5], strict=True)) if "marks" in words else score and {}
    reneging = words[-1] if "by" in words else None
    return {"outcome": outcome, "reneging_team": reneging, "score": score, "marks": marks}


@pytest.mark.parametrize(
    ("before", "now", "result"), tables(Path(__file__).with_name("appeals.md"))["Results of appeals"]
)
def test_results_of_appeals(before: str, now: str, result: str) -> None:
    """After a step that was sent back, the step before it is compared."""
    first, last = _read_ruling(before), _read_ruling(now)
    assert result_of([first], last) == result
    assert result_of([first, _read_ruling("undetermined")], last) == result


@pytest.fixture
def season() -> Path:
    """Return a season with its archive; the first hand of its only game is C-35, with a disputed renege."""
    _write_first_ruling({"hand": "C-35"})
    own: Json = json.loads(Path("hand.json").read_text(encoding="utf-8"))
    first, *rest = game(1, ("Owls", "Eagles"), (512, 430))
    own["context"] = {**first["context"], "date": "2026-01-05"}
    own["deal"]["dealer"] = "S"
    Path("season.json").write_bytes(encode_season({**SEASON, "archive": "season.db"}))
    make_archive(Path(), [own, *rest], "season.db")
    Path("first.json").unlink()
    assert call("rule", "season.db", "--hand", own["id"], "-o", "first.json").code == 0
    return Path("season.json")


def _points() -> dict[str, int]:
    table = json.loads(call("league", "standings", "season.json", "season.db", "-f", "json").out)["table"]
    return {row["team"]: row["points"] for row in table if row["team"] in ("owls", "eagles")}


def test_standings_use_the_last_ruling(season: Path) -> None:
    """A protest becomes an appeal, in log and archive; after a withdrawal the first ruling counts again."""
    before = _points()
    note = ("Carl named the wrong player", "--protest", "--by", "Ruth")
    assert call("league", "note", "season.json", *note, *_DAY).code == 0
    assert "1" in call("league", "open", "season.json", "season.db").out
    assert _appeal("first.json", 1, "--answer", "D-53=play", "-o", "second.html").code == 0
    filed = ("second.html", "season.db", "--by", "Ida Secretary", "--protest-number", "1")
    assert call("league", "appeal", "season.json", *filed, *_DAY).code == 0
    # The score changes from 0:182 to 162:0.
    assert _points() == {"owls": before["owls"] + 162, "eagles": before["eagles"] - 182}
    log = " ".join(call("league", "log", "season.json").out.split())
    assert "Protest 1, an appeal on hand c35: reversed (1. sha256:" in log
    assert "by Carl Vogel" in log
    assert "Protest" not in call("league", "open", "season.json", "season.db").out
    assert call("league", "site", "season.json", "season.db", "-o", "public", "--jobs", "1").code == 0
    pages = [page.read_text(encoding="utf-8") for page in Path("public").glob("hand-*.html")]
    assert sum("as read on appeal" in page for page in pages) == 1
    with open_archive("season.db") as archive:
        assert not list(complaints(archive))
        (stored,) = archive.rows("SELECT kind, decision FROM decisions WHERE kind = 'appeals'")
    assert (
        json.loads(stored[1])["chain"]
        == json.loads(season.read_text(encoding="utf-8"))["appeals"][0]["chain"]
    )
    assert call("league", "undo", "season.json", "2", "--by", "Ida", "--why", "slip", *_DAY).code == 0
    assert _points() == before


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("filing.md")))
def test_filing_transcript(title: str, lines: list[str], season: Path) -> None:
    """Appeals filed in a season; only those on its own hands are accepted."""
    _follow_transcript(lines, season.name)
