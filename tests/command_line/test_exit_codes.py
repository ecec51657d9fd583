"""Tests of exit codes: each is provoked, and an error in one record does not stop the rest."""

from __future__ import annotations

import gzip
import shlex
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.cli.commands import exit_codes_of, worst_code
from clabber_audit.core import __version__
from clabber_audit.core.errors import Exit
from tests.cli import GOOD, call, encode_record, rulings, unprintable_chars, write_records
from tests.tables import tables

MISSING = "missing.json"


(CODES,) = tables(Path(__file__).with_name("exit_codes.md")).values()


@pytest.mark.parametrize(("command", "code"), CODES)
def test_exit_codes(workdir: Path, command: str, code: str) -> None:
    args = shlex.split(command)
    done = call(*args)
    assert done.code == int(code), done
    assert "Traceback" not in done.err
    # The help lists this exit code, unless there is no such command.
    assert args[0] == "chekc" or done.code in exit_codes_of(args[0])
    if done.code in (2, 3, 5):
        assert done.err.strip()
        assert not done.out


def test_worst_code_of_a_batch() -> None:
    order = [Exit.BUG, Exit.USAGE, Exit.UNUSABLE, Exit.REFUSED, Exit.OTHER_VERSION]
    order += [Exit.UNDECIDED, Exit.FINDINGS, Exit.DONE]
    for place, code in enumerate(order):
        assert worst_code(set(order[place:])) == code
    assert worst_code(set()) == Exit.DONE


def test_batch_continues_after_errors(workdir: Path) -> None:
    (workdir / "notes.txt").write_text("of the evening")
    batch = ["bad.json", "renege.json", MISSING, "impossible.json", "notes.txt", "open.json", "good.json"]
    for names, code in (
        (batch, 2),
        ([*batch[:4], *batch[5:]], 5),
        (["bad.json", "renege.json", "good.json"], 3),
    ):
        done = call("check", "--format", "jsonl", *names)
        assert done.code == code
        audited = [name for name in names if name in ("renege.json", "open.json", "good.json")]
        assert [ruling["hand"] + ".json" for ruling in rulings(done.out)] == audited
        for name in set(names) - set(audited):
            assert name in done.err
    assert call("check", "open.json", "renege.json", "good.json").code == 4
    assert call("check", "good.json", "renege.json").code == 1
    assert call("check", "of-no-kind-and-missing").code == 5


def test_folder_continues_after_a_damaged_file(workdir: Path) -> None:
    (workdir / "a.jsonl.gz").write_bytes(gzip.compress(encode_record(GOOD))[:-20])
    (workdir / "b.jsonl.gz").write_bytes(b"no gzip at all")
    (workdir / "c.jsonl").mkdir()
    write_records(workdir / "c.jsonl" / "inner.json", [GOOD])
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


def test_lines_that_are_no_hands_are_reported_by_the_first(workdir: Path) -> None:
    """None of them can be chosen by its id."""
    (workdir / "picture.jsonl").write_bytes(b"\x89PNG\r\n\x1a\n\xff\n")
    for command in ("rule", "check"):
        assert call(command, "picture.jsonl").failed(
            3, "picture.jsonl:1:1: error: byte 0x89 is not UTF-8 text"
        )


def test_an_empty_file_is_called_empty(workdir: Path) -> None:
    """The last line counts files, since no hand was read."""
    for text in ("", "\n \n"):
        (workdir / "empty.json").write_text(text)
        assert call("rule", "empty.json").failed(3, "empty.json:1:1: error: the file is empty")
        done = call("check", "empty.json")
        assert done.failed(3, "empty.json:1:1: error: the file is empty")
        assert done.err.splitlines()[-1] == "Checked 1 file: no hand without errors."
    assert "Checked 2 hands: 0 have findings, 1 has errors." in call("check", "empty.json", "good.json").err


def test_bug_exits_with_70_and_no_traceback(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_error(*_args: object, **_more: object) -> None:
        raise RuntimeError("a \x1b[31mbug\n" + "x" * 500)

    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    monkeypatch.setattr("clabber_audit.judge.judge.adjudicate", raise_error)
    for args in (["rule", "good.json"], ["check", "good.json"], ["replay", "good.json"]):
        done = call(*args)
        assert done.failed(70, "bug")
        assert "Traceback" not in done.err
        assert not unprintable_chars(done.err)
        assert all(len(line) < 300 for line in done.err.splitlines())
        assert not done.out
    assert call("check", "bad.json", "good.json", MISSING).code == 70


def test_bug_in_one_record_does_not_stop_the_rest(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clabber_audit.judge.judge import adjudicate

    def raise_error(hand: Any, law: Any) -> object:
        return adjudicate(hand, law) if hand.record.id != "good" else 1 / 0

    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    monkeypatch.setattr("clabber_audit.judge.judge.adjudicate", raise_error)
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
    assert not unprintable_chars(done.err)


def test_no_command_is_a_usage_error_with_help() -> None:
    done = call()
    assert done.code == 2
    assert "check" in done.out + done.err


def test_version() -> None:
    assert call("--version") == (0, f"clabber-audit {__version__}\n", "")
