"""The score of the Bid Euchre family from hand to hand: running totals, hickeys, and what is played for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from clabber_audit.games.bid_euchre.arithmetic import Played
from clabber_audit.games.bid_euchre.ending import TIE, reaches, stands
from clabber_audit.games.bid_euchre.spoken import totals_before
from clabber_audit.games.bid_euchre.stakes import Stakes, paid_by_losers, sets_in
from clabber_audit.ruling.judge import adjudicate
from clabber_audit.ruling.summary import Summary, summary
from clabber_audit.scorecard.standing import Misread, Purse, Standing
from clabber_audit.table.seating import Scores, Seating


def begins(hand: Summary) -> Standing:
    """As the record of the first hand has it, else as a game begins."""
    record, seating = hand.ruling.walk.hand.record, hand.seating
    hickeys = tuple(record.hickeys.get(side, 0) for side in seating.side_names)
    return Standing(totals_before(record, seating, hand.law.toggles), hickeys=hickeys, sets=hickeys)


def noted(hand: Summary) -> Standing | None:
    """As the record has it."""
    known = all(side in hand.ruling.walk.hand.record.before for side in hand.seating.side_names)
    return begins(hand) if known else None


def from_there(hand: Summary, standing: Standing) -> Summary:
    """A set adds to no more than the cap, and some may not sit out: that hangs on the totals (B-105, B-112)."""
    recorded = hand.ruling.walk.recorded
    if totals_before(recorded.record, hand.seating, hand.law.toggles) == standing.totals:
        return hand
    before = dict(zip(hand.seating.side_names, standing.totals, strict=True))
    record = recorded.record.model_copy(update={"before": before})
    return summary(adjudicate(recorded._replace(record=record), hand.law))


def goes_on(standing: Standing, hand: Summary, counted: Scores) -> Standing:
    """The totals, the hickeys and the sets with a hand more, and who has won."""
    remedy, seating = hand.remedy, hand.seating
    totals = tuple(map(sum, zip(standing.totals, counted, strict=True)))
    if remedy.settled is None or remedy.running is None:
        # Nothing but the score is known: who bid is not, and so nobody wins by his bid.
        winner = stands(totals, Played((0,) * len(totals), seating.each), False, hand.law.toggles)
        return _ended(standing._replace(totals=totals), winner)
    hickeys = _more(standing.hickeys, remedy.settled.hickeys)
    sets = _more(standing.sets, sets_in(remedy.settled))
    return _ended(standing._replace(totals=totals, hickeys=hickeys, sets=sets), remedy.running.winner)


def _ended(standing: Standing, winner: int | str | None) -> Standing:
    if isinstance(winner, int):
        return standing._replace(state="won", winner=winner)
    return standing._replace(state="tied") if winner == TIE else standing


def _more(before: Scores, added: Scores) -> Scores:
    return tuple(map(sum, zip(before, added, strict=True))) if added else before


def misread(hand: Summary, before: Standing, after: Standing) -> list[Misread]:
    """The totals before the hand, the hickeys and the totals after it, where the record has them otherwise."""
    record, seating = hand.ruling.walk.recorded.record, hand.seating
    return [
        *_compared(record.before, before.totals, "before", seating),
        *_compared(record.hickeys, before.hickeys, "hickeys", seating),
        *_compared(record.after, after.totals, "after", seating),
    ]


def _compared(written: Any, due: Scores, what: Any, seating: Seating) -> list[Misread]:
    return [
        Misread(side, what, written[name], due[side])
        for side, name in enumerate(seating.side_names)
        if name in written and written[name] != due[side]
    ]


def reached(totals: Scores, toggles: Any) -> bool:
    """Whether somebody is where the game ends."""
    return reaches(totals, toggles) != "unfinished"


def points_of(mark: str) -> int | None:
    """What a set costs is the ruleset's to say: a mark alone tells no points."""
    return None


def cannot_be(made: Scores, written: Sequence[int | str | None]) -> None:
    """Almost any score can be."""


def extras(hand: Summary, counted: Scores | None, alone: bool) -> Mapping[str, Scores]:
    """The hickeys that a hand brought, where the game has any."""
    settled = hand.remedy.settled
    if hand.law.toggles.scoring != "pfeffer":
        return {}
    nothing = (0,) * len(hand.seating.sides)
    return {"hickeys": settled.hickeys or nothing if counted and settled else nothing}


def purse(hands: Sequence[Summary], standing: Standing) -> Purse | None:
    """What the losers of two sides owe; None where hands say different things, or nothing, of what is played for."""
    contexts = [hand.noted.context for hand in hands]
    told = {context.stakes for context in contexts if context and context.stakes}
    if len(told) != 1 or standing.winner is None or len(standing.totals) != 2:
        return None
    (stakes,), toggles = told, hands[-1].law.toggles
    owed = paid_by_losers(standing.totals, standing.sets, standing.winner, Stakes(stakes.game, stakes.set), toggles)
    return Purse(owed, standing.sets, toggles.zero_doubles is not None and standing.totals[1 - standing.winner] <= 0)
