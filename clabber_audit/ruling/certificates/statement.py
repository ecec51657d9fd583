"""Statements that a certificate proves, refutes or leaves open: that one of some infractions is true of the cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any, NamedTuple

from clabber_audit.evidence.finding import Finding
from clabber_audit.evidence.worlds import Question, World, world_with
from clabber_audit.evidence.worlds.asked import BellePlaced, CardFell, HandDealt, TurnCame
from clabber_audit.games.clabber.melds import belle_cards
from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.infractions import infractions
from clabber_audit.replay import Walk
from clabber_audit.ruling.certificates.facts import Fact, known_by
from clabber_audit.table.cards import BIT, RANK, SEAT


class Offense(NamedTuple):
    """An infraction that cards decide: whose, and where it stands."""

    infraction: str
    seat: int
    at: int
    #: The suit that was called without holding it, as a mask; 0 elsewhere.
    suit: int = 0
    #: Of a lay-down, whether what every seat still held is stated, so that line by line may be followed.
    all_hands: bool = False

    @property
    def of_card(self) -> bool:
        """Whether it is about the card that falls at its clock."""
        return infractions()[self.infraction].of_card


def fault_of(finding: Finding, walk: Walk) -> Offense | None:
    """What a finding says of the cards; None where no card decides it."""
    if finding.seat is None:
        return None
    if finding.of_card:
        return Offense(finding.infraction, finding.seat, finding.at)
    infraction = infractions()[finding.infraction]
    if infraction.certified == "suit":
        # Where it is open which suit was accepted, it is not the cards alone that decide.
        return Offense(finding.infraction, finding.seat, finding.at, walk.trumps) if walk.trumps else None
    if infraction.lay and not _decided_by_calls(finding, walk):
        return Offense(finding.infraction, finding.seat, finding.at)
    return None


def _decided_by_calls(finding: Finding, walk: Walk) -> bool:
    """Whether more than cards has a say about a belle: another meld called, or shown with king or queen.

    So has a call of which nobody knows when it came.
    """
    recorded = walk.hand.record.melds or ()
    own = [meld for meld in recorded if SEAT[meld.seat] == finding.seat]
    if any(meld.kind == "belle" and meld.announced is None for meld in own):
        return True
    if infractions()[finding.infraction].certified == "belle held":
        return finding.meld is None or recorded[finding.meld].kind != "belle"
    both = belle_cards(walk.trumps) if walk.trumps else RANK["K"] | RANK["Q"]
    return any(BIT[card] & both for meld in own for card in meld.cards)


def questions(faults: Sequence[Offense], walk: Walk, law: BoundRuleset) -> list[Question]:
    """The faults as questions about worlds, those of one clock put as one."""
    found: list[Question] = []
    for clock in sorted({fault.at for fault in faults if fault.of_card}):
        here = {fault.infraction for fault in faults if fault.at == clock}
        turns = tuple(_turn_law(bound.offends, law) for bound in law.turns if bound.infraction.id in here)
        duties = tuple(
            bound.offends for bound in law.duties_at(clock, walk.hand.seating) if bound.infraction.id in here
        )
        found += [TurnCame(clock, turns)] if turns else []
        found += [CardFell(clock, duties)] if duties else []
    for fault in faults:
        if lay := infractions()[fault.infraction].lay:
            found.append(BellePlaced(fault.seat, partial(lay, fault.at)))
        elif fault.suit:
            found.append(HandDealt(fault.seat, fault.suit, _lacks(fault.suit)))
    return found


def _turn_law(offends: Any, law: BoundRuleset) -> Any:
    return lambda turn: offends(turn, law.toggles)


def _lacks(suit: int) -> Any:
    return lambda hand: not hand & suit


class Statement(NamedTuple):
    """That at least one of some faults is true, or with `denied` that none of them is."""

    faults: tuple[Offense, ...]
    denied: bool
    walk: Walk
    law: BoundRuleset

    def counter(self, facts: Sequence[Fact], like: World | None = None) -> World | None:
        """A world in which some facts hold and the statement is false; None when there is none."""
        frames, asked = known_by(self.walk, facts), questions(self.faults, self.walk, self.law)
        if not self.denied:
            return world_with(frames, [(question, False) for question in asked], like)
        worlds = (world_with(frames, [(question, True)], like) for question in asked)
        return next((world for world in worlds if world), None)
