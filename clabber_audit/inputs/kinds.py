"""Input formats by file extension."""

from __future__ import annotations

import os
import re
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from clabber_audit.archive import is_archive
from clabber_audit.core.errors import Fault, Place, Refused, Unusable, shown
from clabber_audit.inputs.records import BOM

ENDINGS: Final = (".json", ".jsonl", ".jsonl.gz", ".clab", ".csv", ".html")
#: A table of hands; as an archive it holds what lies beside it, and a folder passes over it.
TABLE: Final = ".parquet"
#: Number of bytes read to recognize a file.
_START: Final = 1 << 14
#: Format of a JSON text: the first one in it, since a ruling has that of its record too.
_FORMAT: Final = re.compile(rb'"format"\s*:\s*"((?:clabber|bid-euchre)-[a-z-]+)/')
_SEASON: Final = "clabber-season"
#: Formats that commands write and no reader takes; of an unknown format the reader reports a fault.
_WRITTEN_FORMATS: Final = frozenset(
    f"clabber-{name}"
    for name in (
        "audit",
        "conformance",
        "evening",
        "players",
        "schedule",
        "scorecard",
        "site",
        "standings",
        "statement",
    )
)

_PICTURE: Final = (
    "type the hands in with `clabber-audit record`, or on the page that `clabber-audit recorder` writes"
)
_WORKBOOKS: Final = ("xlsx", "xls", "xlsm", "ods", "numbers")
_SEPARATED: Final = ("tsv", "tab")
_DOCUMENTS: Final = ("doc", "docx", "rtf", "odt", "pages")
_TEXTS: Final = ("txt", "text")
#: Advice for files of other types, by their endings.
_INSTEAD: Final = {
    _WORKBOOKS: "save it as CSV in the spreadsheet program, and give the .csv file",
    _SEPARATED: "rename it so that it ends in .csv; tabs between the cells are fine",
    ("pdf", "png", "jpg", "jpeg", "gif", "heic", "tif", "tiff", "webp", "bmp", "svg"): _PICTURE,
    (*_TEXTS, "md", "log"): "if it holds hands written as text, rename it so that it ends in .clab",
    _DOCUMENTS: "copy the hands into a plain text file that ends in .clab",
    ("zip", "gz", "tar", "tgz", "7z", "rar"): "unpack it, and give the files inside",
    ("toml",): "rules are given with --ruleset",
}
#: Endings of tables and texts that people may have meant to hold hands.
_MEANT_AS_HANDS: Final = (*_WORKBOOKS, *_SEPARATED, *_DOCUMENTS, *_TEXTS)
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
        """The refusal of a file that was meant to hold hands, None for any other."""
        if not self.help:
            return None
        known = f"supported are {', '.join((*ENDINGS, TABLE))} and archives"
        return Refused([Fault(self.why, known, self.help, Place(1, 1))], self.path)


def ending(name: str) -> str:
    """Return the one of `ENDINGS` that a file name has, or nothing. Phones hand files on as `.clab.txt`."""
    return next((known for known in ENDINGS if name.lower().removesuffix(".txt").endswith(known)), "")


def instead(name: str) -> str:
    """Return the advice for a file that cannot be read as it is."""
    extension = _extension(name)
    return next((advice for known, advice in _INSTEAD.items() if extension in known), "rename or convert it")


def files(path: str) -> Iterator[str]:
    """Yield the files to read hands from: the path itself, or those of a folder, in order."""
    return (file for file in survey(path) if isinstance(file, str))


def survey(path: str, *, deep: bool = True) -> Iterator[str | NotRead]:
    """Yield every file that a path stands for, in order: its name if it is to be read, else why it is not.

    A file that is named is read. A folder is read with its folders, unless `deep` is false.
    """
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    for inner in _within(path, deep):
        why = _not_read(inner)
        yield str(inner) if why is None else why


def _not_read(file: Path) -> NotRead | None:
    """Return the reason why no hand is read from a file of a folder, None if some may be."""
    told, name = str(file), file.name
    if file.is_dir():
        return NotRead(told, "it is a folder; name it to read what is in it")
    if not file.is_file():
        gone = file.is_symlink() and not file.exists()
        return NotRead(told, "it is a link that leads nowhere" if gone else "it is not an ordinary file")
    kind = ending(name)
    try:
        with file.open("rb") as opened:
            start = opened.read(_START)
    except OSError:
        # The reason is reported when it is read.
        return None if kind else NotRead(told, "it cannot be opened", "check its permissions")
    if name.lower().endswith(TABLE):
        return NotRead(told, "a folder may hold the same hands as files; name it to read it")
    if is_archive(told):
        return NotRead(told, "it is an archive; name it to read its hands")
    if kind in (".json", ".jsonl"):
        return _other_json(told, kind, start)
    if kind == ".csv":
        return _other_table(told, start.removeprefix(BOM))
    return None if kind else _of_no_kind(told, name, start)


def _other_json(told: str, kind: str, start: bytes) -> NotRead | None:
    found = _FORMAT.search(start)
    if found is None:
        return None
    format = found[1].decode()
    if format == _SEASON:
        return NotRead(told, "it is a season; the league commands read it")
    # A ruling holds its record; a line of JSON is a record or nothing.
    if format not in _WRITTEN_FORMATS and not (format.endswith("-ruling") and kind == ".jsonl"):
        return None
    return NotRead(told, f"it holds {format.partition('-')[2]}, not hands")


def _other_table(told: str, start: bytes) -> NotRead | None:
    """Return the reason if the table is known to be something else than a score sheet."""
    if start.startswith(_WRITTEN_TABLES):
        return NotRead(told, "another command wrote this table; it is no score sheet")
    if _begins_tallies(start.partition(b"\n")[0]):
        return NotRead(told, "it is a tally sheet; `clabber-audit evening` adds it up")
    if _STANDINGS.search(start):
        return NotRead(told, "it is a printed table; `clabber-audit league check-table` checks it")
    return None


def _of_no_kind(told: str, name: str, start: bytes) -> NotRead:
    extension = _extension(name)
    if extension == "xlsx" and _is_our_workbook(told):
        return NotRead(told, "another command wrote this workbook; it is no score sheet")
    if _WRITTEN_TEXT.search(start):
        return NotRead(told, "another command wrote this text; it holds no hands")
    meant = extension in _MEANT_AS_HANDS or _looks_like_hands(start)
    if meant and start.strip():
        which = f".{extension} files" if "." in name else "files whose name has no ending"
        return NotRead(told, f"hands are not read from {shown(which, 40)}", instead(name))
    return NotRead(told, "it is empty" if not start else "it is not a file of hands")


def _looks_like_hands(start: bytes) -> bool:
    """Return True if a file whose name does not say so begins as one with hands does."""
    from clabber_audit.records.notation.draft import begins_hand

    if b"\0" in start:
        return False
    lines = start.removeprefix(BOM).split(b"\n")
    # Prose may begin a line with the name of the game.
    is_notation = any(map(begins_hand, lines)) and any(line.lower().startswith(b"dealer") for line in lines)
    format = _FORMAT.match(start.removeprefix(BOM).lstrip(b"{ \t\r\n"))
    return is_notation or begins_sheet(lines[0]) or (format is not None and format[1].endswith(b"-hand"))


def _is_our_workbook(path: str) -> bool:
    try:
        with zipfile.ZipFile(path) as book:
            return book.getinfo(_PROPERTIES).file_size < _START and _WORKBOOK_DATE in book.read(_PROPERTIES)
    except (OSError, KeyError, ValueError, RuntimeError, NotImplementedError, zipfile.BadZipFile):
        return False


def _extension(name: str) -> str:
    return name.lower().rpartition(".")[2]


def begins_sheet(line: bytes) -> bool:
    """Return True if a line is the heading of a score sheet."""
    from clabber_audit.records.sheets.headings import is_sheet

    return is_sheet(line.removeprefix(BOM).decode(errors="replace"))


def _begins_tallies(line: bytes) -> bool:
    from clabber_audit.records.sheets.rows import is_tallies

    return is_tallies(line.decode(errors="replace"))


def holds_tallies(path: str) -> bool:
    """Return True for standard input and for any table that is no score sheet."""
    if path == "-":
        return True
    file = Path(path)
    if ending(file.name) != ".csv" or not file.is_file():
        return False
    try:
        with file.open("rb") as opened:
            return not begins_sheet(opened.readline(_START))
    except OSError:
        return False


def _within(path: str, deep: bool) -> list[Path]:
    """Return all files of a folder and its folders, in order; Unusable for a folder that may not be read."""

    def refuse(problem: OSError) -> None:
        why = problem.strerror or str(problem)
        raise Unusable(
            f"cannot read {problem.filename}", why, "check the permissions of the folder"
        ) from None

    if not deep:
        try:
            return sorted(Path(path) / name for name in os.listdir(path))
        except OSError as problem:
            refuse(problem)
    return sorted(Path(folder) / name for folder, _, names in os.walk(path, onerror=refuse) for name in names)
