"""Tests that records survive the text notation unchanged, and that any text is read or refused."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clabber_audit.core.errors import RecordError, Refused
from clabber_audit.core.text import find_invisible, is_name
from clabber_audit.games import parse as games
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.formats import Record, canonical, model_of, record_data
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import locate, parse
from clabber_audit.records.notation.tokens import columns, split
from clabber_audit.records.notation.writer import write
from tests.cli import read_text
from tests.family.book import book
from tests.family.makers.records import as_text, draw_records
from tests.hypothesis_settings import try_examples
from tests.notation.texts import CLEAN, FIVE, NEEDED, PEPPER, frame, record_of
from tests.random_records.accounts import add_accounts
from tests.random_records.every_key import hands, many
from tests.scale import at_random, at_scale, slowness
from tests.tables import tables


def assert_round_trip(hand: dict[str, Any]) -> None:
    text = write(model_of(hand["format"]).model_validate(hand))
    again = parse(HandText(text, 1))
    assert record_data(again) == hand, text
    assert write(again) == text
    passages = split_hands(io.BytesIO(text.encode()))
    assert [passage.text for passage in passages if isinstance(passage, HandText)] == [text]


def _records_with_accounts() -> Iterator[dict[str, Any]]:
    drawn = [*many(at_random(30, 2_000, share=20), 3), *draw_records(4, at_random(15, 1_000, share=20))]
    for seed, hand in enumerate(drawn):
        yield add_accounts(Random(seed), hand)


@pytest.mark.parametrize(
    "draw",
    [
        lambda: many(at_random(40, 4_000), seed=1),
        lambda: draw_records(1, at_random(100, 6_000, share=20)),
        _records_with_accounts,
        lambda: [question.record for question in book() if question.record is not None],
    ],
    ids=["clabber", "bid-euchre", "told differently", "casebook"],
)
def test_many_hands_round_trip(draw: Callable[[], Iterable[dict[str, Any]]]) -> None:
    hands = 0
    for hand in draw():
        assert_round_trip(hand)
        hands += 1
    assert hands > 30


def test_sheet_side_without_numbers() -> None:
    (hand,) = many(1, seed=1)
    text = write(record_of({**hand, "sheet": {"NS": {}, "EW": {"cards": 10}}}))
    assert "\nsheet NS EW cards 10\n" in text


@given(hands())
@try_examples(40, 300)
def test_any_hand_round_trips(hand: dict[str, Any]) -> None:
    assert_round_trip(hand)


SEEN = st.characters(exclude_categories=("Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp")).filter(
    lambda it: not find_invisible(it)
)
TEXTS = st.text(SEEN, max_size=40)
SYNTAX = st.text(st.sampled_from('"\\{};/ @ab7+:=>,.-\u00a0'), max_size=12)


@given(st.lists(TEXTS | SYNTAX, min_size=8, max_size=8))
@try_examples(60, 500)
def test_any_text_in_any_field_round_trips(texts: list[str]) -> None:
    name = texts[0] if is_name(texts[0]) else "-"
    hand = {
        "format": "clabber-hand/1",
        "id": "h",
        "players": {"N": name, "W": name},
        "teams": {"EW": name},
        "context": {"date": texts[1], "league": texts[2], "venue": texts[3]},
        "source": {"citation": texts[4], "note": texts[5], "recorded_by": texts[1]},
        "deal": {"dealer": "N"},
        "plays": [{"seat": "E", "card": "KS"}],
        "incidents": [{"kind": "question", "quote": texts[6]}],
        "comments": [
            {"at": "deal", "text": texts[7]},
            {"at": 0, "text": texts[6]},
            {"at": 1, "text": texts[5]},
        ],
        "remarks": texts,
    }
    assert_round_trip(hand)
    hand["comments"].reverse()  # type: ignore[attr-defined]  # the value at this key is a list
    assert_round_trip(hand)


CASES = tables(Path(__file__).with_name("both_ways.md"))


@pytest.mark.parametrize("keys", [keys for (keys,) in CASES["Defaults that a record states"]])
def test_explicit_defaults_round_trip(keys: str) -> None:
    hand = {"format": "clabber-hand/1", "id": "h", "deal": {"dealer": "W"}, "plays": []}
    assert_round_trip(hand | json.loads(keys))


def test_explicit_defaults_are_written_compactly() -> None:
    melds: list[dict[str, Any]] = [
        {"seat": seat, "kind": "dad", "announced": "in_turn", "shown": "in_turn"} for seat in "NESW"
    ]
    hand = {"format": "clabber-hand/1", "id": "h", "deal": {"dealer": "W"}, "plays": [], "melds": melds}
    text = write(record_of(hand))
    assert "explicit melds.*.announced melds.*.shown\n" in text
    melds[1]["announced"] = 0
    del melds[2]["announced"]
    assert "explicit melds.0,3.announced melds.*.shown\n" in write(record_of(hand))


def assert_file_is_read_or_refused(text: str) -> None:
    for item in split_hands(io.BytesIO(text.encode("utf-8", "surrogatepass"))):
        if isinstance(item, HandText):
            assert_read_or_refused(item)
    assert_read_or_refused(HandText(text, 1))


def assert_read_or_refused(passage: HandText) -> None:
    record: Record | None = None
    errors: tuple[RecordError, ...] = ()
    try:
        record = parse(passage)
    except Refused as refused:
        errors = refused.faults
    lines = range(passage.line, passage.line + passage.text.count("\n") + 1)
    assert all(fault.place and fault.place.line in lines and fault.place.column >= 1 for fault in errors)
    if record is None:
        assert errors
    else:
        assert read_text(write(record)) == record_data(record)
    locate(passage, ("plays", 3, "card"))


@given(st.text(max_size=200))
@try_examples(10, 300)
def test_any_text_is_read_or_refused(text: str) -> None:
    assert_file_is_read_or_refused(text)


WORDS = """
    clabber hand rules seats teams context source explicit deal N E S W up calls contract melds incident
    claim laydown score sheet remark 1N 2 3S 6w 1 2.3 @7 @- @deal { } ; " / : + = > >S +dad +show=ksas
    +belle@turn N:+50=-@9 S: E:ks ks ahac ? ?? - none p p.2 play spades against failure-to-follow
    reviewed trick round 3 cards 91 quote called agreed order melds.*.shown claims.0 deal.cut
    incidents.9.at {x} {"y"} ;z cut due by note NS EW XXX turkey
"""
FAMILY_WORDS = """
    bid-euchre clabber hand rules pack 48 24 each 5 seats P1 P2 P3 P4 - before hickeys after NS EW P1P3 N E S W deal up
    blind jdacjk ?? calls p 2 3hc sp bp pepper loner pfeffer E:4 E:bottoms=kckdks E:anf P2:four four@3 none trump spades
    notrump low alone @3 @-1 out P1@1 give S>N / >N contract 6 forced hc 1N 1P4 12E jk=s =s E:jk=x ks +dad > >S score -1
    set XXX sheet tricks explicit pack seats plays.*.named declarations.0.at contract.kind context stakes moved
    disordered incident table_talk claim against failure-to-follow laydown remark {x} ;
"""


def lines_of_words(words: str) -> st.SearchStrategy[list[str]]:
    line = st.lists(st.sampled_from(words.split()), min_size=1, max_size=8).map(" ".join)
    return st.lists(line, max_size=12)


@given(lines_of_words(WORDS), lines_of_words(FAMILY_WORDS))
@try_examples(25, 600)
def test_any_words_of_the_notation_are_read_or_refused(lines: list[str], family: list[str]) -> None:
    assert_file_is_read_or_refused(frame(*lines))
    assert_file_is_read_or_refused(frame(*family, head=PEPPER))
    assert_file_is_read_or_refused(frame(*family, head=FIVE))


@given(hands(), st.integers(0, 2**32))
@try_examples(10, 400)
def test_hands_with_typing_errors_are_read_or_refused(hand: dict[str, Any], seed: int) -> None:
    assert_file_is_read_or_refused(misprint(write(record_of(hand)), Random(seed)))


def test_hands_of_bid_euchre_with_typing_errors_are_read_or_refused() -> None:
    for number, hand in enumerate(draw_records(4, at_random(24, 600))):
        assert_file_is_read_or_refused(misprint(write(BidEuchreRecord.model_validate(hand)), Random(number)))


def misprint(text: str, random: Random) -> str:
    slips = (*'"{};/ \n@7+>=', "ks", "jk", "P1", "\x00", "\u2028", "")
    for _ in range(random.randint(1, 5)):
        place, cut = random.randrange(len(text) + 1), random.choice((0, 1, 2, 9))
        text = text[:place] + random.choice(slips) + text[place + cut :]
    return text


#: Quadratic time shows at a smaller size too: 64 times as long for 8 times as much.
HUGE = at_scale(1 << 16, 1 << 19, ci=1 << 17)
SECONDS = at_scale(2, 10, ci=3)


@pytest.mark.parametrize(("inside", "begins", "piece", "ends"), CASES["Huge texts"])
def test_huge_inputs_are_refused_quickly(inside: str, begins: str, piece: str, ends: str) -> None:
    text = begins + piece * (HUGE // len(piece)) + ends
    if inside != "text":
        text = frame(text, head=PEPPER if inside == "Pepper" else NEEDED)
    start = process_time()
    assert_read_or_refused(HandText(text, 1))
    assert process_time() - start < SECONDS * slowness()


@given(st.text(st.sampled_from('"{}\\; @7ab\t\u00a0'), max_size=30))
@try_examples(40, 500)
def test_columns_of_tokens(line: str) -> None:
    tokens, places = split(line), columns(line)
    assert len(places) == len(tokens) + 1
    assert all(line.startswith(token, place - 1) for token, place in zip(tokens, places, strict=False))


def test_json_and_text_of_bid_euchre_are_accepted_alike() -> None:
    for hand in draw_records(1, at_random(50, 2_000, share=20)):
        record = games.parse_hand(as_text(hand).encode()).record
        assert isinstance(record, BidEuchreRecord)
        assert canonical(record_data(record)) == canonical(hand)
        again = parse(HandText(write(record), 1))
        assert games.parse_hand(as_text(record_data(again)).encode()).record == record


def test_file_with_both_families() -> None:
    again = CLEAN.replace("hand h", "hand i")
    hands = "\n".join([CLEAN, frame("1N ahac", head=PEPPER), again, frame("calls p 2", "1N 9s", head=PEPPER)])
    found = [hand for hand in split_hands(io.BytesIO(hands.encode())) if isinstance(hand, HandText)]
    assert [parse(hand).format for hand in found] == ["clabber-hand/1", "bid-euchre-hand/1"] * 2
    assert [hand.line for hand in found] == [1, 18, 24, 41]
