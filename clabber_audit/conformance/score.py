"""Answers compared with what questions expect, the score of a program, and its report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, Literal, NamedTuple, TypeGuard

from clabber_audit.conformance.suite import FORMAT, Ambiguity, Program, ProgramAnswer, Suite, SuiteQuestion
from clabber_audit.core.errors import Exit, printable
from clabber_audit.core.text import agree
from clabber_audit.report.html import Item, Paper, Section
from clabber_audit.report.layout import Colophon, PageRow, PageTable, Tone, columns

Json = Mapping[str, Any]

#: Stands for a key that an answer does not have.
ABSENT: Final = object()
_LONGEST: Final = 200
#: The parts of answers, in the order in which they are reported.
PARTS: Final = ("findings", "claims", "outcome", "score", "game", "legal", "winner")
#: The keys that each finding of an answer must have, and those it may leave out.
_REQUIRED: Final = ("infraction", "seat", "at", "verdict")
_OPTIONAL: Final = ("trick", "provable_from")


class AnswerComparison:
    """Answer compared with what a question expects."""

    def __init__(self) -> None:
        #: Errors by part of the answer; a part without any is right.
        self.parts: dict[str, tuple[str, ...]] = {}
        #: Infractions found as expected, missing, and not expected.
        self.found: list[str] = []
        self.missing: list[str] = []
        self.unexpected: list[str] = []
        #: Details given and left out.
        self.details = self.left_out = 0

    @property
    def wrong_parts(self) -> tuple[str, ...]:
        """Everything that is wrong, a sentence each."""
        return tuple(sentence for part in self.parts.values() for sentence in part)


def parts_of(question: SuiteQuestion) -> tuple[str, ...]:
    """Return the parts of an answer that a question expects."""
    if question.kind == "game":
        return ("game",)
    return tuple(name for name in PARTS if name in question.expect)


def compare(question: SuiteQuestion, answer: Json) -> AnswerComparison:
    """Compare an answer with what a question expects."""
    expect, comparison = question.expect, AnswerComparison()
    for name in parts_of(question):
        wrong: Iterator[str]
        if name == "game":
            wrong = _compare_game(expect, answer)
        elif question.kind == "position":
            wrong = _compare_position(name, expect[name], answer.get(name, ABSENT))
        elif name == "findings":
            wrong = _compare_findings(expect[name], answer.get(name), comparison)
        elif name == "claims":
            wrong = _compare_claims(expect[name], answer)
        else:
            wrong = list_differences(name, expect[name], answer.get(name, ABSENT))
        comparison.parts[name] = tuple(wrong)
        if name == "outcome" and "reneging_team" in expect:
            key = "reneging_team"
            comparison.parts[name] += tuple(list_differences(key, expect[key], answer.get(key, ABSENT)))
    if question.details:
        # A null may be left out altogether.
        comparison.parts["details"] = tuple(
            sentence
            for key, wanted in question.details.items()
            for sentence in _compare_detail(
                key, wanted, answer.get(key, None if wanted is None else ABSENT), comparison
            )
        )
    return comparison


def list_differences(name: str, wanted: object, actual: object) -> Iterator[str]:
    """Yield a sentence if a value is not the expected one, or `ABSENT`."""
    if actual is ABSENT:
        yield f"the answer has no “{name}”"
    elif not _is_same(wanted, actual):
        yield f"{name}: {_format_value(wanted)} expected, {_format_value(actual)} answered"


def _is_same(wanted: object, actual: object) -> bool:
    """Compare two values; `{"one_of": [...]}` expects any of several."""
    if isinstance(wanted, dict):
        if wanted.keys() == {"one_of"}:
            return any(_is_same(option, actual) for option in wanted["one_of"])
        if not isinstance(actual, dict) or wanted.keys() != actual.keys():
            return False
        return all(_is_same(value, actual[key]) for key, value in wanted.items())
    if isinstance(wanted, list):
        return isinstance(actual, list) and len(wanted) == len(actual) and all(map(_is_same, wanted, actual))
    # To Python True is 1.
    return isinstance(wanted, bool) == isinstance(actual, bool) and wanted == actual


def _format_value(value: object) -> str:
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, dict):
        if value.keys() == {"one_of"}:
            return " or ".join(map(_format_value, value["one_of"]))
        return printable(
            " ".join(f"{key} {_format_value(item)}" for key, item in value.items()) or "nothing", _LONGEST
        )
    if isinstance(value, list):
        return printable(" ".join(map(_format_value, value)) or "nothing", _LONGEST)
    return printable(value)


def _is_list_of_objects(value: object) -> TypeGuard[list[Json]]:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _compare_game(expect: Json, answer: Json) -> Iterator[str]:
    """Compare a scorecard of one game, or the game by itself."""
    games = answer.get("games", [answer])
    if not _is_list_of_objects(games) or len(games) != 1:
        yield "the answer is not about one game"
        return
    (game,) = games
    for key, wanted in expect.items():
        if key != "hands":
            yield from list_differences(key, wanted, game.get(key, ABSENT))
            continue
        hands = game.get("hands")
        if not _is_list_of_objects(hands):
            yield "the answer has no list “hands” of objects"
            continue
        for wanted_hand in wanted:
            number = wanted_hand["number"]
            hand = next((hand for hand in hands if _is_same(number, hand.get("number"))), None)
            if hand is None:
                yield f"hand {number} is missing"
                continue
            for name, value in wanted_hand.items():
                yield from list_differences(f"{name} of hand {number}", value, hand.get(name, ABSENT))


def _compare_position(part: str, wanted: object, actual: object) -> Iterator[str]:
    """Compare one part; legal cards are a set, in which equal cards count once."""
    if (
        isinstance(wanted, list)
        and isinstance(actual, list)
        and all(isinstance(card, str) for card in actual)
    ):
        if set(wanted) != set(actual):
            yield f"{part}: {' '.join(wanted)} expected, {printable(' '.join(actual)) or 'none'} answered"
    else:
        yield from list_differences(part, wanted, actual)


def _compare_findings(
    expected: Sequence[Json], actual: object, comparison: AnswerComparison
) -> Iterator[str]:
    if not _is_list_of_objects(actual):
        comparison.missing += [wanted["infraction"] for wanted in expected]
        yield "the answer has no list “findings” of objects"
        return
    for place, finding in enumerate(actual):
        lacking = [key for key in _REQUIRED if key not in finding]
        if lacking:
            yield f"finding {place} of the answer has no " + " and no ".join(f"“{key}”" for key in lacking)
    left = list(actual)
    for wanted in expected:
        match = next((finding for finding in left if _is_match(wanted, finding)), None)
        if match is None:
            comparison.missing.append(wanted["infraction"])
            yield f"a finding is missing: {_format_finding(wanted)}"
            continue
        left.remove(match)
        comparison.found.append(wanted["infraction"])
        for key in _OPTIONAL:
            comparison.details += key in wanted and key in match
            comparison.left_out += key in wanted and key not in match
    for finding in left:
        comparison.unexpected.append(_format_value(finding.get("infraction")))
        yield f"a finding was not expected: {_format_finding(finding)}"


def _is_match(wanted: Json, finding: Json) -> bool:
    return all(
        _is_same(value, finding[key]) if key in finding else key in _OPTIONAL for key, value in wanted.items()
    )


def _format_finding(finding: Json) -> str:
    who = finding.get("seat") or finding.get("team") or "nobody"
    words = [f"{_format_value(finding.get('infraction'))} by {_format_value(who)}"]
    words += [f"trick {_format_value(finding['trick'])}"] if finding.get("trick") is not None else []
    words += [f"at {_format_value(finding['at'])}"] if "at" in finding else []
    words += [_format_value(finding[key]) for key in ("verdict", "penalty") if key in finding]
    if "provable_from" in finding:
        moment = finding["provable_from"]
        words.append("never provable" if moment is None else f"provable from {_format_value(moment)}")
    return ", ".join(words)


def _compare_claims(expected: Sequence[Json], answer: Json) -> Iterator[str]:
    claims, findings = answer.get("claims"), answer.get("findings")
    if not _is_list_of_objects(claims):
        yield "the answer has no list “claims” of objects"
        return
    for wanted in expected:
        number = wanted["claim"]
        claim = next(
            (claim for place, claim in enumerate(claims) if _is_same(number, claim.get("claim", place))), None
        )
        if claim is None:
            yield f"claim {number} is not weighed"
            continue
        yield from list_differences(f"claim {number}", wanted["verdict"], claim.get("verdict", ABSENT))
        if "infraction" in wanted:
            place, upheld_by = claim.get("finding"), None
            if type(place) is int and _is_list_of_objects(findings) and 0 <= place < len(findings):
                upheld_by = findings[place].get("infraction")
            yield from list_differences(f"what upholds claim {number}", wanted["infraction"], upheld_by)


def _compare_detail(name: str, wanted: object, actual: object, comparison: AnswerComparison) -> Iterator[str]:
    """Compare one detail, key by key within objects and lists of objects."""
    if actual is ABSENT:
        comparison.left_out += 1
    elif isinstance(wanted, dict) and isinstance(actual, dict):
        for key, value in wanted.items():
            yield from _compare_detail(f"{name}, {key}", value, actual.get(key, ABSENT), comparison)
    elif _is_list_of_objects(wanted) and _is_list_of_objects(actual) and len(actual) >= len(wanted):
        for place, (value, other) in enumerate(zip(wanted, actual, strict=False), 1):
            yield from _compare_detail(f"{name} {place}", value, other, comparison)
    else:
        comparison.details += 1
        yield from list_differences(name, wanted, actual)


Verdict = Literal["passed", "failed", "unsupported"]

#: Slow answers in a row after which the rest is skipped.
_PATIENCE: Final = 5


class QuestionResult(NamedTuple):
    """Result of one question."""

    question: SuiteQuestion
    verdict: Verdict
    #: None if the question is not supported.
    comparison: AnswerComparison | None
    #: Errors, or the reason why it is not supported.
    why: tuple[str, ...]
    #: Answer to an ambiguity: "preference", or the question that expects it; None for neither.
    took: str | None = None


class Count(NamedTuple):
    """Number of questions by verdict."""

    passed: int
    failed: int
    unsupported: int

    @property
    def total(self) -> int:
        return sum(self)


class Score(NamedTuple):
    """Score of a program."""

    suite: Suite
    command: str
    results: tuple[QuestionResult, ...]

    @property
    def variants(self) -> tuple[QuestionResult, ...]:
        """Results of questions under rules given as data."""
        return tuple(result for result in self.results if result.question.is_variant)

    @property
    def open(self) -> tuple[QuestionResult, ...]:
        """Results of ambiguities."""
        return tuple(result for result in self.results if result.question.otherwise)

    @property
    def chapters(self) -> Iterator[tuple[str, str, Count]]:
        """Chapters: name, title, and the count of their questions with one answer under a published ruleset."""
        plain = [
            result for result in self.results if not (result.question.otherwise or result.question.is_variant)
        ]
        for name, title in self.suite.chapters.items():
            found = count_verdicts(result for result in plain if result.question.case.chapter == name)
            if found.total:
                yield name, title, found

    @property
    def answered_questions(self) -> Iterator[tuple[SuiteQuestion, AnswerComparison]]:
        return ((result.question, result.comparison) for result in self.results if result.comparison)

    @property
    def parts(self) -> dict[str, tuple[int, int]]:
        """Numbers of right and of wrong or missing answers, by part."""
        tally: dict[str, list[int]] = {}
        for question, comparison in self.answered_questions:
            for name in parts_of(question):
                tally.setdefault(name, [0, 0])[comparison.parts.get(name) != ()] += 1
        return {name: (tally[name][0], tally[name][1]) for name in PARTS if name in tally}

    @property
    def infractions(self) -> dict[str, tuple[int, int, int]]:
        """Numbers found, missing and unexpected, by infraction."""
        counts, missing, unexpected = Counter[str](), Counter[str](), Counter[str]()
        for _, comparison in self.answered_questions:
            counts.update(comparison.found)
            missing.update(comparison.missing)
            unexpected.update(comparison.unexpected)
        return {
            name: (counts[name], missing[name], unexpected[name])
            for name in sorted(counts | missing | unexpected)
        }

    @property
    def details(self) -> tuple[int, int]:
        """Numbers of details given and left out."""
        comparisons = [comparison for _, comparison in self.answered_questions]
        return sum(comparison.details for comparison in comparisons), sum(
            comparison.left_out for comparison in comparisons
        )

    @property
    def is_whole(self) -> bool:
        return len(self.results) == len(self.suite.questions)

    @property
    def code(self) -> Exit:
        """Exit code: findings if anything failed, undecided if anything is not supported."""
        found = count_verdicts(self.results)
        return Exit.FINDINGS if found.failed else Exit.UNDECIDED if found.unsupported else Exit.DONE


def count_verdicts(results: Iterable[QuestionResult]) -> Count:
    verdicts = [result.verdict for result in results]
    return Count(verdicts.count("passed"), verdicts.count("failed"), verdicts.count("unsupported"))


def ask_questions(
    suite: Suite, questions: Sequence[SuiteQuestion], asked: Program
) -> Iterator[QuestionResult]:
    """Yield the result of each question, and stop the program afterward."""
    by_id, slow = suite.by_id, 0
    try:
        for question in questions:
            if slow >= _PATIENCE:
                why = f"not asked: {_PATIENCE} times in a row it took too long; give more time with --timeout"
                yield _failure_result(question, why)
                continue
            rules = question.ruleset
            answer = asked.ask(question, suite.rulesets[rules] if rules and question.is_variant else rules)
            slow = slow + 1 if answer.slow else 0
            yield judge_answer(question, answer, [by_id[name] for _, name in question.otherwise])
    finally:
        asked.close()


def judge_answer(
    question: SuiteQuestion, answer: ProgramAnswer, others: Sequence[SuiteQuestion] = ()
) -> QuestionResult:
    """Judge an answer; one that `others` expect is allowed, and counted apart."""
    if answer.data is None:
        return _failure_result(question, answer.trouble)
    if "unsupported" in answer.data:
        return QuestionResult(question, "unsupported", None, (printable(answer.data["unsupported"], 200),))
    if "error" in answer.data:
        return _failure_result(question, f"it says: {printable(answer.data['error'], 200)}")
    comparison = compare(question, answer.data)
    if not comparison.wrong_parts:
        return QuestionResult(question, "passed", comparison, (), "preference" if others else None)
    for other in others:
        allowed = compare(other, answer.data)
        if not allowed.wrong_parts:
            return QuestionResult(question, "passed", allowed, (), other.id)
    return QuestionResult(question, "failed", comparison, comparison.wrong_parts)


def _failure_result(question: SuiteQuestion, why: str) -> QuestionResult:
    """Return the result if there is no answer at all."""
    comparison = AnswerComparison()
    comparison.parts["answer"] = (why,)
    comparison.missing = [one["infraction"] for one in question.expect.get("findings", ())]
    return QuestionResult(question, "failed", comparison, (why,))


def format_verdict(score: Score) -> str:
    """Return the verdict on the program as a sentence."""
    version, counts = score.suite.version, count_verdicts(score.results)
    if counts.failed:
        return f"Fails conformance {version}: {counts.failed} of {counts.total} questions."
    if counts.unsupported:
        return f"No wrong answer, but {counts.unsupported} of {counts.total} questions are not supported."
    if not score.is_whole:
        return f"Passes what was asked of conformance {version}, {counts.total} of {len(score.suite.questions)} questions."
    _, left_out = score.details
    return f"Passes conformance {version}" + (
        f", {left_out} details left out." if left_out else ", with all details."
    )


def score_data(score: Score) -> Json:
    """Return the score as JSON data."""
    preferred = [result for result in score.open if result.took == "preference"]
    allowed = [result for result in score.open if result.took not in (None, "preference")]
    opened = count_verdicts(score.open)
    return {
        "format": FORMAT,
        "suite": {"version": score.suite.version, "sha256": score.suite.sha256, "whole": score.is_whole},
        "command": score.command,
        "verdict": format_verdict(score),
        **_count_data(count_verdicts(score.results)),
        "details": dict(zip(("given", "left_out"), score.details, strict=True)),
        "parts": {name: {"right": right, "wrong": wrong} for name, (right, wrong) in score.parts.items()},
        "infractions": {
            name: {"found": matched, "missing": missing, "unexpected": unexpected}
            for name, (matched, missing, unexpected) in score.infractions.items()
        },
        "ambiguities": {
            "preferred": len(preferred), "allowed": len(allowed), "neither": opened.failed,
            "unsupported": opened.unsupported,
        },
        "variants": _count_data(count_verdicts(score.variants)),
        "chapters": [{"chapter": name, "title": title, **_count_data(count)} for name, title, count in score.chapters],
        "questions": [
            {"id": result.question.id, "verdict": result.verdict, "why": list(result.why)}
            | ({"took": result.took} if result.question.otherwise else {})
            for result in score.results
        ],
    }  # fmt: skip


def _count_data(count: Count) -> Json:
    return {"asked": count.total, **count._asdict()}


#: Failed questions listed on a terminal.
FEW: Final = 20
_PARTS: Final = {"game": "Games", "legal": "Legal cards", "winner": "Winning cards"}


def score_paper(score: Score, most: int | None = None) -> Paper:
    """Return the report; with `most`, at most that many failed questions, and no long tables."""
    whole, asked, questions = most is None, len(score.results), len(score.suite.questions)
    counts = [(title, count) for _, title, count in score.chapters]
    if score.variants:
        counts.append(("Under other rules, given as data", count_verdicts(score.variants)))
    chapters = [
        _build_row(title, count.failed, count.passed, count.unsupported, count.failed)
        for title, count in counts
    ]
    parts = [
        _build_row(_PARTS.get(name, name.capitalize()), wrong, right, wrong)
        for name, (right, wrong) in score.parts.items()
    ]
    infractions = [
        _build_row(name, missing or unexpected, found, unexpected, missing)
        for name, (found, missing, unexpected) in score.infractions.items()
    ]
    given, left_out = score.details
    details = f"Of the questions that are supported. {given} details were given, {left_out} left out."
    by_chapter = _build_table(
        "The questions that have one answer", "Chapter", ("Passed", "Not supported", "Failed"), chapters
    )
    by_part = _build_table("Parts of an answer", "Part", ("Right", "Wrong"), parts)
    heads = ("Found", "Not expected", "Missing")
    by_infraction = _build_table("Infractions", "Infraction", heads, infractions)
    sections = [
        Section("chapters", "By chapter", tables=by_chapter),
        Section("parts", "Part by part", details if parts else "", by_part),
        _build_ambiguities(score, whole=whole),
        *(_list_failures(score, most), _list_allowed(score), _list_unsupported(score)),
    ]
    if whole:
        title = "Infraction by infraction"
        sections.append(Section("infractions", title, tables=by_infraction, printed=False))
    title = f"Conformance {score.suite.version}"
    scope = f"all {questions} questions" if score.is_whole else f"{asked} of {questions} questions"
    context = (printable(score.command, 200), scope)
    found = count_verdicts(score.results)
    tone: Tone = "fault" if found.failed else "open" if found.unsupported or not score.is_whole else ""
    shown = tuple(section for section in sections if not section.is_empty)
    colophon = Colophon((("the suite", score.suite.sha256),))
    return Paper("Score", title, format_verdict(score), shown, colophon, context, tone)


def _build_row(name: str, faults: int, *numbers: int) -> PageRow:
    return PageRow((name, *map(str, numbers)), tone="fault" if faults else "")


def _build_table(
    caption: str, name: str, heads: Sequence[str], rows: Sequence[PageRow]
) -> tuple[PageTable, ...]:
    """Return a table of names and numbers; none without rows."""
    return (PageTable(caption, columns(name, numbers=heads), tuple(rows)),) if rows else ()


def _build_ambiguities(score: Score, *, whole: bool) -> Section:
    """Return the section of ambiguities; with `whole`, with a table by question of the catalog."""
    if not score.open:
        return Section("ambiguities", "Ambiguities")
    found = count_verdicts(score.open)
    preferred = sum(result.took == "preference" for result in score.open)
    text = (
        f"Where the sources allow several answers this suite prefers one. Of {len(score.open)} such questions the "
        f"program gives the preferred one to {preferred}, another to {found.passed - preferred}, neither to "
        f"{found.failed}, and does not support {found.unsupported}."
    )
    asked = score.suite.ambiguities if whole else ()
    rows = [row for ambiguity in asked if (row := _build_ambiguity_row(ambiguity, score.open))]
    heads = ("Preferred", "Allowed", "Not supported", "Neither")
    return Section("ambiguities", "Ambiguities", text, _build_table("Ambiguities", "Question", heads, rows))


def _build_ambiguity_row(ambiguity: Ambiguity, results: Sequence[QuestionResult]) -> PageRow | None:
    """Return the row of an ambiguity, over all questions that it bears on."""
    about = [
        result
        for result in results
        if result.question.ruleset == ambiguity.ruleset
        and ambiguity.toggle in dict(result.question.otherwise)
    ]
    if not about:
        return None
    tally = Counter(_classify_answer(result, ambiguity.toggle) for result in about)
    cells = [str(tally[word]) for word in ("preferred", "allowed", "unsupported", "neither")]
    name = f"{ambiguity.row} {ambiguity.question}"
    answers = ", ".join(
        _format_answer(answer) for answer in ambiguity.answers if answer != ambiguity.preferred
    )
    preferred = f"{ambiguity.toggle} = {_format_answer(ambiguity.preferred)}"
    note = f"{ambiguity.kind.capitalize()}. {ambiguity.ruleset} prefers {preferred}; allowed: {answers}."
    return PageRow((name, *cells), (note,), "fault" if tally["neither"] else "")


def _classify_answer(result: QuestionResult, toggle: str) -> str:
    if result.verdict == "unsupported":
        return "unsupported"
    if result.took == "preference":
        return "preferred"
    others = [number for word, number in result.question.otherwise if word == toggle]
    if result.took in others:
        return "allowed"
    # An answer explained by another open question agrees with the preference here.
    return "preferred" if result.took else "neither"


def _format_answer(answer: object) -> str:
    return {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)


def _list_failures(score: Score, most: int | None) -> Section:
    failed = [result for result in score.results if result.verdict == "failed"]
    items = []
    for result in failed[:most]:
        question = result.question
        rules = f" under {question.ruleset}" if question.ruleset else ""
        why = "; ".join(result.why[:3]) + ("; and more" if len(result.why) > 3 else "")
        items.append(Item(f"{question.id} {question.case.title}{rules}: {why}.", "fault"))
    more = len(failed) - len(items)
    text = agree(more, "{count} more {is|are} in the page and in JSON.")
    return Section("failed", "Failed", text if more else "", items=tuple(items))


def _list_allowed(score: Score) -> Section:
    by_id, items = score.suite.by_id, []
    for result in score.open:
        if result.took and result.took != "preference":
            question, other = result.question, by_id[result.took]
            text = f"{question.id} {question.case.title}: as {other.id} under {other.ruleset}."
            items.append(Item(text, "open"))
    return Section("allowed", "Other answers that the sources allow", items=tuple(items))


def _list_unsupported(score: Score) -> Section:
    reasons = Counter(
        result.why[0] if result.why else "" for result in score.results if result.verdict == "unsupported"
    )
    items = [
        Item(f"{agree(number, '{count} question{|s}')}: {why or 'no reason given'}", "open")
        for why, number in reasons.most_common(FEW)
    ]
    return Section("unsupported", "Not supported", items=tuple(items))
