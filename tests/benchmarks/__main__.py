"""This program compared with other readers: plays read per second, and the work that each does.

Measured is the CPU time of one process without its start-up; in each round every reader has its turn, and the median
of the rounds counts. Other readers come with the extra `benchmark` and read random records of their own.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from clabber_audit.bulk.audit import audit_partition, shares
from clabber_audit.bulk.options import AuditFormat, Wanted
from clabber_audit.core.errors import ClabberError, require
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import simulate_hands
from tests.benchmarks.anybodys_model import parse_lines
from tests.benchmarks.measuring import machine, measure_in_turns, median_ratio

_PYDANTIC = "pydantic alone"
_WHOLE = "names each wrong one"
_STOPS = "stops at an illegal one"


class Row(NamedTuple):
    """A reader, its input, and its work: whether it validates, replays and judges the plays."""

    reader: str
    reads: str
    validates: str
    replays: str
    judges: str
    records: int
    plays: int
    size: int
    work: Callable[[], object]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument(
        "--records", type=int, default=4_000, help="hands of Clabber to read; of other games fewer"
    )
    parser.add_argument("--rounds", type=int, default=5, help="how often each reader has its turn")
    options = parser.parse_args()
    try:
        with tempfile.TemporaryDirectory() as folder:
            rows = [*our_rows(options.records, Path(folder)), *other_rows(options.records // 10)]
            # Keep the garbage collector from traversing the input meanwhile.
            gc.collect()
            gc.freeze()
            spent = measure_in_turns({row.reader: row.work for row in rows}, options.rounds)
    except ClabberError as problem:
        sys.exit("\n".join(problem.lines))
    print(f"{machine()}; CPU time, median of {options.rounds} rounds", table(rows, spent), sep="\n\n")


def table(rows: Sequence[Row], spent: dict[str, list[float]]) -> str:
    """Return the rows with their times as a Markdown table; `spent` has the CPU seconds of each round by reader."""
    head = (
        "reader",
        "reads",
        "validates",
        "replays",
        "judges",
        "records",
        "plays",
        "bytes each",
        "plays a second",
    )
    cells = [(*head, "time a play")]
    cells.append(("---",) * 5 + ("---:",) * 5)
    (alone,) = (row for row in rows if row.reader == _PYDANTIC)
    for row in rows:
        times = median_ratio(spent[row.reader], spent[_PYDANTIC]) * alone.plays / row.plays
        cells.append(
            (
                *row[:5],
                f"{row.records:,}",
                f"{row.plays:,}",
                f"{row.size / row.records:,.0f}",
                f"{row.plays / statistics.median(spent[row.reader]):,.0f}",
                f"{times:.2f}",
            )
        )
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    left = "<<<<<>>>>>"
    lines = [
        " | ".join(f"{cell:{side}{width}}" for cell, side, width in zip(line, left, widths, strict=True))
        for line in cells
    ]
    return "\n".join(f"| {line} |" for line in lines)


def our_rows(count: int, folder: Path) -> list[Row]:
    """Return the rows of this program and of other readers of its records; one hand in fifty is irregular."""
    require_extra()
    from tests.benchmarks.foreign import msgspec_reader

    clabber, pepper = (_lines(count, name) for name in ("ecl-1992", "pepper"))
    file = folder / "hands.jsonl"
    file.write_bytes(b"".join(line + b"\n" for line in clabber))
    decode = msgspec_reader().decode
    of_clabber, deal = partial(_row, "hands of Clabber, JSON", clabber), "shape, deal, calls"
    return [
        of_clabber("msgspec alone", "shape", partial(_for_each, clabber, decode)),
        of_clabber(_PYDANTIC, "shape", partial(parse_lines, clabber)),
        of_clabber("this program: read", deal, partial(_for_each, clabber, parse_hand)),
        of_clabber("this program: rule", deal, partial(_judge, clabber, "ecl-1992"), judges=True),
        of_clabber("this program: check, with numpy", deal, partial(_check, file), judges=True),
        _row(
            "hands of Pepper, JSON",
            pepper,
            "this program: rule, Pepper",
            "shape, deal, bids",
            partial(_judge, pepper, "pepper"),
            judges=True,
        ),
    ]


def other_rows(count: int) -> list[Row]:
    """Return the rows of readers of other games."""
    from tests.benchmarks.foreign import (
        WrittenGame,
        draw_chess_games,
        draw_poker_hands,
        read_chess,
        replay_poker,
    )

    def row(
        reader: str, reads: str, games: list[WrittenGame], work: Callable[[list[WrittenGame]], object]
    ) -> Row:
        plays, size = sum(game.plays for game in games), sum(len(game.text) for game in games)
        return Row(reader, reads, "syntax", "yes", _STOPS, len(games), plays, size, partial(work, games))

    return [
        row("PokerKit", "hands of hold’em, PHH", draw_poker_hands(1, count), replay_poker),
        row("python-chess", "games, PGN", draw_chess_games(1, count), read_chess),
    ]


def require_extra() -> None:
    """Raise Unusable if a package to compare with is not installed."""
    remedy = "install what is needed with: pip install --editable '.[test,benchmark]'"
    for module in ("numpy", "msgspec", "pokerkit", "chess"):
        require(module, module, "there is nothing to compare with", remedy)


def _row(
    reads: str,
    lines: list[bytes],
    reader: str,
    validates: str,
    work: Callable[[], object],
    *,
    judges: bool = False,
) -> Row:
    plays, size = sum(len(json.loads(line)["plays"]) for line in lines), sum(map(len, lines))
    replays, ruled = ("yes", _WHOLE) if judges else ("no", "no")
    return Row(reader, reads, validates, replays, ruled, len(lines), plays, size, work)


def _lines(count: int, ruleset: str) -> list[bytes]:
    records = simulate_hands(1, count, irregular=0.02, ruleset=ruleset)
    return [json.dumps(record_data(record), separators=(",", ":")).encode() for record in records]


def _for_each(lines: Sequence[bytes], work: Callable[[bytes], Any]) -> None:
    for line in lines:
        work(line)


def _judge(lines: Sequence[bytes], ruleset: str) -> None:
    law = law_of(ruleset)
    for line in lines:
        adjudicate(parse_hand(line), law)


def _check(file: Path) -> None:
    for share in shares(str(file)):
        audit_partition(share, Wanted(AuditFormat.text))


if __name__ == "__main__":
    main()
