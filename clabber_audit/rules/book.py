"""Book of a club: its numbered decisions on open questions of the catalog, and these questions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from functools import cache
from itertools import groupby
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import Unusable, UsageError, printable
from clabber_audit.core.text import join_words
from clabber_audit.games import load_games
from clabber_audit.games.game import Game
from clabber_audit.rules.answers import check_answer, is_number, list_choices, to_toml_text, types_of
from clabber_audit.rules.ruleset import list_rows

#: Prefix of questions of a club's own, which are answered in words.
OWN: Final = "club:"


@cache
def rows_of(game: Game) -> frozenset[str]:
    """Return the rows of the catalog that ask a question of a game, with a toggle or without."""
    return frozenset(row for row in list_rows(game) if row.startswith(("D-", "BD-")))


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
        raise Unusable(what, "it is a rule of the catalog", "to change a rule, write a house rule (TOML)")
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
    """Return the question and answers of an option such as `D-53=play`, `D-50=repeat=true`.

    Raise UsageError for any other text.

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


FORMAT: Final = "clabber-precedents/1"
#: Name of a book in its folder.
BOOK_FILE: Final = "book.toml"


class Decision(NamedTuple):
    """Numbered decision: a question, its answer by toggles or in words, its reasons, hands and deciders."""

    number: str
    date: date
    question: str
    answer: dict[str, str | bool | int] | str | bool | int | None = None
    text: str | None = None
    holding: str = ""
    because: str = ""
    hands: Sequence[str] = ()
    by: Sequence[str] = ()
    overrules: str | None = None

    @property
    def answers(self) -> dict[str, Any]:
        """Answers by toggle; none if the question is answered in words."""
        if self.answer is None:
            return {}
        if isinstance(self.answer, dict):
            return self.answer
        return {toggle.name: self.answer for toggle in toggles_of(self.question)[:1]}

    @property
    def game(self) -> Game | None:
        """Game of its row; None for a question of the club itself."""
        games = [toggle.game for toggle in toggles_of(self.question)]
        games += [game for game in load_games() if self.question in rows_of(game)]
        return next(iter(games), None)

    def data(self) -> dict[str, Any]:
        """Return the decision as JSON data without what it leaves out."""
        usual = self._field_defaults
        given = {
            key: one for key, one in self._asdict().items() if key not in usual or one not in (usual[key], [])
        }
        return {**given, "date": self.date.isoformat()}


class Book(NamedTuple):
    """Decisions of a club, oldest first."""

    club: str
    decisions: tuple[Decision, ...]
    source: str = ""
    #: Path of an archive that logs the decisions, relative to the folder of the book.
    archive: str | None = None
    #: Signatures by number of decision, as the file has them.
    signatures: Mapping[str, Sequence[Mapping[str, str]]] = {}

    def data(self) -> dict[str, Any]:
        """Return the club and its decisions as JSON data, the inverse of `book_from_data`."""
        return {
            "format": FORMAT,
            "club": self.club,
            "decisions": [decision.data() for decision in self.decisions],
        }

    def find_overruling(self, decision: Decision) -> Decision | None:
        """Return the decision that overrules another, None if it stands."""
        return next((one for one in self.decisions if one.overrules == decision.number), None)

    def find_decisions_in_force(self, day: date) -> list[Decision]:
        """Return the decisions in force on a day."""
        over = {decision.overrules for decision in self.decisions if decision.date <= day}
        return [
            decision for decision in self.decisions if decision.date <= day and decision.number not in over
        ]


class AppliedDecision(NamedTuple):
    """Decision that a ruleset follows, with the answers of the ruleset without it."""

    decision: Decision
    before: Mapping[str, Any]
    #: Article with another answer, if any; and if it is of the league or the house.
    against: str = ""
    whose: str = ""


class BookInForce(NamedTuple):
    """Book applied to a ruleset, with the decisions that the ruleset follows."""

    book: Book
    applied: tuple[AppliedDecision, ...] = ()
    #: Numbers of decisions in force from which an appeal departs.
    departed: tuple[str, ...] = ()


def sort_by_date(decisions: Iterable[Decision]) -> tuple[Decision, ...]:
    """Return decisions by date, oldest first; those of a day as given."""
    return tuple(sorted(decisions, key=lambda decision: decision.date))
