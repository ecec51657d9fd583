"""Archives, whose hands come with the law that they were ruled by."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from clabber_audit.ground.errors import Path, Place
from clabber_audit.intake.offer import Offered, Unread
from clabber_audit.law.bound_ruleset import BoundRuleset


def kept(path: str, name: str | None = None, *, changed: bool = False) -> Iterator[Unread]:
    """The hands of an archive, or the one of that id, in the order in which they were played, not read yet.

    Unusable for what is no whole archive; whether `changed` rulesets are let through, see `open_archive`.
    """
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import Sought, records
    from clabber_audit.archive.unpacking import hand_in

    with open_archive(path, changed=changed) as archive:

        def offer(entry: int, record: bytes, law: BoundRuleset) -> Offered:
            # An archive has no lines: a hand stands in it at an entry of the log.
            def locate(_path: Path) -> Place:
                return Place(entry, 1)

            return Offered(path, hand_in(archive, entry, record), None, locate, law=law)

        for entry, record, law in records(archive, Sought(id=name)):
            yield Unread(record, partial(offer, entry, record, law), law)
