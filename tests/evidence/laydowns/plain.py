"""Plain search of lay-downs: cards are strings, and every line is played out."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from tests.second_opinion.cards import (
    PACK,
    PLAIN_ORDER,
    SEATS,
    SUITS,
    TRUMP_ORDER,
    legal_cards,
    team_of,
    winner_of,
)

Hands = dict[str, tuple[str, ...]]
Table = tuple[tuple[str, str], ...]


class Laid(NamedTuple):
    """Lay-down before or in the middle of a trick."""

    by: str
    trump: str
    hands: Hands
    turn: str
    table: Table = ()
    order: tuple[str, ...] = ()
    standard: str = "any_line"
    scope: str = "team"
    #: Law on leads: no `trump` before one was played to an earlier trick, or no `ace`, from a hand with other cards.
    leads: str = ""


def list_leads(laid: Laid, cards: list[str]) -> list[str]:
    """Return the cards of a hand that may be led."""
    held = {card for hand in laid.hands.values() for card in hand}
    if laid.leads == "trump" and all(rank + laid.trump in held for rank in TRUMP_ORDER):
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


def losing_lines(laid: Laid) -> Iterator[Table]:
    """Yield every line that loses a trick, in pack order, to the end of that trick."""
    for card in list_playable(laid):
        after = play_card(laid, card)
        if after is None:
            yield ((laid.turn, card),)
        elif after.turn:
            for rest in losing_lines(after):
                yield ((laid.turn, card), *rest)


def list_playable(laid: Laid) -> list[str]:
    """Return the legal cards in pack order; the layer plays the next card of a stated order if it is legal."""
    cards = sorted(legal_cards(laid.hands[laid.turn], laid.table, laid.trump), key=PACK.index)
    if not laid.table:
        cards = list_leads(laid, cards)
    if laid.turn == laid.by and laid.standard == "stated_line":
        return [card for card in laid.order if card in cards][:1] or cards
    return cards


def play_card(laid: Laid, card: str) -> Laid | None:
    """Return the lay-down after a card, None if the trick was lost.

    There is no turn once all cards are played.
    """
    hands = {**laid.hands, laid.turn: tuple(other for other in laid.hands[laid.turn] if other != card)}
    table = (*laid.table, (laid.turn, card))
    after = next_seat(SEATS[(SEATS.index(laid.turn) + 1) % 4], hands, table)
    if len(table) < 4 and after:
        return laid._replace(hands=hands, table=table, turn=after)
    winner = winner_of(table, laid.trump)
    if winner != laid.by and not (laid.scope == "team" and team_of(winner) == team_of(laid.by)):
        return None
    return laid._replace(hands=hands, table=(), turn=next_seat(winner, hands) or "")


def is_good(laid: Laid) -> bool:
    """Return True if every line wins all tricks; with `best_line`, if the layer's side can win them all."""
    if laid.standard != "best_line":
        return next(losing_lines(laid), None) is None
    if not laid.turn:
        return True
    answers = (
        after is not None and is_good(after)
        for after in (play_card(laid, card) for card in list_playable(laid))
    )
    return any(answers) if team_of(laid.turn) == team_of(laid.by) else all(answers)


def height(card: str, trump: str) -> int:
    """Return the rank of a card in its suit, trumps above others."""
    return TRUMP_ORDER.index(card[0]) + 4 if card[1] == trump else PLAIN_ORDER.index(card[0])


def draw_laydown(random: Random, most: int) -> Laid:
    """Return a random lay-down of up to `most` cards a seat, often high, sometimes in mid-trick or uneven."""
    trump, by = random.choice(SUITS), random.choice(SEATS)
    size = random.randint(1, most)
    pack = random.sample(PACK, len(PACK))
    if random.random() < 0.7:
        pack.sort(key=lambda card: height(card, trump) + 5 * random.random(), reverse=True)
    strong, rest = pack[:size], random.sample(pack[size:], len(PACK) - size)
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
        after = play_card(laid, random.choice(legal_cards(laid.hands[laid.turn], laid.table, trump)))
        if not after or not after.turn or not after.table:
            break
        laid = after
    return laid
