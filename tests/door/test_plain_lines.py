"""The fast lane of the door: what it takes the door takes, and finds the same in it."""

from __future__ import annotations

import json
import re
from typing import Annotated, Any, Final, Literal

import pytest
from pydantic import AfterValidator, BaseModel, Field, model_validator

from clabber_audit.cards.cards import CODES, SEATS
from clabber_audit.records.canonical import record_data
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import names_in
from clabber_audit.records.parse import record_in
from clabber_audit.records.recognizer import CannotTellError, Wanted, recognizer
from clabber_audit.rules.screen.columns import Columns, Words
from clabber_audit.rules.screen.plain import Plain
from clabber_audit.rules.screen.plain_lines import plain_lines
from clabber_audit.simulate.seasons import simulated
from tests import mutants
from tests.scale import at_random

MUTANTS: Final = at_random(500, 200_000, share=50)


class Shape(BaseModel):
    """One of each thing that a record is made of."""

    word: Literal["one", "three"]
    number: Annotated[int, Field(ge=-2, le=60)] | None = None
    text: Annotated[str, Field(max_length=3, pattern=r"^[^\p{Lu}]*$")] = ""
    many: Annotated[list[bool], Field(max_length=2)] = Field(default=[], alias="more")
    far: int = 0


TAKEN: Final = (
    '{"word":"one"}', '{"word":"three","number":null}', '{"word":"one","number":-2,"text":"ab~"}',
    '{"word":"one","more":[]}', '{"word":"one","more":[true,false]}',
)  # fmt: skip
NOT_TAKEN: Final = (
    "", "{}", '{"word":"two"}', '{"word":"one",}', '{"word":"one"} ', '{"number":1,"word":"one"}',
    '{"word":"one","far":1}', '{"word":"one","number":98}', '{"word":"one","number":01}',
    '{"word":"one","text":"aB"}', '{"word":"one","text":"abcd"}',
    '{"word":"one","text":"\\\\"}', '{"word":"one","text":"é"}', '{"word":"one","more":[true,true,true]}',
    '{"word":"one","more":[true,]}', '{"word":"one","number":1,"number":1}',
)  # fmt: skip


def test_a_shape_is_recognized_in_its_plainest_form_alone() -> None:
    fits = re.compile(recognizer(Shape)).fullmatch
    for text in TAKEN:
        assert fits(text), text
        Shape.model_validate_json(text)
    for text in NOT_TAKEN:
        assert not fits(text), text


class Asking(BaseModel):
    word: Literal["one", "two"]
    by: dict[Literal["N", "S", "NS"], Annotated[int, Field(ge=-100, le=100)]] = {}
    even: Annotated[int, Field(ge=0, le=9), AfterValidator(lambda number: number)] = 0

    @model_validator(mode="after")
    def _asks(self) -> Asking:
        return self


def test_what_asks_for_more_than_a_shape_is_recognized_only_where_it_is_asked_again() -> None:
    with pytest.raises(CannotTellError):
        recognizer(Asking)
    fits = re.compile(recognizer(Asking, Wanted(again=("",)))).fullmatch
    assert fits('{"word":"one"}')
    assert not fits('{"word":"one","even":2}')
    assert re.compile(recognizer(Asking, Wanted(again=("", "even")))).fullmatch('{"word":"one","even":2}')


def test_words_may_be_fewer_and_keys_of_one_set_alone() -> None:
    words: dict[Any, Any] = {Literal["one", "two"]: [("two",)], Literal["N", "S", "NS"]: [("N", "S"), ("NS",)]}
    fits = re.compile(recognizer(Asking, Wanted(words=words, again=("",)))).fullmatch
    for by in ("{}", '{"N":-100,"S":7}', '{"NS":100}', '{"S":-1}', '{"N":0}'):
        assert fits(f'{{"word":"two","by":{by}}}'), by
    for by in ('{"N":1,"NS":1}', '{"NS":101}', '{"N":-0}', '{"N":-101}', '{"N":01}', '{"N":1,"N":1}'):
        assert not fits(f'{{"word":"two","by":{by}}}'), by
    assert not fits('{"word":"one"}')


def test_keys_may_be_sorted_instead() -> None:
    fits = re.compile(recognizer(Shape, Wanted(sorted_keys=True))).fullmatch
    assert fits('{"more":[true],"number":1,"text":"","word":"one"}')
    assert not fits('{"word":"one","number":1}')


def test_what_is_wanted_of_a_record_are_groups_and_may_be_narrower() -> None:
    found = re.compile(recognizer(HandRecord, Wanted(("deal_dealer", "plays"), {"claims": r"\[\]"}))).fullmatch
    text = '{"format":"clabber-hand/1","id":"x","deal":{"dealer":"N"},"plays":[]}'
    match = found(text)
    assert match
    assert match.groupdict() == {"deal_dealer": '"N"', "plays": "[]"}
    assert found(text[:-1] + ',"claims":[]}')
    assert not found(text[:-1] + ',"claims":[{"by":"N","against":"EW","at":0}]}')


def test_a_required_part_that_no_expression_tells_makes_none() -> None:
    class Open(BaseModel):
        number: int

    with pytest.raises(CannotTellError):
        recognizer(Open)


def test_the_program_writes_its_own_records_in_their_plainest_form() -> None:
    fits = re.compile(recognizer(HandRecord)).fullmatch
    for one in simulated(3, 40, irregular=0.3):
        assert fits(json.dumps(record_data(one), separators=(",", ":")))


def test_what_is_recognized_the_door_takes() -> None:
    fits = re.compile(recognizer(HandRecord).encode()).fullmatch
    taken = 0
    for line in mutants.lines(3, MUTANTS):
        if fits(line):
            record_in(line)
            taken += 1
    assert taken > MUTANTS // 4


def test_what_is_read_into_columns_is_what_the_door_reads() -> None:
    taken = 0
    for start in range(0, MUTANTS, mutants.BLOCK):
        lines = list(mutants.lines(4 + start, mutants.BLOCK))
        for plain in plain_lines(lines):
            for row, line in enumerate(plain.rows.tolist()):
                assert in_columns(plain, row) == as_read(record_in(lines[line]))
            taken += len(plain.rows)
    assert taken > MUTANTS // 10


def in_columns(plain: Plain[Columns], row: int) -> dict[str, Any]:
    """A row of the columns."""
    hands = plain.hands
    fell = zip(hands.seats[row], hands.cards[row], strict=True) if hands.played[row] else ()
    return {
        "ruleset": said(plain.rulesets, row) or "ecl-1992",
        "dealer": SEATS[hands.dealer[row]],
        "upcard": CODES[hands.upcard[row]],
        "dealt": [CODES[card] for card in hands.dealt[row]],
        "plays": [(SEATS[seat], CODES[card]) for seat, card in fell],
        "calls": said(hands.calls, row),
        "melds": said(hands.melds, row),
        "score": said(hands.score, row) or {},
        "names": list(plain.names[row]),
    }


def said(words: Words, row: int) -> Any:
    return json.loads(words.texts[words.at[row]] or b"null")


def as_read(record: Any) -> dict[str, Any]:
    """The same of a record; that nothing else is noted of a plain hand is seen at once."""
    data = record_data(record)
    deal = data["deal"]
    assert not any(
        data.get(key) for key in ("contract", "incidents", "claims", "laydown", "sheet", "disordered", "comments")
    )
    assert deal.get("cut") is deal.get("due_dealer") is None
    return {
        "ruleset": record.ruleset,
        "dealer": deal["dealer"],
        "upcard": deal["upcard"],
        "dealt": [card for seat in SEATS for card in deal["hands"][seat]],
        "plays": [(play["seat"], play["card"]) for play in data["plays"]],
        "calls": data.get("declarations"),
        "melds": data.get("melds"),
        "score": data.get("score", {}),
        "names": list(names_in(record)),
    }
