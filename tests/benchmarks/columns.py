"""Hands to clean hands, from lines and from Parquet, beside pydantic's own parse of them.

`python -m tests.benchmarks.columns --hands 45000`. CPU time; in each round the parse and all else by turns, the median
of the rounds' ratios. The prefilter is a new one in each round.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from clabber_audit.bulk import prefilter
from clabber_audit.bulk.prefilter import certainly_clean
from clabber_audit.records.columns import GROUP, record_text, row_blocks
from tests.benchmarks.anybodys_model import parsed
from tests.benchmarks.measuring import by_turns, machine, ratio

ROUNDS: Final = 5
#: So many lines are a share of `check`.
_SHARE: Final = 1_800
_ALONE: Final = "pydantic's parse"


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.columns", description=__doc__)
    parser.add_argument(
        "--hands", type=int, default=10_000, help="how many records (the target speaks of 45,000)"
    )
    wanted = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        lines, table = (Path(folder) / f"clean.{kind}" for kind in ("jsonl", "parquet"))
        _made(lines, "simulate", "--hands", wanted.hands, "--seed", 1, "--irregular", 0, "--claims", 0)
        _made(None, "convert", lines, table)
        _measure(lines.read_bytes().splitlines(), table)


def _made(out: Path | None, *command: object) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "clabber_audit", *map(str, command)], stdout=subprocess.PIPE, check=True
    ).stdout
    if out:
        out.write_bytes(told)


def _measure(lines: Sequence[bytes], table: Path) -> None:
    rows = _rows(table)
    works: dict[str, Callable[[], object]] = {
        _ALONE: partial(parsed, lines),
        "lines to clean hands": partial(_clean, lines),
        "Parquet: read": partial(_rows, table),
        "Parquet: rows to clean hands": lambda: [
            certainly_clean([record_text(row).encode() for row in block], None) for block in rows
        ],
    }
    spent = by_turns(works, ROUNDS)
    for name in list(works)[1:]:
        print(f"{name}, {len(lines):,} hands: {ratio(spent[name], spent[_ALONE]):.3f} times {_ALONE}")


def _clean(lines: Sequence[bytes]) -> None:
    prefilter._prefilter.cache_clear()
    for start in range(0, len(lines), _SHARE):
        share = lines[start : start + _SHARE]
        assert len(certainly_clean(share, None)) == len(share)


def _rows(table: Path) -> list[Any]:
    with table.open("rb") as file:
        return list(row_blocks(file, str(table), size=GROUP))


if __name__ == "__main__":
    main()
