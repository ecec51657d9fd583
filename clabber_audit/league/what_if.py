"""How a game would have ended had a renege been called that nobody called, or had the sheet been right.

The hands after the one in question stay as they were played, as far as the game still goes on. No score changes by
this: a renege that nobody claimed in time never does (R-107, D-61).
"""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.games.game import GameEnd
from clabber_audit.record.hand import hold
from clabber_audit.record.model import Claim
from clabber_audit.ruling.judge import Ruling, adjudicate
from clabber_audit.ruling.summary import summary
from clabber_audit.scorecard.card import Game, State, scorecard
from clabber_audit.scorecard.entries import points_of
from clabber_audit.table.cards import SEATS, left_of
from clabber_audit.table.moments import on_paper
from clabber_audit.table.seating import Scores


class Outcome(NamedTuple):
    """How a game ends: its state, its totals and the index of the team that wins it."""

    state: State
    totals: Scores
    winner: int | None

    def differs(self, other: Outcome) -> bool:
        """Whether it is another result; other totals alone are not."""
        return (self.state, self.winner) != (other.state, other.winner)


def outcome(card: Game) -> Outcome:
    """How a game ended."""
    return Outcome(card.state, card.totals, card.winner)


def had_it_been_called(card: Game, place: int, finding: Finding) -> Outcome | None:
    """How the game ends when the other side calls this renege in hand `place`; None where that is no use."""
    hands = [line.hand for line in card.lines]
    called = _called(hands[place].ruling, finding)
    if called is None:
        return None
    return outcome(scorecard([*hands[:place], summary(called), *hands[place + 1 :]], card.key))


def _called(ruling: Ruling, finding: Finding) -> Ruling | None:
    """The ruling with one claim more, made as late as play allows, else at once; None where it is not upheld."""
    record = ruling.walk.hand.record
    if finding.seat is None:
        return None
    for at in (len(record.plays), finding.at):
        claim = Claim.model_validate(
            {
                "by": SEATS[left_of(finding.seat)],
                "against": SEATS[finding.seat],
                "at": on_paper(at),
                "infraction": finding.infraction,
                "trick": finding.trick,
                "reviewed": True,
            }
        )
        hand = hold(record.model_copy(update={"claims": [*record.claims, claim]}))
        again = adjudicate(hand, ruling.law) if hand else None
        if again and again.claims[-1].verdict == "upheld" and again.remedy.outcome == "renege":
            return again
    return None


def by_the_sheet(card: Game) -> Outcome:
    """How the game ends when the sheet is taken for right wherever something is written on it.

    All hands count, also those after the game was over by the cards: a table plays on for as long as its sheet says so.
    """
    totals = (0, 0)
    for line in card.lines:
        counted = line.counted or (0, 0)
        written = [points_of(line.hand, mark) for mark in line.written]
        made = [ruled if said is None else said for said, ruled in zip(written, counted, strict=True)]
        totals = (totals[0] + made[0], totals[1] + made[1])
    laws = [line.hand.law for line in card.lines]
    ends = {law.game.stands(totals, law.toggles) for law in laws}
    state: GameEnd = next((end for end in ("tied", "won") if end in ends), "unfinished")
    return Outcome(state, totals, int(totals[1] > totals[0]) if state == "won" else None)
