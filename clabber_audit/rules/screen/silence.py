"""A screen in which there is a bug says nothing, so that the judge hears all."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TypeVar

from clabber_audit.core.errors import debugging

Found = TypeVar("Found")


def unless_buggy(clean: Iterable[tuple[int, Found]]) -> Mapping[int, Found]:
    """By their places the hands that are certainly clean; where that shows a bug none are, and the judge hears all."""
    try:
        return dict(clean)
    except Exception:
        if debugging():
            raise
        return {}
