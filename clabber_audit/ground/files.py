"""Files read within bounds, and where the templates, schemas and examples are that travel with the package."""

from __future__ import annotations

import stat
from importlib.resources import files
from pathlib import Path

from clabber_audit.ground.errors import Unusable


def whole(path: str | Path, most: int) -> bytes:
    """The bytes of a file or a pipe, and no more than one beyond `most`.

    OSError when it cannot be read, Unusable for a device, a folder and whatever else holds no bytes of its own.
    """
    mode = Path(path).stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        is_device = stat.S_ISCHR(mode) or stat.S_ISBLK(mode)
        why = "it is a folder" if stat.S_ISDIR(mode) else "it is a device" if is_device else "it is not a file"
        raise Unusable(f"cannot read {path}", why, "give a file")
    with Path(path).open("rb") as file:
        return file.read(most + 1)


def folder(name: str) -> Path:
    """The folder of that name, in the installed package or else in the checkout; Unusable where it is missing."""
    package = Path(str(files("clabber_audit")))
    for place in (package / "_shipped" / name, package.parent / name):
        if place.is_dir():
            return place
    raise Unusable(f"the installation lacks its {name}", "they travel with the package", "install it again")


def text(name: str, file: str) -> str:
    """One file of a folder as text."""
    return (folder(name) / file).read_text(encoding="utf-8")
