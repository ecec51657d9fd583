"""What it would have been: the hand from an offending card on, had a legal one been played in its place.

The question has no one answer. For each legal card there is the result with best play by both sides from there, all
hands face up: a range, to be shown as a side remark and never as the ruling.
"""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.evidence.double_dummy import BUDGET, DoubleDummy, Position, TooLarge
from clabber_audit.evidence.effort import Spent
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.melds import winners
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.scoring import is_set
from clabber_audit.law.bound_ruleset import legal_cards
from clabber_audit.law.infractions import infractions
from clabber_audit.replay import Walk, laid_down_by
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.tally import entitled
from clabber_audit.table.cards import SEAT, TEAMS, team_of
from clabber_audit.table.seating import Scores


class Choice(NamedTuple):
    """One legal card, and what best play by both sides makes of the hand after it."""

    #: The card's bit.
    card: int
    #: All points by team: tricks, the ten for the last, melds and belle (R-068).
    totals: Scores
    #: Whether the makers would be set (R-070); None where it is not known who they are.
    makers_set: bool | None


class Instead(NamedTuple):
    """What a hand would have been without one infraction."""

    finding: Finding
    #: Who would have played: the offender; of a lead out of turn, the rightful leader.
    seat: int
    #: Every legal card, in the order of the pack. Empty when it was not worked out: too many positions to look at.
    choices: tuple[Choice, ...]

    def range(self, team: int) -> Scores:
        """The fewest and the most points of a team, over the legal cards; only where there are choices."""
        totals = [choice.totals[team] for choice in self.choices]
        return min(totals), max(totals)

    @property
    def makers_set(self) -> bool | None:
        """Whether the makers would be set whatever legal card is played; None when it depends, or is not known."""
        answers = {choice.makers_set for choice in self.choices}
        return answers.pop() if len(answers) == 1 else None


def instead(ruling: Ruling, budget: int = BUDGET) -> tuple[Instead, ...]:
    """What the hand would have been without each card proven to offend, one at a time.

    Of a failure to follow, trump or overtrump every legal card is tried; of a lead out of turn, every lead that the
    rightful leader had. A card played out of turn is left out: it could have been legal a moment later, so that no
    card would have taken its place. So is all of a hand not known from the deal on, of one whose deal is void, and of
    one in which cards fell so unevenly that no whole tricks can follow.
    """
    walk = ruling.walk
    open_meld = any(finding.meld is not None and finding.verdict == "undetermined" for finding in ruling.findings)
    if not walk.trumps or any(walk.hand.hidden) or ruling.unclaimed.outcome == "redeal" or open_meld:
        return ()
    law, trump = ruling.law, walk.trumps
    search = DoubleDummy(trump, lambda hand, led, above: legal_cards(law, hand, led, trump, above), budget)
    extra = _melds(ruling)
    # The latest first: these are quick, and what they find serves the earlier ones.
    found = [_without(finding, walk, search, extra) for finding in reversed(ruling.findings) if _of_a_card(finding)]
    return tuple(item for item in reversed(found) if item)


def _of_a_card(finding: Finding) -> bool:
    duty = infractions()[finding.infraction].place == "duty"
    return finding.verdict == "proven" and (duty or finding.led_for_another)


def _without(finding: Finding, walk: Walk, search: DoubleDummy, extra: Scores) -> Instead | None:
    position = _before(finding, walk)
    if position is None or not position.even:
        return None
    try:
        after = search.after_each(position)
    except (TooLarge, Spent):
        return Instead(finding, position.turn, ())
    taken = _taken(walk, walk.hand.seating.trick_of(finding.at) - 1)
    choices = [_choice(card, taken + points, extra, walk.makers) for card, points in sorted(after.items())]
    return Instead(finding, position.turn, tuple(choices))


def _before(finding: Finding, walk: Walk) -> Position | None:
    """The table just before an offending card, the right seat to play; None when that is not known."""
    at = finding.at
    seats = [finding.seat]
    if finding.led_for_another:
        seats = [SEAT[letter] for letter in finding.facts["turn"]]
    if 0 in walk.cards[:at] or len(seats) != 1 or seats[0] is None:
        return None
    lead = walk.hand.seating.lead_of(at)
    trick = tuple(zip(walk.hand.seats[lead:at], walk.cards[lead:at], strict=True))
    hands = tuple(walk.held(who, at) for who in range(len(walk.hand.dealt)))
    return Position(hands, seats[0], trick)


def _taken(walk: Walk, tricks: int) -> int:
    """What North-South took in the first tricks."""
    pairs = zip(walk.fell.winners[:tricks], walk.fell.points[:tricks], strict=True)
    return sum(points or 0 for winner, points in pairs if winner is not None and not team_of(winner))


def _choice(card: int, north_south: int, extra: Scores, makers: int | None) -> Choice:
    totals = (north_south + extra[0], CARD_POINTS + LAST_TRICK - north_south + extra[1])
    return Choice(card, totals, None if makers is None else is_set(totals, makers))


def _melds(ruling: Ruling) -> Scores:
    """What the melds and belles of a hand count by team.

    Of a hand played out as they were called. Where play stopped before that, as the ruling counts them for a side
    whose play was stopped, for both sides; still, only the side with the highest meld scores its runs and fours.
    """
    walk, toggles = ruling.walk, ruling.law.toggles
    if walk.over or laid_down_by(walk.hand) is not None:
        counted = [item for item in ruling.tally.melds if item.scores]
    else:
        stop = len(walk.cards) if ruling.stop is None else ruling.stop
        sides = [entitled(walk, ruling.findings, ruling.law, team, stop) for team in range(len(TEAMS))]
        best = winners([[item.meld for item in side if item.meld] for side in sides], walk.trumps, toggles)
        counted = [item for side in sides for item in side if item.meld is None or item.team == best]
    points = [sum(item.points for item in counted if item.team == team) for team in range(len(TEAMS))]
    return points[0], points[1]
