"""`league approve`: a captain sets his name to the result of a match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clabber_audit.cli.keys import sign_option
from clabber_audit.cli.league.common import HandsArgument, LawOption
from clabber_audit.cli.league.deciding import (
    Deciding,
    DryOption,
    Made,
    MatchArgument,
    OnOption,
    PerhapsWhyOption,
    SeasonFileArgument,
    decide,
    whole_results,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.cli.screen import say
from clabber_audit.ground.errors import Exit, UsageError, shown

if TYPE_CHECKING:
    from clabber_audit.league.season import Season
    from clabber_audit.league.standings import Standings


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
    from clabber_audit.league.season.called import match_called, team_called
    from clabber_audit.record.names import folded

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
    from clabber_audit.cli.keys import secret
    from clabber_audit.league.signatures import signed

    try:
        return signed(season, {**entry, **asked.signed(season)}, secret(key))
    except ValueError as problem:
        raise UsageError("the approval cannot be signed", shown(str(problem), 200), "correct it") from None
