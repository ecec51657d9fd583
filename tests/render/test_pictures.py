"""Tests of charts: everything is inside the frame, labels do not overlap, and heights match the numbers."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clabber_audit.report.layout import (
    LETTER,
    LINE,
    PICTURE_WIDTH,
    SMALL,
    CountBar,
    Picture,
    Series,
    bars,
    clip,
    line_chart,
    places,
    spread_labels,
    width_of,
)
from tests.hypothesis_settings import try_examples

LONG = "The Maximilian Wolfeschlegelsteinhausen Memorial Clabber Club"
ROUNDS = [str(number) for number in range(1, 34)]
TEAMS = [f"{number} {LONG}" for number in range(1, 21)]


def find_bounds(label: tuple[int, int, str, str]) -> tuple[float, int, float, int]:
    """Return left, top, right and bottom of a label."""
    x, y, text, anchor = label
    wide = width_of(text)
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return left, y - LETTER + 2, left + wide, y + 2


def assert_is_clear(picture: Picture) -> None:
    boxes = [find_bounds(label) for label in picture.labels]
    for left, top, right, bottom in boxes:
        assert -1 <= left <= right <= picture.width + 1
        assert -1 <= top <= bottom <= picture.height
    for place, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[place + 1 :]:
            assert other[0] >= right or other[2] <= left or other[1] >= bottom or other[3] <= top
    for line in picture.lines:
        for x, y in (*(point for piece in line.pieces for point in piece), *line.marks, *line.lead):
            assert 0 <= x <= picture.width
            assert 0 <= y <= picture.height
    for bar in picture.bars:
        assert 0 <= bar.x <= bar.x + bar.width <= picture.width


@pytest.mark.parametrize("rounds", [2, 11, 33])
@pytest.mark.parametrize("teams", [2, 12, 20])
def test_chart_of_places(teams: int, rounds: int) -> None:
    """The team that was second before the last round is drawn there, and ends at its label in the first line."""
    order = [TEAMS[:teams][::-1] for _round in range(rounds - 1)] + [TEAMS[:teams]]
    picture = places("Places", "", order, ROUNDS[:rounds], TEAMS[:teams])
    assert_is_clear(picture)
    first = picture.lines[0].pieces[0]
    heights = [y for _x, y in picture.lines[0].pieces[0]]
    assert heights[0] - heights[-1] == LINE * (teams - 1)
    assert first[-1][1] == picture.labels[0].y - 4
    assert picture.labels[0].text.startswith("1 The Max")


@pytest.mark.parametrize("teams", [2, 12, 20])
def test_labels_of_equal_totals_do_not_overlap(teams: int) -> None:
    series = [Series(name, tuple(number * 470 for number in range(11))) for name in TEAMS[:teams]]
    picture = line_chart("Points", "", series, ROUNDS[:11])
    assert_is_clear(picture)
    ends = {line.pieces[-1][-1] for line in picture.lines}
    assert len(ends) == 1
    assert sum(bool(line.lead) for line in picture.lines) >= teams - 1


def test_heights_match_numbers_and_a_missing_one_breaks_the_line() -> None:
    picture = line_chart(
        "Points", "", [Series("Ruth", (0, 50, None, 100, 25))], ["1", "2", "3", "4", "5"], most=200
    )
    assert_is_clear(picture)
    first, second = picture.lines[0].pieces
    heights = {label.text: label.y - 4 for label in picture.labels if label.anchor == "end"}
    assert [y for _x, y in (*first, *second)][0] == heights["0"]
    assert second[0][1] == heights["100"]
    assert abs(first[1][1] - (heights["0"] + heights["100"]) / 2) <= 1
    assert (len(first), len(second)) == (2, 2)
    assert len(picture.lines[0].marks) == 4


@pytest.mark.parametrize("size", [PICTURE_WIDTH, SMALL])
@pytest.mark.parametrize("values", [(0.0, 0.0), (0.3, 0.7), (91.0, 162.0), (99_999.0, 12.5)])
def test_any_numbers_fit(size: int, values: tuple[float, ...]) -> None:
    assert_is_clear(line_chart("Points", "", [Series("Ruth", values)], ["9", "10"], size=size))


def test_lengths_of_bars_match_their_numbers() -> None:
    rows = [CountBar(LONG, 3, 1, "3 called, 1 not"), CountBar("Failing to trump", 0, 2, "0 called, 2 not")]
    picture = bars("Reneges", "", rows)
    assert_is_clear(picture)
    full, hollow, last = picture.bars
    assert (full.hollow, hollow.hollow, last.hollow) == (False, True, True)
    assert full.x + full.width == hollow.x
    assert abs(full.width - 3 * hollow.width) <= 3
    assert abs(last.width - 2 * hollow.width) <= 2
    assert [label.text for label in picture.labels if label.x] == ["3 called, 1 not", "0 called, 2 not"]


@try_examples()
@given(st.lists(st.floats(0, 280), min_size=1, max_size=20))
def test_spread_labels_keep_order_and_distance(heights: list[float]) -> None:
    spread = spread_labels(heights, LINE, 0, 280)
    ordered = [height for _wanted, height in sorted(zip(heights, spread, strict=True))]
    assert ordered == sorted(ordered)
    assert all(after - before >= LINE for before, after in pairwise(ordered))
    assert min(spread) >= 0
    assert max(spread) <= 280


def test_labels_at_one_height_are_spread_around_it() -> None:
    assert spread_labels([100, 100], 14, 0, 200) == [93, 107]
    assert spread_labels([0, 0], 14, 0, 200) == [0, 14]
    assert spread_labels([50, 150], 14, 0, 200) == [50, 150]


@try_examples()
@given(st.text(max_size=40), st.integers(20, 200))
def test_clipped_text_fits(text: str, width: int) -> None:
    assert width_of(clip(text, width)) <= width


def test_text_that_fits_is_not_clipped() -> None:
    assert clip("Owls", 100) == "Owls"
    assert clip(f"{LONG} 12", 112).endswith("12")
    assert clip(f"{LONG} 12", 112).startswith("The Max")
