"""The only replay there is: a hand card by card, from the deal to the last trick. It objects to nothing.

What falls becomes columns (`cards_falling`); melds, calls and incidents become steps of their own, with the facts
that a rule may ask about (`melding`, `beside`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.record.auction import Auction, Call, auction
from clabber_audit.record.hand import Hand
from clabber_audit.replay.beside import (
    Dealing,
    Incident,
    cutter,
    dealing,
    declarations,
    incidents,
)
from clabber_audit.replay.cards_falling import (
    Follow,
    Lead,
    OffSuit,
    Trick,
    TrumpPlayed,
    Turn,
    Walk,
    opened,
    turns_of,
    walk,
)
from clabber_audit.replay.melding import (
    Belle,
    BelleCall,
    BelleFacts,
    Entry,
    belle_facts,
    first_said,
    laid_down_by,
    melds,
)
from clabber_audit.table.cards import DECK, SEAT, SUIT, TEAMS, team_of
from clabber_audit.table.strain import Strain

__all__ = [
    "Belle",
    "BelleCall",
    "BelleFacts",
    "Call",
    "Dealing",
    "Entry",
    "Follow",
    "Incident",
    "Lead",
    "OffSuit",
    "Replay",
    "Trick",
    "TrumpPlayed",
    "Turn",
    "Walk",
    "belle_facts",
    "cutter",
    "dealing",
    "declarations",
    "first_said",
    "incidents",
    "laid_down_by",
    "opened",
    "replay",
    "turns_of",
]


class Replay(NamedTuple):
    """A hand walked through: columns over the cards played, and steps for what was said and seen."""

    hand: Hand
    auction: Auction
    #: The maker's seat where it is known, the makers' team, and what was named; None when not known.
    maker: int | None
    makers: int | None
    strain: Strain | None
    cards: Sequence[int]
    #: What fell, trick by trick.
    fell: Walk
    #: Whether every card, and which suit is trumps if any, is known.
    certain: bool
    #: The melds of the record: runs and fours, announcements of belle, and the belles dealt.
    entries: Sequence[Entry]
    belle_calls: Sequence[BelleCall]
    belles: Sequence[Belle]
    #: What `under_each_trump` gives, once somebody has kept it here for the next who asks.
    supposed: Sequence[Replay] = ()

    @property
    def under_each_trump(self) -> Sequence[Replay]:
        """The walk under each suit, where the record leaves it open which is trumps; itself where there is no doubt."""
        if self.strain is not None or self._not_come_to_trumps:
            return (self,)
        return self.supposed or [replay(self.hand, strain) for strain, _ in _strains(self.auction, None)]

    @property
    def _not_come_to_trumps(self) -> bool:
        """Whether the hand ended before a call made trumps and before any card."""
        told = self.hand.record.declarations is not None and self.hand.record.contract is None
        return told and self.auction.maker is None and not self.cards

    @property
    def ranking(self) -> Strain:
        """How the cards rank as far as that is known: of what nobody knows to be a trump, as a plain card."""
        return self.strain or _PLAIN

    @property
    def trumps(self) -> int:
        """The cards known to be trumps, as a mask; none where there are none, or nobody knows which."""
        return self.ranking.trump

    @property
    def turned_up(self) -> int:
        """The suit of an up-card that was not noted, where the calls tell it, as a mask; else 0."""
        return 0 if self.hand.record.deal.upcard else self.auction.turned_up

    @property
    def told(self) -> bool:
        """Whether cards, trumps and the moments of all melds are known, so that there is nothing to suppose."""
        return self.certain and self.timed

    @property
    def timed(self) -> bool:
        """Whether it is written down when each meld was called and shown."""
        return not any(None in (meld.announced, meld.shown) for meld in self.hand.record.melds or ())

    @property
    def tricks(self) -> list[Trick]:
        """The complete tricks."""
        return list(
            map(
                Trick, self.hand.seats[:: self.hand.seating.width], self.fell.winners, self.fell.points, self.fell.teams
            )
        )

    def clocks_of(self, trick: int) -> range:
        """The clocks of the cards that fell to a trick, by its number."""
        clocks = self.hand.seating.clocks_of(trick)
        return range(clocks.start, min(clocks.stop, len(self.cards)))

    def follow(self, at: int) -> Follow:
        """The card at clock `at`, which is no lead, as far as it is known whatever else is not."""
        led = self.ranking.suit_of[self.cards[self.hand.seating.lead_of(at)]]
        return Follow(at, self.cards[at], self.held(self.hand.seats[at], at), led, self.trumps, 0)

    def lead(self, at: int) -> Lead:
        """The lead at clock `at`, as far as it is known whatever else is not."""
        fallen = sum(set(self.cards[:at]))
        held = self.held(self.hand.seats[at], at)
        return Lead(at, self.cards[at], held, DECK, self.trumps, opened(self.trumps, fallen))

    def play(self, at: int) -> Follow:
        """The card at clock `at`, led or not, as far as it is known whatever else is not."""
        return self.lead(at) if self.hand.seating.lead_of(at) == at else self.follow(at)

    @property
    def leads(self) -> list[Lead]:
        """The cards led by who had a choice, of a hand of which everything is known."""
        leads = map(self.lead, range(0, len(self.cards), self.hand.seating.width))
        return [lead for lead in leads if lead.hand != lead.card]

    def turn_at(self, at: int) -> int:
        """Whose turn it was at clock `at`, as seat bits."""
        if at >= len(self.cards):
            return self.fell.next_turn
        return next((turn.turn for turn in self.fell.turns if turn.clock == at), 1 << self.hand.seats[at])

    def held(self, seat: int, at: int) -> int:
        """What a seat is known to have held at clock `at`, before its card fell, as a mask."""
        hand = self.hand
        gone = sum(card for who, card in zip(hand.seats[:at], hand.cards[:at], strict=True) if who == seat)
        return hand.dealt[seat] & ~gone

    @property
    def over(self) -> bool:
        """Whether all cards were played."""
        return len(self.cards) == self.hand.seating.end

    def clocks(self, seat: int) -> list[int]:
        """The clocks at which a seat played its cards."""
        return [at for at, who in enumerate(self.hand.seats) if who == seat]


#: The order of the cards where there are no trumps.
_PLAIN: Final = RANKINGS[0]


def replay(hand: Hand, supposed: Strain | None = None) -> Replay:
    """Walk through a hand. The trick goes as it was played, legal or not.

    Where the record does not tell what was named, `supposed` is taken for it.
    """
    contract, spoken = hand.record.contract, auction(hand.record, hand, supposed.trump if supposed else 0)
    maker, trump = spoken.maker, spoken.trump
    makers = None if maker is None else team_of(maker)
    if contract:
        trump = trump or SUIT[contract.trump]
        if maker is None:
            maker = SEAT.get(contract.maker)
            makers = TEAMS.index(contract.maker) if maker is None else team_of(maker)
    # A hand that everybody passed has no trumps; where nothing is said of them they are not known.
    strain = RANKINGS[trump] if trump else _PLAIN if spoken.passed_out else supposed
    certain = strain is not None and hand.whole
    fell = walk(hand, strain or _PLAIN, certain, () if certain else _strains(spoken, strain))
    called = melds(hand, strain.trump if strain else 0, fell.next_turn)
    return Replay(hand, spoken, maker, makers, strain, hand.cards, fell, certain, *called)


def _strains(spoken: Auction, strain: Strain | None) -> list[tuple[Strain, int]]:
    """What may have been named, each with the suit turned up as far as anything tells it.

    Where somebody accepted an up-card that was not noted, these are the suits that the dealer can hold (R-014).
    """
    if strain is not None:
        return [(strain, spoken.turned_up)]
    if spoken.maker is None:
        return [(RANKINGS[suit], spoken.turned_up) for suit in SUIT.values()]
    return [(RANKINGS[suit], suit) for suit in SUIT.values() if suit & spoken.may_turn_up]
