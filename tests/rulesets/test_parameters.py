"""Tests of parameters of a house: their effects, and warnings about its texts."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.rules.articles import numbers_in, render, spell_number
from clabber_audit.rules.ruleset import from_data, load
from tests.rulesets.files import house, write_text
from tests.tables import tables

_TABLES: Final = tables(Path(__file__).with_name("books.md"))


def test_article_with_a_changed_parameter_belongs_to_the_house() -> None:
    """It states the value, as in `houses.md`, and cites the same rows."""
    article = house("ecl-1992", "[parameters]\ntarget = 750").articles["game"]
    assert (article.sources, article.grade) == (("house",), "practice")
    assert "R-076" in article.rules


def test_parameters_round_trip_through_data() -> None:
    rules = house("ecl-1992", "[parameters]\ntarget = 750")
    again = from_data(rules.to_data())
    assert again.toggles == rules.toggles
    assert again.digest() == rules.digest()
    assert again.to_data() == rules.to_data()


def test_changed_toggle_changes_the_texts() -> None:
    """Each article that mentions the toggle changes, and no other."""
    rules, parent = house("ecl-1992", '[toggles]\nlate_meld = "void"\n'), load("ecl-1992")
    assert rules.toggles.late_meld == "void"
    assert rules.penalties["meld-announced-late"] == "meld_void"
    for name, deed in (("announcing", "announced"), ("showing", "shown")):
        assert parent.articles[name].text.endswith("late is a renege.")
        assert rules.articles[name].text.endswith(f"A meld {deed} later does not score.")
    others = {
        name: article for name, article in rules.articles.items() if name not in ("announcing", "showing")
    }
    assert others == {name: parent.articles[name] for name in others}


def test_house_of_a_house_switches_the_words_again() -> None:
    """The words of the first house for an answer go when the second answers otherwise."""
    first = write_text("first", "ecl-1992", '[parameters]\nall_pass_redeal = "next"\nmax_redeals = 2\n')
    second = house("first.toml", '[parameters]\nall_pass_redeal = "same"\nmax_redeals = 3\n', first=first)
    assert second.articles["all-pass"].text == load("ecl-1992").articles["all-pass"].text
    assert second.articles["redeals"].text.startswith(
        "After a faulty deal the same dealer deals again, three times"
    )


def test_toggle_without_a_text_is_appended_as_a_house_rule() -> None:
    text = '[articles.meld-values]\ntext = "Melds are worth what they are worth in Otter Creek."\n'
    text += "toggles = { four_tens = true }\n"
    rules = house("creek.toml", "[toggles]\nfour_tens = false\n", creek=write_text("creek", "ecl-1992", text))
    assert rules.articles["meld-values"].text == (
        "Melds are worth what they are worth in Otter Creek. "
        "House rule, which goes before the rest: Four tens are not a meld."
    )


@pytest.mark.parametrize(("extends", "lines", "article", "text"), _TABLES["Texts of a house"])
def test_text_of_a_house_states_its_answers(extends: str, lines: str, article: str, text: str) -> None:
    """It stays the parent's article, with its topic."""
    rules, parent = house(extends, lines), load(extends)
    assert rules.articles[article].text == text
    assert rules.articles[article].topic == parent.articles[article].topic
    assert rules.articles.keys() == parent.articles.keys()


@pytest.mark.parametrize(("extends", "lines", "warning"), _TABLES["Warnings about texts"])
def test_text_that_contradicts_the_answers_is_reported(
    extends: str, lines: str, warning: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The judge goes by the answer, whatever the words say."""
    house(extends, lines)
    assert bool(caplog.text) is bool(warning)
    for words in warning.split(" … "):
        assert words in caplog.text


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "zero"), (13, "thirteen"), (42, "forty-two"), (105, "one hundred and five"), (750, "seven hundred and fifty"),
     (1221, "one thousand two hundred and twenty-one"), (-6, "minus six")],
)  # fmt: skip
def test_numbers_in_words(number: int, words: str) -> None:
    assert spell_number(number) == words
    assert number < 2 or list(numbers_in(f"It is {words}.")) == [(words, number)]


def test_forms_of_a_value() -> None:
    template = "{of:times} to {target:words}, {{as is}}"
    assert render(template, {"of": 2, "target": 42}, CLABBER.sentence) == "twice to forty-two, {as is}"
