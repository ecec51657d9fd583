"""The extension that `conf.py` names: pages with what is made from the code while the site is built.

A page says `<!-- made: commands -->` where the commands are to stand, and so on for the names in `MADE`. Everything is
Markdown, so that one page can mix what is written and what is made.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from handbook.commands import commands_page
from handbook.picture import draw

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

#: What can be made, by the name that pages ask for it.
MADE: Final[Mapping[str, Callable[[], str]]] = {"commands": commands_page}
REPOSITORY: Final = "https://github.com/clabber-audit/clabber-audit/blob/main/"
_ASKED: Final = re.compile(r"^<!-- made: ([a-z -]+) -->$", re.MULTILINE)
_OUTSIDE: Final = re.compile(r"\]\((?:\.\./)+(?!schemas/|docs/)([A-Za-z][^)\s]*)\)")


def filled(page: str) -> str:
    """A page with what it asks for; KeyError for what cannot be made."""
    return _ASKED.sub(lambda asked: MADE[asked[1]](), page)


def pointing(page: str) -> str:
    """A page whose links to files of the repository outside `docs/` lead to where it is published."""
    return _OUTSIDE.sub(lambda link: f"]({REPOSITORY}{link[1]})", page)


def _read(_app: Sphinx, _name: str, source: list[str]) -> None:
    source[0] = pointing(filled(source[0]))


def _parsed(_app: Sphinx, document: nodes.document) -> None:
    draw(document)


def setup(app: Sphinx) -> dict[str, Any]:
    """What Sphinx asks of an extension."""
    app.connect("source-read", _read)
    app.connect("doctree-read", _parsed)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
