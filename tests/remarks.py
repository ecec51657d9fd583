"""Side remarks of a ruling, cached for each record and law.

That takes longer than all the rest of a command, and hangs on the record and the law alone: the same few records are
ruled on again and again.
"""

from __future__ import annotations

from functools import lru_cache

from clabber_audit import api
from clabber_audit.judge import dossier, side_remarks
from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.side_remarks import EFFORT, SideNotes


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
def _worked_out(asked: _Asked) -> SideNotes:
    return side_remarks.side_notes(asked.ruling, asked.rulesets, asked.effort)


def side_notes(ruling: Ruling, rulesets: tuple[str, ...], effort: int = EFFORT) -> SideNotes:
    """Return the program's side remarks, computed once."""
    return _worked_out(_Asked(ruling, rulesets, effort))


def remembered() -> None:
    """Have it so wherever the program asks for it."""
    for module in (api, dossier):
        module.side_notes = side_notes  # type: ignore[attr-defined]
