"""Remarks about other rulesets are true under those rulesets, and the quoted articles make the difference."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from itertools import islice
from typing import Any, Final

import pytest

from clabber_audit.judge.comparison import (
    RulesetComparison,
    quote_articles,
    rule_by_others,
    ruling_parts,
    with_answers,
)
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling, judge_again
from clabber_audit.records.formats import record_data
from clabber_audit.report.data import ruling_data
from clabber_audit.report.remarks import format_other_rulesets
from clabber_audit.report.ruling import ruling_text
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.rules.ruleset import SHIPPED_OF, load
from clabber_audit.simulate.seasons import simulate_hands
from tests.family.book import book
from tests.family.makers.records import records
from tests.family.program import parse_record
from tests.rules import rule_on
from tests.scale import at_random, in_share

#: Words of Clabber, and of the program.
STRANGE = re.compile(r"\b(None|declaring|melds?|belle|dads?)\b")


def list_hands() -> Iterator[dict[str, Any]]:
    """Yield hands of both games: random ones with every fault, those of the casebook, and simulated ones."""
    yield from records(77, at_random(64, 3_000, share=25))
    yield from (case.record for case in book() if case.record is not None and in_share(case.id))
    yield from (record_data(one) for one in simulate_hands(77, at_random(16, 400, share=25)))


def compare_rulesets(ruling: Ruling) -> list[RulesetComparison]:
    return rule_by_others(ruling, SHIPPED_OF[ruling.law.game.id])


def extract_result(ruling: Ruling) -> dict[str, Any]:
    """Return the result of a ruling without texts; empty hickeys are left out."""
    data = ruling_data(ruling, whole=False)
    results = [
        (one["infraction"], one["seat"], one["team"], one["at"], one["penalty"]) for one in data["findings"]
    ]
    hickeys = data.get("hickeys") or {}
    return {
        "penalties": sorted(results, key=repr),
        "claims": [one["verdict"] for one in data["claims"]],
        **{key: data[key] for key in ("outcome", "score", "marks", "reneging_team", "next_dealer", "trump")},
        "hickeys": {side: count for side, count in hickeys.items() if count},
        **{key: data.get(key) for key in ("winner", "after")},
    }


#: Number of parts into which the hands are divided.
PARTS = 2


@pytest.mark.full
@pytest.mark.parametrize("part", range(PARTS))
def test_remarks_about_other_rulesets_hold(part: int) -> None:
    """Every hand is compared with each ruleset that could rule on it."""
    same = differing = 0
    for record in islice(list_hands(), part, None, PARTS):
        ruling = rule_on(record)
        comparisons, where = compare_rulesets(ruling), json.dumps(record)
        for one in comparisons:
            if one.same:
                # Penalties, verdicts, score, marks and state of the game; only one ruleset keeps running hickeys.
                there = extract_result(rule_on(record, law_of(one.theirs.law.ruleset.id)))
                assert extract_result(ruling) | {"hickeys": 0} == there | {"hickeys": 0}, where
                assert not one.because
            else:
                _check_because(ruling, one, where)
            for pair in quote_articles(ruling, one):
                assert pair.ours or pair.theirs, where
                if pair.question is not None:
                    assert pair.question in one.because
                    assert list(pair.ours) == pair.question.find_articles(ruling.law.ruleset)
                    assert list(pair.theirs) == pair.question.find_articles(one.theirs.law.ruleset)
        _check_text(ruling, comparisons, where)
        agreeing = sum(comparison.same for comparison in comparisons)
        same, differing = same + agreeing, differing + len(comparisons) - agreeing
    assert min(same, differing) > 100


def _check_because(ruling: Ruling, one: RulesetComparison, where: str) -> None:
    """Check that the other ruleset's answers give its ruling, and that none of them can be left out."""
    target = ruling_parts(one.theirs)
    assert one.because, where
    assert ruling_parts(judge_again(ruling, with_answers(ruling.law, one.because))) == target, where
    for left_out in one.because:
        fewer = [other for other in one.because if other != left_out]
        assert ruling_parts(judge_again(ruling, with_answers(ruling.law, fewer))) != target, where


def _check_text(ruling: Ruling, comparisons: list[RulesetComparison], where: str) -> None:
    """Check that no line has `None` or a word of another game, and that every ruleset is named once."""
    lines = format_other_rulesets(ruling, comparisons, speaker_of(ruling))
    named = [name for line in lines for name in line.ids]
    assert sorted(named) == sorted(comparison.theirs.law.ruleset.id for comparison in comparisons)
    for line in lines:
        assert line.same == (line.text == ""), line
        assert "reached in another way" not in line.text, where
        if ruling.law.game.id == "bid-euchre":
            assert not STRANGE.search(" ".join([line.text, *line.because])), line
        assert len(set(line.because)) == len(line.because), line


#: East bids four in spades and takes four tricks with West.
SHEET: Final = """\
rules pepper
deal N
calls 4 p p p
trump E spades
sheet NS tricks 2 EW tricks 4
"""


def format_other_rules(text: str) -> str:
    """Return the section of a ruling about other rules."""
    ruling = rule_on(parse_record(text))
    printed = ruling_text(dossier(ruling, compare_rulesets(ruling)))
    return " ".join(printed.split("UNDER OTHER RULES")[1].split("SIGNATURES")[0].split())


def test_winning_the_game_is_a_different_ruling() -> None:
    """At 34, after a bid that was made, East-West have won in Hawsy, at 32 (B-032), and in Buck, at 25 (B-082)."""
    text = format_other_rules(f"{SHEET}before NS 20 EW 30\n")
    assert "Under Hawsy: the same score, but East-West win the game, 34 to 22." in text
    assert "32 or more" in text
    assert "Same ruling under: Bid Euchre (Auction Euchre), Timed Bid Euchre and Pfeffer." in text
    same = "Same ruling under: Bid Euchre (Auction Euchre), Hawsy, Timed Bid Euchre, Pfeffer and BuckenPeffer (Buck)."
    assert same in format_other_rules(f"{SHEET}before NS 10 EW 10\n")


def test_game_without_a_target_has_no_winner_by_points() -> None:
    """At 43 East-West have won, except in a timed game (B-033)."""
    text = format_other_rules(f"{SHEET}before NS 20 EW 39\n")
    assert "Under Timed Bid Euchre: the same score, but nobody has won the game." in text
    assert "No score ends the game." in text


def test_rulesets_with_the_same_ruling_share_a_line() -> None:
    """A set bid of four costs four in Buck (BD-43), and six in Pepper and its relatives (B-025)."""
    text = format_other_rules(
        SHEET.replace("pepper", "buckenpeffer").replace("tricks 2 EW tricks 4", "tricks 3 EW tricks 3")
    )
    agreed = "Under Bid Euchre (Auction Euchre), Pepper, Hawsy and Timed Bid Euchre"
    assert f"{agreed}: East-West bid four in spades and went set" in text
    assert "Our rules say “Bidders who fall short lose the amount of their bid.”" in text
    assert "Theirs say “A side that falls short of its bid loses six" in text
    assert "None" not in text


@pytest.mark.parametrize("ruleset", ["progressive-euchre", "pfeffer", "buckenpeffer"])
def test_article_that_excludes_a_bid_is_quoted(ruleset: str) -> None:
    """Only Pepper has a bid of small pepper (B-016, B-029)."""
    text = "rules pepper\ndeal W\ncalls small_pepper p p p\ntrump N spades\nsheet NS tricks 6 EW tricks 0\n"
    ruling = rule_on(parse_record(text))
    (comparison,) = [one for one in compare_rulesets(ruling) if one.theirs.law.ruleset.id == ruleset]
    names = {name for articles in quote_articles(ruling, comparison) for name in articles.theirs}
    assert "numbers" in names
    assert load(ruleset).articles["numbers"].text in format_other_rules(text)
