"""`archive export`: everything out again, in forms that outlive the program."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import AnonymousOption, ChangedOption, ForceOption, form_option
from clabber_audit.cli.screen import overheard
from clabber_audit.cli.sites import ClippingsOption, JobsOption
from clabber_audit.ground.errors import Exit


class ExportForm(StrEnum):
    """What an archive is exported as."""

    jsonl = "jsonl"
    clab = "clab"
    site = "site"


def export(
    archive: ArchiveArgument,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="A .jsonl or .clab file, a new folder, or -.")],
    form: Annotated[ExportForm | None, form_option(ExportForm, "from TARGET’s extension; a folder is a site")] = None,
    force: ForceOption = False,
    anonymous: AnonymousOption = False,
    clippings: ClippingsOption = None,
    jobs: JobsOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Write out all hands: as JSON Lines, as text, or as a folder of web pages that needs no server.

    If the site exists, only changes are written.

    Example: clabber-audit archive export season.db pages/
    """
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import Sought, hands
    from clabber_audit.cli.output import destination
    from clabber_audit.notation import write
    from clabber_audit.record.canonical import canonical, record_data
    from clabber_audit.ruling.anonymous import nameless

    kind = form or _form_of(target)
    if kind is ExportForm.site:
        return _site(archive, target, anonymous, clippings, jobs, changed)
    with open_archive(archive, changed=changed) as opened, destination(target, force) as stream:
        for number, shelved in enumerate(hands(opened, Sought())):
            record = nameless(shelved.hand.record) if anonymous else shelved.hand.record
            if kind is ExportForm.clab:
                stream.write("\n" * bool(number) + write(record))
            else:
                stream.write(canonical(record_data(record)) + "\n")
    return Exit.DONE


def _site(archive: str, target: str, anonymous: bool, clippings: str | None, jobs: int | None, changed: bool) -> Exit:
    """Write the archive as linked pages."""
    from clabber_audit.cli.digests import digest_of
    from clabber_audit.cli.folder import Ended, Folder
    from clabber_audit.cli.sites import bring, clippings_in, lacking, up_to_date

    given = digest_of([archive, *([clippings] if clippings else [])])
    folder = Folder(target, given, clippings is None, anonymous, changed)
    if (before := up_to_date(folder)) is not None:
        return before

    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import Sought, checkpoint_line, hands, histories
    from clabber_audit.page.site.archive import archive_site
    from clabber_audit.page.site.packing import packed

    with overheard() as heard, open_archive(archive, changed=changed) as opened:
        told, pictures = clippings_in(clippings)
        known = histories(opened)
        records = [(packed(shelved.hand.record, known), shelved.law) for shelved in hands(opened, Sought())]
        origin, line = opened.origin, checkpoint_line(opened)
    made = archive_site(records, origin, line, anonymous=anonymous, clippings=told)
    bring(folder, made, pictures, jobs, Ended(Exit.DONE, tuple(lacking(made, clippings)), not heard))
    return Exit.DONE


def _form_of(target: str) -> ExportForm:
    """What the ending asks for; a name without one is a folder of pages."""
    from clabber_audit.ground.errors import UsageError

    ending = Path(target).suffix.lower() if target != "-" else ".jsonl"
    forms = {".jsonl": ExportForm.jsonl, ".clab": ExportForm.clab, "": ExportForm.site}
    if ending not in forms:
        why = "it can be .jsonl, .clab, or a name without an extension for a folder of pages"
        raise UsageError(f"an archive cannot be exported as {ending}", why, "give another name, or --format")
    return forms[ending]
