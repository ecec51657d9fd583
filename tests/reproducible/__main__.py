"""`python -m tests.reproducible`: whether this interpreter makes the bytes that others make.

`--browser` asks the interpreter of the judge in the browser, which Node runs; `--write` keeps what is made here.
"""

from __future__ import annotations

import argparse
import platform
import sys

from tests.reproducible.kept import FILE, dump_digests, here, in_the_browser, read_digests
from tests.reproducible.making import differences


def main() -> int:
    """Compare, or keep; 1 where something differs."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--write", action="store_true", help="keep what is made here")
    parser.add_argument("--browser", action="store_true", help="ask the interpreter of the browser")
    asked = parser.parse_args()
    if asked.write:
        FILE.write_text(dump_digests(here()), encoding="utf-8")
        return 0
    name, found = in_the_browser() if asked.browser else (platform.python_version(), here())
    different = differences(read_digests(), found)
    for line in different:
        print(line)
    count = sum(map(len, found.values()))
    print(f"Python {name}: {count - len(different)} of {count} digests are those that are kept")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
