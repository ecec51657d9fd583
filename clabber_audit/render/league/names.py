"""What teams, matches and people are called; numbers for teams where nobody is to be named."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from clabber_audit.league.season import Season
from clabber_audit.league.season.model import Decision, Match, Round
from clabber_audit.record.dates import in_words
from clabber_audit.render.frame import linked

_NONE: Final[Mapping[str, str]] = MappingProxyType({})


class Pages(NamedTuple):
    """The pages of a site: of teams, matches and hands, each by its id; of players, each by name and team."""

    teams: Mapping[str, str] = _NONE
    matches: Mapping[str, str] = _NONE
    hands: Mapping[str, str] = _NONE
    players: Mapping[tuple[str, str], str] = MappingProxyType({})


#: Where there is no site.
NOWHERE: Final = Pages()


class Names(NamedTuple):
    """How to speak of a season."""

    season: Season
    anonymous: bool = False
    #: Where what is named has a page of its own.
    pages: Pages = NOWHERE

    def team(self, id: str) -> str:
        """A team by its id."""
        if self.anonymous:
            ids = [team.id for team in self.season.teams]
            return linked(f"Team {ids.index(id) + 1}", self.pages.teams.get(id))
        return linked(self.season.name_of(id), self.pages.teams.get(id))

    def team_id(self, id: str) -> str:
        """A team as data calls it: by its id, or by a number where nobody is to be named."""
        if self.anonymous:
            return f"team-{[team.id for team in self.season.teams].index(id) + 1}"
        return id

    def match_id(self, id: str) -> str:
        """A match as data calls it: by its id, which may be made of names, or by its place in the schedule."""
        found = self.season.scheduled(id) if self.anonymous else None
        return f"round-{found[0].number}-match-{found[1] + 1}" if found else id

    def pair(self, match: Match) -> str:
        """Who meets whom."""
        pair = f"{self.team(match.teams[0])} – {self.team(match.teams[1])}"
        return linked(pair, self.pages.matches.get(match.id))

    def match(self, id: str) -> str:
        """A match by its id, with its round."""
        if found := self.season.scheduled(id):
            return f"{self.pair(found[0].matches[found[1]])}, round {found[0].number}"
        return id

    def person(self, name: str) -> str:
        """A person; nobody where people are left out."""
        return "(name left out)" if self.anonymous else name

    def decided(self, decision: Decision) -> str:
        """Who decided something, when and why: `Agnes, 2026-01-20: no shirts`."""
        if self.anonymous:
            return decision.when
        return f"{decision.who}, {decision.when}: {decision.why}"

    @property
    def title(self) -> str:
        """What the season is called."""
        return "Season" if self.anonymous else self.season.title

    @property
    def context(self) -> tuple[str, ...]:
        """League and season, as far as they were written down."""
        return () if self.anonymous else tuple(text for text in (self.season.league, self.season.season) if text)

    def round(self, round: Round) -> str:
        """Return a round with its day: `Round 3, January 19, 2026`."""
        if round.day:
            return f"Round {round.number}, {in_words(round.day)}"
        return f"Round {round.number}"
