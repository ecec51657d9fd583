"""The lay-down of a record, put to the search: the table at its moment, and what is known of every hand."""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.evidence.effort import Effort as Work
from clabber_audit.evidence.effort import Spent, within
from clabber_audit.evidence.laydowns.deals import Hands
from clabber_audit.evidence.laydowns.duties import Duties, duties
from clabber_audit.evidence.laydowns.hidden import OpenPosition
from clabber_audit.evidence.laydowns.position import Laid, Line
from clabber_audit.evidence.laydowns.search import losing_line
from clabber_audit.evidence.laydowns.tables import tables
from clabber_audit.evidence.laydowns.weighing import EFFORT, Effort, Weighed, weigh
from clabber_audit.evidence.worlds import World, frame, world_with
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.games.clabber.upcard import hands_with_upcard
from clabber_audit.law.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.law.infraction import LaydownSearched
from clabber_audit.record.hand import Hand
from clabber_audit.replay import Walk, replay
from clabber_audit.table.cards import BIT, CODE, SEAT, SEATS
from clabber_audit.table.moments import number


class Heard(NamedTuple):
    """What was found out about a lay-down, over all trump suits and tables that its record leaves possible."""

    line: Line | None = None
    bad: World | None = None
    fine: World | None = None
    exhausted: bool = False

    @property
    def good(self) -> bool | None:
        """Whether nothing can be lost; None when that is open."""
        if self.exhausted or bool(self.bad) == bool(self.fine):
            return None
        return self.bad is None


def searched(walk: Walk, law: BoundRuleset, *, claimed: bool = False) -> LaydownSearched:
    """The lay-down of a hand with the answer whether it can lose a trick; what is open is tried in every way.

    Where nothing was agreed, or the law does not ask, nothing is searched unless it is `claimed` to lose.
    """
    laydown = walk.hand.record.laydown
    assert laydown is not None
    seat, at = SEAT[laydown.by], number(laydown.at)
    if not (claimed or (laydown.agreed and LaydownSearched in law.others)):
        return LaydownSearched(seat, at, laydown.agreed, None, ())
    if law.leads:
        # The search leads any card: what is lost on a line may be lost on none that such a law allows.
        return LaydownSearched(seat, at, laydown.agreed, None, (), exhausted=True)
    if walk.hand.whole and walk.trumps:
        try:
            ((_, table),) = tables(walk, moment(walk))
        except Spent:
            return LaydownSearched(seat, at, laydown.agreed, None, (), exhausted=True)
        line = losing_line(table.here, laid(walk, law, walk.trumps), duties_of(law, walk.trumps))
        return LaydownSearched(seat, at, laydown.agreed, line is None, _written(line))
    found = heard(walk, law)
    if found.exhausted:
        # What was come upon before the search was given up depends on where it began; half an answer is none.
        return LaydownSearched(seat, at, laydown.agreed, None, (), exhausted=True)
    worlds = (None, None) if found.good is not None else (found.bad, found.fine)
    return LaydownSearched(seat, at, laydown.agreed, found.good, _written(found.line), worlds)


def heard(walk: Walk, law: BoundRuleset, effort: Effort = EFFORT, only_bad: bool = False) -> Heard:
    """The lay-down of a hand in which cards or the trump suit are not known.

    With `only_bad` it is asked only whether a trick can be lost.
    """
    found = Heard()
    if walk.declared.unplayed:
        return found
    asked: list[tuple[int, Hand, OpenPosition]] = []
    for one in walk.under_each_trump:
        assert one.trumps
        for dealt in hands_with_upcard(one.hand, one.declared.turned_up):
            here = one if dealt is one.hand else replay(dealt, one.order, one.strain)
            try:
                asked += [(one.trumps, hand, table) for hand, table in tables(here, moment(one))]
            except Spent:
                found = found._replace(exhausted=True)
    # An equal part for each, so that nothing depends on which comes first.
    effort = effort.shared(max(len(asked), 1))
    whole = Work(effort.work)
    for trump, hand, table in asked:
        try:
            with within(whole):
                weighed = weigh(table, laid(walk, law, trump), duties_of(law, trump), effort, only_bad)
        except Spent:
            if not whole.spent:
                raise
            return found._replace(exhausted=True)
        found = _joined(found, weighed, hand, trump, moment(walk))
        if found.bad and found.fine:
            break
    return found


def _joined(found: Heard, weighed: Weighed, hand: Hand, trump: int, at: int) -> Heard:
    """What was found so far and what was found at one more table."""
    line, bad, fine = found.line, found.bad, found.fine
    if weighed.bad and not bad:
        line, bad = weighed.line, world_at(hand, trump, at, weighed.bad)
    if weighed.fine and not fine:
        fine = world_at(hand, trump, at, weighed.fine)
    return Heard(line, bad, fine, not (bad and fine) and (found.exhausted or weighed.exhausted))


def world_at(hand: Hand, trump: int, at: int, hands: Hands) -> World | None:
    """The complete hand in which the seats hold these cards at clock `at`."""
    asked = frame(hand, RANKINGS[trump])
    here = [place.seat >= 0 and place.clock >= at for place in asked.places]
    masks = [hands[place.seat] if held else ~sum(hands) for place, held in zip(asked.places, here, strict=True)]
    return world_with([asked.within(masks)], [])


def laid(walk: Walk, law: BoundRuleset, trump: int) -> Laid:
    """The lay-down of a record as a law tests it under a trump suit."""
    laydown, toggles = walk.hand.record.laydown, law.toggles
    assert laydown is not None
    order = tuple(BIT[card] for card in laydown.order)
    return Laid(SEAT[laydown.by], trump, order, toggles.laydown_standard, toggles.laydown_scope)


def duties_of(law: BoundRuleset, trump: int) -> Duties:
    """What a law lets a hand play under a trump suit."""
    return duties(lambda hand, led, above: legal_cards(law, hand, led, trump, above), trump)


def moment(walk: Walk) -> int:
    """How many cards lay on the table at the lay-down; one before the first card or after the last comes at the end."""
    assert walk.hand.record.laydown is not None
    return max(0, min(number(walk.hand.record.laydown.at), len(walk.cards)))


def _written(line: Line | None) -> tuple[str, ...]:
    return tuple(f"{SEATS[who]}:{CODE[card]}" for who, card in line or ())
