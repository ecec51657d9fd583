"""Tests of unusable rulesets: the refusal states where, why and what to do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clabber_audit.core.errors import Unusable, UsageError
from clabber_audit.rules.lines import load_history
from clabber_audit.rules.ruleset import load
from tests.cli import call
from tests.rulesets.files import write_ruleset
from tests.scale import in_share
from tests.second_opinion.toggles import IDS
from tests.tables import rows


def _refusal(file: str) -> str:
    with pytest.raises(Unusable) as caught:
        load_history(file) or load(file)
    return f"{caught.value.what}: {caught.value.why}\n{caught.value.help}"


@pytest.mark.parametrize(("extends", "lines", "says"), rows(Path(__file__).with_name("refused.md")))
def test_refused_house_gets_advice(extends: str, lines: str, says: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    head = ['id = "house"', 'title = "House"', f'extends = "{extends}"']
    file.write_text("\n".join([*head, *re.findall("`([^`]*)`", lines)]) + "\n", encoding="utf-8")
    message = _refusal(str(file))
    for words in ("house.toml", *says.split(" … ")):
        assert words in message
    # For a wrong penalty the reason includes the advice.
    assert message.splitlines()[-1] or "a penalty is one of" in message
    if in_share(f"{extends} {lines}"):
        done = call("rulesets", file)
        assert (done.code, done.out) == (5, "")
        assert says.split(" … ")[0] in done.err


def test_ruleset_must_answer_every_question(tmp_path: Path) -> None:
    message = _refusal(write_ruleset(tmp_path, "bare.toml"))
    assert "bare.toml" in message
    assert "look_back" in message
    message = _refusal(write_ruleset(tmp_path, "club.toml", "wp", 'repeal = ["looking-back"]'))
    assert "look_back" in message
    assert "tie_scope" not in message


def test_unbalanced_brace_is_refused_without_a_parent(tmp_path: Path) -> None:
    file = tmp_path / "alone.toml"
    lines = ['id = "alone"', 'title = "Alone"', 'articles.game = { topic = "game", text = "To {target." }']
    file.write_text("\n".join([*lines, "parameters.target = 700"]), encoding="utf-8")
    assert "article “game”: expected '}'" in _refusal(str(file))


def test_circular_extension_is_refused(tmp_path: Path) -> None:
    write_ruleset(tmp_path, "one.toml", "two.toml")
    write_ruleset(tmp_path, "two.toml", "one.toml")
    assert "circle" in _refusal(str(tmp_path / "one.toml"))


def test_id_with_other_signs_is_refused(tmp_path: Path) -> None:
    (tmp_path / "house.toml").write_text('id = "House Rules"\ntitle = "House"\n', encoding="utf-8")
    message = _refusal(str(tmp_path / "house.toml"))
    assert "id is “House Rules”: an id starts with a lower-case letter or digit" in message
    assert message.endswith("choose a simpler id")


@pytest.mark.parametrize("content", [b"id = ", b"id = 1", b'id = "\xff"', b"\xff\xfe", b"title = 'no id'"])
def test_broken_file_is_refused(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "broken.toml").write_bytes(content)
    assert "broken.toml" in _refusal(str(tmp_path / "broken.toml"))


def test_missing_file_is_refused(tmp_path: Path) -> None:
    assert "none.toml" in _refusal(str(tmp_path / "none.toml"))
    assert "gone.toml" in _refusal(write_ruleset(tmp_path, "other.toml", "gone.toml"))
    (tmp_path / "folder.toml").mkdir()
    assert "folder.toml" in _refusal(str(tmp_path / "folder.toml"))


def test_unknown_id_is_a_usage_error() -> None:
    with pytest.raises(UsageError) as caught:
        load("hoyle")
    assert all(name in caught.value.why for name in IDS)
