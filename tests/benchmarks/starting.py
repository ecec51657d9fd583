"""Start-up time of commands: `python -m tests.benchmarks.starting`.

Commands that do next to nothing are compared with Python importing typer, with a small typer program that shows its
help and, with `--before`, with the `demo` of another checkout. CPU time of separate processes, run in turn; medians
of the rounds and of their ratios.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from tests.benchmarks.measuring import machine, measure_in_turns, median_ratio, run_python

_TYPER: Final = "python with typer"
_SMALL: Final = "a small program’s help"
_BEFORE: Final = "demo before"
_PROGRAM: Final = """
import typer

app = typer.Typer()


@app.command()
def greet(name: str, times: int = typer.Option(1, help="How often.")) -> None:
    \"""Say hello.\"""
    for _ in range(times):
        print(f"Hello, {name}")


@app.command()
def part(name: str) -> None:
    \"""Say goodbye.\"""
    print(f"Goodbye, {name}")


app()
"""


def main() -> None:
    """Measure and print a line for each command."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.starting", description=__doc__)
    parser.add_argument("--rounds", type=int, default=15, help="how often each command is started")
    parser.add_argument(
        "--before", type=Path, help="another checkout, whose demo the commands are compared with"
    )
    options = parser.parse_args()
    record = Path(__file__).parents[2] / "examples" / "ten-comes-home.clab"
    with tempfile.TemporaryDirectory() as folder:
        small = Path(folder) / "small.py"
        small.write_text(_PROGRAM, encoding="utf-8")
        ours = {
            "--help": ("--help",),
            "explain, a word": ("explain", "renege"),
            "explain, an infraction": ("explain", "failure-to-follow"),
            "rule, as text": ("rule", str(record)),
            "rule, as a page": ("rule", str(record), "-o", str(Path(folder) / "ruling.html"), "--force"),
            "demo": ("demo", "-o", str(Path(folder) / "demo.html"), "--force"),
        }
        commands: dict[str, tuple[str, ...]] = {
            _TYPER: ("-c", "import typer"),
            _SMALL: (str(small), "--help"),
        }
        commands.update({name: ("-m", "clabber_audit", *args) for name, args in ours.items()})
        works = {name: partial(run_python, *args) for name, args in commands.items()}
        if options.before:
            page = str(Path(folder) / "before.html")
            works[_BEFORE] = partial(
                run_python, "-m", "clabber_audit", "demo", "-o", page, "--force", folder=options.before
            )
        # Modules compiled at the first start are reused.
        measure_in_turns(works, 1)
        spent = measure_in_turns(works, options.rounds)
    print(machine())
    for name, times in spent.items():
        beside = (
            f"{median_ratio(times, spent[one]):>8.2f} times {one}"
            for one in (_TYPER, _SMALL, _BEFORE)
            if one in spent
        )
        print(f"{name:<24}{1000 * statistics.median(times):>8.0f} ms {''.join(beside)}")


if __name__ == "__main__":
    main()
