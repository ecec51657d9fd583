"""The walk: card by card through a hand, trick by trick as it was played, legal or not.

What falls becomes columns, so that a rule can be put to a whole hand at once: the leads, and the cards that follow them.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Final, NamedTuple

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


class Lead(NamedTuple):
    """The first card of a trick falling. Cards are masks, seats are bits."""

    clock: int
    seat: int
    card: int
    #: What the player held, the card included.
    hand: int
    #: Who was to lead: the winner of the trick before, at first the player at the dealer's left.
    turn: int

    @property
    def trick(self) -> int:
        return clock.trick_of(self.clock)


class Follow(NamedTuple):
    """A further card of a trick falling, with the table as it was just before. Cards are masks, seats are bits."""

    clock: int
    seat: int
    card: int
    #: What the player held, the card included.
    hand: int
    led: int
    trump: int
    #: The trumps above the highest trump on the table; all trumps while there is none.
    above: int
    #: Whose turn it was: from the rightful leader on, the first seat that had not played to the trick.
    turn: int
    #: The left neighbour of the player just before.
    left: int

    @property
    def trick(self) -> int:
        return clock.trick_of(self.clock)


#: What was so for each lead or each further card of a hand, by the name of the fact; the clock is left out.
Columns = dict[str, Sequence[int]]

#: The clocks at which tricks are led, and at which the further cards fall.
LEADS: Final = range(0, DECK_SIZE, _PLAYERS)
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
    """What fell: the leads and the cards that followed as columns, and the complete tricks."""

    #: The fields of each `Lead` and of each `Follow`.
    leads: Columns
    follows: Columns
    tricks: Sequence[Trick]
    #: Whose turn it is after the last card recorded, as seat bits; 0 after the last of the pack.
    next_turn: int


def walk(hand: Hand, trump: int | None, certain: bool) -> Walk:
    """Walk through a hand; `certain` says that every card and the trump suit, or that there is none, is known."""
    trumps, beaters, value = RANKINGS[trump or 0]
    seats, cards, held = hand.seats, hand.cards, list(hand.dealt)
    lead_hands: list[int] = []
    lead_turns: list[int] = []
    hands: list[int] = []
    leds: list[int] = []
    aboves: list[int] = []
    turns: list[int] = []
    lefts: list[int] = []
    tricks: list[Trick] = []
    leaders = [left_of(SEAT[hand.record.deal.dealer])]
    uneven = not hand.even
    for start in range(0, len(seats), _PLAYERS):
        players, fell = seats[start : start + _PLAYERS], cards[start : start + _PLAYERS]
        empty = _emptied(hand, start) if uneven else 0
        if not empty and len(leaders) == 1 and players == _CLOCKWISE[leaders[0]]:
            turn, followers = _IN_TURN[leaders[0]]
            turns += followers
            lefts += followers
        else:
            turn, turned, left = _round(players, leaders, empty)
            turns += turned
            lefts += left
            uneven = True
        leader, card = players[0], fell[0]
        mine = held[leader]
        lead_hands.append(mine)
        lead_turns.append(turn)
        held[leader] = mine & ~card
        winner, winning, points = leader, beaters[card], value[card]
        led = SUIT_OF[card] if card else 0
        leds += (led, led, led)[1 - len(players) :] if len(players) > 1 else ()
        for seat, card in zip(players[1:], fell[1:], strict=True):
            mine = held[seat]
            hands.append(mine)
            held[seat] = mine & ~card
            aboves.append(winning & trumps)
            if card & winning:
                winning, winner = beaters[card], seat
            points += value[card]
        if len(players) == _PLAYERS:
            trick, leaders = Trick(leader, winner, points), [winner]
            if not certain:
                trick, leaders = _open_trick(hand, start, trump, trick)
            tricks.append(trick)
    now = 0
    if len(seats) < DECK_SIZE:
        under_way = seats[len(seats) - len(seats) % _PLAYERS :]
        now = _turn_from(leaders, sum({1 << seat for seat in under_way}) | _emptied(hand, len(seats)))
    bits = [_SEAT_BITS[seat] for seat in seats]
    leads: Columns = {"seat": bits[::_PLAYERS], "card": cards[::_PLAYERS], "hand": lead_hands, "turn": lead_turns}
    follows: Columns = {
        "seat": _without_leads(bits),
        "card": _without_leads(cards),
        "hand": hands,
        "led": leds,
        "trump": [trumps] * len(hands),
        "above": aboves,
        "turn": turns,
        "left": lefts,
    }
    return Walk(leads, follows, tricks, now)


def _without_leads(column: Sequence[int]) -> list[int]:
    rest = list(column)
    del rest[::_PLAYERS]
    return rest


def _emptied(hand: Hand, clock: int) -> int:
    """The seats, as bits, that have played all their cards before `clock`."""
    before = hand.seats[:clock]
    found = 0
    for seat, (dealt, more) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        if before.count(seat) >= dealt.bit_count() + more:
            found |= 1 << seat
    return found


def _round(players: Sequence[int], leaders: Sequence[int], empty: int) -> tuple[int, list[int], list[int]]:
    """Who was to lead a trick; for each further card, whose turn it was and the left neighbour of the one before."""
    turns, lefts, played = [], [], 1 << players[0]
    for before, seat in zip(players, players[1:], strict=False):
        turns.append(_turn_from(leaders, played | empty))
        lefts.append(_LEFT[before][empty] & ~played)
        played |= 1 << seat
    return _turn_from(leaders, empty), turns, lefts


def _turn_from(leaders: Sequence[int], gone: int) -> int:
    """Whose turn it may be, as bits, when any of `leaders` may have been to lead."""
    turn = 0
    for leader in leaders:
        turn |= _TURN[leader][gone]
    return turn


_SEAT_BITS: Final = [1 << seat for seat in range(_PLAYERS)]
#: A trick played in turn from each leader, and the turns in it: who was to lead, then for each further card whose turn it
#: was, who is also the left neighbour of the player before.
_CLOCKWISE: Final = [[(leader + step) % _PLAYERS for step in range(_PLAYERS)] for leader in range(_PLAYERS)]
_IN_TURN: Final = [(1 << players[0], [1 << seat for seat in players[1:]]) for players in _CLOCKWISE]


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
