"""Pages of the infractions and articles, all of one shape, and the tables that lead to them, in Markdown.

A page says what the rule is, why, what happens in a hand of the casebook, what it costs under each ruleset, which
questions it decides, and who says so. All of it is made from the rulesets, the infractions and the casebook.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

from clabber_audit.cards import SUIT_SYMBOLS, prettify
from clabber_audit.conformance.suite import SuiteQuestion
from clabber_audit.conformance.suite import load as load_suite
from clabber_audit.games import load_games, parse
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.records.notation.writer import write
from clabber_audit.report.manual import cost_of
from clabber_audit.report.ruling import ruling_text
from clabber_audit.rules.articles import Article, Statute
from clabber_audit.rules.bound_ruleset import law_of
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED, SHIPPED_OF, Ruleset, find_source, load
from clabber_audit.rules.ruleset_file import parse_toml

_FOLDER: Final = files("clabber_audit.rules").joinpath("rulesets")
#: Codes of rows in brackets, which cases cite and pages list further down.
_CITED: Final = re.compile(r"\s\((?:(?:[RB]|B?D)-\d+\w?(?:,\s| and | to )?)+\)")
#: The cards of a hand as players sort them, the highest first.
_HIGH: Final = [f"{rank}{suit}" for suit in "SHDC" for rank in "AKQJT987"]
#: An answer that no article gives.
_SILENT: Final = "not asked"
_GRADES: Final = {
    "league text": "The league wrote it down itself.",
    "published description": "A published description of the game says so.",
    "published example": "A published example shows it.",
    "published variation": "A published description gives it as a variation.",
    "practice": "It is how the game is played; no text says it outright.",
    "outside source": "The texts of this game are silent. A related game, or players of it, decide it this way.",
    "our reading": "The texts do not say it outright. This is how we read them.",
}
#: Topics that need other words in a sentence.
_TOPICS: Final = {
    "table": "the table and its cards",
    "deal": "the deal",
    "exchange": "passing cards",
    "game": "the end of a game",
}
_ROWS: Final = (
    "The codes are rows of the catalog of rules that the program was written from: `R` and `B` are rules of Clabber and of "
    "Bid Euchre, `D` and `BD` questions that their sources leave open."
)
Json = dict[str, Any]


def rule_pages() -> dict[str, str]:
    """Return the page of every infraction and article by its path below `reference/`."""
    pages = {f"infractions/{one.id}": infraction_page(one) for one in infractions().values()}
    for (game, name), versions in articles().items():
        pages.setdefault(article_path(game, name), article_page(game, name, versions))
    return pages


def article_path(game: str, name: str) -> str:
    """Return the path of an article's page: one that only prices the infraction of its name is on that page."""
    versions = articles()[game, name]
    is_alone = all({*one.penalties} <= {name} and name in load(id).penalties for id, one in versions.items())
    return f"infractions/{name}" if is_alone else f"articles/{game}/{name}"


@cache
def articles() -> dict[tuple[str, str], dict[str, Article]]:
    """Game and name of each article -> its wording in each ruleset that has it."""
    found: dict[tuple[str, str], dict[str, Article]] = {}
    for rules in map(load, SHIPPED):
        for name, article in rules.articles.items():
            found.setdefault((rules.game.id, name), {})[rules.id] = article
    return found


def infraction_page(one: Infraction[Any]) -> str:
    """Return the page of an infraction."""
    binding = [rules for rules in map(load, SHIPPED) if one.id in rules.penalties]
    names = dict.fromkeys(
        (rules.game.id, name) for rules in binding for name in rules.find_binding_articles(one.id)
    )
    versions = {key: articles()[key] for key in names}
    costs = _grouped((rules.id, cost_of(one, rules)) for rules in binding)
    return _page(
        one.title,
        one.id,
        says=f"{_CITED.sub('', one.manual)}\n\nAt the table: {one.words.help}.",
        why="\n\n".join(_reason(key, wordings) for key, wordings in versions.items())
        or "No shipped ruleset has it. [House rules](../../how-to/secretary/house-rules.md) can.",
        example=_example(_of_infraction(one.id)),
        costs=_table("What it costs", costs),
        cited=[article for wordings in versions.values() for article in wordings.values()],
        decisions=_decisions(versions),
    )


def article_page(game: str, name: str, versions: Mapping[str, Article]) -> str:
    """Return the page of an article."""
    texts = _grouped((rules, article.text) for rules, article in versions.items())
    grades = _grouped((rules, _GRADES[article.grade]) for rules, article in versions.items())
    every = len(grades) == 1
    title = name.replace("-", " ")
    topic = next(iter(versions.values())).topic
    return _page(
        title[0].upper() + title[1:],
        name,
        says="\n\n".join(
            [
                f"An article of {_game(game)}, on {_TOPICS.get(topic, topic)}.",
                *(f"> {text}\n\nIn {_rulesets(ids)}." for text, ids in texts.items()),
            ]
        ),
        why="\n\n".join(why if every else f"{why} ({_rulesets(ids)})" for why, ids in grades.items()),
        example=_example(_of_article(game, versions)),
        costs="\n\n".join(filter(None, _costs(versions))) or "Nothing: it says how the game goes.",
        cited=list(versions.values()),
        decisions=_decisions({(game, name): versions}),
    )


def _page(
    title: str,
    name: str,
    *,
    says: str,
    why: str,
    example: str,
    costs: str,
    cited: Sequence[Article],
    decisions: str,
) -> str:
    parts = [f"# {title}", f"`{name}`", "## What it says", says, "## Why", why]
    parts += [example and "## Example", example, "## What it costs", costs]
    parts += ["## Sources", _sources(cited), decisions and "## Decisions", decisions]
    return "\n\n".join(filter(None, parts)) + "\n"


def _reason(key: tuple[str, str], versions: Mapping[str, Article]) -> str:
    """The article behind an infraction, in the words of each ruleset; one with a page of its own by its first."""
    game, name = key
    path = article_path(game, name)
    named, worded = f"[{name}](../{path}.md)", _grouped((rules, one.text) for rules, one in versions.items())
    if path == f"infractions/{name}":
        named = f"The article `{name}` of {_game(game)}"
    else:
        worded = {next(iter(worded)): [*versions]}
    texts = [f"{named}, in {_rulesets(ids)}:\n\n> {text}" for text, ids in worded.items()]
    return "\n\n".join([*texts, _GRADES[next(iter(versions.values())).grade]])


def _game(id: str) -> str:
    return next(one.name for one in load_games() if one.id == id)


def _costs(versions: Mapping[str, Article]) -> Iterator[str]:
    """Tables of the penalties that an article sets."""
    named = dict.fromkeys(infraction for article in versions.values() for infraction in article.penalties)
    for infraction in named:
        one = infractions()[infraction]
        costs = _grouped((rules, cost_of(one, load(rules))) for rules in versions)
        yield _table(f"[{one.title}](../../infractions/{one.id}.md)", costs)


def _decisions(versions: Mapping[tuple[str, str], Mapping[str, Article]]) -> str:
    """Questions on which tables differ, with the answer of each ruleset; then the rows, with the cases that try them."""
    parts = []
    for (game, _name), wordings in versions.items():
        questions = next(one for one in load_games() if one.id == game).questions
        toggles = dict.fromkeys(toggle for article in wordings.values() for toggle in article.toggles)
        for toggle in toggles:
            found = _grouped((rules, _value(getattr(load(rules).toggles, toggle))) for rules in wordings)
            parts.append(f"**{questions[toggle].text}** `{toggle}`, {questions[toggle].rows}.")
            parts.append(_table("Answer", {f"`{answer}`": ids for answer, ids in found.items()}))
    rows = dict.fromkeys(
        row for wordings in versions.values() for article in wordings.values() for row in article.rules
    )
    if rows:
        parts += [_ROWS, "\n".join(f"* `{row}`: {_row(row)}" for row in rows)]
    return "\n\n".join(parts)


def _row(row: str) -> str:
    """Return the subject of a row: its question, or the articles and worked cases that carry it."""
    for game in load_games():
        for question in game.questions.values():
            if row in question.rows.split(", "):
                return question.text
    cases = dict.fromkeys(one.case.title for one in _hands() if row in one.case.rows)
    tried = f"worked cases: {'; '.join([*cases][:3])}" if cases else "no hand turns on it alone"
    return f"{'left open by the sources, and answered here' if 'D-' in row else 'as worded above'}; {tried}."


@cache
def _hands() -> tuple[SuiteQuestion, ...]:
    """Hands of the casebook under shipped rulesets."""
    return tuple(one for one in load_suite().questions if one.kind == "hand" and one.ruleset in SHIPPED)


def _of_infraction(id: str) -> SuiteQuestion | None:
    """The first hand of the infraction's own cases in which it is found, or the first of all; else one of its cases."""
    own = [one for one in _hands() if one.case.id.startswith(id)]
    guilty = [
        one
        for one in (*own, *_hands())
        if any(found["infraction"] == id for found in one.expect.get("findings", ()))
    ]
    return next(iter([*guilty, *own]), None)


def _of_article(game: str, versions: Mapping[str, Article]) -> SuiteQuestion | None:
    """The hand whose case has most to do with an article: the most rows in common, then the fewest others."""

    def distance(one: SuiteQuestion) -> tuple[int, int]:
        common = {*versions[str(one.ruleset)].rules} & {*one.case.rows}
        return -len(common), len(one.case.rows)

    return min(
        (one for one in _hands() if one.family == game and one.ruleset in versions),
        key=distance,
        default=None,
    )


def _example(question: SuiteQuestion | None) -> str:
    """A case: why it is there, its hand as text and drawn, and the first part of what `rule` prints."""
    if question is None or question.ruleset is None:
        return ""
    hand = parse.parse_hand(json.dumps(question.given["record"]).encode(), question.ruleset)
    text = ruling_text(dossier(adjudicate(hand, law_of(question.ruleset)), search=False))
    head, *sections = text.split("\n\n")
    shown = [head, sections[0]]
    if sections[1].startswith("THE "):
        shown += sections[1:3]
    parts = [
        f"{question.case.title}. {_CITED.sub('', question.case.why)}",
        _drawn(question.given["record"].get("deal", {}).get("hands", {})),
        f"```clab\n{write(hand.record)}```",
        f"`clabber-audit rule hand.clab --ruleset {question.ruleset}` begins:",
        "```text\n" + "\n\n".join(shown).replace(" Sources below.", "").rstrip() + "\n```",
    ]
    return "\n\n".join(filter(None, parts))


def _drawn(hands: Mapping[str, Sequence[str] | None]) -> str:
    """Four hands around a table; nothing if a card of them is not known, or the joker is among them."""
    cards = [card for cards in hands.values() for card in cards or [""]]
    if {*hands} != set("NESW") or not {*cards} <= {*_HIGH}:
        return ""
    rows = {seat: _suits(cards or ()) for seat, cards in hands.items()}
    lines = [" " * 18 + row for row in ("North", *rows["N"])]
    lines += [
        f"{west:<36}{east}" for west, east in zip(("West", *rows["W"]), ("East", *rows["E"]), strict=True)
    ]
    lines += [" " * 18 + row for row in ("South", *rows["S"])]
    return "```text\n" + "\n".join(line.rstrip() for line in lines) + "\n```"


def _suits(cards: Sequence[str]) -> list[str]:
    return [
        f"{SUIT_SYMBOLS[suit]} {' '.join(prettify(one)[:-1] for one in sorted(cards, key=_HIGH.index) if one[1] == suit) or '-'}"
        for suit in "SHDC"
    ]


def _grouped(pairs: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Value -> the rulesets that have it."""
    found: dict[str, list[str]] = {}
    for ruleset, value in pairs:
        found.setdefault(value, []).append(ruleset)
    return found


def _table(title: str, found: Mapping[str, Iterable[str]]) -> str:
    lines = [f"| {_capital(value)} | {_rulesets(ids)} |" for value, ids in found.items()]
    return "\n".join([f"| {title} | under |", "| --- | --- |", *lines]) if lines else "Nothing."


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _rulesets(ids: Iterable[str]) -> str:
    """The ids of rulesets; all rulesets of a game are named by the game."""
    left = [*ids]
    whole = []
    for game in load_games():
        if {*SHIPPED_OF[game.id]} <= {*left}:
            whole.append(f"every ruleset of {game.name}")
            left = [id for id in left if id not in SHIPPED_OF[game.id]]
    return ", ".join([*whole, *(f"`{id}`" for id in left)])


def _sources(cited: Sequence[Article]) -> str:
    """The sources by name, each once, with the places in it."""
    places: dict[str, list[str]] = {}
    for code in dict.fromkeys(code for article in cited for code in article.sources):
        known = find_source(code)
        name, place = (known[1], code.removeprefix(known[0]).strip()) if known else (code, "")
        places.setdefault(name, []).append(place)
    return "\n".join(f"* {_source(name, found)}" for name, found in places.items())


def _source(name: str, places: Sequence[str]) -> str:
    """A source with its numbers or lines: `L8` is rule 8, `S2 l.18` is line 18."""
    lines = [place.removeprefix("l.") for place in places if place]
    if not lines:
        return name
    kind = "line" if any(place.startswith("l.") for place in places) else "rule"
    kinds = kind if len(lines) == 1 and "-" not in lines[0] else f"{kind}s"
    plain = re.sub(r",? by (?:line|number)", "", name.rstrip("."))
    return f"{plain}: {kinds} {', '.join(lines)}."


def infractions_page() -> str:
    """Return the table of the infractions, each with a link to its page."""
    found = sorted(infractions().values(), key=lambda one: one.title)
    rows = [f"| [{one.title}](infractions/{one.id}.md) | `{one.id}` | {_games(one)} |" for one in found]
    return "\n".join(["| infraction | id | in |", "| --- | --- | --- |", *rows])


def articles_page(game: str) -> str:
    """Return the articles of a game by topic, each with a link to its page."""
    topics: dict[str, list[str]] = {}
    for (of, name), versions in articles().items():
        if of == game:
            link = f"[{name}]({article_path(game, name)}.md)"
            topics.setdefault(next(iter(versions.values())).topic, []).append(link)
    return "\n".join(f"* **{topic.capitalize()}**: {', '.join(links)}" for topic, links in topics.items())


def _games(one: Infraction[Any]) -> str:
    names = dict.fromkeys(rules.game.name for rules in map(load, SHIPPED) if one.id in rules.penalties)
    return ", ".join(names) or "house rules"


def rulesets_page(game: str) -> str:
    """Return the rulesets of a game, each with the articles in which it differs from the one it extends."""
    statutes = {statute.id: statute for statute in _statutes()}
    names = dict.fromkeys(name for one in SHIPPED_OF[game] for name in reversed(load(one).lineage))
    return "\n\n".join(_ruleset(game, statutes[name], _first(game, name)) for name in names)


def _first(game: str, name: str) -> Ruleset:
    """The ruleset itself, or the first that stands on it."""
    return load(
        next(one for one in (name, *SHIPPED_OF[game]) if one in SHIPPED and name in load(one).lineage)
    )


def _statutes() -> Iterator[Statute]:
    for file in sorted(_FOLDER.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml") and file.name not in ("sources.toml", "earlier.toml"):
            yield Statute.from_data(parse_toml(file.read_text(encoding="utf-8"), file.name))


def _ruleset(game: str, statute: Statute, resolved: Ruleset) -> str:
    parts = [f"({_anchor(statute.id)})=\n## {statute.id}: {statute.title}", statute.about]
    if statute.extends:
        left_out = f", without {_rulesets(statute.repeal)}" if statute.repeal else ""
        parent = f"[`{statute.extends}`](#{_anchor(statute.extends)})"
        parts.append(f"All of {parent}{left_out}, and these articles. One that it has, too, is replaced.")
    by_topic = sorted(statute.articles.items(), key=lambda item: item[1].topic != "table")
    for topic in dict.fromkeys(article.topic for _, article in by_topic):
        lines = [
            f"* {_linked(game, name)}: {_text(resolved, name, article)}"
            for name, article in statute.articles.items()
            if article.topic == topic
        ]
        parts += [f"**{topic.capitalize()}**", "\n".join(lines)]
    return "\n\n".join(filter(None, parts))


def _linked(game: str, name: str) -> str:
    return f"[{name}]({article_path(game, name)}.md)" if (game, name) in articles() else f"`{name}`"


def _text(resolved: Ruleset, name: str, article: Article) -> str:
    """The text with its parameters filled in, if the ruleset keeps the article."""
    return resolved.articles[name].text if name in resolved.articles and "{" in article.text else article.text


def _value(value: str | bool | int | None) -> str:
    if value is None:
        return _SILENT
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"


def _anchor(ruleset: str) -> str:
    return f"rules-{ruleset}"


def sources_page() -> str:
    """Return the names of all sources that shipped rulesets cite."""
    cited = [article for wordings in articles().values() for article in wordings.values()]
    known = {found for article in cited for code in article.sources if (found := find_source(code))}
    return "\n".join(f"* {name}" for _, name in sorted(known))
