"""One player as he is read: the same figures, the partners, and how the season went."""

from __future__ import annotations

from clabber_audit.ground.counted import counted
from clabber_audit.league.players import Players
from clabber_audit.league.players.found import Player
from clabber_audit.render.league import common
from clabber_audit.render.league.kinds import kinds_picture
from clabber_audit.render.league.paper import Paper, Section
from clabber_audit.render.league.players import doubts, pictures, tables
from clabber_audit.render.league.players.roll import Roll, average, made_rate, of
from clabber_audit.render.league.players.seasons import seasons
from clabber_audit.render.table import Column, Row, Table
from clabber_audit.render.wording import sentence


def player_paper(found: Players, player: Player, roll: Roll) -> Paper:
    """The player who was asked for."""
    pairs = tables.partners(found.partners, roll)
    by_kind = (tables.kinds(player.kinds),) if player.kinds else ()
    went = (_rounds(player),) if player.rounds else ()
    trends = (pictures.trend(player, roll, pictures.rounds_of(found)),) if len(player.rounds) > 1 else ()
    parts = (
        Section("points", "Hands and trump", tables=(tables.trumps([player], roll),)),
        Section("melds", "Melds, belle, lay-downs", tables=(tables.melds([player], roll),)),
        Section("reneges", "Reneges", tables=(tables.reneges([player], roll),)),
        Section("kinds", "Reneges by kind", tables=by_kind, pictures=kinds_picture(player.kinds)),
        Section("rounds", "Round by round", tables=went, pictures=trends),
        Section("partners", "Partners", tables=(pairs,) if pairs.rows else ()),
        seasons(found, roll),
        doubts.names(found, roll),
        doubts.unknown(found.unknown),
    )
    title = roll.player(player)
    paper = common.paper("Player", found.standings, roll.names, _lead(player), "", parts)
    return paper._replace(title=title, context=(roll.team(player), roll.names.title))


def _lead(player: Player) -> str:
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
