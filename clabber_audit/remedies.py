"""What a ruling may do to a score: a set, a renege, a re-deal, a hand passed out (R-069 to R-075, R-103 to R-106)."""

from __future__ import annotations

from typing import Literal, NamedTuple

from clabber_audit.cards import left_of
from clabber_audit.games.clabber.scoring import RENEGE, mark, settle
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.tally import Counted, Tally

Outcome = Literal["scored", "renege", "redeal", "passed_out", "unfinished", "undetermined"]
Pair = tuple[int, int]


class Remedy(NamedTuple):
    """The outcome of a hand. Score and marks by team, None as a whole where nothing is scored."""

    outcome: Outcome
    score: Pair | None = None
    marks: tuple[str, str] | None = None
    reneging_team: int | None = None
    #: The melds that innocents score.
    awarded: tuple[Counted, ...] = ()


class Table(NamedTuple):
    """How far a hand came: what a remedy depends on."""

    #: Whether the deal is void, and whether everybody passed twice.
    void: bool
    passed_out: bool
    #: Whether all cards were played, or play ended by an agreed lay-down, or the sheet alone is kept.
    finished: bool
    makers: int | None


def unclaimed(table: Table, tally: Tally, toggles: Toggles) -> Remedy:
    """The outcome of a hand when no claim changes it."""
    if table.void:
        return Remedy("redeal")
    if table.passed_out:
        return Remedy("passed_out")
    if not table.finished:
        return Remedy("unfinished")
    if tally.points is None or table.makers is None:
        return Remedy("undetermined")
    totals = (tally.points[0].total, tally.points[1].total)
    score = settle(totals, table.makers)
    is_set = totals[table.makers] <= totals[1 - table.makers]
    marks = (
        mark(score[0], is_set and table.makers == 0, toggles),
        mark(score[1], is_set and table.makers == 1, toggles),
    )
    return Remedy("scored", score, marks)


def both_reneged(toggles: Toggles) -> Remedy:
    """Both sides guilty: dealt again, or nothing for either (R-105, R-106)."""
    if toggles.both_renege == "redeal_same":
        return Remedy("redeal")
    nothing = mark(0, False, toggles)
    return Remedy("redeal", (0, 0), (nothing, nothing))


def reneged(team: int, awarded: tuple[Counted, ...], toggles: Toggles) -> Remedy:
    """One side guilty: its opponents score 162 and their melds, it scores nothing (R-104, D-42)."""
    earned = RENEGE + sum(item.points for item in awarded)
    if team == 0:
        return Remedy("renege", (0, earned), (toggles.renege_mark, str(earned)), team, awarded)
    return Remedy("renege", (earned, 0), (str(earned), toggles.renege_mark), team, awarded)


class Deals(NamedTuple):
    """Who dealt, who should have, and whether a wrong deal was called in time."""

    dealer: int
    due: int
    misdeal: bool


def next_dealer(outcome: Outcome, both_guilty: bool, deals: Deals, toggles: Toggles) -> int | None:
    """The seat that deals next (R-015, R-017, R-028, R-105); None while the hand is not over."""
    if outcome in ("unfinished", "undetermined"):
        return None
    if deals.misdeal:
        return deals.due
    if outcome == "redeal":
        return left_of(deals.dealer) if both_guilty and toggles.both_renege == "zero_next" else deals.dealer
    turn_of = deals.dealer if toggles.rotation_after_wrong_deal == "actual" else deals.due
    if outcome == "passed_out" and toggles.all_pass_redeal == "same":
        return deals.dealer
    return left_of(turn_of)
