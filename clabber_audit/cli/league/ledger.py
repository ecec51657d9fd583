"""The archive of a season, in whose log every decision is kept beside the season file.

The file is written while the archive is held, just before what went into the log is made to stay, and comes back where
that fails: both are as they were. A program killed between the two leaves an entry that the log lacks. Whatever looks
at the season tells that, and the next decision mends it, or `league keep`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from clabber_audit.cli.screen import say
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Unusable, shown

if TYPE_CHECKING:
    from clabber_audit.archive.decisions import Compared
    from clabber_audit.archive.opening import Archive
    from clabber_audit.league.season import Season
    from clabber_audit.league.season.filed import Filed


def chosen(season: str, found: Season, hands: Sequence[str]) -> str | None:
    """The archive of a season, as its file names it: where it names none, the one that the hands come from."""
    from clabber_audit.archive import is_archive

    archives = [path for path in hands if is_archive(path)]
    return found.archive or (named(season, archives[0]) if len(archives) == 1 else None)


def named(season: str, archive: str) -> str:
    """An archive as the file of a season names it: seen from the folder of the season."""
    return Path(_seen_from(_folder(season), os.path.realpath(archive))).as_posix()


@contextmanager
def held_open(season: str, archive: str) -> Iterator[Archive]:
    """The archive of a season while nobody else writes to it; all that the block puts into it stays, or nothing."""
    from clabber_audit.archive.opening import open_archive

    # No hand is judged: whatever rules it keeps, they say nothing here.
    with open_archive(_path(season, archive), write=True, changed=True) as opened, opened.writing():
        yield opened


def entered(archive: Archive, season: Season) -> Compared:
    """Put into the archive what of a season is not there yet; how the two differed."""
    from clabber_audit.archive.decisions import compared, keep
    from clabber_audit.cli.archive.options import now

    differing = compared(archive, season)
    keep(archive, season, differing.missing, now())
    return differing


def look_there(path: str, season: Season) -> None:
    """Say where the archive of a season and its file differ. What cannot be told is no reason to stop."""
    from clabber_audit.archive.decisions import compared
    from clabber_audit.archive.opening import open_archive

    if season.archive is None:
        return
    try:
        with open_archive(_path(path, season.archive), changed=True) as archive:
            differing = compared(archive, season)
    except Unusable as problem:
        say(f"look: we cannot tell if all decisions are stored: {problem.what}")
        return
    if differing.missing:
        said = counted(len(differing.missing), "{count} entry is not", "{count} entries are not")
        say(f"look: {said} in {season.archive} yet; the next decision adds them, or league keep")
    _differ(season.archive, differing)


def caught_up(before: Season, archive: str, differing: Compared) -> None:
    """Say what the archive of a season took beside the one entry that was made, and what it has otherwise."""
    if before.archive is None:
        say(f"from now on the decisions of this season are stored in {archive} too")
    if more := len(differing.missing) - 1:
        said = counted(more, "{count} entry was not", "{count} entries were not")
        say(f"{said} in {archive} yet, and were added")
    _differ(archive, differing)


def _differ(archive: str, differing: Compared) -> None:
    for said, entries in (("is gone from", differing.gone), ("is different in", differing.otherwise)):
        for kept in entries:
            had = f"{archive} has it as “{_signed(kept)}”"
            say(f"look: entry {kept.number} {said} the season file; {had}; league keep puts it back")


def _signed(kept: Filed) -> str:
    who, when, why = (shown(str(kept.entry.get(key, "")), 200) for key in ("who", "when", "why"))
    return f"{who}, {when}: {why}" if why else f"{who}, {when}"


def _path(season: str, archive: str) -> str:
    return _seen_from(os.getcwd(), os.path.join(_folder(season), archive))


def _folder(season: str) -> str:
    return os.path.dirname(os.path.realpath(season)) if season != "-" else os.getcwd()


def _seen_from(folder: str, path: str) -> str:
    try:
        return os.path.relpath(path, folder)
    except ValueError:
        # On another drive.
        return path
