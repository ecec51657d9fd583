"""Tests of unknown cards, unknown moments and lay-downs in the family."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import pytest

from clabber_audit.judge.dossier import full_dossier
from clabber_audit.judge.questions import Inquiry
from clabber_audit.report.data import ruling_data
from clabber_audit.report.page import page
from clabber_audit.report.scenes import incident_moments
from clabber_audit.report.verdict import format_question
from clabber_audit.report.wording import Speaker
from tests.family.completing import draw_complete
from tests.family.makers.lawful import deal, pack
from tests.family.makers.records import records
from tests.family.opinion.judging import rule
from tests.family.opinion.laws import RULESETS
from tests.family.program import parse_record
from tests.random_records.partial import combine_verdicts
from tests.rules import rule_on
from tests.scale import at_random, at_scale

ON_A_HAND: Final = {"false-two-bid", "unentitled-call", "wrong-exchange-card"}
#: Calls whose verdict depends on North's hand, or that make North hand over a card.
CALLS: Final[dict[str, list[dict[str, Any]]]] = {
    "bid-euchre": [{"call": "2"}],
    "eau-claire-clubs": [{"call": "ace_no_face"}],
    "eau-claire-third-ward": [{"call": "ace_no_face"}],
    "eau-claire-study-hall": [{"call": "four_of_a_kind"}],
    "progressive-euchre": [{"call": "pepper", "seat": "S"}, {"call": "trump", "trump": "H", "seat": "S"}],
    "buckenpeffer": [{"call": "4"}, {"call": "trump", "trump": "LOW"}],
}


def verdicts_on_north(record: dict[str, Any]) -> dict[str, str]:
    return {
        finding.infraction: finding.verdict
        for finding in rule_on(record).findings
        if finding.infraction in ON_A_HAND and finding.seat == 0
    }


def draw_partly_known_hand(ruleset: str, hidden: int, random: Random) -> dict[str, Any]:
    """Return a random hand in which `hidden` cards of North are unknown."""
    record = deal(ruleset, "open", random)
    hand = record["deal"]["hands"]["N"]
    random.shuffle(hand)
    record["deal"].update(dealer="E", hands={"N": hand[hidden:]})
    record["deal"].pop("blind", None)
    if record["deal"].get("upcard", "")[1:] == "C":
        record["deal"]["upcard"] = next(card for card in pack("24") if card[1] != "C" and card not in hand)
    calls = [{"seat": "N", **one} for one in CALLS[ruleset]]
    passes = {"progressive-euchre": "WNE", "bid-euchre": "SW", "buckenpeffer": "SW"}.get(ruleset, "")
    others = [{"seat": seat, "call": "pass"} for seat in passes]
    # South's pepper is the first call; North's bid comes after two passes.
    record["declarations"] = [*calls[:1], *others, *calls[1:]] if passes == "WNE" else [*others, *calls]
    if ruleset in ("progressive-euchre", "buckenpeffer"):
        taker = "S" if ruleset == "progressive-euchre" else "E"
        record["exchanges"] = [{"from": "N", "to": taker, "cards": [hand[-1]]}]
        if ruleset == "progressive-euchre":
            record["exchanges"].append({"from": "S", "to": "N", "cards": [None]})
    return record


def complete_north(record: dict[str, Any], hidden: int) -> Iterator[dict[str, Any]]:
    """Yield the record with each possible hand of North."""
    known = record["deal"]["hands"]["N"]
    left = [card for card in pack("24") if card not in (*known, record["deal"].get("upcard"))]
    for more in combinations(left, hidden):
        yield {**record, "deal": {**record["deal"], "hands": {"N": [*known, *more]}}}


@pytest.mark.parametrize("ruleset", [*CALLS][:: at_scale(3, 1)])
def test_verdicts_on_a_partly_known_hand(ruleset: str) -> None:
    seen = Counter[str]()
    for number in range(at_random(2, 40)):
        random = Random(f"open {ruleset} {number}")
        hidden = random.choice((1, 1, 2))
        record = draw_partly_known_hand(ruleset, hidden, random)
        ways = [verdicts_on_north(completion) for completion in complete_north(record, hidden)]
        expected = combine_verdicts(
            [{name for name, verdict in way.items() if verdict == "proven"} for way in ways]
        )
        assert verdicts_on_north(record) == expected, json.dumps(record)
        seen.update(expected.values())
    assert seen


def record_naming(seat: str, west: str = "", south: str = "") -> dict[str, Any]:
    """Return a hand of Hasenpfeffer in which a seat names spades, with the last card of West and South if given.

    All have passed, so the holder of the joker has to bid three (B-070).
    """
    return parse_record(
        f"rules hasenpfeffer\npack 25\ndeal S\nN qststhtcadas\nE kdqhkhqcjh9c\nS ks9htdjcah{south.lower()}\n"
        f"W 9dacjd9sjs{west.lower()}\ncalls p p p p\ntrump {seat} spades\n"
    )


@pytest.mark.parametrize("seat", "NW")
def test_forced_bid_of_an_unknown_joker_holder(seat: str) -> None:
    """North's hand is known and has no joker; West or South may hold it, or it is out of play (B-071)."""
    record = record_naming(seat)
    findings = rule_on(record).findings
    results = {finding.verdict for finding in findings if finding.infraction == "declaring-out-of-turn"}
    ways = [rule(record_naming(seat, *last))["findings"] for last in permutations(("JK", "QD", "KC"), 2)]
    guilty = [any(one["infraction"] == "declaring-out-of-turn" for one in way) for way in ways]
    expected = {"proven" if seat == "N" else "undetermined"}
    assert results == {"proven" if all(guilty) else "undetermined"} == expected


#: North names hearts for one; West and East have left.
DEFENSE_LEFT: Final = """\
rules eau-claire-study-hall
deal S
N jh9dacastc
E adqdqcah9c
S ksjdkc9sqh
W khjsqskdjc
up td
blind td9htsth
calls p 1 p p
trump N H{when}
out W
"""
#: West plays the king of hearts anyway, and North leads the jack.
STRAY: Final = "1W W:kh N:jh\n"


@pytest.mark.parametrize(
    ("when", "lines", "expected"),
    [
        # Before and after West's card are two moments, though no trick has a card by then.
        ("", f"{STRAY}incident table_talk N @0\n", ("table-talk", 0)),
        ("", f"{STRAY}incident table_talk N @1\n", ("table-talk", 1)),
        (" @1", STRAY, ("trump-named-late", 1)),
        # Once all others have left, no card is played (B-104), so the bidder commits no fault by showing cards.
        ("", "1N jh\n", None),
    ],
)
def test_finding_has_its_own_clock(when: str, lines: str, expected: tuple[str, int] | None) -> None:
    record = parse_record(DEFENSE_LEFT.format(when=when) + lines)
    ruling = rule_on(record)
    findings = ruling_data(ruling, whole=False)["findings"]
    proofs = {one["provable_from"] for one in findings} - {None, "deal", "declaring"}
    assert all(clock >= 0 for clock in proofs)
    assert "moments" in page(full_dossier(ruling, ()))
    listed = [(one["infraction"], one["at"]) for one in findings]
    assert expected in listed if expected else not listed
    assert listed == [(one["infraction"], one["at"]) for one in rule(record)["findings"]]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_laydown_changes_nothing(ruleset: str) -> None:
    record = draw_complete(ruleset, Random(f"laid down {ruleset}")).record
    laydown = {"by": record["plays"][0]["seat"], "at": len(record["plays"]) // 2, "agreed": True}
    without, laid = rule_on(record), rule_on({**record, "laydown": laydown})
    assert laid.laydown is None
    assert [finding.infraction for finding in laid.findings] == [
        finding.infraction for finding in without.findings
    ]
    assert (laid.remedy.outcome, laid.remedy.score) == (without.remedy.outcome, without.remedy.score)


def test_laydown_without_a_rule_is_explained() -> None:
    record = draw_complete("double-deck", Random("told")).record
    record["laydown"] = {"by": "N", "at": 4}
    ruling = rule_on({key: value for key, value in record.items() if key != "incidents"})
    file: Any = SimpleNamespace(ruling=ruling, incidents=())
    lines = [moment.text for moment in incident_moments(file, Speaker(ruling.replay.hand.record))]
    assert lines[1] == "This game has no rule for lay-downs, so nothing follows."


def test_question_names_a_seat_of_the_table() -> None:
    """At a table of six the seats are P1 to P6."""
    ruling = rule_on(next(record for record in records(31, 160) if len(record.get("seats", ())) == 6))
    speaker = Speaker(ruling.replay.hand.record)
    lines = [format_question(Inquiry("all_cards", seat=seat), ruling, speaker) for seat in range(6)]
    assert lines == [f"What was in P{number}’s hand?" for number in range(1, 7)]
