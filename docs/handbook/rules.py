"""The infractions with their manuals and the rulesets with their articles, in Markdown."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib.resources import files
from typing import Any, Final

from clabber_audit.report.manual import cost_of
from clabber_audit.rules import ruleset as reading
from clabber_audit.rules.articles import Article, Statute
from clabber_audit.rules.infraction import Infraction
from clabber_audit.rules.infractions import infractions
from clabber_audit.rules.ruleset import SHIPPED, SHIPPED_OF, load, source

_FOLDER: Final = files("clabber_audit.rules").joinpath("rulesets")


def infractions_page() -> str:
    """Every infraction by its title: the manual, what it costs where, the articles behind it, what to do instead."""
    found = sorted(infractions().values(), key=lambda one: one.title)
    return "\n\n".join(_infraction(one) for one in found)


def _infraction(one: Infraction[Any]) -> str:
    bound = [rules for rules in map(load, SHIPPED) if one.id in rules.penalties]
    costs: dict[str, list[str]] = {}
    for rules in bound:
        cost = cost_of(one, rules)
        costs.setdefault(cost, []).append(_linked(rules.id))
    told = [f"* {', '.join(names)}: {cost}" for cost, names in costs.items()]
    articles = (
        [_article(name, bound[0].articles[name], "> ") for name in bound[0].binding(one.id)] if bound else []
    )
    return "\n\n".join(
        [
            f"({one.id})=\n## {one.title}",
            f"`{one.id}`",
            one.manual,
            "\n".join(told) or "No ruleset that ships with the program has it.",
            *([f"As `{bound[0].id}` says it:", *articles] if articles else []),
            f"At the table: {one.words.help}.",
        ]
    )


def rulesets_page(game: str) -> str:
    """The rulesets of a game, each as its file says it: the articles in which it differs from the one it extends."""
    statutes = {statute.id: statute for statute in _statutes()}
    names = dict.fromkeys(name for one in SHIPPED_OF[game] for name in reversed(load(one).lineage))
    return "\n\n".join(_ruleset(statutes[name]) for name in names)


def _statutes() -> Iterator[Statute]:
    for file in sorted(_FOLDER.iterdir(), key=lambda file: file.name):
        if file.name.endswith(".toml") and file.name not in ("sources.toml", "earlier.toml"):
            yield Statute.from_data(reading.parsed(file.read_text(encoding="utf-8"), file.name))


def _ruleset(statute: Statute) -> str:
    parts = [f"({_anchor(statute.id)})=\n## {statute.id}: {statute.title}", statute.about]
    if statute.extends:
        left_out = f", without {_listed(statute.repeal)}" if statute.repeal else ""
        parts.append(
            f"All of {_linked(statute.extends)}{left_out}, and these articles. One that it has, too, is replaced."
        )
    by_topic = sorted(statute.articles.items(), key=lambda item: item[1].topic != "table")
    topics = dict.fromkeys(article.topic for _, article in by_topic)
    for topic in topics:
        parts.append(f"**{topic.capitalize()}**")
        parts += [
            _article(name, article) for name, article in statute.articles.items() if article.topic == topic
        ]
    return "\n\n".join(filter(None, parts))


def _article(name: str, article: Article, indent: str = "") -> str:
    cited = ", ".join([*article.sources, *article.rules])
    lines = [f"`{name}`: {article.text} *({cited}; {article.grade})*"]
    set_by = [f"{key} = {_value(value)}" for key, value in {**article.penalties, **article.toggles}.items()]
    if set_by:
        lines += ["", f"Sets {_listed(set_by)}."]
    return "\n".join(f"{indent}{line}".rstrip() for line in lines)


def _value(value: str | bool | int) -> str:
    return str(value) if not isinstance(value, bool) else "yes" if value else "no"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


def _anchor(ruleset: str) -> str:
    return f"rules-{ruleset}"


def _linked(ruleset: str) -> str:
    return f"[`{ruleset}`](#{_anchor(ruleset)})"


def sources_page() -> str:
    """What the codes of the sources stand for, as a table in Markdown."""
    cited = {
        code
        for rules in map(load, SHIPPED)
        for article in rules.articles.values()
        for code in article.sources
    }
    known = sorted({found for code in cited if (found := source(code))})
    return "\n".join(
        ["| code | source |", "| --- | --- |", *(f"| `{code}` | {what} |" for code, what in known)]
    )
