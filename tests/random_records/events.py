"""Random events of `l-events.md` for any record: retracted and half-shown cards, gathered tricks, agreements."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Final

from clabber_audit.cards import clock_of

Json = dict[str, Any]
_PEOPLE: Final = ("Gus", "agnes weber", "O'Neill", "Watched", "12", "Trick", "E. W.", "ns")
#: Deeds of an outsider.
_OUTSIDE: Final = ("question", "advice", "slow_play", "looked_at_trick")


def with_events(record: Json, random: Random) -> Json:
    """Return a record with one to three such events, consistent with its plays; unchanged if none fits."""
    data = deepcopy(record)
    seats = data.get("seats") or list("NESW")
    for _ in range(random.randint(1, 3)):
        random.choice(
            (_retract_card, _show_half, _gather_trick, _add_outsider, _make_agreement, _add_witnesses)
        )(data, random, seats)
    if random.random() < 0.5:
        _number_events(data, random)
    return data


def _retract_card(record: Json, random: Random, seats: list[str]) -> None:
    """Note that a card played later was put down first, or that the same card was taken back."""
    if record.get("disordered"):
        return
    plays = [play for play in enumerate(record["plays"]) if play[1]["card"]]
    if plays:
        at, play = random.choice(plays)
        later = [one["card"] for when, one in plays if when >= at and one["seat"] == play["seat"]]
        shown = random.choice(later)
        incident = {"kind": "card_retracted", "seat": play["seat"], "card": shown, "at": at}
        if shown != play["card"] or random.random() < 0.5:
            incident["replaced_by"] = play["card"]
        record.setdefault("incidents", []).append(incident)


def _show_half(record: Json, random: Random, seats: list[str]) -> None:
    """Note that some seats saw a card that is played then or later."""
    plays = [(at, play) for at, play in enumerate(record["plays"]) if play["card"]]
    if plays and not record.get("disordered"):
        at, play = random.choice(plays)
        when = random.randint(0, at)
        incident: Json = {"kind": "card_half_shown", "seat": play["seat"], "at": when}
        if random.random() < 0.8:
            incident["card"] = play["card"]
        if record["plays"][when]["seat"] == play["seat"] and random.random() < 0.7:
            incident["in_play"] = True
        if random.random() < 0.4:
            incident["seen_by"] = random.sample(seats, random.randint(1, 2))
        record.setdefault("incidents", []).append(incident)


def _gather_trick(record: Json, random: Random, seats: list[str]) -> None:
    width = len({play["seat"] for play in record["plays"][: len(seats)]})
    complete = len(record["plays"]) // len(seats)
    if width == len(seats) and complete:
        trick = random.randint(1, complete)
        sides = ["".join(seats[0::2]), "".join(seats[1::2])] if seats == list("NESW") else seats
        incident = {"kind": "trick_gathered", "trick": trick, "by": random.choice(sides)}
        incident |= {"seat": random.choice(seats)} if random.random() < 0.6 else {}
        incident |= {"believed": random.choice(seats)} if random.random() < 0.3 else {}
        record.setdefault("incidents", []).append({**incident, "at": len(seats) * trick})


def _add_outsider(record: Json, random: Random, seats: list[str]) -> None:
    played = len(record["plays"])
    incident: Json = {"kind": random.choice(_OUTSIDE[: None if played >= len(seats) else 3])}
    if incident["kind"] == "looked_at_trick":
        incident["trick"] = 1
    incident |= {"by_other": random.choice(_PEOPLE), "at": played}
    incident |= {"helped": random.choice(seats)} if random.random() < 0.6 else {}
    incident |= {"quote": "lead a club"} if random.random() < 0.4 else {}
    record.setdefault("incidents", []).append(incident)


def _make_agreement(record: Json, random: Random, seats: list[str]) -> None:
    agreed: Json = {"at": random.choice((len(record["plays"]), "turned", "scored", 0))}
    agreed["what"] = random.choice(("waive", "redeal", "play_on"))
    agreed |= {"text": random.choice(("let it go", '"deal it again"'))} if random.random() < 0.5 else {}
    agreed |= {"by": random.sample(seats, random.randint(1, len(seats)))} if random.random() < 0.4 else {}
    record.setdefault("agreements", []).append(agreed)


def _add_witnesses(record: Json, random: Random, seats: list[str]) -> None:
    for claim in record.get("claims") or ():
        if claim.get("reviewed") and random.random() < 0.7:
            claim["reviewed_by"] = random.choice((*_PEOPLE, *seats))
        if random.random() < 0.5:
            claim["witnesses"] = random.sample((*_PEOPLE, *seats), random.randint(1, 3))


def _number_events(record: Json, random: Random) -> None:
    """Number the events of each moment."""
    moments: dict[int, list[Json]] = {}
    for key in ("incidents", "claims", "agreements"):
        for one in record.get(key) or ():
            if one.get("at") is not None:
                moments.setdefault(clock_of(one["at"]), []).append(one)
    for events in moments.values():
        for order, one in enumerate(random.sample(events, len(events)), 1):
            one["order"] = order
