"""Players: those of a season, and evenings of Progressive Euchre with their rotations, as tables, pages and data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.cards import TEAMS
from clabber_audit.core import __version__
from clabber_audit.core.text import agree, join_words, pluralize
from clabber_audit.league.evening import (
    GAMES,
    HANDS,
    Evening,
    EveningTable,
    Irregularity,
    IrregularityKind,
    TallyLine,
)
from clabber_audit.league.players import (
    NAMES,
    OF_PAIRS,
    Partners,
    Player,
    PlayerReneges,
    Players,
    Rate,
    Sums,
    Unknown,
    label,
)
from clabber_audit.league.schedule import RotationRound
from clabber_audit.records.formats import digest, fold_name
from clabber_audit.records.sheets.headings import Cells, csv_text
from clabber_audit.report.html import (
    Fold,
    Item,
    Paper,
    Section,
    inline_scripts,
    inline_styles,
    render,
    table_section,
)
from clabber_audit.report.layout import (
    PICTURE_WIDTH,
    SMALL,
    Colophon,
    PageRow,
    PageTable,
    Picture,
    Series,
    TableColumn,
    columns,
    line_chart,
    to_json_text,
)
from clabber_audit.report.league import sections
from clabber_audit.report.league.audit import kinds_picture
from clabber_audit.report.league.sections import NOWHERE, Pages, SeasonNames, season_json
from clabber_audit.report.phrases import sentence
from clabber_audit.report.remarks import make_link
from clabber_audit.rules.infractions import infractions

#: Number of hands named in a notice.
_SHOWN: Final = 5
_FORMAT: Final = "clabber-evening/1"
_SIDES: Final = ("North-South", "East-West")


class PlayerLabels(NamedTuple):
    """Labels of the players of an evening: names, or numbers if anonymous."""

    evening: Evening
    anonymous: bool

    def player(self, name: str) -> str:
        if not self.anonymous:
            return name
        return f"Player {1 + [line.player for line in self.evening.lines].index(name)}"

    def label_each(self, names: Sequence[str]) -> list[str]:
        return list(map(self.player, names))

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

    def row(played: EveningTable) -> PageRow:
        points, won = "?" if played.points is None else ":".join(map(str, played.points)), "not known"
        if played.winners is not None:
            won = _SIDES[played.winners] + (" moved up" if played.is_tied else "")
        return PageRow((str(played.table), *map(labels.players, played.pairs), points, won))

    odd = tuple(Item(_irregularity_text(irregularity, labels), "open") for irregularity in evening.odd)
    heads = (TableColumn("Table", numeric=True), *columns(*_SIDES, "Points", "Won"))
    games = []
    for number in evening.games:
        rows = (row(played) for played in evening.tables if played.game == number)
        games.append(PageTable(f"Game {number}", heads, tuple(rows)))
    sections = (
        Section("standing", "Tallies", _MOVING if not evening.rotation else "", (_tallies(evening, labels),)),
        Section("notices", "Please check", items=odd),
        Section("tables", "The tables", tables=tuple(games), printed=False),
    )
    shown = tuple(section for section in sections if not section.is_empty)
    colophon = Colophon((("the tables", digest([list(played) for played in evening.tables])),))
    game = "Rotation" if evening.rotation else "Progressive Euchre"
    return Paper("Evening", game, _announce_lead(evening, labels), shown, colophon)


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

    def score(line: TallyLine) -> dict[str, Any]:
        owners = evening.players_with_total(line.total)
        return {"total": line.total, "players": labels.label_each(owners)}

    return to_json_text(
        {
            "format": _FORMAT,
            "version": __version__,
            "games": evening.games,
            **({"rotation": True} if evening.rotation else {}),
            "over": evening.is_over,
            "open": evening.open,
            "high": score(evening.lines[0]),
            "low": score(evening.lines[-1]),
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
                    "game": played.game,
                    "table": played.table,
                    "players": dict(zip(TEAMS, map(labels.label_each, played.pairs), strict=True)),
                    "points": None if played.points is None else dict(zip(TEAMS, played.points, strict=True)),
                    "won": None if played.winners is None else TEAMS[played.winners],
                    "tied": played.is_tied,
                    "hands": played.hands,
                }
                for played in evening.tables
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


def _announce_lead(evening: Evening, labels: PlayerLabels) -> str:
    """Return the high and the low score, as announced at the end (B-051)."""
    after = f"After {pluralize(len(evening.games), 'game')}"
    if evening.rotation:
        first = [line for line in evening.lines if line.place == 1]
        who, verb = labels.players([line.player for line in first]), "lead" if len(first) > 1 else "leads"
        return sentence(f"{after} {who} {verb} with {first[0].average:.1f} points a game")
    high, low = evening.lines[0].total, evening.lines[-1].total
    best = f"the high score is {high}, {labels.players(evening.players_with_total(high))}"
    worst = f"the low score is {low}, {labels.players(evening.players_with_total(low))}"
    if not evening.is_over:
        after = f"{after} of {GAMES}" if len(evening.games) < GAMES else "So far"
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
            notes.append(agree(len(missed), "Did not play in game{|s} {games}.", games=join_words(missed)))
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
    hands = irregularity.hands
    # An id may be made of names.
    is_named = not labels.anonymous
    ids = f": {', '.join(hands[:_SHOWN])}{' …' if len(hands) > _SHOWN else ''}" if is_named else ""
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
    look = inline_styles("base.css", "search.css") | inline_scripts("rotation.js")
    return render("rotation.html.j2", rounds=rounds, **look)


def rotation_csv(rounds: Sequence[RotationRound]) -> str:
    """Return the tally sheet of an evening, a row a table, with room for the points of each pair."""
    rows = [
        (round.number, number, seats.north, seats.east, seats.south, seats.west, None, None)
        for round in rounds
        for number, seats in enumerate(round.tables, 1)
    ]
    return csv_text([_TALLY_SHEET, *rows])


class Roll:
    """Labels of the players of a season: names, or numbers if anonymous."""

    def __init__(self, players: Players, anonymous: bool = False, pages: Pages = NOWHERE) -> None:
        self.names = SeasonNames(players.standings.season, anonymous, pages)
        self._numbers = {player.keys: number for number, player in enumerate(players.everybody, 1)}

    def player(self, player: Player) -> str:
        """Return the name of a player; with the team if others have the same name."""
        page = self.page(player)
        if self.names.anonymous:
            return make_link(f"Player {self._numbers[player.keys]}", page)
        return make_link(label(self.names.season, player), page)

    def page(self, player: Player) -> str | None:
        """Return the page of a player, if there is one."""
        return self.names.pages.players.get(player.keys[0])

    def team(self, player: Player) -> str:
        """Return the team that a player sat for most often."""
        return self.names.team(player.teams[0].team)

    def pair(self, pair: Partners) -> str:
        """Return the names of two partners."""
        return " and ".join(self.player(player) for player in pair.players)


def average(sums: Sums) -> str:
    """Return the points a hand."""
    return _rate(sums.average)


def _rate(rate: Rate) -> str:
    return "–" if rate.share is None else f"{rate.share:.1f}"


def format_made_rate(sums: Sums) -> str:
    """Return the rate of hands made as maker: `80%`."""
    share = sums.success.share
    return "–" if share is None else f"{share:.0%}"


def ratio(number: int, all: int) -> str:
    """Return `2 of 3`, or `–` for none at all."""
    return f"{number} of {all}" if all else "–"


def format_by_round(player: Player, rounds: Sequence[int]) -> str:
    """Return the points a hand, round by round; `–` for a round without hands."""
    return " ".join(average(player.rounds[number]) if number in player.rounds else "–" for number in rounds)


#: Headings and figures of a table.
SumColumns = Mapping[str, Callable[[Sums], str]]
TRUMPS: Final[SumColumns] = {
    "Hands": lambda sums: str(sums.hands),
    "Points a hand": average,
    "Made": lambda sums: str(sums.made),
    "Set": lambda sums: str(sums.set),
    "Made it": format_made_rate,
}
_MELDS_COLUMNS: Final[SumColumns] = {
    "Hands": lambda sums: str(sums.noted),
    "Melds": lambda sums: str(sums.melds),
    "Belles": lambda sums: str(sums.belles),
    "Points a hand": lambda sums: _rate(Rate(sums.meld_points, sums.noted)),
    "Laid down well": lambda sums: ratio(sums.laid_well, sums.laid),
}
_RENEGES_COLUMNS: Final[SumColumns] = {
    "Hands": lambda sums: str(sums.judged),
    "Calls upheld": lambda sums: ratio(sums.upheld, sums.claims),
    "Caught": lambda sums: str(sums.caught),
    "Not called": lambda sums: str(sums.uncalled),
    "Per 100": lambda sums: _rate(Rate(100 * sums.reneges.number, sums.reneges.of)),
}


def figures_table(
    caption: str, head: TableColumn, figures: SumColumns, rows: Iterable[tuple[PageRow, Sums]]
) -> PageTable:
    """Return a table of figures; each row comes with its first cell and its notes."""
    leading = "Points a hand" if figures is TRUMPS else ""
    heads = (TableColumn(name, True, name == leading) for name in figures)
    made = (row._replace(cells=(*row.cells, *(of(sums) for of in figures.values()))) for row, sums in rows)
    return PageTable(caption, (head, *heads), tuple(made))


_PLAYER: Final = TableColumn("Player")


def trumps(players: Sequence[Player], roll: Roll) -> PageTable:
    """Return the table of hands, points of the player’s side, and hands as maker."""
    rows = []
    for number, player in enumerate(players, 1):
        name = roll.player(player)
        if not player.is_one_of_several or roll.names.anonymous:
            # The name does not show the team.
            name = make_link(f"{name}, {roll.team(player)}", roll.page(player))
        rows.append((PageRow((name,), tuple(_teams(player, roll)), anchor=f"p-{number}"), player.sums))
    return figures_table("Hands, points, trump made", _PLAYER, TRUMPS, rows)


def partners(pairs: Sequence[Partners], roll: Roll) -> PageTable:
    """Return the table of pairs, whichever of the two made trump."""
    rows = ((PageRow((roll.pair(pair),)), pair.sums) for pair in pairs)
    return figures_table("Partners: hands, points, trump made", TableColumn("Partners"), TRUMPS, rows)


def melds(players: Sequence[Player], roll: Roll) -> PageTable:
    """Return the table of melds, belle and lay-downs."""
    lost = "In {count} lay-down{|s} a trick could be lost."
    unclear = "We cannot tell if {count} lay-down{|s} {was|were} good."
    rows = []
    for player in players:
        sums = player.sums
        counts = (sums.laid_badly, lost), (sums.laid - sums.laid_well - sums.laid_badly, unclear)
        notes = tuple(agree(count, text) for count, text in counts if count)
        rows.append((PageRow((roll.player(player),), notes), sums))
    return figures_table("Melds, belle, lay-downs", _PLAYER, _MELDS_COLUMNS, rows)


def reneges(players: Sequence[Player], roll: Roll) -> PageTable:
    """Return the table of claims against others, and own reneges."""
    rows = []
    for player in players:
        note = agree(player.sums.open, "In {count} more hand{|s} we cannot tell if there was a renege.")
        rows.append((PageRow((roll.player(player),), (note,) if player.sums.open else ()), player.sums))
    return figures_table("Reneges", _PLAYER, _RENEGES_COLUMNS, rows)


def kinds(counts: Sequence[PlayerReneges]) -> Section:
    """Return the section of reneges by kind, also as a picture."""
    rows = (
        PageRow((infractions()[one.infraction].title, str(one.caught), str(one.uncalled)))
        for one in sorted(counts, key=lambda reneges: -(reneges.caught + reneges.uncalled))
    )
    heads = columns("Renege", numbers=("Called", "Uncalled"))
    section = table_section("kinds", "Reneges by kind", heads, rows)
    return section._replace(pictures=kinds_picture(counts))


def _teams(player: Player, roll: Roll) -> Iterator[str]:
    """Yield the teams of a player if there are several, and the hands as a substitute."""
    for share in player.teams:
        if len(player.teams) > 1 or share.as_substitute:
            hands = f"{pluralize(share.hands, 'hand')} for {roll.names.team(share.team)}"
            some = "all" if share.as_substitute == share.hands else f"{share.as_substitute} of them"
            yield f"{hands}, {some} as a substitute." if share.as_substitute else f"{hands}."


class Appearance(NamedTuple):
    """Player of this season, and a player of that name in one of the seasons."""

    player: Player
    season: Players
    other: Player


def list_by_season(players: Players) -> Iterator[Appearance]:
    """Yield each player whose name is in another season too, season by season, this one last."""
    for player in players.players_to_list:
        name = player.search_name
        others = [(season, other) for season in players.others for other in season.find_players(name)]
        if others:
            yield from (Appearance(player, *other) for other in (*others, (players, player)))


def seasons(players: Players, roll: Roll) -> Section:
    """Return the section of players by season; empty if no name is in two seasons."""
    rows = []
    for player, season, other in list_by_season(players):
        name = roll.player(player) if roll.names.anonymous else label(season.standings.season, other)
        rows.append((PageRow((f"{name}, {season_title(season, players, roll)}",)), other.sums))
    text = "By name: we cannot tell if it is the same person in each season, so nothing is added up."
    return Section("seasons", "By season", text, tables=(figures_table("By season", _PLAYER, TRUMPS, rows),))


def season_title(season: Players, players: Players, roll: Roll) -> str:
    """Return the title of a season; a number if anonymous."""
    if roll.names.anonymous:
        return f"season {[*map(id, players.others), id(players)].index(id(season)) + 1}"
    return season.standings.season.title


#: Decimals of a rate.
_PLACES: Final = 3
#: The rates, each with a count that it takes.
_RATES: Final[dict[str, tuple[Callable[[Sums], Rate], str]]] = {
    "points_a_hand": (lambda sums: sums.average, "points"),
    "made_rate": (lambda sums: sums.success, "made"),
    "renege_rate": (lambda sums: sums.reneges, "judged"),
}


def players_json(players: Players, *, anonymous: bool = False) -> str:
    """Return the players as JSON, ending with a newline."""
    roll = Roll(players, anonymous)
    data = {
        "least": players.least,
        "not_listed": len(players.everybody) - len(players.players_to_list),
        "players": [
            {
                "name": roll.player(player),
                "teams": [
                    share._asdict() | {"team": roll.names.team_id(share.team)} for share in player.teams
                ],
                **_sums(player.sums),
                "reneges": [count._asdict() for count in player.kinds],
                "rounds": [{"round": number, **_sums(sums)} for number, sums in player.rounds.items()],
            }
            for player in players.players_to_list
        ],
        "partners": [
            {
                "players": [roll.player(player) for player in pair.players],
                "team": roll.names.team_id(pair.team),
                **_sums(pair.sums, OF_PAIRS),
            }
            for pair in players.partners
        ],
        "reneges": [count._asdict() for count in players.kinds],
        "seasons": [
            {
                "player": roll.player(player),
                "season": season_title(season, players, roll),
                **_sums(other.sums),
            }
            for player, season, other in list_by_season(players)
        ],
        "unknown": players.unknown._asdict(),
        "names": {
            "apart": [] if anonymous else [name._asdict() for name in players.apart],
            "look_alike": [] if anonymous else [list(names) for names in players.look_alike],
        },
    }
    return season_json("clabber-players/1", players.standings, roll.names, data)


def _sums(sums: Sums, counts: Sequence[str] = NAMES) -> dict[str, Any]:
    """Return the counts, and the rates that they give."""
    data: dict[str, Any] = {name: getattr(sums, name) for name in counts}
    for name, (rate, needed) in _RATES.items():
        if needed in counts:
            share = rate(sums).share
            data[name] = None if share is None else round(share, _PLACES)
    return data


def players_rows(players: Players, *, anonymous: bool = False) -> Iterator[Cells]:
    """Yield the heading, then one row a player, one a season if several were given, and one a pair."""
    roll = Roll(players, anonymous)
    heads = (*NAMES, *_RATES)

    def cells(sums: Sums, counts: Sequence[str] = NAMES) -> Iterator[Any]:
        data = _sums(sums, counts)
        return (data.get(name) for name in heads)

    yield "what", "player", "partner", "team or season", *(name.replace("_", " ") for name in heads)
    for player in players.players_to_list:
        yield "player", roll.player(player), None, roll.team(player), *cells(player.sums)
    for player, season, other in list_by_season(players):
        title = season_title(season, players, roll)
        yield "season", roll.player(player), None, title, *cells(other.sums)
    for pair in players.partners:
        first, second = map(roll.player, pair.players)
        yield "partners", first, second, roll.names.team(pair.team), *cells(pair.sums, OF_PAIRS)


#: Gaps in the records, a sentence each.
_LACKS: Final = {
    "written": "{count} hand{|s} {has|have} only a score: {it counts|they count} for hands and points only.",
    "sheets": "{count} hand{|s} {has|have} a sheet but no cards, so the players’ reneges, melds and lay-downs are unknown.",
    "nameless": "{count} hand{|s} {does|do} not name all four players: {it counts|they count} only for those named.",
    "makerless": "In {count} hand{|s} we cannot tell who made trump, so no player is credited with {it|them}.",
    "meldless": "In {count} hand{|s} with cards we cannot tell which melds counted, so {it is|they are} left out of melds "
    "and belle.",
    "undecided": "{count} hand{|s} cannot be decided and {counts|count} only for reneges.",
    "doubtful": "In {count} hand{|s} we cannot tell if there was a renege, so {it is|they are} left out of "
    "{that player’s rate|those players’ rates}.",
    "nobodys": "{count} proven {renege is|reneges are} not counted for any player: the record does not say whose "
    "{it was|they were}.",
}


def unknown_section(found: Unknown) -> Section:
    """Return the section of gaps in the records."""
    counts = ((getattr(found, name), text) for name, text in _LACKS.items())
    items = tuple(Item(agree(count, text), "open") for count, text in counts if count)
    return Section("unknown", "What these figures leave out", items=items)


def names(players: Players, roll: Roll) -> Section:
    """Return the section of names that may be one person."""
    items = []
    for apart in players.apart:
        who, teams = _quote_name(apart.name, players, roll), join_words(map(roll.names.team, apart.teams))
        items.append(
            f"{who} played for {teams}. We cannot tell if this is one person, so each has a line. If it is, enter "
            "the substitution or the change of roster (`league substitute`, `league roster`); if not, give them "
            "different names in the records (`archive amend`)."
        )
    for name, other in players.look_alike:
        who, like = _quote_name(name, players, roll), _quote_name(other, players, roll)
        items.append(
            f"{who} looks like {like} but is spelled differently, so each has a line. If both are one person, "
            "correct the name in the records (`archive amend`)."
        )
    return Section("names", "Names to look at", items=tuple(Item(text, "open") for text in items))


def _quote_name(name: str, players: Players, roll: Roll) -> str:
    """Return a quoted name; if anonymous, the players who have it."""
    if not roll.names.anonymous:
        return f"“{name}”"
    owners = players.find_players(fold_name(name))
    return join_words(map(roll.player, owners)) or roll.names.person(name)


#: Maximum number of players drawn.
_DRAWN: Final = 24


def trends(players: Players, roll: Roll) -> Section:
    """Return the section of points a hand, round by round, of the first players; empty before the second round."""
    rounds = rounds_of(players)
    shown = [player for player in players.players_to_list if len(player.rounds) > 1][:_DRAWN]
    if not shown:
        return Section("trends", "Round by round")
    text = "Points a hand: a dot for each round, the average so far as a line. All pictures have one scale."
    if len(players.players_to_list) > len(shown):
        text += f" Drawn are the first {len(shown)} who played in two rounds or more."
    most = max(sums.average.share or 0 for player in shown for sums in player.rounds.values())
    drawn = tuple(trend(player, roll, rounds, SMALL, most) for player in shown)
    head = f"Points a hand in rounds {', '.join(map(str, rounds))}"
    rows = tuple(PageRow((roll.player(player), format_by_round(player, rounds))) for player in shown)
    fold = Fold("Points a hand, round by round", PageTable(head, columns("Player", head), rows))
    return Section("trends", "Round by round", text, pictures=drawn, folds=(fold,), printed=False)


def trend(
    player: Player, roll: Roll, rounds: Sequence[int], size: int = PICTURE_WIDTH, most: float = 0
) -> Picture:
    """Draw the points a hand of a player: a dot for each round, the average so far as a line."""
    total, dots, so_far = Sums(), list[float | None](), list[float | None]()
    for number in rounds:
        sums = player.rounds.get(number, Sums())
        total.add(sums)
        dots.append(sums.average.share)
        so_far.append(total.average.share)
    name = roll.player(player)
    words = f"Points a hand of {name}, round by round: {format_by_round(player, rounds)}."
    title = "Points a hand: each round, and the average so far"
    if size == SMALL:
        title = f"{name}, {average(player.sums)}"
    series = Series(name, tuple(so_far), tuple(dots))
    return line_chart(title, words, [series], list(map(str, rounds)), size=size, most=most)


def rounds_of(players: Players) -> list[int]:
    """Return the numbers of the rounds with hands."""
    return sorted({number for player in players.everybody for number in player.rounds})


def player_paper(players: Players, player: Player, roll: Roll) -> Paper:
    """Return the paper of one player."""
    by_number = ((PageRow((str(number),)), sums) for number, sums in player.rounds.items())
    figures = {name: TRUMPS[name] for name in ("Hands", "Points a hand", "Made", "Set")}
    table = figures_table("Round by round", TableColumn("Round", numeric=True), figures, by_number)
    drawn = (trend(player, roll, rounds_of(players)),) if len(player.rounds) > 1 else ()
    parts = (
        Section("points", "Hands and trump", tables=(trumps([player], roll),)),
        Section("melds", "Melds, belle, lay-downs", tables=(melds([player], roll),)),
        Section("reneges", "Reneges", tables=(reneges([player], roll),)),
        kinds(player.kinds),
        Section("rounds", "Round by round", tables=(table,), pictures=drawn),
        Section("partners", "Partners", tables=(partners(players.partners, roll),)),
        seasons(players, roll),
        names(players, roll),
        unknown_section(players.unknown),
    )
    sums = player.sums
    rates = [f"{average(sums)} points a hand in {pluralize(sums.hands, 'hand')}"]
    if sums.success.of:
        made = ratio(sums.success.number, sums.success.of)
        rates.append(f"{made} made as maker ({format_made_rate(sums)})")
    rates.append(f"{pluralize(sums.reneges.number, 'proven renege')} in {pluralize(sums.judged, 'hand')}")
    lead = sentence("; ".join(rates))
    page = sections.season_paper("Player", players.standings, roll.names, lead, _with_rows(parts), "")
    return page._replace(title=roll.player(player), context=(roll.team(player), roll.names.title))


def players_paper(found: Players, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """Return the paper of all players and pairs, or of a single player."""
    roll = Roll(found, anonymous, pages)
    if found.chosen is not None:
        return player_paper(found, found.chosen, roll)
    players = found.players_to_list
    parts = (
        Section("players", "Players", _POINTS, tables=(trumps(players, roll),)),
        Section("melds", "Melds, belle, lay-downs", _MELDS, tables=(melds(players, roll),)),
        Section("reneges", "Reneges", _RENEGES, tables=(reneges(players, roll),)),
        kinds(found.kinds),
        trends(found, roll),
        Section("partners", "Partners", _PARTNERS, tables=(partners(found.partners, roll),)),
        seasons(found, roll),
        names(found, roll),
        unknown_section(found.unknown),
        sections.notices(found.standings, roll.names),
    )
    lead = _summarize(found, roll)
    return sections.season_paper("Players", found.standings, roll.names, lead, _with_rows(parts))


def _with_rows(parts: Iterable[Section]) -> Iterator[Section]:
    """Yield the sections but those whose table has no rows."""
    return (part for part in parts if not part.tables or part.tables[0].rows)


_POINTS = (
    "Points are those of the player’s side, in all hands that count. Made and set are the hands in which the player "
    "made trump, except those that a renege ended."
)
_MELDS = "Only hands in which we know which melds counted; the points are those of the player’s own melds and belles."
_RENEGES = (
    "Only hands in which we know whether the player reneged. Calls upheld are claims against others; caught and "
    "not called are the player’s own reneges, all of them proven, and counted per 100 hands."
)
_PARTNERS = "Counted hands with both on one side, whichever of the two made trump."


def _summarize(players: Players, roll: Roll) -> str:
    """Return the number of players, the best, and the number not listed."""
    hands = agree(players.unknown.hands, "{count} hand{|s} that {counts|count}")
    listed = players.players_to_list
    most = [player for player in listed if player.sums.average.share == listed[0].sums.average.share]
    lead = [f"{pluralize(len(players.everybody), 'player')} in {hands}."]
    if most and most[0].sums.points:
        named = ((roll.player(player), pluralize(player.sums.hands, "hand")) for player in most)
        who = join_words(f"{player}, in {hands}" for player, hands in named)
        lead.append(sentence(f"Most points a hand: {average(most[0].sums)}, {who}"))
    if others := len(players.everybody) - len(listed):
        text, least = (
            "{count} player{|s} with fewer than {least} {is|are} not listed.",
            pluralize(players.least, "hand"),
        )
        lead.append(agree(others, text, least=least))
    return " ".join(lead)
