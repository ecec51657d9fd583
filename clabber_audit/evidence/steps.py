"""How each kind of step is asked about where cards are open. Of a kind that nobody told us about nothing is certain."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from clabber_audit.evidence.matter import Matter, Told, as_noted, plain
from clabber_audit.evidence.melding import of_belle, of_meld
from clabber_audit.evidence.telling import of_held
from clabber_audit.evidence.verdicts import Answer, answer, some_world
from clabber_audit.evidence.worlds import Frame
from clabber_audit.evidence.worlds.asked import HandDealt, StillHeld, TurnedUp
from clabber_audit.games.bid_euchre.auction import Call as Bidding
from clabber_audit.games.bid_euchre.exchanging import Exchange, Missing
from clabber_audit.games.bid_euchre.leaving import Leaving
from clabber_audit.games.bid_euchre.naming import GoingAlone, Naming
from clabber_audit.games.bid_euchre.special_calls import SpecialCall
from clabber_audit.games.bid_euchre.steps import Stray
from clabber_audit.games.clabber.auction import Call
from clabber_audit.games.clabber.belle import Belle, BelleCall
from clabber_audit.games.clabber.melding import Entry
from clabber_audit.games.clabber.upcard import suits_turned_up
from clabber_audit.law.bound_ruleset import Bound, BoundRuleset
from clabber_audit.law.infraction import ClaimWeighed, LaydownSearched, ScoreCompared, SheetDoubted
from clabber_audit.law.infractions import incident_kinds
from clabber_audit.replay import Dealing, Incident, Walk
from clabber_audit.table.cards import SEAT, SUIT


def of_step(bound: Bound, step: Any, walk: Walk, asked: Frame, law: BoundRuleset) -> Told:
    """What is known of a step. Of a kind that nobody told us how to ask about nothing is certain."""
    return _ASKING.get(type(step), _of_anything)(Matter(bound, step, walk, asked, law))


def _of_anything(matter: Matter) -> Told:
    """A step of an unfamiliar kind: what is open may have to do with it or not, so that either is possible."""
    some = some_world(matter.asked)
    yield matter.step, Answer(some, some, exhausted=some is None)


def _of_call(matter: Matter) -> Told:
    """A call in the declaring: whether its caller held the suit, and what it was that had been turned up."""
    step, suits = matter.step, _offending_upcards(matter)
    if suits:
        # The up-card was not noted: it is whichever of his cards the dealer turned up.
        found = answer(matter.asked, TurnedUp(SEAT[matter.walk.hand.record.deal.dealer], suits))
    elif step.hidden and (matter.objects(step) or matter.with_hand(step.hand | matter.walk.hand.pool)):
        found = answer(matter.asked, HandDealt(step.seat, step.suit, matter.with_hand))
    else:
        yield from as_noted(matter)
        return
    if found:
        yield step, found


def _offending_upcards(matter: Matter) -> int:
    """The suits of which one turned up makes a call offend that otherwise does not."""
    if matter.step.turned_up or matter.objects(matter.step):
        return 0
    return sum(suit for suit in SUIT.values() if matter.objects(matter.step._replace(turned_up=suit)))


def _of_incident(matter: Matter) -> Told:
    """What was noted beside the cards; of a card exposed, whether it was still closed."""
    shown = incident_kinds()[matter.step.kind].shows_card and matter.objects(matter.step)
    if not shown or matter.bound.offends is matter.bound.infraction.happened:
        yield from as_noted(matter)
        return
    found = _of_exposure(matter.step, matter.walk, matter.asked)
    if found:
        yield matter.step, found


def _of_exposure(step: Incident, walk: Walk, asked: Frame) -> Answer | None:
    """Whether the card was still closed: not if it had fallen by then, nor if it was the up-card (D-68)."""
    found: Answer | None = plain([True], asked)
    if step.card and step.seat is not None and step.at > 0:
        found = answer(asked, StillHeld(min(step.at, len(walk.cards)) - 1, step.seat, step.card))
    if found and found.proven and step.card and step.seat == step.dealer and step.card & _unseen(walk):
        # Nobody wrote down which card was turned up, and it is one of the dealer's.
        return Answer(found.guilty, found.guilty)
    return found


def _unseen(walk: Walk) -> int:
    """The suits of which one may have been turned up where nobody wrote down the up-card."""
    if walk.hand.record.deal.upcard:
        return 0
    return walk.declared.turned_up or suits_turned_up(walk.hand)


def _of_laydown(matter: Matter) -> Told:
    """A lay-down, with the worlds that were found about it."""
    step = matter.step
    for one, found in as_noted(matter):
        shown = not found.proven and (any(step.worlds) or step.exhausted)
        yield one, Answer(step.worlds[0], step.worlds[1], step.exhausted) if shown else found


#: How each kind of step is asked about where cards are open.
_ASKING: Final[dict[type, Callable[[Matter], Told]]] = {
    Belle: of_belle,
    BelleCall: of_belle,
    Bidding: of_held,
    SpecialCall: of_held,
    Exchange: of_held,
    Naming: as_noted,
    GoingAlone: as_noted,
    Leaving: as_noted,
    Missing: as_noted,
    Stray: as_noted,
    Call: _of_call,
    ClaimWeighed: as_noted,
    Dealing: as_noted,
    Entry: of_meld,
    Incident: _of_incident,
    LaydownSearched: _of_laydown,
    ScoreCompared: as_noted,
    SheetDoubted: as_noted,
}
