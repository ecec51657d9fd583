"""Entries of a club in the log of an archive: decisions of its book, and people under several spellings."""

from __future__ import annotations

import json
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import combinations
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.archive.database import (
    Archive,
    damage_error,
    keep_untitled,
    open_archive,
    with_archive_errors,
)
from clabber_audit.core.errors import RecordError, Refused, Unusable, UsageError, printable
from clabber_audit.records.formats import fold_name, look_alike_key
from clabber_audit.rules.book import Book, Decision
from clabber_audit.rules.book_file import read_book
from clabber_audit.signing import Signature, sha256_of, statement

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
    """Read a book. Raise Refused too if a decision differs from its entry in the log of the book's archive (B9)."""
    book = read_book(given)
    path = archive_of(book)
    if path is None:
        return book
    with open_archive(path, allow_changed_rules=True) as archive:
        if faults := list(differences(archive, book)):
            raise Refused(faults, book.source)
    return book


@with_archive_errors
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
        values = {key: json.dumps(logged.decision.get(key), ensure_ascii=False) for key in keys}
        was = "; ".join(f"{key} was {value}" for key, value in values.items())
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
        entry: dict[str, Any] = {"who": ", ".join(decision.by), "when": str(decision.date)}
        entry |= {"why": decision.because, "precedent": decision.data()}
        if signed := [dict(signature) for signature in book.signatures.get(decision.number, ())]:
            entry["signed"] = signed
        entries.append(entry)
    keep_untitled(archive, _KIND, entries, at)


def statement_on(decision: Decision, who: Signature) -> str:
    """Return the statement to sign about a decision. Raise ValueError if a word of it does not fit in a line."""
    about = (("of", f"clabber-precedents/1 {decision.number}"), ("decision", sha256_of(decision.data())))
    return statement(who, about)


_SAME: Final = "spellings"
_BACK: Final = "withdrawals"
#: Similarity of two words of names that may be one person, and the most names that are compared.
_SIMILAR: Final = 0.75
_MOST: Final = 1_000
#: Columns of `hands` that name players; and all columns that do, as pairs of column and table.
AT_THE_TABLE: Final = ("north", "east", "south", "west", "p1", "p2", "p3", "p4", "p5", "p6")
PLAYERS: Final = tuple((seat, "hands") for seat in AT_THE_TABLE)


@with_archive_errors
def list_values(archive: Archive, columns: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Yield the values of columns, each with its table, once a column."""
    for column, table in columns:
        for (name,) in archive.rows(f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"):
            yield str(name)


class Spelling(NamedTuple):
    """Decision that a spelling means a person."""

    number: int
    name: str
    spelling: str
    who: str
    when: str
    why: str | None


@with_archive_errors
def appearances(archive: Archive) -> dict[str, tuple[str, int]]:
    """Return each player by the name as people compare it: as first met, with the number of hands."""
    result = dict[str, tuple[str, int]]()
    for column in AT_THE_TABLE:
        query = f"SELECT {column}, count(*) FROM hands WHERE {column} IS NOT NULL GROUP BY 1 ORDER BY 1"
        for name, count in archive.rows(query):
            first, before = result.get(fold_name(name), (name, 0))
            result[fold_name(name)] = first, before + count
    return result


@with_archive_errors
def spellings(archive: Archive) -> Iterator[Spelling]:
    """Yield the spellings in force, the first decided first."""
    query = """SELECT decision FROM decisions WHERE title = '' AND kind = ? AND number NOT IN
        (SELECT takes_back FROM decisions WHERE title = '' AND takes_back IS NOT NULL) ORDER BY number"""
    for (decision,) in archive.rows(query, _SAME):
        data = json.loads(decision)
        yield Spelling(
            data["number"], data["name"], data["spelling"], data["who"], data["when"], data.get("why")
        )


def map_spellings(archive: Archive) -> dict[str, str]:
    """Return the name of a person by each spelling of it, as people compare names."""
    return {fold_name(spelling.spelling): spelling.name for spelling in spellings(archive)}


def add_spellings(names: Iterable[str], known: Mapping[str, str]) -> tuple[str, ...]:
    """Return names with all other spellings of the same people."""
    meant = {fold_name(known.get(fold_name(name), name)) for name in names}
    return tuple(sorted(meant | {spelling for spelling, name in known.items() if fold_name(name) in meant}))


def decide(archive: Archive, name: str, others: Sequence[str], author: tuple[str, str], at: str) -> int:
    """Add spellings of a person, within a transaction of their own, and return the number of the first decision.

    The author is who decides, and why.

    UsageError for one that is nobody’s in the archive, or is decided already.
    """
    in_hands = {fold_name(played) for played in list_values(archive, PLAYERS)}
    with archive.writing():
        known = map_spellings(archive)
        for other in others:
            if fold_name(other) not in in_hands:
                raise UsageError(f"no player is called “{printable(other, 80)}”", "", "see archive people")
            if fold_name(other) == fold_name(name):
                raise UsageError(f"“{printable(other, 80)}” is the same name", "", "give another spelling")
            if fold_name(other) in known or fold_name(other) in map(fold_name, known.values()):
                why = "it is a person with spellings"
                if meant := known.get(fold_name(other)):
                    why = f"it stands for {printable(meant, 80)} already"
                help = "undo that first: see archive people"
                raise UsageError(f"“{printable(other, 80)}” is taken", why, help)
        if fold_name(name) in known:
            why = f"it is a spelling of “{known[fold_name(name)]}”"
            raise UsageError(f"“{printable(name, 80)}” is no person", why, "name the person")
        who, why = author
        decided = {"who": who, "when": at[:10], "why": why, "name": name}
        return keep_untitled(archive, _SAME, [{**decided, "spelling": other} for other in others], at)


def undo(archive: Archive, number: int, author: tuple[str, str], at: str) -> None:
    """Take back a decision on a spelling. Raise Unusable if it is not in force."""
    with archive.writing():
        if number not in (spelling.number for spelling in spellings(archive)):
            raise Unusable(f"no spelling has the number {number}", "", "see archive people")
        who, why = author
        keep_untitled(archive, _BACK, [{"who": who, "when": at[:10], "why": why, "of": number}], at)


def proposals(names: Collection[str], known: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names that may be one person and are not decided: look-alikes, initials, slips of the pen."""
    undecided = [*{fold_name(name): name for name in names if fold_name(name) not in known}.values()]
    for one, other in combinations(sorted(undecided, key=fold_name)[:_MOST], 2):
        if _can_be_one(fold_name(one), fold_name(other)):
            yield one, other


def _can_be_one(one: str, other: str) -> bool:
    """Return True if names look alike, or if all words of the shorter one are in the longer one, as far as they go."""
    if look_alike_key(one) == look_alike_key(other):
        return True
    shorter, longer = sorted((name.replace(".", " ").split() for name in (one, other)), key=len)
    if len(shorter) != len(longer) and len(shorter) < len(("first", "last")):
        return False
    left = iter(longer)
    return all(any(_is_alike(word, match) for match in left) for word in shorter)


def _is_alike(word: str, other: str) -> bool:
    if 1 in (len(word), len(other)):
        return word[0] == other[0]
    matcher = SequenceMatcher(None, word, other)
    return matcher.real_quick_ratio() >= _SIMILAR and matcher.ratio() >= _SIMILAR
