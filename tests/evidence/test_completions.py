"""Verdicts on partial records, compared with every completion.

A record with cards, hands or trumps left out, and a belle called or not, is completed in every possible way; each
completion is judged as a complete record. A finding of all of them is proven, of some undetermined, of none absent.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import count, islice, product
from random import Random
from typing import Final, NamedTuple

import pytest

from clabber_audit.cards import SEATS
from tests.random_records.partial import (
    combine_verdicts,
    completions,
    draw_disordered,
    incomplete,
    size,
    trumps_known,
)
from tests.rules import OF_CLABBER
from tests.scale import FULL, at_random, at_scale
from tests.test_properties import OF_CARDS, Json, rule_as_json

#: Number of records, and most completions of one.
RECORDS: Final = at_random(40, 600)
MOST: Final = 120
#: One record in this many is claimed, each of its faults twice.
CLAIMED: Final = at_scale(6, 3)

#: Infractions of every card, of the seat that named trumps (held none, named a passed suit), and of belle.
ASKED: Final = (
    *OF_CARDS, "declaring-without-trump", "declaring-passed-suit", "early-belle", "forgotten-belle", "false-meld"
)  # fmt: skip
#: Infraction, clock and seat.
Fault = tuple[str, int | str, str]


class EngineVerdicts(NamedTuple):
    """Verdicts by fault, and each trick with its winner and points."""

    verdicts: dict[Fault, str]
    tricks: list[tuple[str | None, int | None]]


def judge_record(record: Json, ruleset: str) -> EngineVerdicts:
    """Return the engine's verdicts and tricks of a record."""
    ruling = rule_as_json(record, ruleset)
    verdicts = {
        (finding["infraction"], finding["at"], finding["seat"]): finding["verdict"]
        for finding in ruling["findings"]
        if finding["infraction"] in ASKED
    }
    return EngineVerdicts(verdicts, [(trick["winner"], trick["points"]) for trick in ruling["tricks"]])


class ComparedRecord(NamedTuple):
    """Partial record with the engine's verdicts and those of its completions."""

    record: Json
    ruleset: str
    engine: EngineVerdicts
    #: Faults of each completion, and the possible winners and points of each trick.
    worlds: list[frozenset[Fault]]
    tricks: list[set[tuple[str | None, int | None]]]

    @property
    def expected(self) -> dict[Fault, str]:
        return combine_verdicts(self.worlds)


def compare(record: Json, ruleset: str) -> ComparedRecord:
    engine = judge_record(record, ruleset)
    tricks: list[set[tuple[str | None, int | None]]] = [set() for _ in engine.tricks]
    worlds = []
    for whole in completions(record):
        one = judge_record(whole, ruleset)
        assert "undetermined" not in one.verdicts.values()
        worlds.append(frozenset(one.verdicts))
        for place, trick in enumerate(one.tricks):
            tricks[place].add(trick)
    return ComparedRecord(record, ruleset, engine, worlds, tricks)


def draw_compared(numbers: Iterable[int], most: int) -> Iterator[ComparedRecord]:
    """Yield random records with at most `most` completions, under each ruleset in turn."""
    for number in numbers:
        random = Random(f"incomplete {number}")
        record = draw_disordered(random) if number % 5 == 0 else incomplete(random)
        if 1 < size(record) <= most:
            if trumps_known(record):
                record["melds"] = _draw_belle(random, record)
            yield compare(record, OF_CLABBER[number % len(OF_CLABBER)])


@cache
def compare_records() -> tuple[ComparedRecord, ...]:
    return tuple(islice(draw_compared(count(1), MOST), RECORDS))


def _draw_belle(random: Random, record: Json) -> list[Json]:
    """Return a random belle call of a seat with an unknown card, or no call."""
    seat = random.choice([play["seat"] for play in record["plays"] if not play["card"]] or SEATS)
    moment = random.choice(["in_turn", *range(len(record["plays"]) + 1)])
    return [{"seat": seat, "kind": "belle", "announced": moment}] if random.random() < 0.7 else []


def find_disagreement(one: ComparedRecord) -> str:
    """Return the differences between the engine and the completions in verdicts or tricks, empty if none."""
    parts = [
        f"{fault}: {one.engine.verdicts.get(fault)}, not {one.expected.get(fault)}"
        for fault in {*one.engine.verdicts, *one.expected}
        if one.engine.verdicts.get(fault) != one.expected.get(fault)
    ]
    for number, (engine, tricks) in enumerate(zip(one.engine.tricks, one.tricks, strict=True), 1):
        for value, held in zip(engine, zip(*tricks, strict=True), strict=True):
            if value != (held[0] if len(set(held)) == 1 else None):
                parts.append(f"trick {number}: {value}, not one of {held}")
    return "; ".join(parts)


@pytest.mark.full
def test_all_completions_are_compared() -> None:
    """Their number is right, and the original hand is among them."""
    for one in compare_records():
        declarations = one.record.get("declarations")
        assert (
            len(one.worlds) == size(one.record)
            if not declarations
            else 0 < len(one.worlds) <= size(one.record)
        )
    assert sum(len(compared.worlds) for compared in compare_records()) > 5 * RECORDS


def test_verdicts_and_tricks_agree_with_every_completion() -> None:
    """Proven is what holds in all completions, undetermined what holds in some; nothing else is found.

    The winner and points of a trick are given if and only if all completions agree.
    """
    seen, lost = set[tuple[str, str]](), 0
    for one in compare_records():
        assert not find_disagreement(one), (find_disagreement(one), json.dumps(one.record))
        seen |= {(fault[0], verdict) for fault, verdict in one.expected.items()}
        for number, engine in enumerate(one.engine.tricks, 1):
            lost += number in one.record.get("disordered", ()) and None in engine and engine != (None, None)
    assert lost > RECORDS // 60
    # Naming the passed suit is proven only if the dealer can hold no other: too rare for random hands.
    common = {*product(ASKED, ("proven", "undetermined"))} - {("declaring-passed-suit", "proven")}
    assert common <= seen or not FULL


def test_claims_of_undetermined_faults() -> None:
    """Each undetermined fault is claimed with its trick (D-53: the side and the trick count, not the kind).

    A claim is upheld if every completion has a fault of that side in that trick, even a different one: "he failed to
    follow or failed to trump" is proven. Otherwise it is not proven, and costs what unproven claims cost (D-50).
    """
    seen = {"upheld": 0, "not_proven": 0}
    for one in compare_records()[::CLAIMED]:
        record = one.record
        for (infraction, at, seat), verdict in sorted(one.expected.items(), key=str):
            if not isinstance(at, int) or infraction not in OF_CARDS:
                continue
            # The clocks at which the accused side played to the trick.
            clocks = [
                clock
                for clock, play in enumerate(record["plays"])
                if clock // 4 == at // 4 and (play["seat"] in "NS") is (seat in "NS")
            ]
            fitting = {fault for fault in one.expected if fault[0] in OF_CARDS and fault[1] in clocks}
            if any(one.expected[fault] == "proven" for fault in fitting):
                continue
            assert verdict == "undetermined"
            expected = "upheld" if all(fitting & world for world in one.worlds) else "not_proven"
            by = "E" if seat in "NS" else "N"
            claim = {"by": by, "against": seat, "infraction": infraction, "trick": at // 4 + 1}
            for reviewed in (False, True):
                claims = [{**claim, "at": len(record["plays"]), "reviewed": reviewed}]
                ruling = rule_as_json({**record, "claims": claims}, one.ruleset)
                assert ruling["claims"][0]["verdict"] == expected, json.dumps(record)
                costs = expected == "not_proven" and (reviewed or one.ruleset != "ecl-1992")
                unproven = [
                    finding["seat"]
                    for finding in ruling["findings"]
                    if finding["infraction"] == "unproven-claim"
                ]
                assert unproven == ([by] if costs else [])
                assert (ruling["outcome"] == "renege") is (costs or expected == "upheld")
                if expected == "upheld":
                    findings = [ruling["findings"][number] for number in ruling["claims"][0]["either"]]
                    assert len(findings) > 1
                    assert all(finding["at"] in clocks for finding in findings)
                    assert ruling["reneging_team"] == ("NS" if seat in "NS" else "EW")
            seen[expected] += 1
    assert seen["not_proven"] > RECORDS // CLAIMED // 2, seen
    assert seen["upheld"] >= RECORDS // CLAIMED // 40, seen
