"""Canonical JSON of a record."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from clabber_audit.records.formats import Record

#: Made once: a record is plain data, which never holds itself.
_ENCODER: Final = json.JSONEncoder(
    ensure_ascii=False, check_circular=False, sort_keys=True, separators=(",", ":")
)


def record_data(record: Record, without: Any = None) -> dict[str, Any]:
    """Return a record as the data it was read from, with the same keys, or `without` some of them."""
    return record.model_dump(mode="json", exclude_unset=True, by_alias=True, exclude=without)


def record_line(record: Record) -> str:
    """Return a record as one line of JSON without spaces, its keys in order."""
    return record.model_dump_json(exclude_unset=True, by_alias=True)


def canonical(data: Any) -> str:
    """Return JSON with sorted keys and no spaces: the same text for the same data, on every machine."""
    return _ENCODER.encode(data)


def compact(data: Any) -> str:
    """Return JSON with no spaces, its keys in their given order."""
    from pydantic_core import to_json

    return to_json(data).decode()


def digest(data: Any) -> str:
    """Return the SHA-256 of the canonical JSON of some data, as hexadecimal digits."""
    import hashlib

    return hashlib.sha256(canonical(data).encode()).hexdigest()
