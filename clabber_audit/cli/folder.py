"""A folder of pages: only what changed is written, and only what the folder's own list names is taken away."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from clabber_audit.cli.output import new_folder
from clabber_audit.ground import __version__
from clabber_audit.ground.errors import Exit, Unusable
from clabber_audit.ground.files import folder as shipped
from clabber_audit.ground.files import whole_or_not_at_all

_MANIFEST: Final = "site.json"
_FORMAT: Final = "clabber-site/1"
#: What a page or picture of ours is called. A list that names anything else is no list of ours.
_OURS: Final = re.compile(r"[a-z0-9][a-z0-9.-]{0,80}\.(?:html|js|atom|png|jpg|gif)")


class Ended(NamedTuple):
    """How the command that wrote a folder ended: its exit code, and what it had to say."""

    code: Exit
    said: tuple[str, ...]
    #: Whether that was all: what it said of files that are nobody else's business does not go into a folder of pages.
    all_said: bool = True


class Folder:
    """A folder that is brought up to date. Its list says of each file what it was made of and what is in it."""

    def __init__(self, path: str, made_of: str | None, *options: str | bool | None) -> None:
        """A folder that is made of something, known by its hash if at all, as the options say."""
        self.place = Path(path)
        self.inputs = _hash(json.dumps([_program(), made_of, options]).encode()) if made_of is not None else ""
        self._known: dict[str, dict[str, str]] = {}
        self._now: dict[str, dict[str, str]] = {}
        self._before: dict[str, Any] = {}
        self.written = 0
        if self.place.is_symlink() or (self.place.exists() and not self.place.is_dir()):
            raise Unusable(f"{path} already exists", "it is not a folder", "give a new folder")
        if self.place.exists():
            self._read(path)

    def _read(self, path: str) -> None:
        try:
            self._before = json.loads((self.place / _MANIFEST).read_bytes())
            files = self._before["files"]
            if self._before["format"] != _FORMAT or not all(map(_OURS.fullmatch, files)):
                raise ValueError
            self._known = {name: {"of": str(of["of"]), "sha256": str(of["sha256"])} for name, of in files.items()}
        except FileNotFoundError:
            if any(self.place.iterdir()):
                why = "pages are not written among other files"
                raise Unusable(f"{path} already exists", why, "give a new folder") from None
        except (OSError, ValueError, LookupError, TypeError, AttributeError, RecursionError):
            why = "its list of pages cannot be read"
            help = f"give a new folder, or delete {_MANIFEST} and all pages in this one"
            raise Unusable(f"{path} cannot be brought up to date", why, help) from None

    def unchanged(self) -> Ended | None:
        """How the run that wrote it ended, where nothing changed since: neither what it is made of, nor a page."""
        if not self.inputs or self._before.get("inputs") != self.inputs or not all(map(self._stands, self._known)):
            return None
        with suppress(KeyError, TypeError, ValueError):
            return Ended(Exit(self._before["code"]), tuple(map(str, self._before["said"])))
        return None

    def missing(self, keys: dict[str, str]) -> set[str]:
        """The files that have to be made: those made of something else than these hashes, or not as they were."""
        same = {name for name, key in keys.items() if self._made_of(name, key) and self._stands(name)}
        self._now |= {name: self._known[name] for name in same}
        return set(keys) - same

    @contextmanager
    def writing(self, names: Collection[str]) -> Iterator[None]:
        """Write files of these names: a new folder appears whole or not at all, an old one is brought up to date."""
        target = self.place
        if target.exists() and any(target.iterdir()):
            self._note(names)
            yield
            return
        with new_folder(str(target)) as self.place:
            yield
        self.place = target

    def _note(self, names: Collection[str]) -> None:
        """Note down the files that are to come before the first of them is written; Unusable where another's stands."""
        for name in names:
            if name not in self._known and os.path.lexists(self.place / name):
                why = "this program did not write it"
                raise Unusable(f"{self.place / name} already exists", why, "move it away, or give a new folder")
        coming = {name: {"of": "", "sha256": ""} for name in names}
        self._list({**coming, **self._known}, "", Ended(Exit.DONE, ()))

    def put(self, name: str, data: bytes, of: str = "") -> None:
        """A file of the folder, which is written unless it stands there already."""
        sha256 = _hash(data)
        self._now[name] = {"of": self._of(of), "sha256": sha256}
        if self._found(name) != sha256:
            self._write(name, data)
            self.written += 1

    def end(self, ended: Ended) -> int:
        """Take away what is no longer part of it; how many files that was."""
        stale = set(self._known) - set(self._now)
        for name in stale:
            with suppress(FileNotFoundError):
                (self.place / name).unlink()
        self._list(self._now, self.inputs if ended.all_said else "", ended)
        return len(stale)

    def __len__(self) -> int:
        return len(self._now)

    def _list(self, files: dict[str, dict[str, str]], inputs: str, ended: Ended) -> None:
        data = {"format": _FORMAT, "inputs": inputs, "code": int(ended.code), "said": ended.said, "files": files}
        self._write(_MANIFEST, (json.dumps(data, indent=0, sort_keys=True) + "\n").encode())

    def _of(self, key: str) -> str:
        return _hash(f"{_program()} {key}".encode()) if key else ""

    def _made_of(self, name: str, key: str) -> bool:
        return name in self._known and self._known[name]["of"] == self._of(key)

    def _stands(self, name: str) -> bool:
        return self._found(name) == (self._known[name]["sha256"] or "not written yet")

    def _found(self, name: str) -> str:
        try:
            return _hash((self.place / name).read_bytes()) if not (self.place / name).is_symlink() else ""
        except OSError:
            return ""

    def _write(self, name: str, data: bytes) -> None:
        with whole_or_not_at_all(self.place / name) as temporary, open(temporary, "xb") as file:
            file.write(data)


def _hash(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


@cache
def _program() -> str:
    """The program that makes pages: its version, and its own text and templates, which may change between versions."""
    found = hashlib.sha256(__version__.encode())
    for place in (Path(__file__).parents[1], shipped("reports")):
        for path in _texts(place):
            found.update(path.read_bytes())
    return found.hexdigest()


def _texts(place: Path) -> Iterable[Path]:
    endings = {".py", ".toml", ".j2", ".css", ".js"}
    return sorted(path for path in place.rglob("*") if path.suffix in endings)
