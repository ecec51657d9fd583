"""Pictures: where every line, bar and label stands.

Nothing is told by color alone: lines differ in their dashes and end at their names, bars are full or hollow and carry
their numbers.

A picture is as wide as a phone, so that its letters are there as large as those around it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

#: How wide a picture is, and one of many that stand side by side.
WIDTH: Final = 360
SMALL: Final = 170
#: How many ways there are to dash a line.
STYLES: Final = 6

#: How tall a letter of a label is, and how far labels stand apart at least.
LETTER: Final = 11
LINE: Final = 14
#: What is left free around the lines: at the top, at the bottom for the numbers, at the left for the levels.
_TOP, _BOTTOM, _LEFT = 10, 20, 38
#: How wide a name at the end of a line may be, and how far from the line it stands.
_NAME: Final = 112
_GAP: Final = 8
#: How tall the lines are at least, by the size of the picture.
_TALL: Final = {WIDTH: 130, SMALL: 44}
#: As many numbers fit below.
_NUMBERS: Final = 12
#: How wide letters are, by the size of the font.
_NARROW, _USUAL, _CAPITAL, _WIDE = 0.34, 0.58, 0.72, 1.05

Anchor = Literal["start", "middle", "end"]
Point = tuple[int, int]
#: A line, in pieces where something is missing between.
Pieces = tuple[tuple[Point, ...], ...]


class Label(NamedTuple):
    """A text, with where its line stands."""

    x: int
    y: int
    text: str
    anchor: Anchor = "start"


class Track(NamedTuple):
    """A line, its style and its marks."""

    style: int
    pieces: Pieces
    marks: tuple[Point, ...]
    #: From the end of the line to its name, where the name had to give way; else nothing.
    lead: tuple[Point, ...] = ()


class Bar(NamedTuple):
    """A bar; hollow or full."""

    x: int
    y: int
    width: int
    height: int
    hollow: bool


class Picture(NamedTuple):
    """A picture, drawn."""

    title: str
    #: What it shows, for whoever does not see it, and where the numbers stand.
    words: str
    width: int
    height: int
    labels: tuple[Label, ...]
    #: The heights at which a thin line runs from side to side, and from where to where.
    levels: tuple[int, ...] = ()
    span: tuple[int, int] = (0, 0)
    tracks: tuple[Track, ...] = ()
    bars: tuple[Bar, ...] = ()

    @property
    def is_small(self) -> bool:
        """Whether it is one of many that stand side by side."""
        return self.width < WIDTH


class Series(NamedTuple):
    """The numbers of somebody in the order of time; None where there is none."""

    name: str
    values: tuple[float | None, ...]
    #: What is marked beside a line that stands alone, in place of its own numbers.
    dots: tuple[float | None, ...] = ()


def clipped(text: str, width: float) -> str:
    """As much of a text as fits a width, its beginning and its end: names may be alike in either."""
    if width_of(text) <= width:
        return text
    kept = len(text) - 1
    while kept and width_of(_ends(text, kept)) > width:
        kept -= 1
    return _ends(text, kept)


def _ends(text: str, kept: int) -> str:
    """So many letters of a text, two thirds of them from its beginning."""
    last = kept // 3
    return f"{text[: kept - last].rstrip()}…{text[len(text) - last :].lstrip()}"


def width_of(text: str) -> float:
    """About how wide a label is; rather too wide than too narrow."""
    return LETTER * sum(map(_letter, text))


def _letter(char: str) -> float:
    if unicodedata.combining(char):
        return 0
    if unicodedata.east_asian_width(char) in "WF" or char in "WM@%mw—…":
        return _WIDE
    if char in "ijlftrI.,:;'’|! ()-1":
        return _NARROW if char not in "ft1r-" else _USUAL
    return _CAPITAL if char.isupper() else _USUAL


def spread(wanted: Sequence[float], gap: int, top: int, bottom: int) -> list[int]:
    """Heights from `top` to `bottom` in the order of those wanted, at least `gap` apart, as near as they can be."""
    order = sorted(range(len(wanted)), key=lambda place: wanted[place])
    # Without the gaps, heights need only not fall: where they would, those in the way meet in the middle.
    pools: list[list[float]] = []
    for at, place in enumerate(order):
        pools.append([wanted[place] - at * gap])
        while len(pools) > 1 and _mean(pools[-2]) > _mean(pools[-1]):
            pools[-2:] = [[*pools[-2], *pools[-1]]]
    level = [_mean(pool) for pool in pools for _each in pool]
    most = bottom - gap * (len(wanted) - 1)
    found = [0] * len(wanted)
    for at, place in enumerate(order):
        found[place] = round(max(top, min(level[at], most))) + at * gap
    return found


def _mean(pool: Sequence[float]) -> float:
    return sum(pool) / len(pool)


def places(
    title: str, words: str, order: Sequence[Sequence[str]], numbers: Sequence[str], ends: Sequence[str]
) -> Picture:
    """Who stood where after each round: `order` has all from first to last each time, `ends` what to call the last."""
    count = len(order[-1])
    height = _TOP + LINE * (count - 1) + LINE // 2 + _BOTTOM
    right = WIDTH - _NAME - _GAP
    across = _across(len(order), _LEFT, right)
    down = [_TOP + LINE * place for place in range(count)]
    tracks = []
    for style, name in enumerate(order[-1]):
        points = tuple((across[at], down[each.index(name)]) for at, each in enumerate(order))
        tracks.append(Track(style % STYLES, (points,), points[-1:]))
    labels = [Label(right + _GAP, down[place] + 4, clipped(text, _NAME), "start") for place, text in enumerate(ends)]
    labels += [Label(_LEFT - _GAP, height_of + 4, str(place), "end") for place, height_of in enumerate(down, 1)]
    return Picture(title, words, WIDTH, height, (*labels, *_below(numbers, across, height)), tracks=tuple(tracks))


def lines(
    title: str, words: str, series: Sequence[Series], numbers: Sequence[str], *, size: int = WIDTH, most: float = 0
) -> Picture:
    """Numbers over time, from nothing up to the most there is, or to `most` where pictures are to be compared.

    A single line stands for what the title says, and its dots, or else its numbers, are marked.
    """
    there = [value for one in series for value in (*one.values, *one.dots) if value is not None]
    highest = max([most, *there]) or 1
    alone = len(series) == 1
    right = size - (_GAP if alone else _NAME + _GAP)
    plot = max(_TALL[size], 0 if alone else LINE * len(series))
    across, base = _across(len(numbers), _LEFT, right), _TOP + plot
    drawn = [_pieces(one.values, across, base, plot / highest) for one in series]
    labels: list[Label] = []
    if alone:
        dots = _pieces(series[0].dots or series[0].values, across, base, plot / highest)
        tracks = [Track(0, drawn[0], tuple(point for piece in dots for point in piece))]
    else:
        tracks, labels = _named(series, drawn, right, base)
    levels = [(level, base - round(plot * level / highest)) for level in _levels(highest)]
    labels += [Label(_LEFT - 5, y + 4, f"{level:g}", "end") for level, y in levels]
    labels += _below(numbers, across, base + _BOTTOM)
    span = (_LEFT, right)
    heights = tuple(y for _level, y in levels)
    return Picture(title, words, size, base + _BOTTOM, tuple(labels), heights, span, tuple(tracks))


def _named(series: Sequence[Series], drawn: Sequence[Pieces], right: int, base: int) -> tuple[list[Track], list[Label]]:
    """Lines that end at their names, which give way to each other."""
    ends = [pieces[-1][-1] if pieces else (right, base) for pieces in drawn]
    at = spread([y for _x, y in ends], LINE, _TOP, base)
    tracks = [
        Track(
            style % STYLES, pieces, (end,) if pieces else (), (end, (right + _GAP - 2, y)) if end != (right, y) else ()
        )
        for style, (pieces, end, y) in enumerate(zip(drawn, ends, at, strict=True))
    ]
    return tracks, [Label(right + _GAP, y + 4, clipped(one.name, _NAME)) for one, y in zip(series, at, strict=True)]


def _pieces(values: Sequence[float | None], across: Sequence[int], base: int, scale: float) -> Pieces:
    """The line of some numbers, broken where one is missing."""
    pieces: list[list[Point]] = [[]]
    for x, value in zip(across, values, strict=True):
        if value is None:
            pieces.append([])
        else:
            pieces[-1].append((x, base - round(value * scale)))
    return tuple(tuple(piece) for piece in pieces if piece)


def _levels(highest: float) -> list[float]:
    """Nothing, and a round number above it, or up to three."""
    step = 10.0 ** (len(str(int(highest))) - 1)
    step = next(one for one in (step / 5, step / 2, step, step * 2, step * 5) if highest / one < 4)
    return [step * number for number in range(int(highest / step) + 1)]


def _across(count: int, left: int, right: int) -> list[int]:
    """Where each moment stands; a single one at the right."""
    if count == 1:
        return [right]
    return [left + round((right - left) * place / (count - 1)) for place in range(count)]


def _below(numbers: Sequence[str], across: Sequence[int], height: int) -> list[Label]:
    """The numbers below, as many as fit, the last among them."""
    room = max(1, (across[-1] - across[0]) // (2 * LETTER))
    step = -(-len(numbers) // min(_NUMBERS, room))
    kept = [place for place in range(len(numbers)) if (len(numbers) - 1 - place) % step == 0]
    return [Label(across[place], height - 4, numbers[place], "middle") for place in kept]


class Counted(NamedTuple):
    """What a bar stands for: full for the first number, hollow for the second, which follows it."""

    name: str
    full: int
    hollow: int
    #: The numbers in words.
    said: str


def bars(title: str, words: str, rows: Sequence[Counted]) -> Picture:
    """How often what happened, the name above each bar and its numbers behind it."""
    most = max((row.full + row.hollow for row in rows), default=1) or 1
    tall, each = 12, 36
    room = WIDTH - max((width_of(row.said) for row in rows), default=0) - 2 * _GAP
    labels: list[Label] = []
    drawn: list[Bar] = []
    for place, row in enumerate(rows):
        y = place * each + LINE
        labels.append(Label(0, y, clipped(row.name, WIDTH)))
        full, hollow = (round(room * number / most) for number in (row.full, row.hollow))
        drawn += [
            Bar(x, y + 5, wide, tall, is_hollow)
            for x, wide, is_hollow in ((1, full, False), (1 + full, hollow, True))
            if wide
        ]
        labels.append(Label(1 + full + hollow + _GAP, y + 15, row.said))
    return Picture(title, words, WIDTH, len(rows) * each, tuple(labels), bars=tuple(drawn))
