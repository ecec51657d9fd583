"""Side remarks of a ruling, the questions that it turns on, and the code of its page, cached.

They take longer than all the rest of a command, and hang on the record and the law alone: the same few records are
ruled on again and again.
"""

from __future__ import annotations

from functools import lru_cache

from clabber_audit import api
from clabber_audit.evidence.completions import effort
from clabber_audit.judge import comparison, dossier, precedents, side_remarks
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.side_remarks import EFFORT, SideNotes
from clabber_audit.report import page


class _Asked:
    """A ruling and what is asked beside it; the same as another on the same record by the same law."""

    def __init__(self, ruling: Ruling, rulesets: tuple[str, ...], effort: int) -> None:
        self.ruling, self.rulesets, self.effort = ruling, rulesets, effort
        self._key = ruling.replay.hand.record.model_dump_json(), ruling.law.ruleset.digest(), rulesets, effort

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=100)
def _compute_notes(asked: _Asked) -> SideNotes:
    return side_remarks.side_notes(asked.ruling, asked.rulesets, asked.effort)


def side_notes(ruling: Ruling, rulesets: tuple[str, ...], effort: int = EFFORT) -> SideNotes:
    """Return the program's side remarks, computed once."""
    return _compute_notes(_Asked(ruling, rulesets, effort))


#: A ruling as it is told apart -> the toggles of which another answer changes it.
_THAT_MATTER: dict[tuple[object, ...], list[str]] = {}
_toggles_that_matter = comparison.toggles_that_matter


def toggles_that_matter(ruling: Ruling) -> list[str]:
    """Return the toggles that matter to a ruling, tried once; a ruling that was changed by hand is another."""
    parts = ruling.findings, ruling.claims, ruling.remedy, ruling.accounts
    record = ruling.replay.hand.record.model_dump_json()
    key = record, ruling.law.ruleset.digest(), effort(), repr(parts)
    if key not in _THAT_MATTER:
        _THAT_MATTER[key] = _toggles_that_matter(ruling)
    return _THAT_MATTER[key]


def install_cache() -> None:
    """Make the program use the cached functions wherever it calls them."""
    page.qr_code = lru_cache(maxsize=500)(page.qr_code)
    for asking in (dossier, precedents):
        asking.toggles_that_matter = toggles_that_matter  # type: ignore[attr-defined]
    for module in (api, dossier):
        module.side_notes = side_notes  # type: ignore[attr-defined]
