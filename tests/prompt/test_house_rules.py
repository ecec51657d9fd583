"""Tests of `rulesets new` at the terminal: answers, typing errors, incompatible answers, Ctrl-C and resuming."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clabber_audit.api import load_ruleset
from clabber_audit.recorder.house_rules import (
    NO_HAND,
    ExampleHands,
    Interview,
    describe_choice,
    example_lines,
    house_questions,
    house_toml,
    imply,
)
from clabber_audit.recorder.page import house_page
from clabber_audit.rules.ruleset import SHIPPED, load, load_text, statute_of_shipped
from tests.cli import run
from tests.scale import at_scale, in_share

#: Base ruleset of the family; rulesets that extend it belong to one game each.
FAMILY: Final = "bid-euchre-family"


def _run_new(workdir: Path, typed: str, *more: str) -> tuple[int, str]:
    done = run("rulesets", "new", "-o", "west.toml", *more, stdin=typed.encode(), cwd=workdir)
    return done.code, done.err


def test_answers_are_written_and_applied(tmp_path: Path) -> None:
    """A number, a choice by its place and one by its words; 40 is no valid target, and “sometimes” no valid answer."""
    typed = "West Side\n40\n750\n50\nlate_meld\nsometimes\n2\nboth_renege\nzero next\ndone\n"
    code, output = _run_new(tmp_path, typed)
    assert code == 0, output
    assert "40 is out of range; give a number from 50 to 5000." in output
    assert "“sometimes” is not an answer; give Renege, Void." in output
    assert "game: A game is 750 points." in output
    own = load_ruleset(tmp_path / "west.toml")
    assert (own.id, own.title) == ("west-side", "West Side")
    changed = {
        name: value
        for name, value in own.toggles._asdict().items()
        if value != getattr(load("ecl-1992").toggles, name)
    }
    assert changed == {
        "target": 750, "renege_points": 50, "late_meld": "void", "both_renege": "zero_next",
    }  # fmt: skip
    text = (tmp_path / "west.toml").read_text(encoding="utf-8")
    assert "# What do you play to? (Usual: 500)\ntarget = 750\n" in text


def test_incompatible_answers_are_asked_again() -> None:
    """A pack of 24 has no joker that could oblige a player (B-070): this is reported at once and not written."""
    lines, typed = list[str](), iter(["all_pass", "joker 3", "all_pass", "redeal next", "done"])
    interview = Interview(load("pepper"), lines.append, {})
    interview.ask(lambda _prompt: next(typed))
    text = "\n".join(lines)
    assert 'These do not go together: all_pass = "joker_3"' in text
    assert "What to do: " in text
    assert interview.answers == {"all_pass": "redeal_next"}


def test_answers_are_offered_with_an_explanation() -> None:
    """A word such as Keeper says little by itself; numbers in the explanation are those of the parent ruleset."""
    lines, typed = list[str](), iter(["disordered_pile", "tie_at_500", "done"])
    interview = Interview(load("ecl-1992"), lines.append, {})
    interview.ask(lambda _prompt: next(typed))
    assert "  1  Claimant: Tricks that can no longer be read prove nothing. (now)" in lines
    assert "  2  Keeper: Tricks that can no longer be read go against the side that kept them." in lines
    assert "  2  Tie: If both are level at 500 or more, the game is a tie." in lines
    page = house_page(load("ecl-1992"))
    assert "Keeper: Tricks that can no longer be read go against the side that kept them." in page


@pytest.mark.parametrize("name", SHIPPED[:: at_scale(4, 1)])
def test_explanations_have_no_placeholders_left(name: str) -> None:
    """The numbers in an explanation are the answers to other questions."""
    parent = load(name)
    for question in house_questions(parent):
        for answer in question.choices:
            assert "{" not in describe_choice(parent, question.name, answer)


def test_points_for_a_renege_set_the_kind_of_penalty() -> None:
    """Points for a renege make the penalty one in points (BD-70); choosing the whole hand removes them."""
    lines, typed = list[str](), iter(["renege_points", "5", "renege_penalty", "lose hand", "done"])
    interview = Interview(load("pepper"), lines.append, {})
    interview.ask(lambda _prompt: next(typed))
    assert "  So renege_penalty is Points." in lines
    assert "  So renege_points no longer counts." in lines
    assert interview.answers == {"renege_penalty": "lose_hand"}


@pytest.mark.parametrize("name", SHIPPED[:: at_scale(10, 1)])
def test_every_answer_loads_or_is_refused(name: str) -> None:
    """A file with one changed answer loads with that answer, under each shipped ruleset."""
    parent = load(name)
    for question in house_questions(parent):
        if not in_share(f"{name} {question.name}"):
            continue
        for answer in question.choices[1:2] or (question.range and question.range[1:]) or ():
            brought = imply(parent, question.name, answer)
            toggles = parent.toggles._replace(**{question.name: answer}, **brought)
            if parent.game.find_unmet_need(toggles) is None:
                text = house_toml(parent, "own", "Own rules", {question.name: answer})
                own = load_text(text, "own.toml", {})
                assert own.toggles == toggles, (question.name, answer)
                assert "{" not in "".join(article.text for article in own.articles.values())


#: One ruleset for each game; the slow ones have the most hands.
ROOTS: Final = ["ecl-1992", *(name for name in SHIPPED if statute_of_shipped(name).extends == FAMILY)]
DEAR: Final = ("bid-euchre", "eau-claire-clubs", "progressive-euchre")


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.full) if name in DEAR else name for name in ROOTS]
)
def test_every_question_has_an_example_hand_or_a_reason(name: str) -> None:
    """The example is a case of the casebook, with the ruling under each answer if the case is a single hand."""
    parent = load(name)
    hands = ExampleHands(parent)
    for question in house_questions(parent):
        first, *lines = example_lines(hands, question)
        assert first != "No hand of the casebook turns on it.", question.name
        assert lines or question.name in {*NO_HAND, *OF_A_GAME}, question.name


#: Questions whose cases are of several hands, or of a position.
OF_A_GAME: Final = (
    *("rotation_after_wrong_deal", "tie_at_500", "both_reach", "win_by"),
    *("equal_cards", "joker_nt", "joker_rank"),
)
