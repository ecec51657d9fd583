"""Matches: their games as the hands give them, their status, and whether the hands still give what was locked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Literal, NamedTuple

from clabber_audit.adjudicate import Ruling
from clabber_audit.league.gathering import Gathered, Place, Sitting
from clabber_audit.league.notices import Kind, Notice, Notices, facts
from clabber_audit.scorecard import Game, game_of, scorecard
from clabber_audit.season import Season
from clabber_audit.season.model import GameResult, Match, Round

#: How a game stands. Only "won" and "tied" count: of the others a hand is open, stopped or missing, or there are two
#: that cannot both be it.
State = Literal["won", "tied", "unfinished", "disputed", "stopped", "incomplete", "unclear", "not_played"]
Status = Literal["scheduled", "postponed", "provisional", "approved", "locked", "corrected", "forfeited", "in_dispute"]
#: Two totals in the order of the match's teams.
Totals = tuple[int, int]


class PlayedGame(NamedTuple):
    """One game of a match, by the match's teams."""

    number: int
    state: State
    #: None while nothing was played.
    totals: Totals | None
    #: The id of the winner; None unless `state` is "won".
    winner: str | None
    #: The scorecard, and whether the second of the match's teams sits North and South in it; None where there is
    #: nothing to add up, or where the hands disagree about who sits where.
    card: Game | None
    turned: bool

    @property
    def counts(self) -> bool:
        """Whether the game is in the table."""
        return self.state in ("won", "tied")


class PlayedMatch(NamedTuple):
    """A match as it stands."""

    round: Round
    match: Match
    games: tuple[PlayedGame, ...]
    status: Status
    #: The ids of the teams whose captains approved what the hands give.
    approved_by: tuple[str, ...]

    @property
    def counted(self) -> tuple[PlayedGame, ...]:
        """The games that are in the table: none of a forfeited match."""
        return () if self.match.forfeited else tuple(game for game in self.games if game.counts)

    @property
    def decided(self) -> bool:
        """Whether nothing of it is to come: forfeited, or all its games count."""
        return self.match.forfeited is not None or all(game.counts for game in self.games)

    def other(self, team: str) -> str:
        """The team that this one meets."""
        return self.match.teams[team == self.match.teams[0]]

    def total(self, game: PlayedGame, team: str) -> int:
        """What a team made in a game."""
        return game.totals[self.match.teams.index(team)] if game.totals else 0


def matches(season: Season, gathered: Gathered, notices: Notices) -> list[PlayedMatch]:
    """All matches of the schedule, in its order."""
    return [_match(season, round, match, gathered, notices) for round in season.rounds for match in round.matches]


def _match(season: Season, round: Round, match: Match, gathered: Gathered, notices: Notices) -> PlayedMatch:
    games = tuple(
        _game(match, number, gathered.get(Place(match.id, number), ()), notices)
        for number in range(1, season.games_of(match) + 1)
    )
    approved = tuple(_approvals(season, match, games, notices))
    _compare_with_what_was_set(season, match, games, notices)
    played = PlayedMatch(round, match, games, "scheduled", approved)._replace(
        status=_status(season, match, games, approved)
    )
    _tell_what_is_missing(played, notices)
    return played


def _game(match: Match, number: int, sittings: Sequence[Sitting], notices: Notices) -> PlayedGame:
    if not sittings:
        return PlayedGame(number, "not_played", None, None, None, False)
    hands = [sitting.ruling for sitting in sittings]
    tables = {sitting.table for sitting in sittings} - {None}
    if len(tables) > 1 or len({sitting.north_south for sitting in sittings}) > 1:
        notices.tell(Notice("two_tables", match.id, number), *map(_id, hands))
        return PlayedGame(number, "unclear", None, None, None, False)
    turned = sittings[0].north_south != match.teams[0]
    card = scorecard(hands, game_of(hands[0]))
    twice = _twice(card)
    for hand, both in twice.items():
        notices.tell(Notice("two_hands", match.id, number, facts=facts(hand=hand)), *both)
    if twice:
        return PlayedGame(number, "unclear", None, None, card, turned)
    state = _state(card)
    totals = (card.totals[1], card.totals[0]) if turned else card.totals
    winner = match.teams[totals[1] > totals[0]] if state == "won" else None
    _tell_of_game(match, number, card, state, notices)
    return PlayedGame(number, state, totals, winner, card, turned)


def _id(ruling: Ruling) -> str:
    return ruling.walk.hand.record.id


def _twice(card: Game) -> dict[int, list[str]]:
    """The numbers that two hands have, with the hands; a hand that was dealt again may share its number."""
    found: dict[int, list[str]] = {}
    for line in card.lines:
        if line.basis != "nothing" and line.counted != (0, 0):
            found.setdefault(line.number, []).append(_id(line.ruling))
    return {number: hands for number, hands in found.items() if len(hands) > 1}


def _state(card: Game) -> State:
    if card.state == "disputed":
        return "disputed"
    if any(line.basis == "unfinished" for line in card.lines):
        return "stopped"
    return "incomplete" if card.missing else card.state


def _tell_of_game(match: Match, number: int, card: Game, state: State, notices: Notices) -> None:
    kinds: tuple[tuple[Kind, str], ...] = (("disputed", "open"), ("stopped", "unfinished"), ("hands_after", "after"))
    for kind, basis in kinds:
        hands = [_id(line.ruling) for line in card.lines if line.basis == basis]
        if hands:
            notices.tell(Notice(kind, match.id, number), *hands)
    if card.missing:
        numbers = ", ".join(map(str, card.missing))
        notices.tell(Notice("hands_missing", match.id, number, facts=facts(numbers=numbers)))
    if state == "unfinished":
        most = facts(most=max(card.totals))
        notices.tell(Notice("another_hand" if card.another_hand else "unfinished", match.id, number, facts=most))


def _approvals(season: Season, match: Match, games: tuple[PlayedGame, ...], notices: Notices) -> Iterator[str]:
    """The teams whose captains approved; one who wrote down another result than the hands give approved that one."""
    for approval in season.approvals:
        if approval.match != match.id:
            continue
        otherwise = [result for result in approval.results if not _same(match, result, games)]
        for result in otherwise:
            said = facts(team=approval.team, when=approval.when, was=score(match, result.points))
            _tell_otherwise("approved_otherwise", match, result.game, games, said, notices)
        if not otherwise:
            yield approval.team


def _compare_with_what_was_set(season: Season, match: Match, games: tuple[PlayedGame, ...], notices: Notices) -> None:
    """The last result that somebody set a name to, game by game, beside what the hands give."""
    stands: dict[int, tuple[Kind, str, GameResult]] = {}
    for lock in season.locks:
        if lock.match == match.id:
            stands.update({result.game: ("locked_otherwise", lock.when, result) for result in lock.results})
    for correction in season.corrections:
        if correction.match == match.id:
            result = GameResult(game=correction.game, points=correction.now)
            stands[correction.game] = ("corrected_otherwise", correction.when, result)
    for number, (kind, when, result) in sorted(stands.items()):
        if not _same(match, result, games):
            said = facts(when=when, was=score(match, result.points))
            _tell_otherwise(kind, match, number, games, said, notices)


def _same(match: Match, result: GameResult, games: tuple[PlayedGame, ...]) -> bool:
    game = games[result.game - 1]
    return game.counts and game.totals == (result.points[match.teams[0]], result.points[match.teams[1]])


def _tell_otherwise(
    kind: Kind,
    match: Match,
    number: int,
    games: tuple[PlayedGame, ...],
    said: tuple[tuple[str, str | int], ...],
    notices: Notices,
) -> None:
    game = games[number - 1]
    now = ":".join(map(str, game.totals)) if game.totals else ""
    notices.tell(Notice(kind, match.id, number, facts=(*said, *facts(now=now, state=game.state))))


def score(match: Match, points: Mapping[str, int]) -> str:
    """Totals by id as people write them, in the order of the match's teams: `512:430`."""
    return ":".join(str(points[team]) for team in match.teams)


def _status(season: Season, match: Match, games: tuple[PlayedGame, ...], approved: tuple[str, ...]) -> Status:
    if match.forfeited:
        return "forfeited"
    if any(game.state in ("disputed", "stopped", "unclear") for game in games):
        return "in_dispute"
    if any(correction.match == match.id for correction in season.corrections):
        return "corrected"
    if any(lock.match == match.id for lock in season.locks):
        return "locked"
    if all(game.state == "not_played" for game in games):
        return "postponed" if match.postponed else "scheduled"
    complete = all(game.counts for game in games)
    return "approved" if complete and set(approved) == set(match.teams) else "provisional"


def _tell_what_is_missing(played: PlayedMatch, notices: Notices) -> None:
    there = [game.number for game in played.games if game.state != "not_played"]
    if played.match.forfeited and there:
        notices.tell(Notice("played_though_forfeited", played.match.id))
    elif there and len(there) < len(played.games):
        missing = [str(game.number) for game in played.games if game.state == "not_played"]
        numbers = facts(numbers=", ".join(missing))
        notices.tell(Notice("games_missing", played.match.id, facts=numbers))
