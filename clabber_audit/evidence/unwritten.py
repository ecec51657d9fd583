"""Melds and belle of which nobody wrote down when they were called or shown: what each may have been.

Only what a moment means decides: too early, at its proper place, too late, or never. The earliest moment of each kind
stands for all of it.
"""

from __future__ import annotations

from itertools import product
from typing import Any, Final

from clabber_audit.games.clabber.belle import Belle, BelleCall
from clabber_audit.games.clabber.beside import noted_melds
from clabber_audit.games.clabber.melding import Entry
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.replay import Walk, replay
from clabber_audit.table.cards import SEAT, TEAMS, team_of
from clabber_audit.table.moments import DEAL, NEVER, PENDING, SCORED, UNWRITTEN

_BELLE: Final = (BelleCall, Belle)


def unwritten(step: Any) -> bool:
    """Whether nobody wrote down when a meld or belle was called or shown."""
    if isinstance(step, Entry):
        return UNWRITTEN in (step.announced, step.shown)
    return isinstance(step, _BELLE) and (UNWRITTEN in (step.said, step.run_shown) or None in step)


def moments(step: Entry | BelleCall | Belle, toggles: Toggles) -> list[Any]:
    """A step with each kind of moment at which it may have been called or shown; itself where that is written down."""
    if isinstance(step, Entry):
        called = _about(step.first, step.first_fell) if step.announced == UNWRITTEN else [step.announced]
        showings = [step.shown]
        if step.shown == UNWRITTEN and toggles.show_required:
            showings = _about(step.second, step.second_fell)
        return [step._replace(announced=one, shown=other) for one in called for other in showings]
    said = [step.said]
    if step.said == UNWRITTEN:
        said = [DEAL, PENDING, NEVER] if isinstance(step, BelleCall) else [DEAL, NEVER]
    showings = [DEAL, NEVER] if step.run_shown == UNWRITTEN else [step.run_shown]
    either = [True, False]
    found: list[Any] = [
        step._replace(said=one, run_shown=other, in_meld=in_meld)
        for one, other, in_meld in product(said, showings, either if step.in_meld is None else [step.in_meld])
    ]
    if isinstance(step, BelleCall) and step.with_run is None:
        return [one._replace(with_run=with_run) for one in found for with_run in either]
    return found


def _about(proper: int, fell: bool) -> list[int]:
    """Too early, at the proper moment, too late, or never."""
    if fell:
        return [DEAL, proper, proper + 1, NEVER]
    return [DEAL, proper if proper <= SCORED else PENDING, NEVER]


def readings(walk: Walk) -> list[Walk]:
    """The walk with everything unwritten of a side in turn or never, so that no other reading scores more or less.

    A side never scores less for a meld that counts, nor more for one of the other side.
    """
    noted = walk.hand.record
    melds = noted_melds(walk) or ()
    sides = {team_of(SEAT[meld.seat]) for meld in melds if None in (meld.announced, meld.shown)}
    if not sides:
        return [walk]
    found = []
    for words in product(*[("in_turn", "never") if team in sides else ("in_turn",) for team in range(len(TEAMS))]):
        told = [
            meld.model_copy(
                update={
                    key: words[team_of(SEAT[meld.seat])] for key in ("announced", "shown") if getattr(meld, key) is None
                }
            )
            for meld in melds
        ]
        record = noted.model_copy(update={"melds": told})
        found.append(replay(walk.hand._replace(record=record), walk.order, walk.strain))
    return found
