"""What nobody knows or wrote down is left open, and what follows from it is asked for or filled in."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Sit
from tests.browser.dictated import moments, played, plays

pytestmark = pytest.mark.full


HEAPS = "ks as qs 9s kd ad 0s jd ac qc kc js jh qh 9c kh jc 0h ah 0c qd 9d 9h 0d"


def test_calls_not_noted(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("Enter u e s ks as")
    record = desk.record
    assert record.contract is not None
    assert (record.contract.maker, record.contract.trump, record.declarations) == ("E", "S", None)
    assert record.deal.upcard is None


def test_trumps_are_asked_for_where_the_turned_card_is_not_known(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("? p y")
    assert desk.prompt == "Which suit was turned up?"
    desk.tap("spades")
    record = desk.record
    assert record.contract is not None
    assert (record.contract.maker, record.contract.trump) == ("N", "S")
    assert desk.prompt == "Joe leads to trick 1: tap a card"


def test_an_unknown_card_leaves_the_winner_open(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks as ? 9s")
    assert desk.prompt == "Who leads to trick 2? Tap a seat"
    desk.keys("kd")
    assert desk.notice == "First say who leads: tap the seat, or press X and its letter."
    desk.keys("x s kd")
    assert played(desk.record) == plays("W KS N AS E ? S 9S S KD")


def test_tricks_first(sit: Sit) -> None:
    """Six tricks of the heaps with who led rebuild all four hands."""
    desk = sit().set_up(way="heaps")
    assert desk.prompt == "Who made trump, and in what?"
    desk.keys("u w s" + HEAPS)
    record = desk.record
    assert record.source is not None
    assert (record.source.kind, record.melds, record.declarations) == ("tricks", None, None)
    assert record.deal.hands == {
        "N": ["AS", "TS", "AC", "QH", "AH", "TD"],
        "E": ["QS", "JD", "QC", "9C", "TC", "QD"],
        "S": ["9S", "KD", "KC", "KH", "JC", "9D"],
        "W": ["KS", "AD", "JS", "JH", "TH", "9H"],
    }


def test_the_turned_card_is_asked_for_afterwards(sit: Sit) -> None:
    desk = sit().set_up(way="heaps")
    desk.keys("u w")
    desk.page.check("dialog [name=suit][value=S]")
    desk.tap("nine of spades", "Done")
    desk.keys("ks")
    assert desk.record.deal.upcard == "9S"


def test_a_trick_whose_order_is_lost(sit: Sit) -> None:
    """Its cards are in the record, and that nobody knows who played which; at the table none lies with a seat."""
    desk = sit().set_up(way="heaps")
    desk.keys("Enter w s ks as qs 9s o kd 0s jd ad Enter")
    assert desk.prompt == "Who leads to trick 3? Tap a seat"
    desk.tap("Ruth")
    desk.keys("ac")
    record = desk.record
    assert record.disordered == [2]
    assert played(record)[4:] == plays("S KD W TS N JD E AD N AC")
    assert record.remarks == []
    assert record.deal.hands == {}
    desk.keys("kd")
    assert (
        desk.page.locator("#panel-title").inner_text()
        == "The king of diamonds is already in a trick. Record it again anyway?"
    )


def test_a_trick_lost_in_part_and_one_lost_whole(sit: Sit) -> None:
    """Two cards of the first trick are known, none of the second; what is left in the end is offered all the same."""
    desk = sit().set_up(way="heaps")
    desk.keys("Enter w s o ks as Enter x n o Enter")
    record = desk.record
    assert record.disordered == [1]
    assert played(record) == plays("W KS N AS E ? S ? N ? E ? S ? W ?")
    assert record.remarks == ["order lost in trick 2"]
    assert desk.page.locator(".slot b").all_inner_texts() == ["?"] * 4


def test_the_last_card_is_offered_after_a_lost_trick(sit: Sit) -> None:
    desk = sit().set_up(way="heaps")
    desk.keys("Enter w s o ks as qs 9s Enter x s kd ad 0s jd ac qc kc js jh qh 9c kh jc 0h ah 0c qd 9d 9h")
    assert desk.prompt == "Ruth’s last card is 10♦. Tap it or press Enter"


def test_melds_of_a_heap_have_no_moment(sit: Sit) -> None:
    desk = sit().set_up(way="heaps")
    desk.keys("Enter w s ks as m w d w 9h 0h jh")
    assert moments(desk.record.melds or []) == [{"seat": "W", "kind": "dad", "cards": ["9H", "TH", "JH"]}]
