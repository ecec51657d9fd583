"""The lists of a site: hands under the headings of their rounds, players, and what there is of each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from clabber_audit.ground.counted import counted
from clabber_audit.page.site.book import Kept, Played, Sat, people
from clabber_audit.page.site.plan import Page, Plan, between, written
from clabber_audit.render.frame import Link, linked
from clabber_audit.render.league.paper import Item, Section
from clabber_audit.render.table import Column, Row, Table, Tone
from clabber_audit.render.wording import listed

_COLUMNS = (Column("Hand"), Column("Result"), Column("To be noticed"))
#: The columns of hands that are no game, which may be of many dates.
_LOOSE = (Column("Hand"), Column("Date"), Column("Result"), Column("To be noticed"))


def hand_table(game: Played, hands: Sequence[Kept] | None = None) -> Table:
    """The hands of a game, or some of them."""
    loose = not game.file
    rows = tuple(_row(hand, loose) for hand in (game.hands if hands is None else hands))
    return Table(game.title, _LOOSE if loose else _COLUMNS, rows)


def _row(hand: Kept, loose: bool) -> Row:
    tone: Tone = "open" if hand.open else "fault" if any(fault.renege and fault.proven for fault in hand.faults) else ""
    date = (hand.day,) if loose else ()
    return Row((linked(hand.name, hand.file), *date, hand.result, hand.marks), tone=tone)


def hand_pages(plan: Plan, file: str) -> Iterator[Page]:
    """All hands, by round and game."""
    parts = [
        Section(f"s{number}", heading, tables=tuple(map(hand_table, games)), captioned=True)
        for number, (heading, games) in enumerate(groupby(plan.games, lambda game: game.heading), 1)
    ]
    hands = plan.hands
    told = [counted(len(hands), "{count} hand", "{count} hands")]
    disputed = sum(hand.open for hand in hands)
    told += [f"{disputed} in dispute"] if disputed else []
    lead = f"{', '.join(told)}." if hands else "There are no hands yet."
    yield from written(plan.paper("Hands", plan.title, lead, parts), file, plan.framed(file))


def player_pages(plan: Plan) -> Iterator[Page]:
    """The list of all players, and a page for each."""
    rows, order = [], list(people(plan.games, by_team=False).items())
    links = [plan.players[who] for who, _own in order]
    for place, (link, (_who, own)) in enumerate(zip(links, order, strict=True)):
        rows.append(Row((linked(link.text, link.href), listed(_teams(own)), str(len(own)), str(_reneges(own)))))
        paper = plan.paper("Player", link.text, _lead(own), [*hands_of(own)])
        yield from written(paper, link.href, between(plan.framed("players.html", *teams_of(plan, own)), links, place))
    columns = (Column("Player"), Column("Team"), Column("Hands", numeric=True), Column("Reneges", numeric=True))
    lead = counted(len(rows), "{count} player is named in the hands.", "{count} players are named in the hands.")
    told = lead if rows else "No hand names its players."
    tables = (Table("Players", columns, tuple(sorted(rows))),) if rows else ()
    paper = plan.paper("Players", plan.title, told, [Section("players", "Players", tables=tables)])
    yield from written(paper, "players.html", plan.framed("players.html"))


def teams_of(plan: Plan, own: Sequence[Sat]) -> Iterable[Link]:
    """The teams that somebody played for."""
    found = (plan.teams.get(sat.game.team(sat.side)) for sat in own)
    return dict.fromkeys(link for link in found if link)


def hands_of(own: Sequence[Sat]) -> Iterator[Section]:
    """The reneges of somebody one by one, then the hands by round and game."""
    items = [
        Item(f"{sat.game.heading}, {sat.game.title}, {sat.hand.name}: {told}.", "fault", sat.hand.file)
        for sat in own
        for told in _of(sat)
    ]
    yield Section("each", "Each renege", items=tuple(items))
    for number, (heading, of_round) in enumerate(groupby(own, lambda sat: sat.game.heading), 1):
        games = groupby(of_round, lambda sat: sat.game)
        tables = tuple(hand_table(game, [sat.hand for sat in sats]) for game, sats in games)
        yield Section(f"s{number}", heading, tables=tables, captioned=True)


def _teams(own: Sequence[Sat]) -> list[str]:
    return list(dict.fromkeys(sat.game.sides[sat.side] for sat in own if sat.game.team(sat.side)))


def _lead(own: Sequence[Sat]) -> str:
    hands, teams = counted(len(own), "{count} hand", "{count} hands"), _teams(own)
    return f"{hands} for {listed(teams)}." if teams else f"{hands}."


def _reneges(own: Sequence[Sat]) -> int:
    return sum(len(_of(sat)) for sat in own)


def _of(sat: Sat) -> list[str]:
    """The proven reneges of somebody in a hand."""
    return [fault.told for fault in sat.hand.faults if fault.player == sat.name and fault.renege and fault.proven]
