"""Contradictions are refused, irregular play is not."""

from __future__ import annotations

import json
from itertools import pairwise

import pytest

from clabber_audit.cards import CODES, SEATS
from clabber_audit.games import parse
from tests import mischief, records
from tests.cli import GOOD, Json, copy_with, encode_record
from tests.validation.refusals import (
    FRAME,
    MARK,
    add_frame,
    assert_refused_at,
    everywhere,
    faults,
    find_faults,
    record_of,
)


def dealt(hands: str, deal: str = "", plays: str = "") -> str:
    """Return a record with hands, other keys of the deal and plays, as JSON that may hold marks."""
    deal = f'{{"dealer": "N", "hands": {{{hands}}}{deal}}}'
    return f'{{"format": "clabber-hand/1", "id": "h", "deal": {deal}, "plays": [{plays}]}}'


def play(seat: str, card: str) -> str:
    return f'{{"seat": "{seat}", "card": "{card}"}}'


MINE = '{"seat": "N", "kind": "dad", "cards": ["AS", "KS", "QS"]}'
THEIRS = f'{{"seat": "E", "kind": "dad", "cards": [{MARK}"QS", "JS", "TS"]}}'
EXPOSED = f'{{"kind": "exposed_card", "seat": "E", "card": {MARK}"AS"}}'
UPCARD = "in East’s hand and as the up-card of the dealer, North"
REFUSED: dict[str, tuple[str, str]] = {
    "in two hands": (dealt(f'"N": ["AS", "KS"], "E": ["QS", {MARK}"AS"]'), "ace of spades"),
    "twice in a hand": (dealt(f'"N": ["AS",\n"KS",\n {MARK}"AS"]'), "ace of spades"),
    "seven cards": (dealt(f'"W": {MARK}["AS", "KS", "QS", "JS", "TS", "9S", "9D"]'), "7 cards"),
    "played twice": (
        dealt("", plays=f"{play('N', 'AS')}, {play('E', 'KS')}, {MARK}{play('N', 'AS')}"), "ace of spades"
    ),
    "played by two": (dealt("", plays=f"{play('N', 'AS')},\n{MARK}{play('E', 'AS')}"), "ace of spades"),
    "an up-card held by another": (dealt('"E": ["AS"]', f', "upcard": {MARK}"AS"'), UPCARD),
    "in two melds": (add_frame(f'"melds": [{MINE}, {THEIRS}]'), "queen of spades"),
    "in a meld and exposed": (add_frame(f'"melds": [{MINE}], "incidents": [{EXPOSED}]'), "ace of spades"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_r01_a_card_in_two_places(name: str) -> None:
    assert_refused_at(*REFUSED[name])


def test_r01_card_that_a_known_hand_did_not_hold() -> None:
    data = json.dumps(copy_with(GOOD, plays=[{"seat": "N", "card": "9D"}]))
    assert_refused_at(
        data.replace('[{"seat": "N", "card"', f'[{MARK}{{"seat": "N", "card"'), "nine of diamonds"
    )
    record = copy_with(GOOD)
    del record["deal"]["hands"]["S"]
    record["plays"][0] = {"seat": "W", "card": "9D"}
    (fault,) = faults(encode_record(record))
    assert "does not have it" in fault.what


def test_r01_more_cards_than_there_are() -> None:
    plays = [{"seat": SEATS[place % 4], "card": None} for place in range(28)]
    errors = faults(encode_record(copy_with(GOOD, deal={"dealer": "S"}, plays=plays)))
    assert len(errors) == 4
    assert {fault.path for fault in errors} == {("plays", place) for place in range(24, 28)}


def test_r01_more_cards_played_than_held() -> None:
    blanks = [{"seat": "N", "card": None} for _ in range(7)]
    own = [{"seat": "N", "card": card} for card in GOOD["deal"]["hands"]["N"]]
    (fault,) = faults(encode_record(copy_with(GOOD, plays=blanks)))
    assert fault.path == ("plays", 6)
    assert ("plays", 6) in [
        fault.path for fault in faults(encode_record(copy_with(GOOD, plays=own + blanks)))
    ]


def test_r01_more_cards_played_than_a_pack_has() -> None:
    plays = [{"seat": SEATS[place % 4], "card": None} for place in range(25)]
    record = copy_with(GOOD, deal={"dealer": "N"}, plays=plays, incidents=[{"kind": "wrong_card_count"}])
    (fault,) = faults(encode_record(record))
    assert fault.path == ("plays", 24)


def test_r01_card_in_three_hands_and_another_in_none() -> None:
    """In a sum of bits, three of one card equal that card and the next."""
    for there, gone in pairwise(CODES):
        rest = iter([code for code in CODES if code not in (there, gone)])
        hands = {
            seat: [there] * (seat != "N") + [next(rest) for _ in range(6 if seat in "NW" else 5)]
            for seat in SEATS
        }
        errors = faults(encode_record(copy_with(GOOD, deal={"dealer": "N", "hands": hands}, plays=[])))
        assert len(errors) >= 3


@pytest.mark.parametrize(
    "inside",
    [
        f'"claims": [{{"by": "N", "against": "E", "at": {MARK}1}}]', f'"comments": [{{"at": {MARK}24, "text": "x"}}]',
        f'"laydown": {{"by": "N", "at": {MARK}3}}',
        f'"incidents": [{{"kind": "question", "at": {MARK}2}}]',
        f'"incidents": [{{"kind": "dealt_out_of_turn", "at": "deal", "called": {MARK}2}}]',
        f'"melds": [{{"seat": "N", "kind": "dad", "announced": {MARK}5}}]',
        f'"melds": [{{"seat": "N", "kind": "dad", "shown": {MARK}5}}]',
    ],
)  # fmt: skip
def test_r01_clock_beyond_the_cards(inside: str) -> None:
    for text in everywhere(inside):
        assert_refused_at(text, "after the last card played")


_EIGHT = {"plays": [{"seat": seat, "card": None} for seat in "NESW"] * 2}


@pytest.mark.parametrize("kind", ["looked_at_trick", "led_before_turned"])
@pytest.mark.parametrize(
    ("said", "impossible"),
    [
        ({"trick": 2, "at": 7}, "trick"),
        ({"trick": 2, "at": 8}, ""),
        ({"trick": 3, "at": 8}, "trick"),
        ({"trick": 3, "at": "turned"}, "trick"),
        ({"trick": 1, "at": "declaring"}, "trick"),
        ({"trick": 3}, "trick"),
        ({"trick": 2}, ""),
        ({"trick": 2, "at": "scored"}, ""),
        ({"at": 3}, "at"),
        ({"at": 4}, ""),
        ({}, ""),
    ],
)
def test_a_trick_not_complete_is_not_turned(kind: str, said: dict[str, object], impossible: str) -> None:
    """Fine print: an incident about a trick that has not been turned is impossible."""
    incidents = [{"kind": kind, "seat": "E", **said}]
    errors = find_faults(json.dumps(copy_with(json.loads("{" + FRAME + "}"), **_EIGHT, incidents=incidents)))
    assert [fault.path for fault in errors] == ([("incidents", 0, impossible)] if impossible else [])
    assert all("was not complete after" in fault.what for fault in errors)


@pytest.mark.parametrize("word", ["deal", "declaring", "turned", "scored", 0])
def test_words_and_the_last_card_are_within(word: str | int) -> None:
    claim = {"by": "N", "against": "E", "at": word}
    assert parse.parse_hand(encode_record(copy_with(GOOD, plays=[], claims=[claim])))


def test_r01_contract_against_the_calls() -> None:
    calls = '"declarations": [{"seat": "E", "call": "S"}]'
    frame = add_frame(calls).replace('"dealer": "N"', '"dealer": "N", "upcard": "9S"')[:-1]
    wrong = f', "contract": {{"maker": {MARK}"S", "trump": {MARK}"H"}}}}'
    assert_refused_at(frame + wrong, "S made trump", "trump is hearts")
    assert parse.parse_hand((frame + ', "contract": {"maker": "EW", "trump": "S"}}').encode())


def test_r01_cards_that_cannot_be_laid_down() -> None:
    laydown = f'"laydown": {{"by": "W", "at": 1, "order": [{MARK}"KS", "JS", {MARK}"JS", {MARK}"AS"]}}'
    data = json.dumps(copy_with(GOOD, plays=[{"seat": "W", "card": "KS"}]))[:-1] + ", " + laydown + "}"
    assert_refused_at(data, "already played", "twice", "not West’s")


PILE = '{"seat": "W", "card": "AH"}, {"seat": "N", "card": "9C"}, {"seat": "E", "card": "QH"}, {"seat": "S", "card": "KH"}'


def make_pile(disordered: str, hands: str = "", more: str = "") -> str:
    """Return a trick of West, North, East and South, with the numbers of tricks whose order is lost."""
    return (
        f'{{"format": "clabber-hand/1", "id": "h", "deal": {{"dealer": "S", "hands": {{{hands}}}}}, '
        f'"plays": [{PILE}{more}], "disordered": {disordered}}}'
    )


def test_r01_tricks_that_cannot_have_lost_their_order() -> None:
    """A trick is named twice, or has no four plays: three where the fourth would do it with a null."""
    assert_refused_at(make_pile(f"[1, {MARK}1]"), "trick 1 is listed twice")
    assert_refused_at(
        make_pile(f"[1, {MARK}2]", more=', {"seat": "W", "card": "9H"}'), "only 1 of its 4 plays"
    )
    assert_refused_at(make_pile(f"[{MARK}7]"), "7")


def test_r01_cards_of_a_trick_that_lie_elsewhere() -> None:
    """The queen of hearts lies in trick 1, so it is not played again, and one of its players was dealt it."""

    def at_east(text: str) -> str:
        return text.replace('{"seat": "E"', MARK + '{"seat": "E"')

    again = make_pile("[1]", more=', {"seat": "W", "card": "QH"}')
    assert_refused_at(at_east(again), "queen of hearts appears twice")
    dealt = again.replace('"hands": {}', '"hands": {"W": ["QH"]}')
    assert_refused_at(at_east(dealt), "played by West in trick 2 and in trick 1")
    other = at_east(PILE.replace("AH", "AS").replace("9C", "9S").replace("KH", "KS"))
    assert_refused_at(make_pile("[1, 2]", more=", " + other), "in trick 1 and again in trick 2")
    # North played twice to the trick and South not at all.
    data = make_pile("[1]", '"S": ["QH"]').replace(
        '{"seat": "S", "card": "KH"}', '{"seat": "N", "card": "KH"}'
    )
    assert_refused_at(at_east(data), "South did not play to that trick")


def test_r01_cards_of_a_trick_that_cannot_be_shared_out() -> None:
    """Two of the four cards were dealt to one player; or all that a player held lies elsewhere."""
    assert_refused_at(make_pile(f"[{MARK}1]", '"N": ["AH", "9C"]'), "do not fit the players")
    spades = '"E": ["9S", "TS", "JS", "QS", "KS", "AS"]'
    assert_refused_at(make_pile(f"[{MARK}1]", spades), "East could have played none of them")
    # Either of two tricks can be, and not both: of all eight cards only one can have been North's sixth.
    more = PILE.replace("AH", "AS").replace("9C", "TH").replace("QH", "QS").replace("KH", "KS")
    hands = '"N": ["9S", "TC", "JC", "QC", "KC"]'
    assert_refused_at(make_pile(f"{MARK}[1, 2]", hands, ", " + more), "tricks 1, 2 do not fit the hands")


def test_a_trick_whose_order_is_lost_is_admitted() -> None:
    """Cards next to any player, an unknown card, and a player who was dealt one of them."""
    assert not find_faults(make_pile("[1]"))
    assert not find_faults(make_pile("[]"))
    assert not find_faults(make_pile("[1]", '"N": ["KH"], "S": ["AH"]'))
    assert not find_faults(make_pile("[1]", '"N": ["KH"]').replace('"9C"', "null"))


def test_r01_all_contradictions_at_once() -> None:
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
def test_r01_miscounted_hands_hold_up_to_eight(count: int) -> None:
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
            faults(encode_record(record))
        if count > 6:
            faults(encode_record(copy_with(record, incidents=[])))


@pytest.mark.full
def test_r02_irregular_is_never_refused() -> None:
    for record in (*mischief.records(11, 400), *records.many(600, 12)):
        hand = parse.parse_hand(encode_record(record))
        assert hand.record == record_of(record)


@pytest.mark.parametrize(
    "marks", [{"NS": "XXX", "EW": 0}, {"NS": 1000, "EW": 1000}, {"EW": "R"}, {"NS": "--", "EW": "--"}]
)
def test_r03_any_score_is_admitted(marks: Json) -> None:
    assert parse.parse_hand(encode_record(copy_with(GOOD, score=marks))).record.score == marks


_UNKNOWN = [{"seat": "N", "card": None}] * 6


@pytest.mark.parametrize("plays", [[], GOOD["plays"][:3], _UNKNOWN, _EIGHT["plays"] * 3])
@pytest.mark.parametrize("hands", [None, {}, {"W": []}, {"W": ["KS"]}])
def test_r04_what_is_not_known_is_admitted(plays: list[Json], hands: Json | None) -> None:
    deal = {"dealer": "S"} | ({} if hands is None else {"hands": hands})
    assert parse.parse_hand(encode_record(copy_with(GOOD, deal=deal, plays=plays)))


def test_r05_any_claim_is_admitted() -> None:
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
