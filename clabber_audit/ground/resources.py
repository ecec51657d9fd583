"""Where the templates and schemas are: beside the package once installed, else in the checkout it runs from."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path

from clabber_audit.ground.errors import Unusable


def folder(name: str) -> Path:
    """The folder of that name, `reports` or `schemas`; Unusable when the installation lacks it."""
    package = Path(str(files("clabber_audit")))
    for place in (package / "_shipped" / name, package.parent / name):
        if place.is_dir():
            return place
    raise Unusable(f"the installation lacks its {name}", "they travel with the package", "install it again")


def text(name: str, file: str) -> str:
    """One file of a folder as text."""
    return (folder(name) / file).read_text(encoding="utf-8")
