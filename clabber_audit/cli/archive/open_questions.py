"""What is not known of hands of an archive and would change their rulings, a line each."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from clabber_audit.archive.opening import Archive

Hand = TypeVar("Hand")


def of_each(
    archive: Archive, hands: Iterable[Hand], id_of: Callable[[Hand], str], *, only_open: bool
) -> Iterator[tuple[Hand, str]]:
    """The hands, each with nothing beside it; or only those of which something is open, with what that is."""
    for hand in hands:
        line = _line(archive, id_of(hand)) if only_open else ""
        if line or not only_open:
            yield hand, line


def _line(archive: Archive, id: str) -> str:
    from clabber_audit.archive.reading import ruling_of
    from clabber_audit.render.verdict import open_line
    from clabber_audit.ruling.focus import focus
    from clabber_audit.ruling.questions import all_questions

    ruling = ruling_of(archive, id)
    return open_line(all_questions(ruling, focus(ruling)), ruling)
