"""Byes as the schedule gives them: who had a second one before everybody had a first, and who was left out."""

from __future__ import annotations

from operator import attrgetter

from clabber_audit.league.notices import Notice, Notices, facts
from clabber_audit.league.season import Season


def tell_of_byes(season: Season, notices: Notices) -> None:
    """Tell of every bye that came too early, and of teams that a round neither pairs nor gives a bye."""
    had = dict.fromkeys((team.id for team in season.teams), 0)
    for round in sorted(season.rounds, key=attrgetter("number")):
        for team in round.byes:
            had[team] += 1
        fewest = min(had.values())
        for team in round.byes:
            if had[team] > fewest + 1:
                without = next(other for other, count in had.items() if count == fewest)
                told = facts(team=team, byes=had[team], other=without, others=fewest)
                notices.tell(Notice("second_bye", round=round.number, facts=told))
        named = {team for match in round.matches for team in match.teams} | set(round.byes)
        for idle in (team.id for team in season.teams if team.id not in named):
            notices.tell(Notice("idle", round=round.number, facts=facts(team=idle)))
