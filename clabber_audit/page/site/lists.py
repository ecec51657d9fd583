"""The lists of a site: hands under the headings of their rounds, players, and what there is of each player."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from clabber_audit.ground.counted import counted
from clabber_audit.page.site.book import Kept, Played, people
from clabber_audit.page.site.plan import Page, Plan, between, written
from clabber_audit.render.frame import Link, linked
from clabber_audit.render.league.paper import Item, Section
from clabber_audit.render.table import Column, Row, Table, Tone
from clabber_audit.render.wording import listed

_COLUMNS = (Column("Hand"), Column("Result"), Column("To be noticed"))


def hand_table(game: Played, hands: Sequence[Kept] | None = None) -> Table:
    """The hands of a game, or some of them."""
    rows = tuple(_row(hand) for hand in (game.hands if hands is None else hands))
    return Table(linked(game.title, game.file), _COLUMNS, rows)


def _row(hand: Kept) -> Row:
    tone: Tone = "open" if hand.open else "fault" if any(fault.renege and fault.proven for fault in hand.faults) else ""
    return Row((linked(hand.name, hand.file), hand.result, hand.marks), tone=tone)


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
    """The list of all players, and a page for each; none where nobody is named."""
    rows, order = [], sorted(people(plan.games).items())
    links = [plan.players[name] for name, _own in order]
    for place, (name, own) in enumerate(order):
        link, teams = plan.players[name], _teams(own)
        rows.append(Row((linked(link.text, link.href), listed(teams), str(len(own)), str(_reneges(own)))))
        frame = plan.framed("players.html", *_links(plan, own))
        paper = plan.paper("Player", link.text, _lead(own, teams), _of_player(own))
        yield from written(paper, link.href, between(frame, links, place))
    columns = (Column("Player"), Column("Team"), Column("Hands", numeric=True), Column("Reneges", numeric=True))
    table = Table("Players", columns, tuple(rows))
    lead = counted(len(rows), "{count} player is named in the hands.", "{count} players are named in the hands.")
    told = lead if rows else "No hand names its players."
    parts = [Section("players", "Players", tables=(table,) if rows else ())]
    yield from written(plan.paper("Players", plan.title, told, parts), "players.html", plan.framed("players.html"))


_Own = Sequence[tuple[str, Played, Kept, int]]


def _teams(own: _Own) -> list[str]:
    return list(dict.fromkeys(game.sides[side] for _name, game, _hand, side in own if game.team(side)))


def _links(plan: Plan, own: _Own) -> Iterable[Link]:
    found = (plan.teams.get(game.team(side)) for _name, game, _hand, side in own)
    return dict.fromkeys(link for link in found if link)


def _lead(own: _Own, teams: Sequence[str]) -> str:
    hands = counted(len(own), "{count} hand", "{count} hands")
    return f"{hands} for {listed(teams)}." if teams else f"{hands}."


def _reneges(own: _Own) -> int:
    return sum(len(_of(name, hand)) for name, _game, hand, _side in own)


def _of(name: str, hand: Kept) -> list[str]:
    """The proven reneges of a player in a hand."""
    return [fault.told for fault in hand.faults if fault.player == name and fault.renege and fault.proven]


def _of_player(own: _Own) -> list[Section]:
    """The reneges of a player, and his hands by round and game."""
    items = [
        Item(f"{game.heading}, {game.title}, {hand.name}: {told}.", "fault", hand.file)
        for name, game, hand, _side in own
        for told in _of(name, hand)
    ]
    rounds = [
        Section(
            f"s{number}",
            heading,
            tables=tuple(
                hand_table(game, [hand for _name, _game, hand, _side in hands])
                for game, hands in groupby(of_round, lambda one: one[1])
            ),
            captioned=True,
        )
        for number, (heading, of_round) in enumerate(groupby(own, lambda one: one[1].heading), 1)
    ]
    return [Section("reneges", "Reneges", items=tuple(items)), *rounds]
