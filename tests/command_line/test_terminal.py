"""Tests of consoles, pipes and interruptions."""

from __future__ import annotations

import os
import re
import signal
from pathlib import Path
from subprocess import DEVNULL

import pytest

from tests.cli import BAD, CLAIMED, call, copy_with, encode_record, environment, run, write_records
from tests.process import begin

#: Makes a child's symbols something its console lacks.
POOR = ("cp1252", "ascii")


@pytest.mark.parametrize("coding", POOR)
def test_consoles_without_suit_signs_get_letters(workdir: Path, coding: str) -> None:
    name = write_records(
        workdir / "x.json", [copy_with(CLAIMED, players={"N": "Łukasz", "E": "東京"}, teams={"NS": "Zoë 🎉"})]
    )
    for args in (["check", name], ["rule", name, "-f", "text"], ["replay", name], ["explain", "failure-to-follow"],
                 ["legal", "--trump", "♠", "--trick", "J♥", "--cards", "A♥ 9♠"]):  # fmt: skip
        done = call(*args, encoding=coding)
        assert done.code in (0, 1)
        assert "Traceback" not in done.err
        assert not set("♣♦♥♠“”’…←") & set(done.out + done.err) - (
            set("“”’…") if coding == "cp1252" else set()
        )
        assert re.search(r"\b(10|[9JQKA])[CDHS]\b", done.out), (args, done)


def test_console_encoding_does_not_affect_files(workdir: Path) -> None:
    assert call("rule", "claimed.json", "-o", "x.txt", encoding="ascii").code == 0
    assert "10♠" in (workdir / "x.txt").read_text(encoding="utf-8")


def test_console_encoding_is_taken_from_python(workdir: Path) -> None:
    done = run("check", "claimed.json", env={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}, cwd=workdir)
    assert done.code == 1
    assert "with 10S" in done.out


def close_after_one_line(args: list[str], workdir: Path, both: bool = False) -> tuple[int, bytes]:
    """Run a command and close its output after the first line; return its exit code and standard error."""
    reader, writer = os.pipe()
    child = begin(args, (None, writer, writer if both else None), cwd=workdir, env=environment())
    os.close(writer)
    with child:
        with open(reader, "rb") as out:
            assert out.readline()
        errors = child.stderr.read() if child.stderr else b""
    return child.wait().code, errors


@pytest.mark.parametrize(
    "args",
    [
        ["simulate", "--hands", "2000"],
        ["check", "x.jsonl"],
        ["check", "-f", "json", "x.jsonl"],
        ["convert", "x.jsonl", "-"],
    ],
)
def test_t02_closed_pipe(workdir: Path, args: list[str]) -> None:
    write_records(workdir / "x.jsonl", [CLAIMED] * 400)
    code, data = close_after_one_line(args, workdir)
    assert code == 141
    assert data.count(b"\n") <= 1
    assert b"Traceback" not in data
    assert b"Exception" not in data


@pytest.mark.parametrize("args", [["--help"], ["league", "--help"], ["rule", "--help"], ["rulesets"]])
def test_t02_pipe_that_nobody_reads(workdir: Path, args: list[str]) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    with begin(args, (None, writer, None), cwd=workdir, env=environment()) as child:
        os.close(writer)
        errors = child.stderr.read() if child.stderr else b""
    assert (child.wait().code, errors) == (141, b"")


def test_t02_closed_pipe_for_both_streams(workdir: Path) -> None:
    write_records(workdir / "x.jsonl", [BAD] * 2_000)
    assert close_after_one_line(["check", "x.jsonl"], workdir, both=True)[0] == 141


@pytest.mark.parametrize("name", ["-", "fifo.jsonl"])
def test_t02_interrupted(workdir: Path, name: str) -> None:
    os.mkfifo(workdir / "fifo.jsonl")
    with begin(["check", name, "-o", "x.txt"], (None, None, None), cwd=workdir, env=environment()) as child:
        assert child.stderr
        assert child.stdin
        source = child.stdin if name == "-" else (workdir / name).open("wb")
        with source:
            source.write(encode_record(BAD))
            source.flush()
            assert b"error: " in child.stderr.readline()
            child.send_signal(signal.SIGINT)
            errors = child.stderr.read()
    assert child.wait().code == 130
    assert b"Traceback" not in errors
    assert not [path.name for path in workdir.iterdir() if path.name.startswith((".", "x"))]


@pytest.mark.full
def test_t02_interrupted_with_jobs(workdir: Path) -> None:
    """A terminal sends the interrupt to the workers too; none of them may print a traceback."""
    large = encode_record(copy_with(CLAIMED, remarks=["x" * 2000] * 250))
    with (workdir / "x.jsonl").open("wb") as file:
        file.write(encode_record(BAD) + large * 80)
    streams = (None, DEVNULL, None)
    args = ["check", "x.jsonl", "--jobs", "2"]
    with begin(args, streams, cwd=workdir, env=environment(), session=True) as child:
        assert child.stderr
        assert b"error: " in child.stderr.readline()
        os.killpg(child.pid, signal.SIGINT)
        errors = child.stderr.read()
    assert child.wait().code == 130
    assert b"Traceback" not in errors


COLOR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;\d+)*m")


@pytest.mark.parametrize("args", [["--help"], ["check", "renege.json"], ["check", "--nonsense"]])
def test_no_color(workdir: Path, args: list[str]) -> None:
    pty = pytest.importorskip("pty")
    leader, follower = pty.openpty()
    env = {
        key: value
        for key, value in environment({"NO_COLOR": "1", "TERM": "xterm-256color"}).items()
        if key != "FORCE_COLOR"
    }
    child = begin(args, (follower, follower, follower), cwd=workdir, env=env)
    os.close(follower)
    with child:
        data = b""
        while True:
            try:
                piece = os.read(leader, 1 << 16)
            except OSError:
                break
            if not piece:
                break
            data += piece
    os.close(leader)
    assert data
    assert child.wait().code in (0, 1, 2)
    assert not COLOR.search(data)
