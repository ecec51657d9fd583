"""The lay-down of a record, put to the search: the table at its moment, and what is known of every hand."""

from __future__ import annotations

from clabber_audit.cards import BIT, CODE, DECK, SEAT, SEATS
from clabber_audit.clock import number
from clabber_audit.games.clabber.ranking import standing
from clabber_audit.infraction import LaydownSearched
from clabber_audit.law import Law, legal_cards
from clabber_audit.laydown.duties import Duties, duties
from clabber_audit.laydown.position import Laid, Position
from clabber_audit.laydown.search import losing_line
from clabber_audit.replay import Replay


def searched(walk: Replay, law: Law) -> LaydownSearched:
    """The lay-down of a hand with the answer whether it can lose a trick; not known while a hand is not."""
    laydown = walk.hand.record.laydown
    assert laydown is not None
    seat, at = SEAT[laydown.by], number(laydown.at)
    if not (walk.hand.whole and walk.trump):
        return LaydownSearched(seat, at, laydown.agreed, None, ())
    line = losing_line(_position(walk, _moment(walk)), laid(walk, law, walk.trump), duties_of(law, walk.trump))
    moves = tuple(f"{SEATS[who]}:{CODE[card]}" for who, card in line or ())
    return LaydownSearched(seat, at, laydown.agreed, line is None, moves)


def laid(walk: Replay, law: Law, trump: int) -> Laid:
    """The lay-down of a record as a law tests it under a trump suit."""
    laydown, toggles = walk.hand.record.laydown, law.toggles
    assert laydown is not None
    order = tuple(BIT[card] for card in laydown.order)
    return Laid(SEAT[laydown.by], trump, order, toggles.laydown_standard, toggles.laydown_scope)


def duties_of(law: Law, trump: int) -> Duties:
    """What a law lets a hand play under a trump suit."""
    return duties(lambda hand, led, above: legal_cards(law, hand, led, trump, above), trump)


def _moment(walk: Replay) -> int:
    """How many cards lay on the table at the lay-down; one before the first card or after the last comes at the end."""
    assert walk.hand.record.laydown is not None
    return max(0, min(number(walk.hand.record.laydown.at), len(walk.cards)))


def _position(walk: Replay, at: int) -> Position:
    """The table at clock `at` of a whole hand."""
    hands = list(walk.hand.dealt)
    for who, card in zip(walk.hand.seats[:at], walk.cards[:at], strict=True):
        hands[who] &= ~card
    fallen = at % len(SEATS)
    turn = max(walk.turn_at(at).bit_length() - 1, 0)
    if not fallen:
        return Position(tuple(hands), turn, DECK, DECK, -1, 0, 0)
    lead = at - fallen
    trick = standing(walk.cards[lead:at], walk.trump or 0)
    gone = sum({1 << seat for seat in walk.hand.seats[lead:at]})
    return Position(tuple(hands), turn, trick.led, trick.winning, walk.hand.seats[lead + trick.best], fallen, gone)
