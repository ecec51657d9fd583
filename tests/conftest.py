"""Fixtures and collection order for all tests."""

from __future__ import annotations

import gc
import signal
from collections import Counter
from pathlib import Path

import pytest

from tests.scale import DESK

# Collected tests stay until the end, so keep the garbage collector from traversing them.
gc.disable()

# A background shell lets its children ignore Ctrl-C; commands started by the tests must not.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def workdir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Empty working directory."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect tests marked `full` at a desk, and run files with few tests first.

    Those files have the long tests, which at the end would each keep a single process busy.
    """
    if DESK and (left_out := [item for item in items if item.get_closest_marker("full")]):
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if not item.get_closest_marker("full")]
    tests = Counter(item.path for item in items)
    items.sort(key=lambda item: tests[item.path])


def pytest_collection_finish() -> None:
    # If no test is run, do not import the program.
    from tests.remarks import install_cache

    install_cache()
    gc.freeze()
    gc.set_threshold(50_000)
    gc.enable()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print that some tests were not run."""
    if DESK:
        terminalreporter.write_line(
            "at a desk's scale; `nox -s ci` tries what CI tries, `nox -s full` all there is"
        )
