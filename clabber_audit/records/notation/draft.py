"""Hands of a text file, and the state of a hand while its lines are read."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from clabber_audit.cards import Seating
from clabber_audit.core.errors import MOST_FAULTS, Path, RecordError, Refused, TextPlace, not_utf8_fault
from clabber_audit.records.formats import Record, model_of
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.tokens import ParseError, quote

#: The largest hand, in bytes.
MOST: Final = 1 << 20
#: The words that begin a hand, one for each game.
FRAMES: Final = ("clabber", "bid-euchre")
_FRAMES: Final = frozenset(frame.encode() for frame in FRAMES)


class HandText(NamedTuple):
    """Text of one hand, and the number of the line, from 1, at which it begins in its file."""

    text: str
    line: int


def split_hands(lines: Iterable[bytes | str]) -> Iterator[HandText | Refused]:
    """Yield the hands of a file, given as its lines, in order; no more than one hand is held at a time.

    A hand runs from its line `clabber 1`, or `bid-euchre 1`, to the next such line; text before the first one
    belongs to the first hand. A hand that is not UTF-8 or is larger than `MOST` comes as a `Refused` in its place, not
    raised, and the next ones follow. A file of blank lines holds no hand.
    """
    held: list[bytes] = []
    begun, start, size = False, 1, 0
    for number, line in enumerate(lines, 1):
        raw = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
        raw = raw.removeprefix(BOM_UTF8).rstrip(b"\r\n") if number == 1 else raw.rstrip(b"\r\n")
        if begins_hand(raw):
            if begun:
                yield _hand_text(held, start, size)
                held, size = [], 0
            begun = True
        if size == 0 and not raw.strip():
            continue
        if size == 0:
            start = number
        size += len(raw) + 1
        if size <= MOST:
            held.append(raw)
        else:
            held.clear()
    if size:
        yield _hand_text(held, start, size)


def begins_hand(line: bytes) -> bool:
    words = line[:64].split(None, 1)
    return bool(words) and words[0].lower() in _FRAMES


def frame_of(line: str) -> str:
    """Return the word that begins a hand, or nothing if the line begins with no such word."""
    words = line[:64].lower().split(None, 1)
    frame = words[0].rstrip(".:") if words else ""
    return frame if frame in FRAMES else ""


def _hand_text(held: list[bytes], start: int, size: int) -> HandText | Refused:
    if size > MOST:
        return Refused([too_large_fault(start)])
    data = b"\n".join(held) + b"\n"
    try:
        return HandText(data.decode(), start)
    except UnicodeDecodeError as error:
        return Refused([not_utf8_fault(error, "save the file as UTF-8", error.reason, start)])


def too_large_fault(line: int) -> RecordError:
    help = "start each hand with `clabber 1` or `bid-euchre 1`"
    return RecordError("the hand is too large (limit 1 MiB)", help=help, place=TextPlace(line, 1))


#: Place: line in the hand, token in the line, character in the token.
Mark = tuple[int, int, int]


class PendingCall(NamedTuple):
    """Call or a showing among the cards: the meld so far, its seat if named, its moment and its place."""

    meld: dict[str, Any]
    owner: str | None
    is_showing: bool
    moment: int | str
    mark: Mark


Data = dict[str, Any]


@dataclass(slots=True, eq=False)
class RecordDraft:
    """Record under construction, read line by line, with a cursor on the tokens of the present line.

    Reading keeps no columns. A fault names its token, and the column is found by splitting that one line
    again; `marks`, the places of all paths, are gathered on request only.
    """

    passage: HandText
    format: str
    #: The words of the table.
    known: lexer.Vocabulary
    seating: Seating
    marks: dict[Path, Mark] | None = None
    #: True if the cards show that all seats play, against the calls.
    seated: bool = False
    lines: list[str] = field(init=False)
    data: Data = field(default_factory=dict)
    deal: Data = field(default_factory=dict)
    plays: list[Data] = field(default_factory=list)
    melds: list[Data] = field(default_factory=list)
    incidents: list[Data] = field(default_factory=list)
    claims: list[Data] = field(default_factory=list)
    agreements: list[Data] = field(default_factory=list)
    comments: list[Data] = field(default_factory=list)
    #: Accounts so far, each with its lines, which are read at the end of the hand.
    accounts: list[tuple[Data, list[Any], Mark]] = field(default_factory=list)
    remarks: list[str] = field(default_factory=list)
    #: The words of `explicit` lines, applied at the end.
    explicit: list[tuple[str, Mark]] = field(default_factory=list)
    #: Calls and showings whose seat is that of the next card.
    pending: list[PendingCall] = field(default_factory=list)
    #: The last `> S`, until the next trick line confirms it.
    winner: tuple[str, Mark] | None = None
    #: The place of `melds none`.
    none_called: Mark | None = None
    #: True after a `pack` line; the usual pack leaves no trace in the record.
    has_pack: bool = False
    moment: int | str = "deal"
    #: Number of trick lines so far, and of cards that still fit on the last one.
    tricks: int = 0
    room: int = 0
    #: True after a trick line with a wrong number, which makes the next numbers meaningless.
    miscounted: bool = False
    faults: list[RecordError] = field(default_factory=list)
    #: Number of errors beyond those reported, and of lines not read after them.
    more: int = 0
    unread: int = 0
    #: Number of the present line, its tokens, and the token to be read next.
    number: int = 0
    tokens: list[str] = field(default_factory=list)
    at: int = 0
    #: Places of the tokens that remain of a line after its comments are taken out.
    places: list[int] | None = None

    def __post_init__(self) -> None:
        self.lines = self.passage.text.removeprefix("\ufeff").split("\n")

    def mark_of(self, token: int, offset: int = 0) -> Mark:
        """Return the mark of a token of the present line."""
        if self.places is not None:
            token = self.places[token] if token < len(self.places) else self.places[-1] + 1
        return self.number, token, offset

    def mark(self, path: Path, token: int, offset: int = 0) -> None:
        """Store the place of a path if marks are gathered."""
        if self.marks is not None:
            self.marks[path] = self.mark_of(token, offset)

    def place(self, mark: Mark) -> TextPlace:
        """Return line and column in the file."""
        number, token, offset = mark
        columns = lexer.columns(self.lines[number])
        return TextPlace(self.passage.line + number, columns[min(token, len(columns) - 1)] + offset)

    def nearest_place(self, path: Path) -> TextPlace:
        """Return the place of a path, else of its nearest enclosing path, at last of the hand's first word."""
        marks = self.marks or {}
        while path and path not in marks:
            path = path[:-1]
        if path:
            return self.place(marks[path])
        first = next((number for number, line in enumerate(self.lines) if line.strip()), 0)
        return self.place((first, 0, 0))

    def add_fault(self, mark: Mark, what: str, help: str = "") -> None:
        """Note a fault; reading goes on, so that the next ones are found too."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(RecordError(what, "", help, place=self.place(mark)))
        else:
            self.more += 1

    def add_parse_error(self, error: ParseError) -> None:
        self.add_fault(self.mark_of(error.token, error.offset), error.what, error.help)

    def put(self, into: dict[str, Any], path: Path, value: object, token: int | None = None) -> None:
        """Set the key at the end of `path`, by default to the token read last.

        Raise ParseError if it is set already.
        """
        key, token = str(path[-1]), self.at - 1 if token is None else token
        if key in into:
            raise ParseError(token, f"`{'.'.join(map(str, path))}` is given twice", "keep one of the two")
        into[key] = value
        if self.marks is not None:
            self.marks[path] = self.mark_of(token)

    @property
    def says_none(self) -> bool:
        return len(self.tokens) == 2 and self.tokens[1].lower() in lexer.NONE

    def peek(self) -> str:
        """Return the next token, or nothing at the end of the line."""
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take_token(self, expected: str) -> str:
        """Return the next token and go past it."""
        if self.at >= len(self.tokens):
            raise ParseError(self.at, f"expected {expected}")
        self.at += 1
        return self.tokens[self.at - 1]

    def require_end(self) -> None:
        if word := self.peek():
            raise ParseError(self.at, f"expected the end of the line, but found {quote(word)}")

    def parts(self) -> Iterator[int]:
        """Move the cursor to each part of a line separated by `/`, and yield the end of the part."""
        start = 1
        for token, word in enumerate(self.tokens):
            if word == "/":
                self.at = start
                yield token
                start = token + 1
            elif "/" in word and word[0] != '"' and token:
                help = "put spaces around a `/` that separates two entries, or put the text in quotes"
                raise ParseError(token, f"{quote(word)} contains a slash", help)
        self.at = start
        yield len(self.tokens)

    def read_seat(self, expected: str = "a seat") -> str:
        word = self.take_token(f"{expected}: {self.known.seats_text}")
        return self.seat_called(word, self.at - 1, expected)

    def seat_called(self, word: str, token: int, expected: str = "a seat") -> str:
        """Return the seat that a word of a token names."""
        seats = self.known.seat
        seat = seats.get(word) or seats.get(word.lower().rstrip(":,."))
        if seat is None:
            what = f"expected {expected}, but found {quote(word)}"
            raise ParseError(token, what, f"a seat is {self.known.seats_text}")
        return seat

    def read_word(self, vocabulary: Mapping[str, str], expected: str) -> str:
        """Return the record's word for the next token, from a vocabulary."""
        word = self.take_token(expected)
        value = vocabulary.get(word) or vocabulary.get(word.lower().rstrip(":,"))
        if value is None:
            raise lexer.word_error(self.at - 1, word, vocabulary, expected)
        return value

    def read_team(self) -> str:
        return self.read_word(self.known.side, self.known.sides_text)

    def read_side(self) -> str:
        return self.read_word({**self.known.side, **self.known.seat}, "a seat or a team")

    def read_count(self, expected: str) -> int:
        """Return the number in the next token."""
        word = self.take_token(expected)
        digits = word.rstrip(",")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise ParseError(self.at - 1, f"expected {expected}, but found {quote(word)}")
        return int(digits)

    def read_text(self, stop: int | None = None) -> str:
        """Return the text up to a token, or to the end: one quotation, or words with a blank between each two."""
        start, self.at = self.at, len(self.tokens) if stop is None else stop
        if start >= self.at:
            raise ParseError(start, "expected some text", 'write empty text as `""`')
        for token in range(start, self.at):
            if self.tokens[token][0] == '"':
                text = lexer.unquote(self.tokens[token], token)
                if self.at - start > 1:
                    help = 'put the whole text in quotes, \\" for those inside'
                    raise ParseError(token, "nothing may follow a quoted text", help)
                return text
            if self.tokens[token] == "}":
                what = "expected some text, but found `}`"
                raise ParseError(token, what, "put text with a brace in quotes")
        return " ".join(self.tokens[start : self.at])

    def clock(self, token: int, word: str, clocks: Mapping[str, int | str] | None = None) -> int | str:
        """Return the moment a word names, without its `@`; of the table's, or of those given."""
        plain = word.lower().rstrip(",")
        for vocabulary in (clocks or self.known.clock, lexer.moments_by_trick(self.seating)):
            if (moment := vocabulary.get(plain)) is not None:
                return moment
        raise ParseError(token, f"{quote(word)} is not a time", self.known.clock_help)

    def add_cards(self, found: list[str], word: str, token: int, path: Path, start: int = 0) -> None:
        """Append the cards of a word from a character on. Raise ParseError for an unknown card."""
        for offset, code in lexer.scan(word, start, token, self.known):
            if code is None:
                raise ParseError(token, "an unknown card cannot be used here", "leave it out", offset)
            self.mark((*path, len(found)), token, offset)
            found.append(code)

    def cards_or_unknown(self, stop: int, path: Path) -> list[str | None]:
        """Return the cards up to a token, None for an unknown one; `-` stands for no cards."""
        found: list[str | None] = []
        if self.tokens[self.at : stop] == ["-"]:
            return found
        if self.at >= stop:
            raise ParseError(self.at, "expected cards", "write `?` for an unknown card")
        for token in range(self.at, stop):
            for offset, card in lexer.scan(self.tokens[token], 0, token, self.known):
                self.mark((*path, len(found)), token, offset)
                found.append(card)
        return found

    def add_comment(self, token: int, word: str, moment: int | str) -> None:
        """Store a comment, at the moment of its place unless it names one; an empty one is dropped."""
        if word[0] == "{" and not word.endswith("}"):
            raise ParseError(token, "the comment is not closed on this line", "close it with `}`")
        body = (word[1:] if word[0] == ";" else word[1:-1]).strip()
        if body.startswith("@"):
            named, *rest = body.split(None, 1)
            moment = self.clock(token, named[1:])
            if not rest:
                raise ParseError(token, "expected text after the time of the comment")
            body = rest[0]
        if body:
            self.mark(("comments", len(self.comments)), token)
            text = lexer.unquote(body, token) if lexer.is_quoted(body) else body
            self.comments.append({"at": moment, "text": text})


class OptionalKey(NamedTuple):
    """Key that may be left out: the field of the model, and its default."""

    name: str
    default: Any


#: Canonical text always writes these if they are there.
_WRITTEN: Final = frozenset(("ruleset", "upcard"))


@cache
def _optional_keys(format: str) -> dict[str, dict[str, OptionalKey]]:
    """Return the optional keys of a format by the path before them: nothing, `deal.`, `melds.*.`; lists last."""

    def keys(model: type[BaseModel]) -> dict[str, OptionalKey]:
        return {
            info.alias or name: OptionalKey(name, info.get_default(call_default_factory=True))
            for name, info in model.model_fields.items()
            if not info.is_required() and name not in _WRITTEN
        }

    model = model_of(format)
    parts: dict[str, dict[str, OptionalKey]] = {"": keys(model)}
    lists: dict[str, dict[str, OptionalKey]] = {}
    for name, info in model.model_fields.items():
        union = get_origin(info.annotation) in (Union, UnionType)
        for kind in get_args(info.annotation) if union else (info.annotation,):
            plain = get_args(kind)[0] if get_origin(kind) is Annotated else kind
            listed = get_origin(plain) is list
            inner = get_args(plain)[0] if listed else plain
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                (lists if listed else parts)[f"{name}.*." if listed else f"{name}."] = keys(inner)
    return {**parts, **lists}


def explicit_words(record: Record) -> list[str]:
    """Return the words of the `explicit` line of a record: the keys that it sets to their defaults."""
    words = []
    for prefix, keys in _optional_keys(record.format).items():
        name, _, listed = prefix.partition(".")
        part: Any = getattr(record, name) if name else record
        members: Sequence[BaseModel] = (part or ()) if listed else [part] if part is not None else []
        for key, (name, default) in keys.items() if members else ():
            holding = [at for at, member in enumerate(members) if name in member.model_fields_set]
            at_default = [at for at in holding if getattr(members[at], name) == default]
            if at_default:
                which = "*" if len(holding) == len(members) else ",".join(map(str, at_default))
                words.append(f"{prefix.replace('*', which)}{key}")
    return words


def read_explicit(draft: RecordDraft) -> None:
    """`explicit incidents melds.*.announced`"""
    draft.explicit += [(word.lower(), draft.mark_of(at)) for at, word in enumerate(draft.tokens) if at]


def apply_explicit(draft: RecordDraft) -> None:
    """Write the defaults that `explicit` lines name into keys that are not set."""
    optional = _optional_keys(draft.format)
    for word, mark in draft.explicit:
        if len(draft.faults) >= MOST_FAULTS:
            return
        name, _, rest = word.partition(".")
        which, _, key = rest.partition(".")
        if word in optional[""]:
            draft.data.setdefault(word, optional[""][word].default)
        elif not key and which in optional.get(f"{name}.", ()):
            part = draft.data.get(name)
            if isinstance(part, dict):
                part.setdefault(which, optional[f"{name}."][which].default)
            else:
                draft.add_fault(mark, f"{quote(word)} needs a {name}, and this hand has none")
        elif key in optional.get(f"{name}.*.", ()):
            members: list[dict[str, Any]] = draft.data.get(name) or []
            numbers = {str(number): number for number in range(len(members))}
            for text in numbers if which == "*" else which.split(","):
                number = numbers.get(text.lstrip("0") or text[:1]) if len(text) < 4 else None
                if number is None:
                    what = f"{quote(word)}: there is no entry {which} in {name}"
                    draft.add_fault(mark, what, "entries are counted from 0")
                    break
                members[number].setdefault(key, optional[f"{name}.*."][key].default)
        else:
            paths = [prefix + key for prefix, keys in optional.items() for key in keys if "*" not in prefix]
            draft.add_fault(mark, f"{quote(word)} is not an optional field", lexer.suggest(word, paths))
