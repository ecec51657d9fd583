"""Programs that are not ours: whatever they do is an answer or a failed question with a sentence."""

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

#: What a program has before it does anything.
LINE = "import json, sys; asked = json.loads(sys.stdin.readline()); "
#: Nobody waits so long: it ends when an answer is there, or when the program has ended.
PATIENT = 60.0
PROGRAMS = tables(Path(__file__).with_name("programs.md"))


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load()


@pytest.fixture(scope="module")
def question(suite: Suite) -> SuiteQuestion:
    return suite.by_id["BE09.2"]


def python(code: str, *words: str) -> str:
    """The command of a program in Python that begins quickly."""
    return shlex.join([sys.executable, "-S", "-c", code, *words])


def ask_program(
    command: str, *questions: SuiteQuestion, seconds: float = PATIENT, accepted: int = 0
) -> list[ProgramAnswer]:
    found = start_program(command, seconds, frozenset({0, accepted}))
    try:
        return [found.ask(question, question.ruleset) for question in questions]
    finally:
        found.close()


@pytest.mark.parametrize(
    ("words", "code", "told"),
    [
        (words, code, told)
        for words, heading in (
            ((), "One that reads a line for each question"),
            (("{record}",), "One begun for each question"),
        )
        for code, told in PROGRAMS[heading]
    ],
)
def test_a_program_that_does_not_answer_is_told(
    question: SuiteQuestion, words: tuple[str, ...], code: str, told: str
) -> None:
    (answer,) = ask_program(python(code.replace("(line)", LINE), *words), question)
    assert answer.data is None
    assert answer.trouble.startswith(told)


def test_a_program_that_closes_its_output_is_told(
    question: SuiteQuestion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(programs, "ENDING", 0.01)
    (answer,) = ask_program(python("import os, time; os.close(1); time.sleep(600)"), question)
    assert answer == ProgramAnswer(None, "it closed its output before it answered")


@pytest.mark.parametrize("word", [[], ["{record}"]])
def test_a_program_that_takes_too_long_is_ended(question: SuiteQuestion, word: list[str]) -> None:
    code = (
        "import subprocess, sys; subprocess.run([sys.executable, '-S', '-c', 'import time; time.sleep(600)'])"
    )
    (answer,) = ask_program(python(code, *word), question, seconds=0.05)
    assert answer == ProgramAnswer(None, "it took longer than 0.05 s", slow=True)


def test_one_that_ends_is_begun_again(suite: Suite) -> None:
    """It answers one question and fails at the next, and so does the process after it."""
    code = f"{LINE}print(json.dumps({{'id': asked['id'], 'kind': asked['kind']}}), flush=True); input(); sys.exit(3)"
    position, hand = suite.by_id["A01.1"], suite.by_id["BE09.2"]
    failed = ProgramAnswer(None, "it ended before it answered, with exit code 3")
    assert ask_program(python(code), position, hand, hand, position) == [
        ProgramAnswer({"id": "A01.1", "kind": "position"}), failed, ProgramAnswer({"id": "BE09.2", "kind": "hand"}), failed,
    ]  # fmt: skip


def test_what_a_program_is_given_as_files(suite: Suite) -> None:
    """The record, the ruleset by its id or as a house file, and the kind."""
    code = "import json, sys; print(json.dumps([open(sys.argv[1]).read(), *sys.argv[2:]]).join(['{\"a\":', '}']))"
    command = python(code, "{record}", "{ruleset}", "{kind}")
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
    found = start_program(python(reading, "{record}", "{ruleset}"), PATIENT, frozenset({0}))
    answer = found.ask(variant, suite.rulesets[variant.ruleset or ""])
    found.close()
    assert answer.data
    assert 'extends = "ecl-1992"' in answer.data["a"]
    assert 'claim_specificity = "kind"' in answer.data["a"]


def test_a_house_file_is_what_our_own_commands_take(suite: Suite, tmp_path: Path) -> None:
    from clabber_audit.conformance.suite import house_file, law_by

    for rules in suite.rulesets.values():
        if "extends" in rules:
            (tmp_path / "house.toml").write_text(house_file(rules), encoding="utf-8")
            assert law_by(rules).toggles._asdict().items() >= rules["toggles"].items()
    assert call("rulesets", str(tmp_path / "house.toml")).code == 0


def test_without_a_word_for_the_kind_only_hands_are_asked(suite: Suite) -> None:
    (answer,) = ask_program(python("raise SystemExit(9)", "{record}"), suite.by_id["A01.1"])
    assert answer.data == {"unsupported": "the command has no {kind}, so that it is asked about hands alone"}


def test_an_exit_code_may_be_accepted(question: SuiteQuestion) -> None:
    command = python("print('{}'); raise SystemExit(4)", "{record}")
    assert ask_program(command, question)[0].trouble == "it ended with exit code 4"
    assert ask_program(command, question, accepted=4) == [ProgramAnswer({})]


@pytest.mark.parametrize("command", ["", "  ", "judge 'open", "judge {ruleset}", "judge --kind={kind}"])
def test_a_command_that_cannot_be_one(command: str) -> None:
    with pytest.raises(UsageError):
        start_program(command, 1, frozenset({0}))


def _run_score(command: str, *more: str) -> tuple[int, Json]:
    done = call("conformance", "--run", command, "--format", "json", *more)
    assert done.err == ""
    return done.code, json.loads(done.out)


def test_what_is_not_supported_is_no_pass() -> None:
    code = (
        "import json, sys\n"
        "for line in sys.stdin: print(json.dumps({'id': json.loads(line)['id'], 'unsupported': 'tired'}), flush=True)"
    )
    exit_code, score = _run_score(python(code), "--only", "h04")
    assert (exit_code, score["asked"], score["unsupported"], score["passed"]) == (4, 3, 3, 0)
    assert score["verdict"] == "No wrong answer, but 3 of 3 questions are not supported."


def test_the_rest_is_left_when_a_program_never_answers() -> None:
    exit_code, score = _run_score(
        python("import time; time.sleep(60)"), "--timeout", "0.02", "--only", "a-play"
    )
    reasons = [why for one in score["questions"] for why in one["why"]]
    assert exit_code == 1
    assert set(reasons[:5]) == {"it took longer than 0.02 s"}
    assert set(reasons[5:]) == {"not asked: 5 times in a row it took too long; give more time with --timeout"}
    assert score["failed"] == score["asked"] == len(reasons) > 5


def test_whoever_waits_is_told_how_long(capsys: pytest.CaptureFixture[str]) -> None:
    """After two seconds, and then every ten: half of 20 in 5 s are 5 s to go."""
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


def test_a_process_for_each_of_many_is_not_begun_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """And the faster way is the one that help and README show."""
    command = ("conformance", "--run", python("print('{}')", "{record}"), "--only", "H04.1")
    assert "Faster" not in call(*command).err
    monkeypatch.setattr(conformance, "_MANY", 0)
    assert "Faster: leave {record} out" in call(*command).err
    shown = call("conformance", "--help").out
    assert 'conformance --run "./judge" -o' in shown
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert 'conformance --run "./judge" -o score.html' in readme
