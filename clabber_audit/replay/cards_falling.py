"""The walk: card by card through a hand, trick by trick as it was played, legal or not.

What falls becomes columns, so that a rule can be put to a whole hand at once: the cards that follow a lead, and the turns
of tricks in which not everybody waited for his own.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product, repeat
from typing import Any, Final, NamedTuple

from clabber_audit import clock
from clabber_audit.cards import DECK_SIZE, SEAT, SEATS, SUIT, SUIT_OF, left_of
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.record.hand import Hand

_PLAYERS: Final = len(SEATS)
_EVERYBODY: Final = (1 << _PLAYERS) - 1


def _first_of(start: int, gone: int) -> int:
    """The first seat clockwise from `start`, itself included, that is not among the seats gone; as a bit, else 0."""
    for step in range(_PLAYERS):
        seat = (start + step) % _PLAYERS
        if not gone >> seat & 1:
            return 1 << seat
    return 0


#: `_TURN[seat][gone]`: whose turn it is, from a seat on, when the seats `gone` have played or hold no cards.
_TURN: Final = [[_first_of(seat, gone) for gone in range(_EVERYBODY + 1)] for seat in range(_PLAYERS)]
_LEFT: Final = [[_TURN[left_of(seat)][gone] for gone in range(_EVERYBODY + 1)] for seat in range(_PLAYERS)]


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


#: What was so for each step of a kind, by the name of the fact.
Columns = dict[str, Sequence[Any]]

#: The clocks at which cards fall to a trick already led.
FOLLOWS: Final = tuple(at for at in range(DECK_SIZE) if at % _PLAYERS)


def in_last_trick(at: int) -> bool:
    """Whether the card falling at a clock belongs to the sixth trick."""
    return at >= DECK_SIZE - _PLAYERS


class Trick(NamedTuple):
    """A complete trick; `winner` and `points` are None when unknown cards leave them open."""

    leader: int
    winner: int | None
    points: int | None


class Walk(NamedTuple):
    """What fell: the cards that followed a lead and the turns that were not kept as columns, and the complete tricks."""

    #: The fields of each `Follow`.
    follows: Columns
    #: The fields of each `Turn`. A trick in which everybody waited for his turn has none.
    turns: Columns
    tricks: Sequence[Trick]
    #: Whose turn it is after the last card recorded, as seat bits; 0 after the last of the pack.
    next_turn: int


def walk(hand: Hand, trump: int | None, certain: bool) -> Walk:
    """Walk through a hand; `certain` says that every card and the trump suit, or that there is none, is known."""
    trumps, beaters, value = RANKINGS[trump or 0]
    seats, cards, held = hand.seats, hand.cards, list(hand.dealt)
    followed: list[int] = []
    hands: list[int] = []
    leds: list[int] = []
    aboves: list[int] = []
    turns: list[Turn] = []
    tricks: list[Trick] = []
    leaders = [left_of(SEAT[hand.record.deal.dealer])]
    uneven = not hand.even
    for start in range(0, len(seats), _PLAYERS):
        players, fell = seats[start : start + _PLAYERS], cards[start : start + _PLAYERS]
        if uneven or len(leaders) > 1 or players != _CLOCKWISE[leaders[0]]:
            turns += _turns_of(hand, start, players, fell, leaders)
            uneven = True
        lead, *rest = fell
        winner = players[0]
        held[winner] &= ~lead
        winning, points = beaters[lead], value[lead]
        led = SUIT_OF[lead] if lead else 0
        for seat, card in zip(players[1:], rest, strict=True):
            mine = held[seat]
            hands.append(mine)
            held[seat] = mine & ~card
            leds.append(led)
            aboves.append(winning & trumps)
            if card & winning:
                winning, winner = beaters[card], seat
            points += value[card]
        followed += rest
        if len(players) == _PLAYERS:
            trick, leaders = Trick(players[0], winner, points), [winner]
            if not certain:
                trick, leaders = _open_trick(hand, start, trump, trick)
            tricks.append(trick)
    now = 0
    if len(seats) < DECK_SIZE:
        under_way = seats[len(seats) - len(seats) % _PLAYERS :]
        now = _turn_from(leaders, sum({1 << seat for seat in under_way}) | _emptied(hand, len(seats)))
    follows: Columns = {
        "card": followed,
        "hand": hands,
        "led": leds,
        "trump": [trumps] * len(hands),
        "above": aboves,
    }
    return Walk(follows, _as_columns(turns), tricks, now)


def _as_columns(turns: Sequence[Turn]) -> Columns:
    columns = zip(*turns, strict=True) if turns else repeat((), len(Turn._fields))
    return dict(zip(Turn._fields, columns, strict=True))


def _emptied(hand: Hand, clock: int) -> int:
    """The seats, as bits, that have played all their cards before `clock`."""
    before = hand.seats[:clock]
    found = 0
    for seat, (dealt, more) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        if before.count(seat) >= dealt.bit_count() + more:
            found |= 1 << seat
    return found


def _turns_of(
    hand: Hand, start: int, players: Sequence[int], fell: Sequence[int], leaders: Sequence[int]
) -> list[Turn]:
    """The turns of a trick that begins at clock `start` and that any of `leaders` may have been to lead."""
    empty = _emptied(hand, start)
    found, played = [], 0
    for place, (seat, card) in enumerate(zip(players, fell, strict=True)):
        turn = _turn_from(leaders, played | empty)
        left = _LEFT[players[place - 1]][empty] & ~played if place else 0
        found.append(Turn(start + place, 1 << seat, card, place == 0, turn, left))
        played |= 1 << seat
    return found


def _turn_from(leaders: Sequence[int], gone: int) -> int:
    """Whose turn it may be, as bits, when any of `leaders` may have been to lead."""
    turn = 0
    for leader in leaders:
        turn |= _TURN[leader][gone]
    return turn


#: The players of a trick in which everybody waits for his turn, by leader.
_CLOCKWISE: Final = [[(leader + step) % _PLAYERS for step in range(_PLAYERS)] for leader in range(_PLAYERS)]


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
            ranking = RANKINGS[trumps]
            best = 0
            for place in range(1, _PLAYERS):
                if cards[place] & ranking.beaters[cards[best]]:
                    best = place
            winners.add(seats[best])
            worth.add(sum(ranking.value[card] for card in cards))
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
