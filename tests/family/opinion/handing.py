"""Exchanges: who owes whom which card, and what is wrong with those that were made or not made."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.bidding import Contract
from tests.family.opinion.cards import SUITS, height, suit_of
from tests.family.opinion.hands import played_by
from tests.family.opinion.laws import Law
from tests.family.opinion.noting import Finding, finding
from tests.family.opinion.specials import Hands
from tests.family.opinion.table import Record, cards_each, left_of, partners_of, seats_of

# giver, taker, how many cards, and which of his he must choose from: "best", "best_trump", "worst" or "any"
Duty = tuple[str, str, int, str]


def duties(record: Record, contract: Contract | None, law: Law) -> tuple[list[Duty], bool]:
    """What the game lets the players hand over, and whether they must."""
    if contract is None:
        return [], False
    maker, strain = contract["maker"], contract["trump"]
    if law["game"] == "pe" and contract["kind"] == "pepper":
        # The best card of the suit asked for, against any (B-036, B-037).
        partner = partners_of(maker, record, law)[0]
        return [(partner, maker, 1, "best_trump"), (maker, partner, 1, "any")], True
    if law["game"] == "bp" and strain is not None and strain not in SUITS and contract["kind"] != "pfeffer":
        # The caller's best against the worst of the player on his left (B-078, B-079).
        left = left_of(maker, record)
        return [(maker, left, 1, "best"), (left, maker, 1, "worst")], True
    if law["game"] == "be" and contract["kind"] == "small_pepper" and law["pepper_play"] == "alone":
        # One card each way, any (BD-14).
        partner = partners_of(maker, record, law)[0]
        return [(partner, maker, 1, "any"), (maker, partner, 1, "any")], True
    if law["game"] == "dh" and contract["alone"] and len(seats_of(record)) == 4:
        # Any two against any two, if he likes (B-143, BD-67).
        partner = partners_of(maker, record, law)[0]
        return [(maker, partner, 2, "any"), (partner, maker, 2, "any")], False
    return [], False


def right_cards(hand: list[str], which: str, strain: str, law: Law) -> list[str]:
    """The cards of a hand that satisfy a duty, judged before anything was handed over (BD-24, BD-41)."""
    if which == "best_trump" and strain in SUITS:
        trumps = [card for card in hand if suit_of(card, strain, law) == strain]
        best = max((height(card, strain, law) for card in trumps), default=None)
        return [card for card in trumps if height(card, strain, law) == best] or hand
    if which in ("best", "worst"):
        wanted = (max if which == "best" else min)(height(card, strain, law) for card in hand)
        return [card for card in hand if height(card, strain, law) == wanted]
    return hand


def is_sure(card: str, which: str, strain: str, record: Record, law: Law) -> bool | None:
    """Return True if a card is the best or worst of any hand, False of none as large as those dealt, None if of some.

    Of none it is where too few cards are as low, or as high.
    """
    if which not in ("best", "worst"):
        return None
    own, copies = height(card, strain, law), 2 if record.get("pack") == "48" else 1
    ranks = "9TJQKA"
    heights = [height(rank + suit, strain, law) for rank in ranks for suit in SUITS] * copies
    fitting = [other for other in heights if (other <= own if which == "best" else other >= own)]
    if len(fitting) == len(heights):
        return True
    return False if len(fitting) < cards_each(record) else None


def exchange_findings(
    record: Record, contract: Contract | None, hands: Hands, law: Law
) -> tuple[list[Finding], list[Finding], list[str]]:
    """Return the findings, those that stay open, and what stays open of everybody where nobody noted exchanges.

    An exchange of other cards than the game gives (another way, another number, a second time) is one nobody was
    entitled to, and is not missing besides.
    """
    if "exchanges" not in record:
        return [], [], ["wrong-exchange-card", "missed-exchange", "unentitled-exchange"]
    found: list[Finding] = []
    may_be: list[Finding] = []
    owed, must = duties(record, contract, law)
    ways = [(one["from"], one["to"]) for one in record["exchanges"]]
    for index, one in enumerate(record["exchanges"]):
        giver, cards = one["from"], one["cards"]
        fitting = [duty for duty in owed if duty[:3] == (giver, one["to"], len(cards))]
        if not fitting or (giver, one["to"]) in ways[:index]:
            found.append(finding("unentitled-exchange", giver, "give", "declaring", law))
            continue
        hand, which = hands[giver], fitting[0][3]
        strain = None if contract is None else contract["trump"]
        if which == "any":
            continue
        wrong = finding("wrong-exchange-card", giver, "give", "declaring", law)
        if strain is None:
            may_be.append(wrong)
        elif hand is None:
            sure = [is_sure(card, which, strain, record, law) for card in cards]
            if False in sure:
                found.append(wrong)
            elif None in sure:
                may_be.append(wrong)
        elif any(card not in right_cards(hand, which, strain, law) for card in cards):
            found.append(wrong)
    for giver, taker, _, _ in owed:
        if must and (giver, taker) not in ways:
            found.append(finding("missed-exchange", giver, "give", "declaring", law))
    return found, may_be, []


def after_exchanges(record: Record, contract: Contract | None, hands: Hands, law: Law) -> Hands:
    """The hands as they are played: whatever was handed over stays (BD-80).

    Where the game has an exchange and nobody noted whether one was made, the two hands are what their cards show.
    """
    held = {seat: None if cards is None else list(cards) for seat, cards in hands.items()}
    if "exchanges" not in record:
        for giver, _, _, _ in duties(record, contract, law)[0]:
            played = played_by(giver, record)
            held[giver] = played if len(played) == cards_each(record) else None
    for one in record.get("exchanges") or []:
        move(one, held)
    return held


def move(one: dict[str, Any], held: Hands) -> None:
    """One exchange carried out."""
    giver, taker = held[one["from"]], held[one["to"]]
    for card in one["cards"]:
        if giver is not None:
            giver.remove(card)
        if taker is not None:
            taker.append(card)
