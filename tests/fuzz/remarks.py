"""What is told beside a ruling, worked out once for each record and law.

That takes longer than all the rest of an input, and hangs on the record and the law alone: most rulings are spoiled
elsewhere, and their record is ruled on again and again.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from clabber_audit.ruling import side_remarks
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.side_remarks import EFFORT, ToldBeside

#: Where the program asks for it.
ASKED_BY: Final = ("clabber_audit.api.told_beside", "clabber_audit.ruling.dossier.told_beside")


class _Asked:
    """A ruling and what is asked beside it; the same as another on the same record by the same law."""

    def __init__(self, ruling: Ruling, rulesets: tuple[str, ...], effort: int) -> None:
        self.ruling, self.rulesets, self.effort = ruling, rulesets, effort
        self._key = ruling.walk.hand.record.model_dump_json(), ruling.law.ruleset.digest(), rulesets, effort

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Asked) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=100)
def _worked_out(asked: _Asked) -> ToldBeside:
    return side_remarks.told_beside(asked.ruling, asked.rulesets, asked.effort)


def told_beside(ruling: Ruling, rulesets: tuple[str, ...], effort: int = EFFORT) -> ToldBeside:
    """As the program does it, but only once."""
    return _worked_out(_Asked(ruling, rulesets, effort))
