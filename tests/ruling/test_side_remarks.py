"""Tests of side remarks: results without the offending card, corrections, and their text."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.cards import CODE, CODES, SEATS
from clabber_audit.core.errors import Refused, TextPlace
from clabber_audit.games.parse import admit
from clabber_audit.judge.comparison import outcome_and_verdicts
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.judge.model import RulingShape
from clabber_audit.judge.side_remarks import (
    BUDGET,
    OPEN_BUDGET,
    CardExchange,
    Choice,
    Instead,
    Robustness,
    SideRemarks,
    card_places,
    correct_record,
    find_results_without,
    robustness,
    side_notes,
)
from clabber_audit.report.data import remarks_data
from clabber_audit.report.page import page
from clabber_audit.report.remarks import format_robustness, list_results_without
from clabber_audit.report.ruling import ruling_text
from clabber_audit.report.wording import Speaker
from clabber_audit.rules.bound_ruleset import law_of
from tests import hands
from tests.cli import CLAIMED, call, read_text, write_records
from tests.scale import at_scale, in_share

#: The first four tricks of the deal F6, "belle sets": 76 for North-South, 34 for East-West.
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


def summarize_choices(item: Instead) -> dict[str, tuple[tuple[int, ...], bool | None]]:
    return {CODE[choice.card]: (choice.totals, choice.makers_set) for choice in item.choices}


def find_only_result(record: dict[str, Any]) -> Instead:
    (result,) = find_results_without(rule_on(record))
    return result


def test_one_legal_card_with_forced_play() -> None:
    """North leads the queen of clubs; West, out of clubs, throws the jack of diamonds and keeps the ten of spades.

    Bound to ruff, West takes the trick (3 + 11 + 4 + 10) and leads the jack to East's ten (2 + 2 + 10 + 0, and ten):
    the hand F6 as it stands, 86 to 76 and the belle. West-East made spades and are set.
    """
    result = find_only_result(NOT_TRUMPED)
    assert (result.finding.infraction, result.finding.at, SEATS[result.seat]) == ("failure-to-trump", 19, "W")
    assert summarize_choices(result) == {"TS": ((96, 86), True)}
    assert (result.range(0), result.range(1), result.makers_set) == ((96, 96), (86, 86), True)


def test_two_legal_cards_give_a_range() -> None:
    """West leads the jack of hearts, North ruffs, East throws the nine of clubs; South throws the king of clubs.

    South may follow with the queen or the nine of hearts. The queen falls on North's trick, as in F6: 76 and 86. With
    the nine that trick holds three less, and the queen falls on East's last trick, whichever club North leads to West's
    ruff: 73 and 89. Belle, called in the third trick, brings North-South twenty either way.
    """
    result = find_only_result(NOT_FOLLOWED)
    assert (result.finding.infraction, SEATS[result.seat]) == ("failure-to-follow", "S")
    assert summarize_choices(result) == {"9H": ((93, 89), True), "QH": ((96, 86), True)}
    assert (result.range(0), result.range(1)) == ((93, 96), (86, 89))


def test_forgotten_belle_stays_forgotten() -> None:
    """Without the call of belle: 76 or 73 against 86 or 89, and the makers are ahead."""
    result = find_only_result(hands.copy_as(NOT_FOLLOWED, "forgotten", melds=[]))
    assert summarize_choices(result) == {"9H": ((73, 89), False), "QH": ((76, 86), False)}


def test_rightful_leader_chooses_after_a_lead_out_of_turn() -> None:
    """West leads to the fifth trick, which was North's to lead.

    North has the queen and the jack of clubs. East's ace and South's king must follow, West must ruff with the ten, and
    has the jack of diamonds left for East's ten. The two of them fall to East-West in either order: 86 to 96 again.
    """
    result = find_only_result(LED_OUT_OF_TURN)
    assert (result.finding.infraction, SEATS[result.seat]) == ("lead-out-of-turn", "N")
    assert summarize_choices(result) == {"JC": ((96, 86), True), "QC": ((96, 86), True)}


def test_stopped_play_counts_melds_announced_in_time() -> None:
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
    result = find_only_result(record)
    (choice,) = result.choices
    assert CODE[choice.card] == "AS"
    assert sum(choice.totals) == 162 + 200 + 20


def test_stopped_hand_has_the_same_result_as_one_played_on() -> None:
    """The legal card is forced and the dad counts, whether or not play went on after the offense (F3)."""
    stopped, played_on = find_only_result(hands.STOPPED), find_only_result(hands.UPHELD)
    assert summarize_choices(stopped) == summarize_choices(played_on)
    assert sum(stopped.choices[0].totals) == 162 + 20


def test_no_choices_beyond_the_budget() -> None:
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
def test_hands_without_an_answer_have_no_result(record: dict[str, Any]) -> None:
    """No offense; unknown hands or trumps; no cards; a card that only came too soon; a void deal."""
    assert find_results_without(rule_on(record)) == ()


@pytest.mark.full
@pytest.mark.parametrize("name", ["ecl-1992", "wp", "gamerules"])
def test_legal_cards_come_from_the_ruleset(name: str) -> None:
    """The offending card is never legal, under any ruleset."""
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


#: The deal F3 (spades trumps) up to the second card: West leads the king of spades, North, with the ace and the ten,
#: throws the ten of diamonds, and East claims. The up-card is not recorded.
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


def find_robustness(record: dict[str, Any]) -> Robustness:
    return robustness(hands.rule_on(record)[0])


def test_single_corrections_match_a_count_by_hand() -> None:
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
    result = find_robustness(THROWN_OFF)
    assert (result.singles, result.changing, result.minimum, result.cut) == (226, 10, 1, False)
    assert result.example in [(CardExchange("TD", "AS"),), (CardExchange("TD", "TS"),)]
    assert result.otherwise is not None
    # The claim names nothing and melds are not recorded, so it may mean a meld.
    assert [weighed.verdict for weighed in result.otherwise.claims] == ["not_proven"]


@pytest.mark.full
def test_cards_of_a_disordered_trick_are_not_exchanged() -> None:
    """The order of four cards is lost, so none of their six pairs is a correction; pairs with others are."""
    heap = read_text("clabber 1\nhand heap\ndeal S\ncontract W spades\n1W kstdqs9s\n2W as\n")
    # The budget is enough for all single corrections and a few pairs.
    # Five recorded cards: 10 pairs, and each with one of 19 unrecorded cards.
    assert robustness(hands.rule_on(heap)[0], 110).singles == 10 + 5 * 19
    assert robustness(hands.rule_on({**heap, "disordered": [1]})[0], 110).singles == 4 + 5 * 19


def test_upcard_is_not_corrected() -> None:
    """With the nine of spades turned up, 18 corrections are impossible, and nine change the ruling.

    The nine was not played. Exchanged with one of South's own cards it changes nothing and was not counted before; it
    was counted with each of the 18 cards of the other three.
    """
    record = hands.copy_as(THROWN_OFF, "turned-up", deal={**THROWN_OFF["deal"], "upcard": "9S"})
    result = find_robustness(record)
    assert (result.singles, result.changing) == (226 - 18, 9)


@pytest.mark.full
def test_corrections_to_unrecorded_cards() -> None:
    """With only North's hand recorded, 130 corrections are possible, and the same ten change the ruling.

    Seven cards are recorded. 21 pairs of them, less the 10 of cards that North did not play; and each of the seven
    may be any of the 17 unrecorded cards: 119. As all others are free, each of the ten above is among them.
    """
    deal = {"dealer": "S", "hands": {"N": THROWN_OFF["deal"]["hands"]["N"]}}
    ruling = hands.rule_on(hands.copy_as(THROWN_OFF, "one-hand", deal=deal))[0]
    result = robustness(ruling, budget=200)
    assert (result.singles, result.changing, result.minimum, result.cut) == (130, 10, 1, False)
    # Fewer are judged if that may take long, and the result is marked as cut: 17 cards are unknown.
    short = robustness(ruling)
    assert (short.singles, short.cut) == (OPEN_BUDGET // 17, True)


def test_two_corrections_when_both_partners_are_at_fault() -> None:
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
    result = find_robustness(record)
    assert (result.changing, result.minimum, result.cut) == (0, 2, False)
    assert 0 < result.pairs <= BUDGET - result.singles
    # One of the two is about North's card, the other about South's; either alone was tried above.
    names = [{*correction} for correction in result.example]
    assert any("TD" in pair for pair in names)
    assert any("KC" in pair for pair in names)


def test_no_correction_changes_a_passed_out_hand() -> None:
    """All passed twice: none of 216 exchanges between two hands, and no pair of them, makes anybody play."""
    record = hands.copy_as(
        hands.PASSED_OUT, "passed", deal={"dealer": "S", "hands": hands.PASSED_OUT["deal"]["hands"]}
    )
    result = find_robustness(record)
    assert result == Robustness(216, 0, BUDGET - 216, (), None, False)
    assert result.minimum is None


def test_no_corrections_without_cards_or_trumps() -> None:
    """A sheet has no cards to correct, and without known trumps nothing is tried."""
    assert find_robustness(hands.SHEET_ONLY) == Robustness(0, 0, 0, (), None, False)
    no_trumps = hands.copy_as(hands.TEN_COMES_HOME, "no-trumps", declarations=None, melds=None)
    assert find_robustness(no_trumps) == Robustness(0, 0, 0, (), None, True)


def test_example_exchanges_the_disputed_cards() -> None:
    """North's ten of spades and ten of diamonds, the disputed cards, were recorded for each other (F3)."""
    result = find_robustness(hands.UPHELD)
    assert result.example == (CardExchange("TS", "TD"),)
    assert result.otherwise is not None
    assert result.otherwise.remedy.reneging_team == 1


@pytest.mark.parametrize("name", ["upheld", "belle-sets", "rebuilt"])
def test_count_matches_judging_every_exchange(name: str) -> None:
    """Every exchange of two cards is made and judged, one by one."""
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


def test_corrections_are_applied_in_order() -> None:
    """Ten for ace, then ace for king: the place of the ten first gets the ace, which then becomes the king."""
    record = hands.rule_on(THROWN_OFF)[0].replay.hand.record
    first = correct_record(record, [CardExchange("TD", "AS")])
    assert [play.card for play in first.plays] == ["KS", "AS"]
    both = correct_record(record, [CardExchange("TD", "AS"), CardExchange("AS", "KS")])
    assert [play.card for play in both.plays] == ["AS", "KS"]
    assert "TD" in both.deal.hands["N"]
    assert record.plays[1].card == "TD"


@pytest.mark.full
@pytest.mark.parametrize("name", ["partly-known", "many-claimed"][: at_scale(1, 2, ci=1)])
def test_robustness_is_deterministic(name: str) -> None:
    first, second = find_robustness(hands.ALL[name]), find_robustness(hands.ALL[name])
    assert first[:4] == second[:4]


LARGEST = 64 * 1024
TITLE = "Side notes, not part of the ruling"
RULING, COMPARISONS = hands.rule_on(hands.UPHELD)
SPEAKER = Speaker(RULING.replay.hand.record)
TEN, NINE = 1 << 7, 1 << 6


def format_alternatives(*choices: Choice, **changes: Any) -> tuple[str, ...]:
    """Return the alternatives text of the disputed hand with these legal cards; `changes` modify the finding."""
    item = Instead(RULING.findings[0], 0, choices)
    ruling = RULING
    if changes:
        finding = RULING.findings[0]._replace(**changes)
        claims = tuple(claim._replace(finding=finding) for claim in RULING.claims)
        ruling = RULING._replace(findings=(finding, *RULING.findings[1:]), claims=claims)
        item = item._replace(finding=finding)
    beside = SideRemarks((item,), Robustness(0, 0, 0, (), None, cut=False))
    return tuple(list_results_without(dossier(ruling, remarks=beside, search=False), SPEAKER))


def test_text_of_one_or_several_legal_cards() -> None:
    """East-West are the makers of this hand."""
    start = "and both sides had played their best from there: "
    assert format_alternatives(Choice(TEN, (94, 88), True)) == (
        f"If North had played 10♦ {start}94 for North-South and 88 for East-West; "
        "East-West, who made trump, would be set.",
    )
    assert format_alternatives(Choice(NINE, (70, 112), False), Choice(TEN, (74, 108), False)) == (
        f"If North had played 9♦ or 10♦ {start}70 to 74 for North-South and 108 to 112 for East-West; "
        "East-West, who made trump, would make it.",
    )
    assert format_alternatives(Choice(NINE, (70, 112), False), Choice(TEN, (94, 88), True))[0].endswith(
        "; East-West, who made trump, would be set or not, depending on the card."
    )


def test_many_legal_cards_are_not_named() -> None:
    cards = [Choice(1 << place, (94, 88), True) for place in range(6, 10)]
    assert format_alternatives(*cards)[0].startswith(
        "If North had played a legal card and both sides had played their best"
    )


def test_text_of_a_lead_out_of_turn() -> None:
    (text,) = format_alternatives(Choice(TEN, (94, 88), True), at=4, led_for_another=True)
    assert text.startswith(
        "If North had led instead and both sides had played their best from there: 94 for North-South"
    )


def test_text_says_that_nothing_was_worked_out() -> None:
    assert format_alternatives() == (
        "If North had played a legal card: not worked out, there are too many possibilities.",
    )


def test_text_leaves_out_uncalled_faults() -> None:
    """The claim about trick 3 is refuted. The uncalled failure in trick 2 is in the data but not in the text."""
    ruling, _ = hands.rule_on(hands.REFUTED)
    beside = side_notes(ruling, ()).remarks
    assert not list(list_results_without(dossier(ruling, remarks=beside, search=False), SPEAKER))
    assert beside
    (item,) = remarks_data(beside)["instead"]
    assert ruling.findings[item["finding"]].infraction == "failure-to-follow"


def format_example_robustness(needed: int, pairs: int = 0, cut: bool = False, singles: int = 200) -> str:
    example = (CardExchange("TS", "TD"), CardExchange("KD", "AD"))[:needed]
    otherwise = hands.rule_on(hands.REFUTED)[0] if needed else None
    changing = 3 if needed == 1 else 0
    places = card_places(RULING.replay.hand.record, example)
    return format_robustness(
        RULING, Robustness(singles, changing, pairs, example, otherwise, cut, places), SPEAKER
    )


def test_text_of_robustness() -> None:
    one = "For instance, if 10♠ (trick 2) and 10♦ (trick 6) were swapped"
    then = "then the claim fails and North-South score 162; East-West score 0."
    assert format_example_robustness(1) == (
        f"We tried 200 such errors; 3 would change the ruling. {one}, {then}"
    )
    assert format_example_robustness(2, 17) == (
        "We tried 200 such errors; none would change the ruling, but two together would. "
        f"{one} and if K♦ (trick 2) and A♦ (trick 2) were swapped, {then}"
    )
    assert format_example_robustness(0, 400) == (
        "We tried 200 such errors; none would change the ruling, nor would any of 400 pairs of them."
    )
    assert format_example_robustness(0, cut=True).endswith("would change the ruling. More were not tried.")
    assert format_example_robustness(0, singles=0) == ""


def test_text_of_a_misread_card() -> None:
    """Only the cards played are in this record, which does not have the jack of clubs."""
    record = hands.copy_as(hands.STOPPED, "no-hands", deal={"dealer": "S", "upcard": "9S"})
    ruling, _ = hands.rule_on(record)
    example = (CardExchange("TS", "JC"),)
    robust = Robustness(5, 1, 0, example, RULING, False, card_places(ruling.replay.hand.record, example))
    text = format_robustness(ruling, robust, SPEAKER)
    assert "For instance, if 10♠ (trick 2) was really J♣, then the claim is upheld" in text


def test_text_of_a_card_in_a_disordered_trick() -> None:
    ruling, _ = hands.rule_on(hands.copy_as(hands.UPHELD, "heaps", disordered=[2]))
    example = (CardExchange("TS", "TD"),)
    robust = Robustness(5, 1, 0, example, RULING, False, card_places(ruling.replay.hand.record, example))
    assert "For instance, if 10♠ (trick 2) and 10♦ (trick 6) were swapped" in format_robustness(
        ruling, robust, SPEAKER
    )


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in hands.NAMES if name.startswith("many") or in_share(name)])
def test_pages_are_small_and_texts_narrow(name: str) -> None:
    ruling, comparisons = hands.rule_on(hands.ALL[name])
    beside = side_notes(ruling, ()).remarks
    file = dossier(ruling, comparisons, remarks=beside)
    shown, text = page(file), ruling_text(file)
    assert len(shown.encode()) <= LARGEST
    # A sheet has no cards to correct, and a void deal has no trumps.
    says = name not in ("sheet-only", "exposed-in-deal")
    assert (TITLE in shown) == says
    assert all(len(line) <= 78 for line in text.splitlines())
    assert (TITLE.upper() in text) == says
    # The ruling in the page is the same with and without remarks, so it can be verified as before. Certificates on which
    # the ruling does not turn may be left out to save room.
    bare, data = read_embedded_ruling(page(dossier(ruling, comparisons))), read_embedded_ruling(shown)
    assert all(one in bare["certificates"] for one in data["certificates"])
    assert {**data, "certificates": []} == {**bare, "certificates": []}


def test_anonymous_ruling_has_the_same_remarks() -> None:
    beside = side_notes(RULING, ()).remarks
    named, nameless = (
        ruling_text(dossier(RULING, COMPARISONS, anonymous=anonymous, remarks=beside))
        for anonymous in (False, True)
    )
    remarks = [text.split(TITLE.upper())[1].split("SOURCE AND REMARKS")[0] for text in (named, nameless)]
    assert remarks[0] == remarks[1]


def test_no_remarks_unless_requested() -> None:
    assert TITLE not in page(dossier(RULING, COMPARISONS))
    assert TITLE.upper() not in ruling_text(dossier(RULING, COMPARISONS))


def test_rule_writes_remarks_and_certificates_and_check_does_not(tmp_path: Path) -> None:
    """The example of a claimed renege: North's only diamond is the ten."""
    path = write_records(tmp_path / "hand.jsonl", [CLAIMED])
    ruled = json.loads(call("rule", path, "--format", "json").out)
    RulingShape.model_validate_json(json.dumps(ruled))
    (item,) = ruled["instead"]
    assert ruled["findings"][item["finding"]]["infraction"] == "failure-to-follow"
    assert (item["seat"], [choice["card"] for choice in item["choices"]]) == ("N", ["TD"])
    assert [certificate["verdict"] for certificate in ruled["certificates"]] == ["proven"]
    assert ruled["robustness"]["needed"] == 1
    assert ruled["robustness"]["example"] == [["TS", "TD"]]
    assert (
        json.loads(call("rule", path, "--format", "json", "--anonymous").out)["instead"] == ruled["instead"]
    )
    assert TITLE.upper() in call("rule", path, "--format", "text").out
    checked = json.loads(call("check", path, "--format", "jsonl").out)
    assert not {"instead", "robustness", "certificates"} & checked.keys()
    # A ruling with remarks can be checked like any other.
    path = tmp_path / "ruling.json"
    path.write_text(json.dumps(ruled), encoding="utf-8")
    assert "is not what its record gives" not in call("check", path).out


def test_data_has_null_where_nothing_was_worked_out() -> None:
    beside = SideRemarks((Instead(RULING.findings[0], 0, ()),), Robustness(0, 0, 0, (), None, True))
    data = remarks_data(beside)
    assert data["instead"] == [{"finding": 0, "seat": "N", "choices": None}]
    assert data["robustness"] == {
        "needed": None, "singles": 0, "changing": 0, "pairs": 0, "complete": False, "example": []
    }  # fmt: skip
