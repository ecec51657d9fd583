"""What the source codes of articles stand for."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import Final


def source(code: str) -> tuple[str, str] | None:
    """The code of a source without number or line, and what it is; None for one that a house gives itself.

    >>> source("L8")[0], source("S2 l.18")[0], source("the club")
    ('L', 'S2', None)
    """
    known = [
        name for name in _sources() if code == name or (code.startswith(name) and code[len(name)] in " 0123456789")
    ]
    name = max(known, key=len, default=None)
    return (name, _sources()[name]) if name else None


#: What may follow a code: nothing, a line after a blank, a number.
_AFTER: Final = ("", " ", *"0123456789")


@cache
def _sources() -> dict[str, str]:
    read: dict[str, str] = tomllib.loads(files(__package__).joinpath("sources.toml").read_text(encoding="utf-8"))
    return read
