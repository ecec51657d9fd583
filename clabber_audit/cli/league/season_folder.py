"""A folder as a season: the season file in it, and the hands that lie beside that file."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import typer

from clabber_audit.archive import is_archive
from clabber_audit.cli.screen import say
from clabber_audit.ground.errors import shown

_SEASON_FILE: Final = "season.json"
#: The endings of files that hold records. What they turn into, pages above all, lies in the same folder.
_ENDINGS: Final = (".jsonl", ".jsonl.gz", ".json", ".clab", ".csv")
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
    """The archive of a folder, which holds what lies beside it, or else its files of records; of no folder below it."""
    try:
        inside = sorted(os.path.join(folder, name) for name in os.listdir(folder))
    except OSError:
        # That it cannot be read is told of the season.
        return []
    archives = [path for path in inside if is_archive(path)]
    if len(archives) > 1:
        named = " and ".join(shown(os.path.basename(path), 80) for path in archives[:2])
        raise typer.BadParameter(f"{shown(folder, 200)} holds {named}: name the one with the hands after the season")
    records = [path for path in inside if _holds_records(path)]
    for path in records if archives else ():
        if _changed(path) > _changed(archives[0]):
            where = shown(archives[0], 200)
            say(f"look: {shown(path, 200)} is newer than {where} and is not read; archive add puts its hands there")
    return archives or records


def _changed(path: str) -> float:
    try:
        return os.path.getmtime(path)
    except OSError:
        # That it cannot be read is told where it is read.
        return 0.0


def _holds_records(path: str) -> bool:
    """Whether a file of a folder holds records, as far as its beginning tells."""
    kind = next((ending for ending in _ENDINGS if path.lower().removesuffix(".txt").endswith(ending)), "")
    if not kind or not os.path.isfile(path):
        return False
    if kind in (".clab", ".jsonl.gz"):
        return True
    try:
        with Path(path).open("rb") as file:
            start = file.read(_START)
    except OSError:
        # That it cannot be read is told where it is read.
        return True
    if kind == ".csv":
        # It loads much, and is loaded only where a table lies there.
        from clabber_audit.intake.kinds import begins_sheet

        return begins_sheet(start.split(b"\n")[0])
    told = _FORMAT.search(start)
    return told is not None and told[1].endswith(b"-hand")
