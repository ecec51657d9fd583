"""Questions that tables answer differently: their wording, beside the sentences of their answers and the law."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.games import load_games
from clabber_audit.games.game import Game
from clabber_audit.rules.answers import list_choices, types_of
from clabber_audit.rules.articles import parameters_in
from tests.casebook import Case, cases, family_cases, law_by, parse_answer, ruleset_of
from tests.tables import tables

#: The questions of yes and no with their sentences, as a person has read them.
YES_NO: Final = Path(__file__).with_name("yes_no.md")
#: The games with their toggles.
TOGGLES: Final = [(game, toggle) for game in load_games() for toggle in types_of(game)]


def _is_yes_no(game: Game, toggle: str) -> bool:
    return list_choices(types_of(game)[toggle]) in ([True, False], ["yes", "no"])


def _value(game: Game, toggle: str, word: str) -> Any:
    return word == "yes" if types_of(game)[toggle] is bool else word


def _headings() -> dict[str, list[list[str]]]:
    """Return for each question of yes and no, as a heading, its answers and their sentences."""
    return {
        f"{toggle}: {game.questions[toggle].text}": [
            [word, game.sentence(toggle, _value(game, toggle, word))] for word in ("yes", "no")
        ]
        for game, toggle in TOGGLES
        if _is_yes_no(game, toggle)
    }


def test_a_person_has_read_the_questions_of_yes_and_no() -> None:
    read = {heading: [row[:2] for row in rows] for heading, rows in tables(YES_NO).items()}
    told = (
        f"read the question, its sentences and the rulings together, then write the change into {YES_NO.name}"
    )
    assert read == _headings(), told


def _expected_under(game: Game, toggle: str, word: str, title: str) -> Iterator[str]:
    """Yield the lines that a case expects under an answer."""
    both: list[Case] = [*cases(), *family_cases()]
    for case in both:
        for question in case.questions if case.title == title else ():
            law = law_by(ruleset_of(question))
            if law.game is game and getattr(law.toggles, toggle) == parse_answer(law.ruleset, toggle, word):
                yield from question.expected


@pytest.mark.parametrize(
    ("heading", "row"), [(heading, row) for heading, rows in tables(YES_NO).items() for row in rows if row[2]]
)
def test_the_law_rules_as_the_answer_says(heading: str, row: list[str]) -> None:
    """A case expects it under this answer; the casebook holds that it is ruled so."""
    toggle, word, title, expected = heading.partition(":")[0], row[0], row[2], row[3]
    (game,) = (game for game, name in TOGGLES if name == toggle)
    assert expected in _expected_under(game, toggle, word, title)


#: First words of a question that is answered with yes or no.
_ASKS_YES_OR_NO: Final = {"Is", "Are", "Do", "Does", "May", "Must", "Can"}


def test_only_questions_of_yes_and_no_begin_as_such() -> None:
    """“Is four of a kind higher than a run of five?” is not answered by “Four” or “Top card”."""
    for game, toggle in TOGGLES:
        text = game.questions[toggle].text
        assert (text.split()[0] in _ASKS_YES_OR_NO) is _is_yes_no(game, toggle), f"{toggle}: {text}"


def test_a_sentence_names_only_parameters_of_its_game() -> None:
    """Else a house that gives the answer would be refused."""
    for game, toggle in TOGGLES:
        known = {*types_of(game), *(phrase.name for phrase in game.phrases)}
        for answer in (*list_choices(types_of(game)[toggle]), 1):
            sentence = game.sentence(toggle, answer)
            assert {*parameters_in(sentence)} <= known, f"{toggle}: {sentence}"


def test_a_game_asks_no_question_twice() -> None:
    texts = [(game.id, game.questions[toggle].text) for game, toggle in TOGGLES]
    assert len(set(texts)) == len(texts)
