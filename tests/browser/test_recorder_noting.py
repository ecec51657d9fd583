"""What is noted beside the cards: melds, belle, claims, incidents, scores of the sheet."""

from __future__ import annotations

import pytest

from tests.browser.conftest import Sit
from tests.browser.dictated import moments

pytestmark = pytest.mark.full


def test_what_the_sheet_breaks_down(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks f 101 Enter 81 Enter")
    desk.page.get_by_text("Card points and melds on the sheet").click()
    for name, points in (
        ("Owls, card points", "91"),
        ("Owls, last trick", "10"),
        ("Eagles, card points", "61"),
    ):
        desk.page.get_by_role("textbox", name=name).fill(points)
    desk.page.get_by_role("textbox", name="Eagles, melds").fill("2o")
    desk.tap("Save the score")
    wrong = desk.page.locator("#score-wrong").inner_text()
    assert wrong == "“2o” is not a number of points. For Eagles enter 0 to 1000, or leave it empty."
    desk.page.get_by_role("textbox", name="Eagles, melds").fill("20")
    desk.tap("Save the score")
    record = desk.record
    assert {team: line.model_dump(exclude_unset=True) for team, line in record.sheet.items()} == {
        "NS": {"cards": 91, "last_trick": 10},
        "EW": {"cards": 61, "melds": 20},
    }
    assert record.score == {"NS": 101, "EW": 81}
    desk.page.reload()
    assert desk.page.get_by_role("textbox", name="Owls, card points").input_value() == "91"


def test_melds_at_their_moments(sit: Sit) -> None:
    """West's dad is called and shown in turn; North's before the play, and never shown; East's is shown uncalled."""
    desk = sit().set_up()
    desk.keys("9s m n d y m d ks as qs 9s kd w 9h0j ad td")
    desk.tap("Show")
    desk.page.locator("dialog [name=seat][value=E]").check()
    desk.tap("dad", "queen of clubs", "jack of clubs", "ten of clubs")
    assert moments(desk.record.melds or []) == [
        {"seat": "N", "kind": "dad", "announced": "declaring", "shown": "never"},
        {"seat": "W", "kind": "dad", "cards": ["9H", "TH", "JH"]},
        {"seat": "E", "kind": "dad", "cards": ["QC", "JC", "TC"], "announced": "never", "shown": 7},
    ]


def test_no_meld_is_a_fact_at_the_table(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks")
    assert desk.record.melds == []


def test_belle_before_and_after_the_card(sit: Sit) -> None:
    """Before the card it is the call of whoever plays next; just after a king or queen of trumps, of its player.

    Before any of the two has fallen nothing tells whose it is, and the page asks.
    """
    desk = sit().set_up()
    desk.keys("9s y b")
    assert desk.page.locator("#panel-title").inner_text() == "Belle is called"
    desk.keys("e Enter")
    assert moments(desk.record.melds or []) == [{"seat": "E", "kind": "belle", "announced": 0}]
    desk.keys("Backspace ks b")
    assert moments(desk.record.melds or []) == [{"seat": "W", "kind": "belle", "announced": 1}]
    desk.keys("Backspace as b")
    assert moments(desk.record.melds or []) == [{"seat": "E", "kind": "belle", "announced": 2}]


def test_claims(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s kd ad 0s jd")
    desk.tap("Claim")
    panel = desk.page.locator("dialog")
    panel.locator("[name=seat][value=E]").check()
    desk.tap("Done")
    assert (
        desk.page.locator("#panel-wrong").inner_text()
        == "Choose the player or team it is called on, or cancel."
    )
    panel.locator("[name=against][value=N]").check()
    panel.locator("[name=infraction]").select_option("failure-to-follow")
    panel.locator("[name=trick][value='2']").check()
    panel.locator("[name=reviewed]").check()
    desk.tap("Done")
    assert moments(desk.record.claims) == [
        {"by": "E", "against": "N", "at": 8, "infraction": "failure-to-follow", "trick": 2, "reviewed": True}
    ]


def test_incidents(sit: Sit) -> None:
    """Looking back, an exposed card, a question; each with the clock of its moment."""
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s l e kd e e jd Enter i")
    panel = desk.page.locator("dialog")
    panel.locator("[name=incident]").select_option("question")
    panel.locator("[name=seat][value=W]").check()
    panel.locator("[name=text]").fill("who led?")
    desk.tap("Done")
    assert moments(desk.record.incidents) == [
        {"kind": "looked_at_trick", "seat": "E", "at": 4, "trick": 1},
        {"kind": "exposed_card", "seat": "E", "at": 5, "card": "JD"},
        {"kind": "question", "seat": "W", "at": 5, "quote": "who led?"},
    ]


def test_an_opponent_is_told(sit: Sit) -> None:
    """North asks West, who answers; a word to nobody else is to partner, and only what was said is said to somebody."""
    desk = sit().set_up()
    panel = desk.page.locator("dialog")
    desk.keys("9s y ks")
    for kind, seat, to in (
        ("question", "N", "W"),
        ("advice", "W", "N"),
        ("advice", "E", ""),
        ("slow_play", "S", None),
    ):
        desk.tap("Other")
        panel.locator("[name=incident]").select_option(kind)
        panel.locator(f"[name=seat][value={seat}]").check()
        if to is None:
            assert not panel.get_by_text("Who was it said to?").is_visible()
        else:
            panel.locator(f"[name=to][value='{to}']").check()
        desk.tap("Done")
    assert moments(desk.record.incidents) == [
        {"kind": "question", "seat": "N", "to": "W", "at": 1},
        {"kind": "advice", "seat": "W", "to": "N", "at": 1},
        {"kind": "advice", "seat": "E", "at": 1},
        {"kind": "slow_play", "seat": "S", "at": 1},
    ]
    lines = desk.page.locator("#steps button").all_inner_texts()
    assert lines[1:4] == ["Carl answered or advised somebody", "Joe answered or advised somebody, to Ruth",
                          "Ruth asked about the play, to Joe"]  # fmt: skip


def test_moments_that_nobody_noted(sit: Sit) -> None:
    """Of West's dad neither is known; East's is shown in turn, and whether it was called nobody knows; North's was."""
    desk = sit().set_up()
    desk.keys("9s m w ? d y ks as qs 9s kd w ? 9h0j ad m n d td")
    desk.tap("Show")
    panel = desk.page.locator("dialog")
    panel.locator("[name=seat][value=E]").check()
    panel.get_by_label("We don’t know if it was called").check()
    desk.tap("dad", "queen of clubs", "jack of clubs", "ten of clubs")
    west, north, east = desk.record.melds or []
    assert (west.announced, west.shown, west.cards) == (None, None, ["9H", "TH", "JH"])
    assert (north.announced, north.shown) == (6, "never")
    assert (east.announced, east.shown, east.cards) == (None, 7, ["QC", "JC", "TC"])
    assert "Joe calls a dad (time unknown)" in desk.page.locator("#steps button").all_inner_texts()


def test_one_card_is_exposed_and_four_lie_in_a_trick(sit: Sit) -> None:
    """What is chosen after takes the place of what was chosen first; nothing chosen is dropped in silence."""
    desk = sit().set_up()
    desk.keys("9s y ks e jd 0d")
    assert desk.page.locator("#panel-says").inner_text() == "10♦"
    desk.keys("Enter")
    assert moments(desk.record.incidents) == [{"kind": "exposed_card", "seat": "N", "at": 1, "card": "TD"}]
    desk.tap("Undo", "Undo", "Undo", "Undo", "Enter tricks afterward")
    assert desk.page.get_by_role("button", name="Enter cards as they are played").is_visible()
    desk.keys("u w s o ks as qs 9s js")
    assert desk.page.locator("#panel-says").inner_text() == "A♠ Q♠ 9♠ J♠"


def test_a_claim_before_and_after_the_last_trick_is_turned(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s kd ad 0s jd ac qc kc js jh qh 9c kh jc 0h ah 0c qd 9d 9h 0d")
    for key in ("", "t", "Enter 101 Enter 61 Enter"):
        desk.keys(key)
        desk.page.locator("#moments").get_by_role("button", name="Claim").click()
        desk.page.locator("dialog [name=against][value=NS]").check()
        desk.tap("Done")
    assert [(claim.by, claim.at) for claim in desk.record.claims] == [
        (None, 24),
        (None, "turned"),
        (None, "scored"),
    ]


def test_a_deal_out_of_turn_and_a_short_cut(sit: Sit) -> None:
    desk = sit().set_up()
    desk.tap("Deal, cut")
    desk.page.locator("dialog [name=seat][value=E]").check()
    desk.page.locator("dialog [name=cut]").fill("3")
    desk.tap("Done")
    desk.keys("9s y ks")
    deal = desk.record.deal
    assert (deal.dealer, deal.due_dealer, deal.cut) == ("S", "E", 3)


def test_a_claim_by_keys(sit: Sit) -> None:
    """First who claims, then against whom, then the trick; R says that tricks were turned over."""
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s r e n 1 r Enter")
    assert moments(desk.record.claims) == [{"by": "E", "against": "N", "at": 4, "trick": 1, "reviewed": True}]


def test_laydown_note_and_opened_hand(sit: Sit) -> None:
    """North lays down before the second card and says the order; West's hand is opened: it had played the king."""
    desk = sit().set_up()
    desk.keys("9s y ks g as 0s Enter n")
    desk.page.locator("dialog [name=text]").fill('a quarrel; with } and "words"')
    desk.keys("Enter v w js jh 0h 9h ad Enter f")
    record = desk.record
    assert record.laydown is not None
    assert record.laydown.model_dump(exclude_defaults=True) == {"by": "N", "at": 1, "order": ["AS", "TS"]}
    assert [(note.at, note.text) for note in record.comments] == [(1, 'a quarrel; with } and "words"')]
    assert record.deal.hands == {"W": ["KS", "JS", "JH", "TH", "9H", "AD"]}
