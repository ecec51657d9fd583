"""Evenings of Progressive Euchre, and the rotation of those at which players do not move up."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from clabber_audit.cards import TEAMS
from clabber_audit.core import __version__
from clabber_audit.core.text import inflect, pluralize
from clabber_audit.league.evening import (
    GAMES,
    HANDS,
    Evening,
    EveningTable,
    Irregularity,
    IrregularityKind,
)
from clabber_audit.league.schedule import RotationRound
from clabber_audit.records.formats import digest
from clabber_audit.records.sheets.tables import Cells, csv_text
from clabber_audit.report.html import inline_scripts, inline_styles, render
from clabber_audit.report.layout import Colophon, PageRow, PageTable, TableColumn, columns, to_json_text
from clabber_audit.report.paper import Item, Paper, Section
from clabber_audit.report.phrases import join_words, sentence

#: Number of hands named in a notice.
_SHOWN: Final = 5
_FORMAT: Final = "clabber-evening/1"
_SIDES: Final = ("North-South", "East-West")


class PlayerLabels(NamedTuple):
    """Labels of players: names, or numbers if anonymous."""

    evening: Evening
    anonymous: bool

    def player(self, name: str) -> str:
        if not self.anonymous:
            return name
        return f"Player {1 + [line.player for line in self.evening.lines].index(name)}"

    def label_each(self, names: Sequence[str]) -> list[str]:
        """Return the labels of several players."""
        return [self.player(name) for name in names]

    def players(self, names: Sequence[str]) -> str:
        """Return the labels of several players as a list in words."""
        return join_words(self.label_each(names))


#: Note on evenings at which winners move up.
_MOVING: Final = (
    "Winners move up: with whom one plays depends on the results, so nobody can promise that no two are partners twice. "
    "Where two would be partners again at once, one of the losers changes seats."
)


def evening_paper(evening: Evening, *, anonymous: bool = False) -> Paper:
    """Return the evening as a paper."""
    labels = PlayerLabels(evening, anonymous)

    def row(sat: EveningTable) -> PageRow:
        points = "?" if sat.points is None else ":".join(map(str, sat.points))
        won = (
            "not known" if sat.winners is None else _SIDES[sat.winners] + (" moved up" if sat.is_tied else "")
        )
        return PageRow((str(sat.table), *(labels.players(pair) for pair in sat.pairs), points, won))

    odd = tuple(Item(_irregularity_text(irregularity, labels), "open") for irregularity in evening.odd)
    heads = (TableColumn("Table", numeric=True), *columns(*_SIDES, "Points", "Won"))
    games = tuple(
        PageTable(
            f"Game {number}",
            heads,
            tuple(row(sat) for sat in evening.tables if sat.game == number),
        )
        for number in evening.games
    )
    sections = (
        Section("standing", "Tallies", _MOVING if not evening.rotation else "", (_tallies(evening, labels),)),
        Section("notices", "To be looked at", items=odd),
        Section("tables", "The tables", tables=games, printed=False),
    )
    shown = tuple(section for section in sections if not section.is_empty)
    colophon = Colophon((("the tables", digest([list(sat) for sat in evening.tables])),))
    game = "Rotation" if evening.rotation else "Progressive Euchre"
    return Paper("Evening", game, _lead(evening, labels), shown, colophon)


def evening_csv(evening: Evening, *, anonymous: bool = False) -> str:
    """Return the evening as CSV, a row for each player."""
    labels = PlayerLabels(evening, anonymous)
    heads = ("place", "shared", "player", "games", *(f"game {number}" for number in evening.games), "total")
    rows: list[Cells] = [heads]
    for line in evening.lines:
        points = [line.tally.get(number) for number in evening.games]
        shared = "yes" if line.shared else "no"
        rows.append((line.place, shared, labels.player(line.player), len(line.tally), *points, line.total))
    return csv_text(rows)


def evening_json(evening: Evening, *, anonymous: bool = False) -> str:
    """Return the evening as JSON, ending with a newline."""
    labels = PlayerLabels(evening, anonymous)
    scores = {name: line.total for name, line in (("high", evening.lines[0]), ("low", evening.lines[-1]))}
    return to_json_text(
        {
            "format": _FORMAT,
            "version": __version__,
            "games": evening.games,
            **({"rotation": True} if evening.rotation else {}),
            "over": evening.is_over,
            "open": evening.open,
            **{
                name: {"total": total, "players": labels.label_each(evening.players_with_total(total))}
                for name, total in scores.items()
            },
            "tallies": [
                {
                    "place": line.place,
                    "shared": line.shared,
                    "player": labels.player(line.player),
                    "games": line.tally,
                    "total": line.total,
                    "open": line.open,
                }
                for line in evening.lines
            ],
            "tables": [
                {
                    "game": sat.game,
                    "table": sat.table,
                    "players": {
                        team: labels.label_each(pair) for team, pair in zip(TEAMS, sat.pairs, strict=True)
                    },
                    "points": None if sat.points is None else dict(zip(TEAMS, sat.points, strict=True)),
                    "won": None if sat.winners is None else TEAMS[sat.winners],
                    "tied": sat.is_tied,
                    "hands": sat.hands,
                }
                for sat in evening.tables
            ],
            "notices": [
                {
                    "kind": irregularity.kind,
                    "game": irregularity.game or None,
                    "table": irregularity.table or None,
                    "players": labels.label_each(irregularity.players),
                    "text": _irregularity_text(irregularity, labels),
                }
                for irregularity in evening.odd
            ],
        }
    )


def _lead(evening: Evening, labels: PlayerLabels) -> str:
    """Return the high and the low score, as announced at the end (B-051)."""
    if evening.rotation:
        first = [line for line in evening.lines if line.place == 1]
        points = f"{first[0].average:.1f} points a game"
        games = pluralize(len(evening.games), "game")
        who, verb = labels.players([line.player for line in first]), "lead" if len(first) > 1 else "leads"
        return sentence(f"After {games} {who} {verb} with {points}")
    high, low = evening.lines[0].total, evening.lines[-1].total
    best = f"the high score is {high}, {labels.players(evening.players_with_total(high))}"
    worst = f"the low score is {low}, {labels.players(evening.players_with_total(low))}"
    games = pluralize(len(evening.games), "game")
    after = (
        f"After {games}"
        if evening.is_over
        else f"After {games} of {GAMES}"
        if len(evening.games) < GAMES
        else "So far"
    )
    return sentence(f"{after} {best}; {worst}")


def _tallies(evening: Evening, labels: PlayerLabels) -> PageTable:
    heads = (
        TableColumn("Place", numeric=True),
        TableColumn("Player"),
        TableColumn("Games", numeric=True),
        TableColumn("Total", numeric=True, leading=not evening.rotation),
        *([TableColumn("A game", numeric=True, leading=True)] if evening.rotation else []),
    )
    rows = []
    for line in evening.lines:
        # The games as they were added up.
        points = ["?" if made is None else str(made) for _number, made in sorted(line.tally.items())]
        notes = [" + ".join(points)]
        missed = [str(number) for number in evening.games if number not in line.tally]
        if missed and not evening.rotation:
            notes.append(f"Did not play in {inflect(len(missed), 'game', 'games')} {join_words(missed)}.")
        if line.open:
            notes.append("A game that cannot be decided does not count.")
        place = f"={line.place}" if line.shared else str(line.place)
        average = [f"{line.average:.1f}"] if evening.rotation else []
        cells = (place, labels.player(line.player), str(len(line.tally)), str(line.total), *average)
        rows.append(PageRow(cells, tuple(notes), "open" if len(notes) > 1 else ""))
    return PageTable("Tallies", heads, tuple(rows), head=1)


_IRREGULARITIES: Final[dict[IrregularityKind, str]] = {
    "tied": "{where}: the points are equal, and the sheet does not say who moved up.",
    "elsewhere": "{where}: {who} sat here instead of at table {number}.",
    "partners": "{where}: {who} were partners in the game before; one of the losers changes seats.",
    "came": "{where}: {who} did not play in the game before.",
    "left": "{where}: {who} did not play in the next game.",
    "unplaced": "{hands} left out: game, table or players are missing{ids}.",
    "other_players": "{hands} with other players than the first of their table{ids}.",
    "many_games": f"There are {{number}} games; an evening has {GAMES}.",
    "head_hands": f"{{where}}: the head table played {{hands}}; it plays {HANDS}, so that each deals twice.",
    "undecided": "{where}: the hands do not give the points.",
    "two_places": "{where}: {who} sat at another table too.",
    "same_table": "{where}: it is listed twice.",
    "partners_again": "{where}: {who} were partners in game {number}.",
}


def _irregularity_text(irregularity: Irregularity, labels: PlayerLabels) -> str:
    """Return an irregularity as a sentence."""
    # An id may be made of names.
    ids = (
        ""
        if labels.anonymous
        else f": {', '.join(irregularity.hands[:_SHOWN])}{' …' if len(irregularity.hands) > _SHOWN else ''}"
    )
    return _IRREGULARITIES[irregularity.kind].format(
        where=f"Game {irregularity.game}, table {irregularity.table}",
        who=labels.players(irregularity.players),
        number=irregularity.number,
        hands=pluralize(irregularity.number, "hand"),
        ids=ids,
    )


#: The headings of a tally sheet.
_TALLY_SHEET: Final = ("game", "table", "north", "east", "south", "west", "ns_score", "ew_score")


def rotation_text(rounds: Sequence[RotationRound]) -> str:
    """Return who plays with whom, against whom and where, round by round."""
    lines = []
    for round in rounds:
        lines.append(f"Round {round.number}")
        for number, seats in enumerate(round.tables, 1):
            pairs = f"{seats.north} and {seats.south} against {seats.east} and {seats.west}"
            lines.append(f"  table {number}: {pairs}")
        if round.out:
            lines.append(f"  sits out: {', '.join(round.out)}")
    return "".join(f"{line}\n" for line in lines)


def rotation_page(rounds: Sequence[RotationRound]) -> str:
    """Return a page on which phones take the scores, and hand them on as a code or a file."""
    return render(
        "rotation.html.j2",
        rounds=rounds,
        **inline_styles("base.css", "search.css"),
        **inline_scripts("rotation.js"),
    )


def rotation_csv(rounds: Sequence[RotationRound]) -> str:
    """Return the tally sheet of an evening, a row a table, with room for the points of each pair."""
    rows = [
        (round.number, number, seats.north, seats.east, seats.south, seats.west, None, None)
        for round in rounds
        for number, seats in enumerate(round.tables, 1)
    ]
    return csv_text([_TALLY_SHEET, *rows])
