"""Decisions of a club's book in the log of an archive."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.archive.database import Archive, damage_error, open_archive, reports_errors
from clabber_audit.archive.log import keep_untitled
from clabber_audit.core.errors import RecordError, Refused
from clabber_audit.rules.book import Book, Decision
from clabber_audit.rules.book_file import book_path, read_book
from clabber_audit.signing.statement import Signature, sha256_of, statement

_KIND: Final = "precedents"


class LoggedDecision(NamedTuple):
    """Decision of a book as the log has it, with its signatures."""

    decision: Mapping[str, Any]
    signed: Sequence[Mapping[str, str]]


def archive_of(book: Book) -> str | None:
    """Return the path of the archive that keeps a book; None if it names none."""
    if book.archive is None:
        return None
    return os.path.join(os.path.dirname(os.path.realpath(book.source)), book.archive)


def read_logged_book(given: str | Path) -> Book:
    """Read a book; Refused too if a decision differs from its entry in the log of the book's archive (B9)."""
    book = read_book(book_path(given))
    path = archive_of(book)
    if path is None:
        return book
    with open_archive(path, changed=True) as archive:
        if faults := list(differences(archive, book)):
            raise Refused(faults, book.source)
    return book


@reports_errors
def list_logged(archive: Archive) -> Iterator[LoggedDecision]:
    """Yield the decisions of the book in the log, oldest entry first."""
    query = "SELECT decision FROM decisions WHERE title = '' AND kind = ? ORDER BY number"
    for (text,) in archive.rows(query, _KIND):
        entry = json.loads(text)
        if not isinstance(entry.get("precedent"), dict):
            raise damage_error(archive.path, "a decision of the book is no decision")
        yield LoggedDecision(entry["precedent"], entry.get("signed", []))


def differences(archive: Archive, book: Book) -> Iterator[RecordError]:
    """Yield a fault for each decision of the log that is missing or different in the book."""
    ours = {decision.number: decision.data() for decision in book.decisions}
    for logged in list_logged(archive):
        number = logged.decision.get("number")
        if ours.get(str(number)) == logged.decision:
            continue
        name, mine = os.path.basename(archive.path), ours.get(str(number))
        keys = [key for key in logged.decision if mine and mine.get(key) != logged.decision[key]]
        keys += [key for key in mine or () if key not in logged.decision]
        what = f"decision {number} {'differs from' if mine else 'is gone, but stands in'} the log of {name}"
        was = "; ".join(
            f"{key} was {json.dumps(logged.decision.get(key), ensure_ascii=False)}" for key in keys
        )
        help = "put it back as it was; what is decided anew is a decision of its own, with `overrules`"
        yield RecordError(what, was, help)


def find_unlogged(archive: Archive, book: Book) -> list[Decision]:
    """Return the decisions of a book that are not in the log yet."""
    there = {str(logged.decision.get("number")) for logged in list_logged(archive)}
    return [decision for decision in book.decisions if decision.number not in there]


def keep(archive: Archive, book: Book, at: str) -> None:
    """Append the decisions that are not in the log yet, within a transaction."""
    entries = []
    for decision in find_unlogged(archive, book):
        entry: dict[str, Any] = {
            "who": ", ".join(decision.by),
            "when": str(decision.date),
            "why": decision.because,
        }
        entry["precedent"] = decision.data()
        if signed := [dict(signature) for signature in book.signatures.get(decision.number, ())]:
            entry["signed"] = signed
        entries.append(entry)
    keep_untitled(archive, _KIND, entries, at)


def statement_on(decision: Decision, who: Signature) -> str:
    """Return the statement to sign about a decision; ValueError if a word of it does not fit in a line."""
    about = (("of", f"clabber-precedents/1 {decision.number}"), ("decision", sha256_of(decision.data())))
    return statement(who, about)
