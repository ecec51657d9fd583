"""Grammar of `.clab` by game, and its parser."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from inspect import cleandoc
from itertools import pairwise
from typing import Any, Final, NamedTuple
from zlib import crc32

from pydantic import ValidationError

from clabber_audit.cards import SEATING, Seating
from clabber_audit.core.errors import MOST_FAULTS, Path, RecordError, Refused, TextPlace, printable
from clabber_audit.records import bid_euchre_words as bid_euchre
from clabber_audit.records import vocabulary as words
from clabber_audit.records.dates import date_problem
from clabber_audit.records.formats import Record, model_of
from clabber_audit.records.notation import lines
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.accounts import finish_accounts, read_account, read_account_line
from clabber_audit.records.notation.draft import (
    MOST,
    HandText,
    Mark,
    RecordDraft,
    apply_explicit,
    frame_of,
    read_explicit,
    too_large_fault,
)
from clabber_audit.records.notation.tokens import ParseError, quote, word_error
from clabber_audit.records.parse import limits_at


def read_frame(draft: RecordDraft) -> None:
    """`clabber 1`"""
    if "format" in draft.data:
        raise ParseError(0, "a second hand starts inside this one", "give the hands one at a time")
    draft.data["format"] = draft.format
    if draft.peek() != "1":
        raise ParseError(1, "expected `1`, the version of the format")
    draft.at += 1
    draft.require_end()


def read_text(key: str, draft: RecordDraft) -> None:
    draft.put(draft.data, (key,), draft.read_text(), 1)


def read_names(key: str, owner_of: Callable[[RecordDraft], str], draft: RecordDraft) -> None:
    """Read the names of the seats or of the teams."""
    names = draft.data.setdefault(key, {})
    draft.mark((key,), 0)
    for stop in draft.parts():
        owner = owner_of(draft)
        start = draft.at
        draft.put(names, (key, owner), draft.read_text(stop), start)


def read_context(draft: RecordDraft) -> None:
    """`context 2025-10-14 league City League round 3 table 3 game 1 hand 8`; write the words in lower case."""
    context: dict[str, Any] = {}
    draft.put(draft.data, ("context",), context)
    known, key, start = draft.known.context, "date", 1
    for stop, word in enumerate([*draft.tokens[1:], None], 1):
        if word is not None and word not in known:
            if start == 1 and word.lower() in known:
                help = f"write `{word.lower()}`, or quote it"
                raise ParseError(stop, f"expected a date, but found {quote(word)}", help)
            continue
        draft.at = start
        if stop > start or start > 1:
            value = _context_value(draft, key if stop > start else "", stop)
            if key == "date" and (why := date_problem(value)):
                help = "correct it; if the source has it so, write it as `dated` in the `source` line"
                raise ParseError(start, f"there is no such date: {why}", help)
            draft.put(context, ("context", key), value, start)
            if draft.at < stop:
                raise word_error(draft.at, draft.tokens[draft.at], known, "a word such as `round`")
        key, start = word or "", stop + 1


def _context_value(draft: RecordDraft, key: str, stop: int) -> Any:
    if key in lexer.CONTEXT_NUMBER:
        return draft.read_count(f"the number of the {key}")
    if key == "stakes":
        return {name: draft.read_count(f"the stake of a {name}") for name in ("game", "set")}
    return draft.read_seat("who changed seats") if key == "moved" else draft.read_text(stop)


def read_source(draft: RecordDraft) -> None:
    """`source scoresheet / sheet 12, second column / by jf / dated 14 Oct / likely / note washed out`"""
    source: dict[str, Any] = {}
    draft.put(draft.data, ("source",), source)
    for stop in draft.parts() if len(draft.tokens) > 1 else ():
        key, value, start = "citation", None, draft.at
        word = draft.peek().lower() if start < stop else ""
        if stop - start == 1 and word in lexer.SOURCE_KIND:
            key, value = "kind", word
        elif stop - start == 1 and word in lexer.CONFIDENCE:
            key, value = "confidence", word
        elif word in lexer.SOURCE_TEXT:
            key, draft.at, start = lexer.SOURCE_TEXT[word], start + 1, start + 1
        draft.put(source, ("source", key), value or draft.read_text(stop), start)


def read_deal(draft: RecordDraft) -> None:
    """`deal W cut 9 due N`"""
    draft.put(draft.deal, ("deal", "dealer"), draft.read_seat("the dealer"))
    lines.read_clauses(draft, draft.deal, ("deal",), lines.DEAL_CLAUSES, "`cut` or `due`")


def _set_default_clock(draft: RecordDraft, event: dict[str, Any]) -> None:
    """Give an event without a clock that of its place in the text."""
    if event.setdefault("at", draft.moment) is None:
        del event["at"]


def read_incident(draft: RecordDraft) -> None:
    """`incident advice E to N card ks trick 1 quote "who led?" called deal @5`; `@-` for no time.

    `incident card_retracted N card ts for td @6`, `incident trick_gathered W trick 1 by EW @4`,
    `incident advice by Gus helped N`, `incident card_half_shown N card td in play seen E W order 1`
    """
    path: Path = ("incidents", len(draft.incidents))
    draft.mark(path, 0)
    incident: dict[str, Any] = {"kind": draft.read_word(draft.known.incident, "the kind of the incident")}
    # The side that gathered a trick, or an outsider.
    after = next((after for word, after in pairwise(draft.tokens) if word.lower() == "by"), "")
    unlike = "by_other" if after in draft.known.side else "by"
    clauses = [one for one in lines.INCIDENT if one.key != unlike]
    expected = "a seat, `trick` or a time such as @8"
    lines.read_clauses(draft, incident, path, clauses, expected, seat=draft.known.seat)
    _set_default_clock(draft, incident)
    draft.incidents.append(incident)


def read_claim(draft: RecordDraft) -> None:
    """`claim E against N failure-to-follow trick 2 reviewed by N watched Gus withdrawn @24`; `claim -` by nobody at the table."""
    path: Path = ("claims", len(draft.claims))
    draft.mark(path, 0)
    by = None
    if draft.peek() == "-":
        draft.at += 1
    else:
        by = draft.read_seat("the seat that claims, or `-`")
    if draft.peek().lower() not in ("against", "vs"):
        raise ParseError(draft.at, "expected `against`")
    draft.at += 1
    claim: dict[str, Any] = {"by": by, "against": draft.read_side()}
    expected = "an infraction, `trick`, `reviewed`, `withdrawn` or a time such as @8"
    lines.read_clauses(draft, claim, path, lines.CLAIM, expected, infraction=draft.known.infraction)
    _set_default_clock(draft, claim)
    draft.claims.append(claim)


def read_agreed(draft: RecordDraft) -> None:
    """`agreed waive "let it go" by N E S W @24`; to let a fault go, to `redeal`, or to `play_on`."""
    path: Path = ("agreements", len(draft.agreements))
    draft.mark(path, 0)
    what = draft.read_word(lexer.AGREED, "what was agreed: `waive`, `redeal` or `play_on`")
    agreed: dict[str, Any] = {"what": what}
    if draft.peek()[:1] == '"':
        draft.put(agreed, (*path, "text"), lines.parse_quotation(draft))
    lines.read_clauses(draft, agreed, path, lines.AGREEMENT, "`by`, `order` or a time such as @8")
    _set_default_clock(draft, agreed)
    draft.agreements.append(agreed)


def read_laydown(draft: RecordDraft) -> None:
    """`laydown S agreed order ksasqs @12`"""
    path: Path = ("laydown",)
    laydown: dict[str, Any] = {}
    draft.put(draft.data, path, laydown)
    draft.put(laydown, (*path, "by"), draft.read_seat("the seat that laid down"))
    while word := draft.peek():
        draft.at += 1
        if word[0] == "@" and word != "@-":
            draft.put(laydown, (*path, "at"), draft.clock(draft.at - 1, word[1:]))
        elif "order" in laydown:
            draft.add_cards(laydown["order"], word, draft.at - 1, (*path, "order"))
        elif word.lower() == "agreed":
            draft.put(laydown, (*path, "agreed"), True)
        elif word.lower() == "order":
            draft.put(laydown, (*path, "order"), [])
        else:
            expected = "`agreed`, `order` or a time such as @8"
            raise word_error(draft.at - 1, word, ("agreed", "order"), expected)
    if laydown.get("order") == []:
        raise ParseError(draft.at, "expected the cards in the stated order")
    _set_default_clock(draft, laydown)


def read_hand(draft: RecordDraft) -> None:
    """`N ksah9hjd9dtc`, or `N -` if none of its cards is known."""
    seat = draft.known.seat.get(draft.tokens[0]) or draft.seat_called(draft.tokens[0], 0)
    path: Path = ("deal", "hands", seat)
    hands = draft.deal.setdefault("hands", {})
    if len(draft.tokens) == 1:
        raise ParseError(1, "expected the cards of the hand", "write `-` for no cards")
    if seat in hands:
        raise ParseError(0, f"the hand of {seat} is given twice", "keep one of the two")
    draft.mark(path, 0)
    hands[seat] = hand = list[str]()
    if draft.tokens[1:] != ["-"]:
        for token in range(1, len(draft.tokens)):
            draft.add_cards(hand, draft.tokens[token], token, path)


def read_upcard(draft: RecordDraft) -> None:
    """`up 9c`, or `up ?` for an unknown up-card."""
    card = lexer.read_one_card(draft.tokens, 1, "the card that was turned up", draft.known)
    draft.put(draft.deal, ("deal", "upcard"), card, 1)
    draft.at += 1
    draft.require_end()


def read_blind(draft: RecordDraft) -> None:
    """`blind jdacjcas`: the undealt cards from the top; `blind -` if there are none."""
    path: Path = ("deal", "blind")
    draft.put(draft.deal, path, draft.cards_or_unknown(len(draft.tokens), path), 0)


def read_disordered(draft: RecordDraft) -> None:
    """`disordered 2 5`: tricks whose cards are known, but not who played which."""
    tricks: list[int] = []
    draft.put(draft.data, ("disordered",), tricks)
    while draft.peek() or not tricks:
        draft.mark(("disordered", len(tricks)), draft.at)
        tricks.append(draft.read_count("the number of a trick"))


# Scores, remarks and the checksum


def _points(draft: RecordDraft) -> int | None:
    """Return the points in the next token; None if it is not a number."""
    word = draft.peek().lower().rstrip(",")
    sign = word[:1] if draft.known.signed and word[:1] in ("-", "+", "\u2212") else ""
    digits = word.removeprefix(sign)
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= 9):
        return None
    draft.at += 1
    return int(digits) if sign in ("", "+") else -int(digits)


def read_by_side(key: str, draft: RecordDraft) -> None:
    """Read a number for each side."""
    draft.mark((key,), 0)
    numbers: dict[str, int] = draft.data.setdefault(key, {})
    while draft.peek() or draft.at == 1:
        side = draft.read_team()
        number = _points(draft)
        if number is None:
            raise ParseError(draft.at, "expected a number")
        draft.put(numbers, (key, side), number)
    if key == "after":
        draft.moment = "scored"


def read_score(draft: RecordDraft) -> None:
    """`score NS XXX EW 132`: points or a mark; `score NS -1 EW -4` where scores go below zero."""
    draft.moment = "scored"
    while draft.peek() or draft.at == 1:
        _read_score(draft, draft.read_team())


def _read_score(draft: RecordDraft, team: str) -> None:
    token = draft.at
    score: int | str | None = _points(draft)
    if score is None and [word.lower() for word in draft.tokens[token : token + 2]] == ["turkey", "tracks"]:
        score, draft.at = "XXX", token + 2
    elif score is None:
        score = draft.read_word(draft.known.mark, "points or a mark such as `XXX`")
    draft.put(draft.data.setdefault("score", {}), ("score", team), score, token)


def read_sheet(draft: RecordDraft) -> None:
    """`sheet NS cards 91 last 10 melds 20 belle 0 EW cards 71`; `sheet NS XXX EW 132` is read as the score."""
    draft.moment, known = "scored", draft.known
    while draft.peek() or draft.at == 1:
        team = draft.read_team()
        following = draft.peek().lower()
        if following and following not in known.sheet and following not in known.side:
            _read_score(draft, team)
            continue
        line: dict[str, int] = {}
        draft.put(draft.data.setdefault("sheet", {}), ("sheet", team), line)
        while (word := draft.peek().lower()) in known.sheet:
            draft.at += 1
            draft.put(line, ("sheet", team, known.sheet[word]), draft.read_count("points"))


def read_remark(draft: RecordDraft) -> None:
    """`remark anything else worth keeping`"""
    draft.mark(("remarks", len(draft.remarks)), 1)
    draft.remarks.append(draft.read_text())


def add_sum(text: str) -> str:
    """Return the text of a hand with its sum as the last line."""
    return f"{text}sum {_sum(text.splitlines())}\n"


def read_sum(draft: RecordDraft) -> None:
    """`sum d9f870c7`, a checksum under a hand sent as a message: shows that no line is missing"""
    above = draft.lines[: draft.number]
    start = next((at for at, line in enumerate(above) if frame_of(line)), 0)
    word = draft.take_token("the checksum of the lines above")
    if word.lower() != _sum(above[start:]):
        what = f"{quote(word)} does not match the lines above: a line is missing, cut off or changed"
        raise ParseError(1, what, "copy the hand again; if you changed it yourself, delete this line")
    draft.require_end()


def _sum(lines: Iterable[str]) -> str:
    whole = "\n".join(filter(None, (" ".join(line.split()) for line in lines)))
    return f"{crc32(whole.encode()):08x}"


# The grammars

Reader = Callable[[RecordDraft], None]


_SEATS: Final = partial(read_names, "players", RecordDraft.read_seat)
_TEAMS: Final = partial(read_names, "teams", RecordDraft.read_team)
_SAYS: Final = 'says N S: as written, says E "Gus Ott": melds none / 2.3 td, says E: claim 1 @turned'
_BELIEVED: Final = 'believed E by "Agnes Weber" on 2026-01-22 because "both neighbors heard no call"'


class LineKind(NamedTuple):
    """Kind of line: the words it may begin with, the canonical one first, and its reader."""

    words: str
    read: Reader
    #: Parts that may follow, by the name that `highlight` has for them.
    within: str = "played"
    #: The only game that has it; empty for any.
    game: str = ""
    #: Its syntax, if not the docstring of the reader.
    syntax: str = ""

    @property
    def example(self) -> str:
        """Syntax by example, for help; several lines for a kind of many forms."""
        text = cleandoc(self.syntax or self.read.__doc__ or "")
        return text.rstrip(".").replace("`", "").replace("\n\n", "\n")


def _build_side_line(key: str) -> LineKind:
    return LineKind(key, partial(read_by_side, key), game="bid-euchre", syntax=f"{key} NS 12 EW 7")


#: The kinds of lines in the order of canonical text; `N` and `1` stand for the seats and the tricks.
LINE_KINDS: Final = (
    LineKind("clabber", read_frame),
    LineKind("bid-euchre", read_frame),
    LineKind("hand", partial(read_text, "id"), "text", syntax="hand owls-eagles-g1-h08"),
    LineKind("rules ruleset", partial(read_text, "ruleset"), "text", syntax="rules ecl-1992"),
    LineKind("pack", lines.read_pack, game="bid-euchre"),
    LineKind("seats players", _SEATS, "names", "clabber", "seats N Ann / E Bob / S Cy / W Dee"),
    LineKind("seats players", lines.read_family_seats, "names", "bid-euchre"),
    LineKind("teams", _TEAMS, "names", syntax="teams NS Owls / EW Eagles"),
    LineKind("context", read_context, "context"),
    LineKind("source", read_source, "source"),
    LineKind("explicit", read_explicit, "text"),
    _build_side_line("before"),
    _build_side_line("hickeys"),
    _build_side_line("burns"),
    LineKind("deal dealer", read_deal),
    LineKind("N", read_hand),
    LineKind("up upcard", read_upcard),
    LineKind("blind", read_blind, game="bid-euchre"),
    LineKind("calls declarations", lines.read_calls, "calls", "clabber"),
    LineKind("calls declarations", lines.read_family_calls, "calls", "bid-euchre"),
    LineKind("trump trumps", lines.read_trump, game="bid-euchre"),
    LineKind("out", lines.read_out, game="bid-euchre"),
    LineKind("give", lines.read_give, game="bid-euchre"),
    LineKind("contract", lines.read_contract, game="clabber"),
    LineKind("contract", lines.read_family_contract, game="bid-euchre"),
    LineKind("disordered", read_disordered),
    LineKind("1", lines.read_trick),
    LineKind("melds", lines.read_melds, game="clabber"),
    LineKind("incident", read_incident),
    LineKind("claim", read_claim),
    LineKind("agreed", read_agreed),
    LineKind("laydown lay-down", read_laydown),
    LineKind("account", read_account, "text"),
    LineKind("says", read_account_line, syntax=_SAYS),
    LineKind("believed", read_account_line, syntax=_BELIEVED),
    LineKind("score", read_score),
    _build_side_line("after"),
    LineKind("sheet", read_sheet),
    LineKind("remark", read_remark, "text"),
    LineKind("sum", read_sum, "text"),
)
#: Lines of events, which may have a clock in front.
EVENTS: Final[tuple[Reader, ...]] = (read_incident, read_claim, read_agreed, read_laydown)


class Grammar(NamedTuple):
    """Grammar of one format: vocabulary and kinds of lines."""

    #: The word that begins a hand.
    frame: str
    format: str
    known: lexer.Vocabulary
    #: The table of a hand that does not name one.
    seating: Seating
    #: The kinds of lines by first word, in canonical order.
    lines: Mapping[str, LineKind]

    @property
    def names(self) -> list[str]:
        return [word for word in self.lines if word.replace("-", "").isalpha() and len(word) > 1]

    def reader(self, word: str) -> Reader | None:
        """Return the reader of the lines that begin with a word, in any case, perhaps with a colon or full stop."""
        if kind := self.lines.get(word.lower().rstrip(".:")):
            return kind.read
        return lines.read_calls_between if self.known.melds and "+" in word[:7] else None


def _lines(game: str, seats: Iterable[str], heads: Iterable[str]) -> dict[str, LineKind]:
    lines: dict[str, LineKind] = {}
    for kind in LINE_KINDS:
        if kind.game in ("", game):
            spelled = {"N": seats, "1": heads}.get(kind.words, kind.words.split())
            lines |= dict.fromkeys(spelled, kind)
    return lines


GRAMMARS: Final = {
    "clabber": Grammar(
        "clabber",
        words.FORMAT,
        lexer.CLABBER,
        SEATING,
        _lines("clabber", lexer.CLABBER.seat, lexer.CLABBER.head),
    ),
    "bid-euchre": Grammar(
        "bid-euchre",
        bid_euchre.FORMAT,
        lexer.vocabulary(bid_euchre.COMPASS),
        lines.EMPTY,
        _lines("bid-euchre", lexer.ANY_SEAT, lexer.HEADS),
    ),
}


def grammar_of(format: str) -> Grammar:
    return next(grammar for grammar in GRAMMARS.values() if grammar.format == format)


def vocabulary_of(record: Record) -> lexer.Vocabulary:
    """Return the words of the table of a record."""
    known, seats = grammar_of(record.format).known, record.seating.seats
    return known if seats == tuple(known.left) else lexer.vocabulary(seats)


# From text to record


def parse(passage: HandText) -> Record:
    """Return the record of one hand of any game. Raise Refused with all faults, each with line and column."""
    if len(passage.text) > MOST:
        raise Refused([too_large_fault(passage.line)])
    draft = _parse_hand(passage, None)
    try:
        record = model_of(draft.format).model_validate(draft.data)
    except ValidationError as error:
        draft = _parse_hand(passage, {})
        _note_invalid(error, draft)
        record = None
    if record is None or draft.faults:
        raise Refused(draft.faults, more=draft.more, unread=draft.unread) from None
    return record


def locate(passage: HandText, path: Path) -> TextPlace:
    """Return the place in the text of a path of the hand's record, or of its nearest enclosing path."""
    return _parse_hand(passage, {}).nearest_place(path)


#: Clock in front of an event.
_CLOCK: Final = re.compile(r"@[\w.]+|[0-9]{1,2}\.[0-9]")


def _parse_hand(passage: HandText, marks: dict[Path, Mark] | None) -> RecordDraft:
    """Parse all lines of a hand, in the grammar that it names or else that of Clabber, collecting every error."""
    first, _, rest = passage.text.removeprefix("\ufeff").partition("\n")
    grammar = GRAMMARS[frame_of(first) or next(filter(None, map(frame_of, rest.split("\n"))), "clabber")]
    draft = RecordDraft(passage, grammar.format, grammar.known, grammar.seating, marks)
    lines = grammar.lines
    for number, line in enumerate(draft.lines):
        tokens = lexer.split(line)
        if not tokens:
            continue
        draft.number, draft.tokens, draft.at = number, tokens, 1
        try:
            if tokens[0] in lines and not ("{" in line or ";" in line):
                lines[tokens[0]].read(draft)
            else:
                _read_unusual(draft, grammar)
        except ParseError as error:
            draft.add_parse_error(error)
        if len(draft.faults) >= MOST_FAULTS:
            draft.unread = sum(not line.isspace() for line in filter(None, draft.lines[number + 1 :]))
            break
    _finish(draft)
    return draft


def _read_unusual(draft: RecordDraft, grammar: Grammar) -> None:
    """Parse a line with comments, a clock in front, or another spelling of its first word."""
    tokens, moment = draft.tokens, draft.moment
    places = [token for token, word in enumerate(tokens) if word[0] not in "{;"]
    reader = grammar.reader(tokens[places[0]]) if places else None
    if reader is lines.read_trick:
        lines.read_trick(draft)
        return
    if places and reader is None:
        if len(places) > 1 and _CLOCK.fullmatch(tokens[places[0]]):
            reader = grammar.reader(tokens[places[1]])
            if reader not in EVENTS and reader is not lines.read_calls_between:
                what = "expected an incident, a claim, an agreement or a lay-down after the time"
                raise ParseError(places[1], what)
            draft.moment = draft.clock(places[0], tokens[places[0]].lstrip("@"))
            del places[0]
        else:
            word = tokens[places[0]]
            raise ParseError(places[0], f"unknown line {quote(word)}", lexer.suggest(word, grammar.names))
    if reader is not None:
        draft.places = places if len(places) < len(tokens) else None
        draft.tokens = [tokens[token] for token in places]
        try:
            reader(draft)
        except ParseError as error:
            draft.add_parse_error(error)
        draft.places, draft.tokens = None, tokens
    for token, word in enumerate(tokens):
        if word[0] in "{;":
            draft.add_comment(token, word, draft.moment)
    if reader in EVENTS or reader is lines.read_calls_between:
        draft.moment = moment


def _finish(draft: RecordDraft) -> None:
    """Complete the data at the end of the hand."""
    if draft.pending:
        lines.settle(draft, None)
    if draft.winner is not None:  # no next leader confirms it: store a comment
        draft.comments.append({"at": len(draft.plays), "text": f"> {draft.winner[0]}"})
    data = draft.data
    if draft.deal:
        data["deal"] = draft.deal
    if draft.melds:
        if draft.none_called is not None:
            draft.add_fault(draft.none_called, "the hand says `melds none`, but a meld is called here")
        data["melds"] = draft.melds
    data["plays"] = draft.plays
    for key in ("incidents", "claims", "agreements", "comments", "remarks"):
        if items := getattr(draft, key):
            data[key] = items
    if draft.accounts:
        data["accounts"] = [account for account, _, _ in draft.accounts]
    if draft.explicit:
        apply_explicit(draft)
    if draft.accounts:
        # Versions speak of the record as written, its defaults included.
        finish_accounts(draft, grammar_of(draft.format).reader)


_MISSING: Final = {
    "format": RecordError(
        "the hand does not start with `clabber 1`", help="make its first line `clabber 1` or `bid-euchre 1`"
    ),
    "id": RecordError("the hand has no id", help="add a line such as `hand owls-eagles-g1-h08`"),
    "ruleset": RecordError(
        "the hand does not say which game was played", help="add a line such as `rules pepper`"
    ),
    "deal": RecordError("the hand does not say who dealt", help="add a line such as `deal W`"),
}
_PATTERNS: Final = {
    "id": "an id has only lower-case letters, digits, `.`, `_` and `-`, at most 64",
    "ruleset": "the id of a ruleset has only lower-case letters, digits, `.`, `_` and `-`, at most 64",
}
_PLAIN: Final = "text cannot contain control, invisible or private-use characters, and a name cannot be blank"


def _note_invalid(error: ValidationError, draft: RecordDraft) -> None:
    """Note the faults that a model found in the record of a draft read with marks, one for each path.

    A missing field is no fault if a line could not be read: that line may hold it.
    """
    faults: dict[Path, RecordError] = {}
    unreported: set[Path] = set()
    for found in error.errors(include_url=False):
        kind, key = found["type"], str(found["loc"][0])
        path = found["loc"] if kind == "missing" else _data_path(found["loc"], draft.data)
        name = ".".join(map(str, path))
        if kind == "missing":
            if not draft.faults:
                known = _MISSING.get(key, RecordError(f"{name} is missing"))
                faults[path] = known._replace(path=path, place=draft.nearest_place(path))
        elif path not in faults and len(faults) + len(draft.faults) >= MOST_FAULTS:
            unreported.add(path)
        elif kind == "too_long":
            # Point at the first entry beyond the limit: the list as a whole is on no line.
            most = found["ctx"]["max_length"]
            where = draft.nearest_place((*path, most))
            what, why = f"{name} is too long", f"the limit is {most}"
            faults[path] = RecordError(what, why, "shorten it", path, where)
        else:
            noun = "name" if key in ("players", "teams") else str(path[-1]).replace("_", " ")
            what, help = f"`{printable(found['input'], 40)}` is not a valid {noun}", ""
            why = found["msg"][:1].lower() + found["msg"][1:]
            if kind in ("greater_than_equal", "less_than_equal"):
                steps = map(str, reversed(path))
                number = next((_COUNTS[step] for step in steps if step in _COUNTS), "a number")
                least, most = limits_at(model_of(draft.format), path)
                what = f"expected {number} from {least} to {most}, but found `{found['input']}`"
                why = ""
            elif path in faults and not faults[path].why:
                continue  # The other forms that the value might have.
            elif kind == "string_too_long":
                what = f"`{printable(found['input'], 40)}` is too long"
                why, help = f"the limit is {found['ctx']['max_length']} characters", "shorten it"
            if kind in ("string_pattern_mismatch", "string_unicode"):
                why = _PATTERNS.get(key, _PLAIN) if kind == "string_pattern_mismatch" else _PLAIN
            if path in faults:
                before = faults[path].why
                why = before if why in before else f"{before}, or: {why}"
            faults[path] = RecordError(what, why, help, path, draft.nearest_place(path))
    draft.faults += faults.values()
    draft.more += len(unreported)


#: Numbers in words, by their key.
_COUNTS: Final = {
    "trick": "a trick",
    "order": "a place in the order",
    "score": "points",
    "tricks": "a number of tricks",
    "cut": "a number of cards",
    "cards_each": "a number of cards for each",
}


def _data_path(loc: Sequence[str | int], data: Any) -> Path:
    """Return a validator's location without the names of the alternatives tried."""
    path: list[str | int] = []
    for step in loc:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            continue
        path.append(step)
    return tuple(path)
