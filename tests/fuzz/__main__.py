"""`python -m tests.fuzz SEED NUMBER [FOLDER]` repeats one input, prints its output, and keeps its files in FOLDER.

`python -m tests.fuzz SEED FIRST-LAST` runs many inputs and prints the complaints about each, to search further than
the tests do.
"""

from __future__ import annotations

import os
import shlex
import sys
from pathlib import Path

from tests.fuzz.inputs import draw_input
from tests.fuzz.running import complaints, run, working_folder


def _run_one(seed: int, number: int, folder: Path) -> None:
    case = draw_input(seed, number)
    folder.mkdir(parents=True, exist_ok=True)
    for name, data in case.files.items():
        (folder / name).write_bytes(data)
    print(f"cd {folder} && clabber-audit {shlex.join(case.args)}" + (" < stdin" if case.stdin else ""))
    if case.stdin:
        (folder / "stdin").write_bytes(case.stdin)
    os.chdir(folder)
    done = run(case.args, case.stdin)
    print(f"exit code {done.code} after {done.seconds:.2f} seconds")
    print(f"standard output: {done.out[:4_000]!a}\nstandard error: {done.err[:4_000]!a}")


def _run_many(seed: int, first: int, last: int) -> int:
    wrong = 0
    with working_folder() as folder:
        for number in range(first, last + 1):
            case = draw_input(seed, number)
            for complaint in complaints(case, Path(folder)):
                wrong += 1
                print(f"{seed} {number} {case.args!a}: {complaint}", flush=True)
    print(f"{last - first + 1} inputs, {wrong} complaints", file=sys.stderr)
    return int(wrong > 0)


def main(seed: str, numbers: str, folder: str = "fuzzed") -> int:
    """Run the given inputs; return 1 if anything is wrong."""
    first, _, last = numbers.partition("-")
    if last:
        return _run_many(int(seed), int(first), int(last))
    with working_folder() as aside:
        lines = complaints(draw_input(int(seed), int(first)), Path(aside))
    _run_one(int(seed), int(first), Path(folder))
    print(*lines, sep="\n")
    return int(bool(lines))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
