"""State of a hand while its text is read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from types import UnionType
from typing import Annotated, Any, Final, NamedTuple, Union, get_args, get_origin

from pydantic import BaseModel

from clabber_audit.cards.seating import Seating
from clabber_audit.core.errors import MOST_FAULTS, Fault, Path, Place, Refused
from clabber_audit.records.formats import Record, model_of
from clabber_audit.records.notation import tokens as lexer
from clabber_audit.records.notation.tokens import (
    ParseError,
    Vocabulary,
    moments_by_trick,
    nearest,
    quote,
    scan,
    unknown,
    unquote,
)

#: The most one hand may measure, in bytes.
MOST: Final = 1 << 20
#: The words that begin a hand, one for each language.
FRAMES: Final = ("clabber", "bid-euchre")
_BOM: Final = b"\xef\xbb\xbf"


_FRAMES: Final = frozenset(frame.encode() for frame in FRAMES)


class HandText(NamedTuple):
    """Text of one hand, and the number of the line, from 1, at which it begins in its file."""

    text: str
    line: int


def passages(lines: Iterable[bytes | str]) -> Iterator[HandText | Refused]:
    """Yield the hands of a file, given as its lines, in order; no more than one hand is held at a time.

    A hand runs from its line `clabber 1`, or `bid-euchre 1`, to the next such line; what stands before the first one
    belongs to the first hand. A hand that is not UTF-8 or is larger than `MOST` comes as a `Refused` in its place, not
    raised, and the next ones follow. A file of blank lines holds no hand.
    """
    held: list[bytes] = []
    begun, start, size = False, 1, 0
    for number, line in enumerate(lines, 1):
        raw = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
        raw = raw.removeprefix(_BOM).rstrip(b"\r\n") if number == 1 else raw.rstrip(b"\r\n")
        if begins_hand(raw):
            if begun:
                yield _passage(held, start, size)
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
        yield _passage(held, start, size)


def begins_hand(line: bytes) -> bool:
    """Return True if a line is the first of a hand."""
    words = line[:64].split(None, 1)
    return bool(words) and words[0].lower() in _FRAMES


def frame_of(line: str) -> str:
    """Return the word that begins a hand, where a line begins with it; else nothing."""
    words = line[:64].lower().split(None, 1)
    frame = words[0].rstrip(".:") if words else ""
    return frame if frame in FRAMES else ""


def _passage(held: list[bytes], start: int, size: int) -> HandText | Refused:
    if size > MOST:
        return Refused([too_large(start)])
    data = b"\n".join(held) + b"\n"
    try:
        return HandText(data.decode(), start)
    except UnicodeDecodeError as error:
        before = data[: error.start].decode()
        place = Place(start + before.count("\n"), len(before) - before.rfind("\n"))
        what = f"byte {data[error.start]:#04x} is not UTF-8 text"
        return Refused([Fault(what, error.reason, "save the file as UTF-8", place)])


def too_large(line: int) -> Fault:
    """Return the fault of a hand, beginning at `line`, that is larger than `MOST`."""
    return Fault(
        "the hand is too large (limit 1 MiB)",
        help="start each hand with `clabber 1` or `bid-euchre 1`",
        place=Place(line, 1),
    )


#: Place: line in the hand, token in the line, character in the token.
Mark = tuple[int, int, int]


class PendingCall(NamedTuple):
    """Call or a showing among the cards: the meld so far, its seat if named, its moment and its place."""

    meld: dict[str, Any]
    owner: str | None
    is_showing: bool
    moment: int | str
    mark: Mark


class RecordDraft:
    """Record under construction, read line by line, with what is needed to place errors.

    Reading keeps no columns. A fault names its token, and the column is found by splitting that one line
    again; `marks`, the places of all paths, are gathered on request only.
    """

    __slots__ = (
        "claims", "comments", "data", "deal", "explicit", "faults", "follows", "format", "incidents", "kept", "known",
        "lines", "marks", "melds", "miscounted", "moment", "more", "none_called", "number", "once", "passage",
        "pending", "plays", "remarks", "room", "seated", "seating", "tricks", "unread", "winner",
    )  # fmt: skip

    def __init__(
        self,
        passage: HandText,
        format: str,
        known: Vocabulary,
        seating: Seating,
        marks: dict[Path, Mark] | None = None,
    ) -> None:
        self.passage = passage
        self.format = format
        #: The words of the table.
        self.known = known
        #: True if the cards show that all seats play, whatever the calls say.
        self.seated = False
        self.sit_down(seating)
        self.lines = passage.text.removeprefix("\ufeff").split("\n")
        self.marks = marks
        self.data: dict[str, Any] = {}
        self.deal: dict[str, Any] = {}
        self.plays: list[dict[str, Any]] = []
        self.melds: list[dict[str, Any]] = []
        self.incidents: list[dict[str, Any]] = []
        self.claims: list[dict[str, Any]] = []
        self.comments: list[dict[str, Any]] = []
        self.remarks: list[str] = []
        #: The words of `explicit` lines, applied when all else is read.
        self.explicit: list[tuple[str, Mark]] = []
        #: Calls and showings that wait for the next card to tell whose they are.
        self.pending: list[PendingCall] = []
        #: The last `> S`, until the next trick line confirms it.
        self.winner: tuple[str, Mark] | None = None
        #: The place of `melds none`.
        self.none_called: Mark | None = None
        #: The lines read of which a hand has one, as far as the record does not tell.
        self.once: set[str] = set()
        self.moment: int | str = "deal"
        #: Number of trick lines so far, and of cards that still fit on the last one.
        self.tricks = self.room = 0
        #: Once a trick line had the wrong number, the numbers of the next ones say nothing.
        self.miscounted = False
        self.faults: list[Fault] = []
        #: Number of errors beyond those reported, and of lines not read after them.
        self.more = self.unread = 0
        self.number = 0
        #: Of a line with comments taken out: the places of the tokens that are left.
        self.kept: list[int] | None = None

    def sit_down(self, seating: Seating) -> None:
        """Take the seats that play, and so the width of a trick, from what was said of the table."""
        self.seating = seating
        #: The seat that plays after each.
        self.follows = seating.follows

    def stay_seated(self) -> None:
        """Take everybody for a player, whatever was said."""
        self.seated = True
        self.sit_down(replace(self.seating, out=0))

    def here(self, token: int, offset: int = 0) -> Mark:
        """Return the mark of a token of the present line."""
        if self.kept is not None:
            token = self.kept[token] if token < len(self.kept) else self.kept[-1] + 1
        return self.number, token, offset

    def mark(self, path: Path, token: int, offset: int = 0) -> None:
        """Store the place of a path if marks are gathered."""
        if self.marks is not None:
            self.marks[path] = self.here(token, offset)

    def place(self, mark: Mark) -> Place:
        """Line and column in the file."""
        number, token, offset = mark
        columns = lexer.columns(self.lines[number])
        return Place(self.passage.line + number, columns[min(token, len(columns) - 1)] + offset)

    def fault(self, mark: Mark, what: str, help: str = "", why: str = "", path: Path = ()) -> None:
        """Note a fault; reading goes on, so that the next ones are found too."""
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(Fault(what, why, help, self.place(mark), path))
        else:
            self.more += 1

    def slipped(self, slip: ParseError) -> None:
        """Note a slip in the present line as a fault."""
        self.fault(self.here(slip.token, slip.offset), slip.what, slip.help)

    def nearest(self, path: Path) -> Place:
        """Return the place of a path, else of its nearest enclosing path, at last of the hand's first word."""
        marks = self.marks or {}
        while path and path not in marks:
            path = path[:-1]
        if path:
            return self.place(marks[path])
        first = next((number for number, line in enumerate(self.lines) if line.strip()), 0)
        return self.place((first, 0, 0))

    def put(self, into: dict[str, Any], path: Path, value: object, token: int = 0) -> None:
        """Set the key at the end of `path`; a Slip if it was said before."""
        key = str(path[-1])
        if key in into:
            raise ParseError(token, f"`{'.'.join(map(str, path))}` is given twice", "keep one of the two")
        into[key] = value
        if self.marks is not None:
            self.marks[path] = self.here(token)

    def seat(self, tokens: list[str], token: int, expected: str = "a seat") -> str:
        """Return the seat a token names."""
        if token >= len(tokens):
            raise ParseError(token, f"expected {expected}: {self.known.seats_told}")
        return self.seat_called(tokens[token], token, expected)

    def seat_called(self, word: str, token: int, expected: str = "a seat") -> str:
        """Return the seat that a word, standing at a token, names."""
        seats = self.known.seat
        found = seats.get(word) or seats.get(word.lower().rstrip(":,."))
        if found is None:
            raise ParseError(
                token, f"expected {expected}, but found {quote(word)}", f"a seat is {self.known.seats_told}"
            )
        return found

    def word(self, tokens: list[str], token: int, vocabulary: Mapping[str, str], expected: str) -> str:
        """Return the record's word for a token, from a vocabulary."""
        if token >= len(tokens):
            raise ParseError(token, f"expected {expected}")
        found = vocabulary.get(tokens[token]) or vocabulary.get(tokens[token].lower().rstrip(":,"))
        if found is None:
            raise unknown(token, tokens[token], vocabulary, expected)
        return found

    def team(self, tokens: list[str], token: int) -> str:
        """Return the team a token names."""
        return self.word(tokens, token, self.known.side, self.known.sides_told)

    def side(self, tokens: list[str], token: int) -> str:
        """Return the seat or the team a token names."""
        return self.word(tokens, token, {**self.known.side, **self.known.seat}, "a seat or a team")

    def count(self, tokens: list[str], token: int, expected: str) -> int:
        """Return the number a token says."""
        if token >= len(tokens):
            raise ParseError(token, f"expected {expected}")
        digits = tokens[token].rstrip(",")
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 9):
            raise ParseError(token, f"expected {expected}, but found {quote(tokens[token])}")
        return int(digits)

    def text(self, tokens: list[str], start: int, stop: int) -> str:
        """Return the text between two tokens: one quotation, or words with a blank between each two."""
        if start >= stop:
            raise ParseError(start, "expected some text", 'write empty text as `""`')
        for token in range(start, stop):
            if tokens[token][0] == '"':
                found = unquote(tokens[token], token)
                if stop - start > 1:
                    raise ParseError(
                        token,
                        "nothing may follow a quoted text",
                        'put the whole text in quotes, \\" for those inside',
                    )
                return found
            if tokens[token] == "}":
                raise ParseError(
                    token, "expected some text, but found `}`", "put text with a brace in quotes"
                )
        return " ".join(tokens[start:stop])

    def clock(self, token: int, word: str, clocks: Mapping[str, int | str] | None = None) -> int | str:
        """Return the moment a word names, without its `@`; of the table's, or of those given."""
        plain = word.lower().rstrip(",")
        for vocabulary in (clocks or self.known.clock, moments_by_trick(self.seating)):
            if (found := vocabulary.get(plain)) is not None:
                return found
        raise ParseError(token, f"{quote(word)} is not a time", self.known.clock_help)

    def add_cards(self, found: list[str], word: str, token: int, path: Path, start: int = 0) -> None:
        """Append the cards of a word from a character on; of a hand, a meld, an order all are known."""
        if self.marks is None:
            pairs = range(start, len(word), 2)
            card = self.known.card
            codes = [card.get(word)] if word in card else [card.get(word[at : at + 2]) for at in pairs]
            if None not in codes:
                found += codes  # type: ignore[arg-type]  # None was just ruled out
                return
        for offset, code in scan(word, start, token, self.known):
            if code is None:
                raise ParseError(token, "an unknown card cannot be used here", "leave it out", offset)
            self.mark((*path, len(found)), token, offset)
            found.append(code)

    def comment(self, token: int, word: str, moment: int | str) -> None:
        """Store a comment, at the moment where it stands unless it names one; an empty one says nothing."""
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
            self.comments.append(
                {"at": moment, "text": unquote(body, token) if lexer.is_quoted(body) else body}
            )


class OptionalKey(NamedTuple):
    """Key that may be left out: what the model calls it, and what it is when it is."""

    field: str
    default: Any


class OptionalKeys(NamedTuple):
    """Keys of a format that may be left out, those of the record, of its parts and of the members of its lists."""

    top: dict[str, OptionalKey]
    parts: dict[str, dict[str, OptionalKey]]
    lists: dict[str, dict[str, OptionalKey]]


#: These are always written by canonical text where they are there.
_WRITTEN: Final = frozenset(("ruleset", "upcard"))


def _optional(model: type[BaseModel]) -> dict[str, OptionalKey]:
    fields = model.model_fields.items()
    return {
        field.alias or name: OptionalKey(name, field.get_default(call_default_factory=True))
        for name, field in fields
        if not field.is_required() and name not in _WRITTEN
    }


@cache
def _keys(format: str) -> OptionalKeys:
    model = model_of(format)
    found = OptionalKeys(_optional(model), {}, {})
    for name, field in model.model_fields.items():
        for kind in _alternatives(field.annotation):
            listed = get_origin(kind) is list
            inner = get_args(kind)[0] if listed else kind
            if isinstance(inner, type) and issubclass(inner, BaseModel):
                (found.lists if listed else found.parts)[name] = _optional(inner)
    return OptionalKeys(
        found.top, *({name: keys for name, keys in held.items() if keys} for held in found[1:])
    )


def _alternatives(annotation: Any) -> Iterator[Any]:
    """Yield the types of a union, without their annotations."""
    for kind in get_args(annotation) if get_origin(annotation) in (Union, UnionType) else (annotation,):
        yield get_args(kind)[0] if get_origin(kind) is Annotated else kind


def written_out(record: Record) -> list[str]:
    """Return the words of the `explicit` line of a record."""
    keys = _keys(record.format)
    found = _at_default(record, keys.top)
    for name, optional in keys.parts.items():
        if (part := getattr(record, name)) is not None:
            found += [f"{name}.{key}" for key in _at_default(part, optional)]
    for name, optional in keys.lists.items():
        if members := getattr(record, name):
            found += [
                word
                for key in optional
                if (word := _member_key(f"{name}.{{}}.{key}", optional[key], members))
            ]
    return found


def _at_default(part: BaseModel, keys: dict[str, OptionalKey]) -> list[str]:
    """Return the keys that a part sets to their default."""
    held = part.model_fields_set
    return [
        name for name, (field, default) in keys.items() if field in held and getattr(part, field) == default
    ]


def _member_key(word: str, key: OptionalKey, members: Sequence[BaseModel]) -> str:
    """Return the word for one key of the members of a list, empty if none sets its default."""
    field, default = key
    holding = [index for index, member in enumerate(members) if field in member.model_fields_set]
    at_default = [index for index in holding if getattr(members[index], field) == default]
    if not at_default:
        return ""
    return word.format("*" if len(holding) == len(members) else ",".join(map(str, at_default)))


def read_explicit(draft: RecordDraft, tokens: list[str]) -> None:
    """`explicit incidents melds.*.announced`"""
    draft.explicit += [(tokens[token].lower(), draft.here(token)) for token in range(1, len(tokens))]


def apply_explicit(draft: RecordDraft) -> None:
    """Write the defaults that `explicit` lines name into the keys that nothing else has set."""
    if not draft.explicit:
        return
    top, parts, lists = _keys(draft.format)
    for word, mark in draft.explicit:
        if len(draft.faults) >= MOST_FAULTS:
            return
        if word in top:
            draft.data.setdefault(word, top[word].default)
            continue
        name, _, rest = word.partition(".")
        which, _, key = rest.partition(".")
        if not key and which in parts.get(name, ()):
            part = draft.data.get(name)
            if isinstance(part, dict):
                part.setdefault(which, parts[name][which].default)
            else:
                draft.fault(mark, f"{quote(word)} needs a {name}, and this hand has none")
        elif key in lists.get(name, ()):
            _apply_to_members(draft, word, mark, lists[name][key].default)
        else:
            paths = [*top, *(f"{part}.{key}" for part, keys in parts.items() for key in keys)]
            draft.fault(mark, f"{quote(word)} is not an optional field", nearest(word, paths))


def _apply_to_members(draft: RecordDraft, word: str, mark: Mark, default: Any) -> None:
    name, which, key = word.split(".")
    members: list[dict[str, Any]] = draft.data.get(name) or []
    indexes = range(len(members))
    wanted = indexes if which == "*" else [_index(text) for text in which.split(",")]
    for index in wanted:
        if index not in indexes:
            draft.fault(
                mark, f"{quote(word)}: there is no entry {which} in {name}", "entries are counted from 0"
            )
            return
        members[index].setdefault(key, default)


def _index(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1
