"""The pages of the teams of a season."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.ground.counted import counted
from clabber_audit.league.audit import Audit
from clabber_audit.league.standings import Standing
from clabber_audit.page.site.match import decisions, told
from clabber_audit.page.site.plan import Page, Plan, between, written
from clabber_audit.record.names import folded
from clabber_audit.render.frame import Link, linked
from clabber_audit.render.league.common import TONES
from clabber_audit.render.league.names import Names
from clabber_audit.render.league.paper import Item, Section
from clabber_audit.render.league.report import uncalled
from clabber_audit.render.league.standings import place
from clabber_audit.render.table import Column, Row, Table


def team_pages(found: Audit, plan: Plan, names: Names) -> Iterator[Page]:
    """The list of the teams, and a page for each, in the order of the table."""
    order = found.standings.rows
    links = [plan.teams[row.tally.team] for row in order]
    rows = []
    for at, row in enumerate(order):
        link = links[at]
        players = _players(found, plan, row.tally.team, names)
        captain = "" if names.anonymous else names.season.captain(row.tally.team) or ""
        rows.append(Row((linked(link.text, link.href), captain, str(len(players)), place(row))))
        frame = plan.framed("teams.html", feed=link.href.replace(".html", ".atom") if plan.feed else "")
        paper = plan.paper("Team", link.text, _lead(row), _parts(found, plan, row, players, names))
        yield from written(paper, link.href, between(frame, links, at))
    columns = (Column("Team"), Column("Captain"), Column("Players", numeric=True), Column("Place", numeric=True))
    section = Section("teams", "Teams", tables=(Table("Teams", columns, tuple(rows)),))
    lead = counted(len(rows), "{count} team, as the table has them.", "{count} teams, as the table has them.")
    yield from written(plan.paper("Teams", plan.title, lead, [section]), "teams.html", plan.framed("teams.html"))


def _lead(row: Standing) -> str:
    tally = row.tally
    games = counted(tally.won, "{count} game won", "{count} games won")
    shared = ", shared" if row.shared else ""
    return f"Place {row.place}{shared}: {games}, {tally.lost} lost, {tally.points} points."


def _players(found: Audit, plan: Plan, team: str, names: Names) -> dict[str, Link | str]:
    """Who is on the roster, and whoever else played for the team."""
    if names.anonymous:
        return {}
    last = max((round.number for round in names.season.rounds), default=0)
    players: dict[str, Link | str] = {folded(name): name for name in names.season.roster(team, last)}
    for game in plan.games:
        for hand in game.hands:
            own = [(folded(name), plan.player(name, team)) for name, side in hand.players if game.team(side) == team]
            players |= {name: link for name, link in own if link}
    return players


def _parts(found: Audit, plan: Plan, row: Standing, players: dict[str, Link | str], names: Names) -> list[Section]:
    team = row.tally.team
    own, pages = found.standings.figures[team], names.pages.hands
    facts = [
        counted(own.matches_won, "{count} match won", "{count} matches won") + f", {own.matches_lost} lost",
        f"{own.made} points made and {own.against} against",
        *([f"{own.average:.1f} points a game"] if own.average is not None else []),
        *([f"the latest {own.streak[1]} {own.streak[0]}"] if own.streak else []),
        counted(own.sets, "set once as makers", "set {count} times as makers"),
    ]
    rows = []
    for match in found.standings.matches:
        if team in match.match.teams:
            cells = (f"Round {match.round.number}", names.pair(match.match), told(match, names))
            rows.append(Row(cells, tone=TONES.get(match.status, "")))
    columns = (Column("Round"), Column("Match"), Column("Result"))
    people = [Item(one.text, "", one.href) if isinstance(one, Link) else Item(one) for one in players.values()]
    reneges = [
        Item(f"{uncalled(one, names)}{' It was called.' if one.called else ''}", "fault", pages.get(one.where.hand, ""))
        for one in found.reneges
        if one.team == team
    ]
    return [
        Section("figures", "Figures", f"{'; '.join(facts)}."),
        Section("matches", "Matches", tables=(Table("Matches", columns, tuple(rows), head=1),)),
        Section("players", "Players", items=tuple(people)),
        Section("reneges", "Reneges", "Proven by the records." if reneges else "", items=tuple(reneges)),
        Section("decisions", "Decisions", items=tuple(decisions(found, names, team=team))),
    ]
