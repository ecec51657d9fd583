"""Ruling as one HTML page, and QR codes."""

from __future__ import annotations

import base64
from collections.abc import Collection, Sequence
from io import BytesIO
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple, get_args

from markupsafe import Markup

from clabber_audit.judge.dossier import Dossier
from clabber_audit.judge.embedded import FRAME, block_text, block_texts
from clabber_audit.judge.signed import APPEAL, SIGNATURES
from clabber_audit.records.notation.language import add_sum
from clabber_audit.records.notation.writer import write
from clabber_audit.report.data import ruling_data
from clabber_audit.report.html import inline_scripts, inline_styles, minify_page, render
from clabber_audit.report.layout import format_american_date
from clabber_audit.report.remarks import PageFrame, provenance
from clabber_audit.report.ruling import ruling_view
from clabber_audit.report.scenes import LINE
from clabber_audit.signing import AGREED, DISAGREED, RULED, Signature

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
    record = file.ruling.replay.hand.original
    view, hand = ruling_view(file, checkpoint=checkpoint), add_sum(write(record))
    squares = qr_code(hand)
    # Not counted against the limit, so that a page that is signed later keeps all its parts.
    extra: dict[str, Any] = {SIGNATURES: [signature.data() for signature in signatures]} if signatures else {}
    if file.appeal is not None:
        extra[APPEAL] = dict(file.appeal)
    clipped = {clipping.sha256 for clipping in frame.clippings} if frame and frame.sections else None
    text = ""
    for certificates, code, shown, listed, largest in (
        (file.proofs, squares, view, _LISTED_FINDINGS, _LARGEST),
        (file.proofs, None, view, _LISTED_FINDINGS, _LARGEST),
        (file.proofs_of_point, None, view, _LISTED_FINDINGS, _LARGEST_OF_ALL),
        ((), None, view, _FEWEST_FINDINGS, _LARGEST_OF_ALL),
        ((), None, view._replace(proofs=()), _FEWEST_FINDINGS, _LARGEST_OF_ALL),
    ):
        texts = block_texts(ruling_data(file.ruling, proofs=certificates, decided=file.precedents) | extra)
        if frame:
            texts[FRAME] = block_text(frame)
        on_page: dict[PagePart, bool] = {
            "worlds": any(proof.hands for proof in shown.proofs),
            "many": len(view.seats) > _USUAL_SEATS or len(view.sides) > _USUAL_SIDES,
            "code": code is not None,
            "frame": frame is not None,
            "signed": bool(signatures),
            "accounts": shown.accounts is not None,
        }
        made = render(
            "ruling.html.j2",
            **page_assets([part for part, is_there in on_page.items() if is_there]),
            said=shown,
            line_title=LINE,
            listed_findings=listed,
            printed_premises=_PRINTED_PREMISES,
            signed=list_signed_lines(signatures, file.ruling.replay.hand.seating.map_by_side(view.sides)),
            frame=frame,
            provenance=provenance(record, frame.origin if frame else None, clipped),
            left_out=len(file.proofs) - len(certificates),
            code=code,
            id=record.id,
            hand=hand,
            is_too_long=squares is None,
            blocks=[(block, Markup(data)) for block, data in texts.items()],
        )
        text = minify_page(made)
        if len(text.encode()) <= largest + (_LARGEST_FRAME if frame else 0) + len(str(extra)):
            break
    return text


_SIGNED: Final = {
    RULED: "{name} signed this ruling on {date}.",
    AGREED: "{name} agreed for {side} on {date}.",
    DISAGREED: "{name} did not agree for {side} on {date}.",
}


class SignedLine(NamedTuple):
    """Signature on a page: statement and key."""

    text: str
    key: str


def list_signed_lines(signatures: Sequence[Signature], sides: dict[str, str]) -> list[SignedLine]:
    """Return the signatures in words, given what each side is called."""
    lines = []
    for signature in signatures:
        name, side = signature.name or "The owner of this key", signature.side or ""
        statement = _SIGNED.get(signature.says, "{name} signed on {date}.")
        date = format_american_date(signature.date)
        text = statement.format(name=name, side=sides.get(side, side), date=date)
        lines.append(SignedLine(text, signature.public.fingerprint))
    return lines


#: Features of a page with a style of their own: hands that are compared, more than four seats or two sides, a code,
#: the frame of a site, signatures, versions of what happened.
PagePart = Literal["worlds", "many", "code", "frame", "signed", "accounts"]


def page_assets(parts: Collection[PagePart]) -> dict[str, str]:
    """Return the inline styles and scripts of a page, and the hashes by which its policy allows them.

    Styles of features that the page does not use are left out.
    """
    styles = [f"{part}.css" for part in get_args(PagePart) if part in parts]
    scripts = ["code.js"] if "code" in parts else []
    return inline_styles("base.css", "ruling.css", *styles) | inline_scripts("ruling.js", *scripts)
