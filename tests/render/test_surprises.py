"""One clause where cards surprise, from the order of the cards and the toggles; silence where they do not."""

from __future__ import annotations

import json
from copy import deepcopy
from typing import Any, Final

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.report.phrases import sentence
from clabber_audit.report.ruling import RulingView, ruling_view
from clabber_audit.report.surprises import surprising_rule
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.bound_ruleset import law_of
from tests import hands
from tests.casebook import hands_in
from tests.family.book import book

#: Trumps rank J 9 A 10 K Q, plain suits A 10 K Q J 9 (R-004, R-005). The hand, and what its verdict explains.
OF_CLABBER: Final = {
    # North puts the ten on the ace, holding the nine.
    (
        "infractions/failure-to-overtrump.md",
        "overtrump-1",
    ): "In trump the nine beats the ace: only the jack is higher.",
    # North throws off a plain card, holding nine and queen of trump, under a higher trump already played.
    ("infractions/failure-to-trump.md", "trump-1"): (
        "Too low to win does not matter: out of the suit, you must still trump."
    ),
    # South won trick 3 with the ten of trump over the queen, and North leads.
    ("infractions/lead-out-of-turn.md", "lead-1"): (
        "South won trick 3: in trump the ten beats the queen: the order is J 9 A 10 K Q."
    ),
    # Nothing surprises: a heart was led, and West held one; an incident is about no card.
    ("infractions/failure-to-follow.md", "follow-1"): "",
    ("infractions/exposed-card.md", "exposed-1"): "",
}


def shown(record: dict[str, Any], rules: str = "ecl-1992") -> RulingView:
    return ruling_view(dossier(adjudicate(parse_hand(json.dumps(record).encode()), law_of(rules))))


@pytest.mark.parametrize(("file", "name"), OF_CLABBER)
def test_trump_that_ranks_otherwise_than_it_looks_is_explained(file: str, name: str) -> None:
    hand = hands_in(file)[name]
    verdict = ruling_view(dossier(adjudicate(hand, law_of(str(hand.record.ruleset))))).verdict
    assert verdict.because == OF_CLABBER[file, name]
    assert not verdict.because or verdict.because in verdict.lines


#: Hands of the family in which the seats of one trick all play one place later, so that another than the winner of the
#: trick before leads, or another follows: the case, the trick counted from 0, and what is explained.
ROTATED: Final = {
    # At low the nine is best (BD-04).
    ("BP02.1", 1): "North won trick 1: at low the order is turned around: the nine is the best card.",
    # Two packs: of two equal cards the first played wins (BD-06).
    ("DH01.1", 3): "P3 won trick 4: of two equal cards the one played first wins.",
    # A joker is the best trump (BD-05).
    ("HP01.1", 1): "East won trick 1: the joker counts as a diamond here: it is the highest trump.",
    # Without trump a jack is of the suit printed on it.
    ("HP03.1", 3): "At no trump there are no bowers: J♦ is just a diamond.",
}


def rotated(case: str, trick: int) -> Ruling:
    (record,) = [deepcopy(asked.block.record) for asked in book() if asked.id == case and asked.block.record]
    wide = parse_hand(json.dumps(record).encode()).seating.width
    own = slice(wide * trick, wide * (trick + 1))
    first, *others = record["plays"][own]
    record["plays"][own] = [*others, first]
    record["claims"] = []
    return adjudicate(parse_hand(json.dumps(record).encode()), law_of(str(record["ruleset"])))


@pytest.mark.parametrize(("case", "trick"), ROTATED)
def test_bowers_low_and_jokers_are_explained(case: str, trick: int) -> None:
    ruling = rotated(case, trick)
    names = {surprising_rule(ruling, finding, speaker_of(ruling)) for finding in ruling.findings}
    assert ROTATED[case, trick] in set(map(sentence, filter(None, names)))


def test_a_jack_is_explained_only_where_it_is_a_bower() -> None:
    """Clabber has no bowers: Ruth owed a diamond, and nobody wonders."""
    record = deepcopy(hands.UPHELD)
    assert shown(record).verdict.because == ""
    (hand,) = [asked.block.record for asked in book() if asked.id == "BE09.2"]
    assert hand is not None
    assert (
        shown(hand, str(hand["ruleset"])).verdict.because
        == "J♣ counts as a spade here: it is the left bower."
    )


#: What the score needs explained: a mark, a direction, melds; nothing where only numbers stand.
NOTES: Final = {
    "a renege": (
        hands.UPHELD,
        (
            "162 is every point in the deck (152) plus 10 for the last trick.",
            "R on the sheet means that the side reneged. It scores nothing.",
        ),
    ),
    "a set": (hands.TEN_COMES_HOME, ("XXX on the sheet means that the side was set. It scores nothing.",)),
    "no score": (hands.UNFINISHED, ()),
    "melds of both sides and belle": (
        # North has four aces, a hundred of the same worth as the runs of both suits: it outranks them.
        hands.ALL_TRICKS_AND_SET,
        (
            "XXX on the sheet means that the side was set. It scores nothing.",
            "Belle counts even though the other side had the better meld.",
            "Four aces beat the run: under these rules a four of a kind outranks it.",
        ),
    ),
}


@pytest.mark.parametrize("name", NOTES)
def test_marks_and_melds_of_the_score_are_explained_once(name: str) -> None:
    record, notes = NOTES[name]
    view = shown(record)
    assert view.notes == notes
    assert len(set(view.notes)) == len(view.notes)


def test_low_score_wins_is_said_where_it_does() -> None:
    """Buck Euchre counts down (B-086), Pepper up."""
    for case, told in (("DC04.1", True), ("BE01.1", False)):
        (record,) = [asked.block.record for asked in book() if asked.id == case]
        assert record is not None
        view = shown(record, str(record["ruleset"]))
        assert ("Low score wins in this game." in view.notes) == told
        assert ("Low score wins in this game." in " ".join(view.verdict.lines)) == told


#: West lays down the jack and another trump; North has one left. Trump ranks J 9 A 10 K Q (R-004).
LAID: Final = """clabber 1
hand laid
rules ecl-1992
deal S
N {north}qdahqh9dad
E 9ckctdqcjhjc
S actcqskdthks
W js{west}ts9hjdkh
up qs
calls play
1W kh ah jh th
2N qh jc qs 9h
3S kd jd ad td
4N 9d qc ks {thrown}
laydown W agreed
claim N against W failed-laydown
"""


@pytest.mark.parametrize(
    ("north", "west", "thrown", "why"),
    [
        ("9s", "as", "ts", "In trump the nine beats the ace: only the jack is higher."),
        ("9s", "as", "as", "In trump the nine beats the ten: only the jack is higher."),
        # The ace beats the ten, as everybody expects.
        ("as", "9s", "9s", ""),
    ],
)
def test_the_trick_that_a_lay_down_loses_is_explained(north: str, west: str, thrown: str, why: str) -> None:
    record = record_data(parse(HandText(LAID.format(north=north, west=west, thrown=thrown), 1)))
    verdict = shown(record).verdict
    assert "LAY-DOWN FAILS" in verdict.headline.line
    assert verdict.because == why
