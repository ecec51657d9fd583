"""The table of a season: what each team won and made, and why it stands where it stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from operator import attrgetter
from typing import Final, NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.league.figures import Figures, Seen, figures
from clabber_audit.league.hand_matching import Given, gather
from clabber_audit.league.matches import matches
from clabber_audit.league.notices import Notice, Notices, facts
from clabber_audit.league.played import Look, PlayedGame, PlayedMatch
from clabber_audit.league.ranking import TieBreak, ranked
from clabber_audit.league.season import Season
from clabber_audit.league.season.entries import in_force
from clabber_audit.league.season.model import Note, Round
from clabber_audit.league.shelf import Shelf
from clabber_audit.league.tally import Tally, tally

#: How a match stands whose result can still change.
_PROVISIONAL: Final = ("provisional", "in_dispute")


class Standing(NamedTuple):
    """A line of the table."""

    #: The place, and whether others share it.
    place: int
    shared: bool
    tally: Tally


class Standings(NamedTuple):
    """A season as it stands."""

    #: With only what holds in it; and as it was written down, with what was taken back.
    season: Season
    written: Season
    #: What its hands are judged by.
    law: BoundRuleset
    rows: tuple[Standing, ...]
    tie_breaks: tuple[TieBreak, ...]
    matches: tuple[PlayedMatch, ...]
    notices: tuple[Notice, ...]
    #: The figures of the teams, by their ids.
    figures: dict[str, Figures]

    @property
    def loud(self) -> bool:
        """Whether hands were refused, or a result to which somebody set a name is not what the hands give."""
        return any(notice.loud for notice in self.notices)

    @property
    def written_alone(self) -> list[tuple[PlayedMatch, PlayedGame]]:
        """The games that count and rest, in part or in whole, on scores that nothing but the writing bears out."""
        return [(match, game) for match in self.matches for game in match.counted if game.written_alone[0]]

    @property
    def provisional(self) -> list[PlayedMatch]:
        """The matches in the table whose result can still change: not approved by both captains, or in dispute."""
        return [match for match in self.matches if match.counted and match.status in _PROVISIONAL]

    @property
    def protests(self) -> list[Note]:
        """The protests that nobody answered."""
        answered = {note.answers for note in self.season.notes}
        return [note for note in self.season.notes if note.protest and note.number not in answered]

    def in_round(self, round: Round) -> list[PlayedMatch]:
        """The matches of a round as they stand."""
        return [match for match in self.matches if match.round is round]


def standings(season: Season, given: Given, look: Look = lambda _added: None) -> Standings:
    """The standings of a season by its hands; `look` is shown every game while its hands are at hand."""
    written, season = season, in_force(season)
    notices, seen = Notices(), Seen(look)
    with closing(Shelf(given.law)) as shelf:
        gather(season, given.hands, shelf, notices)
        if len(given.refused):
            notices.tell_first(Notice("refused", facts=facts(count=len(given.refused))))
        played = matches(season, shelf, notices, seen.look)
    rows, tie_breaks = placed(season, played)
    tell_of_byes(season, notices)
    _tell_if_uneven([row.tally for row in rows], notices)
    by_team = figures(season, [row.tally for row in rows], played, seen)
    return Standings(season, written, given.law, rows, tie_breaks, tuple(played), tuple(notices.told()), by_team)


def placed(season: Season, played: Sequence[PlayedMatch]) -> tuple[tuple[Standing, ...], tuple[TieBreak, ...]]:
    """The lines of the table by the matches as they stand, and how ties were broken."""
    order = ranked(season, [tally(season, team.id, played) for team in season.teams], played)
    return tuple(_rows(order.groups)), order.tie_breaks


def _rows(groups: Sequence[Sequence[Tally]]) -> Iterable[Standing]:
    place = 1
    for group in groups:
        for row in group:
            yield Standing(place, len(group) > 1, row)
        place += len(group)


def _tell_if_uneven(tallies: Sequence[Tally], notices: Notices) -> None:
    """Byes and postponed matches leave teams with different numbers of games, which no ranking makes up for."""
    counts = [row.played + row.forfeited for row in tallies]
    if len(set(counts)) > 1:
        notices.tell(Notice("uneven", facts=facts(fewest=min(counts), most=max(counts))))


def tell_of_byes(season: Season, notices: Notices) -> None:
    """Tell of every second bye before everybody had a first, and of teams that a round neither pairs nor gives one."""
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
