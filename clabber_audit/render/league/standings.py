"""The standings written out: the table, how ties were broken, and what stands behind every number."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.league.ranking import Compared, TieBreak
from clabber_audit.league.standings import Standing, Standings
from clabber_audit.league.tally import Part, Tally, summed
from clabber_audit.render.league import common, wording
from clabber_audit.render.league.course import season
from clabber_audit.render.league.decisions import decisions
from clabber_audit.render.league.figures import figures, head_to_head
from clabber_audit.render.league.names import NOWHERE, Names, Pages
from clabber_audit.render.league.paper import Fold, Paper, Section
from clabber_audit.render.league.rosters import teams
from clabber_audit.render.table import Column, Row, Table
from clabber_audit.render.wording import listed, sentence

#: How many lines leave room for pictures on the same sheet of paper.
_ROOM: Final = 20


def standings_paper(found: Standings, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """The standings as they are read."""
    names = Names(found.season, anonymous, pages)
    played = common.matches(found, names, "Result", lambda match: (wording.result(match), wording.status(match, names)))
    above = (
        table(found, names),
        ties(found, names),
        common.told(found, names),
    )
    below = (
        figures(found, names),
        head_to_head(found, names),
        common.corrections(found, names),
        decisions(found, names),
        teams(found, names),
        common.written_alone(found, names),
        Section("matches", "Matches", tables=played, printed=False),
    )
    room = sum(part.lines for part in (*above, *below)) <= _ROOM
    parts = (*above, season(found, names)._replace(printed=room), *below)
    return common.paper("Standings", found, names, lead(found, names), common.tone(found, names), parts)


def lead(found: Standings, names: Names) -> str:
    """Who leads, after how much of the season, or who won it."""
    done = sum(match.decided for match in found.matches)
    progress = f"After {done} of {len(found.matches)} matches"
    first = [row for row in found.rows if row.place == 1]
    if not any(row.tally.parts for row in found.rows):
        return sentence(f"{progress} no game has been decided")
    tally = first[0].tally
    if len(first) > 1:
        teams = listed([names.team(row.tally.team) for row in first])
        return sentence(f"{progress} {teams} share first place")
    score = (counted(tally.won, "{count} win", "{count} wins"), f"{tally.points:,} points")
    ordered = score if found.season.ranking == "games_won" else score[::-1]
    unsure = _unsure(found)
    is_won = done == len(found.matches) and not unsure
    stands = "Season won by" if is_won else f"In the lead after {done} of {len(found.matches)} matches:"
    first_line = sentence(f"{stands} {names.team(tally.team)}, with {' and '.join(ordered)}")
    return " ".join(filter(None, (first_line, unsure)))


def _unsure(found: Standings) -> str:
    """What can still change the table as it is."""
    results, protests = len(found.provisional), len(found.protests)
    parts = [counted(results, "{count} result is not final", "{count} results are not final")] if results else []
    parts += [counted(protests, "{count} protest is open", "{count} protests are open")] if protests else []
    return sentence(", ".join(parts)) if parts else ""


def _ranked_by(found: Standings) -> str:
    if found.season.ranking == "games_won":
        order = "Ranked by games won, then points, then head-to-head."
    else:
        order = "Ranked by points, then head-to-head."
    cap = found.season.game_points_cap
    return order if cap is None else f"{order} A game counts at most {cap} points."


def table(found: Standings, names: Names, before: Sequence[Standing] = ()) -> Section:
    """The table itself, with the places in the lines of the week `before` where there are any."""
    return Section("table", "Table", _ranked_by(found), tables=(_table(found, names, before),))


def ties(found: Standings, names: Names) -> Section:
    """How those were told apart who are level."""
    return Section("ties", "How ties were broken", folds=tuple(_folds(found, names)))


def _table(found: Standings, names: Names, before: Sequence[Standing]) -> Table:
    by_games = found.season.ranking == "games_won"
    ties = any(row.tally.tied for row in found.rows)
    columns = [
        Column("Place", numeric=True),
        Column("Team"),
        Column("Played", numeric=True),
        Column("Won", numeric=True, leading=by_games),
        Column("Lost", numeric=True),
        *([Column("Tied", numeric=True)] if ties else []),
        Column("Points", numeric=True, leading=not by_games),
        *([Column("Last week", numeric=True)] if before else []),
    ]
    uneven = len({row.tally.played + row.tally.forfeited for row in found.rows}) > 1
    places = {row.tally.team: place(row) for row in before}
    rows = tuple(_row(row, ties, uneven, names, places) for row in found.rows)
    return Table("Standings", tuple(columns), rows, head=1)


def _row(row: Standing, ties: bool, uneven: bool, names: Names, before: Mapping[str, str]) -> Row:
    tally = row.tally
    numbers = [tally.played, tally.won, tally.lost, *([tally.tied] if ties else []), tally.points]
    last_week = [before[tally.team]] if before else []
    cells = (place(row), names.team(tally.team), *map(str, numbers), *last_week)
    return Row(cells, tuple(_notes(tally, uneven, names)), anchor=f"t-{names.team_id(tally.team)}")


def place(row: Standing) -> str:
    """A place, marked where others share it."""
    return f"={row.place}" if row.shared else str(row.place)


def _notes(tally: Tally, uneven: bool, names: Names) -> Iterator[str]:
    """What a row is made of, wherever it is more than the games at the table; byes where they make a difference."""
    if tally.by_forfeit or tally.penalties:
        won, points = summed(tally.at_the_table)
        yield f"At the table {won} won, {points} points."
    for part in tally.by_forfeit:
        yield _forfeit(part, names)
    for penalty in tally.penalties:
        taken = [f"−{penalty.games} games won"] if penalty.games else []
        taken += [f"−{penalty.points} points"] if penalty.points else []
        yield f"Penalty {listed(taken)} ({names.decided(penalty)})."
    handicap = sum(part.handicap for part in tally.parts)
    if handicap:
        yield f"{handicap} points are handicap."
    capped = sum(part.made + part.handicap - part.points for part in tally.parts)
    if capped:
        yield f"{capped} points above the cap do not count."
    if tally.disputed:
        yield counted(
            tally.disputed,
            "{count} game is in dispute and not counted.",
            "{count} games are in dispute and not counted.",
        )
    if tally.byes and uneven:
        rounds = listed([str(number) for number in tally.byes])
        yield counted(len(tally.byes), "Bye in round {rounds}.", "Byes in rounds {rounds}.", rounds=rounds)
    if tally.postponed:
        yield counted(tally.postponed, "{count} match is postponed.", "{count} matches are postponed.")


def _forfeit(part: Part, names: Names) -> str:
    where = f"round {part.round}, {names.team(part.opponent)}"
    stay = f" The {part.stay} points made in play stay." if part.stay else ""
    if part.won or part.points > part.stay:
        return f"By forfeit +{part.won} won, +{part.points - part.stay} points ({where}).{stay}"
    return f"By forfeit {part.lost} lost ({where}).{stay}"


def _folds(found: Standings, names: Names) -> Iterator[Fold]:
    for tie in found.tie_breaks:
        yield Fold(_summary(tie, found, names), _sums(tie, found, names))


def _summary(tie: TieBreak, found: Standings, names: Names) -> str:
    """Who was level, and what came of comparing them."""
    teams = listed([names.team(one.team) for one in tie.compared])
    if tie.by == "game_points":
        level = f"{teams} are tied in games won"
        scores = ", ".join(str(one.points) for one in tie.compared)
        if tie.result == "level":
            return sentence(f"{level}, and in points: {scores}")
        return sentence(f"{level}; by points: {scores}")
    if tie.result == "not_met":
        return sentence(f"{teams} stay tied: they have not all met")
    if tie.result == "unevenly_met":
        return sentence(f"{teams} stay tied: they have not met equally often")
    by_games = found.season.ranking == "games_won"
    scores = ", ".join(f"{one.won} won, {one.points}" if by_games else str(one.points) for one in tie.compared)
    if tie.result == "level":
        return sentence(f"{teams} are tied head-to-head too: {scores}")
    return sentence(f"{teams} by head-to-head: {scores}")


def _sums(tie: TieBreak, found: Standings, names: Names) -> Table:
    """Each team of a comparison with the games that were added up."""
    columns = (Column("Team"), Column("Games"), Column("Won", numeric=True), Column("Points", numeric=True))
    rows = tuple(
        Row((names.team(one.team), added_up(one, tie, found, names), str(one.won), str(one.points)))
        for one in tie.compared
    )
    return Table("The sum", columns, rows)


def added_up(one: Compared, tie: TieBreak, found: Standings, names: Names) -> str:
    """`512 Eagles (round 1) + 490 Moose (round 2) − 50 penalty = 952`."""
    addends = [_addend(part, names) for part in one.parts]
    text = " + ".join(addends) or "0"
    if tie.by == "game_points":
        fines = [penalty.points for penalty in found.season.penalties if penalty.team == one.team and penalty.points]
        text += "".join(f" − {points} penalty" for points in fines)
    return f"{text} = {one.points}"


def _addend(part: Part, names: Names) -> str:
    forfeit = "forfeit " if part.game is None else ""
    own = f"{part.points - part.handicap} + {part.handicap} handicap" if part.handicap else str(part.points)
    return f"{own} {forfeit}{names.team(part.opponent)} (round {part.round})"
