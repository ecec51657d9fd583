"""What a ruling may do to a score: a set, a renege, a re-deal, a hand passed out (R-069 to R-075, R-103 to R-106)."""

from __future__ import annotations

from typing import Final, NamedTuple

from clabber_audit.games.clabber.scoring import RENEGE
from clabber_audit.games.clabber.tally import Counted, Tally
from clabber_audit.games.game import Outcome
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.ruling.possible_scores import Range
from clabber_audit.table.cards import SEATING
from clabber_audit.table.seating import Scores


class Remedy(NamedTuple):
    """The outcome of a hand. Score and marks by side, None as a whole where nothing is scored."""

    outcome: Outcome
    score: Scores | None = None
    marks: tuple[str, ...] | None = None
    reneging_team: int | None = None
    #: The melds that innocents score.
    awarded: tuple[Counted, ...] = ()
    #: What each side may score, where cards not known leave it open; None where it is not, or nothing scores.
    range: Range | None = None

    @property
    def innocents(self) -> tuple[int, ...]:
        """The sides that did not renege, where one did; else none."""
        return () if self.reneging_team is None else SEATING.others(self.reneging_team)

    @property
    def beyond(self) -> tuple[int, int] | None:
        """The least and the most that innocents score beside the 162 and the melds awarded; None where that is all.

        So it is with melds that some innocent has in every deal, one in this and another in that: these have no name.
        """
        if self.reneging_team is None:
            return None
        named = RENEGE + sum(item.points for item in self.awarded)
        side = self.innocents[0]
        if self.range:
            return self.range.low[side] - named, self.range.high[side] - named
        rest = self.score[side] - named if self.score else 0
        return (rest, rest) if rest else None

    @property
    def known(self) -> tuple[int | None, ...]:
        """What each side scores, as far as that is certain; nothing scored counts as nothing."""
        if self.range is None:
            nothing = None if self.outcome in ("unfinished", "undetermined") else 0
            return self.score or (nothing,) * len(SEATING.sides)
        return tuple(low if low == high else None for low, high in zip(*self.range[:2], strict=True))


class Progress(NamedTuple):
    """How far a hand came: what a remedy depends on."""

    #: Whether the deal is void, and whether everybody passed twice.
    void: bool
    passed_out: bool
    #: Whether all cards were played, or play ended by an agreed lay-down, or the sheet alone is kept.
    finished: bool
    makers: int | None


def unclaimed(table: Progress, tally: Tally, law: BoundRuleset) -> Remedy:
    """The outcome of a hand when no claim changes it."""
    if table.void:
        return Remedy("redeal")
    if table.passed_out:
        return Remedy("passed_out")
    if not table.finished:
        return Remedy("unfinished")
    if tally.points is None or table.makers is None:
        return Remedy("undetermined")
    score = law.game.settle(tuple(made.total for made in tally.points), table.makers)
    marks = [_mark(own, side, table.makers, law) for side, own in enumerate(score)]
    return Remedy("scored", score, tuple(marks))


def uncertain(found: Range | None, makers: int | None, law: BoundRuleset) -> Remedy:
    """The outcome of a hand whose cards are not all known, by what it can score; certain where every world agrees."""
    if found is None:
        return Remedy("undetermined")
    marks = tuple(
        _mark(found.low[team], team, makers, law) if found.low[team] == found.high[team] else _OPEN
        for team in range(len(found.low))
    )
    if found.certain:
        return Remedy("scored", found.low, marks)
    return Remedy("undetermined", None, None if set(marks) == {_OPEN} else marks, range=found)


#: The mark of a side of which it is not known what it scores.
_OPEN: Final = "?"


def _mark(score: int, team: int, makers: int | None, law: BoundRuleset) -> str:
    said = law.game.mark(score, team, makers, law.toggles)
    return _OPEN if said is None else said


def both_reneged(law: BoundRuleset) -> Remedy:
    """Both sides guilty: dealt again, or nothing for either (R-105, R-106)."""
    if law.toggles.both_renege == "redeal_same":
        return Remedy("redeal")
    nothing, sides = law.toggles.zero_mark, len(SEATING.sides)
    return Remedy("redeal", (0,) * sides, (nothing,) * sides)


def reneged(team: int, awarded: tuple[Counted, ...], law: BoundRuleset, found: Range | None = None) -> Remedy:
    """One side guilty: its opponents score 162 and their melds, it scores nothing (R-104, D-42).

    `found` is what both can score, where cards are not known; then melds are named as far as they make up the least.
    """
    score, innocents = law.game.reneged(team, sum(item.points for item in awarded)), SEATING.others(team)
    if found and any(score[side] != found.low[side] for side in innocents):
        score, awarded = found.low, ()
    is_open = found is not None and not found.certain
    marks = [_OPEN if is_open else str(own) for own in score]
    marks[team] = law.toggles.renege_mark
    return Remedy("renege", None if is_open else score, tuple(marks), team, awarded, found if is_open else None)
