"""Hands that arrive one after the other, from a pipe, a packed file or an archive: audited in blocks."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from select import select

from clabber_audit.audit.part import Part, audit_block
from clabber_audit.audit.screening import passes_over
from clabber_audit.audit.shares import SIZE
from clabber_audit.audit.wanted import Wanted
from clabber_audit.ground.errors import ClabberError
from clabber_audit.intake import Offered, Unread, unread


def audit_arriving(path: str, wanted: Wanted, *, changed: bool) -> Iterator[Part]:
    """The audit of what a path offers, a part for each block; errors as `unread` has them, after what came before.

    No hand waits for others where nothing is passed over, nor where whoever writes may pause.
    """
    waits, heard = _waits(path) if passes_over(wanted) else _always, 0
    for block in _blocks(unread(path, changed=changed), waits):
        yield from audit_block(block, wanted, heard)
        heard += len(block)


def _blocks(items: Iterable[Offered | Unread], waits: Callable[[], bool]) -> Iterator[list[Offered | Unread]]:
    """As many lines as a share takes; what is read already waits for nothing."""
    block, size = list[Offered | Unread](), 0
    try:
        for item in items:
            block.append(item)
            size += len(item.text or b"") if isinstance(item, Unread) else SIZE
            if size >= SIZE or waits():
                yield block
                block, size = [], 0
    except ClabberError:
        yield block
        raise
    yield block


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
