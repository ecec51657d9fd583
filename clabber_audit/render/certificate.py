"""Certificates in words: the few facts that decide something, or two hands that show that it is open.

Whatever is said here comes from the certificate; the record only tells where a fact stands in it.
"""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from clabber_audit.render import calls, places
from clabber_audit.render.infraction_phrases import deeds, said
from clabber_audit.render.scene import trump_of
from clabber_audit.render.wording import Speaker, listed, sentence
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
    """Return a certificate of a ruling in words."""
    faults, seating = certificate.faults, ruling.walk.hand.seating
    speaker = speaker._replace(table=seating)
    if certificate.worlds:
        subject = f"both hands below fit everything on record, and they differ on whether {said(faults, speaker)}"
        guilty, innocent = certificate.worlds
        seat = speaker.seat(faults[0].seat)
        hands = (
            _possible(f"In this hand {seat} {deeds(faults)}", certificate, guilty, innocent, speaker),
            _possible(f"In this hand {seat} did not", certificate, innocent, guilty, speaker),
        )
        return Proof("Why we cannot tell", sentence(subject), (), _reading(certificate, seating), hands)
    title = "Why it did not happen" if certificate.verdict == "refuted" else "How we know"
    if certificate.verdict == "proven":
        subject = said(faults, speaker) + (": at least one of these, we cannot tell which" if len(faults) > 1 else "")
    elif of_laydown(certificate):
        subject = f"the hand that {speaker.seat(faults[0].seat)} laid down wins every trick, no matter what is played"
    else:
        teams = dict.fromkeys(speaker.team(seating.side_of[fault.seat]) for fault in faults)
        tricks = dict.fromkeys(str(seating.trick_of(fault.at)) for fault in faults)
        where, whose = listed(list(tricks)), listed(list(teams))
        subject = f"{whose} did nothing wrong in trick {where}: nobody on that side {deeds(faults)}"
    told = tuple(_premise(ruling, premise, speaker) for premise in premises(certificate))
    return Proof(title, sentence(subject), told, _without(certificate, seating), ())


def _without(certificate: Certificate, seating: Seating) -> str:
    if certificate.faults[0].all_hands:
        return "Every card is known, so every way of playing on was tried."
    assumed = f"We assume the order of play and {calls.number(seating.each)} cards each."
    if not certificate.premises:
        return "The order of play alone proves it, whatever the cards were."
    if len(certificate.premises) == 1:
        return f"It takes this fact. {assumed}"
    return f"It takes all of these facts. {assumed}"


def _premise(ruling: Ruling, premise: Premise, speaker: Speaker) -> places.Fact:
    facts, first, seating = premise.facts, premise.facts[0], ruling.walk.hand.seating
    cards = listed([speaker.card(code) for fact in facts for code in codes(fact.cards)])
    trick = f"trick {seating.trick_of(first.at)}"
    seat = speaker.seat(first.seat)
    played = "played" if seating.place_of(first.at) else "led"
    fell = listed(list(dict.fromkeys(f"trick {seating.trick_of(fact.at)}" for fact in facts)))
    if premise.kind == "trump":
        text, where = trump_of(ruling), places.of_trump(ruling)
    elif premise.kind == "aside":
        text, where = f"{cards} lay aside, in nobody’s hand", "deal"
    elif premise.kind == "pile":
        text, where = f"{cards} were played to {trick}, in unknown order", "not recorded"
    elif premise.kind == "dealt":
        text, where = f"{seat} was dealt {cards}", places.of_dealt(ruling, first.seat, facts)
    elif premise.kind == "kept":
        text = f"{seat} had {cards} all along: {'it' if len(facts) == 1 else 'they'} fell in {fell}"
        where = "; ".join(dict.fromkeys(places.of_play(ruling, fact.at) for fact in facts))
    elif len(facts) > 1:
        text, where = f"{seat} led, and {cards} fell", trick
    else:
        text, where = f"{seat} {played} {cards}", places.of_play(ruling, first.at)
    return places.Fact(sentence(text), where)


def _named(strain: str) -> str:
    """Return what was named, in a clause; `NT`, `HIGH` and `LOW` make nothing trump."""
    if strain in SUIT_NAMES:
        return f"{SUIT_NAMES[strain]} were trumps"
    return "the hand was played at no trump" if strain == "NT" else f"{calls.named(strain)} was named"


def _reading(certificate: Certificate, seating: Seating) -> str:
    """Return the moment of the two hands, in a sentence."""
    clock = start(certificate)
    if clock is None:
        return "These are the hands as dealt."
    if of_laydown(certificate):
        return "These are the hands when one was laid down."
    return f"These are the hands at the start of trick {seating.trick_of(clock)}."


def _possible(title: str, certificate: Certificate, world: World, other: World, speaker: Speaker) -> Possible:
    """Return the hands and the tricks that matter; trump where the two differ in it."""
    shown = exhibit(certificate, world, other)
    named = f"{'Trump' if shown.trump in SUIT_NAMES else 'Named'}: {calls.named(shown.trump)}" if shown.trump else ""
    rows = [Spread(named, ())] if named else []
    rows += [Spread(speaker.seat(seat), held) for seat, held in enumerate(shown.held)]
    rows += [Spread(f"Trick {number}", fell, trick=True) for number, fell in shown.tricks]
    return Possible(title, tuple(rows))
