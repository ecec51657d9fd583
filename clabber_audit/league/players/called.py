"""What a player is called where names are told apart, and which player somebody means."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import get_close_matches

from clabber_audit.ground.errors import UsageError, shown
from clabber_audit.league.players.found import Player, Players
from clabber_audit.league.season import Season
from clabber_audit.record.names import folded


def label(season: Season, player: Player) -> str:
    """A player’s name; with the team where others have the same name."""
    if player.person.is_one_of_several:
        return f"{player.name} ({season.name_of(player.teams[0].team)})"
    return player.name


def only(found: Players, text: str) -> Players:
    """The same, of the player with that name alone; UsageError for none, and where it could be several."""
    asked, season = folded(text), found.standings.season
    own = [one for one in found.everybody if asked in (one.person.name, folded(label(season, one)))]
    if len(own) == 1:
        return found._replace(chosen=own[0])
    said = shown(text.strip(), 80)
    if own:
        why = "this name played for several teams, and we cannot tell if it is one person"
        raise UsageError(f"“{said}” is more than one player", why, f"give one of: {_labels(season, own)}")
    by_name = {one.person.name: one for one in found.everybody}
    close = [by_name[name] for name in get_close_matches(asked, list(by_name), 3, 0.6)]
    help = f"did you mean {_labels(season, close)}?" if close else "league players lists the names"
    raise UsageError(f"no one called “{said}” played a hand this season", "", help)


def _labels(season: Season, players: Sequence[Player]) -> str:
    return " or ".join(f"“{shown(label(season, one), 80)}”" for one in players)
