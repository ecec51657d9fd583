"""Certificates in words: why a finding is certain, why it did not happen, or why the record leaves it open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from clabber_audit.cards.cards import CODE, JOKER, SUIT_NAMES, codes
from clabber_audit.judge.certificates import Certificate, RecordedFact
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.partial_deal import Completion
from clabber_audit.report.grounds import Fact, locate_card, locate_trump, places_named
from clabber_audit.report.phrases import join_words, number_word, sentence, strain_name
from clabber_audit.report.scores import format_trump
from clabber_audit.report.wording import Speaker, deeds, offenses
from clabber_audit.rules.infractions import infractions


class ExcerptCard(NamedTuple):
    """Card of a possible hand."""

    code: str
    #: True if it lies elsewhere in the other hand, and if the question is about it.
    differs: bool = False
    asked: bool = False


class CardRow(NamedTuple):
    """Cards of a seat, or of a trick in the order played."""

    name: str
    cards: tuple[ExcerptCard, ...] = ()
    trick: bool = False

    @property
    def suits(self) -> list[tuple[str, list[ExcerptCard]]]:
        """Cards of each suit with its letter, the joker with none."""
        by_suit = groupby(self.cards, lambda card: "" if card.code == JOKER else card.code[1])
        return [(letter, list(cards)) for letter, cards in by_suit]


class ShownCompletion(NamedTuple):
    """Completion of the record: the hands and tricks that matter."""

    title: str
    rows: tuple[CardRow, ...]


class Proof(NamedTuple):
    """Certificate, ready to be printed."""

    title: str
    #: Statement that is proven, refuted or open.
    subject: str
    premises: tuple[Fact, ...]
    #: Note on the premises, or the moment of the hands.
    close: str
    hands: tuple[ShownCompletion, ...] = ()


def proof(ruling: Ruling, certificate: Certificate, speaker: Speaker) -> Proof:
    """Return a certificate of a ruling in words."""
    faults, hand, seating = certificate.faults, ruling.replay.hand, ruling.replay.hand.seating
    speaker = speaker._replace(table=seating)
    seat = speaker.seat(faults[0].seat)
    if certificate.completions:
        subject = f"both hands below fit everything on record, and they differ on whether {offenses(faults, speaker)}"
        guilty, innocent = certificate.completions
        hands = (
            _format_completion(
                f"In this hand {seat} {deeds(faults)}", certificate, guilty, innocent, speaker
            ),
            _format_completion(f"In this hand {seat} did not", certificate, innocent, guilty, speaker),
        )
        at = _excerpt_start(certificate)
        when = "as dealt" if at is None else f"at the start of trick {seating.trick_of(at)}"
        if at is not None and _is_about_laydown(certificate):
            when = "when one was laid down"
        return Proof("Why we cannot tell", sentence(subject), (), f"These are the hands {when}.", hands)
    if certificate.verdict == "proven":
        several = ": at least one of these, we cannot tell which" if len(faults) > 1 else ""
        subject = f"{offenses(faults, speaker)}{several}"
    elif _is_about_laydown(certificate):
        subject = f"the hand that {seat} laid down wins every trick, no matter what is played"
    else:
        teams = join_words(list(dict.fromkeys(speaker.team(seating.side_of[fault.seat]) for fault in faults)))
        tricks = join_words(list(dict.fromkeys(str(seating.trick_of(fault.at)) for fault in faults)))
        subject = f"{teams} did nothing wrong in trick {tricks}: nobody on that side {deeds(faults)}"
    if faults[0].all_hands:
        close = "Every card is known, so every way of playing on was tried."
    elif not certificate.premises:
        close = "The order of play alone proves it, whatever the cards were."
    else:
        which = "this fact" if len(certificate.premises) == 1 else "all of these facts"
        assumed = ["the order of play", f"{number_word(seating.each)} cards each"]
        assumed += [
            f"that {speaker.seat(hand.seats[at])} put down {speaker.card(CODE[card])} first"
            for at, card in hand.first_shown.items()
            if card != hand.cards[at]
        ]
        close = f"It takes {which}. We assume {join_words(assumed)}."
    title = "Why it did not happen" if certificate.verdict == "refuted" else "How we know"
    reasons = [_format_premise(ruling, kind, facts, speaker) for kind, facts in _premises(certificate)]
    reasons += _list_believed_versions(ruling, certificate)
    return Proof(title, sentence(subject), tuple(reasons), close)


def _is_about_laydown(certificate: Certificate) -> bool:
    return infractions()[certificate.faults[0].infraction].certified == "laydown"


def _premises(certificate: Certificate) -> Iterator[tuple[str, Sequence[RecordedFact]]]:
    """Yield the facts in order with their kind, those of one seat's hand together.

    A "trick" is one whose cards all fell before what is in question; "kept" is what was left in a hand after it.
    """
    of_laydown, seating, faults = _is_about_laydown(certificate), certificate.hand.seating, certificate.faults
    laid_down = faults[0].at if of_laydown else 0
    played = {fact.at for fact in certificate.premises if fact.kind == "play"}

    def group(fact: RecordedFact) -> tuple[str, int, int]:
        if fact.kind != "play":
            return fact.kind, fact.seat, -1 if fact.kind == "dealt" else fact.at
        trick = seating.clocks_of(seating.trick_of(fact.at))
        if fact.at < laid_down and played.issuperset(range(trick.start, min(trick.stop, laid_down))):
            return "trick", -1, trick.start
        is_kept = any(
            fault.seat == fact.seat and fault.at < fact.at and infractions()[fault.infraction].place == "duty"
            for fault in faults
        )
        if fact.at >= laid_down if of_laydown else is_kept:
            return "kept", fact.seat, -1
        return "play", fact.seat, fact.at

    for (kind, *_where), facts in groupby(certificate.premises, group):
        yield kind, tuple(facts)


def _format_premise(ruling: Ruling, kind: str, facts: Sequence[RecordedFact], speaker: Speaker) -> Fact:
    first, hand = facts[0], ruling.replay.hand
    trick, seat = f"trick {hand.seating.trick_of(first.at)}", speaker.seat(first.seat)
    cards = join_words([speaker.card(code) for fact in facts for code in codes(fact.cards)])
    if kind == "trump":
        text, where = format_trump(ruling), locate_trump(ruling)
    elif kind == "aside":
        text, where = f"{cards} lay aside, in nobody’s hand", "deal"
    elif kind == "pile":
        text, where = f"{cards} were played to {trick}, in unknown order", "not recorded"
    elif kind == "dealt":
        text, places = f"{seat} was dealt {cards}", list[str]()
        for fact in facts:
            by_part = places_named(hand.record, first.seat, CODE[fact.cards])
            places += (
                by_part["deal"][:1] or by_part["melds"] or by_part["incidents"] or by_part["laydown"][:1]
            )
        where = "; ".join(dict.fromkeys(places))
    elif kind == "kept":
        fell = join_words(list(dict.fromkeys(f"trick {hand.seating.trick_of(fact.at)}" for fact in facts)))
        text = f"{seat} had {cards} all along: {'it' if len(facts) == 1 else 'they'} fell in {fell}"
        where = "; ".join(dict.fromkeys(locate_card(ruling, fact.at) for fact in facts))
    elif len(facts) > 1:
        text, where = f"{seat} led, and {cards} fell", trick
    else:
        played = "played" if hand.seating.place_of(first.at) else "led"
        text, where = f"{seat} {played} {cards}", locate_card(ruling, first.at)
    return Fact(sentence(text), where)


def _list_believed_versions(ruling: Ruling, certificate: Certificate) -> Iterator[Fact]:
    """Yield the versions that a certificate takes for true: those found true, and the only ones that can be."""
    judged = ruling.accounts
    if judged is None or judged.ruled_by is None or certificate.about != "finding":
        return
    from clabber_audit.report.accounts import format_tellers

    rests = ruling.findings[certificate.number].facts.get("rests_on", "").split(", ")
    for place, (account, version) in enumerate(zip(judged.record.accounts, judged.ruled_by, strict=True)):
        who = format_tellers(judged.record, place, [version]) or "nobody"
        text = sentence(f"about {account.about}, what {who} said is true")
        if f"account {place + 1}" in rests and account.found:
            yield Fact(text, f"found by {account.found.by}")
        elif judged.kind == "only":
            yield Fact(text, "the only version that can be")


def _excerpt_start(certificate: Certificate) -> int | None:
    """Return the clock of the hands shown: the lead of the trick, or of the one before for a turn; None if as dealt."""
    fault, seating = certificate.faults[0], certificate.hand.seating
    if _is_about_laydown(certificate):
        return fault.at
    if not fault.of_card:
        return None
    lead = seating.lead_of(fault.at)
    return max(lead - seating.width, 0) if infractions()[fault.infraction].place == "turn" else lead


def _format_completion(
    title: str, certificate: Certificate, completion: Completion, other: Completion, speaker: Speaker
) -> ShownCompletion:
    """Return the hands and tricks that matter in one of two completions, and trump if they differ in it."""
    seating, fault, begin = certificate.hand.seating, certificate.faults[0], _excerpt_start(certificate)
    rows, trump = list[CardRow](), completion.strain.name
    if trump and completion.strain is not other.strain:
        rows.append(CardRow(f"{'Trump' if trump in SUIT_NAMES else 'Named'}: {strain_name(trump)}"))
    own, theirs = (
        [codes(dealt & ~sum(each.cards[: begin or 0])) for dealt in each.dealt]
        for each in (completion, other)
    )
    for seat, held in enumerate(own):
        cards = tuple(ExcerptCard(code, code not in theirs[seat]) for code in held)
        rows.append(CardRow(speaker.seat(seat), cards))
    # The tricks in question, else those in which the two differ.
    differing = [at for at, card in enumerate(completion.cards) if card != other.cards[at]]
    leads: Iterable[int] = dict.fromkeys(map(seating.lead_of, differing))
    if _is_about_laydown(certificate):
        leads = ()
    elif begin is not None:
        leads = range(begin, fault.at + 1, seating.width)
    for lead in leads:
        clocks = range(lead, min(lead + seating.width, len(completion.cards)))
        fell = tuple(
            ExcerptCard(CODE[completion.cards[at]], at in differing, fault.of_card and at == fault.at)
            for at in clocks
        )
        rows.append(CardRow(f"Trick {seating.trick_of(lead)}", fell, trick=True))
    return ShownCompletion(title, tuple(rows))
