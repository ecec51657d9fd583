"""`archive list`: hands of an archive, found by what they are."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any

from clabber_audit.cli.archive.options import (
    ArchiveArgument,
    DifferingOption,
    GameOption,
    InfractionOption,
    LimitOption,
    OpenOption,
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
    open_: OpenOption = False,
    source: SourceOption = None,
    ruleset: RuledByOption = None,
    since: SinceOption = None,
    until: UntilOption = None,
    limit: LimitOption = 0,
    form: Annotated[ListForm, form_option(ListForm, "text")] = ListForm.text,
    changed: ChangedOption = False,
) -> Exit:
    """List hands by date, those of a night in the order they were played.

    Example: clabber-audit archive list season.db --player Ruth --infraction failure-to-follow
    """
    from clabber_audit.archive.asking import INFRACTIONS, OUTCOMES, SOURCES, day, known
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import Sought, listed
    from clabber_audit.cli.archive.open_questions import of_each

    known("--infraction", infraction, INFRACTIONS)
    known("--outcome", outcome, OUTCOMES)
    known("--source", source, SOURCES)
    first, last = day("--since", since), day("--until", until)
    sought = Sought(
        season, round_, table, game, team, player, infraction, outcome, differing, open_, source, first, last,
        ruleset=ruleset,
    )  # fmt: skip
    # What is open, the ruling tells: of those that may be, the first ones need not be.
    most = -1 if open_ else limit or -1
    with open_archive(archive, changed=changed) as opened:
        found = of_each(opened, listed(opened, sought, most), attrgetter("id"), only_open=open_)
        hands = islice(found, limit or None)
        if form is ListForm.text:
            as_text(hands)
        elif form is ListForm.csv:
            _as_csv(hands, open_)
        else:
            _as_json({**hand._asdict(), **({"open": line} if open_ else {})} for hand, line in hands)
    return Exit.DONE


def as_text(hands: Iterable[tuple[Listed, str]]) -> bool:
    """A line for each hand, and below it what is open; whether there is any."""
    from clabber_audit.ground.errors import shown

    found_any = False
    for hand, line in hands:
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
        if line:
            tell(f"    {line}")
        found_any = True
    return found_any


def _as_csv(hands: Iterable[tuple[Listed, str]], open_: bool) -> None:
    from clabber_audit.archive.reading import Listed
    from clabber_audit.sheet.spreadsheet import csv_text

    heading = (*Listed._fields, *(["open"] if open_ else []))
    tell(csv_text([heading, *((*hand, *([line] if open_ else [])) for hand, line in hands)]), end="")


def _as_json(hands: Iterable[dict[str, Any]]) -> None:
    import json

    tell("[", end="")
    for number, hand in enumerate(hands):
        tell((",\n" if number else "\n") + json.dumps(hand, ensure_ascii=False), end="")
    tell("\n]")
