"""From text to record: a line at a time, each kind of line by its own reader."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from pydantic import ValidationError

from clabber_audit.ground.errors import MOST_FAULTS, Path, Place, Refused
from clabber_audit.notation import events, explicit, header, melds, tricks
from clabber_audit.notation import tokens as lexer
from clabber_audit.notation.draft import Draft, Mark
from clabber_audit.notation.passage import MOST, Passage, too_large
from clabber_audit.notation.refusal import note
from clabber_audit.notation.slip import Slip, quote
from clabber_audit.notation.words import SEAT, nearest
from clabber_audit.record.model import HandRecord

Reader = Callable[[Draft, list[str]], None]

#: The readers of lines by the first word; the first spelling is the canonical one.
LINES: Final[dict[str, Reader]] = {
    "clabber": header.read_clabber,
    "hand": header.read_hand_id,
    "rules": header.read_rules,
    "ruleset": header.read_rules,
    "seats": header.read_seats,
    "players": header.read_seats,
    "teams": header.read_teams,
    "context": header.read_context,
    "source": header.read_source,
    "explicit": explicit.read_explicit,
    "deal": header.read_deal,
    "dealer": header.read_deal,
    **dict.fromkeys(SEAT, header.read_hand),
    "up": header.read_upcard,
    "upcard": header.read_upcard,
    "calls": header.read_calls,
    "declarations": header.read_calls,
    "contract": header.read_contract,
    "disordered": header.read_disordered,
    **dict.fromkeys(tricks.HEADS, tricks.read_trick),
    "melds": melds.read_melds,
    "incident": events.read_incident,
    "claim": events.read_claim,
    "laydown": events.read_laydown,
    "lay-down": events.read_laydown,
    "score": events.read_score,
    "sheet": events.read_sheet,
    "remark": events.read_remark,
}
_NAMES: Final = [word for word in LINES if word.isalpha() and len(word) > 1]
#: Lines that happen at a moment, and may begin with it.
_EVENTS: Final = (events.read_incident, events.read_claim, events.read_laydown, tricks.read_calls_between)
_CLOCK: Final = re.compile(r"@[\w.]+|[1-6]\.[0-4]")


def parse(passage: Passage) -> HandRecord:
    """The record of one hand; Refused with all the faults found, each with line and column."""
    if len(passage.text) > MOST:
        raise Refused([too_large(passage.line)])
    draft = _read(passage, None)
    try:
        record = HandRecord.model_validate(draft.data)
    except ValidationError as error:
        marked = _read(passage, {})
        note(error, marked)
        raise _refused(marked) from None
    if draft.faults:
        raise _refused(draft)
    return record


def _refused(draft: Draft) -> Refused:
    return Refused(draft.faults, more=draft.more, unread=draft.unread)


def locate(passage: Passage, path: Path) -> Place:
    """Where a path of the hand's record stands in its text, or else the nearest thing that encloses it."""
    return _read(passage, {}).nearest(path)


def _read(passage: Passage, marks: dict[Path, Mark] | None) -> Draft:
    """Reads all lines of a hand, noting every fault on the way."""
    draft = Draft(passage, marks)
    all_plain = lexer.is_plain(passage.text)
    for number, line in enumerate(draft.lines):
        plain = all_plain or lexer.is_plain(line)
        tokens = line.split() if plain else lexer.split(line)
        if not tokens:
            continue
        draft.number = number
        try:
            if tokens[0] in LINES and (plain or not ("{" in line or ";" in line)):
                LINES[tokens[0]](draft, tokens)
            else:
                _read_unusual(draft, tokens)
        except Slip as slip:
            draft.slipped(slip)
        if len(draft.faults) >= MOST_FAULTS:
            draft.unread = sum(not line.isspace() for line in filter(None, draft.lines[number + 1 :]))
            break
    _finish(draft)
    return draft


def _read_unusual(draft: Draft, tokens: list[str]) -> None:
    """Reads a line that may hold comments, begin with a clock, or begin with a word in another spelling."""
    kept = [token for token, word in enumerate(tokens) if word[0] not in "{;"]
    if not kept:
        _read_comments(draft, tokens, kept)
        return
    reader = _reader(tokens[kept[0]])
    if reader is tricks.read_trick:
        reader(draft, tokens)
        return
    moment = draft.moment
    if reader is None and len(kept) > 1 and _CLOCK.fullmatch(tokens[kept[0]]):
        reader = _reader(tokens[kept[1]])
        if reader not in _EVENTS:
            raise Slip(kept[1], "expected an incident, a claim or a lay-down after the clock")
        draft.moment = draft.clock(kept[0], tokens[kept[0]].lstrip("@"))
        del kept[0]
    if reader is None:
        raise Slip(kept[0], f"{quote(tokens[kept[0]])} begins no line", nearest(tokens[kept[0]], _NAMES))
    draft.kept = kept if len(kept) < len(tokens) else None
    try:
        reader(draft, [tokens[token] for token in kept])
    except Slip as slip:
        draft.slipped(slip)
    draft.kept = None
    _read_comments(draft, tokens, kept)
    if reader in _EVENTS:
        draft.moment = moment


def _reader(word: str) -> Reader | None:
    """The reader of the lines that begin with a word, in any case, perhaps with a colon or full stop."""
    plain = word.lower().rstrip(".:")
    if plain in LINES:
        return LINES[plain]
    return tricks.read_calls_between if "+" in word[:7] else None


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
            draft.fault(draft.none_called, "`melds none` is said, and yet a meld is called")
        data["melds"] = draft.melds
    data["plays"] = draft.plays
    for key in ("incidents", "claims", "comments", "remarks"):
        if found := getattr(draft, key):
            data[key] = found
    if draft.explicit:
        explicit.apply(draft)
