"""Numbers of things in words: one card is not known, two cards are not known."""

from __future__ import annotations


def counted(count: int, one: str, many: str, **words: object) -> str:
    """A text about so many things: `one` about a single one, else `many`, with `{count}` and the other words put in."""
    return (one if count == 1 else many).format(count=count, **words)
