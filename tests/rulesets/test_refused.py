"""Rulesets that cannot be used are refused, and the file says where."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clabber_audit.core.errors import Unusable, UsageError
from clabber_audit.rules.ruleset import load
from tests.rulesets.files import written
from tests.second_opinion.toggles import IDS


def _refusal(file: str) -> str:
    with pytest.raises(Unusable) as caught:
        load(file)
    return " ".join([caught.value.what, caught.value.why, caught.value.help])


@pytest.mark.parametrize(
    ("what", "named"),
    [
        ('toggles = { look_back = "until_turned" }', ["looking-back", "look_back"]),
        ('penalties = { failure-to-follow = "note" }', ["follow-suit", "failure-to-follow"]),
        ("toggles = { house_limit = true }", ["house_limit"]),
        ('toggles = { look_back = "never" }', ["look_back", "never"]),
        ('toggles = { four_tens = "yes" }', ["four_tens", "yes"]),
        ('penalties = { cheating = "renege" }', ["cheating"]),
        ('penalties = { lower-meld-shown = "fine" }', ["lower-meld-shown", "fine"]),
        ('penalties = { lower-meld-shown = "look_back" }', ["lower-meld-shown", "look_back"]),
        ('penalties = { lower-meld-shown = "count" }', ["lower-meld-shown", "count"]),
        ('penalties = { lower-meld-shown = "_field_defaults" }', ["lower-meld-shown", "_field_defaults"]),
    ],
)
def test_an_article_in_conflict_is_refused(tmp_path: Path, what: str, named: list[str]) -> None:
    message = _refusal(written(tmp_path, "club.toml", "wp", ("our-article", what)))
    for word in ("club.toml", "our-article", *named):
        assert word in message


@pytest.mark.parametrize(
    ("what", "named"),
    [
        ("fine = 5", "fine"),
        ('grade = "rumour"', "grade"),
        ("topic = 3", "topic"),
        ("sources = []", "sources"),
    ],
)
def test_an_article_of_another_shape_is_refused(tmp_path: Path, what: str, named: str) -> None:
    file = written(tmp_path, "club.toml", "wp", ("our-article", "penalties = {}"))
    text = Path(file).read_text()
    key = what.partition(" ")[0]
    changed = re.sub(rf"^{key} = .*$", what, text, flags=re.MULTILINE)
    Path(file).write_text(changed if changed != text else text + what + "\n")
    message = _refusal(file)
    for word in ("club.toml", "our-article", named):
        assert word in message


def test_a_ruleset_must_answer_everything(tmp_path: Path) -> None:
    message = _refusal(written(tmp_path, "bare.toml"))
    assert "bare.toml" in message
    assert "look_back" in message
    message = _refusal(written(tmp_path, "club.toml", "wp", more='repeal = ["looking-back"]\n'))
    assert "look_back" in message
    assert "tie_scope" not in message


def test_only_what_is_there_can_be_repealed(tmp_path: Path) -> None:
    message = _refusal(written(tmp_path, "club.toml", "wp", more='repeal = ["exposed-card"]\n'))
    assert "club.toml" in message
    assert "exposed-card" in message


def test_rulesets_do_not_extend_each_other_in_a_circle(tmp_path: Path) -> None:
    written(tmp_path, "one.toml", "two.toml")
    written(tmp_path, "two.toml", "one.toml")
    assert "circle" in _refusal(str(tmp_path / "one.toml"))
    assert "own.toml" in _refusal(written(tmp_path, "own.toml", "own.toml"))


def test_what_is_extended_must_exist(tmp_path: Path) -> None:
    message = _refusal(written(tmp_path, "club.toml", "hoyle"))
    assert "hoyle" in message
    assert "club.toml" in message
    for name in IDS:
        assert name in message
    assert "gone.toml" in _refusal(written(tmp_path, "other.toml", "gone.toml"))


@pytest.mark.parametrize("content", [b"id = ", b"id = 1", b'id = "\xff"', b"\xff\xfe", b"title = 'no id'"])
def test_a_broken_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.toml").write_bytes(content)
    assert "broken.toml" in _refusal(str(tmp_path / "broken.toml"))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    assert "none.toml" in _refusal(str(tmp_path / "none.toml"))
    (tmp_path / "folder.toml").mkdir()
    assert "folder.toml" in _refusal(str(tmp_path / "folder.toml"))


def test_an_unknown_id_is_a_mistake_in_the_command() -> None:
    with pytest.raises(UsageError) as caught:
        load("hoyle")
    assert all(name in caught.value.why for name in IDS)
