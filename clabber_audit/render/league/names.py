"""What teams, matches and people are called; numbers for teams where nobody is to be named."""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.league.season import Season
from clabber_audit.league.season.model import Decision, Match, Round


class Names(NamedTuple):
    """How to speak of a season."""

    season: Season
    anonymous: bool = False

    def team(self, id: str) -> str:
        """A team by its id."""
        if self.anonymous:
            ids = [team.id for team in self.season.teams]
            return f"Team {ids.index(id) + 1}"
        return self.season.name_of(id)

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
        return f"{self.team(match.teams[0])} – {self.team(match.teams[1])}"

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
        """A round with its day: `Round 3, 2026-01-19`."""
        if round.day:
            return f"Round {round.number}, {round.day}"
        return f"Round {round.number}"
