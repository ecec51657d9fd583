"""`python -m tests.fuzz SEED NUMBER [FOLDER]`: one input again, with all that it printed; its files kept in FOLDER.

`python -m tests.fuzz SEED FIRST-LAST`: many, with what is wrong with each; to look for more than the tests do.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from tests.fuzz.inputs import draw_input
from tests.fuzz.running import complaints, run, workplace


def _one(seed: int, number: int, folder: Path) -> None:
    given = draw_input(seed, number)
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in given.files.items():
        (folder / name).write_bytes(data)
    print(f"cd {folder} && clabber-audit {shlex.join(given.args)}" + (" < stdin" if given.stdin else ""))
    if given.stdin:
        (folder / "stdin").write_bytes(given.stdin)
    os.chdir(folder)
    done = run(given.args, given.stdin)
    print(f"exit code {done.code} after {done.seconds:.2f} seconds")
    print(f"standard output: {done.out[:4_000]!a}\nstandard error: {done.err[:4_000]!a}")


def _many(seed: int, first: int, last: int) -> int:
    wrong = 0
    with workplace() as folder:
        for number in range(first, last + 1):
            given = draw_input(seed, number)
            for complaint in complaints(given, Path(folder)):
                wrong += 1
                print(f"{seed} {number} {given.args!a}: {complaint}", flush=True)
    print(f"{last - first + 1} inputs, {wrong} complaints", file=sys.stderr)
    return int(wrong > 0)


def main(seed: str, numbers: str, folder: str = "fuzzed") -> int:
    """Run what was asked for; 1 when something is wrong."""
    first, _, last = numbers.partition("-")
    if last:
        return _many(int(seed), int(first), int(last))
    with workplace() as aside:
        lines = complaints(draw_input(int(seed), int(first)), Path(aside))
    _one(int(seed), int(first), Path(folder))
    print(*lines, sep="\n")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
