"""Tests of parameters of a house: their effects, and warnings about its texts."""

from __future__ import annotations

import pytest

from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.rules.articles import numbers_in, render, spell_number
from clabber_audit.rules.ruleset import from_data, load
from tests.rulesets.files import house, write_text


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


def test_repeated_answer_changes_no_text() -> None:
    """A house may write down an answer that its parent gives."""
    rules, parent = house("ecl-1992", '[toggles]\nlate_meld = "renege"\n'), load("ecl-1992")
    assert {name: article.text for name, article in rules.articles.items()} == {
        name: article.text for name, article in parent.articles.items()
    }


def test_house_of_a_house_switches_the_words_again() -> None:
    """The words of the first house for an answer go when the second answers otherwise."""
    first = write_text("first", "ecl-1992", '[parameters]\nall_pass_redeal = "next"\nmax_redeals = 2\n')
    second = house("first.toml", '[parameters]\nall_pass_redeal = "same"\nmax_redeals = 3\n', first=first)
    assert second.articles["all-pass"].text == load("ecl-1992").articles["all-pass"].text
    assert second.articles["redeals"].text.startswith(
        "After a faulty deal the same dealer deals again, three times"
    )


def test_answer_with_a_number_is_stated_once() -> None:
    """`unproven_claim = 3` says that such a claim costs points, and how many (BD-73)."""
    rules = house("pepper", "[parameters]\nunproven_claim = 3\nrenege = { points = 3, minus = 1 }\n")
    assert rules.articles["unproven-claim"].text == "A claim that proves nothing costs its side three points."
    assert rules.articles.keys() == load("pepper").articles.keys()
    assert (rules.toggles.renege_points, rules.toggles.renege_minus) == (3, 1)


def test_toggle_without_a_text_is_appended_as_a_house_rule() -> None:
    text = '[articles.meld-values]\ntext = "Melds are worth what they are worth in Otter Creek."\n'
    text += "toggles = { four_tens = true }\n"
    rules = house("creek.toml", "[toggles]\nfour_tens = false\n", creek=write_text("creek", "ecl-1992", text))
    assert rules.articles["meld-values"].text == (
        "Melds are worth what they are worth in Otter Creek. "
        "House rule, which goes before the rest: Four tens are not a meld."
    )


def test_house_text_may_contain_a_parameter() -> None:
    text = '[parameters]\ntarget = 750\n[articles.game]\ntext = "We play to {target}, {target:words}."\n'
    rules = house("ecl-1992", text)
    assert rules.articles["game"].text == "We play to 750, seven hundred and fifty."
    assert rules.articles["game"].topic == "game"


def test_text_without_its_parameter_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    house("ecl-1992", '[articles.game]\ntext = "We play until the bar closes."\n')
    assert "article “game” does not say target, which is 500" in caplog.text


def test_text_without_the_sentence_of_an_answer_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    """The judge goes by the answer, whatever the words say."""
    house("ecl-1992", '[articles.renege-called]\ntext = "A renege may be called for a week."\n')
    assert (
        'article “renege-called” does not say claim_until, which is "turned"; write {claim_until}'
        in caplog.text
    )
    assert "then it reads “A renege must be called before the last trick is turned over," in caplog.text


@pytest.mark.parametrize(
    "article",
    [
        'text = "{claim_until} Nobody waits for a week."',
        'text = "A renege may be called until the score is written."\ntoggles = { claim_until = "scored" }',
    ],
    ids=["placeholder", "answer"],
)
def test_text_with_the_sentence_or_its_own_answer_is_not_reported(
    article: str, caplog: pytest.LogCaptureFixture
) -> None:
    house("ecl-1992", f"[articles.renege-called]\n{article}\n")
    assert not caplog.text


def test_number_without_a_parameter_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    house("ecl-1992", '[articles.game]\ntext = "We play to {target}, and the loser pays for thirty beers."\n')
    assert "article “game” says “thirty”, which no parameter has" in caplog.text


def test_unknown_row_of_the_catalogue_is_reported(caplog: pytest.LogCaptureFixture) -> None:
    """A row of another shipped ruleset, of a question, or of the house's own is none."""
    article = '[articles.quiet]\ntopic = "play"\ntext = "Be quiet."\nrules = {}\n'
    house("wp", article.format('["R-043", "R-999", "D-999"]'))
    assert (
        "article “quiet” cites R-999, D-999, which no shipped ruleset and no question of Clabber cites"
        in caplog.text
    )
    caplog.clear()
    house("wp", article.format('["R-043", "D-86", "rule 5"]'))
    assert not caplog.text


def test_text_may_contain_the_sentence_of_a_toggle() -> None:
    text = '[articles.announcing]\ntext = "{late_meld} So it is."\ntoggles = { late_meld = "void" }\n'
    more = 'penalties = { meld-announced-late = "late_meld" }\n'
    rules = house("ecl-1992", text + more)
    assert rules.articles["announcing"].text == "A meld announced or shown late does not score. So it is."


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
