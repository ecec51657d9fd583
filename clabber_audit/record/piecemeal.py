"""Parts of a record of Clabber, each read by itself: the door finds the same in the whole."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from pydantic import TypeAdapter

from clabber_audit.record.model import HandRecord


def part(name: str, text: bytes | None) -> Any:
    """A part by its name, from its JSON text; None for one that is left out."""
    return _default(name) if text is None else _reading(name)(text)


@lru_cache
def _default(name: str) -> Any:
    return HandRecord.model_fields[name].get_default(call_default_factory=True)


@lru_cache
def _reading(name: str) -> Callable[[bytes], Any]:
    # Whatever has a configuration of its own keeps it; none is asked for.
    annotation: Any = HandRecord.model_fields[name].annotation
    return TypeAdapter(annotation).validate_json
