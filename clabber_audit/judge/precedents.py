"""Decisions of a club's book that a ruling turned on, and open questions that nobody has decided."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.evidence.completions import run_within_budget
from clabber_audit.judge.comparison import law_with, map_by_version, result_of, toggles_that_matter
from clabber_audit.judge.judge import Ruling, judge_again
from clabber_audit.rules.answers import list_other_answers, to_toml_text
from clabber_audit.rules.book import AppliedDecision, Decision
from clabber_audit.rules.lines import period_of

#: What a decision is without the words that may name people.
_NAMELESS: Final[dict[str, Any]] = {"holding": "", "because": "", "hands": [], "by": []}
#: Row on the moment when a trick is turned.
_TURNED: Final = "D-52"

#: Bearing of a decision: the ruling follows it; an appeal departs from it; it is of a later day; it answers in words.
Standing = Literal["decided", "departed", "since", "words"]


class CitedDecision(NamedTuple):
    """Decision with its bearing on a ruling."""

    decision: Decision
    standing: Standing
    #: What it is the answer instead of, if the ruling follows it.
    followed: AppliedDecision | None = None
    #: The ruling without it, or with it if it is of a later day; None if that is the same.
    otherwise: Ruling | None = None
    overruled_by: str = ""


class Reading(NamedTuple):
    """Answers to an open question that give one result."""

    answers: tuple[Any, ...]
    ruling: Ruling


class OpenQuestion(NamedTuple):
    """Open question on which a ruling turned, with the results of all answers; that of the ruling comes first."""

    row: str
    toggle: str
    asks: str
    readings: tuple[Reading, ...]

    @property
    def draft(self) -> str:
        """Entry of a book that would decide it as the ruling did, in TOML, with the words of the club left empty."""
        answer = to_toml_text(self.readings[0].answers[0])
        return (
            f'[[decision]]\nnumber = ""\ndate =\nquestion = "{self.row}"\nanswer = {{ {self.toggle} = {answer} }}\n'
            'holding = ""\nbecause = ""\nby = []\n'
        )


class Precedents(NamedTuple):
    """Decisions that a ruling cites, and questions that the book leaves open."""

    cited: tuple[CitedDecision, ...]
    open: tuple[OpenQuestion, ...]
    #: True if the hand has no date, so that the decisions of today apply.
    undated: bool


def precedents(ruling: Ruling, rows: Iterable[str] = ()) -> Precedents | None:
    """Return the decisions that a ruling turned on and its open questions; None without a book.

    A ruling turned on a question if another answer to it alone gives another outcome, side or score (B8). Decisions in
    words are quoted if they are on one of the `rows` cited, if their edge was met, or if they were made on this hand.
    """
    in_force = ruling.law.book
    if in_force is None:
        return None
    book, hand = in_force.book, ruling.replay.hand
    applied = {item.decision.number: item for item in in_force.applied}
    cited: dict[str, CitedDecision] = {}
    questions: list[OpenQuestion] = []
    for toggle in toggles_that_matter(ruling):
        readings = _try_readings(ruling, toggle)
        if len(readings) < 2:
            continue
        on_it = [decision for decision in book.decisions if toggle in decision.answers]
        for decision in on_it:
            number, followed = decision.number, applied.get(decision.number)
            if number in cited:
                continue
            if followed:
                otherwise = _rule_with(ruling, followed.before)
                cited[number] = CitedDecision(decision, "decided", followed, otherwise)
            elif number in in_force.departed or _is_later(decision, ruling):
                standing: Standing = "departed" if number in in_force.departed else "since"
                cited[number] = CitedDecision(decision, standing, None, _rule_with(ruling, decision.answers))
        if not on_it and _is_open(ruling, toggle):
            asked = ruling.law.game.questions[toggle]
            questions.append(OpenQuestion(asked.row, toggle, asked.text, readings))
    met = {*rows}
    versions = [ruling]
    if ruling.accounts and ruling.depends:
        versions = [row.ruling for row in ruling.accounts.rows if row.ruling]
    for each in versions:
        met.update(row for finding in each.findings for row in finding.rules)
        # A claim after the last card is about when a trick is turned.
        end = each.replay.hand.seating.end
        if any(claim.at in (end, "turned") for claim in each.replay.hand.record.claims):
            met.add(_TURNED)
    for decision in book.decisions:
        is_on_it = decision.question in met or hand.record.id in decision.hands
        if decision.text is not None and is_on_it and not _is_later(decision, ruling):
            cited[decision.number] = CitedDecision(decision, "words")
    for number, citation in cited.items():
        overruling = book.find_overruling(citation.decision)
        if overruling and overruling.number in cited:
            cited[number] = citation._replace(overruled_by=overruling.number)
    by_date = sorted(cited.values(), key=lambda citation: citation.decision.date)
    return Precedents(tuple(by_date), tuple(questions), period_of(hand.record) is None)


def _try_readings(ruling: Ruling, toggle: str) -> tuple[Reading, ...]:
    """Return the results of the answers to a question, that of the ruling first."""
    ours = getattr(ruling.law.toggles, toggle)
    readings: dict[object, tuple[list[Any], Ruling]] = {map_by_version(ruling, result_of): ([ours], ruling)}
    for answer in list_other_answers(ruling.law.game, toggle, ours):
        tried = _rule_with(ruling, {toggle: answer}, always=True)
        if tried is not None:
            readings.setdefault(map_by_version(tried, result_of), ([], tried))[0].append(answer)
    return tuple(Reading(tuple(answers), tried) for answers, tried in readings.values())


def _rule_with(ruling: Ruling, answers: Mapping[str, Any], *, always: bool = False) -> Ruling | None:
    """Return the ruling with other answers; None if they are impossible here, or, unless `always`, change nothing."""
    law = law_with(ruling.law, answers)
    if law is None or law.game.table_faults(ruling.replay.hand.record, law.toggles):
        return None
    tried = run_within_budget(lambda: judge_again(ruling, law))
    if tried and (always or map_by_version(tried, result_of) != map_by_version(ruling, result_of)):
        return tried
    return None


def _is_later(decision: Decision, ruling: Ruling) -> bool:
    """Return True if a decision is of a later day than the hand."""
    when = period_of(ruling.replay.hand.record)
    return when is not None and when.last < decision.date


def _is_open(ruling: Ruling, toggle: str) -> bool:
    """Return True if the sources leave a question open, and neither the league's words nor the house's answer it."""
    articles = ruling.law.ruleset.articles.values()
    grades = {(article.grade, *article.sources) for article in articles if toggle in article.toggles}
    answered = any(grade[0] == "league text" or "house" in grade for grade in grades)
    return bool(ruling.law.game.questions[toggle].why_open) and not answered


def anonymize_precedents(found: Precedents | None) -> Precedents | None:
    """Return the decisions by number, day, question and answer alone: their words may name people."""
    if found is None:
        return None
    cited = [
        cited._replace(
            decision=cited.decision._replace(**_NAMELESS | ({"text": ""} if cited.decision.text else {}))
        )
        for cited in found.cited
    ]
    return found._replace(cited=tuple(cited))


def precedents_data(found: Precedents | None) -> dict[str, Any]:
    """Return the decisions and open questions as data; nothing without a book."""
    if found is None:
        return {}
    decisions, questions = list[dict[str, Any]](), list[dict[str, Any]]()
    for one in found.cited:
        data = {**one.decision.data(), "standing": one.standing}
        if one.followed is not None:
            against = {"article": one.followed.against, "whose": one.followed.whose}
            data |= {"instead_of": dict(one.followed.before), **(against if one.followed.against else {})}
        if one.otherwise is not None:
            data["otherwise"] = result_data(one.otherwise)
        decisions.append(data | ({"overruled_by": one.overruled_by} if one.overruled_by else {}))
    for asked in found.open:
        readings = [{"answers": [*each.answers], **result_data(each.ruling)} for each in asked.readings]
        data = {"question": asked.row, "toggle": asked.toggle, "asks": asked.asks}
        questions.append({**data, "readings": readings, "draft": asked.draft})
    return {"decisions": decisions, "open_questions": questions}


def result_data(ruling: Ruling) -> dict[str, Any]:
    """Return outcome, reneging side and score of a ruling as data."""
    remedy, sides = ruling.remedy, ruling.replay.hand.seating.side_names
    return {
        "outcome": remedy.outcome,
        "reneging_team": None if remedy.reneging_team is None else sides[remedy.reneging_team],
        "score": None if remedy.score is None else dict(zip(sides, remedy.score, strict=True)),
    }
