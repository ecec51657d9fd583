"""Declaring trump."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.cards import (
    BIT,
    DECK,
    DECLARING,
    SEAT,
    SEATS,
    SUIT,
    SUIT_LETTER,
    SUIT_OF,
    TEAMS,
    TURN,
    Strain,
    left_of,
    team_of,
)
from clabber_audit.games.clabber.melds import suits_turned_up
from clabber_audit.records.hand import Hand
from clabber_audit.replay import CardOrder, Declaration, PossibleStrain

if TYPE_CHECKING:
    from clabber_audit.records.clabber import HandRecord

_EVERYBODY = (1 << len(SEATS)) - 1
_LAST_ROUND = 2
_NOTHING = (0,) * len(SEATS)
_LEFT = [1 << left_of(seat) for seat in range(len(SEATS))]


class Call(NamedTuple):
    """One call before trumps were fixed, with the known cards of its caller."""

    number: int
    seat: int
    #: The mask of the suit it would make trumps; 0 for a pass, and for "play" when the up-card is not known.
    suit: int
    round: int
    #: True if it is a call that its round allows.
    valid: bool
    #: Seats (as bits) whose turn it was: the first not to have spoken, and the left neighbor of the last speaker.
    turn: int
    #: The call as written: pass, play or a suit letter.
    word: str
    #: The mask of the suit turned up; 0 when not known.
    turned_up: int
    hand: int = 0
    #: Number of the caller's unknown cards.
    hidden: int = 0

    @property
    def at(self) -> int:
        return DECLARING


class ClabberAuction(NamedTuple):
    """Result of the calls: `maker` and `trump` are None until trumps are made."""

    calls: tuple[Call, ...]
    maker: int | None
    trump: int | None
    passed_out: bool
    #: The suit turned up, by up-card, hands and calls, 0 if unknown; and the possible ones, as one mask.
    turned_up: int = 0
    possible_upcards: int = DECK


def read_declarations(record: HandRecord, hand: Hand | None = None, supposed: int = 0) -> ClabberAuction:
    """Read the declarations in the order spoken; calls after trumps are fixed are ignored.

    `hand` is the same record with its cards resolved; `supposed` is the suit accepted if the up-card is unknown.

    "Play" in round 2 and a suit other than the up-card's in round 1 are not valid and count as a pass. If the up-card
    is unknown, a suit named in round 1 fixes it, unless the dealer, whose card it is, can hold none (R-014).
    """
    deal = record.deal
    turned_up = SUIT_OF[BIT[deal.upcard]] if deal.upcard else 0
    suits = turned_up or DECK
    if (
        hand
        and not turned_up
        and any(declaration.call != "pass" for declaration in record.declarations or ())
    ):
        suits = suits_turned_up(hand) or DECK
        turned_up = suits if suits in SUIT_LETTER else 0
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
            turned_up = suits & (accepted if word == "play" else SUIT.get(word, 0))
        suit = turned_up if word == "play" else SUIT.get(word, 0)
        valid = word == "pass" or ((word == "play" or suit == turned_up) if number == 1 else word != "play")
        calls.append(
            Call(len(calls), seat, suit, number, valid, turn, word, turned_up, dealt[seat], hidden[seat])
        )
        if valid and word != "pass":
            return ClabberAuction(tuple(calls), seat, suit or None, False, turned_up, suits)
        spoken |= 1 << seat
        last = seat
    passed_out = number == _LAST_ROUND and spoken == _EVERYBODY
    return ClabberAuction(tuple(calls), None, None, passed_out, turned_up, suits)


def declare(hand: Hand, order: CardOrder, supposed: Strain | None) -> Declaration:
    """Return the declaration, completed by the contract; `supposed` is the trump suit if unknown."""
    contract = hand.record.contract
    result = read_declarations(hand.record, hand, supposed.trump if supposed else 0)
    maker, trump = result.maker, result.trump
    makers = None if maker is None else team_of(maker)
    if contract:
        trump = trump or SUIT[contract.trump]
        if maker is None:
            maker = SEAT.get(contract.maker)
            makers = TEAMS.index(contract.maker) if maker is None else team_of(maker)
    # A hand that all passed has no trumps; otherwise trumps that are not recorded are unknown.
    strain = order.strains[SUIT_LETTER[trump]] if trump else order.plain if result.passed_out else supposed
    turned_up = 0 if hand.record.deal.upcard else result.turned_up
    # If an unknown up-card was accepted, trumps may be each suit that the dealer can hold.
    accepted, possible = result.maker is not None, list[PossibleStrain]()
    for letter, suit in SUIT.items() if strain is None else ():
        if not accepted or suit & result.possible_upcards:
            possible.append(PossibleStrain(order.strains[letter], suit if accepted else result.turned_up))
    return Declaration(
        calls=result.calls,
        maker=maker,
        makers=makers,
        strain=strain,
        called=result.trump is not None,
        unplayed="passed_out" if result.passed_out else "",
        turned_up=turned_up,
        hand=hand,
        possible=possible,
    )


def calls(declared: Declaration) -> Sequence[Call]:
    """Return the calls in the order declared, or the call that a contract recorded alone stands for."""
    hand, maker = declared.hand, declared.maker
    contract = hand.record.contract
    if declared.calls or contract is None or maker is None:
        return declared.calls
    suit, suits = SUIT[contract.trump], suits_turned_up(hand)
    number = 1 if suit & suits else 2
    return [
        Call(0, maker, suit, number, True, hand.seating.all_seats, contract.trump, suits if suits in SUIT_LETTER else 0,
             hand.dealt[maker], hand.hidden[maker])
    ]  # fmt: skip
