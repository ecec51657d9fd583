"""Archives, whose hands come with the law that they were ruled by."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.ground.errors import Path, Place
from clabber_audit.intake.offer import Offered


def kept(path: str, name: str | None = None, *, changed: bool = False) -> Iterator[Offered]:
    """The hands of an archive, or the one of that id, in the order in which they were played.

    Unusable for what is no whole archive; whether `changed` rulesets are let through, see `open_archive`.
    """
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import Shelved, Sought, hands

    def offer(shelved: Shelved) -> Offered:
        # An archive has no lines: a hand stands in it at an entry of the log.
        def locate(_path: Path) -> Place:
            return Place(shelved.entry, 1)

        return Offered(path, shelved.hand, None, locate, law=shelved.law)

    with open_archive(path, changed=changed) as archive:
        yield from map(offer, hands(archive, Sought(id=name)))
