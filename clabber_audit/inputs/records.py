"""Input records, one at a time, good or refused, and the input format of a file by its extension."""

from __future__ import annotations

import gzip
import os
import re
import zipfile
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final, NamedTuple, cast

from clabber_audit.archive import is_archive
from clabber_audit.core.errors import (
    ClabberError,
    RecordError,
    Refused,
    TextPlace,
    Undecided,
    Unusable,
    printable,
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
from clabber_audit.records.sheets import WORKBOOKS
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of, law_of_text, load_law, with_book
from clabber_audit.rules.lines import RulesetHistory, format_date, period_of
from clabber_audit.rules.ruleset import LINES, SHIPPED

if TYPE_CHECKING:
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.rules.book import Book


ENDINGS: Final = (".json", ".jsonl", ".jsonl.gz", ".clab", ".csv", *WORKBOOKS, ".html")
#: Ending of the file beside a workbook with the answers to its questions.
MAPPING: Final = ".map"
#: Extension of a table of hands. A folder skips tables and archives: they repeat the hands of its other files.
TABLE: Final = ".parquet"
#: Number of bytes read to recognize a file.
_START: Final = 1 << 14
#: Format of a JSON text: the first one in it, since a ruling has that of its record too.
_FORMAT: Final = re.compile(rb'"format"\s*:\s*"((?:clabber|bid-euchre)-[a-z-]+)/')
_SEASON: Final = "clabber-season"
#: Formats that commands write and no reader takes; of an unknown format the reader reports a fault.
_WRITTEN_FORMATS: Final = (
    "clabber-audit", "clabber-conformance", "clabber-evening", "clabber-players", "clabber-schedule",
    "clabber-scorecard", "clabber-site", "clabber-standings", "clabber-statement", "clabber-table-check",
)  # fmt: skip

_PICTURE: Final = (
    "type the hands in with `clabber-audit record`, or on the page that `clabber-audit recorder` writes"
)
_OTHER_WORKBOOKS: Final = ("xls", "numbers")
_SEPARATED: Final = ("tsv", "tab")
_DOCUMENTS: Final = ("doc", "docx", "rtf", "odt", "pages")
_TEXTS: Final = ("txt", "text")
#: Advice for files of other types, by their endings.
_INSTEAD: Final = {
    _OTHER_WORKBOOKS: "save it as CSV in the spreadsheet program, and give the .csv file",
    _SEPARATED: "rename it so that it ends in .csv; tabs between the cells are fine",
    ("pdf", "png", "jpg", "jpeg", "gif", "heic", "tif", "tiff", "webp", "bmp", "svg"): _PICTURE,
    (*_TEXTS, "md", "log"): "if it holds hands written as text, rename it so that it ends in .clab",
    _DOCUMENTS: "copy the hands into a plain text file that ends in .clab",
    ("zip", "gz", "tar", "tgz", "7z", "rar"): "unpack it, and give the files inside",
    ("toml",): "rules are given with --ruleset",
}
#: Endings of tables and texts that people may have meant to hold hands.
_MEANT_AS_HANDS: Final = (*_OTHER_WORKBOOKS, *_SEPARATED, *_DOCUMENTS, *_TEXTS)
#: First columns of the tables that other commands write.
_WRITTEN_TABLES: Final = (
    b"card,",
    b"place,shared,team,",
    b"round,day,match,team,",
    b"what,round,match,",
    b"what,player,partner,",
    b"id,season,round,table,",
    b"place,player,total,",
)
#: Heading of standings as typed from a newspaper.
_STANDINGS: Final = re.compile(rb"^(?:place,)?team,(?:played,)?won,lost,points\s*$", re.MULTILINE)
#: The foot of the texts that other commands write.
_WRITTEN_TEXT: Final = re.compile(rb"^clabber-audit [0-9]+\.[0-9]+", re.MULTILINE)
#: Creation date in every workbook that this program writes.
_WORKBOOK_DATE: Final = b"2000-01-01T00:00:00Z"
_PROPERTIES: Final = "docProps/core.xml"


class NotRead(NamedTuple):
    """File of a folder from which no hand is read, and the reason."""

    path: str
    why: str
    #: Advice, if the file may have been meant to hold hands.
    help: str = ""

    @property
    def fault(self) -> Refused | None:
        """Refusal of a file that was meant to hold hands, None for any other."""
        if not self.help:
            return None
        known = f"supported are {', '.join((*ENDINGS, TABLE))} and archives"
        return Refused([RecordError(self.why, known, self.help, place=TextPlace(1, 1))], self.path)


def find_ending(name: str) -> str:
    """Return the one of `ENDINGS` that a file name has, or nothing. Phones hand files on as `.clab.txt`."""
    return next((known for known in ENDINGS if name.lower().removesuffix(".txt").endswith(known)), "")


def _extension(name: str) -> str:
    return name.lower().rpartition(".")[2]


def conversion_advice(name: str) -> str:
    """Return the advice for a file of an unsupported type."""
    extension = _extension(name)
    return next((advice for known, advice in _INSTEAD.items() if extension in known), "rename or convert it")


def survey(path: str, *, deep: bool = True) -> Iterator[str | NotRead]:
    """Yield every file that a path stands for, in order: its name if it is to be read, else why it is not.

    A file that is named is read. A folder is read with its folders, unless `deep` is false; a README in it is passed over.
    """
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    for inner in _list_files(path, deep):
        reason = _reason(inner)
        if reason != _README:
            yield NotRead(str(inner), *reason) if reason else str(inner)


#: The reason of a file that explains the others: nobody expects hands in it, so that it is not worth a line.
_README: Final = ("it explains the other files", "")


def _reason(file: Path) -> tuple[str, str] | None:
    """Return why no hand is read from a file of a folder, and what to do; None if some may be read."""
    name, kind = file.name, find_ending(file.name)
    if file.is_dir():
        return "it is a folder; name it to read what is in it", ""
    if not file.is_file():
        gone = file.is_symlink() and not file.exists()
        return "it is a link that leads nowhere" if gone else "it is not an ordinary file", ""
    try:
        with file.open("rb") as opened:
            start = opened.read(_START)
    except OSError:
        # Reading reports the reason.
        return None if kind else ("it cannot be opened", "check its permissions")
    if name.lower().endswith(TABLE):
        return "a folder may hold the same hands as files; name it to read it", ""
    if is_archive(str(file)):
        return "it is an archive; name it to read its hands", ""
    why = ""
    if kind in (".json", ".jsonl") and (match := _FORMAT.search(start)):
        format = match[1].decode()
        # A ruling holds its record; a line of JSON is a record or nothing.
        if format in _WRITTEN_FORMATS or (format.endswith("-ruling") and kind == ".jsonl"):
            held = format.removeprefix("clabber-").removeprefix("bid-euchre-")
            why = f"it holds {held}, not hands"
        elif format == _SEASON:
            why = "it is a season; the league commands read it"
    elif kind == ".csv" and start.removeprefix(BOM_UTF8).startswith(_WRITTEN_TABLES):
        why = "another command wrote this table; it is no score sheet"
    elif kind == ".csv" and _begins_tallies(start.removeprefix(BOM_UTF8).partition(b"\n")[0]):
        why = "it is a tally sheet; `clabber-audit evening` adds it up"
    elif kind == ".csv" and _STANDINGS.search(start.removeprefix(BOM_UTF8)):
        why = "it is a printed table; `clabber-audit league check-table` checks it"
    elif kind in WORKBOOKS and not zipfile.is_zipfile(file):
        return "it is no workbook, or it is damaged", conversion_advice("night.xls")
    elif kind in WORKBOOKS and _is_our_workbook(file):
        why = "another command wrote this workbook; it is no score sheet"
    elif name.lower().endswith(tuple(f"{ending}{MAPPING}" for ending in (*WORKBOOKS, ".csv"))):
        why = "it has the columns of the workbook beside it"
    elif not kind:
        return _reason_of_other(file, start)
    return (why, "") if why else None


def _reason_of_other(file: Path, start: bytes) -> tuple[str, str]:
    """Return why no hand is read from a file of another type, and what to do."""
    extension, looks_like_hands = _extension(file.name), _looks_like_hands(start)
    if _WRITTEN_TEXT.search(start):
        return "another command wrote this text; it holds no hands", ""
    if file.name.lower() in ("readme", "readme.md", "readme.rst", "readme.txt") and not looks_like_hands:
        return _README
    if start.strip() and (extension in _MEANT_AS_HANDS or looks_like_hands):
        which = f".{extension} files" if "." in file.name else "files whose name has no ending"
        return f"hands are not read from {printable(which, 40)}", conversion_advice(file.name)
    return "it is empty" if not start else "it is not a file of hands", ""


def _looks_like_hands(start: bytes) -> bool:
    """Return True if a file of no known type begins like a file of hands."""
    from clabber_audit.records.notation.draft import begins_hand

    if b"\0" in start:
        return False
    lines = start.removeprefix(BOM_UTF8).split(b"\n")
    # Prose may begin a line with the name of the game.
    is_notation = any(map(begins_hand, lines)) and any(line.lower().startswith(b"dealer") for line in lines)
    format = _FORMAT.match(start.removeprefix(BOM_UTF8).lstrip(b"{ \t\r\n"))
    return is_notation or begins_sheet(lines[0]) or (format is not None and format[1].endswith(b"-hand"))


def _is_our_workbook(file: Path) -> bool:
    try:
        with zipfile.ZipFile(file) as book:
            return book.getinfo(_PROPERTIES).file_size < _START and _WORKBOOK_DATE in book.read(_PROPERTIES)
    except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile):
        return False


def begins_sheet(line: bytes) -> bool:
    from clabber_audit.records.sheets.headings import is_sheet

    return is_sheet(line.removeprefix(BOM_UTF8).decode(errors="replace"))


def _begins_tallies(line: bytes) -> bool:
    from clabber_audit.records.sheets.rows import is_tallies

    return is_tallies(line.decode(errors="replace"))


def holds_tallies(path: str) -> bool:
    """Return True for standard input and for any table other than a score sheet."""
    if path == "-":
        return True
    file = Path(path)
    if find_ending(file.name) != ".csv" or not file.is_file():
        return False
    try:
        with file.open("rb") as opened:
            return not begins_sheet(opened.readline(_START))
    except OSError:
        return False


def _list_files(path: str, deep: bool) -> list[Path]:
    """Return all files of a folder and its folders, in order. Raise Unusable for a folder that may not be read."""

    def refuse(problem: OSError) -> None:
        why, help = problem.strerror or str(problem), "check the permissions of the folder"
        raise Unusable(f"cannot read {problem.filename}", why, help) from None

    if not deep:
        try:
            return sorted(Path(path) / name for name in os.listdir(path))
        except OSError as problem:
            refuse(problem)
    return sorted(Path(folder) / name for folder, _, names in os.walk(path, onerror=refuse) for name in names)


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
    """Return an input record with another record in its place. Raise Refused if it cannot be."""
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
    if law is not None and law.history is not None:
        law = _find_text_in_force(item.hand, law.history, item.source)
    if law is None:
        what = f"there is no ruleset “{record.ruleset}”"
        why = f"the built-in rulesets are {', '.join(SHIPPED)}"
        help = "correct the record, or name the rules with --ruleset FILE"
        raise Refused([RecordError(what, why, help, place=item.locate(("ruleset",)))], item.source)
    if record.format != law.game.format:
        played = game_of(record.format).name
        what, why = f"this is a hand of {played}", f"“{law.ruleset.id}” is for {law.game.name}"
        help = f"give rules for {played}"
        raise Refused([RecordError(what, why, help, place=item.locate(("format",)))], item.source)
    if strange := law.game.table_faults(record, law.toggles):
        raise Refused([fault._replace(place=item.locate(fault.path)) for fault in strange], item.source)
    return law


def _find_text_in_force(hand: Hand, history: RulesetHistory, source: str) -> BoundRuleset:
    """Return the text of a line in force when a hand was played. Raise Undecided if two were, and it matters."""
    when = period_of(hand.record)
    texts = history.find_texts_in_force(when)
    laws = [law_of_text(text) for text in texts]
    if len(laws) == 1:
        return laws[0]
    from clabber_audit.judge.comparison import ruling_parts
    from clabber_audit.judge.judge import adjudicate

    rulings = [adjudicate(hand, law) for law in laws]
    if len({ruling_parts(ruling)._replace(marks=None) for ruling in rulings}) == 1 or when is None:
        return laws[-1]
    what = f"{source}: hand {hand.record.id}: {when.words} has {len(texts)} texts of {history.id}, which rule differently"
    days = [format_date(text.written or str(text.first)) for text in texts[1:]]
    or_else = "" if history.newest.book else ", or give --as-of DATE"
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
    """Content of a gzip file. Reading raises Unusable, with its `source`, if it grows too large."""

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
