"""Recorder and adjudicator for Evansville Clabber: a hand record goes in, a ruling comes out.

What is offered here lies in `clabber_audit.api`, and is loaded when it is first asked for.
"""

from typing import TYPE_CHECKING, Any

from clabber_audit.ground import __version__

if TYPE_CHECKING:
    from clabber_audit.api import ClabberError, Finding, Ruling, load_ruleset, read, read_all, rule

__all__ = ["ClabberError", "Finding", "Ruling", "__version__", "load_ruleset", "read", "read_all", "rule"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from clabber_audit import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
