"""`python -m tests.reproducible`: check that this interpreter gives the same bytes as others.

`--browser` checks the interpreter of the judge in the browser, run by Node; `--write` stores the digests.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from pathlib import Path
from typing import Final

from tests.app.hands import lines
from tests.app.modules import run_in_node
from tests.reproducible import making
from tests.reproducible.making import (
    SHOWN,
    Digests,
    compute_digests,
    list_differences,
    read_digests,
    write_digests,
)

#: Script for the browser's interpreter; it renders fewer of the slow forms.
_SCRIPT: Final = f"""
import json, sys
sys.path.insert(0, "/asked")
from making import compute_digests
lines = open("/asked/hands.jsonl", encoding="utf-8").read().split("\\n")
json.dumps([sys.version.split()[0], compute_digests(lines, {SHOWN})])
"""


def ask_browser() -> tuple[str, Digests]:
    files = {"hands.jsonl": "\n".join(lines()).encode(), "making.py": Path(making.__file__).read_bytes()}
    name, digests = json.loads(run_in_node(_SCRIPT, files))
    return name, digests


def main() -> int:
    """Compare or store the digests; return 1 if some differ."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="keep what is made here")
    parser.add_argument("--browser", action="store_true", help="ask the interpreter of the browser")
    options = parser.parse_args()
    if options.write:
        write_digests(compute_digests(lines()))
        return 0
    name, digests = (
        ask_browser() if options.browser else (platform.python_version(), compute_digests(lines()))
    )
    different = list_differences(read_digests(), digests)
    for line in different:
        print(line)
    count = sum(map(len, digests.values()))
    print(f"Python {name}: {count - len(different)} of {count} digests are those that are kept")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
