"""Digests of the results of hands; imports only the program, so that it also runs in the browser."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from typing import Final

from clabber_audit import __version__, api
from clabber_audit.bulk.audit import audit_hand
from clabber_audit.bulk.options import AuditFormat, Wanted
from clabber_audit.inputs.readers import stream_records
from clabber_audit.inputs.records import InputRecord
from clabber_audit.records.formats import canonical
from clabber_audit.report.data import ruling_data

#: Number of hands in one digest of rulings; a digest of pages has one hand.
SHARE: Final = 100
#: One hand in this many is rendered in every form, which takes as long as two hundred rulings.
SHOWN: Final = 100

Digests = Mapping[str, Sequence[str]]
#: Stored digests.
FILE: Final = Path(__file__).with_name("digests.json")


def read_digests() -> Digests:
    stored = json.loads(FILE.read_text(encoding="utf-8"))
    assert stored.pop("version") == __version__, (
        "of another version; write it again with .venv/bin/nox -s regen"
    )
    return {kind: list(digests) for kind, digests in stored.items()}


def write_digests(digests: Digests) -> None:
    FILE.write_text(json.dumps({"version": __version__, **digests}, indent=1) + "\n", encoding="utf-8")


def compute_digests(lines: Sequence[str], shown: int = SHOWN) -> Digests:
    hands = list(stream_records(BytesIO("\n".join(lines).encode()), "hands.jsonl"))
    shares = [hands[first : first + SHARE] for first in range(0, len(hands), SHARE)]
    pages = [api.rule(hand) for hand in hands[::shown] if hand.hand]
    return {
        "records": [_digest(lines)],
        "rulings": [_digest(map(_render_ruling, share)) for share in shares],
        "findings": [_digest(text for hand in share for text in _render_findings(hand)) for share in shares],
        "pages": [_digest([page.html]) for page in pages],
        "texts": [_digest([page.text]) for page in pages],
        "certificates": [_digest([page.json]) for page in pages],
    }


def list_differences(expected: Digests, computed: Digests) -> list[str]:
    return [
        f"{kind} {number}: expected {old}, made {digest}"
        for kind, digests in computed.items()
        for number, (old, digest) in enumerate(zip(expected[kind], digests, strict=False))
        if old != digest
    ]


def _render_ruling(hand: InputRecord) -> str:
    return str(hand.refused) if hand.refused else canonical(ruling_data(api.rule(hand), whole=False))


def _render_findings(hand: InputRecord) -> list[str]:
    return [
        "".join(audit_hand(hand, Wanted(form, every=True), None).texts("out"))
        for form in (AuditFormat.text, AuditFormat.sarif)
    ]


def _digest(texts: Iterable[str]) -> str:
    sha256 = hashlib.sha256()
    for text in texts:
        sha256.update(text.encode() + b"\n")
    return sha256.hexdigest()[:32]
