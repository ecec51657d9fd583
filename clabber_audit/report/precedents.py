"""Decisions of a club and open questions, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.precedents import CitedDecision, OpenQuestion, Precedents
from clabber_audit.records.dates import date_in_words
from clabber_audit.report.phrases import listed, sentence
from clabber_audit.report.verdict import first_line
from clabber_audit.rules.answers import as_written
from clabber_audit.rules.book import toggles_of

#: What is said of a decision against an article, by whose it is.
_AGAINST: Final = {
    "league": "It is a local rule: the league’s own text says otherwise (article {article}), and an appeal to the "
    "league need not follow it.",
    "house": "The article {article} of the house rules is older and says otherwise; amend it.",
}


class UndecidedQuestion(NamedTuple):
    """Open question in words: what was asked, the result of each answer, and the draft of a decision."""

    text: str
    readings: tuple[str, ...]
    draft: str
    #: Command that would decide it, with what people must say left out.
    command: str


def format_decisions(found: Precedents | None) -> tuple[str, ...]:
    """Return a paragraph for each decision that a ruling cites."""
    if found is None or not (found.cited or found.open):
        return ()
    texts = [" ".join(_cited(one)) for one in found.cited]
    if found.undated and any(one.standing == "decided" for one in found.cited):
        texts.append("The hand has no date; the decisions of today apply.")
    return tuple(texts)


def _cited(one: CitedDecision) -> Iterator[str]:
    decision, number = one.decision, one.decision.number
    day = date_in_words(str(decision.date))
    by = f", by {listed(decision.by, 'and')}" if decision.by else ""
    if one.standing == "words":
        yield f"On {decision.question} this club has decided, in {number} ({day}): {sentence(decision.text or '')}"
        yield from _overruled(one)
        return
    if one.standing == "departed":
        yield f"This appeal departs from {decision.question} as decided in {number} ({day}{by})."
        if one.otherwise is not None:
            yield f"By {number} it would be: {first_line(one.otherwise)}"
        return
    if one.standing == "since":
        yield f"Since then the club has decided {decision.question}, in {number} ({day})."
        if one.otherwise is not None:
            yield f"{number} would decide it otherwise: {first_line(one.otherwise)}"
        return
    holding = f": {sentence(decision.holding)}" if decision.holding else "."
    yield f"{decision.question} as decided in {number} ({day}{by}){holding}"
    if decision.overrules:
        yield f"It overruled {decision.overrules}."
    yield from _overruled(one)
    if one.otherwise is not None:
        yield f"Without {number} it would be: {first_line(one.otherwise)}"
    if one.followed and one.followed.whose:
        yield _AGAINST[one.followed.whose].format(article=one.followed.against)


def _overruled(one: CitedDecision) -> Iterator[str]:
    if one.overruled_by:
        yield f"Since overruled by {one.overruled_by}."


def format_open_questions(found: Precedents | None) -> tuple[UndecidedQuestion, ...]:
    """Return each open question on which a ruling turned, in words."""
    return tuple(map(_open, found.open)) if found else ()


def _open(one: OpenQuestion) -> UndecidedQuestion:
    text = (
        f"This turned on {one.row}: {one.asks} No decision of this club on this: `book add` would make one."
    )
    readings = tuple(_reading(each.answers, each.ruling) for each in one.readings)
    answer = as_written(one.readings[0].answers[0]).strip('"')
    toggle = "" if len(toggles_of(one.row)) == 1 else f"{one.toggle}="
    said = f"{one.row}={toggle}{answer}"
    command = f"clabber-audit book add FOLDER --answer {said} ..."
    return UndecidedQuestion(text, readings, one.draft, command)


def _reading(answers: tuple[object, ...], ruling: Ruling) -> str:
    words = listed([as_written(one).strip('"') for one in answers], "or")
    return f"{words}: {first_line(ruling)}"
