"""What is offered one after the other, in blocks that are looked at at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from clabber_audit.ground.errors import ClabberError
from clabber_audit.intake.offer import Offered, Unread


def blocks(
    items: Iterable[Offered | Unread], size: int, waits: Callable[[], bool] = lambda: False
) -> Iterator[list[Offered | Unread]]:
    """Lines of so many bytes together, or fewer where somebody `waits`; what is read already waits for nothing.

    Errors come after what was offered before them.
    """
    block, found = list[Offered | Unread](), 0
    try:
        for item in items:
            block.append(item)
            found += len(item.text or b"") if isinstance(item, Unread) else size
            if found >= size or waits():
                yield block
                block, found = [], 0
    except ClabberError:
        yield block
        raise
    yield block
