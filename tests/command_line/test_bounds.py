"""Tests that faults in input of any size and shape are reported within 5 seconds and 500 MB."""

from __future__ import annotations

import gzip
import json
import os
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import Final, NamedTuple

import pytest
from _pytest.mark.structures import ParameterSet

from tests.cli import GOOD, ROOT, call, copy_with, encode_record, environment
from tests.process import begin
from tests.scale import at_random, at_scale, slowness
from tests.tables import tables

#: Twice the promised bound, since other tests share the processor’s caches.
SECONDS: Final = 10
BYTES: Final = 500 << 20


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


def record(**keys: object) -> bytes:
    return encode_record(copy_with(GOOD, **keys))


def clab(lines: bytes) -> bytes:
    return b"clabber 1\nhand x\ndeal N\n" + lines


#: Names of `bounds.md`, and the texts for which they stand.
NAMES: Final = {
    "(hand)": record()[:-2].decode(),
    "(clab)": clab(b"").decode(),
    "(sheet)": "hand,dealer,ns_score,ew_score\n",
}
TABLES: Final = tables(Path(__file__).with_name("bounds.md"))


def repeat(begins: str, piece: str, size: str, ends: str) -> bytes:
    """Return a piece, numbered if it says so, repeated to this size between a start and an end."""
    for name, text in NAMES.items():
        begins = begins.replace(name, text)
    pieces, length = [piece * (int(size) // len(piece))], 0
    if "(n)" in piece:
        pieces = []
        while length < int(size):
            pieces.append(piece.replace("(n)", f"{len(pieces):x}"))
            length += len(pieces[-1])
    return "".join([begins, *pieces, ends]).encode()


def read_inputs(heading: str) -> dict[str, Callable[[], bytes]]:
    """Return functions that generate the inputs of a table, by file name."""
    return {name: partial(repeat, *parts) for name, *parts, _ in TABLES[heading]}


def find_inputs(word: str) -> set[str]:
    """Return the inputs that are tried like this."""
    return {name for rows in TABLES.values() for name, *_, tried in rows if word in tried.split()}


INPUTS: Final[dict[str, Callable[[], bytes]]] = {
    **read_inputs("Records"),
    "deep.json": lambda: nest_lists(500_000),
    "bad-texts.json": lambda: record(remarks=["\u202e" * 1000] * 200),
    "ruling.json": lambda: b'{"format": "clabber-ruling/1", "record": ' + nest_lists(100_000) + b"}",
    "bomb.jsonl.gz": lambda: gzip.compress(b"\0" * (16 << 20), 9) * 60,
    "bomb-lines.jsonl.gz": lambda: gzip.compress(b"\n" * (16 << 20), 9) * 60,
}
RULES: Final = read_inputs("Rulesets")
SEASONS: Final[dict[str, Callable[[], bytes]]] = {
    **read_inputs("Seasons"),
    "matches.json": lambda: (
        b'{"rounds":[' + b",".join([b'{"matches":[' + b",".join([b"{}"] * 200) + b"]}"] * 400) + b"]}"
    ),
}
FEW: Final = find_inputs("desk") | {"deep.json", "bomb.jsonl.gz"}
STREAMED: Final = find_inputs("piped") | {"bomb-lines.jsonl.gz"}


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
def test_records(workdir: Path, name: str) -> None:
    (workdir / name).write_bytes(INPUTS[name]())
    # Each refused row of a sheet is named.
    lines = 100_000 if name in ("rows-bad.csv", "open-quotes.csv") else 80
    assert_within_bounds(measure("check", name), (0, 3, 5), lines)
    if name in STREAMED:
        assert_within_bounds(measure("check", "-", stdin=name), (0, 3, 5), lines)


@pytest.mark.parametrize("name", mark_full(RULES))
def test_rulesets(workdir: Path, name: str) -> None:
    (workdir / name).write_bytes(RULES[name]())
    assert_within_bounds(measure("rulesets", name), (5,))


@pytest.mark.parametrize("name", mark_full(SEASONS))
def test_seasons(workdir: Path, name: str) -> None:
    (workdir / name).write_bytes(SEASONS[name]())
    assert_within_bounds(measure("league", "schedule", name), (3,))


@pytest.mark.full
def test_devices_are_refused_in_time(workdir: Path) -> None:
    (workdir / "good.json").write_bytes(encode_record(GOOD))
    for target in ("/dev/zero", "/dev/null"):
        for link, command in (
            ("x.toml", ["rulesets", "x.toml"]), ("x.toml", ["check", "good.json", "-r", "x.toml"]),
            ("x.json", ["league", "schedule", "x.json"]), ("x.json", ["verify", "x.json"]),
            ("x.html", ["rule", "x.html"]),
            ("x.csv", ["score", "x.csv"]), ("x.db", ["archive", "list", "x.db"]),
        ):  # fmt: skip
            (workdir / link).symlink_to(target)
            run = measure(*command)
            assert_within_bounds(run, (5,))
            (workdir / link).unlink()


@pytest.mark.full
def test_an_endless_line_does_not_stop_the_others(workdir: Path) -> None:
    """Such a line is skipped and the next ones are judged, with one process as with several."""
    with (workdir / "x.jsonl").open("wb") as file:
        file.write(encode_record(GOOD))
        file.seek(at_random(3, 12) << 28)
        file.write(b"\n" + encode_record(copy_with(GOOD, id="after")))
    ran = measure("check", "x.jsonl", "--jobs", "2", "-f", "jsonl")
    assert ran.bytes < BYTES
    assert ran.code == 3
    found = [json.loads(line)["hand"] for line in (workdir / "out").read_text(encoding="utf-8").splitlines()]
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
def test_only_twenty_faults_are_listed(workdir: Path, name: str, data: bytes, message: str) -> None:
    (workdir / name).write_bytes(data)
    err = call("check", name).err
    assert err.count(": error: ") == 20
    assert f"{name}: {message}\n" in err or not message
    assert bool(message) == ("more" in err)


def test_folder_with_many_files_and_circular_links(workdir: Path) -> None:
    (workdir / "many" / "in").mkdir(parents=True)
    (workdir / "many" / "in" / "again").symlink_to(workdir / "many")
    (workdir / "many" / "self.json").symlink_to("self.json")
    for number in range(at_scale(2_000, 20_000, ci=4_000)):
        (workdir / "many" / "in" / f"{number}.txt").touch()
    (workdir / "many" / "good.json").write_bytes(encode_record(GOOD))
    assert_within_bounds(measure("check", "many"), (0,))


def test_largest_ruleset_is_well_below_the_limit() -> None:
    """A ruleset file may have 256 KB; none that is shipped has a tenth of that."""
    assert (
        max(path.stat().st_size for path in (ROOT / "clabber_audit" / "rules" / "rulesets").glob("*.toml"))
        * 10
        < 256 << 10
    )
