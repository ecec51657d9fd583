"""Command line: decisions of a season."""

from __future__ import annotations

import functools
from collections.abc import Callable
from contextlib import nullcontext
from inspect import Parameter
from typing import TYPE_CHECKING, Annotated, Any, Final, NamedTuple

import typer
from typer.models import ArgumentInfo

from clabber_audit.cli.league.season import (
    HandsArgument,
    LawOption,
    SeasonArgument,
    SeasonSource,
    own_parameters,
    read_hands,
    read_season,
    season_file,
    warn_without_hands,
    with_parameters,
)
from clabber_audit.cli.options import ChangedOption, SignedByOption, sign_option
from clabber_audit.cli.output import say, tell
from clabber_audit.core.errors import Exit, Undecided, UsageError, shown

if TYPE_CHECKING:
    from clabber_audit.league.season import Season, SeasonMatch
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
SinceOption = Annotated[
    int | None, typer.Option("--since", min=1, metavar="N", help="First round it applies to (default: all).")
]
ByOption = Annotated[str, typer.Option("--by", metavar="NAME", help="Name of the person who decides.")]
WhyOption = Annotated[str, typer.Option("--why", metavar="REASON", help="Why.")]
OptionalWhyOption = Annotated[str | None, typer.Option("--why", metavar="REASON", help="Reason.")]
OnOption = Annotated[
    str | None, typer.Option("--on", metavar="DATE", help="Date, such as 2026-01-22 (default: today).")
]
DryOption = Annotated[
    bool, typer.Option("--dry-run", help="Write nothing; show what would change in the standings.")
]

#: Shared parameters with their defaults; `why?` is an optional `--why`.
_SHARED: Final[dict[str, tuple[Any, Any]]] = {
    "season": (SeasonFileArgument, Parameter.empty),
    "by": (ByOption, Parameter.empty),
    "why": (WhyOption, Parameter.empty),
    "why?": (OptionalWhyOption, None),
    "hands": (HandsArgument, None),
    "on": (OnOption, None),
    "dry": (DryOption, False),
    "ruleset": (LawOption, None),
    "changed": (ChangedOption, False),
}


class Options(NamedTuple):
    """Options that every decision has."""

    source: SeasonSource
    by: str
    on: str | None = None
    why: str | None = None
    dry: bool = False


class DecisionDraft(NamedTuple):
    """Decision in preparation."""

    options: Options
    #: The season as its file has it.
    written: Season
    #: The season without the entries that were undone.
    season: Season
    law: BoundRuleset

    def standings(self) -> Standings:
        """Return the standings by the hands that were given."""
        return _standings(self.options.source, self.written, self.law)

    def match(self, text: str) -> SeasonMatch:
        """Return the match with this number or these teams; UsageError for none."""
        from clabber_audit.league.season import match_called

        return match_called(self.season, text)

    def team(self, name: str) -> str:
        """Return the id of a team; UsageError for an unknown one."""
        from clabber_audit.league.season import team_called

        return team_called(self.season, name).id

    def signed(self, entry: dict[str, Any]) -> dict[str, Any]:
        """Return the entry with its author, day and reason."""
        rest = dict(entry)
        why = rest.pop("why", self.options.why)
        return {
            **rest,
            "who": self.options.by.strip(),
            "when": self._day(),
            "why": why.strip() if why else None,
        }

    def _day(self) -> str:
        """Return the given day, or today; UsageError for a day far from the season."""
        from datetime import date

        from clabber_audit.league.decisions import out_of_season
        from clabber_audit.league.schedule import is_day

        on = self.options.on
        if on is not None and not is_day(on):
            raise UsageError(f"{shown(on, 40)} is not a date", "dates look like 2026-01-22", "correct --on")
        if on is not None and (why := out_of_season(self.season, on)):
            raise UsageError(f"{on} is not in this season", why, "correct the year or the month in --on")
        return on or str(date.today())


def decide(
    options: Options, kind: str, make: Callable[[DecisionDraft], dict[str, Any]], *, announce: bool = False
) -> Exit:
    """Add an entry to a list of the season, or show what it would change. A contradictory entry is not written.

    With `announce`, and hands, print its changes in the standings once it is written.
    """
    from clabber_audit.archive.log import highest
    from clabber_audit.cli.league.season import (
        chosen,
        held,
        held_open,
        record_entries,
        replacing,
        report_stored,
    )
    from clabber_audit.core.files import whole
    from clabber_audit.league.decisions import in_force
    from clabber_audit.league.season_file import LARGEST, with_entry
    from clabber_audit.report.league.paper import SeasonNames, changes, entry_text

    source = options.source
    with nullcontext(source.season) if options.dry else held(source.season) as path:
        season, law = read_season(source._replace(season=path))
        draft = DecisionDraft(options, season, in_force(season), law)
        entry = draft.signed(make(draft))
        if options.dry:
            after = with_entry(whole(path, LARGEST), kind, entry).season
            lines = changes(*(_standings(source, one, law) for one in (season, after)))
            for line in lines or ["Nothing would change in the standings."]:
                tell(line)
            warn_without_hands(source)
            return Exit.DONE
        archive = chosen(path, season, source.hands)
        with replacing(path) as put, held_open(path, archive) if archive else nullcontext() as opened:
            above = highest(opened, season) if opened else 0
            number, text, after = with_entry(whole(path, LARGEST), kind, entry, above=above, archive=archive)
            differing = record_entries(opened, after) if opened else None
            put(text)
    say(f"{number}. {entry_text(getattr(after, kind)[-1], SeasonNames(after))}")
    if archive and differing:
        report_stored(season, archive, differing)
    if announce and source.hands:
        for line in changes(*(_standings(source, one, law, lambda _line: None) for one in (season, after))):
            say(f"   {line}")
    return Exit.DONE


def _standings(
    source: SeasonSource, season: Season, law: BoundRuleset, tell: Callable[[str], None] = say
) -> Standings:
    from clabber_audit.league.standings import standings

    return standings(season, read_hands(source, law, [], tell))


def decision(
    kind: str, order: str = "by why * on", *, announce: bool = False
) -> Callable[..., Callable[..., Exit]]:
    """Make a command of a function that returns an entry for the list `kind` of a season.

    The function takes a draft and its own arguments and options; the command has the shared ones too. `order` is that
    of the options in help, `*` for those of the function that it does not name.
    """

    def command_of(make: Callable[..., dict[str, Any]]) -> Callable[..., Exit]:
        own = own_parameters(make)
        named = order.split()
        star = named.index("*")
        arguments = [
            name for name, (shape, _) in own.items() if isinstance(shape.__metadata__[0], ArgumentInfo)
        ]
        options = [name for name in own if name not in (*arguments, *named)]
        names = (
            "season",
            *arguments,
            *named[:star],
            *options,
            *named[star + 1 :],
            "hands",
            "dry",
            "ruleset",
            "changed",
        )

        @functools.wraps(make)
        def command(**given: Any) -> Exit:
            source = SeasonSource(given["season"], given["hands"] or [], given["ruleset"], given["changed"])
            shared = Options(source, given["by"], given["on"], given.get("why"), given["dry"])
            return decide(
                shared,
                kind,
                lambda draft: make(draft, **{name: given[name] for name in own}),
                announce=announce,
            )

        return with_parameters(command, {name.rstrip("?"): own.get(name) or _SHARED[name] for name in names})

    return command_of


def complete_results(draft: DecisionDraft, match: SeasonMatch) -> list[dict[str, Any]]:
    """Return the results of a match by its hands; raise an error if it is not complete, or forfeited."""
    from clabber_audit.report.league.paper import STATES, SeasonNames

    if not draft.options.source.hands:
        why = "the result comes from its hands"
        raise UsageError(
            "the hands of the match are needed", why, "give their file or the archive after the match"
        )
    standings = draft.standings()
    played = next(other for other in standings.matches if other.match.id == match.id)
    name = SeasonNames(standings.season).match(match.id)
    if played.match.forfeited:
        entry = played.match.forfeited.number
        help = f"undo entry {entry} first, with league undo" if entry else "see league log"
        raise UsageError(f"{name} is forfeited", "there is no result to set", help)
    left = [f"game {game.number}: {STATES[game.state]}" for game in played.games if not game.counts]
    if left:
        help = "add the missing hands; league report shows what is in dispute"
        raise Undecided(f"{name} is not complete", ", ".join(left), help)
    return [
        {"game": game.number, "points": {team: played.total(game, team) for team in match.teams}}
        for game in played.games
    ]


@decision("approvals", "by * why? on sign")
def approve(
    draft: DecisionDraft,
    match: MatchArgument,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="The captain who approves.")],
    team: Annotated[
        str | None,
        typer.Option(
            "--team", metavar="TEAM", help="The captain’s team (not needed if the season names the captain)."
        ),
    ] = None,
    sign: Annotated[str | None, sign_option("the approval")] = None,
) -> dict[str, Any]:
    """Approve the result of a match for one team, as its hands give it. Anyone but its captain is flagged.

    Example: clabber-audit league approve season.json 3 season.db --by "Ruth Example"
    """
    from clabber_audit.cli.options import secret
    from clabber_audit.league.matches import signed
    from clabber_audit.records.formats import folded

    season, wanted = draft.season, draft.match(match)
    captains = {id: season.captain(id, draft.options.on) for id in wanted.teams}
    own = [id for id, captain in captains.items() if captain and folded(captain) == folded(by)]
    if team is None and len(own) != 1:
        names = " or ".join(season.name_of(id) for id in wanted.teams)
        raise UsageError(
            f"{by.strip()} is not on record as captain of {names}", "", "say for which of them with --team"
        )
    of_team = draft.team(team) if team is not None else own[0]
    entry = {"match": wanted.id, "team": of_team, "results": complete_results(draft, wanted)}
    captain = captains.get(of_team)
    if captain and of_team not in own:
        who = f"{shown(by.strip(), 80)} is not the captain of {season.name_of(of_team)}, {captain} is"
        say(f"look: {who}: this approval does not count")
    if sign is None or draft.options.dry:
        return entry
    try:
        return {**entry, "signed": signed(season, draft.signed(entry), secret(sign))}
    except ValueError as problem:
        raise UsageError("the approval cannot be signed", shown(str(problem), 200), "correct it") from None


@decision("locks", "by why? * on")
def lock(draft: DecisionDraft, match: MatchArgument) -> dict[str, Any]:
    """Lock the result of a match as its hands give it. Later changes to the hands are compared with it.

    Example: clabber-audit league lock season.json 3 season.db --by Agnes
    """
    wanted = draft.match(match)
    return {"match": wanted.id, "results": complete_results(draft, wanted)}


@decision("corrections", announce=True)
def correct(
    draft: DecisionDraft,
    match: MatchArgument,
    to: Annotated[str, typer.Option("--to", metavar="RESULT", help="The new totals, such as 512:448.")],
    game: Annotated[int, typer.Option("--game", min=1, metavar="N", help="Which game of the match.")] = 1,
) -> dict[str, Any]:
    """Correct a result that was locked or approved. The standings go by it, and say so where the hands differ.

    Example: clabber-audit league correct season.json 3 --to 512:448 --by Agnes --why "hand 4 was miscopied"
    """
    from clabber_audit.league.decisions import result_of

    wanted = draft.match(match)
    was = result_of(draft.season, wanted, game)
    if was is None:
        why = "until it is locked or approved, the result comes from the hands alone"
        what = f"the result of game {game} of that match has not been locked or approved"
        raise UsageError(what, why, "correct the hands, or lock the result first")
    parts = to.strip().split(":")
    if len(parts) != len(wanted.teams) or not all(part.strip().isdecimal() for part in parts):
        why = "a result looks like 512:430, in the order of the schedule"
        raise UsageError(f"“{shown(to, 40)}” is not a result", why, "correct it")
    now = {team: int(part[:9]) for team, part in zip(wanted.teams, parts, strict=True)}
    if draft.law.game.stands(tuple(now.values()), draft.law.toggles) == "unfinished":
        raise UsageError(
            f"at {to} the game is not over", "nobody has reached what it takes to win", "correct --to"
        )
    return {"match": wanted.id, "game": game, "was": was, "now": now}


@decision("forfeits", announce=True)
def forfeit(
    draft: DecisionDraft,
    match: MatchArgument,
    team: Annotated[
        list[str], typer.Option("--team", metavar="TEAM", help="Team that forfeits (repeatable).")
    ],
    games: Annotated[
        int | None,
        typer.Option("--games", min=0, metavar="N", help="Games won for the other team (default: all)."),
    ] = None,
    points: Annotated[
        int, typer.Option("--points", min=0, metavar="N", help="Game points for the other team.")
    ] = 0,
    annul: Annotated[
        bool, typer.Option("--annul", help="Take away the points made in games already played.")
    ] = False,
) -> dict[str, Any]:
    """Record that one team or both forfeit a match. Points made in games already played stay, unless you --annul them.

    Example: clabber-audit league forfeit season.json 3 --team Owls --by Agnes --why "nobody came"
    """
    teams = [draft.team(name) for name in team]
    entry = {"games": games, "points": points or None, "annul": annul or None}
    return {"match": draft.match(match).id, "by": teams, **entry}


@decision("handicaps")
def handicap(
    draft: DecisionDraft,
    team: TeamArgument,
    points: Annotated[int, typer.Option("--points", min=1, metavar="N", help="Game points for each game.")],
    since: SinceOption = None,
) -> dict[str, Any]:
    """Give a team extra points for every game it plays. It does not change who won a game.

    Example: clabber-audit league handicap season.json Owls --points 20 --by Agnes --why "new this year"
    """
    return {"team": draft.team(team), "points": points, "since": since}


@decision("notes", "by * on")
def note(
    draft: DecisionDraft,
    text: Annotated[str, typer.Argument(metavar="TEXT", help="Text of the note.")],
    match: Annotated[
        str | None,
        typer.Option("--match", metavar="MATCH", help="The match it is about, by number or teams."),
    ] = None,
    protest: Annotated[
        bool, typer.Option("--protest", help="Mark it as a protest, which waits for an answer.")
    ] = False,
    answers: Annotated[
        int | None,
        typer.Option("--answers", min=1, metavar="N", help="Number of the protest that this answers."),
    ] = None,
) -> dict[str, Any]:
    """Put a note on file. A protest stays in `league open` until it is answered.

    Example: clabber-audit league note season.json "Owls protest game 1: dad shown late" --match 3 --protest --by Ruth
    """
    about = draft.match(match).id if match is not None else None
    return {"match": about, "protest": protest or None, "answers": answers, "why": text}


@decision("penalties")
def penalty(
    draft: DecisionDraft,
    team: TeamArgument,
    points: Annotated[int, typer.Option("--points", min=0, metavar="N", help="Game points taken away.")] = 0,
    games: Annotated[int, typer.Option("--games", min=0, metavar="N", help="Games won taken away.")] = 0,
) -> dict[str, Any]:
    """Take game points or games won from a team.

    Example: clabber-audit league penalty season.json Owls --points 50 --by Agnes --why "no shirts"
    """
    return {"team": draft.team(team), "points": points or None, "games": games or None}


@decision("postponements")
def postpone(
    draft: DecisionDraft,
    match: MatchArgument,
    until: Annotated[
        str | None, typer.Option("--until", metavar="DATE", help="New date, such as 2026-02-02, if known.")
    ] = None,
) -> dict[str, Any]:
    """Postpone a match. If there are several new days, the last one counts.

    Example: clabber-audit league postpone season.json 3 --until 2026-02-02 --by Agnes --why "the bar was closed"
    """
    from clabber_audit.report.league.paper import SeasonNames, result

    wanted = draft.match(match)
    if draft.options.source.hands:
        standings = draft.standings()
        played = next(other for other in standings.matches if other.match.id == wanted.id)
        if all(game.counts for game in played.games):
            what = f"{SeasonNames(standings.season).match(wanted.id)} was played"
            help = "check the match; what was played is not postponed"
            raise UsageError(what, f"its result is {result(played)}", help)
    return {"match": wanted.id, "until": until}


@decision("roster_changes")
def roster(
    draft: DecisionDraft,
    team: TeamArgument,
    add: Annotated[
        list[str] | None, typer.Option("--add", metavar="NAME", help="Player who joins (repeatable).")
    ] = None,
    remove: Annotated[
        list[str] | None, typer.Option("--remove", metavar="NAME", help="Player who leaves (repeatable).")
    ] = None,
    captain: Annotated[str | None, typer.Option("--captain", metavar="NAME", help="New captain.")] = None,
    since: SinceOption = None,
) -> dict[str, Any]:
    """Change who plays for a team, or who is its captain.

    Example: clabber-audit league roster season.json Owls --add "Ida Example" --by Agnes --why "joined"
    """
    joining, leaving = ([name.strip() for name in names] if names else None for names in (add, remove))
    change = {"add": joining, "remove": leaving, "captain": captain.strip() if captain else None}
    return {"team": draft.team(team), **change, "since": since}


@decision("substitutions")
def substitute(
    draft: DecisionDraft,
    match: MatchArgument,
    team: Annotated[str, typer.Option("--team", metavar="TEAM", help="The team’s name.")],
    player: Annotated[str, typer.Option("--player", metavar="NAME", help="Substitute player.")],
    instead: Annotated[
        str | None, typer.Option("--instead-of", metavar="NAME", help="Absent player.")
    ] = None,
) -> dict[str, Any]:
    """Let a player who is not on the roster play for a team in one match.

    Example: clabber-audit league substitute season.json 3 --team Owls --player "Ida Example" --by Agnes --why "ill"
    """
    who = {"player": player.strip(), "instead_of": instead.strip() if instead else None}
    of_team = draft.team(team)
    return {"match": draft.match(match).id, "team": of_team, **who}


@decision("withdrawals")
def undo(
    _draft: DecisionDraft,
    number: Annotated[
        int, typer.Argument(min=1, metavar="N", help="Number of the entry (see `league log`).")
    ],
) -> dict[str, Any]:
    """Undo a decision. Both stay on file.

    Example: clabber-audit league undo season.json 7 --by Agnes --why "wrong team"
    """
    return {"of": number}


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
    from clabber_audit.cli.league.season import held, held_open, named, record_entries, replacing
    from clabber_audit.core.files import whole
    from clabber_audit.league.season_file import LARGEST, load, restored

    with held(season) as path:
        before = load(path)
        wanted = named(path, archive) if archive else before.archive
        if wanted is None:
            raise UsageError("the season names no archive", "", "give the archive after the season")
        with replacing(path) as put, held_open(path, wanted) as opened:
            differing = compared(opened, before)
            back = (*differing.gone, *differing.otherwise)
            text, after = restored(whole(path, LARGEST), back, above=highest(opened, before), archive=wanted)
            new = record_entries(opened, after).missing
            if back or new or wanted != before.archive:
                put(text)
    since = "" if wanted == before.archive else " from now on"
    result = f"{len(new)} added, {len(back)} put back into {season}" if new or back else "nothing was missing"
    say(f"{wanted} keeps the decisions of {season}{since}: {result}")
    return Exit.DONE


def log(season: SeasonArgument, signed: SignedByOption = None) -> Exit:
    """List every decision with its number, who, when and why, including those undone.

    Signed approvals are checked. Exit code 1 if a signature is invalid, or if one that --signed-by asks for is missing
    or by the key of another team; 4 if the file of keys does not say whose key it is.

    Example: clabber-audit league log season.json
    """
    from clabber_audit.cli.commands import worst
    from clabber_audit.cli.league.season import compare_with_archive
    from clabber_audit.cli.options import signers
    from clabber_audit.league.matches import check_signatures
    from clabber_audit.league.season_file import load
    from clabber_audit.report.league.paper import SeasonNames, logged

    found = load(season)
    compare_with_archive(season, found)
    lines = [one.line for one in logged(found, SeasonNames(found))]
    for line in lines or ["No decisions yet."]:
        tell(line)
    codes = {Exit.DONE}
    for line, code in check_signatures(found, signers(signed)):
        tell(line)
        codes.add(code)
    # An invalid signature is reported as such even if another one could not be checked.
    return worst(codes - {Exit.UNDECIDED} if Exit.FINDINGS in codes else codes)
