"""Players of a season: tables, pages and data."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.core.text import counted
from clabber_audit.league.players import NAMES, OF_PAIRS, Count, Partners, Player, Players, Rate, Sums, Unknown, label
from clabber_audit.records.formats import folded
from clabber_audit.records.sheets.tables import Cells, CellSpreadsheet, csv_text
from clabber_audit.report.layout import SMALL, WIDTH_PICTURES, Column, Picture, Row, Series, Table, as_json, lines
from clabber_audit.report.league import paper
from clabber_audit.report.league import paper as common
from clabber_audit.report.league.audit import kinds_picture
from clabber_audit.report.league.data import head, notices
from clabber_audit.report.league.paper import NOWHERE, Fold, Item, Names, Pages, Paper, Section
from clabber_audit.report.phrases import listed, sentence
from clabber_audit.report.provenance import linked
from clabber_audit.rules.infractions import infractions


class Roll:
    """The players of a season by what they are called; numbers where nobody is to be named."""

    def __init__(self, found: Players, anonymous: bool = False, pages: Pages = NOWHERE) -> None:
        self.names = Names(found.standings.season, anonymous, pages)
        self._numbers = {player.person.keys: number for number, player in enumerate(found.everybody, 1)}

    def player(self, player: Player) -> str:
        """A player; with the team where others have the same name."""
        page = self.page(player)
        if self.names.anonymous:
            return linked(f"Player {self._numbers[player.person.keys]}", page)
        return linked(label(self.names.season, player), page)

    def page(self, player: Player) -> str | None:
        """The page of a player, where there is one."""
        return self.names.pages.players.get(player.person.keys[0])

    def team(self, player: Player) -> str:
        """The team that a player sat for, or most often did."""
        return self.names.team(player.teams[0].team)

    def pair(self, pair: Partners) -> str:
        """Two partners."""
        return " and ".join(self.player(player) for player in pair.players)


def average(sums: Sums) -> str:
    """Points a hand."""
    return _number(sums.average)


def melds_a_hand(sums: Sums) -> str:
    """What melds and belle bring a hand."""
    return _number(Rate(sums.meld_points, sums.noted))


def in_a_hundred(sums: Sums) -> str:
    """Reneges in a hundred hands."""
    return _number(Rate(100 * sums.reneges.number, sums.reneges.of))


def made_rate(sums: Sums) -> str:
    """How often whoever made trumps was not set: `80%`."""
    share = sums.success.share
    return "–" if share is None else f"{share:.0%}"


def of(number: int, all: int) -> str:
    """`2 of 3`; `–` of nothing."""
    return f"{number} of {all}" if all else "–"


def _number(rate: Rate) -> str:
    return "–" if rate.share is None else f"{rate.share:.1f}"


def by_round(player: Player, rounds: Sequence[int]) -> str:
    """Points a hand, round by round; `–` where he did not play."""
    return " ".join(average(player.rounds[number]) if number in player.rounds else "–" for number in rounds)


#: What stands above the figures of trumps and points.
TRUMPS: Final = (
    Column("Hands", numeric=True),
    Column("Points a hand", numeric=True, leading=True),
    Column("Made", numeric=True),
    Column("Set", numeric=True),
    Column("Made it", numeric=True),
)


def trumps(players: Sequence[Player], roll: Roll) -> Table:
    """Hands, what a player's side scored, and how trumps went that the player made."""
    rows = tuple(
        Row(
            (_called_tables(player, roll), *trump_cells(player.sums)), tuple(_teams(player, roll)), anchor=f"p-{number}"
        )
        for number, player in enumerate(players, 1)
    )
    return Table("Hands, points, trump made", (Column("Player"), *TRUMPS), rows)


def partners(pairs: Sequence[Partners], roll: Roll) -> Table:
    """The same of two partners, whoever of them made trumps."""
    rows = tuple(Row((roll.pair(pair), *trump_cells(pair.sums))) for pair in pairs)
    return Table("Partners: hands, points, trump made", (Column("Partners"), *TRUMPS), rows)


def melds(players: Sequence[Player], roll: Roll) -> Table:
    """Melds, belle and lay-downs."""
    heads = ("Hands", "Melds", "Belles", "Points a hand", "Laid down well")
    rows = tuple(Row((roll.player(player), *_melds(player.sums)), tuple(_laid(player.sums))) for player in players)
    return Table("Melds, belle, lay-downs", (Column("Player"), *_numeric(heads)), rows)


def reneges(players: Sequence[Player], roll: Roll) -> Table:
    """Reneges called on others, and own ones."""
    heads = ("Hands", "Calls upheld", "Caught", "Not called", "Per 100")
    rows = tuple(Row((roll.player(player), *_reneges(player.sums)), tuple(_open(player.sums))) for player in players)
    return Table("Reneges", (Column("Player"), *_numeric(heads)), rows)


def kinds(counts: Sequence[Count]) -> Table:
    """Reneges by kind."""
    heads = ("Called", "Uncalled")
    rows = tuple(
        Row((infractions()[one.infraction].title, str(one.caught), str(one.uncalled)))
        for one in sorted(counts, key=lambda one: -(one.caught + one.uncalled))
    )
    return Table("Reneges by kind", (Column("Renege"), *_numeric(heads)), rows)


def _numeric(heads: Sequence[str]) -> tuple[Column, ...]:
    return tuple(Column(head, numeric=True) for head in heads)


def _called_tables(player: Player, roll: Roll) -> str:
    """A player with the team, unless that is said with the name already."""
    name = roll.player(player)
    if player.person.is_one_of_several and not roll.names.anonymous:
        return name
    return linked(f"{name}, {roll.team(player)}", roll.page(player))


def _teams(player: Player, roll: Roll) -> Iterator[str]:
    """For whom the hands were played, where it is more than one team, and which of them as a substitute."""
    for share in player.teams:
        if len(player.teams) > 1 or share.as_substitute:
            team = roll.names.team(share.team)
            said = counted(share.hands, "{count} hand for {team}", "{count} hands for {team}", team=team)
            some = "all" if share.as_substitute == share.hands else f"{share.as_substitute} of them"
            yield f"{said}, {some} as a substitute." if share.as_substitute else f"{said}."


def trump_cells(sums: Sums) -> tuple[str, ...]:
    """Hands, points and trumps, as they stand in `TRUMPS`."""
    return str(sums.hands), average(sums), str(sums.made), str(sums.set), made_rate(sums)


def _melds(sums: Sums) -> tuple[str, ...]:
    return str(sums.noted), str(sums.melds), str(sums.belles), melds_a_hand(sums), of(sums.laid_well, sums.laid)


def _laid(sums: Sums) -> Iterator[str]:
    if sums.laid_badly:
        yield counted(
            sums.laid_badly,
            "In {count} lay-down a trick could be lost.",
            "In {count} lay-downs a trick could be lost.",
        )
    if rest := sums.laid - sums.laid_well - sums.laid_badly:
        yield counted(
            rest,
            "We cannot tell if {count} lay-down was good.",
            "We cannot tell if {count} lay-downs were good.",
        )


def _reneges(sums: Sums) -> tuple[str, ...]:
    return (
        str(sums.judged),
        of(sums.upheld, sums.claims),
        str(sums.caught),
        str(sums.uncalled),
        in_a_hundred(sums),
    )


def _open(sums: Sums) -> Iterator[str]:
    if sums.open:
        yield counted(
            sums.open,
            "In {count} more hand we cannot tell if there was a renege.",
            "In {count} more hands we cannot tell if there was a renege.",
        )


class There(NamedTuple):
    """A player of the season, and whoever has that name in one of the seasons."""

    player: Player
    season: Players
    other: Player


def by_season(found: Players) -> Iterator[There]:
    """Each player whose name is in another season too, season by season; this season comes last."""
    for player in found.listed:
        there = [There(player, season, one) for season in found.others for one in season.called(player.person.name)]
        yield from [*there, There(player, found, player)] if there else ()


def seasons(found: Players, roll: Roll) -> Section:
    """The section of it; nothing where no name is in two seasons."""
    rows = tuple(
        Row((_called_seasons(there, found, roll), *trump_cells(there.other.sums))) for there in by_season(found)
    )
    if not rows:
        return Section("seasons", "By season")
    text = "By name: we cannot tell if it is the same person in each season, so nothing is added up."
    return Section("seasons", "By season", text, tables=(Table("By season", (Column("Player"), *TRUMPS), rows),))


def season_called(season: Players, found: Players, roll: Roll) -> str:
    """What a season is called; a number where nobody is to be named."""
    if roll.names.anonymous:
        return f"season {[*map(id, found.others), id(found)].index(id(season)) + 1}"
    return season.standings.season.title


def _called_seasons(there: There, found: Players, roll: Roll) -> str:
    name = roll.player(there.player) if roll.names.anonymous else label(there.season.standings.season, there.other)
    return f"{name}, {season_called(there.season, found, roll)}"


_PLAYERS: Final = "clabber-players/1"
#: How exact a rate is.
_PLACES: Final = 3


def players_json(found: Players, *, anonymous: bool = False) -> str:
    """The players as JSON, ending with a newline."""
    roll = Roll(found, anonymous)
    data = {
        "least": found.least,
        "not_listed": len(found.everybody) - len(found.listed),
        "players": [_player(player, roll) for player in found.listed],
        "partners": [
            {
                "players": [roll.player(one) for one in pair.players],
                "team": roll.names.team_id(pair.team),
                **_sums(pair.sums, OF_PAIRS),
            }
            for pair in found.partners
        ],
        "reneges": _kinds(found.kinds),
        "seasons": [_there(there, found, roll) for there in by_season(found)],
        "unknown": found.unknown._asdict(),
        "names": {
            "apart": [] if anonymous else [one._asdict() for one in found.apart],
            "look_alike": [] if anonymous else [list(names) for names in found.look_alike],
        },
        "notices": notices(found.standings, roll.names),
    }
    return as_json({**head(_PLAYERS, found.standings, roll.names), **data})


def _there(there: There, found: Players, roll: Roll) -> dict[str, Any]:
    return {
        "player": roll.player(there.player),
        "season": season_called(there.season, found, roll),
        **_sums(there.other.sums),
    }


def _player(player: Player, roll: Roll) -> dict[str, Any]:
    return {
        "name": roll.player(player),
        "teams": [{**share._asdict(), "team": roll.names.team_id(share.team)} for share in player.teams],
        **_sums(player.sums),
        "reneges": _kinds(player.kinds),
        "rounds": [{"round": number, **_sums(sums)} for number, sums in player.rounds.items()],
    }


def _sums(sums: Sums, counts: Sequence[str] = NAMES) -> dict[str, Any]:
    """The counts, and the rates that they give."""
    rates = {name: _share(rate(sums)) for name, (rate, of) in _RATES.items() if of in counts}
    return {**{name: getattr(sums, name) for name in counts}, **rates}


#: The rates, each with a count that it takes.
_RATES: Final[dict[str, tuple[Callable[[Sums], Rate], str]]] = {
    "points_a_hand": (lambda sums: sums.average, "points"),
    "made_rate": (lambda sums: sums.success, "made"),
    "renege_rate": (lambda sums: sums.reneges, "judged"),
}


def _share(rate: Rate) -> float | None:
    return None if rate.share is None else round(rate.share, _PLACES)


def _kinds(counts: Sequence[Count]) -> list[dict[str, Any]]:
    return [count._asdict() for count in counts]


def players_csv(found: Players, *, anonymous: bool = False) -> str:
    """One row a player, then one for each season where several were given, and one a pair."""
    return csv_text(_rows(found, Roll(found, anonymous)))


_HEADS: Final = (*NAMES, *_RATES)


def _rows(found: Players, roll: Roll) -> Iterator[Cells]:
    yield "what", "player", "partner", "team or season", *(name.replace("_", " ") for name in _HEADS)
    for player in found.listed:
        yield "player", roll.player(player), None, roll.team(player), *_cells(_sums(player.sums))
    for there in by_season(found):
        season = season_called(there.season, found, roll)
        yield "season", roll.player(there.player), None, season, *_cells(_sums(there.other.sums))
    for pair in found.partners:
        one, other = map(roll.player, pair.players)
        yield "partners", one, other, roll.names.team(pair.team), *_cells(_sums(pair.sums, OF_PAIRS))


def _cells(data: dict[str, Any]) -> Iterator[CellSpreadsheet]:
    yield from (data.get(name) for name in _HEADS)


#: By what is lacking: what is said of one hand, and of more.
_LACKS: Final[dict[str, tuple[str, str]]] = {
    "written": (
        "{count} hand has only a score: it counts for hands and points only.",
        "{count} hands have only a score: they count for hands and points only.",
    ),
    "sheets": (
        "{count} hand has a sheet but no cards, so the players’ reneges, melds and lay-downs are unknown.",
        "{count} hands have a sheet but no cards, so the players’ reneges, melds and lay-downs are unknown.",
    ),
    "nameless": (
        "{count} hand does not name all four players: it counts only for those named.",
        "{count} hands do not name all four players: they count only for those named.",
    ),
    "makerless": (
        "In {count} hand we cannot tell who made trump, so no player is credited with it.",
        "In {count} hands we cannot tell who made trump, so no player is credited with them.",
    ),
    "meldless": (
        "In {count} hand with cards we cannot tell which melds counted, so it is left out of melds and belle.",
        "In {count} hands with cards we cannot tell which melds counted, so they are left out of melds and belle.",
    ),
    "undecided": (
        "{count} hand cannot be decided and counts only for reneges.",
        "{count} hands cannot be decided and count only for reneges.",
    ),
    "doubtful": (
        "In {count} hand we cannot tell if there was a renege, so it is left out of that player’s rate.",
        "In {count} hands we cannot tell if there was a renege, so they are left out of those players’ rates.",
    ),
    "nobodys": (
        "{count} proven renege is not counted for any player: the record does not say whose it was.",
        "{count} proven reneges are not counted for any player: the record does not say whose they were.",
    ),
}


def unknown(found: Unknown) -> Section:
    """What cannot be known, and what is left out for it."""
    lacks = ((_LACKS[name], getattr(found, name)) for name in _LACKS)
    items = tuple(Item(counted(number, *words), "open") for words, number in lacks if number)
    return Section("unknown", "What these figures leave out", items=items, printed=True)


def names(found: Players, roll: Roll) -> Section:
    """The names that may be one person, or two."""
    return Section("names", "Names to look at", items=tuple(Item(text, "open") for text in _names(found, roll)))


def _names(found: Players, roll: Roll) -> Iterator[str]:
    for apart in found.apart:
        who, teams = _called(apart.name, found, roll), listed([roll.names.team(team) for team in apart.teams])
        yield (
            f"{who} played for {teams}. We cannot tell if this is one person, so each has a line. If it is, enter "
            "the substitution or the change of roster (`league substitute`, `league roster`); if not, give them "
            "different names in the records (`archive amend`)."
        )
    for name, other in found.look_alike:
        who, like = _called(name, found, roll), _called(other, found, roll)
        yield (
            f"{who} looks like {like} but is spelled differently, so each has a line. If both are one person, "
            "correct the name in the records (`archive amend`)."
        )


def _called(name: str, found: Players, roll: Roll) -> str:
    """A name; where nobody is to be named, whoever has it, or that it was left out."""
    if not roll.names.anonymous:
        return f"“{name}”"
    return listed([roll.player(player) for player in found.called(folded(name))]) or roll.names.person(name)


#: So many players are drawn beside each other; others are asked for one by one.
_DRAWN: Final = 24


def trends(found: Players, roll: Roll) -> Section:
    """Points a hand round by round, of whoever is listed first; nothing before the second round."""
    rounds = rounds_of(found)
    shown = [player for player in found.listed if len(player.rounds) > 1][:_DRAWN]
    if not shown:
        return Section("trends", "Round by round")
    text = "Points a hand: a dot for each round, the average so far as a line. All pictures have one scale."
    if len(found.listed) > len(shown):
        text += f" Drawn are the first {len(shown)} who played in two rounds or more."
    most = max(sums.average.share or 0 for player in shown for sums in player.rounds.values())
    drawn = tuple(trend(player, roll, rounds, SMALL, most) for player in shown)
    head = f"Points a hand in rounds {', '.join(map(str, rounds))}"
    rows = tuple(Row((roll.player(player), by_round(player, rounds))) for player in shown)
    fold = Fold("Points a hand, round by round", Table(head, (Column("Player"), Column(head)), rows))
    return Section("trends", "Round by round", text, pictures=drawn, folds=(fold,), printed=False)


def trend(player: Player, roll: Roll, rounds: Sequence[int], size: int = WIDTH_PICTURES, most: float = 0) -> Picture:
    """A player’s points a hand: a dot for each round, and the average so far as a line."""
    dots = tuple(player.rounds[number].average.share if number in player.rounds else None for number in rounds)
    name = roll.player(player)
    words = f"Points a hand of {name}, round by round: {by_round(player, rounds)}."
    title = f"{name}, {average(player.sums)}" if size == SMALL else "Points a hand: each round, and the average so far"
    return lines(
        title,
        words,
        [Series(name, _so_far(player, rounds), dots)],
        [str(number) for number in rounds],
        size=size,
        most=most,
    )


def _so_far(player: Player, rounds: Sequence[int]) -> tuple[float | None, ...]:
    """Points a hand in all rounds up to each; None before the first."""
    total, found = Sums(), []
    for number in rounds:
        total.add(player.rounds.get(number, Sums()))
        found.append(total.average.share)
    return tuple(found)


def rounds_of(found: Players) -> list[int]:
    """The numbers of the rounds in which anybody played."""
    return sorted({number for player in found.everybody for number in player.rounds})


def player_paper(found: Players, player: Player, roll: Roll) -> Paper:
    """The player who was asked for."""
    pairs = partners(found.partners, roll)
    by_kind = (kinds(player.kinds),) if player.kinds else ()
    went = (_rounds(player),) if player.rounds else ()
    trends = (trend(player, roll, rounds_of(found)),) if len(player.rounds) > 1 else ()
    parts = (
        Section("points", "Hands and trump", tables=(trumps([player], roll),)),
        Section("melds", "Melds, belle, lay-downs", tables=(melds([player], roll),)),
        Section("reneges", "Reneges", tables=(reneges([player], roll),)),
        Section("kinds", "Reneges by kind", tables=by_kind, pictures=kinds_picture(player.kinds)),
        Section("rounds", "Round by round", tables=went, pictures=trends),
        Section("partners", "Partners", tables=(pairs,) if pairs.rows else ()),
        seasons(found, roll),
        names(found, roll),
        unknown(found.unknown),
    )
    title = roll.player(player)
    paper = common.paper("Player", found.standings, roll.names, _lead_one(player), "", parts)
    return paper._replace(title=title, context=(roll.team(player), roll.names.title))


def _lead_one(player: Player) -> str:
    """What it all comes to, each rate with its count."""
    sums = player.sums
    hands = counted(sums.hands, "{count} hand", "{count} hands")
    said = [f"{average(sums)} points a hand in {hands}"]
    if sums.success.of:
        said.append(f"{of(sums.success.number, sums.success.of)} made as maker ({made_rate(sums)})")
    reneges = counted(sums.reneges.number, "{count} proven renege", "{count} proven reneges")
    judged = counted(sums.judged, "{count} hand", "{count} hands")
    said.append(f"{reneges} in {judged}")
    return sentence("; ".join(said))


def _rounds(player: Player) -> Table:
    columns = tuple(Column(head, numeric=True) for head in ("Round", "Hands", "Points a hand", "Made", "Set"))
    rows = tuple(
        Row((str(number), str(sums.hands), average(sums), str(sums.made), str(sums.set)))
        for number, sums in player.rounds.items()
    )
    return Table("Round by round", columns, rows)


def players_paper(found: Players, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """Everybody, and every pair; or the one player who was asked for."""
    roll = Roll(found, anonymous, pages)
    if found.chosen is not None:
        return player_paper(found, found.chosen, roll)
    players = found.listed
    parts = (
        Section("players", "Players", _POINTS, tables=(trumps(players, roll),)),
        Section("melds", "Melds, belle, lay-downs", _MELDS, tables=(melds(players, roll),)),
        Section("reneges", "Reneges", _RENEGES, tables=(reneges(players, roll),)),
        Section("kinds", "Reneges by kind", tables=(kinds(found.kinds),), pictures=kinds_picture(found.kinds)),
        trends(found, roll),
        Section("partners", "Partners", _PARTNERS, tables=(partners(found.partners, roll),)),
        seasons(found, roll),
        names(found, roll),
        unknown(found.unknown),
        paper.told(found.standings, roll.names),
    )
    lines = (part for part in parts if not part.tables or part.tables[0].rows)
    tone = paper.tone(found.standings, roll.names)
    return paper.paper("Players", found.standings, roll.names, _lead(found, roll), tone, lines)


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


def _lead(found: Players, roll: Roll) -> str:
    """How many there are, who makes most, and who is left out."""
    hands = counted(found.unknown.hands, "{count} hand that counts", "{count} hands that count")
    people = counted(len(found.everybody), "{count} player in {hands}", "{count} players in {hands}", hands=hands)
    listed_ones = found.listed
    most = [one for one in listed_ones if one.sums.average.share == listed_ones[0].sums.average.share]
    lead = [sentence(people)]
    if most and most[0].sums.points:
        who = listed(
            [f"{roll.player(one)}, in {counted(one.sums.hands, '{count} hand', '{count} hands')}" for one in most]
        )
        lead.append(sentence(f"Most points a hand: {average(most[0].sums)}, {who}"))
    if others := len(found.everybody) - len(listed_ones):
        least = counted(found.least, "{count} hand", "{count} hands")
        words = {"least": least}
        lead.append(
            counted(
                others,
                "{count} player with fewer than {least} is not listed.",
                "{count} players with fewer than {least} are not listed.",
                **words,
            )
        )
    return " ".join(lead)


__all__ = ["players_csv", "players_json", "players_paper"]
