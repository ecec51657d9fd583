"""Hands to the games of the schedule that they belong to. One that belongs to none is told, never dropped silently."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sized
from typing import NamedTuple

from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.league.notices import Kind, Notice, Notices, facts
from clabber_audit.league.season import Season
from clabber_audit.league.season.model import Match, Round, Team
from clabber_audit.league.shelf import Shelf, Slot
from clabber_audit.record.hand import Hand
from clabber_audit.record.names import folded
from clabber_audit.record.noted import Noted, noted_in
from clabber_audit.record.parts import Context
from clabber_audit.ruling.clean import CleanHand
from clabber_audit.table.cards import SEATS, TEAMS, team_of


class Given(NamedTuple):
    """The hands given for a season, which are taken one by one, and the law that all of them are judged by."""

    hands: Iterable[Hand | CleanHand]
    law: BoundRuleset
    #: Once all of them are taken, those that were given too and had to be refused.
    refused: Sized = ()


def gather(season: Season, hands: Iterable[Hand | CleanHand], shelf: Shelf, notices: Notices) -> None:
    """Put the hands of the season on the shelf, by game; whatever cannot be placed goes to the notices."""
    schedule = _Schedule(season, notices)
    for hand in hands:
        noted = hand.noted if isinstance(hand, CleanHand) else noted_in(hand.record)
        found = schedule.place(noted)
        if found is None:
            continue
        place, north_south = found
        odd = shelf.put(place, north_south, hand)
        if odd == "repeated":
            notices.tell(Notice("repeated", place.match, place.game), noted.id)
        elif odd == "same_id":
            notices.tell(Notice("same_id"), noted.id)


class _Schedule:
    """The schedule as hands are looked up in it."""

    def __init__(self, season: Season, notices: Notices) -> None:
        self.season, self.notices = season, notices
        self.teams = season.called()
        self.substitutes = {(one.match, one.team, folded(one.player)) for one in season.substitutions}
        self.rosters: dict[tuple[str, int], frozenset[str]] = {}
        self.rounds = {match.id: round.number for round in season.rounds for match in round.matches}
        self.meetings: dict[frozenset[str], list[tuple[Round, Match]]] = {}
        for round in season.rounds:
            for match in round.matches:
                self.meetings.setdefault(frozenset(match.teams), []).append((round, match))

    def place(self, noted: Noted) -> tuple[Slot, str] | None:
        """The game that a hand belongs to, and who sits North and South; None, and a notice why, if there is none."""
        context = noted.context or Context()
        teams = self._teams(noted) if self._is_ours(noted, context) else None
        if teams is None:
            return None
        match = self._match(noted, context, teams)
        if match is None:
            return None
        game = self._game(noted, context, match)
        if game is None:
            return None
        self._compare(noted, context, match, game, teams)
        return Slot(match.id, game), teams[0].id

    def _is_ours(self, noted: Noted, context: Context) -> bool:
        """Whether the hand is of this league and season, as far as both say."""
        said: tuple[tuple[Kind, str | None, str | None], ...] = (
            ("other_league", context.league, self.season.league),
            ("other_season", context.season, self.season.season),
        )
        for kind, here, ours in said:
            if here and ours and folded(here) != folded(ours):
                self.notices.tell(Notice(kind, facts=facts(said=here, ours=ours)), noted.id)
                return False
        return True

    def _teams(self, noted: Noted) -> tuple[Team, Team] | None:
        found = []
        for side in TEAMS:
            name = noted.teams.get(side)
            team = self.teams.get(folded(name)) if name else None
            if name is None:
                self.notices.tell(Notice("unnamed_team", facts=facts(side=side)), noted.id)
            elif team is None:
                self.notices.tell(Notice("unknown_team", facts=facts(name=name, side=side)), noted.id)
            else:
                found.append(team)
        return (found[0], found[1]) if len(found) == len(TEAMS) else None

    def _match(self, noted: Noted, context: Context, teams: tuple[Team, Team]) -> Match | None:
        meetings = self.meetings.get(frozenset(team.id for team in teams), [])
        pair = facts(one=teams[0].id, other=teams[1].id)
        if context.round is None and len(meetings) > 1:
            rounds = ", ".join(str(round.number) for round, _match in meetings)
            self.notices.tell(Notice("no_round", facts=(*pair, *facts(rounds=rounds))), noted.id)
            return None
        for round, match in meetings:
            if context.round in (None, round.number):
                return match
        self.notices.tell(Notice("no_match", round=context.round, facts=pair), noted.id)
        return None

    def _game(self, noted: Noted, context: Context, match: Match) -> int | None:
        most = self.season.games_of(match)
        if context.game is None and most == 1:
            return 1
        if context.game is None:
            self.notices.tell(Notice("no_game_number", match.id, facts=facts(most=most)), noted.id)
            return None
        if not 1 <= context.game <= most:
            self.notices.tell(Notice("no_such_game", match.id, context.game, facts=facts(most=most)), noted.id)
            return None
        return context.game

    def _compare(self, noted: Noted, context: Context, match: Match, game: int, teams: tuple[Team, Team]) -> None:
        """What a hand says otherwise than the season, without that keeping it out."""
        if noted.ruleset not in (None, self.season.ruleset):
            named = facts(said=noted.ruleset, ours=self.season.ruleset)
            self.notices.tell(Notice("other_ruleset", match.id, game, facts=named), noted.id)
        if None not in (context.table, match.table) and context.table != match.table:
            named = facts(said=context.table or 0, ours=match.table or 0)
            self.notices.tell(Notice("other_table", match.id, game, facts=named), noted.id)
        for name, team in self._strangers(noted, match, teams):
            self.notices.tell(Notice("off_roster", match.id, game, facts=facts(player=name, team=team.id)), noted.id)

    def _strangers(self, noted: Noted, match: Match, teams: tuple[Team, Team]) -> Iterator[tuple[str, Team]]:
        """Who played for a team that keeps a roster, is not on it, and was not let in as a substitute."""
        for seat, name in sorted(noted.players.items(), key=lambda player: SEATS.index(player[0])):
            team = teams[team_of(SEATS.index(seat))]
            roster = self._roster(team.id, match.id)
            if roster and folded(name) not in roster and (match.id, team.id, folded(name)) not in self.substitutes:
                yield name, team

    def _roster(self, team: str, match: str) -> frozenset[str]:
        round = self.rounds[match]
        if (team, round) not in self.rosters:
            self.rosters[team, round] = frozenset(map(folded, self.season.roster(team, round)))
        return self.rosters[team, round]
