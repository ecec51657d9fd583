"""Answers of a ruleset to the questions of its game, and the articles that state them."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import lru_cache
from typing import Any, Final, Literal, NamedTuple, get_args, get_origin, get_type_hints

from clabber_audit.core.errors import Unusable, printable
from clabber_audit.core.text import ORDINALS, join_words
from clabber_audit.games import GAMES, load_games
from clabber_audit.games.game import Game
from clabber_audit.records.incidents import INFRACTIONS
from clabber_audit.rules.articles import (
    REPEATED_BY,
    REPEATED_WITHIN,
    Article,
    GivenAnswer,
    Ladder,
    Penalty,
    Statute,
    compile_pattern,
    depends_on,
    has_words_for,
    numbers_in,
    own_words,
    parameters_in,
    render,
    sentences_in,
    switch_sentence,
)
from clabber_audit.rules.infractions import infractions

#: Prefixes of rows with open questions; an infraction cites its rules instead, if it has any.
_OPEN: Final = ("D-", "BD-")
#: Numbers from this one on are abbreviated in messages.
_LONG: Final = 10**12
#: Words before the first answer that an article adds to a text that says otherwise.
_FIRST: Final = ", which goes before the rest"
_ADDED: Final = f" (?:House rule|As decided in [^:]+)(?:{_FIRST})?: "


@lru_cache(maxsize=len(GAMES))
def types_of(game: Game) -> dict[str, Any]:
    """Return the questions of a game with the types of their answers.

    Raise Unusable for a default of another type; the rulesets and files that leave it are not to blame.
    """
    kinds = get_type_hints(game.toggles)
    for toggle, answer in game.toggles._field_defaults.items():
        if not _allows(kinds[toggle], answer):
            file = game.toggles.__module__.removeprefix("clabber_audit.").replace(".", "/")
            why = f"it should be {_list_allowed(kinds[toggle])}"
            raise Unusable(f"{file}.py: {toggle} = {answer!r}", why, "correct the default, or the type")
    return kinds


def list_choices(kind: Any) -> list[Any]:
    """Return the answers of a type that can be listed: the words of a choice, and both of yes or no."""
    if kind is bool:
        return [True, False]
    if get_origin(kind) is Literal:
        return list(get_args(kind))
    return [choice for part in get_args(kind) for choice in list_choices(part)]


def is_number(kind: Any) -> bool:
    """Return True if a type allows any whole number."""
    return kind is int or (get_origin(kind) is not Literal and any(map(is_number, get_args(kind))))


def list_other_answers(game: Game, toggle: str, answer: object) -> list[Any]:
    """Return the other answers that a toggle allows; of a number one less and one more."""
    kind = types_of(game)[toggle]
    if answer is None:
        return []
    near = [answer - 1, answer + 1] if type(answer) is int and is_number(kind) else []
    return [one for one in (*list_choices(kind), *near) if one != answer or type(one) is not type(answer)]


def _allows(kind: Any, answer: object) -> bool:
    """Return True if a type allows the answer."""
    if get_origin(kind) is Literal:
        return any(type(answer) is type(value) and answer == value for value in get_args(kind))
    return type(answer) is kind or any(_allows(part, answer) for part in get_args(kind))


def to_toml_text(answer: object) -> str:
    """Return an answer as TOML writes it."""
    if isinstance(answer, bool):
        return str(answer).lower()
    if isinstance(answer, str):
        return f'"{printable(answer)}"'
    if isinstance(answer, int):
        # Python refuses to write out very large integers, which TOML can have as hexadecimal ones.
        return str(answer) if abs(answer) < _LONG else printable(hex(answer), 20)
    return "nothing" if answer is None else printable(str(answer))


def check_answer(game: Game, toggle: str, answer: object, place: str) -> None:
    """Raise Unusable for an answer of another type than the question has, or out of its range.

    `place` names the toggle too: ` = 7500` comes after it in the message.
    """
    kind, limits = types_of(game)[toggle], game.questions[toggle].range
    what = f"{place} = {to_toml_text(answer)}"
    if not _allows(kind, answer):
        numeric = isinstance(answer, str) and answer.lstrip("-").isdecimal() and is_number(kind)
        advice = f"write {toggle} = {answer}" if numeric else "correct the answer"
        raise Unusable(what, f"it should be {_list_allowed(kind)}", advice)
    if limits and isinstance(answer, int) and not limits[0] <= answer <= limits[1]:
        raise Unusable(what, f"it should be from {limits[0]} to {limits[1]}", "correct the number")


def _list_allowed(kind: Any) -> str:
    """Return the answers of a type in words: `one of "same", "next", "any"`, or `a whole number, "all" or "half"`."""
    numeric = is_number(kind)
    words = [to_toml_text(choice) for choice in list_choices(kind) if not (numeric and type(choice) is int)]
    allowed = [*(["a whole number"] if numeric else []), *(["a text"] if kind is str else []), *words]
    return f"one of {', '.join(words)}" if len(words) > 2 and words == allowed else join_words(allowed, "or")


def collect_answers(
    articles: Mapping[str, Article], game: Game, name: str, chain: Sequence[Statute] = ()
) -> Any:
    """Return the toggles of a game. Raise Unusable for an unknown, impossible, double or missing answer.

    For a missing answer that of the replaced article is proposed, out of the `chain` of rulesets.
    """
    questions = types_of(game)
    given: dict[str, Any] = {}
    given_by: dict[str, str] = {}
    for article_id, article in articles.items():
        for toggle, answer in article.toggles.items():
            if toggle not in questions:
                close = _find_closest(toggle, questions)
                advice = f"did you mean “{close[0]}”?" if close else f"the toggles are {', '.join(questions)}"
                what = f"{name}: article “{article_id}” sets “{printable(toggle)}”, which is not a toggle"
                raise Unusable(what, "", advice)
            check_answer(game, toggle, answer, f"{name}: article “{article_id}” sets {toggle}")
            if given.setdefault(toggle, answer) != answer:
                raise _conflict_error(name, f"the toggle {toggle}", given_by[toggle], article_id)
            given_by.setdefault(toggle, article_id)
    missing = [
        question
        for question in questions
        if question not in given and question not in game.toggles._field_defaults
    ]
    if missing:
        replaced = [article for statute in reversed(chain) for article in statute.articles.values()]
        before = {toggle: answer for article in replaced for toggle, answer in article.toggles.items()}
        lost = ", ".join(
            f"{toggle} = {to_toml_text(before[toggle])}" for toggle in missing if toggle in before
        )
        advice = (
            f"the article that was replaced had {lost}: add it to `toggles`"
            if lost
            else "extend a shipped ruleset"
        )
        raise Unusable(f"{name}: no article sets {', '.join(missing)}", "", advice)
    toggles = game.toggles(**given)
    try:
        ladder = Ladder.parse(toggles.repeat)
    except ValueError as problem:
        raise Unusable(f"{name}: repeat: {problem}", "", "write [[parameters.repeat]]") from None
    if ladder and ladder.of not in INFRACTIONS:
        what = f"{name}: repeat: “{printable(ladder.of)}” is not an infraction"
        raise Unusable(what, "", "`clabber-audit explain` lists them")
    if unmet := game.find_unmet_need(toggles):
        first, *others = (f"{toggle} = {to_toml_text(getattr(toggles, toggle))}" for toggle in unmet.toggles)
        odds = f"does not go with {' and '.join(others)}" if others else "is not possible"
        raise Unusable(f"{name}: {first} {odds}", unmet.why, unmet.help)
    return toggles


def collect_penalties(
    articles: Mapping[str, Article], game: Game, toggles: Any, name: str
) -> tuple[dict[str, Penalty], dict[str, tuple[str, ...]]]:
    """Return the penalty of each infraction and its rows. Raise Unusable if two articles differ.

    An article may name a toggle instead of a penalty: then `Game.costs` of the answer decides.
    """
    answers = toggles._asdict()
    costs: dict[str, Penalty] = {}
    given_by: dict[str, str] = {}
    rows: dict[str, list[str]] = {}
    for article_id, article in articles.items():
        for infraction, word in article.penalties.items():
            if infraction not in INFRACTIONS:
                what = f"{name}: article “{article_id}” names “{printable(infraction)}”, which is not an infraction"
                raise Unusable(what, "", "`clabber-audit explain` lists them")
            penalty = word if word in game.penalties else game.costs(answers.get(word))
            if penalty == "none":
                continue
            if penalty is None:
                raise Unusable(
                    f"{name}: article “{article_id}” makes {infraction} cost “{printable(word)}”",
                    f"a penalty is one of {', '.join(game.penalties)}, or a toggle that decides it",
                )
            if costs.setdefault(infraction, penalty) != penalty:  # type: ignore[arg-type]
                raise _conflict_error(name, f"the penalty of {infraction}", given_by[infraction], article_id)
            given_by.setdefault(infraction, article_id)
            cited = [row for row in article.rules if not row.startswith(_OPEN)]
            rows.setdefault(infraction, []).extend(cited or article.rules)
    return costs, {infraction: tuple(dict.fromkeys(named)) for infraction, named in rows.items()}


def _conflict_error(name: str, subject: str, one: str, other: str) -> Unusable:
    return Unusable(
        f"{name}: the articles “{one}” and “{other}” differ on {subject}",
        "a ruleset answers each question once",
        f"to replace “{one}”, call the new article “{one}”; or repeal one of the two",
    )


class LawText(NamedTuple):
    """Articles in force, with the articles of the parents that each replaced."""

    articles: dict[str, Article]
    replaced: dict[str, Article]


def apply_chain(chain: Sequence[Statute], game: Game, name: str, *, is_rendered: bool = False) -> LawText:
    """Return the articles of a chain of files, applied from the root down.

    An article replaces the parent's article with its id. An answer in `[toggles]` or `[parameters]` changes the articles
    that state it. Texts that are `is_rendered` may have any braces.
    """
    text = LawText({}, {})
    for statute in reversed(chain):
        for repealed in statute.repeal:
            if text.articles.pop(repealed, None) is None:
                what = f"{name}: repeals “{printable(repealed)}”, which is not an article"
                raise Unusable(what, "", "check the id")
        usual = dict(game.toggles._field_defaults)
        prior = usual | {
            toggle: answer for article in text.articles.values() for toggle, answer in article.toggles.items()
        }
        for article_id, article in statute.articles.items():
            before = text.articles.get(article_id)
            if before is not None:
                text.replaced[article_id] = before
            text.articles[article_id] = _complete_article(article, article_id, before, name)
        if not is_rendered:
            _check_braces(statute, name)
        _switch_words(statute, prior, text.articles, game)
        _set_answers(statute, _read_answers(statute, game, name), text.articles, game, name)
    return text


def _complete_article(article: Article, article_id: str, before: Article | None, name: str) -> Article:
    """Return an article with the topic, text and rows of the article it replaces, unless it has its own.

    Raise Unusable if it then has no topic or text, or if it changes penalties and would keep the text about the old ones.
    """
    if before is not None:
        if not article.text and (changed := {*article.penalties.items()} ^ {*before.penalties.items()}):
            named = join_words(sorted({infraction for infraction, _ in changed}), "and")
            what = f"{name}: article “{article_id}” changes the penalty of {named} and has no text"
            why = f"the text of the article that it replaces would stand: “{printable(before.text, 200)}”"
            help = f"write a `text` that says what {named} costs here, or repeat its penalties"
            raise Unusable(what, why, help)
        article = article._replace(
            topic=article.topic or before.topic,
            text=article.text or before.text,
            rules=article.rules or before.rules,
        )
    if not (article.topic and article.text):
        missing = "text" if article.topic else "topic"
        what = f"{name}: article “{article_id}” has no {missing}"
        raise Unusable(what, "it replaces no article that has one", f"add `{missing}`")
    return article


def _check_braces(statute: Statute, name: str) -> None:
    """Raise Unusable for an article of a file whose braces are not balanced."""
    for article_id, article in statute.articles.items():
        try:
            parameters_in(article.text)
        except ValueError as problem:
            place = f"{name}: article “{article_id}”"
            raise Unusable(f"{place}: {problem}", "", "write {{ for a brace") from None


def _switch_words(
    statute: Statute, prior: Mapping[str, Any], articles: dict[str, Article], game: Game
) -> None:
    """Replace the words for former answers in inherited texts by the sentences of the new ones."""
    new = {
        toggle: answer
        for article in statute.articles.values()
        for toggle, answer in article.toggles.items()
        if answer != prior.get(toggle)
    }
    for article_id, article in articles.items():
        own = statute.articles.get(article_id)
        text = article.text
        if "{" in text and not (own and own.text):
            for toggle, answer in new.items():
                text = switch_sentence(text, toggle, game.sentence(toggle, answer))
            articles[article_id] = article._replace(text=text)


def _read_ladders(tables: Any) -> dict[str, Any]:
    """Return the answers of a house's tables `[[parameters.repeat]]`. Raise ValueError for any that is not a ladder.

    One may be about an infraction, another about the misdeals of one dealer, after which the deal is lost.
    """
    answers: dict[str, Any] = {}
    answer: str | int
    for one in tables if isinstance(tables, list) else [tables]:
        table = one if isinstance(one, dict) else {}
        if unknown := table.keys() - {"of", "by", "within", "steps"}:
            raise ValueError(f"{min(unknown)} is an unknown part; the parts are of, by, within and steps")
        steps, of = table.get("steps"), table.get("of")
        if not isinstance(of, str) or not isinstance(steps, list) or not 1 <= len(steps) <= len(ORDINALS):
            example = next(id for id, infraction in infractions().items() if infraction.place == "claim")
            raise ValueError(f'of is an infraction such as "{example}", and there are up to six steps')
        if {*map(str, steps[:-1])} - {"note"}:
            raise ValueError('steps before the last are "note"; prices that rise in points are not supported')
        by, within = table.get("by", "side"), table.get("within", "game")
        if (of, by, steps[-1]) == ("misdeal", "dealer", "deal"):
            name, answer = "max_redeals", len(steps) - 1
        elif by not in REPEATED_BY or within not in REPEATED_WITHIN:
            raise ValueError(
                'by is "side", "player" or, of a misdeal, "dealer", and within is "game" or "night"; no other is supported'
            )
        elif steps[-1] != "game":
            raise ValueError(
                'steps are "note", as often as it costs no more than its article says, and then "game"'
            )
        else:
            name, answer = "repeat", str(Ladder(of, within, len(steps), by))
        if name in answers:
            raise ValueError("a house has one ladder of an infraction, and one of the misdeals of a dealer")
        answers[name] = answer
    return answers


def _expand_answer(game: Game, name: str, value: Any) -> dict[str, Any]:
    """Return the answers that a house's name and value stand for. Raise ValueError if it has no such value."""
    if name == "repeat":
        return _read_ladders(value)
    return {name: None} if (name, value) == ("max_redeals", "any") else game.expand_answer(name, value)


def _read_answers(statute: Statute, game: Game, name: str) -> dict[str, Any]:
    """Return the answers of `[toggles]` and `[parameters]` by question. Raise Unusable for an invalid one."""
    asked: dict[str, Any] = {}
    given_by: dict[str, GivenAnswer] = {}
    for given in statute.answers:
        _, written, value, since = given
        key, place = written.replace(".", "_"), f"{name}: {given}"
        if fixed := next((fixed for fixed in game.fixed if fixed.name == key), None):
            if value != fixed.answer:
                what = f"{place} = {to_toml_text(value)}: not supported"
                help = fixed.help or f"write {to_toml_text(fixed.answer)}, or leave it out"
                raise Unusable(what, fixed.why, help)
            continue
        try:
            spelled = _expand_answer(game, key, value)
        except ValueError as problem:
            raise Unusable(place, str(problem), "correct it") from None
        for question, answer in spelled.items():
            if question not in types_of(game):
                raise _unknown_parameter_error(place, written, game)
            kind = types_of(game)[question]
            if answer == "none" and _allows(kind, None) and not _allows(kind, "none"):
                answer = None
            else:
                # A name of its own, such as renege, is said beside the parameter that it sets.
                check_answer(game, question, answer, place if key == question else f"{place} sets {question}")
            if given.table == "toggles" and is_number(kind) and type(answer) is int:
                what = f"{place} is a number"
                raise Unusable(
                    what, "", f"it belongs under [parameters]: {question} = {to_toml_text(answer)}"
                )
            other = given_by.setdefault(question, given)
            if other.since == since and asked.get(question, answer) != answer:
                what = f"{name}: {other} makes {question} {to_toml_text(asked[question])}, {given} {to_toml_text(answer)}"
                raise Unusable(what, "one file gives one answer", "delete one of the two")
            asked[question], given_by[question] = answer, given
    return asked


def _set_answers(
    statute: Statute, answers: Mapping[str, Any], articles: dict[str, Article], game: Game, name: str
) -> None:
    """Set the answers of a file, last those that no article has words for.

    The new sentence of one answer may name another, as that of a renege that costs points names the points.
    """
    texts = [article.text for article in articles.values()] if answers else []
    stated = {
        parameter
        for parameter, answer in answers.items()
        if any(has_words_for(text, _names_of(parameter, game), answer) for text in texts)
    }
    for parameter in sorted(answers, key=lambda asked: asked not in stated):
        own = parameter, answers[parameter]
        _set_answer(statute, own, articles, game, name, is_stated=parameter in stated)


def _names_of(parameter: str, game: Game) -> set[str]:
    """Return the names by which articles state a parameter: its own and those of phrases."""
    return {parameter, *(phrase.name for phrase in game.phrases if parameter in phrase.carries)}


def _set_answer(
    statute: Statute,
    own_answer: tuple[str, Any],
    articles: dict[str, Article],
    game: Game,
    name: str,
    *,
    is_stated: bool,
) -> None:
    """Set an answer in the articles that give it or depend on it, which become articles of the house.

    Unless it `is_stated` by an article with words for it, the article that gives it adds its sentence.
    """
    parameter, answer = own_answer
    question, names = game.questions[parameter], _names_of(parameter, game)
    giving = [article_id for article_id, article in articles.items() if parameter in article.toggles]
    for article_id in giving:
        own = statute.articles.get(article_id)
        if own and own.toggles.get(parameter, answer) != answer:
            written, theirs = to_toml_text(answer), to_toml_text(own.toggles[parameter])
            what = f"{name}: {parameter} = {written} and article “{article_id}” has {theirs}"
            raise Unusable(what, "one file gives one answer", "delete one of the two")
    usual = game.toggles._field_defaults.get(parameter)
    former = articles[giving[0]].toggles[parameter] if giving else usual
    stating = [id for id, article in articles.items() if has_words_for(article.text, names, answer)]
    changing = [id for id, article in articles.items() if depends_on(article.text, names, former, answer)]
    giving = giving or stating[:1] or [question.article or parameter.replace("_", "-")]
    priced = {infraction_id for article in articles.values() for infraction_id in article.penalties}
    bound = {
        infraction_id: infraction.bound_with[2]
        for infraction_id, infraction in infractions().items()
        if infraction.bound_with[0] == parameter
        and answer in infraction.bound_with[1]
        and infraction_id not in priced
    }
    sentence = game.sentence(parameter, answer) or f"{question.text} {answer_words(answer)}."
    for article_id in dict.fromkeys([*giving, *changing]):
        article = articles.get(article_id, Article(question.topic, ""))
        text, toggles, penalties = article.text, dict(article.toggles), article.penalties
        if former != answer:
            text = switch_sentence(text, parameter, sentence)
            if article_id in giving and not (is_stated or stating):
                # The text may state the former answer.
                before = game.sentence(parameter, former)
                if before:
                    text = re.sub(_ADDED + compile_pattern(before), "", text)
                whose, first = statute.decided.get(parameter, "House rule"), "" if _FIRST in text else _FIRST
                added = own_words(parameter, sentence)
                text = f"{text} {whose}{first}: {added}" if text else added
        if article_id in giving:
            toggles, penalties = {**toggles, parameter: answer}, {**penalties, **bound}
        if answer is None:
            toggles.pop(parameter, None)
        articles[article_id] = article._replace(
            text=text or sentence, sources=("house",), grade="practice", penalties=penalties, toggles=toggles
        )


def answer_words(answer: str | bool | int | None) -> str:
    """Return an answer in words: Yes, No, a number, or the words of a choice."""
    if answer is None or isinstance(answer, bool):
        return "Yes" if answer else "No"
    return str(answer).replace("_", " ").capitalize()


def _find_closest(key: str, known: Iterable[str]) -> list[str]:
    """Return the question closest to a misspelled one: `dad` may be the end of `meld_dad`."""
    ends = sorted((name for name in known if name.endswith(f"_{key}")), key=len)
    return get_close_matches(key, known, 1) or ends[:1]


def _unknown_parameter_error(what: str, written: str, game: Game) -> Unusable:
    """Return the error for a parameter that the game does not have, with the closest name."""
    key, known = written.replace(".", "_"), types_of(game)
    other = next((fixed for fixed in load_games() if fixed is not game and key in types_of(fixed)), None)
    if other is not None:
        return Unusable(what, f"it is a question of {other.name}, not of {game.name}", "leave it out")
    group = written.partition(".")[0]
    parts = [
        name.removeprefix(f"{group}_")
        for name in (*known, *(fixed.name for fixed in game.fixed))
        if name.startswith(f"{group}_")
    ]
    if "." in written and parts:
        return Unusable(what, "unknown part", f"the parts are {', '.join(parts)}")
    close = _find_closest(key, known)
    if close:
        return Unusable(what, "unknown", f"did you mean “{close[0]}”? {game.questions[close[0]].text}")
    return Unusable(what, "unknown", "`clabber-audit rulesets ID --questions` lists the parameters")


def with_values(articles: Mapping[str, Article], toggles: Any, game: Game, name: str) -> dict[str, Article]:
    """Return the articles with the values of their parameters."""
    values, found = game.values(toggles), dict[str, Article]()
    for article_id, article in articles.items():
        try:
            has_parameters = "{" in article.text or "}" in article.text
            text = render(article.text, values, game.sentence).strip() if has_parameters else article.text
        except KeyError as problem:
            parameter = str(problem.args[0])
            close = get_close_matches(parameter, values, 1)
            advice = f"did you mean {{{close[0]}}}?" if close else "write {{ for a brace"
            what = f"{name}: article “{article_id}”: {{{printable(parameter)}}} is no parameter"
            raise Unusable(what, "", advice) from None
        found[article_id] = article._replace(text=text)
    return found


def check_texts(own: Sequence[Statute], law: LawText, toggles: Any, game: Game, name: str) -> Iterator[str]:
    """Raise Unusable for a house's text that has another number in place of a parameter.

    Yield a note on a text without its parameter, on a number that no parameter has, and on an infraction that no
    article has any more.
    """
    values = game.values(toggles)
    priced = {infraction for article in law.articles.values() for infraction in article.penalties}
    own_articles = [pair for statute in own for pair in statute.articles.items()]
    for article_id, article in own_articles:
        before, place = law.replaced.get(article_id), f"{name}: article “{article_id}”"
        if before is None or not article.text:
            continue
        dropped = {
            infraction: cost for infraction, cost in before.penalties.items() if infraction not in priced
        }
        if dropped:
            written = ", ".join(
                f"{infraction} = {to_toml_text(cost)}" for infraction, cost in dropped.items()
            )
            yield (
                f"note: {place} has a text of its own and drops {join_words(sorted(dropped), 'and')}, which no other article "
                f"has; if it is an infraction here, write penalties = {{ {written} }}"
            )
        carried = game.find_stated_parameters(parameters_in(before.text))
        left_out = carried - game.find_stated_parameters(parameters_in(article.text)) - article.toggles.keys()
        usual = render(before.text, values, game.sentence)
        known = {number for _, number in numbers_in(usual)}
        others = [
            (written, number)
            for written, number in numbers_in(render(article.text, values, game.sentence))
            if carried and number not in known and number not in values.values()
        ]
        missing = [one for one in sorted(left_out) if game.questions[one].article == article_id]
        # The house's own words may give another answer, by which nothing would be judged.
        unsaid = sorted(left_out & sentences_in(before.text) - {*missing})
        for parameter in missing + unsaid:
            if others and parameter in missing and isinstance(values[parameter], int):
                written, number = others[0]
                template = article.text.replace(written, f"{{{parameter}}}")
                help = f"write `[parameters] {parameter} = {number}` and the text “{template}”"
                what = f"{place}: its text says {number}, {parameter} is {values[parameter]}"
                raise Unusable(what, "", help)
            yield (
                f"note: {place} does not say {parameter}, which is {to_toml_text(values[parameter])}; write {{{parameter}}} "
                f"into it, or leave `text` out: then it reads “{usual}”"
            )
        if others and not missing:
            yield f"note: {place} says “{others[0][0]}”, which no parameter has"


@lru_cache(maxsize=256)
def report(note: str) -> None:
    """Write a note on standard error, once."""
    logging.getLogger(__name__).warning(note)
