"""`archive list`: hands of an archive, found by what they are."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Any

from clabber_audit.cli.archive.options import (
    ArchiveArgument,
    DifferingOption,
    GameOption,
    InfractionOption,
    LimitOption,
    OutcomeOption,
    PlayerOption,
    RoundOption,
    RuledByOption,
    SeasonOption,
    SinceOption,
    SourceOption,
    TableOption,
    TeamOption,
    UntilOption,
)
from clabber_audit.cli.options import ChangedOption, form_option
from clabber_audit.cli.screen import tell
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.archive.reading import Listed


class ListForm(StrEnum):
    """How hands are listed."""

    text = "text"
    json = "json"
    csv = "csv"


def list_(
    archive: ArchiveArgument,
    season: SeasonOption = None,
    round_: RoundOption = None,
    table: TableOption = None,
    game: GameOption = None,
    team: TeamOption = None,
    player: PlayerOption = None,
    infraction: InfractionOption = None,
    outcome: OutcomeOption = None,
    differing: DifferingOption = False,
    source: SourceOption = None,
    ruleset: RuledByOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    limit: LimitOption = 0,
    form: Annotated[ListForm, form_option(ListForm, "text")] = ListForm.text,
    changed: ChangedOption = False,
) -> Exit:
    """List hands in the order they were played.

    Example: clabber-audit archive list season.db --player Ruth --infraction failure-to-follow
    """
    from clabber_audit.archive.asking import INFRACTIONS, OUTCOMES, SOURCES, day, known
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import Sought, listed

    known("--infraction", infraction, INFRACTIONS)
    known("--outcome", outcome, OUTCOMES)
    known("--source", source, SOURCES)
    first, last = day("--since", since), day("--until", until)
    sought = Sought(
        season, round_, table, game, team, player, infraction, outcome, differing, source, first, last, ruleset=ruleset
    )
    with open_archive(archive, changed=changed) as opened:
        hands = listed(opened, sought, limit or -1)
        if form is ListForm.text:
            as_text(hands)
        elif form is ListForm.csv:
            _as_csv(hands)
        else:
            _as_json(hand._asdict() for hand in hands)
    return Exit.DONE


def as_text(hands: Iterable[Listed]) -> bool:
    """A line for each hand; whether there is any."""
    from clabber_audit.ground.errors import shown

    found_any = False
    for hand in hands:
        place = " ".join(
            f"{word} {number}"
            for word, number in zip(("round", "table", "game", "hand"), hand[2:6], strict=True)
            if number is not None
        )
        marks = f"{hand.ns_mark}:{hand.ew_mark}" if hand.ns_mark is not None and not hand.sides else ""
        found = counted(hand.findings, "{count} finding", "{count} findings") if hand.findings else ""
        teams = hand.sides or f"{hand.ns or 'North and South'} / {hand.ew or 'East and West'}"
        parts = [hand.id, hand.season, place, hand.date, shown(teams, 120), hand.outcome, marks, found]
        tell("  ".join(str(part) for part in parts if part))
        found_any = True
    return found_any


def _as_csv(hands: Iterable[Listed]) -> None:
    from clabber_audit.archive.reading import Listed
    from clabber_audit.sheet.spreadsheet import csv_text

    tell(csv_text([Listed._fields, *hands]), end="")


def _as_json(hands: Iterable[dict[str, Any]]) -> None:
    import json

    tell("[", end="")
    for number, hand in enumerate(hands):
        tell((",\n" if number else "\n") + json.dumps(hand, ensure_ascii=False), end="")
    tell("\n]")
