"""Hands of the Bid Euchre family entered in a real browser, against the records they should give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.conftest import Visit
from tests.browser.looking import PHONE
from tests.browser.recorder import Desk

pytestmark = pytest.mark.full

Sit = Callable[..., Desk]
Json = dict[str, Any]
#: A whole clean hand of Pepper takes no more taps, the score included.
MOST_TAPS = 50

#: Case BE01: South bids four, names spades, and takes five tricks with his partner.
PEPPER = "JS AS 9C 9D KH 9H JH TH KS JC TC QH AD JD QD QS TS TD QC KC 9S KD AH AC"


@pytest.fixture
def sit(visit: Visit, recorder: str) -> Sit:
    """Opens the page and sits down to a game."""
    return lambda *game, **texts: Desk(visit(recorder, viewport=PHONE)).sit_down(*game, **texts)


def plays(hand: Json) -> list[str]:
    return [f"{play['seat']} {play['card']}" for play in hand["plays"]]


def test_a_hand_of_pepper_takes_at_most_fifty_taps(sit: Sit) -> None:
    """Every tap is counted by the page's own clicks; the keys of a phone are taps as well."""
    desk = sit("pepper", "E")
    desk.page.evaluate("window.taps = 0; addEventListener('click', () => { window.taps += 1 }, true)")
    desk.say("4", "Pass", "Pass", "Pass", "spades")
    desk.cards(PEPPER)
    desk.tap("Save the score")
    assert desk.page.evaluate("window.taps") <= MOST_TAPS
    hand = desk.hand
    assert [list(said.values()) for said in hand["declarations"]] == [
        ["S", "4"],
        ["W", "pass"],
        ["N", "pass"],
        ["E", "pass"],
        ["S", "trump", "S"],
    ]
    assert plays(hand)[:5] == ["S JS", "W AS", "N 9C", "E 9D", "S KH"]
    assert [hand["plays"][at]["seat"] for at in range(0, 24, 4)] == ["S", "S", "S", "W", "S", "S"]
    assert hand["score"] == {"NS": 5, "EW": 1}
    assert desk.page.locator("#counted").inner_text() == "Tricks by the cards: North-South 5, East-West 1."


def boxes(desk: Desk) -> list[str]:
    """Return what the score boxes of all sides hold."""
    return [field.input_value() for field in desk.page.locator("#scores input").all()]


def test_a_score_that_differs_is_kept_with_a_warning(sit: Sit) -> None:
    """B-024, B-025, B-028: four bid and five taken score five and one; six bid are set, and cost six."""
    desk = sit("pepper", "E")
    desk.say("4", "Pass", "Pass", "Pass", "spades")
    *first, last = PEPPER.split()
    desk.cards(" ".join(first))
    assert desk.prompt.startswith("All six") or boxes(desk) == ["", ""]
    desk.cards(last)
    assert boxes(desk) == ["5", "1"]
    box = desk.page.locator("[name=score-NS]")
    box.click()
    box.press_sequentially("4")
    desk.tap("Save the score")
    assert desk.notice == "Recorded as written, but the hand comes to North-South 5."
    assert desk.hand["score"] == {"NS": 4, "EW": 1}
    desk.tap("Undo")
    desk.page.fill("[name=score-NS]", "")
    desk.page.fill("[name=score-EW]", "2")
    desk.tap("Save the score")
    assert desk.notice == "Recorded as written, but the hand comes to East-West 1."
    assert desk.hand["score"] == {"EW": 2}
    desk.tap("New night", "Start a new night")
    desk.sit_down("pepper", "E")
    desk.say("6", "Pass", "Pass", "Pass", "spades")
    desk.cards(PEPPER)
    assert boxes(desk) == ["-6", "1"]


def test_boxes_stay_empty_where_the_score_is_not_known(sit: Sit) -> None:
    """A card that nobody knows, or something to rule on: the page does not guess."""
    desk = sit("pepper", "E")
    for before in ("unknown", "exposed"):
        if before == "exposed":
            desk.tap("New night", "Start a new night")
            desk.sit_down("pepper", "E")
        desk.say("4", "Pass", "Pass", "Pass", "spades")
        *cards, last = PEPPER.split()
        desk.cards(" ".join(cards))
        if before == "unknown":
            desk.page.locator("#cards [data-card='']").click()
        else:
            desk.tap("Exposed")
            desk.page.check("dialog [name=seat][value=W]")
            desk.tap("Done")
            desk.cards(last)
        assert desk.prompt.startswith("All six tricks are played."), before
        assert boxes(desk) == ["", ""], before


def test_a_hand_of_pepper_by_keys(sit: Sit) -> None:
    desk = sit("pepper", "E")
    desk.keys("4 p p p s js as 9c 9d kh 9 jh 0 ks jc 0c qh ad jd q qs 0s 0d qc kc 9s kd ah Enter")
    assert desk.prompt == "All six tricks are played. Enter the score"
    desk.keys("Enter -6 Enter 4 Enter")
    assert desk.hand["score"] == {"NS": -6, "EW": 4}
    assert desk.page.locator("#tally").inner_text() == "North-South -6 – East-West 4"
    desk.keys("Enter")
    assert desk.prompt == "West: bid or pass?"
    desk.keys("p")
    running = desk.written[1]
    assert running.model_dump()["before"] == {"NS": -6, "EW": 4}


def test_bottoms_and_running_scores(sit: Sit) -> None:
    """Case EC06: East shows three kings and takes the bottom three; the clubs are counted down from fifteen."""
    desk = sit("eau-claire-clubs", "E")
    desk.tap("Scores")
    desk.page.fill("dialog [name=before-NS]", "12")
    desk.page.fill("dialog [name=before-EW]", "7")
    desk.tap("Done")
    desk.cards("JD")
    desk.tap("Special call")
    desk.page.check("dialog [name=seat][value=E]")
    desk.page.check("dialog [name=special][value=bottoms]")
    desk.tap("king of clubs", "king of diamonds", "king of spades", "Done")
    desk.say("Pass", "Pass", "Pass", "2", "spades")
    desk.keys("jc js 9c 9s qs 9d 0c as 0s qh 0h 0d 9h qd ah jh ad kh ac qc")
    assert desk.prompt == "All five tricks are played. Enter the score"
    assert boxes(desk) == ["-1", "-4"]
    desk.tap("Save the score")
    hand = desk.hand
    assert (hand["cards_each"], hand["before"], hand["deal"]["upcard"]) == (5, {"NS": 12, "EW": 7}, "JD")
    assert hand["declarations"][0] == {"seat": "E", "call": "bottoms", "cards": ["KC", "KD", "KS"]}
    assert [said["seat"] for said in hand["declarations"]] == ["E", "S", "W", "N", "E", "E"]
    assert hand["score"] == {"NS": -1, "EW": -4}
    assert desk.page.locator("#tally").inner_text() == "North-South 11 – East-West 3"


def test_players_drop_out_and_tricks_are_narrower(sit: Sit) -> None:
    """Case DC02: five play, each for himself; two drop out, and three cards make a trick."""
    desk = sit("dirty-clubs-bumped", "P2", 5)
    desk.keys("9s 1 2 p p p d")
    for seat in ("P5", "P2"):
        desk.tap("Drop out")
        desk.page.check(f"dialog [name=seat][value={seat}]")
        desk.tap("Done")
    desk.keys("jh 0d jd 9d kd 0c ad qh 9c js ks as 0s 8s ac")
    assert desk.prompt == "All five tricks are played. Enter the score"
    assert boxes(desk) == ["5", "0", "-3", "-2", "0"]
    desk.tap("Save the score")
    hand = desk.hand
    assert (hand["pack"], hand["seats"]) == ("28", ["P1", "P2", "P3", "P4", "P5"])
    assert [said["call"] for said in hand["declarations"]] == [
        "1",
        "2",
        "pass",
        "pass",
        "pass",
        "trump",
        "out",
        "out",
    ]
    assert plays(hand)[:4] == ["P4 JH", "P1 TD", "P3 JD", "P3 9D"]
    assert hand["score"] == {"P1": 5, "P2": 0, "P3": -3, "P4": -2, "P5": 0}
    desk.keys("Enter")
    assert desk.page.locator("#tally").inner_text() == "P1 20 – P2 15 – P3 12 – P4 13 – P5 15"


def test_alone_with_two_cards_exchanged_and_two_of_each(sit: Sit) -> None:
    """Case DH03: South plays alone; each card is there twice, and a third time it is asked about."""
    desk = sit("double-hasenpfeffer", "E")
    desk.say("7", "Pass", "Pass", "Pass", "Alone", "clubs")
    desk.tap("Pass cards")
    desk.page.check("dialog [name=taker][value=N]")
    desk.tap("ten of spades", "nine of spades", "Done", "Pass cards")
    desk.page.check("dialog [name=seat][value=N]")
    desk.page.check("dialog [name=taker][value=S]")
    desk.tap("ace of spades", "ace of hearts", "Done")
    desk.keys("ac 9c 0c ac jc 0c ac")
    assert (
        desk.page.locator("#panel-title")
        .inner_text()
        .startswith("The ace of clubs was already played (South")
    )
    desk.keys("Enter kc jc 9h")
    hand = desk.hand
    assert hand["exchanges"] == [
        {"from": "S", "to": "N", "cards": ["TS", "9S"]},
        {"from": "N", "to": "S", "cards": ["AS", "AH"]},
    ]
    assert hand["declarations"][-1] == {"seat": "S", "call": "trump", "trump": "C", "alone": True}
    assert plays(hand) == ["S AC", "W 9C", "E TC", "S AC", "W JC", "E TC", "S KC", "W JC", "E 9H"]


def test_no_cards_were_handed_over(sit: Sit) -> None:
    desk = sit("buckenpeffer", "W")
    desk.keys("4 p p p")
    desk.say("Low")
    desk.tap("Pass cards", "None were passed")
    assert desk.hand["exchanges"] == []
    desk.keys("9h 0h kh ah")
    assert desk.prompt == "North leads to trick 2: tap a card"


def test_the_joker_is_led_without_trumps(sit: Sit) -> None:
    desk = sit("hasenpfeffer", "W")
    desk.say("3", "Pass", "Pass", "Pass", "No trump")
    desk.cards("JK")
    desk.page.check("dialog [name=suit][value=H]")
    desk.tap("Done")
    assert desk.hand["plays"] == [{"seat": "N", "card": "JK", "named": "H"}]
    desk.keys("9 k ah")
    assert plays(desk.hand) == ["N JK", "E 9H", "S KH", "W AH"]
    assert desk.prompt == "North leads to trick 2: tap a card"


def test_nobody_bids_and_the_joker_has_to(sit: Sit) -> None:
    """B-070: whoever holds the joker has to bid three; who that is, the table says by who names trumps."""
    desk = sit("hasenpfeffer", "W")
    desk.keys("p p p p")
    assert desk.prompt.startswith("Nobody bid. Whoever holds the joker must")
    desk.keys("h")
    assert desk.notice == "First tap the seat that names it."
    desk.tap("South", "hearts")
    assert desk.hand["declarations"][-1] == {"seat": "S", "call": "trump", "trump": "H"}
    assert desk.prompt == "South leads to trick 1: tap a card"


def test_the_dealer_has_to_bid(sit: Sit) -> None:
    """B-052: three passes, and he has it at four, whatever he says; with trumps his left leads (B-057)."""
    desk = sit("pfeffer", "W")
    desk.keys("p p p")
    assert desk.prompt == "West: 4 or more, or pass?"
    desk.keys("p")
    assert desk.prompt == "West won the bid: name trump"
    desk.tap("hearts")
    assert desk.prompt == "North leads to trick 1: tap a card"


def test_a_bid_that_is_too_low_stands(sit: Sit) -> None:
    desk = sit("pepper", "W")
    desk.keys("4 3")
    assert desk.notice == "Not high enough; recorded and counted as a pass."
    desk.keys("p p")
    assert desk.prompt == "North won the bid: name trump"
    assert [said["call"] for said in desk.hand["declarations"]] == ["4", "3", "pass", "pass"]


def test_a_club_turned_up_is_trumps(sit: Sit) -> None:
    """B-097, B-106: nobody bids, and the dealer's left leads."""
    desk = sit("eau-claire-clubs", "E")
    desk.keys("9c")
    assert desk.prompt == "South leads to trick 1: tap a card"
    assert "declarations" not in desk.hand


def test_a_bid_at_high_card_needs_no_naming(sit: Sit) -> None:
    """B-094, B-102: 4HC-2-Pass-3, three in suit has it; with 4HC alone it is played without trumps."""
    desk = sit("eau-claire-clubs", "E")
    desk.keys("9s")
    desk.say("4 HC", "2", "Pass", "3")
    assert desk.prompt == "East won the bid: name trump"
    desk.keys("Backspace Backspace Backspace p p p")
    assert desk.prompt == "South leads to trick 1: tap a card"
    assert desk.page.locator("#trump").inner_text() == "no trump"


def test_the_defenders_sit_out(sit: Sit) -> None:
    """B-104: one of them says so for both, and the hand is over."""
    desk = sit("eau-claire-clubs", "E")
    desk.keys("9s 3 p p p h")
    desk.tap("Drop out")
    desk.page.check("dialog [name=seat][value=W]")
    desk.tap("Done")
    assert desk.prompt == "The hand has ended. Enter the score"


def test_all_pass_and_the_next_one_deals(sit: Sit) -> None:
    desk = sit("pepper", "W")
    desk.keys("p p p p")
    assert desk.prompt == "Everyone passed. The next player deals"
    desk.keys("Enter")
    assert desk.prompt == "East: bid or pass?"


def test_the_contract_instead_of_the_calls(sit: Sit) -> None:
    desk = sit("pfeffer", "W")
    desk.keys("u")
    desk.page.check("dialog [name=seat][value=E]")
    desk.page.select_option("dialog [name=bid]", "pfeffer")
    desk.page.check("dialog [name=suit][value=H]")
    desk.tap("Done")
    assert desk.hand["contract"] == {"maker": "E", "tricks": 6, "kind": "pfeffer", "trump": "H"}
    desk.keys("9h 0h jh")
    assert [play["seat"] for play in desk.hand["plays"]] == ["N", "E", "S"]


def test_a_sheet_with_tricks_for_both_sides(sit: Sit) -> None:
    desk = sit("pepper", "W")
    desk.keys("4 p p p h f")
    desk.page.get_by_text("Card points and melds on the sheet").click()
    for name, text in {"score-NS": "4", "score-EW": "2", "tricks-NS": "4", "tricks-EW": "7"}.items():
        desk.page.fill(f"#score [name={name}]", text)
    desk.tap("Save the score")
    assert desk.page.locator("#score-wrong").inner_text() == (
        "“7” is not a number of tricks. For East-West enter 0 to 6, or leave it empty."
    )
    for name, text in {"tricks-EW": "2", "after-NS": "40", "after-EW": "-3"}.items():
        desk.page.fill(f"#score [name={name}]", text)
    desk.tap("Save the score")
    hand = desk.hand
    assert hand["sheet"] == {"NS": {"tricks": 4}, "EW": {"tricks": 2}}
    assert hand["after"] == {"NS": 40, "EW": -3}
    assert desk.page.locator("#tally").inner_text() == "North-South 40 – East-West -3"


def test_a_claim_and_an_incident_of_the_family(sit: Sit) -> None:
    desk = sit("eau-claire-clubs", "E")
    desk.keys("9s 3 p p p h ah i")
    desk.page.select_option("dialog [name=incident]", "table_talk")
    desk.page.check("dialog [name=seat][value=N]")
    desk.tap("Done")
    desk.keys("r n e")
    options = desk.page.locator("dialog [name=infraction] option").evaluate_all(
        "all => all.map((one) => one.value)"
    )
    assert "table-talk" in options
    assert "failure-to-trump" not in options
    desk.keys("Enter")
    assert desk.hand["incidents"] == [{"kind": "table_talk", "seat": "N", "at": 1}]
    assert desk.hand["claims"] == [{"by": "N", "against": "E", "at": 1}]


def test_a_card_by_somebody_who_is_out_is_no_part_of_the_trick(sit: Sit) -> None:
    desk = sit("progressive-euchre", "W")
    desk.keys("p a")
    assert desk.prompt == "East won the bid: name trump"
    desk.keys("h jh x w 9c 0h 9h ah")
    assert plays(desk.hand) == ["E JH", "W 9C", "S TH", "N 9H", "E AH"]


def test_a_trick_of_the_heaps_whose_order_is_lost(sit: Sit) -> None:
    desk = Desk(sit("pepper", "W").page)
    desk.tap("Enter tricks afterward")
    desk.keys("u")
    desk.page.check("dialog [name=seat][value=N]")
    desk.page.select_option("dialog [name=bid]", "4")
    desk.page.check("dialog [name=suit][value=S]")
    desk.tap("Done")
    desk.keys("o as ks qs 0s Enter")
    hand = desk.hand
    assert hand["disordered"] == [1]
    assert plays(hand) == ["N AS", "E KS", "S QS", "W TS"]


def test_a_reload_finds_the_hand_again(sit: Sit) -> None:
    desk = sit("dirty-clubs", "P3", 6)
    desk.keys("9s 2 p p p p p h jh")
    before = desk.json
    desk.page.reload()
    assert desk.json == before
    assert desk.prompt == "Player 5 plays to trick 1: tap a card"


def test_another_game_waits_for_another_night(sit: Sit) -> None:
    desk = sit("pepper", "W")
    desk.keys("p")
    desk.tap("Change the set-up")
    closed = desk.page.locator("#setup [name=ruleset] option[disabled]").evaluate_all(
        "all => all.map((one) => one.value)"
    )
    assert "ecl-1992" in closed
    assert "hawsy" not in closed
    desk.page.select_option("#setup [name=ruleset]", "hawsy")
    desk.tap("Save changes")
    assert desk.hand["ruleset"] == "hawsy"


def test_what_is_played_for_and_who_changed_seats(sit: Sit) -> None:
    """B-067: so much a game and so much a set; in an evening of Progressive Euchre the bell sends somebody on."""
    desk = sit("progressive-euchre", "E")
    desk.tap("Change the set-up")
    desk.unfold()
    desk.page.fill("[name=stakeGame]", "2")
    desk.page.fill("[name=stakeSet]", "1")
    desk.tap("Save changes", "Deal, cut")
    desk.page.check("dialog [name=taker][value=S]")
    desk.tap("Done")
    assert desk.hand["context"]["stakes"] == {"game": 2, "set": 1}
    assert desk.hand["context"]["moved"] == "S"
    assert desk.page.evaluate("sorted(recordOf(handOf(recordsOf(night)[0]))) === sorted(recordsOf(night)[0])")
