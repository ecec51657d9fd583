"""Hands entered in a real browser, from lists of key presses and by taps, against the records they should give."""

from __future__ import annotations

import pytest

from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.notation.draft import HandText, passages
from clabber_audit.records.notation.language import parse
from tests.browser.conftest import Sit
from tests.browser.dictated import NIGHT, played, plays, said
from tests.hands import TEN_COMES_HOME_TRICKS

pytestmark = pytest.mark.full


def example(text: str) -> HandRecord:
    (passage,) = passages(text.splitlines(keepends=True))
    assert isinstance(passage, HandText)
    return parse(passage)


#: The hand of `examples/ten-comes-home.clab` as the page should write it, its deal left to be rebuilt from the tricks.
TEN = f"""\
clabber 1
hand 2026-01-22-owls-eagles-r3-t4-g1-h07
rules ecl-1992
seats N Ruth / E Carl / S Ann / W Joe
teams NS Owls / EW Eagles
context 2026-01-22 league Example League round 3 table 4 game 1 hand 7
source table
deal S
up 9s
calls play
{TEN_COMES_HOME_TRICKS}score NS R EW 182
"""


def test_a_hand_by_keys(sit: Sit) -> None:
    desk = sit().set_up(**NIGHT)
    desk.keys(
        "9s y m d ks as qs 9s kd w 9h 0h jh ad 0s jd ac qc kc js jh qh 9c kh jc 0h ah 0c qd 9d 9h Enter"
    )
    assert desk.prompt == "All six tricks are played. Enter the score"
    desk.keys("Enter r Enter 182 Enter")
    assert desk.record == example(TEN)


def test_a_hand_by_taps(sit: Sit) -> None:
    desk = sit().set_up(**NIGHT)
    desk.cards("9S")
    desk.tap("Play it", "Meld", "dad")
    desk.cards("KS AS QS 9S KD")
    desk.tap("Show", "nine of hearts", "ten of hearts", "jack of hearts")
    desk.cards("AD TS JD AC QC KC JS JH QH 9C KH JC TH AH TC QD 9D 9H TD")
    desk.page.fill("[name=score-NS]", "renege")
    desk.page.fill("[name=score-EW]", "182")
    desk.tap("Save the score")
    assert desk.record == example(TEN)


def test_a_rank_alone_follows_suit(sit: Sit) -> None:
    """West leads the king of spades; the others follow with their ranks alone, and a lead needs its suit."""
    desk = sit().set_up()
    desk.keys("9s y ks a q 9 kd")
    assert played(desk.record) == plays("W KS N AS E QS S 9S S KD")
    desk.keys("10 j Enter")
    assert played(desk.record)[5:] == plays("W TD N JD")


def test_who_plays_follows(sit: Sit) -> None:
    """Hearts trumps: South's nine of hearts beats the ace of spades, so South leads; then East's ace of diamonds."""
    desk = sit().set_up(dealer="W")
    desk.keys("jh p p p p")
    assert desk.prompt == "Second round. Ruth: name a suit or pass"
    desk.keys("p p p h as ks 9h qs")
    assert said(desk.record) == [*zip("NESWNES", ["pass"] * 7, strict=True), ("W", "H")]
    assert desk.prompt == "Ann leads to trick 2: tap a card"
    desk.keys("9d kd qd ad")
    assert desk.prompt == "Carl leads to trick 3: tap a card"


def test_all_passed_twice(sit: Sit) -> None:
    desk = sit().set_up(dealer="W")
    desk.keys("jh pppp pppp")
    assert desk.prompt == "Everyone passed twice. Same dealer deals again"
    desk.keys("Enter")
    assert desk.prompt == "Joe deals. Tap the card turned up"
    assert len(desk.record.declarations or ()) == 8


def test_an_illegal_card_stands(sit: Sit) -> None:
    """North ruffs a diamond holding the ten of diamonds, which comes home later: nothing is asked, nothing is said."""
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s kd ad 0s")
    assert desk.notice == ""
    assert played(desk.record)[-1] == ("N", "TS")


def test_a_card_seen_before_is_asked_about(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks as as")
    title = desk.page.locator("#panel-title").inner_text()
    assert title == "The ace of spades was already played (Ruth, trick 1). Record it again anyway?"
    desk.keys("Enter qs")
    assert played(desk.record) == plays("W KS N AS E QS")
    desk.keys("ks y")
    assert "Correct one before you save the hand" in desk.notice
    assert played(desk.records[0]) == plays("W KS N AS E QS S KS")


def test_the_turned_card_belongs_to_the_dealer(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y 9s")
    assert "was turned up for Ann" in desk.page.locator("#panel-title").inner_text()
    desk.tap("No, fix it")
    desk.keys("ks as qs 9s")
    assert played(desk.record)[-1] == ("S", "9S")


def test_another_seat_plays(sit: Sit) -> None:
    """East plays out of turn, before North; then South, then North, who is left. South's nine of trumps is highest."""
    desk = sit().set_up()
    desk.keys("9s y ks x e qs")
    assert desk.notice == "Out of turn (Carl). Recorded as it happened."
    desk.keys("9s as")
    assert played(desk.record) == plays("W KS E QS S 9S N AS")
    assert desk.prompt == "Ann leads to trick 2: tap a card"
    desk.tap("Carl")
    assert desk.prompt == "Carl leads to trick 2: tap a card"
    desk.cards("QD")
    assert played(desk.record)[-1] == ("E", "QD")


def test_a_call_out_of_turn(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s x n p y")
    assert said(desk.record) == [("N", "pass"), ("E", "play")]


def test_a_suit_in_the_wrong_round_counts_as_a_pass(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s h")
    assert desk.notice == "Not allowed in this round; recorded and counted as a pass."
    desk.keys("y")
    assert said(desk.record) == [("W", "H"), ("N", "play")]
