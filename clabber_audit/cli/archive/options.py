"""Arguments and options that the commands of an archive share."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.completion import infraction_ids, ruleset_ids

ArchiveArgument = Annotated[str, typer.Argument(metavar="ARCHIVE", help="The archive’s file, such as season.db.")]
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The id of a hand.")]
LimitOption = Annotated[int, typer.Option("--limit", min=0, max=10**9, metavar="N", help="List at most N (0: all).")]

SeasonOption = Annotated[str | None, typer.Option("--season", metavar="NAME", help="Hands of this season.")]
RoundOption = Annotated[int | None, typer.Option("--round", min=0, max=1000, metavar="N", help="Hands of this round.")]
TableOption = Annotated[int | None, typer.Option("--table", min=0, max=1000, metavar="N", help="Hands of this table.")]
GameOption = Annotated[int | None, typer.Option("--game", min=0, max=1000, metavar="N", help="Hands of this game.")]
TeamOption = Annotated[str | None, typer.Option("--team", metavar="NAME", help="Hands of this team.")]
PlayerOption = Annotated[str | None, typer.Option("--player", metavar="NAME", help="Hands of this player.")]
InfractionOption = Annotated[
    str | None,
    typer.Option(
        "--infraction",
        metavar="ID",
        help="Hands with this infraction (by --player).",
        autocompletion=infraction_ids,
    ),
]
OutcomeOption = Annotated[
    str | None, typer.Option("--outcome", metavar="WORD", help="scored, renege, redeal, passed_out …")
]
DifferingOption = Annotated[bool, typer.Option("--differing", help="Hands whose score sheet does not match the cards.")]
OpenOption = Annotated[bool, typer.Option("--open", help="Hands whose ruling depends on something unknown.")]
SourceOption = Annotated[
    str | None, typer.Option("--source", metavar="KIND", help="Hands from this kind of source: newspaper …")
]
RuledByOption = Annotated[
    str | None,
    typer.Option("--ruleset", metavar="ID", help="Hands judged by this ruleset.", autocompletion=ruleset_ids),
]
SinceOption = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Played on this day or later: 1931-10-14.")
]
UntilOption = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Played on this day or earlier.")]


def now() -> str:
    """The moment, in UTC, as the log writes it."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
