"""Tests of melds whose announcement or showing has no recorded moment, compared with every possible moment."""

from __future__ import annotations

import json
from itertools import product
from random import Random
from typing import Any

import pytest

from clabber_audit.judge.judge import Ruling
from tests.random_records.irregular import records
from tests.random_records.partial import combine_verdicts
from tests.rules import rule_on
from tests.scale import at_random

Json = dict[str, Any]


def _list_moments(record: Json) -> list[Any]:
    """Return every value for a moment in a record."""
    return ["in_turn", "never", "deal", "declaring", *range(len(record["plays"]) + 1), "turned", "scored"]


def _fill_moments(record: Json) -> list[Json]:
    """Return the record once for each choice of its unrecorded moments."""
    blanks = [
        (number, key) for number, meld in enumerate(record["melds"]) for key in meld if meld[key] is None
    ]
    results = []
    for words in product(_list_moments(record), repeat=len(blanks)):
        one = json.loads(json.dumps(record))
        for (number, key), word in zip(blanks, words, strict=True):
            one["melds"][number][key] = word
        results.append(one)
    return results


def _blank_moments(seed: str, blanks: int) -> Json | None:
    """Return a random record without the moments of one or two melds, None if it has no melds."""
    random = Random(seed)
    (record,) = list(records(random.randrange(10**6), 1))
    for meld in record.get("melds") or []:
        meld.setdefault("announced", "in_turn")
        if meld["kind"] != "belle":
            meld.setdefault("shown", "in_turn")
    places = [
        (meld, key)
        for meld in record.get("melds") or []
        for key in ("announced", "shown")
        # Showings without recorded cards have a test of their own.
        if key in meld and (key == "announced" or meld.get("cards"))
    ]
    if not places or not record["plays"]:
        return None
    for meld, key in random.sample(places, min(blanks, len(places))):
        meld[key] = None
    # Claims stop play in some completions only; they have a test of their own.
    return record


def _map_verdicts(ruling: Ruling) -> dict[tuple[str, int | None, int | None], str]:
    """Return the verdicts by infraction, seat and meld, without those about the sheet."""
    return {
        (finding.infraction, finding.seat, finding.meld): finding.verdict
        for finding in ruling.findings
        if finding.infraction != "wrong-score"
    }


@pytest.mark.parametrize("blanks", [1, pytest.param(2, marks=pytest.mark.full)])
@pytest.mark.parametrize("seed", range(at_random(1, 30)))
def test_verdicts_agree_with_every_possible_moment(seed: int, blanks: int) -> None:
    record = _blank_moments(f"unwritten {seed} {blanks}", blanks)
    if record is None:
        return
    record.pop("claims", None)
    ours, worlds = rule_on(record), [rule_on(spelling) for spelling in _fill_moments(record)]
    verdicts = [_map_verdicts(ruling) for ruling in worlds]
    assert {verdict for world in verdicts for verdict in world.values()} <= {"proven"}
    assert _map_verdicts(ours) == combine_verdicts([set(world) for world in verdicts]), json.dumps(record)
    scores = {ruling.remedy.score for ruling in worlds}
    if len(scores) == 1:
        assert ours.remedy.score == scores.pop(), json.dumps(record)
        return
    known, wide = [score for score in scores if score], ours.remedy.range
    assert ours.remedy.score is None, json.dumps(record)
    assert wide, json.dumps(record)
    ends = [tuple(end(score[team] for score in known) for team in range(2)) for end in (min, max)]
    assert [wide.low, wide.high] == ends, json.dumps(record)


def test_unrecorded_showing_without_cards_is_undetermined() -> None:
    """Nobody recorded when West showed his fifty, nor its cards: it may be unshown, early, in turn or late."""
    record = _blank_moments("unwritten 3 1", 1)
    assert record
    record = {**record, "ruleset": "wp", "plays": record["plays"][:12], "claims": [], "incidents": []}
    record["melds"] = [{"seat": "W", "kind": "fifty", "cards": [], "shown": None}]
    about = {finding.infraction: finding.verdict for finding in rule_on(record).findings if finding.meld == 0}
    assert about == dict.fromkeys(
        ("meld-shown-out-of-turn", "unshown-meld", "meld-shown-late"), "undetermined"
    )


@pytest.mark.parametrize("seed", range(at_random(5, 40)))
def test_claim_verdicts_agree_with_every_possible_moment(seed: int) -> None:
    record = _blank_moments(f"claimed {seed}", 1)
    if record is None:
        return
    random = Random(seed)
    blank = next(meld for meld in record["melds"] if None in meld.values())
    accusers = "EW" if blank["seat"] in "NS" else "NS"
    words = [
        "meld-announced-out-of-turn",
        "meld-announced-late",
        "unshown-meld",
        "early-belle",
        "forgotten-belle",
    ]
    claim = {"by": random.choice(accusers), "against": blank["seat"], "infraction": random.choice(words)}
    record["claims"] = [
        {**claim, "at": random.randint(0, len(record["plays"])), "reviewed": random.random() < 0.5}
    ]
    ours = rule_on(record)
    verdicts = {rule_on(spelling).claims[0].verdict for spelling in _fill_moments(record)}
    expected = verdicts.pop() if len(verdicts) == 1 else "not_proven"
    assert ours.claims[0].verdict == expected, json.dumps(record)
