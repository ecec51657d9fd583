"""File of a club's book, read and checked."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Final

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from clabber_audit.core.errors import (
    RecordError,
    Refused,
    TextPlace,
    Unusable,
    printable,
    with_excerpts,
)
from clabber_audit.games.game import Game
from clabber_audit.rules.answers import to_toml_text
from clabber_audit.rules.book import (
    BOOK_FILE,
    Book,
    Decision,
    check_decided,
    check_question,
    sort_by_date,
)
from clabber_audit.rules.ruleset_file import describe_first_error, parse_toml, text_of

_MOST: Final = 1_000
_NUMBER: Final = r"^[0-9A-Za-z][0-9A-Za-z._/-]{0,31}$"

_Line = Annotated[str, Field(max_length=2000, pattern=r"^[^\x00-\x08\x0b-\x1f\x7f]*$")]
_Name = Annotated[str, Field(min_length=1, max_length=60, pattern=r"^[^\x00-\x1f\x7f]+$")]


class _Decision(BaseModel):
    """Fields of a `Decision`, as they are checked."""

    model_config = ConfigDict(title="Decision", extra="forbid", strict=True)

    number: Annotated[str, Field(pattern=_NUMBER)]
    date: date
    question: Annotated[str, Field(min_length=1, max_length=80, pattern=r"^[!-~]+( [!-~]+)*$")]
    answer: dict[str, str | bool | int] | str | bool | int | None = None
    text: _Line | None = None
    holding: _Line = ""
    because: _Line = ""
    hands: Annotated[list[_Name], Field(max_length=100)] = []
    by: Annotated[list[_Name], Field(max_length=20)] = []
    overrules: str | None = None


class _Entry(_Decision):
    """Decision in a file, with its signatures."""

    signed: list[dict[str, str]] = []


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    format: Annotated[str, Field(pattern=r"^clabber-precedents/1$")]
    club: _Name
    archive: _Name | None = None
    decision: list[dict[str, Any]] = []


def book_path(given: str | Path) -> Path:
    """Return the file of a book given as a file or its folder."""
    path = Path(given)
    return path / BOOK_FILE if path.is_dir() else path


def read_book(given: str | Path) -> Book:
    """Read a book. Raise Unusable if it cannot be read, Refused with all faults and their places."""
    path = book_path(given)
    return book_in(text_of(path, "the book"), str(path))


def book_in(text: str, name: str) -> Book:
    """Return the book in a TOML text. Raise Unusable or Refused as `read_book` does."""
    places = _Places(text)
    data = parse_toml(text, name)
    faults: list[RecordError] = []
    try:
        file = _File.model_validate(data)
    except ValidationError as problem:
        raise Refused([_entry_shape_error(problem, data, places, None)], name) from None
    if len(file.decision) > _MOST:
        what = f"the book has more than {_MOST:,} decisions"
        raise Refused([RecordError(what, "", "begin a new one", place=TextPlace(1, 1))], name)
    decisions: list[Decision] = []
    signatures: dict[str, list[dict[str, str]]] = {}
    for index, one in enumerate(file.decision):
        try:
            entry = _Entry.model_validate(one).model_dump()
            if signed := entry.pop("signed"):
                signatures[entry["number"]] = signed
            decisions.append(Decision(**entry))
        except ValidationError as problem:
            faults.append(_entry_shape_error(problem, one, places, index))
    if not faults:
        faults = [*_find_faults(decisions, places)]
    if faults:
        raise Refused(with_excerpts(faults, text.split("\n")), name)
    return Book(file.club, sort_by_date(decisions), name, file.archive, signatures)


def decision_from_data(data: Any) -> Decision:
    """Return a decision from its JSON data. Raise ValueError if it is invalid."""
    data = {**data, "date": date.fromisoformat(data["date"])} if isinstance(data, dict) else data
    return Decision(**_Decision.model_validate(data).model_dump())


@lru_cache(maxsize=4)
def book_from_text(text: str) -> Book:
    """Return a book from the JSON text of its data, as a worker gets it."""
    import json

    data = json.loads(text)
    return Book(data["club"], sort_by_date(map(decision_from_data, data["decisions"])))


class _Places:
    """Places of the keys of a book's text."""

    def __init__(self, text: str) -> None:
        self.lines = text.split("\n")
        self.begins = [
            number
            for number, line in enumerate(self.lines, 1)
            if re.match(r"\s*\[\[\s*decision\s*\]\]", line)
        ]

    def __call__(self, index: int | None, key: str = "") -> TextPlace:
        """Return the place of a key of a decision, by its index, or of the file itself."""
        first = 1
        if index is not None and index < len(self.begins):
            first = self.begins[index]
        last = next((begin for begin in self.begins if begin > first), len(self.lines) + 1)
        for number in range(first, last):
            if key and re.match(rf"\s*{re.escape(key)}\s*[=.]", self.lines[number - 1]):
                return TextPlace(number, 1)
        return TextPlace(first, 1)


#: Rules for texts and days that no type states.
_RULES: Final = {
    "number": "a number is up to 32 letters, digits, dots, dashes and slashes, such as 2026-3",
    "date": "it is a day, without a time and without quotes",
    "question": "it has plain letters, digits and signs, and single blanks",
}


def _entry_shape_error(
    problem: ValidationError, data: Any, places: _Places, index: int | None
) -> RecordError:
    shape, noun = (_File, "book") if index is None else (_Entry, "decision")
    fault = describe_first_error(problem, data, shape, noun)
    error = problem.errors(include_url=False)[0]
    key = str(error["loc"][0]) if error["loc"] else ""
    if key in _RULES and error["type"] not in ("missing", "extra_forbidden"):
        fault = fault._replace(why=_RULES[key], help="correct it")
    return fault._replace(place=places(index, key))


def _find_faults(entries: Sequence[Decision], places: _Places) -> Iterator[RecordError]:
    seen: dict[str, int] = {}
    for index, decision in enumerate(entries):
        if decision.number in seen:
            what = f"two decisions have the number {decision.number}"
            yield RecordError(
                what, "a number is never used again", "give it a new one", place=places(index, "number")
            )
        seen.setdefault(decision.number, index)
        yield from _find_entry_faults(decision, index, places)
    yield from _find_overruling_faults(entries, places)
    yield from _find_conflicts(entries, places)


def _find_entry_faults(decision: Decision, index: int, places: _Places) -> Iterator[RecordError]:
    for key in ("holding", "because", "by"):
        if not getattr(decision, key):
            yield RecordError(
                f"decision {decision.number} has no `{key}`", "", f"add `{key}`", place=places(index)
            )
    if isinstance(decision.date, datetime):
        yield RecordError(
            "`date` has a time", "a decision holds from a day on", "", place=places(index, "date")
        )
    if (decision.answer is None) == (decision.text is None) or decision.text == "":
        what = f"decision {decision.number} has {'neither' if decision.answer is None else 'both'} `answer` and `text`"
        what = what.replace("neither `answer` and", "neither `answer` nor")
        why = "a question is answered by toggles or in words"
        yield RecordError(what, why, "give one of the two", place=places(index, "text"))
        return
    try:
        check_question(decision.question)
    except Unusable as problem:
        yield RecordError(problem.what, problem.why, problem.help, place=places(index, "question"))
        return
    if decision.answer is not None:
        try:
            check_decided(decision.question, decision.answer)
        except Unusable as problem:
            yield RecordError(problem.what, problem.why, problem.help, place=places(index, "answer"))


def _find_overruling_faults(entries: Sequence[Decision], places: _Places) -> Iterator[RecordError]:
    by_number = {decision.number: decision for decision in entries}
    taken: dict[str, str] = {}
    for index, decision in enumerate(entries):
        if decision.overrules is None:
            continue
        before = by_number.get(decision.overrules)
        what = f"{decision.number} overrules {printable(decision.overrules)}"
        help = "overrule an earlier decision on the same question"
        if before is decision:
            why = "that is the decision itself"
        elif before is None:
            why = f"the book has no such decision; it has {printable(', '.join(by_number), 200)}"
        elif before.question != decision.question:
            why = f"that is on {before.question}, and this on {decision.question}"
        elif before.date > decision.date:
            why = f"that is of {before.date}, which is later"
        elif decision.overrules in taken:
            why = f"{taken[decision.overrules]} overrules it already"
        else:
            taken[decision.overrules] = decision.number
            continue
        yield RecordError(what, why, help, place=places(index, "overrules"))


def _find_conflicts(entries: Sequence[Decision], places: _Places) -> Iterator[RecordError]:
    """Yield a fault for each two decisions in force on one day that answer a toggle differently."""
    book = Book("", sort_by_date(entries))
    reported: set[tuple[str, str]] = set()
    for day in sorted({decision.date for decision in entries}):
        answered: dict[tuple[Game | None, str], Decision] = {}
        for decision in book.find_decisions_in_force(day):
            for toggle, answer in decision.answers.items():
                first = answered.setdefault((decision.game, toggle), decision)
                theirs = first.answers[toggle]
                pair = (first.number, decision.number)
                if (theirs == answer and type(theirs) is type(answer)) or pair in reported:
                    continue
                reported.add(pair)
                what = f"{first.number} and {decision.number} answer {decision.question} differently"
                why = f"{toggle} = {to_toml_text(theirs)}, and {toggle} = {to_toml_text(answer)}"
                help = f'add overrules = "{first.number}" to {decision.number} (book add: --overrules {first.number})'
                index = next(at for at, entry in enumerate(entries) if entry.number == decision.number)
                yield RecordError(what, why, help, place=places(index, "answer"))
