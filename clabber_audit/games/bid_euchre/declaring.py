"""The order of the cards under the answers of a ruleset, and what the family makes of all that comes before them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache, partial

from clabber_audit.games.bid_euchre.auction import Call
from clabber_audit.games.bid_euchre.order import HIGH, LOW, strains
from clabber_audit.games.bid_euchre.spoken import Before, before_play, sat_out
from clabber_audit.games.bid_euchre.steps import Beside, Spoken, Stray
from clabber_audit.games.bid_euchre.toggles import Toggles
from clabber_audit.record.hand import Hand
from clabber_audit.replay import CardOrder, CardsFallen, Declared, Supposed, Walk
from clabber_audit.table.pack import SUITS, Pack
from clabber_audit.table.strain import Strain


@lru_cache(maxsize=64)
def order(toggles: Toggles, pack: Pack) -> CardOrder:
    """The order of a pack, and what is made of calls and of all else that is said."""
    ranked = strains(pack, toggles)
    return CardOrder(ranked, ranked[HIGH[0]], partial(declared, toggles), calls, beside)


def declared(toggles: Toggles, hand: Hand, order: CardOrder, supposed: Strain | None) -> Declared:
    """What the declaring of a hand came to."""
    return came_to(before_play(hand, toggles, order.strains, supposed), order, toggles)


def came_to(before: Before, order: CardOrder, toggles: Toggles) -> Declared:
    """What the declaring came to, by what came before the first card."""
    spoken, seating = before.spoken, before.hand.seating
    contract, unplayed = spoken.contract, _unplayed(spoken)
    return Declared(
        spoken.auction.calls,
        contract and contract.maker,
        None if contract is None else seating.side_of[contract.maker],
        before.strain or (order.plain if unplayed else None),
        bool(spoken.named.namings),
        unplayed,
        0,
        before.hand._replace(leaders=seating.around[0] if spoken.leader is None else (spoken.leader,)),
        () if before.strain is not None or unplayed else _may(spoken, order, toggles),
        spoken,
    )


def _unplayed(spoken: Spoken) -> str:
    """What became of a hand without a card: a misdeal called, or thrown in, or left to the bidders."""
    if any(call.misdeals for call in spoken.specials):
        return "redeal"
    if sat_out(spoken):
        return "sat_out"
    return spoken.auction.how if spoken.auction.how in ("passed_out", "annulled") else ""


def _may(spoken: Spoken, order: CardOrder, toggles: Toggles) -> list[Supposed]:
    """What may have been named where nothing tells it (B-042, B-077, B-094, BD-16)."""
    besides = {"none": (), "high": HIGH[:1], "high_low": (HIGH[0], LOW)}[toggles.no_trump]
    hc = HIGH[:1] if toggles.special_bids == "high_card" else ()
    return [Supposed(order.strains[name], 0) for name in dict.fromkeys((*SUITS, *besides, *hc))]


def calls(spoken: Declared) -> Sequence[Call]:
    """The calls of the auction, in the order spoken."""
    return spoken.calls


def beside(spoken: Declared, fell: CardsFallen) -> Beside:
    """What else was said and done, and the cards of those who are out."""
    told = spoken.before
    assert isinstance(told, Spoken)
    return Beside(
        told.specials,
        told.named.namings,
        told.named.lone,
        told.leavings,
        told.exchanges,
        told.missing,
        strays(spoken.hand),
    )


def strays(hand: Hand) -> list[Stray]:
    """The cards that belong to no trick."""
    number, first = hand.seating.number, hand.pack.first
    plays = hand.record.plays
    found = []
    for place in hand.strays:
        at = hand.played_by(place)
        trick = min(hand.seating.trick_of(at), hand.seating.each)
        seat = number[plays[place].seat]
        found.append(Stray(place, seat, first[plays[place].card], at, trick, bool(hand.seating.out >> seat & 1)))
    return found


def spoken_of(walk: Walk) -> Spoken:
    """What came before the first card of a hand that was walked through."""
    told = walk.declared.before
    assert isinstance(told, Spoken)
    return told
