"""Corrections needed to change a ruling, counted by hand on short first tricks."""

from __future__ import annotations

from itertools import combinations
from typing import Any, Final

import pytest

from clabber_audit.cards import CODES
from clabber_audit.core.errors import Refused, TextPlace
from clabber_audit.games.parse import admit
from clabber_audit.judge.comparison import outcome_and_verdicts
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.side_remarks import (
    BUDGET,
    OPEN_BUDGET,
    CardExchange,
    Robustness,
    correct_record,
    robustness,
)
from clabber_audit.rules.bound_ruleset import law_of
from tests import hands
from tests.scale import at_scale

#: The deal F3 (spades trumps) up to the second card: West leads the king of spades, North, with the ace and the ten,
#: throws the ten of diamonds, and East claims. The turned card was not noted.
THROWN_OFF: Final = hands.copy_as(
    hands.TEN_COMES_HOME,
    "thrown-off",
    deal={"dealer": "S", "hands": hands.TEN_COMES_HOME["deal"]["hands"]},
    declarations=None,
    contract={"maker": "W", "trump": "S"},
    melds=None,
    plays=hands.plays("W: KS TD"),
    claims=[{"by": "E", "against": "N", "at": 2, "reviewed": True}],
    score=None,
)


def sure(record: dict[str, Any]) -> Robustness:
    return robustness(hands.rule_on(record)[0])


def test_single_corrections_counted_by_hand() -> None:
    """Ten of 226 corrections make North's card legal.

    276 pairs of cards, less those of two cards that one hand never played, which change nothing: 10 of West's, 10 of
    North's, 15 each of East's and South's. Of the 226 that are left these save North:

    * his card was another: the ace or the ten of spades out of his own hand; the jack of spades (West's) or the nine
      (South's), which beat the king; or the king of spades itself, the ten of diamonds then being the lead, on which he
      is out of diamonds and trumps in. Not the queen of spades: he would play under the king, holding the ace.
    * the lead was a diamond, his card then following: West's ace, East's queen and jack, South's king and nine. Not a
      heart or a club: he holds both.

    His other cards do not matter: with the ace and the ten he has two trumps, and one exchange takes one.
    """
    result = sure(THROWN_OFF)
    assert (result.singles, result.changing, result.minimum, result.cut) == (226, 10, 1, False)
    assert result.example in [(CardExchange("TD", "AS"),), (CardExchange("TD", "TS"),)]
    assert result.otherwise is not None
    # The claim names nothing, and nobody noted melds: it could be about them.
    assert [weighed.verdict for weighed in result.otherwise.claims] == ["not_proven"]


@pytest.mark.full
def test_cards_of_a_trick_whose_order_is_lost_are_not_exchanged() -> None:
    """Nobody says who played which of the four, so none of their six pairs is a correction; with others they are."""
    record = {
        "format": "clabber-hand/1",
        "id": "heap",
        "deal": {"dealer": "S"},
        "contract": {"maker": "W", "trump": "S"},
    }
    heap = {**record, "plays": hands.plays("W: KS TD QS 9S", "W: AS")}
    # The budget is enough for all of them, and for few pairs of corrections.
    # Five cards that stand in the record: 10 pairs, and each with one of 19 that do not.
    assert robustness(hands.rule_on(heap)[0], 110).singles == 10 + 5 * 19
    assert robustness(hands.rule_on({**heap, "disordered": [1]})[0], 110).singles == 4 + 5 * 19


def test_what_lay_face_up_is_not_corrected() -> None:
    """With the nine of spades turned up by South, no correction may take it from him: 18 fewer, and nine of them help.

    The nine was not played. Exchanged with one of South's own it changes nothing and did not count before; it was
    counted with each of the 18 cards of the other three.
    """
    record = hands.copy_as(THROWN_OFF, "turned-up", deal={**THROWN_OFF["deal"], "upcard": "9S"})
    result = sure(record)
    assert (result.singles, result.changing) == (226 - 18, 9)


@pytest.mark.full
def test_cards_misread_for_some_that_stand_nowhere() -> None:
    """The same with no hand but North's written down: 130 corrections are possible, and the same ten help.

    Seven cards stand in the record. 21 pairs of them, less the 10 of cards that North did not play; and each of the
    seven may be any of the 17 that stand nowhere: 119. As all others are free, each of the ten above is among them.
    """
    deal = {"dealer": "S", "hands": {"N": THROWN_OFF["deal"]["hands"]["N"]}}
    ruling = hands.rule_on(hands.copy_as(THROWN_OFF, "one-hand", deal=deal))[0]
    result = robustness(ruling, budget=200)
    assert (result.singles, result.changing, result.minimum, result.cut) == (130, 10, 1, False)
    # Fewer are judged where that may take long, and it says so: 17 cards are not known, six of three seats but one.
    short = robustness(ruling)
    assert (short.singles, short.cut) == (OPEN_BUDGET // 17, True)


def test_two_corrections_where_both_partners_are_at_fault() -> None:
    """West leads the king of spades; North and South both throw off, each with a spade. East claims, naming no card.

    Any one correction leaves the other partner guilty. South's only spade is the turned card, which stays his. A lead
    changed to a diamond or a club does not help: South holds diamonds and North a club, beside what each of them plays,
    and a king of spades come to North or South has to be played. Two corrections are enough: North's card the ace of
    spades, South's the nine.
    """
    record = hands.copy_as(
        THROWN_OFF,
        "both-partners",
        deal={**THROWN_OFF["deal"], "upcard": "9S"},
        plays=hands.plays("W: KS TD QS KC"),
        claims=[{"by": "E", "against": "NS", "at": 4, "reviewed": True}],
    )
    result = sure(record)
    assert (result.changing, result.minimum, result.cut) == (0, 2, False)
    assert 0 < result.pairs <= BUDGET - result.singles
    # One of the two is about North's card, the other about South's; either alone was tried above.
    names = [{*correction} for correction in result.example]
    assert any("TD" in pair for pair in names)
    assert any("KC" in pair for pair in names)


def test_nothing_changes_what_no_card_decides() -> None:
    """All passed twice: of 216 exchanges between two hands none, and no pair that was tried, makes anybody play."""
    record = hands.copy_as(
        hands.PASSED_OUT, "passed", deal={"dealer": "S", "hands": hands.PASSED_OUT["deal"]["hands"]}
    )
    result = sure(record)
    assert result == Robustness(216, 0, BUDGET - 216, (), None, False)
    assert result.minimum is None


def test_no_cards_no_corrections() -> None:
    """Nothing to correct; and nothing tried where it is not known what was trumps."""
    assert sure(hands.SHEET_ONLY) == Robustness(0, 0, 0, (), None, False)
    no_trumps = hands.copy_as(hands.TEN_COMES_HOME, "no-trumps", declarations=None, melds=None)
    assert sure(no_trumps) == Robustness(0, 0, 0, (), None, True)


def test_the_nearest_example_is_given() -> None:
    """North's ten of spades and ten of diamonds, the cards of the dispute, written down for each other (F3)."""
    result = sure(hands.UPHELD)
    assert result.example == (CardExchange("TS", "TD"),)
    assert result.otherwise is not None
    assert result.otherwise.remedy.reneging_team == 1


@pytest.mark.parametrize("name", ["upheld", "belle-sets", "rebuilt"])
def test_examples_hold_when_judged_anew(name: str) -> None:
    """The count is that of every exchange of two names, made and judged one by one without any order."""
    ruling = hands.rule_on(hands.ALL[name])[0]
    result = robustness(ruling)
    changing = 0
    for one, other in combinations(CODES, 2):
        try:
            hand = admit(
                correct_record(ruling.replay.hand.record, [CardExchange(one, other)]),
                lambda path: TextPlace(1, 1),
            )
        except Refused:
            continue
        changing += outcome_and_verdicts(adjudicate(hand, law_of("ecl-1992"))) != outcome_and_verdicts(ruling)
    assert result.changing == changing > 0
    assert result.otherwise is not None
    assert outcome_and_verdicts(result.otherwise) != outcome_and_verdicts(ruling)


def test_corrections_go_one_after_the_other() -> None:
    """Ten for ace, then ace for king: the ten's place has the ace's name, which then becomes the king's."""
    record = hands.rule_on(THROWN_OFF)[0].replay.hand.record
    first = correct_record(record, [CardExchange("TD", "AS")])
    assert [play.card for play in first.plays] == ["KS", "AS"]
    both = correct_record(record, [CardExchange("TD", "AS"), CardExchange("AS", "KS")])
    assert [play.card for play in both.plays] == ["AS", "KS"]
    assert "TD" in both.deal.hands["N"]
    assert record.plays[1].card == "TD"


@pytest.mark.full
@pytest.mark.parametrize("name", ["partly-known", "many-claimed"][: at_scale(1, 2, ci=1)])
def test_the_same_answer_again(name: str) -> None:
    first, second = sure(hands.ALL[name]), sure(hands.ALL[name])
    assert first[:4] == second[:4]
