"""HTML pages: templates, inline styles and scripts, and cards as marked up."""

from __future__ import annotations

import base64
import hashlib
import re
from functools import lru_cache
from typing import Any, Final

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from clabber_audit.cards.cards import JOKER, SUIT_NAMES, SUIT_SYMBOLS, prettify, seat_name
from clabber_audit.core.files import package_folder
from clabber_audit.core.text import RIGHT_TO_LEFT_WORDS
from clabber_audit.report.minify import minify_file, minify_page, minify_scripts
from clabber_audit.report.phrases import sentence

#: Right-to-left words to isolate. Tags, and elements that may hold no markup, match first and stay.
_APART: Final = re.compile(
    rf"<(script|style|title|svg|option)\b.*?</\1>|<[^>]*>|(?P<words>{RIGHT_TO_LEFT_WORDS})", re.DOTALL
)
_SUIT: Final = {symbol: letter for letter, symbol in SUIT_SYMBOLS.items()}
_CARD: Final = re.compile(r"(?<!\w)(10|[9JQKA])([♣♦♥♠])")
#: Variation selector: a suit symbol as text, not as an emoji.
_AS_TEXT: Final = "\ufe0e"


def render(template: str, **given: Any) -> str:
    """Render a template; words that read from right to left are isolated."""
    page = environment().get_template(template).render(given)
    return _APART.sub(lambda match: f"<bdi>{match['words']}</bdi>" if match["words"] else match[0], page)


def form_page(template: str, **given: Any) -> str:
    """Render a page on which people type, without needless markup; its right-to-left words are not isolated."""
    return minify_page(environment().get_template(template).render(given))


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the template environment: always escaping, and strict about missing values."""
    made = Environment(
        loader=FileSystemLoader(package_folder("reports")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        cards=cards, face=face, pretty=prettify, seat_name=seat_name, sentence=sentence, suit_sign=suit_sign
    )
    return made


@lru_cache(maxsize=32)
def inline_styles(*files: str) -> dict[str, str]:
    """Return stylesheets joined for a page, with the hash that its policy allows."""
    style = Markup("\n").join(map(minify_file, files))
    return {"style": style, "style_hash": _hash(style)}


@lru_cache(maxsize=32)
def inline_scripts(*files: str) -> dict[str, str]:
    """Return scripts joined for a page, with the hash that its policy allows."""
    script = minify_scripts(*files)
    return {"script": script, "script_hash": _hash(script)}


def _hash(content: str) -> str:
    """Return the source expression that lets a policy allow this inline text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def cards(text: str) -> Markup:
    """Escape a sentence and mark up its cards, with the suits named for screen readers."""
    parts, end = [], 0
    for match in _CARD.finditer(text):
        parts += [escape(text[end : match.start()]), _card_markup("c", match[1], match[2])]
        end = match.end()
    return Markup("").join([*parts, escape(text[end:])])


@lru_cache(maxsize=256)
def face(code: str | None, state: str = "known", marked: bool = False) -> Markup:
    """Return a card as drawn, blank if it is unknown."""
    if code is None:
        return Markup('<b class="face blank">{}</b>').format(_sign_markup("unknown card", "?"))
    if code == JOKER:
        return Markup('<b class="face">{}</b>').format(_sign_markup("joker", "★"))
    kinds = " ".join(
        ["face", *(["inferred"] if state == "inferred" else []), *(["marked"] if marked else [])]
    )
    return _card_markup(kinds, prettify(code)[:-1], prettify(code)[-1], _AS_TEXT)


def suit_sign(letter: str) -> Markup:
    return _sign_markup(SUIT_NAMES[letter], SUIT_SYMBOLS[letter] + _AS_TEXT)


@lru_cache(maxsize=1024)
def _card_markup(kinds: str, rank: str, symbol: str, form: str = "") -> Markup:
    """Return a card with its suit named for screen readers."""
    suit = _SUIT[symbol]
    picture = _sign_markup(f"of {SUIT_NAMES[suit]}", symbol + form)
    return Markup('<b class="{} {}">{}{}</b>').format(kinds, suit, rank, picture)


def _sign_markup(name: str, sign: str) -> Markup:
    return Markup('<i role="img" aria-label="{}">{}</i>').format(name, sign)
