"""Requests of the recorder page to the judge inside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any

from clabber_audit import api
from clabber_audit.core.errors import ClabberError, Exit
from clabber_audit.inputs.readers import stream_records
from clabber_audit.inputs.records import InputRecord, believe_versions
from clabber_audit.recorder.games import game_of
from clabber_audit.report.accounts import format_tellers
from clabber_audit.report.data import ruling_line
from clabber_audit.rules.book import BOOK_FILE, Book
from clabber_audit.rules.book_file import book_in
from clabber_audit.rules.bound_ruleset import law
from clabber_audit.rules.ruleset import Ruleset, from_data, load, load_text
from clabber_audit.verification import verify_ruling

Json = dict[str, Any]


#: Rules of a house: their id, and the name and text of their file.
Rules = Sequence[tuple[str, str, str]]


#: A finding of fact: the version, as in `1=v2`, who believes it, why, and the day.
Belief = tuple[str, str, str, str]


def ruled(
    data: bytes,
    source: str,
    hand: str | None = None,
    rules: Rules = (),
    ruleset: str | None = None,
    *,
    book: str = "",
    beliefs: Sequence[Belief] = (),
) -> Json:
    """Return the ruling on the one hand in a file, or on that of this id; or the ids of its hands; or an error.

    A given `ruleset` replaces the rules that the hand names. The decisions of a `book` are law from their dates on.
    """
    try:
        items = stream_records(BytesIO(bytes(data)), source)
        found = [item for item in items if hand is None or (item.hand and item.hand.record.id == hand)]
        if len(found) > 1:
            return {"hands": [item.hand.record.id for item in found if item.hand]}
        if not found:
            return {"refused": f"{source} holds no hand."}
        item = found[0]
        for version, by, because, on in beliefs:
            item = believe_versions(item, [version], by=by, because=because, on=on)._replace(ruling=None)
        ruling = _ruling(item, rules, ruleset, book)
        made = {
            "id": ruling.replay.hand.record.id,
            "page": ruling.html,
            "accounts": list(_list_accounts_to_decide(ruling)),
            "depends": ruling.depends,
        }
        if item.ruling is not None and not ruleset:
            # Of a ruling that was opened, also the differences from what its record gives.
            made["otherwise"] = [text for text, code in verify_ruling(item) if code is Exit.FINDINGS]
        return made
    except ClabberError as problem:
        return {"refused": str(problem)}


def _list_accounts_to_decide(ruling: api.Ruling) -> Iterator[Json]:
    """Yield the accounts on which the ruling depends, with the versions that can be believed and who tells them."""
    judged = ruling.accounts
    if judged is None or judged.kind not in ("depends", "found"):
        return
    for number, account in enumerate(judged.record.accounts):
        if any(judged.matters_in(row, number) for row in judged.rows):
            told = [
                {"version": at + 1, "who": format_tellers(judged.record, number, [at])}
                for at in range(len(account.versions))
                if (number, at) not in judged.impossible_versions
            ]
            yield {"account": number + 1, "about": account.about, "versions": told}


def _ruling(item: InputRecord, rules: Rules, ruleset: str | None = None, book: str = "") -> api.Ruling:
    """Return the ruling by the given ruleset, or under house rules if the record names them and carries none.

    A ruling that was opened keeps the decisions that it was given by.
    """
    named = ruleset or (item.record.ruleset if item.record and not item.law else None)
    own = next(
        (_load_house_rules(name, text, _list_house_files(rules)) for id, name, text in rules if id == named),
        None,
    )
    club = _club(book) if book and item.ruling is None else None
    return api.rule(item, own or (load(ruleset) if ruleset else None), book=club)


@lru_cache
def _club(text: str) -> Book:
    return book_in(text, BOOK_FILE)


def decisions(data: bytes, source: str, hand: None = None, rules: Rules = ()) -> Json:
    """Return whose decisions are in a book and how many, or the error."""
    try:
        book = book_in(bytes(data).decode("utf-8-sig", "replace"), source)
    except ClabberError as problem:
        return {"refused": str(problem)}
    return {"club": book.club, "count": len(book.decisions)}


def _list_house_files(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the opened house files by name, which others can extend."""
    return tuple((name, text) for _id, name, text in rules if not name.endswith(".json"))


@lru_cache
def _load_house_rules(name: str, text: str, beside: tuple[tuple[str, str], ...]) -> Ruleset:
    """Return house rules: from TOML, or from the JSON of resolved ones that a page carries."""
    return from_data(json.loads(text)) if name.endswith(".json") else load_text(text, name, dict(beside))


def house(data: bytes, source: str, hand: None = None, rules: Rules = ()) -> Json:
    """Return the rules in a house file as the page keeps them, or the error; they may extend opened ones."""
    try:
        text = bytes(data).decode("utf-8-sig", "replace")
        own = load_text(text, source, dict(_list_house_files(rules)))
        law(own)
    except ClabberError as problem:
        return {"refused": str(problem)}
    name = source if source.endswith(".toml") else f"{own.id}.toml"
    return {"id": own.id, "title": own.title, "game": game_of(own), "name": name, "text": text}


def listed(data: bytes, source: str, hand: None = None, rules: Rules = (), book: str = "") -> Json:
    """Return the rulings on all hands of a file, as `check --format jsonl` writes them, and the errors."""
    written, refused = [], []
    for item in stream_records(BytesIO(bytes(data)), source):
        try:
            written.append(ruling_line(_ruling(item, rules, book=book)))
        except ClabberError as problem:
            refused.append(str(problem))
    return {"rulings": "".join(written), "count": len(written), "refused": "\n".join(refused)}
