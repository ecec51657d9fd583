"""`archive amend`: a corrected record in the place of the one with its id."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument, now
from clabber_audit.cli.options import ChangedOption, HandOption, RulesetOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.ruling.judge import Ruling

_LONGEST = 500


def amend(
    archive: ArchiveArgument,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Name of the person who corrects it.")],
    why: Annotated[str, typer.Option("--why", metavar="REASON", help="Reason for the correction.")],
    record: Annotated[
        str | None,
        typer.Argument(
            metavar="RECORD",
            help="The corrected record, or the id of a hand to correct in your editor; - is standard input.",
        ),
    ] = None,
    ruleset: RulesetOption = None,
    hand: HandOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Replace a record with a corrected one of the same id. The old one stays in the log.

    Without a file the hand is opened as text in the editor that VISUAL or EDITOR names.

    Example: clabber-audit archive amend season.db hand.clab --by Ruth --why "trick 2 was miscopied"
    """
    from clabber_audit.archive.names import named
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import version_of
    from clabber_audit.archive.writer import amend as put
    from clabber_audit.cli.archive.editing import amended
    from clabber_audit.cli.lookalikes import look
    from clabber_audit.cli.options import asked_law
    from clabber_audit.cli.rulings import ruling_on
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.characters import is_name
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.intake import one

    for name, text in (("--by", by), ("--why", why)):
        if not is_name(text) or len(text) > _LONGEST:
            raise UsageError(f"{name} needs a line of text", f"at most {_LONGEST} characters", "say it in a few words")
    law = asked_law(ruleset, changed)

    def keep(ruling: Ruling, over: int | None = None) -> bool:
        with open_archive(archive, write=True, changed=changed) as opened:
            look(named(opened))
            return put(opened, ruling, now(), by.strip(), why.strip(), over=over)

    if record is None or (hand is None and _is_id(record)):
        if (wanted := record or hand) is None:
            raise UsageError("which hand should be amended?", "", "give the corrected record, or the id of the hand")
        with open_archive(archive, changed=changed) as opened:
            before = version_of(opened, wanted)
        return amended(before, law, keep, changed=changed)
    ruling = ruling_on(one(record, hand, changed=changed), law)
    done, name = keep(ruling), ruling.walk.hand.record.id
    say(f"{name} was amended; the old version is kept" if done else f"{name} is already there, word for word")
    return Exit.DONE


def _is_id(record: str) -> bool:
    """Whether what was given is the id of a hand, and no file."""
    from clabber_audit.intake.kinds import ending
    from clabber_audit.record.parts import IDENTIFIER

    return re.match(IDENTIFIER, record) is not None and not ending(record) and not os.path.lexists(record)
