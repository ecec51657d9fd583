"""Certificates as plain data, in the form that the checker reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clabber_audit.evidence.worlds import World
from clabber_audit.ruling.certificates.certificate import Certificate
from clabber_audit.ruling.certificates.facts import Fact
from clabber_audit.ruling.certificates.statement import Offense
from clabber_audit.table.cards import CODE, SEATING, SEATS, SUIT_LETTER, codes
from clabber_audit.table.moments import on_paper


def certificates_data(found: Sequence[Certificate]) -> list[dict[str, Any]]:
    """The certificates of a ruling, for its JSON."""
    return [certificate_data(certificate) for certificate in found]


def certificate_data(certificate: Certificate) -> dict[str, Any]:
    """A certificate: what it is about, its verdict on `any_of` some faults, and the premises or the two worlds."""
    data: dict[str, Any] = {
        certificate.about: certificate.number,
        "verdict": certificate.verdict,
        "any_of": [fault_data(fault) for fault in certificate.faults],
    }
    if certificate.worlds is None:
        data["premises"] = [fact_data(fact) for fact in certificate.premises]
    else:
        data["with"], data["without"] = map(world_data, certificate.worlds)
    return data


def fault_data(fault: Offense) -> dict[str, Any]:
    """A fault, by infraction, seat and clock; of a call with the suit named, of a lay-down if all hands are stated."""
    data = {"infraction": fault.infraction, "seat": SEATS[fault.seat], "at": on_paper(fault.at)}
    suit = {"suit": SUIT_LETTER[fault.suit]} if fault.suit else {}
    return {**data, **suit, **({"all_hands": True} if fault.all_hands else {})}


def fact_data(fact: Fact) -> dict[str, Any]:
    """A fact: `play` with the clock of a card, `dealt` with the seat, `pile` with a trick, or `trump`."""
    if fact.kind == "trump":
        return {"trump": SUIT_LETTER[fact.cards]}
    if fact.kind == "pile":
        return {"pile": SEATING.trick_of(fact.at), "cards": codes(fact.cards)}
    card = {"card": CODE[fact.cards]}
    return {"play": fact.at, **card} if fact.kind == "play" else {"dealt": SEATS[fact.seat], **card}


def world_data(world: World) -> dict[str, Any]:
    """A complete hand: trumps, what each seat was dealt, the cards in the order in which they fell."""
    dealt = {letter: codes(world.dealt[seat]) for seat, letter in enumerate(SEATS)}
    return {"trump": world.strain.name or None, "dealt": dealt, "plays": [CODE[card] for card in world.cards]}
