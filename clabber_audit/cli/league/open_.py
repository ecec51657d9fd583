"""`league open`: what waits for a decision."""

from __future__ import annotations

import shlex

from clabber_audit.cli.league.common import (
    Asked,
    HandsArgument,
    LawOption,
    SeasonArgument,
    ended,
    given,
    season_of,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.cli.screen import tell
from clabber_audit.ground.characters import visible_line
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import ClabberError, Exit


def open_(
    season: SeasonArgument,
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """List what needs a decision, each with the command for it, and everything else to be looked at.

    Example: clabber-audit league open season.json season.db
    """
    from clabber_audit.cli.league.ledger import look_there
    from clabber_audit.league.standings import standings
    from clabber_audit.league.waiting import looked_at, waiting
    from clabber_audit.render.league import wording
    from clabber_audit.render.league.decisions import waits
    from clabber_audit.render.league.names import Names

    asked = Asked(season, hands or [], ruleset, None, None, False, False, changed)
    played, law = season_of(asked)
    look_there(season, played)
    problems: list[ClabberError] = []
    found = standings(played, given(asked, law, problems))
    items, names = list(waiting(found)), Names(found.season)
    tell(
        counted(len(items), "{count} item needs a decision.", "{count} items need a decision.")
        if items
        else "Nothing needs a decision."
    )
    for item in items:
        first, *more = item.command
        files = asked.hands if item.by_hands else []
        words = ["clabber-audit", "league", first, season, *more[:1], *files, *more[1:]]
        tell(f"\n{waits(item, names)}\n    {visible_line(shlex.join(words))}")
    if look := looked_at(found, items):
        tell(f"\n{counted(len(look), 'One thing is', '{count} things are')} to be looked at.\n")
        for notice in look:
            tell(wording.notice(notice, names))
    return ended(found, bool(problems), False)
