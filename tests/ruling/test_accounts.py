"""Tests of hands of which people give different accounts: cases, bad input, beliefs, verification and pages."""

from __future__ import annotations

import json
import tomllib
from io import BytesIO
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit import api
from clabber_audit.core.errors import Refused, UsageError
from clabber_audit.inputs.records import InputRecord, believe_versions
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import record_data
from clabber_audit.records.notation.writer import write
from clabber_audit.report.accounts import account_question, accounts_text
from clabber_audit.verification import verify_ruling
from tests.archive.archives import make_archive
from tests.cli import call
from tests.tables import tables
from tests.transcripts import carry_out, follow, transcripts

_FILE: Final = tomllib.loads(Path(__file__).with_name("accounts.toml").read_text(encoding="utf-8"))
_HANDS: Final = _FILE["hands"]
_TABLES: Final = tables(Path(__file__).with_name("accounts.md"))
_WHY: Final = "both neighbors heard it"


def _read(text: str) -> InputRecord:
    item = next(iter(api.read_all(_source(text))))
    if item.refused:
        raise item.refused
    return item


def _source(text: str) -> Any:
    file = BytesIO(text.encode())
    file.name = "accounts.clab"
    return file


def _read_case(case: dict[str, Any]) -> InputRecord:
    parts = [_HANDS[case["hand"]].strip(), case.get("more", ""), case["accounts"].strip()]
    item = _read("\n".join(filter(None, parts)) + "\n")
    beliefs = case.get("believe")
    return (
        believe_versions(item, beliefs, by="Agnes Weber", because=_WHY, on="2026-01-22") if beliefs else item
    )


def _result(ruling: Ruling) -> str:
    remedy = ruling.remedy
    marks = " ".join(remedy.marks or ())
    score = " ".join(map(str, remedy.score or ()))
    return f"{remedy.outcome} | {score} | {marks}"


def _row(row: Any, own_marks: bool) -> str:
    versions = " ".join(".".join(str(version + 1) for version in versions) for versions in row.versions)
    text = " ".join(f"{finding.infraction}@{finding.at}" for finding in row.ruling.findings) or "-"
    claims = " ".join(claim.verdict for claim in row.ruling.claims) or "-"
    outcome, score, marks = _result(row.ruling).split(" | ")
    return f"{versions} | {outcome} | {score} | {marks if own_marks else '-'} | {text} | {claims}"


@pytest.mark.parametrize("case", _FILE["case"], ids=lambda case: case["id"])
def test_account_case(case: dict[str, Any]) -> None:
    if "refused" in case:
        with pytest.raises(Refused) as refused:
            _read_case(case)
        assert all(words in str(refused.value) for words in case["refused"])
        return
    ruleset = api.load_ruleset(case["ruleset"]) if "ruleset" in case else None
    ruling = api.rule(_read_case(case), ruleset)
    accounts = ruling.accounts
    assert accounts is not None
    assert accounts.kind == case["kind"]
    assert (ruling.remedy.outcome == "undetermined") == (accounts.kind == "depends")
    if "rows" in case:
        marked = case["hand"] != "bids"
        assert [_row(row, marked) for row in accounts.rows] == case["rows"]
    if "ruling" in case:
        assert _result(ruling) == case["ruling"]
    if "findings" in case:
        assert [f"{finding.infraction}@{finding.at}" for finding in ruling.findings] == case["findings"]
    assert [finding.infraction for finding in ruling.findings if "rests_on" in finding.facts] == case.get(
        "rests", []
    )
    questions = [account_question(ruling, question) for question in accounts.questions]
    for expected, question in zip(case.get("asks", ()), questions, strict=True):
        assert expected in question
    assert len(questions) == len(case.get("asks", ()))
    impossible = [
        f"{account + 1}.{version + 1} {combination.impossible[0].what}"
        for (account, version), combination in accounts.impossible_versions.items()
    ]
    for expected, text in zip(case.get("impossible", ()), impossible, strict=True):
        place, words = expected.split(" ", 1)
        assert text.startswith(f"{place} ")
        assert words in text


def _case(name: str) -> dict[str, Any]:
    return next(case for case in _FILE["case"] if case["id"] == name)


def _dump_record(item: InputRecord) -> dict[str, Any]:
    assert item.record is not None
    return record_data(item.record)


@pytest.mark.parametrize(
    "case", [one for one in _FILE["case"] if "refused" not in one], ids=lambda case: case["id"]
)
def test_accounts_round_trip_through_text_json_and_ruling(case: dict[str, Any]) -> None:
    item = _read_case(case)
    data = _dump_record(item)
    assert item.record is not None
    assert _dump_record(_read(write(item.record))) == data
    assert _dump_record(api.read(data)) == data
    assert json.loads(api.rule(item).json)["record"] == data


@pytest.mark.parametrize("name", ["C-01", "C-03", "C-07", "C-09"])
def test_ruling_with_accounts_is_verified(name: str, tmp_path: Path) -> None:
    ruling = api.rule(_read_case(_case(name)))
    for kind, text in (("json", ruling.json), ("html", ruling.html)):
        file = tmp_path / f"ruling.{kind}"
        file.write_text(text, encoding="utf-8")
        assert 1 not in {code for _, code in verify_ruling(api.read(file))}
    if name == "C-09":
        file.write_text(text.replace(_WHY, "the sheet has it"), encoding="utf-8")
        assert 1 in {code for _, code in verify_ruling(api.read(file))}


def test_ruling_on_beliefs_states_what_each_is_about() -> None:
    """C-07: Joe's dad no longer matters once Carl was too late, and no other version is mentioned."""
    ruling = api.rule(_read_case({**_case("C-07"), "believe": ["1=N", "2=N"]}))
    text = accounts_text(ruling)
    assert text is not None
    assert text.lines[0].startswith("About when Carl called, this rests on a finding of fact by Agnes Weber")
    assert text.lines[1].startswith("About Joe's dad, this rests on a finding of fact by Agnes Weber")
    assert len(text.lines) == 4
    assert not any("Owls 91" in line for line in text.lines)


@pytest.mark.parametrize(("place", "value", "says"), _TABLES["Altered accounts"])
def test_altered_accounts_are_reported(place: str, value: str, says: str, workdir: Path) -> None:
    (workdir / "ruling.json").write_text(api.rule(_read_case(_case("C-02"))).json, encoding="utf-8")
    carry_out("set", f"ruling.json accounts/{place} {value}", {})
    lines = [text for text, code in verify_ruling(api.read(workdir / "ruling.json")) if code == 1]
    assert lines[0].startswith(f"accounts: {says}")
    assert lines[-1] == "accounts: rule again on the record inside to get them right"


@pytest.mark.parametrize(("change", "why"), [*_TABLES["Invalid versions"], ('{"set": {}}', None)])
def test_invalid_version_is_refused_with_its_place(change: str, why: str | None) -> None:
    data = _dump_record(_read_case(_case("C-07")))
    version = {"told_by": ["N"], "set": {"/claims/0/at": "turned"}}
    data["accounts"][0]["versions"][1] = version | json.loads(change)
    text = json.dumps(data, indent=1)
    item = next(iter(api.read_all(_source(text))))
    assert (item.refused is None) == (why is None)
    if item.refused:
        assert why
        assert why in str(item.refused)
        line = item.refused.faults[0].place
        assert line is not None
        assert '"about"' in "\n".join(text.splitlines()[line.line - 30 : line.line])


def test_more_than_64_combinations_are_refused() -> None:
    data = _dump_record(_read(_HANDS["lawful"]))
    versions = [
        {"told_by": [], "set": {}},
        *({"told_by": [f"P{n}"], "set": {"remarks": ["x"] * n}} for n in (1, 2, 3)),
    ]
    keys = ("remarks", "comments", "sheet", "score")
    texts: dict[str, Any] = {"comments": [{"at": 1, "text": "x"}], "sheet": {"NS": {}}, "score": {"NS": 1}}
    data["accounts"] = [{"about": "remarks", "versions": versions}]
    for key in keys[1:3]:
        several = [{"told_by": [f"{key}{n}"], "set": {key: texts[key]}} for n in range(3)]
        data["accounts"].append({"about": key, "versions": [{"told_by": [], "set": {}}, *several]})
    accounts = api.rule(api.read(data)).accounts
    assert accounts is not None
    assert sum(len(row.versions) for row in accounts.rows) == 64
    versions = [{"told_by": [], "set": {}}, {"told_by": [], "set": {"score": texts["score"]}}]
    data["accounts"].append({"about": "score", "versions": versions})
    with pytest.raises(Refused, match="128 combinations"):
        api.read(data)


@pytest.mark.parametrize("belief", ["1", "1=Q", "3=N", "0=N", "1=v3", "=N", "1=", "99999999999=E", "1=N 1=E"])
def test_invalid_belief_is_refused(belief: str) -> None:
    with pytest.raises(UsageError, match="--believe"):
        believe_versions(_read_case(_case("C-02")), belief.split(), by="Agnes", because="it is so")


def test_anonymous_ruling_names_nobody() -> None:
    item = _read_case({**_case("C-08"), "believe": ["1=gus"]})
    for form in ("text", "json", "html"):
        text = api.written(api.rule(item), form, anonymous=True)
        assert not [name for name in ("Gus", "Ruth", "Joe", "Agnes", _WHY) if name in text]
        assert form == "json" or "bystander 1" in text
    again = json.loads(api.written(api.rule(item), "json", anonymous=True))
    assert api.rule(api.read(again["record"])).remedy.score == (77, 85)


def test_page_begins_with_the_effect_of_the_accounts() -> None:
    same, open_page, text = (api.rule(_read_case(_case(name))).html for name in ("C-01", "C-07", "C-09"))
    assert same.index("The same either way") < same.index("<strong>")
    assert (
        open_page.index("It depends on whom you believe") < open_page.index("What would decide it") < 13_000
    )
    assert open_page.count("<th scope=row>If ") == 3
    assert "finding of fact by Agnes Weber" in text
    assert "<h2>The score" in same
    assert "<h2>The score" not in open_page


def test_rows_say_who_wins_the_game() -> None:
    text = api.rule(_read_case(_case("C-11"))).text
    assert "If North and South are right about the score before:" in text
    assert "North-South win the game, 42 to 42." in " ".join(text.split())
    assert "East-West win the game, 43 to 42." in " ".join(text.split())


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("accounts.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Commands on cases of `accounts.toml`, and their output; the head of `accounts.md` explains the lines."""
    names = ("C-02", "C-08", "C-09")
    cases = {name: {**_dump_record(_read_case(_case(name))), "id": name.lower()} for name in names}
    for what, text in follow(lines, call, {}, workdir / "hand.clab"):
        carry_out(what, text, cases)


def test_archive_exports_accounts_unchanged(tmp_path: Path) -> None:
    records = [
        _dump_record(_read_case(_case(name))) | {"id": name.lower()} for name in ("C-02", "C-08", "C-09")
    ]
    exported = call("archive", "export", make_archive(tmp_path, records), "-").out
    assert list(map(json.loads, exported.splitlines())) == records
