"""A ruling as one HTML page: no request, no script needed to read it, the record inside, the same bytes every time."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from gettext import gettext as _
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import SEATS, SUIT_SYMBOLS, pretty, spoken
from clabber_audit.compare import Comparison
from clabber_audit.render.data import ruling_data
from clabber_audit.render.embedded import BLOCK, block_text, embedded
from clabber_audit.render.opinion import Opinion, opinion
from clabber_audit.resources import folder, text

__all__ = ["embedded", "environment", "page"]

#: How many findings and articles fit on the printed page.
_PRINTED_FINDINGS: Final = 3
_PRINTED_ARTICLES: Final = 5

_SUIT: Final = {symbol: letter for letter, symbol in SUIT_SYMBOLS.items()}
_CARD: Final = re.compile(r"(?<!\w)(10|[9JQKA])([♣♦♥♠])")
#: Asks for the letter-like form of a suit symbol where there is also a picture of it.
_AS_TEXT: Final = "\ufe0e"


def page(ruling: Ruling, comparisons: Sequence[Comparison], *, anonymous: bool = False) -> str:
    """The ruling as a page. With `anonymous`, no name is in it, as `clabber_audit.render.anonymous` says."""
    ruling, said = opinion(ruling, comparisons, anonymous=anonymous)
    return environment().get_template("ruling.html.j2").render(**_given(said), data=Markup(block_text(ruling_data(ruling))))


def _given(said: Opinion) -> dict[str, Any]:
    """What the template is given: the words, and our own style and script with the hashes that allow them."""
    style, script = Markup(text("reports", "ruling.css")), Markup(text("reports", "ruling.js"))
    return {
        "said": said,
        "seats": SEATS,
        "block": BLOCK,
        "style": style,
        "script": script,
        "style_hash": _hash(style),
        "script_hash": _hash(script),
        "printed_findings": _PRINTED_FINDINGS,
        "printed_articles": _PRINTED_ARTICLES,
    }


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates, always escaping, whatever a file is called; a missing value is an error, not an empty text."""
    made = Environment(
        loader=FileSystemLoader(folder("reports")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(cards=cards, face=face, spoken=spoken)
    made.globals["_"] = lambda message: _(message)
    return made


def _hash(content: str) -> str:
    """The source expression that lets a policy allow exactly this inline text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def cards(sentence: str) -> Markup:
    """A sentence, escaped, with its cards set off by colour and named for whoever cannot see them."""
    parts, end = [], 0
    for found in _CARD.finditer(sentence):
        code = ("T" if found[1] == "10" else found[1]) + _SUIT[found[2]]
        parts += [escape(sentence[end : found.start()]), _named("c", code, escape(pretty(code)))]
        end = found.end()
    return Markup("").join([*parts, escape(sentence[end:])])


def face(code: str | None, state: str = "known", marked: bool = False) -> Markup:
    """A card drawn: rank and suit, or a blank one where it is not known."""
    if code is None:
        return Markup('<span class="face blank"><span aria-hidden="true">?</span><span class="vh">{}</span></span>').format(
            _("unknown card")
        )
    kinds = " ".join(["face", *(["inferred"] if state == "inferred" else []), *(["marked"] if marked else [])])
    drawn = Markup("<b>{}</b><i>{}{}</i>").format(pretty(code)[:-1], pretty(code)[-1], _AS_TEXT)
    return _named(kinds, code, drawn)


def _named(kinds: str, code: str, drawn: Markup) -> Markup:
    """A card for the eye, with its name for the ear."""
    return Markup('<span class="{} {}"><span aria-hidden="true">{}</span><span class="vh">{}</span></span>').format(
        kinds, code[1], drawn, _(spoken(code))
    )
