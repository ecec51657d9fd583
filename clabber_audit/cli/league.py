"""`league`: standings, schedule and audit of a season, all recomputed from its hands each time."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from clabber_audit.cli.guard import guarded, report_lines, say, worst
from clabber_audit.cli.options import ForceOption, OutOption, form_of
from clabber_audit.errors import ClabberError, Exit, Refused

if TYPE_CHECKING:
    from clabber_audit.adjudicate import Ruling
    from clabber_audit.law import Law
    from clabber_audit.league.audit import Audit
    from clabber_audit.league.standings import Standings
    from clabber_audit.render.league.paper import Paper
    from clabber_audit.season import Season

app = typer.Typer(
    name="league",
    help="Standings, schedule and audit of a season, from its hands.",
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)


class Form(StrEnum):
    """How a season is written out."""

    html = "html"
    text = "text"
    json = "json"
    csv = "csv"


class Asked(NamedTuple):
    """What a command of a season was given."""

    season: str
    hands: list[str]
    ruleset: str | None
    form: Form | None
    output: str | None
    force: bool
    anonymous: bool


class Forms(NamedTuple):
    """How what was found is written: laid out for reading, as JSON and as CSV."""

    paper: Callable[..., Paper]
    json: Callable[..., str]
    csv: Callable[..., str]


class Ranking(StrEnum):
    """What teams are ranked by."""

    games_won = "games_won"
    game_points = "game_points"


SeasonArgument = Annotated[
    str, typer.Argument(metavar="SEASON", help="The season file, clabber-season/1; - is standard input.")
]
HandsArgument = Annotated[
    list[str] | None,
    typer.Argument(metavar="PATH...", help="Files or folders of records, or an archive; - is standard input."),
]
FormOption = Annotated[Form | None, typer.Option("--format", "-f", help="By default what FILE ends in, else text.")]
LawOption = Annotated[
    str | None,
    typer.Option("--ruleset", "-r", metavar="ID|FILE", help="Judge by this ruleset instead of the season’s own."),
]
NamelessOption = Annotated[
    bool, typer.Option("--anonymous", help="Numbers for teams, no names of people, nothing written freely.")
]


def standings(
    season: SeasonArgument,
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
) -> Exit:
    """The table, with how every tie was broken and every match as it stands."""
    from clabber_audit.league.standings import standings as ranked
    from clabber_audit.render import league

    forms = Forms(league.standings_paper, league.standings_json, league.standings_csv)
    return _told(ranked, forms, Asked(season, hands or [], ruleset, form, output, force, anonymous))


def schedule(
    season: SeasonArgument,
    hands: HandsArgument = None,
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
) -> Exit:
    """Who meets whom and when, who has a bye; with hands also how each match stands."""
    from clabber_audit.league.standings import standings as ranked
    from clabber_audit.render import league

    forms = Forms(league.schedule_paper, league.schedule_json, league.schedule_csv)
    return _told(ranked, forms, Asked(season, hands or [], ruleset, form, output, force, anonymous))


def report(
    season: SeasonArgument,
    hands: Annotated[
        list[str],
        typer.Argument(metavar="PATH...", help="Files or folders of records, or an archive; - is standard input."),
    ],
    ruleset: LawOption = None,
    form: FormOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: NamelessOption = False,
) -> Exit:
    """The audit: reneges called and uncalled, wrong sheets, games that would have ended otherwise."""
    from clabber_audit.league.audit import audit
    from clabber_audit.render import league

    forms = Forms(league.report_paper, league.audit_json, league.report_csv)
    return _told(audit, forms, Asked(season, hands, ruleset, form, output, force, anonymous))


def init(
    teams: Annotated[list[str], typer.Argument(metavar="TEAM...", help="The names of the teams, two or more.")],
    output: OutOption = None,
    title: Annotated[str, typer.Option("--title", help="What the season is called.")] = "Season",
    league: Annotated[str | None, typer.Option("--league", help="As the hands will name it.")] = None,
    season: Annotated[str | None, typer.Option("--season", help="As the hands will name it.")] = None,
    start: Annotated[
        str | None, typer.Option("--start", metavar="YYYY-MM-DD", help="The day of the first round; one a week.")
    ] = None,
    games: Annotated[int, typer.Option("--games", min=1, max=100, help="Games in a match.")] = 1,
    ranking: Annotated[Ranking, typer.Option("--ranking", help="What teams are ranked by.")] = Ranking.games_won,
    cap: Annotated[
        int | None, typer.Option("--cap", min=1, max=9999, help="The most points that a game counts for a team.")
    ] = None,
    ruleset: Annotated[
        str, typer.Option("--ruleset", "-r", metavar="ID|FILE", help="By which hands are judged.")
    ] = "ecl-1992",
    seed: Annotated[int, typer.Option("--seed", help="The same seed draws the same schedule.")] = 1,
    force: ForceOption = False,
) -> Exit:
    """Write a season file: these teams in a single round robin, drawn by the circle method."""
    import json

    from clabber_audit.cli.output import destination
    from clabber_audit.errors import UsageError, shown
    from clabber_audit.league.draw import drawn, is_day
    from clabber_audit.ruleset import load
    from clabber_audit.season.names import folded

    if len(teams) < 2:
        raise UsageError("a season of one team", "it has nobody to meet", "name two teams or more")
    twice = next((name for place, name in enumerate(teams) if folded(name) in map(folded, teams[:place])), None)
    if twice is not None:
        raise UsageError(f"“{shown(twice)}” is named twice", "teams are told apart by their names", "name it once")
    if start is not None and not is_day(start):
        raise UsageError(f"there is no day {shown(start)}", "a day is written 2026-01-22", "correct --start")
    more = {
        "league": league,
        "season": season,
        "ruleset": load(ruleset).id,
        "ranking": str(ranking),
        "game_points_cap": cap,
    }
    data = drawn(title, teams, seed, start, **more, games_per_match=games)
    text = json.dumps(data, ensure_ascii=False, indent=1) + "\n"
    _check(text)
    with destination(output, force) as stream:
        stream.write(text)
    return Exit.DONE


def _check(text: str) -> None:
    """A season that would be refused when it is read is not written at all."""
    from clabber_audit.errors import UsageError
    from clabber_audit.season import read

    try:
        read(text.encode(errors="surrogatepass"))
    except Refused as refused:
        fault = refused.faults[0]
        raise UsageError(fault.what, fault.why, fault.help) from None


def _told(find: Callable[[Season, list[Ruling], int], Standings | Audit], forms: Forms, asked: Asked) -> Exit:
    """Find something out about a season and write it."""
    from clabber_audit.cli.output import destination
    from clabber_audit.league.standings import Standings

    played, law = _season(asked.season, asked.hands, asked.ruleset)
    rulings, refused = _rulings(asked.hands, law)
    found = find(played, rulings, refused)
    form = asked.form or form_of(asked.output, Form) or Form.text
    written = _written(found, forms, form, asked.anonymous)
    with destination(asked.output, asked.force) as stream:
        stream.write(written)
    return _ended(found if isinstance(found, Standings) else found.standings, refused, asked.anonymous)


def _season(path: str, hands: Sequence[str], ruleset: str | None) -> tuple[Season, Law]:
    """The season in a file, and the law that its hands are judged by; UsageError where one is given as the other."""
    from clabber_audit.cli.options import asked_law
    from clabber_audit.errors import UsageError
    from clabber_audit.law import law_of
    from clabber_audit.ruleset import SHIPPED
    from clabber_audit.season import is_season, load

    if path == "-" and "-" in hands:
        raise UsageError("standard input cannot be both season and hands", "", "give one of them as a file")
    for given in hands:
        if is_season(given):
            raise UsageError(f"{given} is a season, not hands", "", "give the season first, and its hands after it")
    season, law = load(path), asked_law(ruleset)
    if law is None and season.ruleset not in SHIPPED:
        why = f"the shipped rulesets are {', '.join(SHIPPED)}"
        raise UsageError(f"the season is played by “{season.ruleset}”", why, "give that ruleset with --ruleset FILE")
    return season, law or law_of(season.ruleset)


def _rulings(paths: Sequence[str], law: Law) -> tuple[list[Ruling], int]:
    """The rulings on all hands, and how many were refused, each of which is told.

    Where a file cannot be read the command ends, after all of them were told: without its hands the table would be
    wrong, and would be written over a good one.
    """
    from clabber_audit.cli.judging import ruled

    problems: list[ClabberError] = []

    def note(problem: ClabberError) -> None:
        for line in report_lines(problem):
            say(line)
        problems.append(problem)

    rulings = list(ruled(paths, law, set(), note))
    unread = {problem.exit_code for problem in problems if not isinstance(problem, Refused)}
    if unread:
        say("error: nothing is written, since not all that was given could be read")
        raise typer.Exit(int(worst(unread)))
    return rulings, len(problems)


def _written(found: Standings | Audit, forms: Forms, form: Form, anonymous: bool) -> str:
    """What was found in the form asked for."""
    from clabber_audit.render import league

    if form is Form.json:
        return forms.json(found, anonymous=anonymous)
    if form is Form.csv:
        return forms.csv(found, anonymous=anonymous)
    laid_out = forms.paper(found, anonymous=anonymous)
    return league.paper_page(laid_out) if form is Form.html else league.paper_text(laid_out)


def _ended(found: Standings, refused: int, anonymous: bool) -> Exit:
    """The exit code; what must not be overlooked is said aloud as well, whatever the form."""
    from clabber_audit.render.league.common import alerts
    from clabber_audit.render.league.names import Names

    codes = {Exit.REFUSED} if refused else set()
    for alert in alerts(found, Names(found.season, anonymous)):
        say(f"look: {alert}")
    if any(match.status == "in_dispute" for match in found.matches):
        codes.add(Exit.UNDECIDED)
    return worst(codes)


for _command in (standings, schedule, report, init):
    app.command()(guarded(_command))
