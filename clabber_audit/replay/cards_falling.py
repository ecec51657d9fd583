"""The walk: card by card through a hand, trick by trick as it was played, legal or not.

What falls becomes columns, so that a rule can be put to a whole hand at once: the cards that follow a lead, and the
turns of tricks in which not everybody waited for his own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product, repeat
from typing import Any, Final, NamedTuple

from clabber_audit import clock
from clabber_audit.cards import DECK_SIZE, SEAT, SEATS, SUIT, SUIT_OF, TURN, left_of
from clabber_audit.games.clabber.ranking import RANKINGS, standing
from clabber_audit.record.hand import Hand

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
    #: Whose turn it was: the rightful leader's, then the first seat from there that had not played to the trick.
    turn: int
    #: The left neighbour of the player just before; 0 for the lead.
    left: int

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


#: What was so for each step of a kind, by the name of the fact.
Columns = dict[str, Sequence[Any]]


def in_last_trick(at: int) -> bool:
    """Whether the card falling at a clock belongs to the sixth trick."""
    return at >= DECK_SIZE - _PLAYERS


class Trick(NamedTuple):
    """A complete trick; `winner` and `points` are None when unknown cards leave them open."""

    leader: int
    winner: int | None
    points: int | None


class Walk(NamedTuple):
    """What fell, as columns: cards off the suit led, trumps played, turns not kept, complete tricks."""

    #: The fields of each `OffSuit` and of each `TrumpPlayed`; a card may be both.
    off_suit: Columns
    trumps: Columns
    #: The fields of each `Turn`. A trick in which everybody waited for his turn has none.
    turns: Columns
    #: The fields of each `Trick`.
    tricks: Columns
    #: Whose turn it is after the last card recorded, as seat bits; 0 after the last of the pack.
    next_turn: int


def walk(hand: Hand, trump: int | None, certain: bool) -> Walk:
    """Walk through a hand; `certain` says that every card and the trump suit, or that there is none, is known."""
    trumps, beaters, value = RANKINGS[trump or 0]
    held = list(hand.dealt)
    off_suit: list[tuple[int, ...]] = []
    trumps_played: list[tuple[int, ...]] = []
    leaders: list[int] = []
    winners: list[int | None] = []
    worth: list[int | None] = []
    turn = winner = left_of(SEAT[hand.record.deal.dealer])
    orderly, position, led, winning, points = hand.even and certain, 0, 0, 0, 0
    for at, (seat, card) in enumerate(zip(hand.seats, hand.cards, strict=True)):
        mine = held[seat]
        held[seat] = mine & ~card
        if seat != turn:
            orderly = False
        if position:
            if not card & led:
                off_suit.append((at, card, mine, led, trumps, winning & trumps))
            if card & trumps:
                trumps_played.append((at, card, mine, led, trumps, winning & trumps))
            if card & winning:
                winning, winner = beaters[card], seat
            points += value[card]
        else:
            leaders.append(seat)
            led, winning, winner, points = SUIT_OF[card] if card else 0, beaters[card], seat, value[card]
        position += 1
        if position == _PLAYERS:
            winners.append(winner)
            worth.append(points)
            turn, position = winner, 0
        else:
            turn = _NEXT[seat]
    if position:
        leaders.pop()
    tricks: Columns = {"leader": leaders, "winner": winners, "points": worth}
    turns, now = _NO_TURNS, 0 if len(hand.seats) == DECK_SIZE else 1 << turn
    if not orderly:
        turns, tricks, now = _out_of_turn(hand, trump, certain, tricks)
    return Walk(_as_columns(Follow._fields, off_suit), _as_columns(Follow._fields, trumps_played), turns, tricks, now)


def _out_of_turn(hand: Hand, trump: int | None, certain: bool, tricks: Columns) -> tuple[Columns, Columns, int]:
    """Turns, tricks and the next turn where not everybody waited for his, or where it is open who won a trick."""
    turns: list[Turn] = []
    found: list[Trick] = []
    leaders = [left_of(SEAT[hand.record.deal.dealer])]
    for start in range(0, len(hand.seats), _PLAYERS):
        players = hand.seats[start : start + _PLAYERS]
        turns += _turns_of(hand, start, players, leaders)
        if len(players) == _PLAYERS:
            trick = Trick(*[tricks[name][len(found)] for name in Trick._fields])
            found.append(trick)
            leaders = [trick.winner] if trick.winner is not None else leaders
            if not certain:
                found[-1], leaders = _open_trick(hand, start, trump, trick)
    under_way = hand.seats[len(hand.seats) - len(hand.seats) % _PLAYERS :]
    now = _turn_from(leaders, sum({1 << seat for seat in under_way}) | _emptied(hand, len(hand.seats)))
    return _as_columns(Turn._fields, turns), _as_columns(Trick._fields, found), now


def _as_columns(fields: Sequence[str], rows: Sequence[tuple[Any, ...]]) -> Columns:
    columns = zip(*rows, strict=True) if rows else repeat((), len(fields))
    return dict(zip(fields, columns, strict=True))


_NEXT: Final = [left_of(seat) for seat in range(_PLAYERS)]
_NO_TURNS: Final = _as_columns(Turn._fields, ())


def _emptied(hand: Hand, clock: int) -> int:
    """The seats, as bits, that have played all their cards before `clock`."""
    before = hand.seats[:clock]
    found = 0
    for seat, (dealt, more) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        if before.count(seat) >= dealt.bit_count() + more:
            found |= 1 << seat
    return found


def _turns_of(hand: Hand, start: int, players: Sequence[int], leaders: Sequence[int]) -> list[Turn]:
    """The turns of a trick that begins at clock `start`, unless all its players waited for theirs.

    Any of `leaders` may have been to lead.
    """
    empty = _emptied(hand, start)
    found, played = [], 0
    for place, seat in enumerate(players):
        turn = _turn_from(leaders, played | empty)
        left = _LEFT[players[place - 1]][empty] & ~played if place else 0
        found.append(Turn(start + place, 1 << seat, hand.cards[start + place], place == 0, turn, left))
        played |= 1 << seat
    return [] if all(turn.seat == turn.turn for turn in found) else found


def _turn_from(leaders: Sequence[int], gone: int) -> int:
    """Whose turn it may be, as bits, when any of `leaders` may have been to lead."""
    turn = 0
    for leader in leaders:
        turn |= TURN[leader][gone]
    return turn


def _open_trick(hand: Hand, start: int, trump: int | None, trick: Trick) -> tuple[Trick, list[int]]:
    """A trick of a hand with unknown cards or trumps: what is certain of it, and who may have won it."""
    seats = hand.seats[start : start + _PLAYERS]
    blanks = [place for place in range(_PLAYERS) if not hand.cards[start + place]]
    if trump and not blanks and trick.winner is not None:
        return trick, [trick.winner]
    winners, worth = set(), set()
    if len(blanks) > _MOST_BLANKS:
        return Trick(seats[0], None, None), sorted(set(seats))
    for filling in product(*[unseen(hand, seats[place]) for place in blanks]):
        if len(set(filling)) < len(filling):
            continue
        cards = list(hand.cards[start : start + _PLAYERS])
        for place, card in zip(blanks, filling, strict=True):
            cards[place] = card
        for trumps in (trump,) if trump else SUIT.values():
            winners.add(seats[standing(cards, trumps).best])
            worth.add(sum(RANKINGS[trumps].value[card] for card in cards))
    winner = winners.pop() if len(winners) == 1 else None
    points = worth.pop() if len(worth) == 1 else None
    return Trick(seats[0], winner, points), sorted(winners or set(seats)) if winner is None else [winner]


_MOST_BLANKS: Final = 2


def unseen(hand: Hand, seat: int) -> list[int]:
    """The cards, as bits, that a card of `seat` not written down may have been."""
    mask = hand.dealt[seat] | (hand.pool if hand.hidden[seat] else 0)
    for who, card in zip(hand.seats, hand.cards, strict=True):
        if who == seat:
            mask &= ~card
    return [1 << place for place in range(DECK_SIZE) if mask >> place & 1]
