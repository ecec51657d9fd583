"""A ruling as one HTML page."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from functools import lru_cache
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup, escape

from clabber_audit.cards.cards import SUIT_NAMES, SUIT_SYMBOLS, pretty, seat_name
from clabber_audit.cards.pack import JOKER
from clabber_audit.core.files import packaged_folder, packaged_text
from clabber_audit.core.text import RIGHT_TO_LEFT_WORDS
from clabber_audit.judge.compare import FRAME, block_text, block_texts, embedded
from clabber_audit.judge.data import SIGNATURES, ruling_data
from clabber_audit.judge.dossier import Dossier
from clabber_audit.records.formats import Record
from clabber_audit.records.notation.language import summed
from clabber_audit.records.notation.writer import write
from clabber_audit.report.phrases import sentence
from clabber_audit.report.provenance import PageFrame, provenance
from clabber_audit.report.remarks import signed_lines
from clabber_audit.report.ruling import Opinion, opinion
from clabber_audit.report.scenes import LINE
from clabber_audit.signing.statement import Signature

if TYPE_CHECKING:
    from segno import QRCode

#: How squares are turned over so that no patterns stand out: any will do, and to weigh all eight takes long.
_MASK: Final = 0
#: The most that a code holds which a telephone still reads from paper, three fingers wide.
_LARGEST_CODE: Final = 25
#: The endings of drawings, and how many pixels wide a square is.
_DRAWN: Final = (".svg", ".png")
_SCALE: Final = 4


class Code(NamedTuple):
    """A code: how many squares wide it is, and its rows one after the other, a bit a square, dark ones set."""

    size: int
    bits: str


def handed_over(record: Record) -> str:
    """The text of a hand, with its sum."""
    return summed(write(record))


def code(text: str) -> Code | None:
    """The code of a text; None for one that is too long."""
    made = _made(text, "l")
    if made is None:
        return None
    dark = "".join("1" if square & 1 else "0" for row in made.matrix for square in row)
    whole = dark.ljust(-(-len(dark) // 8) * 8, "0")
    return Code(len(made.matrix), base64.b64encode(int(whole, 2).to_bytes(len(whole) // 8)).decode())


def drawn(text: str) -> Markup | None:
    """The code of a text as a drawing, for paper that may get a stain; None for one that is too long."""
    made = _made(text, "m")
    return None if made is None else Markup(made.svg_inline(omitsize=True, svgclass=None, lineclass=None))


def is_drawable(path: str) -> bool:
    """Return True if a file's name asks for a drawing that can be made."""
    return path.lower().endswith(_DRAWN)


def drawing(text: str, path: str) -> bytes | None:
    """The code of a text as the bytes of a drawing, of the kind that a file's name asks for; None where too long."""
    made, file = _made(text, "l"), BytesIO()
    if made is None:
        return None
    made.save(file, kind=path.lower().rpartition(".")[2], scale=_SCALE)
    return file.getvalue()


def _made(text: str, error: str) -> QRCode | None:
    import segno

    try:
        made = segno.make_qr(text, error=error, mode="byte", encoding="utf-8", mask=_MASK, boost_error=False)
    except segno.DataOverflowError:
        return None
    return made if isinstance(made.version, int) and made.version <= _LARGEST_CODE else None


__all__ = ["embedded", "environment", "page", "rendered"]

#: How many findings, facts of a proof and articles fit on the printed page.
_FEWEST_FINDINGS: Final = 2
_PRINTED_PREMISES: Final = 10
#: How many findings to list with their articles; the others follow in a few words each.
_LISTED_FINDINGS: Final = 4

#: A table with more seats or sides than these needs more style.
_USUAL_SEATS: Final = 4
_USUAL_SIDES: Final = 2

#: How many bytes a page should have at most, and one with far more to tell than a common dispute.
_LARGEST: Final = 45_000
_LARGEST_OF_ALL: Final = 64 * 1024
#: How much stands around a page of a site, with its style.
_LARGEST_FRAME: Final = 6_000
#: The lines between the rules of a stylesheet, and between statements.
_RULES: Final = re.compile(r"(?<=[{};,])\n")
#: In a line of script: texts, and signs that need no blank beside them.
_TEXTS: Final = re.compile(r"""("(?:\\.|[^"\\])*"|`[^`]*`)""")
#: The same where a line has patterns too.
_PATTERNS: Final = re.compile(
    _TEXTS.pattern[:-1] + r"""|'[^']*'|(?<=[(\[!])/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/[a-z]*)"""
)
_SIGNS: Final = re.compile(r" ?([=<>?:,;(){}\[\]|&!]) ?")
_SUMS: Final = re.compile(r"(?<=[\w)\]]) ?([+*-]) (?=[\w([])")
#: The scripts that are many enough for constants to stand together and for the last semicolon of a block to go.
_LARGE: Final = ("recorder/", "app/", "ruling.js")
#: What a script declares by a long name; and signs that such a name is a key, a property or a word of a text.
_DECLARED: Final = re.compile(r"(?:^|[;}\n])(?:async )?(?:function\*? |const |let )(\w{8,})(?=[(=;])")
_NO_NAME: Final = (
    r"""(?<!\.\.)\.{name}\b|[{{,]{name}:|[{{,] ?{name} ?[,}}]"""
    r"""|["'`-]{name}\b|\b{name}["'`-]|\b{name} ?[a-z]"""
)
#: The names by which the tests ask a page; they stay.
_ASKED: Final = frozenset(
    [
        "winningPlace",
        "bidScore",
        "countedSoFar",
        "conflict",
        "corrected",
        "isolated",
        "plainName",
        "pointsOf",
        "recordOf",
        "recordsOf",
    ]
)
#: The script that others wrote, which stays as they published it.
_OTHERS: Final = "recorder/leanqr.js"
#: A line of script that says one constant and nothing else.
_CONSTANT: Final = re.compile(r"(?P<indent> *)const (?P<said>[^;]+);")
#: What a page reads the same without: the line between two elements, quotes around a word; and what is left alone.
_NEEDLESS: Final = re.compile(
    r"(?P<kept><(?:script|style)\b.*?</(?:script|style)>)|(?<=>)(?<!</bdi>)\n(?=<(?!bdi>))"
    r'|="(?P<word>[\w#-]+)"(?=[ >])',
    re.DOTALL | re.ASCII,
)

#: Words to isolate; before them what holds words that no element may stand among, and all tags.
_APART: Final = re.compile(
    rf"<(script|style|title|svg|option)\b.*?</\1>|<[^>]*>|(?P<words>{RIGHT_TO_LEFT_WORDS})", re.DOTALL
)

_SUIT: Final = {symbol: letter for letter, symbol in SUIT_SYMBOLS.items()}
_CARD: Final = re.compile(r"(?<!\w)(10|[9JQKA])([♣♦♥♠])")
#: Asks for the letter-like form of a suit symbol where there is also a picture of it.
_AS_TEXT: Final = "\ufe0e"


def page(
    file: Dossier,
    *,
    checkpoint: str | None = None,
    frame: PageFrame | None = None,
    signatures: Sequence[Signature] = (),
) -> str:
    """The ruling as a page. Where the people were left out, no name is in it.

    The certificates are in it as in the ruling's JSON, and the hand as a code to scan. Where that makes it large it
    goes without the code, then with the certificates of what the ruling turns on alone; where even these make it far
    too large, it leaves out what is told in the text and at the cards as well. A `checkpoint`, a line that an archive
    prints, stands at the foot. Side remarks are shown on the screen and not printed: what is signed is the ruling.
    A `frame` of a site stands around it. Its `signatures` are told where people sign, and travel in its data.
    """
    record = file.ruling.replay.hand.record
    said, hand = opinion(file, checkpoint=checkpoint), handed_over(record)
    squares = code(hand)
    # They take no room from anything else, so that what is signed later stays as it was.
    kept = {SIGNATURES: [one.data() for one in signatures]} if signatures else {}
    signed = signed_lines(
        signatures, dict(zip(file.ruling.replay.hand.seating.side_names, said.sides, strict=True))
    )
    text = ""
    for carried, handed, shown, many, largest in (
        (file.proofs, squares, said, _LISTED_FINDINGS, _LARGEST),
        (file.proofs, None, said, _LISTED_FINDINGS, _LARGEST),
        (file.decisive, None, said, _LISTED_FINDINGS, _LARGEST_OF_ALL),
        ((), None, said, _FEWEST_FINDINGS, _LARGEST_OF_ALL),
        ((), None, said._replace(proofs=()), _FEWEST_FINDINGS, _LARGEST_OF_ALL),
    ):
        texts = block_texts(ruling_data(file.ruling, proofs=carried) | kept)
        if frame:
            texts[FRAME] = block_text(frame)
        blocks = [(block, Markup(data)) for block, data in texts.items()]
        given = {
            **_given(shown, many),
            **look(
                coded=handed is not None,
                compared=any(proof.hands for proof in shown.proofs),
                many=len(said.seats) > _USUAL_SEATS or len(said.sides) > _USUAL_SIDES,
                framed=frame is not None,
                signed=bool(signed),
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
        text = slender(rendered("ruling.html.j2", **given))
        if len(text.encode()) <= largest + (_LARGEST_FRAME if frame else 0) + len(str(kept)):
            break
    return text


def _provenance(record: Record, frame: PageFrame | None) -> tuple[str, ...]:
    if frame is None:
        return ()
    there = {clipping.sha256 for clipping in frame.clippings}
    return provenance(record, frame.origin, there if frame.sections else None)


def slender(page: str) -> str:
    """Return a page without the markup that changes nothing."""
    return _NEEDLESS.sub(_needed, page)


def _needed(found: re.Match[str]) -> str:
    return found["kept"] or (f"={found['word']}" if found["word"] else "")


def _given(said: Opinion, listed: int) -> dict[str, Any]:
    """Return the values of the template besides style and script."""
    return {
        "said": said,
        "seats": said.seats,
        "line_title": LINE,
        "listed_findings": listed,
        "printed_premises": _PRINTED_PREMISES,
    }


def look(
    *, coded: bool, compared: bool = False, many: bool = False, framed: bool = False, signed: bool = False
) -> dict[str, str]:
    """Return the style and script of a page, and the hashes that allow them.

    A page carries the style only of what is on it: hands that are compared, more than four seats or two sides, a code,
    the frame of a site, signatures.
    """
    parts = {
        "worlds.css": compared,
        "many.css": many,
        "code.css": coded,
        "frame.css": framed,
        "signed.css": signed,
    }
    styles = [style for style, wanted in parts.items() if wanted]
    return {
        **styled("base.css", "ruling.css", *styles),
        **scripted("ruling.js", *(["code.js"] if coded else [])),
    }


def rendered(template: str, **given: Any) -> str:
    """A page of a template, in which no word that is read from right to left changes the order of those beside it."""
    return _APART.sub(_isolated, environment().get_template(template).render(given))


def _isolated(found: re.Match[str]) -> str:
    return f"<bdi>{found['words']}</bdi>" if found["words"] else found[0]


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The templates, always escaping, whatever a file is called; a missing value is an error, not an empty text."""
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
def styled(*files: str) -> dict[str, str]:
    """Our own stylesheets as one, for a template to put inside the page, with the hash that allows it."""
    style = Markup("\n").join(map(_slim, files))
    return {"style": style, "style_hash": _hash(style)}


@lru_cache(maxsize=32)
def scripted(*files: str) -> dict[str, str]:
    """Our own scripts as one, in the same way."""
    script = Markup("\n").join(map(_slim, files))
    if any(file.startswith(_LARGE) for file in files):
        script = Markup(_renamed(script))
    return {"script": script, "script_hash": _hash(script)}


def _renamed(script: str) -> str:
    """Return the script with short names for its long functions and constants, those only that nothing else can be."""
    declared = set(_DECLARED.findall(script)) - _ASKED
    names = sorted(name for name in declared if not re.search(_NO_NAME.format(name=name), script))
    short = {name: f"${number:x}" for number, name in enumerate(names)}
    return re.sub(r"(?<![\w$])\w{8,}(?![\w$])", lambda found: short.get(found[0], found[0]), script)


def _slim(file: str) -> Markup:
    """A stylesheet or script without what every page would carry along: indentation, comments of a whole line.

    Rules and statements stand without lines between them, the signs of a script without blanks around them.
    """
    lines = packaged_text("reports", file).splitlines()
    is_large = file.startswith(_LARGE) and file != _OTHERS
    if is_large:
        lines = _joined(lines)
    kept = [line.strip() for line in lines if line.strip() and not line.strip().startswith("//")]
    tight = kept if file.endswith(".css") else [_tight(line, sums=is_large) for line in kept]
    slim = _RULES.sub("", "\n".join(tight))
    return Markup(slim.replace(";}", "}") if is_large else slim)


def _joined(lines: list[str]) -> list[str]:
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


def _tight(line: str, *, sums: bool) -> str:
    """A line of script without blanks around signs; one with a pattern, or a text in a text, stays as it is."""
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
    """The source expression that lets a policy allow exactly this inline text."""
    return "sha256-" + base64.b64encode(hashlib.sha256(content.encode()).digest()).decode()


def cards(sentence: str) -> Markup:
    """A sentence, escaped, with its cards set off by color and named for whoever cannot see them."""
    parts, end = [], 0
    for found in _CARD.finditer(sentence):
        parts += [escape(sentence[end : found.start()]), _named("c", found[1], found[2])]
        end = found.end()
    return Markup("").join([*parts, escape(sentence[end:])])


@lru_cache(maxsize=256)
def face(code: str | None, state: str = "known", marked: bool = False) -> Markup:
    """A card drawn: rank and suit, or a blank one where it is not known."""
    if code is None:
        return Markup('<b class="face blank">{}</b>').format(_picture("unknown card", "?"))
    if code == JOKER:
        return Markup('<b class="face">{}</b>').format(_picture("joker", "★"))
    kinds = " ".join(
        ["face", *(["inferred"] if state == "inferred" else []), *(["marked"] if marked else [])]
    )
    return _named(kinds, pretty(code)[:-1], pretty(code)[-1], _AS_TEXT)


def suit_sign(letter: str) -> Markup:
    """A suit for the eye, named for the ear."""
    return _picture(SUIT_NAMES[letter], SUIT_SYMBOLS[letter] + _AS_TEXT)


@lru_cache(maxsize=1024)
def _named(kinds: str, rank: str, symbol: str, form: str = "") -> Markup:
    """A card for the eye, its suit named for the ear."""
    suit = _SUIT[symbol]
    picture = _picture(f"of {SUIT_NAMES[suit]}", symbol + form)
    return Markup('<b class="{} {}">{}{}</b>').format(kinds, suit, rank, picture)


def _picture(name: str, sign: str) -> Markup:
    return Markup('<i role="img" aria-label="{}">{}</i>').format(name, sign)
