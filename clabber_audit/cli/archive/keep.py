"""`archive init`, `add`, `amend`: putting hands into an archive."""

from __future__ import annotations

from os.path import samefile
from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import ChangedOption, HandOption, RulesetOption
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit


def init(
    archive: ArchiveArgument,
    origin: Annotated[
        str | None,
        typer.Option("--origin", metavar="NAME", help="Its name on paper; by default the file’s, without its ending."),
    ] = None,
) -> Exit:
    """Make an empty archive. A file that exists is never touched."""
    from clabber_audit.archive.opening import create
    from clabber_audit.cli.screen import say

    with create(archive, origin) as made:
        say(f"{archive} is an archive called {made.origin}")
    return Exit.DONE


def add(
    archive: ArchiveArgument,
    paths: Annotated[
        list[str], typer.Argument(metavar="PATH...", help="Files or folders of records, archives; - is standard input.")
    ],
    ruleset: RulesetOption = None,
    batch: Annotated[int, typer.Option("--batch", min=1, help="Hands to a transaction.")] = 1000,
    changed: ChangedOption = False,
) -> Exit:
    """Add hands with their rulings. A hand that is there already stays; after a stop, the same command goes on."""
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import named
    from clabber_audit.archive.writer import Judged, Kept, judged
    from clabber_audit.archive.writer import add as keep
    from clabber_audit.cli.errors import report, worst
    from clabber_audit.cli.lookalikes import meet
    from clabber_audit.cli.options import asked_law
    from clabber_audit.cli.rulings import ruled
    from clabber_audit.cli.screen import say, with_bar
    from clabber_audit.ground.errors import UsageError

    for given in paths:
        if _same_file(given, archive):
            raise UsageError(f"{given} cannot be added to itself", "it is the archive to add to", "give another file")
    law, codes, total = asked_law(ruleset, changed), set[Exit](), Kept(0, 0, ())
    with open_archive(archive, write=True, changed=changed) as opened:
        # Of what is there it was warned before.
        meet(named(opened))
        at, waiting = now(), list[Judged]()

        def commit() -> None:
            nonlocal total
            kept = keep(opened, waiting)
            waiting.clear()
            for problem in kept.refused:
                report(problem)
                codes.add(problem.exit_code)
            total = Kept(total.new + kept.new, total.known + kept.known, total.refused + kept.refused)

        for ruling in with_bar(ruled(paths, law, codes, changed=changed), "adding"):
            waiting.append(judged(ruling, opened, at))
            if len(waiting) >= batch:
                commit()
        commit()
    added = counted(total.new, "{count} hand added", "{count} hands added")
    say(f"{added}, {total.known} there already, {len(total.refused)} refused for other content")
    return worst(codes)


def _same_file(one: str, other: str) -> bool:
    """Whether two names are those of one file; a link counts as what it leads to."""
    try:
        return samefile(one, other)
    except OSError:
        return False


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


_LONGEST = 500


def now() -> str:
    """The moment, in UTC, as the log writes it."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
