"""Hands without the offending card: endings short enough to work out by hand."""

from __future__ import annotations

from typing import Any

import pytest

from clabber_audit.cards import CODE, SEATS
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.side_remarks import Instead, find_results_without
from clabber_audit.rules.bound_ruleset import law_of
from tests import hands

#: Of the deal F6, "belle sets", the first four tricks: 76 for North-South, 34 for East-West.
FOUR = ("W: QD AD KD AS", "S: KH AH QS TH", "N: KS 9D TC JS", "W: JH 9S 9C QH")

NOT_TRUMPED = hands.copy_as(
    hands.BELLE_SETS, "not-trumped", plays=hands.plays(*FOUR, "N: QC AC KC JD", "E: TD 9H TS JC")
)
NOT_FOLLOWED = hands.copy_as(
    hands.BELLE_SETS,
    "not-followed",
    plays=hands.plays(*FOUR[:3], "W: JH 9S 9C KC", "N: QC AC 9H TS", "W: JD JC TD QH"),
)
LED_OUT_OF_TURN = hands.copy_as(
    hands.BELLE_SETS, "led-out-of-turn", plays=hands.plays(*FOUR, "W: JD QC TD 9H", "E: AC KC TS JC")
)


def rule_on(record: dict[str, Any]) -> Ruling:
    return hands.rule_on(record)[0]


def results(item: Instead) -> dict[str, tuple[tuple[int, ...], bool | None]]:
    return {CODE[choice.card]: (choice.totals, choice.makers_set) for choice in item.choices}


def the_one(record: dict[str, Any]) -> Instead:
    (result,) = find_results_without(rule_on(record))
    return result


def test_one_legal_card_and_all_that_follows_forced() -> None:
    """North leads the queen of clubs; West, out of clubs, throws the jack of diamonds and keeps the ten of spades.

    Bound to ruff, West takes the trick (3 + 11 + 4 + 10) and leads the jack to East's ten (2 + 2 + 10 + 0, and ten):
    the hand F6 as it stands, 86 to 76 and the belle. West-East made spades and are set.
    """
    result = the_one(NOT_TRUMPED)
    assert (result.finding.infraction, result.finding.at, SEATS[result.seat]) == ("failure-to-trump", 19, "W")
    assert results(result) == {"TS": ((96, 86), True)}
    assert (result.range(0), result.range(1), result.makers_set) == ((96, 96), (86, 86), True)


def test_two_legal_cards_make_a_range() -> None:
    """West leads the jack of hearts, North ruffs, East throws the nine of clubs; South throws the king of clubs.

    South may follow with the queen or the nine of hearts. The queen falls on North's trick, as in F6: 76 and 86. With
    the nine that trick holds three less, and the queen falls on East's last trick, whichever club North leads to West's
    ruff: 73 and 89. Belle, called in the third trick, brings North-South twenty either way.
    """
    result = the_one(NOT_FOLLOWED)
    assert (result.finding.infraction, SEATS[result.seat]) == ("failure-to-follow", "S")
    assert results(result) == {"9H": ((93, 89), True), "QH": ((96, 86), True)}
    assert (result.range(0), result.range(1)) == ((93, 96), (86, 89))


def test_a_forgotten_belle_stays_forgotten() -> None:
    """The same without the call: 76 or 73 against 86 or 89, and the makers are ahead."""
    result = the_one(hands.copy_as(NOT_FOLLOWED, "forgotten", melds=[]))
    assert results(result) == {"9H": ((73, 89), False), "QH": ((76, 86), False)}


def test_a_lead_out_of_turn_is_the_rightful_leaders_to_choose() -> None:
    """West leads to the fifth trick, which was North's to lead.

    North has the queen and the jack of clubs. East's ace and South's king must follow, West must ruff with the ten, and
    has the jack of diamonds left for East's ten. The two of them fall to East-West in either order: 86 to 96 again.
    """
    result = the_one(LED_OUT_OF_TURN)
    assert (result.finding.infraction, SEATS[result.seat]) == ("lead-out-of-turn", "N")
    assert results(result) == {"JC": ((96, 86), True), "QC": ((96, 86), True)}


def test_play_that_stopped_counts_melds_as_far_as_they_were_in_time() -> None:
    """North throws an ace on the first lead, and play stops there (F1).

    West's run of five was announced and not yet due to be shown; North's four aces too; East and South had not played,
    so that their dad and run count. Four aces are the highest: 200 for North-South, nothing for East-West but the belle
    that West still holds. All points are then 162 + 200 + 20.
    """
    record = hands.copy_as(
        hands.ALL_TRICKS_AND_SET,
        "stopped-at-once",
        plays=hands.plays("W: JS AH"),
        melds=[
            {"seat": "W", "kind": "hundred", "cards": ["9S", "TS", "JS", "QS", "KS"], "shown": "never"},
            {"seat": "N", "kind": "hundred", "cards": ["AS", "AH", "AD", "AC"], "shown": "never"},
        ],
        claims=[{"by": "E", "against": "N", "at": 2}],
        score=None,
    )
    result = the_one(record)
    (choice,) = result.choices
    assert CODE[choice.card] == "AS"
    assert sum(choice.totals) == 162 + 200 + 20


def test_a_stopped_hand_is_the_same_as_played_on() -> None:
    """The legal card is as forced, and the dad counts, whether or not play went on after the offense (F3)."""
    stopped, played_on = the_one(hands.STOPPED), the_one(hands.UPHELD)
    assert results(stopped) == results(played_on)
    assert sum(stopped.choices[0].totals) == 162 + 20


def test_beyond_the_budget_it_is_not_worked_out() -> None:
    (result,) = find_results_without(rule_on(hands.UPHELD), budget=50)
    assert (result.choices, result.makers_set) == ((), None)


OUT_OF_TURN = hands.copy_as(
    hands.BELLE_SETS,
    "out-of-turn",
    plays=[*hands.plays(*FOUR), *hands.plays("N: QC")[:1], {"seat": "S", "card": "KC"}],
)
NO_TRUMPS_KNOWN = hands.copy_as(NOT_TRUMPED, "no-calls", declarations=None, melds=[])
VOID = hands.copy_as(NOT_TRUMPED, "void", incidents=[{"kind": "exposed_in_deal", "seat": "S", "card": "KH"}])


@pytest.mark.parametrize(
    "record",
    [hands.BELLE_SETS, hands.PARTLY_KNOWN, NO_TRUMPS_KNOWN, hands.SHEET_ONLY, OUT_OF_TURN, VOID],
    ids=lambda record: str(record["id"]),
)
def test_what_has_no_answer_is_left_out(record: dict[str, Any]) -> None:
    """No offense; hands or trumps not known; no cards; a card that only came too soon; a deal that is void."""
    assert find_results_without(rule_on(record)) == ()


@pytest.mark.full
@pytest.mark.parametrize("name", ["ecl-1992", "wp", "gamerules"])
def test_the_law_of_the_hand_says_what_is_legal(name: str) -> None:
    """Every legal card, and no other: of two the one that offended is never among them, under any ruleset."""
    ruling = adjudicate(rule_on(hands.ALL["many-findings"]).replay.hand, law_of(name))
    result = find_results_without(ruling)
    assert len(result) >= 10
    for item in result:
        played = ruling.replay.cards[item.finding.at]
        legal = {choice.card for choice in item.choices}
        assert legal
        if item.finding.infraction != "lead-out-of-turn":
            assert played not in legal
            assert {CODE[card] for card in legal} <= set(item.finding.facts["could"])
