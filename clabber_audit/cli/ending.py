"""Being told to end, by a key or by a signal: the program tidies up and ends as interrupted, wherever it is just then.

What Python raises for it may come while a library runs that makes something else of it, an error of its own, or
nothing at all. So it is noted that it came.
"""

from __future__ import annotations

import signal
import sys
from typing import Any


class _Told:
    """Whether the program was told to end."""

    to_end = False


def listen() -> None:
    """From now on, end in an orderly way when told to. A signal that was ignored from the start still is (nohup)."""
    signal.signal(signal.SIGTERM, _end)
    if hasattr(signal, "SIGHUP") and signal.getsignal(signal.SIGHUP) is signal.SIG_DFL:
        signal.signal(signal.SIGHUP, _end)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    sys.unraisablehook = _lost


def _end(*_: Any) -> None:
    _Told.to_end = True
    raise KeyboardInterrupt


def _lost(lost: Any) -> None:
    """What was raised where nobody can take it: that it is time to end is told nobody, and not forgotten."""
    if lost.exc_type is not KeyboardInterrupt:
        sys.__unraisablehook__(lost)


def end_if_told() -> None:
    """KeyboardInterrupt where the program was told to end, and something else was made of it."""
    if _Told.to_end:
        raise KeyboardInterrupt
