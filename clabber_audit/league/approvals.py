"""What captains and secretary set their names to, beside what the hands give now."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.league.notices import Kind, Notice, Notices, facts
from clabber_audit.league.played import Fixed, PlayedGame
from clabber_audit.league.season import Season
from clabber_audit.league.season.model import Approval, GameResult, Match, Round
from clabber_audit.record.names import folded


def approved(
    season: Season, round: Round, match: Match, games: Sequence[PlayedGame], notices: Notices
) -> Iterator[Approval]:
    """The approvals of a match that count: by the captain, and of what the hands give in all games.

    One that writes down no result counts as well; that nothing can be compared with it is for the status to say.
    """
    for approval in season.approvals:
        if approval.match != match.id:
            continue
        _tell_if_early(round, match, approval, notices)
        by_captain = _is_by_captain(season, approval, notices)
        same = _is_of_these_results(season, match, approval, games, notices)
        if by_captain and same:
            yield approval


def _tell_if_early(round: Round, match: Match, approval: Approval, notices: Notices) -> None:
    postponed = match.postponed.until if match.postponed else None
    day = postponed or match.day or round.day
    if day is not None and approval.when < day:
        said = facts(team=approval.team, when=approval.when, day=day)
        notices.tell(Notice("approved_early", match.id, facts=said))


def _is_by_captain(season: Season, approval: Approval, notices: Notices) -> bool:
    """Whether who approved is the captain; where none is named, whoever did it for the team."""
    captain = season.captain(approval.team, approval.when)
    if captain is None or folded(captain) == folded(approval.who):
        return True
    said = facts(team=approval.team, player=approval.who, captain=captain)
    notices.tell(Notice("not_captain", approval.match, facts=said))
    return False


def _is_of_these_results(
    season: Season, match: Match, approval: Approval, games: Sequence[PlayedGame], notices: Notices
) -> bool:
    """Return True if what was written down is the result, or was until it was corrected, and covers the match."""
    if not approval.results:
        return True
    otherwise = [result for result in approval.results if not _same(match, result, games)]
    explained = [(one.game, one.was) for one in season.corrections if one.match == match.id]
    otherwise = [one for one in otherwise if (one.game, one.points) not in explained]
    for result in otherwise:
        said = facts(team=approval.team, when=approval.when, was=_score(match, result.points))
        _tell_otherwise("approved_otherwise", match, result.game, games, said, notices)
    written = {result.game for result in approval.results}
    left_out = [str(game.number) for game in games if game.number not in written]
    if left_out:
        said = facts(team=approval.team, numbers=", ".join(left_out))
        notices.tell(Notice("approved_in_part", match.id, facts=said))
    return not otherwise and not left_out


def as_corrected(season: Season, match: Match, games: Sequence[PlayedGame], law: BoundRuleset) -> list[PlayedGame]:
    """Return the games with the totals that corrections in force give, which the table goes by."""
    found = list(games)
    for correction in season.corrections:
        if correction.match == match.id:
            first, second = (correction.now[team] for team in match.teams)
            state = law.game.stands((first, second), law.toggles)
            winner = match.teams[second > first] if state == "won" else None
            place = correction.game - 1
            found[place] = found[place]._replace(state=state, totals=(first, second), winner=winner)
    return found


def fixed(season: Season, match: Match, games: Sequence[PlayedGame], notices: Notices) -> dict[int, Fixed]:
    """Which games are locked or corrected; where the hands give another result than that, it is told."""
    stands: dict[int, tuple[Fixed, str, GameResult]] = {}
    for lock in season.locks:
        if lock.match == match.id:
            stands.update({result.game: ("locked", lock.when, result) for result in lock.results})
    for correction in season.corrections:
        if correction.match == match.id:
            result = GameResult(game=correction.game, points=correction.now)
            stands[correction.game] = ("corrected", correction.when, result)
    for number, (how, when, result) in sorted(stands.items()):
        if not _same(match, result, games):
            said = facts(when=when, was=_score(match, result.points))
            kind: Kind = "locked_otherwise" if how == "locked" else "corrected_otherwise"
            _tell_otherwise(kind, match, number, games, said, notices)
    return {number: how for number, (how, _when, _result) in stands.items()}


def _same(match: Match, result: GameResult, games: Sequence[PlayedGame]) -> bool:
    game = games[result.game - 1]
    return game.counts and game.totals == (result.points[match.teams[0]], result.points[match.teams[1]])


def _tell_otherwise(
    kind: Kind,
    match: Match,
    number: int,
    games: Sequence[PlayedGame],
    said: tuple[tuple[str, str | int], ...],
    notices: Notices,
) -> None:
    game = games[number - 1]
    now = ":".join(map(str, game.totals)) if game.totals else ""
    notices.tell(Notice(kind, match.id, number, facts=(*said, *facts(now=now, state=game.state))))


def _score(match: Match, points: Mapping[str, int]) -> str:
    """Totals by id as people write them, in the order of the match's teams: `512:430`."""
    return ":".join(str(points[team]) for team in match.teams)
