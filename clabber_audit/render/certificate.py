"""Certificates in words: the few facts that decide something, or two hands that show that it is open.

Whatever is said here comes from the certificate; the record only tells where a fact stands in it.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from clabber_audit.render import calls, places
from clabber_audit.render.infraction_phrases import deeds, said
from clabber_audit.render.wording import Speaker, card_at, listed, sentence
from clabber_audit.ruling.certificates import Certificate, World
from clabber_audit.ruling.certificates.exhibits import Lying, Premise, exhibit, of_laydown, premises, start
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import SUIT_NAMES, codes
from clabber_audit.table.pack import JOKER
from clabber_audit.table.seating import Seating


class Spread(NamedTuple):
    """The cards of a seat, or those of a trick in the order in which they fell."""

    name: str
    cards: tuple[Lying, ...]
    trick: bool = False

    @property
    def suits(self) -> list[tuple[str, list[Lying]]]:
        """The cards of each suit, with its letter; the joker with none."""

        def letter(card: Lying) -> str:
            return "" if card.code == JOKER else card.code[1]

        return [(name, list(cards)) for name, cards in groupby(self.cards, letter)]


class Possible(NamedTuple):
    """A complete hand that agrees with the record, as far as it matters."""

    title: str
    rows: tuple[Spread, ...]


class Proof(NamedTuple):
    """A certificate, ready to be printed."""

    title: str
    #: What is certain, refuted or open, in a sentence.
    subject: str
    premises: tuple[places.Fact, ...]
    #: What would be without one of the premises; or of which moment the hands are.
    close: str
    hands: tuple[Possible, ...]


def proof(ruling: Ruling, certificate: Certificate, speaker: Speaker) -> Proof:
    """A certificate of a ruling in words."""
    faults, seating = certificate.faults, ruling.walk.hand.seating
    speaker = speaker._replace(table=seating)
    if certificate.worlds:
        deed = said(faults, speaker)
        subject = f"it is open whether {deed}; both of these hands agree with everything that was written down"
        guilty, innocent = certificate.worlds
        seat = speaker.seat(faults[0].seat)
        hands = (
            _possible(f"Here {seat} {deeds(faults)}", certificate, guilty, innocent, speaker),
            _possible(f"Here {seat} did not", certificate, innocent, guilty, speaker),
        )
        return Proof("Why it cannot be told", sentence(subject), (), _reading(certificate, seating), hands)
    title = "Why it did not happen" if certificate.verdict == "refuted" else "Why it is certain"
    if certificate.verdict == "proven":
        subject = said(faults, speaker) + (": one of these at least, whichever it was" if len(faults) > 1 else "")
    elif of_laydown(certificate):
        subject = f"no trick can be lost from the hand that {speaker.seat(faults[0].seat)} laid down"
    else:
        teams = dict.fromkeys(speaker.team(seating.side_of[fault.seat]) for fault in faults)
        tricks = dict.fromkeys(str(seating.trick_of(fault.at)) for fault in faults)
        where, whose = listed(list(tricks), "or"), listed(list(teams), "or")
        subject = f"in trick {where} nobody on the side of {whose} {deeds(faults)}"
    told = tuple(_premise(ruling, premise, speaker) for premise in premises(certificate))
    return Proof(title, sentence(subject), told, _without(certificate, seating), ())


def _without(certificate: Certificate, seating: Seating) -> str:
    if certificate.faults[0].all_hands:
        return "With every card in its place, every way to play on can be tried."
    assumed = f"Assumed: the order of play, {calls.number(seating.each)} cards each."
    if not certificate.premises:
        return "It follows from who played when: no card needs to be known."
    if len(certificate.premises) == 1:
        return f"This fact is needed. {assumed}"
    return f"All of these facts are needed. {assumed}"


def _premise(ruling: Ruling, premise: Premise, speaker: Speaker) -> places.Fact:
    facts, first, seating = premise.facts, premise.facts[0], ruling.walk.hand.seating
    cards = listed([speaker.card(code) for fact in facts for code in codes(fact.cards)])
    trick = f"trick {seating.trick_of(first.at)}"
    seat = speaker.seat(first.seat)
    played = "played" if seating.place_of(first.at) else "led"
    where = "; ".join(dict.fromkeys(card_at(seating, fact.at) for fact in facts))
    if premise.kind == "trump":
        text, where = _named(first.name), places.of_trump(ruling)
    elif premise.kind == "aside":
        text, where = f"{cards} lay aside, in nobody’s hand", "deal"
    elif premise.kind == "pile":
        text, where = f"{cards} fell to {trick}, nobody knows in which order", "not recorded"
    elif premise.kind == "dealt":
        text, where = f"{seat} was dealt {cards}", places.of_dealt(ruling, first.seat, facts)
    elif premise.kind == "kept":
        text, where = f"{seat} still had {cards}", f"{'it' if len(facts) == 1 else 'they'} fell in {where}"
    elif len(facts) > 1:
        text, where = f"{seat} led, and {cards} fell", trick
    else:
        text = f"{seat} {played} {cards}"
    return places.Fact(sentence(text), where)


def _named(strain: str) -> str:
    """Return what was named, in a clause; `NT`, `HIGH` and `LOW` make nothing trump."""
    if strain in SUIT_NAMES:
        return f"{SUIT_NAMES[strain]} were trumps"
    return "the hand was played at no trump" if strain == "NT" else f"{calls.named(strain)} was named"


def _reading(certificate: Certificate, seating: Seating) -> str:
    """Of which moment the two hands are."""
    clock = start(certificate)
    if clock is None:
        return "The hands are as dealt."
    if of_laydown(certificate):
        return "The hands are as they were when one was laid down."
    return f"The hands are as trick {seating.trick_of(clock)} began."


def _possible(title: str, certificate: Certificate, world: World, other: World, speaker: Speaker) -> Possible:
    """The hands and the tricks that matter; trumps where the two differ in them."""
    shown = exhibit(certificate, world, other)
    named = f"{'Trumps' if shown.trump in SUIT_NAMES else 'Named'}: {calls.named(shown.trump)}" if shown.trump else ""
    rows = [Spread(named, ())] if named else []
    rows += [Spread(speaker.seat(seat), held) for seat, held in enumerate(shown.held)]
    rows += [Spread(f"Trick {number}", fell, trick=True) for number, fell in shown.tricks]
    return Possible(title, tuple(rows))
