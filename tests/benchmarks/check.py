"""A whole `check`, start-up, files and printing included, beside pydantic's own parse of the same bytes.

`python -m tests.benchmarks.check --hands 45000`. The model is one of its own, of all that the records hold. CPU time;
in each round the parse, then the commands, by turns; the median of the rounds' ratios.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from pydantic import BaseModel, ConfigDict, Field

from clabber_audit.intake.plain_lines import plain_lines
from clabber_audit.law.bound_ruleset import law_of
from clabber_audit.law.screen import Columns, Screen, screen_of
from clabber_audit.record.canonical import record_data
from clabber_audit.simulate import season, simulated

ROUNDS: Final = 3
#: A process in which numpy is not to be found.
_WITHOUT_NUMPY: Final = (
    "import importlib.util as tool; found = tool.find_spec;"
    "tool.find_spec = lambda name, package=None: None if name == 'numpy' else found(name, package);"
    "from clabber_audit.__main__ import main; main()"
)

Seat = Literal["N", "E", "S", "W"]
Team = Literal["NS", "EW"]
Rank = Annotated[str, Field(pattern="^[9TJQKA][CDHS]$")]


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)


class Play(_Part):
    """A card as it fell."""

    seat: Seat
    card: Rank | None


class Call(_Part):
    """A call."""

    seat: Seat
    call: Literal["pass", "play", "C", "D", "H", "S"]
    round: int | None = None


class Meld(_Part):
    """A meld."""

    seat: Seat
    kind: Literal["dad", "fifty", "hundred", "two_hundred", "belle"]
    cards: list[Rank] = []
    announced: int | str | None = "in_turn"
    shown: int | str | None = "in_turn"


class Deal(_Part):
    """The deal."""

    dealer: Seat
    due_dealer: Seat | None = None
    cut: int | None = None
    upcard: Rank | None = None
    hands: dict[Seat, list[Rank]] = {}


class Hand(_Part):
    """A hand, as anybody might model it."""

    format: Literal["clabber-hand/1"]
    id: str
    ruleset: str = ""
    players: dict[Seat, str] = {}
    teams: dict[Team, str] = {}
    context: dict[str, str | int] | None = None
    source: dict[str, str] | None = None
    deal: Deal
    declarations: list[Call] | None = None
    melds: list[Meld] | None = None
    plays: list[Play]
    incidents: list[dict[str, Any]] = []
    claims: list[dict[str, Any]] = []
    laydown: dict[str, Any] | None = None
    score: dict[Team, int | str] = {}


def main() -> None:
    """Run the measurements asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.check", description=__doc__)
    parser.add_argument("--hands", type=int, default=10_000, help="how many records (the target speaks of 45,000)")
    wanted = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        clean = Path(folder) / "clean.jsonl"
        _write(clean, map(record_data, simulated(1, wanted.hands, irregular=0, claims=0)))
        played = season(1, teams=40, games=max(1, wanted.hands // 4_500))
        a_season = Path(folder) / "season.jsonl"
        _write(a_season, (record_data(hand) for hand in played.hands))
        for file in (clean, a_season):
            _whole(file)
        _columns(clean)


def _write(file: Path, records: Any) -> None:
    with file.open("w") as out:
        out.writelines(json.dumps(one, separators=(",", ":")) + "\n" for one in records)


def _whole(file: Path) -> None:
    """The whole command, with the screen and without."""
    lines = file.read_bytes().splitlines()
    commands: dict[str, Sequence[str]] = {
        "check": ("-m", "clabber_audit", "check", str(file)),
        "check without numpy": ("-c", _WITHOUT_NUMPY, "check", str(file)),
        "check --thorough": ("-m", "clabber_audit", "check", "--thorough", str(file)),
    }
    _run(commands["check"])
    ratios: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(ROUNDS):
        alone = _cpu(partial(_parsed, lines))
        for name, command in commands.items():
            ratios[name].append(_cpu(partial(_run, command)) / alone)
    for name, found in ratios.items():
        print(f"{name}, {len(lines):,} hands of {file.stem}: {statistics.median(found):.2f} times pydantic's parse")


def _columns(file: Path) -> None:
    """From columns to what is certainly clean."""
    lines = file.read_bytes().splitlines()
    plain = [plain_lines(lines[at : at + 16_384]) for at in range(0, len(lines), 16_384)]
    columns = [one.hands for some in plain for one in some]
    ratios = []
    for _ in range(ROUNDS):
        screen = screen_of(law_of("ecl-1992"))
        assert screen
        ratios.append(_cpu(partial(_screened, screen, columns)) / _cpu(partial(_parsed, lines)))
    print(f"columns to clean, {len(lines):,} hands: {statistics.median(ratios):.3f} times pydantic's parse")


def _screened(screen: Screen, columns: Sequence[Columns]) -> None:
    for hands in columns:
        screen.clean(hands)


def _parsed(lines: Sequence[bytes]) -> None:
    validate = Hand.__pydantic_validator__.validate_json
    for line in lines:
        validate(line)


def _run(command: Sequence[str]) -> None:
    quiet = subprocess.DEVNULL
    # Whoever installed the program has it compiled.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run([sys.executable, *command], stdout=quiet, stderr=quiet, check=False, env=env)


def _cpu(work: Callable[[], object]) -> float:
    """The CPU seconds that some work takes, here or in processes of its own."""
    gc.collect()
    begun = _spent()
    work()
    return _spent() - begun


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + children.ru_utime + children.ru_stime


if __name__ == "__main__":
    main()
