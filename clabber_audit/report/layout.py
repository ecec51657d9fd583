"""Plain text, tables and pictures."""

from __future__ import annotations

import json
import textwrap
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.core import __version__
from clabber_audit.records.dates import date_in_words

#: Width of a text.
WIDTH: Final = 78


class Colophon(NamedTuple):
    """Foot of a paper: program, rulesets, and digests of the input."""

    #: Inputs with their SHA-256.
    digests: tuple[tuple[str, str], ...]
    #: Rulesets, unless named elsewhere in the paper.
    rulesets: tuple[str, ...] = ()
    #: A line that an archive prints, if one was given.
    checkpoint: str | None = None
    version: str = __version__


def format_american_date(day: str) -> str:
    """Return a date such as `2026-01-22` as Americans write it: `January 22, 2026`; any other text as it stands."""
    try:
        return date_in_words(day) if date.fromisoformat(day).isoformat() == day else day
    except ValueError:
        return day


def wrap(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """Wrap a paragraph; `first` begins its first line, and blanks as wide, or `rest`, the others."""
    indent = " " * len(first) if rest is None else rest
    return textwrap.wrap(
        text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False
    ) or [first]


def head(title: str, context: Sequence[str]) -> Iterator[str]:
    yield from wrap(title)
    yield from wrap(", ".join(context)) if context else ()
    yield ""


def foot(colophon: Colophon) -> Iterator[str]:
    yield ""
    for ruleset in colophon.rulesets:
        yield from wrap(f"Under {ruleset}")
    yield f"clabber-audit {colophon.version}"
    for of, digest in colophon.digests:
        yield from (f"SHA-256 of {of}", f"  {digest}")
    if colophon.checkpoint:
        yield from ("Checkpoint", f"  {colophon.checkpoint}")


def join_lines(lines: Iterable[str]) -> str:
    """Join lines to a text that ends with a newline."""
    return "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"


def to_json_text(data: Any) -> str:
    """Return data as JSON on many lines, ending with a newline."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


#: Emphasis of a line.
Tone = Literal["", "fault", "open", "fair"]

#: Gap between columns of a text.
_GAP: Final = 2
#: Minimum width of a column of words.
_NARROWEST: Final = 8


class TableColumn(NamedTuple):
    """Column of a table."""

    head: str
    #: True for numbers, aligned right.
    numeric: bool = False
    #: True if the table is ordered by it.
    leading: bool = False


def columns(*words: str, numbers: Iterable[str] = ()) -> tuple[TableColumn, ...]:
    """Return columns by their heads: those of words, then those of numbers."""
    return (*map(TableColumn, words), *(TableColumn(head, numeric=True) for head in numbers))


class PageRow(NamedTuple):
    """Row of a table; its name is the cell at index `PageTable.head`."""

    cells: tuple[str, ...]
    #: Notes under the row.
    notes: tuple[str, ...] = ()
    tone: Tone = ""
    anchor: str = ""


class PageTable(NamedTuple):
    """Table with its caption."""

    caption: str
    columns: tuple[TableColumn, ...]
    rows: tuple[PageRow, ...]
    #: Index of the column that names the rows.
    head: int = 0


def table_lines(table: PageTable) -> Iterator[str]:
    """Yield a table in plain text, with the notes under each row.

    The widest column of words is narrowed until the table fits.
    """
    heads = [column.head for column in table.columns]
    cells = zip(heads, *(row.cells for row in table.rows), strict=True)
    widths = [max(map(len, column)) for column in cells]
    words = [place for place, column in enumerate(table.columns) if not column.numeric]
    while words and sum(widths) + _GAP * (len(widths) - 1) > WIDTH:
        widest = max(words, key=lambda place: widths[place])
        if widths[widest] <= _NARROWEST:
            break
        widths[widest] -= 1
    if any(column.numeric for column in table.columns):
        yield from _line(table, heads, widths)
        yield "-" * (sum(widths) + _GAP * (len(widths) - 1))
    for row in table.rows:
        yield from _line(table, row.cells, widths)
        for note in row.notes:
            yield from wrap(note, "        ")


def _line(table: PageTable, cells: Sequence[str], widths: Sequence[int]) -> Iterator[str]:
    """Yield a row, over as many lines as its longest cell needs."""
    wrapped = [textwrap.wrap(cell, width) or [""] for cell, width in zip(cells, widths, strict=True)]
    for number in range(max(map(len, wrapped))):
        parts = [
            f"{(lines[number] if number < len(lines) else ''):{'>' if column.numeric else '<'}{width}}"
            for column, lines, width in zip(table.columns, wrapped, widths, strict=True)
        ]
        yield (" " * _GAP).join(parts)


#: Width of a picture, and of one of many side by side.
PICTURE_WIDTH: Final = 360
SMALL: Final = 170
#: Number of dash styles.
STYLES: Final = 6

#: Height of a letter, and minimum distance of labels.
LETTER: Final = 11
LINE: Final = 14
#: Margins around the lines: top, bottom for numbers, left for levels.
_TOP, _BOTTOM, _LEFT = 10, 20, 38
#: Width of a name at the end of a line, and its gap.
_NAME: Final = 112
_PICTURE_GAP: Final = 8
#: Minimum height of the lines, by the size of the picture.
_TALL: Final = {PICTURE_WIDTH: 130, SMALL: 44}
#: Maximum number of labels below.
_NUMBERS: Final = 12
#: Widths of letters, relative to the font size.
_NARROW, _USUAL, _CAPITAL, _WIDE = 0.34, 0.58, 0.72, 1.05

Anchor = Literal["start", "middle", "end"]
Point = tuple[int, int]
#: A line, in pieces between gaps.
Pieces = tuple[tuple[Point, ...], ...]


class Label(NamedTuple):
    """Text at a position."""

    x: int
    y: int
    text: str
    anchor: Anchor = "start"


class ChartLine(NamedTuple):
    """Line of a chart, with its style and markers."""

    style: int
    #: The points of each unbroken part.
    pieces: Pieces
    marks: tuple[Point, ...]
    #: Lead from the end of the line to its name, if that was moved.
    lead: tuple[Point, ...] = ()


class Bar(NamedTuple):
    """Bar, hollow or full."""

    x: int
    y: int
    width: int
    height: int
    hollow: bool


class Picture(NamedTuple):
    """Picture, ready to be written as SVG."""

    title: str
    #: Text alternative, which also names the place of the numbers.
    words: str
    width: int
    height: int
    labels: tuple[Label, ...]
    #: Heights of thin lines, and their left and right end.
    levels: tuple[int, ...] = ()
    span: tuple[int, int] = (0, 0)
    lines: tuple[ChartLine, ...] = ()
    bars: tuple[Bar, ...] = ()

    @property
    def is_small(self) -> bool:
        return self.width < PICTURE_WIDTH


class Series(NamedTuple):
    """Series of numbers over time, with gaps."""

    name: str
    values: tuple[float | None, ...]
    #: Marks of a single line, in place of its own numbers.
    dots: tuple[float | None, ...] = ()


def clip(text: str, width: float) -> str:
    """Shorten a text to a width, keeping its beginning and its end: names may be alike in either."""
    if width_of(text) <= width:
        return text
    kept = len(text) - 1
    while kept and width_of(_keep_ends(text, kept)) > width:
        kept -= 1
    return _keep_ends(text, kept)


def _keep_ends(text: str, kept: int) -> str:
    """Return this many letters of a text, two thirds of them from its beginning."""
    last = kept // 3
    return f"{text[: kept - last].rstrip()}…{text[len(text) - last :].lstrip()}"


def width_of(text: str) -> float:
    """Return the approximate width of a label, rather too wide than too narrow."""
    return LETTER * sum(map(_letter, text))


def _letter(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF" or char in "WM@%mw—…":
        return _WIDE
    if char in "ijlftrI.,:;'’|! ()-1":
        return _NARROW if char not in "ft1r-" else _USUAL
    return _CAPITAL if char.isupper() else _USUAL


def spread_labels(wanted: Sequence[float], gap: int, top: int, bottom: int) -> list[int]:
    """Return heights from `top` to `bottom` near those wanted and in their order, at least `gap` apart."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    # Without the gaps, heights need only not fall: where they would, those in the way meet in the middle.
    pools: list[list[float]] = []
    for at, place in enumerate(order):
        pools.append([wanted[place] - at * gap])
        while len(pools) > 1 and _mean(pools[-2]) > _mean(pools[-1]):
            pools[-2:] = [[*pools[-2], *pools[-1]]]
    level = [_mean(pool) for pool in pools for _each in pool]
    most = bottom - gap * (len(wanted) - 1)
    heights = [0] * len(wanted)
    for at, place in enumerate(order):
        heights[place] = round(max(top, min(level[at], most))) + at * gap
    return heights


def _mean(pool: Sequence[float]) -> float:
    return sum(pool) / len(pool)


def places(
    title: str, words: str, order: Sequence[Sequence[str]], numbers: Sequence[str], ends: Sequence[str]
) -> Picture:
    """Draw places after each round: `order` has all from first to last each time, `ends` the labels of the last."""
    count = len(order[-1])
    height = _TOP + LINE * (count - 1) + LINE // 2 + _BOTTOM
    right = PICTURE_WIDTH - _NAME - _PICTURE_GAP
    across = _place_moments(len(order), right)
    down = [_TOP + LINE * place for place in range(count)]
    lines = []
    for style, name in enumerate(order[-1]):
        points = tuple((across[at], down[each.index(name)]) for at, each in enumerate(order))
        lines.append(ChartLine(style % STYLES, (points,), points[-1:]))
    labels = [_name_label(right, y, text) for y, text in zip(down, ends, strict=True)]
    labels += [Label(_LEFT - _PICTURE_GAP, y + 4, str(place), "end") for place, y in enumerate(down, 1)]
    labels += _label_moments(numbers, across, height)
    return Picture(title, words, PICTURE_WIDTH, height, tuple(labels), lines=tuple(lines))


def line_chart(
    title: str,
    words: str,
    series: Sequence[Series],
    numbers: Sequence[str],
    *,
    size: int = PICTURE_WIDTH,
    most: float = 0,
) -> Picture:
    """Draw numbers over time, from 0 up to the highest, or to `most` if pictures are compared.

    A single line is named by the title, and its dots, or else its numbers, are marked.
    """
    there = [value for one in series for value in (*one.values, *one.dots) if value is not None]
    highest = max([most, *there]) or 1
    alone = len(series) == 1
    right = size - (_PICTURE_GAP if alone else _NAME + _PICTURE_GAP)
    plot = max(_TALL[size], 0 if alone else LINE * len(series))
    across, base = _place_moments(len(numbers), right), _TOP + plot
    drawn = [_split_at_gaps(one.values, across, base, plot / highest) for one in series]
    labels: list[Label] = []
    if alone:
        dots = _split_at_gaps(series[0].dots or series[0].values, across, base, plot / highest)
        lines = [ChartLine(0, drawn[0], tuple(point for piece in dots for point in piece))]
    else:
        lines, labels = _name_lines(series, drawn, right, base)
    # 0 and up to three round numbers.
    step = 10.0 ** (len(str(int(highest))) - 1)
    step = next(one for one in (step / 5, step / 2, step, step * 2, step * 5) if highest / one < 4)
    rounds = [step * number for number in range(int(highest / step) + 1)]
    levels = [(level, base - round(plot * level / highest)) for level in rounds]
    labels += [Label(_LEFT - 5, y + 4, f"{level:g}", "end") for level, y in levels]
    height, heights = base + _BOTTOM, tuple(y for _level, y in levels)
    labels += _label_moments(numbers, across, height)
    return Picture(title, words, size, height, tuple(labels), heights, (_LEFT, right), tuple(lines))


def _name_lines(
    series: Sequence[Series], drawn: Sequence[Pieces], right: int, base: int
) -> tuple[list[ChartLine], list[Label]]:
    """Return lines with their names at the end, moved apart."""
    ends = [pieces[-1][-1] if pieces else (right, base) for pieces in drawn]
    at = spread_labels([y for _x, y in ends], LINE, _TOP, base)
    lines = []
    for style, (pieces, end, y) in enumerate(zip(drawn, ends, at, strict=True)):
        lead = (end, (right + _PICTURE_GAP - 2, y)) if end != (right, y) else ()
        lines.append(ChartLine(style % STYLES, pieces, (end,) if pieces else (), lead))
    return lines, [_name_label(right, y, one.name) for one, y in zip(series, at, strict=True)]


def _name_label(right: int, y: int, name: str) -> Label:
    """Return the label of a line, to the right of its end."""
    return Label(right + _PICTURE_GAP, y + 4, clip(name, _NAME))


def _split_at_gaps(values: Sequence[float | None], across: Sequence[int], base: int, scale: float) -> Pieces:
    """Return the line of a series, broken at gaps."""
    pieces: list[list[Point]] = [[]]
    for x, value in zip(across, values, strict=True):
        if value is None:
            pieces.append([])
        else:
            pieces[-1].append((x, base - round(value * scale)))
    return tuple(tuple(piece) for piece in pieces if piece)


def _place_moments(count: int, right: int) -> list[int]:
    """Return the position of each moment; a single one at the right."""
    if count == 1:
        return [right]
    return [_LEFT + round((right - _LEFT) * place / (count - 1)) for place in range(count)]


def _label_moments(numbers: Sequence[str], across: Sequence[int], height: int) -> list[Label]:
    """Return as many labels of the axis as fit, always including the last."""
    room = max(1, (across[-1] - across[0]) // (2 * LETTER))
    step = -(-len(numbers) // min(_NUMBERS, room))
    kept = [place for place in range(len(numbers)) if (len(numbers) - 1 - place) % step == 0]
    return [Label(across[place], height - 4, numbers[place], "middle") for place in kept]


class CountBar(NamedTuple):
    """Bar of two counts: a full part, and a hollow part after it."""

    name: str
    full: int
    hollow: int
    #: The numbers in words.
    text: str


def bars(title: str, words: str, rows: Sequence[CountBar]) -> Picture:
    """Draw a bar for each row, with its name above and its numbers behind."""
    most = max((row.full + row.hollow for row in rows), default=1) or 1
    tall, each = 12, 36
    room = PICTURE_WIDTH - max((width_of(row.text) for row in rows), default=0) - 2 * _PICTURE_GAP
    labels: list[Label] = []
    drawn: list[Bar] = []
    for place, row in enumerate(rows):
        y = place * each + LINE
        labels.append(Label(0, y, clip(row.name, PICTURE_WIDTH)))
        full, hollow = (round(room * number / most) for number in (row.full, row.hollow))
        drawn += [Bar(1, y + 5, full, tall, hollow=False)] if full else []
        drawn += [Bar(1 + full, y + 5, hollow, tall, hollow=True)] if hollow else []
        labels.append(Label(1 + full + hollow + _PICTURE_GAP, y + 15, row.text))
    return Picture(title, words, PICTURE_WIDTH, len(rows) * each, tuple(labels), bars=tuple(drawn))
