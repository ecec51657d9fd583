"""What the commands have in common by which somebody decides something: read, check, show or write, and say it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from clabber_audit.cli.league.common import Asked, given, say_without_hands, season_of
from clabber_audit.cli.league.season_folder import season_file
from clabber_audit.cli.screen import say, tell
from clabber_audit.ground.errors import ClabberError, Exit, UsageError

if TYPE_CHECKING:
    from clabber_audit.law.bound_ruleset import BoundRuleset
    from clabber_audit.league.season import Season
    from clabber_audit.league.season.model import Match
    from clabber_audit.league.standings import Standings

SeasonFileArgument = Annotated[
    str,
    typer.Argument(
        metavar="SEASON",
        help="The season file or its folder; the decision is written to it.",
        callback=season_file,
    ),
]
MatchArgument = Annotated[
    str, typer.Argument(metavar="MATCH", help="Number in the schedule, or the teams: “Owls - Eagles”.")
]
TeamArgument = Annotated[str, typer.Argument(metavar="TEAM", help="The team’s name.")]
TeamOption = Annotated[str, typer.Option("--team", metavar="TEAM", help="The team’s name.")]
SinceOption = Annotated[
    int | None, typer.Option("--since", min=1, metavar="N", help="First round it applies to (default: all).")
]
ByOption = Annotated[str, typer.Option("--by", metavar="NAME", help="Name of the person who decides.")]
WhyOption = Annotated[str, typer.Option("--why", metavar="REASON", help="Why.")]
PerhapsWhyOption = Annotated[str | None, typer.Option("--why", metavar="REASON", help="Reason.")]
OnOption = Annotated[
    str | None, typer.Option("--on", metavar="DATE", help="Date, such as 2026-01-22 (default: today).")
]
DryOption = Annotated[bool, typer.Option("--dry-run", help="Write nothing; show what would change in the standings.")]


class Deciding(NamedTuple):
    """What a command was given beside what it decides."""

    season: str
    hands: list[str] | None
    by: str
    on: str | None
    why: str | None
    dry: bool
    ruleset: str | None
    changed: bool

    def signed(self, season: Season) -> dict[str, str | None]:
        """Who, when and why, as they stand under an entry."""
        return {"who": self.by.strip(), "when": _day(self.on, season), "why": self.why.strip() if self.why else None}

    @property
    def asked(self) -> Asked:
        """The same as the commands that only look have it."""
        return Asked(self.season, self.hands or [], self.ruleset, None, None, False, False, self.changed)


#: The list that an entry belongs to, and the entry; made of the season, and of the standings where they are asked for.
Made = tuple[str, Mapping[str, Any]]
Make = Callable[["Season", Callable[[], "Standings"]], Made]


def decide(asked: Deciding, make: Make, *, announce: bool = False) -> Exit:
    """Add what `make` gives to the season, or show what that would change. Nothing is written unless all of it fits.

    With `announce`, and hands, print what it changes in the standings once it is written.
    """
    from clabber_audit.archive.decisions import highest
    from clabber_audit.cli.league.ledger import caught_up, chosen, held_open
    from clabber_audit.cli.league.ledger import entered as kept
    from clabber_audit.cli.league.season_file import held, replacing
    from clabber_audit.ground.files import whole
    from clabber_audit.league.season.door import LARGEST
    from clabber_audit.league.season.entering import entered
    from clabber_audit.league.season.entries import in_force
    from clabber_audit.render.league.decisions import entered as sentence
    from clabber_audit.render.league.names import Names

    with nullcontext(asked.season) if asked.dry else held(asked.season) as path:
        season, law = season_of(asked.asked._replace(season=path))
        key, entry = make(in_force(season), lambda: _table(asked, season, law))
        signed = {**entry, **asked.signed(season)}
        if asked.dry:
            after = entered(whole(path, LARGEST), key, signed).season
            _show(asked, *(_table(asked, one, law) for one in (season, after)))
            return Exit.DONE
        archive = chosen(path, season, asked.hands or ())
        with replacing(path) as put, held_open(path, archive) if archive else nullcontext() as opened:
            above = highest(opened, season) if opened else 0
            found = entered(whole(path, LARGEST), key, signed, above=above, archive=archive)
            differing = kept(opened, found.season) if opened else None
            put(found.text)
    say(f"{found.number}. {sentence(getattr(found.season, key)[-1], Names(found.season))}")
    if archive and differing:
        caught_up(season, archive, differing)
    if announce and asked.hands:
        from clabber_audit.render.league.decisions import changes

        for line in changes(*(_table(asked, one, law, _say_nothing) for one in (season, found.season))):
            say(f"   {line}")
    return Exit.DONE


def _say_nothing(_line: str) -> None:
    """Leave out what was reported before."""


def _day(on: str | None, season: Season) -> str:
    """The day that was given, or today; UsageError for one that is far from all days of the season."""
    from datetime import date

    from clabber_audit.ground.errors import shown
    from clabber_audit.league.schedule import is_day
    from clabber_audit.league.season.signed import out_of_season

    if on is not None and not is_day(on):
        raise UsageError(f"{shown(on, 40)} is not a date", "dates look like 2026-01-22", "correct --on")
    if on is not None and (why := out_of_season(season, on)):
        raise UsageError(f"{on} is not in this season", why, "correct the year or the month in --on")
    return on or str(date.today())


def _table(asked: Deciding, season: Season, law: BoundRuleset, tell: Callable[[str], None] = say) -> Standings:
    """Return the standings of a season by the hands that were given."""
    from clabber_audit.league.standings import standings

    problems: list[ClabberError] = []
    return standings(season, given(asked.asked, law, problems, tell))


def refuse_played(match: Match, found: Standings) -> None:
    """UsageError for a match whose games were all played."""
    from clabber_audit.render.league.names import Names
    from clabber_audit.render.league.wording import result

    played = next(other for other in found.matches if other.match.id == match.id)
    if all(game.counts for game in played.games):
        what = f"{Names(found.season).match(match.id)} was played"
        raise UsageError(what, f"its result is {result(played)}", "check the match; what was played is not postponed")


def _show(asked: Deciding, before: Standings, after: Standings) -> None:
    from clabber_audit.render.league.decisions import changes

    for line in changes(before, after) or ["Nothing would change in the standings."]:
        tell(line)
    say_without_hands(asked.asked)


def whole_results(asked: Deciding, match: Match, table: Callable[[], Standings]) -> list[dict[str, Any]]:
    """The results of a match as its hands give them; an error where there are none yet, or where it was forfeited."""
    from clabber_audit.ground.errors import Undecided
    from clabber_audit.render.league.names import Names
    from clabber_audit.render.league.wording import STATES

    if not asked.hands:
        why = "the result comes from its hands"
        raise UsageError("the hands of the match are needed", why, "give their file or the archive after the match")
    found = table()
    played = next(other for other in found.matches if other.match.id == match.id)
    name = Names(found.season).match(match.id)
    if played.match.forfeited:
        entry = played.match.forfeited.number
        help = f"undo entry {entry} first, with league undo" if entry else "see league log"
        raise UsageError(f"{name} is forfeited", "there is no result to set", help)
    left = [f"game {game.number}: {STATES[game.state]}" for game in played.games if not game.counts]
    if left:
        help = "add the missing hands; league report shows what is in dispute"
        raise Undecided(f"{name} is not complete", ", ".join(left), help)
    first, second = match.teams
    return [
        {"game": game.number, "points": {first: played.total(game, first), second: played.total(game, second)}}
        for game in played.games
    ]


def points_of(match: Match, text: str) -> dict[str, int]:
    """Totals as people write them, `512:430`, in the order in which the schedule names the teams."""
    from clabber_audit.ground.errors import shown

    parts: Sequence[str] = text.strip().split(":")
    if len(parts) != len(match.teams) or not all(part.strip().isdecimal() for part in parts):
        why = "a result looks like 512:430, in the order of the schedule"
        raise UsageError(f"“{shown(text, 40)}” is not a result", why, "correct it")
    return {team: int(part[:9]) for team, part in zip(match.teams, parts, strict=True)}
