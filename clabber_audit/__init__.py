"""Recorder and adjudicator for Evansville Clabber: a hand record goes in, a ruling comes out.

The names come from `clabber_audit.api`, those for large tables from `clabber_audit.bulk.audit`, and are imported on
first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from clabber_audit.core import __version__

if TYPE_CHECKING:
    from clabber_audit.api import Ruling, believe, load_book, load_ruleset, read, read_all, rule
    from clabber_audit.bulk.audit import audited, findings_schema
    from clabber_audit.core.errors import ClabberError
    from clabber_audit.evidence.finding import Finding

_FOR_TABLES = ("audited", "findings_schema")

__all__ = [
    "ClabberError", "Finding", "Ruling", "__version__", "audited", "believe", "findings_schema", "load_book",
    "load_ruleset", "read", "read_all", "rule",
]  # fmt: skip


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module = "bulk.audit" if name in _FOR_TABLES else "api"
    return getattr(import_module(f"{__name__}.{module}"), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
