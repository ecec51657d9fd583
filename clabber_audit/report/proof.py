"""Certificates in words."""

from __future__ import annotations

from itertools import groupby
from typing import NamedTuple

from clabber_audit.cards.cards import SUIT_NAMES, codes
from clabber_audit.cards.pack import JOKER
from clabber_audit.cards.seating import Seating
from clabber_audit.judge.certificates import Certificate, Lying, Premise, exhibit, of_laydown, premises, start
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.partial_deal import Completion
from clabber_audit.report.facts import Fact, locate_card, locate_dealt, locate_trump
from clabber_audit.report.phrases import listed, named, number, sentence
from clabber_audit.report.results import format_trump
from clabber_audit.report.wording import Speaker, deeds, offenses


class Spread(NamedTuple):
    """Cards of a seat, or of a trick in the order played."""

    name: str
    cards: tuple[Lying, ...]
    trick: bool = False

    @property
    def suits(self) -> list[tuple[str, list[Lying]]]:
        """Cards of each suit with its letter, the joker with none."""
        by_suit = groupby(self.cards, lambda card: "" if card.code == JOKER else card.code[1])
        return [(letter, list(cards)) for letter, cards in by_suit]


class Possible(NamedTuple):
    """Completion of the record: the hands and tricks that matter."""

    title: str
    rows: tuple[Spread, ...]


class Proof(NamedTuple):
    """Certificate, ready to be printed."""

    title: str
    #: The statement that is proven, refuted or open.
    subject: str
    premises: tuple[Fact, ...]
    #: A note on the premises, or the moment of the hands.
    close: str
    hands: tuple[Possible, ...]


def proof(ruling: Ruling, certificate: Certificate, speaker: Speaker) -> Proof:
    """Return a certificate of a ruling in words."""
    faults, seating = certificate.faults, ruling.replay.hand.seating
    speaker = speaker._replace(table=seating)
    if certificate.worlds:
        subject = f"both hands below fit everything on record, and they differ on whether {offenses(faults, speaker)}"
        guilty, innocent = certificate.worlds
        seat = speaker.seat(faults[0].seat)
        hands = (
            _possible(f"In this hand {seat} {deeds(faults)}", certificate, guilty, innocent, speaker),
            _possible(f"In this hand {seat} did not", certificate, innocent, guilty, speaker),
        )
        return Proof("Why we cannot tell", sentence(subject), (), _reading(certificate, seating), hands)
    title = "Why it did not happen" if certificate.verdict == "refuted" else "How we know"
    if certificate.verdict == "proven":
        subject = offenses(faults, speaker) + (
            ": at least one of these, we cannot tell which" if len(faults) > 1 else ""
        )
    elif of_laydown(certificate):
        subject = f"the hand that {speaker.seat(faults[0].seat)} laid down wins every trick, no matter what is played"
    else:
        teams = dict.fromkeys(speaker.team(seating.side_of[fault.seat]) for fault in faults)
        tricks = dict.fromkeys(str(seating.trick_of(fault.at)) for fault in faults)
        where, whose = listed(list(tricks)), listed(list(teams))
        subject = f"{whose} did nothing wrong in trick {where}: nobody on that side {deeds(faults)}"
    facts = tuple(_premise(ruling, premise, speaker) for premise in premises(certificate))
    return Proof(title, sentence(subject), facts, _without(certificate, seating), ())


def _without(certificate: Certificate, seating: Seating) -> str:
    if certificate.faults[0].all_hands:
        return "Every card is known, so every way of playing on was tried."
    assumed = f"We assume the order of play and {number(seating.each)} cards each."
    if not certificate.premises:
        return "The order of play alone proves it, whatever the cards were."
    which = "this fact" if len(certificate.premises) == 1 else "all of these facts"
    return f"It takes {which}. {assumed}"


def _premise(ruling: Ruling, premise: Premise, speaker: Speaker) -> Fact:
    facts, first, seating = premise.facts, premise.facts[0], ruling.replay.hand.seating
    cards = listed([speaker.card(code) for fact in facts for code in codes(fact.cards)])
    trick = f"trick {seating.trick_of(first.at)}"
    seat = speaker.seat(first.seat)
    played = "played" if seating.place_of(first.at) else "led"
    fell = listed(list(dict.fromkeys(f"trick {seating.trick_of(fact.at)}" for fact in facts)))
    if premise.kind == "trump":
        text, where = format_trump(ruling), locate_trump(ruling)
    elif premise.kind == "aside":
        text, where = f"{cards} lay aside, in nobody’s hand", "deal"
    elif premise.kind == "pile":
        text, where = f"{cards} were played to {trick}, in unknown order", "not recorded"
    elif premise.kind == "dealt":
        text, where = f"{seat} was dealt {cards}", locate_dealt(ruling, first.seat, facts)
    elif premise.kind == "kept":
        text = f"{seat} had {cards} all along: {'it' if len(facts) == 1 else 'they'} fell in {fell}"
        where = "; ".join(dict.fromkeys(locate_card(ruling, fact.at) for fact in facts))
    elif len(facts) > 1:
        text, where = f"{seat} led, and {cards} fell", trick
    else:
        text, where = f"{seat} {played} {cards}", locate_card(ruling, first.at)
    return Fact(sentence(text), where)


def _reading(certificate: Certificate, seating: Seating) -> str:
    """Return the moment of the two hands, in a sentence."""
    clock = start(certificate)
    if clock is None:
        return "These are the hands as dealt."
    if of_laydown(certificate):
        return "These are the hands when one was laid down."
    return f"These are the hands at the start of trick {seating.trick_of(clock)}."


def _possible(
    title: str, certificate: Certificate, world: Completion, other: Completion, speaker: Speaker
) -> Possible:
    """Return the hands and the tricks that matter; trump where the two differ in it."""
    shown = exhibit(certificate, world, other)
    strain = (
        f"{'Trump' if shown.trump in SUIT_NAMES else 'Named'}: {named(shown.trump)}" if shown.trump else ""
    )
    rows = [Spread(strain, ())] if strain else []
    rows += [Spread(speaker.seat(seat), held) for seat, held in enumerate(shown.held)]
    rows += [Spread(f"Trick {number}", fell, trick=True) for number, fell in shown.tricks]
    return Possible(title, tuple(rows))
