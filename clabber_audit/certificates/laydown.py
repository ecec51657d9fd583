"""Certificates of lay-downs: the four hands from which every line, or a losing one, can be played."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from clabber_audit.adjudicate import Ruling
from clabber_audit.cards import DECK_SIZE, SEAT, SEATS
from clabber_audit.certificates.certificate import Certificate
from clabber_audit.certificates.facts import Fact, facts_of
from clabber_audit.certificates.statement import Fault
from clabber_audit.infraction import LaydownSearched
from clabber_audit.laydown.hearing import moment
from clabber_audit.replay import Replay

_FAULT: Final = "failed-laydown"


def laydown_certificates(ruling: Ruling) -> Iterator[Certificate]:
    """The certificate of an agreed lay-down.

    Of a hand known whole the facts that say what every seat still held; where it is open, a hand of either kind.
    """
    laydown, walk = ruling.walk.hand.record.laydown, ruling.walk
    if not (laydown and laydown.agreed and isinstance(laydown.at, int) and LaydownSearched in ruling.law.others):
        return
    if walk.fell.turns:
        # Where somebody played out of turn it is not said who goes on.
        return
    faults = (Fault(_FAULT, SEAT[laydown.by], moment(walk)),)
    found = [(number, finding) for number, finding in enumerate(ruling.findings) if finding.infraction == _FAULT]
    for number, finding in found:
        if finding.verdict == "undetermined" and finding.worlds[0] and finding.worlds[1]:
            yield Certificate("finding", number, "undetermined", faults, worlds=(finding.worlds[0], finding.worlds[1]))
        elif finding.verdict == "proven":
            yield from _decided(walk, Certificate("finding", number, "proven", faults))
    if not found:
        yield from _decided(walk, Certificate("laydown", 0, "refuted", faults))


def _decided(walk: Replay, certificate: Certificate) -> Iterator[Certificate]:
    """The certificate with the facts that say where every card lay; none where one only follows from the others."""
    premises = _whereabouts(walk, moment(walk)) if walk.certain else None
    if premises:
        yield certificate._replace(premises=tuple(premises))


def _whereabouts(walk: Replay, at: int) -> list[Fact] | None:
    """Trumps, the cards as they fell before a clock, and whose each other card was; None where one is not said."""
    facts = facts_of(walk)
    found = [fact for fact in facts if fact.kind == "trump" or (fact.kind == "play" and fact.at < at)]
    if len([fact for fact in found if fact.kind == "play"]) < at:
        return None
    for seat in range(len(SEATS)):
        left = walk.held(seat, at)
        while left:
            card = left & -left
            left ^= card
            said = [fact for fact in facts if fact.cards == card and fact.seat == seat]
            if not said:
                return None
            found.append(said[-1])
    # The last card of the pack is whose it must be.
    return found[:-1] if at == DECK_SIZE - 1 else found
