"""Trick engine: cards falling, trick by trick."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any, NamedTuple

from clabber_audit.cards.cards import Seating, cards_in
from clabber_audit.cards.trick import Row, Strain, play_hand
from clabber_audit.records.hand import Hand, open_places_of
from clabber_audit.records.partial_deal import Candidates, Slot, fill, find_heaviest, require_one_of


class PossibleStrain(NamedTuple):
    """Possible strain, and what its calls imply about the deal."""

    strain: Strain
    #: Cards of which the dealer was dealt one; 0 if the calls imply none.
    turned_up: int


class OpenTrick(NamedTuple):
    """Outcome of a trick with unknown cards: winner and points, None if open, and the possible winners as seat bits."""

    winner: int | None
    points: int | None
    takers: int


class OpenTable(NamedTuple):
    """Hand with unknown cards, and the possible deals under each possible strain."""

    hand: Hand
    places: Sequence[Slot]
    starts: Sequence[tuple[Strain, Candidates]]

    def trick(self, start: int) -> OpenTrick:
        """Return the trick that begins at a clock."""
        clocks = range(start, start + self.hand.seating.width)
        inside = [number for number, place in enumerate(self.places) if place.clock in clocks]
        takers, worth = 0, set[int]()
        for at in clocks:
            for fits, strain in self._ways(clocks, at, inside):
                filling = fill(fits)
                if filling is not None:
                    takers |= 1 << self.hand.seats[at]
                    worth.add(self._worth(clocks, inside, filling, strain))
                    break
        if len(worth) == 1:
            # The most and the least that the trick can be worth, if cards have values.
            counting = [number in inside for number in range(len(self.places))]
            valued = [(strain, fits) for strain, fits in self.starts if any(strain.value.values())]
            for (strain, fits), sign in product(valued, (1, -1)):
                value = {card: sign * points for card, points in strain.value.items()}
                filling = find_heaviest(fits, counting, value)
                if filling is not None:
                    worth.add(self._worth(clocks, inside, filling, strain))
        winner = takers.bit_length() - 1 if takers.bit_count() == 1 else None
        return OpenTrick(
            winner, worth.pop() if len(worth) == 1 else None, takers or self.hand.seating.all_seats
        )

    def _ways(self, clocks: range, winner: int, inside: Sequence[int]) -> Iterator[tuple[Candidates, Strain]]:
        """Yield the deals and strains in which the card at the clock `winner` wins the trick."""
        cards, start = self.hand.cards, clocks.start
        at_clock = {self.places[number].clock: number for number in inside}
        for strain, fits in self.starts:
            fitting = {at: cards[at] or fits[at_clock[at]] for at in clocks}
            strain = strain.strain_after_lead(cards[start], self.hand.led_as.get(start))
            # Highest card first: it is the likeliest winner.
            for card in sorted(cards_in(fitting[winner]), key=lambda card: strain.beaters[card].bit_count()):
                wanted = dict(strain.find_winning_layouts(card, winner, clocks))
                if all(fitting[at] & mask for at, mask in wanted.items()):
                    narrower = list(fits)
                    for at, number in at_clock.items():
                        narrower[number] &= wanted[at]
                    yield narrower, strain

    def _worth(self, clocks: range, inside: Sequence[int], filling: Sequence[int], strain: Strain) -> int:
        value = strain.value
        known = sum(value[self.hand.cards[at]] for at in clocks)
        return known + sum(value[filling[number]] for number in inside)


def open_table(hand: Hand, possible: Sequence[PossibleStrain]) -> OpenTable:
    """Return the possible deals of a hand under each possible strain."""
    dealer = hand.seating.number[hand.record.deal.dealer]
    left = open_places_of(hand)
    starts = [
        (strain, fits)
        for strain, turned_up in possible
        for fits in require_one_of(left, hand.dealt[dealer], dealer, turned_up)
    ]
    return OpenTable(hand, left.places, starts)


class Turn(NamedTuple):
    """Card of a trick with a play out of turn. Cards are masks, seats are bits."""

    clock: int
    seat: int
    card: int
    #: True if it was the lead.
    lead: bool
    #: Whose turn it was: to lead, the rightful leader's; then that of the first seat from the one that led, rightly or
    #: not, that had not played to the trick.
    turn: int
    #: The left neighbor of the player just before; 0 for the lead.
    left: int
    #: Seat due by position: the k-th card is due from the k-th seat after the leader. 0 if that seat has played.
    place: int
    #: The rightful leader until that seat has played to the trick.
    rightful: int
    #: True if its trick is the last of the hand.
    last: bool


class Follow(NamedTuple):
    """Card that follows a lead, with the table just before it. Cards are masks."""

    clock: int
    card: int
    #: The player's cards, this one included.
    hand: int
    led: int
    trump: int
    #: The trumps above the highest trump on the table; all trumps while there is none.
    above: int
    #: Number of the trick, from 1, for a lead; 0 for a card that follows, which is judged by its trick alone.
    trick: int = 0


class OffSuit(Follow):
    """Card off the suit led: a ruff or a throw-off."""

    __slots__ = ()


class TrumpPlayed(Follow):
    """Trump that follows a lead of any suit."""

    __slots__ = ()


class Lead(Follow):
    """Card led; some house laws restrict it.

    `led` is the whole pack, which any card follows; `above` all trumps if one fell to an earlier trick, else none.
    """

    __slots__ = ()


class ExtraPlay(NamedTuple):
    """Card that belongs to no trick: by a seat that is out (BD-77), or once no opponent is left."""

    #: Its place among the cards that were recorded, from 0.
    number: int
    seat: int
    card: int
    #: Number of cards in tricks by then, and the number of the trick under way or to come.
    at: int
    trick: int
    #: True if its player is out of the hand.
    out: bool


class PlaysByColumn(NamedTuple):
    """Plays by columns: cards off the suit led, trumps, plays out of turn, and complete tricks."""

    seating: Seating
    #: Each `OffSuit` and each `TrumpPlayed` as a plain row; a card may be both. Last cards, which leave no choice, are
    #: omitted.
    off_suit: Sequence[Row]
    trumps: Sequence[Row]
    #: Turns of the tricks with a play out of turn.
    turns: Sequence[Turn]
    #: Winner and points of each complete trick.
    winners: Sequence[int | None]
    points: Sequence[int | None]
    #: The seats in turn after the last card recorded, as bits; 0 after the last of the pack.
    next_turn: int
    #: The possible winners of each complete trick, as seat bits; empty if all winners are known.
    takers: Sequence[int] = ()

    @property
    def teams(self) -> Sequence[int | None]:
        """The side that took each complete trick, None where several may have: one winner, or partners."""
        if not self.takers:
            side_of = self.seating.side_of
            return [None if winner is None else side_of[winner] for winner in self.winners]
        return list(map(self.seating.side_of_all.__getitem__, self.takers))


def plays_by_column(
    hand: Hand, ranking: Strain, certain: bool, possible: Sequence[PossibleStrain] = ()
) -> PlaysByColumn:
    """Return the plays of a hand by columns; unless all is `certain`, the strain is one of `possible`."""
    seating, seats = hand.seating, hand.seats
    play = play_hand(ranking, seating.width, seats, hand.cards, hand.dealt, hand.led_as)
    columns = PlaysByColumn(seating, play.off_suit, play.trumps, (), play.winners, play.points, 0)
    to_lead = hand.possible_leaders
    leaders = [*to_lead, *play.winners]
    if (
        not (hand.even and certain)
        or len(to_lead) > 1
        or [seat for leader in leaders for seat in seating.clockwise[leader]][: len(seats)] != seats
    ):
        return _complete_out_of_turn(hand, possible, columns)
    turn = 1 << seating.clockwise[leaders[-1]][len(seats) % seating.width] if len(seats) < seating.end else 0
    return columns._replace(next_turn=turn)


def _complete_out_of_turn(
    hand: Hand, possible: Sequence[PossibleStrain], columns: PlaysByColumn
) -> PlaysByColumn:
    """Complete the columns of a hand with plays out of turn or tricks of unknown winner."""
    seating, width = hand.seating, hand.seating.width
    turns: list[Turn] = []
    winners: list[int | None] = []
    worth: list[int | None] = []
    leaders = hand.possible_leaders
    takers: list[int] = []
    table: OpenTable | None = None
    for start in range(0, len(hand.seats), width):
        players = hand.seats[start : start + width]
        turns += turns_of(hand, start, leaders)
        if len(players) == width:
            winner, points = columns.winners[len(winners)], columns.points[len(worth)]
            may_have_won = 1 << (winner or 0)
            if len(possible) > 1 or 0 in hand.cards[start : start + width]:
                table = table or open_table(hand, possible)
                winner, points, may_have_won = table.trick(start)
            leaders = [seat for seat in seating.clockwise[0] if may_have_won >> seat & 1]
            winners.append(winner)
            worth.append(points)
            takers.append(may_have_won)
    under_way = hand.seats[len(hand.seats) - len(hand.seats) % width :]
    gone = sum({1 << seat for seat in under_way}) | _find_empty_hands(hand, len(hand.seats))
    now = _turn_from(seating, under_way[:1] or leaders, gone)
    return columns._replace(turns=turns, winners=winners, points=worth, next_turn=now, takers=takers)


def _find_empty_hands(hand: Hand, clock: int) -> int:
    """Return the seats, as bits, that have played all their cards before `clock`."""
    before = hand.seats[:clock]
    seats = 0
    for seat, (dealt, more) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        if before.count(seat) >= dealt.bit_count() + more:
            seats |= 1 << seat
    return seats


def turns_of(hand: Hand, start: int, leaders: Sequence[int]) -> list[Turn]:
    """Return the turns of a trick that begins at clock `start`, unless all its players waited for theirs.

    Any of `leaders` may have been to lead.
    """
    empty, players = _find_empty_hands(hand, start), hand.seats[start : start + hand.seating.width]
    seating, last = hand.seating, start + hand.seating.width >= hand.seating.end
    to_lead = _turn_from(seating, leaders, empty)
    turns, played = [], 0
    places = [1 << seat for seat in seating.clockwise[players[0]] if not empty >> seat & 1]
    for place, seat in enumerate(players):
        turn = seating.turn[players[0]][played | empty] if place else to_lead
        left = seating.turn[seating.left_neighbor(players[place - 1])][empty] & ~played if place else 0
        turns.append(
            Turn(
                start + place, 1 << seat, hand.cards[start + place], place == 0, turn, left,
                sum(places[place : place + 1]) & ~played, to_lead & ~played, last,
            )
        )  # fmt: skip
        played |= 1 << seat
    return [] if all(turn.seat == turn.turn for turn in turns) else turns


def _turn_from(seating: Seating, leaders: Sequence[int], gone: int) -> int:
    """Return the seats in turn, as bits, if any of `leaders` may have been to lead."""
    turn = 0
    for leader in leaders:
        turn |= seating.turn[leader][gone]
    return turn


class Declaration(NamedTuple):
    """Result of the declaration of a hand."""

    #: The recorded calls, as events of the game.
    calls: Sequence[Any]
    #: The maker's seat, the makers' team and the strain; None if unknown.
    maker: int | None
    makers: int | None
    strain: Strain | None
    #: True if a call names the strain, not only the contract.
    called: bool
    #: Reason the hand is not played, such as all passed; empty if it is played.
    unplayed: str
    #: Cards of which the dealer was dealt one, as the calls imply; 0 if they imply none.
    turned_up: int
    #: The hand as it goes into play.
    hand: Hand
    #: The possible strains if it is unknown.
    possible: Sequence[PossibleStrain] = ()
    #: Other events before the first card, as the game defines them.
    before: Any = None


class CardOrder(NamedTuple):
    """Card order of a game under a law, and the game's functions for declaration and other events."""

    #: Strains by their names in records.
    strains: dict[str, Strain]
    #: The strain without trumps.
    plain: Strain
    #: Returns the result of the declaration; the given strain is supposed if the record names none.
    declared: Callable[[Hand, CardOrder, Strain | None], Declaration]
    #: Returns the calls as events, or the call that a recorded contract stands for.
    calls: Callable[[Declaration], Sequence[Any]]
    #: Returns the events of this game alone, a sequence for each kind.
    events: Callable[[Declaration, PlaysByColumn], Sequence[Sequence[Any]]]
