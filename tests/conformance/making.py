"""`python -m tests.conformance.making`: the suite in `examples/conformance`, made from the casebook as it stands.

Nothing in it comes from what the program rules. A question keeps its number as long as it asks the same; a number whose
question is gone is never given again. With `--release` the hash is kept as that of its version: from then on another
hash needs another version.
"""

from __future__ import annotations

import json
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, get_args

from clabber_audit.conformance.suite import FAMILIES, FILES, FORMAT, MANIFEST, hash_of
from clabber_audit.records.formats import canonical, digest
from clabber_audit.rules.articles import Grade
from clabber_audit.rules.ruleset import load
from tests import casebook
from tests.conformance.ambiguities import ambiguities, otherwise
from tests.conformance.questions import ROOT, Asked, collect_questions, file_of
from tests.conformance.variants import rulesets
from tests.family.book import find_cited_rows

Json = dict[str, Any]

#: To be raised as docs/conformance.md says.
VERSION: Final = "1.1"
FOLDER: Final = ROOT / "examples" / "conformance"
_GRADES: Final = get_args(Grade)
_HEADING: Final = re.compile(r"^# (.+)$", re.MULTILINE)
#: The rows of either catalogue.
_ROW: Final = re.compile(r"\b(?:[RD]-\d{2,3}a?|BD?-\d{2,3})\b")


def _cases() -> Iterator[Json]:
    for case in (*casebook.cases(), *casebook.family_cases()):
        path = Path(case.file)
        own = path.parent.name if path.parent.name != casebook.OTHER_FAMILY.name else ""
        rows = sorted({*_ROW.findall(case.prose), *find_cited_rows(case.prose)})
        chapter = own or path.stem
        yield {"id": case.id, "title": case.title, "chapter": chapter, "rows": rows, "why": case.prose}


def _chapters() -> dict[str, str]:
    """The chapters in the order of the books: those of Clabber, the infractions of both, those of the family."""
    found = {}
    for folder in (casebook.FOLDER, *sorted(casebook.FOLDER.iterdir(), reverse=True)):
        for file in sorted(folder.glob("*.md")):
            heading = _HEADING.search(file.read_text(encoding="utf-8"))
            if folder in (casebook.FOLDER, casebook.OTHER_FAMILY) and heading and file.name != "README.md":
                found[file.stem] = heading[1]
            elif folder not in (casebook.FOLDER, casebook.OTHER_FAMILY):
                found[folder.name] = folder.name.capitalize()
    return found


def _grade(question: Asked, rows: Sequence[str]) -> str | None:
    carried = load(file_of(question.base)).articles.values()
    grades = [article.grade for article in carried if set(article.rules) & set(rows)]
    return max(grades, key=_GRADES.index, default=None)


def make_suite(before: Json, lines_before: Iterable[Json]) -> dict[str, str]:
    """Return the files of the suite; the questions of the suite `before` keep their numbers."""
    questions, cases = collect_questions(), {line["id"]: line for line in _cases()}
    numbers, withdrawn = number_questions(questions, lines_before, before.get("withdrawn", []))
    by_matter: dict[str, list[tuple[str, Asked]]] = {}
    for number, question in zip(numbers, questions, strict=True):
        by_matter.setdefault(question.matter, []).append((number, question))
    lines: dict[str, list[Json]] = {name: [] for name in FILES}
    lines["rulesets"] = rulesets(questions)
    lines["ambiguities"] = [*ambiguities(questions)]
    asks = {question.case for question in questions}
    lines["cases"] = [line for line in cases.values() if line["id"] in asks]
    for number, question in zip(numbers, questions, strict=True):
        data = {
            "id": number,
            "case": question.case,
            "kind": question.kind,
            "ruleset": question.ruleset,
            **question.given,
            "expect": question.expected.expect,
            "details": question.expected.details,
            "grade": _grade(question, cases[question.case]["rows"]),
            "otherwise": otherwise(question, by_matter),
        }
        lines[question.family].append({key: value for key, value in data.items() if value or key == "expect"})
    files = {f"{name}.ndjson": "".join(canonical(line) + "\n" for line in lines[name]) for name in FILES}
    files[MANIFEST] = _manifest(files, lines, withdrawn, before.get("released", {}))
    return files


def number_questions(
    questions: Sequence[Asked], before: Iterable[Json], withdrawn: Sequence[str]
) -> tuple[list[str], list[str]]:
    """Return a number for each question, its old one or the next of its case, and the numbers no longer in use."""
    had: dict[str, list[str]] = {}
    highest: Counter[str] = Counter()
    for line in before:
        given = {key: line[key] for key in ("record", "records", "position") if key in line}
        key = digest([line["case"], line["kind"], line.get("ruleset", ""), given])
        had.setdefault(key, []).append(line["id"])
    for name in [*withdrawn, *(name for names in had.values() for name in names)]:
        case, _, number = name.rpartition(".")
        highest[case] = max(highest[case], int(number))
    kept = [had[question.key].pop(0) if had.get(question.key) else "" for question in questions]
    gone = sorted({*withdrawn, *(name for names in had.values() for name in names)})
    for place, question in enumerate(questions):
        if not kept[place]:
            highest[question.case] += 1
            kept[place] = f"{question.case}.{highest[question.case]}"
    return kept, gone


def _manifest(
    files: dict[str, str], lines: dict[str, list[Json]], withdrawn: list[str], released: Json
) -> str:
    sha256 = hash_of(files[f"{name}.ndjson"].encode() for name in FILES)
    shown = {line["chapter"] for line in lines["cases"]}
    chapters = {name: title for name, title in _chapters().items() if name in shown}
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
    """Return the files of the suite as they are."""
    return {
        path.name: path.read_text(encoding="utf-8") for path in FOLDER.iterdir() if path.name != "README.md"
    }


def again(files: dict[str, str]) -> dict[str, str]:
    """The suite made again, after the one in some files."""
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
    FOLDER.mkdir(exist_ok=True)
    found = again(read_suite())
    for name, text in (release_suite(found) if "--release" in sys.argv else found).items():
        (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
