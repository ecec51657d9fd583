"""`archive show`: one hand of an archive."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, cast

import typer

from clabber_audit.cli.archive.options import ArchiveArgument, IdArgument
from clabber_audit.cli.options import AnonymousOption, ChangedOption, ForceOption, OutOption, form_of, form_option
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.api import Form
    from clabber_audit.archive.opening import Archive
    from clabber_audit.ruling.judge import Ruling


class ShowForm(StrEnum):
    """How a hand is shown: as its ruling, or as its record."""

    html = "html"
    text = "text"
    json = "json"
    record = "record"
    clab = "clab"


def show(
    archive: ArchiveArgument,
    hand: IdArgument,
    form: Annotated[ShowForm | None, form_option(ShowForm)] = None,
    history: Annotated[bool, typer.Option("--history", help="List its versions: when, by whom, and why.")] = False,
    entry: Annotated[
        int | None, typer.Option("--entry", metavar="N", help="The version in entry N of the log.")
    ] = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: AnonymousOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Show a hand: its ruling, its record, or its history.

    Example: clabber-audit archive show season.db otters-2026-r3-h1 -o ruling.html
    """
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import history as versions
    from clabber_audit.archive.reading import ruling_of
    from clabber_audit.cli.output import destination

    form = form_of(output, ShowForm, form) or ShowForm.text
    with open_archive(archive, changed=changed) as opened, destination(output, force) as stream:
        if history:
            for version in versions(opened, hand):
                whose = f", amended by {version.by}: {version.why}" if version.by else ""
                stream.write(f"entry {version.entry}  {version.at}  sha256 {version.sha256[:16]}{whose}\n")
            return Exit.DONE
        stream.write(_shown(opened, ruling_of(opened, hand, entry), form, anonymous))
    return Exit.DONE


def _shown(archive: Archive, ruling: Ruling, form: ShowForm, anonymous: bool) -> str:
    record = ruling.walk.hand.record
    if form is ShowForm.record or form is ShowForm.clab:
        from clabber_audit.notation import write
        from clabber_audit.record.canonical import canonical, record_data
        from clabber_audit.ruling.anonymous import nameless

        record = nameless(record) if anonymous else record
        return write(record) if form is ShowForm.clab else canonical(record_data(record)) + "\n"
    from clabber_audit.api import written
    from clabber_audit.archive.reading import checkpoint_line, history
    from clabber_audit.render.frame import Frame, Origin

    to_write = cast("Form", form.value)
    if anonymous:
        # The name of an archive may be that of a club, and who typed a hand is somebody.
        return written(ruling, to_write, anonymous=True)
    frame = Frame("", (), origin=Origin(tuple(history(archive, record.id))))
    return written(ruling, to_write, checkpoint=checkpoint_line(archive), frame=frame)
