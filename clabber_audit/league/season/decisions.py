"""What cannot be among the decisions of a season: for no match, by nobody who plays in it, over a result never set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clabber_audit.ground.errors import Fault, Path
from clabber_audit.league.season.entries import standing
from clabber_audit.league.season.model import Forfeit, GameResult, Match, Season

Totals = Mapping[str, int]


def misdecided(season: Season) -> Iterator[Fault]:
    """Every contradiction among penalties, forfeits, approvals, locks and corrections."""
    matches = {match.id: match for round in season.rounds for match in round.matches}
    yield from _penalties(season)
    yield from _forfeits(season, matches)
    yield from _approvals(season, matches)
    yield from _locks(season, matches)
    yield from _corrections(season, matches)


def _penalties(season: Season) -> Iterator[Fault]:
    for index, penalty in enumerate(season.penalties):
        path: Path = ("penalties", index)
        if not (penalty.points or penalty.games):
            yield Fault("a penalty that takes nothing away", "", "write points or games", None, path)


def _forfeits(season: Season, matches: Mapping[str, Match]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, round in enumerate(season.rounds):
        for place, match in enumerate(round.matches):
            if match.forfeited:
                yield from _forfeit(season, match, match.forfeited, ("rounds", index, "matches", place, "forfeited"))
    for index, forfeit in standing(season, "forfeits"):
        path: Path = ("forfeits", index)
        found = matches.get(forfeit.match)
        if found is None:
            continue
        if forfeit.match in seen:
            what = f"match “{forfeit.match}” is forfeited twice"
            yield Fault(what, "", "take one of the two back, see league undo", None, path)
        seen.add(forfeit.match)
        yield from _forfeit(season, found, forfeit, path)


def _forfeit(season: Season, match: Match, forfeited: Forfeit, path: Path) -> Iterator[Fault]:
    for place, team in enumerate(forfeited.by):
        if team not in match.teams or team in forfeited.by[:place]:
            what = f"“{team}” cannot forfeit match “{match.id}”" + (" twice" if team in match.teams else "")
            help = f"write {' or '.join(match.teams)}"
            yield Fault(what, "only a team that plays in it can", help, None, (*path, "by", place))
    most = season.games_of(match)
    if (forfeited.games or 0) > most:
        what = f"{forfeited.games} games are given away in match “{match.id}”"
        yield Fault(what, f"it has {most}", "write fewer, or none", None, (*path, "games"))
    if len(forfeited.by) == len(match.teams) and (forfeited.games or forfeited.points):
        what = f"both teams forfeit match “{match.id}”, and something is given away in it"
        yield Fault(what, "there is nobody to get it", "take games and points out", None, path)


def _approvals(season: Season, matches: Mapping[str, Match]) -> Iterator[Fault]:
    seen: set[tuple[str, str]] = set()
    for index, approval in standing(season, "approvals"):
        path: Path = ("approvals", index)
        match = matches.get(approval.match)
        if match is None:
            continue
        if approval.team not in match.teams:
            what = f"“{approval.team}” approves match “{match.id}” and does not play in it"
            yield Fault(what, "captains approve their own matches", _either(match), None, (*path, "team"))
        if (approval.match, approval.team) in seen:
            what = f"“{approval.team}” approves match “{match.id}” twice"
            yield Fault(what, "", "keep one of the two", None, path)
        seen.add((approval.match, approval.team))
        yield from _results(season, match, approval.results, (*path, "results"))


def _locks(season: Season, matches: Mapping[str, Match]) -> Iterator[Fault]:
    seen: set[str] = set()
    for index, lock in standing(season, "locks"):
        path: Path = ("locks", index)
        match = matches.get(lock.match)
        if match is None:
            continue
        if lock.match in seen:
            what = f"match “{lock.match}” is locked twice"
            yield Fault(
                what, "a locked result is changed by a correction", "keep one, and add a correction", None, path
            )
        seen.add(lock.match)
        yield from _results(season, match, lock.results, (*path, "results"))


def _results(season: Season, match: Match, results: list[GameResult], path: Path) -> Iterator[Fault]:
    seen: set[int] = set()
    for index, result in enumerate(results):
        here = (*path, index)
        yield from _game(season, match, result.game, (*here, "game"))
        if result.game in seen:
            yield Fault(f"game {result.game} of match “{match.id}” stands twice", "", "keep one", None, here)
        seen.add(result.game)
        yield from _totals(match, result.points, (*here, "points"))


def _corrections(season: Season, matches: Mapping[str, Match]) -> Iterator[Fault]:
    stands = _set(season)
    last = ""
    for index, correction in standing(season, "corrections"):
        path: Path = ("corrections", index)
        if correction.when < last:
            what = f"a correction of {correction.when} stands after one of {last}"
            yield Fault(what, "corrections are added at the end", "put them in order", None, (*path, "when"))
        last = max(last, correction.when)
        match = matches.get(correction.match)
        if match is None:
            continue
        yield from _game(season, match, correction.game, (*path, "game"))
        faults = [*_totals(match, correction.was, (*path, "was")), *_totals(match, correction.now, (*path, "now"))]
        yield from faults
        if not faults:
            yield from _change(match, correction.game, stands, correction.was, correction.now, path)


def _set(season: Season) -> dict[tuple[str, int], list[Totals]]:
    """The results that somebody set a name to: what was locked, else what captains approved, who need not agree."""
    found: dict[tuple[str, int], list[Totals]] = {}
    for _index, approval in standing(season, "approvals"):
        for result in approval.results:
            found.setdefault((approval.match, result.game), []).append(result.points)
    for _index, lock in standing(season, "locks"):
        for result in lock.results:
            found[lock.match, result.game] = [result.points]
    return found


def result_of(season: Season, match: Match, game: int) -> Totals | None:
    """The result that somebody set a name to and that holds, by team id; None where nobody did."""
    found = _set(season).get((match.id, game), [])
    found += [
        entry.now for _place, entry in standing(season, "corrections") if (entry.match, entry.game) == (match.id, game)
    ]
    return found[-1] if found else None


def _change(
    match: Match, game: int, stands: dict[tuple[str, int], list[Totals]], was: Totals, now: Totals, path: Path
) -> Iterator[Fault]:
    """A correction starts from what stood before it, so that it cannot hit the wrong match, and changes it."""
    before = [points for points in stands.get((match.id, game), ()) if set(points) == set(match.teams)]
    if (match.id, game) not in stands:
        what = f"game {game} of match “{match.id}” is corrected, and nobody had set a name to a result of it"
        why = "until it is locked, or approved with its results, the hands alone say what it is"
        yield Fault(what, why, "check match and game, else take the correction out", None, path)
    elif before and was not in before:
        what = f"game {game} of match “{match.id}” is corrected from {_score(match, was)}"
        why = f"it stood at {' or '.join(dict.fromkeys(_score(match, points) for points in before))}"
        yield Fault(what, why, "check match and game, then write what stood before", None, (*path, "was"))
    if was == now:
        yield Fault("a correction that changes nothing", "", "write the new totals, or take it out", None, path)
    stands[match.id, game] = [now]


def _game(season: Season, match: Match, game: int, path: Path) -> Iterator[Fault]:
    most = season.games_of(match)
    if game > most:
        what = f"match “{match.id}” has no game {game}"
        yield Fault(what, f"it has {most}", "correct the number, or the match’s “games”", None, path)


def _totals(match: Match, totals: Totals, path: Path) -> Iterator[Fault]:
    if set(totals) != set(match.teams):
        what = f"totals of {' and '.join(totals) or 'nobody'} for match “{match.id}”"
        why = f"{' and '.join(match.teams)} play it"
        yield Fault(what, why, "give one total for each of the two", None, path)


def _score(match: Match, totals: Totals) -> str:
    return ":".join(str(totals[team]) for team in match.teams)


def _either(match: Match) -> str:
    return f"write {' or '.join(match.teams)}, or correct the match"
