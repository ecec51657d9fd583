"""Hands entered in a real browser, from lists of key presses and by taps, against the records they should give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from clabber_audit.notation import Passage, parse, passages
from clabber_audit.record.model import HandRecord
from tests.browser.conftest import Visit
from tests.browser.looking import PHONE
from tests.browser.recorder import Desk
from tests.hands import TEN_COMES_HOME_TRICKS

pytestmark = pytest.mark.full

Sit = Callable[[], Desk]


@pytest.fixture
def sit(visit: Visit, recorder: str) -> Sit:
    """Opens the page."""
    return lambda: Desk(visit(recorder, viewport=PHONE))


def plays(text: str) -> list[tuple[str, str | None]]:
    """Plays written as in `W KS`, `W ?`."""
    words = text.split()
    return [(seat, None if card == "?" else card) for seat, card in zip(words[::2], words[1::2], strict=True)]


def played(record: HandRecord) -> list[tuple[str, str | None]]:
    return [(play.seat, play.card) for play in record.plays]


def said(record: HandRecord) -> list[tuple[str, str]]:
    return [(call.seat, call.call) for call in record.declarations or ()]


def example(text: str) -> HandRecord:
    (passage,) = passages(text.splitlines(keepends=True))
    assert isinstance(passage, Passage)
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
NIGHT: dict[str, str] = {"league": "Example League", "round": "3", "table": "4", "hand": "7"}


def test_a_hand_by_keys(sit: Sit) -> None:
    desk = sit().set_up(**NIGHT)
    desk.keys("9s y m d ks as qs 9s kd w 9h 0h jh ad 0s jd ac qc kc js jh qh 9c kh jc 0h ah 0c qd 9d 9h Enter")
    assert desk.prompt == "All six tricks are played. Write the score"
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
    desk.tap("Write the score")
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
    assert desk.prompt == "All passed twice: nothing is played. Deal again"
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
    assert title == "The ace of spades was already played, by Ruth in trick 1. Play it again?"
    desk.keys("Enter qs")
    assert played(desk.record) == plays("W KS N AS E QS")
    desk.keys("ks y")
    assert "is refused until one is corrected" in desk.notice
    assert played(desk.records[0]) == plays("W KS N AS E QS S KS")


def test_the_turned_card_belongs_to_the_dealer(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y 9s")
    assert "was turned up for Ann" in desk.page.locator("#panel-title").inner_text()
    desk.tap("No, that was a slip")
    desk.keys("ks as qs 9s")
    assert played(desk.record)[-1] == ("S", "9S")


def test_another_seat_plays(sit: Sit) -> None:
    """East plays out of turn, before North; then South, then North, who is left. South's nine of trumps is highest."""
    desk = sit().set_up()
    desk.keys("9s y ks x e qs")
    assert desk.notice == "Carl was not next. It stands as it happened."
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
    assert desk.notice == "Not a call of this round: it stands, and counts as a pass."
    desk.keys("y")
    assert said(desk.record) == [("W", "H"), ("N", "play")]


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


def change(desk: Desk, name: str, card: str) -> None:
    desk.tap(f"Change {name}", card)


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
    assert desk.notice == "From trick 2 on others have played than it said before: look through the tricks."


def test_a_correction_that_repeats_a_card_is_asked_about(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks as qs 9s")
    change(desk, "card 1.2", "queen of spades")
    title = desk.page.locator("#panel-title").inner_text()
    assert title == "The queen of spades was already played, by Carl in trick 1. Play it again?"
    desk.keys("Enter")
    assert played(desk.record)[1] == ("N", "AS")
    change(desk, "card 1.2", "queen of spades")
    desk.tap("Yes, write it so")
    assert "is refused until one is corrected" in desk.notice
    change(desk, "card 1.3", "Not known")
    assert played(desk.record) == plays("W KS N QS E ? S 9S")


def test_the_turned_card_is_corrected(sit: Sit) -> None:
    """The nine of hearts had been turned up, so that hearts are trumps and the ace of spades wins the trick."""
    desk = sit().set_up()
    desk.keys("9s y ks as qs js kd")
    assert played(desk.record)[-1] == ("S", "KD")
    change(desk, "the turned card", "nine of hearts")
    record = desk.record
    assert record.deal.upcard == "9H"
    assert played(record)[-1] == ("N", "KD")
    assert desk.notice == "From trick 2 on others have played than it said before: look through the tricks."


def test_reload_in_the_middle_of_a_hand(sit: Sit) -> None:
    desk = sit().set_up(**NIGHT)
    desk.keys("9s y m d ks as")
    before = desk.json
    desk.page.reload()
    assert desk.json == before
    assert desk.notice == "Found again: hand 7 with 5 steps. Go on where you were."
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
    desk.keys("142 Enter g")
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
    assert desk.prompt == "Written. Go on with the next hand"
    desk.keys("Backspace Backspace as")
    assert played(desk.records[0]) == plays("W KS N AS")
    assert desk.records[1].deal.upcard == "JH"


def test_a_score_that_is_none_is_told(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks f")
    desk.page.fill("[name=score-NS]", "many")
    desk.tap("Write the score")
    wrong = desk.page.locator("#score-wrong").inner_text()
    assert wrong == "“many” is no score for Owls: write points up to 1000, or XXX, XX, --, - or R."
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
    desk.tap("Write the score")
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


def test_what_the_sheet_breaks_down(sit: Sit) -> None:
    desk = sit().set_up()
    desk.keys("9s y ks f 101 Enter 81 Enter")
    desk.page.get_by_text("What the sheet breaks down").click()
    for name, points in (("Owls, in cards", "91"), ("Owls, last trick", "10"), ("Eagles, in cards", "61")):
        desk.page.get_by_role("textbox", name=name).fill(points)
    desk.page.get_by_role("textbox", name="Eagles, melds").fill("2o")
    desk.tap("Write the score")
    wrong = desk.page.locator("#score-wrong").inner_text()
    assert wrong == "“2o” is no number of points for Eagles: write 0 to 1000, or leave it empty."
    desk.page.get_by_role("textbox", name="Eagles, melds").fill("20")
    desk.tap("Write the score")
    record = desk.record
    assert {team: line.model_dump(exclude_unset=True) for team, line in record.sheet.items()} == {
        "NS": {"cards": 91, "last_trick": 10},
        "EW": {"cards": 61, "melds": 20},
    }
    assert record.score == {"NS": 101, "EW": 81}
    desk.page.reload()
    assert desk.page.get_by_role("textbox", name="Owls, in cards").input_value() == "91"


def moments(records: list[Any]) -> list[dict[str, Any]]:
    return [entry.model_dump(exclude_defaults=True) for entry in records]


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
    assert desk.page.locator("#panel-wrong").inner_text() == "Something is missing: choose, or cancel."
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
    for kind, seat, to in (("question", "N", "W"), ("advice", "W", "N"), ("advice", "E", ""), ("slow_play", "S", None)):
        desk.tap("Other")
        panel.locator("[name=incident]").select_option(kind)
        panel.locator(f"[name=seat][value={seat}]").check()
        if to is None:
            assert not panel.get_by_text("To whom was it said?").is_visible()
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
    panel.get_by_label("Nobody noted whether it was called").check()
    desk.tap("dad", "queen of clubs", "jack of clubs", "ten of clubs")
    west, north, east = desk.record.melds or []
    assert (west.announced, west.shown, west.cards) == (None, None, ["9H", "TH", "JH"])
    assert (north.announced, north.shown) == (6, "never")
    assert (east.announced, east.shown, east.cards) == (None, 7, ["QC", "JC", "TC"])
    assert "Joe calls a dad, nobody noted when" in desk.page.locator("#steps button").all_inner_texts()


def test_one_card_is_exposed_and_four_lie_in_a_trick(sit: Sit) -> None:
    """What is chosen after takes the place of what was chosen first; nothing chosen is dropped in silence."""
    desk = sit().set_up()
    desk.keys("9s y ks e jd 0d")
    assert desk.page.locator("#panel-says").inner_text() == "10♦"
    desk.keys("Enter")
    assert moments(desk.record.incidents) == [{"kind": "exposed_card", "seat": "N", "at": 1, "card": "TD"}]
    desk.tap("Undo", "Undo", "Undo", "Undo", "Tricks afterwards")
    assert desk.page.get_by_role("button", name="As it is played").is_visible()
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
    assert [(claim.by, claim.at) for claim in desk.record.claims] == [(None, 24), (None, "turned"), (None, "scored")]


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


HEAPS = "ks as qs 9s kd ad 0s jd ac qc kc js jh qh 9c kh jc 0h ah 0c qd 9d 9h 0d"


def test_tricks_first(sit: Sit) -> None:
    """Six tricks of the heaps with who led rebuild all four hands."""
    desk = sit().set_up(way="heaps")
    assert desk.prompt == "Who made trumps, and in what?"
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
        desk.page.locator("#panel-title").inner_text() == "The king of diamonds lies in a trick already. Play it again?"
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
    assert desk.prompt == "Ruth has the last card, 10♦: Enter or tap"


def test_melds_of_a_heap_have_no_moment(sit: Sit) -> None:
    desk = sit().set_up(way="heaps")
    desk.keys("Enter w s ks as m w d w 9h 0h jh")
    assert moments(desk.record.melds or []) == [{"seat": "W", "kind": "dad", "cards": ["9H", "TH", "JH"]}]
