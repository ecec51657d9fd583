"""Parameters of a house: what they change, and what is refused with the sentence to write."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.rules.ruleset import Ruleset, from_data, load
from clabber_audit.rules.wording import numbers_in, render, spell_number

HEAD = 'id = "west-side"\ntitle = "West Side Clabber"\nextends = "{parent}"\n'


def house(folder: Path, text: str, parent: str = "ecl-1992") -> Ruleset:
    path = folder / "west-side.toml"
    path.write_text(HEAD.format(parent=parent) + text, encoding="utf-8")
    return load(str(path))


def test_articles_read_with_the_values_of_the_house(tmp_path: Path) -> None:
    rules = house(
        tmp_path, "[parameters]\ntarget = 750\nmeld.dad = 30\nrenege = { points = 50, melds = false }\n"
    )
    assert rules.articles["game"].text.startswith("A game is 750 points.")
    assert "If both sides reach 750" in rules.articles["past-500"].text
    assert "a dad, worth 30" in rules.articles["meld-values"].text
    assert "a dad with belle is worth 50" in rules.articles["belle-in-run"].text
    assert rules.articles["renege"].text.endswith("The other side scores 50, without melds.")
    assert (rules.articles["game"].sources, rules.articles["game"].grade) == (("house",), "practice")
    assert "R-076" in rules.articles["game"].rules


def test_a_ruling_carries_the_parameters(tmp_path: Path) -> None:
    rules = house(tmp_path, "[parameters]\ntarget = 750\n")
    again = from_data(rules.to_data())
    assert again.toggles == rules.toggles
    assert again.digest() == rules.digest()
    assert again.to_data() == rules.to_data()


def test_an_answer_replaces_the_words_of_the_other_answer(tmp_path: Path) -> None:
    """In each article that has words for it, and nowhere else."""
    rules, parent = house(tmp_path, '[toggles]\nlate_meld = "void"\n'), load("ecl-1992")
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


def test_an_answer_without_words_goes_before_the_rest(tmp_path: Path) -> None:
    rules = house(tmp_path, "[toggles]\nfour_tens = false\n")
    assert rules.articles["meld-values"].text.endswith(
        "House rule, which goes before the rest: Four tens are no meld."
    )


def test_words_of_its_own_may_hold_the_parameter(tmp_path: Path) -> None:
    text = '[parameters]\ntarget = 750\n[articles.game]\ntext = "We play to {target}, {target:words}."\n'
    rules = house(tmp_path, text)
    assert rules.articles["game"].text == "We play to 750, seven hundred and fifty."
    assert rules.articles["game"].topic == "game"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (
            '[articles.game]\ntext = "The game is 750."\n',
            ["its text says 750, target is 500", "`[parameters] target = 750`", "“The game is {target}.”"],
        ),
        (
            '[articles.game]\ntext = "The game is seven hundred and fifty."\n',
            ["its text says 750", "“The game is {target}.”"],
        ),
        ("[parameters]\ntargt = 750\n", ["targt", "did you mean “target”", "What do you play to?"]),
        ('[parameters]\ntarget = "750"\n', ['target to "750"', "a whole number", "write target = 750"]),
        ("[parameters]\nlast_trick = 20\n", ["last_trick = 20: not supported", "write 10"]),
        ("[parameters]\ncapot = 100\n", ["capot = 100: not supported"]),
        ("[parameters]\njokers = 2\n", ["jokers = 2: not supported", "no joker"]),
        ("[parameters]\nrenege = { minus = 50 }\n", ["renege.minus = 50: not supported"]),
        ('[parameters]\nrenege = { play = "goes_on" }\n', ['renege.play = "goes_on": not supported']),
        ('[parameters]\nrenege = { plays = "ends" }\n', ["renege.plays: unknown part", "points, melds"]),
        ("[parameters]\nlate_meld = 50\n", ["late_meld to 50", '"void", "renege"']),
        ("[toggles]\ntarget = 750\n", ["[toggles] target is a number", "belongs under [parameters]"]),
        ('[parameters]\nbelle_until = "trick 7"\n', ["trick_7", '"trick_6"']),
        ('[[parameters.repeat]]\nof = "cheating"\nsteps = ["game"]\n', ["“cheating” is not an infraction"]),
        ('[[parameters.repeat]]\nof = "false-meld"\nsteps = ["fine"]\n', ['steps are "note"']),
        (
            '[[parameters.repeat]]\nof = "false-meld"\nsteps = [2, "game"]\n',
            ["prices that rise in points are not supported"],
        ),
        ('[[parameters.repeat]]\nof = "false-meld"\nsteps = []\n', ["up to six steps"]),
        ('[[parameters.repeat]]\nof = "false-meld"\nstep = 2\n', ["step is an unknown part"]),
        ('[[parameters.repeat]]\nof = "false-meld"\nby = "dealer"\nsteps = ["game"]\n', ["by is", "side"]),
        (
            '[toggles]\nlate_meld = "void"\n[parameters]\nlate_meld = "renege"\n',
            [
                '[toggles] late_meld makes late_meld "void", [parameters] late_meld "renege"',
                "one file gives one answer",
            ],
        ),
        ("[parameters]\ntarget = 7\n", ["target = 7 is out of range", "50 to 5000"]),
        ("[parameters]\nmin_bid = 3\n", ["min_bid", "a question of Bid Euchre, not of Clabber"]),
        (
            '[parameters]\ntarget = 750\n[articles.game]\ntext = "To {taget}."\n',
            ["{taget} is no parameter", "did you mean {target}?"],
        ),
        ('[articles.game]\ntext = "To {target."\n', ["article “game”", "write {{ for a brace"]),
        (
            '[parameters]\ntarget = 750\n[articles.game]\ntext = "To {target}."\ntoggles = { target = 700 }\n',
            ["target = 750 and article “game” has 700", "one file gives one answer"],
        ),
    ],
)
def test_what_contradicts_itself_is_refused_with_what_to_write(
    tmp_path: Path, text: str, words: list[str]
) -> None:
    with pytest.raises(Unusable) as refused:
        house(tmp_path, text)
    for word in words:
        assert word in str(refused.value)


def test_a_text_that_leaves_the_parameter_out_is_reported(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house(tmp_path, '[articles.game]\ntext = "We play until the bar closes."\n')
    assert "article “game” does not say target, which is 500" in caplog.text
    assert "then it reads “A game is 500 points." in caplog.text


def test_a_number_that_no_parameter_has_is_reported(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    house(tmp_path, '[articles.game]\ntext = "We play to {target}, and the loser pays for thirty beers."\n')
    assert "article “game” says “thirty”, which no parameter has" in caplog.text


def test_a_text_may_name_the_sentence_of_an_answer(tmp_path: Path) -> None:
    text = '[articles.announcing]\ntext = "{late_meld} So it is."\ntoggles = { late_meld = "void" }\n'
    more = 'penalties = { meld-announced-late = "late_meld" }\n'
    rules = house(tmp_path, text + more)
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
