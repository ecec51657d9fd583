"""The text of the Bid Euchre family: it says what the JSON says, both ways; it is typed as people type; it refuses."""

from __future__ import annotations

import io
import json
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clabber_audit.core.errors import RecordError, Refused, TextPlace
from clabber_audit.games import parse
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.canonical import canonical, record_data
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import locate, parse_any
from clabber_audit.records.notation.writer import write
from tests.drawn import tried
from tests.family.book import book
from tests.family.makers.records import as_text, written
from tests.notation.test_both_ways import HUGE, SECONDS, survives
from tests.notation.texts import CLEAN, faults
from tests.scale import at_random

FRAME = ("bid-euchre 1", "hand h", "rules pepper", "deal W")
FIVE = (
    "bid-euchre 1",
    "hand h",
    "rules dirty-clubs-bumped",
    "pack 28",
    "seats P1 - / P2 - / P3 - / P4 - / P5 -",
    "deal P2",
)


def framed(*lines: str, frame: tuple[str, ...] = FRAME) -> str:
    return "\n".join((*frame, *lines, ""))


def read(*lines: str, frame: tuple[str, ...] = FRAME) -> dict[str, Any]:
    return record_data(parse_any(HandText(framed(*lines, frame=frame), 1)))


def test_many_hands_say_the_same_both_ways() -> None:
    for data in written(1, at_random(100, 6_000)):
        text = as_text(data)
        record = parse.read(text.encode()).record
        assert isinstance(record, BidEuchreRecord)
        assert canonical(record_data(record)) == canonical(data), text
        said = write(record)
        again = parse_any(HandText(said, 1))
        assert record_data(again) == data, said
        assert write(again) == said
        assert parse.read(as_text(record_data(again)).encode()).record == record


def test_a_file_may_mix_both_families() -> None:
    again = CLEAN.replace("hand h", "hand i")
    hands = "\n".join([CLEAN, framed("1N ahac"), again, framed("calls p 2", "1N 9s")])
    found = [one for one in split_hands(io.BytesIO(hands.encode())) if isinstance(one, HandText)]
    assert [parse_any(one).format for one in found] == ["clabber-hand/1", "bid-euchre-hand/1"] * 2
    assert [one.line for one in found] == [1, 18, 24, 41]


def plays(data: dict[str, Any]) -> list[tuple[str, str | None]]:
    return [(play["seat"], play["card"]) for play in data["plays"]]


def test_who_is_out_is_passed_over() -> None:
    lines = ("trump P4 diamonds", "out P5 P2", "1 P4 jh P5:8d td jd", "2P3 9d")
    told = [("P4", "JH"), ("P5", "8D"), ("P1", "TD"), ("P3", "JD"), ("P3", "9D")]
    assert plays(read(*lines, frame=FIVE)) == told


def test_who_leaves_after_the_first_card_is_in() -> None:
    lines = ("trump P4 diamonds", "out P5@1", "1P4 jh 8dtdkhjd")
    assert [seat for seat, _ in plays(read(*lines, frame=FIVE))] == ["P4", "P5", "P1", "P2", "P3"]


@pytest.mark.parametrize(
    ("said", "out"),
    [
        ("trump S hearts alone", "N"),
        ("trump S hearts", ""),
        ("calls pepper", "S"),
        ("calls loner p p p", "S"),
        ("calls p p p pfeffer", "E"),
        ("calls sp p p p", ""),
        ("calls pepper loner", "W"),
        ("calls pepper 6\ntrump E hearts", ""),
        ("contract E 6 loner", "W"),
        ("contract E 6 hearts alone", "W"),
        ("contract E 6 hearts", ""),
        ("out N", "N"),
        ("out N@0", "N"),
        ("out N@1", ""),
    ],
)
def test_the_partner_of_a_lone_player_lays_down(said: str, out: str) -> None:
    playing = [seat for seat in "NESW" if seat not in out]
    data = read(said, f"1{playing[0]} {'? ' * len(playing)}")
    assert [play["seat"] for play in data["plays"]] == playing


def test_six_players_leave_two_partners_out() -> None:
    seats = "seats P1 - / P2 - / P3 - / P4 - / P5 - / P6 -"
    six = ("bid-euchre 1", "hand h", "rules double-hasenpfeffer", "pack 48", seats, "deal P1")
    data = read("trump P3 clubs alone", "1P3 ? ? ? ?", "2P6 ?", frame=six)
    assert [play["seat"] for play in data["plays"]] == ["P3", "P4", "P6", "P2", "P6"]


def test_what_was_said_keeps_its_order() -> None:
    lines = ("calls E:anf N:p p", "trump W low@2", "calls 4", "out E@1 E", "calls S:bottoms=-@turned 5HC")
    calls = read(*(line.replace("low@2", "low @2") for line in lines))["declarations"]
    assert [(call["seat"], call["call"], call.get("at")) for call in calls] == [
        ("E", "ace_no_face", None), ("N", "pass", None), ("E", "pass", None), ("W", "trump", 2),
        ("S", "4", None), ("E", "out", 1), ("E", "out", None), ("S", "bottoms", "turned"), ("W", "5HC", None),
    ]  # fmt: skip


def test_cards_and_words_as_people_type_them() -> None:
    lines = ("PACK 25", "deal: E", "N JK 10♠ 9h", "blind ?", "give N>S 10S / s>n ??", "1S jk=spades qs")
    data = read(*lines, frame=FRAME[:3])
    assert data["deal"] == {"dealer": "E", "hands": {"N": ["JK", "TS", "9H"]}, "blind": [None]}
    assert data["exchanges"] == [
        {"from": "N", "to": "S", "cards": ["TS"]},
        {"from": "S", "to": "N", "cards": [None]},
    ]


@pytest.mark.parametrize(
    ("lines", "line", "column", "what"),
    [
        (["pack"], 5, 5, "expected the deck"),
        (["pack 24 five"], 5, 9, "expected `each`, but found `five`"),
        (["pack 24 each five"], 5, 14, "expected the number of cards dealt to each"),
        (["pack 48", "pack 24"], 6, 1, "`pack` is given twice"),
        (["seats P1 - / P2 - / P3 -"], 5, 1, "the `seats` line comes after lines that name seats"),
        (["seats N Ann", "seats N Bob"], 6, 9, "`players.N` is given twice"),
        (["out " + "N " * 65], 5, 133, "a hand can have at most 64 calls"),
        (["1P4 jh"], 5, 1, "expected the seat that led, but found `P4`"),
        (["before NS"], 5, 10, "expected a number"),
        (["before NS x"], 5, 11, "expected a number"),
        (["before XX 3"], 5, 8, "expected a side, NS or EW, but found `XX`"),
        (["blind"], 5, 6, "expected cards"),
        (["blind 9shk"], 5, 9, "`hk` is not a card"),
        (["calls"], 5, 6, "expected a call"),
        (["calls p 13"], 5, 9, "expected a call: `p`, a number or a word such as `pepper`, but found `13`"),
        (["calls four"], 5, 7, "`four` is not part of the bidding order"),
        (["calls p E:bottoms=kckx"], 5, 21, "`kx` is not a card"),
        (["calls p=ks"], 5, 7, "only Bottoms shows cards"),
        (["calls p E:bottoms"], 5, 9, "only Bottoms shows cards"),
        (["calls p@99"], 5, 7, "`99` is not a time"),
        (["trump E"], 5, 8, "expected what was named"),
        (["trump E spades twice"], 5, 16, "expected `alone` or a time such as @0, but found `twice`"),
        (["out X"], 5, 5, "expected a seat, but found `X`"),
        (["out"], 5, 4, "expected the seat that left the hand"),
        (["give N>S"], 5, 9, "expected cards"),
        (["give N> ts"], 5, 6, "expected who passed cards to whom"),
        (["contract N four"], 5, 12, "expected the number of tricks needed, but found `four`"),
        (["contract N 4 stars"], 5, 14, "expected what was named, but found `stars`"),
        (["1N jk=x"], 5, 4, "expected a card and the suit named with it"),
        (["1N =s"], 5, 4, "expected a card and the suit named with it"),
        (["1N ahacjc", "2N ts"], 6, 1, "trick 2 starts, but trick 1 has only three cards"),
        (["trump N hearts alone", "1N ahac", "2N ts"], 7, 1, "trick 1 has only two cards"),
        (["trump N hearts alone", "1N ahacjcts9s"], 6, 10, "one card too many"),
        (["1N ahac", "out E"], 6, 1, "the players are named after the first cards"),
        (["1N ahac", "calls loner"], 6, 1, "the players are named after the first cards"),
        (["1N +dad ah"], 5, 4, "`+dad` is not a card"),
        (["melds none"], 5, 1, "unknown line `melds`"),
        (["calls play"], 5, 7, "expected a call"),
        (["incident meld_called_for_partner N"], 5, 10, "expected the kind of the incident"),
        (["claim N against E failure-to-trump"], 5, 19, "expected an infraction"),
        (["score NS 1001"], 5, 10, "`1001` is not a valid score.NS"),
        (["score NS -x"], 5, 10, "expected points or a mark"),
        (["context stakes 2"], 5, 17, "expected the stake of a set"),
        (["context moved X"], 5, 15, "expected who changed seats, but found `X`"),
        (["sheet NS tricks 13"], 5, 17, "`13` is not a valid sheet.NS.tricks"),
        (["explicit melds"], 5, 10, "`melds` is not an optional field"),
        (["clabber 1"], 5, 1, "a second hand starts inside this one"),
    ],
)
def test_a_slip_is_told_with_its_place(lines: list[str], line: int, column: int, what: str) -> None:
    first = faults(framed(*lines))[0]
    assert what in first.what
    assert first.place == TextPlace(line, column)


@pytest.mark.parametrize(
    ("lines", "line", "column", "what"),
    [
        (["seats N Ann / P2 Bob"], 4, 7, "these seats do not make a table"),
        (["seats P1 - / P2 - / P3 -", "deal P1", "N ksqs"], 6, 1, "expected a seat, but found `N`"),
        (["seats P1 - / P2 - / P3 -", "deal P4"], 5, 6, "expected the dealer, but found `P4`"),
        (["seats P1 - / P2 - / P3 -", "deal P1", "score NS 4"], 6, 7, "expected a seat, but found `NS`"),
    ],
)
def test_a_table_by_number_is_told_first_and_has_its_own_seats(
    lines: list[str], line: int, column: int, what: str
) -> None:
    first = faults(framed(*lines, frame=FRAME[:3]))[0]
    assert what in first.what
    assert first.place == TextPlace(line, column)


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        (("declarations", 0, "cards", 1), 5, 19),
        (("declarations", 1), 5, 24),
        (("declarations", 2, "trump"), 6, 7),
        (("exchanges", 1, "cards", 0), 7, 19),
        (("exchanges", 1, "from"), 7, 15),
        (("deal", "blind", 1), 8, 9),
        (("before", "EW"), 9, 16),
        (("plays", 0, "named"), 10, 4),
        (("plays", 2), 10, 11),
        (("score", "NS"), 11, 10),
    ],
)
def test_locate(path: tuple[str | int, ...], line: int, column: int) -> None:
    lines = (
        "calls S:bottoms=kckdks p", "trump E spades", "give N>S ts / S>N ah", "blind jdac",
        "before NS 1 EW 2", "1N jk=s qs9h", "score NS -4",
    )  # fmt: skip
    assert locate(HandText(framed(*lines), 1), path) == TextPlace(line, column)


WORDS = """
    bid-euchre clabber hand rules pack 48 24 each 5 seats P1 P2 P3 P4 - before hickeys after NS EW P1P3 N E S W deal up
    blind jdacjk ?? calls p 2 3hc sp bp pepper loner pfeffer E:4 E:bottoms=kckdks E:anf P2:four four@3 none trump spades
    notrump low alone @3 @-1 out P1@1 give S>N / >N contract 6 forced hc 1N 1P4 12E jk=s =s E:jk=x ks +dad > >S score -1
    set XXX sheet tricks explicit pack seats plays.*.named declarations.0.at contract.kind context stakes moved
    disordered incident table_talk claim against failure-to-follow laydown remark {x} ;
"""


@given(st.lists(st.lists(st.sampled_from(WORDS.split()), min_size=1, max_size=8).map(" ".join), max_size=12))
@tried(40, 600)
def test_any_words_of_the_notation_are_read_or_refused(lines: list[str]) -> None:
    survives(framed(*lines))
    survives(framed(*lines, frame=FIVE))


@pytest.mark.parametrize(
    "line",
    [
        "trump N clubs\n", "out N\n", "calls p\n", "before NS 1\n", "give N>S ks / ", "calls p p ",
        "blind ?? ", "1N jk=s ",
    ],
)  # fmt: skip
def test_much_of_anything_is_refused_soon(line: str) -> None:
    start = process_time()
    survives(framed(line * (HUGE // len(line))))
    assert process_time() - start < SECONDS


def test_a_hand_with_typing_slips_is_read_or_refused() -> None:
    for number, data in enumerate(written(4, at_random(24, 600))):
        random, text = Random(number), write(BidEuchreRecord.model_validate_json(json.dumps(data)))
        for _ in range(random.randint(1, 5)):
            place, cut = random.randrange(len(text) + 1), random.choice((0, 1, 2, 9))
            slip = random.choice(
                ('"', "{", "}", ";", "/", " ", "\n", "@", "7", ">", "=", "jk", "P1", "\x00", "")
            )
            text = text[:place] + slip + text[place + cut :]
        survives(text)


def test_whatever_is_offered_is_taken_or_refused_with_places() -> None:
    for number, data in enumerate(written(5, at_random(30, 800))):
        text, random = as_text(data), Random(number)
        for _ in range(random.randint(1, 3)):
            place, cut = random.randrange(len(text) + 1), random.choice((0, 1, 2, 9))
            slip = random.choice(("", '"', "{", "null", "9", "P", '"N"', "-"))
            text = text[:place] + slip + text[place + cut :]
        found: tuple[RecordError, ...] = ()
        try:
            parse.read(text.encode())
        except Refused as refused:
            found = refused.faults
            assert found
        assert all(fault.place and 1 <= fault.place.column <= len(text) + 1 for fault in found)


def test_every_hand_of_the_casebook_is_taken_and_says_the_same_both_ways() -> None:
    told = [asked for asked in book() if asked.block.record is not None]
    assert len(told) > 100
    for asked in told:
        record = parse.read(json.dumps(asked.block.record).encode()).record
        assert isinstance(record, BidEuchreRecord)
        assert record_data(parse_any(HandText(write(record), 1))) == asked.block.record, asked.id
