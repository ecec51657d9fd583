"""What the articles of a ruleset set, taken together: one answer to each question, one penalty for each infraction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from clabber_audit.games import GAMES, Game
from clabber_audit.ground.errors import Unusable, shown
from clabber_audit.record.vocabulary import INFRACTIONS
from clabber_audit.rulesets.articles import Article, Penalty, Statute

#: How the rows begin that leave something open: what is cited of an infraction is the rule, where there is one.
_OPEN: Final = ("D-", "BD-")
#: From this number on an answer is quoted shortened.
_LONG: Final = 10**12


def game_of(chain: Sequence[Statute], name: str) -> Game:
    """The game of a ruleset, as the root of what it extends says; Unusable for an unknown one, or for two."""
    *others, root = chain
    asked = root.game or GAMES[0].id
    for statute in others:
        if statute.game not in (None, asked):
            raise Unusable(
                f"{name}: {statute.id} is for the game “{shown(statute.game)}”, and extends rules for “{shown(asked)}”",
                "a ruleset is for one game",
                "extend rules for the same game, or leave `game` out",
            )
    found = next((game for game in GAMES if game.id == asked), None)
    if found is None:
        known = ", ".join(game.id for game in GAMES)
        what = f"{name}: there is no game “{shown(asked)}”"
        raise Unusable(what, f"the games are {known}", "correct `game`, or leave it out")
    return found


@lru_cache(maxsize=len(GAMES))
def _questions(game: Game) -> dict[str, Any]:
    """The questions of a game, with what may be answered."""
    return get_type_hints(game.toggles)


def _allows(question: Any, answer: object) -> bool:
    """Whether an answer is of one of the types, or one of the values, of a question."""
    parts = get_args(question)
    if get_origin(question) is Literal:
        return any(type(answer) is type(value) and answer == value for value in parts)
    return type(answer) is question or any(_allows(part, answer) for part in parts)


def other_answers(game: Game, toggle: str, answer: object) -> list[Any]:
    """Return the other answers that a question allows; to one of numbers also one more and one less."""
    return [] if answer is None else [one for one in _named(_questions(game)[toggle], answer) if one != answer]


def _named(question: Any, answer: Any) -> list[Any]:
    if question is bool:
        return [True, False]
    if question is int:
        return [answer - 1, answer + 1] if isinstance(answer, int) else []
    if get_origin(question) is Literal:
        return list(get_args(question))
    return [one for part in get_args(question) for one in _named(part, answer)]


def _wanted(question: Any, answer: object) -> str:
    """What a question that does not allow an answer wants, in the words of the library that reads records."""
    from pydantic import TypeAdapter, ValidationError

    try:
        TypeAdapter(question).validate_python(answer, strict=True)
    except ValidationError as problem:
        return problem.errors()[0]["msg"].replace("Input should be", "it should be")
    return ""


def answers(articles: Mapping[str, Article], game: Game, name: str, chain: Sequence[Statute] = ()) -> Any:
    """The one answer to each toggle of a game; Unusable for an unknown, an impossible, a double or a missing one.

    Where an answer is missing, that of the article which was replaced is proposed, out of the `chain` of rulesets.
    """
    questions = _questions(game)
    given: dict[str, Any] = {}
    given_by: dict[str, str] = {}
    for article_id, article in articles.items():
        for toggle, answer in article.toggles.items():
            if toggle not in questions:
                close = get_close_matches(toggle, questions, 1)
                advice = f"did you mean “{close[0]}”?" if close else f"the toggles are {', '.join(questions)}"
                what = f"{name}: article “{article_id}” sets “{shown(toggle)}”, which is not a toggle"
                raise Unusable(what, "", advice)
            if not _allows(questions[toggle], answer):
                what = f"{name}: article “{article_id}” sets {toggle} to {_as_written(answer)}"
                raise Unusable(what, _wanted(questions[toggle], answer), "correct the answer")
            if given.setdefault(toggle, answer) != answer:
                raise _conflict(name, f"the toggle {toggle}", given_by[toggle], article_id)
            given_by.setdefault(toggle, article_id)
    missing = [toggle for toggle in questions if toggle not in given and toggle not in game.toggles._field_defaults]
    if missing:
        replaced = [article for statute in reversed(chain) for article in statute.articles.values()]
        before = {toggle: answer for article in replaced for toggle, answer in article.toggles.items()}
        lost = ", ".join(f"{toggle} = {_as_written(before[toggle])}" for toggle in missing if toggle in before)
        advice = (
            f"the article that was replaced had {lost}: add it to `toggles`" if lost else "extend a shipped ruleset"
        )
        raise Unusable(f"{name}: no article sets {', '.join(missing)}", "", advice)
    found = game.toggles(**given)
    if unmet := game.unmet(found):
        first, *others = (f"{toggle} = {_as_written(getattr(found, toggle))}" for toggle in unmet.toggles)
        odds = f"does not go with {' and '.join(others)}" if others else "is not possible"
        raise Unusable(f"{name}: {first} {odds}", unmet.why, unmet.help)
    return found


def _as_written(answer: str | bool | int | None) -> str:
    """Return an answer as TOML writes it."""
    if isinstance(answer, bool):
        return str(answer).lower()
    if isinstance(answer, str):
        return f'"{shown(answer)}"'
    if answer is None:
        return "nothing"
    # Python refuses to write out very large integers, which TOML can have as hexadecimal ones.
    return str(answer) if abs(answer) < _LONG else shown(hex(answer), 20)


def penalties(
    articles: Mapping[str, Article], game: Game, toggles: Any, name: str
) -> tuple[dict[str, Penalty], dict[str, tuple[str, ...]]]:
    """What each infraction costs, and the rows behind it; Unusable where two articles differ.

    Where an article names a question, its answer decides: what that means the game says, "none" that it is no
    infraction.
    """
    answers = toggles._asdict()
    costs: dict[str, Penalty] = {}
    given_by: dict[str, str] = {}
    rows: dict[str, list[str]] = {}
    for article_id, article in articles.items():
        for infraction, word in article.penalties.items():
            if infraction not in INFRACTIONS:
                raise Unusable(
                    f"{name}: article “{article_id}” names “{shown(infraction)}”, which is not an infraction",
                    "",
                    "`clabber-audit explain` lists them",
                )
            penalty = word if word in game.penalties else game.costs(answers.get(word))
            if penalty == "none":
                continue
            if penalty is None:
                raise Unusable(
                    f"{name}: article “{article_id}” makes {infraction} cost “{shown(word)}”",
                    f"a penalty is one of {', '.join(game.penalties)}, or a toggle that decides it",
                )
            if costs.setdefault(infraction, penalty) != penalty:  # type: ignore[arg-type]
                raise _conflict(name, f"the penalty of {infraction}", given_by[infraction], article_id)
            given_by.setdefault(infraction, article_id)
            cited = [row for row in article.rules if not row.startswith(_OPEN)]
            rows.setdefault(infraction, []).extend(cited or article.rules)
    return costs, {infraction: tuple(dict.fromkeys(named)) for infraction, named in rows.items()}


def _conflict(name: str, subject: str, one: str, other: str) -> Unusable:
    return Unusable(
        f"{name}: the articles “{one}” and “{other}” differ on {subject}",
        "a ruleset answers each question once",
        f"to replace “{one}”, call the new article “{one}”; or repeal one of the two",
    )
