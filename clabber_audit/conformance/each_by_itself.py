"""A process for each question: the program gets files, and prints its answer."""

from __future__ import annotations

import subprocess
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from clabber_audit.conformance.answers import MOST, Answer, Json, parsed, too_long
from clabber_audit.conformance.processes import Talk, begun, beside, end, within
from clabber_audit.conformance.rules import house_file
from clabber_audit.conformance.suite import Question
from clabber_audit.record.canonical import canonical

#: What stands for the files of a question in a command.
PLACES: Final = ("{record}", "{ruleset}", "{kind}")


class EachByItself:
    """A program that is begun for each question, with the files of the question among its words."""

    def __init__(self, words: Sequence[str], seconds: float, accepted: frozenset[int]) -> None:
        self._words, self._seconds, self._accepted = words, seconds, accepted
        self._all_kinds = any("{kind}" in word for word in words)
        self._folder = TemporaryDirectory(prefix="conformance-")

    def ask(self, question: Question, rules: str | Json | None) -> Answer:
        """Begin the program and read what it prints."""
        if question.kind != "hand" and not self._all_kinds:
            return Answer({"unsupported": "the command has no {kind}, so that it is asked about hands alone"})
        process = begun(self._filled(question, rules), subprocess.DEVNULL)
        talk = Talk(process.stderr)
        printed: list[bytes] = []
        reading = beside(lambda: printed.append(within(process.stdout, MOST + 1)))
        try:
            code = process.wait(self._seconds)
        except subprocess.TimeoutExpired:
            return Answer(None, too_long(self._seconds), slow=True)
        finally:
            end(process)
        if code not in self._accepted:
            return Answer(None, f"it ended with exit code {code}{talk.told()}")
        reading.join(self._seconds)
        return parsed(printed[0]) if printed else Answer(None, "something that it began keeps its output open")

    def _filled(self, question: Question, rules: str | Json | None) -> list[str]:
        folder, given = Path(self._folder.name), question.given
        lines = given["records"] if "records" in given else [given.get("record", given.get("position"))]
        record = folder / ("records.jsonl" if "records" in given else f"{question.kind}.json")
        record.write_text("".join(canonical(line) + "\n" for line in lines), encoding="utf-8")
        ruleset = rules or ""
        if isinstance(ruleset, dict):
            file = folder / f"{ruleset['id']}.toml"
            file.write_text(house_file(ruleset), encoding="utf-8")
            ruleset = str(file)
        filled = dict(zip(PLACES, (str(record), ruleset, question.kind), strict=True))
        return [_replaced(word, filled) for word in self._words]

    def close(self) -> None:
        """Remove the files."""
        self._folder.cleanup()


def _replaced(word: str, filled: dict[str, str]) -> str:
    for place, text in filled.items():
        word = word.replace(place, text)
    return word
