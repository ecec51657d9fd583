"""Bounded reads, atomic writes and packaged data."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Final

from clabber_audit.core.errors import Unusable

#: Characters of a file's name in its temporary one: a name may fill all 255 bytes, four to a character.
_SHORT: Final = 16


def read_bounded(path: str | Path, most: int) -> bytes:
    """Return the bytes of a file or a pipe, at most one more than `most`.

    Raise OSError if it cannot be read, Unusable for a device, a folder or anything else without bytes of its own.
    """
    mode = Path(path).stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        is_device = stat.S_ISCHR(mode) or stat.S_ISBLK(mode)
        why = (
            "it is a folder" if stat.S_ISDIR(mode) else "it is a device" if is_device else "it is not a file"
        )
        raise Unusable(f"cannot read {path}", why, "give a file")
    with Path(path).open("rb") as file:
        return file.read(most + 1)


@contextmanager
def unusable_if_fails(what: str, help: str) -> Iterator[None]:
    """Raise Unusable with this message and advice for an OSError of the block."""
    try:
        yield
    except OSError as problem:
        raise Unusable(what, problem.strerror or str(problem), help) from None


@contextmanager
def atomic_path(target: Path) -> Iterator[Path]:
    """Yield a temporary path for a file or a folder; move it to `target` if the block ends without an error.

    Otherwise remove it. A link is replaced, not followed. Raise OSError if it cannot be written.
    """
    # The name is chosen before the file is made, so that any interrupt can remove it.
    temporary = target.absolute().with_name(f".{target.name[:_SHORT]}.{os.urandom(8).hex()}")
    try:
        yield temporary
        os.replace(temporary, target)
    except BaseException:
        if temporary.is_dir():
            shutil.rmtree(temporary, ignore_errors=True)
        else:
            temporary.unlink(missing_ok=True)
        raise


def package_folder(name: str) -> Path:
    """Return a folder of the installed package or of the checkout. Raise Unusable if it is missing."""
    package = Path(str(files("clabber_audit")))
    for place in (package / "_shipped" / name, package.parent / name):
        if place.is_dir():
            return place
    raise Unusable(
        f"the installation lacks its {name}", "they come with the package", "reinstall clabber-audit"
    )


def package_text(name: str, file: str) -> str:
    return (package_folder(name) / file).read_text(encoding="utf-8")
