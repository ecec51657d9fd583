"""Certificates of lay-downs: the fewest facts with which nothing can be lost, or the four hands from which it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import DECK_SIZE, SEAT, SEATS
from clabber_audit.certificates.certificate import Certificate
from clabber_audit.certificates.facts import Fact, facts_of, hand_of
from clabber_audit.certificates.fewest import fewest
from clabber_audit.certificates.statement import Fault
from clabber_audit.infraction import LaydownSearched
from clabber_audit.law import Law
from clabber_audit.laydown.hearing import heard, moment
from clabber_audit.laydown.weighing import Effort
from clabber_audit.replay import Replay, replay
from clabber_audit.worlds import Exhausted, World

_FAULT: Final = "failed-laydown"
_PLAYERS: Final = len(SEATS)
#: For each set of facts that is tried. A proof that takes more is not short, whatever the number of its facts.
_EFFORT: Final = Effort(1_000, 100, 1_000)


def laydown_certificates(ruling: Ruling) -> Iterator[Certificate]:
    """The certificate of an agreed lay-down.

    Of a good one the fewest facts with which nothing can be lost whatever else is unknown; of one that fails, the
    facts that say what every seat still held; where it is open, a hand of either kind.
    """
    laydown, walk = ruling.walk.hand.record.laydown, ruling.walk
    if not (laydown and laydown.agreed and isinstance(laydown.at, int) and LaydownSearched in ruling.law.others):
        return
    if walk.fell.turns:
        # Where somebody played out of turn it is not said who goes on.
        return
    fault = Fault(_FAULT, SEAT[laydown.by], moment(walk))
    found = [(number, finding) for number, finding in enumerate(ruling.findings) if finding.infraction == _FAULT]
    for number, finding in found:
        if finding.verdict == "undetermined" and finding.worlds[0] and finding.worlds[1]:
            yield Certificate(
                "finding", number, "undetermined", (fault,), worlds=(finding.worlds[0], finding.worlds[1])
            )
        elif finding.verdict == "proven":
            yield from _with_all_hands(Certificate("finding", number, "proven", (fault,)), walk)
    if not found:
        good = Certificate("laydown", 0, "refuted", (fault,))
        # The best line may be another one for every deal.
        premises = None if ruling.law.toggles.laydown_standard == "best_line" else _enough(walk, ruling.law)
        if premises:
            yield good._replace(premises=tuple(premises))
        else:
            yield from _with_all_hands(good, walk)


def _with_all_hands(certificate: Certificate, walk: Replay) -> Iterator[Certificate]:
    """The certificate with where every card was; none where one of them only follows from the others."""
    premises = _whereabouts(walk)
    if premises:
        faults = tuple(fault._replace(all_hands=True) for fault in certificate.faults)
        yield certificate._replace(faults=faults, premises=tuple(premises))


def _enough(walk: Replay, law: Law) -> list[Fact] | None:
    """Whose lead it was, and the fewest other facts with which no trick can be lost.

    Where an order was stated, all cards of the one who laid down too. None where one of them is not said, or it was not
    found out.
    """
    given = _given(walk)
    if given is None:
        return None
    told = sum(fact.cards for fact in given if fact.kind != "trump")
    others = [fact for fact in facts_of(walk) if fact.kind != "trump" and not fact.cards & told]

    def losing(facts: Sequence[Fact]) -> World | None:
        found = heard(replay(hand_of(walk, [*given, *facts]), walk.trump), law, _EFFORT, only_bad=True)
        if found.exhausted:
            raise Exhausted
        return found.bad

    try:
        needed = fewest(others, losing)
    except Exhausted:
        return None
    return None if needed is None else [fact for fact in facts_of(walk) if fact in given or fact in needed]


def _given(walk: Replay) -> list[Fact] | None:
    """Trumps, the trick before and the one under way, and the hand of who stated an order; None if any is not said."""
    at, laydown, facts = moment(walk), walk.hand.record.laydown, facts_of(walk)
    assert laydown is not None
    start = at - at % _PLAYERS
    found = [fact for fact in facts if fact.kind == "trump" or max(start - _PLAYERS, 0) <= fact.at < at]
    whole = len(found) == 1 + min(at, at % _PLAYERS + _PLAYERS)
    if laydown.order:
        seat = SEAT[laydown.by]
        fallen = sum(fact.cards for fact in found if fact.at >= 0)
        hand = {fact.cards: fact for fact in reversed(facts) if fact.seat == seat and not fact.cards & fallen}
        found += hand.values()
        whole &= not walk.hand.hidden[seat]
    return found if whole else None


def _whereabouts(walk: Replay) -> list[Fact] | None:
    """Trumps, the cards as they fell before the lay-down, and whose each other card was; None where one is not said."""
    facts, at = facts_of(walk), moment(walk)
    found = [fact for fact in facts if fact.kind == "trump" or (fact.kind == "play" and fact.at < at)]
    if not walk.certain or len([fact for fact in found if fact.kind == "play"]) < at:
        return None
    for seat in range(_PLAYERS):
        cards = _said(facts, seat, walk.held(seat, at))
        if cards is None:
            return None
        found += cards
    # The last card of the pack is whose it must be.
    return found[:-1] if at == DECK_SIZE - 1 else found


def _said(facts: Sequence[Fact], seat: int, cards: int) -> list[Fact] | None:
    """The facts that say that each of some cards was dealt to a seat; None where one is not said."""
    said = {fact.cards: fact for fact in facts if fact.seat == seat and fact.cards & cards}
    return list(said.values()) if sum(said) == cards else None
