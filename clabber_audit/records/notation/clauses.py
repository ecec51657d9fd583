"""Clauses of a line: words with values, in any order, each declared once for reading and writing."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import Path
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.draft import RecordDraft
from clabber_audit.records.notation.tokens import (
    ParseError,
    person,
    quote_text,
    read_one_card,
    unquote,
    word_error,
)


class Clause(NamedTuple):
    """Clause: its word, its key in the record, and how its value is read and written.

    Without a reader it is a flag. The words `@` and `0` stand for any clock and any number: their readers read the word
    itself, and it is not written again.
    """

    word: str
    key: str
    read: Callable[[RecordDraft], Any] = lambda _draft: True
    write: Callable[[Any], str] = str


def read_clauses(
    draft: RecordDraft,
    into: dict[str, Any],
    path: Path,
    clauses: Sequence[Clause],
    expected: str,
    **bare: Mapping[str, str],
) -> None:
    """Read clauses to the end of the line into the keys of an object.

    `bare` has, by key, the words that need no clause and their values: `seat` those of the seats.
    """
    options = {clause.word.split()[0]: clause for clause in clauses}
    values = {word: (key, value) for key, words in bare.items() for word, value in words.items()}
    while word := draft.peek():
        name = "@" if word[0] == "@" and word != "@-" else "0" if word.isdecimal() else word.lower()
        if name in values:
            draft.at += 1
            key, value = values[name]
        elif name in options:
            clause = options[name]
            draft.at += name not in ("@", "0")
            for rest in clause.word.split()[1:]:
                if draft.take_token(f"`{clause.word}`").lower() != rest:
                    raise ParseError(draft.at - 1, f"expected `{clause.word}`")
            key, value = clause.key, clause.read(draft)
        elif word[0] == '"' and "quote" in options:
            raise ParseError(draft.at, "expected `quote` before what was said", f"write `quote {word}`")
        else:
            known = [one for one in (*values, *options) if one[0] not in "@0" and one not in draft.known.seat]
            raise word_error(draft.at, word, known, expected)
        draft.put(into, (*path, key), value)


def format_clauses(part: Any, clauses: Sequence[Clause]) -> str:
    """Return the clauses of a part of a record without its time, each with a blank before it."""
    found = [(clause, getattr(part, clause.key)) for clause in clauses if clause.word[0] not in "@0"]
    words = [
        (one.word, "" if value is True else one.write(value))
        for one, value in found
        if value is not None and value is not False and value != []
    ]
    return "".join(f" {word}" for pair in words for word in pair if word)


def _clock(draft: RecordDraft) -> int | str:
    draft.at += 1
    return draft.clock(draft.at - 1, draft.tokens[draft.at - 1].removeprefix("@"))


def _parse_call_time(draft: RecordDraft) -> int | str:
    if not draft.peek():
        raise ParseError(draft.at, "expected when it was called", "for example `called deal`")
    return _clock(draft)


def _card(draft: RecordDraft) -> str:
    card = read_one_card(draft.tokens, draft.at, "one card", draft.known)
    if card is None:
        raise ParseError(draft.at, "expected one card", "leave out an unknown card")
    draft.at += 1
    return card


def parse_quotation(draft: RecordDraft) -> str:
    if draft.peek()[:1] != '"':
        raise ParseError(draft.at, "expected what was said, in quotes")
    draft.at += 1
    return unquote(draft.tokens[draft.at - 1], draft.at - 1)


def _person(draft: RecordDraft) -> str:
    """Return a seat, or the name of a person: one word, or several in quotes."""
    word = draft.take_token("a seat or a name")
    return unquote(word, draft.at - 1) if word[0] == '"' else draft.known.seat.get(word, word)


def _people(draft: RecordDraft) -> list[str]:
    """Return the seats and names up to a time, a number or a word of the line."""
    found = [_person(draft)]
    ends = {*lexer.RESERVED, *draft.known.infraction}
    while (word := draft.peek()) and not (word.lower() in ends or word[0] == "@" or word.isdecimal()):
        found.append(_person(draft))
    return found


def _seats(draft: RecordDraft) -> list[str]:
    found = [draft.seat("the seats")]
    while draft.peek() in draft.known.seat:
        found.append(draft.seat())
    return found


def _seat(word: str, key: str, expected: str) -> Clause:
    return Clause(word, key, lambda draft: draft.seat(expected))


def _number(word: str, key: str, expected: str) -> Clause:
    return Clause(word, key, lambda draft: draft.count(expected))


_TRICK: Final = _number("trick", "trick", "the number of the trick")
_ORDER: Final = _number("order", "order", "its place among the events of that moment")
_AT: Final = Clause("@", "at", _clock)

#: In the order of canonical text.
DEAL_CLAUSES: Final = (
    _number("cut", "cut", "the number of cards in the smaller part of the cut"),
    _seat("due", "due_dealer", "who was due to deal"),
)
INCIDENT: Final = (
    _seat("to", "to", "the seat it was said to"),
    Clause("card", "card", _card, str.lower),
    _TRICK,
    Clause("quote", "quote", parse_quotation, quote_text),
    Clause("called", "called", _parse_call_time),
    Clause("for", "replaced_by", _card, str.lower),
    Clause("seen", "seen_by", _seats, " ".join),
    Clause("by", "by", RecordDraft.team),
    Clause("by", "by_other", _person, person),
    _seat("believed", "believed", "who was thought to have won the trick"),
    _seat("helped", "helped", "whom it helped"),
    Clause("in play", "in_play"),
    _ORDER,
    _AT,
    # No clock: stored until the line is read, so that none of its place is added.
    Clause("@-", "at", lambda _draft: None),
)
CLAIM: Final = (
    _TRICK,
    _TRICK._replace(word="0"),
    Clause("reviewed", "reviewed"),
    Clause("by", "reviewed_by", _person, person),
    Clause("withdrawn", "withdrawn"),
    Clause("watched", "witnesses", _people, lambda people: " ".join(map(person, people))),
    _ORDER,
    _AT,
)
AGREEMENT: Final = (Clause("by", "by", _seats, " ".join), _ORDER, _AT)
