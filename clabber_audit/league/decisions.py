"""Entries of a season: decisions and their contradictions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, timedelta
from difflib import get_close_matches
from typing import Any, Final, NamedTuple

from pydantic import BaseModel, TypeAdapter

from clabber_audit.core.errors import Path, RecordError, UsageError, printable
from clabber_audit.league.schedule import is_day
from clabber_audit.league.season import Forfeit, GameResult, Round, Season, SeasonEntry, SeasonMatch
from clabber_audit.records.formats import fold_name

#: The lists of a season that hold entries.
LISTS: Final = (
    "penalties",
    "approvals",
    "locks",
    "corrections",
    "postponements",
    "forfeits",
    "substitutions",
    "roster_changes",
    "handicaps",
    "notes",
    "appeals",
    "draws",
    "withdrawals",
)
#: Entries that a match may hold itself -> the lists that hold them as well.
_LISTED: Final = {"postponed": "postponements", "forfeited": "forfeits"}


def entries(season: Season) -> Iterator[tuple[Path, SeasonEntry]]:
    """Yield every entry, undone or not, with its path."""
    for index, round in enumerate(season.all_rounds):
        for place, match in enumerate(round.matches):
            for key in _LISTED:
                if entry := getattr(match, key):
                    yield ("rounds", index, "matches", place, key), entry
    for key in LISTS:
        for index, entry in enumerate(getattr(season, key)):
            yield (key, index), entry


def match_at(season: Season, path: Path) -> str:
    """Return the id of the match that holds the entry at a path; empty for an entry in a list of the season."""
    return season.all_rounds[int(path[1])].matches[int(path[3])].id if path[0] == "rounds" else ""


def entries_in_force(season: Season, key: str) -> Iterator[tuple[int, Any]]:
    """Yield the entries of a list that are in force, with their index."""
    undone = season.numbers_undone
    return ((index, entry) for index, entry in enumerate(getattr(season, key)) if entry.number not in undone)


def apply_decisions(season: Season) -> Season:
    """Return the season with only the entries in force; matches carry their postponement and forfeit."""
    if not (season.withdrawals or season.postponements or season.forfeits):
        return season
    lists = {key: [entry for _index, entry in entries_in_force(season, key)] for key in LISTS}
    undone = season.numbers_undone
    latest = {key: {entry.match: entry for entry in lists[listed]} for key, listed in _LISTED.items()}

    def apply_to_match(round: Round) -> Round:
        matches = []
        for match in round.matches:
            own = {key: getattr(match, key) for key in _LISTED}
            held = {key: entry for key, entry in own.items() if entry and entry.number not in undone}
            held = {key: latest[key].get(match.id, held.get(key)) for key in _LISTED}
            matches.append(match.model_copy(update=held))
        return round.model_copy(update={"matches": matches})

    draws = lists["draws"]
    lists["draws"] = [draw.model_copy(update={"round": apply_to_match(draw.round)}) for draw in draws]
    return season.model_copy(update={**lists, "rounds": [*map(apply_to_match, season.rounds)]})


class Filed(NamedTuple):
    """Entry with the list that it belongs to, without default values."""

    kind: str
    entry: Mapping[str, Any]

    @property
    def number(self) -> int | None:
        """Number by which the entry is undone; None if it has none yet."""
        return self.entry.get("number")


def list_entries(season: Season) -> Iterator[Filed]:
    """Yield every entry, undone or not, in the order of the file."""
    for path, entry in entries(season):
        data = entry.model_dump(mode="json", exclude_defaults=True)
        if path[0] == "rounds":
            _, round, _, place, key = path
            match = season.all_rounds[int(round)].matches[int(place)]
            yield Filed(_LISTED[str(key)], {"match": match.id, **data})
        else:
            yield Filed(str(path[0]), data)


def build_season(title: str, league: str | None, season: str | None, kept: Iterable[Filed]) -> Season:
    """Return a season of entries alone, without teams and matches. Raise ValueError for an invalid entry."""
    lists: dict[str, list[Any]] = {key: [] for key in LISTS}
    for entry in kept:
        lists[entry.kind].append(entry.entry)
    kinds = {key: Season.model_fields[key].annotation or list for key in LISTS}
    read = {key: TypeAdapter(kinds[key]).validate_python(own) for key, own in lists.items()}
    return Season.model_construct(title=title, league=league, season=season, teams=[], rounds=[], **read)


#: Time after the last round in which a match can be made up.
_AFTERWARD: Final = timedelta(weeks=8)
#: Time before the first round in which decisions are made, such as a roster.
_BEFOREHAND: Final = -_AFTERWARD


def contradictions(season: Season) -> Iterator[RecordError]:
    """Yield every contradiction of a season, with its path."""
    for check in _CHECKS:
        yield from check(season)


def _list_entries_about_matches(season: Season, key: str) -> Iterator[tuple[Path, Any, SeasonMatch]]:
    """Yield the entries of a list in force whose match is known."""
    matches = season.matches
    for index, entry in entries_in_force(season, key):
        if entry.match in matches:
            yield (key, index), entry, matches[entry.match]


def _check_entries(season: Season) -> Iterator[RecordError]:
    """Yield a fault for every unknown match or team, and every number given twice."""
    known = {"match": sorted(season.matches), "team": sorted(team.id for team in season.teams)}
    seen: set[int] = set()
    for path, entry in entries(season):
        for kind, ids in known.items():
            named = getattr(entry, kind, None)
            if named is not None and named not in ids:
                yield unknown_id_fault(kind, named, ids, (*path, kind))
        if entry.number is None:
            continue
        if entry.number in seen:
            what, help = f"two entries have the number {entry.number}", "give one another number, or none"
            yield RecordError(what, "`undo` names entries by it", help, (*path, "number"))
        seen.add(entry.number)


def _check_withdrawals(season: Season) -> Iterator[RecordError]:
    known = {entry.number for _path, entry in entries(season) if entry.number is not None}
    undone = season.numbers_undone
    seen: set[int] = set()
    for index, withdrawal in enumerate(season.withdrawals):
        path: Path = ("withdrawals", index, "of")
        if withdrawal.number is None:
            help = "give it a number higher than all others"
            yield RecordError("this withdrawal has no number", "", help, path)
        elif withdrawal.of not in known or withdrawal.of >= withdrawal.number:
            what = f"there is no entry {withdrawal.of} to undo"
            yield RecordError(what, "only an earlier entry can be undone", "see league log", path)
        elif withdrawal.number not in undone:
            if withdrawal.of in seen:
                yield RecordError(f"entry {withdrawal.of} is undone twice", "", "see league log", path)
            seen.add(withdrawal.of)


def _check_answers(season: Season) -> Iterator[RecordError]:
    """Yield a fault for every answer and appeal to an entry that is not a protest."""
    protests = {note.number for note in season.notes if note.protest}
    for key, field, why in (
        ("notes", "answers", "only a protest can be answered"),
        ("appeals", "protest", "an appeal decides a protest, or none"),
    ):
        for index, entry in enumerate(getattr(season, key)):
            number = getattr(entry, field)
            if number is not None and number not in protests:
                what = f"entry {number} is not a protest"
                yield RecordError(what, why, "see league log", (key, index, field))


def check_protest(season: Season, match: str | None, who: str, text: str) -> None:
    """Raise UsageError for a protest if the same one waits for an answer already."""
    notes = [note for _index, note in entries_in_force(season, "notes")]
    answered, new = {note.answers for note in notes}, (match, fold_name(who), fold_name(text))
    for note in notes:
        is_same = (note.match, fold_name(note.who), fold_name(note.why)) == new
        if is_same and note.protest and note.number not in answered:
            help = "answer it with --answers, or write another text"
            raise UsageError(f"protest {note.number or '–'} says the same", "it waits for an answer", help)


def check_answer(season: Season, number: int, match: str | None, day: str) -> None:
    """Raise UsageError if an answer does not fit its protest: undone, answered, of another match or of a later day.

    An entry that is no protest is a contradiction of the season.
    """
    protest = next((note for note in season.notes if note.protest and note.number == number), None)
    if protest is None:
        return
    if number in season.numbers_undone:
        raise UsageError(f"protest {number} is undone", "", "see league log")
    notes = [note for _index, note in entries_in_force(season, "notes") if note.answers == number]
    appeals = [entry for _index, entry in entries_in_force(season, "appeals") if entry.protest == number]
    if answers := [*notes, *(appeal for appeal in appeals if appeal.result != "sent_back")]:
        other = answers[0].number
        help = f"undo entry {other} first, with league undo" if other else "see league log"
        raise UsageError(f"entry {other or '–'} already answers it", "", help)
    if match is not None and protest.match not in (match, None):
        numbers = season.numbers()
        what = f"protest {number} is about match {numbers.get(protest.match, '?')}, not {numbers.get(match, '?')}"
        raise UsageError(what, "", "leave out --match, or correct the number in --answers")
    if day < protest.when:
        what = f"protest {number} was made on {protest.when}, after {day}"
        raise UsageError(what, "an answer comes after its protest", "correct --on")


def _check_postponements(season: Season) -> Iterator[RecordError]:
    """Yield a fault for a match postponed to a day outside the season, mostly a slip in year or month."""
    days = sorted(filter(None, (round.day for round in season.all_rounds)))
    if not days:
        return
    first, last = days[0], _shift_day(days[-1], _AFTERWARD)
    for index, entry in enumerate(season.postponements):
        if entry.until is not None and not first <= entry.until <= last:
            what = f"{entry.until} is outside the season"
            why = f"it starts on {first}, and the last day to make up a match is {last}"
            yield RecordError(what, why, "check the year and the month", ("postponements", index, "until"))


def explain_out_of_season(season: Season, day: str) -> str:
    """Return why a day is out of season; empty if it is not, or if the rounds have no days."""
    days = sorted(filter(None, (round.day for round in season.all_rounds)))
    if not days or _shift_day(days[0], _BEFOREHAND) <= day <= _shift_day(days[-1], _AFTERWARD):
        return ""
    rounds = f"its first round is on {days[0]} and its last on {days[-1]}"
    return f"{rounds}, and that is more than eight weeks away"


def _shift_day(day: str, by: timedelta) -> str:
    try:
        return str(date.fromisoformat(day) + by)
    except (ValueError, OverflowError):
        # The invalid day has a fault of its own.
        return "9999-12-31" if by > timedelta(0) else "0001-01-01"


def _check_substitutes(season: Season) -> Iterator[RecordError]:
    now = apply_decisions(season)
    for path, entry, match in _list_entries_about_matches(season, "substitutions"):
        if entry.team not in match.teams:
            where = season.match_label(match.id)
            what = f"{season.name_of(entry.team)} gets a substitute in {where} but does not play in it"
            yield RecordError(what, "", f"write {' or '.join(match.teams)}", (*path, "team"))
            continue
        scheduled = now.find_round(match.id)
        number = scheduled[0].number if scheduled else 0
        for team in match.teams:
            if fold_name(entry.player) in map(fold_name, now.roster(team, number)):
                where = f"{now.name_of(team)}, which plays in {now.match_label(match.id)}"
                what = f"“{printable(entry.player)}” is on the roster of {where}"
                other = "name someone who plays for neither team"
                help = "no entry is needed" if team == entry.team else other
                yield RecordError(what, "a substitute comes from another team", help, (*path, "player"))
        roster = now.roster(entry.team, number)
        absent = entry.instead_of
        if absent is not None and roster and fold_name(absent) not in map(fold_name, roster):
            what = f"“{printable(absent)}” is not on the roster of {now.name_of(entry.team)}"
            help = f"the roster is {printable(', '.join(roster), 200)}"
            yield RecordError(what, "", help, (*path, "instead_of"))


def _check_rosters(season: Season) -> Iterator[RecordError]:
    """Yield a fault for a player listed twice, or leaving a roster without being on it."""
    undone = season.numbers_undone
    for index, team in enumerate(season.teams):
        yield from _check_names(team.players, team.id, ("teams", index, "players"))
        there = list(team.players)
        for place, change in enumerate(season.roster_changes):
            path: Path = ("roster_changes", place)
            if change.team != team.id or change.number in undone:
                continue
            if not (change.add or change.remove or change.captain):
                help = "fill in add, remove or captain"
                yield RecordError("this roster change changes nothing", "", help, path)
            for at, name in enumerate(change.remove):
                if fold_name(name) not in map(fold_name, there):
                    what = f"“{printable(name)}” leaves {team.name} but is not on its roster"
                    names = printable(", ".join(there), 200)
                    help = f"the roster is {names}" if there else "it has no roster"
                    yield RecordError(what, "", help, (*path, "remove", at))
            gone = set(map(fold_name, change.remove))
            there = [name for name in there if fold_name(name) not in gone]
            yield from _check_names([*there, *change.add], team.id, (*path, "add"), len(there))
            there += change.add


def _check_names(players: Sequence[str], team: str, path: Path, before: int = 0) -> Iterator[RecordError]:
    """Yield a fault for names listed twice; those `before` the index are from another list."""
    seen: set[str] = set()
    for place, name in enumerate(players):
        if fold_name(name) in seen:
            what = f"“{printable(name)}” is on the roster of “{team}” twice"
            why = "players are told apart only by their names"
            help = "list each player once, and give namesakes different names"
            yield RecordError(what, why, help, (*path, max(place - before, 0)))
        seen.add(fold_name(name))


def unknown_id_fault(kind: str, name: str, known: list[str], path: Path) -> RecordError:
    """Return the fault of an id that no team, or no match, has."""
    close = get_close_matches(name, known, 1, 0.6)
    listed = f"known are {', '.join(known[:20])}" if known else "the season has none"
    help = f"did you mean “{close[0]}”?" if close else listed
    return RecordError(f"there is no {kind} “{name}”", f"a {kind} is named by its id", help, path)


def _check_penalties(season: Season) -> Iterator[RecordError]:
    for index, penalty in enumerate(season.penalties):
        path: Path = ("penalties", index)
        if not (penalty.points or penalty.games):
            yield RecordError("this penalty takes nothing away", "", "add points or games", path)


def count_forfeit_points(season: Season, match: SeasonMatch, games: int | None) -> int:
    """Return the game points that the other team of a forfeited match gets for `games`, or for all its games."""
    return season.forfeit_points * (season.games_of(match) if games is None else games)


def _check_forfeits(season: Season) -> Iterator[RecordError]:
    for index, round in enumerate(season.all_rounds):
        for place, match in enumerate(round.matches):
            path: Path = ("rounds", index, "matches", place, "forfeited")
            if match.forfeited:
                yield from _check_forfeit(season, match, match.forfeited, path)
    seen: dict[str, int | None] = {}
    for path, entry, match in _list_entries_about_matches(season, "forfeits"):
        if match.id in seen:
            what = f"{season.match_label(match.id)} is forfeited twice"
            yield RecordError(what, _name_entry(seen[match.id]), "undo one of the two with league undo", path)
        seen[match.id] = entry.number
        yield from _check_forfeit(season, match, entry, path)


def _check_forfeit(
    season: Season, match: SeasonMatch, forfeited: Forfeit, path: Path
) -> Iterator[RecordError]:
    for place, team in enumerate(forfeited.by):
        if team not in match.teams or team in forfeited.by[:place]:
            what = f"{season.name_of(team)} cannot forfeit {season.match_label(match.id)}"
            what += " twice" if team in match.teams else ""
            help = f"write {' or '.join(match.teams)}"
            yield RecordError(what, "only a team that plays in it can", help, (*path, "by", place))
    most = season.games_of(match)
    if (forfeited.games or 0) > most:
        what = f"{forfeited.games} games are given away in {season.match_label(match.id)}"
        yield RecordError(what, f"it has {most}", "write fewer, or leave it out", (*path, "games"))
    if len(forfeited.by) == len(match.teams) and (forfeited.games or forfeited.points):
        what = f"both teams forfeit {season.match_label(match.id)}, so no games or points can be given away"
        yield RecordError(what, "there is nobody to get it", "take games and points out", path)


def _check_approvals(season: Season) -> Iterator[RecordError]:
    seen: dict[tuple[str, str], int | None] = {}
    for path, entry, match in _list_entries_about_matches(season, "approvals"):
        approves = f"{season.name_of(entry.team)} approves {season.match_label(match.id)}"
        if entry.team not in match.teams:
            help = f"write {' or '.join(match.teams)}, or correct the match"
            why = "captains approve their own matches"
            yield RecordError(f"{approves} but does not play in it", why, help, (*path, "team"))
        if (match.id, entry.team) in seen:
            other = _name_entry(seen[match.id, entry.team])
            yield RecordError(f"{approves} twice", other, "keep one of the two", path)
        seen[match.id, entry.team] = entry.number
        yield from _check_results(season, _list_entry_results(match, entry.results, path))


def refuse_second_entry(season: Season, key: str, match: SeasonMatch, team: str | None = None) -> None:
    """Raise UsageError if a match is locked already, or approved by this team; such an entry holds until it is undone."""
    listed = (entry for _index, entry in entries_in_force(season, key) if entry.match == match.id)
    entry = next((entry for entry in listed if team is None or entry.team == team), None)
    if entry is None:
        return
    by = f" by {season.name_of(team)}" if team else ""
    what = f"match {season.numbers()[match.id]} is already {'approved' if team else 'locked'}{by}"
    what += f" (entry {entry.number})" if entry.number else ""
    help = f"undo entry {entry.number} first, with league undo" if entry.number else "see league log"
    raise UsageError(what, "nothing was written", help)


def _check_locks(season: Season) -> Iterator[RecordError]:
    seen: dict[str, int | None] = {}
    for path, entry, match in _list_entries_about_matches(season, "locks"):
        if match.id in seen:
            other = _name_entry(seen[match.id])
            why = "a locked result can only be changed by a correction" + (f"; {other}" if other else "")
            what = f"{season.match_label(match.id)} is locked twice"
            yield RecordError(what, why, "keep one, and add a correction", path)
        seen[match.id] = entry.number
        yield from _check_results(season, _list_entry_results(match, entry.results, path))


def _check_written_results(season: Season) -> Iterator[RecordError]:
    """Yield a fault for a result of an unknown match or game, or given twice."""
    matches, known = season.matches, list[tuple[SeasonMatch, GameResult, Path]]()
    for index, result in enumerate(season.results):
        path: Path = ("results", index)
        if result.match in matches:
            known.append((matches[result.match], result, path))
        else:
            yield unknown_id_fault("match", result.match, sorted(matches), (*path, "match"))
    yield from _check_results(season, known)


def _list_entry_results(
    match: SeasonMatch, results: list[GameResult], path: Path
) -> Iterator[tuple[SeasonMatch, GameResult, Path]]:
    """Yield the results that an entry on a match lists, each with its path."""
    return ((match, result, (*path, "results", index)) for index, result in enumerate(results))


def _check_results(
    season: Season, results: Iterable[tuple[SeasonMatch, GameResult, Path]]
) -> Iterator[RecordError]:
    seen: set[tuple[str, int]] = set()
    for match, result, path in results:
        yield from _check_game_number(season, match, result.game, (*path, "game"))
        if (match.id, result.game) in seen:
            what = f"game {result.game} of {season.match_label(match.id)} is given twice"
            yield RecordError(what, "", "keep one", path)
        seen.add((match.id, result.game))
        yield from _check_totals(season, match, result.points, (*path, "points"))


def _check_corrections(season: Season) -> Iterator[RecordError]:
    """Yield a fault for a correction out of order, or that does not change the result before it."""
    results, matches, last = _find_set_results(season), season.matches, ""
    for index, entry in entries_in_force(season, "corrections"):
        path: Path = ("corrections", index)
        if entry.when < last:
            what = f"a correction of {entry.when} comes after one of {last}"
            yield RecordError(what, "corrections are added at the end", "put them in order", (*path, "when"))
        last = max(last, entry.when)
        match = matches.get(entry.match)
        if match is None:
            continue
        game, was, now = entry.game, entry.was, entry.now
        yield from _check_game_number(season, match, game, (*path, "game"))
        faults = [*_check_totals(season, match, was, (*path, "was"))]
        faults += _check_totals(season, match, now, (*path, "now"))
        yield from faults
        if faults:
            continue
        name = f"game {game} of {season.match_label(match.id)}"
        before = [points for points in results.get((match.id, game), ()) if set(points) == set(match.teams)]
        if (match.id, game) not in results:
            what = f"{name} is corrected, but its result was never locked or approved"
            why = "until then the result comes from the hands alone"
            yield RecordError(what, why, "check the match and the game, or remove the correction", path)
        elif before and was not in before:
            scores = (":".join(str(points[team]) for team in match.teams) for points in (was, *before))
            score, *known = dict.fromkeys(scores)
            why = f"it was {' or '.join(known)}"
            help = "check the match and the game, then write the result before the correction"
            yield RecordError(f"{name} is corrected from {score}", why, help, (*path, "was"))
        if was == now:
            help = "write the new totals, or remove it"
            yield RecordError("this correction changes nothing", "", help, path)
        results[match.id, game] = [now]


def clashes(season: Season) -> dict[tuple[str, str, str], RecordError]:
    """Return the decisions that cannot both stand, by match and kinds; the fault names the number of the older one."""
    values, now = {}, apply_decisions(season)
    for round in now.all_rounds:
        for match in round.matches:
            if match.postponed is None:
                continue
            put_off = match.postponed.number or 0
            others = [("forfeited", match.forfeited.number or 0)] if match.forfeited else []
            for kind, key in (("approved", "approvals"), ("locked", "locks"), ("corrected", "corrections")):
                numbers = (entry.number or 0 for entry in getattr(now, key) if entry.match == match.id)
                # What was postponed first and played later stands.
                others += [(kind, number) for number in numbers if number < put_off]
            for kind, other in others:
                number, state = min((put_off, "postponed"), (other, kind))
                what = f"{season.match_label(match.id)} cannot be both {kind} and postponed"
                help = f"undo entry {number} first, with league undo"
                why = f"it is {state} by entry {number}"
                values[match.id, kind, "postponed"] = RecordError(what, why, help)
    return values


def _name_entry(number: int | None) -> str:
    return f"the other is entry {number}" if number else ""


def _find_set_results(season: Season) -> dict[tuple[str, int], list[Mapping[str, int]]]:
    """Return the results that were locked or approved, before any correction.

    A lock overrides approvals, which need not agree. A lock of a corrected result comes after the correction.
    """
    totals: dict[tuple[str, int], list[Mapping[str, int]]] = {}
    now = apply_decisions(season)
    changed = {(entry.match, entry.game): entry for entry in now.corrections}
    first = {(entry.match, entry.game): entry for entry in reversed(now.corrections)}
    for approval in now.approvals:
        for result in approval.results:
            totals.setdefault((approval.match, result.game), []).append(result.points)
    for lock in now.locks:
        for result in lock.results:
            game = lock.match, result.game
            last = changed.get(game)
            if last and result.points == last.now and (lock.number or 0) > (last.number or 0):
                totals.setdefault(game, [first[game].was])
            else:
                totals[game] = [result.points]
    return totals


def result_of(season: Season, match: SeasonMatch, game: int) -> Mapping[str, int] | None:
    """Return the locked, approved or corrected result in force, by team id; None if there is none."""
    totals = _find_set_results(season).get((match.id, game), [])
    corrections = apply_decisions(season).corrections
    totals += [entry.now for entry in corrections if (entry.match, entry.game) == (match.id, game)]
    return totals[-1] if totals else None


def _check_game_number(season: Season, match: SeasonMatch, game: int, path: Path) -> Iterator[RecordError]:
    most = season.games_of(match)
    if game > most:
        what = f"{season.match_label(match.id)} has no game {game}"
        yield RecordError(what, f"it has {most}", "correct the number, or the match’s “games”", path)


def _check_totals(
    season: Season, match: SeasonMatch, totals: Mapping[str, int], path: Path
) -> Iterator[RecordError]:
    if set(totals) != set(match.teams):
        what = f"{season.match_label(match.id)} has totals for {' and '.join(totals) or 'nobody'}"
        why = f"its teams are {' and '.join(match.teams)}"
        yield RecordError(what, why, "give one total for each of the two", path)


def _check_draws(season: Season) -> Iterator[RecordError]:
    """Yield a fault for a stage of the play-offs that does not follow from the one before it."""
    seeds: Sequence[str] | None = None
    left: set[str] = set()
    for index, draw in entries_in_force(season, "draws"):
        path: Path = ("draws", index)
        seeds, left = (seeds, left) if seeds else (draw.seeds, set(draw.seeds))
        there = [*(team for match in draw.round.matches for team in match.teams), *draw.round.byes]
        if draw.seeds != seeds or len(set(draw.seeds)) < len(draw.seeds):
            what = "the seeds of a stage are those of the first stage, each team once"
            yield RecordError(what, "", "undo the draws in reverse order", (*path, "seeds"))
        elif not set(there) <= left or (draw.seeds == there == []) or draw.round.stage is None:
            what = f"{draw.round.stage or 'this stage'} does not follow from the stage before it"
            help = "undo the draws in reverse order, and draw it again"
            yield RecordError(what, "only teams still in it play on", help, (*path, "round"))
        for place, match in enumerate(draw.round.matches):
            if match.postponed or match.forfeited:
                what = f"match “{match.id}” of a draw holds a decision"
                help = "use league postpone or league forfeit"
                yield RecordError(what, "", help, (*path, "round", "matches", place))
        left = set(there)


def _check_playoffs(season: Season) -> Iterator[RecordError]:
    """Yield a fault for play-offs of more teams than there are, and for matches that nobody can win."""
    if season.playoffs is None:
        return
    if season.playoffs.teams > len(season.teams):
        there = f"and there are {len(season.teams)}"
        what = f"{season.playoffs.teams} teams are to play in the play-offs, {there}"
        yield RecordError(what, "", "write fewer", ("playoffs", "teams"))
    for key in ("best_of", "final_best_of"):
        games = getattr(season.playoffs, key)
        if games is not None and games % 2 == 0:
            what = f"best of {games} can end level"
            yield RecordError(what, "", "write an odd number", ("playoffs", key))


def _check_teams(season: Season) -> Iterator[RecordError]:
    seen: dict[str, Path] = {}
    for index, team in enumerate(season.teams):
        for key, called in (("id", team.id), ("name", team.name)):
            path: Path = ("teams", index, key)
            if seen.setdefault(fold_name(called), path)[:2] != path[:2]:
                what = f"two teams are called “{printable(called)}”"
                yield RecordError(what, "their hands could not be told apart", "rename one of them", path)


def _check_rounds(season: Season) -> Iterator[RecordError]:
    numbers: set[int] = set()
    matches: set[str] = set()
    for index, round in enumerate(season.all_rounds):
        path: Path = ("rounds", index)
        if round.number in numbers:
            what = f"there are two rounds {round.number}"
            yield RecordError(what, "a hand names only the number", "renumber the rounds", (*path, "number"))
        numbers.add(round.number)
        for place, match in enumerate(round.matches):
            here = (*path, "matches", place)
            if match.id in matches:
                what = f"two matches have the id “{match.id}”"
                yield RecordError(what, "each match needs its own id", "change one of them", (*here, "id"))
            matches.add(match.id)
            if match.teams[0] == match.teams[1]:
                what = f"“{match.teams[0]}” plays itself in match “{match.id}”"
                yield RecordError(what, "a match has two teams", "name the other team", (*here, "teams"))
            if match.home is not None and match.home not in match.teams:
                what = f"“{match.home}” is at home in match “{match.id}” but does not play in it"
                yield RecordError(what, "", f"write {' or '.join(match.teams)}", (*here, "home"))
        yield from _check_teams_of_round(season, round, path)


def _check_teams_of_round(season: Season, round: Round, path: Path) -> Iterator[RecordError]:
    """Yield a fault for every team that is unknown, or twice in a round."""
    known = {team.id for team in season.teams}
    named: list[tuple[str, Path]] = [
        (team, (*path, "matches", place, "teams", which))
        for place, match in enumerate(round.matches)
        for which, team in enumerate(dict.fromkeys(match.teams))
    ]
    named += [(team, (*path, "byes", place)) for place, team in enumerate(round.byes)]
    seen: set[str] = set()
    for team, here in named:
        if team not in known:
            yield unknown_id_fault("team", team, sorted(known), here)
        elif team in seen:
            what = f"“{team}” is in round {round.number} twice"
            yield RecordError(what, "a team plays once in a round, or has a bye", "remove one", here)
        seen.add(team)


def _check_days(value: object, path: Path = ()) -> Iterator[RecordError]:
    """Yield a fault for every day that no calendar has."""
    if isinstance(value, BaseModel):
        for key in type(value).model_fields:
            inner = getattr(value, key)
            if key in ("day", "when", "until") and isinstance(inner, str) and not is_day(inner):
                help = "correct the day"
                yield RecordError(f"there is no day {inner}", "the month is shorter", help, (*path, key))
            else:
                yield from _check_days(inner, (*path, key))
    elif isinstance(value, list | Mapping):
        inside: Iterable[tuple[Any, Any]] = value.items() if isinstance(value, Mapping) else enumerate(value)
        for place, inner in inside:
            yield from _check_days(inner, (*path, place))


_CHECKS: Final[tuple[Callable[[Season], Iterator[RecordError]], ...]] = (
    _check_teams,
    _check_rounds,
    _check_entries,
    _check_withdrawals,
    _check_answers,
    _check_postponements,
    _check_substitutes,
    _check_rosters,
    _check_penalties,
    _check_forfeits,
    _check_approvals,
    _check_locks,
    _check_written_results,
    _check_corrections,
    _check_draws,
    _check_playoffs,
    _check_days,
)
