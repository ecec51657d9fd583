"""`archive search`: hands found by their words, and by what they are."""

from __future__ import annotations

from itertools import islice
from operator import attrgetter, itemgetter
from typing import Annotated

import typer

from clabber_audit.cli.archive.options import ArchiveArgument, LimitOption, OpenOption
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
    open_: OpenOption = False,
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
    from clabber_audit.cli.archive.open_questions import of_each
    from clabber_audit.ground.errors import shown

    told = asked(words)
    with open_archive(archive, changed=changed) as opened:
        found = understanding(opened, told)
        for line in found.unknown:
            say(line)
        if found.unknown:
            return Exit.DONE
        sought, most = found.sought._replace(open=open_), -1 if open_ else limit or -1
        if told.words or found.within or not told.fields:
            any_there = False
            there = searched(opened, told.words, most, sought, found.within)
            for (name, text), line in islice(of_each(opened, there, itemgetter(0), only_open=open_), limit or None):
                tell(f"{name}  {shown(text, 120)}" + (f"\n    {line}" if line else ""))
                any_there = True
        else:
            hands = of_each(opened, listed(opened, sought, most), attrgetter("id"), only_open=open_)
            any_there = as_text(islice(hands, limit or None))
        if not any_there:
            say("no hand matches" if told.fields or open_ else "no hand has all of these words")
            for line in nearest(opened, " ".join((told.words, *found.within.values()))):
                say(line)
    return Exit.DONE
