"""`python -m tests.reproducible`: whether this interpreter makes the bytes that others make.

`--browser` asks the interpreter of the judge in the browser, which Node runs; `--write` keeps what is made here.
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
    Made,
    compute_digests,
    differences,
    read_digests,
    write_digests,
)

#: How the browser's interpreter is asked; of what is dear it shows less.
_ASKING: Final = f"""
import json, sys
sys.path.insert(0, "/asked")
from making import compute_digests
lines = open("/asked/hands.jsonl", encoding="utf-8").read().split("\\n")
json.dumps([sys.version.split()[0], compute_digests(lines, {SHOWN})])
"""


def ask_browser() -> tuple[str, Made]:
    asked = {"hands.jsonl": "\n".join(lines()).encode(), "making.py": Path(making.__file__).read_bytes()}
    name, found = json.loads(run_in_node(_ASKING, asked))
    return name, found


def main() -> int:
    """Compare, or keep; 1 where something differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="keep what is made here")
    parser.add_argument("--browser", action="store_true", help="ask the interpreter of the browser")
    asked = parser.parse_args()
    if asked.write:
        write_digests(compute_digests(lines()))
        return 0
    name, found = ask_browser() if asked.browser else (platform.python_version(), compute_digests(lines()))
    different = differences(read_digests(), found)
    for line in different:
        print(line)
    count = sum(map(len, found.values()))
    print(f"Python {name}: {count - len(different)} of {count} digests are those that are kept")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
