"""Certificates as plain data, in the form that the checker reads."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from clabber_audit.evidence.worlds import World
from clabber_audit.record.hand import Hand
from clabber_audit.ruling.certificates.certificate import Certificate
from clabber_audit.ruling.certificates.facts import Fact
from clabber_audit.ruling.certificates.statement import Offense
from clabber_audit.table.cards import CODE, SUIT_LETTER, codes
from clabber_audit.table.moments import on_paper


def certificates_data(found: Sequence[Certificate]) -> list[dict[str, Any]]:
    """The certificates of a ruling, for its JSON."""
    return [certificate_data(certificate) for certificate in found]


def certificate_data(certificate: Certificate) -> dict[str, Any]:
    """A certificate: what it is about, its verdict on `any_of` some faults, and the premises or the two worlds."""
    hand = certificate.hand
    data: dict[str, Any] = {
        certificate.about: certificate.number,
        "verdict": certificate.verdict,
        "any_of": [_fault(fault, hand) for fault in certificate.faults],
    }
    if certificate.worlds is None:
        data["premises"] = [_fact(fact, hand) for fact in certificate.premises]
    else:
        data["with"], data["without"] = (_world(world, hand) for world in certificate.worlds)
    return data


def _fault(fault: Offense, hand: Hand) -> dict[str, Any]:
    """A fault, by infraction, seat and clock; of a call with the suit named, of a lay-down if all hands are stated."""
    data = {"infraction": fault.infraction, "seat": hand.seating.seats[fault.seat], "at": on_paper(fault.at)}
    suit = {"suit": SUIT_LETTER[fault.suit]} if fault.suit else {}
    return {**data, **suit, **({"all_hands": True} if fault.all_hands else {})}


def _fact(fact: Fact, hand: Hand) -> dict[str, Any]:
    """A fact: `play` with the clock of a card, `dealt` or `held` with the seat, `pile` with a trick, or `trump`."""
    if fact.kind == "trump":
        return {"trump": fact.name}
    if fact.kind == "pile":
        return {"pile": hand.seating.trick_of(fact.at), "cards": sorted(codes(fact.cards), key=hand.pack.faces.index)}
    card = {"card": CODE[fact.cards]}
    if fact.kind == "play":
        return {"play": fact.at, **card}
    return {_had(hand): "aside" if fact.kind == "aside" else hand.seating.seats[fact.seat], **card}


def _world(world: World, hand: Hand) -> dict[str, Any]:
    """A complete hand: trumps, what each seat was dealt or held, the cards in the order in which they fell."""
    had = {name: codes(world.dealt[seat]) for seat, name in enumerate(hand.seating.seats)}
    return {"trump": world.strain.name or None, _had(hand): had, "plays": [CODE[card] for card in world.cards]}


def _had(hand: Hand) -> str:
    """What is said of a seat's cards: where some may have changed hands before the play, those it then held."""
    return "dealt" if hand.noted is None else "held"
