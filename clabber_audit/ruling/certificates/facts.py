"""The facts of a record, one by one: what a proof may rest on, and what is known when only some of them are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from operator import or_
from typing import Literal, NamedTuple

from clabber_audit.evidence.worlds import Frame, World, frame
from clabber_audit.law.infractions import incident_kinds
from clabber_audit.record.copies import Pile
from clabber_audit.record.hand import Hand
from clabber_audit.record.model import HandRecord
from clabber_audit.replay import Walk
from clabber_audit.table.cards import BIT, CODE, SEAT, codes
from clabber_audit.table.strain import Strain


class Fact(NamedTuple):
    """One thing written down: a card played, a card dealt, what was named, the cards of a trick whose order is lost.

    Cards are masks. Where cards may change hands before the play, those that a seat went into play with stand for those
    that it was dealt, and cards known to lie aside are facts too.
    """

    kind: Literal["play", "dealt", "aside", "trump", "pile"]
    cards: int
    #: The clock of a card played, or of the first card of a trick.
    at: int = -1
    #: Who played it, or was dealt it.
    seat: int = -1
    #: What was named.
    name: str = ""
    #: How many cards of its face this one makes with the facts of its kind and seat before it.
    times: int = 1

    def holds(self, world: World) -> bool:
        """Whether it is so in a world; which of two equal cards it is does not matter."""
        if self.kind == "trump":
            return world.strain.name == self.name
        if self.kind == "play":
            return CODE[world.cards[self.at]] == CODE[self.cards]
        if self.kind == "dealt":
            return codes(world.dealt[self.seat]).count(CODE[self.cards]) >= self.times
        if self.kind == "aside":
            left = world.strain.all & ~reduce(or_, world.dealt)
            return codes(left).count(CODE[self.cards]) >= self.times
        fell = world.cards[self.at : self.at + self.cards.bit_count()]
        return sorted(codes(self.cards)) == sorted(CODE[card] for card in fell)


def facts_of(walk: Walk) -> list[Fact]:
    """The facts of a record, those that everybody saw first: trumps, the cards as they fell, the cards dealt.

    What only follows from others is no fact, and who played when is taken for granted.
    """
    piles = [Fact("pile", pile.cards, pile.start) for pile in walk.hand.piles]
    return [*_trump(walk), *_plays(walk), *piles, *_dealt(walk)]


def _trump(walk: Walk) -> Iterator[Fact]:
    if walk.strain is not None and walk.strain.name:
        yield Fact("trump", walk.trumps, name=walk.strain.name)


def _plays(walk: Walk) -> Iterator[Fact]:
    hand = walk.hand
    for at, (seat, card) in enumerate(zip(hand.seats, hand.cards, strict=True)):
        if card and at not in hand.inferred:
            yield Fact("play", card, at, seat)


def _dealt(walk: Walk) -> Iterator[Fact]:
    """Yield the cards that `named` yields, each once; or those noted, and those aside."""
    hand = walk.hand
    if hand.noted is None:
        for name, code in dict.fromkeys((one.seat, one.code) for one in named(hand.record)):
            yield Fact("dealt", BIT[code], seat=SEAT[name])
        return
    for seat, cards in enumerate(hand.noted):
        yield from (Fact("dealt", card, seat=seat, times=times) for card, times in _counted(hand, cards))
    yield from (Fact("aside", card, times=times) for card, times in _counted(hand, hand.aside))


def _counted(hand: Hand, cards: int) -> Iterator[tuple[int, int]]:
    """Cards one by one, each with how many of its face it makes."""
    for card, twins in hand.pack.twins.items():
        if card & cards:
            yield card, (twins & cards & (card - 1)).bit_count() + 1


class Named(NamedTuple):
    """A card that a record names as one of a seat's, beside the plays."""

    seat: str
    code: str
    part: Literal["deal", "upcard", "melds", "incidents", "laydown"]
    #: The number of the meld or incident, from 1.
    number: int = 0


def named(record: HandRecord) -> Iterator[Named]:
    """Yield the cards listed as dealt, turned up, shown in a meld, exposed or laid down, each wherever it is named."""
    for seat, cards in record.deal.hands.items():
        yield from (Named(seat, code, "deal") for code in cards)
    if record.deal.upcard:
        yield Named(record.deal.dealer, record.deal.upcard, "upcard")
    for number, meld in enumerate(getattr(record, "melds", None) or (), 1):
        if meld.shown != "never" and meld.kind != "belle":
            yield from (Named(meld.seat, code, "melds", number) for code in meld.cards)
    for number, incident in enumerate(record.incidents, 1):
        if incident_kinds()[incident.kind].shows_card and incident.seat and incident.card:
            yield Named(incident.seat, incident.card, "incidents", number)
    if record.laydown:
        yield from (Named(record.laydown.by, code, "laydown") for code in record.laydown.order)


def known_by(walk: Walk, facts: Iterable[Fact]) -> list[Frame]:
    """What is open when nothing is known but some facts, who played when and how many cards each had."""
    given = list(facts)
    less = hand_of(walk, given)
    # Who accepted a card that was not noted told of which suit the dealer took one.
    accepted = any(told and told == one.trumps for one in walk.under_each_trump if (told := one.declared.turned_up))
    strains = [walk.order.strains[fact.name] for fact in given if fact.kind == "trump"] or _strains(walk)
    return [frame(less, strain, strain.trump if accepted else 0) for strain in strains]


def hand_of(walk: Walk, facts: Sequence[Fact]) -> Hand:
    """The hand of which nothing is known but some facts."""
    hand = walk.hand
    sizes = [dealt.bit_count() + hidden for dealt, hidden in zip(hand.dealt, hand.hidden, strict=True)]
    cards, dealt, aside = [0] * len(hand.cards), [0] * len(hand.dealt), 0
    for fact in facts:
        if fact.kind == "play":
            cards[fact.at] = fact.cards
            dealt[fact.seat] |= fact.cards
        elif fact.kind == "aside":
            aside |= fact.cards
    had = Counter((fact.seat, hand.pack.twins[fact.cards]) for fact in facts if fact.kind == "dealt")
    for (seat, twins), times in had.items():
        # A card that fell is one of those that he is known to have had.
        for card in _single(hand.dealt[seat] & twins):
            if (dealt[seat] & twins).bit_count() < times:
                dealt[seat] |= card
    hidden = tuple(size - mask.bit_count() for size, mask in zip(sizes, dealt, strict=True))
    piles = tuple(Pile(fact.at, fact.at + hand.seating.width, fact.cards) for fact in facts if fact.kind == "pile")
    return hand._replace(cards=cards, dealt=tuple(dealt), hidden=hidden, inferred=(), piles=piles, aside=aside)


def _single(cards: int) -> Iterator[int]:
    """Cards one by one."""
    while cards:
        yield cards & -cards
        cards &= cards - 1


def _strains(walk: Walk) -> list[Strain]:
    """All that may have been named, what was recorded first; of two names for one thing one."""
    found: list[Strain] = []
    for strain in sorted(walk.order.strains.values(), key=lambda strain: strain.name != walk.ranking.name):
        if strain.name and all((strain.trump, strain.beaters) != (one.trump, one.beaters) for one in found):
            found.append(strain)
    return found
