"""Tests of the suite: it has the whole casebook in its published shape, one hash, and stable numbers."""

from __future__ import annotations

import hashlib
import shutil
import tomllib
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.conformance import suite as suites
from clabber_audit.conformance.suite import FAMILIES, QuestionShape, Suite, load
from clabber_audit.core.errors import Unusable
from tests.casebook import cases, family_cases
from tests.cli import call
from tests.conformance import making
from tests.conformance.expected import Expected
from tests.conformance.making import DraftQuestion, issues
from tests.transcripts import carry_out, follow, transcripts

#: Reasons of the catalogs why a question is open.
KINDS = (
    *("the sources disagree", "the sources are silent", "the source is silent", "the words are ambiguous"),
    *("the source contradicts itself", "the text is lost"),
)
FILES = {file.name: file for file in making.FOLDER.iterdir()}


@pytest.fixture(scope="module")
def suite() -> Suite:
    return load()


def test_suite_has_every_question_of_both_casebooks(suite: Suite) -> None:
    count = sum(len(case.questions) for case in (*cases(), *family_cases()))
    assert len(suite.questions) == len(suite.by_id) == count
    named = {case.id for case in (*cases(), *family_cases()) if case.questions}
    assert {question.case.id for question in suite.questions} == named
    assert {question.family for question in suite.questions} == set(FAMILIES)


def test_every_line_matches_the_schema(suite: Suite) -> None:
    for family in FAMILIES:
        for line in FILES[f"{family}.ndjson"].read_text(encoding="utf-8").splitlines():
            question = QuestionShape.model_validate_json(line)
            contents = [question.record, question.records, question.position]
            assert [one is not None for one in contents] == [
                question.kind == kind for kind in ("hand", "game", "position")
            ]
            assert question.ruleset is None or question.ruleset in suite.rulesets


def test_hash_covers_the_files_in_order(suite: Suite) -> None:
    data = b"".join(FILES[name].read_bytes() for name in sorted(FILES) if name.endswith(".ndjson"))
    assert suite.sha256 == hashlib.sha256(data).hexdigest()


def test_published_version_does_not_change(suite: Suite) -> None:
    published = tomllib.loads(FILES["suite.toml"].read_text(encoding="utf-8"))["released"]
    assert published.get(suite.version, suite.sha256) == suite.sha256, (
        "raise VERSION in tests/conformance/making.py"
    )


def test_version_is_published_once() -> None:
    published = making.release_suite(
        {**making.read_suite(), "suite.toml": 'sha256 = "abc"\n[released]\n"0.9" = "x"\n'}
    )
    assert tomllib.loads(published["suite.toml"])["released"] == {making.VERSION: "abc", "0.9": "x"}
    with pytest.raises(AssertionError, match="was published already; raise VERSION"):
        making.release_suite(published)


def test_open_questions_are_in_the_catalog() -> None:
    for game, prefix in (("clabber", "D-"), ("bid-euchre", "BD-")):
        for question in issues()[game].values():
            assert question.row.startswith(prefix)
            assert question.why_open in KINDS


def test_changed_suite_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(making.FOLDER, tmp_path / "suite")
    with (tmp_path / "suite" / "cases.ndjson").open("a", encoding="utf-8") as file:
        file.write("{}\n")
    monkeypatch.setattr(suites, "find_folder", lambda: tmp_path / "suite")
    with pytest.raises(Unusable, match="the conformance suite is not the published one"):
        load()


def test_alternatives_are_variants_of_the_same_ruleset(suite: Suite) -> None:
    opened = [question for question in suite.questions if question.otherwise]
    listed = {(ambiguity.ruleset, ambiguity.toggle): ambiguity for ambiguity in suite.ambiguities}
    assert opened
    for question in opened:
        for toggle, name in question.otherwise:
            other = suite.by_id[name]
            ambiguity, rules = listed[question.ruleset or "", toggle], suite.rulesets[other.ruleset or ""]
            ours, theirs = suite.rulesets[question.ruleset or ""]["toggles"], rules["toggles"]
            assert rules["extends"] == question.ruleset
            assert {key for key in ours | theirs if ours.get(key) != theirs.get(key)} == {toggle}
            assert ours[toggle] == ambiguity.preferred
            assert theirs[toggle] in ambiguity.answers
            assert ambiguity.kind != "the sources disagree"


def _make_questions(*records: str) -> list[DraftQuestion]:
    return [
        DraftQuestion("A01", "hand", "clabber", "wp", {"record": {"id": record}}, Expected({}, {}), "wp")
        for record in records
    ]


def _lines(questions: list[DraftQuestion], numbers: list[str]) -> list[dict[str, Any]]:
    return [
        {"id": number, "case": one.case, "kind": one.kind, "ruleset": one.ruleset, **one.parts}
        for number, one in zip(numbers, questions, strict=True)
    ]


def test_questions_keep_their_numbers() -> None:
    first = _make_questions("a", "b", "c")
    numbers, gone = making.number_questions(first, [], [])
    assert (numbers, gone) == (["A01.1", "A01.2", "A01.3"], [])
    second = _make_questions("c", "new", "a")
    numbers, gone = making.number_questions(second, _lines(first, numbers), gone)
    assert (numbers, gone) == (["A01.3", "A01.4", "A01.1"], ["A01.2"])
    numbers, gone = making.number_questions(_make_questions("c", "b"), _lines(second, numbers), gone)
    assert (numbers, gone) == (["A01.3", "A01.5"], ["A01.1", "A01.2", "A01.4"])


def test_suite_is_exported(tmp_path: Path) -> None:
    done = call("conformance", "--export", tmp_path / "suite")
    assert (done.code, done.out) == (0, "")
    assert {file.name: file.read_bytes() for file in (tmp_path / "suite").iterdir()} == {
        name: file.read_bytes() for name, file in FILES.items()
    }
    assert call("conformance", "--export", tmp_path / "suite").code == 5


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("commands.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Commands of the suite, and their output."""
    for what, text in follow(lines, call, {}, workdir / "score.html"):
        carry_out(what, text, {})
