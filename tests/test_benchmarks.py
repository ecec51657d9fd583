"""Tests of the benchmark table: its figures, and a missing extra."""

from __future__ import annotations

import sys

import pytest

from tests.benchmarks.__main__ import Row, main, table


def test_figures_are_medians_of_the_rounds() -> None:
    others = Row("others", "games, PGN", "syntax", "yes", "stops", 10, 800, 5_500, list)
    alone = Row("pydantic alone", "hands", "shape", "no", "no", 100, 2_400, 120_000, list)
    # 800 plays in 0.4 s are 2,000 a second; 500 microseconds a play, beside 250 of pydantic in the same round.
    lines = table(
        [others, alone], {"others": [0.4, 9.0, 0.2], "pydantic alone": [0.6, 1.5, 0.3]}
    ).splitlines()
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    assert cells[0][-2:] == ["plays a second", "time a play"]
    assert cells[2] == ["others", "games, PGN", "syntax", "yes", "stops", "10", "800", "550", "2,000", "2.00"]
    assert cells[3][-5:] == ["100", "2,400", "1,200", "4,000", "1.00"]


def test_missing_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "msgspec", None)
    monkeypatch.setattr("sys.argv", ["benchmarks"])
    with pytest.raises(
        SystemExit, match=r"(?s)msgspec is not installed.*pip install --editable '\.\[test,benchmark\]'"
    ):
        main()
