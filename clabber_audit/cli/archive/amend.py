"""`archive amend`: a corrected record in the place of the one with its id."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument, now
from clabber_audit.cli.options import ChangedOption, HandOption, RulesetOption
from clabber_audit.ground.errors import Exit

_LONGEST = 500


def amend(
    archive: ArchiveArgument,
    record: Annotated[str, typer.Argument(metavar="RECORD", help="The record as it should be; - is standard input.")],
    by: Annotated[str, typer.Option("--by", metavar="WHO", help="Who amends.")],
    why: Annotated[str, typer.Option("--why", metavar="REASON", help="Why.")],
    ruleset: RulesetOption = None,
    hand: HandOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Put a corrected record in the place of the one with its id. The old one stays in the log."""
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import named
    from clabber_audit.archive.writer import amend as put
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
    ruling = ruling_on(one(record, hand, changed=changed), asked_law(ruleset, changed))
    with open_archive(archive, write=True, changed=changed) as opened:
        look(named(opened))
        changed = put(opened, ruling, now(), by.strip(), why.strip())
    name = ruling.walk.hand.record.id
    say(f"{name} is amended; the old version is kept" if changed else f"{name} is there already, the same")
    return Exit.DONE
