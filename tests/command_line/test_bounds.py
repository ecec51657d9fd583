"""Tests that faults in input of any size and shape are reported within 5 seconds and 500 MB."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from _pytest.mark.structures import ParameterSet

from tests.cli import GOOD, ROOT, call, copy_with, encode_record, environment
from tests.process import begin
from tests.scale import at_random, at_scale, slowness

#: Twice the promised bound, since other tests share the processor’s caches.
SECONDS: Final = 10
BYTES: Final = 500 << 20
MIB: Final = 1 << 20
ARTICLES: Final = 'id = "x"\ntitle = "t"\nextends = "ecl-1992"\n'


class MeasuredRun(NamedTuple):
    """Result of a command, with its time and memory."""

    err: str
    code: int
    seconds: float
    bytes: int


def measure(*args: str, stdin: str = os.devnull) -> MeasuredRun:
    """Run a command as a process of its own; measure the processor time and memory of it and its child processes."""
    with open(stdin, "rb") as source, open("out", "wb") as out, open("err", "wb") as err:
        ended = begin(args, (source.fileno(), out.fileno(), err.fileno()), env=environment()).wait()
    return MeasuredRun(Path("err").read_text(encoding="utf-8"), *ended)


def nest_lists(depth: int) -> bytes:
    return b'{"format":"clabber-hand/1","id":' + b"[" * depth + b"]" * depth + b"}"


def repeat_numbered(start: bytes, piece: Callable[[int], bytes], end: bytes, size: int) -> bytes:
    """Return numbered pieces of about this size in total, between a start and an end."""
    pieces, length, number = [start], 0, 0
    while length < size:
        pieces.append(piece(number))
        length += len(pieces[-1])
        number += 1
    return b"".join([*pieces, end])


def record(**keys: object) -> bytes:
    return encode_record(copy_with(GOOD, **keys))


def clab(lines: bytes) -> bytes:
    return b"clabber 1\nhand x\ndeal N\n" + lines


HEADING: Final = b"hand,dealer,ns_score,ew_score\n"
#: Functions that generate the inputs, by file name.
INPUTS: Final[dict[str, Callable[[], bytes]]] = {
    "deep.json": lambda: nest_lists(500_000),
    "huge-number.json": lambda: record(score={"NS": 1}).replace(b'"NS": 1', b'"NS": ' + b"9" * 900_000),
    "bad-keys.json": lambda: repeat_numbered(record()[:-2], lambda n: b',"k%x":0' % n, b"}", 1_000_000),
    "bad-seats.json": lambda: repeat_numbered(
        b'{"players":{', lambda n: b'"k%x":0,' % n, b'"N":0}}', 1_000_000
    ),
    "same-key.json": lambda: repeat_numbered(b"{", lambda _: b'"a":0,', b'"a":0}', 1_000_000),
    "bad-plays.json": lambda: repeat_numbered(
        record()[:-2] + b',"claims":[', lambda _: b"0,", b"0]}", 1_000_000
    ),
    "bad-texts.json": lambda: record(remarks=["\u202e" * 1000] * 200),
    "long-text.json": lambda: record(remarks=["x" * 10_000_000]),
    "large-text.json": lambda: record(remarks=["x" * 1_000_000]),
    "commas.json": lambda: b"[" + b"," * MIB,
    "blanks.json": lambda: record()[:-2] + b" " * 900_000 + b"}",
    "ruling.json": lambda: b'{"format": "clabber-ruling/1", "record": ' + nest_lists(100_000) + b"}",
    "ruling-ints.json": lambda: (
        b'{"format": "clabber-ruling/1", "record": [' + b"0," * (3 * MIB // 2) + b"0]}"
    ),
    "bomb.jsonl.gz": lambda: gzip.compress(b"\0" * (16 << 20), 9) * 60,
    "bomb-lines.jsonl.gz": lambda: gzip.compress(b"\n" * (16 << 20), 9) * 60,
    "lines.jsonl": lambda: b"\n" * (24 << 20),
    "quotes.jsonl": lambda: b'"' * (10 << 20) + b"\n",
    "line.clab": lambda: clab(b"remark " + b"x " * (MIB // 2 - 100)),
    "line-quotes.clab": lambda: clab(b"remark " + b'"' * (MIB - 100)),
    "line-braces.clab": lambda: clab(b"1W " + b"{" * (MIB - 100)),
    "line-comments.clab": lambda: clab(b"1W " + b"{@1 a}" * (MIB // 6 - 100)),
    "line-escapes.clab": lambda: clab(b'remark "' + b"\\" * (MIB - 100)),
    "line-calls.clab": lambda: clab(b"1W " + b"+dad" * (MIB // 4 - 100)),
    "line-cards.clab": lambda: clab(b"1W " + b"9h" * (MIB // 2 - 100)),
    "line-hand.clab": lambda: clab(b"N " + b"9h" * (MIB // 2 - 100)),
    "line-words.clab": lambda: clab(b"incident " + b"exposd-card " * (MIB // 12 - 10)),
    "line-context.clab": lambda: clab(b"context " + b"a / " * (MIB // 4 - 20)),
    "line-explicit.clab": lambda: clab(b"explicit " + b"x.y " * (MIB // 4 - 20)),
    "line-word.clab": lambda: clab(b"x" * (MIB - 100)),
    "lines.clab": lambda: clab(b"x\n" * 500_000),
    "lines-remarks.clab": lambda: clab(b"remark x\n" * 110_000),
    "lines-tricks.clab": lambda: clab(b"1W +dad\n" * 120_000),
    "lines-comments.clab": lambda: clab(b"{a}\n" * 250_000),
    "lines-incidents.clab": lambda: clab(b"incident exposd\n" * 60_000),
    "lines-hands.clab": lambda: clab(b"N 9h\n" * 200_000),
    "blank.clab": lambda: clab(b"\n" * 1_000_000),
    "columns.csv": lambda: b",".join(b"c%d" % n for n in range(400_000)),
    "wide.csv": lambda: HEADING + b"1,N,82,80" + b"," * 1_000_000 + b"x",
    "cells.csv": lambda: HEADING + b'1,"' + b"x" * (4 * MIB - 100) + b'",80\n',
    "large-cell.csv": lambda: HEADING + b"1," + b"x" * (40 << 20),
    "rows.csv": lambda: HEADING + b"\n" * (4 * MIB - 100),
    "rows-commas.csv": lambda: HEADING + b",,\n" * (MIB - 100),
    "rows-bad.csv": lambda: HEADING + b"x\n" * (MIB - 100),
    "quotes.csv": lambda: HEADING + b'"' * (4 * MIB - 100),
    "open-quotes.csv": lambda: HEADING + b'1,"\n' * (MIB - 100),
    "comments.html": lambda: b'<p>"clabber-ruling/1"' + b"<!--" * MIB,
    "scripts.html": lambda: b'<p>"clabber-ruling/1"' + b"<script " * (MIB // 2),
    "closed-comments.html": lambda: b'<p>"clabber-ruling/1"' + b"<!---->" * (MIB // 2),
    "no-block.html": lambda: b'<p>"clabber-ruling/1"' + b"<" * (4 * MIB - 100),
}
#: Inputs that are also read from standard input, one of each kind.
STREAMED: Final = (
    "bad-keys.json",
    "bomb-lines.jsonl.gz",
    "lines.jsonl",
    "line-comments.clab",
    "wide.csv",
    "comments.html",
)
RULES: Final[dict[str, Callable[[], bytes]]] = {
    "dots.toml": lambda: b"a" + b".a" * 20_000 + b" = 1",
    "table-dots.toml": lambda: b"[a" + b".a" * 20_000 + b"]",
    "quoted-dots.toml": lambda: b'"a"' + b' . "a"' * 20_000 + b" = 1",
    "brackets.toml": lambda: b"a = " + b"[" * 200_000,
    "braces.toml": lambda: b"a = " + b"{a=" * 60_000,
    "quotes.toml": lambda: b'a = """' + b'"' * 200_000,
    "open.toml": lambda: b'a = "' * 50_000,
    "tables.toml": lambda: repeat_numbered(b"", lambda n: b"[a.b.c.d.e.f.g%x]\n" % n, b"", 250_000),
    "keys.toml": lambda: repeat_numbered(b"", lambda n: b"k%x=1\n" % n, b"", 250_000),
    "dotted.toml": lambda: repeat_numbered(b"", lambda n: b"a.b.c.d.e.f.g%x=1\n" % n, b"", 250_000),
    "articles.toml": lambda: repeat_numbered(
        ARTICLES.encode(), lambda n: b"[articles.a%x]\n" % n, b"", 250_000
    ),
    "arrays.toml": lambda: b"[[a]]\n" * 40_000,
    "numbers.toml": lambda: b"a = " + b"9" * 250_000,
    "large.toml": lambda: b"#" * (30 << 20),
}
SEASONS: Final[dict[str, Callable[[], bytes]]] = {
    "keys.json": lambda: repeat_numbered(b"{", lambda n: b'"k%x":0,' % n, b'"a":0}', 1_500_000),
    "values.json": lambda: b'{"remarks":[' + b"0," * (2 * MIB - 100) + b"0]}",
    "matches.json": lambda: (
        b'{"rounds":[' + b",".join([b'{"matches":[' + b",".join([b"{}"] * 200) + b"]}"] * 400) + b"]}"
    ),
    "large.json": lambda: b" " * (40 << 20),
    "same-key.json": lambda: repeat_numbered(b"{", lambda _: b'"a":0,', b'"a":0}', 1_100_000),
}


#: Inputs tried at a desk, one of each kind.
FEW: Final = frozenset(
    (
        "deep.json", "ruling-ints.json", "bomb.jsonl.gz",
        "line.clab", "lines.clab", "wide.csv",
        "rows-commas.csv", "comments.html", "dots.toml", "brackets.toml", "open.toml",
        "keys.toml", "values.json",
    )
)  # fmt: skip


def mark_full(inputs: Iterable[str]) -> list[ParameterSet]:
    """Return every input as a parameter; most run at full scale only."""
    return [pytest.param(name, marks=() if name in FEW else pytest.mark.full) for name in inputs]


def assert_within_bounds(run: MeasuredRun, codes: tuple[int, ...], lines: int = 80) -> None:
    assert run.code in codes, run
    assert run.seconds < SECONDS * slowness(), run
    assert run.bytes < BYTES, run
    assert "Traceback" not in run.err
    assert 0 < run.err.count("\n") <= lines, run.err[-1000:]
    assert max(map(len, run.err.splitlines())) < 2_000


@pytest.mark.parametrize("name", mark_full(INPUTS))
def test_records(here: Path, name: str) -> None:
    (here / name).write_bytes(INPUTS[name]())
    # Each refused row of a sheet is named.
    lines = 100_000 if name in ("rows-bad.csv", "open-quotes.csv") else 80
    assert_within_bounds(measure("check", name), (0, 3, 5), lines)
    if name in STREAMED:
        assert_within_bounds(measure("check", "-", stdin=name), (0, 3, 5), lines)


@pytest.mark.parametrize("name", mark_full(RULES))
def test_rulesets(here: Path, name: str) -> None:
    (here / name).write_bytes(RULES[name]())
    assert_within_bounds(measure("rulesets", name), (5,))


@pytest.mark.parametrize("name", mark_full(SEASONS))
def test_seasons(here: Path, name: str) -> None:
    (here / name).write_bytes(SEASONS[name]())
    assert_within_bounds(measure("league", "schedule", name), (3,))


@pytest.mark.full
def test_devices_are_refused_in_time(here: Path) -> None:
    (here / "good.json").write_bytes(encode_record(GOOD))
    for target in ("/dev/zero", "/dev/null"):
        for link, command in (
            ("x.toml", ["rulesets", "x.toml"]), ("x.toml", ["check", "good.json", "-r", "x.toml"]),
            ("x.json", ["league", "schedule", "x.json"]), ("x.json", ["verify", "x.json"]),
            ("x.html", ["rule", "x.html"]),
            ("x.csv", ["score", "x.csv"]), ("x.db", ["archive", "list", "x.db"]),
        ):  # fmt: skip
            (here / link).symlink_to(target)
            run = measure(*command)
            assert_within_bounds(run, (5,))
            (here / link).unlink()


@pytest.mark.full
def test_an_endless_line_does_not_stop_the_others(here: Path) -> None:
    """Such a line is skipped and the next ones are judged, with one process as with several."""
    with (here / "x.jsonl").open("wb") as file:
        file.write(encode_record(GOOD))
        file.seek(at_random(3, 12) << 28)
        file.write(b"\n" + encode_record(copy_with(GOOD, id="after")))
    ran = measure("check", "x.jsonl", "--jobs", "2", "-f", "jsonl")
    assert ran.bytes < BYTES
    assert ran.code == 3
    found = [json.loads(line)["hand"] for line in (here / "out").read_text(encoding="utf-8").splitlines()]
    assert found == ["good", "after"]
    assert ":2:1: error: the record is too large (limit 1 MiB)" in ran.err


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        (
            "x.json",
            encode_record({**GOOD, **{f"k{number:05}": 0 for number in range(50_000)}}),
            "and 49980 more",
        ),
        # Describing errors takes long, so further lines are not read; blank lines do not count.
        ("x.clab", clab(b"x\n" * 500 + b"\n  \n"), "480 more lines were not read"),
        ("x.clab", clab(b'remark "\x07"\n' * 50), "and 30 more"),
        ("x.clab", clab(b"x\n" * 20), ""),
    ],
    ids=["keys", "lines", "texts", "twenty"],
)
def test_only_twenty_faults_are_listed(here: Path, name: str, data: bytes, message: str) -> None:
    (here / name).write_bytes(data)
    err = call("check", name).err
    assert err.count(": error: ") == 20
    assert f"{name}: {message}\n" in err or not message
    assert bool(message) == ("more" in err)


def test_folder_with_many_files_and_circular_links(here: Path) -> None:
    (here / "many" / "in").mkdir(parents=True)
    (here / "many" / "in" / "again").symlink_to(here / "many")
    (here / "many" / "self.json").symlink_to("self.json")
    for number in range(at_scale(2_000, 20_000, ci=4_000)):
        (here / "many" / "in" / f"{number}.txt").touch()
    (here / "many" / "good.json").write_bytes(encode_record(GOOD))
    assert_within_bounds(measure("check", "many"), (0,))


@pytest.mark.parametrize(
    "args",
    [["rule", "good.json"], ["check", "good.json"], ["check", "good.json", "-f", "text"], ["convert", "good.json"],
     ["recorder"], ["demo"], ["simulate"], ["league", "init", "A", "B"],
     ["archive", "show", "a.db", "x"], ["archive", "export", "a.db"], ["record"], ["score", "good.json", "-f", "csv"]],
    ids=" ".join,
)  # fmt: skip
def test_commands_that_cannot_write_workbooks(here: Path, args: list[str]) -> None:
    (here / "good.json").write_bytes(encode_record(GOOD))
    target = [] if args[0] == "convert" or args[:2] == ["archive", "export"] else ["-o"]
    assert call(*args, *target, "x.xlsx").code == 2
    assert not (here / "x.xlsx").exists()


def test_largest_ruleset_is_well_below_the_limit() -> None:
    """A ruleset file may have 256 KB; none that is shipped has a tenth of that."""
    assert (
        max(path.stat().st_size for path in (ROOT / "clabber_audit" / "rules" / "rulesets").glob("*.toml"))
        * 10
        < 256 << 10
    )
