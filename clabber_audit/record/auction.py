"""The declaring as it was spoken: which call belongs to which round, which one fixed trumps, who was out of turn.

The reading is the same under every ruleset; what a call costs is not decided here (R-020 to R-028).
"""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.record.hand import Hand
from clabber_audit.record.model import HandRecord
from clabber_audit.record.upcard import suits_turned_up
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import BIT, DECK, SEAT, SEATS, SUIT, SUIT_LETTER, SUIT_OF, TURN, left_of

_EVERYBODY = (1 << len(SEATS)) - 1
_LAST_ROUND = 2
_NOTHING = (0,) * len(SEATS)
_LEFT = [1 << left_of(seat) for seat in range(len(SEATS))]


class Call(NamedTuple):
    """One call before trumps were fixed, with what its caller is known to have been dealt."""

    number: int
    seat: int
    #: The mask of the suit it would make trumps; 0 for a pass, and for "play" when the up-card is not known.
    suit: int
    round: int
    #: Whether it is a call that its round allows.
    valid: bool
    #: Seats (as bits) whose turn it was: the first not to have spoken, and the left neighbour of the last speaker.
    turn: int
    #: The call as written: pass, play or a suit letter.
    word: str
    #: The mask of the suit turned up; 0 when not known.
    turned_up: int
    hand: int = 0
    #: How many of the caller's cards are not known.
    hidden: int = 0

    @property
    def at(self) -> int:
        """The clock of all calls."""
        return clock.DECLARING


class Auction(NamedTuple):
    """What the declaring came to: `maker` and `trump` are None until somebody has made trumps."""

    calls: tuple[Call, ...]
    maker: int | None
    trump: int | None
    passed_out: bool
    #: The suit turned up, as far as up-card, hands and calls tell it, else 0; and all that may have been.
    turned_up: int = 0
    may_turn_up: int = DECK


def auction(record: HandRecord, hand: Hand | None = None, supposed: int = 0) -> Auction:
    """Read the declarations in the order spoken; calls after trumps are fixed are ignored.

    `hand` is the same record with what follows about its cards; `supposed` a suit to take for the one accepted, where
    nothing tells what was turned up.

    "Play" in round 2 and a suit other than the up-card's in round 1 are not valid and count as a pass. Where the
    up-card was not noted, a suit named in round 1 tells it, unless the dealer, whose card it is, can hold none (R-014).
    """
    deal = record.deal
    turned_up = SUIT_OF[BIT[deal.upcard]] if deal.upcard else 0
    may = turned_up or DECK
    if hand and not turned_up and any(declaration.call != "pass" for declaration in record.declarations or ()):
        may = suits_turned_up(hand) or DECK
        turned_up = may if may in SUIT_LETTER else 0
    dealt, hidden = (hand.dealt, hand.hidden) if hand else (_NOTHING, _NOTHING)
    first = left_of(SEAT[deal.dealer])
    calls: list[Call] = []
    number, spoken, last = 1, 0, None
    for declaration in record.declarations or ():
        everybody = spoken == _EVERYBODY
        if everybody and number == _LAST_ROUND:
            break
        now = declaration.round or (_LAST_ROUND if everybody else number)
        if now != number:
            number, spoken, last = now, 0, None
        seat, word = SEAT[declaration.seat], declaration.call
        turn = (TURN[first][spoken] | (0 if last is None else _LEFT[last])) & ~spoken
        if number == 1 and not turned_up:
            accepted = SUIT[record.contract.trump] if record.contract else supposed
            turned_up = may & (accepted if word == "play" else SUIT.get(word, 0))
        suit = turned_up if word == "play" else SUIT.get(word, 0)
        valid = word == "pass" or ((word == "play" or suit == turned_up) if number == 1 else word != "play")
        calls.append(Call(len(calls), seat, suit, number, valid, turn, word, turned_up, dealt[seat], hidden[seat]))
        if valid and word != "pass":
            return Auction(tuple(calls), seat, suit or None, False, turned_up, may)
        spoken |= 1 << seat
        last = seat
    passed_out = number == _LAST_ROUND and spoken == _EVERYBODY
    return Auction(tuple(calls), None, None, passed_out, turned_up, may)
