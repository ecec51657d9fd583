"""Who set a key to a ruling, in a sentence each."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from typing import Final, NamedTuple

from clabber_audit.signing.statement import AGREED, DISAGREED, RULED, Signature

_SAID: Final = {
    RULED: "{name} signed this ruling on {date}.",
    AGREED: "{name} agreed for {side} on {date}.",
    DISAGREED: "{name} did not agree for {side} on {date}.",
}
_MONTHS: Final = (
    *("January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_NOBODY: Final = "The owner of this key"


class SignedLine(NamedTuple):
    """A signature as a page shows it: who says what, and the key to compare."""

    text: str
    key: str


def signed_lines(signatures: Sequence[Signature], sides: dict[str, str]) -> tuple[SignedLine, ...]:
    """The signatures, given what each side is called."""
    return tuple(_line(one, sides.get(one.side or "", one.side or "")) for one in signatures)


def american(day: str) -> str:
    """Return an ISO date as Americans write it: `January 22, 2026`; any other text as it stands."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return day
    return f"{_MONTHS[found.month - 1]} {found.day}, {found.year}" if found.isoformat() == day else day


def _line(one: Signature, side: str) -> SignedLine:
    said = _SAID.get(one.says, "{name} signed on {date}.")
    return SignedLine(said.format(name=one.name or _NOBODY, side=side, date=american(one.date)), one.public.fingerprint)
