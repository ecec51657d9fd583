"""Score sheets, a hand a row."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.games.door import admit
from clabber_audit.ground.errors import Refused
from clabber_audit.intake.offer import Offered, refusal
from clabber_audit.sheet import entries


def sheet(data: bytes, source: str, name: str) -> Iterator[Offered]:
    """The hands of a score sheet; one that cannot be read as a whole is refused as one."""
    try:
        for entry in entries(data, name):
            if entry.refused:
                entry.refused.source = source
            hand = admit(entry.record, entry.locate) if entry.record else None
            yield Offered(source, hand, entry.refused, entry.locate)
    except Refused as refused:
        yield refusal(refused, source)
