"""Hands as rows: every record comes back to the letter, and the columns hold all that records have."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from pydantic import BaseModel

from clabber_audit.inputs.readers import offered
from clabber_audit.records.canonical import record_data
from clabber_audit.records.columns import HANDS, record_text, row
from clabber_audit.records.formats import FORMATS, Record, model_of
from clabber_audit.records.parse import record_in
from clabber_audit.simulate.seasons import simulated
from tests import records
from tests.cli import GOOD, ROOT, Json, call, changed, encoded, put
from tests.columns import page
from tests.door.test_bid_euchre_laws import many_disturbed
from tests.scale import scaled

#: The only cells that hold JSON in parts.
_PARTS = ("context", "source", "deal")


def _text(record: Record) -> str:
    return json.dumps(record_data(record), ensure_ascii=False, separators=(",", ":"))


def _came_back(record: Record) -> bool:
    """Whether a record comes back to the letter; and whether without being kept whole."""
    made = row(record)
    assert record_text(made) == _text(record)
    return "record" not in made


def test_records_of_clabber_come_back() -> None:
    """Whatever a record of Clabber can say: incomplete, out of order, with the sheet alone."""
    assert sum(_came_back(record_in(encoded(data))) for data in records.many(scaled(60, 400), seed=5))


def test_records_of_bid_euchre_come_back() -> None:
    assert sum(map(_came_back, many_disturbed(scaled(8, 80))))


def test_records_of_the_examples_come_back() -> None:
    assert sum(_came_back(item.record) for item in offered(str(ROOT / "examples")) if item.record)


@pytest.mark.parametrize("ruleset", ["ecl-1992", "pepper", "double-hasenpfeffer", "progressive-euchre"])
def test_columns_hold_what_is_usual(ruleset: str) -> None:
    """A hand as most are is held by its columns alone."""
    assert all(_came_back(record) for record in simulated(7, 12, 0.05, 0.3, ruleset))


@pytest.mark.parametrize(
    "changes",
    [
        {"players": {"W": "Joe", "N": "Ruth"}},
        {"context": {}},
        {"context": None},
        {"context": {"league": None, "season": "2026"}},
        {"deal": {"dealer": "S", "hands": {"W": ["KS"], "N": []}}},
        {"plays": []},
        {"plays": [{"seat": "W", "card": None}]},
        {"melds": [], "remarks": ['“a \\ "b"” 🂡']},
    ],
    ids=str,
)
def test_what_is_odd_comes_back(changes: Json) -> None:
    _came_back(record_in(encoded(changed(GOOD, **changes))))


def _keys(model: type[BaseModel]) -> set[str]:
    return {field.alias or name for name, field in model.model_fields.items()}


def test_there_is_a_column_for_all_that_a_record_can_say() -> None:
    """Add what is missing to `HANDS`, in the order of the record."""
    held = {column.path for column in HANDS}
    for model in map(model_of, FORMATS):
        for key in _keys(model) - {"players", "teams", *_PARTS}:
            assert (key,) in held
        for key in _PARTS:
            part = model.model_fields[key].annotation
            kinds = getattr(part, "__args__", (part,))
            for kind in kinds:
                inner = _keys(kind) if isinstance(kind, type) and issubclass(kind, BaseModel) else set[str]()
                assert {(key, name) for name in inner} <= held
    assert {path[1] for path in held if path[:1] == ("players",)} == {*"NESW", *(f"P{n}" for n in range(1, 7))}
    assert len(held) == len(HANDS)


def test_the_page_has_the_columns() -> None:
    assert page.PAGE.read_text(encoding="utf-8") == page.written(), (
        "out of date; write it again with .venv/bin/nox -s regen"
    )


def test_what_is_missing_is_said(here: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    put(here / "x.jsonl", [GOOD])
    (here / "x.parquet").write_bytes(b"PAR1")
    for args in (["convert", "x.jsonl", "y.parquet"], ["check", "x.jsonl", "-o", "y.parquet"], ["check", "x.parquet"]):
        done = call(*args)
        assert done.code == 5
        assert "pip install 'clabber-audit[parquet]'" in done.err
        assert not (here / "y.parquet").exists()


def test_a_table_does_not_come_by_standard_input() -> None:
    done = call("check", "-", stdin=b"PAR1\n")
    assert done.code == 5
    assert "standard input" in done.err
