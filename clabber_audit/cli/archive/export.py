"""`archive export` and `backup`: everything out again, in forms that outlive the program."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import AnonymousOption, ForceOption
from clabber_audit.errors import Exit


class ExportForm(StrEnum):
    """What an archive is exported as."""

    jsonl = "jsonl"
    clab = "clab"
    site = "site"


def export(
    archive: ArchiveArgument,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="A .jsonl or .clab file, a new folder, or -.")],
    form: Annotated[
        ExportForm | None, typer.Option("--format", "-f", help="By default what TARGET ends in; a folder is a site.")
    ] = None,
    force: ForceOption = False,
    anonymous: AnonymousOption = False,
) -> Exit:
    """Write all hands as JSON Lines or as text, or as a folder of pages with an index that needs no server."""
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import Sought, rulings
    from clabber_audit.cli.guard import say
    from clabber_audit.cli.output import destination
    from clabber_audit.notation import write
    from clabber_audit.record.canonical import canonical, record_data
    from clabber_audit.render.anonymous import anonymous as without_people

    kind = form or {"jsonl": ExportForm.jsonl, "clab": ExportForm.clab}.get(target.rsplit(".", 1)[-1].lower())
    kind = kind or (ExportForm.jsonl if target == "-" else ExportForm.site)
    with open_archive(archive) as opened:
        if kind is ExportForm.site:
            from clabber_audit.site import pages

            _empty_folder(target)
            count = 0
            for name, page in pages(opened, anonymous=anonymous):
                with destination(os.path.join(target, name), force) as stream:
                    stream.write(page)
                count += 1
            say(f"{count} pages in {target}; open index.html")
            return Exit.DONE
        with destination(target, force) as stream:
            for number, ruling in enumerate(rulings(opened, Sought())):
                record = (without_people(ruling) if anonymous else ruling).walk.hand.record
                if kind is ExportForm.clab:
                    stream.write("\n" * bool(number) + write(record))
                else:
                    stream.write(canonical(record_data(record)) + "\n")
    return Exit.DONE


def _empty_folder(target: str) -> None:
    """A folder for the site: a new one, or one that holds nothing."""
    from clabber_audit.errors import Unusable

    try:
        os.makedirs(target, exist_ok=True)
        if any(Path(target).iterdir()):
            raise Unusable(f"{target} is not empty", "pages are not mixed with other files", "give a new folder")
    except OSError as problem:
        raise Unusable(f"cannot write to {target}", problem.strerror or str(problem), "give a new folder") from None


def backup(
    archive: ArchiveArgument,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="The copy, a file that does not exist yet.")],
) -> Exit:
    """Copy an archive while it may be in use; the copy is whole and proves what the archive proves."""
    from clabber_audit.archive.copying import copy
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.cli.guard import say

    with open_archive(archive) as opened:
        line = copy(opened, target)
    say(f"{target} holds {line}")
    return Exit.DONE
