"""From columns to what is certainly clean, and how hands come to be columns, beside pydantic's own parse of them.

`python -m tests.benchmarks.columns --hands 45000`. CPU time; in each round the parse and all else by turns, the median
of the rounds' ratios. The screen is a new one in each round, which has asked about nothing before.
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

from clabber_audit.bulk.prefilter import clean_rows
from clabber_audit.inputs.plain_rows import plain_rows
from clabber_audit.inputs.readers import kept
from clabber_audit.records.columns import GROUP, batches
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.rules.screen.hands import screen_of
from clabber_audit.rules.screen.plain import Plain
from clabber_audit.rules.screen.plain_lines import plain_lines
from tests.benchmarks.anybodys_model import parsed
from tests.benchmarks.measuring import by_turns, machine, ratio

ROUNDS: Final = 5
#: So many lines are a share of `check`, and so many entries of an archive are looked at together.
_SHARE: Final = 1_800
_ENTRIES: Final = 1_000
_ALONE: Final = "pydantic's parse"


def main() -> None:
    """Run the measurements."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.columns", description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000, help="how many records (the target speaks of 45,000)")
    wanted = parser.parse_args()
    print(machine())
    with tempfile.TemporaryDirectory() as folder:
        lines, table, archive = (Path(folder) / f"clean.{kind}" for kind in ("jsonl", "parquet", "db"))
        _made(lines, "simulate", "--hands", wanted.hands, "--seed", 1, "--irregular", 0, "--claims", 0)
        _made(None, "convert", lines, table)
        _made(None, "archive", "init", archive)
        _made(None, "archive", "add", archive, lines)
        _measure(lines.read_bytes().splitlines(), table, archive)


def _made(out: Path | None, *command: object) -> None:
    told = subprocess.run(
        [sys.executable, "-m", "clabber_audit", *map(str, command)], stdout=subprocess.PIPE, check=True
    ).stdout
    if out:
        out.write_bytes(told)


def _measure(lines: Sequence[bytes], table: Path, archive: Path) -> None:
    rows, records = _rows(table), _records(archive)
    works: dict[str, Callable[[], object]] = {
        _ALONE: partial(parsed, lines),
        "columns to clean, all at once": partial(_clean, _columns(lines, GROUP)),
        "columns to clean, by shares": partial(_clean, _columns(lines, _SHARE)),
        "lines to columns": partial(_columns, lines, _SHARE),
        "Parquet: read": partial(_rows, table),
        "Parquet: rows to columns": lambda: [plain_rows(batch) for batch in rows],
        "Parquet: rows to clean, with the names": lambda: [clean_rows(batch, None) for batch in rows],
        "archive: records taken out": partial(_records, archive),
        "archive: records to columns": partial(_columns, records, _ENTRIES, True),
    }
    spent = by_turns(works, ROUNDS)
    for name in list(works)[1:]:
        print(f"{name}, {len(lines):,} hands: {ratio(spent[name], spent[_ALONE]):.3f} times {_ALONE}")


def _columns(lines: Sequence[bytes], size: int, canonical: bool = False) -> list[Plain[Any]]:
    shares = [lines[start : start + size] for start in range(0, len(lines), size)]
    found = [plain_lines(share, canonical=canonical) for share in shares]
    # Nobody keeps lines taken apart.
    return [one._replace(matches=()) for some in found for one in some]


def _clean(hands: Sequence[Plain[Any]]) -> None:
    screen = screen_of(law_of("ecl-1992"))
    assert screen
    for one in hands:
        assert screen.clean(one.hands).all()


def _rows(table: Path) -> list[Any]:
    with table.open("rb") as file:
        return list(batches(file, str(table), size=GROUP))


def _records(archive: Path) -> list[bytes]:
    return [one.text or b"" for one in kept(str(archive))]


if __name__ == "__main__":
    main()
