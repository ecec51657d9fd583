"""The players of a season as they are read: hands and trumps, melds, reneges, partners, and what is not known."""

from __future__ import annotations

from clabber_audit.ground.counted import counted
from clabber_audit.league.players import Players
from clabber_audit.render.league import common
from clabber_audit.render.league.kinds import kinds_picture
from clabber_audit.render.league.names import NOWHERE, Pages
from clabber_audit.render.league.paper import Paper, Section
from clabber_audit.render.league.players import doubts, pictures, tables
from clabber_audit.render.league.players.one import player_paper
from clabber_audit.render.league.players.roll import Roll, average
from clabber_audit.render.league.players.seasons import seasons
from clabber_audit.render.wording import listed, sentence


def players_paper(found: Players, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """Everybody, and every pair; or the one player who was asked for."""
    roll = Roll(found, anonymous, pages)
    if found.chosen is not None:
        return player_paper(found, found.chosen, roll)
    players = found.listed
    parts = (
        Section("players", "Players", _POINTS, tables=(tables.trumps(players, roll),)),
        Section("melds", "Melds, belle, lay-downs", _MELDS, tables=(tables.melds(players, roll),)),
        Section("reneges", "Reneges", _RENEGES, tables=(tables.reneges(players, roll),)),
        Section("kinds", "Reneges by kind", tables=(tables.kinds(found.kinds),), pictures=kinds_picture(found.kinds)),
        pictures.trends(found, roll),
        Section("partners", "Partners", _PARTNERS, tables=(tables.partners(found.partners, roll),)),
        seasons(found, roll),
        doubts.names(found, roll),
        doubts.unknown(found.unknown),
        common.told(found.standings, roll.names),
    )
    lines = (part for part in parts if not part.tables or part.tables[0].rows)
    tone = common.tone(found.standings, roll.names)
    return common.paper("Players", found.standings, roll.names, _lead(found, roll), tone, lines)


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
