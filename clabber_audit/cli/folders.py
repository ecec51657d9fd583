"""Folders of pages: only changed files are written."""

from __future__ import annotations

import hashlib
import json
import os
import re
import stat
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

from clabber_audit.cli.options import option
from clabber_audit.cli.output import echo_err, make_folder
from clabber_audit.core import __version__
from clabber_audit.core.errors import ClabberError, Exit, Unusable, printable
from clabber_audit.core.files import atomic_path, read_bounded, unusable_if_fails
from clabber_audit.core.files import package_folder as shipped
from clabber_audit.core.text import inflect, pluralize

if TYPE_CHECKING:
    from clabber_audit.records.base import StoredVersion
    from clabber_audit.report.remarks import Clipping
    from clabber_audit.sites.pages import Histories, Page, Site, Task

#: Endings of the files that SQLite keeps beside an archive.
_BESIDE: Final = ("-journal", "-wal")


def digest_of(paths: Iterable[str]) -> str | None:
    """Return a hash of all names and bytes at some paths; None for a pipe, and if one cannot be read.

    The reason is reported when the file itself is read.
    """
    digest = hashlib.sha256()
    try:
        for name, path in _files(paths):
            if path == "-" or not stat.S_ISREG(os.stat(path).st_mode):
                return None
            with open(path, "rb") as file:
                digest.update(os.fsencode(name) + b"\0" + hashlib.file_digest(file, "sha256").digest())
    except OSError:
        return None
    return digest.hexdigest()


def _files(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Yield every file with its name relative to the given path."""
    for path in paths:
        if not os.path.isdir(path):
            beside = (path + ending for ending in _BESIDE if os.path.exists(path + ending))
            yield from ((os.path.basename(file), file) for file in (path, *beside))
            continue
        for folder, inner, names in os.walk(path, onerror=_raise):
            inner.sort()
            files = (os.path.join(folder, name) for name in sorted(names))
            yield from ((os.path.relpath(file, path), file) for file in files)


def _raise(problem: OSError) -> None:
    raise problem


def rules_files(ruleset: str | None) -> list[str]:
    """Return the house files that a ruleset option reads: its own and those it extends."""
    from clabber_audit.rules.ruleset_file import parse_toml, text_of

    files: list[str] = []
    while ruleset is not None and ruleset.endswith(".toml") and ruleset not in files:
        files.append(ruleset)
        try:
            parent = parse_toml(text_of(Path(ruleset), "the ruleset"), ruleset).get("extends")
        except ClabberError:
            # It is reported when the rules are loaded.
            break
        ruleset = os.path.join(os.path.dirname(ruleset), parent) if isinstance(parent, str) else None
    return files


_MANIFEST: Final = "site.json"
_FORMAT: Final = "clabber-site/1"
#: Names of our pages and pictures; a list with other names is not ours.
_OURS: Final = re.compile(r"[a-z0-9][a-z0-9.-]{0,80}\.(?:html|js|atom|png|jpg|gif)")


class RunEnd(NamedTuple):
    """Exit code and messages of the command that wrote a folder."""

    code: Exit
    messages: tuple[str, ...]
    #: False if messages about private files were left out of the published folder.
    are_all: bool = True


class Folder:
    """Folder that is updated; its manifest has the source and content hash of each file."""

    def __init__(self, path: str, made_of: str | None, *options: str | bool | None) -> None:
        """Open the folder; `made_of` is the hash of its sources, None if unknown."""
        self.place = Path(path)
        self.inputs = "" if made_of is None else _hash(json.dumps([_program(), made_of, options]).encode())
        self._listed: dict[str, dict[str, str]] = {}
        self._files: dict[str, dict[str, str]] = {}
        self._before: dict[str, Any] = {}
        self.written = 0
        if self.place.is_symlink() or (self.place.exists() and not self.place.is_dir()):
            raise Unusable(f"{path} already exists", "it is not a folder", "give a new folder")
        if self.place.exists():
            self._read_manifest(path)

    def _read_manifest(self, path: str) -> None:
        try:
            self._before = json.loads((self.place / _MANIFEST).read_bytes())
            files = self._before["files"]
            if self._before["format"] != _FORMAT or not all(map(_OURS.fullmatch, files)):
                raise ValueError
            self._listed = {
                name: {"of": str(of["of"]), "sha256": str(of["sha256"])} for name, of in files.items()
            }
        except FileNotFoundError:
            if any(self.place.iterdir()):
                why = "pages are not written among other files"
                raise Unusable(f"{path} already exists", why, "give a new folder") from None
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            why = "its list of pages cannot be read"
            help = f"give a new folder, or delete {_MANIFEST} and all pages in this one"
            raise Unusable(f"{path} cannot be brought up to date", why, help) from None

    def find_unchanged_run(self) -> RunEnd | None:
        """Return the end of the run that wrote a folder if neither its inputs nor its pages changed, else None."""
        is_same = self.inputs and self._before.get("inputs") == self.inputs
        if is_same and all(map(self._is_intact, self._listed)):
            with suppress(KeyError, TypeError, ValueError):
                return RunEnd(Exit(self._before["code"]), tuple(map(str, self._before["said"])))
        return None

    def find_outdated(self, hashes: dict[str, str]) -> set[str]:
        """Return the files to be made: those whose hash differs or that are not as written."""
        known = {name: self._source_hash(own) for name, own in hashes.items() if name in self._listed}
        same = {
            name for name, of in known.items() if self._listed[name]["of"] == of and self._is_intact(name)
        }
        self._files |= {name: self._listed[name] for name in same}
        return set(hashes) - same

    @contextmanager
    def writing(self, names: Collection[str]) -> Iterator[None]:
        """Open the folder for files of these names: a new one appears whole or not at all, an old one is updated."""
        target = self.place
        if not target.exists() or not any(target.iterdir()):
            with make_folder(str(target)) as self.place:
                yield
            self.place = target
            return
        for name in names:
            if name not in self._listed and os.path.lexists(target / name):
                what, why = f"{target / name} already exists", "this program did not write it"
                raise Unusable(what, why, "move it away, or give a new folder")
        # They are listed before the first is written.
        coming = {name: {"of": "", "sha256": ""} for name in names}
        self._write_manifest({**coming, **self._listed}, "", RunEnd(Exit.DONE, ()))
        yield

    def write_file(self, name: str, data: bytes, of: str = "") -> None:
        """Write a file of the folder unless it is there already."""
        sha256 = _hash(data)
        self._files[name] = {"of": self._source_hash(of), "sha256": sha256}
        if self._hash_file(name) != sha256:
            self._write(name, data)
            self.written += 1

    def finish(self, end: RunEnd) -> int:
        """Remove the files that are no longer part of the site; return their number."""
        stale = set(self._listed) - set(self._files)
        for name in stale:
            with suppress(FileNotFoundError):
                (self.place / name).unlink()
        self._write_manifest(self._files, self.inputs if end.are_all else "", end)
        return len(stale)

    def __len__(self) -> int:
        return len(self._files)

    def _write_manifest(self, files: dict[str, dict[str, str]], inputs: str, end: RunEnd) -> None:
        data: dict[str, Any] = {"format": _FORMAT, "inputs": inputs, "files": files}
        data |= {"code": int(end.code), "said": end.messages}
        self._write(_MANIFEST, (json.dumps(data, indent=0, sort_keys=True) + "\n").encode())

    def _source_hash(self, key: str) -> str:
        return _hash(f"{_program()} {key}".encode()) if key else ""

    def _is_intact(self, name: str) -> bool:
        return self._hash_file(name) == (self._listed[name]["sha256"] or "not written yet")

    def _hash_file(self, name: str) -> str:
        try:
            return _hash((self.place / name).read_bytes()) if not (self.place / name).is_symlink() else ""
        except OSError:
            return ""

    def _write(self, name: str, data: bytes) -> None:
        with atomic_path(self.place / name) as temporary, open(temporary, "xb") as file:
            file.write(data)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def _program() -> str:
    """Return a hash of the program that makes pages: version, code and templates."""
    digest, endings = hashlib.sha256(__version__.encode()), {".py", ".toml", ".j2", ".css", ".js"}
    for place in (Path(__file__).parents[1], shipped("reports")):
        for path in sorted(path for path in place.rglob("*") if path.suffix in endings):
            digest.update(path.read_bytes())
    return digest.hexdigest()


#: Pages made by one process; for fewer, starting others takes longer.
_FEW: Final = 60
#: The most bytes of a clipping.
_LARGEST: Final = 16 << 20
#: Missing clippings named, at most.
_NAMED: Final = 20

ClippingsOption = Annotated[
    str | None,
    option(..., "--clippings", "FOLDER", "Folder with the pictures and texts that sources name as sha256:…."),
]


def histories_in(paths: Iterable[str], *, allow_changed_rules: bool) -> Histories:
    """Return the versions of all hands in the archives among some paths."""
    from clabber_audit.archive import is_archive

    found: dict[str, tuple[StoredVersion, ...]] = {}
    for path in filter(is_archive, paths):
        # SQLite is imported for archives alone.
        from clabber_audit.archive.database import open_archive
        from clabber_audit.archive.search import histories

        with open_archive(path, allow_changed_rules=allow_changed_rules) as archive:
            found |= histories(archive)
    return found


def missing_clippings(site: Site, clippings: str | None) -> Iterator[str]:
    """Yield the warnings about clippings that sources name and the folder lacks."""
    if clippings is None:
        return
    for sha256, hand in site.missing_clippings[:_NAMED]:
        yield f"look: {hand} names clipping sha256:{sha256}, which is not in {printable(clippings, 200)}"
    if more := len(site.missing_clippings[_NAMED:]):
        yield inflect(more, "one more clipping is missing", "{count} more clippings are missing")


def report_unchanged(folder: Folder) -> Exit | None:
    """Report that nothing changed and repeat the last messages; return None if something did."""
    before = folder.find_unchanged_run()
    if before is None:
        return None
    for line in before.messages:
        echo_err(line)
    echo_err(f"Nothing has changed in {printable(str(folder.place), 200)}.")
    return before.code


def write_site(
    folder: Folder, site: Site, pictures: Mapping[str, bytes], jobs: int | None, end: RunEnd
) -> None:
    """Write what changed, remove what is no longer part of the site, and report the numbers of files."""
    from clabber_audit.core.workers import map_in_processes

    for line in end.messages:
        echo_err(line)
    target = printable(str(folder.place), 200)
    wanted = {name for task in site.tasks for name in task.pictures}
    copied = {name: data for name, data in pictures.items() if name in wanted}
    hashes = {name: own for task in site.tasks for name, own in task.page_hashes.items()}
    with (
        unusable_if_fails(f"cannot write to {target}", "check the folder"),
        folder.writing([*site.pages, *hashes, *copied]),
    ):
        outdated = folder.find_outdated(hashes)
        todo = [(task, own) for task in site.tasks if (own := outdated.intersection(task.page_hashes))]
        pages = map_in_processes(_render_task, todo, jobs, few=len(outdated) < _FEW)
        for name, text in chain(site.pages.items(), pages):
            folder.write_file(name, text.encode(), hashes.get(name, ""))
        for name, data in copied.items():
            folder.write_file(name, data)
        removed = folder.finish(end)
    files = pluralize(len(folder), "file")
    gone = f", {removed} removed" if removed else ""
    echo_err(f"{files} in {target}, {folder.written} written{gone}; open index.html")


def _render_task(todo: tuple[Task, set[str]]) -> list[Page]:
    from clabber_audit.sites.pages import render_task

    return render_task(*todo)


def clippings_in(path: str | None) -> tuple[dict[str, Clipping], dict[str, bytes]]:
    """Return the files of a folder of clippings by hash, and its pictures by their names in a site.

    The transcription of `page.png` is the text of the same name, `page.txt`.
    """
    from clabber_audit.sites.pages import clipping

    clippings: dict[str, Clipping] = {}
    pictures: dict[str, bytes] = {}
    scans: dict[Path, Clipping] = {}
    transcribed: dict[Path, str] = {}
    if path is None:
        return clippings, pictures
    place = Path(path)
    if not place.is_dir():
        raise Unusable(f"cannot read {path}", "it is not a folder", "give the folder with the clippings")
    with unusable_if_fails(f"cannot read {path}", "check the folder"):
        for file in sorted(place.rglob("*")):
            data = read_bounded(file, _LARGEST) if file.is_file() else b""
            if len(data) > _LARGEST:
                limit = f"a clipping is limited to {_LARGEST >> 20} MB"
                echo_err(f"{printable(str(file), 200)} is left out: {limit}")
            elif shown_as := clipping(data):
                clippings[shown_as.sha256] = shown_as
                if shown_as.picture:
                    pictures[shown_as.picture] = data
                    scans[file] = shown_as
                else:
                    transcribed[file.with_suffix("")] = shown_as.text
    for file, scan in scans.items():
        if text := transcribed.get(file.with_suffix("")):
            clippings[scan.sha256] = scan._replace(text=text)
    return clippings, pictures
