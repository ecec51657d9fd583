"""TOML files of rulesets and books: read and parsed within bounds."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from clabber_audit.core.errors import Unusable, excerpt
from clabber_audit.core.files import read_bounded

#: Largest ruleset file in bytes; the longest shipped one has a tenth of that.
LARGEST: Final = 256 << 10
#: Most names of a key and nested lists and tables; an article has three.
_DEEPEST: Final = 8

_STRING: Final = "|".join(
    (
        r'"""(?:[^"\\]++|\\.|"(?!""))*+"""',
        r"'''(?:[^']++|'(?!''))*+'''",
        r'"(?:[^"\\\n]++|\\.)*+"',
        r"'[^'\n]*+'",
    )
)
_NAME: Final = rf"(?:[\w-]++|{_STRING})"
_TOKEN: Final = re.compile(
    rf"#[^\n]*+|(?P<key>{_NAME}(?:[ \t]*+\.[ \t]*+{_NAME})*+)|(?P<open>[\[{{])|(?P<close>[\]}}])", re.DOTALL
)
_PLACE: Final = re.compile(r"at line (\d+), column (\d+)")
_PART: Final = re.compile(_NAME, re.DOTALL)


def text_of(path: Path, what: str) -> str:
    """Return the text of a TOML file; raise Unusable if it cannot be read, or is larger than any rules."""
    try:
        data = read_bounded(path, LARGEST)
        if len(data) > LARGEST:
            large = f"{path} is larger than {LARGEST >> 10} KiB"
            raise Unusable(large, "no rules need that much", f"give {what} itself")
        return data.decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        reason = (
            problem.strerror if isinstance(problem, OSError) else "it is not UTF-8, or its name is not valid"
        )
        raise Unusable(f"cannot read {what} {path}", reason or "", "check the name and the file") from None


def parse_toml(text: str, name: str) -> dict[str, Any]:
    """Parse a TOML text; raise Unusable if it is not TOML, or deeper than rules can be."""
    _check_depth(text, name)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        # The parser's message names the line, if any.
        match = _PLACE.search(str(problem))
        shown = excerpt(text.split("\n")[int(match[1]) - 1], int(match[2])) if match else ()
        raise Unusable(f"{name}: not TOML: {problem}", "", "correct the file", shown) from None


def _check_depth(text: str, name: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth = max(0, depth + bool(token["open"]) - bool(token["close"]))
        levels = len(_PART.findall(token["key"])) if token["key"] else 0
        if max(depth, levels) > _DEEPEST:
            line = text.count("\n", 0, token.start()) + 1
            what = "a key has more names" if levels > _DEEPEST else "lists and tables are deeper"
            raise Unusable(
                f"{name}: line {line}: {what} than {_DEEPEST}", "no rules need that", "correct the file"
            )
