"""Tests that contradictory records are refused and irregular play is not."""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path

import pytest

from clabber_audit.cards import CODES, SEATS
from clabber_audit.games import parse
from tests.cli import GOOD, Json, copy_with, encode_record, read_text, text_of
from tests.random_records import every_key, irregular
from tests.tables import tables
from tests.validation.refusals import (
    FRAME,
    MARK,
    add_frame,
    assert_refused_at,
    find_errors,
    record_of,
    refusal_errors,
)

#: The head of `clabber.md` explains the columns.
HANDS = tables(Path(__file__).with_name("clabber.md"))
GOOD_HANDS = "\n".join(line for line in text_of(GOOD).splitlines() if line[:2] in ("N ", "E ", "S ", "W "))


def hand(text: str) -> Json:
    """Return a hand from lines of the text notation; North deals unless a line says otherwise."""
    deal = "" if "deal " in text else "deal N\n"
    return read_text(f"clabber 1\nhand h\n{deal}{text.replace('good', GOOD_HANDS)}\n")


@pytest.mark.parametrize(("what", "text", "at", "message"), HANDS["Impossible"])
def test_r01_impossible_hands_are_refused(what: str, text: str, at: str, message: str) -> None:
    errors = refusal_errors(json.dumps(hand(text)))
    assert [".".join(map(str, fault.path)) for fault in errors] == at.split(" … ")
    for fault, words in zip(errors, message.split(" … "), strict=True):
        assert words in f"{fault.what} {fault.why} {fault.help}"


@pytest.mark.parametrize(("what", "text"), HANDS["Possible"])
def test_possible_hands_are_read(what: str, text: str) -> None:
    assert not find_errors(json.dumps(hand(text)))


def test_r01_more_plays_than_cards() -> None:
    plays = [{"seat": SEATS[place % 4], "card": None} for place in range(28)]
    errors = refusal_errors(encode_record(copy_with(GOOD, deal={"dealer": "S"}, plays=plays)))
    assert len(errors) == 4
    assert {fault.path for fault in errors} == {("plays", place) for place in range(24, 28)}


def test_r01_more_cards_played_than_held() -> None:
    blanks = [{"seat": "N", "card": None} for _ in range(7)]
    own = [{"seat": "N", "card": card} for card in GOOD["deal"]["hands"]["N"]]
    (fault,) = refusal_errors(encode_record(copy_with(GOOD, plays=blanks)))
    assert fault.path == ("plays", 6)
    assert ("plays", 6) in [
        fault.path for fault in refusal_errors(encode_record(copy_with(GOOD, plays=own + blanks)))
    ]


def test_r01_more_cards_played_than_a_pack_has() -> None:
    plays = [{"seat": SEATS[place % 4], "card": None} for place in range(25)]
    record = copy_with(GOOD, deal={"dealer": "N"}, plays=plays, incidents=[{"kind": "wrong_card_count"}])
    (fault,) = refusal_errors(encode_record(record))
    assert fault.path == ("plays", 24)


def test_r01_card_in_three_hands_and_another_in_none() -> None:
    """Three times the bit of a card equals that bit plus the next card's."""
    for there, gone in pairwise(CODES):
        rest = iter([code for code in CODES if code not in (there, gone)])
        hands = {
            seat: [there] * (seat != "N") + [next(rest) for _ in range(6 if seat in "NW" else 5)]
            for seat in SEATS
        }
        errors = refusal_errors(
            encode_record(copy_with(GOOD, deal={"dealer": "N", "hands": hands}, plays=[]))
        )
        assert len(errors) >= 3


_EIGHT = {"plays": [{"seat": seat, "card": None} for seat in "NESW"] * 2}


@pytest.mark.parametrize("kind", ["looked_at_trick", "led_before_turned"])
@pytest.mark.parametrize(("facts", "impossible"), HANDS["Incidents about a trick"])
def test_incidents_about_tricks_that_are_not_turned(kind: str, facts: str, impossible: str) -> None:
    """Fine print: an incident about a trick that has not been turned is impossible."""
    incidents = [{"kind": kind, "seat": "E", **json.loads(facts)}]
    errors = find_errors(json.dumps(copy_with(json.loads("{" + FRAME + "}"), **_EIGHT, incidents=incidents)))
    assert [fault.path for fault in errors] == ([("incidents", 0, impossible)] if impossible else [])
    assert all("was not complete after" in fault.what for fault in errors)


@pytest.mark.parametrize("word", ["deal", "declaring", "turned", "scored", 0])
def test_phases_and_the_last_card_are_valid_moments(word: str | int) -> None:
    claim = {"by": "N", "against": "E", "at": word}
    assert parse.parse_hand(encode_record(copy_with(GOOD, plays=[], claims=[claim])))


def test_r01_disordered_trick_number_is_at_most_six() -> None:
    assert_refused_at(add_frame(f'"disordered": [{MARK}7]'), "7")


def test_r01_all_contradictions_are_reported_at_once() -> None:
    text = f"""{{"format": "clabber-hand/1", "id": "h",
  "deal": {{"dealer": "N", "hands": {{
      "N": ["AS", "KS", "QS", "JS", "TS", "9S"],
      "E": ["AH", {MARK}"AS"], "W": {MARK}["9C", "TC", "JC", "QC", "KC", "AC", "9D"]}}}},
  "plays": [{{"seat": "E", "card": "KH"}}, {MARK}{{"seat": "S", "card": "KH"}}, {MARK}{{"seat": "N", "card": "9H"}}],
  "comments": [{{"at": 0, "text": "♥♥♥"}}, {{"at": {MARK}4, "text": "x"}}],
  "claims": [{{"by": "N", "against": "E", "at": {MARK}9}}]}}"""
    assert_refused_at(
        text, "ace of spades", "7 cards", "king of hearts", "nine of hearts", "time @4", "time @9"
    )


@pytest.mark.parametrize("count", range(10))
def test_r01_miscounted_hands_hold_up_to_eight_cards(count: int) -> None:
    miscount = [{"kind": "wrong_card_count", "at": "deal"}]
    cards = [code for code in CODES if code not in GOOD["deal"]["hands"]["E"]][:count]
    plays = [{"seat": "N", "card": card} for card in cards]
    listed = copy_with(GOOD, deal={"dealer": "N", "hands": {"N": cards}}, plays=[], incidents=miscount)
    played = copy_with(GOOD, deal={"dealer": "N"}, plays=plays, incidents=miscount)
    blank = copy_with(played, plays=[{"seat": "N", "card": None} for _ in cards])
    for record in (listed, played, blank):
        if count <= 8:
            assert parse.parse_hand(encode_record(record)).record.id == "good"
        else:
            refusal_errors(encode_record(record))
        if count > 6:
            refusal_errors(encode_record(copy_with(record, incidents=[])))


@pytest.mark.full
def test_r02_irregular_play_is_never_refused() -> None:
    for record in (*irregular.records(11, 400), *every_key.many(600, 12)):
        hand = parse.parse_hand(encode_record(record))
        assert hand.record == record_of(record)


@pytest.mark.parametrize(
    "marks", [{"NS": "XXX", "EW": 0}, {"NS": 1000, "EW": 1000}, {"EW": "R"}, {"NS": "--", "EW": "--"}]
)
def test_r03_any_score_is_accepted(marks: Json) -> None:
    assert parse.parse_hand(encode_record(copy_with(GOOD, score=marks))).record.score == marks


_UNKNOWN = [{"seat": "N", "card": None}] * 6


@pytest.mark.parametrize("plays", [[], GOOD["plays"][:3], _UNKNOWN, _EIGHT["plays"] * 3])
@pytest.mark.parametrize("hands", [None, {}, {"W": []}, {"W": ["KS"]}])
def test_r04_unknown_cards_are_accepted(plays: list[Json], hands: Json | None) -> None:
    deal = {"dealer": "S"} | ({} if hands is None else {"hands": hands})
    assert parse.parse_hand(encode_record(copy_with(GOOD, deal=deal, plays=plays)))


def test_r05_any_claim_is_accepted() -> None:
    sides = [(by, against) for by in (*SEATS, None) for against in (*SEATS, "NS", "EW")]
    claims = [{"by": by, "against": against, "at": 8} for by, against in sides]
    assert len(parse.parse_hand(encode_record(copy_with(GOOD, claims=claims))).record.claims) == len(claims)


@pytest.mark.parametrize("date", ["9999-12-31", "Tuesday", "", "2026-01-22T23:59:60", "last spring"])
def test_r07_dates_are_kept_as_written(date: str) -> None:
    dated = copy_with(GOOD, context={"date": date}, source={"date_as_written": date})
    record = parse.parse_hand(encode_record(dated)).record
    assert record.context
    assert record.source
    assert (record.context.date, record.source.date_as_written) == (date, date)
