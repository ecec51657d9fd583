"""Scores of partial records, compared with every completion.

A score that is the same in every completion is certain; otherwise it is null, with a range.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from itertools import count, islice
from random import Random
from typing import Final, NamedTuple

import pytest

from clabber_audit.cards import SEATS, TEAMS
from clabber_audit.judge.questions import Inquiry, ask_about_score
from clabber_audit.rules.bound_ruleset import law, law_of
from tests import test_properties
from tests.random_records.partial import (
    completions,
    draw_disordered,
    incomplete,
    play_at_random,
    record_hand,
    size,
    trumps_known,
)
from tests.rules import OF_CLABBER, rule_on
from tests.rulesets.files import house
from tests.scale import at_random
from tests.test_properties import Json, rule_as_json

RECORDS: Final = at_random(40, 400)
MOST: Final = 60


class ScoredRecord(NamedTuple):
    """Partial record with its ruling and the rulings on its completions."""

    record: Json
    ruling: Json
    worlds: list[Json]


def draw_scored(name: str, numbers: Iterator[int], most: int) -> Iterator[ScoredRecord]:
    """Yield random records with at most `most` completions, under each ruleset in turn."""
    for number in numbers:
        random = Random(f"{name} {number}")
        record = (draw_disordered, draw_finished, draw_finished, incomplete, incomplete)[number % 5](random)
        if not 1 < size(record) <= most:
            continue
        if number % 3:
            record["melds"] = list(_draw_melds(random, record))
        if number % 2:
            record["claims"] = [_draw_claim(random, record)]
        ruleset = OF_CLABBER[number % len(OF_CLABBER)]
        yield ScoredRecord(
            record,
            rule_as_json(record, ruleset),
            [rule_as_json(whole, ruleset) for whole in complete_records(record)],
        )


def draw_finished(random: Random) -> Json:
    """Return a random finished hand with some plays, and sometimes the trumps, left out."""
    hand = play_at_random(random, 24)
    blank = set(random.sample(range(24), random.choice((2, 2, 3, 4))))
    hands = {seat: hand.dealt[seat] for seat in random.sample(SEATS, random.choice((0, 2, 4)))}
    return record_hand(hand, hands, blank, random.choice((*SEATS, "NS")), random.random() < 0.9)


def complete_records(record: Json) -> Iterator[Json]:
    """Yield the completions of a record, under each trump suit and possible maker."""
    for whole in completions(record):
        if trumps_known(record):
            yield whole
        else:
            yield from ({**whole, "contract": {**whole["contract"], "maker": team}} for team in TEAMS)


def _draw_melds(random: Random, record: Json) -> Iterator[Json]:
    """Yield random announcements: of belle, and of runs and fours never shown or still to be shown."""
    played = len(record["plays"])
    for _ in range(random.randrange(3)):
        moment = random.choice(["in_turn", "in_turn", *range(played + 1)])
        if random.random() < 0.6:
            yield {"seat": random.choice(SEATS), "kind": "belle", "announced": moment}
        else:
            kind = random.choice(("dad", "dad", "fifty", "hundred"))
            yield {"seat": random.choice(SEATS), "kind": kind, "announced": moment}


def _draw_claim(random: Random, record: Json) -> Json:
    """Return a false claim made with cards turned over: a renege in every completion (D-50)."""
    by = random.choice(SEATS)
    against = random.choice([seat for seat in SEATS if (seat in "NS") is not (by in "NS")])
    at = random.randint(0, len(record["plays"]))
    return {"by": by, "against": against, "infraction": "exposed-card", "at": at, "reviewed": True}


def score_range(worlds: list[Json], part: str | None = None) -> dict[str, list[int]]:
    """Return the least and the most of each team over some rulings."""
    results = [(world[part] if part else world)["score"] for world in worlds]
    return {
        team: [min(score[team] for score in results), max(score[team] for score in results)] for team in TEAMS
    }


@cache
def scored_records() -> tuple[ScoredRecord, ...]:
    return tuple(islice(draw_scored("scores", count(1), MOST), RECORDS))


def find_disagreement(one: ScoredRecord) -> str:
    """Return the differences between the ruling and its completions in points or scores, empty if none."""
    parts = [
        _find_points_disagreement(one),
        _find_score_disagreement(one.ruling, one.worlds),
        _find_score_disagreement(one.ruling["as_played"], [world["as_played"] for world in one.worlds]),
    ]
    return "; ".join(filter(None, parts))


def _find_points_disagreement(one: ScoredRecord) -> str:
    """Return the difference in points, empty if none."""
    possible = {json.dumps(world["points"]) for world in one.worlds}
    expected = json.loads(possible.pop()) if len(possible) == 1 else None
    return "" if one.ruling["points"] == expected else f"points {one.ruling['points']}, not {expected}"


def _find_score_disagreement(ruling: Json, worlds: list[Json]) -> str:
    """Return the difference in scores, empty if none.

    Scores are compared only if every completion scores: otherwise the calls themselves are in doubt.
    """
    if any(world["score"] is None for world in worlds):
        return "" if ruling["score"] is None else f"score {ruling['score']}, and not in every completion"
    expected = score_range(worlds)
    certain = all(low == high for low, high in expected.values())
    score = {team: low for team, (low, _) in expected.items()} if certain else None
    if ruling["score"] != score:
        return f"score {ruling['score']}, not {score}"
    if ruling.get("score_range") != (None if certain else expected):
        return f"range {ruling.get('score_range')}, not {expected}"
    marks = {team: {world["marks"][team] for world in worlds} for team in TEAMS}
    for team, possible in marks.items():
        mark = (ruling["marks"] or {}).get(team, "?")
        if mark != (possible.pop() if len(possible) == 1 else "?"):
            return f"mark {mark} of {team}"
    return ""


def test_scores_agree_with_every_completion() -> None:
    """A score is certain if all completions agree, else a range; the same holds for the points of the play."""
    seen = {"certain": 0, "open": 0, "renege": 0}
    for hand in scored_records():
        assert not find_disagreement(hand), (find_disagreement(hand), json.dumps(hand.record))
        open_score = "score_range" in hand.ruling
        seen["open" if open_score else "certain"] += hand.ruling["outcome"] in (
            "scored",
            "undetermined",
            "renege",
        )
        seen["renege"] += open_score and hand.ruling["outcome"] == "renege"
    assert min(seen.values()) > RECORDS // 25, seen


def _ask_about(one: ScoredRecord) -> list[Inquiry]:
    law = law_of(one.ruling["ruleset"])
    return ask_about_score(rule_on(one.record, law))


def _answer(inquiry: Inquiry, world: Json) -> str:
    if inquiry.kind == "card":
        return str(world["record"]["plays"][inquiry.at]["card"])
    return str(world[inquiry.kind])


def _by_answer(inquiry: Inquiry, worlds: list[Json]) -> list[list[Json]]:
    """Group the completions by the answer to a question."""
    parts: dict[str, list[Json]] = {}
    for world in worlds:
        parts.setdefault(_answer(inquiry, world), []).append(world)
    return list(parts.values())


def _narrows_range(inquiry: Inquiry, worlds: list[Json]) -> bool:
    """Return True if some answer narrows the score range, given the trumps."""
    supposed = [worlds] if inquiry.kind != "card" else _by_answer(Inquiry("trump"), worlds)
    return any(
        score_range(part) != score_range(same) for same in supposed for part in _by_answer(inquiry, same)
    )


def test_every_question_narrows_the_score() -> None:
    """Some answer to each question narrows the range; a question that settles the score is asked alone."""
    compared = alone = 0
    for hand in scored_records():
        if hand.ruling["outcome"] != "undetermined" or "score_range" not in hand.ruling:
            continue
        worlds = [
            rule_as_json(whole, hand.ruling["ruleset"], whole=True) for whole in complete_records(hand.record)
        ]
        inquiries = _ask_about(hand)
        assert inquiries, json.dumps(hand.record)
        for inquiry in inquiries:
            assert _narrows_range(inquiry, worlds), (inquiry, json.dumps(hand.record))
        settled = all(
            low == high
            for part in _by_answer(inquiries[0], worlds)
            for low, high in score_range(part).values()
        )
        alone += settled
        compared += len(inquiries)
        assert len(inquiries) == 1 or not settled, json.dumps(hand.record)
    assert min(compared - alone, alone) > RECORDS // 100, (compared, alone)


def test_ranges_when_set_makers_pay_all(monkeypatch: pytest.MonkeyPatch) -> None:
    """The more the makers have, the more the other side scores, as long as the makers are set."""
    own = law(house("ecl-1992", '[toggles]\nset_pays = "all"'))
    monkeypatch.setattr(test_properties, "law_of", lambda _name: own)
    for one in islice(draw_scored("set pays", count(1), MOST), at_random(8, 150)):
        assert not find_disagreement(one)
