"""A hand as people type it and in canonical form, and helpers between text and record."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clabber_audit.core.errors import RecordError, Refused
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from tests.tables import hand_text

SKETCH = hand_text("A sketch")

CLEAN = hand_text("A clean text")


def record_of(hand: dict[str, Any]) -> HandRecord:
    return HandRecord.model_validate_json(json.dumps(hand))


#: The lines that a hand needs: of Clabber, of Pepper, and of five players.
NEEDED = ("clabber 1", "hand h", "deal W")
PEPPER = ("bid-euchre 1", "hand h", "rules pepper", "deal W")
FIVE = (
    "bid-euchre 1", "hand h", "rules dirty-clubs-bumped", "pack 28", "seats P1 - / P2 - / P3 - / P4 - / P5 -", "deal P2",
)  # fmt: skip


def frame(*lines: str, head: tuple[str, ...] = NEEDED) -> str:
    """Return a hand with the given lines and the least that it needs besides."""
    return "\n".join((*head, *lines, ""))


def faults(text: str) -> tuple[RecordError, ...]:
    with pytest.raises(Refused) as refused:
        parse(HandText(text, 1))
    return refused.value.faults
