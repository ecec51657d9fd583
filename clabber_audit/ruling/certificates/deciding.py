"""What would decide it: the smallest questions whose answers settle what a record leaves open."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, product
from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.verdicts import frame_of
from clabber_audit.evidence.worlds import Exhausted, Fits, Frame, Question, world_with
from clabber_audit.evidence.worlds.asked import StillHeld
from clabber_audit.evidence.worlds.question import only
from clabber_audit.law.infractions import infractions
from clabber_audit.replay import Walk
from clabber_audit.ruling.certificates.certificate import Certificate
from clabber_audit.ruling.certificates.statement import questions
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import DECK, SUIT

#: How many questions are put together at most, and how many sets of questions are weighed.
_TOGETHER: Final = 2
_SETS: Final = 60


class Inquiry(NamedTuple):
    """A question to those who were there.

    `card`: which card did a seat play at a clock. `held`: did it hold one of some cards when its card at that clock
    fell. `whose`: who had a card. `trump`: what was trumps. `upcard`: which card was turned up. `maker`: who made
    trumps. `hand`: which cards was a seat dealt. `belle`: did it have king and queen of trumps. `order`: who played
    which card to the trick that begins at the clock. `moment`: when did it call and show its meld. `called`: did it
    call such a meld. Or what somebody may have written down: the `tricks` in their order, the `melds`, the `calls`,
    `all_cards` of a seat.
    """

    kind: Literal[
        "card", "held", "whose", "trump", "upcard", "maker", "hand", "belle", "order", "moment",
        "called", "tricks", "melds", "calls", "all_cards",
    ]  # fmt: skip
    at: int = -1
    seat: int = -1
    #: The cards asked for, as a mask.
    cards: int = 0
    #: How many answers are possible, and how many of them settle the matter by themselves.
    answers: int = 0
    settled: int = 0
    #: The kind of the meld that is asked about.
    meld: str = ""


class _Fell(NamedTuple):
    """That a card fell at a clock."""

    clock: int
    card: int

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """As `Question` has them."""
        if frame.cards[self.clock]:
            if (frame.cards[self.clock] == self.card) is answer:
                yield fits
            return
        yield only(fits, [frame.place_at(self.clock)], self.card if answer else DECK & ~self.card)


class _Trump(NamedTuple):
    """That a suit was trumps."""

    suit: int

    def ways(self, frame: Frame, fits: Fits, answer: bool) -> Iterator[Fits]:
        """As `Question` has them."""
        if (frame.strain.trump == self.suit) is answer:
            yield fits


#: An answer: a question about worlds and how it was answered.
_Answer = tuple[Question, bool]


class _Matter(NamedTuple):
    """What is open, and the worlds in which it may be decided."""

    asked: Sequence[Question]
    frames: Sequence[Frame]

    def possible(self, answers: Sequence[_Answer]) -> bool:
        """Whether the answers can all be given."""
        return world_with(self.frames, answers) is not None

    def settled(self, answers: Sequence[_Answer]) -> bool:
        """Whether the answers decide it: all worlds with them agree."""
        if world_with(self.frames, [*answers, *((question, False) for question in self.asked)]) is None:
            return True
        return all(world_with(self.frames, [*answers, (question, True)]) is None for question in self.asked)


def deciding(ruling: Ruling, certificate: Certificate) -> list[Inquiry]:
    """The smallest set of questions that settles an undetermined matter whatever is answered, the likeliest first.

    Where no two questions settle it, those that settle it under most of their answers. Empty when none helps, or when
    working it out would go beyond the budget.
    """
    walk = ruling.walk
    matter = _Matter(questions(certificate.faults, walk, ruling.law), [frame_of(one) for one in walk.under_each_trump])
    try:
        known = [(inquiry, _answers(inquiry, matter)) for inquiry in _inquiries(walk, certificate)]
        weighed = [
            (inquiry._replace(answers=len(answers), settled=sum(matter.settled([one]) for one in answers)), answers)
            for inquiry, answers in known
            if len(answers) > 1
        ]
        weighed.sort(key=lambda each: (-each[0].settled / each[0].answers, each[0].answers))
        return _smallest(matter, weighed)
    except Exhausted:
        return []


def _smallest(matter: _Matter, weighed: Sequence[tuple[Inquiry, list[_Answer]]]) -> list[Inquiry]:
    if weighed and weighed[0][0].settled == weighed[0][0].answers:
        return [weighed[0][0]]
    for together in list(combinations(weighed, _TOGETHER))[:_SETS]:
        sets = product(*(answers for _, answers in together))
        if all(matter.settled(answers) or not matter.possible(answers) for answers in sets):
            return [inquiry for inquiry, _ in together]
    return [inquiry for inquiry, _ in weighed if inquiry.settled]


def _inquiries(walk: Walk, certificate: Certificate) -> list[Inquiry]:
    """The questions that bear on the faults: their holdings, the cards they depend on, the trump suit."""
    seating = walk.hand.seating
    found = [] if walk.trumps else [Inquiry("trump")]
    for fault in certificate.faults:
        if not fault.of_card:
            continue
        start = seating.lead_of(fault.at)
        if infractions()[fault.infraction].place == "turn":
            start -= seating.width
            clocks = range(max(start, 0), start + seating.width)
        else:
            # What may be led hangs on all that fell before.
            clocks = range(start if fault.at > start else 0, fault.at + 1)
            found += [Inquiry("held", fault.at, fault.seat, cards) for cards in _asked_for(walk, fault.at)]
        seats, cards = walk.hand.seats, walk.cards
        found += [Inquiry("card", at, seats[at]) for at in clocks if not cards[at]]
        later = range(fault.at + 1, len(cards))
        found += [Inquiry("card", at, fault.seat) for at in later if seats[at] == fault.seat and not cards[at]]
    return list(dict.fromkeys(found))


def _asked_for(walk: Walk, at: int) -> list[int]:
    """What a hand may be asked for when a card fell: the suit led, trumps, the trumps above the highest."""
    follow = walk.follow(at)
    start = walk.hand.seating.lead_of(at)
    lead = walk.cards[start] if at > start else 0
    asked = [follow.led] if lead else list(SUIT.values())
    if trumps := walk.trumps:
        fell = [card for card in walk.cards[start:at] if card & trumps]
        highest = min((walk.ranking.beaters[card] & trumps for card in fell), default=trumps)
        asked += [trumps, highest]
    return [mask for mask in dict.fromkeys(asked) if mask]


def _answers(inquiry: Inquiry, matter: _Matter) -> list[_Answer]:
    """The answers that are possible."""
    found: list[_Answer]
    if inquiry.kind == "trump":
        found = [(_Trump(frame.strain.trump), True) for frame in matter.frames]
    elif inquiry.kind == "held":
        question = StillHeld(inquiry.at, inquiry.seat, inquiry.cards)
        found = [(question, True), (question, False)]
    else:
        may = 0
        for frame in matter.frames:
            may |= frame.possible(inquiry.at, frame.fits)
        found = [(_Fell(inquiry.at, 1 << place), True) for place in range(may.bit_length()) if may >> place & 1]
    return [answer for answer in found if matter.possible([answer])]
