"""Whether a hand laid down wins all it claims: every line of legal play, searched to the end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.cards import DECK, SEATS, SUIT_OF, left_of, partner_of, team_of
from clabber_audit.games.clabber.ranking import RANKINGS

#: What a hand may play: held cards, suit led, trumps above the highest on the table -> cards allowed. All masks.
Legal = Callable[[int, int, int], int]
Line = tuple[tuple[int, int], ...]

_PLAYERS: Final = len(SEATS)


class Position(NamedTuple):
    """A table in the middle of play: who holds what, the trick under way, whose turn it is."""

    hands: tuple[int, ...]
    turn: int
    #: The suit led, the cards that would now win the trick, and who is winning it. The pack and -1 before a lead.
    led: int
    winning: int
    winner: int
    #: How many cards lie in the trick under way.
    fallen: int


class Laid(NamedTuple):
    """A lay-down to be tested."""

    seat: int
    trump: int
    #: The order stated, as card bits; empty when none was or none binds.
    order: tuple[int, ...]
    #: Whether the side of the one who laid down may choose its best line, or must win on every line.
    standard: Literal["every_line", "best_line"]
    #: Whether a trick won by the partner counts as won.
    scope: Literal["team", "hand"]


def losing_line(position: Position, laid: Laid, legal: Legal) -> Line | None:
    """A legal line, as seats and card bits, on which a trick is lost; None when there is none."""
    beaters = RANKINGS[laid.trump].beaters
    known: dict[Position, Line | None] = {}

    def lost_from(here: Position) -> Line | None:
        if here not in known:
            known[here] = _search(here)
        return known[here]

    def _search(here: Position) -> Line | None:
        if not any(here.hands):
            return None
        chooses = laid.standard == "best_line" and team_of(here.turn) == team_of(laid.seat)
        worst: Line | None = None
        for card in _choices(here, laid, legal):
            line = _play(here, card)
            if line is None and chooses:
                return None
            if line is not None and not chooses:
                return line
            worst = worst or line
        return worst

    def _play(here: Position, card: int) -> Line | None:
        """The line that loses a trick after `card` falls."""
        move = ((here.turn, card),)
        hands = tuple(hand & ~card for hand in here.hands)
        takes = bool(card & here.winning)
        winner = here.turn if takes else here.winner
        winning = beaters[card] if takes else here.winning
        led = SUIT_OF[card] if here.fallen == 0 else here.led
        following = _next(here.turn, hands)
        if here.fallen + 1 < _PLAYERS and following is not None:
            rest = lost_from(Position(hands, following, led, winning, winner, here.fallen + 1))
        elif winner != laid.seat and not (laid.scope == "team" and winner == partner_of(laid.seat)):
            return move
        else:
            leader = winner if hands[winner] else _next(winner, hands)
            rest = lost_from(Position(hands, leader, DECK, DECK, -1, 0)) if leader is not None else None
        return None if rest is None else move + rest

    return lost_from(position)


def _next(seat: int, hands: Sequence[int]) -> int | None:
    """The next seat clockwise that holds cards."""
    for _ in range(_PLAYERS):
        seat = left_of(seat)
        if hands[seat]:
            return seat
    return None


def _choices(here: Position, laid: Laid, legal: Legal) -> list[int]:
    """The cards that may fall: any legal one, but the stated order binds the one who laid down."""
    above = here.winning & laid.trump
    allowed = legal(here.hands[here.turn], here.led, above) or here.hands[here.turn]
    if here.turn == laid.seat:
        for card in laid.order:
            if card & allowed:
                return [card]
    return [1 << place for place in range(allowed.bit_length()) if allowed >> place & 1]
