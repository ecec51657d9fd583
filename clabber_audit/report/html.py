"""HTML pages: templates, inline styles and scripts, a minifier of our own files, markup of cards; papers.

The minifier relies on how our files are written: one statement a line, comments on lines of their own. A paper is a
report in sections of text, tables and pictures, rendered as a page or as text.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from string import ascii_lowercase
from typing import Any, Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from clabber_audit.cards import JOKER, SUIT_NAMES, SUIT_SYMBOLS, prettify, seat_name
from clabber_audit.core.files import package_folder, package_text
from clabber_audit.core.text import RIGHT_TO_LEFT_WORDS
from clabber_audit.report.layout import (
    Colophon,
    PageRow,
    PageTable,
    Picture,
    TableColumn,
    Tone,
    foot,
    head,
    join_lines,
    table_lines,
    wrap,
)
from clabber_audit.report.phrases import sentence
from clabber_audit.report.remarks import PageFrame

#: Large scripts: their constants are joined, their names shortened, and the last semicolon of a block is removed.
_LARGE: Final = ("recorder/", "app/", "ruling.js")
#: Third-party script, which stays as published.
_THIRD_PARTY: Final = "recorder/leanqr.js"
#: Line breaks between the rules of a stylesheet, and between statements.
_RULES: Final = re.compile(r"(?<=[{};,])\n")
#: A line of script that declares one constant.
_CONSTANT: Final = re.compile(r"(?P<indent> *)const (?P<declared>[^;]+);")
#: Strings in a line of script.
_TEXTS: Final = re.compile(r"""("(?:\\.|[^"\\])*"|`[^`]*`)""")
#: Strings and regular expressions in a line of script.
_PATTERNS: Final = re.compile(
    _TEXTS.pattern[:-1] + r"""|'[^']*'|(?<=[(\[!])/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/[a-z]*)"""
)
#: Signs that need no blanks around them, in any script and in large ones.
_SIGNS: Final = re.compile(r" ?([=<>?:,;(){}\[\]|&!]) ?")
_SUMS: Final = re.compile(r"(?<=[\w)\]]) ?([+*-]) (?=[\w([])")
#: Long names that a script declares; and long words that are a key, a property or a word of a string.
_DECLARED: Final = re.compile(r"(?:^|[;}\n])(?:async )?(?:function\*? |const |let )(\w{8,})(?=[(=;])")
_NO_NAME: Final = re.compile(
    r"""(?<=\.)(?<!\.\.\.)\w{8,}|(?<=[{,])\w{8,}(?=:)|(?:(?<=[{,])|(?<=[{,] ))\w{8,}(?= ?[,}])"""
    r"""|(?<=["'`-])\w{8,}|\b\w{8,}(?=["'`-]| [a-z])"""
)
#: Names in scripts that tests use, and that are not shortened.
_USED_BY_TESTS: Final = {
    *("winningPlace", "bidScore", "countedSoFar", "conflict", "corrected", "isolated"),
    *("plainName", "pointsOf", "recordOf", "recordsOf"),
}
#: Needless markup: line breaks between elements, and quotes around a word. Scripts and styles match first and stay.
_NEEDLESS: Final = re.compile(
    r"(?P<kept><(?:script|style)\b.*?</(?:script|style)>)|(?<=>)(?<!</bdi>)\n(?=<(?!bdi>))"
    r'|="(?P<word>[\w#-]+)"(?=[ >])',
    re.DOTALL | re.ASCII,
)


def minify_page(page: str) -> str:
    """Return a page without the markup that changes nothing."""
    return _NEEDLESS.sub(lambda found: found["kept"] or (f"={found['word']}" if found["word"] else ""), page)


def minify_scripts(*files: str) -> Markup:
    """Return scripts joined; if one of them is large, with long names shortened where that is safe."""
    script = "\n".join(map(minify_file, files))
    if not any(file.startswith(_LARGE) for file in files):
        return Markup(script)
    # A name that another word goes on from in small letters may be a word of a text, too.
    longer = {
        word[:end]
        for word in set(re.findall(r"\w{9,}", script))
        for end in range(8, len(word))
        if word[end] in ascii_lowercase
    }
    names = sorted({*_DECLARED.findall(script)} - {*_NO_NAME.findall(script)} - longer - _USED_BY_TESTS)
    short = {name: f"${number:x}" for number, name in enumerate(names)}
    return Markup(re.sub(r"(?<![\w$])\w{8,}(?![\w$])", lambda found: short.get(found[0], found[0]), script))


def minify_file(file: str) -> Markup:
    """Return a stylesheet or script without indentation, comment lines and needless blanks.

    Rules and statements stand without lines between them, the signs of a script without blanks around them.
    """
    large = file.startswith(_LARGE) and file != _THIRD_PARTY
    lines: list[str] = []
    for line in package_text("reports", file).splitlines():
        before, constant = _CONSTANT.fullmatch(lines[-1]) if lines else None, _CONSTANT.fullmatch(line)
        if large and before and constant and before["indent"] == constant["indent"]:
            lines[-1] = f"{lines[-1][:-1]}, {constant['declared']};"
        else:
            lines.append(line)
    lines = [line.strip() for line in lines if line.strip() and not line.strip().startswith("//")]
    if not file.endswith(".css"):
        lines = [_remove_blanks(line, sums=large) for line in lines]
    slim = _RULES.sub("", "\n".join(lines))
    return Markup(slim.replace(";}", "}") if large else slim)


def _remove_blanks(line: str, *, sums: bool) -> str:
    """Remove blanks around signs from a line of script, unless it has a pattern or a nested text."""
    has_pattern = "'" in line or "/" in line
    if line.count("`") not in (0, 2) or (has_pattern and not (sums and _PATTERNS.search(line))):
        return line
    parts = (_PATTERNS if has_pattern else _TEXTS).split(line)
    if has_pattern and any("/" in part or "'" in part for part in parts[::2]):
        return line
    parts[::2] = [_SIGNS.sub(r"\1", part) for part in parts[::2]]
    if sums:
        parts[::2] = [_SUMS.sub(r"\1", part) for part in parts[::2]]
    return "".join(parts)


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
    kinds = "face" + (" inferred" if state == "inferred" else "") + (" marked" if marked else "")
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


#: Maximum number of sentences of a list, and of tie-breaks, that are printed.
_PRINTED: Final = 4
#: Letters in a printed line.
_LINE: Final = 110


class Item(NamedTuple):
    """Sentence in a list of a section."""

    text: str
    tone: Tone = ""
    #: The page of a site that it is about.
    href: str = ""
    #: Anchor by which other pages of a site link to it.
    id: str = ""


class Fold(NamedTuple):
    """Folded table with its summary."""

    summary: str
    table: PageTable


class Section(NamedTuple):
    """Section of a paper."""

    id: str
    title: str
    text: str = ""
    tables: tuple[PageTable, ...] = ()
    items: tuple[Item, ...] = ()
    folds: tuple[Fold, ...] = ()
    #: Drawings of tables or folds.
    pictures: tuple[Picture, ...] = ()
    #: True if it is printed.
    printed: bool = True
    #: True if all its sentences are printed, not only the first.
    whole: bool = False
    #: True if even a single table shows its caption.
    captioned: bool = False

    @property
    def is_empty(self) -> bool:
        return not (self.has_words or self.pictures)

    @property
    def has_words(self) -> bool:
        """True if the section has text; a picture alone only repeats another section."""
        return bool(self.text or self.tables or self.items or self.folds)

    @property
    def lines(self) -> int:
        """Approximate number of lines on paper."""
        rows = [row for table in self.tables for row in table.rows]
        texts = [" ".join(row.notes) for row in rows]
        texts += [item.text for item in (self.items if self.whole else self.items[:_PRINTED])]
        texts += [fold.summary for fold in self.folds[:_PRINTED]]
        return len(rows) + sum(-(-len(text) // _LINE) for text in texts) if self.printed else 0


def table_section(
    id: str,
    title: str,
    heads: tuple[TableColumn, ...],
    rows: Iterable[PageRow],
    text: str = "",
    *,
    caption: str = "",
    head: int = 0,
    printed: bool = True,
) -> Section:
    """Return a section of one table, captioned with the title unless given; without rows an empty section."""
    table = PageTable(caption or title, heads, tuple(rows), head)
    return Section(id, title, text, (table,), printed=printed) if table.rows else Section(id, title)


class Paper(NamedTuple):
    """Report in reading order, to be rendered as a page or as text."""

    kind: str
    title: str
    lead: str
    sections: tuple[Section, ...]
    colophon: Colophon = Colophon(())
    context: tuple[str, ...] = ()
    tone: Tone = ""
    #: Loud notices.
    alerts: tuple[str, ...] = ()


def paper_page(paper: Paper, frame: PageFrame | None = None) -> str:
    """Render a paper as an HTML page, deterministic and without requests; a site puts its `frame` around it."""
    style = inline_styles("base.css", "league.css", *(["frame.css"] if frame else []))
    # The table of a season can be drawn as a picture: on its site, and if it fills no further page.
    is_drawn = bool(frame and paper.sections and paper.sections[0].id == "table")
    script = inline_scripts("share.js") if is_drawn else {"script": "", "script_hash": ""}
    return render("league.html.j2", paper=paper, printed_items=_PRINTED, frame=frame, **style, **script)


def paper_text(paper: Paper, *, signed: bool = True) -> str:
    """Render a paper as text, ending with a newline; if `signed`, with the colophon."""
    lines = [*head(f"{paper.kind}: {paper.title}", paper.context)]
    lines += [line for alert in paper.alerts for line in wrap(alert, "!! ")]
    lines += [*([""] if paper.alerts else ()), *wrap(paper.lead)]
    for section in paper.sections:
        if not section.has_words:
            continue
        lines += ["", section.title.upper()]
        lines += ["", *wrap(section.text)] if section.text else []
        for table in section.tables:
            caption = wrap(table.caption) if len(section.tables) > 1 else []
            lines += ["", *caption, *table_lines(table)]
        lines += [""] if section.items else []
        for item in section.items:
            lines += wrap(item.text, "  - ")
        for fold in section.folds:
            lines += ["", *wrap(fold.summary)]
            for row in fold.table.rows:
                lines += wrap(": ".join(row.cells[:2]), "    ")
    return join_lines([*lines, *(foot(paper.colophon) if signed else ())])


def render_paper(
    format: str, paper: Callable[[], Paper], json: Callable[[], str] | None = None, *, signed: bool = True
) -> str:
    """Render a paper as `html` or `text`, or what it reports as `json`; a text has the colophon if it is `signed`."""
    if format == "json" and json is not None:
        return json()
    return paper_page(paper()) if format == "html" else paper_text(paper(), signed=signed)


#: Approximate size of a part, in bytes of rows and sentences.
_LARGEST: Final = 90_000
#: Bytes of markup for a row, a cell, a sentence, a card in it, a point of a line.
_ROW, _CELL, _ITEM, _CARD_MARKUP = 120, 110, 110, 110
_POINT: Final = 10
_SUITS: Final = "♠♥♦♣"


def split_paper(paper: Paper) -> list[Paper]:
    """Split a paper into parts of limited size, repeating the headings of its sections."""
    split: list[list[Section]] = [[]]
    weight = 0
    for section in paper.sections:
        empty = section._replace(tables=(), items=(), folds=(), pictures=())
        for field, piece, own in _pieces(section):
            if weight and weight + own > _LARGEST:
                split.append([])
                weight = 0
            weight += own
            parts = split[-1]
            if not parts or parts[-1].id != section.id:
                parts.append(empty)
            if field:
                grown: dict[str, Any] = {field: _append(getattr(parts[-1], field), piece)}
                parts[-1] = parts[-1]._replace(**grown)
    return [paper._replace(sections=tuple(parts)) for parts in split]


def _pieces(section: Section) -> Iterator[tuple[str, Any, int]]:
    """Yield the heading of a section, then its pictures, rows and sentences: field, piece and size in bytes."""
    yield "", None, len(section.text) + _ITEM
    for picture in section.pictures:
        points = sum(len(piece) for line in picture.lines for piece in line.pieces)
        marks = [mark for line in picture.lines for mark in line.marks]
        drawn = (*picture.labels, *picture.levels, *picture.bars, *picture.lines, *marks)
        yield "pictures", picture, 2 * _ROW + len(picture.words) + _ITEM * len(drawn) + _POINT * points
    for table in section.tables:
        yield from (("tables", table._replace(rows=(row,)), _row_size(row)) for row in table.rows)
    for item in section.items:
        suits = sum(map(item.text.count, _SUITS))
        yield "items", item, _ITEM + len(item.text) + _CARD_MARKUP * suits
    for fold in section.folds:
        yield "folds", fold, _ITEM + len(fold.summary) + sum(map(_row_size, fold.table.rows))


def _append(pieces: tuple[Any, ...], piece: Any) -> tuple[Any, ...]:
    """Return pieces with one more; a row goes on the table that it belongs to."""
    last = pieces[-1] if pieces else None
    if isinstance(piece, PageTable) and last and last._replace(rows=()) == piece._replace(rows=()):
        return (*pieces[:-1], piece._replace(rows=last.rows + piece.rows))
    return (*pieces, piece)


def _row_size(row: PageRow) -> int:
    return _ROW + sum(_CELL + len(cell) for cell in row.cells) + sum(_ITEM + len(note) for note in row.notes)
