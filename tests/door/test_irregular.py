"""What merely should not have happened, or is not known, is never refused."""

from __future__ import annotations

import pytest

from clabber_audit.cards.cards import SEATS
from clabber_audit.games import parse
from tests import mischief, records
from tests.cli import GOOD, Json, changed, encoded
from tests.door.refusing import record_of


@pytest.mark.full
def test_r02_irregular_is_never_refused() -> None:
    for record in (*mischief.records(11, 400), *records.many(600, 12)):
        hand = parse.read(encoded(record))
        assert hand.record == record_of(record)


@pytest.mark.parametrize(
    "marks", [{"NS": "XXX", "EW": 0}, {"NS": 1000, "EW": 1000}, {"EW": "R"}, {"NS": "--", "EW": "--"}]
)
def test_r03_any_score_is_admitted(marks: Json) -> None:
    assert parse.read(encoded(changed(GOOD, score=marks))).record.score == marks


def test_r04_what_is_not_known_is_admitted() -> None:
    for plays in (
        [],
        GOOD["plays"][:3],
        [{"seat": "N", "card": None}] * 6,
        [{"seat": seat, "card": None} for seat in "NESW"] * 6,
    ):
        for deal in (
            {"dealer": "S"},
            {"dealer": "S", "hands": {}},
            {"dealer": "S", "hands": {"W": []}},
            {"dealer": "S", "hands": {"W": ["KS"]}},
        ):
            assert parse.read(encoded(changed(GOOD, deal=deal, plays=plays)))


def test_r05_any_claim_is_admitted() -> None:
    claims = [{"by": by, "against": against, "at": 8} for by in (*SEATS, None) for against in (*SEATS, "NS", "EW")]
    assert len(parse.read(encoded(changed(GOOD, claims=claims))).record.claims) == len(claims)


@pytest.mark.parametrize("date", ["9999-12-31", "Tuesday", "", "2026-01-22T23:59:60", "last spring"])
def test_r07_dates_are_kept_as_written(date: str) -> None:
    record = parse.read(encoded(changed(GOOD, context={"date": date}, source={"date_as_written": date}))).record
    assert record.context
    assert record.source
    assert (record.context.date, record.source.date_as_written) == (date, date)
