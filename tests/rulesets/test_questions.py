"""Tests of questions that tables answer differently: wording, sentences of the answers, and the law."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from importlib.resources import files
from itertools import chain
from typing import Any, Final, get_args

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.games import load_games
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.game import Game, Topic, parse_wording
from clabber_audit.report.manual import ruleset_questions
from clabber_audit.rules.answers import is_number, list_choices, types_of
from clabber_audit.rules.articles import parameters_in, spell_answer
from clabber_audit.rules.ruleset import SHIPPED, SHIPPED_OF, load
from tests.casebook import Case, cases, family_cases, law_by, parse_answer, ruleset_of
from tests.rulesets.files import OF_SEVERAL, house

#: Answers to a question about an evening, which no hand shows: `tests/league` does.
OF_AN_EVENING: Final = {
    "answer passed_hand_counts yes: A hand that was passed out is one of the eight.",
    "answer passed_hand_counts no: A hand that was passed out is not one of the eight.",
}
#: Games with their toggles.
TOGGLES: Final = [(game, toggle) for game in load_games() for toggle in types_of(game)]


def _is_yes_no(game: Game, toggle: str) -> bool:
    return list_choices(types_of(game)[toggle]) in ([True, False], ["yes", "no"])


def _value(game: Game, toggle: str, word: str) -> Any:
    return word == "yes" if types_of(game)[toggle] is bool else word


def _list_missing_sentences(game: Game, toggle: str) -> list[str]:
    """Return the answers without a sentence, if other answers to the question have one."""
    answers = list_choices(types_of(game)[toggle])
    missing = [spell_answer(answer) for answer in answers if not game.sentence(toggle, answer)]
    return missing if len(missing) < len(answers) else []


@pytest.mark.parametrize(("game", "toggle"), TOGGLES, ids=lambda value: str(getattr(value, "id", value)))
def test_every_answer_or_none_has_a_sentence(game: Game, toggle: str) -> None:
    missing = " or ".join(_list_missing_sentences(game, toggle))
    assert not missing, f"questions.toml: [{toggle}] has no sentence for {missing}"


def test_every_number_of_clabber_has_a_range() -> None:
    """The ends of the range are what a house may write, and what the mutation tests try."""
    numbers = [toggle for toggle, kind in types_of(CLABBER).items() if is_number(kind)]
    missing = [toggle for toggle in numbers if CLABBER.questions[toggle].range is None]
    assert not missing, f"questions.toml: add `range = [least, most]` to `asks` of {', '.join(missing)}"


def _list_shown_answers() -> Iterator[str]:
    """Yield the lines `answer` of the casebook, each of a question under that answer."""
    book: list[Case] = [*cases(), *family_cases()]
    for question in (question for case in book for question in case.questions if question.answers):
        law = law_by(ruleset_of(question))
        for line in question.answers:
            _, toggle, word, *_ = line.replace(":", " ").split()
            assert getattr(law.toggles, toggle) == parse_answer(law.ruleset, toggle, word), line
            yield line


def _list_yes_no_answers() -> Iterator[str]:
    """Yield the line of each answer to a yes-no question."""
    for game, toggle in TOGGLES:
        for word in ("yes", "no") if _is_yes_no(game, toggle) else ():
            sentence = game.sentence(toggle, _value(game, toggle, word))
            yield f"answer {toggle} {word}: {sentence}" if sentence else f"answer {toggle} {word}"


def test_case_shows_each_answer_of_a_yes_no_question() -> None:
    """A sentence under the wrong answer would state the opposite of the rulings."""
    shown, due = {*_list_shown_answers(), *OF_AN_EVENING}, {*_list_yes_no_answers()}
    missing, wrong = "\n".join(sorted(due - shown)), "\n".join(sorted(shown - due))
    assert not missing, f"tests/cases: add each line to an `expect` block that shows the answer\n{missing}"
    assert not wrong, f"tests/cases: `questions.toml` has other words\n{wrong}"


@pytest.mark.parametrize("name", SHIPPED)
def test_house_can_write_the_answers_as_they_are_listed(name: str) -> None:
    """A house that copies what `rulesets --questions` prints answers as its parent does."""
    toggles, pattern = load(name).toggles, r'^  (?:[\w, -]+: )?(\w+)( = (?:"[^"]*"|[\w-]+))'
    listed = dict(re.findall(pattern, ruleset_questions(load(name)), re.MULTILINE))
    assert tuple(listed) == toggles._fields
    copied = [
        f"{toggle}{answer}"
        for toggle, answer in listed.items()
        if toggle not in OF_SEVERAL and answer != " = none"
    ]
    assert house(name, "\n".join(["[parameters]", *copied])).toggles == toggles


@pytest.mark.parametrize(("game", "toggle"), TOGGLES, ids=lambda value: str(getattr(value, "id", value)))
def test_topic_of_a_question_is_that_of_its_articles(game: Game, toggle: str) -> None:
    """A house that answers a question which its parent does not ask has an article like those of other rulesets."""
    topic, rulesets = game.questions[toggle].topic, [load(name) for name in SHIPPED_OF[game.id]]
    answering = [
        [rules.articles[name].topic for name in rules.find_answering_articles(toggle)] for rules in rulesets
    ]
    assert topic in get_args(Topic)
    assert all(answering) or {*chain(*answering)} <= {topic}


def test_new_article_of_a_house_has_the_topic_of_its_question() -> None:
    assert house("pepper", "[parameters]\ndealer_least = 3").articles["dealer-least"].topic == "bidding"
    assert house("pepper", '[toggles]\ntable_talk = "note"').articles["table-talk"].topic == "play"


#: First words of a yes-no question.
_ASKS_YES_OR_NO: Final = {"Is", "Are", "Do", "Does", "May", "Must", "Can"}


def test_only_yes_no_questions_begin_like_one() -> None:
    """“Is four of a kind higher than a run of five?” cannot be answered by “Four” or “Top card”."""
    for game, toggle in TOGGLES:
        text = game.questions[toggle].text
        assert (text.split()[0] in _ASKS_YES_OR_NO) is _is_yes_no(game, toggle), f"{toggle}: {text}"


def test_sentences_contain_only_parameters_of_their_game() -> None:
    """Otherwise a house that gives the answer would be refused."""
    for game, toggle in TOGGLES:
        known = {*types_of(game), *(phrase.name for phrase in game.phrases)}
        for answer in (*list_choices(types_of(game)[toggle]), 1):
            sentence = game.sentence(toggle, answer)
            assert {*parameters_in(sentence)} <= known, f"{toggle}: {sentence}"


@pytest.mark.parametrize("game", load_games(), ids=lambda game: game.id)
def test_sentences_belong_to_answers(game: Game) -> None:
    """A sentence under a misspelled answer would be ignored, and so would be missing where another answer has one."""
    folder = files(f"clabber_audit.games.{game.id.replace('-', '_')}")
    tables = tomllib.loads(folder.joinpath("questions.toml").read_text("utf-8"))
    assert {*tables} == {*game.toggles._fields, "fixed"}
    for toggle, kind in types_of(game).items():
        answers = {*map(spell_answer, list_choices(kind))}
        written = {*tables[toggle]} - {"asks", "value"}
        assert written <= answers, f"{toggle}: {written - answers}"


def test_questions_of_a_game_are_distinct() -> None:
    texts = [(game.id, game.questions[toggle].text) for game, toggle in TOGGLES]
    assert len(set(texts)) == len(texts)


#: Question of a game with one toggle.
ASKED: Final = '[telephone]\nasks = { text = "What?", rows = "house" }'
#: Changes that spoil the questions of that game, with parts of the error.
FAULTS: Final = [
    ("[telephone]", "[telefone]", "unknown table “telefone”", "did you mean “telephone”?"),
    (ASKED, "", "has no table [telephone]", "add it"),
    ("[telephone]\nasks", "[telephone]\nask", "[telephone] unknown key “ask”", "did you mean “asks”?"),
    ("[telephone]\nasks", "[telephone]\n# asks", "[telephone] has no “asks”", "add asks = {"),
    ("rows", "row", "[telephone] asks unknown key “row”", "did you mean “rows”?"),
    (', rows = "house"', "", "[telephone] asks has no “rows”", "add `rows`"),
    ('"What?"', "3", "[telephone] asks text = 3", "write a text in quotes"),
    ("}", ", range = [0] }", "[telephone] asks range = [0]", "[0, 6]"),
    (ASKED, "telephone = 1", "telephone is not a table", "write [telephone] above its keys"),
    ("why", "because", "[fixed] laps unknown key “because”", "it may be"),
]


@pytest.mark.parametrize(("old", "new", "what", "help"), FAULTS)
def test_fault_in_questions_names_file_table_and_key(old: str, new: str, what: str, help: str) -> None:
    text = f'{ASKED}\n[fixed]\nlaps = {{ answer = 0, why = "alike" }}\n'
    assert [*parse_wording(text, ["telephone"], "questions.toml").questions] == ["telephone"]
    with pytest.raises(Unusable) as refused:
        parse_wording(text.replace(old, new, 1), ["telephone"], "games/clabber/questions.toml")
    message = "\n".join(refused.value.lines)
    assert message.startswith("error: games/clabber/questions.toml")
    assert what in message
    assert help in message


@pytest.mark.parametrize(
    ("toggle", "default", "wanted"),
    [
        ("renege_melds", "yes", "true or false"),
        ("target", True, "a whole number"),
        ("correction", False, '"none" or "before_turned"'),
    ],
)
def test_default_of_another_type_names_its_toggle_and_file(
    toggle: str, default: object, wanted: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without this a bool with the default "yes" ends in a bug, or is blamed on the file of a house."""
    monkeypatch.setitem(Toggles._field_defaults, toggle, default)
    with pytest.raises(Unusable) as refused:
        types_of.__wrapped__(CLABBER)
    assert refused.value.what == f"games/clabber/toggles.py: {toggle} = {default!r}"
    assert refused.value.why == f"it should be {wanted}"
