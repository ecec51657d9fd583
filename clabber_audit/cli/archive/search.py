"""`archive search`: hands found by their words, and by what they are."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument, LimitOption
from clabber_audit.cli.options import ChangedOption
from clabber_audit.cli.screen import say, tell
from clabber_audit.ground.errors import Exit


def search(
    archive: ArchiveArgument,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORDS...",
            help="Words to look for, and fields: player:Ruth team: infraction: round: table: game: season: outcome: "
            "ruleset: from:1931-10 to:1931-12 source: league: venue: citation: recorder: remark:",
        ),
    ],
    limit: LimitOption = 0,
    changed: ChangedOption = False,
) -> Exit:
    """Find hands by words in names, teams, sources and remarks, and by fields.

    Example: clabber-audit archive search season.db player:Ruth infraction:failure-to-overtrump round:3
    """
    from clabber_audit.archive.asking import asked, nearest, understanding
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import listed, searched
    from clabber_audit.cli.archive.list_ import as_text
    from clabber_audit.ground.errors import shown

    told = asked(words)
    with open_archive(archive, changed=changed) as opened:
        found = understanding(opened, told)
        for line in found.unknown:
            say(line)
        if found.unknown:
            return Exit.DONE
        if told.words or found.within or not told.fields:
            any_there = False
            for name, text in searched(opened, told.words, limit or -1, found.sought, found.within):
                tell(f"{name}  {shown(text, 120)}")
                any_there = True
        else:
            any_there = as_text(listed(opened, found.sought, limit or -1))
        if not any_there:
            say("no hand is like this" if told.fields else "no hand has these words")
            for line in nearest(opened, " ".join((told.words, *found.within.values()))):
                say(line)
    return Exit.DONE
