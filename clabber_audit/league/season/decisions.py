"""Contradictions among the decisions of a season: wrong match or team, two that cannot both stand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from clabber_audit.ground.errors import Fault, Path
from clabber_audit.league.season.entries import in_force, standing
from clabber_audit.league.season.model import Correction, Entry, Forfeit, GameResult, Match, Season

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
            yield Fault("this penalty takes nothing away", "", "add points or games", None, path)


def _forfeits(season: Season, matches: Mapping[str, Match]) -> Iterator[Fault]:
    seen: dict[str, int | None] = {}
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
            what = f"{season.match_called(forfeit.match)} is forfeited twice"
            yield Fault(what, _other(seen[forfeit.match]), "undo one of the two with league undo", None, path)
        seen[forfeit.match] = forfeit.number
        yield from _forfeit(season, found, forfeit, path)


def _forfeit(season: Season, match: Match, forfeited: Forfeit, path: Path) -> Iterator[Fault]:
    for place, team in enumerate(forfeited.by):
        if team not in match.teams or team in forfeited.by[:place]:
            what = f"{season.name_of(team)} cannot forfeit {season.match_called(match.id)}" + (
                " twice" if team in match.teams else ""
            )
            help = f"write {' or '.join(match.teams)}"
            yield Fault(what, "only a team that plays in it can", help, None, (*path, "by", place))
    most = season.games_of(match)
    if (forfeited.games or 0) > most:
        what = f"{forfeited.games} games are given away in {season.match_called(match.id)}"
        yield Fault(what, f"it has {most}", "write fewer, or leave it out", None, (*path, "games"))
    if len(forfeited.by) == len(match.teams) and (forfeited.games or forfeited.points):
        what = f"both teams forfeit {season.match_called(match.id)}, so no games or points can be given away"
        yield Fault(what, "there is nobody to get it", "take games and points out", None, path)


def _approvals(season: Season, matches: Mapping[str, Match]) -> Iterator[Fault]:
    seen: dict[tuple[str, str], int | None] = {}
    for index, approval in standing(season, "approvals"):
        path: Path = ("approvals", index)
        match = matches.get(approval.match)
        if match is None:
            continue
        if approval.team not in match.teams:
            what = f"{season.name_of(approval.team)} approves {season.match_called(match.id)} but does not play in it"
            yield Fault(what, "captains approve their own matches", _either(match), None, (*path, "team"))
        if (approval.match, approval.team) in seen:
            what = f"{season.name_of(approval.team)} approves {season.match_called(match.id)} twice"
            yield Fault(what, _other(seen[approval.match, approval.team]), "keep one of the two", None, path)
        seen[approval.match, approval.team] = approval.number
        yield from _results(season, match, approval.results, (*path, "results"))


def _locks(season: Season, matches: Mapping[str, Match]) -> Iterator[Fault]:
    seen: dict[str, int | None] = {}
    for index, lock in standing(season, "locks"):
        path: Path = ("locks", index)
        match = matches.get(lock.match)
        if match is None:
            continue
        if lock.match in seen:
            what = f"{season.match_called(lock.match)} is locked twice"
            other = _other(seen[lock.match])
            why = "a locked result can only be changed by a correction" + (f"; {other}" if other else "")
            yield Fault(what, why, "keep one, and add a correction", None, path)
        seen[lock.match] = lock.number
        yield from _results(season, match, lock.results, (*path, "results"))


def _results(season: Season, match: Match, results: list[GameResult], path: Path) -> Iterator[Fault]:
    seen: set[int] = set()
    for index, result in enumerate(results):
        here = (*path, index)
        yield from _game(season, match, result.game, (*here, "game"))
        if result.game in seen:
            yield Fault(
                f"game {result.game} of {season.match_called(match.id)} is given twice", "", "keep one", None, here
            )
        seen.add(result.game)
        yield from _totals(season, match, result.points, (*here, "points"))


def _corrections(season: Season, matches: Mapping[str, Match]) -> Iterator[Fault]:
    stands = _set(season)
    last = ""
    for index, correction in standing(season, "corrections"):
        path: Path = ("corrections", index)
        if correction.when < last:
            what = f"a correction of {correction.when} comes after one of {last}"
            yield Fault(what, "corrections are added at the end", "put them in order", None, (*path, "when"))
        last = max(last, correction.when)
        match = matches.get(correction.match)
        if match is None:
            continue
        yield from _game(season, match, correction.game, (*path, "game"))
        faults = [
            fault for key in ("was", "now") for fault in _totals(season, match, getattr(correction, key), (*path, key))
        ]
        yield from faults
        if not faults:
            yield from _change(season, match, correction, stands, path)


def clashes(season: Season) -> dict[tuple[str, str, str], Fault]:
    """Return the decisions that cannot both stand, by match and kinds; the fault names the number of the older one."""
    found = {}
    for round in in_force(season).rounds:
        for match in round.matches:
            if match.postponed is None:
                continue
            others: list[tuple[str, Entry]] = [("forfeited", match.forfeited)] if match.forfeited else []
            for kind, key in (("approved", "approvals"), ("locked", "locks"), ("corrected", "corrections")):
                of_match = (entry for _index, entry in standing(season, key) if entry.match == match.id)
                # What was postponed first and played later stands.
                others += [(kind, entry) for entry in of_match if (entry.number or 0) < (match.postponed.number or 0)]
            for kind, entry in others:
                number, said = min((match.postponed.number or 0, "postponed"), (entry.number or 0, kind))
                what = f"{season.match_called(match.id)} cannot be both {kind} and postponed"
                help = f"undo entry {number} first, with league undo"
                found[match.id, kind, "postponed"] = Fault(what, f"it is {said} by entry {number}", help)
    return found


def _other(number: int | None) -> str:
    return f"the other is entry {number}" if number else ""


def _set(season: Season) -> dict[tuple[str, int], list[Totals]]:
    """Return the results that somebody set a name to, before any correction.

    What was locked, else what captains approved, who need not agree. A lock of what was corrected comes after that.
    """
    found: dict[tuple[str, int], list[Totals]] = {}
    changed = {(entry.match, entry.game): entry for _index, entry in standing(season, "corrections")}
    first: dict[tuple[str, int], Correction] = {}
    for _index, entry in standing(season, "corrections"):
        first.setdefault((entry.match, entry.game), entry)
    for _index, approval in standing(season, "approvals"):
        for result in approval.results:
            found.setdefault((approval.match, result.game), []).append(result.points)
    for _index, lock in standing(season, "locks"):
        for result in lock.results:
            game = lock.match, result.game
            last = changed.get(game)
            if last and result.points == last.now and (lock.number or 0) > (last.number or 0):
                found.setdefault(game, [first[game].was])
            else:
                found[game] = [result.points]
    return found


def result_of(season: Season, match: Match, game: int) -> Totals | None:
    """The result that somebody set a name to and that holds, by team id; None where nobody did."""
    found = _set(season).get((match.id, game), [])
    found += [
        entry.now for _place, entry in standing(season, "corrections") if (entry.match, entry.game) == (match.id, game)
    ]
    return found[-1] if found else None


def _change(
    season: Season, match: Match, correction: Correction, stands: dict[tuple[str, int], list[Totals]], path: Path
) -> Iterator[Fault]:
    """Yield the faults of a correction that does not start from the result before it, or does not change it."""
    game, was, now = correction.game, correction.was, correction.now
    before = [points for points in stands.get((match.id, game), ()) if set(points) == set(match.teams)]
    if (match.id, game) not in stands:
        what = (
            f"game {game} of {season.match_called(match.id)} is corrected, but its result was never locked or approved"
        )
        why = "until then the result comes from the hands alone"
        yield Fault(what, why, "check the match and the game, or remove the correction", None, path)
    elif before and was not in before:
        what = f"game {game} of {season.match_called(match.id)} is corrected from {_score(match, was)}"
        why = f"it was {' or '.join(dict.fromkeys(_score(match, points) for points in before))}"
        yield Fault(
            what, why, "check the match and the game, then write the result before the correction", None, (*path, "was")
        )
    if was == now:
        yield Fault("this correction changes nothing", "", "write the new totals, or remove it", None, path)
    stands[match.id, game] = [now]


def _game(season: Season, match: Match, game: int, path: Path) -> Iterator[Fault]:
    most = season.games_of(match)
    if game > most:
        what = f"{season.match_called(match.id)} has no game {game}"
        yield Fault(what, f"it has {most}", "correct the number, or the match’s “games”", None, path)


def _totals(season: Season, match: Match, totals: Totals, path: Path) -> Iterator[Fault]:
    if set(totals) != set(match.teams):
        what = f"{season.match_called(match.id)} has totals for {' and '.join(totals) or 'nobody'}"
        why = f"its teams are {' and '.join(match.teams)}"
        yield Fault(what, why, "give one total for each of the two", None, path)


def _score(match: Match, totals: Totals) -> str:
    return ":".join(str(totals[team]) for team in match.teams)


def _either(match: Match) -> str:
    return f"write {' or '.join(match.teams)}, or correct the match"
