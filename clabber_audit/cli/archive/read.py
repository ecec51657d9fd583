"""Command line: archive list, search, show, stats, decisions and export."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import islice
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

import typer

from clabber_audit.cli.archive.store import (
    ArchiveArgument,
    DifferingOption,
    GameOption,
    IdArgument,
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
from clabber_audit.cli.folders import ClippingsOption, JobsOption
from clabber_audit.cli.options import AnonymousOption, ChangedOption, ForceOption, OutOption, form_of, form_option
from clabber_audit.cli.output import overheard, say, tell
from clabber_audit.core.errors import Exit
from clabber_audit.core.text import counted

if TYPE_CHECKING:
    from clabber_audit.api import Form
    from clabber_audit.archive.database import Archive
    from clabber_audit.archive.search import Listed
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.league.season import Season


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
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import INFRACTIONS, OUTCOMES, SOURCES, Sought, day, known, listed

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
    from clabber_audit.core.errors import shown

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
    from clabber_audit.archive.search import Listed
    from clabber_audit.records.sheets.tables import csv_text

    heading = (*Listed._fields, *(["open"] if open_ else []))
    tell(csv_text([heading, *((*hand, *([line] if open_ else [])) for hand, line in hands)]), end="")


def _as_json(hands: Iterable[dict[str, Any]]) -> None:
    import json

    tell("[", end="")
    for number, hand in enumerate(hands):
        tell((",\n" if number else "\n") + json.dumps(hand, ensure_ascii=False), end="")
    tell("\n]")


def search(
    archive: ArchiveArgument,
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="WORDS...",
            help="Words to look for, and fields: player:Ruth team: infraction: round: table: game: season: outcome: "
            "ruleset: from:1931-10 to:1931-12 source: league: venue: citation: recorder: remark:",
        ),
    ],
    open_: OpenOption = False,
    limit: LimitOption = 0,
    changed: ChangedOption = False,
) -> Exit:
    """Find hands by words in names, teams, sources and remarks, and by fields.

    Example: clabber-audit archive search season.db player:Ruth infraction:failure-to-overtrump round:3
    """
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import asked, listed, nearest, searched, understanding
    from clabber_audit.core.errors import shown

    told = asked(words)
    with open_archive(archive, changed=changed) as opened:
        found = understanding(opened, told)
        for line in found.unknown:
            say(line)
        if found.unknown:
            return Exit.DONE
        sought, most = found.sought._replace(open=open_), -1 if open_ else limit or -1
        if told.words or found.within or not told.fields:
            any_there = False
            there = searched(opened, told.words, most, sought, found.within)
            for (name, text), line in islice(of_each(opened, there, itemgetter(0), only_open=open_), limit or None):
                tell(f"{name}  {shown(text, 120)}" + (f"\n    {line}" if line else ""))
                any_there = True
        else:
            hands = of_each(opened, listed(opened, sought, most), attrgetter("id"), only_open=open_)
            any_there = as_text(islice(hands, limit or None))
        if not any_there:
            say("no hand matches" if told.fields or open_ else "no hand has all of these words")
            for line in nearest(opened, " ".join((told.words, *found.within.values()))):
                say(line)
    return Exit.DONE


class ShowForm(StrEnum):
    """How a hand is shown: as its ruling, or as its record."""

    html = "html"
    text = "text"
    json = "json"
    record = "record"
    clab = "clab"


def show(
    archive: ArchiveArgument,
    hand: IdArgument,
    form: Annotated[ShowForm | None, form_option(ShowForm)] = None,
    history: Annotated[bool, typer.Option("--history", help="List its versions: when, by whom, and why.")] = False,
    entry: Annotated[
        int | None, typer.Option("--entry", metavar="N", help="The version in entry N of the log.")
    ] = None,
    output: OutOption = None,
    force: ForceOption = False,
    anonymous: AnonymousOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Show a hand: its ruling, its record, or its history.

    Example: clabber-audit archive show season.db otters-2026-r3-h1 -o ruling.html
    """
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import history as versions
    from clabber_audit.archive.search import ruling_of
    from clabber_audit.cli.output import destination

    form = form_of(output, ShowForm, form) or ShowForm.text
    with open_archive(archive, changed=changed) as opened, destination(output, force) as stream:
        if history:
            for version in versions(opened, hand):
                whose = f", amended by {version.by}: {version.why}" if version.by else ""
                stream.write(f"entry {version.entry}  {version.at}  sha256 {version.sha256[:16]}{whose}\n")
            return Exit.DONE
        stream.write(_shown(opened, ruling_of(opened, hand, entry), form, anonymous))
    return Exit.DONE


def _shown(archive: Archive, ruling: Ruling, form: ShowForm, anonymous: bool) -> str:
    record = ruling.replay.hand.record
    if form is ShowForm.record or form is ShowForm.clab:
        from clabber_audit.judge.anonymous import nameless
        from clabber_audit.records.canonical import canonical, record_data
        from clabber_audit.records.notation.writer import write

        record = nameless(record) if anonymous else record
        return write(record) if form is ShowForm.clab else canonical(record_data(record)) + "\n"
    from clabber_audit.api import written
    from clabber_audit.archive.search import checkpoint_line, history
    from clabber_audit.report.provenance import Frame, Origin

    to_write = cast("Form", form.value)
    if anonymous:
        # The name of an archive may be that of a club, and who typed a hand is somebody.
        return written(ruling, to_write, anonymous=True)
    frame = Frame("", (), origin=Origin(tuple(history(archive, record.id))))
    return written(ruling, to_write, checkpoint=checkpoint_line(archive), frame=frame)


class StatsForm(StrEnum):
    """How figures are printed."""

    text = "text"
    json = "json"


def stats(
    archive: ArchiveArgument,
    form: Annotated[StatsForm, form_option(StatsForm, "text")] = StatsForm.text,
    changed: ChangedOption = False,
) -> Exit:
    """Count the hands of an archive, by outcome and by infraction.

    Example: clabber-audit archive stats season.db
    """
    import json

    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import statistics

    with open_archive(archive, changed=changed) as opened:
        found = statistics(opened)
    if form is StatsForm.json:
        tell(json.dumps(found, ensure_ascii=False, indent=2))
        return Exit.DONE
    for name, value in found.items():
        if isinstance(value, dict):
            tell(f"{name}:")
            for key, count in value.items():
                tell(f"  {key:<28}{count:>8}")
        else:
            tell(f"{name:<20}{value:>10}" if isinstance(value, int) else f"{name:<20}{value}")
    return Exit.DONE


class DecisionsForm(StrEnum):
    """How decisions are listed."""

    text = "text"
    json = "json"


def decisions(
    archive: ArchiveArgument,
    form: Annotated[DecisionsForm, form_option(DecisionsForm, "text")] = DecisionsForm.text,
    changed: ChangedOption = False,
) -> Exit:
    """List the decisions of each season in the log: who, what, when and why, and what was undone.

    No season file is needed. Teams and matches are listed by their ids.

    Example: clabber-audit archive decisions season.db
    """
    import json

    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.log import seasons_kept
    from clabber_audit.report.league.paper import SeasonNames, logged

    with open_archive(archive, changed=changed) as opened:
        seasons = list(seasons_kept(opened))
    if form is DecisionsForm.json:
        tell(json.dumps([entry for season in seasons for entry in _data(season)], ensure_ascii=False, indent=2))
        return Exit.DONE
    for number, season in enumerate(seasons):
        names = SeasonNames(season)
        tell("\n" * bool(number) + ", ".join([names.title, *names.context]))
        for one in logged(season, names):
            tell(f"  {one.line}")
    if not seasons:
        say("it holds no decisions; league keep stores those of a season in it")
    return Exit.DONE


def _data(season: Season) -> list[dict[str, Any]]:
    """The decisions of a season as JSON has them."""
    from clabber_audit.league.decisions import filed

    called = {"title": season.title, "league": season.league, "season": season.season}
    kept = sorted(filed(season), key=lambda one: one.number or 0)
    return [{**called, "kind": one.kind, "decision": dict(one.entry)} for one in kept]


class ExportForm(StrEnum):
    """What an archive is exported as."""

    jsonl = "jsonl"
    clab = "clab"
    site = "site"


def export(
    archive: ArchiveArgument,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="A .jsonl or .clab file, a new folder, or -.")],
    form: Annotated[ExportForm | None, form_option(ExportForm, "from TARGET’s extension; a folder is a site")] = None,
    force: ForceOption = False,
    anonymous: AnonymousOption = False,
    clippings: ClippingsOption = None,
    jobs: JobsOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Write out all hands: as JSON Lines, as text, or as a folder of web pages that needs no server.

    If the site exists, only changes are written.

    Example: clabber-audit archive export season.db pages/
    """
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import Sought, hands
    from clabber_audit.cli.output import destination
    from clabber_audit.judge.anonymous import nameless
    from clabber_audit.records.canonical import canonical, record_data
    from clabber_audit.records.notation.writer import write

    kind = form or _form_of(target)
    if kind is ExportForm.site:
        return _site(archive, target, anonymous, clippings, jobs, changed)
    with open_archive(archive, changed=changed) as opened, destination(target, force) as stream:
        for number, shelved in enumerate(hands(opened, Sought())):
            record = nameless(shelved.hand.record) if anonymous else shelved.hand.record
            if kind is ExportForm.clab:
                stream.write("\n" * bool(number) + write(record))
            else:
                stream.write(canonical(record_data(record)) + "\n")
    return Exit.DONE


def _site(archive: str, target: str, anonymous: bool, clippings: str | None, jobs: int | None, changed: bool) -> Exit:
    """Write the archive as linked pages."""
    from clabber_audit.cli.folders import Ended, Folder, bring, clippings_in, digest_of, lacking, up_to_date

    given = digest_of([archive, *([clippings] if clippings else [])])
    folder = Folder(target, given, clippings is None, anonymous, changed)
    if (before := up_to_date(folder)) is not None:
        return before

    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import Sought, checkpoint_line, hands, histories
    from clabber_audit.sites.archive import archive_site
    from clabber_audit.sites.plan import packed

    with overheard() as heard, open_archive(archive, changed=changed) as opened:
        told, pictures = clippings_in(clippings)
        known = histories(opened)
        records = [(packed(shelved.hand.record, known), shelved.law) for shelved in hands(opened, Sought())]
        origin, line = opened.origin, checkpoint_line(opened)
    made = archive_site(records, origin, line, anonymous=anonymous, clippings=told)
    bring(folder, made, pictures, jobs, Ended(Exit.DONE, tuple(lacking(made, clippings)), not heard))
    return Exit.DONE


def _form_of(target: str) -> ExportForm:
    """What the ending asks for; a name without one is a folder of pages."""
    from clabber_audit.core.errors import UsageError

    ending = Path(target).suffix.lower() if target != "-" else ".jsonl"
    forms = {".jsonl": ExportForm.jsonl, ".clab": ExportForm.clab, "": ExportForm.site}
    if ending not in forms:
        why = "it can be .jsonl, .clab, or a name without an extension for a folder of pages"
        raise UsageError(f"an archive cannot be exported as {ending}", why, "give another name, or --format")
    return forms[ending]


Hand = TypeVar("Hand")


def of_each(
    archive: Archive, hands: Iterable[Hand], id_of: Callable[[Hand], str], *, only_open: bool
) -> Iterator[tuple[Hand, str]]:
    """The hands, each with nothing beside it; or only those of which something is open, with what that is."""
    for hand in hands:
        line = _line(archive, id_of(hand)) if only_open else ""
        if line or not only_open:
            yield hand, line


def _line(archive: Archive, id: str) -> str:
    from clabber_audit.archive.search import ruling_of
    from clabber_audit.judge.focus import focus
    from clabber_audit.judge.questions import all_questions
    from clabber_audit.report.verdict import open_line

    ruling = ruling_of(archive, id)
    return open_line(all_questions(ruling, focus(ruling)), ruling)
