"""Whole records: possible, mostly irregular, the same for the same seed."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from tests.family.makers import besides
from tests.family.makers.calling import call_all
from tests.family.makers.dealing import deal
from tests.family.makers.naming import hand_over, leave, name_trumps
from tests.family.makers.playing import play_all
from tests.family.opinion.auction import special_calls
from tests.family.opinion.judging import Hand, deal_is_dead, everybody_else_left, rule
from tests.family.opinion.laws import RULESETS, Law, law_of
from tests.family.opinion.play import after_exchanges, first_leader, named_out
from tests.family.opinion.table import Record, dealt_hands


def records(
    seed: int, count: int, rulesets: tuple[str, ...] = tuple(RULESETS), toggles: dict[str, Any] | None = None
) -> Iterator[Record]:
    """`count` records, the rulesets in turn; played as the table would under these toggles."""
    for number in range(count):
        ruleset = rulesets[number % len(rulesets)]
        random = Random(f"family {seed} {number} {ruleset}")
        yield make(ruleset, f"made-{seed}-{number}", toggles or {}, random)


def make(ruleset: str, name: str, toggles: dict[str, Any], random: Random) -> Record:
    """One record."""
    law = law_of(ruleset, toggles)
    record = deal(ruleset, name, random)
    call_all(record, law, random)
    if random.random() < 0.03:
        record["deal"]["due_dealer"] = random.choice(record.get("seats") or list("NESW"))
    if random.random() < 0.6:
        besides.running_scores(record, law, random)
    hand = Hand(record, law)
    if deal_is_dead(hand) is None and hand.how != "unknown":
        go_on(record, hand, toggles, law, random)
    if random.random() < 0.2:
        besides.incidents(record, law, random)
    ruled = rule(record, toggles)
    if random.random() < 0.35:
        besides.claims(record, ruled["findings"], law, random)
        ruled = rule(record, toggles)
    if random.random() < 0.35:
        besides.write_score(record, ruled["score"], law, random)
    if law["game"] in ("dc", "ec") and random.random() < 0.3:
        # The game fixes it (B-095, BD-47): a record need not say so.
        record.pop("cards_each", None)
    return record


def go_on(record: Record, hand: Hand, toggles: dict[str, Any], law: Law, random: Random) -> None:
    """Trumps, exchanges, departures, and the cards or the sheet."""
    played = random.random() < 0.75
    name_trumps(record, hand.contract, law, random)
    leave(record, hand.contract, law, random)
    hand = Hand(record, law)
    # The dealt hands with Bottoms taken: what is handed over comes out of these.
    hands = dealt_hands(record)
    special_calls(record, hands, law)
    if hand.trump is not None:
        hand_over(record, hand.contract, hands, law, random, played)
    held = {seat: list(cards or []) for seat, cards in after_exchanges(record, hand.contract, hands, law).items()}
    if everybody_else_left(record, hand, law):
        if random.random() < 0.1:
            seat = random.choice(hand.gone)
            record["plays"] = [{"seat": seat, "card": random.choice(held[seat])}]
    elif not played or hand.trump is None or hand.leader is None:
        besides.write_sheet(record, hand.gone, law, random)
        known_from_the_sheet(record, hand, random)
    else:
        gone: list[str] = hand.gone
        leader: str | None = hand.leader
        named = [seat for seat in named_out(record) if seat not in gone]
        if named and random.random() < 0.6:
            # They sit out, whatever the rules say to it.
            gone, held = [*gone, *named], {seat: [] if seat in named else cards for seat, cards in held.items()}
            leader = first_leader(record, hand.contract, gone, law)
        if leader is not None:
            play_all(record, held, hand.trump, leader, gone, law, random)
        if random.random() < 0.15:
            del record["plays"][random.randrange(len(record["plays"])) :]
        elif not gone and random.random() < 0.08:
            forget_hands(record)
        something_late(record, law, random)


def something_late(record: Record, law: Law, random: Random) -> None:
    """Trumps named, or a player leaving, only after some cards: he plays on."""
    if len(record["plays"]) < 5:
        return
    for entry in record["declarations"]:
        if entry["call"] == "trump" and random.random() < 0.05:
            entry["at"] = random.randint(1, 4)
    if law["game"] in ("dc", "ec") and random.random() < 0.06:
        late = {"seat": random.choice(record["plays"])["seat"], "call": "out", "at": random.randint(1, 4)}
        record["declarations"].append(late)


def forget_hands(record: Record) -> None:
    """The deal nobody noted, of a hand played out by everybody: the cards tell it."""
    if not any(entry["call"] == "bottoms" for entry in record["declarations"]):
        del record["deal"]["hands"]


def known_from_the_sheet(record: Record, hand: Hand, random: Random) -> None:
    """A hand written down afterwards: often without cards, now and then without the calls."""
    if random.random() < 0.5:
        del record["deal"]["hands"]
        record["deal"].pop("blind", None)
    if hand.contract is not None and not hand.dropped and random.random() < 0.15:
        del record["declarations"]
        record.pop("exchanges", None)
        record["contract"] = {key: value for key, value in hand.contract.items() if value is not None}
