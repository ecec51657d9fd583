"""Tests of rulebooks: the words of articles follow the answers, whatever a house answers."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from string import Formatter
from typing import Any, Final

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.rules.answers import (
    apply_chain,
    is_number,
    list_choices,
    list_other_answers,
    to_toml_text,
    types_of,
)
from clabber_audit.rules.articles import Condition, render, spell_answer
from clabber_audit.rules.ruleset import SHIPPED, Ruleset, load, statute_of_shipped
from tests.rulesets.files import house
from tests.scale import at_scale
from tests.tables import tables

#: Toggles that make no difference under some other answers: a game by the clock is not won by a bid, and a way of scoring
#: may have the price already.
_MAY_NOT_MATTER: Final = ("win_on", "both_reach", "set_price", "no_tricks")
_WORDS: Final = tables(Path(__file__).with_name("books.md"))["Words that follow an answer"]


@pytest.mark.parametrize(("base", "answers", "article", "has", "has_not"), [row[:5] for row in _WORDS])
def test_article_follows_the_answers(base: str, answers: str, article: str, has: str, has_not: str) -> None:
    text = house(base, "[parameters]\n" + answers.replace("⏎", "\n")).articles[article].text
    assert has in text
    assert has_not not in text


def _templates(name: str) -> dict[str, str]:
    """Return the texts of a shipped ruleset by article, with their parameters."""
    statute = statute_of_shipped(name)
    chain = [statute]
    while statute.extends:
        statute = statute_of_shipped(statute.extends)
        chain.append(statute)
    law = apply_chain(chain, load(name).game, name)
    return {id: article.text for id, article in law.articles.items()}


def _fields(template: str) -> Iterator[tuple[str, str]]:
    """Yield what stands in braces in a template, before and after the colon, and so on inwards."""
    for _, name, form, _ in Formatter().parse(template):
        if name is not None:
            yield name, form or ""
            yield from _fields(form or "")


def _split(text: str) -> list[str]:
    """Return the sentences of a text."""
    return re.split(r"(?<=[.!?]) (?=[A-Z“])", text)


def _own_sentences(base: Ruleset, templates: dict[str, str], toggle: str) -> set[str]:
    """Return the whole sentences that the articles have for the answer of a toggle, and for no other."""
    values, found = base.game.values(base.toggles), set[str]()
    for template in templates.values():
        for name, form in _fields(template):
            condition = Condition.parse(name)
            excluded = condition and (
                condition.parameter != toggle or condition.excludes or len(condition.answers) > 1
            )
            if excluded or not (condition or name == toggle) or not form.endswith((".", "}")):
                continue
            if condition is None or condition.holds(values[toggle]):
                found |= {*_split(render(form, values, base.game.sentence).strip())}
    return {sentence for sentence in found if sentence.endswith(".")}


def _list_books(base: Ruleset) -> Iterator[tuple[str, Any, Ruleset]]:
    """Yield the rules of houses that give one other answer to a toggle of the base, with toggle and answer."""
    for toggle in types_of(base.game):
        for answer in list_other_answers(base.game, toggle, getattr(base.toggles, toggle)):
            try:
                yield toggle, answer, house(base.id, f"[parameters]\n{toggle} = {to_toml_text(answer)}")
            except Unusable:
                continue


@pytest.mark.parametrize("name", SHIPPED[:: at_scale(20, 1)])
def test_sentences_of_the_old_answer_are_gone(name: str) -> None:
    """No book has a sentence of the old answer, a sentence twice, or a house rule that goes before another sentence."""
    base, templates = load(name), _templates(name)
    usual = Counter(sentence for article in base.articles.values() for sentence in _split(article.text))
    texts_before = {id: article.text for id, article in base.articles.items()}
    tried = 0
    for toggle, answer, changed in _list_books(base):
        place = f"{toggle} = {answer}"
        texts = {id: article.text for id, article in changed.articles.items()}
        new = render(
            base.game.sentence(toggle, answer), base.game.values(changed.toggles), base.game.sentence
        )
        own = _own_sentences(base, templates, toggle) - {*_split(new)}
        count = Counter(sentence for text in texts.values() for sentence in _split(text))
        assert not [sentence for sentence in own if sentence in count], place
        assert not [sentence for sentence, times in count.items() if times > max(usual[sentence], 1)], place
        assert not [id for id, text in texts.items() if "House rule" in text], place
        assert texts != texts_before or toggle in _MAY_NOT_MATTER, place
        assert all(text and text == " ".join(text.split()) and "{" not in text for text in texts.values()), (
            place
        )
        tried += 1
    assert tried > 50


@pytest.mark.parametrize("name", SHIPPED)
def test_conditions_name_answers_of_their_question(name: str) -> None:
    game, templates = load(name).game, _templates(name)
    phrases = {phrase.name for phrase in game.phrases}
    sentences = [
        game.sentence(toggle, answer)
        for toggle, kind in types_of(game).items()
        for answer in (*list_choices(kind), 7)
    ]
    for field, _ in (field for text in (*templates.values(), *sentences) for field in _fields(text)):
        condition = Condition.parse(field)
        if condition and condition.parameter not in phrases:
            kind = types_of(game)[condition.parameter]
            known = {"none", *map(spell_answer, list_choices(kind))}
            others = [answer for answer in condition.answers if answer not in known and kind is not str]
            assert all(is_number(kind) and answer.isdecimal() for answer in others), field
