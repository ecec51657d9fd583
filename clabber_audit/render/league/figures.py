"""The figures of the teams, and who beat whom: tables below the standings."""

from __future__ import annotations

from collections.abc import Sequence

from clabber_audit.ground.counted import counted
from clabber_audit.league.figures import Figures
from clabber_audit.league.standings import Standings
from clabber_audit.league.tally import Tally
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Section
from clabber_audit.render.table import Column, Row, Table


def figures(found: Standings, names: Names) -> Section:
    """Matches, points and form of every team, in the order of the table."""
    own = [found.figures[row.tally.team] for row in found.rows]
    if not any(one.games for one in own):
        return Section("figures", "Figures")
    unseen = sum(one.unseen for one in own) // 2
    text = (
        counted(
            unseen,
            "{count} hand has no cards, so sets and reneges in it are unknown.",
            "{count} hands have no cards, so sets and reneges in them are unknown.",
        )
        + " A + marks numbers that may be higher."
        if unseen
        else ""
    )
    tables = (_points(own, names), _form(own, found.season.ranking == "games_won", names))
    return Section("figures", "Figures", text, tables=tables, printed=False)


def _points(own: list[Figures], names: Names) -> Table:
    heads = ("Matches", "For", "Against", "Average")
    columns = (Column("Team"), *(Column(head, numeric=True) for head in heads))
    rows = tuple(
        Row((names.team(one.team), _matches(one), str(one.made), str(one.against), _average(one))) for one in own
    )
    return Table("Matches won and lost, points at the table, points a game", columns, rows)


def _form(own: list[Figures], by_games: bool, names: Names) -> Table:
    heads = [*(["Behind"] if by_games else []), "Streak", "Sets", "Reneges", "Before"]
    columns = (Column("Team"), *(Column(head, numeric=True) for head in heads))
    rows = []
    for one in own:
        behind = [_halves(one.behind)] if by_games else []
        streak = f"{one.streak[1]} {one.streak[0]}" if one.streak else "–"
        before = str(one.before) if one.before is not None else "–"
        seen = (f"{count}+" if one.unseen else str(count) for count in (one.sets, one.reneges))
        rows.append(Row((names.team(one.team), *behind, streak, *seen, before)))
    caption = "Games behind, latest games, times set as makers, proven reneges, place before the latest round"
    return Table(caption if by_games else caption.replace("Games behind, latest", "Latest"), columns, tuple(rows))


def _matches(one: Figures) -> str:
    """`3–1`, or `3–1–2` where matches were tied."""
    parts = [one.matches_won, one.matches_lost, *([one.matches_tied] if one.matches_tied else [])]
    return "–".join(map(str, parts))


def _average(one: Figures) -> str:
    return "–" if one.average is None else f"{one.average:.1f}"


def _halves(count: int) -> str:
    """Half games in games, `1.5`; `–` for whoever is behind nobody."""
    return f"{count / 2:g}" if count > 0 else "–"


def head_to_head(found: Standings, names: Names) -> Section:
    """Who won how many games against whom; forfeits count as they do in the table."""
    ids = [row.tally.team for row in found.rows]
    if not any(row.tally.parts for row in found.rows):
        return Section("grid", "Head to head")
    columns = (Column("Team"), *(Column(str(place), numeric=True) for place in range(1, len(ids) + 1)))
    rows = tuple(_line(place, row.tally, ids, names) for place, row in enumerate(found.rows, 1))
    text = "Games won by the team of each row against each other team; the columns are numbered like the rows."
    return Section("grid", "Head to head", text, tables=(Table("Head to head", columns, rows),), printed=False)


def _line(place: int, tally: Tally, ids: Sequence[str], names: Names) -> Row:
    cells = ("·" if other == tally.team else _shown(won_against(tally, other)) for other in ids)
    return Row((f"{place}. {names.team(tally.team)}", *cells))


def won_against(tally: Tally, other: str) -> int | None:
    """How many games were won against a team; None where they have not met."""
    met = [part for part in tally.parts if part.opponent == other]
    return sum(part.won for part in met) if met else None


def _shown(count: int | None) -> str:
    return "" if count is None else str(count)
