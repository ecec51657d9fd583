"""Decisions of a club, open questions and appeals, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from clabber_audit.judge.judge import Ruling
from clabber_audit.judge.precedents import CitedDecision, Precedents
from clabber_audit.records.dates import date_in_words
from clabber_audit.report.data import ruling_data
from clabber_audit.report.phrases import join_words, sentence
from clabber_audit.report.verdict import first_line
from clabber_audit.rules.answers import to_toml_text
from clabber_audit.rules.questions import toggles_of

#: Sentence on a decision against an article, by the owner of the article.
_AGAINST: Final = {
    "league": "It is a local rule: the league’s own text says otherwise (article {article}), and an appeal to the "
    "league need not follow it.",
    "house": "The article {article} of the house rules is older and says otherwise; amend it.",
}


class UndecidedQuestion(NamedTuple):
    """Open question in words: the question, the result of each answer, and the draft of a decision."""

    text: str
    readings: tuple[str, ...]
    draft: str
    #: Command that would decide it, without the words of the club.
    command: str


def format_decisions(precedents: Precedents | None) -> tuple[str, ...]:
    """Return a paragraph for each decision that a ruling cites."""
    if precedents is None or not (precedents.cited or precedents.open):
        return ()
    texts = [" ".join(_cite(cited)) for cited in precedents.cited]
    if precedents.undated and any(cited.standing == "decided" for cited in precedents.cited):
        texts.append("The hand has no date; the decisions of today apply.")
    return tuple(texts)


def _cite(cited: CitedDecision) -> Iterator[str]:
    decision, number = cited.decision, cited.decision.number
    day = date_in_words(str(decision.date))
    by = f", by {join_words(decision.by)}" if decision.by else ""
    if cited.standing == "words":
        yield f"On {decision.question} this club has decided, in {number} ({day}): {sentence(decision.text or '')}"
        yield from _note_overruling(cited)
        return
    if cited.standing == "departed":
        yield f"This appeal departs from {decision.question} as decided in {number} ({day}{by})."
        if cited.otherwise is not None:
            yield f"By {number} it would be: {first_line(cited.otherwise)}"
        return
    if cited.standing == "since":
        yield f"Since then the club has decided {decision.question}, in {number} ({day})."
        if cited.otherwise is not None:
            yield f"{number} would decide it otherwise: {first_line(cited.otherwise)}"
        return
    holding = f": {sentence(decision.holding)}" if decision.holding else "."
    yield f"{decision.question} as decided in {number} ({day}{by}){holding}"
    if decision.overrules:
        yield f"It overruled {decision.overrules}."
    yield from _note_overruling(cited)
    if cited.otherwise is not None:
        yield f"Without {number} it would be: {first_line(cited.otherwise)}"
    if cited.followed and cited.followed.whose:
        yield _AGAINST[cited.followed.whose].format(article=cited.followed.against)


def _note_overruling(cited: CitedDecision) -> Iterator[str]:
    if cited.overruled_by:
        yield f"Since overruled by {cited.overruled_by}."


def format_open_questions(precedents: Precedents | None) -> tuple[UndecidedQuestion, ...]:
    """Return each open question on which a ruling turned, in words."""
    questions = []
    for question in precedents.open if precedents else ():
        text = f"This turned on {question.row}: {question.asks} The club has not decided this yet; `book add` would."
        written = [
            [to_toml_text(answer).strip('"') for answer in reading.answers] for reading in question.readings
        ]
        readings = [
            f"{join_words(words, 'or')}: {first_line(reading.ruling)}"
            for words, reading in zip(written, question.readings, strict=True)
        ]
        toggle = "" if len(toggles_of(question.row)) == 1 else f"{question.toggle}="
        answer_text = f"{question.row}={toggle}{written[0][0]}"
        command = f"clabber-audit book add FOLDER --answer {answer_text} ..."
        questions.append(UndecidedQuestion(text, tuple(readings), question.draft, command))
    return tuple(questions)


#: Characters of a digest that are shown.
_DIGITS: Final = len("sha256:") + 16


def format_appeal(ruling: Ruling, appeal: Mapping[str, Any]) -> Iterator[str]:
    """Yield the result of an appeal and the rulings before it, a sentence each."""
    # Signatures are loaded for an appeal alone.
    from clabber_audit.judge.appeals import judges_of, list_signers, ruling_digest, steps_of
    from clabber_audit.judge.signed import signatures_in

    *before, _ = steps_of({**ruling_data(ruling), "appeal": appeal})
    day = date_in_words(appeal["on"])
    result = appeal["result"].replace("_", " ").capitalize()
    yield f"{result} by {appeal['by']}, {day}: {sentence(appeal['because'])}"
    for number, step in enumerate(before, 1):
        names, before_it = join_words([*dict.fromkeys(judges_of(step))]), step.get("appeal")
        by = f", by {names}" if names else ""
        by += f", {before_it['result'].replace('_', ' ')}" if before_it else ""
        by += (
            f" (signed by {join_words(list_signers(signatures_in(step)))})" if step.get("signatures") else ""
        )
        yield f"Ruling {number}{by}: {_points(step)} Its digest is {ruling_digest(step)[:_DIGITS]}…"
    if answers := appeal.get("answers"):
        rows = join_words([*dict.fromkeys(ruling.law.game.questions[toggle].row for toggle in answers)])
        texts = join_words([f"{toggle} = {to_toml_text(answer)}" for toggle, answer in answers.items()])
        yield f"It answers {rows} differently ({texts}); the facts are the same. It sets no precedent by itself."
    if numbers := appeal.get("departs_from"):
        yield f"This departs from what the club decided in {join_words(numbers)}."
    if appeal["result"] == "sent_back":
        yield "No score stands until the open question is answered; the next ruling starts fresh."


def _points(ruling: Mapping[str, Any]) -> str:
    """Return the score of a ruling as data, or its outcome: `NS 77, EW 105.`"""
    points = ruling["marks"] or ruling["score"]
    if points is None:
        return f"{ruling['outcome'].replace('_', ' ')}."
    return f"{', '.join(f'{side} {own}' for side, own in points.items())}."
