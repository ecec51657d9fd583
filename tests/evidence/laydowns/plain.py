"""Lay-downs by plain search: cards are strings, every line is played out, nothing is merged or remembered."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final, NamedTuple

from clabber_audit.cards.cards import CODES, SEATS
from clabber_audit.cards.pack import SUITS

IN_TRUMPS: Final = "QKTA9J"
IN_PLAIN: Final = "9JQKTA"

Hands = dict[str, tuple[str, ...]]
Table = tuple[tuple[str, str], ...]


class Laid(NamedTuple):
    """Somebody lays his hand down before or in the middle of a trick."""

    by: str
    trump: str
    hands: Hands
    turn: str
    table: Table = ()
    order: tuple[str, ...] = ()
    standard: str = "any_line"
    scope: str = "team"
    #: A law on leads: no `trump` while none has fallen to an earlier trick, or no `ace`, from a hand with other cards.
    leads: str = ""


def taker(table: Table, trump: str) -> str:
    """Return the winner of a trick: the highest trump, else the highest card of the suit led (R-038)."""

    def worth(card: str) -> tuple[int, int]:
        if card[1] == trump:
            return 2, IN_TRUMPS.index(card[0])
        return (1, IN_PLAIN.index(card[0])) if card[1] == table[0][1][1] else (0, 0)

    return max(table, key=lambda play: worth(play[1]))[0]


def legal(hand: tuple[str, ...], table: Table, trump: str) -> list[str]:
    """Return the legal cards: follow suit, else trump, overtrump if possible (R-033 to R-036)."""
    if not table:
        return list(hand)
    following = [card for card in hand if card[1] == table[0][1][1]]
    if following and table[0][1][1] != trump:
        return following
    trumps = [card for card in hand if card[1] == trump]
    over = [
        card
        for card in trumps
        if all(
            IN_TRUMPS.index(card[0]) > IN_TRUMPS.index(other[0]) for _, other in table if other[1] == trump
        )
    ]
    return over or trumps or list(hand)


def may_be_led(laid: Laid, cards: list[str]) -> list[str]:
    """Return the cards of a hand that may be led."""
    held = {card for hand in laid.hands.values() for card in hand}
    if laid.leads == "trump" and all(rank + laid.trump in held for rank in IN_TRUMPS):
        return [card for card in cards if card[1] != laid.trump] or cards
    if laid.leads == "ace":
        return [card for card in cards if card[0] != "A"] or cards
    return cards


def next_seat(start: str, hands: Hands, table: Table = ()) -> str | None:
    """Return the first seat clockwise from `start` that holds cards and has not played to the trick."""
    first = SEATS.index(start)
    for seat in SEATS[first:] + SEATS[:first]:
        if hands[seat] and all(seat != other for other, _ in table):
            return seat
    return None


def lines(laid: Laid) -> Iterator[Table]:
    """Yield every line on which a trick is lost, in pack order, to the end of that trick."""
    for card in may_fall(laid):
        after = fallen(laid, card)
        if after is None:
            yield ((laid.turn, card),)
        elif after.turn:
            for rest in lines(after):
                yield ((laid.turn, card), *rest)


def may_fall(laid: Laid) -> list[str]:
    """Return the legal cards in pack order; a stated order binds the layer if it is legal."""
    cards = sorted(legal(laid.hands[laid.turn], laid.table, laid.trump), key=CODES.index)
    if not laid.table:
        cards = may_be_led(laid, cards)
    if laid.turn == laid.by and laid.standard == "stated_line":
        return [card for card in laid.order if card in cards][:1] or cards
    return cards


def fallen(laid: Laid, card: str) -> Laid | None:
    """Return the table after a card, without a turn once all cards are played; None if the trick was lost."""
    hands = {**laid.hands, laid.turn: tuple(other for other in laid.hands[laid.turn] if other != card)}
    table = (*laid.table, (laid.turn, card))
    after = next_seat(SEATS[(SEATS.index(laid.turn) + 1) % 4], hands, table)
    if len(table) < 4 and after:
        return laid._replace(hands=hands, table=table, turn=after)
    winner = taker(table, laid.trump)
    partner = SEATS[(SEATS.index(laid.by) + 2) % 4]
    if winner != laid.by and not (laid.scope == "team" and winner == partner):
        return None
    return laid._replace(hands=hands, table=(), turn=next_seat(winner, hands) or "")


def good(laid: Laid) -> bool:
    """Return True if every line wins all tricks, or with `best_line` the choices of the layer's side do."""
    if laid.standard != "best_line":
        return next(lines(laid), None) is None
    if not laid.turn:
        return True
    ours = SEATS.index(laid.turn) % 2 == SEATS.index(laid.by) % 2
    answers = (after is not None and good(after) for after in (fallen(laid, card) for card in may_fall(laid)))
    return any(answers) if ours else all(answers)


def some_laydown(random: Random, most: int) -> Laid:
    """Return a random lay-down of up to `most` cards a seat, often high, sometimes in mid-trick or uneven."""
    trump, by = random.choice(SUITS), random.choice(SEATS)
    size = random.randint(1, most)
    pack = random.sample(CODES, len(CODES))
    if random.random() < 0.7:
        worth = {
            card: IN_TRUMPS.index(card[0]) + 4 if card[1] == trump else IN_PLAIN.index(card[0])
            for card in pack
        }
        pack.sort(key=lambda card: worth[card] + 5 * random.random(), reverse=True)
    strong, rest = pack[:size], random.sample(pack[size:], len(CODES) - size)
    uneven = (-1, 1, 2) if size < 3 else (-1,)
    sizes = {
        seat: size + (random.choice(uneven) if random.random() < 0.1 else 0) for seat in SEATS if seat != by
    }
    hands: Hands = {by: tuple(strong)}
    for seat, count in sizes.items():
        hands[seat], rest = tuple(rest[:count]), rest[count:]
    standard, scope = random.choice(("any_line", "stated_line", "best_line")), random.choice(("team", "hand"))
    order = tuple(random.sample(strong, random.randint(0, size)))
    leader = by if random.random() < 0.6 else random.choice(SEATS)
    turn = next_seat(leader, hands)
    assert turn
    laid = Laid(by, trump, hands, turn, (), order, standard, scope)
    for _ in range(random.choice((0, 0, 1, 2, 3))):
        after = fallen(laid, random.choice(legal(laid.hands[laid.turn], laid.table, trump)))
        if not after or not after.turn or not after.table:
            break
        laid = after
    return laid
