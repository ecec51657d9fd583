"""A whole `check`, start-up, files and printing included, beside pydantic's own parse of the same bytes.

`python -m tests.benchmarks.check --hands 45000`. The model is one of its own, of all that the records hold. CPU time;
in each round the parse, then the commands, by turns; the median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from clabber_audit.records.canonical import record_data
from clabber_audit.simulate.seasons import season, simulated
from tests.benchmarks.anybodys_model import PepperHand, PlainHand, parsed
from tests.benchmarks.measuring import by_turns, ratio

ROUNDS: Final = 3
_ALONE: Final = "pydantic's parse"


def main() -> None:
    """Run the measurements asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.check", description=__doc__)
    parser.add_argument(
        "--hands", type=int, default=10_000, help="how many records (the target speaks of 45,000)"
    )
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        clean = Path(folder) / "clean.jsonl"
        _write(clean, map(record_data, simulated(1, wanted.hands, irregular=0, claims=0)))
        played = season(1, teams=40, games=max(1, wanted.hands // 4_500))
        a_season = Path(folder) / "season.jsonl"
        _write(a_season, (record_data(hand) for hand in played.hands))
        pepper = Path(folder) / "pepper.jsonl"
        _write(pepper, map(record_data, simulated(1, wanted.hands, irregular=0, claims=0, ruleset="pepper")))
        for file in (clean, a_season):
            _whole(file)
        _whole(pepper, PepperHand)


def _write(file: Path, records: Any) -> None:
    with file.open("w") as out:
        out.writelines(json.dumps(one, separators=(",", ":")) + "\n" for one in records)


def _whole(file: Path, model: type[BaseModel] = PlainHand) -> None:
    """The whole command, with the prefilter and without."""
    lines = file.read_bytes().splitlines()
    commands: dict[str, Sequence[str]] = {
        "check": ("-m", "clabber_audit", "check", str(file)),
        "check --thorough": ("-m", "clabber_audit", "check", "--thorough", str(file)),
    }
    _run(commands["check"])
    works = {name: partial(_run, command) for name, command in commands.items()}
    spent = by_turns({_ALONE: partial(parsed, lines, model), **works}, ROUNDS)
    for name in commands:
        times = ratio(spent[name], spent[_ALONE])
        print(f"{name}, {len(lines):,} hands of {file.stem}: {times:.2f} times {_ALONE}")


def _run(command: Sequence[str]) -> None:
    quiet = subprocess.DEVNULL
    # Whoever installed the program has it compiled.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *command], stdout=quiet, stderr=quiet, check=False, env=env)


if __name__ == "__main__":
    main()
