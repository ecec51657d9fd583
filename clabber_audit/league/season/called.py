"""What people call a match or a team, and which one they mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Final

from clabber_audit.ground.errors import UsageError, shown
from clabber_audit.league.season.model import Match, Round, Season, Team
from clabber_audit.record.names import folded

#: `Owls – Eagles, round 3`, as every page has it.
_ROUND: Final = re.compile(r"^(.*?),?\s+round\s+([0-9]{1,4})$", re.IGNORECASE)
_BETWEEN: Final = re.compile(r"\s+(?:–|-|—|vs?\.?|and|:)\s+|\s*,\s*", re.IGNORECASE)


def match_called(season: Season, text: str) -> Match:
    """The match with a number of the schedule, an id, or the names of its teams; UsageError for none or several."""
    listed = list(_listed(season))
    asked = text.strip()
    for number, _round, match in listed:
        if asked in (str(number), match.id):
            return match
    if asked.isdigit():
        why = f"the schedule has {len(listed)}"
        raise UsageError(f"there is no match {shown(asked, 20)}", why, "league schedule shows the numbers")
    said = _ROUND.match(asked)
    names, round = (said[1], int(said[2])) if said else (asked, None)
    teams = {team_called(season, name).id for name in _names(season, names)}
    found = [
        (number, match) for number, of, match in listed if teams <= set(match.teams) and round in (None, of.number)
    ]
    if len(found) == 1:
        return found[0][1]
    if not found:
        raise UsageError(f"there is no match “{shown(asked, 80)}”", "", "league schedule lists the matches")
    numbers = ", ".join(str(number) for number, _match in found)
    why = f"it could be match {numbers}"
    raise UsageError(f"“{shown(asked, 80)}” fits more than one match", why, "give one of these numbers")


def _listed(season: Season) -> Iterator[tuple[int, Round, Match]]:
    numbers = season.numbers()
    for round in season.rounds:
        for match in round.matches:
            yield numbers[match.id], round, match


def _names(season: Season, text: str) -> list[str]:
    """The names of one team or two: a name may hold whatever stands between two others."""
    if folded(text) in season.called():
        return [text]
    return [name for name in _BETWEEN.split(text) if name.strip()] or [text]


def team_called(season: Season, text: str) -> Team:
    """The team with a name or an id, however it is written; UsageError for none."""
    called = season.called()
    found = called.get(folded(text))
    if found is None:
        close = get_close_matches(folded(text), list(called), 1, 0.6)
        teams = shown(", ".join(team.name for team in season.teams), 200)
        help = f"did you mean “{called[close[0]].name}”?" if close else f"the teams are {teams}"
        raise UsageError(f"there is no team “{shown(text.strip(), 80)}”", "", help)
    return found
