"""Told to end, a command ends as interrupted (exit 130), whatever was made of that on the way."""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator

import pytest
import typer

from clabber_audit.cli import ending
from clabber_audit.cli.ending import listen
from clabber_audit.cli.errors import guarded
from clabber_audit.ground.errors import Exit, Unusable


@pytest.fixture
def listening(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As in a process of the program; afterwards as it was."""
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGINT)}
    monkeypatch.setattr(ending._Told, "to_end", False)
    monkeypatch.setattr(sys, "unraisablehook", sys.unraisablehook)
    listen()
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def swallowing(problem: Exception | None) -> Exit:
    """What a library does that is interrupted where it does not expect it."""
    try:
        signal.raise_signal(signal.SIGTERM)
    except KeyboardInterrupt:
        if problem is not None:
            raise problem from None
    return Exit.DONE


@pytest.mark.usefixtures("listening")
@pytest.mark.parametrize(
    "problem", [None, RuntimeError("half made"), OSError(5, "half read"), Unusable("season.db is damaged", "", "")]
)
def test_an_interruption_is_no_damage_and_no_bug(problem: Exception | None, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyboardInterrupt):
        guarded(lambda: swallowing(problem))()
    assert capsys.readouterr() == ("", "")


@pytest.mark.usefixtures("listening")
def test_an_interruption_that_nobody_can_take_is_not_forgotten(capsys: pytest.CaptureFixture[str]) -> None:
    """As of one in a function that C calls, which Python would only print."""

    class Leaving:
        def __del__(self) -> None:
            signal.raise_signal(signal.SIGTERM)

    def leave() -> Exit:
        Leaving()
        return Exit.DONE

    with pytest.raises(KeyboardInterrupt):
        guarded(leave)()
    assert capsys.readouterr() == ("", "")


def test_other_trouble_is_told_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    def trouble() -> Exit:
        raise Unusable("season.db is damaged", "", "")

    with pytest.raises(typer.Exit) as ended:
        guarded(trouble)()
    assert ended.value.exit_code == Exit.UNUSABLE
    assert "season.db is damaged" in capsys.readouterr().err
