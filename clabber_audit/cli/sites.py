"""Sites written into their folders: what the commands of leagues and archives have in common."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from clabber_audit.cli.screen import say
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit, Unusable, shown
from clabber_audit.ground.files import whole

if TYPE_CHECKING:
    from clabber_audit.cli.folder import Ended, Folder
    from clabber_audit.page.site.packing import Histories
    from clabber_audit.page.site.plan import Page
    from clabber_audit.page.site.rulings import Site, Task
    from clabber_audit.record.versions import Version
    from clabber_audit.render.frame import Clipping

#: As many pages are made by one process; starting others takes longer.
_FEW: Final = 60
#: The most bytes of a clipping.
_LARGEST: Final = 16 << 20
#: How many clippings that are not there are named.
_NAMED: Final = 20

JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="N", min=1, help="Use N processes (default: all there are)."),
]
ClippingsOption = Annotated[
    str | None,
    typer.Option(
        "--clippings", metavar="FOLDER", help="Folder with the pictures and texts that sources name as sha256:…."
    ),
]

Todo = tuple["Task", frozenset[str]]


def histories_in(paths: Iterable[str], *, changed: bool) -> Histories:
    """The versions of all hands in the archives among some paths."""
    from clabber_audit.archive import is_archive
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import histories

    found: dict[str, tuple[Version, ...]] = {}
    for path in filter(is_archive, paths):
        with open_archive(path, changed=changed) as archive:
            found |= histories(archive)
    return found


def lacking(site: Site, clippings: str | None) -> Iterator[str]:
    """What is said of clippings that sources name and the folder of them does not have."""
    if clippings is None:
        return
    for sha256, hand in site.not_there[:_NAMED]:
        yield f"look: {hand} names clipping sha256:{sha256}, which is not in {shown(clippings, 200)}"
    if more := len(site.not_there[_NAMED:]):
        yield counted(more, "one more clipping is missing", "{count} more clippings are missing")


def up_to_date(folder: Folder) -> Exit | None:
    """Tell that nothing changed, and what the last run had to say; None where something did."""
    before = folder.unchanged()
    if before is None:
        return None
    for line in before.said:
        say(line)
    say(f"Nothing has changed in {shown(str(folder.place), 200)}.")
    return before.code


def bring(folder: Folder, site: Site, pictures: Mapping[str, bytes], jobs: int | None, ended: Ended) -> None:
    """Write what changed, take away what is no longer part of the site, and tell what was done."""
    for line in ended.said:
        say(line)
    target = shown(str(folder.place), 200)
    wanted = {name for task in site.tasks for name in task.pictures}
    copied = {name: data for name, data in pictures.items() if name in wanted}
    keys = {name: key for task in site.tasks for name, key in task.keys.items()}
    try:
        with folder.writing([*site.pages, *keys, *copied]):
            missing = folder.missing(keys)
            for name, text in chain(site.pages.items(), _made(site.tasks, missing, jobs)):
                folder.put(name, text.encode(), keys.get(name, ""))
            for name, data in copied.items():
                folder.put(name, data)
            removed = folder.end(ended)
    except OSError as problem:
        raise Unusable(f"cannot write to {target}", problem.strerror or str(problem), "check the folder") from None
    files = counted(len(folder), "{count} file", "{count} files")
    gone = f", {removed} removed" if removed else ""
    say(f"{files} in {target}, {folder.written} written{gone}; open index.html")


def _made(tasks: Sequence[Task], missing: Collection[str], jobs: int | None) -> Iterator[Page]:
    todo = [(task, wanted) for task in tasks if (wanted := frozenset(missing).intersection(task.keys))]
    from clabber_audit.ground.jobs import shared_among

    return shared_among(_work, todo, jobs, few=len(missing) < _FEW)


def _work(todo: Todo) -> list[Page]:
    from clabber_audit.page.site.rulings import made

    return made(*todo)


def clippings_in(path: str | None) -> tuple[dict[str, Clipping], dict[str, bytes]]:
    """What a folder of clippings holds, by hash, and the pictures among it by the names that they get in a site."""
    from clabber_audit.page.site.clippings import clipping

    found: dict[str, Clipping] = {}
    pictures: dict[str, bytes] = {}
    if path is None:
        return found, pictures
    place = Path(path)
    if not place.is_dir():
        raise Unusable(f"cannot read {path}", "it is not a folder", "give the folder with the clippings")
    try:
        for file in sorted(place.rglob("*")):
            data = whole(file, _LARGEST) if file.is_file() else b""
            if len(data) > _LARGEST:
                say(f"{shown(str(file), 200)} is left out: a clipping is limited to {_LARGEST >> 20} MB")
            elif shown_as := clipping(data):
                found[shown_as.sha256] = shown_as
                if shown_as.picture:
                    pictures[shown_as.picture] = data
    except OSError as problem:
        raise Unusable(f"cannot read {path}", problem.strerror or str(problem), "check the folder") from None
    return found, pictures
