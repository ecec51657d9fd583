"""The cards as they fell: tricks, turns, and the one duty of play, to follow suit (B-019)."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.bidding import Contract
from tests.family.opinion.cards import suit_led, suit_of, winning_card
from tests.family.opinion.laws import Law
from tests.family.opinion.leaving import who_plays
from tests.family.opinion.noting import Finding, finding
from tests.family.opinion.specials import Hands
from tests.family.opinion.table import Record, cards_each, left_of, right_of, round_from


class Replay:
    """What the cards came to."""

    def __init__(self) -> None:
        self.winners: list[str] = []
        #: The clock at which each trick was complete.
        self.ends: list[int] = []
        self.findings: list[Finding] = []
        #: Clocks of cards of which nobody can say whether they followed.
        self.open_clocks: list[int] = []
        self.complete = False


def first_leader(record: Record, contract: Contract | None, gone: list[str], law: Law) -> str | None:
    """Who leads to the first trick: the bidder, or by rule another (BD-08); who is out is passed over (BD-32)."""
    dealer = record["deal"]["dealer"]
    seat = left_of(dealer, record)
    if contract is not None and law["leader"] == "bidder":
        seat = contract["maker"]
    elif contract is not None and law["leader"] == "pfeffer":
        if contract["trump"] is None:
            return None
        if contract["trump"] in ("NT", "HIGH", "LOW"):
            # At no-trump the player at the declarer's right (B-058).
            seat = right_of(contract["maker"], record)
    staying = who_plays(record, gone)
    return next((one for one in round_from(seat, record) if one in staying), None)


def due_to_play(leader: str, laid: list[str], left: dict[str, int], record: Record) -> str | None:
    """The first seat from the leader that has yet to play to the trick and has a card."""
    for seat in round_from(leader, record):
        if seat in left and seat not in laid and left[seat]:
            return seat
    return None


def next_with_cards(seat: str, left: dict[str, int], record: Record) -> str | None:
    """The left neighbor in the hand, seats that are out or have no card passed over."""
    for other in [*round_from(seat, record)[1:], seat]:
        if left.get(other):
            return other
    return None


def is_in_turn(seat: str, table: list[tuple[str, str]], rightful: str, left: dict[str, int], record: Record) -> bool:
    """Whose turn (record: Whose turn). The lead is the rightful leader's alone.

    Later cards: the first seat from whoever led that has not played, the left neighbor of the player just before, or
    the rightful leader, or the seat whose place it is, the k-th card being the k-th seat's from whoever led, unless he
    has played already.
    """
    laid = [other for other, _ in table]
    if not laid:
        return seat == due_to_play(rightful, [], left, record)
    if seat in laid:
        return False
    due = due_to_play(laid[0], laid, left, record)
    places = [other for other in round_from(laid[0], record) if left.get(other) or other in laid]
    in_place = places[len(laid)] if len(laid) < len(places) else None
    return seat in (due, next_with_cards(laid[-1], left, record), rightful, in_place)


def shown_later(seat: str, suit: str, clock: int, strain: str, record: Record, law: Law) -> int | None:
    """When a later card of his proves that he could have followed: as it has fallen (infractions: fine print)."""
    for later in range(clock + 1, len(record["plays"])):
        play = record["plays"][later]
        if play["seat"] == seat and suit_of(play["card"], strain, law) == suit:
            return later + 1
    return None


def replay(record: Record, hands: Hands, strain: str, leader: str, gone: list[str], law: Law) -> Replay:
    """Every card in the order it fell. A card of a seat that is out is no part of the trick (BD-77)."""
    result = Replay()
    staying = who_plays(record, gone)
    held: Hands = {seat: None if cards is None else list(cards) for seat, cards in hands.items()}
    left = dict.fromkeys(staying, cards_each(record))
    rightful = leader
    table: list[tuple[str, str]] = []
    named: str | None = None
    position = 0
    for clock, play in enumerate(record["plays"]):
        seat, card = play["seat"], play["card"]
        position += 1
        trick = len(result.winners) + 1
        place = f"{trick}.{position}"
        hand = held[seat]
        if hand is not None and card not in hand:
            raise ValueError(f"{seat} plays {card} without holding it")
        if seat not in staying:
            result.findings.append(finding("playing-when-out", seat, place, clock, law, trick))
            remove(held, seat, card)
            continue
        if not is_in_turn(seat, table, rightful, left, record):
            name = "play-out-of-turn" if table else "lead-out-of-turn"
            result.findings.append(finding(name, seat, place, clock, law, trick))
        if table:
            led = suit_led([one for _, one in table], strain, law, named)
            could = None if hand is None else [one for one in hand if suit_of(one, strain, law) == led]
            if suit_of(card, strain, law) != led and could is None:
                result.open_clocks.append(clock)
            if suit_of(card, strain, law) != led and could:
                proved = shown_later(seat, led, clock, strain, record, law)
                result.findings.append(finding("failure-to-follow", seat, place, clock, law, trick, proved))
        else:
            named = play.get("named")
        remove(held, seat, card)
        left[seat] = max(0, left[seat] - 1)
        table.append((seat, card))
        if len(table) == len(staying):
            rightful = table[winning_card([one for _, one in table], strain, law, named)][0]
            result.winners.append(rightful)
            result.ends.append(clock + 1)
            table, position = [], 0
    result.complete = len(result.winners) == cards_each(record)
    return result


def cards_after_the_hand(record: Record, gone: list[str], law: Law) -> list[Finding]:
    """Everybody but the bidders has left: there is no trick any more, only cards of players who are out (B-104)."""
    return [
        finding("playing-when-out", play["seat"], f"1.{clock + 1}", clock, law, 1)
        for clock, play in enumerate(record["plays"])
        if play["seat"] in gone
    ]


def remove(held: Hands, seat: str, card: str) -> None:
    """A card leaves a hand, if that is known."""
    hand = held[seat]
    if hand is not None:
        hand.remove(card)


def won_by_side(winners: list[str], sides: dict[str, str]) -> dict[str, Any]:
    """How many tricks each side has (B-110)."""
    return {side: sum(1 for seat in winners if sides[seat] == side) for side in dict.fromkeys(sides.values())}
