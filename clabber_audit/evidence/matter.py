"""A step that a law is asked about where something is open, and what it may have been."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.evidence.verdicts import Answer, some_world
from clabber_audit.evidence.worlds import Frame
from clabber_audit.games.bid_euchre.auction import Call as Bidding
from clabber_audit.games.bid_euchre.naming import Naming
from clabber_audit.law.bound_ruleset import Bound, BoundRuleset
from clabber_audit.law.infraction import LaydownResult, LaydownSearched
from clabber_audit.replay import Incident, Walk


class Matter(NamedTuple):
    """A step that a law is asked about, in a record that leaves something open."""

    bound: Bound
    step: Any
    walk: Walk
    asked: Frame
    law: BoundRuleset

    def objects(self, one: Any) -> bool:
        """Whether the law objects to one reading of the step."""
        return bool(self.bound.offends(one, self.law.toggles))

    def with_hand(self, hand: int) -> bool:
        """Whether the law objects where the seat was dealt a hand."""
        return self.objects(self.step._replace(hand=hand))


#: The steps, as far as worlds complete a step differently, that offend, each with what is known of it.
Told = Iterator[tuple[Any, Answer]]


def as_noted(matter: Matter) -> Told:
    """A step about which cards say nothing."""
    may_be = readings(matter)
    offending = [one for one in may_be if matter.objects(one)]
    found = plain([one in offending for one in may_be], matter.asked)
    if found:
        # Nobody is named who was not written down, but where only he can have done it.
        yield matter.step if len(offending) > 1 and matter.objects(matter.step) else offending[0], found


def plain(offenses: Sequence[bool], asked: Frame) -> Answer | None:
    """The answer where it is the same in every world, or the reading and not the cards decides."""
    if not any(offenses):
        return None
    some = some_world(asked)
    return Answer(some, None) if all(offenses) else Answer(some, some, exhausted=some is None)


def readings(matter: Matter) -> list[Any]:
    """What a step may have been where the record does not say, and cards have no part in it."""
    step, own = matter.step, matter.bound.infraction.readings
    found = own(step) if own else [step]
    return _READINGS[type(step)](step) if found == [step] and type(step) in _READINGS else found


def _laydowns(step: LaydownSearched) -> list[LaydownSearched]:
    known = (LaydownResult.GOOD, LaydownResult.FAILS)
    return [step] if step.result in known else [step._replace(result=result) for result in reversed(known)]


def _incidents(step: Incident) -> list[Incident]:
    """What somebody said to a seat, any other said."""
    if step.seat is None and step.to is not None:
        return [step._replace(seat=seat) for seat in range(len(step.seating.seats)) if seat != step.to]
    return [step]


#: The kinds of step that may be open although every card is known; what each kind may have been.
LEFT_OPEN: Final = (LaydownSearched, Incident)
_READINGS: Final[dict[type, Callable[[Any], list[Any]]]] = {
    LaydownSearched: _laydowns,
    Incident: _incidents,
    Naming: lambda step: step.readings,
    Bidding: lambda step: step.readings,
}
