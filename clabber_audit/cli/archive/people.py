"""Command line: archive people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from clabber_audit.cli.archive.store import ArchiveArgument, ByOption, WhyOption, make_author, utc_now
from clabber_audit.cli.options import ChangedOption, option
from clabber_audit.cli.output import echo, echo_err
from clabber_audit.core.errors import UsageError, printable
from clabber_audit.core.text import is_name, pluralize

if TYPE_CHECKING:
    from clabber_audit.archive.database import Archive


def people(
    archive: ArchiveArgument,
    *,
    person: str | None = option(None, "--person", "NAME", "A player who is written in several ways."),
    spelling: list[str] | None = option(
        None, "--spelling", "NAME", "Another spelling of --person (repeatable)."
    ),
    undo: int | None = option(
        None, "--undo", "ENTRY", "Take back this entry of the list of spellings.", min=1
    ),
    by: ByOption = "",
    why: WhyOption = "",
    changed: ChangedOption = False,
) -> None:
    """List the players with their spellings and names that may be one person, or decide that they are.

    Records keep the names as written. Searches, lists and the pages of a site take all spellings for one person.

    Example: clabber-audit archive people season.db --person "Ruth Lee" --spelling "R. Lee" --by Ann --why "one hand"
    """
    from clabber_audit.archive.club import decide
    from clabber_audit.archive.club import undo as take_back
    from clabber_audit.archive.database import open_archive

    if person is None and not spelling and undo is None:
        with open_archive(archive, changed=changed) as opened:
            _list(opened)
        return
    if (person is None) == (undo is None) or bool(spelling) != (person is not None):
        help = "give --person NAME with --spelling NAME, or --undo ENTRY alone"
        raise UsageError("it is not clear what to decide", "", help)
    if person is not None and not is_name(person):
        raise UsageError("--person needs a name", "", "give the name as it is to be read")
    at, others = utc_now(), list(dict.fromkeys(spelling or ()))
    author = make_author(by, why)
    with open_archive(archive, write=True, changed=changed) as opened:
        if undo is not None:
            take_back(opened, undo, author, at)
            echo_err(f"spelling {undo} is taken back")
            return
        first = decide(opened, (person or "").strip(), others, author, at)
    for number, other in enumerate(others, first):
        echo_err(f"“{printable(other, 80)}” is {printable(person, 80)}; --undo {number} takes it back")


def _list(archive: Archive) -> None:
    from clabber_audit.archive.club import appearances, proposals, spellings
    from clabber_audit.records.formats import fold_name

    decided, hands = list(spellings(archive)), appearances(archive)
    known = {fold_name(spelling.spelling): spelling.name for spelling in decided}
    for name in {spelling.name: None for spelling in decided}:
        hands.setdefault(fold_name(name), (name, 0))
    for key, (name, count) in sorted(hands.items()):
        if key in known:
            continue
        own = [spelling for spelling in decided if fold_name(spelling.name) == key]
        total = count + sum(hands.get(fold_name(spelling.spelling), ("", 0))[1] for spelling in own)
        echo(f"{printable(name, 80)}  {pluralize(total, 'hand')}")
        for spelling in own:
            why = f"{spelling.when} {spelling.who}: {printable(spelling.why, 200)}"
            echo(f"  {spelling.number}. also {printable(spelling.spelling, 80)} ({why})")
    for name, other in proposals([name for name, _ in hands.values()], known):
        echo_err(f"look: perhaps one person: “{printable(name, 80)}” and “{printable(other, 80)}”")
