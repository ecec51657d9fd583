"""The schedule written out: who meets whom and when, who has a bye, and how each match stands."""

from __future__ import annotations

from collections.abc import Callable

from clabber_audit.ground.counted import counted
from clabber_audit.league.played import PlayedMatch
from clabber_audit.league.standings import Standings
from clabber_audit.render.league import common, wording
from clabber_audit.render.league.names import NOWHERE, Names, Pages
from clabber_audit.render.league.paper import Paper, Section


def schedule_paper(found: Standings, *, anonymous: bool = False, pages: Pages = NOWHERE) -> Paper:
    """The schedule as it is read."""
    names = Names(found.season, anonymous, pages)
    parts = (
        Section("rounds", "Rounds", at_home(found), tables=common.matches(found, names, "Where", where(found, names))),
        common.told(found, names),
        common.corrections(found, names),
    )
    counts = (
        counted(len(found.season.teams), "{count} team", "{count} teams"),
        counted(len(found.season.rounds), "{count} round", "{count} rounds"),
        counted(len(found.matches), "{count} match", "{count} matches"),
    )
    return common.paper("Schedule", found, names, f"{', '.join(counts)}.", common.tone(found, names), parts)


def _first_at_home(found: Standings) -> bool:
    return all(played.match.home in (None, played.match.teams[0]) for played in found.matches)


def at_home(found: Standings) -> str:
    """Who is at home, where that is the same in every match."""
    home = any(played.match.home for played in found.matches)
    return "The first team is at home." if home and _first_at_home(found) else ""


def where(found: Standings, names: Names) -> Callable[[PlayedMatch], tuple[str, str]]:
    """Whose home, which table and which day, as far as that is said; the result, and how the match stands."""
    first_at_home = _first_at_home(found)

    def told(played: PlayedMatch) -> tuple[str, str]:
        match = played.match
        parts = [f"at home: {names.team(match.home)}"] if match.home and not first_at_home else []
        parts += [f"table\u00a0{match.table}"] if match.table is not None else []
        parts += [match.day] if match.day else []
        return ", ".join(parts), " ".join(filter(None, (wording.result(played), wording.status(played, names))))

    return told
