"""Score of a program, and its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.conformance.judging import PARTS, AnswerComparison, compare, parts_of, unanswered
from clabber_audit.conformance.programs import Program, ProgramAnswer
from clabber_audit.conformance.suite import FORMAT, Ambiguity, Suite, SuiteQuestion
from clabber_audit.core.errors import Exit, printable
from clabber_audit.core.text import counted
from clabber_audit.report.layout import Colophon, PageRow, PageTable, TableColumn, Tone
from clabber_audit.report.league.paper import Item, Paper, Section

Json = dict[str, Any]
Verdict = Literal["passed", "failed", "unsupported"]

#: Slow answers in a row after which the rest is skipped.
_PATIENCE: Final = 5
_FOUND: Final = (attrgetter("found"), attrgetter("missing"), attrgetter("unexpected"))


class QuestionResult(NamedTuple):
    """Result of one question."""

    question: SuiteQuestion
    verdict: Verdict
    #: None if the question is not supported.
    comparison: AnswerComparison | None
    #: Errors, or the reason why it is not supported.
    why: tuple[str, ...]
    #: Of an ambiguity: "preference", or the question whose answer was given; None for neither.
    took: str | None = None


class Count(NamedTuple):
    """Number of questions by verdict."""

    passed: int
    failed: int
    unsupported: int

    @property
    def asked(self) -> int:
        """Number of all questions."""
        return sum(self)


class Score(NamedTuple):
    """Score of a program."""

    suite: Suite
    command: str
    results: tuple[QuestionResult, ...]

    @property
    def plain(self) -> tuple[QuestionResult, ...]:
        """Results of questions with one answer under a published ruleset."""
        return tuple(
            one for one in self.results if not one.question.otherwise and not one.question.is_variant
        )

    @property
    def variants(self) -> tuple[QuestionResult, ...]:
        """Results of questions under rules given as data."""
        return tuple(one for one in self.results if one.question.is_variant)

    @property
    def open(self) -> tuple[QuestionResult, ...]:
        """Results of ambiguities."""
        return tuple(one for one in self.results if one.question.otherwise)

    @property
    def chapters(self) -> Iterator[tuple[str, str, Count]]:
        """Chapters: name, title, and the count of their plain questions."""
        for name, title in self.suite.chapters.items():
            found = count(one for one in self.plain if one.question.case.chapter == name)
            if found.asked:
                yield name, title, found

    @property
    def answered(self) -> Iterator[tuple[SuiteQuestion, AnswerComparison]]:
        """Supported questions with their comparisons."""
        return ((one.question, one.comparison) for one in self.results if one.comparison)

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """Numbers of right and of wrong or missing answers, by part."""
        tally: dict[str, list[int]] = {}
        for question, found in self.answered:
            for name in parts_of(question):
                tally.setdefault(name, [0, 0])[found.parts.get(name) != ()] += 1
        return {name: (tally[name][0], tally[name][1]) for name in PARTS if name in tally}

    @property
    def infractions(self) -> dict[str, tuple[int, int, int]]:
        """Numbers found, missing and unexpected, by infraction."""
        lists = [Counter(name for _, one in self.answered for name in names(one)) for names in _FOUND]
        found, missing, unexpected = lists
        return {
            name: (found[name], missing[name], unexpected[name])
            for name in sorted(found | missing | unexpected)
        }

    @property
    def details(self) -> tuple[int, int]:
        """Numbers of details given and left out."""
        comparisons = [one for _, one in self.answered]
        return sum(one.details for one in comparisons), sum(one.left_out for one in comparisons)

    @property
    def is_whole(self) -> bool:
        """True if every question of the suite was asked."""
        return len(self.results) == len(self.suite.questions)

    @property
    def code(self) -> Exit:
        """Exit code: findings if anything failed, undecided if anything is not supported."""
        found = count(self.results)
        return Exit.FINDINGS if found.failed else Exit.UNDECIDED if found.unsupported else Exit.DONE


def count(results: Iterable[QuestionResult]) -> Count:
    """Count results by verdict."""
    verdicts = [one.verdict for one in results]
    return Count(verdicts.count("passed"), verdicts.count("failed"), verdicts.count("unsupported"))


def results(suite: Suite, questions: Sequence[SuiteQuestion], asked: Program) -> Iterator[QuestionResult]:
    """Yield the result of each question, and end the program after the last."""
    by_id, slow = suite.by_id, 0
    try:
        for question in questions:
            if slow >= _PATIENCE:
                why = f"not asked: {_PATIENCE} times in a row it took too long; give more time with --timeout"
                yield _failed(question, why)
                continue
            rules = question.ruleset
            answer = asked.ask(question, suite.rulesets[rules] if rules and question.is_variant else rules)
            slow = slow + 1 if answer.slow else 0
            yield judged(question, answer, [by_id[name] for _, name in question.otherwise])
    finally:
        asked.close()


def judged(
    question: SuiteQuestion, answer: ProgramAnswer, others: Sequence[SuiteQuestion] = ()
) -> QuestionResult:
    """Judge an answer; one that `others` expect is allowed, and counted apart."""
    if answer.data is None:
        return _failed(question, answer.trouble)
    if "unsupported" in answer.data:
        return QuestionResult(question, "unsupported", None, (printable(answer.data["unsupported"], 200),))
    if "error" in answer.data:
        return _failed(question, f"it says: {printable(answer.data['error'], 200)}")
    found = compare(question, answer.data)
    if not found.wrong:
        return QuestionResult(question, "passed", found, (), "preference" if others else None)
    for other in others:
        allowed = compare(other, answer.data)
        if not allowed.wrong:
            return QuestionResult(question, "passed", allowed, (), other.id)
    return QuestionResult(question, "failed", found, found.wrong)


def _failed(question: SuiteQuestion, why: str) -> QuestionResult:
    return QuestionResult(question, "failed", unanswered(question, why), (why,))


def verdict(score: Score) -> str:
    """Return the verdict on the program as a sentence."""
    version, found = score.suite.version, count(score.results)
    if found.failed:
        return f"Fails conformance {version}: {found.failed} of {found.asked} questions."
    if found.unsupported:
        return f"No wrong answer, but {found.unsupported} of {found.asked} questions are not supported."
    if not score.is_whole:
        return f"Passes what was asked of conformance {version}, {found.asked} of {len(score.suite.questions)} questions."
    _, left_out = score.details
    return f"Passes conformance {version}" + (
        f", {left_out} details left out." if left_out else ", with all details."
    )


def score_data(score: Score) -> Json:
    """Return the score as JSON data."""
    preferred = [one for one in score.open if one.took == "preference"]
    allowed = [one for one in score.open if one.took not in (None, "preference")]
    opened = count(score.open)
    return {
        "format": FORMAT,
        "suite": {"version": score.suite.version, "sha256": score.suite.sha256, "whole": score.is_whole},
        "command": score.command,
        "verdict": verdict(score),
        **_counted(count(score.results)),
        "details": dict(zip(("given", "left_out"), score.details, strict=True)),
        "parts": {name: {"right": right, "wrong": wrong} for name, (right, wrong) in score.parts.items()},
        "infractions": {
            name: {"found": found, "missing": missing, "unexpected": unexpected}
            for name, (found, missing, unexpected) in score.infractions.items()
        },
        "ambiguities": {
            "preferred": len(preferred), "allowed": len(allowed), "neither": opened.failed,
            "unsupported": opened.unsupported,
        },
        "variants": _counted(count(score.variants)),
        "chapters": [{"chapter": name, "title": title, **_counted(found)} for name, title, found in score.chapters],
        "questions": [_told(one) for one in score.results],
    }  # fmt: skip


def _counted(found: Count) -> Json:
    return {"asked": found.asked, **found._asdict()}


def _told(result: QuestionResult) -> Json:
    told: Json = {"id": result.question.id, "verdict": result.verdict, "why": list(result.why)}
    return {**told, "took": result.took} if result.question.otherwise else told


#: Failed questions listed on a terminal.
FEW: Final = 20
_COUNTED: Final = tuple(TableColumn(head, numeric=True) for head in ("Passed", "Not supported", "Failed"))
_TOOK: Final = tuple(
    TableColumn(head, numeric=True) for head in ("Preferred", "Allowed", "Not supported", "Neither")
)

_PARTS: Final = {"game": "Games", "legal": "Legal cards", "winner": "Winning cards"}


def score_paper(score: Score, most: int | None = None) -> Paper:
    """Return the report; with `most`, only so many failed questions and no long tables."""
    whole = most is None
    sections = [_chapters(score), _parts(score), _ambiguities(score, whole=whole), *_lists(score, most)]
    sections += [_infractions(score)] if whole else []
    title = f"Conformance {score.suite.version}"
    context = (printable(score.command, 200), _asked(score))
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
    table = PageTable("The questions that have one answer", (TableColumn("Chapter"), *_COUNTED), tuple(rows))
    return Section("chapters", "By chapter", tables=(table,) if rows else ())


def _row(name: str, found: Count) -> PageRow:
    cells = (found.passed, found.unsupported, found.failed)
    return PageRow((name, *map(str, cells)), tone="fault" if found.failed else "")


def _parts(score: Score) -> Section:
    rows = [
        PageRow((_PARTS.get(name, name.capitalize()), str(right), str(wrong)), tone="fault" if wrong else "")
        for name, (right, wrong) in score.parts.items()
    ]
    given, left_out = score.details
    text = f"Of the questions that are supported. {given} details were given, {left_out} left out."
    columns = (TableColumn("Part"), TableColumn("Right", numeric=True), TableColumn("Wrong", numeric=True))
    table = PageTable("Parts of an answer", columns, tuple(rows))
    return Section("parts", "Part by part", text, (table,)) if rows else Section("parts", "Part by part")


def _infractions(score: Score) -> Section:
    rows = [
        PageRow(
            (name, str(found), str(unexpected), str(missing)), tone="fault" if missing or unexpected else ""
        )
        for name, (found, missing, unexpected) in score.infractions.items()
    ]
    heads = [TableColumn(head, numeric=True) for head in ("Found", "Not expected", "Missing")]
    table = PageTable("Infractions", (TableColumn("Infraction"), *heads), tuple(rows))
    return Section("infractions", "Infraction by infraction", tables=(table,) if rows else (), printed=False)


def _ambiguities(score: Score, *, whole: bool) -> Section:
    """Return the section of ambiguities; with `whole`, with a table by question of the catalogue."""
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
    table = PageTable("Ambiguities", (TableColumn("Question"), *_TOOK), tuple(rows))
    return Section("ambiguities", "Ambiguities", text, (table,) if rows else ())


def _open(one: Ambiguity, results: Sequence[QuestionResult]) -> PageRow | None:
    """Return the row of an ambiguity, over all questions that it bears on."""
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
    return PageRow((name, *cells), (note,), "fault" if tally["neither"] else "")


def _taken(result: QuestionResult, toggle: str) -> str:
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
    yield _failed_paper(score, most)
    yield _allowed(score)
    yield _unsupported(score)


def _failed_paper(score: Score, most: int | None) -> Section:
    failed = [one for one in score.results if one.verdict == "failed"]
    items = [Item(_sentence(one), "fault") for one in failed[:most]]
    more = len(failed) - len(items)
    text = counted(
        more, "{count} more is in the page and in JSON.", "{count} more are in the page and in JSON."
    )
    return Section("failed", "Failed", text if more else "", items=tuple(items))


def _sentence(result: QuestionResult) -> str:
    question = result.question
    rules = f" under {question.ruleset}" if question.ruleset else ""
    told = "; ".join(result.why[:3]) + ("; and more" if len(result.why) > 3 else "")
    return f"{question.id} {question.case.title}{rules}: {told}."


def _allowed(score: Score) -> Section:
    return Section("allowed", "Other answers that the sources allow", items=tuple(_others(score)))


def _others(score: Score) -> Iterator[Item]:
    by_id = score.suite.by_id
    for one in score.open:
        if one.took and one.took != "preference":
            taken = by_id[one.took]
            yield Item(
                f"{one.question.id} {one.question.case.title}: as {taken.id} under {taken.ruleset}.", "open"
            )


def _unsupported(score: Score) -> Section:
    reasons = Counter(one.why[0] if one.why else "" for one in score.results if one.verdict == "unsupported")
    items = [
        Item(
            counted(
                number, "{count} question: {why}", "{count} questions: {why}", why=why or "no reason given"
            ),
            "open",
        )
        for why, number in reasons.most_common(FEW)
    ]
    return Section("unsupported", "Not supported", items=tuple(items))
