"""Audit of a share, or of hands as they arrive."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from select import select
from typing import Literal, NamedTuple

from clabber_audit.bulk.hand import Audited, audit_hand, law_in, trouble
from clabber_audit.bulk.options import Wanted
from clabber_audit.bulk.prefilter import CleanRecord, Sifted, passes_over, screened, sifted
from clabber_audit.bulk.shares import SIZE, Share
from clabber_audit.core import __version__
from clabber_audit.core.errors import ClabberError, Exit, Unusable
from clabber_audit.inputs.readers import unread
from clabber_audit.inputs.records import InputRecord, Unread, blocks
from clabber_audit.records.formats import names_in


class AuditMessage(NamedTuple):
    """Text for standard output, a message, or a name that may look like another."""

    what: Literal["out", "talk", "name"]
    text: str


class ShareAudit(NamedTuple):
    """Result of the audit of a share."""

    #: In the order of the hands.
    told: tuple[AuditMessage, ...]
    #: Number of hands by exit code.
    codes: dict[Exit, int]
    #: Number of open questions.
    open: int

    @property
    def hands(self) -> int:
        """Number of hands."""
        return sum(self.codes.values())


def audit_partition(share: Share, wanted: Wanted) -> ShareAudit:
    """Audit a share; the result depends on its bytes and the options alone.

    Unusable if another version of the program asked for it.
    """
    if wanted.version != __version__:
        what = f"clabber-audit {__version__} was asked to work for clabber-audit {wanted.version}"
        raise Unusable(what, "their results may differ", "install the same version everywhere")
    audit = _Audit(wanted)
    audit.take(screened(share, wanted))
    return audit.part


def audit_block(
    records: Sequence[InputRecord | Unread], wanted: Wanted, before: int = 0
) -> Iterator[ShareAudit]:
    """Audit some records; `before` counts those that came before them. An error comes after the audit up to it.

    Unusable if an archive holds a damaged record.
    """
    audit = _Audit(wanted)
    try:
        audit.take(sifted(records, wanted, before))
    except ClabberError:
        yield audit.part
        raise
    yield audit.part


def part_of_trouble(problem: ClabberError, wanted: Wanted) -> ShareAudit:
    """Return the result for a file that cannot be read, or not to its end."""
    audited = trouble(problem, wanted)
    return ShareAudit(tuple(_told(audited)), {audited.code: 1}, 0)


def _told(audited: Audited) -> Iterator[AuditMessage]:
    if audited.out:
        yield AuditMessage("out", audited.out)
    yield from (AuditMessage("talk", line) for line in audited.talk)


class _Audit:
    """Audit of a share under way."""

    def __init__(self, wanted: Wanted) -> None:
        self._wanted, self._law = wanted, None if wanted.law is None else law_in(wanted.law)
        self._names, self._seated, self._told = set[str](), set[tuple[str, ...]](), list[AuditMessage]()
        self._codes, self._questions = Counter[Exit](), 0

    @property
    def part(self) -> ShareAudit:
        """Result so far."""
        return ShareAudit(tuple(self._told), dict(self._codes), self._questions)

    def take(self, items: Iterable[Sifted]) -> None:
        """Judge records, and pass over clean ones."""
        for item in items:
            if isinstance(item, list):
                self._pass_over(item)
            else:
                self._hear(item)

    def _hear(self, item: InputRecord) -> None:
        """Judge a record, or report why it is refused."""
        if item.record:
            self._meet(names_in(item.record))
        audited = audit_hand(item, self._wanted, self._law)
        self._told += _told(audited)
        self._codes[audited.code] += 1
        self._questions += audited.open

    def _pass_over(self, items: list[CleanRecord]) -> None:
        """Count clean records and note the names in them."""
        for names in dict.fromkeys(item.names for item in items):
            if names not in self._seated:
                self._seated.add(names)
                self._meet(names)
        self._codes[Exit.DONE] += len(items)

    def _meet(self, names: Iterable[str]) -> None:
        for name in names:
            if name not in self._names:
                self._names.add(name)
                self._told.append(AuditMessage("name", name))


def audit_arriving(path: str, wanted: Wanted, *, changed: bool) -> Iterator[ShareAudit]:
    """Audit the records of a path as they arrive, a part for each block; errors as in `unread`, after what came before.

    No hand waits for others if nothing is passed over, or if the writer may pause.
    """
    waits, heard = _waits(path) if passes_over(wanted) else _always, 0
    for block in blocks(unread(path, changed=changed), SIZE, waits):
        yield from audit_block(block, wanted, heard)
        heard += len(block)


def _waits(path: str) -> Callable[[], bool]:
    """Return a predicate that is true if the next hand may be late; always so for a named pipe."""
    if path == "-":
        return _pauses
    return _never if os.path.isfile(path) else _always


def _never() -> bool:
    return False


def _always() -> bool:
    return True


def _pauses() -> bool:
    """Return True if standard input has nothing more to read now."""
    try:
        return not select([sys.stdin.buffer], [], [], 0)[0]
    except (OSError, ValueError):
        return False
