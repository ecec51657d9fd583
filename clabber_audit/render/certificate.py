"""Certificates in words: the few facts that decide something, or two hands that show that it is open.

Whatever is said here comes from the certificate; the record only tells where a fact stands in it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import Final, NamedTuple

from clabber_audit.law.infractions import infractions
from clabber_audit.render import places
from clabber_audit.render.infraction_phrases import deeds, said
from clabber_audit.render.wording import Speaker, bare, card_at, listed, sentence, side, suit, suit_of
from clabber_audit.ruling.certificates import Certificate, Fact, World
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import BIT, CODE, HAND_SIZE, SEATING, SEATS, codes, team_of

#: How many facts a short proof has at most.
_FEW: Final = 4


class Lying(NamedTuple):
    """A card of a hand that may have been."""

    code: str
    #: Whether it lies elsewhere in the other hand, and whether the question is about it.
    differs: bool = False
    asked: bool = False


class Row(NamedTuple):
    """The cards of a seat, or those of a trick in the order in which they fell."""

    name: str
    cards: tuple[Lying, ...]
    trick: bool = False

    @property
    def suits(self) -> list[tuple[str, list[Lying]]]:
        """The cards of each suit, with its letter."""
        return [(letter, list(cards)) for letter, cards in groupby(self.cards, lambda card: card.code[1])]


class Possible(NamedTuple):
    """A complete hand that agrees with the record, as far as it matters."""

    title: str
    rows: tuple[Row, ...]


class Proof(NamedTuple):
    """A certificate, ready to be printed."""

    title: str
    #: What is certain, refuted or open, in a sentence.
    subject: str
    premises: tuple[places.Fact, ...]
    #: What would be without one of the premises; or of which moment the hands are.
    close: str
    hands: tuple[Possible, ...]

    @property
    def long(self) -> bool:
        """Whether it takes more than a few lines."""
        return bool(self.hands) or len(self.premises) > _FEW


def proof(ruling: Ruling, certificate: Certificate, speaker: Speaker) -> Proof:
    """A certificate of a ruling in words."""
    faults = certificate.faults
    if certificate.worlds:
        subject = "it is open whether {deed}; both of these hands agree with everything that was written down"
        return Proof(
            "Why it cannot be told",
            sentence(subject.format(deed=said(faults, speaker))),
            (),
            _reading(certificate),
            _hands(certificate, *certificate.worlds),
        )
    premises = tuple(_premises(ruling, certificate, speaker))
    if certificate.verdict == "refuted" and _of_laydown(certificate):
        subject = f"no trick can be lost from the hand that {speaker.seat(faults[0].seat)} laid down"
        return Proof("Why it did not happen", sentence(subject), premises, _without(certificate), ())
    if certificate.verdict == "refuted":
        teams = dict.fromkeys(team_of(fault.seat) for fault in faults)
        tricks = dict.fromkeys(str(SEATING.trick_of(fault.at)) for fault in faults)
        subject = "in trick {trick} nobody on the side of {team} {deeds}".format(
            trick=listed(list(tricks), "or"), team=listed(list(map(side, teams)), "or"), deeds=deeds(faults)
        )
        return Proof("Why it did not happen", sentence(subject), premises, _without(certificate), ())
    subject = said(faults, speaker)
    if len(faults) > 1:
        subject = f"{subject}: one of these at least, whichever it was"
    return Proof("Why it is certain", sentence(subject), premises, _without(certificate), ())


def _of_laydown(certificate: Certificate) -> bool:
    return infractions()[certificate.faults[0].infraction].certified == "laydown"


def _without(certificate: Certificate) -> str:
    if certificate.faults[0].all_hands:
        return "With every card in its place each way to play on can be tried."
    granted = f"taken for granted is who played when, and that each had {HAND_SIZE} cards."
    if not certificate.premises:
        return "It follows from who played when: no card needs to be known."
    if len(certificate.premises) == 1:
        return f"Without this it would not be certain; {granted}"
    return f"Leave out any one of these and it is no longer certain; {granted}"


def _premises(ruling: Ruling, certificate: Certificate, speaker: Speaker) -> Iterator[places.Fact]:
    """The facts in order; those that a seat had or was dealt together, whichever way each is known."""
    laid_down = certificate.faults[0].at if _of_laydown(certificate) else 0
    played = {fact.at for fact in certificate.premises if fact.kind == "play"}

    def kind(fact: Fact) -> tuple[str, int, int]:
        trick = SEATING.clocks_of(SEATING.trick_of(fact.at))
        if (
            fact.kind == "play"
            and fact.at < laid_down
            and played.issuperset(range(trick.start, min(trick.stop, laid_down)))
        ):
            return "trick", -1, SEATING.trick_of(fact.at)
        alone = -1 if _kept(fact, certificate) or fact.kind == "dealt" else fact.at
        return fact.kind, fact.seat, alone

    for _kind, facts in groupby(certificate.premises, kind):
        yield _premise(ruling, list(facts), certificate, speaker)


def _kept(fact: Fact, certificate: Certificate) -> bool:
    """Whether a fact tells what was left in a hand once its card in question had fallen."""
    if fact.kind != "play":
        return False
    if _of_laydown(certificate):
        return fact.at >= certificate.faults[0].at
    return any(
        fault.seat == fact.seat and fault.at < fact.at and "turn" not in fault.infraction
        for fault in certificate.faults
        if fault.of_card
    )


def _premise(ruling: Ruling, facts: Sequence[Fact], certificate: Certificate, speaker: Speaker) -> places.Fact:
    first = facts[0]
    cards = listed([speaker.card(code) for fact in facts for code in codes(fact.cards)])
    where = "; ".join(dict.fromkeys(card_at(SEATING, fact.at) for fact in facts))
    if first.kind == "trump":
        return places.Fact(sentence(f"{suit_of(first.cards)} were trumps"), places.of_trump(ruling))
    if first.kind == "pile":
        text = "{cards} fell to trick {trick}, nobody knows in which order"
        return places.Fact(sentence(text.format(cards=cards, trick=SEATING.trick_of(first.at))), "not recorded")
    if len(facts) > 1 and first.kind == "play" and not _kept(first, certificate):
        text = "{seat} led, and {cards} fell"
        return places.Fact(
            sentence(text.format(seat=speaker.seat(first.seat), cards=cards)), f"trick {SEATING.trick_of(first.at)}"
        )
    if first.kind == "dealt":
        text, where = "{seat} was dealt {cards}", _dealt_stands(ruling, facts)
    elif _kept(first, certificate):
        text = "{seat} still had {cards}"
        where = f"it fell in {where}" if len(facts) == 1 else f"they fell in {where}"
    elif SEATING.place_of(first.at):
        text = "{seat} played {cards}"
    else:
        text = "{seat} led {cards}"
    return places.Fact(sentence(text.format(seat=speaker.seat(first.seat), cards=cards)), where)


def _dealt_stands(ruling: Ruling, facts: Sequence[Fact]) -> str:
    """Where it stands that a seat was dealt some cards: the deal, the turned card, melds, incidents."""
    record, seat = ruling.walk.hand.record, facts[0].seat
    found: list[str] = []
    for code in (CODE[fact.cards] for fact in facts):
        found += (
            list(places.in_deal(record, seat, code))[:1]
            or list(places.in_melds(record, seat, code))
            or [
                f"incident {number}"
                for number, incident in enumerate(record.incidents, 1)
                if incident.seat == SEATS[seat] and incident.card == code
            ]
        )
    return "; ".join(dict.fromkeys(found))


def _reading(certificate: Certificate) -> str:
    """Of which moment the two hands are."""
    start = _start(certificate)
    if start is None:
        return "The hands are as dealt."
    if _of_laydown(certificate):
        return "The hands are as they were when one was laid down."
    return f"The hands are as trick {SEATING.trick_of(start)} began."


def _start(certificate: Certificate) -> int | None:
    """The clock from which the hands are shown: of the trick, or of that before it where the turn is in question."""
    (fault, *_more) = certificate.faults
    if _of_laydown(certificate):
        return fault.at
    if not fault.of_card:
        return None
    start = SEATING.lead_of(fault.at)
    return max(start - SEATING.width, 0) if infractions()[fault.infraction].place == "turn" else start


def _hands(certificate: Certificate, guilty: World, innocent: World) -> tuple[Possible, Possible]:
    (fault, *_more) = certificate.faults
    seat = bare(fault.seat)
    return (
        Possible(
            f"Here {seat} {deeds(certificate.faults)}",
            tuple(_rows(certificate, guilty, innocent)),
        ),
        Possible(f"Here {seat} did not", tuple(_rows(certificate, innocent, guilty))),
    )


def _rows(certificate: Certificate, world: World, other: World) -> Iterator[Row]:
    """The four hands and the tricks that matter; trumps where the two differ in them."""
    start = _start(certificate)
    if world.strain is not other.strain:
        yield Row(f"Trumps: {suit(world.strain.name)}", ())
    for seat in range(len(world.dealt)):
        held, theirs = _held(world, seat, start or 0), _held(other, seat, start or 0)
        cards = tuple(Lying(CODE[card], not card & theirs) for card in _cards(held))
        yield Row(bare(seat), cards)
    for first in _tricks(certificate, world, other):
        clocks = range(first, min(first + SEATING.width, len(world.cards)))
        asked = certificate.faults[0].at if certificate.faults[0].of_card else None
        fell = [Lying(CODE[world.cards[at]], world.cards[at] != other.cards[at], at == asked) for at in clocks]
        yield Row(f"Trick {SEATING.trick_of(first)}", tuple(fell), trick=True)


def _tricks(certificate: Certificate, world: World, other: World) -> list[int]:
    """The clocks at which the tricks begin that are shown: those in question, else those in which the two differ."""
    start = _start(certificate)
    if _of_laydown(certificate):
        return []
    if start is not None:
        return list(range(start, certificate.faults[0].at + 1, SEATING.width))
    clocks = [at for at, (one, two) in enumerate(zip(world.cards, other.cards, strict=True)) if one != two]
    return list(dict.fromkeys(map(SEATING.lead_of, clocks)))


def _held(world: World, seat: int, start: int) -> int:
    """What a seat held of its hand when the card at a clock was to be led."""
    return world.dealt[seat] & ~sum(world.cards[:start])


def _cards(mask: int) -> list[int]:
    return [BIT[code] for code in codes(mask)]
