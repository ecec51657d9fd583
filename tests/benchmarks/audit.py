"""The adjudicator beside its own parses, in speed and memory: `python -m tests.benchmarks.audit`.

Everything is measured in CPU time of one process, in rounds that alternate between the things compared, and the median
of the rounds' ratios is given: machines are noisy.
"""

from __future__ import annotations

import argparse
import gc
import json
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import jiter

from clabber_audit.cards.cards import DECK_SIZE
from clabber_audit.games.parse import read
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.canonical import record_data
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import simulated
from tests.benchmarks.measuring import by_turns, machine, ratio

_ROUNDS = 7


def main() -> None:
    """Run the measurements asked for."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.audit", description=__doc__)
    parser.add_argument(
        "--hands", type=int, default=20_000, help="records to audit (the target speaks of 100,000)"
    )
    parser.add_argument("--irregular", type=float, default=0.02, help="share of irregular hands among them")
    parser.add_argument("--memory", action="store_true", help="also peak memory of a file of a million hands")
    wanted = parser.parse_args()
    print(machine())
    lines, texts = [], []
    for record in simulated(1, wanted.hands, irregular=wanted.irregular):
        if len(record.plays) == DECK_SIZE:
            lines.append(json.dumps(record_data(record), separators=(",", ":")).encode())
            texts.append(write(record))
    # What the measurements are made of shall not be gone through by the collector while they run.
    gc.collect()
    gc.freeze()
    print(f"{len(lines)} complete records of {sum(map(len, lines)) / len(lines):.0f} bytes")
    audit_against_parse(lines)
    double_decks(lines)
    notation_against_json(texts, lines)
    jobs(lines)
    if wanted.memory:
        memory()


def _ratio(first: Callable[[], object], second: Callable[[], object]) -> tuple[float, float, float]:
    """Median CPU seconds of both, and the median of the first over the second, round by round."""
    ones, others = by_turns({"first": first, "second": second}, _ROUNDS).values()
    return statistics.median(ones), statistics.median(others), ratio(ones, others)


def _say(what: str, seconds: float, count: int, ratio: float | None = None) -> None:
    tail = f"   {ratio:.2f} times" if ratio is not None else ""
    print(f"{what:<58}{seconds / count * 1e6:>8.1f} microseconds a hand{tail}")


def parse_twice(lines: Sequence[bytes]) -> None:
    """The door's own two parses, and nothing else."""
    validate = HandRecord.__pydantic_validator__.validate_json
    for line in lines:
        jiter.from_json(line, allow_inf_nan=False, cache_mode="keys", catch_duplicate_keys=True)
        validate(line)


def audit(lines: Sequence[bytes], ruleset: str = "ecl-1992") -> None:
    """From bytes to findings and a ruling."""
    law = law_of(ruleset)
    for line in lines:
        adjudicate(read(line), law)


def audit_against_parse(lines: Sequence[bytes]) -> None:
    """Auditing beside the parses of the same bytes."""
    whole, parses, ratio = _ratio(lambda: audit(lines), lambda: parse_twice(lines))
    _say("two parses (jiter, pydantic)", parses, len(lines))
    _say("audit, parses included", whole, len(lines), ratio)


def double_decks(lines: Sequence[bytes]) -> None:
    """Hands of 48 cards beside Clabber hands of 24, which are half as long; at most 2.2 times as much is wanted."""
    name, some = "double-deck", lines[:2_000]
    made = simulated(1, len(some) // 2, irregular=0.02, ruleset=name)
    whole = [one for one in made if len(one.plays) == one.seating.end]
    longer = [json.dumps(record_data(one), separators=(",", ":")).encode() for one in whole]
    audit(longer[:100], name)
    deck, clabber, ratio = _ratio(lambda: audit(longer, name), lambda: audit(some))
    _say("audit of a Clabber hand, parses included", clabber, len(some))
    _say("audit of a double-deck hand, parses included", deck, len(longer), ratio * len(some) / len(longer))


def notation_against_json(texts: Sequence[str], lines: Sequence[bytes]) -> None:
    """Reading text beside reading JSON, of the same hands."""

    def parse_texts() -> None:
        for text in texts:
            parse(HandText(text, 1))

    text, door, ratio = _ratio(parse_texts, lambda: parse_twice(lines))
    _say("reading JSON to a record", door, len(lines))
    _say("reading .clab to a record", text, len(texts), ratio)


def jobs(lines: Sequence[bytes]) -> None:
    """`check` with one process and with two, in wall time."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "hands.jsonl"
        path.write_bytes(b"\n".join(lines) + b"\n")
        spent = []
        for count in (1, 2):
            command = [sys.executable, "-m", "clabber_audit", "check", str(path), "--jobs", str(count)]
            begun = time.perf_counter()
            subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
            spent.append(time.perf_counter() - begun)
    print(
        f"check, one process {spent[0]:.1f} s, two {spent[1]:.1f} s: {spent[0] / spent[1]:.2f} times as fast"
    )


def memory() -> None:
    """Peak memory of `check` on a million hands over that on ten thousand."""
    peaks = []
    with tempfile.TemporaryDirectory() as folder:
        some = [json.dumps(record_data(record), separators=(",", ":")) for record in simulated(1, 10_000)]
        for times in (1, 100):
            path = Path(folder) / "hands.jsonl"
            with path.open("w", encoding="utf-8") as file:
                for _ in range(times):
                    file.writelines(line + "\n" for line in some)
            peaks.append(_peak([sys.executable, "-m", "clabber_audit", "check", str(path)]))
    print(
        f"peak memory of check: 10,000 hands {peaks[0]} MiB, 1,000,000 hands {peaks[1]} MiB: {peaks[1] / peaks[0]:.2f}"
    )


def _peak(command: Sequence[str]) -> int:
    """Peak resident memory of a command, in MiB; measured in a child of its own."""
    code = (
        "import resource,subprocess,sys;"
        "subprocess.run(sys.argv[1:],stdout=subprocess.DEVNULL,stderr=subprocess.DEVNULL);"
        "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
    )
    done = subprocess.run([sys.executable, "-c", code, *command], capture_output=True, text=True, check=True)
    return int(done.stdout) // (1 if sys.platform == "darwin" else 1024)


if __name__ == "__main__":
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    main()
