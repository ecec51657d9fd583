"""Random records of hands, complete or as people write them."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any, Final

from tests.family.makers import events
from tests.family.makers.lawful import bid, deal, hand_over, leave, name_trumps, play_all, special
from tests.family.opinion.auction import special_calls
from tests.family.opinion.judging import Hand, deal_is_dead, everybody_else_left, rule
from tests.family.opinion.laws import RULESETS, Law, law_of
from tests.family.opinion.play import after_exchanges, find_seats_out, first_leader
from tests.family.opinion.table import Record, club_hand, dealt_hands, seats_of, sides_of
from tests.random_records.every_key import text


def records(
    seed: int, count: int, rulesets: tuple[str, ...] = tuple(RULESETS), toggles: dict[str, Any] | None = None
) -> Iterator[Record]:
    """Yield `count` records, the rulesets in turn, played as under these toggles."""
    for number in range(count):
        ruleset = rulesets[number % len(rulesets)]
        random = Random(f"family {seed} {number} {ruleset}")
        yield make(ruleset, f"made-{seed}-{number}", toggles or {}, random)


def make(ruleset: str, name: str, toggles: dict[str, Any], random: Random) -> Record:
    """Return one random record."""
    law = law_of(ruleset, toggles)
    record = deal(ruleset, name, random)
    if not club_hand(record, law) or random.random() < 0.05:
        bid(record, law, random)
    if law["game"] == "ec":
        special(record, random)
    if random.random() < 0.03:
        record["deal"]["due_dealer"] = random.choice(record.get("seats") or list("NESW"))
    if random.random() < 0.6:
        events.add_running_scores(record, law, random)
    hand = Hand(record, law)
    if deal_is_dead(hand) is None and hand.how != "unknown":
        continue_hand(record, hand, toggles, law, random)
    if random.random() < 0.2:
        events.add_incidents(record, law, random)
    ruled = rule(record, toggles)
    if random.random() < 0.35:
        events.add_claims(record, ruled["findings"], law, random)
        ruled = rule(record, toggles)
    if random.random() < 0.35:
        events.write_score(record, ruled["score"], law, random)
    if law["game"] in ("dc", "ec") and random.random() < 0.3:
        # The game fixes the number of cards (B-095, BD-47), so a record may omit it.
        record.pop("cards_each", None)
    return record


def continue_hand(record: Record, hand: Hand, toggles: dict[str, Any], law: Law, random: Random) -> None:
    """Add the trumps, exchanges, departures, and the cards or the sheet."""
    played = random.random() < 0.75
    name_trumps(record, hand.contract, law, random)
    leave(record, hand.contract, law, random)
    hand = Hand(record, law)
    # The dealt hands with Bottoms taken: what is handed over comes out of these.
    hands = dealt_hands(record)
    special_calls(record, hands, law)
    if hand.trump is not None:
        hand_over(record, hand.contract, hands, law, random, played)
    held = {
        seat: list(cards or []) for seat, cards in after_exchanges(record, hand.contract, hands, law).items()
    }
    if everybody_else_left(record, hand, law):
        if random.random() < 0.1:
            seat = random.choice(hand.gone)
            record["plays"] = [{"seat": seat, "card": random.choice(held[seat])}]
    elif not played or hand.trump is None or hand.leader is None:
        events.write_sheet(record, hand.gone, law, random)
        reduce_to_sheet(record, hand, random)
    else:
        gone: list[str] = hand.gone
        leader: str | None = hand.leader
        named = [seat for seat in find_seats_out(record) if seat not in gone]
        if named and random.random() < 0.6:
            # These seats sit out, even against the rules.
            gone, held = (
                [*gone, *named],
                {seat: [] if seat in named else cards for seat, cards in held.items()},
            )
            leader = first_leader(record, hand.contract, gone, law)
        if leader is not None:
            play_all(record, held, hand.trump, leader, gone, law=law, random=random)
        if random.random() < 0.15:
            del record["plays"][random.randrange(len(record["plays"])) :]
        elif not gone and random.random() < 0.08:
            if not any(entry["call"] == "bottoms" for entry in record["declarations"]):
                del record["deal"]["hands"]
        add_late_call(record, law, random)


def add_late_call(record: Record, law: Law, random: Random) -> None:
    """Move a naming of trumps or a departure to after some cards."""
    if len(record["plays"]) < 5:
        return
    for entry in record["declarations"]:
        if entry["call"] == "trump" and random.random() < 0.05:
            entry["at"] = random.randint(1, 4)
    if law["game"] in ("dc", "ec") and random.random() < 0.06:
        late = {"seat": random.choice(record["plays"])["seat"], "call": "out", "at": random.randint(1, 4)}
        record["declarations"].append(late)


def reduce_to_sheet(record: Record, hand: Hand, random: Random) -> None:
    """Drop what a sheet filled in afterward lacks: often the cards, now and then the calls."""
    if random.random() < 0.5:
        del record["deal"]["hands"]
        record["deal"].pop("blind", None)
    if hand.contract is not None and not hand.dropped and random.random() < 0.15:
        del record["declarations"]
        record.pop("exchanges", None)
        record["contract"] = {key: value for key, value in hand.contract.items() if value is not None}


def draw_records(seed: int, count: int) -> Iterator[Record]:
    """Yield `count` records, mostly irregular, with random entries of every kind around the cards."""
    for number, record in enumerate(records(seed, count)):
        random = Random(f"written {seed} {number}")
        for change in random.sample(_CHANGES, random.randint(0, 6)):
            change(record, random)
        yield record


def _clock(record: Record, random: Random) -> int | str:
    words = ("deal", "declaring", "turned", "scored")
    return random.choice(words) if random.random() < 0.3 else random.randint(0, len(record["plays"]))


def _sides(record: Record) -> list[str]:
    """Return the sides of the table."""
    return sides_of(record, law_of(record["ruleset"], {}))


def _names(record: Record, random: Random) -> None:
    seats = seats_of(record)
    named = random.sample(seats, random.randint(0, len(seats)))
    record["players"] = {seat: random.choice(("-", "N", "Ann", text(random, 1, 80))) for seat in named}
    record["teams"] = {side: text(random, 1, 80) for side in _sides(record) if random.random() < 0.5}


def _surroundings(record: Record, random: Random) -> None:
    context = {
        "date": "2026-01-22",
        "venue": text(random),
        "table": 3,
        "game": 0,
        "stakes": {"game": 2, "set": 1},
    }
    context |= {"moved": random.choice(seats_of(record)), "league": "stakes 2", "hand": None}
    record["context"] = {
        key: context[key] for key in random.sample(sorted(context), random.randint(0, len(context)))
    }
    source = {"kind": random.choice(("table", "sheet")), "citation": text(random), "confidence": None}
    source["kind"] = "scoresheet" if source["kind"] == "sheet" else "table"
    record["source"] = {key: source[key] for key in random.sample(sorted(source), random.randint(0, 3))}


def _numbers(record: Record, random: Random) -> None:
    for key, least in (("before", -30), ("after", -30), ("hickeys", 0), ("burns", 0)):
        if random.random() < 0.6:
            record[key] = {
                side: random.randint(least, 40) for side in _sides(record) if random.random() < 0.8
            }
    marks = ("XX", "XXX", "-", "--", "R", "set", -1000, 1000, 0)
    record["score"] = {side: random.choice(marks) for side in _sides(record) if random.random() < 0.8}


def _comments(record: Record, random: Random) -> None:
    moments = [_clock(record, random) for _ in range(random.randint(0, 5))]
    order = {"deal": -2, "declaring": -1, "turned": 97, "scored": 98}
    if random.random() < 0.6:
        moments.sort(key=lambda moment: order.get(moment, moment) if isinstance(moment, str) else moment)
    record["comments"] = [{"at": moment, "text": text(random, 1)} for moment in moments]
    record["remarks"] = [text(random) for _ in range(random.randint(0, 3))]


def _events(record: Record, random: Random) -> None:
    seats = seats_of(record)
    incident = {
        "kind": "question",
        "seat": seats[0],
        "to": seats[1],
        "at": _clock(record, random),
        "trick": 2,
    }
    incident |= {
        "quote": text(random),
        "called": "deal",
        "card": "AH" if record.get("pack") != "20" else "KS",
    }
    keys = ["kind", *random.sample(sorted(set(incident) - {"kind"}), random.randint(0, 6))]
    record["incidents"] = [
        {key: incident[key] for key in keys},
        {"kind": "table_talk", "at": None, "seat": None},
    ]
    claim = {
        "by": random.choice((None, *seats)),
        "against": random.choice((*_sides(record), *seats)),
        "at": 0,
    }
    record.setdefault("claims", []).append(claim | {"infraction": None, "reviewed": random.random() < 0.5})
    record["laydown"] = {
        "by": seats[-1],
        "at": _clock(record, random),
        "agreed": random.random() < 0.5,
        "order": [],
    }


def _remove_cards(record: Record, random: Random) -> None:
    for play in record["plays"]:
        if random.random() < 0.1:
            play["card"] = None
        if random.random() < 0.05:
            play["named"] = random.choice((*"CDHS", None))
    width = len(seats_of(record))
    if len(record["plays"]) >= width and not record.get("exchanges"):
        record["disordered"] = [1]
    for exchange in record.get("exchanges") or ():
        if random.random() < 0.5:
            exchange["cards"] = [None for _ in exchange["cards"]]
    hands = list((record["deal"].get("hands") or {}).values())
    if any(incident["kind"] == "wrong_card_count" for incident in record.get("incidents") or ()):
        # In a miscounted deal every recorded hand is complete.
        hands = []
    for cards in [record["deal"].get("blind") or [], *hands]:
        del cards[random.randint(0, len(cards)) :]


def _add_defaults(record: Record, random: Random) -> None:
    """Add keys at their default, which change nothing and must survive."""
    record.setdefault("pack", "24")
    record.setdefault("seats", ["N", "E", "S", "W"])
    for key in ("players", "hickeys", "sheet", "after"):
        record.setdefault(key, {})
    for key in ("context", "contract", "laydown", "exchanges", "declarations", "cards_each"):
        if random.random() < 0.5:
            record.setdefault(key, None)
    record["deal"].setdefault("blind", None)
    record["deal"].setdefault("upcard", None)
    for call in record.get("declarations") or ():
        if random.random() < 0.5:
            call.setdefault("at", random.choice((None, "declaring", 0)))
            call.setdefault("alone", False)
            call.setdefault("cards", None) if call["call"] != "bottoms" else call.setdefault("trump", None)


_CHANGES: Final[tuple[Callable[[Record, Random], None], ...]] = (
    _names,
    _surroundings,
    _numbers,
    _comments,
    _events,
    _remove_cards,
    _add_defaults,
    # Declarations, in any order.
    lambda record, random: random.shuffle(record.get("declarations") or []),
)


def as_text(record: Record) -> str:
    """Return a record as JSON, on one line."""
    return json.dumps(record, ensure_ascii=False)
