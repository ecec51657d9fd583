"""A score as it is read, on a page and as text: by chapter, the ambiguities apart, and what went wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.conformance.score import Count, Result, Score, count, verdict
from clabber_audit.conformance.suite import Ambiguity
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import shown
from clabber_audit.render.league.paper import Item, Paper, Section
from clabber_audit.render.plain import Colophon
from clabber_audit.render.table import Column, Row, Table, Tone

#: How many failed questions are listed where a terminal shows them.
FEW: Final = 20
_COUNTED: Final = tuple(Column(head, numeric=True) for head in ("Passed", "Not supported", "Failed"))
_TOOK: Final = tuple(Column(head, numeric=True) for head in ("Preferred", "Allowed", "Not supported", "Neither"))

_PARTS: Final = {"game": "Games", "legal": "Legal cards", "winner": "Winning cards"}


def score_paper(score: Score, most: int | None = None) -> Paper:
    """The score; with `most`, so many of the questions that failed and no long tables."""
    whole = most is None
    sections = [_chapters(score), _parts(score), _ambiguities(score, whole=whole), *_lists(score, most)]
    sections += [_infractions(score)] if whole else []
    title = f"Conformance {score.suite.version}"
    context = (shown(score.command, 200), _asked(score))
    found = count(score.results)
    tone: Tone = "fault" if found.failed else "open" if found.unsupported or not score.is_whole else ""
    return Paper(
        "Score", title, context, verdict(score), tone, (), tuple(one for one in sections if not one.empty),
        Colophon((("the suite", score.suite.sha256),)),
    )  # fmt: skip


def _asked(score: Score) -> str:
    asked, whole = len(score.results), len(score.suite.questions)
    return f"all {whole} questions" if score.is_whole else f"{asked} of {whole} questions"


def _chapters(score: Score) -> Section:
    rows = [_row(title, found) for _, title, found in score.chapters]
    rows += [_row("Under other rules, given as data", count(score.variants))] if score.variants else []
    table = Table("The questions that have one answer", (Column("Chapter"), *_COUNTED), tuple(rows))
    return Section("chapters", "By chapter", tables=(table,) if rows else ())


def _row(name: str, found: Count) -> Row:
    cells = (found.passed, found.unsupported, found.failed)
    return Row((name, *map(str, cells)), tone="fault" if found.failed else "")


def _parts(score: Score) -> Section:
    """What of the answers is right, part by part."""
    rows = [
        Row((_PARTS.get(name, name.capitalize()), str(right), str(wrong)), tone="fault" if wrong else "")
        for name, (right, wrong) in score.parts.items()
    ]
    given, left_out = score.details
    text = f"Of the questions that are supported. {given} details were given, {left_out} left out."
    columns = (Column("Part"), Column("Right", numeric=True), Column("Wrong", numeric=True))
    table = Table("Parts of an answer", columns, tuple(rows))
    return Section("parts", "Part by part", text, (table,)) if rows else Section("parts", "Part by part")


def _infractions(score: Score) -> Section:
    """How each infraction is found."""
    rows = [
        Row((name, str(found), str(unexpected), str(missing)), tone="fault" if missing or unexpected else "")
        for name, (found, missing, unexpected) in score.infractions.items()
    ]
    heads = [Column(head, numeric=True) for head in ("Found", "Not expected", "Missing")]
    table = Table("Infractions", (Column("Infraction"), *heads), tuple(rows))
    return Section("infractions", "Infraction by infraction", tables=(table,) if rows else (), printed=False)


def _ambiguities(score: Score, *, whole: bool) -> Section:
    """How the program reads what the sources leave open; with `whole`, question by question of the catalogue."""
    if not score.open:
        return Section("ambiguities", "Ambiguities")
    found = count(score.open)
    preferred = sum(one.took == "preference" for one in score.open)
    text = (
        f"Where the sources allow several answers this suite prefers one. Of {len(score.open)} such questions the "
        f"program gives the preferred one to {preferred}, another to {found.passed - preferred}, neither to "
        f"{found.failed}, and does not support {found.unsupported}."
    )
    rows = [row for one in score.suite.ambiguities if (row := _open(one, score.open))] if whole else []
    table = Table("Ambiguities", (Column("Question"), *_TOOK), tuple(rows))
    return Section("ambiguities", "Ambiguities", text, (table,) if rows else ())


def _open(one: Ambiguity, results: Sequence[Result]) -> Row | None:
    """How the program answers the questions on which an ambiguity bears; one may bear on several."""
    about = [
        result
        for result in results
        if result.question.ruleset == one.ruleset and one.toggle in dict(result.question.otherwise)
    ]
    if not about:
        return None
    tally = Counter(_taken(result, one.toggle) for result in about)
    cells = [str(tally[word]) for word in ("preferred", "allowed", "unsupported", "neither")]
    name = f"{one.row} {one.question}"
    answers = ", ".join(_word(answer) for answer in one.answers if answer != one.preferred)
    note = f"{one.kind.capitalize()}. {one.ruleset} prefers {one.toggle} = {_word(one.preferred)}; allowed: {answers}."
    return Row((name, *cells), (note,), "fault" if tally["neither"] else "")


def _taken(result: Result, toggle: str) -> str:
    if result.verdict == "unsupported":
        return "unsupported"
    if result.took == "preference":
        return "preferred"
    others = [number for word, number in result.question.otherwise if word == toggle]
    if result.took in others:
        return "allowed"
    # What another open question explains agrees with what is preferred here.
    return "preferred" if result.took else "neither"


def _word(answer: object) -> str:
    return {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)


def _lists(score: Score, most: int | None) -> Iterator[Section]:
    yield _failed(score, most)
    yield _allowed(score)
    yield _unsupported(score)


def _failed(score: Score, most: int | None) -> Section:
    failed = [one for one in score.results if one.verdict == "failed"]
    items = [Item(_sentence(one), "fault") for one in failed[:most]]
    more = len(failed) - len(items)
    text = counted(more, "{count} more is in the page and in JSON.", "{count} more are in the page and in JSON.")
    return Section("failed", "Failed", text if more else "", items=tuple(items))


def _sentence(result: Result) -> str:
    question = result.question
    rules = f" under {question.ruleset}" if question.ruleset else ""
    told = "; ".join(result.why[:3]) + ("; and more" if len(result.why) > 3 else "")
    return f"{question.id} {question.case.title}{rules}: {told}."


def _allowed(score: Score) -> Section:
    """Where the program takes an answer that is not the preferred one."""
    return Section("allowed", "Other answers that the sources allow", items=tuple(_others(score)))


def _others(score: Score) -> Iterator[Item]:
    by_id = score.suite.by_id
    for one in score.open:
        if one.took and one.took != "preference":
            taken = by_id[one.took]
            yield Item(f"{one.question.id} {one.question.case.title}: as {taken.id} under {taken.ruleset}.", "open")


def _unsupported(score: Score) -> Section:
    """Why the program does not answer, and how often."""
    reasons = Counter(one.why[0] if one.why else "" for one in score.results if one.verdict == "unsupported")
    items = [
        Item(
            counted(number, "{count} question: {why}", "{count} questions: {why}", why=why or "no reason given"), "open"
        )
        for why, number in reasons.most_common(FEW)
    ]
    return Section("unsupported", "Not supported", items=tuple(items))
