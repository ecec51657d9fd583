"""Tests of answers under which no hand can be dealt, bid, played or written: loading the ruleset refuses them."""

from __future__ import annotations

import re
import resource
import tomllib
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, Final, get_args, get_type_hints

import pytest

from clabber_audit.conformance.suite import house_file
from clabber_audit.core.errors import Unusable
from clabber_audit.core.text import to_toml
from clabber_audit.recorder.house_rules import house_questions
from clabber_audit.rules.ruleset import SHIPPED, Ruleset, load
from tests.cli import call
from tests.rules import list_answers
from tests.rulesets.files import OF_SEVERAL, write_ruleset
from tests.scale import at_random, at_scale, in_share
from tests.tables import rows

#: Numbers at and far beyond the limits.
_NUMBERS: Final = [-(10**30), -1001, -500, -12, -1, *range(14), 20, 42, 500, 501, 1001, 10**8, 10**18]
_MARKS: Final = ["X", "", "XX", "XXX", "-", "--", "R", "0", "7", "ＸＸ"]


def write_answers(folder: Path, extends: str, answers: dict[str, object]) -> str:
    """Write a file with changed toggles of a shipped ruleset, as a house writes it; return its name."""
    lines = ("[parameters]", *(f"{name} = {to_toml(answer)}" for name, answer in answers.items()))
    return write_ruleset(folder, "house.toml", extends, "\n".join(lines))


def _parse_answers(cell: str) -> dict[str, object]:
    """Return the answers of a cell, each in its own pair of backticks."""
    return tomllib.loads("\n".join(re.findall("`([^`]*)`", cell)))


@pytest.mark.parametrize(
    ("extends", "impossible", "reason", "possible", "why"), rows(Path(__file__).with_name("impossible.md"))
)
def test_impossible_answers_are_refused(
    extends: str, impossible: str, reason: str, possible: str, why: str, tmp_path: Path
) -> None:
    answers = _parse_answers(impossible)
    file = write_answers(tmp_path, extends, answers)
    with pytest.raises(Unusable) as caught:
        load(file)
    message = "\n".join(caught.value.lines)
    assert reason in message, why
    assert "house.toml" in message
    assert caught.value.help
    assert any(toggle in caught.value.what for toggle in answers), message
    tried = in_share(f"{extends} {reason}")
    commands = ("simulate", "-r", file, "--hands", "1"), ("rulesets", file), ("check", "-r", file, "-")
    for command in commands if tried else ():
        done = call(*command)
        assert (done.code, done.out) == (5, ""), done.err
    played = write_answers(tmp_path, extends, answers | _parse_answers(possible))
    assert load(played)
    if tried:
        assert call("simulate", "-r", played, "--hands", "4", "--irregular", "1").code == 0


@pytest.mark.parametrize("name", SHIPPED[:: at_scale(20, 1)])
def test_house_may_state_every_default(name: str, tmp_path: Path) -> None:
    """The texts stay those of the parent."""
    parent = load(name)
    texts = {id: article.text for id, article in parent.articles.items()}
    for question in house_questions(parent):
        answer = getattr(parent.toggles, question.name)
        if answer is not None:
            own = load(write_answers(tmp_path, name, {question.name: answer}))
            stated = {id: article.text for id, article in own.articles.items()}
            assert all(stated.values()), question.name
            assert stated == texts or question.name in OF_SEVERAL, question.name


@pytest.mark.parametrize("number", ["0x" + "f" * 5000, "9" * 5000])
def test_numbers_too_long_for_python_are_refused(number: str, tmp_path: Path) -> None:
    file = Path(write_answers(tmp_path, "pepper", {"target": 43}))
    file.write_text(file.read_text().replace("43", number))
    done = call("rulesets", str(file))
    assert (done.code, done.out) == (5, "")
    assert "help:" in done.err


def test_shipped_rulesets_can_be_dealt() -> None:
    for name in SHIPPED:
        ruleset = load(name)
        assert ruleset.game.find_unmet_need(ruleset.toggles) is None, name


@pytest.mark.parametrize("extends", ["wp", "eau-claire-study-hall"])
def test_simulation_without_infractions_has_no_claims(extends: str, tmp_path: Path) -> None:
    """Hands are simulated, but no claim can name an infraction."""
    articles = {
        name: {**article.to_data(), "penalties": {}}
        for name, article in load(extends).articles.items()
        if article.penalties
    }
    data = {"id": "house", "title": "House", "extends": extends, "articles": articles}
    file = tmp_path / "house.toml"
    file.write_text(house_file(data), encoding="utf-8")
    simulated = call("simulate", "-r", file, "--hands", "60", "--irregular", "1", "--claims", "1")
    assert (simulated.code, simulated.out.count("\n"), '"claims"' in simulated.out) == (0, 60, False)


def _list_choices(question: Any) -> list[Any]:
    """Return answers that a question may be given, sensible or not."""
    parts = {question, *get_args(question)}
    return [*list_answers(question), *(_NUMBERS if int in parts else ()), *(_MARKS if str in parts else ())]


def _draw_answers(random: Random) -> tuple[Ruleset, dict[str, object]]:
    """Return a random shipped ruleset with random answers to two or three of its questions."""
    ruleset = load(random.choice(SHIPPED))
    questions = get_type_hints(ruleset.game.toggles)
    names = random.sample(sorted(questions), random.choice((2, 2, 3)))
    return ruleset, {name: random.choice(_list_choices(questions[name])) for name in names}


@pytest.fixture
def _memory_limit() -> Iterator[None]:
    """Limit the memory of the process to four gigabytes."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    resource.setrlimit(resource.RLIMIT_AS, (4 << 30, before[1]))
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


@pytest.mark.usefixtures("_memory_limit")
@pytest.mark.full
def test_random_answers_cause_no_crash(tmp_path: Path) -> None:
    """A ruleset is refused, or its hands are dealt, written, read again and ruled on."""
    played = 0
    for number in range(at_random(60, 3000, share=50)):
        random = Random(f"answers {number}")
        ruleset, answers = _draw_answers(random)
        file, hands = write_answers(tmp_path, ruleset.id, answers), str(tmp_path / "hands.jsonl")
        text = f"{number}: {ruleset.id} {answers}"
        drawn = ("--seed", str(number), "--irregular", "0.7", "-o", hands, "--force")
        simulated = call("simulate", "-r", file, "--hands", "5", *drawn)
        assert simulated.code in (0, 5), f"{text}\n{simulated.err}"
        if simulated.code == 5:
            assert "help:" in simulated.err, text
            continue
        played += 1
        assert call("check", "-r", file, hands).code in (0, 1, 4), text
        if in_share(text):
            ruled = call("rule", "-r", file, hands, "--hand", f"sim-{number}-000001")
            assert ruled.code in (0, 4), f"{text}\n{ruled.err}"
    assert played > 20
