"""The walk: card by card through a hand, trick by trick as it was played, legal or not.

What falls becomes columns, so that a rule can be put to a whole hand at once: the cards that follow a lead, and the
turns of tricks in which not everybody waited for his own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, product
from math import prod
from typing import Final, NamedTuple

from clabber_audit import clock
from clabber_audit.cards import DECK, DECK_SIZE, SEAT, SEATS, SUIT, TURN, left_of
from clabber_audit.games.clabber.ranking import RANKINGS, standing
from clabber_audit.record.hand import Hand
from clabber_audit.record.places import Open, fill, open_places

_PLAYERS: Final = len(SEATS)
_EVERYBODY: Final = (1 << _PLAYERS) - 1


#: The same from the left neighbour of a seat on.
_LEFT: Final = [[TURN[left_of(seat)][gone] for gone in range(_EVERYBODY + 1)] for seat in range(_PLAYERS)]


class Turn(NamedTuple):
    """A card of a trick in which somebody did not wait for his turn. Cards are masks, seats are bits."""

    clock: int
    seat: int
    card: int
    #: Whether it was the lead.
    lead: bool
    #: Whose turn it was: to lead, the rightful leader's; then that of the first seat from the one that led, rightly or
    #: not, that had not played to the trick.
    turn: int
    #: The left neighbour of the player just before; 0 for the lead.
    left: int
    #: The rightful leader while he has not played to the trick.
    rightful: int

    @property
    def trick(self) -> int:
        """The number of its trick, from 1."""
        return clock.trick_of(self.clock)


class Follow(NamedTuple):
    """A card falling to a trick already led, with the table as it was just before. Cards are masks."""

    clock: int
    card: int
    #: What the player held, the card included.
    hand: int
    led: int
    trump: int
    #: The trumps above the highest trump on the table; all trumps while there is none.
    above: int

    @property
    def trick(self) -> int:
        """The number of its trick, from 1."""
        return clock.trick_of(self.clock)


class OffSuit(Follow):
    """A card that is not of the suit led: a ruff or a throw-off."""

    __slots__ = ()


class TrumpPlayed(Follow):
    """A trump falling to a trick already led, whatever was led."""

    __slots__ = ()


def in_last_trick(at: int) -> bool:
    """Whether the card falling at a clock belongs to the sixth trick."""
    return at >= DECK_SIZE - _PLAYERS


class Trick(NamedTuple):
    """A complete trick; `winner` and `points` are None when unknown cards leave them open."""

    leader: int
    winner: int | None
    points: int | None


#: The fields of a `Follow`, undressed: most are looked at once and never again.
Row = tuple[int, int, int, int, int, int]


class Walk(NamedTuple):
    """What fell: cards off the suit led, trumps played, turns not kept, and the complete tricks as columns."""

    #: Each `OffSuit` and each `TrumpPlayed` as a plain row; a card may be both. Who has one card left has no choice and
    #: is left out.
    off_suit: Sequence[Row]
    trumps: Sequence[Row]
    #: The turns of the tricks in which not everybody waited for his.
    turns: Sequence[Turn]
    #: Who won each complete trick, and what it is worth.
    winners: Sequence[int | None]
    points: Sequence[int | None]
    #: Whose turn it is after the last card recorded, as seat bits; 0 after the last of the pack.
    next_turn: int


def walk(hand: Hand, trump: int | None, certain: bool) -> Walk:
    """Walk through a hand; `certain` says that every card and the trump suit, or that there is none, is known."""
    ranking = RANKINGS[trump or 0]
    trumps, dealt, seats = ranking.trump, hand.dealt, hand.seats
    off_suit: list[Row] = []
    trumps_played: list[Row] = []
    winners: list[int] = []
    worth: list[int] = []
    left = DECK
    led = winning = winner = points = 0
    faces = map(ranking.faces.__getitem__, hand.cards)
    for at, place, seat, card, (suit, beaters, value) in zip(_CLOCKS, _PLACES, seats, hand.cards, faces, strict=False):
        if place:
            points += value
            if suit != led or suit == trumps:
                mine = dealt[seat] & left
                if mine != card:
                    row = (at, card, mine, led, trumps, winning & trumps)
                    if suit != led:
                        off_suit.append(row)
                    if suit == trumps:
                        trumps_played.append(row)
            if card & winning:
                winning, winner = beaters, seat
            if place == _LAST_PLACE:
                winners.append(winner)
                worth.append(points)
        else:
            led, winning, winner, points = suit, beaters, seat, value
        left -= card
    if not (hand.even and certain):
        return _out_of_turn(hand, trump, certain, Walk(off_suit, trumps_played, (), winners, worth, 0))
    leaders = [_NEXT[SEAT[hand.record.deal.dealer]], *winners]
    if list(chain.from_iterable(map(_ROUND.__getitem__, leaders)))[: len(seats)] != seats:
        return _out_of_turn(hand, trump, certain, Walk(off_suit, trumps_played, (), winners, worth, 0))
    turn = 1 << _ROUND[leaders[-1]][len(seats) % _PLAYERS] if left else 0
    return Walk(off_suit, trumps_played, (), winners, worth, turn)


_CLOCKS: Final = range(DECK_SIZE)
#: The place in its trick of the card at each clock: 0 leads.
_PLACES: Final = [at % _PLAYERS for at in _CLOCKS]
_LAST_PLACE: Final = _PLAYERS - 1
_NEXT: Final = [left_of(seat) for seat in range(_PLAYERS)]
#: The seats clockwise from each.
_ROUND: Final = [[(leader + place) % _PLAYERS for place in range(_PLAYERS)] for leader in range(_PLAYERS)]


def _out_of_turn(hand: Hand, trump: int | None, certain: bool, fell: Walk) -> Walk:
    """The walk where not everybody waited for his turn, or where it is open who won a trick."""
    turns: list[Turn] = []
    winners: list[int | None] = []
    worth: list[int | None] = []
    leaders = [left_of(SEAT[hand.record.deal.dealer])]
    left = Open([], [], []) if certain else open_places(hand.seats, hand.cards, hand.dealt, hand.hidden, hand.piles)
    for start in range(0, len(hand.seats), _PLAYERS):
        players = hand.seats[start : start + _PLAYERS]
        turns += turns_of(hand, start, leaders)
        if len(players) == _PLAYERS:
            winner, points = fell.winners[len(winners)], fell.points[len(worth)]
            leaders = [winner] if winner is not None else leaders
            if not certain:
                winner, points, leaders = _open_trick(hand, left, start, trump, winner, points)
            winners.append(winner)
            worth.append(points)
    under_way = hand.seats[len(hand.seats) - len(hand.seats) % _PLAYERS :]
    gone = sum({1 << seat for seat in under_way}) | _emptied(hand, len(hand.seats))
    now = _turn_from(under_way[:1] or leaders, gone)
    return fell._replace(turns=turns, winners=winners, points=worth, next_turn=now)


def _emptied(hand: Hand, clock: int) -> int:
    """The seats, as bits, that have played all their cards before `clock`."""
    before = hand.seats[:clock]
    found = 0
    for seat, (dealt, more) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        if before.count(seat) >= dealt.bit_count() + more:
            found |= 1 << seat
    return found


def turns_of(hand: Hand, start: int, leaders: Sequence[int]) -> list[Turn]:
    """The turns of a trick that begins at clock `start`, unless all its players waited for theirs.

    Any of `leaders` may have been to lead.
    """
    empty, players = _emptied(hand, start), hand.seats[start : start + _PLAYERS]
    to_lead = _turn_from(leaders, empty)
    found, played = [], 0
    for place, seat in enumerate(players):
        turn = TURN[players[0]][played | empty] if place else to_lead
        left = _LEFT[players[place - 1]][empty] & ~played if place else 0
        found.append(
            Turn(start + place, 1 << seat, hand.cards[start + place], place == 0, turn, left, to_lead & ~played)
        )
        played |= 1 << seat
    return [] if all(turn.seat == turn.turn for turn in found) else found


def _turn_from(leaders: Sequence[int], gone: int) -> int:
    """Whose turn it may be, as bits, when any of `leaders` may have been to lead."""
    turn = 0
    for leader in leaders:
        turn |= TURN[leader][gone]
    return turn


def _open_trick(
    hand: Hand, left: Open, start: int, trump: int | None, winner: int | None, points: int | None
) -> tuple[int | None, int | None, list[int]]:
    """A trick of a hand with unknown cards or trumps: its winner and points where certain, and who may have won it.

    `left` are the open places of the hand.
    """
    seats = hand.seats[start : start + _PLAYERS]
    blanks = [number for number, place in enumerate(left.places) if start <= place.clock < start + _PLAYERS]
    if trump and not blanks and winner is not None:
        return winner, points, [winner]
    winners, worth = set[int](), set[int]()
    fitting = [_cards_of(left.fits[number]) for number in blanks]
    if prod(map(len, fitting)) > _MOST_FILLINGS:
        return None, None, sorted(set(seats))
    cards = list(hand.cards[start : start + _PLAYERS])
    for filling in product(*fitting):
        if len(set(filling)) < len(filling):
            continue
        for number, card in zip(blanks, filling, strict=True):
            cards[left.places[number].clock - start] = card
        possible = None
        for trumps in (trump,) if trump else SUIT.values():
            best, value = seats[standing(cards, trumps).best], sum(map(RANKINGS[trumps].value.__getitem__, cards))
            if best in winners and (value in worth or len(worth) > 1):
                continue
            possible = _can_all_lie(left, blanks, filling) if possible is None else possible
            if possible:
                winners.add(best)
                worth.add(value)
        if len(worth) > 1 and winners.issuperset(seats):
            break
    certain = next(iter(winners)) if len(winners) == 1 else None
    return certain, worth.pop() if len(worth) == 1 else None, sorted(winners or set(seats))


_MOST_FILLINGS: Final = 10_000


def _cards_of(mask: int) -> list[int]:
    return [1 << number for number in range(DECK_SIZE) if mask >> number & 1]


def _can_all_lie(left: Open, numbers: Sequence[int], filling: Sequence[int]) -> bool:
    """Whether there is a deal with these cards in the places of these numbers."""
    fits = list(left.fits)
    for number, card in zip(numbers, filling, strict=True):
        fits[number] = card
    return fill(fits) is not None
