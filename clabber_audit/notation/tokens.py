"""Lines and tokens: words between blanks, text in quotes, comments in braces or after a semicolon."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

_STRING = r'"(?:[^"\\]|\\.)*+"'
_TOKEN: Final = re.compile(
    r'[^\s"{};]++|'
    + _STRING
    + r'|"(?:[^"\\]|\\.)*+'  # a quote that is not closed takes the rest of the line
    + r"|\{\s*+(?:@[\w.-]{1,9}\s++)?" + _STRING + r"\s*+\}"
    + r"|\{[^}]*+\}?"
    + r"|;.*"
    + r"|\S"
)  # fmt: skip
_QUOTED: Final = re.compile(_STRING)
_ESCAPE: Final = re.compile(r"\\(.)", re.DOTALL)


def is_plain(text: str) -> bool:
    """Whether a text holds neither quotes nor comments, so that blanks alone separate its tokens."""
    return not ('"' in text or "{" in text or ";" in text or "}" in text)


def split(line: str) -> list[str]:
    """The tokens of a line."""
    return _TOKEN.findall(line)


def columns(line: str) -> list[int]:
    """Where each token of a line begins, and at last where the line ends, as columns from 1."""
    return [found.start() + 1 for found in _TOKEN.finditer(line)] + [len(line.rstrip()) + 1]


def is_quoted(text: str) -> bool:
    """Whether a text is one closed quotation and nothing else."""
    return text[:1] == '"' and _QUOTED.fullmatch(text) is not None


def unquoted(text: str) -> str:
    """What a quotation says; ValueError for a backslash before anything but a quote or a backslash."""

    def plain(found: re.Match[str]) -> str:
        if found[1] not in '"\\':
            raise ValueError(found[0])
        return found[1]

    return _ESCAPE.sub(plain, text[1:-1])


def quoted(text: str) -> str:
    """A text in quotes."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written(text: str) -> str:
    """A text as canonical notation writes it: bare where that reads back as the same text, else in quotes."""
    special = not text or any(mark in text for mark in '"{};/')
    return quoted(text) if special or " ".join(text.split()) != text else text


def comment(text: str, clock: int | str | None = None) -> str:
    """A comment in braces, with its clock when that is not the one of the place where it stands."""
    bare = text and text == text.strip() and text[0] not in '"@' and "}" not in text
    body = text if bare else quoted(text)
    return f"{{{body}}}" if clock is None else f"{{@{clock} {body}}}"


def cards(codes: Iterable[str | None]) -> str:
    """Cards as they stand in a text, one after the other; `??` is one that is not known."""
    return "".join("??" if code is None else code.lower() for code in codes)
