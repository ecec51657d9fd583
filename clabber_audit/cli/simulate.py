"""`simulate`: seeded random hands, each for itself or a season of them."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from clabber_audit.cli.convert import RecordForm
from clabber_audit.cli.options import ForceOption, OutOption, form_of, form_option, rules_option
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit, Unusable, UsageError

if TYPE_CHECKING:
    from clabber_audit.cli.screen import Output
    from clabber_audit.record.formats import Record
    from clabber_audit.simulate import Played

_HANDS: Final = 10
#: The most hands in one go; nobody waits for more.
_MOST: Final = 1_000_000_000
_TABLES: Final = 4
_TEAMS: Final = 6
_GAMES: Final = 1
_SLIPS: Final = 0.03
#: The most digits of a seed, which stands in the ids of the hands.
_SEED_DIGITS: Final = 18


def simulate(
    seed: Annotated[
        int, typer.Option("--seed", metavar="N", help="The same seed gives the same hands on every machine.")
    ] = 1,
    hands: Annotated[
        int | None, typer.Option("--hands", min=0, max=_MOST, metavar="N", help=f"Number of hands (default: {_HANDS}).")
    ] = None,
    ruleset: Annotated[
        str | None,
        rules_option("Ruleset to play by"),
    ] = None,
    evening: Annotated[
        bool, typer.Option("--evening", help="An evening of Progressive Euchre: ten games, ended by the bell.")
    ] = False,
    tables: Annotated[
        int | None,
        typer.Option(
            "--tables", min=1, max=100, metavar="N", help=f"Number of tables in the evening (default: {_TABLES})."
        ),
    ] = None,
    season: Annotated[
        bool, typer.Option("--season", help="A whole season: its hands and its season.json, in folder FILE.")
    ] = False,
    teams: Annotated[
        int | None,
        typer.Option(
            "--teams",
            min=2,
            max=200,
            metavar="N",
            help=f"Number of teams in the season (default: {_TEAMS}).",
        ),
    ] = None,
    games: Annotated[
        int | None,
        typer.Option(
            "--games", min=1, max=100, metavar="N", help=f"Games in a match of the season (default: {_GAMES})."
        ),
    ] = None,
    irregular: Annotated[
        float,
        typer.Option("--irregular", min=0, max=1, metavar="P", help="How often players break a rule, from 0 to 1."),
    ] = 0.02,
    claims: Annotated[
        float,
        typer.Option("--claims", min=0, max=1, metavar="P", help="How often a renege is called, from 0 to 1."),
    ] = 0.3,
    slips: Annotated[
        float | None,
        typer.Option(
            "--slips",
            min=0,
            max=1,
            metavar="P",
            help=f"How often a season’s sheet is wrong, from 0 to 1 (default: {_SLIPS}).",
        ),
    ] = None,
    form: Annotated[RecordForm | None, form_option(RecordForm, "from FILE’s extension, or jsonl")] = None,
    output: OutOption = None,
    force: ForceOption = False,
) -> Exit:
    """Generate random hands, with infractions and claims, for any game; or a season, or an evening.

    Example: clabber-audit simulate --hands 3 --ruleset pepper --format clab
    """
    if len(str(abs(seed))) > _SEED_DIGITS:
        raise UsageError("the seed is too long", f"it has more than {_SEED_DIGITS} digits", "give a shorter one")
    form = form_of(output, RecordForm, form) or RecordForm.jsonl
    if not evening:
        _refuse("without --evening", {"--tables": tables})
    if not season:
        _refuse("without --season", {"--teams": teams, "--games": games, "--slips": slips})
        if evening:
            _refuse("with --evening", {"--hands": hands})
        count = (tables or _TABLES) if evening else _HANDS if hands is None else hands
        _write_hands(evening, (seed, count, irregular, claims), ruleset, form, output, force)
        return Exit.DONE

    from clabber_audit.simulate import season as simulated_season

    _refuse(
        "with --season",
        {
            "--hands": hands,
            "--ruleset": ruleset,
            "--evening": evening or None,
            "--format json": form is RecordForm.json or None,
        },
    )
    if not output or output == "-":
        raise UsageError("a season is two files", "hands and season.json", "name a folder for them with -o FOLDER")
    slip = _SLIPS if slips is None else slips
    made = simulated_season(seed, teams or _TEAMS, games or _GAMES, irregular, claims, slip)
    _write_season(made, form, output, force)
    return Exit.DONE


def _refuse(when: str, given: dict[str, object]) -> None:
    """Options that say nothing here are mistakes."""
    for name, value in given.items():
        if value is not None:
            raise UsageError(f"{name} does not apply {when}", "", "leave one of them out")


def _write_hands(
    evening: bool,
    asked: tuple[int, int, float, float],
    ruleset: str | None,
    form: RecordForm,
    output: str | None,
    force: bool,
) -> None:
    """Write hands each for itself, or those of an evening, as many as were asked for."""
    from clabber_audit.cli.output import destination
    from clabber_audit.record.words import DEFAULT_RULESET
    from clabber_audit.simulate import EVENING, simulated
    from clabber_audit.simulate import evening as played

    made = played(*asked, ruleset or EVENING) if evening else simulated(*asked, ruleset or DEFAULT_RULESET)
    with destination(output, force) as stream:
        _write(made, form, stream)


def _write_season(played: Played, form: RecordForm, output: str, force: bool) -> None:
    import json

    from clabber_audit.cli.output import destination
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.errors import shown

    with _folder(output) as folder:
        season, hands = folder / "season.json", folder / f"hands.{form}"
        with destination(str(season), force) as plan, destination(str(hands), force) as stream:
            data = played.season.model_dump(mode="json", exclude_unset=True)
            plan.write(json.dumps(data, ensure_ascii=False, indent=1) + "\n")
            count = _write(played.hands, form, stream)
    where = counted(count, "{count} hand is in {hands}", "{count} hands are in {hands}", hands=shown(hands, 200))
    say(f"{where}, the season in {shown(season, 200)}.")


def _write(records: Iterable[Record], form: RecordForm, stream: Output) -> int:
    """Write records one by one; how many there were."""
    from clabber_audit.cli.convert import writing

    count = 0
    with writing(form, stream) as write:
        for count, record in enumerate(records, 1):  # noqa: B007
            write(record)
    return count


@contextmanager
def _folder(path: str) -> Iterator[Path]:
    """A folder to write into, made if it is not there; what was made is taken away again when nothing came of it."""
    folder = Path(path)
    made = not os.path.isdir(folder)
    if made:
        try:
            folder.mkdir()
        except FileExistsError:
            raise Unusable(f"cannot write into {path}", "it is not a folder", "give a folder") from None
        except OSError as problem:
            reason = problem.strerror or str(problem)
            raise Unusable(f"cannot make the folder {path}", reason, "check the parent folder") from None
    try:
        yield folder
    except BaseException:
        if made:
            with suppress(OSError):
                folder.rmdir()
        raise
