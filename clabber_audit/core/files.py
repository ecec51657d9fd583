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

#: How much of a file's name its temporary one has: a name may take up all 255 bytes that there are, four a character.
_SHORT: Final = 16


def whole(path: str | Path, most: int) -> bytes:
    """The bytes of a file or a pipe, and no more than one beyond `most`.

    OSError when it cannot be read, Unusable for a device, a folder and whatever else holds no bytes of its own.
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
def whole_or_not_at_all(target: Path) -> Iterator[Path]:
    """A path beside `target` at which to make a file or a folder: it takes that place when the block ends well.

    Otherwise it is gone, whatever ended the block. A link is replaced, not followed. OSError when it cannot be written.
    """
    # A name that is known before anything has it can be tidied up whenever the program is told to end.
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


def folder(name: str) -> Path:
    """The folder of that name, in the installed package or else in the checkout; Unusable where it is missing."""
    package = Path(str(files("clabber_audit")))
    for place in (package / "_shipped" / name, package.parent / name):
        if place.is_dir():
            return place
    raise Unusable(
        f"the installation lacks its {name}", "they come with the package", "reinstall clabber-audit"
    )


def text(name: str, file: str) -> str:
    """One file of a folder as text."""
    return (folder(name) / file).read_text(encoding="utf-8")
