"""Forged pages: a genuine page of a ruling, changed in every way that might show a reader something else."""

from __future__ import annotations

import html
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from tests.tables import tables

#: Text that a forger wants to be read.
LIE: Final = "CORRECTION: the score stands"

_PIECES: Final = {
    heading: [piece.replace("LIE", LIE) for (piece,) in rows]
    for heading, rows in tables(Path(__file__).with_name("forgeries.md")).items()
}
_SHOWN: Final = _PIECES["Pieces put behind a script"]
#: Pieces inserted into the page, with characters that a table cannot hold.
_PUT: Final = (
    *_SHOWN,
    *_PIECES["Pieces put into the page"],
    html.escape(LIE).replace("C", "&#67;"),
    f'<img src=x onerror="document.body.textContent=`{LIE}`">',
    *"\u202e\u2067\u200b\u0000",
)
_PLACES: Final = ("<body>", "<main>", "</main>", "<footer>", "</body>")
_ATTRIBUTES: Final = (*_PIECES["Attributes"], f'onload="document.title=`{LIE}`"')
_WORDS: Final = (
    *_PIECES["Words of the verdict"],
    "Eagles 1\u200b82, Owls 0.",
    "Eagles 182\u0336, Owls 0.",
    "Eagles \u202e281, Owls 0.",
    "Eagles\u00a0182, Owls 0.",
)


def forge_pages(page: str) -> Iterator[tuple[str, str]]:
    """Yield a name and a page for each forgery of the ruling on `ten-comes-home`; none equals the genuine page."""
    for kind in ("ruling", "law"):
        start, end = page.split(f'id="clabber-{kind}">')
        inside, after = end.split("</script>", 1)
        for number, (close, shown) in enumerate(
            (close, shown) for close in _PIECES["End tags of a script"] for shown in _SHOWN
        ):
            block = (
                f'{start}id="clabber-{kind}">{inside}{close}{shown}<script type="text/plain"></script>{after}'
            )
            yield f"{kind}-{number}", block
    for where, place in enumerate(_PLACES):
        before, after = page.split(place)
        for number, put in enumerate(_PUT):
            yield f"put-{where}-{number}", f"{before}{place}{put}{after}"
    for tag in ("<body", "<main", "<p class=lead", "<footer"):
        before, after = page.split(tag, 1)
        for number, attribute in enumerate(_ATTRIBUTES):
            yield f"attribute-{tag.strip('<')}-{number}", f"{before}{tag} {attribute}{after}"
    for number, words in enumerate(_WORDS):
        yield f"words-{number}", page.replace("Eagles 182, Owls 0.", words, 1)
    yield from _change_whole_page(page)


def _change_whole_page(page: str) -> Iterator[tuple[str, str]]:
    """Yield pages with duplicated or hidden blocks, and with a changed head or end."""
    at = page.index('<script type="application/json"')
    block = page[at : page.index("</script>", at)] + "</script>"
    yield "twice", page.replace(block, block + block)
    yield "twice-upper", page.replace(block, block.replace("<script type", "<SCRIPT TYPE") + block)
    yield "first-commented", page.replace("<main>", f"<main><!--{block}-->")
    yield "in-a-textarea", page.replace("<main>", f"<main><textarea>{block}</textarea>")
    yield "in-an-attribute", page.replace("<main>", f"<main data-x='{block}'>")
    yield "single-quoted", page.replace('id="clabber-ruling"', "id='clabber-ruling'")
    yield "another-id-as-well", page.replace('id="clabber-ruling"', 'id="x" id="clabber-ruling"')
    yield "blank-in-json", page.replace('{"format"', '{ "format"', 1)
    yield "line-in-law", page.replace('id="clabber-law">', 'id="clabber-law">\n')
    yield "after-the-end", page + f"<h1>{LIE}</h1>"
    yield "comment-after-the-end", page + f"<!--{LIE}-->"
    yield "frameset", page.replace("<body>", "<frameset><body>")
    yield "utf-16", page.replace("<meta charset=utf-8>", "<meta charset=utf-16>")
    yield "latin-1", page.replace("<meta charset=utf-8>", "<meta charset=latin1>")
    yield "utf-7", page.replace("<meta charset=utf-8>", "<meta charset=utf-7>")
    yield "no-doctype", page.replace("<!DOCTYPE html>", "")
    yield "doctype-lower", page.replace("<!DOCTYPE html>", "<!doctype html>")
    yield "no-policy", page.replace("default-src 'none'", "default-src *")
    yield "lines", page.replace("\n", "\r\n")
    yield "cut", page[: page.index("<footer>")] + page[page.index("</footer>") :]
    yield "another-title", page.replace("<title>", f"<title>{LIE} ")
    yield "message", page.replace('data-message="', f'data-message="{LIE} ')
    yield "style", page.replace("</style>", f".lead::before{{content:'{LIE}'}}</style>", 1)
    yield "script", page.replace('<script>"use strict";', f"<script>document.body.textContent='{LIE}';", 1)
