"""The tables of players: each count beside the hands in which it can be known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from clabber_audit.ground.counted import counted
from clabber_audit.law.infractions import infractions
from clabber_audit.league.players.found import Count, Partners, Player
from clabber_audit.league.players.sums import Sums
from clabber_audit.render.frame import linked
from clabber_audit.render.league.players.roll import Roll, average, in_a_hundred, made_rate, melds_a_hand, of
from clabber_audit.render.table import Column, Row, Table

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
        Row((_called(player, roll), *trump_cells(player.sums)), tuple(_teams(player, roll)), anchor=f"p-{number}")
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


def _called(player: Player, roll: Roll) -> str:
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
