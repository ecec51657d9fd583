"""Records of which the score hangs on cards not known, each with the scores of all its completions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from clabber_audit.cards.cards import SEATS, TEAMS
from tests.partial import completions, disordered, incomplete, played, recorded, size, trumps_known
from tests.rules import OF_CLABBER
from tests.test_properties import Json, ruled


class Scored(NamedTuple):
    """A record, the ruling on it, and the rulings on its completions."""

    record: Json
    ruling: Json
    worlds: list[Json]


def scored(name: str, numbers: Iterator[int], most: int) -> Iterator[Scored]:
    """Yield random records with at most so many completions, under each ruleset in turn."""
    for number in numbers:
        random = Random(f"{name} {number}")
        record = (disordered, finished, finished, incomplete, incomplete)[number % 5](random)
        if not 1 < size(record) <= most:
            continue
        if number % 3:
            record["melds"] = list(_melds(random, record))
        if number % 2:
            record["claims"] = [_claim(random, record)]
        ruleset = OF_CLABBER[number % len(OF_CLABBER)]
        yield Scored(record, ruled(record, ruleset), [ruled(whole, ruleset) for whole in wholes(record)])


def finished(random: Random) -> Json:
    """Return a random finished hand with some plays, perhaps the trumps, left out."""
    hand = played(random, 24)
    blank = set(random.sample(range(24), random.choice((2, 2, 3, 4))))
    hands = {seat: hand.dealt[seat] for seat in random.sample(SEATS, random.choice((0, 2, 4)))}
    return recorded(hand, hands, blank, random.choice((*SEATS, "NS")), random.random() < 0.9)


def wholes(record: Json) -> Iterator[Json]:
    """Yield the completions of a record, under each trump suit and possible maker."""
    for completion in completions(record):
        yield from _made(record, completion)


def _made(record: Json, whole: Json) -> Iterator[Json]:
    """Yield a completion once for each possible maker."""
    if trumps_known(record):
        yield whole
    else:
        yield from ({**whole, "contract": {**whole["contract"], "maker": team}} for team in TEAMS)


def _melds(random: Random, record: Json) -> Iterator[Json]:
    """Yield announcements: of belle, and of runs and fours that were never shown or are still to be."""
    played = len(record["plays"])
    for _ in range(random.randrange(3)):
        said = random.choice(["in_turn", "in_turn", *range(played + 1)])
        if random.random() < 0.6:
            yield {"seat": random.choice(SEATS), "kind": "belle", "announced": said}
        else:
            kind = random.choice(("dad", "dad", "fifty", "hundred"))
            yield {"seat": random.choice(SEATS), "kind": kind, "announced": said}


def _claim(random: Random, record: Json) -> Json:
    """Return a false claim made with cards turned over: a renege in every completion (D-50)."""
    by = random.choice(SEATS)
    against = random.choice([seat for seat in SEATS if (seat in "NS") is not (by in "NS")])
    at = random.randint(0, len(record["plays"]))
    return {"by": by, "against": against, "infraction": "exposed-card", "at": at, "reviewed": True}


def ends(worlds: list[Json], part: str | None = None) -> dict[str, list[int]]:
    """Return the least and the most of each team over some rulings."""
    results = [(world[part] if part else world)["score"] for world in worlds]
    return {
        team: [min(score[team] for score in results), max(score[team] for score in results)] for team in TEAMS
    }
