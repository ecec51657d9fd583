"""Records of which the ruling once told a wrong story, each beside an innocent or a lawful twin."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clabber_audit.games.parse import read
from clabber_audit.judge.data import ruling_data
from clabber_audit.judge.dossier import full_dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.canonical import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse_any
from clabber_audit.records.notation.writer import write
from clabber_audit.report.page import page
from clabber_audit.report.ruling import replay_text, ruling_text
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.rules.ruleset import SHIPPED_OF

HANDS = "N thkcadqh9dtd\nE ksjhjdqdasqc\nS 9sjcacah9c9h\nW qsjstckdkhts\n"
ALONE = f"bid-euchre 1\nhand h\nrules pepper\ndeal W\n{HANDS}calls 6 p p p\ntrump N diamonds alone\n"
LONE = f"bid-euchre 1\nhand h\nrules pfeffer\ndeal W\n{HANDS}calls pfeffer p p p\ntrump N diamonds\n"


def ruled(text: str) -> Ruling:
    record = parse_any(HandText(text, 1))
    return adjudicate(read(json.dumps(record_data(record)).encode()), law_of(str(record.ruleset)))


def told(text: str) -> str:
    """The ruling as text, its lines joined."""
    return " ".join(ruling_text(full_dossier(ruled(text), SHIPPED_OF["bid-euchre"])).split())


def found(text: str) -> list[tuple[str, str | None, Any]]:
    data = ruling_data(ruled(text), whole=False)["findings"]
    return [(one["infraction"], one["seat"], one["at"]) for one in data]


# Who plays (the contract of the record)


@pytest.mark.parametrize("first", ["1N 9djd9ckd", "1N 9djd S:9c kd"])
def test_the_partner_who_plays_on_is_read_alike_however_it_is_typed(first: str) -> None:
    """Four cards in a row tell that South plays, whatever North said; a named card tells it too."""
    text = f"{ALONE}{first}\n"
    assert found(text) == [("invalid-declaration", "N", "declaring")]
    seats = [play["seat"] for play in record_data(parse_any(HandText(text, 1)))["plays"]]
    assert seats == ["N", "E", "S", "W"]


def test_the_partner_who_lays_down_is_passed_over_in_text_and_in_json() -> None:
    text = f"{ALONE}1N 9djdkd\n2E ksqstd\n"
    record = parse_any(HandText(text, 1))
    assert [play["seat"] for play in record_data(record)["plays"]] == ["N", "E", "W", "E", "W", "N"]
    assert found(text) == [("invalid-declaration", "N", "declaring")]
    assert parse_any(HandText(write(record), 1)) == record
    assert "South played no cards. [plays]" in told(text)
    assert "played no cards" not in told(f"{ALONE}1N 9djd9ckd\n")
    assert "played no cards" not in told(f"{LONE}1N 9djdkd\n")


def test_a_lead_by_somebody_who_is_out_is_written_with_its_seat() -> None:
    """Four cards in a row would be read as everybody's; the record comes back the same."""
    record = parse_any(HandText(f"{LONE}1S S:9s qs9djd\n2E ksqstd\n".replace("2E ksqstd", "2E ks tstd"), 1))
    assert "1S S:9s" in write(record)
    assert parse_any(HandText(write(record), 1)) == record


def test_one_seat_left_at_the_table_is_judged() -> None:
    """The bidder says that he is out, and so do the others: the last plays his cards by himself."""
    text = (
        "bid-euchre 1\nhand h\nrules dirty-clubs-bumped\npack 20\nseats P1 - / P2 - / P3 -\ndeal P3\n"
        "calls 2 p p\ntrump P1 spades\nout P1 P2\n1P3 ac\n2P3 qc\n"
    )
    assert [one[:2] for one in found(text)] == [("forbidden-drop-out", "P1")]


# Table-talk that is claimed (BD-76)

TALK = (
    "bid-euchre 1\nhand h\nrules eau-claire-clubs\ndeal W\nup qs\ncalls 2 p p p\ntrump N hearts\n"
    "incident table_talk S @0\n"
)


def test_claimed_table_talk_is_a_misdeal_and_nowhere_free() -> None:
    claimed = told(f"{TALK}claim E against S table-talk @0\n")
    assert "MISDEAL: TABLE TALK. Nobody scores. West deals again." in claimed
    assert "costs nothing" not in claimed.split("SOURCES")[0]
    assert "no penalty" not in claimed.split("SOURCES")[0]
    # Nobody minds: it is noted, and the hand goes on.
    noted = told(TALK)
    assert "MISDEAL" not in noted
    assert "South talked across the table" in noted


# Moments after a card of somebody who is out (BD-77)

STRAY = f"{LONE}1N 9djdkd\n2E ks S:9s qstd\n3N thaskh\n4W tckcqc\n5N qhqdts\n6E jhjsad\n"


def test_a_claim_after_the_last_card_is_of_no_seventh_trick() -> None:
    text = f"{STRAY}claim E against S trick 2\n"
    assert "trick 7" not in told(text)
    assert "After the last card, East called a renege on South in trick 2." in told(text)
    assert "trick 7" not in " ".join(replay_text(full_dossier(ruled(text), ())).split())
    # Without his card the same claim comes at the same moment.
    assert "After the last card, East called a renege on South in trick 2." in told(text.replace(" S:9s", ""))


def test_the_card_of_no_trick_is_drawn_and_proves_itself_as_it_falls() -> None:
    text = f"{STRAY}claim E against S trick 2\n"
    (one,) = ruling_data(ruled(text), whole=False)["findings"]
    assert (one["infraction"], one["at"], one["provable_from"]) == ("playing-when-out", 4, 5)
    assert "South [out of the hand]: 9♠ (not in the trick, at fault)" in told(text)
    assert "not in the trick" in page(full_dossier(ruled(text), ()))
    assert "not in the trick" not in told(f"{STRAY}claim E against S trick 3\n".replace(" S:9s", ""))


def test_later_cards_are_counted_as_they_are_recorded() -> None:
    """King of clubs is the eighth card of the record, with the nine of spades among them."""
    text = f"{LONE}1N 9djdkd\n2E ks S:9s qstd\n3N kcasts\nclaim N against E failure-to-follow trick 3\n"
    assert "[trick 3, card 1]" in told(text)
    assert "North called it after trick 3." in told(text)
    # Without it the same claim comes at the same moment.
    assert "North called it after trick 3." in told(text.replace(" S:9s", ""))


# The running total on the sheet (B-009)

SHEET = (
    "bid-euchre 1\nhand h\nrules pepper\nbefore NS 10 EW 4\ndeal W\ncalls 4 p p p\ntrump N hearts\n"
    "sheet NS tricks 4 EW tricks 2\n"
)


@pytest.mark.parametrize(
    ("written", "wrong"),
    [
        ("score NS 4 EW 2\nafter NS 17 EW 6", [("after", 17, 14)]),
        ("after NS 17 EW 6", [("after", 17, 14)]),
        ("score NS 4 EW 2\nafter NS 14 EW 6", []),
        ("score NS 4 EW 2", []),
        # A wrong score that is carried on is one fault, a slip beside it another.
        ("score NS 5 EW 2\nafter NS 15 EW 6", [(None, 5, 4)]),
        ("score NS 5 EW 2\nafter NS 16 EW 6", [(None, 5, 4), ("after", 16, 14)]),
    ],
)
def test_a_wrong_running_total_is_a_wrong_score(written: str, wrong: list[tuple[Any, ...]]) -> None:
    ruling = ruled(f"{SHEET}{written}\n")
    data = ruling_data(ruling, whole=False)
    facts = [one["facts"] for one in data["findings"] if one["infraction"] == "wrong-score"]
    assert [(one.get("part"), one["sheet"], one["ruled"]) for one in facts] == wrong
    assert data["sheet_agrees"] == (not wrong if "score" in written or wrong else None)
    text = " ".join(ruling_text(full_dossier(ruling, ())).split())
    # A hand that is scored right is not called wrong for what the total beside it says.
    assert ("THE SHEET IS WRONG" in text) == any(part is None for part, *_ in wrong)
    if wrong == [("after", 17, 14)]:
        assert "THE RUNNING TOTAL IS WRONG BY 3. The score stands: North-South 4, East-West 2." in text
        assert "The sheet has a running total of 17 for North-South; it should be 14." in text


def test_a_total_of_which_nobody_noted_what_was_before_is_not_judged() -> None:
    assert found(SHEET.replace("before NS 10 EW 4\n", "") + "after NS 17 EW 6\n") == []


# Cards handed over (B-143)

TWO = "bid-euchre 1\nhand h\nrules double-hasenpfeffer\npack 48\ndeal E\ncalls 7 p p p\ntrump S clubs alone\n"


def test_too_many_cards_are_another_number_and_no_other_exchange() -> None:
    three = told(f"{TWO}give S>N ts9s9c / N>S asahth\n")
    assert "South passed 9♣ 9♠ 10♠ to North; it should have been two cards." in three
    assert "North passed 10♥ A♥ A♠ to South; it should have been two cards." in three
    assert "passed 9♣ 9♠ 10♠ to North, which is not allowed" not in three
    assert found(f"{TWO}give S>N ts9s / N>S asah\n") == []
    astray = told(f"{TWO}give S>W ts9s\n")
    assert "South passed 9♠ 10♠ to West, which is not allowed here" in astray
    again = told(f"{TWO}give S>N ts9s / N>S asah / S>N 9cqd\n")
    assert "South passed 9♣ Q♦ to North after the exchange had been made" in again


# What was named, and is no suit (B-006, BD-40)

UNKNOWN_SUIT = "nknown suit"


THROWN_OFF = (
    "bid-euchre 1\nhand h\nrules {rules}\ndeal W\nN 9dtdkdadjc9c\nE jdkhqhth9hah\ncalls 4 p p p\ntrump N {named}\n"
    "{given}1N td kh qd qs\nclaim N against E failure-to-follow trick 1\n"
)


@pytest.mark.parametrize(
    ("rules", "named", "given", "said"),
    [
        ("pepper", "notrump", "", "Played at no trump."),
        ("buckenpeffer", "low", "give N>E 9c / E>N ah\n", "Played at low."),
        ("pepper", "spades", "", "diamond"),
    ],
)
def test_no_unknown_suit_is_trump(rules: str, named: str, given: str, said: str) -> None:
    """East had the jack of diamonds, of the suit led, and threw off the king of hearts."""
    text = THROWN_OFF.format(rules=rules, named=named, given=given)
    assert ("failure-to-follow", "E", 1) in found(text)
    assert said in told(text)
    assert UNKNOWN_SUIT not in told(text)


@pytest.mark.parametrize(
    ("trick", "why"),
    [
        ("jk 9h ts js", "the joker was led and no suit named, so any card was good"),
        ("jk=h 9h kh th", "East followed suit with 9♥ in trick 1"),
        ("jk=d 9h jd qd", "East had no diamonds left, and threw off 9♥ in trick 1"),
    ],
)
def test_a_joker_led_at_no_trump(trick: str, why: str) -> None:
    text = (
        "bid-euchre 1\nhand h\nrules hasenpfeffer\npack 25\ndeal N\nN kdtdjkjhjcas\nE qhac9hks9cqs\nS khkcjdqctsad\n"
        f"W tcjsahth9dqd\ncalls p p p 5\ntrump N notrump\n1N {trick}\n"
        "claim S against E failure-to-follow trick 1\n"
    )
    assert why in told(text)
    assert UNKNOWN_SUIT not in told(text)


def test_cards_left_over_are_in_nobodys_hand() -> None:
    """West's hand follows from all others and the blind: he had the ten of spades."""
    text = (
        "bid-euchre 1\nhand h\nrules eau-claire-clubs\ndeal W\nN kskhkd9stc\nE asahthtd9d\nS qsjsqhqdqc\nup 9h\n"
        "blind 9hjckcad\ncalls 2 p p p\ntrump N hearts\n1N ks as qs jd\nclaim N against W failure-to-follow trick 1\n"
    )
    assert "J♣, K♣, A♦ and 9♥ lay aside, in nobody’s hand. [deal]" in told(text)
    assert "[call 5]" in told(text)


# Five cards each (B-095, BD-47)


@pytest.mark.parametrize("ruleset", ["eau-claire-clubs", "eau-claire-third-ward", "eau-claire-study-hall"])
def test_a_record_need_not_say_what_the_game_fixes(ruleset: str) -> None:
    text = TALK.replace("eau-claire-clubs", ruleset)
    silent, said = ruled(text), ruled(text.replace("deal W", "pack 24 each 5\ndeal W"))
    assert silent.replay.hand.seating.each == 5
    assert ruling_data(silent, whole=False) == ruling_data(said, whole=False)
    assert "cards_each" not in record_data(silent.replay.hand.record)
    # What the record does say stands: six each is another table.
    six = read(
        json.dumps(
            {**record_data(parse_any(HandText(text, 1))), "cards_each": 6, "deal": {"dealer": "W"}}
        ).encode()
    ).record
    assert [fault.what for fault in silent.law.game.strange(six, silent.law.toggles)] == [
        "each player is dealt 6 cards"
    ]
    assert not silent.law.game.strange(silent.replay.hand.record, silent.law.toggles)


# Trump named by somebody who had not won the bid (B-014), and wrongly at that (BD-16, BD-19)

BID_SIX = f"bid-euchre 1\nhand h\nrules pepper\ndeal W\n{HANDS}calls 6 p p p\n"
STRANGER, LATE, WRONG = "declaring-out-of-turn", "trump-named-late", "invalid-declaration"


@pytest.mark.parametrize(
    ("rules", "named", "faults"),
    [
        # Pepper has no trump (BD-16); trump is named before the first card (BD-19).
        ("pepper", "N NT", []),
        ("pepper", "N NT @1", [LATE]),
        ("pepper", "E NT", [STRANGER]),
        ("pepper", "E NT @1", [STRANGER, LATE]),
        # In Progressive Euchre only a suit can be trump (B-042), and the bidder may name it with the lead (B-040).
        ("progressive-euchre", "N NT", [WRONG]),
        ("progressive-euchre", "E NT", [STRANGER, WRONG]),
        ("progressive-euchre", "E D", [STRANGER]),
        ("progressive-euchre", "E D @1", [STRANGER]),
        ("progressive-euchre", "E D @2", [STRANGER, LATE]),
        # North names trump too, so the hand is not played in what East named.
        ("progressive-euchre", "E NT\ntrump N D", [STRANGER]),
    ],
)
def test_naming_for_the_bidder_excuses_neither_what_is_named_nor_when(
    rules: str, named: str, faults: list[str]
) -> None:
    text = f"{BID_SIX}trump {named}\n1N 9djd9ckd\n".replace("rules pepper", f"rules {rules}")
    assert sorted(one[0] for one in found(text)) == sorted(faults)


def test_the_contract_tells_who_named_trump() -> None:
    assert "North won the bid: six (East named no trump). [calls]" in told(
        f"{BID_SIX}trump E NT\n1N 9djd9ckd\n"
    )
    assert "North won the bid: six at no trump. [calls]" in told(f"{BID_SIX}trump N NT\n1N 9djd9ckd\n")


# Trump is spades: the jack of clubs is a spade too (B-005)

SPADES = (
    "bid-euchre 1\nhand h\nrules pepper\ndeal W\n"
    "N khjcjdthahtd\nE kdkcqhjhasqd\nS 9hacjstsadks\nW 9dtcqc9sqs9c\ncalls 5 p p p\ntrump N spades\n"
)


def test_a_second_card_to_one_trick_is_told_as_one() -> None:
    again = told(f"{SPADES}1N kh E:qh S:9h E:kc\nclaim N against E failure-to-follow\n")
    assert "East had already played Q♥ to that trick, so K♣ was a second card." in again
    once = told(f"{SPADES}1N kh E:kc S:9h W:tc\nclaim N against E failure-to-follow\n")
    assert "East threw off K♣ on a heart while holding Q♥ and J♥ (trick 1)." in once.replace(
        "J♥ and Q♥", "Q♥ and J♥"
    )
    assert "second card" not in once


def test_the_renege_that_nobody_can_doubt_leads() -> None:
    """East plays twice to trick 1 and does not follow in trick 2: the claim names no trick and covers both (D-53)."""
    trick_2 = "East threw off K♦ on a heart while holding J♥ (trick 2)."
    second = (
        "K♣ on a heart while holding J♥; East had already played Q♥ to that trick, so K♣ was a second card."
    )
    text = f"{SPADES}1N kh E:qh S:9h E:kc\n2N ah E:kd S:ac W:9d\nclaim N against E failure-to-follow\n"
    ruling = told(text)
    assert ruling.startswith(
        f"Ruling on hand h RENEGE: FAILED TO FOLLOW SUIT. North-South 6, East-West -6. {trick_2}"
    )
    assert "THE TRICK IN QUESTION Trick 2;" in ruling
    assert second in ruling.split("ALSO FOUND")[1]
    named = told(text.replace("failure-to-follow", "failure-to-follow trick 1"))
    assert "East threw off K♣ on a heart while holding J♥ (trick 1)." in named.split("THE TRICK")[0]
    followed = told(text.replace("E:kd", "E:jh"))
    assert "East threw off K♣ on a heart while holding J♥ (trick 1)." in followed.split("THE TRICK")[0]
    once = told(text.replace("S:9h E:kc", "S:9h W:9c"))
    assert trick_2 in once
    assert "second card" not in once


def test_a_claim_beside_the_one_that_decides_is_drawn_and_explained() -> None:
    """East trumped a heart; North kept the jack of clubs under a club, which is a spade here (B-016)."""
    text = f"{SPADES}1N kh as 9h tc\n2E kcacqctd\n3S ad9djdqd\nclaim N against E failure-to-follow trick 1\n"
    both = told(f"{text}claim E against N failure-to-follow trick 2\n")
    assert "THE TRICK IN QUESTION Trick 1;" in both
    assert "THE TRICK IN QUESTION Trick 2;" in both
    box = both.split("THE TRICK")[0]
    assert "in trick 2, and that claim was wrong; J♣ counts as a spade here: it is the left bower." in box
    alone = told(text)
    assert "THE TRICK IN QUESTION Trick 1;" in alone
    assert "THE TRICK IN QUESTION Trick 2;" not in alone
    withdrawn = told(f"{text}claim E against N failure-to-follow trick 2 withdrawn\n")
    assert "THE TRICK IN QUESTION Trick 2;" not in withdrawn


def test_a_card_kept_in_the_hand_is_explained_where_it_looks_as_if_it_followed() -> None:
    """North keeps the jack of clubs under the king of clubs; with hearts as trump it would be a club."""
    text = f"{SPADES}1N kh as 9h tc\n2E kcacqctd\nclaim E against N failure-to-follow trick 2\n"
    free = told(text)
    assert "North had no clubs left, and threw off 10♦ in trick 2." in free
    assert "J♣ counts as a spade here: it is the left bower." in free
    hearts = told(text.replace("trump N spades", "trump N hearts"))
    assert "while holding J♣ (trick 2)" in hearts
    assert "counts as" not in hearts.split("THE TRICK")[0]


def test_a_left_bower_among_cards_to_follow_with_is_explained() -> None:
    """West takes the first trick with a spade and leads another; North throws off a diamond, or follows."""
    text = f"{SPADES}1N khqh9h9s\n2W qstdasjs\nclaim W against N failure-to-follow\n"
    assert "(trick 2). J♣ counts as a spade here: it is the left bower." in told(text)
    assert "NO RENEGE." in told(text.replace("qstd", "qsjc"))


OUT = (
    "bid-euchre 1\nhand h\nrules dirty-clubs\npack 20\nseats P1 - / P2 - / P3 -\ndeal P3\n"
    "P1 askskhqdtc\nP2 ahjhadkdjd\nP3 acqcjcthtd\nup qs\ncalls 2 p p\ntrump P1 spades\nout P2\n"
)


def test_a_drop_out_that_is_not_allowed_is_told_by_whether_it_was_done() -> None:
    assert "P2 dropped out, which is not allowed here, and played no cards." in told(f"{OUT}1P1 asjc\n")
    assert "P2 tried to drop out, which is not allowed here." in told(f"{OUT}1P1 asahjc\n")


def test_the_second_fault_is_explained_too() -> None:
    """P3 took the first trick with the left bower; with the ten of hearts the lead is P1's."""
    assert "P3 won trick 1: J♣ counts as a spade here: it is the left bower." in told(
        f"{OUT}1P1 asjc\n2P1 kstd\n"
    )
    assert "won trick 1: " not in told(f"{OUT}1P1 asth\n2P1 kstd\n")


def test_a_club_turned_up_is_told_as_the_reason_for_no_bidding() -> None:
    """B-097; where all pass in Eau Claire there is bidding, and nobody bids."""
    club = "bid-euchre 1\nhand h\nrules eau-claire-clubs\ndeal W\nup qc\n"
    assert "A club was turned up, so clubs are trump and there is no bidding. [deal]" in told(club)
    passed = told(club.replace("up qc", "up qs") + "calls p p p p\n")
    assert "turned up, so" not in passed


# Bids that are not allowed, and the cap


def test_a_bid_that_the_game_does_not_have_tells_the_limit() -> None:
    """Six cards each: nobody bids more than six; the stuck dealer of Buck owes four (B-075)."""
    assert "Six is the most." in told(SPADES.replace("calls 5 p p p", "calls 5 8 p p"))
    assert "Six is the most." not in told(SPADES.replace("calls 5 p p p", "calls 5 6 p p"))
    buck = SPADES.replace("rules pepper", "rules buckenpeffer").replace("trump N", "trump W")
    assert "West was stuck and had to bid four." in told(buck.replace("calls 5 p p p", "calls p p p 3"))
    assert "stuck and had to" not in told(buck.replace("calls 5 p p p", "calls p p p 4"))
    # Of a call out of turn (B-012) the number is no matter.
    out_of_turn = told(SPADES.replace("calls 5 p p p", "calls S:8 5 p p p"))
    assert "South bid eight, which is not allowed here. Six is the most." in out_of_turn
    assert "South spoke on North’s turn. Certain." in out_of_turn
    below = f"{buck}1W 9djdqdac\nclaim W against S failure-to-follow\n"
    also = "Also: West bid three, which is not allowed here; West was stuck and had to bid four (the call does not"
    assert also in told(below.replace("calls 5 p p p", "calls p p p 3"))
    assert "Also: " not in told(below.replace("calls 5 p p p", "calls p p p 4"))


def test_the_cap_is_told_where_it_cuts_the_loss() -> None:
    """A set adds five, up to twenty (BD-63)."""
    record = {
        "format": "bid-euchre-hand/1",
        "id": "cap",
        "ruleset": "eau-claire-clubs",
        "deal": {"dealer": "W", "upcard": "QS"},
        "contract": {"maker": "E", "tricks": 1, "trump": "H"},
        "plays": [],
        "sheet": {"NS": {"tricks": 5}, "EW": {"tricks": 0}},
    }

    def shown(before: int) -> str:
        ruling = adjudicate(
            read(json.dumps(record | {"before": {"NS": 6, "EW": before}}).encode()),
            law_of("eau-claire-clubs"),
        )
        return " ".join(ruling_text(full_dossier(ruling, ())).split())

    assert "East-West go from 18 to 20, the cap." in shown(18)
    assert "went set" in shown(15)
    assert "the cap." not in shown(15)
