"""`python -m tests.conformance.making`: make the suite in `examples/conformance` from the casebook.

Nothing in it comes from the program's rulings. A question keeps its number as long as it stays the same; the number
of a removed question is not reused. With `--release` the hash is stored as that of the version: from then on another
hash needs another version.
"""

from __future__ import annotations

import json
import logging
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple, get_args, get_type_hints

from clabber_audit.conformance.suite import FAMILIES, FILES, FORMAT, HEAD, MANIFEST, hash_of, house_file
from clabber_audit.games import load_games
from clabber_audit.games.game import Toggle
from clabber_audit.records.formats import canonical, digest, record_data
from clabber_audit.rules.articles import Grade
from clabber_audit.rules.ruleset import SHIPPED, Ruleset, load, load_text
from tests import casebook
from tests.casebook import parse_answer
from tests.conformance.expected import Expected, of_family_hand, of_game, of_hand, of_position
from tests.family.book import find_cited_rows
from tests.rules import list_answers

Json = dict[str, Any]

ROOT: Final = Path(__file__).parents[2]


class DraftQuestion(NamedTuple):
    """Question before it has a number."""

    case: str
    kind: str
    family: str
    #: Id of the ruleset; "" for a game whose hands name theirs.
    ruleset: str
    parts: Json
    expected: Expected
    #: The ruleset, or the base of a variant and its changes.
    base: str
    changes: tuple[tuple[str, str], ...] = ()

    @property
    def key(self) -> str:
        return digest([self.case, self.kind, self.ruleset, self.parts])

    @property
    def matter(self) -> str:
        record = {
            key: value for key, value in self.parts.get("record", {}).items() if key not in ("id", "ruleset")
        }
        return digest([self.case, self.kind, {**self.parts, "record": record}])


def collect_questions() -> list[DraftQuestion]:
    """Return every question of both casebooks, in order."""
    books = ((casebook.cases(), of_hand), (casebook.family_cases(), of_family_hand))
    return [
        _ask(case, question, read) for cases, read in books for case in cases for question in case.questions
    ]


def _ask(
    case: casebook.Case, question: casebook.Question, read: Callable[[tuple[str, ...], str], Expected]
) -> DraftQuestion:
    name, *changes = question.ruleset.split() or [""]
    pairs = tuple((toggle, answer) for toggle, _, answer in (change.partition("=") for change in changes))
    if question.kind == "legal":
        position, expected = of_position(question.expected)
        if read is of_family_hand and "legal" in expected.expect:
            expected.expect["legal"].sort()
        return _under(name or "ecl-1992", pairs, case.id, "position", {"position": position}, expected)
    records = [record_data(hand.record) for hand in casebook.hands_of(question.text)]
    if question.kind == "game":
        parts, expected = {"records": records}, of_game(question.expected)
        if not name:
            (own,) = {record.get("ruleset", "ecl-1992") for record in records}
            return DraftQuestion(case.id, "game", load(own).game.id, "", parts, expected, own)
        return _under(name, pairs, case.id, "game", parts, expected)
    (record,) = records
    name = name or record.get("ruleset", "ecl-1992")
    return _under(
        name, pairs, case.id, "hand", {"record": record}, read(question.expected, load(file_of(name)).game.id)
    )


def _under(
    name: str, changes: tuple[tuple[str, str], ...], case: str, kind: str, parts: Json, expected: Expected
) -> DraftQuestion:
    rules = load(file_of(name))
    ruleset = ".".join((rules.id, *(word for change in changes for word in change))).lower()
    return DraftQuestion(case, kind, rules.game.id, ruleset, parts, expected, name, changes)


def file_of(name: str) -> str:
    """Return a ruleset as the program takes it: an id, or the path of a file in the checkout."""
    return str(ROOT / name) if name.endswith(".toml") else name


@cache
def issues() -> dict[str, dict[str, Toggle]]:
    """Return the open questions of each game by toggle."""
    return {
        game.id: {name: toggle for name, toggle in game.questions.items() if toggle.why_open}
        for game in load_games()
    }


def _is_open(family: str, toggle: str) -> bool:
    """Return True if an adjudicator may read the sources differently under the same ruleset.

    A number is not a reading.
    """
    issue = issues()[family].get(toggle)
    return issue is not None and issue.why_open != "the sources disagree"


def find_alternatives(
    question: DraftQuestion, by_matter: Mapping[str, Sequence[tuple[str, DraftQuestion]]]
) -> list[Json]:
    """Return the questions about the same hand, under its ruleset with one open question answered differently."""
    if question.changes or question.base.endswith(".toml"):
        return []
    return [
        {"other": number, "toggle": other.changes[0][0]}
        for number, other in by_matter[question.matter]
        if other.base == question.base and len(other.changes) == 1
        if _is_open(question.family, other.changes[0][0]) and have_conflict(question.expected, other.expected)
    ]


def have_conflict(one: Expected, other: Expected) -> bool:
    ours, theirs = {**one.expect, **one.details}, {**other.expect, **other.details}
    findings, others = (sorted(data.pop("findings", ()), key=canonical) for data in (ours, theirs))
    pairs = [(ours, theirs), *zip(findings, others, strict=False)]
    return len(findings) != len(others) or any(
        a[key] != b[key] for a, b in pairs for key in a.keys() & b.keys()
    )


def list_ambiguities(questions: Sequence[DraftQuestion]) -> Iterator[Json]:
    """Yield each open question for which the casebooks have another answer, with the possible answers."""
    tried: dict[tuple[str, str, str], set[Any]] = {}
    for question in questions:
        for toggle, word in question.changes:
            if _is_open(question.family, toggle):
                base = load(question.base)
                tried.setdefault((question.family, toggle, base.id), set()).add(
                    parse_answer(base, toggle, word)
                )
    for (family, toggle, ruleset), words in sorted(tried.items(), key=_by_row):
        issue = issues()[family][toggle]
        base = load(ruleset)
        preferred, hint = getattr(base.toggles, toggle), get_type_hints(base.game.toggles)[toggle]
        listed = [*list_answers(hint)]
        answers = listed or [preferred, *sorted(words)]
        yield {
            "row": issue.row, "toggle": toggle, "kind": issue.why_open, "question": issue.text, "ruleset": ruleset,
            "preferred": preferred, "answers": answers,
        }  # fmt: skip


def _by_row(item: tuple[tuple[str, str, str], Any]) -> tuple[bool, str]:
    (family, toggle, _), _ = item
    return family != FAMILIES[0], issues()[family][toggle].row


def _variant(question: DraftQuestion) -> Json:
    """Return a ruleset that is not shipped as data: the ruleset that it extends, and its articles."""
    if question.base.endswith(".toml"):
        house = tomllib.loads((ROOT / question.base).read_text(encoding="utf-8"))
        return {**{key: house[key] for key in HEAD if key in house}, "articles": house.get("articles", {})}
    base = load(question.base)
    articles: dict[str, Json] = {}
    for toggle, word in question.changes:
        answer = parse_answer(base, toggle, word)
        name = next((name for name, article in base.articles.items() if toggle in article.toggles), None)
        data = base.articles[name].to_data() if name else {"topic": "game"}
        article = articles.setdefault(name or toggle, data)
        article["toggles"] = {**article.get("toggles", {}), toggle: answer}
        article["text"] = f"As in {base.id}, except that {toggle} is {word}."
        article |= {"sources": ["house"], "grade": "practice"}
    text = " and ".join(f"{toggle} {word}" for toggle, word in question.changes)
    return {
        "id": question.ruleset,
        "title": f"{base.id} with {text}",
        "extends": base.id,
        "articles": articles,
    }


def _resolve_ruleset(ruleset: Ruleset) -> Json:
    """Return a ruleset without its articles: every toggle and every penalty."""
    answers = {name: value for name, value in ruleset.toggles._asdict().items() if value is not None}
    about = {"id": ruleset.id, "title": ruleset.title, "game": ruleset.game.id}
    return {**about, "toggles": answers, "penalties": ruleset.penalties}


def list_rulesets(questions: Iterable[DraftQuestion]) -> list[Json]:
    """Return the shipped rulesets, and after them those of the questions."""
    results = {name: _resolve_ruleset(load(name)) for name in SHIPPED}
    for question in questions:
        if question.ruleset and question.ruleset not in results:
            rules = _variant(question)
            results[question.ruleset] = {
                **_resolve_ruleset(load_text(house_file(rules), question.ruleset, {})),
                **rules,
            }
    return list(results.values())


#: Version of the suite; docs/conformance.md says when to raise it.
VERSION: Final = "1.1"
FOLDER: Final = ROOT / "examples" / "conformance"
_GRADES: Final = get_args(Grade)
_HEADING: Final = re.compile(r"^# (.+)$", re.MULTILINE)
#: Row of either catalog.
_ROW: Final = re.compile(r"\b(?:[RD]-\d{2,3}a?|BD?-\d{2,3})\b")


def _cases() -> Iterator[Json]:
    for case in (*casebook.cases(), *casebook.family_cases()):
        path = Path(case.file)
        own = path.parent.name if path.parent.name != casebook.OTHER_FAMILY.name else ""
        rows = sorted({*_ROW.findall(case.prose), *find_cited_rows(case.prose)})
        chapter = own or path.stem
        yield {"id": case.id, "title": case.title, "chapter": chapter, "rows": rows, "why": case.prose}


def _list_chapters() -> dict[str, str]:
    """Return the chapters in order: those of Clabber, the infractions of both games, those of the family."""
    chapters = {}
    for folder in (casebook.FOLDER, *sorted(casebook.FOLDER.iterdir(), reverse=True)):
        for file in sorted(folder.glob("*.md")):
            heading = _HEADING.search(file.read_text(encoding="utf-8"))
            if folder in (casebook.FOLDER, casebook.OTHER_FAMILY) and heading and file.name != "README.md":
                chapters[file.stem] = heading[1]
            elif folder not in (casebook.FOLDER, casebook.OTHER_FAMILY):
                chapters[folder.name] = folder.name.capitalize()
    return chapters


def _grade(question: DraftQuestion, rows: Sequence[str]) -> str | None:
    carried = load(file_of(question.base)).articles.values()
    grades = [article.grade for article in carried if set(article.rules) & set(rows)]
    return max(grades, key=_GRADES.index, default=None)


def make_suite(before: Json, lines_before: Iterable[Json]) -> dict[str, str]:
    """Return the files of the suite; questions of the suite `before` keep their numbers."""
    questions, cases = collect_questions(), {line["id"]: line for line in _cases()}
    numbers, withdrawn = number_questions(questions, lines_before, before.get("withdrawn", []))
    by_matter: dict[str, list[tuple[str, DraftQuestion]]] = {}
    for number, question in zip(numbers, questions, strict=True):
        by_matter.setdefault(question.matter, []).append((number, question))
    lines: dict[str, list[Json]] = {name: [] for name in FILES}
    lines["rulesets"] = list_rulesets(questions)
    lines["ambiguities"] = [*list_ambiguities(questions)]
    asks = {question.case for question in questions}
    lines["cases"] = [line for line in cases.values() if line["id"] in asks]
    for number, question in zip(numbers, questions, strict=True):
        data = {
            "id": number,
            "case": question.case,
            "kind": question.kind,
            "ruleset": question.ruleset,
            **question.parts,
            "expect": question.expected.expect,
            "details": question.expected.details,
            "grade": _grade(question, cases[question.case]["rows"]),
            "otherwise": find_alternatives(question, by_matter),
        }
        lines[question.family].append({key: value for key, value in data.items() if value or key == "expect"})
    files = {f"{name}.ndjson": "".join(canonical(line) + "\n" for line in lines[name]) for name in FILES}
    files[MANIFEST] = _manifest(files, lines, withdrawn, before.get("released", {}))
    return files


def number_questions(
    questions: Sequence[DraftQuestion], before: Iterable[Json], withdrawn: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return a number for each question, its old one or the next of its case, and the numbers no longer in use."""
    had: dict[str, list[str]] = {}
    highest: Counter[str] = Counter()
    for line in before:
        parts = {key: line[key] for key in ("record", "records", "position") if key in line}
        key = digest([line["case"], line["kind"], line.get("ruleset", ""), parts])
        had.setdefault(key, []).append(line["id"])
    for name in [*withdrawn, *(name for names in had.values() for name in names)]:
        case, _, number = name.rpartition(".")
        highest[case] = max(highest[case], int(number))
    assigned = [had[question.key].pop(0) if had.get(question.key) else "" for question in questions]
    gone = sorted({*withdrawn, *(name for names in had.values() for name in names)})
    for place, question in enumerate(questions):
        if not assigned[place]:
            highest[question.case] += 1
            assigned[place] = f"{question.case}.{highest[question.case]}"
    return assigned, gone


def _manifest(
    files: dict[str, str], lines: dict[str, list[Json]], withdrawn: list[str], released: Json
) -> str:
    sha256 = hash_of(files[f"{name}.ndjson"].encode() for name in FILES)
    shown = {line["chapter"] for line in lines["cases"]}
    chapters = {name: title for name, title in _list_chapters().items() if name in shown}
    return "\n".join(
        [
            "# Made by `nox -s regen`. The hash is that of `cat *.ndjson | sha256sum`.",
            f'format = "{FORMAT}"',
            f'version = "{VERSION}"',
            f'sha256 = "{sha256}"',
            f"questions = {sum(len(lines[family]) for family in FAMILIES)}",
            "# Numbers whose questions are gone; none is given again.",
            f"withdrawn = {json.dumps(withdrawn)}",
            "",
            "# The hashes of the versions that were published.",
            "[released]",
            *(f'"{version}" = "{known}"' for version, known in released.items()),
            "",
            "[chapters]",
            *(
                f"{json.dumps(name)} = {json.dumps(title, ensure_ascii=False)}"
                for name, title in chapters.items()
            ),
            "",
        ]
    )


def read_suite() -> dict[str, str]:
    """Return the current files of the suite."""
    return {
        path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.name != "README.md"
    }


def remake_suite(files: dict[str, str]) -> dict[str, str]:
    """Return the files of the suite made again from the casebook."""
    before = tomllib.loads(files.get(MANIFEST, ""))
    lines = (
        json.loads(line)
        for family in FAMILIES
        for line in files.get(f"{family}.ndjson", "").split("\n")
        if line
    )
    return make_suite(before, lines)


def release_suite(files: dict[str, str]) -> dict[str, str]:
    """Return the files with the hash recorded as that of their version."""
    manifest = tomllib.loads(files[MANIFEST])
    assert VERSION not in manifest["released"], f"{VERSION} was published already; raise VERSION"
    line = f'"{VERSION}" = "{manifest["sha256"]}"\n'
    return {**files, MANIFEST: files[MANIFEST].replace("[released]\n", f"[released]\n{line}")}


if __name__ == "__main__":
    # Silence warnings about the texts of rulesets.
    logging.disable()
    FOLDER.mkdir(exist_ok=True)
    found = remake_suite(read_suite())
    for name, text in (release_suite(found) if "--release" in sys.argv else found).items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
