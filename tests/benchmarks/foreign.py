"""Readers that others wrote, on records of their own: PokerKit's and python-chess's; and msgspec on ours.

The games are made up at random by the packages themselves, and legal.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from io import StringIO
from typing import Any, Literal, NamedTuple

import chess.pgn
import msgspec
import pokerkit

from clabber_audit.cards.cards import CODES, SEATS, TEAMS

_STACK = 200


class Written(NamedTuple):
    """A game as its package writes it, and how many plays are in it: bets, calls and folds, or moves."""

    text: str
    plays: int


def hands_of_poker(seed: int, count: int) -> list[Written]:
    """Hands of no-limit hold'em for six, as PHH."""
    # The package shuffles for itself.
    random.seed(seed)
    return [_hand_of_poker() for _ in range(count)]


def _hand_of_poker() -> Written:
    deals = (pokerkit.Automation.HOLE_DEALING, pokerkit.Automation.BOARD_DEALING)
    shows = pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING
    automations = (*pokerkit.HandHistory.automations, *deals, shows)
    game = pokerkit.NoLimitTexasHoldem(automations, True, 0, (1, 2), 2)
    state, plays = game((_STACK,) * 6, 6), 0
    while state.status:
        _bet(state, random.random())
        plays += 1
    return Written(pokerkit.HandHistory.from_game_state(game, state).dumps(), plays)


def _bet(state: Any, fate: float) -> None:
    if fate < 0.25 and state.can_fold():
        state.fold()
    elif fate > 0.85 and state.can_complete_bet_or_raise_to():
        state.complete_bet_or_raise_to()
    else:
        state.check_or_call()


def replay_poker(hands: Sequence[Written]) -> None:
    """Read hands of poker and play them to their end."""
    for hand in hands:
        for state in pokerkit.HandHistory.loads(hand.text):
            last = state
        assert not last.status


def games_of_chess(seed: int, count: int) -> list[Written]:
    """Games of chess of eighty moves at most, as PGN."""
    random.seed(seed)
    found = []
    for _ in range(count):
        board = chess.Board()
        while board.ply() < 80 and not board.is_game_over():
            board.push(random.choice(list(board.legal_moves)))
        found.append(Written(str(chess.pgn.Game.from_board(board)), board.ply()))
    return found


def read_chess(games: Sequence[Written]) -> None:
    """Read games of chess, each move of which has to be legal."""
    for game in games:
        read = chess.pgn.read_game(StringIO(game.text))
        assert read
        assert not read.errors


def msgspec_reader() -> Any:
    """Return a decoder of lines into hands, of the same shape as in `anybodys_model`."""
    one_of: Any = Literal
    many: Any = list
    by: Any = dict
    # It is at its best with words that it is told beforehand, and slow with patterns.
    seat, team, card = one_of[*SEATS], one_of[*TEAMS], one_of[*CODES]

    def part(name: str, *fields: Any) -> Any:
        return msgspec.defstruct(name, fields, forbid_unknown_fields=True, frozen=True)

    play = part("Play", ("seat", seat), ("card", card | None))
    called = Literal["pass", "play", "C", "D", "H", "S"]
    call = part("Call", ("seat", seat), ("call", called), ("round", int | None, None))
    kind, when = Literal["dad", "fifty", "hundred", "two_hundred", "belle"], int | str | None
    meld = part(
        "Meld",
        ("seat", seat),
        ("kind", kind),
        ("cards", many[card], []),
        ("announced", when, "in_turn"),
        ("shown", when, "in_turn"),
    )
    deal = part(
        "Deal",
        ("dealer", seat),
        ("due_dealer", seat | None, None),
        ("cut", int | None, None),
        ("upcard", card | None, None),
        ("hands", by[seat, many[card]], {}),
    )
    hand = part(
        "Hand",
        ("format", Literal["clabber-hand/1"]),
        ("id", str),
        ("deal", deal),
        ("plays", many[play]),
        ("ruleset", str, ""),
        ("players", by[seat, str], {}),
        ("teams", by[team, str], {}),
        ("context", dict[str, str | int] | None, None),
        ("source", dict[str, str] | None, None),
        ("declarations", many[call] | None, None),
        ("melds", many[meld] | None, None),
        ("incidents", list[dict[str, Any]], []),
        ("claims", list[dict[str, Any]], []),
        ("laydown", dict[str, Any] | None, None),
        ("score", by[team, int | str], {}),
    )
    return msgspec.json.Decoder(hand)
