"""Links that lead out of `docs/`: on the site to where the repository is published, in the repository to the file."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[2]
_REPOSITORY: Final = "https://github.com/clabber-audit/clabber-audit/blob/main/"
_OUTSIDE: Final = re.compile(r"\]\((?:\.\./)+(?!schemas/|docs/)((?:\.github/|[A-Za-z])[^)\s]*)\)")
_WITHIN: Final = re.compile(r"\]\((?!https?:|#)([^)\s]+)\)")


def pointing(page: str) -> str:
    """A page of `docs/` whose links to files outside it lead to the repository."""
    return _OUTSIDE.sub(lambda link: f"]({_REPOSITORY}{link[1]})", page)


def of_repository(file: str) -> str:
    """A page that lies beside `docs/`, as a page of the site."""
    return _WITHIN.sub(lambda link: f"]({_led(link[1])})", (_ROOT / file).read_text(encoding="utf-8"))


def _led(path: str) -> str:
    return path.removeprefix("docs") if path.startswith("docs/") else _REPOSITORY + path
