"""Hands that arrive one after the other, from a pipe, a packed file or an archive: audited in blocks."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from select import select

from clabber_audit.audit.part import Part, audit_block
from clabber_audit.audit.screening import passes_over
from clabber_audit.audit.shares import SIZE
from clabber_audit.audit.wanted import Wanted
from clabber_audit.intake import unread
from clabber_audit.intake.blocks import blocks


def audit_arriving(path: str, wanted: Wanted, *, changed: bool) -> Iterator[Part]:
    """The audit of what a path offers, a part for each block; errors as `unread` has them, after what came before.

    No hand waits for others where nothing is passed over, nor where whoever writes may pause.
    """
    waits, heard = _waits(path) if passes_over(wanted) else _always, 0
    for block in blocks(unread(path, changed=changed), SIZE, waits):
        yield from audit_block(block, wanted, heard)
        heard += len(block)


def _waits(path: str) -> Callable[[], bool]:
    """Whether a hand would wait for the next; of a named pipe nobody knows."""
    if path == "-":
        return _pauses
    return _never if os.path.isfile(path) else _always


def _never() -> bool:
    return False


def _always() -> bool:
    return True


def _pauses() -> bool:
    """Whether whoever writes to standard input has nothing more to say just now, as far as the system tells."""
    try:
        return not select([sys.stdin.buffer], [], [], 0)[0]
    except (OSError, ValueError):
        return False
