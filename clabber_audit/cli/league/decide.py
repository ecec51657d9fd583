"""Command line: decisions of a season."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from clabber_audit.cli.league.season import (
    Asked,
    HandsArgument,
    LawOption,
    SeasonArgument,
    given,
    say_without_hands,
    season_file,
    season_of,
)
from clabber_audit.cli.options import ChangedOption, SignedByOption, sign_option
from clabber_audit.cli.output import say, tell
from clabber_audit.core.errors import ClabberError, Exit, UsageError, shown

if TYPE_CHECKING:
    from clabber_audit.league.season import Match, Season
    from clabber_audit.league.standings import Standings
    from clabber_audit.rules.bound_ruleset import BoundRuleset

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
    from clabber_audit.archive.log import highest
    from clabber_audit.cli.league.season import caught_up, chosen, held, held_open, replacing
    from clabber_audit.cli.league.season import entered as kept
    from clabber_audit.core.files import whole
    from clabber_audit.league.decisions import in_force
    from clabber_audit.league.season_file import LARGEST, entered
    from clabber_audit.report.league.paper import Names
    from clabber_audit.report.league.paper import entered as sentence

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
        from clabber_audit.report.league.paper import changes

        for line in changes(*(_table(asked, one, law, _say_nothing) for one in (season, found.season))):
            say(f"   {line}")
    return Exit.DONE


def _say_nothing(_line: str) -> None:
    """Leave out what was reported before."""


def _day(on: str | None, season: Season) -> str:
    """The day that was given, or today; UsageError for one that is far from all days of the season."""
    from datetime import date

    from clabber_audit.core.errors import shown
    from clabber_audit.league.decisions import out_of_season
    from clabber_audit.league.schedule import is_day

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
    from clabber_audit.report.league.paper import Names, result

    played = next(other for other in found.matches if other.match.id == match.id)
    if all(game.counts for game in played.games):
        what = f"{Names(found.season).match(match.id)} was played"
        raise UsageError(what, f"its result is {result(played)}", "check the match; what was played is not postponed")


def _show(asked: Deciding, before: Standings, after: Standings) -> None:
    from clabber_audit.report.league.paper import changes

    for line in changes(before, after) or ["Nothing would change in the standings."]:
        tell(line)
    say_without_hands(asked.asked)


def whole_results(asked: Deciding, match: Match, table: Callable[[], Standings]) -> list[dict[str, Any]]:
    """The results of a match as its hands give them; an error where there are none yet, or where it was forfeited."""
    from clabber_audit.core.errors import Undecided
    from clabber_audit.report.league.paper import STATES, Names

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
    from clabber_audit.core.errors import shown

    parts: Sequence[str] = text.strip().split(":")
    if len(parts) != len(match.teams) or not all(part.strip().isdecimal() for part in parts):
        why = "a result looks like 512:430, in the order of the schedule"
        raise UsageError(f"“{shown(text, 40)}” is not a result", why, "correct it")
    return {team: int(part[:9]) for team, part in zip(match.teams, parts, strict=True)}


def approve(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="The captain who approves.")],
    hands: HandsArgument = None,
    team: Annotated[
        str | None,
        typer.Option("--team", metavar="TEAM", help="The captain’s team (not needed if the season names the captain)."),
    ] = None,
    why: PerhapsWhyOption = None,
    on: OnOption = None,
    sign: Annotated[str | None, sign_option("the approval")] = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Approve the result of a match for one team, as its hands give it. Anyone but its captain is flagged.

    Example: clabber-audit league approve season.json 3 season.db --by "Ruth Example"
    """
    from clabber_audit.league.season import match_called, team_called
    from clabber_audit.records.formats import folded

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match)
        captains = {id: found.captain(id, on) for id in of.teams}
        own = [id for id, captain in captains.items() if captain and folded(captain) == folded(by)]
        if team is None and len(own) != 1:
            names = " or ".join(found.name_of(id) for id in of.teams)
            raise UsageError(
                f"{by.strip()} is not on record as captain of {names}", "", "say for which of them with --team"
            )
        of_team = team_called(found, team).id if team is not None else own[0]
        results = whole_results(asked, of, table)
        captain = captains.get(of_team)
        if captain and of_team not in own:
            who = f"{shown(by.strip(), 80)} is not the captain of {found.name_of(of_team)}, {captain} is"
            say(f"look: {who}: this approval does not count")
        entry = {"match": of.id, "team": of_team, "results": results}
        return "approvals", entry if sign is None or dry else {**entry, "signed": _signed(asked, found, entry, sign)}

    return decide(asked, make)


def _signed(asked: Deciding, season: Season, entry: dict[str, Any], key: str) -> dict[str, str]:
    """The signature of an approval by a private key; UsageError for one that cannot be signed."""
    from clabber_audit.cli.options import secret
    from clabber_audit.league.matches import signed

    try:
        return signed(season, {**entry, **asked.signed(season)}, secret(key))
    except ValueError as problem:
        raise UsageError("the approval cannot be signed", shown(str(problem), 200), "correct it") from None


def correct(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    why: WhyOption,
    to: Annotated[str, typer.Option("--to", metavar="RESULT", help="The new totals, such as 512:448.")],
    game: Annotated[int, typer.Option("--game", min=1, metavar="N", help="Which game of the match.")] = 1,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Correct a result that was locked or approved. The standings go by it, and say so where the hands differ.

    Example: clabber-audit league correct season.json 3 --to 512:448 --by Agnes --why "hand 4 was miscopied"
    """
    from clabber_audit.league.decisions import result_of
    from clabber_audit.league.season import match_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match)
        was = result_of(found, of, game)
        if was is None:
            why_not = "until it is locked or approved, the result comes from the hands alone"
            raise UsageError(
                f"the result of game {game} of that match has not been locked or approved",
                why_not,
                "correct the hands, or lock the result first",
            )
        now = points_of(of, to)
        law = season_of(asked.asked)[1]
        if law.game.stands(tuple(now.values()), law.toggles) == "unfinished":
            raise UsageError(f"at {to} the game is not over", "nobody has reached what it takes to win", "correct --to")
        return "corrections", {"match": of.id, "game": game, "was": was, "now": now}

    return decide(asked, make, announce=True)


def forfeit(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    why: WhyOption,
    team: Annotated[list[str], typer.Option("--team", metavar="TEAM", help="Team that forfeits (repeatable).")],
    games: Annotated[
        int | None, typer.Option("--games", min=0, metavar="N", help="Games won for the other team (default: all).")
    ] = None,
    points: Annotated[int, typer.Option("--points", min=0, metavar="N", help="Game points for the other team.")] = 0,
    annul: Annotated[bool, typer.Option("--annul", help="Take away the points made in games already played.")] = False,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Record that one team or both forfeit a match. Points made in games already played stay, unless you --annul them.

    Example: clabber-audit league forfeit season.json 3 --team Owls --by Agnes --why "nobody came"
    """
    from clabber_audit.league.season import match_called, team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        gave_up = [team_called(found, name).id for name in team]
        given = {"games": games, "points": points or None, "annul": annul or None}
        return "forfeits", {"match": match_called(found, match).id, "by": gave_up, **given}

    return decide(asked, make, announce=True)


def handicap(
    season: SeasonFileArgument,
    team: TeamArgument,
    by: ByOption,
    why: WhyOption,
    points: Annotated[int, typer.Option("--points", min=1, metavar="N", help="Game points for each game.")],
    since: SinceOption = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Give a team extra points for every game it plays. It does not change who won a game.

    Example: clabber-audit league handicap season.json Owls --points 20 --by Agnes --why "new this year"
    """
    from clabber_audit.league.season import team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of_team = team_called(found, team).id
        return "handicaps", {"team": of_team, "points": points, "since": since}

    return decide(asked, make)


def lock(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    hands: HandsArgument = None,
    why: PerhapsWhyOption = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Lock the result of a match as its hands give it. Later changes to the hands are compared with it.

    Example: clabber-audit league lock season.json 3 season.db --by Agnes
    """
    from clabber_audit.league.season import match_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match)
        results = whole_results(asked, of, table)
        return "locks", {"match": of.id, "results": results}

    return decide(asked, make)


def note(
    season: SeasonFileArgument,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Text of the note.")],
    by: ByOption,
    match: Annotated[
        str | None, typer.Option("--match", metavar="MATCH", help="The match it is about, by number or teams.")
    ] = None,
    protest: Annotated[
        bool, typer.Option("--protest", help="Mark it as a protest, which waits for an answer.")
    ] = False,
    answers: Annotated[
        int | None, typer.Option("--answers", min=1, metavar="N", help="Number of the protest that this answers.")
    ] = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Put a note on file. A protest stays in `league open` until it is answered.

    Example: clabber-audit league note season.json "Owls protest game 1: dad shown late" --match 3 --protest --by Ruth
    """
    from clabber_audit.league.season import match_called

    asked = Deciding(season, hands, by, on, text, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match).id if match is not None else None
        return "notes", {"match": of, "protest": protest or None, "answers": answers}

    return decide(asked, make)


def penalty(
    season: SeasonFileArgument,
    team: TeamArgument,
    by: ByOption,
    why: WhyOption,
    points: Annotated[int, typer.Option("--points", min=0, metavar="N", help="Game points taken away.")] = 0,
    games: Annotated[int, typer.Option("--games", min=0, metavar="N", help="Games won taken away.")] = 0,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Take game points or games won from a team.

    Example: clabber-audit league penalty season.json Owls --points 50 --by Agnes --why "no shirts"
    """
    from clabber_audit.league.season import team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        fine = {"points": points or None, "games": games or None}
        return "penalties", {"team": team_called(found, team).id, **fine}

    return decide(asked, make)


def postpone(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    why: WhyOption,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="New date, such as 2026-02-02, if known.")
    ] = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Postpone a match. If there are several new days, the last one counts.

    Example: clabber-audit league postpone season.json 3 --until 2026-02-02 --by Agnes --why "the bar was closed"
    """
    from clabber_audit.league.season import match_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        of = match_called(found, match)
        if asked.hands:
            refuse_played(of, table())
        return "postponements", {"match": of.id, "until": until}

    return decide(asked, make)


def roster(
    season: SeasonFileArgument,
    team: TeamArgument,
    by: ByOption,
    why: WhyOption,
    add: Annotated[
        list[str] | None, typer.Option("--add", metavar="NAME", help="Player who joins (repeatable).")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="NAME", help="Player who leaves (repeatable).")
    ] = None,
    captain: Annotated[str | None, typer.Option("--captain", metavar="NAME", help="New captain.")] = None,
    since: SinceOption = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Change who plays for a team, or who is its captain.

    Example: clabber-audit league roster season.json Owls --add "Ida Example" --by Agnes --why "joined"
    """
    from clabber_audit.league.season import team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        change = {"add": _names(add), "remove": _names(remove), "captain": captain.strip() if captain else None}
        of_team = team_called(found, team).id
        return "roster_changes", {"team": of_team, **change, "since": since}

    return decide(asked, make)


def _names(given: list[str] | None) -> list[str] | None:
    return [name.strip() for name in given] if given else None


def substitute(
    season: SeasonFileArgument,
    match: MatchArgument,
    by: ByOption,
    why: WhyOption,
    team: TeamOption,
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Substitute player.")],
    instead: Annotated[str | None, typer.Option("--instead-of", metavar="NAME", help="Absent player.")] = None,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Let a player who is not on the roster play for a team in one match.

    Example: clabber-audit league substitute season.json 3 --team Owls --player "Ida Example" --by Agnes --why "ill"
    """
    from clabber_audit.league.season import match_called, team_called

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        who = {"player": player.strip(), "instead_of": instead.strip() if instead else None}
        of_team = team_called(found, team).id
        return "substitutions", {"match": match_called(found, match).id, "team": of_team, **who}

    return decide(asked, make)


def undo(
    season: SeasonFileArgument,
    number: Annotated[int, typer.Argument(min=1, metavar="N", help="Number of the entry (see `league log`).")],
    by: ByOption,
    why: WhyOption,
    hands: HandsArgument = None,
    on: OnOption = None,
    dry: DryOption = False,
    ruleset: LawOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Undo a decision. Both stay on file.

    Example: clabber-audit league undo season.json 7 --by Agnes --why "wrong team"
    """

    asked = Deciding(season, hands, by, on, why, dry, ruleset, changed)

    def make(found: Season, table: Callable[[], Standings]) -> Made:
        return "withdrawals", {"of": number}

    return decide(asked, make)


def keep(
    season: SeasonFileArgument,
    archive: Annotated[
        str | None,
        typer.Argument(metavar="ARCHIVE", help="The archive (default: the one named in the season)."),
    ] = None,
) -> Exit:
    """Store every decision in the log of an archive too, earlier ones included.

    Whatever is missing or different in the season file is put back from the archive.

    Example: clabber-audit league keep season.json season.db
    """
    from clabber_audit.archive.log import compared, highest
    from clabber_audit.cli.league.season import entered as entered_season
    from clabber_audit.cli.league.season import held, held_open, named, replacing
    from clabber_audit.core.files import whole
    from clabber_audit.league.season_file import LARGEST, brought_back, load

    with held(season) as path:
        before = load(path)
        wanted = named(path, archive) if archive else before.archive
        if wanted is None:
            raise UsageError("the season names no archive", "", "give the archive after the season")
        with replacing(path) as put, held_open(path, wanted) as opened:
            differing = compared(opened, before)
            back = (*differing.gone, *differing.otherwise)
            text, found = brought_back(whole(path, LARGEST), back, above=highest(opened, before), archive=wanted)
            new = entered_season(opened, found).missing
            if back or new or wanted != before.archive:
                put(text)
    since = "" if wanted == before.archive else " from now on"
    said = f"{len(new)} added, {len(back)} put back into {season}" if new or back else "nothing was missing"
    say(f"{wanted} keeps the decisions of {season}{since}: {said}")
    return Exit.DONE


def log(season: SeasonArgument, signed: SignedByOption = None) -> Exit:
    """List every decision with its number, who, when and why, including those undone.

    Signed approvals are checked. Exit code 1 if a signature is invalid, or if one that --signed-by asks for is missing
    or by the key of another team; 4 if the file of keys does not say whose key it is.

    Example: clabber-audit league log season.json
    """
    from clabber_audit.cli.commands import worst
    from clabber_audit.cli.league.season import look_there
    from clabber_audit.cli.options import signers
    from clabber_audit.league.matches import told_of
    from clabber_audit.league.season_file import load
    from clabber_audit.report.league.paper import Names, logged

    found = load(season)
    look_there(season, found)
    lines = [one.line for one in logged(found, Names(found))]
    for line in lines or ["No decisions yet."]:
        tell(line)
    codes = {Exit.DONE}
    for said, code in told_of(found, signers(signed)):
        tell(said)
        codes.add(code)
    # What does not fit is no better for something else that could not be checked.
    return worst(codes - {Exit.UNDECIDED} if Exit.FINDINGS in codes else codes)
