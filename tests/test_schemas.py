"""Tests of the published schemas as other programs use them: by name, and to validate files of this program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from jsonschema import Draft202012Validator, FormatChecker
from jsonschema.validators import extend
from referencing import Registry
from referencing.jsonschema import DRAFT202012

from clabber_audit.core import HOME
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.scorecard import games
from clabber_audit.report.scorecard import card_data
from clabber_audit.rules.bound_ruleset import law_of
from tests.cli import GOOD, PEPPER, ROOT, call, copy_with, encode_record, write_records
from tests.family.book import book
from tests.schemas import FOLDER, PLACE, PUBLISHED

SCHEMAS: Final = {file: json.loads((FOLDER / file).read_text(encoding="utf-8")) for file in PUBLISHED}
#: Naming the dialect would restore the default check of patterns.
_BY_NAME: Final[Any] = Registry().with_resources(
    (
        schema["$id"],
        DRAFT202012.create_resource({key: part for key, part in schema.items() if key != "$schema"}),
    )
    for schema in SCHEMAS.values()
)


def _skip_pattern(*_: object) -> Iterator[Any]:
    """Check no pattern: Python's `re` lacks the character properties that the schemas use."""
    yield from ()


_Checker: Final = extend(Draft202012Validator, {"pattern": _skip_pattern})


def schema_errors(file: str, instance: Any) -> list[str]:
    """Return the errors of another validator for an instance of a schema."""
    checker = _Checker({"$ref": PLACE + file}, registry=_BY_NAME)
    return [error.message for error in checker.iter_errors(instance)]


def _references(schema: Any) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield schema["$ref"]
        schema = list(schema.values())
    if isinstance(schema, list):
        for part in schema:
            yield from _references(part)


@pytest.mark.parametrize("file", PUBLISHED)
def test_schemas_are_valid_and_have_permanent_names(file: str) -> None:
    """The name is the address in the repository, and includes the number of the format."""
    schema = SCHEMAS[file]
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert (
        schema["$id"] == f"{HOME.replace('//github.com', '//raw.githubusercontent.com')}/main/schemas/{file}"
    )
    assert file.removesuffix(".json").rsplit("-", 1)[1].isdigit()
    Draft202012Validator.check_schema(schema, format_checker=FormatChecker(formats=()))
    names = set(_references(schema))
    assert names
    resolver = _BY_NAME.resolver(schema["$id"])
    for reference in names:
        assert resolver.lookup(reference).contents


def test_every_schema_file_is_published() -> None:
    listed = {
        path.name
        for path in FOLDER.glob("*.json")
        if "$schema" in json.loads(path.read_text(encoding="utf-8"))
    }
    assert listed == set(PUBLISHED)
    for file in PUBLISHED:
        assert f"schemas/{file}" in (ROOT / "docs/formats.md").read_text(encoding="utf-8")


def test_written_files_match_their_schemas(workdir: Path) -> None:
    """Damaged ones do not."""
    write_records(workdir / "good.json", [GOOD])
    write_records(workdir / "pepper.json", [PEPPER])
    for name, hand, ruling in (
        ("good", "clabber-hand-1.json", "clabber-ruling-1.json"),
        ("pepper", "bid-euchre-hand-1.json", "bid-euchre-ruling-1.json"),
    ):
        record = json.loads((workdir / f"{name}.json").read_text(encoding="utf-8"))
        assert schema_errors(hand, record) == []
        assert schema_errors(hand, copy_with(record, deal={"dealer": "X"}))
        assert schema_errors(hand, copy_with(record, unheard_of=1))
        ruled = json.loads(call("rule", f"{name}.json", "-f", "json").out)
        assert schema_errors(ruling, ruled) == []
        assert schema_errors(ruling, copy_with(ruled, findings="none"))
    season = json.loads((ROOT / "examples/season/season.json").read_text(encoding="utf-8"))
    assert schema_errors("clabber-season-1.json", season) == []
    assert schema_errors("clabber-season-1.json", copy_with(season, teams=7))
    card = json.loads(call("score", ROOT / "examples/games/thursday.clab", "-f", "json").out)
    assert schema_errors("clabber-scorecard-1.json", card) == []


def test_scorecards_of_every_outcome_match_their_schema() -> None:
    """Hands of the family's casebook have seven outcomes, hands of Clabber six of them."""
    ruled: dict[str, Ruling] = {}
    for case in book():
        outcome = next(
            (line.split()[1] for line in case.question.expected if line.startswith("outcome")), "None"
        )
        if case.record and outcome not in ("None", *ruled) and not case.toggles:
            hand = parse_hand(encode_record(case.record))
            ruled[outcome] = adjudicate(hand, law_of(case.ruleset))
    assert set(ruled) == {"scored", "renege", "sat_out", "redeal", "annulled", "passed_out", "unfinished"}
    for outcome, ruling in ruled.items():
        card = card_data(games([ruling]))
        assert card["games"][0]["hands"][0]["outcome"] == outcome
        assert schema_errors("clabber-scorecard-1.json", card) == []
