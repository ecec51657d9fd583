"""Replay of a hand, card by card, from the deal to the last trick. It judges nothing.

Plays become columns (`PlaysByColumn`). The deal, incidents and the other events of a game (`CardOrder`) become objects
with the facts that rules need.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from clabber_audit.cards.trick import Strain, Trick, trick_of, trumps_if_fallen
from clabber_audit.records.hand import Hand
from clabber_audit.replay.tricks import (
    CardOrder,
    Declaration,
    Follow,
    Lead,
    PlaysByColumn,
    PossibleStrain,
    plays_by_column,
)


class Replay(NamedTuple):
    """Hand replayed: columns over the cards played, and events for calls, exchanges and incidents."""

    #: The hand in play, and as recorded; they differ if seats are out or cards were exchanged under the rules.
    hand: Hand
    recorded: Hand
    #: The card order under which it was replayed.
    order: CardOrder
    declared: Declaration
    cards: Sequence[int]
    #: Plays by columns.
    columns: PlaysByColumn
    #: True if every card and the strain are known.
    certain: bool
    #: Events of this game alone, a sequence for each kind.
    events: Sequence[Sequence[Any]]
    #: Cache of `replays_by_trump`.
    supposed: Sequence[Replay] = ()

    @property
    def maker(self) -> int | None:
        """The maker's seat; None if unknown."""
        return self.declared.maker

    @property
    def makers(self) -> int | None:
        """The makers' team; None if unknown."""
        return self.declared.makers

    @property
    def strain(self) -> Strain | None:
        """The strain named, or supposed; None if unknown."""
        return self.declared.strain

    @property
    def replays_by_trump(self) -> Sequence[Replay]:
        """The replay under each possible trump suit if unknown, else only itself."""
        if self.strain is not None or self._is_over_after_auction:
            return (self,)
        return self.supposed or [
            replay_hand(self.recorded, self.order, strain.strain) for strain in self.declared.possible
        ]

    @property
    def _is_over_after_auction(self) -> bool:
        """True if the hand ended before trumps were made and before any card."""
        without_contract = self.hand.record.declarations is not None and self.hand.record.contract is None
        return without_contract and self.declared.maker is None and not self.cards

    @property
    def ranking(self) -> Strain:
        """The known card order; without known trumps that of plain suits."""
        return self.strain or self.order.plain

    @property
    def trumps(self) -> int:
        """The known trumps, as a mask; 0 if none or unknown."""
        return self.ranking.trump

    @property
    def is_complete(self) -> bool:
        """True if cards, trumps and all moments are known."""
        return self.certain and bool(self.hand.record.has_all_moments)

    @property
    def calls(self) -> Sequence[Any]:
        """The calls in order, or the call that a contract recorded alone stands for."""
        return self.order.calls(self.declared)

    @property
    def tricks(self) -> list[Trick]:
        """The complete tricks; winner, points and team are None where unknown cards leave them open."""
        seats, cards, fallen = self.hand.seats, self.cards, 0
        tricks = []
        outcomes = zip(self.columns.winners, self.columns.points, self.columns.teams, strict=True)
        for number, (winner, points, team) in enumerate(outcomes, 1):
            clocks = self.clocks_of(number)
            trick = Trick.begin(self.ranking, number, fallen)
            for at in clocks:
                trick = trick.play(seats[at], cards[at], self.hand.led_as.get(at))
                fallen |= cards[at]
            tricks.append(trick._replace(winner=winner, points=points, team=team))
        return tricks

    def clocks_of(self, trick: int) -> range:
        """Return the clocks of the cards that fell to a trick, by its number."""
        clocks = self.hand.seating.clocks_of(trick)
        return range(clocks.start, min(clocks.stop, len(self.cards)))

    def follow(self, at: int, shown: int | None = None) -> Follow:
        """Return the card at clock `at`, or one shown in its place, which follows a lead, with the known facts."""
        start = self.hand.seating.lead_of(at)
        known = shown and all(self.cards[start:at])
        above = trick_of(self.cards[start:at], self.ranking).above if known else 0
        held = self.hand_at(self.hand.seats[at], at)
        return Follow(at, shown or self.cards[at], held, self.suit_led(start), self.trumps, above)

    def suit_led(self, at: int) -> int:
        """Return the suit to follow after a lead, as a mask: the card's, or the one named for it."""
        return self.ranking.suit_led(self.cards[at], self.hand.led_as.get(at))

    def lead(self, at: int, shown: int | None = None) -> Lead:
        """Return the lead at clock `at`, or a card shown in its place, with the known facts."""
        fallen = sum(set(self.cards[:at]))
        held = self.hand_at(self.hand.seats[at], at)
        above, trick = trumps_if_fallen(self.trumps, fallen), self.hand.seating.trick_of(at)
        return Lead(at, shown or self.cards[at], held, self.hand.pack.all_cards, self.trumps, above, trick)

    def play(self, at: int, shown: int | None = None) -> Follow:
        """Return the card at clock `at`, led or not, or one shown in its place, with the known facts."""
        return self.lead(at, shown) if self.hand.seating.lead_of(at) == at else self.follow(at, shown)

    @property
    def leads(self) -> list[Lead]:
        """The leads by players with a choice, in a completely known hand."""
        leads = map(self.lead, range(0, len(self.cards), self.hand.seating.width))
        return [lead for lead in leads if lead.hand != lead.card]

    def turn_at(self, at: int) -> int:
        """Return the seats in turn at clock `at`, as bits."""
        if at >= len(self.cards):
            return self.columns.next_turn
        return next((turn.turn for turn in self.columns.turns if turn.clock == at), 1 << self.hand.seats[at])

    def hand_at(self, seat: int, at: int) -> int:
        """Return the known cards of a seat at clock `at`, before its card fell, as a mask."""
        hand = self.hand
        gone = sum(card for who, card in zip(hand.seats[:at], hand.cards[:at], strict=True) if who == seat)
        return hand.dealt[seat] & ~gone

    @property
    def is_over(self) -> bool:
        return len(self.cards) == self.hand.seating.end

    def clocks(self, seat: int) -> list[int]:
        return [at for at, who in enumerate(self.hand.seats) if who == seat]


def replay_hand(hand: Hand, order: CardOrder, supposed: Strain | None = None) -> Replay:
    """Replay a hand under the card order of a law. Tricks count as played, legal or not.

    `supposed` is the strain if the record names none.
    """
    declared = order.declared(hand, order, supposed)
    strain = declared.strain
    recorded, hand = hand, declared.hand
    certain = strain is not None and hand.is_whole
    possible = declared.possible if strain is None else [PossibleStrain(strain, declared.turned_up)]
    columns = plays_by_column(hand, strain or order.plain, certain, possible)
    return Replay(
        hand, recorded, order, declared, hand.cards, columns, certain, order.events(declared, columns)
    )
