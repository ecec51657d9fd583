"""Questions of the catalogue, by row: the toggles that answer them, and answers as typed."""

from __future__ import annotations

import re
from functools import cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import Unusable, UsageError, printable
from clabber_audit.core.text import join_words
from clabber_audit.games import load_games
from clabber_audit.games.game import Game
from clabber_audit.rules.answers import check_answer, is_number, list_choices, to_toml_text, types_of
from clabber_audit.rules.ruleset import SHIPPED, load

#: Prefix of questions of a club's own, which are answered in words.
OWN: Final = "club:"


@cache
def rows_of(game: Game) -> frozenset[str]:
    """Return the rows of the catalogue that ask a question of a game, with a toggle or without."""
    with_toggle = {row for toggle in game.questions.values() for row in toggle.rows.split(", ")}
    carried = {
        row
        for name in SHIPPED
        if load(name).game is game
        for article in load(name).articles.values()
        for row in article.rules
    }
    return frozenset(row for row in with_toggle | carried if row.startswith(("D-", "BD-")))


class RowToggle(NamedTuple):
    """Toggle that answers the question of a row."""

    name: str
    game: Game


@cache
def toggles_of(row: str) -> list[RowToggle]:
    """Return the toggles that answer the question of a row; none if it is answered in words."""
    return [
        RowToggle(name, game)
        for game in load_games()
        for name, toggle in game.questions.items()
        if row in toggle.rows.split(", ")
    ]


def check_question(question: str, *, own: bool = True) -> None:
    """Raise Unusable for a question that no book can answer, or that is a club's own unless `own`."""
    rows = sorted({row for game in load_games() for row in rows_of(game)})
    if question in rows or (question.startswith(OWN) and question != OWN):
        return
    if question.startswith(("R-", "B-")):
        what = f"{printable(question)} is no open question"
        raise Unusable(what, "it is a rule of the catalogue", "to change a rule, write a house rule (TOML)")
    near = [row for row in rows if row.partition("-")[0] == question.partition("-")[0]] or rows
    kinds = [[*some] for _, some in groupby(near, key=lambda row: row.partition("-")[0])]
    span = join_words([f"{some[0]} to {some[-1]}" for some in kinds])
    help = "see `clabber-audit rulesets ID --questions`"
    help += f", or write {OWN}words for a question of your own" if own else ""
    raise Unusable(f"there is no question {printable(question)}", f"the rows are {span}", help)


def check_decided(question: str, answer: Any) -> None:
    """Raise Unusable for an answer that the toggles of a row do not allow."""
    there = toggles_of(question)
    names = [toggle.name for toggle in there]
    if not there:
        raise Unusable(f"{question} has no toggle", "", "answer it in words: text = “...”")
    given = answer if isinstance(answer, dict) else {names[0]: answer}
    if not isinstance(answer, dict) and len(there) > 1:
        example = f"answer = {{ {names[0]} = {to_toml_text(answer)} }}"
        raise Unusable(f"{question} has {len(there)} toggles: {', '.join(names)}", "", f"name one: {example}")
    if not given:
        raise Unusable(f"the answer to {question} is empty", "", f"its toggles are {', '.join(names)}")
    for toggle, value in given.items():
        game = next((one.game for one in there if one.name == toggle), None)
        if game is None:
            what = f"“{printable(toggle)}” is not a toggle of {question}"
            raise Unusable(what, "", f"its toggles are {', '.join(names)}")
        check_answer(game, toggle, value, f"{question} sets {toggle}")


class TypedAnswer(NamedTuple):
    """Question and its answers by toggle, as typed."""

    question: str
    answers: dict[str, Any]


def parse_answer(typed: str, option: str, in_words: str, game: Game | None = None) -> TypedAnswer:
    """Return the question and answers of an option such as `D-53=play`, `D-50=repeat=true`; UsageError for none.

    `in_words` is the advice on a question that has no answers to choose from; with `game` it is one of that game.
    """
    question, equals, answer = (part.strip() for part in typed.partition("="))
    try:
        if not question or not equals:
            example = f"{question}=ANSWER" if question else "D-53=play"
            raise Unusable("it is not a question and its answer", "", f"write {option} {example}")
        return TypedAnswer(question, _answers(question, answer, in_words, game))
    except Unusable as problem:
        what = f"{option} {printable(typed, 100)}: {problem.what}"
        raise UsageError(what, problem.why, problem.help) from None


def _answers(question: str, typed: str, in_words: str, wanted: Game | None) -> dict[str, Any]:
    check_question(question, own=False)
    there = toggles_of(question)
    if not there:
        raise Unusable(f"{question} has no answers to choose from", "", in_words)
    if wanted is not None and wanted is not there[0].game:
        help = "`clabber-audit rulesets ID --questions` lists them"
        raise Unusable(f"{question} is no question of {wanted.name}", "", help)
    found: dict[str, Any] = {}
    for part in typed.split(","):
        name, equals, word = part.strip().rpartition("=")
        toggle = name.strip() if equals else (there[0].name if len(there) == 1 else "")
        game = next((one.game for one in there if one.name == toggle), None)
        if game is None:
            names = join_words([toggle.name for toggle in there])
            what = (
                f"“{printable(toggle)}” is not one of its toggles"
                if equals
                else "it does not say of which toggle"
            )
            raise Unusable(
                what, f"{question} has {names}", f"write such as {question}={there[0].name}=ANSWER"
            )
        kind = types_of(game)[toggle]
        words = {to_toml_text(choice).strip('"'): choice for choice in list_choices(kind)} | {
            "yes": True,
            "no": False,
        }
        value = words.get(word.strip(), word.strip())
        if is_number(kind) and re.fullmatch(r"-?\d{1,6}", word.strip()):
            value = int(word)
        found[toggle] = value
    check_decided(question, found)
    return found
