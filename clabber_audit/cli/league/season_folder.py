"""A folder as a season: the season file in it, and the hands that lie beside that file."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import typer

from clabber_audit.archive import is_archive
from clabber_audit.cli.left_out import leave_out
from clabber_audit.cli.screen import say
from clabber_audit.ground.errors import Unusable, shown

_SEASON_FILE: Final = "season.json"
#: What a text of JSON says of itself first: of a ruling that is its own format, and not that of the record in it.
_FORMAT: Final = re.compile(rb'"format"\s*:\s*"([a-z-]+)/')
_START: Final = 1 << 14
#: By what the hands of a command find the folder that its season was given as.
_FOLDER: Final = "clabber_audit.season_folder"


def season_file(ctx: typer.Context, given: str) -> str:
    """The file of a season that was given as itself or as its folder."""
    if not os.path.isdir(given):
        return given
    ctx.meta[_FOLDER] = given
    return os.path.join(given, _SEASON_FILE)


def season_files(given: list[str] | None) -> list[str] | None:
    """The files of several seasons, each given as itself or as its folder."""
    return given and [os.path.join(one, _SEASON_FILE) if os.path.isdir(one) else one for one in given]


def hands_there(ctx: typer.Context, given: list[str] | None) -> list[str]:
    """The hands that were named; where none were, those that lie in the season’s folder."""
    return given or (_lying_in(ctx.meta[_FOLDER]) if _FOLDER in ctx.meta else [])


def some_hands(ctx: typer.Context, given: list[str] | None) -> list[str]:
    """The same for a command that is nothing without hands."""
    found = hands_there(ctx, given)
    if not found:
        raise typer.BadParameter("no hands were given: name their files or the archive after the season")
    return found


def _lying_in(folder: str) -> list[str]:
    """Return the archive of a folder, which holds what lies beside it, or else its files of records.

    What is not read is listed when the command ends: whatever is no file of records, and every folder within.
    """
    from clabber_audit.intake import NotRead, survey

    try:
        inside = list(survey(folder, deep=False))
    except Unusable:
        # The season is reported as unreadable.
        return []
    archives = sorted(file.path for file in inside if isinstance(file, NotRead) and is_archive(file.path))
    if len(archives) > 1:
        named = " and ".join(shown(os.path.basename(path), 80) for path in archives[:2])
        raise typer.BadParameter(f"{shown(folder, 200)} holds {named}: name the one with the hands after the season")
    records = []
    for file in inside:
        path = file.path if isinstance(file, NotRead) else file
        if path in archives or os.path.basename(path) in (_SEASON_FILE, f".{_SEASON_FILE}.lock"):
            continue
        if isinstance(file, NotRead):
            leave_out(file)
        elif not _holds_records(path):
            leave_out(NotRead(path, "hands of a season are read from records, not from rulings and pages"))
        elif archives:
            _pass_over(path, archives[0])
        else:
            records.append(path)
    return archives or records


def _pass_over(path: str, archive: str) -> None:
    """Leave a file of records to the archive beside it; warn if it is newer."""
    from clabber_audit.intake import NotRead

    leave_out(NotRead(path, f"the hands are read from {shown(archive, 200)}"))
    if _changed(path) > _changed(archive):
        where = shown(archive, 200)
        say(f"look: {shown(path, 200)} is newer than {where} and is not read; archive add puts its hands there")


def _changed(path: str) -> float:
    try:
        return os.path.getmtime(path)
    except OSError:
        # The reason is reported when it is read.
        return 0.0


def _holds_records(path: str) -> bool:
    """Return False for a page and for a ruling."""
    if not path.lower().removesuffix(".txt").endswith(".json"):
        return not path.lower().endswith(".html")
    try:
        with Path(path).open("rb") as file:
            told = _FORMAT.search(file.read(_START))
    except OSError:
        return True
    return told is None or told[1].endswith(b"-hand")
