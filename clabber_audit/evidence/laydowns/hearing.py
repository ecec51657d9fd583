"""The lay-down of a record, put to the search: the table at its moment, and what is known of every hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, Final, NamedTuple

from clabber_audit.evidence.effort import Effort as Work
from clabber_audit.evidence.effort import Spent, within
from clabber_audit.evidence.laydowns.deals import Hands, single
from clabber_audit.evidence.laydowns.duties import Duties, duties
from clabber_audit.evidence.laydowns.hidden import OpenPosition
from clabber_audit.evidence.laydowns.position import Laid, Leads, Line
from clabber_audit.evidence.laydowns.search import losing_line
from clabber_audit.evidence.laydowns.tables import tables
from clabber_audit.evidence.laydowns.weighing import EFFORT, Effort, Play, Weighed, weigh
from clabber_audit.evidence.worlds import World, frame, world_with
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.games.clabber.upcard import hands_with_upcard
from clabber_audit.law.bound_ruleset import BoundRuleset, legal_cards
from clabber_audit.law.infraction import LaydownResult, LaydownSearched
from clabber_audit.record.hand import Hand
from clabber_audit.replay import Walk, replay
from clabber_audit.table.cards import BIT, CODE, DECK, SEAT, SEATS
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
    """Search a lay-down for a trick that it can lose; what the record leaves open is tried in every way.

    If nothing was agreed, or the law does not ask, search only if somebody claimed that it can lose a trick.
    """
    laydown = walk.hand.record.laydown
    assert laydown is not None
    asked = LaydownSearched(SEAT[laydown.by], number(laydown.at), laydown.agreed, LaydownResult.NOT_ASKED)
    if not (claimed or (laydown.agreed and LaydownSearched in law.others)):
        return asked
    if law.leads and not walk.hand.even:
        # In a miscounted deal it is not known if a trump that no hand holds fell, or was never dealt.
        return asked._replace(result=LaydownResult.NOT_SUPPORTED)
    if not (walk.hand.whole and walk.trumps):
        return _heard(walk, law, asked)
    try:
        ((_, table),) = tables(walk, moment(walk))
        leads = leads_of(law, walk.trumps)
        # Without a law on leads so many lines are one and the same that the search always comes to its end.
        most = _LINES if leads else None
        line = losing_line(table.here, laid(walk, law, walk.trumps), duties_of(law, walk.trumps), leads, most)
    except Spent:
        return asked._replace(result=LaydownResult.NOT_SETTLED)
    return asked._replace(result=LaydownResult.FAILS if line else LaydownResult.GOOD, line=_written(line))


def _heard(walk: Walk, law: BoundRuleset, asked: LaydownSearched) -> LaydownSearched:
    """Search the lay-down of a hand in which cards or the trump suit are not known."""
    found = heard(walk, law)
    if found.exhausted or (found.good is None and not found.bad):
        # Half an answer is none: what was found before the search was given up depends on where it began.
        return asked._replace(result=LaydownResult.NOT_SETTLED)
    if found.good is not None:
        result = LaydownResult.GOOD if found.good else LaydownResult.FAILS
        return asked._replace(result=result, line=_written(found.line))
    return asked._replace(result=LaydownResult.OPEN, line=_written(found.line), worlds=(found.bad, found.fine))


#: How many positions between tricks are looked at under a law on leads.
_LINES: Final = 20_000


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
                play = Play(duties_of(law, trump), leads_of(law, trump))
                weighed = weigh(table, laid(walk, law, trump), play, effort, only_bad)
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


def leads_of(law: BoundRuleset, trump: int) -> Leads | None:
    """Return the law on leads under a trump suit; None where any card may be led."""
    return _leads(tuple(bound.offends for bound in law.leads if bound.infraction.place == "duty"), trump)


@lru_cache(maxsize=64)
def _leads(offends: tuple[Callable[..., Any], ...], trump: int) -> Leads | None:
    """Return one function for the same laws, so that what was found out under them is known again."""
    if not offends:
        return None

    def allowed(hand: int, fallen: int) -> int:
        return sum(card for card in single(hand) if not any(one(card, hand, DECK, trump, fallen) for one in offends))

    return allowed


def moment(walk: Walk) -> int:
    """How many cards lay on the table at the lay-down; one before the first card or after the last comes at the end."""
    assert walk.hand.record.laydown is not None
    return max(0, min(number(walk.hand.record.laydown.at), len(walk.cards)))


def _written(line: Line | None) -> tuple[str, ...]:
    return tuple(f"{SEATS[who]}:{CODE[card]}" for who, card in line or ())
