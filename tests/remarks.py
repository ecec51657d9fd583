"""Cache of side remarks, open questions and codes of pages, for the tests.

They take longer than the rest of a command and depend only on record and law; tests rule on the same few records again
and again.
"""

from __future__ import annotations

from functools import lru_cache

from clabber_audit import api
from clabber_audit.evidence.completions import effort
from clabber_audit.judge import comparison, dossier, precedents, side_remarks
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.side_remarks import EFFORT, SideNotes
from clabber_audit.report import page


class _NotesKey:
    """A ruling with the options of its side notes; equal to another for the same record and law."""

    def __init__(self, ruling: Ruling, rulesets: tuple[str, ...], effort: int) -> None:
        self.ruling, self.rulesets, self.effort = ruling, rulesets, effort
        self._key = ruling.replay.hand.record.model_dump_json(), ruling.law.ruleset.digest(), rulesets, effort

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _NotesKey) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=100)
def _compute_notes(key: _NotesKey) -> SideNotes:
    return side_remarks.side_notes(key.ruling, key.rulesets, key.effort)


def side_notes(ruling: Ruling, rulesets: tuple[str, ...], effort: int = EFFORT) -> SideNotes:
    """Return the program's side notes, computed once."""
    return _compute_notes(_NotesKey(ruling, rulesets, effort))


#: Key of a ruling -> the toggles of which another answer changes it.
_THAT_MATTER: dict[tuple[object, ...], list[str]] = {}
_toggles_that_matter = comparison.toggles_that_matter


def toggles_that_matter(ruling: Ruling) -> list[str]:
    """Return the toggles that matter to a ruling, computed once; a ruling changed by hand is a different one."""
    parts = ruling.findings, ruling.claims, ruling.remedy, ruling.accounts
    record = ruling.replay.hand.record.model_dump_json()
    key = record, ruling.law.ruleset.digest(), effort(), repr(parts)
    if key not in _THAT_MATTER:
        _THAT_MATTER[key] = _toggles_that_matter(ruling)
    return _THAT_MATTER[key]


def install_cache() -> None:
    """Let the program use the cached functions wherever it calls them."""
    page.qr_code = lru_cache(maxsize=500)(page.qr_code)
    for asking in (dossier, precedents):
        asking.toggles_that_matter = toggles_that_matter  # type: ignore[attr-defined]
    for module in (api, dossier):
        module.side_notes = side_notes  # type: ignore[attr-defined]
