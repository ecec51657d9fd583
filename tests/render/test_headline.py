"""The first two lines of a verdict name the fault, for every infraction, in text, on the page and in a message."""

from __future__ import annotations

import html
import re
from functools import cache
from typing import Final

import pytest

from clabber_audit.evidence.finding import Finding
from clabber_audit.games import load_games
from clabber_audit.games.game import Game
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.report.page import page
from clabber_audit.report.phrases import sentence
from clabber_audit.report.ruling import ruling_text, ruling_view
from clabber_audit.report.wording import speaker_of
from clabber_audit.rules.infractions import infractions_of
from tests.casebook import cases, hand_of, law_for

#: Each infraction with each game in which somebody can commit it.
NAMED: Final = [(game, name) for game in load_games() for name in infractions_of(game)]


@cache
def first_example(game: Game, name: str) -> tuple[Ruling, Finding] | None:
    """The first hand of its case file that proves an infraction in a game; None where the file has none of the game."""
    asked = [
        question for case in cases() if case.file == f"infractions/{name}.md" for question in case.questions
    ]
    for question in asked:
        if question.kind == "hand":
            ruling = adjudicate(hand_of(question.text), law_for(question))
            findings = [
                finding
                for finding in ruling.findings
                if (finding.infraction, finding.verdict) == (name, "proven")
            ]
            if ruling.law.game is game and findings:
                return ruling, findings[0]
    return None


def plain(text: str) -> str:
    """Text without marks, line ends and the letter-like forms of suits."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", text)).replace("\ufe0e", "").split())


@pytest.mark.parametrize(("game", "name"), NAMED, ids=lambda one: one if isinstance(one, str) else one.id)
def test_the_first_two_lines_name_the_fault(game: Game, name: str) -> None:
    example = first_example(game, name)
    if example is None:
        pytest.skip(f"{name} has no guilty hand of {game.id} in its own file")
    ruling, finding = example
    file, speaker = dossier(ruling), speaker_of(ruling)
    verdict = ruling_view(file).verdict
    fault, deed = speaker.fault(finding), speaker.finding(finding)
    lead = plain("</p>".join(page(file).split("<p class=lead>")[1].split("</p>")[:2]))
    forms = {
        "text": plain(" ".join(ruling_text(file).split("\n\n")[1].splitlines())),
        "page": lead,
        "message": plain(verdict.message),
    }
    # A wrong sheet and a claim that fails have first lines of their own; the text below them tells what happened.
    own = ["the sheet is wrong"] if finding.of_score else ["caller pays"] if finding.of_claim else []
    for form, text in forms.items():
        assert all(words in text.lower() for words in own or [fault.lower()]), (
            f"{form}: {verdict.headline.line}"
        )
        assert own or sentence(deed)[:-1] in text, f"{form}: {verdict.happened}"


def test_every_infraction_has_a_first_example() -> None:
    """Check that the test above covers every infraction."""
    asked = {name for game, name in NAMED if first_example(game, name)}
    assert {name for _, name in NAMED} - asked == set()


@pytest.mark.parametrize(("game", "name"), NAMED, ids=lambda one: one if isinstance(one, str) else one.id)
def test_a_first_line_has_one_shape(game: Game, name: str) -> None:
    """The fault in capitals, a full stop, then sentences; nobody is called `he`; two lines have 50 words at most."""
    example = first_example(game, name)
    if example is None:
        pytest.skip(f"{name} has no guilty hand of {game.id} in its own file")
    verdict = ruling_view(dossier(example[0])).verdict
    word, _, score = verdict.headline.line.partition(". ")
    assert word == word.upper()
    assert score.endswith(".")
    assert not re.search(
        r"\b(he|she|his|her|him|trumps)\b", " ".join((verdict.headline.line, *verdict.lines))
    )
    assert len(verdict.happened.split()) <= 27
