"""`archive add`: hands put into an archive."""

from __future__ import annotations

from os.path import samefile
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument, now
from clabber_audit.cli.options import ChangedOption, RecordsArgument, RulesetOption
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import ClabberError, Exit

if TYPE_CHECKING:
    from clabber_audit.archive.opening import Archive
    from clabber_audit.law.bound_ruleset import BoundRuleset


def add(
    archive: ArchiveArgument,
    paths: RecordsArgument,
    ruleset: RulesetOption = None,
    batch: Annotated[int, typer.Option("--batch", metavar="N", min=1, help="Save after every N hands.")] = 1000,
    dry: Annotated[
        bool, typer.Option("--dry-run", help="Add nothing; show, file by file, what would be added.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Add a folder without asking first.")] = False,
    changed: ChangedOption = False,
) -> Exit:
    """Add hands and their rulings. Hands already there stay; run it again if it was interrupted.

    For a folder, at a terminal, it first shows what would be added and asks before it goes on.

    Example: clabber-audit archive add season.db hands.jsonl
    """
    from clabber_audit.archive.names import named
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.cli.archive import beforehand
    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.lookalikes import meet
    from clabber_audit.cli.options import asked_law
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.errors import UsageError

    for given in paths:
        if _same_file(given, archive):
            raise UsageError(f"{given} cannot be added to itself", "it is the archive itself", "name another file")
    law, told = asked_law(ruleset, changed), set[str]()
    if dry or (not yes and beforehand.is_wanted(paths)):
        with open_archive(archive, changed=changed) as opened:
            # Of what is there it was warned before.
            meet(named(opened))
            shown = beforehand.show(opened, paths, law, changed=changed)
        if dry or not shown.new:
            return worst(shown.codes)
        if not beforehand.agreed():
            say("nothing was added")
            return Exit.DONE
        told = shown.told
    with open_archive(archive, write=True, changed=changed) as opened:
        meet(named(opened))
        return _added(opened, paths, law, batch, told)


def _added(archive: Archive, paths: list[str], law: BoundRuleset | None, batch: int, told: set[str]) -> Exit:
    """Add hands batch by batch. What was `told` of them as refused is not told again."""
    from clabber_audit.archive.writer import Judged, Kept, judged
    from clabber_audit.archive.writer import add as keep
    from clabber_audit.cli.errors import report, worst
    from clabber_audit.cli.rulings import ruled
    from clabber_audit.cli.screen import say, with_bar
    from clabber_audit.ground.errors import Unusable
    from clabber_audit.intake.counting import expected

    codes, total, at, waiting = set[Exit](), Kept(0, 0, ()), now(), list[Judged]()

    def tell(problem: ClabberError) -> None:
        if str(problem) not in told:
            report(problem)

    def commit() -> None:
        nonlocal total
        kept = keep(archive, waiting)
        waiting.clear()
        for problem in kept.refused:
            tell(problem)
            codes.add(problem.exit_code)
        total = Kept(total.new + kept.new, total.known + kept.known, total.refused + kept.refused)

    rulings = ruled(paths, law, codes, tell, changed=archive.changed)
    for ruling in with_bar(rulings, "adding", lambda: expected(paths)):
        waiting.append(judged(ruling, archive, at))
        if len(waiting) >= batch:
            commit()
    commit()
    if not (codes or any((total.new, total.known, total.refused))):
        raise Unusable(f"{' '.join(paths)} has no hand", "nothing was added", "check the file")
    added = counted(total.new, "{count} hand added", "{count} hands added")
    say(f"{added}, {total.known} already there, {len(total.refused)} not added (other content under the same id)")
    return worst(codes)


def _same_file(one: str, other: str) -> bool:
    """Whether two names are those of one file; a link counts as what it leads to."""
    try:
        return samefile(one, other)
    except OSError:
        return False
