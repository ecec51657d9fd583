"""Plain text, 78 columns wide: paragraphs, how a paper begins and ends, and what stands for our own signs."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from typing import Any, Final, NamedTuple

from clabber_audit.ground import __version__

#: How wide a text is.
WIDTH: Final = 78
#: What stands for our own typographic characters where the console has none.
_ASCII: Final = str.maketrans(
    {"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "−": "-", "…": "...", "·": "-"}
)

#: The months of a date.
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)


class Colophon(NamedTuple):
    """By what a paper was made, and of what."""

    #: Of what it was made, each with its SHA-256.
    digests: tuple[tuple[str, str], ...]
    #: By which rulesets, where the paper does not say so elsewhere.
    rulesets: tuple[str, ...] = ()
    #: A line that an archive prints, if one was given.
    checkpoint: str | None = None
    version: str = __version__


def american(day: str) -> str:
    """Return an ISO date as Americans write it: `January 22, 2026`; any other text as it stands."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return day
    return f"{_MONTHS[found.month - 1]} {found.day}, {found.year}" if found.isoformat() == day else day


def wrapped(text: str, first: str = "", rest: str | None = None) -> list[str]:
    """A paragraph in lines; `first` stands before its first line, and blanks as wide, or `rest`, before the others."""
    indent = " " * len(first) if rest is None else rest
    return textwrap.wrap(text, WIDTH, initial_indent=first, subsequent_indent=indent, break_on_hyphens=False) or [first]


def head(title: str, context: Sequence[str]) -> Iterator[str]:
    """How a paper begins."""
    yield from wrapped(title)
    yield from wrapped(", ".join(context)) if context else ()
    yield ""


def foot(colophon: Colophon) -> Iterator[str]:
    """How a paper ends."""
    yield ""
    for ruleset in colophon.rulesets:
        yield from wrapped(f"Under {ruleset}")
    yield f"clabber-audit {colophon.version}"
    for of, digest in colophon.digests:
        yield from (f"SHA-256 of {of}", f"  {digest}")
    if colophon.checkpoint:
        yield from ("Checkpoint", f"  {colophon.checkpoint}")


def joined(lines: Iterable[str], symbols: bool) -> str:
    """Lines as a text that ends with a newline; without `symbols` our own words are plain ASCII."""
    text = "\n".join(line.rstrip() for line in lines).strip("\n") + "\n"
    return text if symbols else text.translate(_ASCII)


def as_json(data: Any) -> str:
    """Data as JSON for people and programs, ending with a newline."""
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"
