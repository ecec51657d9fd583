"""Who set a key to a ruling, in a sentence each."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.render.plain import american
from clabber_audit.signing.statement import AGREED, DISAGREED, RULED, Signature

_SAID: Final = {
    RULED: "{name} signed this ruling on {date}.",
    AGREED: "{name} agreed for {side} on {date}.",
    DISAGREED: "{name} did not agree for {side} on {date}.",
}
_NOBODY: Final = "The owner of this key"


class SignedLine(NamedTuple):
    """A signature as a page shows it: who says what, and the key to compare."""

    text: str
    key: str


def signed_lines(signatures: Sequence[Signature], sides: dict[str, str]) -> tuple[SignedLine, ...]:
    """Return the signatures in words, given what each side is called."""
    return tuple(_line(one, sides.get(one.side or "", one.side or "")) for one in signatures)


def _line(one: Signature, side: str) -> SignedLine:
    said = _SAID.get(one.says, "{name} signed on {date}.")
    return SignedLine(said.format(name=one.name or _NOBODY, side=side, date=american(one.date)), one.public.fingerprint)
