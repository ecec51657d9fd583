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
    record: Annotated[str, typer.Argument(metavar="RECORD", help="The corrected record; - is standard input.")],
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Who corrects it.")],
    why: Annotated[str, typer.Option("--why", metavar="REASON", help="Why it is corrected.")],
    ruleset: RulesetOption = None,
    hand: HandOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Replace a record by a corrected one with the same id. The old one stays in the log.

    Example: clabber-audit archive amend season.db hand.clab --by Ruth --why "trick 2 was miscopied"
    """
    from clabber_audit.archive.names import named
    from clabber_audit.archive.opening import open_archive
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
    say(f"{name} was amended; the old version is kept" if changed else f"{name} is already there, word for word")
    return Exit.DONE
