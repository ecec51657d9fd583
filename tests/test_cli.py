"""The command line: what each command is for, its exit codes, and that nothing makes it crash, leak or overwrite."""

from __future__ import annotations

import errno
import gzip
import json
import os
import re
import resource
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, get_args

import pytest

from clabber_audit import __version__
from clabber_audit.cli import jobs
from clabber_audit.cli.guard import worst
from clabber_audit.errors import Exit
from clabber_audit.intake import offered
from clabber_audit.record import words
from clabber_audit.ruleset import SHIPPED
from tests import mischief, records
from tests.cli import (
    BAD,
    CLAIMED,
    COMMAND,
    GOOD,
    OPEN,
    RENEGE,
    ROOT,
    Json,
    call,
    changed,
    encoded,
    environment,
    odd,
    put,
    run,
    text_of,
)  # fmt: skip

MISSING = "missing.json"
#: Makes a child's symbols something its console lacks.
POOR = ("cp1252", "ascii")


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to work in, with one record of every kind."""
    monkeypatch.chdir(tmp_path)
    for record in (GOOD, RENEGE, CLAIMED, OPEN, BAD):
        put(tmp_path / f"{record['id']}.json", [record])
    hands = GOOD["deal"]["hands"]
    plays = [{"seat": seat, "card": hands[seat][trick] if trick < 5 else None} for trick in range(6) for seat in "WNES"]
    put(tmp_path / "unknown.json", [changed(GOOD, id="unknown", deal={"dealer": "S", "upcard": "9S"}, plays=plays)])
    (tmp_path / "impossible.json").write_bytes(
        encoded(changed(GOOD, id="impossible", plays=[{"seat": "N", "card": "9D"}]))
    )
    return tmp_path


def rulings(out: str) -> list[Json]:
    return [json.loads(line) for line in out.splitlines()]


# Exit codes.


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["check", "good.json"], 0),
        (["check", "renege.json"], 1),
        (["check", "open.json"], 4),
        (["check", "bad.json"], 3),
        (["check", "impossible.json"], 3),
        (["check", MISSING], 5),
        (["check", "good.json", "--ruleset", "nowhere"], 2),
        (["check", "good.json", "--ruleset", "nowhere.toml"], 5),
        (["check"], 2),
        (["check", "good.json", "--fromat", "json"], 2),
        (["check", "good.json", "--format", "xml"], 2),
        (["chekc", "good.json"], 2),
        (["rule", "good.json"], 0),
        (["rule", "renege.json"], 0),
        (["rule", "claimed.json"], 0),
        (["rule", "unknown.json"], 4),
        (["rule", "bad.json"], 3),
        (["rule", MISSING], 5),
        (["rule", "good.json", "renege.json"], 2),
        (["replay", "renege.json"], 0),
        (["replay", "bad.json"], 3),
        (["replay", MISSING], 5),
        (["convert", "good.json", "-"], 0),
        (["convert", "bad.json", "-"], 3),
        (["convert", MISSING, "-"], 5),
        (["convert", "good.json", "good.json"], 5),
        (["convert", "good.json", "good.xyz"], 2),
        (["fmt", "good.json"], 2),
        (["fmt", "missing.clab"], 5),
        (["explain", "failure-to-follow"], 0),
        (["explain", "failure-to-folow"], 2),
        (["rulesets", "wp"], 0),
        (["rulesets", "wpp"], 2),
        (["schema", "hand"], 0),
        (["schema", "hnad"], 2),
        (["simulate", "--hands", "1"], 0),
        (["simulate", "--hands", "-1"], 2),
        (["simulate", "--irregular", "1.5"], 2),
        (["legal", "--trump", "S", "--hand", "9S"], 0),
        (["legal", "--trump", "Z", "--hand", "9S"], 2),
        (["legal", "--trump", "S", "--hand", "9S 9S"], 2),
        (["legal", "--trump", "S", "--hand", "9X"], 2),
        (["legal", "--trump", "S"], 2),
    ],
)  # fmt: skip
def test_exit_codes(here: Path, args: list[str], code: int) -> None:
    done = call(*args)
    assert done.code == code, done
    assert "Traceback" not in done.err
    if code in (2, 3, 5):
        assert done.err.strip()
        assert not done.out


def test_worst_code_of_a_batch() -> None:
    order = [Exit.BUG, Exit.USAGE, Exit.UNUSABLE, Exit.REFUSED, Exit.UNDECIDED, Exit.FINDINGS, Exit.DONE]
    for place, code in enumerate(order):
        assert worst(set(order[place:])) == code
    assert worst(set()) == Exit.DONE


def test_batch_goes_on_after_trouble(here: Path) -> None:
    batch = ["bad.json", "renege.json", MISSING, "impossible.json", "notes.txt", "open.json", "good.json"]
    for names, code in ((batch, 2), ([*batch[:4], *batch[5:]], 5), (["bad.json", "renege.json", "good.json"], 3)):
        done = call("check", "--format", "jsonl", *names)
        assert done.code == code
        audited = [name for name in names if name in ("renege.json", "open.json", "good.json")]
        assert [ruling["hand"] + ".json" for ruling in rulings(done.out)] == audited
        for name in set(names) - set(audited):
            assert name in done.err
    assert call("check", "open.json", "renege.json", "good.json").code == 4
    assert call("check", "good.json", "renege.json").code == 1


def test_folder_goes_on_after_a_damaged_file(here: Path) -> None:
    (here / "a.jsonl.gz").write_bytes(gzip.compress(encoded(GOOD))[:-20])
    (here / "b.jsonl.gz").write_bytes(b"no gzip at all")
    (here / "c.jsonl").mkdir()
    put(here / "c.jsonl" / "inner.json", [GOOD])
    for more in ([], ["--jobs", "2"]):
        done = call("check", "--format", "jsonl", ".", *more)
        assert done.code == 5
        assert [ruling["hand"] for ruling in rulings(done.out)] == [
            "good",
            "claimed",
            "good",
            "open",
            "renege",
            "unknown",
        ]
        for name in ("a.jsonl.gz", "b.jsonl.gz", "bad.json", "impossible.json"):
            assert name in done.err
    assert call("check", "c.jsonl", "--jobs", "2").code == 0


def test_fmt_goes_on_after_trouble(here: Path) -> None:
    (here / "x.clab").write_text(text_of(GOOD).replace("\n", "\n\n"), encoding="utf-8")
    done = call("fmt", "missing.clab", "notes.txt", "x.clab")
    assert done.code == 2
    assert (here / "x.clab").read_text(encoding="utf-8") == text_of(GOOD)


def test_bug_gives_70_and_no_traceback(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object, **_more: object) -> None:
        raise RuntimeError("a \x1b[31mbug\n" + "x" * 500)

    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    monkeypatch.setattr("clabber_audit.adjudicate.adjudicate", broken)
    for args in (["rule", "good.json"], ["check", "good.json"], ["replay", "good.json"]):
        done = call(*args)
        assert done.code == 70
        assert "bug" in done.err
        assert "Traceback" not in done.err
        assert not odd(done.err)
        assert all(len(line) < 300 for line in done.err.splitlines())
        assert not done.out
    assert call("check", "bad.json", "good.json", MISSING).code == 70


def test_bug_in_one_record_does_not_stop_the_rest(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clabber_audit.adjudicate import adjudicate

    def broken(hand: Any, law: Any) -> object:
        return adjudicate(hand, law) if hand.record.id != "good" else 1 / 0

    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    monkeypatch.setattr("clabber_audit.adjudicate.adjudicate", broken)
    done = call("check", "--format", "jsonl", "good.json", "renege.json")
    assert done.code == 70
    assert [ruling["hand"] for ruling in rulings(done.out)] == ["renege"]
    assert "good.json" in done.err


@pytest.mark.parametrize(
    "args",
    [["\x1b[31m"], ["check", "--\x1b[31m"], ["rule", "x", "\x1b[31m"],
            ["check", "-f", "\x1b[31m"], ["simulate", "--hands", "\x1b[31m"]]
)  # fmt: skip
def test_j17_usage_errors_are_escaped(args: list[str]) -> None:
    done = call(*args)
    assert done.code == 2
    assert not odd(done.err)


def test_nothing_to_do_is_a_usage_error_that_helps() -> None:
    done = call()
    assert done.code == 2
    assert "check" in done.out + done.err


@pytest.mark.parametrize("args", [["--version"], ["--help"], ["-h"], ["check", "--help"], ["rule", "-h"]])
def test_version_and_help(args: list[str]) -> None:
    done = call(*args)
    assert done.code == 0
    assert done.out
    if args == ["--version"]:
        assert done.out == f"clabber-audit {__version__}\n"


def test_completion_is_offered() -> None:
    assert "completion" in call("--help").out


# What `check` reads.


@pytest.fixture(scope="module")
def some() -> list[Json]:
    return [data for data in mischief.records(21, 60) if data["ruleset"] != "gamerules"][:25]


@pytest.fixture(scope="module")
def expected(some: list[Json], tmp_path_factory: pytest.TempPathFactory) -> str:
    done = call("check", "--format", "jsonl", put(tmp_path_factory.mktemp("some") / "x.jsonl", some))
    assert done.code in (1, 4)
    assert [ruling["record"] for ruling in rulings(done.out)] == some
    assert {ruling["format"] for ruling in rulings(done.out)} == {"clabber-ruling/1"}
    return done.out


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz", "x.clab", "X.JSONL"])
def test_check_reads_every_kind(some: list[Json], expected: str, here: Path, name: str) -> None:
    assert rulings(call("check", "--format", "jsonl", put(here / name, some)).out) == rulings(expected)


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz", "x.clab"])
def test_check_reads_every_kind_from_a_pipe(some: list[Json], expected: str, here: Path, name: str) -> None:
    data = put(here / name, some).read_bytes()
    assert rulings(run("check", "--format", "jsonl", "-", stdin=data).out) == rulings(expected)


def test_check_reads_folders(some: list[Json], expected: str, here: Path) -> None:
    folder = here / "folder"
    (folder / "deeper").mkdir(parents=True)
    for number, record in enumerate(some):
        put((folder / "deeper" if number > 9 else folder) / f"r{number:02}.json", [record])
    (folder / "notes.txt").write_text("not a record")
    done = call("check", "--format", "jsonl", "folder")
    assert sorted(done.out.splitlines()) == sorted(expected.splitlines())


def test_check_as_json_is_one_list(some: list[Json], expected: str, here: Path) -> None:
    path = put(here / "x.jsonl", some)
    assert json.loads(call("check", "--format", "json", path).out) == rulings(expected)
    assert json.loads(call("check", "--format", "json", "bad.json").out) == []
    brief = json.loads(call("check", "--format", "json", "--brief", path).out)
    assert brief == [
        {key: value for key, value in ruling.items() if key not in ("record", "law")} for ruling in rulings(expected)
    ]


@pytest.mark.parametrize("record", [GOOD, RENEGE, CLAIMED, OPEN], ids=lambda record: record["id"])
def test_check_reads_rulings(here: Path, record: Json) -> None:
    name = record["id"]
    fresh = call("check", "--format", "jsonl", f"{name}.json")
    for form in ("json", "html"):
        assert call("rule", f"{name}.json", "-o", f"ruling.{form}").code in (0, 4)
        again = call("check", "--format", "jsonl", f"ruling.{form}")
        assert (again.code, again.out) == (fresh.code, fresh.out)
        piped = call("check", "--format", "jsonl", "-", stdin=(here / f"ruling.{form}").read_bytes())
        assert (piped.code, piped.out) == (fresh.code, fresh.out)
        Path(f"ruling.{form}").unlink()


def test_findings_are_placed_in_every_kind_of_file(here: Path) -> None:
    """A finding's line and column are those of the card in the file that was given, a ruling's too."""
    (here / "indented.json").write_text("\ufeff" + json.dumps(RENEGE, indent=3), encoding="utf-8")
    put(here / "two.jsonl", [GOOD, RENEGE])
    put(here / "two.clab", [GOOD, RENEGE])
    call("rule", "renege.json", "-o", "ruling.json")
    call("rule", "renege.json", "-o", "ruling.html")
    for name in ("renege.json", "indented.json", "two.jsonl", "two.clab", "ruling.json", "ruling.html"):
        source, line, column, rest = call("check", name).out.split(":", 3)
        assert source == name
        found = "\n".join(Path(name).read_text(encoding="utf-8-sig").split("\n")[int(line) - 1 :])[int(column) - 1 :]
        assert rest.startswith(" failure-to-follow")
        assert found.startswith("ts") if name.endswith(".clab") else re.match(r'\{\s*"seat":\s*"N"|"TS"', found), (
            name,
            found[:60],
        )


def test_faults_are_placed_in_rulings(here: Path) -> None:
    call("rule", "renege.json", "-o", "ruling.json")
    call("rule", "renege.json", "-o", "ruling.html")
    for name in ("ruling.json", "ruling.html"):
        text = Path(name).read_text(encoding="utf-8")
        twice = [('"dealer"', '"dealer": "N", "dealer"')] * name.endswith("json")
        for old, new in (('"upcard"', '"upcrad"'), ('"9S"', '"S9"'), *twice):
            start = text.index(old, text.index('"record"'))
            spoiled = text[:start] + new + text[start + len(old) :]
            Path(name).write_text(spoiled, encoding="utf-8")
            done = call("check", name)
            assert done.code == 3
            start += new.index("dealer", 2) - 1 if new.count("dealer") == 2 else 0
            line, column = spoiled.count("\n", 0, start) + 1, start - spoiled.rfind("\n", 0, start)
            assert done.err.startswith(f"{name}:{line}:{column}: refused: "), (old, done.err)


def test_altered_ruling_is_told(here: Path) -> None:
    call("rule", "good.json", "-o", "ruling.json")
    assert call("check", "ruling.json").code == 0
    data = json.loads(Path("ruling.json").read_text(encoding="utf-8"))
    data["score"] = {"NS": 162, "EW": 0}
    Path("ruling.json").write_text(json.dumps(data), encoding="utf-8")
    done = call("check", "ruling.json")
    assert done.code == 1
    assert "ruling.json" in done.out


def test_record_that_speaks_of_rulings_is_a_record(here: Path) -> None:
    for changes in ({"remarks": ["clabber-ruling/1"]}, {"players": {"N": "clabber-ruling/1"}}):
        data = encoded(changed(GOOD, **changes))
        (here / "x.json").write_bytes(data)
        assert call("check", "x.json").code == 0
        assert call("check", "-", stdin=data).code == 0


@pytest.mark.parametrize("lead", ["", "\n", "\n\n  \n", "\ufeff", "\ufeff\n"])
def test_lines_are_counted_in_every_kind_of_lines(here: Path, lead: str) -> None:
    data = lead.encode() + encoded(GOOD) + b"\n" + encoded(BAD) + b'{"format"\n' + encoded(GOOD)
    (here / "x.jsonl").write_bytes(data)
    (here / "x.jsonl.gz").write_bytes(gzip.compress(data))
    first = lead.count("\n") + 3
    column = encoded(BAD).decode().index('"many"') + 1
    for done in (
        call("check", "x.jsonl"),
        call("check", "x.jsonl.gz"),
        call("check", "x.jsonl", "-j", "2"),
        call("check", "-", stdin=data),
    ):
        assert done.code == 3
        places = re.findall(r"^(?:x\.jsonl|x\.jsonl\.gz|-):(\d+):(\d+): refused", done.err, re.MULTILINE)
        # Where a text ends too early is told by its last character.
        assert places == [(str(first), str(column)), (str(first + 1), "9")]
        assert "4 hands read" in done.err


def test_bad_first_line_does_not_stop_the_rest(here: Path) -> None:
    for first in (b'{"format"\n', b'{"a": 1, "a": 2}\n', b"[]\n", b'{"x": NaN}\n', b'{"x": "\xff"}\n'):
        data = first + encoded(GOOD) + encoded(RENEGE)
        (here / "x.jsonl").write_bytes(data)
        for done in (
            call("check", "--format", "jsonl", "x.jsonl"),
            call("check", "--format", "jsonl", "-", stdin=data),
        ):
            assert done.code == 3
            assert [ruling["hand"] for ruling in rulings(done.out)] == ["good", "renege"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf", b"   "])
def test_nothing_at_all(here: Path, data: bytes) -> None:
    (here / "x.json").write_bytes(data)
    (here / "x.jsonl").write_bytes(data)
    (here / "x.clab").write_bytes(data)
    (here / "x.html").write_bytes(data)
    assert call("check", "x.json").code == 3
    assert call("check", "x.html").code == 3
    for done in (call("check", "x.jsonl"), call("check", "x.clab"), call("check", "-", stdin=data)):
        assert done.code in (0, 3)
    for name in ("x.json", "x.jsonl", "x.clab"):
        assert call("rule", name).code in (3, 5)


def test_one_of_many(here: Path) -> None:
    put(here / "x.jsonl", [GOOD, RENEGE])
    assert call("rule", "x.jsonl").code == 2
    assert json.loads(call("rule", "x.jsonl", "--hand", "renege", "--format", "json").out)["hand"] == "renege"
    assert call("rule", "x.jsonl", "--hand", "nobody").code == 5


@pytest.mark.parametrize("share", [1, 300, 5_000])
def test_jobs_give_the_same_bytes(here: Path, monkeypatch: pytest.MonkeyPatch, share: int) -> None:
    path = put(here / "x.jsonl", [*mischief.records(3, 12 if share == 1 else 50), BAD, OPEN, GOOD])
    path.write_bytes(path.read_bytes().replace(b"\n", b"\n\n", 3) + b'{"format"')
    monkeypatch.setattr(jobs, "shares", partial(jobs.shares, size=share))
    for form in ("text", "jsonl"):
        assert call("check", "--format", form, "--jobs", "2", path) == call("check", "--format", form, path)


def test_ruleset_of_a_record(here: Path) -> None:
    (here / "house.toml").write_text("not a ruleset")
    for name in ("house.toml", "house", "ecl-1993"):
        put(here / "x.json", [changed(GOOD, ruleset=name)])
        done = call("check", "x.json")
        assert done.code == 3
        column = encoded(changed(GOOD, ruleset=name)).decode().index(f'"{name}"') + 1
        assert f"x.json:1:{column}: refused" in done.err
        assert all(known in done.err for known in SHIPPED)
        assert call("check", "x.json", "--ruleset", "wp").code == 0
    assert call("check", "good.json", "--ruleset", "house.toml").code == 5


# Whatever a ruling or a file holds.


def grafted(data: Any, random: Random) -> Any:
    """A value somewhere in some data replaced by another."""
    strange: list[Any] = [
        None,
        5,
        -1,
        "",
        "x",
        "\x1b[31m",
        [],
        {},
        [[]],
        True,
        1.5,
        10**30,
        {"a": 1},
        ["x"],
        "wp.toml",
        "../x",
    ]
    if isinstance(data, dict) and data and random.random() < 0.85:
        key = random.choice(list(data))
        if random.random() < 0.15:
            return {other: value for other, value in data.items() if other != key}
        return {**data, key: grafted(data[key], random)}
    if isinstance(data, list) and data and random.random() < 0.8:
        place = random.randrange(len(data))
        return [*data[:place], grafted(data[place], random), *data[place + 1 :]]
    return random.choice(strange)


def test_damaged_rulings_never_crash(here: Path) -> None:
    """A ruling may be changed anywhere: in its record, in its law, in what it found."""
    call("rule", "claimed.json", "-o", "ruling.json")
    ruling, random = json.loads(Path("ruling.json").read_text(encoding="utf-8")), Random(8)
    pieces = [{**ruling, "law": grafted(ruling["law"], random)} for _ in range(120)]
    pieces += [{**ruling, "record": grafted(ruling["record"], random)} for _ in range(60)] + [
        grafted(ruling, random) for _ in range(60)
    ]
    for damaged in pieces:
        (here / "x.json").write_text(json.dumps(damaged), encoding="utf-8")
        done = call("check", "x.json")
        assert done.code in (0, 1, 3, 4, 5), (done.err, damaged)
        assert not odd(done.out + done.err)
        assert "x.json" in done.out + done.err or done.code in (0, 4)


def test_j08_claims_without_end_are_weighed_in_time(here: Path) -> None:
    """R06: everything unknown and everything claimed; the answer is that it cannot be told, not silence."""
    claims = [{"by": "NESW"[at % 4], "against": "ESWN"[at % 4], "at": at % 24} for at in range(64)]
    plays = [{"seat": "NESW"[at % 4], "card": None} for at in range(24)]
    put(
        here / "x.json",
        [changed(GOOD, deal={"dealer": "N"}, declarations=[{"seat": "E", "call": "S"}], plays=plays, claims=claims)],
    )
    assert call("check", "x.json").code in (1, 4)


def test_j08_what_is_no_file(here: Path) -> None:
    (here / "zero.json").symlink_to("/dev/zero")
    (here / "gone.json").symlink_to("nowhere.json")
    for name in ("zero.json", "gone.json", "x" * 300 + ".json", "good.json/x.json"):
        done = call("check", name, "renege.json")
        assert done.code == 5
        assert "failure-to-follow" in done.out
        assert call("rule", name).code == 5
    assert call("check", "x" * 5000).code in (2, 5)


def test_j08_large_files_are_refused_unread(here: Path) -> None:
    with (here / "large.json").open("wb") as file:
        file.truncate(1 << 34)
    with (here / "large.html").open("wb") as file:
        file.truncate(1 << 34)
    (here / "page.html").write_text("<p>no ruling</p>")
    for name in ("large.json", "large.html", "page.html"):
        assert call("check", name).code == 3


def test_j08_large_line_does_not_stop_the_rest(here: Path) -> None:
    data = encoded(GOOD) + encoded(changed(GOOD, remarks=["x" * 3_000_000])) + encoded(RENEGE)
    (here / "x.jsonl").write_bytes(data)
    for done in (call("check", "--format", "jsonl", "x.jsonl"), call("check", "--format", "jsonl", "-", stdin=data)):
        assert done.code == 3
        assert ":2:1: refused" in done.err
        assert [ruling["hand"] for ruling in rulings(done.out)] == ["good", "renege"]


@pytest.mark.parametrize(
    ("piece", "megabytes"), [(b"\n", 1), (b" ", 600), (b"x", 600), (b"{", 600), (b"<", 600), (b"clabber 1 ", 600)]
)
def test_j08_input_without_end_is_never_held_whole(piece: bytes, megabytes: int) -> None:
    code = "import os, sys\npiece = bytes.fromhex(sys.argv[1])\n"
    code += "for _ in range(int(sys.argv[2])): os.write(1, piece * (1_000_000 // len(piece)))"
    limit = partial(resource.setrlimit, resource.RLIMIT_AS, (500_000_000, 500_000_000))
    with subprocess.Popen(
        [sys.executable, "-c", code, piece.hex(), str(megabytes)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as source:  # fmt: skip
        child = subprocess.run(
            [*COMMAND, "check", "-"], stdin=source.stdout, env=environment(), capture_output=True, preexec_fn=limit,
            timeout=60
        )  # fmt: skip
        source.kill()
    assert child.returncode in (0, 3), child.stderr[-300:]
    assert child.returncode == 3 or piece.isspace()


# What `rule` and the others write.


def test_rule_in_three_forms(here: Path) -> None:
    text = call("rule", "claimed.json").out
    assert text == call("rule", "claimed.json", "--format", "text").out
    assert "10♠" in text
    data = json.loads(call("rule", "claimed.json", "--format", "json").out)
    assert (data["format"], data["record"], data["ruleset"]) == ("clabber-ruling/1", CLAIMED, "ecl-1992")
    page = call("rule", "claimed.json", "--format", "html").out
    assert page.lower().startswith("<!doctype html>")
    for ending, expected in (
        ("json", call("rule", "claimed.json", "--format", "json").out),
        ("html", page),
        ("txt", text),
    ):
        assert call("rule", "claimed.json", "-o", f"x.{ending}").out == ""
        assert Path(f"x.{ending}").read_text(encoding="utf-8") == expected
    assert call("rule", "-", "--format", "html", stdin=encoded(CLAIMED)).out == page
    assert (
        call("rule", "claimed.json", "--format", "json", "-o", "-").out
        == json.dumps(data, ensure_ascii=False, indent=2) + "\n"
    )


def test_p03_no_overwriting_without_force(here: Path) -> None:
    target = here / "x.json"
    for args in (
        ["rule", "good.json", "-o"],
        ["check", "good.json", "-o"],
        ["convert", "good.json"],
        ["simulate", "-o"],
        ["demo", "-o"],
    ):
        target.write_text("mine")
        done = call(*args, "x.json")
        assert (done.code, target.read_text()) == (5, "mine")
        assert "x.json" in done.err
        assert call(*args, "x.json", "--force").code in (0, 1)
        assert target.read_text(encoding="utf-8") != "mine"


def test_p03_links_are_replaced_not_followed(here: Path) -> None:
    victim = here / "victim.txt"
    victim.write_text("mine")
    for name, link in (("soft.json", os.symlink), ("hard.json", os.link), ("gone.json", None)):
        if link:
            link(victim, here / name)
        else:
            os.symlink(here / "nowhere", here / name)
        assert call("rule", "good.json", "-o", name).code == 5
        assert call("rule", "good.json", "-o", name, "--force").code == 0
        assert victim.read_text() == "mine"
        assert not (here / name).is_symlink()
        assert json.loads((here / name).read_text(encoding="utf-8"))["hand"] == "good"
    assert not (here / "nowhere").exists()


def test_p03_what_is_no_regular_file_is_not_written(here: Path) -> None:
    os.mkfifo(here / "fifo.json")
    (here / "folder.json").mkdir()
    for name in ("fifo.json", "folder.json", "missing/x.json", "x" * 300 + ".json", "good.json/x.json", ""):
        for force in ([], ["--force"]):
            done = call("rule", "good.json", "-o", name, *force)
            assert done.code == 5, (name, done)
            assert "Traceback" not in done.err


def test_p03_output_is_whole_or_absent(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clabber_audit.simulate import simulated

    def broken(*args: Any) -> Iterator[Any]:
        yield from list(simulated(*args))[:3]
        raise RuntimeError

    before = sorted(here.iterdir())
    (here / "old.jsonl").write_text("mine")
    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    monkeypatch.setattr("clabber_audit.simulate.simulated", broken)
    assert call("simulate", "-o", "x.jsonl").code == 70
    assert call("simulate", "-o", "old.jsonl", "--force").code == 70
    assert (here / "old.jsonl").read_text() == "mine"
    assert sorted(here.iterdir()) == sorted([*before, here / "old.jsonl"])


def test_p03_full_disk(here: Path) -> None:
    before = sorted(here.iterdir())
    limit = partial(resource.setrlimit, resource.RLIMIT_FSIZE, (20_000, 20_000))
    done = subprocess.run(
        [*COMMAND, "simulate", "--hands", "100", "-o", "x.jsonl"], cwd=here, env=environment(), capture_output=True,
        preexec_fn=limit
    )  # fmt: skip
    assert done.returncode == 5
    assert os.strerror(errno.EFBIG) in done.stderr.decode()
    assert sorted(here.iterdir()) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
@pytest.mark.parametrize(
    "args", [["check", "renege.json"], ["explain"], ["simulate", "--hands", "100"], ["rule", "good.json"]]
)
def test_full_console(here: Path, args: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run([*COMMAND, *args], cwd=here, env=environment(), stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 5
    assert b"Traceback" not in done.stderr
    assert b"Exception ignored" not in done.stderr
    assert b"bug" not in done.stderr


def test_convert_that_converts_nothing_writes_nothing(here: Path) -> None:
    (here / "x.clab").write_text("mine")
    assert call("convert", "bad.json", "x.clab", "--force").code == 3
    assert (here / "x.clab").read_text() == "mine"
    assert call("convert", "bad.json", "y.clab").code == 3
    assert not (here / "y.clab").exists()


def test_permissions_are_the_usual_ones(here: Path) -> None:
    call("rule", "good.json", "-o", "x.json")
    assert (here / "x.json").stat().st_mode == (here / "good.json").stat().st_mode


def test_p01_p02_ids_never_become_paths(here: Path) -> None:
    before = sorted(here.rglob("*"))
    for name in ("con", "nul.txt", "a.", "0", "x" * 64, "a-._"):
        put(here / "x.json", [changed(CLAIMED, id=name)])
        for args in (
            ["check", "x.json"],
            ["rule", "x.json"],
            ["rule", "x.json", "--format", "html"],
            ["replay", "x.json"],
            ["convert", "x.json", "-"],
        ):
            assert call(*args).code in (0, 1)
        (here / "x.json").unlink()
        assert sorted(here.rglob("*")) == before


STRANGE = (
    "a\nb:1:1: refused",
    "\x1b[31mred\x1b[0m",
    "\r",
    "-rf",
    "--help",
    "é",
    "\u202egnp",
    "%s",
    "{{7*7}}",
    "'\"",
    " ",
    "a\tb",
    "\udcff",
)


@pytest.mark.parametrize("stem", STRANGE, ids=range(len(STRANGE)))
def test_p02_strange_names_of_files(here: Path, stem: str) -> None:
    name, text = f"./{stem}.json", f"./{stem}.clab"
    attempts = [
        ["check", name],
        ["rule", name],
        ["convert", name, text],
        ["fmt", text],
        ["check", text],
        ["check", str(here / name)],
    ]
    for record in (BAD, RENEGE):
        put(here / name, [record])
        for args in attempts:
            unharmed(stem, args)
    attempts = [
        ["replay", name], ["rule", name, "--format", "json"], ["check", f"./no{stem}.json"],
        ["rule", f"./no{stem}.json"], ["check", f"./{stem}.txt"],
        ["rule", "good.json", "--hand", stem], ["check", "good.json", f"--ruleset={stem}"],
        ["check", "good.json", f"--ruleset=./{stem}.toml"],
        ["rule", "good.json", "-o", f"./no{stem}/x"], ["rule", "good.json", "-o", name],
        ["convert", name, f"./{stem}.xyz"], ["fmt", name],
        ["explain", f"x{stem}"], ["schema", f"x{stem}"], ["rulesets", "wp", f"--against={stem}"],
        ["legal", "--trump", "S", f"--hand={stem}"],
        ["demo", "-o", f"./demo{stem}.html"],
    ]  # fmt: skip
    for args in attempts:
        unharmed(stem, args)
    put(here / f"{stem}.jsonl", [GOOD, RENEGE])
    unharmed(stem, ["convert", f"./{stem}.jsonl", "x.json"])
    unharmed(stem, ["check", "."])


def unharmed(stem: str, args: list[str]) -> None:
    """Asserts that a command with a strange name among its words ends well and prints no trick."""
    done = call(*args)
    assert done.code in (0, 1, 2, 3, 5), (args, done)
    assert not odd(done.out + done.err), (args, done)
    if "\n" in stem:
        assert not re.search(r"^b:1:1: refused", done.out + done.err, re.MULTILINE), (args, done)


# Consoles, pipes, interruptions.


@pytest.mark.parametrize("coding", POOR)
def test_poor_consoles_get_letters_for_suits(here: Path, coding: str) -> None:
    env = {"PYTHONIOENCODING": coding, "PYTHONUTF8": "0"}
    name = put(here / "x.json", [changed(CLAIMED, players={"N": "Łukasz", "E": "東京"}, teams={"NS": "Zoë 🎉"})])
    for args in (["check", name], ["rule", name, "-f", "text"], ["replay", name], ["explain", "failure-to-follow"],
                 ["legal", "--trump", "♠", "--trick", "J♥", "--hand", "A♥ 9♠"]):  # fmt: skip
        done = run(*args, env=env, cwd=here)
        assert done.code in (0, 1)
        assert "Traceback" not in done.err
        assert not set("♣♦♥♠“”’…←") & set(done.out + done.err) - (set("“”’…") if coding == "cp1252" else set())
        assert re.search(r"\b(10|[9JQKA])[CDHS]\b", done.out), (args, done)


def test_poor_console_does_not_touch_files(here: Path) -> None:
    assert run("rule", "claimed.json", "-o", "x.txt", env={"PYTHONIOENCODING": "ascii"}, cwd=here).code == 0
    assert "10♠" in (here / "x.txt").read_text(encoding="utf-8")


def closed_after_one_line(args: list[str], here: Path, both: bool = False) -> tuple[int, bytes]:
    """Run a command whose reader goes away after the first line; its exit code, and what it said then."""
    with subprocess.Popen(
        [*COMMAND, *args], cwd=here, env=environment(), stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT if both else subprocess.PIPE
    ) as child:  # fmt: skip
        assert child.stdout
        assert child.stdout.readline()
        child.stdout.close()
        said = child.stderr.read() if child.stderr else b""
    return child.returncode, said


@pytest.mark.parametrize(
    "args",
    [
        ["simulate", "--hands", "2000"],
        ["check", "x.jsonl"],
        ["check", "-f", "json", "x.jsonl"],
        ["convert", "x.jsonl", "-"],
    ],
)
def test_t02_closed_pipe(here: Path, args: list[str]) -> None:
    put(here / "x.jsonl", [CLAIMED] * 400)
    code, said = closed_after_one_line(args, here)
    assert code == 141
    assert said.count(b"\n") <= 1
    assert b"Traceback" not in said
    assert b"Exception" not in said


def test_t02_closed_pipe_for_both_streams(here: Path) -> None:
    put(here / "x.jsonl", [BAD] * 2_000)
    assert closed_after_one_line(["check", "x.jsonl"], here, both=True)[0] == 141


@pytest.mark.parametrize("name", ["-", "fifo.jsonl"])
def test_t02_interrupted(here: Path, name: str) -> None:
    os.mkfifo(here / "fifo.jsonl")
    args = [*COMMAND, "check", name, "-o", "x.txt"]
    with subprocess.Popen(
        args, cwd=here, env=environment(), stdin=subprocess.PIPE, stderr=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stderr
        assert child.stdin
        source = child.stdin if name == "-" else (here / name).open("wb")
        with source:
            source.write(encoded(BAD))
            source.flush()
            assert b"refused" in child.stderr.readline()
            child.send_signal(signal.SIGINT)
            said = child.stderr.read()
        assert child.wait(10) == 130
    assert b"Traceback" not in said
    assert not [path.name for path in here.iterdir() if path.name.startswith((".", "x"))]


def test_t02_interrupted_with_jobs(here: Path) -> None:
    """From a terminal the interrupt reaches the workers too; none of them may print a traceback."""
    large = encoded(changed(CLAIMED, remarks=["x" * 2000] * 250))
    with (here / "x.jsonl").open("wb") as file:
        file.write(encoded(BAD) + large * 80)
    args = [*COMMAND, "check", "x.jsonl", "--jobs", "2"]
    with subprocess.Popen(
        args, cwd=here, env=environment(), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, start_new_session=True
    ) as child:  # fmt: skip
        assert child.stderr
        assert b"refused" in child.stderr.readline()
        os.killpg(child.pid, signal.SIGINT)
        said = child.stderr.read()
        assert child.wait(30) == 130
    assert b"Traceback" not in said


COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")


@pytest.mark.parametrize("args", [["--help"], ["check", "renege.json"], ["check", "--nonsense"]])
def test_no_color(here: Path, args: list[str]) -> None:
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    env = {
        key: value
        for key, value in environment({"NO_COLOR": "1", "TERM": "xterm-256color"}).items()
        if key != "FORCE_COLOR"
    }
    with subprocess.Popen(
        [*COMMAND, *args], cwd=here, env=env, stdout=follower, stderr=follower, stdin=follower
    ) as child:
        os.close(follower)
        said = b""
        while True:
            try:
                piece = os.read(leader, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            said += piece
    os.close(leader)
    assert said
    assert child.returncode in (0, 1, 2)
    assert not COLOUR.search(said)


HEAVY = ("clabber_audit.record.model", "jinja2", "sqlite_utils")


@pytest.mark.parametrize(
    ("args", "absent"),
    [
        (["--help"], HEAVY), (["--version"], HEAVY), (["check", "--help"], HEAVY), (["explain"], HEAVY[1:]),
        (["explain", "failure-to-follow"], HEAVY[1:]),
    ],
)  # fmt: skip
def test_nothing_heavy_is_imported_early(args: list[str], absent: tuple[str, ...]) -> None:
    code = (
        "import sys\nfrom clabber_audit.__main__ import main\n"
        f"sys.argv = ['clabber-audit', *{args!r}]\n"
        "try:\n    main()\nexcept SystemExit as end:\n    assert not end.code, end.code\n"
        "print(*sys.modules, file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment(), capture_output=True, check=True)
    assert done.stdout
    assert not set(absent) & set(done.stderr.decode().split())


# The other commands.


@pytest.mark.parametrize("name", get_args(words.InfractionId))
def test_explain_every_infraction(name: str) -> None:
    for ruleset in ("ecl-1992", "gamerules"):
        done = call("explain", name, "--ruleset", ruleset)
        assert done.code == 0
        assert name in done.out
        assert not done.err
    assert call("explain", name.upper().replace("-", "_")).out == call("explain", name).out


def test_explain_lists_all_and_guesses() -> None:
    listed = call("explain").out
    assert all(name in listed for name in get_args(words.InfractionId))
    assert "failure-to-follow" in call("explain", "failure-to-folow").err


@pytest.mark.parametrize("name", SHIPPED)
def test_rulesets(name: str) -> None:
    assert name in call("rulesets").out
    shown = call("rulesets", name)
    assert shown.code == 0
    data = json.loads(call("rulesets", name, "--json").out)
    assert data["id"] == name
    assert all(article in shown.out for article in data["articles"])
    for other in SHIPPED:
        done = call("rulesets", name, "--against", other)
        assert done.code == 0
        if name != other:
            assert name in done.out
            assert other in done.out


def test_rulesets_tell_the_known_differences() -> None:
    assert "false_claim" in call("rulesets", "ecl-1992", "--against", "wp").out
    assert "false_claim" not in call("rulesets", "ecl-1984", "--against", "wp").out


def test_ruleset_from_a_file(here: Path) -> None:
    (here / "house.toml").write_text('id = "house"\ntitle = "House"\nextends = "wp"\n', encoding="utf-8")
    assert call("check", "renege.json", "--ruleset", "house.toml").code == 1
    assert (
        json.loads(call("rule", "renege.json", "--ruleset", "house.toml", "--format", "json").out)["ruleset"] == "house"
    )
    for text in (
        "",
        "id = ",
        'id = "x"\ntitle = "x"\nextends = "nothing"',
        'id = "x"\ntitle = "\udce9"',
        "a = " + "[" * 5_000,
    ):
        (here / "house.toml").write_text(text, encoding="utf-8", errors="surrogateescape")
        done = call("check", "renege.json", "--ruleset", "house.toml")
        assert done.code == 5, (text[:40], done)
        assert "house.toml" in done.err


def test_schemas() -> None:
    for name, title in (("hand", "Clabber hand record"), ("ruling", "")):
        data = json.loads(call("schema", name).out)
        assert "$schema" in data or "properties" in data
        assert title in data["title"]
        assert call("schema", f"clabber-{name}/1").out == call("schema", name).out
    assert call("schema", "clab").out.startswith("# The text notation")
    assert all(name in call("schema").out for name in ("hand", "ruling", "clab"))


def test_simulate_is_the_same_everywhere(here: Path) -> None:
    here_and_now = call("simulate", "--seed", "7", "--hands", "30", "--irregular", "0.5").out
    for seed in ("0", "4711"):
        env = {"PYTHONHASHSEED": seed, "TZ": "Pacific/Kiritimati", "LC_ALL": "C"}
        assert run("simulate", "--seed", "7", "--hands", "30", "--irregular", "0.5", env=env).out == here_and_now
    assert call("simulate", "--seed", "8", "--hands", "30", "--irregular", "0.5").out != here_and_now
    assert len(here_and_now.splitlines()) == 30
    assert call("check", "-", stdin=here_and_now.encode()).code in (1, 4)
    assert call("simulate", "--hands", "0").out == ""
    call("simulate", "--seed", "7", "--hands", "30", "--irregular", "0.5", "--format", "clab", "-o", "x.clab")
    assert call("convert", "x.clab", "-").out == here_and_now


def test_reports_are_the_same_everywhere(here: Path) -> None:
    for args in (["check", "claimed.json"], ["rule", "claimed.json", "--format", "html"]):
        outs = {
            run(*args, env={"PYTHONHASHSEED": seed, "TZ": zone}, cwd=here).out
            for seed, zone in (("0", "UTC"), ("99", "Asia/Tokyo"))
        }
        assert len(outs) == 1
        assert outs.pop() == call(*args).out


def test_convert_both_ways_loses_nothing(here: Path) -> None:
    many = records.many(300, 31)
    put(here / "x.jsonl", many)
    assert call("convert", "x.jsonl", "x.clab").code == 0
    assert call("convert", "x.clab", "again.jsonl").code == 0
    assert rulings((here / "again.jsonl").read_text(encoding="utf-8")) == many
    assert call("convert", "again.jsonl", "again.clab").code == 0
    assert (here / "again.clab").read_bytes() == (here / "x.clab").read_bytes()
    assert call("convert", "-", "-", "--to", "jsonl", stdin=(here / "x.clab").read_bytes()).out == (
        here / "again.jsonl"
    ).read_text(encoding="utf-8")
    assert call("convert", "x.jsonl", "x.json").code == 2
    assert not (here / "x.json").exists()
    call("convert", "good.json", "one.clab")
    call("convert", "one.clab", "one.json")
    assert json.loads((here / "one.json").read_text(encoding="utf-8")) == GOOD


def test_fmt_is_canonical_and_leaves_the_refused_alone(here: Path) -> None:
    from tests.test_notation import SKETCH

    path = here / "x.clab"
    loose = SKETCH.replace("source  paper", "source ")
    path.write_text("\ufeff" + loose.replace("\n", "\r\n"), encoding="utf-8")
    before = call("convert", "x.clab", "-").out
    assert call("fmt", "x.clab").code == 0
    once = path.read_bytes()
    assert once != loose.encode()
    assert call("convert", "x.clab", "-").out == before
    stamp = path.stat().st_mtime_ns
    assert call("fmt", "x.clab") == (0, "", "")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (once, stamp)
    assert call("fmt", "-", stdin=loose.encode()).out.encode() == once
    bad = b"clabber 1\nhand   h\ndeal   Q\n\n" + once
    (here / "bad.clab").write_bytes(bad)
    done = call("fmt", "bad.clab", "x.clab")
    assert done.code == 3
    assert "bad.clab:3:8: refused" in done.err
    assert (here / "bad.clab").read_bytes() == bad


#: The cases of legal play: id, the trick so far, the hand, and what may be played.
CASES = (
    ("A01", "AH", "9H KH 9S AD", "9H KH"), ("A03", "AH", "9S KS AD QC", "9S KS"), ("A05", "AH KS", "9S QS AD", "9S"),
    ("A07", "AH JS", "QS TS AD", "QS TS"),
    ("A08", "KS", "9S QS AH", "9S"), ("A10", "QS AS", "TS JS KS", "JS"), ("A11", "9H QS", "AH 9S", "AH"),
    ("A13", "TS", "AS 9S KS", "AS 9S"),
    ("A14", "AS", "9S TS", "9S"), ("A15", "KD AC", "QS 9C", "QS"), ("A17", "JH", "AH 9H 9S", "AH 9H"),
)  # fmt: skip


def people(cards: str) -> str:
    """Cards as people type them."""
    return cards.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠")).lower()


@pytest.mark.parametrize(("case", "trick", "hand", "legal"), CASES, ids=[case[0] for case in CASES])
def test_legal(case: str, trick: str, hand: str, legal: str) -> None:
    for said, suit in ((str, "S"), (people, "♠"), (people, "spades")):
        done = call("legal", "--trump", suit, "--trick", said(trick), "--hand", said(hand))
        assert done.code == 0
        first, *rest = done.out.splitlines()
        assert first == f"legal: {people(legal).upper()}"
        refused = [card for card in people(hand).upper().split() if card not in people(legal).upper().split()]
        assert [line.split(":")[0] for line in rest] == [f"not {card}" for card in refused]
    assert call("legal", "--trump", "S", "--hand", hand).out == f"legal: {people(hand).upper()}\n"


def test_demo_writes_a_ruling(here: Path) -> None:
    done = call("demo", "-o", "x.html")
    assert done.code == 0
    assert done.out
    assert call("check", "x.html").code == 1
    assert call("demo", "-o", "x.html").code == 5


def test_anonymous_names_nobody(here: Path) -> None:
    players = {"N": "Roxanne", "E": "Xerxes", "S": "Zebulon", "W": "Quentin"}
    texts = {
        "remarks": ["Roxanne said"],
        "comments": [{"at": 3, "text": "Zebulon sneezed"}],
        "teams": {"NS": "Quokkas", "EW": "Zebras"},
    }
    put(here / "x.json", [changed(CLAIMED, id="quokkas-zebras", players=players, **texts)])
    attempts = [["check", "x.json", "-f", form] for form in ("text", "json", "jsonl")]
    attempts += [["rule", "x.json", "-f", form] for form in ("text", "json", "html")] + [["replay", "x.json"]]
    for args in attempts:
        out = call(*args, "--anonymous").out
        assert out
        found = [word for word in ("Roxanne", "Xerxes", "Zebulon", "Quentin", "uokkas", "ebras") if word in out]
        assert not found, (args, found)


def test_examples_are_audited() -> None:
    for item in offered(str(ROOT / "examples")):
        assert item.hand, item.refused
