"""How melds and belle are asked about where cards or moments are open."""

from __future__ import annotations

from collections.abc import Callable, Collection
from itertools import product
from typing import Any

from clabber_audit.evidence.matter import Matter, Told, as_noted
from clabber_audit.evidence.unwritten import moments
from clabber_audit.evidence.verdicts import Answer, answer, some_world
from clabber_audit.evidence.worlds import KEPT
from clabber_audit.evidence.worlds.asked import BellePlaced, MeldHeld
from clabber_audit.games.clabber.belle import Belle, BelleCall, first_said
from clabber_audit.games.clabber.beside import melds_of, noted_melds
from clabber_audit.games.clabber.melding import Entry
from clabber_audit.replay import Walk
from clabber_audit.table.cards import SEATS
from clabber_audit.table.moments import NEVER, PENDING, UNWRITTEN, number


def of_meld(matter: Matter) -> Told:
    """A run or four: what hangs on the melds that the hand held."""
    yield from over_moments(matter, _of_meld_as_written)


def _of_meld_as_written(matter: Matter) -> Told:
    """A run or four with its moments."""
    step, held = matter.step, matter.bound.infraction.held
    hangs = held(step, matter.law.toggles) if held and step.hidden else None
    if not hangs:
        yield from as_noted(matter)
        return
    melds, offends = hangs
    found = answer(matter.asked, MeldHeld(step.seat, melds), offends)
    if found:
        yield step, found


def of_belle(matter: Matter) -> Told:
    """A belle, or a call of belle."""
    yield from over_moments(matter, _of_belle_as_written)


def _of_belle_as_written(matter: Matter) -> Told:
    """The belle with each moment at which it may offend."""
    step, walk, stands = matter.step, matter.walk, matter.bound.infraction.stands
    own = [*walk.clocks(step.seat), KEPT, None]
    offending: dict[int, dict[tuple[int | None, int | None], BelleCall | Belle]] = {}
    for king, queen in product(own, own):
        one = _placed(step, walk, king, queen)
        if one and matter.objects(one):
            offending.setdefault(stands(one), {})[king, queen] = one
    for _, here in sorted(offending.items()):
        found = answer(matter.asked, BellePlaced(step.seat, _is_among(here)))
        if found:
            yield next(iter(here.values())), found


def _is_among(here: Collection[tuple[int | None, int | None]]) -> Any:
    return lambda king, queen: (king, queen) in here


def _placed(step: BelleCall | Belle, walk: Walk, king: int | None, queen: int | None) -> BelleCall | Belle | None:
    """The step where the two cards lay so; None where there is no belle to speak of."""
    if king is None or queen is None:
        return step._replace(holds=False) if isinstance(step, BelleCall) else None
    second = PENDING if KEPT in (king, queen) else max(king, queen)
    if isinstance(step, Belle):
        said = _said(walk, step.seat, second)
        return step._replace(second=second, said=step.said if said == UNWRITTEN else said)
    meld = (walk.hand.record.melds or [])[step.number]
    said = step.said if meld.announced != "in_turn" or step.with_laydown else second
    return step._replace(holds=True, second=second, said=said)


def _said(walk: Walk, seat: int, second: int) -> int:
    """When a seat first said belle, if its second card fell at clock `second`."""
    words = [
        meld.announced for meld in walk.hand.record.melds or () if meld.kind == "belle" and meld.seat == SEATS[seat]
    ]
    special = {None: UNWRITTEN, "in_turn": second, "never": NEVER}
    return first_said([special[word] if word in special else number(word) for word in words], second)


def over_moments(matter: Matter, asking: Callable[[Matter], Told]) -> Told:
    """A step about a meld, with each moment at which it may have been called or shown where nobody wrote that down."""
    steps = moments(matter.step, matter.law.toggles)
    if len(steps) == 1:
        yield from asking(matter)
        return
    told: dict[int, list[tuple[Any, Answer]]] = {}
    for step in steps:
        for one, found in asking(matter._replace(step=step)):
            # Of a belle each place of its second card is asked about apart.
            place = 0 if isinstance(one, Entry) else matter.bound.infraction.stands(one)
            told.setdefault(place, []).append((one, found))
    for group in told.values():
        answers = [found for _, found in group]
        guilty = next((found.guilty for found in answers if found.guilty), None)
        innocent = next((found.innocent for found in answers if found.innocent), None)
        exhausted = any(found.exhausted for found in answers)
        if innocent is None and len(group) < len(steps):
            innocent = some_world(matter.asked)
            exhausted = exhausted or innocent is None
        yield group[0][0], Answer(guilty, innocent, exhausted)


def possible_belles(walk: Walk) -> list[Belle]:
    """The belles of seats that are not known to hold one, to be asked of every world."""
    if not walk.trumps or noted_melds(walk) is None:
        return []
    known = {belle.seat for belle in melds_of(walk).belles}
    return [
        Belle(seat, PENDING, _said(walk, seat, PENDING), NEVER, in_meld=False, with_laydown=False)
        for seat in range(len(SEATS))
        if seat not in known and walk.hand.hidden[seat]
    ]
