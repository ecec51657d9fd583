"""Findings on records that were once misread; what rulings say of such hands stands in `tests/ruling/stories.md`."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.dossier import full_dossier
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from clabber_audit.report.data import ruling_data
from clabber_audit.report.page import page
from clabber_audit.report.ruling import ruling_text
from tests.rules import rule_on

HANDS = "N thkcadqh9dtd\nE ksjhjdqdasqc\nS 9sjcacah9c9h\nW qsjstckdkhts\n"
ALONE = f"bid-euchre 1\nhand h\nrules pepper\ndeal W\n{HANDS}calls 6 p p p\ntrump N diamonds alone\n"
LONE = f"bid-euchre 1\nhand h\nrules pfeffer\ndeal W\n{HANDS}calls pfeffer p p p\ntrump N diamonds\n"


def rule_on_text(text: str) -> Ruling:
    return rule_on(record_data(parse(HandText(text, 1))))


def list_findings(text: str) -> list[tuple[str, str | None, Any]]:
    data = ruling_data(rule_on_text(text), whole=False)["findings"]
    return [(one["infraction"], one["seat"], one["at"]) for one in data]


# Who plays (the contract of the record)


@pytest.mark.parametrize("first", ["1N 9djd9ckd", "1N 9djd S:9c kd"])
def test_the_partner_who_plays_on_is_read_alike_however_it_is_typed(first: str) -> None:
    """Four cards in a row tell that South plays, whatever North said; a named card tells it too."""
    text = f"{ALONE}{first}\n"
    assert list_findings(text) == [("invalid-declaration", "N", "declaring")]
    seats = [play["seat"] for play in record_data(parse(HandText(text, 1)))["plays"]]
    assert seats == ["N", "E", "S", "W"]


def test_the_partner_who_lays_down_is_passed_over_in_text_and_in_json() -> None:
    text = f"{ALONE}1N 9djdkd\n2E ksqstd\n"
    record = parse(HandText(text, 1))
    assert [play["seat"] for play in record_data(record)["plays"]] == ["N", "E", "W", "E", "W", "N"]
    assert list_findings(text) == [("invalid-declaration", "N", "declaring")]
    assert parse(HandText(write(record), 1)) == record


def test_a_lead_by_somebody_who_is_out_is_written_with_its_seat() -> None:
    """Four cards in a row would be read as everybody's; the record comes back the same."""
    record = parse(HandText(f"{LONE}1S S:9s qs9djd\n2E ksqstd\n".replace("2E ksqstd", "2E ks tstd"), 1))
    assert "1S S:9s" in write(record)
    assert parse(HandText(write(record), 1)) == record


def test_one_seat_left_at_the_table_is_judged() -> None:
    """The bidder says that he is out, and so do the others: the last plays his cards by himself."""
    text = (
        "bid-euchre 1\nhand h\nrules dirty-clubs-bumped\npack 20\nseats P1 - / P2 - / P3 -\ndeal P3\n"
        "calls 2 p p\ntrump P1 spades\nout P1 P2\n1P3 ac\n2P3 qc\n"
    )
    assert [one[:2] for one in list_findings(text)] == [("forbidden-drop-out", "P1")]


# Table-talk that is claimed (BD-76)

TALK = (
    "bid-euchre 1\nhand h\nrules eau-claire-clubs\ndeal W\nup qs\ncalls 2 p p p\ntrump N hearts\n"
    "incident table_talk S @0\n"
)


# Moments after a card of somebody who is out (BD-77)

STRAY = f"{LONE}1N 9djdkd\n2E ks S:9s qstd\n3N thaskh\n4W tckcqc\n5N qhqdts\n6E jhjsad\n"


def test_the_card_of_no_trick_is_drawn_and_proves_itself_as_it_falls() -> None:
    text = f"{STRAY}claim E against S trick 2\n"
    (one,) = ruling_data(rule_on_text(text), whole=False)["findings"]
    assert (one["infraction"], one["at"], one["provable_from"]) == ("playing-when-out", 4, 5)
    assert "not in the trick" in page(full_dossier(rule_on_text(text), ()))


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
    ruling = rule_on_text(f"{SHEET}{written}\n")
    data = ruling_data(ruling, whole=False)
    facts = [one["facts"] for one in data["findings"] if one["infraction"] == "wrong-score"]
    assert [(fact.get("part"), fact["sheet"], fact["ruled"]) for fact in facts] == wrong
    assert data["sheet_agrees"] == (not wrong if "score" in written or wrong else None)
    text = " ".join(ruling_text(full_dossier(ruling, ())).split())
    # A hand that is scored right is not called wrong for what the total beside it says.
    assert ("THE SHEET IS WRONG" in text) == any(part is None for part, *_ in wrong)
    if wrong == [("after", 17, 14)]:
        assert "THE RUNNING TOTAL IS WRONG BY 3. The score stands: North-South 4, East-West 2." in text
        assert "The sheet has a running total of 17 for North-South; it should be 14." in text


def test_a_total_of_which_nobody_noted_what_was_before_is_not_judged() -> None:
    assert list_findings(SHEET.replace("before NS 10 EW 4\n", "") + "after NS 17 EW 6\n") == []


# Five cards each (B-095, BD-47)


@pytest.mark.parametrize("ruleset", ["eau-claire-clubs", "eau-claire-third-ward", "eau-claire-study-hall"])
def test_a_record_need_not_say_what_the_game_fixes(ruleset: str) -> None:
    text = TALK.replace("eau-claire-clubs", ruleset)
    silent, ruling = rule_on_text(text), rule_on_text(text.replace("deal W", "pack 24 each 5\ndeal W"))
    assert silent.replay.hand.seating.each == 5
    assert ruling_data(silent, whole=False) == ruling_data(ruling, whole=False)
    assert "cards_each" not in record_data(silent.replay.hand.record)
    # What the record does say stands: six each is another table.
    data = {**record_data(parse(HandText(text, 1))), "cards_each": 6, "deal": {"dealer": "W"}}
    six = parse_hand(json.dumps(data).encode()).record
    assert [fault.what for fault in silent.law.game.table_faults(six, silent.law.toggles)] == [
        "each player is dealt 6 cards"
    ]
    assert not silent.law.game.table_faults(silent.replay.hand.record, silent.law.toggles)


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
    assert sorted(one[0] for one in list_findings(text)) == sorted(faults)
