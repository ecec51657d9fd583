"""Ruling as one HTML page."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from string import ascii_lowercase
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from clabber_audit.cards.cards import SUIT_NAMES, SUIT_SYMBOLS, pretty, seat_name
from clabber_audit.cards.pack import JOKER
from clabber_audit.core.files import packaged_folder, packaged_text
from clabber_audit.core.text import RIGHT_TO_LEFT_WORDS
from clabber_audit.judge.compare import FRAME, block_text, block_texts, embedded
from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.signed import APPEAL, SIGNATURES
from clabber_audit.records.formats import Record
from clabber_audit.records.notation.language import summed
from clabber_audit.records.notation.writer import write
from clabber_audit.report.data import ruling_data
from clabber_audit.report.phrases import sentence
from clabber_audit.report.provenance import PageFrame, provenance
from clabber_audit.report.remarks import signed_lines
from clabber_audit.report.ruling import ruling_view
from clabber_audit.report.scenes import LINE
from clabber_audit.signing.statement import Signature

if TYPE_CHECKING:
    from segno import QRCode

#: Mask of the QR code: any works, and comparing all eight takes long.
_MASK: Final = 0
#: Largest version of a QR code that phones still read from paper, at the size printed.
_LARGEST_CODE: Final = 25
#: Extensions of image files of a code, and the width of its squares in pixels.
_DRAWN: Final = (".svg", ".png")
_SCALE: Final = 4


class QrCode(NamedTuple):
    """QR code: its width in squares, and its rows as bits, dark ones set."""

    size: int
    bits: str


def hand_text(record: Record) -> str:
    return summed(write(record))


def qr_code(text: str) -> QrCode | None:
    """Return the QR code of a text, None if it is too long."""
    made = _encode_qr(text, "l")
    if made is None:
        return None
    dark = "".join("1" if square & 1 else "0" for row in made.matrix for square in row)
    whole = dark.ljust(-(-len(dark) // 8) * 8, "0")
    return QrCode(len(made.matrix), base64.b64encode(int(whole, 2).to_bytes(len(whole) // 8)).decode())


def qr_drawing(text: str) -> Markup | None:
    """Return the QR code of a text as SVG with more error correction, for paper; None if it is too long."""
    made = _encode_qr(text, "m")
    return None if made is None else Markup(made.svg_inline(omitsize=True, svgclass=None, lineclass=None))


def is_qr_file(path: str) -> bool:
    """Return True if a file's name asks for a drawing that can be made."""
    return path.lower().endswith(_DRAWN)


def qr_file(text: str, path: str) -> bytes | None:
    """Return the QR code of a text as an image file of the kind that a path asks for, None if it is too long."""
    made, file = _encode_qr(text, "l"), BytesIO()
    if made is None:
        return None
    made.save(file, kind=path.lower().rpartition(".")[2], scale=_SCALE)
    return file.getvalue()


def _encode_qr(text: str, error: str) -> QRCode | None:
    import segno

    try:
        made = segno.make_qr(text, error=error, mode="byte", encoding="utf-8", mask=_MASK, boost_error=False)
    except segno.DataOverflowError:
        return None
    return made if isinstance(made.version, int) and made.version <= _LARGEST_CODE else None


__all__ = ["embedded", "environment", "page", "rendered"]

#: Limits on findings and on facts of a proof for the printed page.
_FEWEST_FINDINGS: Final = 2
_PRINTED_PREMISES: Final = 10
#: Findings listed with their articles; the others follow in a few words each.
_LISTED_FINDINGS: Final = 4

#: A table with more seats or sides than these needs more style.
_USUAL_SEATS: Final = 4
_USUAL_SIDES: Final = 2

#: Maximum bytes of a page, and of one about more than a common dispute.
_LARGEST: Final = 45_000
_LARGEST_OF_ALL: Final = 64 * 1024
#: Maximum bytes of the frame of a site, with its style.
_LARGEST_FRAME: Final = 6_000
#: Line breaks between the rules of a stylesheet, and between statements.
_RULES: Final = re.compile(r"(?<=[{};,])\n")
#: Strings in a line of script.
_TEXTS: Final = re.compile(r"""("(?:\\.|[^"\\])*"|`[^`]*`)""")
#: Strings and regular expressions in a line of script.
_PATTERNS: Final = re.compile(
    _TEXTS.pattern[:-1] + r"""|'[^']*'|(?<=[(\[!])/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/[a-z]*)"""
)
#: Signs that need no blanks around them, in any script and in large ones.
_SIGNS: Final = re.compile(r" ?([=<>?:,;(){}\[\]|&!]) ?")
_SUMS: Final = re.compile(r"(?<=[\w)\]]) ?([+*-]) (?=[\w([])")
#: Large scripts: their constants are joined, their names shortened, and the last semicolon of a block is removed.
_LARGE: Final = ("recorder/", "app/", "ruling.js")
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
#: Third-party script, which stays as published.
_THIRD_PARTY: Final = "recorder/leanqr.js"
#: A line of script that declares one constant.
_CONSTANT: Final = re.compile(r"(?P<indent> *)const (?P<said>[^;]+);")
#: Needless markup: line breaks between elements, and quotes around a word. Scripts and styles match first and stay.
_NEEDLESS: Final = re.compile(
    r"(?P<kept><(?:script|style)\b.*?</(?:script|style)>)|(?<=>)(?<!</bdi>)\n(?=<(?!bdi>))"
    r'|="(?P<word>[\w#-]+)"(?=[ >])',
    re.DOTALL | re.ASCII,
)

#: Right-to-left words to isolate. Tags, and elements that may hold no markup, match first and stay.
_APART: Final = re.compile(
    rf"<(script|style|title|svg|option)\b.*?</\1>|<[^>]*>|(?P<words>{RIGHT_TO_LEFT_WORDS})", re.DOTALL
)

_SUIT: Final = {symbol: letter for letter, symbol in SUIT_SYMBOLS.items()}
_CARD: Final = re.compile(r"(?<!\w)(10|[9JQKA])([♣♦♥♠])")
#: Variation selector: a suit symbol as text, not as an emoji.
_AS_TEXT: Final = "\ufe0e"


def page(
    file: Dossier,
    *,
    checkpoint: str | None = None,
    frame: PageFrame | None = None,
    signatures: Sequence[Signature] = (),
) -> str:
    """Return the ruling as a page, with its certificates as in the JSON and the hand as a QR code.

    A page that gets too large loses the code first, then the certificates on which the ruling does not turn, then all
    certificates, then their text. A `checkpoint`, printed by an archive, stands at the foot; a `frame` of a site
    around the page. Side remarks are not printed: what is signed is the ruling. `signatures` also travel in its data.
    """
    record = file.ruling.replay.hand.as_written
    said, hand = ruling_view(file, checkpoint=checkpoint), hand_text(record)
    squares = qr_code(hand)
    # Not counted against the limit, so that a page that is signed later keeps all its parts.
    kept: dict[str, Any] = {SIGNATURES: [one.data() for one in signatures]} if signatures else {}
    if file.appeal is not None:
        kept[APPEAL] = dict(file.appeal)
    signed = signed_lines(signatures, file.ruling.replay.hand.seating.by_side(said.sides))
    text = ""
    for carried, handed, shown, many, largest in (
        (file.proofs, squares, said, _LISTED_FINDINGS, _LARGEST),
        (file.proofs, None, said, _LISTED_FINDINGS, _LARGEST),
        (file.decisive, None, said, _LISTED_FINDINGS, _LARGEST_OF_ALL),
        ((), None, said, _FEWEST_FINDINGS, _LARGEST_OF_ALL),
        ((), None, said._replace(proofs=()), _FEWEST_FINDINGS, _LARGEST_OF_ALL),
    ):
        texts = block_texts(ruling_data(file.ruling, proofs=carried, decided=file.precedents) | kept)
        if frame:
            texts[FRAME] = block_text(frame)
        blocks = [(block, Markup(data)) for block, data in texts.items()]
        given = {
            "said": shown,
            "seats": shown.seats,
            "line_title": LINE,
            "listed_findings": many,
            "printed_premises": _PRINTED_PREMISES,
            **page_assets(
                coded=handed is not None,
                compared=any(proof.hands for proof in shown.proofs),
                many=len(said.seats) > _USUAL_SEATS or len(said.sides) > _USUAL_SIDES,
                framed=frame is not None,
                signed=bool(signed),
                told=shown.accounts is not None,
            ),
            "signed": signed,
            "frame": frame,
            "provenance": _provenance(record, frame),
            "left_out": len(file.proofs) - len(carried),
            "code": handed,
            "id": record.id,
            "hand": hand,
            "is_too_long": squares is None,
            "blocks": blocks,
        }
        text = minify_page(rendered("ruling.html.j2", **given))
        if len(text.encode()) <= largest + (_LARGEST_FRAME if frame else 0) + len(str(kept)):
            break
    return text


def _provenance(record: Record, frame: PageFrame | None) -> tuple[str, ...]:
    if frame is None:
        return ()
    there = {clipping.sha256 for clipping in frame.clippings}
    return provenance(record, frame.origin, there if frame.sections else None)


def minify_page(page: str) -> str:
    """Return a page without the markup that changes nothing."""
    return _NEEDLESS.sub(lambda found: found["kept"] or (f"={found['word']}" if found["word"] else ""), page)


def form_page(template: str, **given: Any) -> str:
    """Render a page on which people type, without needless markup; its right-to-left words are not isolated."""
    return minify_page(environment().get_template(template).render(given))


def page_assets(
    *,
    coded: bool,
    compared: bool = False,
    many: bool = False,
    framed: bool = False,
    signed: bool = False,
    told: bool = False,
) -> dict[str, str]:
    """Return the style and script of a page, and the hashes that allow them.

    A page carries the style only of what is on it: hands that are compared, more than four seats or two sides, a code,
    the frame of a site, signatures, versions of what happened.
    """
    parts = {
        "worlds.css": compared,
        "many.css": many,
        "code.css": coded,
        "frame.css": framed,
        "signed.css": signed,
        "accounts.css": told,
    }
    styles = [style for style, wanted in parts.items() if wanted]
    return {
        **inline_styles("base.css", "ruling.css", *styles),
        **inline_scripts("ruling.js", *(["code.js"] if coded else [])),
    }


def rendered(template: str, **given: Any) -> str:
    """Render a template; words that read from right to left are isolated."""
    page = environment().get_template(template).render(given)
    return _APART.sub(lambda found: f"<bdi>{found['words']}</bdi>" if found["words"] else found[0], page)


@lru_cache(maxsize=1)
def environment() -> Environment:
    """Return the template environment: always escaping, and strict about missing values."""
    made = Environment(
        loader=FileSystemLoader(packaged_folder("reports")),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    made.filters.update(
        cards=cards, face=face, pretty=pretty, seat_name=seat_name, sentence=sentence, suit_sign=suit_sign
    )
    return made


@lru_cache(maxsize=32)
def inline_styles(*files: str) -> dict[str, str]:
    """Return stylesheets joined for a page, with the hash that its policy allows."""
    style = Markup("\n").join(map(_minified, files))
    return {"style": style, "style_hash": _hash(style)}


@lru_cache(maxsize=32)
def inline_scripts(*files: str) -> dict[str, str]:
    """Return scripts joined for a page, with the hash that its policy allows."""
    script = Markup("\n").join(map(_minified, files))
    if any(file.startswith(_LARGE) for file in files):
        script = Markup(_shorten_names(script))
    return {"script": script, "script_hash": _hash(script)}


def _shorten_names(script: str) -> str:
    """Shorten the long names of functions and constants in a script, except those that may be anything else."""
    # A name that another word goes on from in small letters may be a word of a text, too.
    longer = {
        word[:end]
        for word in set(re.findall(r"\w{9,}", script))
        for end in range(8, len(word))
        if word[end] in ascii_lowercase
    }
    names = sorted({*_DECLARED.findall(script)} - {*_NO_NAME.findall(script)} - longer - _USED_BY_TESTS)
    short = {name: f"${number:x}" for number, name in enumerate(names)}
    return re.sub(r"(?<![\w$])\w{8,}(?![\w$])", lambda found: short.get(found[0], found[0]), script)


def _minified(file: str) -> Markup:
    """Return a stylesheet or script without indentation, comment lines and needless blanks.

    Rules and statements stand without lines between them, the signs of a script without blanks around them.
    """
    lines = packaged_text("reports", file).splitlines()
    is_large = file.startswith(_LARGE) and file != _THIRD_PARTY
    if is_large:
        lines = _join_constants(lines)
    kept = [line.strip() for line in lines if line.strip() and not line.strip().startswith("//")]
    tight = kept if file.endswith(".css") else [_without_blanks(line, sums=is_large) for line in kept]
    slim = _RULES.sub("", "\n".join(tight))
    return Markup(slim.replace(";}", "}") if is_large else slim)


def _join_constants(lines: list[str]) -> list[str]:
    """Return the lines with each constant on a line of its own joined to the one on the line before."""
    joined: list[str] = []
    for line in lines:
        before = _CONSTANT.fullmatch(joined[-1]) if joined else None
        found = _CONSTANT.fullmatch(line)
        if before and found and before["indent"] == found["indent"]:
            joined[-1] = f"{joined[-1][:-1]}, {found['said']};"
        else:
            joined.append(line)
    return joined


def _without_blanks(line: str, *, sums: bool) -> str:
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


def _hash(content: str) -> str:
    """Return the source expression that lets a policy allow this inline text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def cards(sentence: str) -> Markup:
    """Escape a sentence and mark up its cards, with the suits named for screen readers."""
    parts, end = [], 0
    for found in _CARD.finditer(sentence):
        parts += [escape(sentence[end : found.start()]), _card_markup("c", found[1], found[2])]
        end = found.end()
    return Markup("").join([*parts, escape(sentence[end:])])


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
    return _card_markup(kinds, pretty(code)[:-1], pretty(code)[-1], _AS_TEXT)


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
