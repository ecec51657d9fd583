"""A paper cut in leaves, so that none is a long load on a phone: what is too much for one page goes on the next."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.render.league.paper import Fold, Item, Paper, Section
from clabber_audit.render.pictures import Picture
from clabber_audit.render.table import Row, Table

#: About how many bytes of rows and sentences stand on a leaf.
LARGEST: Final = 90_000
#: What the markup of a row takes, of each of its cells, of a sentence, of each card in one, of each point of a line.
_ROW, _CELL, _ITEM, _CARD = 120, 110, 110, 110
_POINT: Final = 10
_SUITS: Final = "♠♥♦♣"


def leaves(paper: Paper, largest: int = LARGEST) -> list[Paper]:
    """The paper as one leaf or several, each with the heading of whatever is on it."""
    found: list[list[Section]] = [[]]
    weight = 0
    for piece, own in _pieces(paper):
        if weight and weight + own > largest:
            found.append([])
            weight = 0
        weight += own
        parts = found[-1]
        if parts and parts[-1].id == piece.id:
            parts[-1] = _joined(parts[-1], piece)
        else:
            parts.append(piece)
    return [paper._replace(sections=tuple(parts)) for parts in found]


def _pieces(paper: Paper) -> Iterator[tuple[Section, int]]:
    """The sections in pieces of a row or a sentence, each with about how many bytes it takes."""
    for section in paper.sections:
        empty = section._replace(tables=(), items=(), folds=(), pictures=())
        yield empty, len(section.text) + _ITEM
        for picture in section.pictures:
            yield empty._replace(pictures=(picture,)), _of_picture(picture)
        for table in section.tables:
            for row in table.rows:
                yield empty._replace(tables=(table._replace(rows=(row,)),)), _of_row(row)
        for item in section.items:
            yield empty._replace(items=(item,)), _of_item(item)
        for fold in section.folds:
            yield empty._replace(folds=(fold,)), _of_fold(fold)


def _joined(one: Section, other: Section) -> Section:
    """Two pieces of a section as one."""
    return one._replace(
        pictures=one.pictures + other.pictures,
        tables=_tables(one.tables, other.tables),
        items=one.items + other.items,
        folds=one.folds + other.folds,
    )


def _tables(ones: tuple[Table, ...], others: tuple[Table, ...]) -> tuple[Table, ...]:
    if ones and others and ones[-1]._replace(rows=()) == others[0]._replace(rows=()):
        return (*ones[:-1], ones[-1]._replace(rows=ones[-1].rows + others[0].rows), *others[1:])
    return ones + others


def _of_picture(picture: Picture) -> int:
    points = sum(len(piece) for track in picture.tracks for piece in track.pieces)
    marks = sum(len(track.marks) for track in picture.tracks)
    lines = len(picture.labels) + len(picture.levels) + len(picture.bars) + len(picture.tracks) + marks
    return 2 * _ROW + len(picture.words) + _ITEM * lines + _POINT * points


def _of_row(row: Row) -> int:
    return _ROW + sum(_CELL + len(cell) for cell in row.cells) + sum(_ITEM + len(note) for note in row.notes)


def _of_item(item: Item) -> int:
    return _ITEM + len(item.text) + _CARD * sum(map(item.text.count, _SUITS))


def _of_fold(fold: Fold) -> int:
    return _ITEM + len(fold.summary) + sum(map(_of_row, fold.table.rows))
