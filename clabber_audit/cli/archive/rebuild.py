"""`archive rebuild`: what is made from the log, made anew where it differs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import chain, groupby
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.archive.looking import JobsOption
from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit, shown

if TYPE_CHECKING:
    from clabber_audit.archive.complaint import Due
    from clabber_audit.archive.rebuilding import Fitting


def rebuild(
    archive: ArchiveArgument,
    dry: Annotated[bool, typer.Option("--dry-run", help="Write nothing; show what would be rebuilt.")] = False,
    jobs: JobsOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Rebuild hands, rulings, decisions and the search index from the log, wherever they differ from it.

    The log never changes. If it is damaged, nothing is changed. With --dry-run, exit code 1 if anything differs.

    Example: clabber-audit archive rebuild season.db --dry-run
    """
    from clabber_audit.archive.aside import aside
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.rebuilding import mend, to_mend, without_advice
    from clabber_audit.archive.rebuilding import rebuild as put
    from clabber_audit.cli.archive.looking import looking
    from clabber_audit.cli.screen import say, tell

    count, in_table = Counter[str](), Counter[str]()
    with without_advice(), aside() as kept:
        if dry:
            # Whoever writes meanwhile waits for the copy to be made, not for it to be looked through.
            with open_archive(archive, changed=changed, broken=True) as opened:
                copy = to_mend(opened)
            with copy:
                there = mend(copy, kept, looking(copy, jobs, "rebuilding"))
        else:
            with open_archive(archive, write=True, changed=changed, broken=True) as opened:
                there = put(opened, kept, looking(opened, jobs, "rebuilding"))
        for (kind, of), some in groupby(chain.from_iterable(kept.parts()), _subject):
            tables = [due.table for due in some]
            if not opened.damage:
                tell(f"{shown(archive, 200)}: {of}: {', '.join(tables)}")
            count[kind] += 1
            in_table.update(tables if kind == "hand" else ())
    if opened.damage:
        say(f"{'would be ' if dry else ''}rewritten: the whole file, which is damaged: {shown(opened.damage, 200)}")
    elif not count:
        say(f"{there.line} matches its log; nothing to rebuild")
        return Exit.DONE
    for told in _summary(count, in_table, there):
        say(f"{'would be ' if dry else ''}{told}")
    say("nothing was written" if dry else f"{there.line} matches its log")
    return Exit.FINDINGS if dry else Exit.DONE


def _subject(due: Due) -> tuple[str, str]:
    """What something put into a table counts as, and what it is called."""
    if due.table == "words":
        return "words", "index of words"
    if due.number is None:
        return "index", "indexes"
    if due.table == "decisions":
        return ("decision" if due.rows else "no decision"), f"entry {due.number}"
    if due.name:
        return "hand", f"hand {due.number} ({shown(due.name, 64)})"
    return "no hand", f"hand {due.number}, which the log does not have"


def _summary(count: Mapping[str, int], in_table: Mapping[str, int], there: Fitting) -> Iterator[str]:
    """What was made anew and what was taken out, given how much there is in the end."""
    made, out = list[str](), list[str]()
    if count["hand"]:
        tables = ", ".join(f"{many:,} in {table}" for table, many in in_table.items())
        made.append(f"{count['hand']:,} of {there.hands:,} hands ({tables})")
    if count["decision"]:
        made.append(f"{count['decision']:,} of {there.decisions:,} decisions")
    if count["index"]:
        made.append(counted(count["index"], "the indexes of {count} table", "the indexes of {count} tables"))
    if count["words"]:
        made.append("the index of words")
    for kind in ("hand", "decision"):
        if many := count[f"no {kind}"]:
            out.append(counted(many, "{count} {kind}", "{count:,} {kind}s", kind=kind))
    if made:
        yield f"rebuilt: {', '.join(made)}"
    if out:
        yield f"removed: {', '.join(out)} that the log does not have"
