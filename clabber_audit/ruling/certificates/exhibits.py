"""What of a certificate is laid before a reader: its facts, some of them together; of its two hands what matters."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from typing import Literal, NamedTuple

from clabber_audit.evidence.worlds import World
from clabber_audit.law.infractions import infractions
from clabber_audit.ruling.certificates.certificate import Certificate
from clabber_audit.ruling.certificates.facts import Fact
from clabber_audit.table.cards import CODE, codes


class Premise(NamedTuple):
    """Facts that are told as one."""

    #: "trick" is one whose cards all fell before what is in question, "kept" what was left in a hand after it.
    kind: Literal["trump", "pile", "trick", "dealt", "aside", "kept", "play"]
    facts: tuple[Fact, ...]


class Lying(NamedTuple):
    """A card of a hand that may have been."""

    code: str
    #: Whether it lies elsewhere in the other hand, and whether the question is about it.
    differs: bool = False
    asked: bool = False


class Exhibit(NamedTuple):
    """A complete hand that agrees with the record, as far as it matters."""

    #: The trump suit, where the two hands differ in it; else empty.
    trump: str
    #: What each seat had at the moment of which the hands are.
    held: tuple[tuple[Lying, ...], ...]
    #: The tricks that matter, by number, in the order in which their cards fell.
    tricks: tuple[tuple[int, tuple[Lying, ...]], ...]


def of_laydown(certificate: Certificate) -> bool:
    """Whether it is about a hand laid down."""
    return infractions()[certificate.faults[0].infraction].certified == "laydown"


def premises(certificate: Certificate) -> Iterator[Premise]:
    """The facts in order; those that a seat had or was dealt together, whichever way each is known."""
    laid_down, seating = certificate.faults[0].at if of_laydown(certificate) else 0, certificate.hand.seating
    played = {fact.at for fact in certificate.premises if fact.kind == "play"}

    def told(fact: Fact) -> tuple[Literal["trump", "pile", "trick", "dealt", "aside", "kept", "play"], int, int]:
        if fact.kind != "play":
            return fact.kind, fact.seat, -1 if fact.kind == "dealt" else fact.at
        trick = seating.clocks_of(seating.trick_of(fact.at))
        if fact.at < laid_down and played.issuperset(range(trick.start, min(trick.stop, laid_down))):
            return "trick", -1, trick.start
        return ("kept", fact.seat, -1) if _kept(fact, certificate) else ("play", fact.seat, fact.at)

    for (kind, *_where), facts in groupby(certificate.premises, told):
        yield Premise(kind, tuple(facts))


def _kept(fact: Fact, certificate: Certificate) -> bool:
    """Whether a card played tells what was left in a hand once its card in question had fallen."""
    if of_laydown(certificate):
        return fact.at >= certificate.faults[0].at
    return any(
        fault.seat == fact.seat and fault.at < fact.at and infractions()[fault.infraction].place == "duty"
        for fault in certificate.faults
    )


def start(certificate: Certificate) -> int | None:
    """The clock of which the hands are: of the trick, or of that before it where the turn is in question.

    None where they are as dealt.
    """
    (fault, *_more) = certificate.faults
    if of_laydown(certificate):
        return fault.at
    if not fault.of_card:
        return None
    seating = certificate.hand.seating
    lead = seating.lead_of(fault.at)
    return max(lead - seating.width, 0) if infractions()[fault.infraction].place == "turn" else lead


def exhibit(certificate: Certificate, world: World, other: World) -> Exhibit:
    """One of the two hands of a certificate, beside the other."""
    held = [
        tuple(Lying(code, code not in theirs) for code in own)
        for own, theirs in zip(_held(certificate, world), _held(certificate, other), strict=True)
    ]
    asked = certificate.faults[0].at if certificate.faults[0].of_card else None
    tricks, seating = [], certificate.hand.seating
    for lead in _leads(certificate, world, other):
        clocks = range(lead, min(lead + seating.width, len(world.cards)))
        fell = [Lying(CODE[world.cards[at]], world.cards[at] != other.cards[at], at == asked) for at in clocks]
        tricks.append((seating.trick_of(lead), tuple(fell)))
    trump = "" if world.strain is other.strain else world.strain.name
    return Exhibit(trump, tuple(held), tuple(tricks))


def _held(certificate: Certificate, world: World) -> list[list[str]]:
    """What each seat held when the card at the clock of the hands was to be led."""
    fell = sum(world.cards[: start(certificate) or 0])
    return [codes(dealt & ~fell) for dealt in world.dealt]


def _leads(certificate: Certificate, world: World, other: World) -> list[int]:
    """The clocks at which the tricks begin that are shown: those in question, else those in which the two differ."""
    begin, seating = start(certificate), certificate.hand.seating
    if of_laydown(certificate):
        return []
    if begin is not None:
        return list(range(begin, certificate.faults[0].at + 1, seating.width))
    clocks = [at for at, (one, two) in enumerate(zip(world.cards, other.cards, strict=True)) if one != two]
    return list(dict.fromkeys(map(seating.lead_of, clocks)))
