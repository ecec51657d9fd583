"""Numbers of things in words: one card is not known, two cards are not known."""

from __future__ import annotations

from gettext import ngettext


def counted(count: int, one: str, many: str, **words: object) -> str:
    """A text about so many things: `one` about a single one, else `many`, with `{count}` and the other words put in."""
    return ngettext(one, many, count).format(count=count, **words)
