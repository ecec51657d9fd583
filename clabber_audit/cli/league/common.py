"""What the commands of a season have in common: read it, judge its hands, write what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from enum import StrEnum
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple, TypeVar

import typer

from clabber_audit.cli.errors import worst
from clabber_audit.cli.league.season_folder import hands_there, season_file, some_hands
from clabber_audit.cli.left_out import refusals
from clabber_audit.cli.lookalikes import look
from clabber_audit.cli.options import form_of, form_option, rules_option
from clabber_audit.cli.screen import say
from clabber_audit.ground.errors import ClabberError, Exit, Refused

if TYPE_CHECKING:
    from clabber_audit.law.bound_ruleset import BoundRuleset
    from clabber_audit.league.audit import Audit
    from clabber_audit.league.hand_matching import Given
    from clabber_audit.league.players import Players
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings
    from clabber_audit.record.hand import Hand
    from clabber_audit.render.league.paper import Paper

AnyHand = TypeVar("AnyHand")


class TableForm(StrEnum):
    """How a season is written out."""

    html = "html"
    text = "text"
    json = "json"
    csv = "csv"


SeasonArgument = Annotated[
    str,
    typer.Argument(
        metavar="SEASON",
        help="The season file (made by `league init`) or its folder; - is standard input.",
        callback=season_file,
    ),
]
#: What else is said of hands: what they are if none are named.
_HANDS: Final = "Files or folders of hands, or archives (default: those in the season’s folder); - is standard input."
HandsArgument = Annotated[list[str] | None, typer.Argument(metavar="PATH...", help=_HANDS, callback=hands_there)]
#: The hands of a command that is nothing without them.
WantedHandsArgument = Annotated[list[str] | None, typer.Argument(metavar="PATH...", help=_HANDS, callback=some_hands)]
FormOption = Annotated[TableForm | None, form_option(TableForm)]
LawOption = Annotated[
    str | None,
    rules_option("Ruleset to apply instead of the season’s own"),
]
NamelessOption = Annotated[
    bool, typer.Option("--anonymous", help="Show numbers instead of team names, no names of people, no free text.")
]


class Asked(NamedTuple):
    """What a command of a season was given."""

    season: str
    hands: list[str]
    ruleset: str | None
    form: TableForm | None
    output: str | None
    force: bool
    anonymous: bool
    #: Whether rules called as shipped ones may read otherwise.
    changed: bool
    #: Whether the judge hears every hand.
    thorough: bool = False


class Forms(NamedTuple):
    """How what was found is written: laid out for reading, as JSON and as CSV."""

    paper: Callable[..., Paper]
    json: Callable[..., str]
    csv: Callable[..., str]


def told(find: Callable[[Season, Given], Standings | Audit | Players], forms: Forms, asked: Asked) -> Exit:
    """Find something out about a season and write it."""
    from clabber_audit.cli.league.ledger import look_there
    from clabber_audit.cli.output import destination
    from clabber_audit.league.standings import Standings

    form = form_of(asked.output, TableForm, asked.form) or TableForm.text
    played, law = season_of(asked)
    look_there(asked.season, played)
    problems: list[ClabberError] = []
    found = find(played, given(asked, law, problems))
    written = _written(found, forms, form, asked.anonymous)
    with destination(asked.output, asked.force) as stream:
        stream.write(written)
    return ended(found if isinstance(found, Standings) else found.standings, bool(problems), asked.anonymous)


def season_of(asked: Asked) -> tuple[Season, BoundRuleset]:
    """The season in a file, and the law that its hands are judged by; UsageError where one is given as the other."""
    from clabber_audit.cli.options import asked_law
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.law.bound_ruleset import law_of
    from clabber_audit.league.games import refuse_no_season
    from clabber_audit.league.season import is_season, load
    from clabber_audit.rulesets.ruleset import SHIPPED

    if asked.season == "-" and "-" in asked.hands:
        raise UsageError("standard input cannot be both the season and the hands", "", "give one of them as a file")
    for given in asked.hands:
        if is_season(given):
            raise UsageError(f"{given} is a season, not hands", "", "give the season first, and its hands after it")
    season, law = load(asked.season), asked_law(asked.ruleset, asked.changed)
    if law is None and season.ruleset not in SHIPPED:
        why = f"the built-in rulesets are {', '.join(SHIPPED)}"
        raise UsageError(f"the season is played by “{season.ruleset}”", why, "give that ruleset with --ruleset FILE")
    found = law or law_of(season.ruleset)
    refuse_no_season(found.ruleset)
    look(season.names())
    return season, found


def given(asked: Asked, law: BoundRuleset, problems: list[ClabberError], tell: Callable[[str], None] = say) -> Given:
    """The hands of a season, with the law that they are judged by; errors as `hands_of` has them."""
    from clabber_audit.cli.rulings import sifted_hands
    from clabber_audit.league.hand_matching import Given

    if asked.thorough:
        return Given(hands_of(asked, law, problems, tell), law, problems)
    _note_left_out(problems, tell)
    found = sifted_hands(asked.hands, law, partial(_note, problems, tell), changed=asked.changed)
    return Given(_to_the_end(found, problems), law, problems)


def hands_of(
    asked: Asked, law: BoundRuleset, problems: list[ClabberError], tell: Callable[[str], None] = say
) -> Iterator[Hand]:
    """All hands, read one by one; what is refused, or of another game, is told, and put among the `problems`.

    Where a file cannot be read the command ends, after all of them were told: without its hands the table would be
    wrong, and would be written over a good one.
    """
    from clabber_audit.cli.rulings import hand_under, made_of_hands

    _note_left_out(problems, tell)
    under = partial(hand_under, law=law)
    found = made_of_hands(asked.hands, under, set(), partial(_note, problems, tell), changed=asked.changed)
    return _to_the_end(found, problems)


def _note_left_out(problems: list[ClabberError], tell: Callable[[str], None]) -> None:
    """Note the files of the season’s folder that were meant to hold hands and cannot be read."""
    for problem in refusals():
        _note(problems, tell, problem)


def _note(problems: list[ClabberError], tell: Callable[[str], None], problem: ClabberError) -> None:
    for line in problem.lines:
        tell(line)
    problems.append(problem)


def _to_the_end(hands: Iterator[AnyHand], problems: list[ClabberError]) -> Iterator[AnyHand]:
    """The hands; the command ends behind them where a file could not be read."""
    yield from hands
    unread = {problem.exit_code for problem in problems if not isinstance(problem, Refused)}
    if unread:
        say("error: nothing was written, because not every file could be read")
        raise typer.Exit(int(worst(unread)))


def say_without_hands(asked: Asked, tell: Callable[[str], None] = say) -> None:
    """Say that a season is shown without any hand, where somebody may have thought that it has some."""
    if not asked.hands:
        tell("no hands were given, so only decisions are shown")


def again(asked: Asked, law: BoundRuleset) -> Given:
    """The hands once more, for another season; what is refused among them was told the first time."""
    return given(asked, law, [], lambda _line: None)._replace(refused=())


def _written(found: Standings | Audit | Players, forms: Forms, form: TableForm, anonymous: bool) -> str:
    """What was found in the form asked for."""
    from clabber_audit.render import league

    if form is TableForm.json:
        return forms.json(found, anonymous=anonymous)
    if form is TableForm.csv:
        return forms.csv(found, anonymous=anonymous)
    laid_out = forms.paper(found, anonymous=anonymous)
    return league.paper_page(laid_out) if form is TableForm.html else league.paper_text(laid_out)


def ended(found: Standings, refused: bool, anonymous: bool, tell: Callable[[str], None] = say) -> Exit:
    """The exit code; what must not be overlooked is said aloud as well, whatever the form."""
    from clabber_audit.render.league.common import alerts
    from clabber_audit.render.league.names import Names

    codes = {Exit.REFUSED} if refused else set()
    for alert in alerts(found, Names(found.season, anonymous)):
        tell(f"look: {alert}")
    if any(match.status == "in_dispute" for match in found.matches):
        codes.add(Exit.UNDECIDED)
    return worst(codes)
