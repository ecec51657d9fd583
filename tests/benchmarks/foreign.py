"""Readers that others wrote, on records of their own: PokerKit's and python-chess's; and msgspec on ours.

The games are made up at random by the packages themselves, and legal.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import reduce
from io import StringIO
from operator import or_
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin

import chess.pgn
import msgspec
import pokerkit
from pydantic import BaseModel

from clabber_audit.cards import CODES
from tests.benchmarks.anybodys_model import PlainHand, Rank

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
    """Read games of chess; each move must be legal."""
    for game in games:
        read = chess.pgn.read_game(StringIO(game.text))
        assert read
        assert not read.errors


def msgspec_reader() -> Any:
    """Return a decoder of lines into hands, of the same shape as in `anybodys_model`."""
    return msgspec.json.Decoder(_struct_of(PlainHand))


def _struct_of(model: type[BaseModel]) -> Any:
    fields = [
        (name, _type_of(field.annotation), *([] if field.is_required() else [field.default]))
        for name, field in model.model_fields.items()
    ]
    return msgspec.defstruct(model.__name__, fields, kw_only=True, forbid_unknown_fields=True, frozen=True)


def _type_of(kind: Any) -> Any:
    """Return the type for msgspec, which is fast with literals and slow with patterns."""
    if kind == Rank:
        return Literal[*CODES]
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return _struct_of(kind)
    if get_origin(kind) in (None, Literal):
        return kind
    parts = tuple(map(_type_of, get_args(kind)))
    return reduce(or_, parts) if get_origin(kind) in (Union, UnionType) else get_origin(kind)[parts]
