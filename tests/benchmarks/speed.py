"""Whole commands and their parts compared with pydantic parsing the same bytes: `python -m tests.benchmarks.speed`.

The model is a plain one of everything in the records. Measured is CPU time; in each round all works run in turn, and
the median of the rounds' ratios is given, since machines are noisy.
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

import jiter

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import season, simulate_hands
from tests.benchmarks.anybodys_model import PepperHand, PlainHand, parse_lines
from tests.benchmarks.measuring import machine, measure_in_turns, median_ratio, run_python

_ROUNDS: Final = 5
_ALONE: Final = "pydantic's parse"

Works = dict[str, Callable[[], object]]


def main() -> None:
    """Measure and print a line for each work."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.speed", description=__doc__)
    parser.add_argument(
        "--hands", type=int, default=10_000, help="records of each file (the targets speak of 45,000)"
    )
    hands = parser.parse_args().hands
    print(machine())
    simulate = partial(simulate_hands, 1, hands, irregular=0, claims=0)
    irregular = list(simulate_hands(1, hands, irregular=0.02))
    with tempfile.TemporaryDirectory() as folder:
        clean, played, pepper, audited = (
            _write_lines(Path(folder) / f"{name}.jsonl", records)
            for name, records in {
                "clean": simulate(),
                "season": season(1, teams=40, games=max(1, hands // 4_500)).hands,
                "pepper": simulate(ruleset="pepper"),
                "one in fifty irregular": irregular,
            }.items()
        )
        table = clean.with_suffix(".parquet")
        _run("convert", str(clean), str(table))
        texts = [write(record) for record in irregular]
        # Keep the garbage collector from traversing the input of the measurements.
        gc.collect()
        gc.freeze()
        _measure(clean, {**_check_works(clean), "check, from Parquet": partial(_run, "check", str(table))})
        _measure(played, _check_works(played))
        _measure(pepper, _check_works(pepper), PepperHand)
        _measure(
            audited,
            {
                "two parses (jiter, pydantic)": partial(_parse_twice, audited.read_bytes().splitlines()),
                "audit, parses included": partial(_audit, audited),
                "reading .clab to a record": lambda: [parse(HandText(text, 1)) for text in texts],
            },
        )


def _write_lines(file: Path, records: Iterable[Any]) -> Path:
    with file.open("w") as out:
        out.writelines(json.dumps(record_data(record), separators=(",", ":")) + "\n" for record in records)
    return file


def _measure(file: Path, works: Mapping[str, Callable[[], object]], model: Any = PlainHand) -> None:
    lines = file.read_bytes().splitlines()
    spent = measure_in_turns({_ALONE: partial(parse_lines, lines, model), **works}, _ROUNDS)
    for name, times in spent.items():
        beside = f"{median_ratio(times, spent[_ALONE]):>8.3f} times {_ALONE}"
        each = statistics.median(times) / len(lines) * 1e6
        print(
            f"{file.stem + f', {len(lines):,} hands':<40}{name:<34}{each:>8.1f} microseconds a hand{beside}"
        )


def _check_works(file: Path) -> Works:
    """Return the whole command with and without the prefilter."""
    _run("check", str(file))
    return {
        "check": partial(_run, "check", str(file)),
        "check --thorough": partial(_run, "check", "--thorough", str(file)),
    }


def _run(*args: str) -> None:
    # `check` ends with a code of its own where there are findings.
    run_python("-m", "clabber_audit", *args, check=False)


def _parse_twice(lines: Sequence[bytes]) -> None:
    """Run only the two parses that reading a record needs."""
    validate = HandRecord.__pydantic_validator__.validate_json
    for line in lines:
        jiter.from_json(line, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
        validate(line)


def _audit(file: Path) -> None:
    """Parse and judge lines: from bytes to findings and a ruling."""
    law = law_of("ecl-1992")
    for line in file.read_bytes().splitlines():
        adjudicate(parse_hand(line), law)


if __name__ == "__main__":
    main()
