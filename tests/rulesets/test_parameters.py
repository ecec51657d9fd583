"""Parameters of a house: what they change, and what is reported of its texts."""

from __future__ import annotations

import pytest

from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.rules.articles import numbers_in, render, spell_number
from clabber_audit.rules.ruleset import from_data, load
from tests.rulesets.files import house


def test_an_article_with_the_value_of_a_house_is_the_house_s() -> None:
    """It says the value, as `houses.md` has it, and cites the same rows."""
    article = house("ecl-1992", "[parameters]\ntarget = 750").articles["game"]
    assert (article.sources, article.grade) == (("house",), "practice")
    assert "R-076" in article.rules


def test_a_ruling_carries_the_parameters() -> None:
    rules = house("ecl-1992", "[parameters]\ntarget = 750")
    again = from_data(rules.to_data())
    assert again.toggles == rules.toggles
    assert again.digest() == rules.digest()
    assert again.to_data() == rules.to_data()


def test_an_answer_replaces_the_words_of_the_other_answer() -> None:
    """In each article that has words for it, and nowhere else."""
    rules, parent = house("ecl-1992", '[toggles]\nlate_meld = "void"\n'), load("ecl-1992")
    assert rules.toggles.late_meld == "void"
    assert rules.penalties["meld-announced-late"] == "meld_void"
    for name in ("announcing", "showing"):
        assert parent.articles[name].text.endswith("late is a renege.")
        assert rules.articles[name].text.endswith("A meld announced or shown late does not score.")
    others = {
        name: article.text
        for name, article in rules.articles.items()
        if name not in ("announcing", "showing")
    }
    assert others == {name: parent.articles[name].text for name in others}


def test_an_answer_without_words_goes_before_the_rest() -> None:
    rules = house("ecl-1992", "[toggles]\nfour_tens = false\n")
    assert rules.articles["meld-values"].text.endswith(
        "House rule, which goes before the rest: Four tens are no meld."
    )


def test_words_of_its_own_may_hold_the_parameter() -> None:
    text = '[parameters]\ntarget = 750\n[articles.game]\ntext = "We play to {target}, {target:words}."\n'
    rules = house("ecl-1992", text)
    assert rules.articles["game"].text == "We play to 750, seven hundred and fifty."
    assert rules.articles["game"].topic == "game"


def test_a_text_that_leaves_the_parameter_out_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    house("ecl-1992", '[articles.game]\ntext = "We play until the bar closes."\n')
    assert "article “game” does not say target, which is 500" in caplog.text
    assert "then it reads “A game is 500 points." in caplog.text


def test_a_number_that_no_parameter_has_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    house("ecl-1992", '[articles.game]\ntext = "We play to {target}, and the loser pays for thirty beers."\n')
    assert "article “game” says “thirty”, which no parameter has" in caplog.text


def test_a_text_may_name_the_sentence_of_an_answer() -> None:
    text = '[articles.announcing]\ntext = "{late_meld} So it is."\ntoggles = { late_meld = "void" }\n'
    more = 'penalties = { meld-announced-late = "late_meld" }\n'
    rules = house("ecl-1992", text + more)
    assert rules.articles["announcing"].text == "A meld announced or shown late does not score. So it is."


@pytest.mark.parametrize(
    ("number", "words"),
    [(0, "zero"), (13, "thirteen"), (42, "forty-two"), (105, "one hundred and five"), (750, "seven hundred and fifty"),
     (1221, "one thousand two hundred and twenty-one"), (-6, "minus six")],
)  # fmt: skip
def test_numbers_in_words_and_back(number: int, words: str) -> None:
    assert spell_number(number) == words
    assert number < 2 or list(numbers_in(f"It is {words}.")) == [(words, number)]


def test_forms_of_a_value() -> None:
    template = "{of:times} to {target:words}, {{as is}}"
    assert render(template, {"of": 2, "target": 42}, CLABBER.sentence) == "twice to forty-two, {as is}"
