"""Extension of Sphinx: the parts of pages, and whole pages, that are made from the code while the site is built.

A page says `<!-- made: commands -->` where the commands are to stand, and so on for the names in `MADE`. What is made
is Markdown, so that one page can mix what is written and what is made. The pages of commands, infractions and articles
are made whole, into folders below `docs/reference/` that Git ignores.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from pygments.lexers.special import TextLexer
from sphinx.search.en import SearchEnglish

from clabber_audit.records.notation.highlight import ClabLexer
from handbook.commands import command_pages, commands_page, exit_codes_page
from handbook.formats import schema_page
from handbook.links import of_repository, pointing
from handbook.picture import draw
from handbook.rules import articles_page, infractions_page, rule_pages, rulesets_page, sources_page

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

#: What can be made, by the name that pages ask for it; some need to be told of what.
MADE: Final[Mapping[str, Callable[..., str]]] = {
    "articles of": articles_page,
    "commands": commands_page,
    "exit codes": exit_codes_page,
    "file": of_repository,
    "infractions": infractions_page,
    "rulesets of": rulesets_page,
    "schema of": schema_page,
    "sources": sources_page,
}
#: Languages of blocks that nobody has taught colors to, or of which another dialect is meant.
UNCOLORED: Final = ("csv", "ebnf")
_ASKED: Final = re.compile(rf"^<!-- made: ({'|'.join(MADE)})(?: (\S+))? -->$", re.MULTILINE)


def filled(page: str) -> str:
    """A page with what it asks for."""
    return _ASKED.sub(lambda asked: MADE[asked[1]](*filter(None, [asked[2]])), page)


def write_pages(place: Path) -> None:
    """Write the pages that are made whole below `place`; one that is up to date is left alone, and an old one removed.

    They are in no table of contents, which every page would carry along: indexes and searches lead to them.
    """
    made = {
        (place / f"{path}.md"): f"---\norphan: true\n---\n\n{page}"
        for path, page in {**rule_pages(), **command_pages()}.items()
    }
    for folder in dict.fromkeys(file.relative_to(place).parts[0] for file in made):
        for old in {*(place / folder).rglob("*.md")} - {*made}:
            old.unlink()
    for file, page in made.items():
        file.parent.mkdir(parents=True, exist_ok=True)
        if not file.is_file() or file.read_text(encoding="utf-8") != page:
            file.write_text(page, encoding="utf-8")


def _begin(app: Sphinx) -> None:
    write_pages(Path(app.srcdir) / "reference")


def _read(_app: Sphinx, _name: str, source: list[str]) -> None:
    source[0] = pointing(filled(source[0]))


def _parsed(_app: Sphinx, document: nodes.document) -> None:
    draw(document)


class CachedEnglish(SearchEnglish):
    """English that stems each word of the site once, not once a page."""

    def __init__(self, options: dict[str, str]) -> None:
        super().__init__(options)
        self.stem = cache(super().stem)  # type: ignore[method-assign]


#: Tables of contents that are drawn, by folder and options.
_DRAWN: Final[dict[tuple[object, ...], str]] = {}


def _navigated(app: Sphinx, name: str, _template: str, context: dict[str, Any], _doctree: object) -> None:
    """Draw the table of contents once for all pages of a folder that are not in it: none of them is marked there."""
    if "orphan" in app.env.metadata.get(name, ()):
        of_page, folder = context["toctree"], name.rpartition("/")[0]

        def toctree(**options: Any) -> str:
            key = (folder, *sorted(options.items()))
            if key not in _DRAWN:
                _DRAWN[key] = of_page(**options)
            return _DRAWN[key]

        context["toctree"] = toctree


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives with Sphinx."""
    app.add_lexer("clab", ClabLexer)
    for language in UNCOLORED:
        app.add_lexer(language, TextLexer)
    app.connect("builder-inited", _begin)
    app.connect("source-read", _read)
    app.connect("doctree-read", _parsed)
    app.connect("html-page-context", _navigated, priority=100)
    app.add_search_language(CachedEnglish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
