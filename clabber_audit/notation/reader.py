"""From text to record: a line at a time, each kind of line by its own reader."""

from __future__ import annotations

import re
from typing import Final

from pydantic import ValidationError

from clabber_audit.ground.errors import MOST_FAULTS, Fault, Path, Place, Refused
from clabber_audit.notation import explicit, melds, tricks
from clabber_audit.notation import tokens as lexer
from clabber_audit.notation.draft import Draft, Mark
from clabber_audit.notation.language import Language, language_of
from clabber_audit.notation.passage import MOST, Passage, too_large
from clabber_audit.notation.refusal import note
from clabber_audit.notation.slip import Slip, quote
from clabber_audit.notation.words import nearest
from clabber_audit.record.formats import Record, model_of
from clabber_audit.record.model import HandRecord

#: A line of what happens at a moment may begin with it.
_CLOCK: Final = re.compile(r"@[\w.]+|[0-9]{1,2}\.[0-9]")


def parse(passage: Passage) -> HandRecord:
    """The record of one hand of Clabber; Refused with all the faults found, each with line and column."""
    record = parse_any(passage)
    if isinstance(record, HandRecord):
        return record
    place = locate(passage, ())
    raise Refused(
        [
            Fault(
                "this is a hand of another game, not of Clabber",
                help="the commands convert and fmt can read it",
                place=place,
            )
        ]
    )


def parse_any(passage: Passage) -> Record:
    """The record of one hand of any game; Refused with all the faults found, each with line and column."""
    if len(passage.text) > MOST:
        raise Refused([too_large(passage.line)])
    language = language_of(passage)
    draft = _read(passage, language, None)
    try:
        record = model_of(language.format).model_validate(draft.data)
    except ValidationError as error:
        marked = _read(passage, language, {})
        note(error, marked)
        raise _refused(marked) from None
    if draft.faults:
        raise _refused(draft)
    return record


def _refused(draft: Draft) -> Refused:
    return Refused(draft.faults, more=draft.more, unread=draft.unread)


def locate(passage: Passage, path: Path) -> Place:
    """Where a path of the hand's record stands in its text, or else the nearest thing that encloses it."""
    return _read(passage, language_of(passage), {}).nearest(path)


def _read(passage: Passage, language: Language, marks: dict[Path, Mark] | None) -> Draft:
    """Reads all lines of a hand, noting every fault on the way."""
    draft = Draft(passage, language.format, language.known, language.seating, marks)
    lines = language.lines
    all_plain = lexer.is_plain(passage.text)
    for number, line in enumerate(draft.lines):
        plain = all_plain or lexer.is_plain(line)
        tokens = line.split() if plain else lexer.split(line)
        if not tokens:
            continue
        draft.number = number
        try:
            if tokens[0] in lines and (plain or not ("{" in line or ";" in line)):
                lines[tokens[0]](draft, tokens)
            else:
                _read_unusual(draft, language, tokens)
        except Slip as slip:
            draft.slipped(slip)
        if len(draft.faults) >= MOST_FAULTS:
            draft.unread = sum(not line.isspace() for line in filter(None, draft.lines[number + 1 :]))
            break
    _finish(draft)
    return draft


def _read_unusual(draft: Draft, language: Language, tokens: list[str]) -> None:
    """Reads a line that may hold comments, begin with a clock, or begin with a word in another spelling."""
    kept = [token for token, word in enumerate(tokens) if word[0] not in "{;"]
    if not kept:
        _read_comments(draft, tokens, kept)
        return
    reader = language.reader(tokens[kept[0]])
    if reader is tricks.read_trick:
        reader(draft, tokens)
        return
    moment = draft.moment
    if reader is None and len(kept) > 1 and _CLOCK.fullmatch(tokens[kept[0]]):
        reader = language.reader(tokens[kept[1]])
        if reader not in language.events:
            raise Slip(kept[1], "expected an incident, a claim or a lay-down after the time")
        draft.moment = draft.clock(kept[0], tokens[kept[0]].lstrip("@"))
        del kept[0]
    if reader is None:
        raise Slip(kept[0], f"unknown line {quote(tokens[kept[0]])}", nearest(tokens[kept[0]], language.names))
    draft.kept = kept if len(kept) < len(tokens) else None
    try:
        reader(draft, [tokens[token] for token in kept])
    except Slip as slip:
        draft.slipped(slip)
    draft.kept = None
    _read_comments(draft, tokens, kept)
    if reader in language.events:
        draft.moment = moment


def _read_comments(draft: Draft, tokens: list[str], kept: list[int]) -> None:
    if len(kept) == len(tokens):
        return
    for token, word in enumerate(tokens):
        if word[0] in "{;":
            draft.comment(token, word, draft.moment)


def _finish(draft: Draft) -> None:
    """Brings in what waited for the end of the hand."""
    if draft.pending:
        melds.settle(draft, None)
    if draft.winner is not None:  # no next leader says who won: kept in words
        draft.comments.append({"at": len(draft.plays), "text": f"> {draft.winner[0]}"})
    data = draft.data
    if draft.deal:
        data["deal"] = draft.deal
    if draft.melds:
        if draft.none_called is not None:
            draft.fault(draft.none_called, "the hand says `melds none`, but a meld is called here")
        data["melds"] = draft.melds
    data["plays"] = draft.plays
    for key in ("incidents", "claims", "comments", "remarks"):
        if found := getattr(draft, key):
            data[key] = found
    if draft.explicit:
        explicit.apply(draft)
