"""Input records, one at a time, good or refused."""

from __future__ import annotations

import gzip
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, cast

from clabber_audit.core.errors import (
    ClabberError,
    RecordError,
    Refused,
    TextPlace,
    Undecided,
    Unusable,
    with_excerpts,
)
from clabber_audit.core.errors import Path as RecordPath
from clabber_audit.evidence.finding import MOST_EFFORT
from clabber_audit.games import game_of
from clabber_audit.games.parse import admit, parse_hand
from clabber_audit.records.accounts import believe
from clabber_audit.records.formats import Record
from clabber_audit.records.hand import Hand
from clabber_audit.records.parse import LARGEST, place_of, too_large_fault
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of, law_of_text, load_law
from clabber_audit.rules.decided import with_book
from clabber_audit.rules.lines import RulesetLine, format_date, period_of
from clabber_audit.rules.ruleset import LINES, SHIPPED

if TYPE_CHECKING:
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.rules.book import Book

START: Final = TextPlace(1, 1)


class InputRecord(NamedTuple):
    """Record read from an input: a hand, or the error that refused it."""

    source: str
    hand: Hand | None
    refused: Refused | None
    #: Place of a part of the record in its source.
    locate: Callable[[RecordPath], TextPlace]
    #: The ruling that the record was found in, if it was.
    ruling: dict[str, Any] | None = None
    #: The page that the ruling was found in, if it was a page.
    page: str = ""
    #: The law that an archive keeps for the hand, or that the ruling carries, if it is from one.
    law: BoundRuleset | None = None

    @property
    def record(self) -> Record | None:
        return self.hand.original if self.hand else None

    @property
    def effort(self) -> int:
        """Effort of the ruling that the record was found in, else 1."""
        given = self.ruling.get("effort") if self.ruling else None
        return given if isinstance(given, int) and 1 <= given <= MOST_EFFORT else 1

    def __repr__(self) -> str:
        return f"<{'refused' if self.record is None else self.record.id} from {self.source}>"


class UnreadRecord(NamedTuple):
    """Line of JSON that is not parsed yet."""

    #: The line without its end; None if it is longer than any record.
    text: bytes | None
    #: Parser of the line; Unusable if an archive holds it and it is damaged.
    read: Callable[[], InputRecord]
    #: The law that an archive keeps for the hand, if it is from one.
    law: BoundRuleset | None = None


def parse_record(item: InputRecord | UnreadRecord) -> InputRecord:
    """Parse a record unless it is parsed already."""
    return item.read() if isinstance(item, UnreadRecord) else item


def believe_versions(
    item: InputRecord, beliefs: Sequence[str], *, by: str, because: str, on: str | None = None
) -> InputRecord:
    """Return an input record with findings of fact; see `accounts.believe`. Refused for a version that cannot be."""
    assert item.record is not None
    return with_record(item, believe(item.record, beliefs, by, because, on))


def with_record(item: InputRecord, record: Any) -> InputRecord:
    """Return an input record with another record in its place; Refused if it cannot be."""
    try:
        return item._replace(hand=admit(record, item.locate))
    except Refused as refused:
        raise Refused(refused.faults, item.source, refused.more) from None


def law_for(item: InputRecord, override: BoundRuleset | None, book: Book | None = None) -> BoundRuleset:
    """Return the ruleset to judge a hand by: the override, else that of its archive or ruling, else the one it names.

    A `book` changes it from the dates of its decisions on; a ruling keeps the decisions that it was given by.

    Refused if there is no ruleset of that name, or if the hand is of another game or table than the ruleset.
    """
    assert item.hand is not None
    record, law = item.hand.record, override or item.law
    if law is None and record.ruleset in LINES:
        law = load_law(record.ruleset)
    if law is None and record.ruleset in SHIPPED:
        law = law_of(record.ruleset)
    if law is not None and book is not None and law.book is None:
        law = with_book(law, book)
    if law is not None and law.line is not None:
        law = _find_text_in_force(item.hand, law.line, item.source)
    if law is None:
        fault = RecordError(
            f"there is no ruleset “{record.ruleset}”",
            f"the built-in rulesets are {', '.join(SHIPPED)}",
            "correct the record, or name the rules with --ruleset FILE",
            place=item.locate(("ruleset",)),
        )
        raise Refused([fault], item.source)
    if record.format != law.game.format:
        played = game_of(record.format).name
        what, why = f"this is a hand of {played}", f"“{law.ruleset.id}” is for {law.game.name}"
        raise Refused(
            [RecordError(what, why, f"give rules for {played}", place=item.locate(("format",)))], item.source
        )
    if strange := law.game.table_faults(record, law.toggles):
        raise Refused([fault._replace(place=item.locate(fault.path)) for fault in strange], item.source)
    return law


def _find_text_in_force(hand: Hand, line: RulesetLine, source: str) -> BoundRuleset:
    """Return the text of a line in force when a hand was played; Undecided if two were, and it matters."""
    when = period_of(hand.record)
    texts = line.find_texts_in_force(when)
    laws = [law_of_text(text) for text in texts]
    if len(laws) == 1:
        return laws[0]
    from clabber_audit.judge.comparison import ruling_parts
    from clabber_audit.judge.judge import adjudicate

    rulings = [adjudicate(hand, law) for law in laws]
    if len({ruling_parts(ruling)._replace(marks=None) for ruling in rulings}) == 1 or when is None:
        return laws[-1]
    what = f"{source}: hand {hand.record.id}: {when.words} has {len(texts)} texts of {line.id}, which rule differently"
    days = [format_date(text.written or str(text.first)) for text in texts[1:]]
    or_else = "" if line.newest.book else ", or give --as-of DATE"
    question = f"was it before or after {' or '.join(days)}? Correct the date{or_else}"
    since = [f"before {days[0]}", *(f"from {day} on" for day in days)]
    whens, names = max(map(len, since)), max(len(text.name) for text in texts)
    rows = [
        f"{when:<{whens}}  {text.name:<{names}}  {_outcome(ruling)}"
        for when, text, ruling in zip(since, texts, rulings, strict=True)
    ]
    raise Undecided(what, "", question, tuple(rows))


def _outcome(ruling: Ruling) -> str:
    """Return the score of a ruling, or what else becomes of the hand."""
    remedy, record = ruling.remedy, ruling.replay.hand.record
    points = remedy.marks or remedy.score
    if points is None:
        return remedy.outcome.replace("_", " ")
    sides = zip(ruling.replay.hand.seating.side_names, points, strict=True)
    return ", ".join(f"{record.teams.get(side, side)} {own}" for side, own in sides)


def record_from(
    source: str,
    read: Callable[[], Record],
    locate: Callable[[RecordPath], TextPlace],
    lines: Callable[[], Sequence[str]] = list,
    first: int = 1,
) -> InputRecord:
    """Return the record that `read` gives as an input record, refused if it cannot be read or contradicts itself.

    A refusal has excerpts of the `lines`, the first of which is number `first`.
    """
    try:
        return InputRecord(source, admit(read(), locate), None, locate)
    except Refused as refused:
        return refuse_record(refused, source, None, lines(), first)


def unreadable_error(path: str, problem: Exception) -> Unusable:
    reason = getattr(problem, "strerror", None) or str(problem)
    return Unusable(f"cannot read {path}", reason, "check the name and the file")


def text_record(data: bytes, source: str, base: TextPlace) -> InputRecord:
    """Return the record of a text that begins at `base` in its source."""

    def locate(path: RecordPath) -> TextPlace:
        return shift_place(place_of(path, data.removeprefix(BOM_UTF8).decode()), base)

    try:
        return InputRecord(source, parse_hand(data), None, locate)
    except Refused as refused:
        return refuse_record(refused, source, base, lines_of(data))


def shift_place(place: TextPlace, base: TextPlace) -> TextPlace:
    """Return a place of a text as a place of its source, in which the text begins at `base`."""
    return TextPlace(place.line + base.line - 1, place.column + (base.column - 1 if place.line == 1 else 0))


def refuse_oversized(source: str, base: TextPlace) -> InputRecord:
    return refuse_record(Refused([too_large_fault()._replace(place=base)]), source)


def lines_of(data: bytes) -> list[str]:
    """Return the lines of some bytes that may not be text, for excerpts."""
    return data.decode("utf-8-sig", "replace").split("\n")


def refuse_record(
    refused: Refused, source: str, base: TextPlace | None = None, lines: Sequence[str] = (), first: int = 1
) -> InputRecord:
    """Return a refused record, with its source and excerpts of its lines, the first of which is number `first`.

    `base` is where the text begins in its source, if its faults are counted from its own beginning.
    """
    faults = with_excerpts(refused.faults, lines, first)
    if base is not None:
        faults = [fault._replace(place=shift_place(fault.place or START, base)) for fault in faults]
    refused = Refused(faults, source, refused.more, refused.unread)
    return InputRecord(source, None, refused, lambda _path: START)


def record_blocks(
    items: Iterable[InputRecord | UnreadRecord], size: int, waits: Callable[[], bool] = lambda: False
) -> Iterator[list[InputRecord | UnreadRecord]]:
    """Yield records in blocks of `size` bytes, or fewer if a consumer `waits`; parsed ones count as a whole block.

    Errors come after the records before them.
    """
    block, held = list[InputRecord | UnreadRecord](), 0
    try:
        for item in items:
            block.append(item)
            held += len(item.text or b"") if isinstance(item, UnreadRecord) else size
            if held >= size or waits():
                yield block
                block, held = [], 0
    except ClabberError:
        yield block
        raise
    yield block


def json_lines(file: Any, source: str, first_line: int = 1) -> Iterator[UnreadRecord]:
    """Yield the records of a file of JSON Lines, not parsed yet; blank lines are passed over."""
    number = first_line
    while line := file.readline(LARGEST + 2):
        place = TextPlace(number, 1)
        if number == 1:
            line = line.removeprefix(BOM_UTF8)
        if len(line) > LARGEST + 1:
            _pass_over(line, file)
            yield UnreadRecord(None, partial(refuse_oversized, source, place))
        elif line and not line.isspace():
            text = line.rstrip(b"\r\n")
            yield UnreadRecord(text, partial(text_record, text, source, place))
        else:
            number += blank_lines(file)
        number += 1


def blank_lines(file: Any) -> int:
    """Pass over the blank lines that come next, many at a time, and return their number."""
    passed = 0
    while hasattr(file, "peek") and (ahead := file.peek(1)):
        blank = len(ahead) - len(ahead.lstrip())
        end = ahead.rfind(b"\n", 0, blank) + 1
        if not end:
            break
        passed += file.read(end).count(b"\n")
    return passed


def read_bounded_lines(file: IO[bytes]) -> Iterator[bytes]:
    """Yield the lines of a file, those longer than any hand cut short, so that none is in memory whole."""
    while line := file.readline(LARGEST + 2):
        yield line
        _pass_over(line, file)


def _pass_over(line: bytes, file: Any) -> None:
    """Skip the rest of a line that was read only in part."""
    while len(line) >= LARGEST and not line.endswith(b"\n"):
        line = file.readline(LARGEST)


#: Unpacked size that is always allowed, and the limit of growth beyond it; files of hands grow twentyfold.
_LET_BE: Final = 64 << 20
_MOST_TIMES: Final = 100


class Unpacked:
    """Content of a gzip file; Unusable, with its `source`, if it grows too large."""

    def __init__(self, file: Any, source: str) -> None:
        self._packed, self._source, self._size = _Counted(file), source, 0
        self._content = gzip.GzipFile(fileobj=cast(IO[bytes], self._packed), mode="rb")

    def readline(self, most: int) -> bytes:
        return self._check_size(self._content.readline(most))

    def read(self, most: int) -> bytes:
        return self._check_size(self._content.read(most))

    def peek(self, most: int) -> bytes:
        return self._content.peek(most)

    def _check_size(self, piece: bytes) -> bytes:
        self._size += len(piece)
        if self._size > max(_LET_BE, _MOST_TIMES * self._packed.size):
            what = f"{self._source} unpacks to more than {_MOST_TIMES} times its size"
            raise Unusable(what, "real records do not shrink that much", "unpack it and check what is in it")
        return piece


class _Counted:
    """File that counts the bytes read."""

    def __init__(self, file: Any) -> None:
        self.file, self.size = file, 0

    def read(self, most: int) -> bytes:
        piece: bytes = self.file.read(most)
        self.size += len(piece)
        return piece
