"""Tests of other programs: each gives an answer, or fails a question with a sentence."""

from __future__ import annotations

import json
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.cli import conformance
from clabber_audit.cli.output import with_progress
from clabber_audit.conformance import suite as programs
from clabber_audit.conformance.suite import ProgramAnswer, Suite, SuiteQuestion, load, start_program
from clabber_audit.core.errors import UsageError
from tests.cli import ROOT, call
from tests.tables import tables

Json = dict[str, Any]

#: First line of each program.
LINE = "import json, sys; asked = json.loads(sys.stdin.readline()); "
#: A timeout that no test reaches: each ends with an answer, or when the program has ended.
PATIENT = 60.0
PROGRAMS = tables(Path(__file__).with_name("programs.md"))


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load()


@pytest.fixture(scope="module")
def question(suite: Suite) -> SuiteQuestion:
    return suite.by_id["BE09.2"]


def python_command(code: str, *words: str) -> str:
    """Return the command of a Python program that starts quickly."""
    return shlex.join([sys.executable, "-S", "-c", code, *words])


def ask_program(
    command: str, *questions: SuiteQuestion, seconds: float = PATIENT, accepted: int = 0
) -> list[ProgramAnswer]:
    program = start_program(command, seconds, frozenset({0, accepted}))
    try:
        return [program.ask(question, question.ruleset) for question in questions]
    finally:
        program.close()


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (words, code, message)
        for words, heading in (
            ((), "One process that reads a line for each question"),
            (("{record}",), "One process for each question"),
        )
        for code, message in PROGRAMS[heading]
    ],
)
def test_program_without_an_answer_is_reported(
    question: SuiteQuestion, words: tuple[str, ...], code: str, message: str
) -> None:
    (answer,) = ask_program(python_command(code.replace("(line)", LINE), *words), question)
    assert answer.data is None
    assert answer.trouble.startswith(message)


def test_program_that_closes_its_output_is_reported(
    question: SuiteQuestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "ENDING", 0.01)
    (answer,) = ask_program(python_command("import os, time; os.close(1); time.sleep(600)"), question)
    assert answer == ProgramAnswer(None, "it closed its output before it answered")


@pytest.mark.parametrize("word", [[], ["{record}"]])
def test_slow_program_is_terminated(question: SuiteQuestion, word: list[str]) -> None:
    code = (
        "import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])"
    )
    (answer,) = ask_program(python_command(code, *word), question, seconds=0.05)
    assert answer == ProgramAnswer(None, "it took longer than 0.05 s", slow=True)


def test_program_that_ends_is_restarted(suite: Suite) -> None:
    """It answers one question and fails at the next, and so does the process after it."""
    code = f"{LINE}print(json.dumps({{'id': asked['id'], 'kind': asked['kind']}}), flush=True); input(); sys.exit(3)"
    position, hand = suite.by_id["A01.1"], suite.by_id["BE09.2"]
    failed = ProgramAnswer(None, "it ended before it answered, with exit code 3")
    assert ask_program(python_command(code), position, hand, hand, position) == [
        ProgramAnswer({"id": "A01.1", "kind": "position"}), failed, ProgramAnswer({"id": "BE09.2", "kind": "hand"}), failed,
    ]  # fmt: skip


def test_arguments_of_a_program(suite: Suite) -> None:
    """The record, the ruleset by id or as a house file, and the kind of question."""
    code = "import json, sys; print(json.dumps([open(sys.argv[1]).read(), *sys.argv[2:]]).join(['{\"a\":', '}']))"
    command = python_command(code, "{record}", "{ruleset}", "{kind}")
    hand, game, variant = (suite.by_id[name] for name in ("H04.1", "J01.1", "H04.3"))
    (first, second) = ask_program(command, hand, game)
    assert first.data
    assert second.data
    text, ruleset, kind = first.data["a"]
    assert (json.loads(text), ruleset, kind) == (hand.given["record"], "ecl-1992", "hand")
    text, ruleset, kind = second.data["a"]
    assert ([json.loads(line) for line in text.splitlines()], ruleset, kind) == (
        game.given["records"],
        "",
        "game",
    )
    reading = "import json, sys; print(json.dumps({'a': open(sys.argv[2]).read()}))"
    program = start_program(python_command(reading, "{record}", "{ruleset}"), PATIENT, frozenset({0}))
    answer = program.ask(variant, suite.rulesets[variant.ruleset or ""])
    program.close()
    assert answer.data
    assert 'extends = "ecl-1992"' in answer.data["a"]
    assert 'claim_specificity = "kind"' in answer.data["a"]


def test_house_files_can_be_loaded(suite: Suite, tmp_path: Path) -> None:
    from clabber_audit.conformance.suite import house_file, law_by

    for rules in suite.rulesets.values():
        if "extends" in rules:
            (tmp_path / "house.toml").write_text(house_file(rules), encoding="utf-8")
            assert law_by(rules).toggles._asdict().items() >= rules["toggles"].items()
    assert call("rulesets", str(tmp_path / "house.toml")).code == 0


def test_command_without_kind_is_asked_about_hands_only(suite: Suite) -> None:
    (answer,) = ask_program(python_command("raise SystemExit(9)", "{record}"), suite.by_id["A01.1"])
    assert answer.data == {"unsupported": "the command has no {kind}, so that it is asked about hands alone"}


def test_exit_code_may_be_accepted(question: SuiteQuestion) -> None:
    command = python_command("print('{}'); raise SystemExit(4)", "{record}")
    assert ask_program(command, question)[0].trouble == "it ended with exit code 4"
    assert ask_program(command, question, accepted=4) == [ProgramAnswer({})]


@pytest.mark.parametrize("command", ["", "  ", "judge 'open", "judge {ruleset}", "judge --kind={kind}"])
def test_invalid_command_is_refused(command: str) -> None:
    with pytest.raises(UsageError):
        start_program(command, 1, frozenset({0}))


def _run_score(command: str, *more: str) -> tuple[int, Json]:
    done = call("conformance", "--run", command, "--format", "json", *more)
    assert done.err == ""
    return done.code, json.loads(done.out)


def test_unsupported_question_is_not_a_pass() -> None:
    code = (
        "import json, sys\n"
        "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'], 'unsupported': 'tired'}), flush=True)"
    )
    exit_code, score = _run_score(python_command(code), "--only", "h04")
    assert (exit_code, score["asked"], score["unsupported"], score["passed"]) == (4, 3, 3, 0)
    assert score["verdict"] == "No wrong answer, but 3 of 3 questions are not supported."


def test_remaining_questions_are_skipped_after_timeouts() -> None:
    exit_code, score = _run_score(
        python_command("import time; time.sleep(60)"), "--timeout", "0.02", "--only", "a-play"
    )
    reasons = [why for one in score["questions"] for why in one["why"]]
    assert exit_code == 1
    assert set(reasons[:5]) == {"it took longer than 0.02 s"}
    assert set(reasons[5:]) == {"not asked: 5 times in a row it took too long; give more time with --timeout"}
    assert score["failed"] == score["asked"] == len(reasons) > 5


def test_progress_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    """After two seconds, and then every ten: if half of 20 took 5 s, 5 s are left."""
    seconds = iter([0, 1, *[2] * 4, *range(3, 18)])
    assert list(with_progress(iter(range(20)), "asking", 20, "questions", lambda: next(seconds))) == [
        *range(20)
    ]
    assert capsys.readouterr().err.splitlines() == [
        "asking: 2 of 20 questions, about 18 seconds left",
        "asking: 15 of 20 questions, about 4 seconds left",
    ]
    assert list(with_progress(iter([1]), "asking", 1, "questions", iter([0.0, 500.0]).__next__)) == [1]
    assert capsys.readouterr().err == ""


def test_faster_protocol_is_suggested(monkeypatch: pytest.MonkeyPatch) -> None:
    """Help and README show the faster way."""
    command = ("conformance", "--run", python_command("print('{}')", "{record}"), "--only", "H04.1")
    assert "Faster" not in call(*command).err
    monkeypatch.setattr(conformance, "_MANY", 0)
    assert "Faster: leave {record} out" in call(*command).err
    shown = call("conformance", "--help").out
    assert 'conformance --run "./judge" -o' in shown
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert 'conformance --run "./judge" -o score.html' in readme
