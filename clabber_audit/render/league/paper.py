"""The shape of everything that is said of a season: sections of tables and sentences, the same for page and text."""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.render.plain import Colophon
from clabber_audit.render.table import Table, Tone


class Item(NamedTuple):
    """A sentence of a list."""

    text: str
    tone: Tone = ""


class Fold(NamedTuple):
    """Something to look into: what it comes to, and how."""

    summary: str
    table: Table


class Section(NamedTuple):
    """A part with its heading."""

    id: str
    title: str
    text: str = ""
    tables: tuple[Table, ...] = ()
    items: tuple[Item, ...] = ()
    folds: tuple[Fold, ...] = ()
    #: Whether it goes on paper as well.
    printed: bool = True

    @property
    def empty(self) -> bool:
        """Whether there is nothing in it."""
        return not (self.text or self.tables or self.items or self.folds)


class Paper(NamedTuple):
    """Everything that is said, in the order in which it is read."""

    kind: str
    title: str
    context: tuple[str, ...]
    lead: str
    tone: Tone
    #: What must not be overlooked.
    alerts: tuple[str, ...]
    sections: tuple[Section, ...]
    colophon: Colophon
