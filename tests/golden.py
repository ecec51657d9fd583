"""`python -m tests.golden` checks whether any ruling, page, text or conversion changed.

20,000 seeded records (whole, irregular, incomplete, under all five rulesets) are ruled on and converted; one in forty
is rendered as a page and as text. `tests/golden.json` has a digest for each kind of output, and one for each share of
the records, to locate a difference: `--print KIND NUMBER` prints the texts of a share. `--write` accepts the current
output, only for intended changes; the commit says which bytes changed and why.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any, Final

from clabber_audit.core import __version__
from clabber_audit.core.errors import Refused
from clabber_audit.games import parse
from clabber_audit.judge.comparison import rule_by_others
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.side_remarks import side_notes
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.records.notation.writer import write
from clabber_audit.report.data import ruling_data
from clabber_audit.report.page import page
from clabber_audit.report.ruling import ruling_text
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.simulate.seasons import simulate_hands
from tests.random_records import every_key, irregular, partial
from tests.rules import OF_CLABBER

FILE: Final = Path(__file__).with_suffix(".json")
RECORDS: Final = 20_000
SHARE: Final = 500
#: One record of this many is rendered as a page and as text, which takes as long as a hundred rulings.
SHOWN: Final = 40
KINDS: Final = ("rulings", "conversions", "pages", "texts")


def record(number: int) -> dict[str, Any]:
    """Return the record with this number: of five, two as played, one disturbed, one incomplete, one random."""
    random = Random(f"golden {number}")
    sort = number % 5
    if sort < 2:
        (simulated,) = simulate_hands(number, 1, irregular=0.4, claims=0.4)
        data = record_data(simulated)
    elif sort == 2:
        (data,) = irregular.records(number, 1)
    elif sort == 3:
        data = random.choice((partial.incomplete, partial.incomplete, partial.draw_disordered))(random)
    else:
        data = every_key.hand(random)
    return {**data, "ruleset": OF_CLABBER[number // 5 % len(OF_CLABBER)]}


def compute_outputs(number: int, kinds: Sequence[str] = KINDS) -> dict[str, str]:
    """Return the outputs of a record by kind, or the message if it is refused. Pages and texts take longest."""
    try:
        hand = parse.parse_hand(json.dumps(record(number), ensure_ascii=False).encode())
    except Refused as refused:
        return {"rulings": f"{refused}\n"}
    ruling = adjudicate(hand, law_of(hand.record.ruleset))
    found = {
        "rulings": canonical(ruling_data(ruling, whole=False)) + "\n",
        "conversions": write(hand.record) + canonical(record_data(hand.record)) + "\n",
    }
    if number % SHOWN == number // SHOWN % SHOWN and {"pages", "texts"} <= {*kinds}:
        file = dossier(ruling, rule_by_others(ruling, OF_CLABBER), remarks=side_notes(ruling, ()).remarks)
        found["pages"] = page(file).replace(__version__, "VERSION")
        found["texts"] = ruling_text(file).replace(__version__, "VERSION")
    return found


def share(number: int, kinds: Sequence[str] = KINDS) -> dict[str, str]:
    """Compute the digests of one share of the records, by kind."""
    hashes = {kind: sha256() for kind in kinds}
    for each in range(number * SHARE, (number + 1) * SHARE):
        for kind, text in compute_outputs(each, kinds).items():
            hashes[kind].update(text.encode())
    return {kind: found.hexdigest()[:16] for kind, found in hashes.items()}


def digests(shares: Iterable[dict[str, str]]) -> dict[str, Any]:
    """Combine the digests of shares into one for each kind."""
    rows = list(shares)
    columns = {kind: [row[kind] for row in rows] for kind in rows[0]}
    return {
        kind: {"all": sha256("".join(parts).encode()).hexdigest(), "shares": parts}
        for kind, parts in columns.items()
    }


def differing_shares(now: dict[str, Any], shares: Iterable[int]) -> Iterator[str]:
    """Yield each share whose digest differs from the committed one, as `KIND NUMBER`."""
    committed = json.loads(FILE.read_text())
    for kind in now:
        for number, new in zip(shares, now[kind]["shares"], strict=True):
            if committed[kind]["shares"][number] != new:
                yield f"{kind} {number}"


def main() -> int:
    """Compare with the committed digests, or write or print; return 1 if anything differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="take what there is now as right")
    parser.add_argument("--only", metavar="FIRST-LAST", help="only these shares, such as 0-3")
    parser.add_argument("--print", nargs=2, metavar=("KIND", "NUMBER"), help="print the texts behind a share")
    options = parser.parse_args()
    if options.print:
        kind, number = options.print[0], int(options.print[1])
        for each in range(number * SHARE, (number + 1) * SHARE):
            sys.stdout.write(f"== {each}\n{compute_outputs(each).get(kind, '')}")
        return 0
    first, _, last = (options.only or f"0-{RECORDS // SHARE - 1}").partition("-")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        now = digests(pool.map(share, shares := range(int(first), int(last or first) + 1)))
    if options.write:
        committed = json.loads(FILE.read_text())
        for kind in KINDS:
            for number, new in zip(shares, now[kind]["shares"], strict=True):
                committed[kind]["shares"][number] = new
            committed[kind]["all"] = sha256("".join(committed[kind]["shares"]).encode()).hexdigest()
        FILE.write_text(json.dumps(committed, indent=1) + "\n")
        return 0
    different = list(differing_shares(now, shares))
    for line in different:
        print(f"differs: {line} (python -m tests.golden --print {line})")
    for kind in KINDS:
        print(f"{kind}: {now[kind]['all']}")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
