"""The facts of a record, one by one: what a proof may rest on, and what is known when only some of them are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from clabber_audit.evidence.worlds import Frame, World, frame
from clabber_audit.law.infractions import incident_kinds
from clabber_audit.record.copies import Pile
from clabber_audit.record.hand import Hand
from clabber_audit.record.model import HandRecord
from clabber_audit.replay import Walk
from clabber_audit.table.cards import BIT, SEAT, SEATING, SUIT, SUIT_LETTER


class Fact(NamedTuple):
    """One thing written down: a card played, a card dealt, the trump suit, the cards of a trick whose order is lost.

    Cards and suits are masks.
    """

    kind: Literal["play", "dealt", "trump", "pile"]
    cards: int
    #: The clock of a card played, or of the first card of a trick.
    at: int = -1
    #: Who played it, or was dealt it.
    seat: int = -1

    def holds(self, world: World) -> bool:
        """Whether it is so in a world."""
        if self.kind == "trump":
            return world.strain.trump == self.cards
        if self.kind == "dealt":
            return bool(world.dealt[self.seat] & self.cards)
        if self.kind == "pile":
            return not self.cards & ~sum(world.cards[self.at : self.at + SEATING.width])
        return world.cards[self.at] == self.cards


def facts_of(walk: Walk) -> list[Fact]:
    """The facts of a record, those that everybody saw first: trumps, the cards as they fell, the cards dealt.

    What only follows from others is no fact, and who played when is taken for granted.
    """
    piles = [Fact("pile", pile.cards, pile.start) for pile in walk.hand.piles]
    return [*_trump(walk), *_plays(walk), *piles, *_dealt(walk)]


def _trump(walk: Walk) -> Iterator[Fact]:
    if walk.trumps:
        yield Fact("trump", walk.trumps)


def _plays(walk: Walk) -> Iterator[Fact]:
    hand = walk.hand
    for at, (seat, card) in enumerate(zip(hand.seats, hand.cards, strict=True)):
        if card and at not in hand.inferred:
            yield Fact("play", card, at, seat)


def _dealt(walk: Walk) -> Iterator[Fact]:
    """The cards listed as dealt, turned up, shown in a meld or exposed, each once."""
    for seat, code in dict.fromkeys((one.seat, one.code) for one in named(walk.hand.record)):
        yield Fact("dealt", BIT[code], seat=SEAT[seat])


class Named(NamedTuple):
    """A card that a record names as one of a seat's, beside the plays."""

    seat: str
    code: str
    part: Literal["deal", "upcard", "melds", "incidents"]
    #: The number of the meld or incident, from 1.
    number: int = 0


def named(record: HandRecord) -> Iterator[Named]:
    """The cards listed as dealt, turned up, shown in a meld or exposed, each wherever it is named."""
    for seat, codes in record.deal.hands.items():
        yield from (Named(seat, code, "deal") for code in codes)
    if record.deal.upcard:
        yield Named(record.deal.dealer, record.deal.upcard, "upcard")
    for number, meld in enumerate(record.melds or (), 1):
        if meld.shown != "never" and meld.kind != "belle":
            yield from (Named(meld.seat, code, "melds", number) for code in meld.cards)
    for number, incident in enumerate(record.incidents, 1):
        if incident_kinds()[incident.kind].shows_card and incident.seat and incident.card:
            yield Named(incident.seat, incident.card, "incidents", number)


def known_by(walk: Walk, facts: Iterable[Fact]) -> list[Frame]:
    """What is open when nothing is known but some facts, who played when and how many cards each was dealt."""
    given = list(facts)
    less = hand_of(walk, given)
    # Who accepted a card that was not noted told of which suit the dealer took one.
    accepted = any(told == one.trumps for one in walk.under_each_trump if (told := one.declared.turned_up))
    return [
        frame(less, walk.order.strains[SUIT_LETTER[trump]], trump if accepted else 0)
        for trump in _trumps(given, walk.trumps)
    ]


def hand_of(walk: Walk, facts: Sequence[Fact]) -> Hand:
    """The hand of which nothing is known but some facts."""
    hand = walk.hand
    sizes = [dealt.bit_count() + hidden for dealt, hidden in zip(hand.dealt, hand.hidden, strict=True)]
    cards, dealt = [0] * len(hand.cards), [0] * len(hand.dealt)
    for fact in facts:
        if fact.kind == "play":
            cards[fact.at] = fact.cards
        if fact.seat >= 0:
            dealt[fact.seat] |= fact.cards
    hidden = tuple(size - mask.bit_count() for size, mask in zip(sizes, dealt, strict=True))
    piles = tuple(Pile(fact.at, fact.at + hand.seating.width, fact.cards) for fact in facts if fact.kind == "pile")
    return hand._replace(cards=cards, dealt=tuple(dealt), hidden=hidden, inferred=(), piles=piles)


def _trumps(facts: Sequence[Fact], recorded: int | None) -> list[int]:
    """The trump suits that are possible, the recorded one first."""
    known = [fact.cards for fact in facts if fact.kind == "trump"]
    return known or sorted(SUIT.values(), key=lambda suit: suit != recorded)
