"""Saved results of shares, to resume an audit."""

from __future__ import annotations

import hashlib
import json
import os
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

from clabber_audit.bulk.audit import AuditMessage, ShareAudit, audit_partition
from clabber_audit.bulk.options import Wanted
from clabber_audit.bulk.shares import Share
from clabber_audit.core.errors import Exit, Unusable
from clabber_audit.core.files import whole_or_not_at_all
from clabber_audit.records.canonical import canonical, digest


def kept_part(share: Share, wanted: Wanted, folder: str) -> ShareAudit:
    """Return the audit of a share as stored in a folder, else audit it and store the result.

    A result that shows a bug is not stored. Unusable if the folder cannot be written to.
    """
    place = Path(folder) / f"{share.start:015}-{share.end:015}-{_key(share, wanted)}.part"
    part = _found(place)
    if part is None:
        part = audit_partition(share, wanted)
        if Exit.BUG not in part.codes:
            _keep(part, place)
    return part


def folder_of_parts(name: str) -> str:
    """Create the folder for parts if it does not exist, and return its absolute path."""
    try:
        Path(name).mkdir(exist_ok=True)
    except OSError as problem:
        raise Unusable(
            f"cannot save progress in {name}", problem.strerror or str(problem), "give a folder"
        ) from None
    return os.path.abspath(name)


def _key(share: Share, wanted: Wanted) -> str:
    """Return the digest of all that a part depends on, except its range."""
    law = wanted.law or _shipped()
    return digest([wanted._replace(law=law), share.source, share.first, share.group, share.digest()])[:32]


@lru_cache(maxsize=1)
def _shipped() -> str:
    """Return one digest of the shipped rulesets."""
    found = hashlib.sha256()
    for file in sorted(files("clabber_audit.rules").iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml"):
            found.update(file.read_bytes())
    return found.hexdigest()


def _found(place: Path) -> ShareAudit | None:
    """Return the part stored in a file; None if it is missing or damaged."""
    try:
        sha256, text = place.read_text(encoding="utf-8").split("\n", 1)
    except (OSError, ValueError):
        return None
    if sha256 != hashlib.sha256(text.encode()).hexdigest():
        return None
    told, codes, questions = json.loads(text)
    return ShareAudit(
        tuple(AuditMessage(*one) for one in told),
        {Exit(int(code)): count for code, count in codes.items()},
        questions,
    )


def _keep(part: ShareAudit, place: Path) -> None:
    text = canonical(part)
    data = f"{hashlib.sha256(text.encode()).hexdigest()}\n{text}".encode()
    try:
        with whole_or_not_at_all(place) as temporary, open(temporary, "xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        raise Unusable(
            f"cannot save progress in {place.parent}", problem.strerror or str(problem), "check the folder"
        ) from None
