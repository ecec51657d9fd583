"""Arguments and options that the commands of an archive share."""

from __future__ import annotations

from typing import Annotated

import typer

ArchiveArgument = Annotated[str, typer.Argument(metavar="ARCHIVE", help="The archive’s file.")]
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The id of a hand.")]
LimitOption = Annotated[int, typer.Option("--limit", min=0, max=10**9, help="At most so many; 0 for all.")]

SeasonOption = Annotated[str | None, typer.Option("--season", help="Hands of this season.")]
RoundOption = Annotated[int | None, typer.Option("--round", min=0, max=1000, help="Hands of this round.")]
TableOption = Annotated[int | None, typer.Option("--table", min=0, max=1000, help="Hands of this table.")]
GameOption = Annotated[int | None, typer.Option("--game", min=0, max=1000, help="Hands of this game.")]
TeamOption = Annotated[str | None, typer.Option("--team", help="Hands of this team.")]
PlayerOption = Annotated[str | None, typer.Option("--player", help="Hands of this player.")]
InfractionOption = Annotated[
    str | None,
    typer.Option("--infraction", metavar="ID", help="Hands with this infraction; by the player, if one is given."),
]
OutcomeOption = Annotated[str | None, typer.Option("--outcome", help="scored, renege, redeal, passed_out, ...")]
DifferingOption = Annotated[bool, typer.Option("--differing", help="Hands whose sheet and cards disagree.")]
SourceOption = Annotated[str | None, typer.Option("--source", help="Hands from this kind of source: newspaper, ...")]
RuledByOption = Annotated[str | None, typer.Option("--ruleset", metavar="ID", help="Hands ruled by it: pepper, ...")]
SinceOption = Annotated[str | None, typer.Option("--since", metavar="DATE", help="Played then or later: 1931-10-14.")]
UntilOption = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Played then or earlier.")]


def now() -> str:
    """The moment, in UTC, as the log writes it."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
