"""What was entered is taken back, put right and found again, and hands follow each other."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Sit
from tests.browser.dictated import NIGHT, played, plays
from tests.browser.recorder import Desk

pytestmark = pytest.mark.full


def change(desk: Desk, name: str, card: str) -> None:
    desk.tap(f"Change {name}", card)


def test_undo_and_redo(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks as q Backspace 9d")
    assert played(desk.record) == plays("W KS N AS E 9D")
    desk.keys("Backspace Backspace")
    assert played(desk.record) == plays("W KS")
    desk.keys("z")
    assert played(desk.record) == plays("W KS N AS")
    desk.keys("Backspace qs z")
    assert played(desk.record) == plays("W KS N QS")


def test_back_to_any_step(sit: Sit) -> None:
    """The list has the latest step on top; tapping the second card takes back the cards from there on."""
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s kd")
    steps = desk.page.locator("#steps button")
    assert steps.all_inner_texts()[0] == "2.1 Ann K♦"
    desk.page.get_by_role("button", name="1.2 Ruth A♠").click()
    assert played(desk.record) == plays("W KS")
    desk.keys("Backspace Backspace Backspace Backspace")
    assert desk.json == ""


def test_an_earlier_card_is_corrected(sit: Sit) -> None:
    """The ace was the ten: what came after it stands, a reload keeps it so, and it can be taken back."""
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s kd ad")
    change(desk, "card 1.2", "ten of spades")
    ten = plays("W KS N TS E QS S 9S S KD W AD")
    assert (played(desk.record), desk.notice) == (ten, "")
    desk.page.reload()
    assert played(desk.record) == ten
    assert desk.page.locator("#steps button").all_inner_texts()[0] == "corrected: 1.2 Ruth 10♠"
    desk.keys("jd")
    assert played(desk.record) == [*ten, ("N", "JD")]
    desk.keys("Backspace Backspace")
    assert played(desk.record)[1] == ("N", "AS")


def test_a_corrected_card_may_turn_the_trick(sit: Sit) -> None:
    """North's ace of trumps was the jack, which beats the nine: North led to trick 2, and East was next."""
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s kd x e ad")
    assert played(desk.record)[4:] == plays("S KD E AD")
    change(desk, "card 1.2", "jack of spades")
    assert played(desk.record) == plays("W KS N JS E QS S 9S N KD E AD")
    assert desk.notice == "From trick 2 on, the players have shifted. Check those tricks."


def test_a_correction_that_repeats_a_card_is_asked_about(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s")
    change(desk, "card 1.2", "queen of spades")
    title = desk.page.locator("#panel-title").inner_text()
    assert title == "The queen of spades was already played (Carl, trick 1). Record it again anyway?"
    desk.keys("Enter")
    assert played(desk.record)[1] == ("N", "AS")
    change(desk, "card 1.2", "queen of spades")
    desk.tap("Yes, record it anyway")
    assert "Correct one before you save the hand" in desk.notice
    change(desk, "card 1.3", "Unknown")
    assert played(desk.record) == plays("W KS N QS E ? S 9S")


def test_the_turned_card_is_corrected(sit: Sit) -> None:
    """The nine of hearts had been turned up, so that hearts are trumps and the ace of spades wins the trick."""
    desk = sit().set_up()
    desk.keys("9s y ks as qs js kd")
    assert played(desk.record)[-1] == ("S", "KD")
    change(desk, "the up-card", "nine of hearts")
    record = desk.record
    assert record.deal.upcard == "9H"
    assert played(record)[-1] == ("N", "KD")
    assert desk.notice == "From trick 2 on, the players have shifted. Check those tricks."


def test_reload_in_the_middle_of_a_hand(sit: Sit) -> None:
    desk = sit().set_up(**NIGHT)
    desk.keys("9s y m d ks as")
    before = desk.json
    desk.page.reload()
    assert desk.json == before
    assert desk.notice == "Restored hand 7 (5 entries). Continue where you left off."
    desk.keys("qs 9s")
    assert played(desk.record) == plays("W KS N AS E QS S 9S")


def test_a_crash_loses_nothing(sit: Sit) -> None:
    """The window is gone without a word; another one finds the hand."""
    first = sit()
    desk = first.another().set_up()
    desk.keys("9s y ks as")
    desk.page.close(run_before_unload=False)
    assert played(first.another().record) == plays("W KS N AS")


def test_several_hands_and_the_running_score(sit: Sit) -> None:
    desk = sit().set_up(dealer="S")
    desk.keys("9s y ks f 101 Enter 61 Enter Enter")
    assert desk.prompt == "Joe deals. Tap the card turned up"
    desk.keys("ah y 9s f Enter xxx Enter 132 Enter Enter")
    assert desk.page.locator("#tally").inner_text() == "Owls 101 – Eagles 193"
    desk.keys("kh y as f 20")
    desk.page.keyboard.press("Tab")
    desk.keys("142 Enter +")
    assert desk.page.locator("#place").inner_text() == "game 2 · hand 1"
    first, second, third = desk.records
    assert [record.deal.dealer for record in (first, second, third)] == ["S", "W", "N"]
    assert [record.score for record in (first, second)] == [{"NS": 101, "EW": 61}, {"NS": "XXX", "EW": 132}]
    assert [record.context and record.context.hand for record in (first, second, third)] == [1, 2, 3]
    assert first.id == "2026-01-22-owls-eagles-g1-h01"
    assert third.score == {"NS": 20, "EW": 142}


def test_an_earlier_hand_is_opened_again(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks f 101 Enter 61 Enter Enter jh y")
    desk.page.locator("#sheet").get_by_role("button", name="1").click()
    assert desk.prompt == "Saved. Next hand"
    desk.keys("Backspace Backspace as")
    assert played(desk.records[0]) == plays("W KS N AS")
    assert desk.records[1].deal.upcard == "JH"


def test_a_score_that_is_none_is_told(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks f")
    desk.page.fill("[name=score-NS]", "many")
    desk.tap("Save the score")
    wrong = desk.page.locator("#score-wrong").inner_text()
    assert wrong == "“many” is not a score. For Owls enter points (0 to 1000), XXX, XX, --, - or R."
    assert desk.record.score == {}


def test_the_other_side_agrees(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks f 101 Enter 61 Enter")
    desk.page.get_by_label("Agreed: Eagles").check()
    assert desk.record.remarks == ["score agreed by Eagles"]
    desk.keys("Backspace")
    assert not desk.page.get_by_label("Agreed: Eagles").is_checked()
    assert desk.record.remarks == []


def test_who_agreed_did_so_to_the_score_as_it_stood(sit: Sit) -> None:
    """Agreeing writes what is typed; another score is not agreed to."""
    desk = sit().set_up()
    desk.keys("9s y ks f 101 Enter 61")
    desk.page.get_by_label("Agreed: Eagles").check()
    assert (desk.record.score, desk.record.remarks) == ({"NS": 101, "EW": 61}, ["score agreed by Eagles"])
    desk.page.get_by_role("textbox", name="Eagles", exact=True).fill("71")
    desk.tap("Save the score")
    assert (desk.record.score, desk.record.remarks) == ({"NS": 101, "EW": 71}, [])


def test_a_score_that_is_only_typed_is_not_lost(sit: Sit) -> None:
    """A claim is entered, and the page loaded again, before the score is written."""
    desk = sit().set_up()
    desk.keys("9s y ks f")
    desk.page.get_by_role("textbox", name="Owls", exact=True).fill("101")
    desk.tap("Claim")
    desk.keys("e n Enter")
    desk.page.reload()
    assert desk.page.get_by_role("textbox", name="Owls", exact=True).input_value() == "101"
    desk.tap("Next hand")
    assert (desk.records[0].score, desk.records[0].claims[0].at) == ({"NS": 101}, 1)
