"""Where results go: standard output, or a file written whole or not at all."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from clabber_audit.cli.screen import Output, standard_output
from clabber_audit.ground.errors import Unusable
from clabber_audit.ground.files import whole_or_not_at_all


@contextmanager
def destination(path: str | None, force: bool, mode: int | None = None) -> Iterator[Output]:
    """Standard output (None or `-`) or a file, to write to.

    The file appears whole, in UTF-8, when the block ends well and not at all when it does not. One that exists is
    replaced only with `force`; a link is replaced, not followed. It gets the permissions `mode`, by default those of
    any new file. Unusable when it cannot be written.
    """
    if path is None or path == "-":
        yield standard_output()
        return
    target = Path(path)
    if os.path.isdir(target):
        raise Unusable(f"cannot write {path}", "it is a folder", "give a file name")
    if _is_there(target):
        if not (os.path.isfile(target) or os.path.islink(target)):
            raise Unusable(f"cannot write {path}", "it is not a regular file", "give another name, or - for the screen")
        if not force:
            raise Unusable(f"{path} already exists", "", "give another name, or --force to replace it")
    try:
        with whole_or_not_at_all(target) as temporary, open(temporary, "x", encoding="utf-8", newline="\n") as stream:
            if mode is not None:
                os.chmod(temporary, mode)
            yield Output(stream)
            stream.flush()
            os.fsync(stream.fileno())
    except BrokenPipeError:
        raise
    except OSError as problem:
        raise Unusable(f"cannot write {path}", problem.strerror or str(problem), "check the folder") from None


@contextmanager
def new_folder(target: str) -> Iterator[Path]:
    """A folder that appears whole when the block ends well, and not at all when it does not."""
    place = Path(target)
    try:
        if place.is_symlink() or (place.exists() and not (place.is_dir() and not any(place.iterdir()))):
            raise Unusable(f"{target} already exists", "pages are not written among other files", "give a new folder")
        with whole_or_not_at_all(place) as temporary:
            temporary.mkdir()
            yield temporary
    except OSError as problem:
        raise Unusable(f"cannot write to {target}", problem.strerror or str(problem), "give a new folder") from None


def fill_folder(target: str, files: Mapping[str, bytes], force: bool) -> None:
    """Put files into a folder, each whole or not at all; all others in it stay.

    Unusable, and nothing is written, where one is there already and reads otherwise, unless with `force`.
    """
    place = Path(target)
    try:
        if not force:
            there = next((place / name for name, data in files.items() if _differs(place / name, data)), None)
            if there is not None:
                raise Unusable(f"{there} already exists", "it has other content", "give a new folder, or --force")
        place.mkdir(exist_ok=True)
    except OSError as problem:
        raise Unusable(f"cannot write to {target}", problem.strerror or str(problem), "give a new folder") from None
    for name, data in files.items():
        if force or _differs(place / name, data) is None:
            with destination(str(place / name), force) as stream:
                stream.write_bytes(data)


def _differs(path: Path, data: bytes) -> bool | None:
    """Whether what is there is something else; None where nothing is."""
    if not _is_there(path):
        return None
    return not path.is_file() or path.stat().st_size != len(data) or path.read_bytes() != data


def _is_there(target: Path) -> bool:
    """Whether there is anything of that name; Unusable for a name that no file can have, before work is done for it."""
    try:
        os.lstat(target)
    except FileNotFoundError:
        return False
    except OSError as problem:
        raise Unusable(f"cannot write {target}", problem.strerror or str(problem), "give another name") from None
    return True
