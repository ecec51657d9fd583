"""What a site is made of, known by its bytes: so nothing has to be read as hands where nothing changed."""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from clabber_audit.ground.errors import ClabberError
from clabber_audit.rulesets import reading

#: What SQLite puts beside an archive and reads with it.
_BESIDE: Final = ("-journal", "-wal")


def digest_of(paths: Iterable[str]) -> str | None:
    """A hash of all that lies at these paths, names and bytes.

    None where that cannot be told: a pipe is read only once, and why a file cannot be read is told by who needs it.
    """
    found = hashlib.sha256()
    try:
        for name, path in _files(paths):
            found.update(os.fsencode(name) + b"\0" + _digest(path))
    except OSError:
        return None
    return found.hexdigest()


def _digest(path: str) -> bytes:
    if path == "-" or not stat.S_ISREG(os.stat(path).st_mode):
        raise OSError("it is read only once")
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").digest()


def _files(paths: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every file, with its name as far as that is the same wherever a command is given."""
    for path in paths:
        if not os.path.isdir(path):
            beside = (path + ending for ending in _BESIDE if os.path.exists(path + ending))
            yield from ((os.path.basename(file), file) for file in (path, *beside))
            continue
        for folder, inner, names in os.walk(path, onerror=_refused):
            inner.sort()
            files = (os.path.join(folder, name) for name in sorted(names))
            yield from ((os.path.relpath(file, path), file) for file in files)


def _refused(problem: OSError) -> None:
    raise problem


def rules_files(ruleset: str | None) -> list[str]:
    """The files that `--ruleset` stands for: a house's own rules, and what they extend as far as that is a file."""
    found: list[str] = []
    while ruleset is not None and ruleset.endswith(".toml") and ruleset not in found:
        found.append(ruleset)
        try:
            parent = reading.read(Path(ruleset)).get("extends")
        except ClabberError:
            # It is told where the rules are needed.
            break
        ruleset = os.path.join(os.path.dirname(ruleset), parent) if isinstance(parent, str) else None
    return found
