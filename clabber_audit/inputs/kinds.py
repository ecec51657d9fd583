"""Input formats by file extension."""

from __future__ import annotations

import os
import re
import zipfile
from codecs import BOM_UTF8
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

from clabber_audit.archive import is_archive
from clabber_audit.core.errors import RecordError, Refused, TextPlace, Unusable, printable
from clabber_audit.records.sheets import WORKBOOKS

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
        known = f"supported are {', '.join((*ENDINGS, TABLE))} and archives"
        return (
            Refused([RecordError(self.why, known, self.help, place=TextPlace(1, 1))], self.path)
            if self.help
            else None
        )


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

    A file that is named is read. A folder is read with its folders, unless `deep` is false.
    """
    if path == "-" or not os.path.isdir(path):
        yield path
        return
    for inner in _list_files(path, deep):
        reason = _reason(inner)
        yield NotRead(str(inner), *reason) if reason else str(inner)


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
    extension = _extension(file.name)
    if _WRITTEN_TEXT.search(start):
        return "another command wrote this text; it holds no hands", ""
    if start.strip() and (extension in _MEANT_AS_HANDS or _looks_like_hands(start)):
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
    """Return True for standard input and for any table that is no score sheet."""
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
    """Return all files of a folder and its folders, in order; Unusable for a folder that may not be read."""

    def refuse(problem: OSError) -> None:
        why, help = problem.strerror or str(problem), "check the permissions of the folder"
        raise Unusable(f"cannot read {problem.filename}", why, help) from None

    if not deep:
        try:
            return sorted(Path(path) / name for name in os.listdir(path))
        except OSError as problem:
            refuse(problem)
    return sorted(Path(folder) / name for folder, _, names in os.walk(path, onerror=refuse) for name in names)
