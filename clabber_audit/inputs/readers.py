"""Readers for each kind of file; those of texts, sheets and tables are imported on first use."""

from __future__ import annotations

import json
import re
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from io import BytesIO
from itertools import chain, islice, repeat
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

from clabber_audit.archive import MAGIC, is_archive
from clabber_audit.core.errors import ClabberError, RecordError, Refused, TextPlace, Unusable, UsageError
from clabber_audit.core.files import read_bounded
from clabber_audit.games.parse import parse_hand
from clabber_audit.inputs import records
from clabber_audit.inputs.records import START, TABLE, InputRecord, UnreadRecord, parse_record, refuse_record
from clabber_audit.judge.embedded import FORMATS, read_embedded_law, read_embedded_text
from clabber_audit.records.parse import LARGEST, parse_json, place_in
from clabber_audit.records.sheets import WORKBOOKS
from clabber_audit.rules.bound_ruleset import BoundRuleset, law, load_book_in_force
from clabber_audit.rules.ruleset import check_genuine, from_data

if TYPE_CHECKING:
    from clabber_audit.records.sheets.rows import RowResult


def _archive_records(
    path: str, name: str | None = None, *, allow_changed_rules: bool = False
) -> Iterator[UnreadRecord]:
    """Yield the hands of an archive, or the one of that id, in the order in which they were played, not parsed yet.

    Unusable for a damaged archive; `allow_changed_rules` admits altered rulesets (see `open_archive`).
    """
    from clabber_audit.archive.database import hand_in, open_archive
    from clabber_audit.archive.search import Sought, records

    with open_archive(path, allow_changed_rules=allow_changed_rules) as archive:

        def read_entry(entry: int, record: bytes, law: BoundRuleset) -> InputRecord:
            # An archive has no lines: the place of a hand is its entry in the log.
            place = TextPlace(entry, 1)
            return InputRecord(path, hand_in(archive, entry, record), None, lambda _path: place, law=law)

        for entry, record, law in records(archive, Sought(id=name)):
            yield UnreadRecord(record, partial(read_entry, entry, record, law), law)


#: The largest file that holds one ruling; far beyond any that this program writes.
LARGEST_RULING: Final = 4 << 20
_RULINGS: Final = tuple(f'"{name}"'.encode() for name in FORMATS)


def json_record(data: bytes, source: str, base: TextPlace) -> InputRecord:
    """Return the record of a JSON document: a record, or a ruling that carries one."""
    if any(name in data for name in _RULINGS):
        try:
            text = data.decode("utf-8-sig")
            value = json.loads(text)
            if isinstance(value, dict) and value.get("format") in FORMATS:
                return _ruling(parse_json(text.encode(), "ruling"), text, source, base)
        except Refused as refused:
            return refuse_record(refused, source, base, records.lines_of(data))
        except (ValueError, RecursionError):
            pass
    if len(data) > LARGEST:
        return records.refuse_oversized(source, base)
    return records.text_record(data, source, base)


def page_record(data: bytes, source: str, base: TextPlace) -> InputRecord:
    """Return the record of a ruling's HTML page."""
    if not any(name in data for name in _RULINGS):
        why = "only pages written by this program do"
        return _refuse_ruling("this page contains no ruling", why, source, base)
    try:
        text = data.decode("utf-8-sig")
        block, law_beside = read_embedded_text(text), read_embedded_law(text)
    except UnicodeDecodeError:
        return records.text_record(data[: LARGEST + 1], source, base)
    except Unusable as problem:
        return _refuse_ruling(problem.what, problem.why, source, base)
    here = records.shift_place(place_in(text, text.index(block)), base)
    return _ruling(json.loads(block) | law_beside, block, source, here)._replace(page=text)


def _ruling(ruling: dict[str, Any], text: str, source: str, base: TextPlace) -> InputRecord:
    """Return the record of a ruling, parsed from its own part of the text, so that all its faults have places."""
    extents = list(_records_in(text))
    if not extents:
        return _refuse_ruling("the ruling contains no record", "so it cannot be checked", source, base)
    start, end = extents[0]
    here = records.shift_place(place_in(text, start), base)
    if len(extents) > 1:
        why = "they may contradict each other"
        return _refuse_ruling("the ruling contains two records", why, source, here)
    return records.text_record(text[start:end].encode(), source, here)._replace(ruling=ruling)


_BLANKS: Final = re.compile(r"[ \t\r\n]*")


def _records_in(text: str) -> Iterator[tuple[int, int]]:
    """Yield the extent of each value of the key `record` in a JSON object."""

    def skip_blanks(start: int) -> int:
        match = _BLANKS.match(text, start)
        assert match
        return match.end()

    decode = json.JSONDecoder().raw_decode
    end = skip_blanks(0)
    while text[end] != "}":
        key, end = decode(text, skip_blanks(end + 1))
        start = skip_blanks(skip_blanks(end) + 1)
        _value, end = decode(text, start)
        if key == "record":
            yield start, end
        end = skip_blanks(end)


def _refuse_ruling(what: str, why: str, source: str, base: TextPlace) -> InputRecord:
    fault = RecordError(what, why, "use the original file of the ruling, or the record", place=base)
    return refuse_record(Refused([fault]), source)


def _with_law(item: InputRecord | UnreadRecord, allow_changed_rules: bool) -> InputRecord | UnreadRecord:
    """Add the ruleset that a ruling carries; refused if it is damaged or not genuine."""
    if isinstance(item, UnreadRecord) or item.hand is None or item.ruling is None or "law" not in item.ruling:
        return item
    try:
        ruleset = check_genuine(
            from_data(item.ruling["law"]), "the ruling", allow_changed_rules=allow_changed_rules
        )
        carried = item.ruling.get("decisions")
        book = None if carried is None else load_book_in_force(carried, ruleset)
        return item._replace(law=law(ruleset)._replace(book=book))
    except Unusable as problem:
        return refuse_record(Refused([RecordError(problem.what, problem.why, problem.help)]), item.source)


def ruling_record(ruling: Mapping[str, Any], source: str) -> InputRecord:
    """Return the record of a ruling given as data, as one that an appeal keeps; its rules may be changed ones."""
    record = _with_law(json_record(json.dumps(ruling).encode(), source, START), allow_changed_rules=True)
    return parse_record(record)


def read_records(path: str, *, allow_changed_rules: bool = False) -> Iterator[InputRecord]:
    """Yield the hands of a path. Raise Unusable for a file that cannot be opened or read, UsageError for an unknown kind.

    The rulesets that come with hands must be genuine unless `allow_changed_rules` admits altered ones.
    """
    return map(parse_record, read_unparsed(path, allow_changed_rules=allow_changed_rules))


def read_unparsed(path: str, *, allow_changed_rules: bool = False) -> Iterator[InputRecord | UnreadRecord]:
    """Yield the same hands, those of lines, tables and archives not parsed yet.

    A file of a folder that was meant to hold hands and cannot be read is one refusal.
    """
    for file in records.survey(path):
        if isinstance(file, records.NotRead):
            if file.fault:
                yield refuse_record(file.fault, file.path)
            continue
        try:
            if file != "-" and is_archive(file):
                yield from _archive_records(file, allow_changed_rules=allow_changed_rules)
            elif file.lower().endswith(TABLE):
                with Path(file).open("rb") as opened:
                    yield from chain.from_iterable(table_blocks(opened, file))
            else:
                yield from (_with_law(item, allow_changed_rules) for item in _file_records(file))
        except (OSError, EOFError, zlib.error) as problem:
            raise records.unreadable_error(file, problem) from None


def stream_records(
    file: IO[bytes], source: str, *, allow_changed_rules: bool = False
) -> Iterator[InputRecord]:
    """Yield the hands of an open file, as `read_records` does."""
    return (parse_record(_with_law(item, allow_changed_rules)) for item in _read_stream(file, source))


def _file_records(path: str) -> Iterator[InputRecord | UnreadRecord]:
    if path == "-":
        yield from _read_stream(sys.stdin.buffer, "-")
        return
    place = Path(path)
    kind = records.find_ending(place.name)
    if not (kind or place.exists()):
        raise Unusable(f"cannot read {path}", "there is no such file", "check the name")
    if not kind:
        why = f"supported are {', '.join((*records.ENDINGS, TABLE))} and archives"
        raise UsageError(f"{path} has an unsupported file type", why, records.conversion_advice(place.name))
    if place.exists() and not (place.is_file() or place.is_fifo()):
        raise Unusable(f"cannot read {path}", "it is neither a file nor a folder", "name a file with hands")
    with place.open("rb") as file:
        yield from _READERS[kind](file, path)


def read_one_record(path: str, name: str | None = None, *, allow_changed_rules: bool = False) -> InputRecord:
    """Return the only record of a path, or the one of that id. Raise Refused if it was refused."""
    records: Iterator[InputRecord]
    if name is not None and is_archive(path):
        records = map(parse_record, _archive_records(path, name, allow_changed_rules=allow_changed_rules))
    else:
        records = read_records(path, allow_changed_rules=allow_changed_rules)
    return take_only_record(records, path, name)


def take_only_record(items: Iterator[InputRecord], source: str, name: str | None = None) -> InputRecord:
    """Return the only record of a source, or the one of that id. Raise Refused if it was refused."""
    if name is None:
        found = list(islice(items, 2))
    else:
        found = [item for item in items if item.hand is None or item.hand.record.id == name]
        if len(found) > 1:  # a refused one counts only if there is nothing else
            found = [item for item in found if item.hand is not None]
    if not found:
        what = f"{source} has no hand" + (f" “{name}”" if name else "")
        raise Unusable(what, "", "check the file" if name is None else "check the id")
    if found[0].refused and not any(item.hand for item in found):
        raise found[0].refused
    if len(found) > 1:
        raise UsageError(f"{source} holds more than one hand", "", "choose with --hand ID")
    return found[0]


#: Limit of refused rows with an excerpt of their line.
_SHOWN: Final = 10


def sheet_records(file: IO[bytes], source: str, name: str, before: bytes = b"") -> Iterator[InputRecord]:
    """Yield the hands of a score sheet, of which the bytes `before` were read; an unreadable one is one refusal."""
    from clabber_audit.records.sheets.rows import LARGEST_SHEET, entries

    data = before + file.read(LARGEST_SHEET + 1)
    if source != "-":
        from clabber_audit.inputs.workbooks import is_workbook, read_workbook_hands

        if is_workbook(data, source):
            yield from read_workbook_hands(data, source)
            return
    lines, refused_rows = cache(lambda: records.lines_of(data)), 0
    try:
        for entry in entries(data, name):
            shown = lines if refused_rows < _SHOWN else list
            item = records.record_from(source, entry.result, entry.locate, shown)
            refused_rows += item.refused is not None
            yield item
    except Refused as refused:
        yield refuse_record(refused, source, None, lines())


def _workbook_records(file: IO[bytes], source: str) -> Iterator[InputRecord]:
    from clabber_audit.inputs.workbooks import LARGEST_WORKBOOK, read_workbook_hands

    return read_workbook_hands(file.read(LARGEST_WORKBOOK + 1), source)


def clab_records(lines: Iterable[bytes], source: str) -> Iterator[InputRecord]:
    """Yield the hands of a file in the text notation."""
    from clabber_audit.records.notation.draft import split_hands
    from clabber_audit.records.notation.language import locate, parse

    for passage in split_hands(lines):
        if isinstance(passage, Refused):
            yield refuse_record(passage, source)
            continue
        own = partial(passage.text.split, "\n")
        read, find = partial(parse, passage), partial(locate, passage)
        yield records.record_from(source, read, find, own, passage.line)


#: Reader of an open file by the ending of its name.
_READERS: Final[Mapping[str, Callable[[IO[bytes], str], Iterable[InputRecord | UnreadRecord]]]] = {
    ".json": lambda file, path: [json_record(file.read(LARGEST_RULING + 1), path, START)],
    ".jsonl": records.json_lines,
    ".jsonl.gz": lambda file, path: records.json_lines(records.Unpacked(file, path), path),
    ".clab": lambda file, path: clab_records(records.read_bounded_lines(file), path),
    ".csv": lambda file, path: sheet_records(file, path, Path(path).name),
    **dict.fromkeys(WORKBOOKS, _workbook_records),
    ".html": lambda file, path: [page_record(file.read(LARGEST_RULING + 1), path, START)],
}
#: The first bytes of a Parquet file.
_PARQUET: Final = b"PAR1"


def _read_stream(file: Any, source: str) -> Iterator[InputRecord | UnreadRecord]:
    """Yield the hands of an open file, recognized by its first line that is not blank."""
    if hasattr(file, "peek") and file.peek(2)[:2] == b"\x1f\x8b":
        yield from _read_stream(records.Unpacked(file, source), source)
        return
    number, first = 1, file.readline(LARGEST + 2).removeprefix(BOM_UTF8)
    while first.isspace():
        number, first = number + first.endswith(b"\n") + records.blank_lines(file), file.readline(LARGEST + 2)
    if first.startswith((MAGIC, _PARQUET)):
        what = f"{'an archive' if first.startswith(MAGIC) else 'a Parquet file'} cannot be read from standard input"
        raise Unusable(what, "it has to be a file", "give the file name")
    base, start = TextPlace(number, 1), first.lstrip()
    if start.startswith(b"<"):
        yield page_record(first + file.read(LARGEST_RULING), source, base)
    elif start and not start.startswith((b"{", b"[")) and records.begins_sheet(first):
        yield from sheet_records(file, source, "sheet", b"\n" * (number - 1) + first)
    elif start and not start.startswith((b"{", b"[")):
        lines = chain(repeat(b"\n", number - 1), [first], records.read_bounded_lines(file))
        yield from clab_records(lines, source)
    elif _is_whole(start):
        yield from records.json_lines(_Rejoined(first, file), source, number)
    else:
        first += file.read(LARGEST_RULING)
        after = first.split(b"\n", 2)[1:2]
        if after and after[0].startswith(b"{") and _is_whole(after[0]):
            # Only the first of many lines is broken.
            yield from records.json_lines(_Rejoined(first, file), source, number)
        else:
            yield json_record(first, source, base)


class _Rejoined:
    """File of lines whose beginning has been read already."""

    def __init__(self, first: bytes, rest: IO[bytes]) -> None:
        self.first, self.rest = BytesIO(first), rest

    def readline(self, most: int) -> bytes:
        line = self.first.readline(most)
        if line.endswith(b"\n") or len(line) == most:
            return line
        return line + self.rest.readline(most - len(line))


def _is_whole(line: bytes) -> bool:
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def table_blocks(
    file: IO[bytes], source: str, group: int | None = None, first_row: int = 1, size: int = 512
) -> Iterator[list[UnreadRecord]]:
    """Yield the hands of a Parquet file, or of a group of its rows, in blocks, not parsed yet.

    `first_row` is the number of the first row. Unusable if the file cannot be read, or if the package that reads it is
    not installed.
    """
    from clabber_audit.records.columns import row_blocks

    for rows in row_blocks(file, source, group, size):
        yield [defer_row(row, source, TextPlace(number, 1)) for number, row in enumerate(rows, first_row)]
        first_row += len(rows)


def defer_row(row: dict[str, Any], source: str, place: TextPlace) -> UnreadRecord:
    """Return the hand of a row, not parsed yet; its faults are at the place of the row."""
    from clabber_audit.records.columns import record_text

    data = record_text(row).encode()

    def read_row() -> InputRecord:
        if len(data) > LARGEST:
            return records.refuse_oversized(source, place)
        try:
            return InputRecord(source, parse_hand(data), None, lambda _path: place)
        except Refused as refused:
            faults = [fault._replace(place=place) for fault in refused.faults]
            moved = Refused(faults, source, refused.more, refused.unread)
            return InputRecord(source, None, moved, lambda _path: place)

    return UnreadRecord(data, read_row)


def read_tallies(path: str, change: Callable[[bytes], bytes] = bytes) -> Iterator[RowResult]:
    """Yield the rows of a tally sheet as `change` makes it, `-` for standard input; an unreadable one is one refusal.

    Unusable for a file that cannot be read.
    """
    from clabber_audit.records.sheets.rows import LARGEST_SHEET, TALLIES, RowResult, entries

    try:
        data = sys.stdin.buffer.read(LARGEST_SHEET + 1) if path == "-" else read_bounded(path, LARGEST_SHEET)
    except (OSError, ValueError) as problem:
        raise records.unreadable_error(path, problem) from None

    lines = cache(lambda: records.lines_of(data))

    def quote_lines(refused: Refused | None) -> Refused | None:
        return refused and refuse_record(refused, path, None, lines()).refused

    try:
        for entry in entries(change(data), Path(path).name, (TALLIES,)):
            yield entry._replace(refused=quote_lines(entry.refused))
    except Refused as refused:
        yield RowResult(None, quote_lines(refused), lambda _path: START)


_BLOCK: Final = 1 << 20


def estimate_count(paths: Iterable[str]) -> int | None:
    """Return about how many hands some paths hold; None if counting them takes as long as reading them."""
    try:
        counts = [
            _count_hands(file) for path in paths for file in records.survey(path) if isinstance(file, str)
        ]
    except (ClabberError, OSError):
        # Reading reports the problem.
        return None
    return None if None in counts else sum(filter(None, counts))


def _count_hands(path: str) -> int | None:
    """Return about how many hands a file has; None if that is unknown before they are read."""
    if path == "-":
        return None
    if is_archive(path):
        from clabber_audit.archive.database import open_archive
        from clabber_audit.archive.search import statistics

        with open_archive(path, allow_changed_rules=True) as archive:
            return int(statistics(archive)["hands"])
    kind = records.find_ending(path)
    if kind in (".json", ".html"):
        return 1
    if kind in (".jsonl.gz", *WORKBOOKS) or not (Path(path).is_file() or path.lower().endswith(TABLE)):
        return None
    with Path(path).open("rb") as file:
        if path.lower().endswith(TABLE):
            from clabber_audit.records.columns import groups

            return sum(group.rows for group in groups(file, path))
        if kind == ".clab":
            from clabber_audit.records.notation.draft import begins_hand

            return sum(map(begins_hand, file))
        lines = sum(block.count(b"\n") for block in iter(partial(file.read, _BLOCK), b""))
    return lines - (kind == ".csv")
