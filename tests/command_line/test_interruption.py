"""Tests of the exit codes of a command that is interrupted (130) or loses a standard stream (5)."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer

from clabber_audit.cli import commands
from clabber_audit.cli.commands import guard, handle_signals
from clabber_audit.core.errors import Exit, Unusable
from tests.cli import COMMAND, RENEGE, environment, write_records
from tests.scale import at_scale


@pytest.fixture
def handle_signals_as_program(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Handle signals as the program does; restore the handlers afterward."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)}
    monkeypatch.setattr(commands._Interruption, "requested", False)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    handle_signals()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def swallow_interrupt(problem: Exception | None) -> Exit:
    """Act as a library function that swallows an interrupt."""
    try:
        signal.raise_signal(signal.SIGTERM)
    except KeyboardInterrupt:
        if problem is not None:
            raise problem from None
    return Exit.DONE


@pytest.mark.usefixtures("handle_signals_as_program")
@pytest.mark.parametrize(
    "problem",
    [None, RuntimeError("half made"), OSError(5, "half read"), Unusable("season.db is damaged", "", "")],
)
def test_interruption_is_not_reported_as_damage_or_bug(
    problem: Exception | None, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        guard(lambda: swallow_interrupt(problem))()
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("handle_signals_as_program")
def test_interruption_in_a_callback_is_raised(capsys: pytest.CaptureFixture[str]) -> None:
    """Python itself would only print an interrupt in a callback from C."""

    class RaisesOnDeletion:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    def delete_object() -> Exit:
        RaisesOnDeletion()
        return Exit.DONE

    with pytest.raises(KeyboardInterrupt):
        guard(delete_object)()
    assert capsys.readouterr() == ("", "")


def test_other_errors_are_reported_as_usual(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> Exit:
        raise Unusable("season.db is damaged", "", "")

    with pytest.raises(typer.Exit) as ended:
        guard(fail)()
    assert ended.value.exit_code == Exit.UNUSABLE
    assert "season.db is damaged" in capsys.readouterr().err


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
def test_signal_leaves_no_partial_file(number: signal.Signals, tmp_path: Path) -> None:
    """A terminal sends SIGHUP when it is closed. Tests started with nohup ignore SIGHUP, so the handler is reset."""
    process = subprocess.Popen(
        [*COMMAND, "simulate", "--hands", "100000", "-o", "hands.jsonl"],
        cwd=tmp_path,
        env=environment(),
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(number, signal.SIG_DFL),
    )
    with process:
        for _ in range(600):
            if any(tmp_path.iterdir()) or process.poll() is not None:
                break
            time.sleep(0.05)
        assert [file.name for file in tmp_path.iterdir()] not in ([], ["hands.jsonl"])
        process.send_signal(number)
        assert process.wait(60) == Exit.INTERRUPTED
    assert list(tmp_path.iterdir()) == []


def test_interruption_inside_exec_has_exit_code_130(tmp_path: Path) -> None:
    """Python marks an interrupt inside `exec` and, under `-m`, would end by SIGINT because of the mark."""
    (tmp_path / "interrupted.py").write_text(
        "from clabber_audit import __main__\n"
        "from clabber_audit.cli import commands\n"
        "commands.run_program = lambda _: exec('raise KeyboardInterrupt')\n"
        "__main__.main()\n"
    )
    done = subprocess.run([sys.executable, "-m", "interrupted"], cwd=tmp_path, env=environment())
    assert done.returncode == Exit.INTERRUPTED


@pytest.mark.usefixtures("handle_signals_as_program")
def test_ignored_signals_stay_ignored() -> None:
    """Under `nohup`, SIGHUP is ignored, and the command keeps ignoring it."""
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        handle_signals()
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        signal.signal(signal.SIGHUP, before)


def run_with_streams(command: str, streams: str, folder: Path) -> tuple[int, list[str]]:
    """Run a command with other standard streams; return its exit code and its lines on standard error."""
    line = f'exec "$0" -m clabber_audit {command} {streams}'
    done = subprocess.run(
        ["sh", "-c", line, sys.executable],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        timeout=60,
    )
    return done.returncode, done.stderr.splitlines()


COMMANDS = (
    "--help",
    "--version",
    "rule --help",
    "rule x.jsonl",
    "check x.jsonl -f json",
    "simulate --hands 1",
)


@pytest.mark.parametrize("command", COMMANDS[:: at_scale(3, 1)])
def test_unusable_output_is_reported(command: str, tmp_path: Path) -> None:
    write_records(tmp_path / "x.jsonl", [RENEGE])
    assert run_with_streams(command, ">&-", tmp_path) == (
        5,
        ["error: cannot go on: standard output is closed"],
    )
    assert run_with_streams(command, ">/dev/full", tmp_path) == (
        5,
        [
            "error: cannot write to standard output: No space left on device",
            "    help: free some space, or write to another file",
        ],
    )
    assert run_with_streams(command, ">&- 2>&- <&-", tmp_path) == (5, [])


def test_command_without_output_runs_with_closed_stdout(tmp_path: Path) -> None:
    """The file that it writes gets the free file number of standard output, and is not taken for it."""
    assert run_with_streams("simulate --hands 1 -o hands.jsonl", ">&- <&-", tmp_path) == (0, [])
    assert (tmp_path / "hands.jsonl").read_text().count("\n") == 1
    assert run_with_streams("check hands.jsonl --ruleset nowhere.toml", "2>/dev/full", tmp_path) == (5, [])
    assert run_with_streams("check hands.jsonl", "2>&-", tmp_path) == (0, [])


@pytest.mark.parametrize(
    "command", ["rule -", "check -", "fmt -", "record", "conformance --respond"][:: at_scale(3, 1)]
)
def test_closed_input_is_reported(command: str, tmp_path: Path) -> None:
    code, lines = run_with_streams(command, "<&-", tmp_path)
    assert code == 5
    assert "standard input is closed" in lines[0]
    assert len([line for line in lines if "error:" in line]) == 1
