"""Partial records of the family and all their completions.

Equal cards are interchangeable, so a hand is a number of cards of each face.
"""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any, NamedTuple

from tests.family.makers.lawful import pack
from tests.family.makers.records import make
from tests.family.opinion.auction import special_calls
from tests.family.opinion.judging import Hand, deal_is_dead, everybody_else_left
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.play import after_exchanges, duties
from tests.family.opinion.table import Record, dealt_hands, seats_of
from tests.random_records.partial import deal_out, fill_plays

Hands = dict[str, list[str]]


class CompleteRecord(NamedTuple):
    """Record of a complete hand, with the cards that each seat held when play began."""

    record: Record
    law: Law
    hand: Hand
    held: Hands


class Completion(NamedTuple):
    """One completion: the cards each seat held when play began, and the plays."""

    held: Hands
    plays: list[Record]


def draw_complete(ruleset: str, random: Random, toggles: dict[str, Any] | None = None) -> CompleteRecord:
    """Return a random hand with the deal, the bidding, every play and every hand recorded."""
    while True:
        record = make(ruleset, "whole", toggles or {}, random)
        law = law_of(ruleset, toggles or {})
        if not record["plays"] or len(record["deal"].get("hands", ())) < len(seats_of(record)):
            continue
        # A miscounted hand has exactly the recorded cards, so none can be left out.
        if any(incident["kind"] == "wrong_card_count" for incident in record.get("incidents") or ()):
            continue
        hand = Hand(record, law)
        if deal_is_dead(hand) or everybody_else_left(record, hand, law) or not (hand.trump and hand.leader):
            continue
        hands = dealt_hands(record)
        special_calls(record, hands, law)
        held = after_exchanges(record, hand.contract, hands, law)
        return CompleteRecord(record, law, hand, {seat: list(cards or ()) for seat, cards in held.items()})


def leave_out(one: CompleteRecord, random: Random, cards: int = 2, plays: int = 2) -> Record:
    """Return the record without some cards dealt and some cards played."""
    record: Record = json.loads(json.dumps(one.record))
    if random.random() < 0.5:
        del record["plays"][random.randint(1, len(record["plays"])) :]
    for clock in random.sample(
        range(len(record["plays"])), min(random.randint(0, plays), len(record["plays"]))
    ):
        record["plays"][clock] = {"seat": record["plays"][clock]["seat"], "card": None}
    for seat in random.sample(seats_of(record), 2):
        known = record["deal"]["hands"][seat]
        # A card played is known from the play, unless that is left out, too.
        fell = {play["card"] for play in record["plays"]}
        unseen = [place for place, card in enumerate(known) if card not in fell]
        for place in sorted(random.sample(unseen, min(len(unseen), random.randint(0, cards))), reverse=True):
            del known[place]
    blind = record["deal"].get("blind")
    # Cards received for Bottoms are known.
    if (
        blind
        and random.random() < 0.5
        and not any(call["call"] == "bottoms" for call in record["declarations"])
    ):
        record["deal"]["blind"] = [
            card if random.random() < 0.5 or not place else None for place, card in enumerate(blind)
        ]
    return record


def find_seats_of_unrecorded_exchanges(record: Record, one: CompleteRecord) -> set[str]:
    if "exchanges" in record:
        return set()
    return {seat for duty in duties(record, one.hand.contract, one.law)[0] for seat in duty[:2]}


def find_known_cards(record: Record, one: CompleteRecord) -> dict[str, Counter[str]]:
    """Return the cards that each seat is known to have held when play began; those left over under ""."""
    known = {seat: Counter(record["deal"]["hands"].get(seat, ())) for seat in seats_of(record)}
    known[""] = Counter(record["deal"].get("blind") or [record["deal"].get("upcard")])
    before = {seat: Counter(cards or ()) for seat, cards in dealt_hands(one.record).items()}
    for seat, cards in one.held.items():
        gone, came = before[seat] - Counter(cards), Counter(cards) - before[seat]
        if any(entry["call"] == "bottoms" for entry in record["declarations"]) and (gone or came):
            # The cards received are the bottom three, if they are known.
            came &= Counter(record["deal"]["blind"][1:])
            known[""] = (known[""] - came) + gone
        known[seat] = (known[seat] - gone) + came
    for seat in find_seats_of_unrecorded_exchanges(record, one):
        known[seat] = Counter()
    del known[""][None]
    return known


def completions(record: Record, one: CompleteRecord, most: int) -> list[Completion] | None:
    """Return every completion of a record, None if there are more than `most`."""
    listed = find_known_cards(record, one)
    left = Counter(pack(record.get("pack", "24"))) - listed.pop("")
    fallen: dict[str, Counter[str]] = {seat: Counter() for seat in listed}
    for play in record["plays"]:
        fallen[play["seat"]].update([play["card"]] if play["card"] else [])
    known = {seat: listed[seat] | fallen[seat] for seat in listed}
    pool = sorted((left - sum(known.values(), Counter())).elements())
    missing = {seat: len(one.held[seat]) - cards.total() for seat, cards in known.items()}
    if sum(missing.values()) > 6:
        return None
    items: list[Completion] = []
    for dealt in deal_out(pool, missing):
        hands = {seat: sorted((known[seat] + Counter(dealt[seat])).elements()) for seat in known}
        unplayed = {seat: sorted((Counter(hands[seat]) - fallen[seat]).elements()) for seat in hands}
        for plays in fill_plays(record["plays"], unplayed):
            items.append(Completion(hands, plays))
            if len(items) > most:
                return None
    return items


def as_record(record: Record, one: CompleteRecord, world: Completion) -> Record:
    """Return the record of a completion, with the hands as dealt and every card played."""
    before = {seat: Counter(cards or ()) for seat, cards in dealt_hands(one.record).items()}
    hands = {}
    for seat, cards in world.held.items():
        own = Counter(one.held[seat])
        hands[seat] = sorted((Counter(cards) - (own - before[seat]) + (before[seat] - own)).elements())
    # Cards left over were dealt to nobody; an up-card is known.
    rest = Counter(pack(record.get("pack", "24"))) - sum(map(Counter, hands.values()), Counter())
    deal = {**record["deal"], "hands": hands}
    if "blind" in deal:
        known = [card for card in deal["blind"] if card]
        others = iter(sorted((rest - Counter(known)).elements()))
        deal["blind"] = [card or next(others) for card in deal["blind"]]
    return {**record, "deal": deal, "plays": world.plays}
