"""TOML within bounds: a parser keeps every level of a dotted key, and forty kilobytes of dots are gigabytes to it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Any, Final

from clabber_audit.ground.errors import Unusable
from clabber_audit.ground.excerpts import excerpt
from clabber_audit.ground.files import whole

#: The largest file of rules, in bytes; the longest one that is shipped has a tenth of that.
LARGEST: Final = 256 << 10
#: The most names of a key, and lists and tables inside each other; an article has three.
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


def read(path: Path) -> dict[str, Any]:
    """What a TOML file says; Unusable when it cannot be read, is none, or is larger or deeper than rules can be."""
    try:
        data = whole(path, LARGEST)
        if len(data) > LARGEST:
            what = f"{path} is larger than {LARGEST >> 10} KiB"
            raise Unusable(what, "no rules need that much", "give a ruleset file")
        return parsed(data.decode("utf-8-sig"), str(path))
    except (OSError, ValueError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "it is not UTF-8, or its name is not valid"
        raise Unusable(f"cannot read the ruleset {path}", reason or "", "check the name and the file") from None


def parsed(text: str, name: str) -> dict[str, Any]:
    """What a TOML text says; Unusable where it is none, or deeper than rules can be."""
    _bounded(text, name)
    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise Unusable(f"{name}: not TOML: {problem}", "", "correct the file", _excerpt(text, str(problem))) from None


def _excerpt(text: str, problem: str) -> tuple[str, ...]:
    """The line that a parser complains of, where it says which."""
    found = _PLACE.search(problem)
    return excerpt(text.split("\n")[int(found[1]) - 1], int(found[2])) if found else ()


def _bounded(text: str, name: str) -> None:
    depth = 0
    for token in _TOKEN.finditer(text):
        depth = max(0, depth + bool(token["open"]) - bool(token["close"]))
        levels = len(_PART.findall(token["key"])) if token["key"] else 0
        if max(depth, levels) > _DEEPEST:
            line = text.count("\n", 0, token.start()) + 1
            what = "a key has more names" if levels > _DEEPEST else "lists and tables are deeper"
            raise Unusable(f"{name}: line {line}: {what} than {_DEEPEST}", "no rules need that", "correct the file")
