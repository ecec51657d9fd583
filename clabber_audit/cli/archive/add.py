"""`archive add`: hands put into an archive."""

from __future__ import annotations

from os.path import samefile
from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument, now
from clabber_audit.cli.options import ChangedOption, RecordsArgument, RulesetOption
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit


def add(
    archive: ArchiveArgument,
    paths: RecordsArgument,
    ruleset: RulesetOption = None,
    batch: Annotated[int, typer.Option("--batch", metavar="N", min=1, help="Save after every N hands.")] = 1000,
    changed: ChangedOption = False,
) -> Exit:
    """Add hands and their rulings. Hands already there are kept; run it again if it was interrupted.

    Example: clabber-audit archive add season.db hands.jsonl
    """
    from clabber_audit.archive.names import named
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.writer import Judged, Kept, judged
    from clabber_audit.archive.writer import add as keep
    from clabber_audit.cli.errors import report, worst
    from clabber_audit.cli.lookalikes import meet
    from clabber_audit.cli.options import asked_law
    from clabber_audit.cli.rulings import ruled
    from clabber_audit.cli.screen import say, with_bar
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.intake.counting import expected

    for given in paths:
        if _same_file(given, archive):
            raise UsageError(f"{given} cannot be added to itself", "it is the archive itself", "give another file")
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

        for ruling in with_bar(ruled(paths, law, codes, changed=changed), "adding", lambda: expected(paths)):
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
