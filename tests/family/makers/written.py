"""What else may be written down of a hand: names, texts, comments, moments, cards not known, defaults spelled out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

from tests.family.makers.records import records
from tests.family.opinion.table import Record, seats_of
from tests.records import text

NUMBERS: Final = [str(number) for number in range(1, 13)]


def written(seed: int, count: int) -> Iterator[Record]:
    """`count` records, mostly irregular, with all that may stand around the cards; what is no call is made one."""
    for number, record in enumerate(records(seed, count)):
        random = Random(f"written {seed} {number}")
        for said in record.get("declarations") or ():
            if said["call"] in ("0", "13"):
                said["call"] = random.choice(NUMBERS)
        for change in random.sample(_CHANGES, random.randint(0, 6)):
            change(record, random)
        yield record


def _clock(record: Record, random: Random) -> int | str:
    words = ("deal", "declaring", "turned", "scored")
    return random.choice(words) if random.random() < 0.3 else random.randint(0, len(record["plays"]))


def _sides(record: Record) -> list[str]:
    """The sides of the table, or its seats."""
    seats = seats_of(record)
    if len(seats) % 2 or record["ruleset"].startswith("dirty"):
        return seats
    return ["".join(seats[0::2]), "".join(seats[1::2])]


def _names(record: Record, random: Random) -> None:
    seats = seats_of(record)
    named = random.sample(seats, random.randint(0, len(seats)))
    record["players"] = {seat: random.choice(("-", "N", "Ann", text(random, 1, 80))) for seat in named}
    record["teams"] = {side: text(random, 1, 80) for side in _sides(record) if random.random() < 0.5}


def _surroundings(record: Record, random: Random) -> None:
    context = {"date": "2026-01-22", "venue": text(random), "table": 3, "game": 0, "stakes": {"game": 2, "set": 1}}
    context |= {"moved": random.choice(seats_of(record)), "league": "stakes 2", "hand": None}
    record["context"] = {key: context[key] for key in random.sample(sorted(context), random.randint(0, len(context)))}
    source = {"kind": random.choice(("table", "sheet")), "citation": text(random), "confidence": None}
    source["kind"] = "scoresheet" if source["kind"] == "sheet" else "table"
    record["source"] = {key: source[key] for key in random.sample(sorted(source), random.randint(0, 3))}


def _numbers(record: Record, random: Random) -> None:
    for key, least in (("before", -30), ("after", -30), ("hickeys", 0), ("burns", 0)):
        if random.random() < 0.6:
            record[key] = {side: random.randint(least, 40) for side in _sides(record) if random.random() < 0.8}
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
    incident = {"kind": "question", "seat": seats[0], "to": seats[1], "at": _clock(record, random), "trick": 2}
    incident |= {"quote": text(random), "called": "deal", "card": "AH" if record.get("pack") != "20" else "KS"}
    keys = ["kind", *random.sample(sorted(set(incident) - {"kind"}), random.randint(0, 6))]
    record["incidents"] = [{key: incident[key] for key in keys}, {"kind": "table_talk", "at": None, "seat": None}]
    claim = {"by": random.choice((None, *seats)), "against": random.choice((*_sides(record), *seats)), "at": 0}
    record.setdefault("claims", []).append(claim | {"infraction": None, "reviewed": random.random() < 0.5})
    record["laydown"] = {"by": seats[-1], "at": _clock(record, random), "agreed": random.random() < 0.5, "order": []}


def _not_known(record: Record, random: Random) -> None:
    """Cards that nobody saw, a joker's suit, an order lost: what was played stands, and more is left open."""
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
        # Of a miscounted deal what is written of every hand is the whole of it.
        hands = []
    for cards in [record["deal"].get("blind") or [], *hands]:
        del cards[random.randint(0, len(cards)) :]


def _spelled_out(record: Record, random: Random) -> None:
    """Keys at their default, which say nothing and stay all the same."""
    record.setdefault("pack", "24")
    record.setdefault("seats", ["N", "E", "S", "W"])
    for key in ("players", "hickeys", "sheet", "after"):
        record.setdefault(key, {})
    for key in ("context", "contract", "laydown", "exchanges", "declarations", "cards_each"):
        if random.random() < 0.5:
            record.setdefault(key, None)
    record["deal"].setdefault("blind", None)
    record["deal"].setdefault("upcard", None)
    for said in record.get("declarations") or ():
        if random.random() < 0.5:
            said.setdefault("at", random.choice((None, "declaring", 0)))
            said.setdefault("alone", False)
            said.setdefault("cards", None) if said["call"] != "bottoms" else said.setdefault("trump", None)


def _said_in_any_order(record: Record, random: Random) -> None:
    random.shuffle(record.get("declarations") or [])


_CHANGES: Final[tuple[Callable[[Record, Random], None], ...]] = (
    _names,
    _surroundings,
    _numbers,
    _comments,
    _events,
    _not_known,
    _spelled_out,
    _said_in_any_order,
)


def as_text(record: Record) -> str:
    """A record as JSON, on one line."""
    return json.dumps(record, ensure_ascii=False)
