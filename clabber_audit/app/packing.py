"""What judging imports and no more, as archives that the interpreter in the browser unpacks."""

from __future__ import annotations

import tarfile
import zipfile
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import Final

from clabber_audit.ground.files import folder

Files = dict[str, bytes]

#: The rooms of this program that no ruling comes from, what is wanted of two others, and what pages are made of.
_NOT_JUDGING: Final = ("cli", "conformance", "prompt", "_shipped")
_WANTED: Final = {
    "app": ("__init__.py", "judging.py"),
    "page": ("__init__.py", "recorder/__init__.py", "recorder/games.py"),
}
_PAGES_ELSEWHERE: Final = ("recorder", "_recorder", "app", "league", "scorecard", "site")
#: Of the packages, what is told to people and not run.
_LICENSES: Final = ("license", "licence", "copying")


@cache
def kept_modules() -> frozenset[str]:
    """The modules of the standard library and of the packages that rulings import, as the casebook has shown."""
    return frozenset(files("clabber_audit.app").joinpath("modules.txt").read_text(encoding="utf-8").split())


def interpreter(package: bytes) -> Files:
    """The files of the interpreter, by their names."""
    with tarfile.open(fileobj=BytesIO(package)) as archive:
        return dict(_contents(archive))


def standard_library(archive: bytes, kept: frozenset[str] | None = None) -> Files:
    """The modules of the standard library that are kept; all of them where `kept` is None."""
    return {name: data for name, data in _unzipped(archive).items() if _is_wanted(name, kept)}


def packages(brought: Mapping[str, bytes], kept: frozenset[str] | None = None) -> Files:
    """The modules of the packages that are kept, at the places where Python looks for them."""
    return {
        name: data
        for package in brought.values()
        for name, data in _package(package).items()
        if ".dist-info/" not in name and _is_wanted(name, kept)
    }


def licenses(package: bytes) -> list[str]:
    """The license texts that a package carries."""
    found = _package(package)
    return [
        data.decode()
        for name, data in found.items()
        if PurePosixPath(name).name.lower().startswith(_LICENSES) and not name.endswith(".py")
    ]


def program() -> Files:
    """This program's own modules and what they read, as far as judging goes."""
    top = Path(str(files("clabber_audit")))
    found = {}
    for path in sorted(top.rglob("*")):
        room, *within = path.relative_to(top).parts
        judges = "/".join(within) in _WANTED[room] if room in _WANTED else room not in _NOT_JUDGING
        if judges and path.suffix in (".py", ".toml"):
            found["/".join(["clabber_audit", room, *within])] = path.read_bytes()
    for path in sorted(folder("reports").iterdir()):
        if path.is_file() and not path.name.startswith(_PAGES_ELSEWHERE):
            found[f"clabber_audit/_shipped/reports/{path.name}"] = path.read_bytes()
    return found


def zipped(found: Files) -> bytes:
    """The files as an archive, the same bytes every time."""
    made = BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in sorted(found.items()):
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 9)
    return made.getvalue()


def _is_wanted(name: str, kept: frozenset[str] | None) -> bool:
    """Whether a file of an archive is a module that is kept, or a library made for the browser."""
    path = PurePosixPath(name)
    if path.suffix not in (".py", ".so"):
        return False
    parts = path.with_name(path.name.split(".")[0]).parts
    return kept is None or ".".join(parts[:-1] if parts[-1] == "__init__" else parts) in kept


def _package(data: bytes) -> Files:
    """A wheel's files, or those of a source archive as they would be installed."""
    if zipfile.is_zipfile(BytesIO(data)):
        return _unzipped(data)
    with tarfile.open(fileobj=BytesIO(data)) as archive:
        return {name.removeprefix("src/"): content for name, content in _contents(archive)}


def _unzipped(data: bytes) -> Files:
    with zipfile.ZipFile(BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/")}


def _contents(archive: tarfile.TarFile) -> Iterator[tuple[str, bytes]]:
    """The files of an archive, without the folder that all of them lie in."""
    for member in archive:
        file = archive.extractfile(member)
        if file is not None:
            yield member.name.partition("/")[2], file.read()
