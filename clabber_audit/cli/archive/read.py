"""Command line: archive list, search, show, dates, stats, decisions and export."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import islice
from operator import attrgetter, itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, TypeVar, cast

from clabber_audit.cli import folders, options
from clabber_audit.cli.archive.store import ArchiveArgument, EntryOption, open_archive, utc_now
from clabber_audit.cli.commands import choose_format
from clabber_audit.cli.options import TextFormat, argument, flag, format_option, infraction_ids, option
from clabber_audit.cli.output import capture_messages, destination, echo, echo_err, make_folder
from clabber_audit.core.errors import Exit, UsageError, printable
from clabber_audit.core.text import inflect, pluralize

if TYPE_CHECKING:
    from clabber_audit.api import Form
    from clabber_audit.archive.database import Archive
    from clabber_audit.archive.search import Listed


LimitOption = Annotated[int, option(..., "--limit", "N", "List at most N (0: all).", min=0, max=10**9)]
OpenOption = Annotated[bool, flag("--open", "Hands whose ruling depends on something unknown.", default=...)]


def _number_option(name: str) -> Any:
    return option(None, f"--{name}", "N", f"Hands of this {name}.", min=0, max=1000)


#: Format of a list of hands.
ListFormat = StrEnum("ListFormat", "text json csv")


def list_(
    archive: ArchiveArgument,
    *,
    season: str | None = option(None, "--season", "NAME", "Hands of this season."),
    round_: int | None = _number_option("round"),
    table: int | None = _number_option("table"),
    game: int | None = _number_option("game"),
    team: str | None = option(None, "--team", "TEAM", "Hands of this team."),
    player: str | None = option(None, "--player", "NAME", "Hands of this player."),
    infraction: str | None = option(
        None, "--infraction", "ID", "Hands with this infraction (by --player).", autocompletion=infraction_ids
    ),
    outcome: str | None = option(None, "--outcome", "WORD", "scored, renege, redeal, passed_out …"),
    differing: bool = flag("--differing", "Hands whose score sheet does not match the cards."),
    open_: OpenOption = False,
    source: str | None = option(None, "--source", "KIND", "Hands from this kind of source: newspaper …"),
    ruleset: str | None = option(
        None,
        "--ruleset",
        "RULES",
        "Hands judged by this ruleset: an id or a TOML file.",
        autocompletion=options.ruleset_ids,
    ),
    since: str | None = option(None, "--since", "DATE", "Played on this day or later: 1931-10-14."),
    until: str | None = option(None, "--until", "DATE", "Played on this day or earlier."),
    limit: LimitOption = 0,
    format: ListFormat = format_option(ListFormat, "text", default=ListFormat.text),
    allow_changed_rules: options.Changed = False,
) -> None:
    """List hands by date, those of a night in the order they were played.

    Example: clabber-audit archive list season.db --player Ruth --infraction failure-to-follow
    """
    from clabber_audit.archive.club import add_spellings, map_spellings
    from clabber_audit.archive.search import (
        INFRACTIONS,
        OUTCOMES,
        SOURCES,
        Listed,
        Sought,
        check_date,
        check_word,
        list_hands,
    )
    from clabber_audit.rules.ruleset import load

    check_word("--infraction", infraction, INFRACTIONS)
    check_word("--outcome", outcome, OUTCOMES)
    check_word("--source", source, SOURCES)
    first, last = check_date("--since", since), check_date("--until", until)
    sought = Sought(
        season=season,
        round=round_,
        table=table,
        game=game,
        team=team,
        infraction=infraction,
        outcome=outcome,
        differing=differing,
        open=open_,
        source=source,
        since=first,
        until=last,
        ruleset=load(ruleset).id if ruleset and ruleset.endswith(".toml") else ruleset,
    )
    # Only a ruling knows if it is undetermined, so the limit applies afterward.
    most = -1 if open_ else limit or -1
    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        if player is not None:
            sought = sought._replace(player=add_spellings([player], map_spellings(opened)))
        matches = with_open_lines(opened, list_hands(opened, sought, most), attrgetter("id"), only_open=open_)
        hands = islice(matches, limit or None)
        if format is ListFormat.text:
            _list_as_text(hands)
        elif format is ListFormat.csv:
            from clabber_audit.records.sheets.headings import csv_text

            heading = (*Listed._fields, *(["open"] if open_ else []))
            echo(csv_text([heading, *((*hand, *([line] if open_ else [])) for hand, line in hands)]), end="")
        else:
            echo("[", end="")
            for number, (hand, line) in enumerate(hands):
                data = {**hand._asdict(), **({"open": line} if open_ else {})}
                echo((",\n" if number else "\n") + json.dumps(data, ensure_ascii=False), end="")
            echo("\n]")


def _list_as_text(hands: Iterable[tuple[Listed, str]]) -> bool:
    """Print a line for each hand, with its unknowns below it; return True if there is any."""
    is_any = False
    for hand, line in hands:
        echo(_summarize(hand))
        if line:
            echo(f"    {line}")
        is_any = True
    return is_any


def _summarize(hand: Listed) -> str:
    """Return the line of a hand: where and when it was played, by whom, and with what result."""
    numbers = zip(("round", "table", "game", "hand"), hand[2:6], strict=True)
    place = " ".join(f"{word} {number}" for word, number in numbers if number is not None)
    marks = f"{hand.ns_mark}:{hand.ew_mark}" if hand.ns_mark is not None and not hand.sides else ""
    findings = pluralize(hand.findings, "finding") if hand.findings else ""
    teams = hand.sides or f"{hand.ns or 'North and South'} / {hand.ew or 'East and West'}"
    parts = [hand.id, hand.season, place, hand.date, printable(teams, 120), hand.outcome, marks, findings]
    return "  ".join(str(part) for part in parts if part)


def search(
    archive: ArchiveArgument,
    words: list[str] = argument(
        ...,
        "WORDS...",
        "Words to look for, and fields: player:Ruth team: infraction: round: table: game: season: outcome: "
        "ruleset: from:1931-10 to:1931-12 date:1931-11 id: source: league: venue: citation: recorder: remark:",
    ),
    open_: OpenOption = False,
    limit: LimitOption = 0,
    allow_changed_rules: options.Changed = False,
) -> None:
    """Find hands by words in names, teams, sources and remarks, and by fields.

    Example: clabber-audit archive search season.db player:Ruth infraction:failure-to-overtrump round:3
    """
    from clabber_audit.archive.search import (
        Sought,
        list_hands,
        parse_query,
        resolve,
        search_hands,
        suggestions,
    )

    query = parse_query(words)
    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        resolved = resolve(opened, query)
        for line in resolved.unknown:
            echo_err(line)
        if resolved.unknown:
            return
        sought, most = resolved.sought._replace(open=open_), -1 if open_ else limit or -1
        if query.words or resolved.within or not query.fields:
            is_any = False
            matches = search_hands(opened, query.words, most, sought, resolved.within)
            with_lines = with_open_lines(opened, matches, itemgetter(0), only_open=open_)
            for (name, text), line in islice(with_lines, limit or None):
                summary, found = _summarize(next(list_hands(opened, Sought(id=name)))), printable(text, 120)
                echo(summary if found in summary else f"{summary}  {found}")
                if line:
                    echo(f"    {line}")
                is_any = True
        else:
            listed = list_hands(opened, sought, most)
            hands = with_open_lines(opened, listed, attrgetter("id"), only_open=open_)
            is_any = _list_as_text(islice(hands, limit or None))
        if not is_any:
            echo_err("no hand matches" if query.fields or open_ else "no hand has all of these words")
            for line in suggestions(opened, " ".join((query.words, *resolved.within.values()))):
                echo_err(line)


#: Format of a ruling or record.
ShowFormat = StrEnum("ShowFormat", "html text json record clab")


def show(
    archive: ArchiveArgument,
    hand: str = argument(..., "ID", "The id of a hand."),
    *,
    format: ShowFormat | None = format_option(ShowFormat),
    history: bool = flag("--history", "List its versions: when, by whom, and why."),
    entry: EntryOption = None,
    output: options.Output = None,
    force: options.Force = False,
    anonymous: options.Anonymous = False,
    allow_changed_rules: options.Changed = False,
) -> None:
    """Show a hand: its ruling, its record, or its history.

    Example: clabber-audit archive show season.db otters-2026-r3-h1 -o ruling.html
    """
    from clabber_audit.api import written
    from clabber_audit.archive.search import checkpoint_line, ruling_of
    from clabber_audit.archive.search import history as versions
    from clabber_audit.judge.judge import anonymize_record
    from clabber_audit.records.formats import canonical, record_data
    from clabber_audit.records.notation.writer import write
    from clabber_audit.report.remarks import Origin, PageFrame

    format = choose_format(output, ShowFormat, format) or ShowFormat.text
    with (
        open_archive(archive, allow_changed_rules=allow_changed_rules) as opened,
        destination(output, force) as stream,
    ):
        if history:
            for version in versions(opened, hand):
                amended = f", amended by {version.by}: {version.why}" if version.by else ""
                stream.write(f"entry {version.entry}  {version.at}  sha256 {version.sha256[:16]}{amended}\n")
            return
        ruling = ruling_of(opened, hand, entry)
        record = ruling.replay.hand.original
        if format is ShowFormat.record or format is ShowFormat.clab:
            record = anonymize_record(record) if anonymous else record
            stream.write(
                write(record) if format is ShowFormat.clab else canonical(record_data(record)) + "\n"
            )
        elif anonymous:
            # The name of an archive may be that of a club, and its history has names.
            stream.write(written(ruling, cast("Form", format.value), anonymous=True))
        else:
            frame = PageFrame("", (), origin=Origin(tuple(versions(opened, record.id))))
            line = checkpoint_line(opened)
            stream.write(written(ruling, cast("Form", format.value), checkpoint=line, frame=frame))


def stats(
    archive: ArchiveArgument,
    format: TextFormat = format_option(TextFormat, "text", default=TextFormat.text),
    allow_changed_rules: options.Changed = False,
) -> None:
    """Count the hands of an archive, by outcome and by infraction.

    Example: clabber-audit archive stats season.db
    """
    from clabber_audit.archive.search import statistics

    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        figures = statistics(opened)
    if format is TextFormat.json:
        echo(json.dumps(figures, ensure_ascii=False, indent=2))
        return
    for name, value in figures.items():
        if isinstance(value, dict):
            echo(f"{name}:")
            for key, count in value.items():
                echo(f"  {key:<28}{count:>8}")
        else:
            echo(f"{name:<20}{value:>10}" if isinstance(value, int) else f"{name:<20}{value}")


def dates(
    archive: ArchiveArgument,
    format: TextFormat = format_option(TextFormat, "text", default=TextFormat.text),
    allow_changed_rules: options.Changed = False,
) -> None:
    """List the dates of an archive as they are written, each in EDTF, with a question where one is not certain.

    `archive amend --where` corrects one in all its hands.

    Example: clabber-audit archive dates season.db
    """
    from clabber_audit.archive.search import dates as written_dates

    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        rows = list(written_dates(opened))
    if format is TextFormat.json:
        echo(json.dumps([row._asdict() for row in rows], ensure_ascii=False, indent=2))
        return
    for row in rows:
        hands = pluralize(row.hands, "hand")
        question = f"  {row.question}" if row.question else "" if row.edtf else "  no date that is understood"
        written = printable(row.written, 60) or "(none written)"
        echo(f"{row.edtf or '?':<25}  {written:<30}  {hands}{question}")
    if undated := sum(row.hands for row in rows if row.edtf is None):
        no_date = "no date that counts"
        echo_err(inflect(undated, f"{{count}} hand has {no_date}", f"{{count}} hands have {no_date}"))


def decisions(
    archive: ArchiveArgument,
    format: TextFormat = format_option(TextFormat, "text", default=TextFormat.text),
    allow_changed_rules: options.Changed = False,
) -> None:
    """List the decisions of each season in the log, and those of a club's book: who, what, when and why.

    No season file is needed. Teams and matches are listed by their ids.

    Example: clabber-audit archive decisions season.db
    """
    from clabber_audit.archive.club import list_logged
    from clabber_audit.archive.database import load_seasons
    from clabber_audit.league.decisions import list_entries
    from clabber_audit.report.league.sections import SeasonNames, log_lines

    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        seasons, precedents = list(load_seasons(opened)), list(list_logged(opened))
    if format is TextFormat.json:
        listed: list[dict[str, Any]] = []
        for season in seasons:
            about = {"title": season.title, "league": season.league, "season": season.season}
            entries = sorted(list_entries(season), key=lambda one: one.number or 0)
            listed += [{**about, "kind": entry.kind, "decision": dict(entry.entry)} for entry in entries]
        listed += [{"kind": "precedents", "decision": dict(logged.decision)} for logged in precedents]
        echo(json.dumps(listed, ensure_ascii=False, indent=2))
        return
    for number, season in enumerate(seasons):
        names = SeasonNames(season)
        echo("\n" * bool(number) + ", ".join([names.title, *names.context]))
        for log_line in log_lines(season, names):
            echo(f"  {log_line.line}")
    if precedents:
        echo("\n" * bool(seasons) + "The book of the club")
    for logged in precedents:
        keys = ("number", "question", "date", "holding")
        own_number, question, day, holding = (printable(str(logged.decision.get(key)), 200) for key in keys)
        echo(f"  {own_number} on {question} ({day}): {holding}")
    if not seasons and not precedents:
        echo_err("it holds no decisions; league keep stores those of a season in it")


#: Format of an export.
ExportFormat = StrEnum("ExportFormat", "jsonl clab site bag")


def export(
    archive: ArchiveArgument,
    target: str = argument(..., "TARGET", "A .jsonl or .clab file, a new folder, or -."),
    *,
    format: ExportFormat | None = format_option(ExportFormat, "from TARGET’s extension; a folder is a site"),
    bag: bool = flag(
        "--bag", "Write a folder for repositories: Dublin Core as CSV, records and clippings, in BagIt."
    ),
    force: options.Force = False,
    anonymous: bool = flag("--anonymous", "Show seats instead of names; leave out clippings and free text."),
    without_names: bool = flag("--without-names", "The same as --anonymous."),
    clippings: folders.ClippingsOption = None,
    jobs: options.Jobs = None,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Write out all hands: as JSON Lines, as text, as a folder of web pages that needs no server, or as a bag.

    If the site exists, only changes are written. A bag is a new folder, with checksums of everything in it.

    Example: clabber-audit archive export season.db pages/
    """
    from clabber_audit.archive.search import Sought, hands
    from clabber_audit.judge.judge import anonymize_record
    from clabber_audit.records.formats import canonical, record_data
    from clabber_audit.records.notation.writer import write

    anonymous = anonymous or without_names
    if bag:
        if format not in (None, ExportFormat.bag):
            raise UsageError(f"--bag does not go with --format {format.value}", "", "leave one of them out")
        format = ExportFormat.bag
    if format is None:
        ending = Path(target).suffix.lower() if target != "-" else ".jsonl"
        formats = {".jsonl": ExportFormat.jsonl, ".clab": ExportFormat.clab, "": ExportFormat.site}
        if ending not in formats:
            why = "it can be .jsonl, .clab, or a name without an extension for a folder of pages"
            help = "give another name, or --format"
            raise UsageError(f"an archive cannot be exported as {ending}", why, help)
        format = formats[ending]
    if format is ExportFormat.site:
        return _write_site(archive, target, anonymous, clippings, jobs, allow_changed_rules)
    if format is ExportFormat.bag:
        _write_bag(archive, target, anonymous, clippings, allow_changed_rules)
        return Exit.DONE
    with (
        open_archive(archive, allow_changed_rules=allow_changed_rules) as opened,
        destination(target, force) as stream,
    ):
        for number, stored in enumerate(hands(opened, Sought())):
            record = anonymize_record(stored.hand.original) if anonymous else stored.hand.original
            if format is ExportFormat.clab:
                stream.write("\n" * bool(number) + write(record))
            else:
                stream.write(canonical(record_data(record)) + "\n")
    return Exit.DONE


def _write_bag(
    archive: str, target: str, anonymous: bool, clippings: str | None, allow_changed_rules: bool
) -> None:
    """Write the hands of an archive as a BagIt bag, and say what was written."""
    from clabber_audit.archive.club import map_spellings
    from clabber_audit.archive.search import Sought, hands
    from clabber_audit.sites.archive import Parcel, bag_files, missing_clippings

    # Pictures and their transcriptions name people too.
    texts, pictures = folders.clippings_in(None if anonymous else clippings)
    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        records = [stored.hand.original for stored in hands(opened, Sought())]
        parcel = Parcel(opened.origin, utc_now()[:10], anonymous, map_spellings(opened))
    files = bag_files(records, texts, pictures, parcel)
    with make_folder(target) as folder:
        for name, data in files.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes(data)
    if clippings and not anonymous:
        for name, sha256 in missing_clippings(records, texts):
            clipping = f"clipping sha256:{sha256}"
            echo_err(f"look: {name} names {clipping}, which is not in {printable(clippings, 200)}")
    count = pluralize(len(records), "hand")
    echo_err(f"{count} in {printable(target, 200)}, {pluralize(len(files), 'file')}")


def _write_site(
    archive: str,
    target: str,
    anonymous: bool,
    clippings: str | None,
    jobs: int | None,
    allow_changed_rules: bool,
) -> Exit:
    """Write the site of an archive, or only what has changed in it."""
    digest = folders.digest_of([archive, *([clippings] if clippings else [])])
    folder = folders.Folder(target, digest, clippings is None, anonymous, allow_changed_rules)
    if (before := folders.report_unchanged(folder)) is not None:
        return before

    from clabber_audit.archive.club import map_spellings
    from clabber_audit.archive.search import Sought, checkpoint_line, hands, histories
    from clabber_audit.sites.archive import archive_site
    from clabber_audit.sites.pages import pack_record

    with (
        capture_messages() as messages,
        open_archive(archive, allow_changed_rules=allow_changed_rules) as opened,
    ):
        texts, pictures = folders.clippings_in(clippings)
        known = histories(opened)
        found = hands(opened, Sought())
        records = [(pack_record(stored.hand.original, known), stored.law) for stored in found]
        origin, line, spellings = opened.origin, checkpoint_line(opened), map_spellings(opened)
    site = archive_site(records, origin, line, anonymous=anonymous, clippings=texts, spellings=spellings)
    end = folders.RunEnd(Exit.DONE, tuple(folders.missing_clippings(site, clippings)), not messages)
    folders.write_site(folder, site, pictures, jobs, end)
    return Exit.DONE


def would_change(
    archive: ArchiveArgument,
    *,
    before: str = option(..., "--from", "RULES", "Rules before.", autocompletion=options.ruleset_ids),
    after: str = option(..., "--to", "RULES", "Rules after.", autocompletion=options.ruleset_ids),
    format: options.PaperFormat | None = format_option(options.PaperFormat),
    output: options.Output = None,
    force: options.Force = False,
    allow_changed_rules: options.Changed = False,
) -> None:
    """List the hands that a change of the rules would decide otherwise, with both verdicts.

    Example: clabber-audit archive would-change season.db --from ecl-1984 --to ecl-1992
    """
    from clabber_audit.archive.search import Sought, hands
    from clabber_audit.judge.comparison import revise
    from clabber_audit.report.book import revision_data, revision_paper
    from clabber_audit.report.html import render_paper
    from clabber_audit.report.layout import to_json_text
    from clabber_audit.rules.bound_ruleset import load_law

    format = choose_format(output, options.PaperFormat, format) or options.PaperFormat.text
    ours, theirs = (load_law(name, allow_changed_rules=allow_changed_rules) for name in (before, after))
    if ours.game is not theirs.game:
        what = f"{ours.ruleset.id} is for {ours.game.name}, {theirs.ruleset.id} for {theirs.game.name}"
        raise UsageError(what, "a revision is of one game", "give two rulesets of one game")
    with (
        open_archive(archive, allow_changed_rules=allow_changed_rules) as opened,
        destination(output, force) as stream,
    ):
        kept = ((stored.hand, stored.law.ruleset.id) for stored in hands(opened, Sought()))
        revision = revise(kept, ours, theirs)
        paper, data = lambda: revision_paper(revision), lambda: to_json_text(revision_data(revision))
        text = render_paper(format, paper, data, signed=False)
        stream.write(text)


Hand = TypeVar("Hand")


def with_open_lines(
    archive: Archive, hands: Iterable[Hand], id_of: Callable[[Hand], str], *, only_open: bool
) -> Iterator[tuple[Hand, str]]:
    """Yield each hand with an empty line, or only undetermined ones with a line of their unknowns."""
    if not only_open:
        yield from ((hand, "") for hand in hands)
        return
    from clabber_audit.archive.search import ruling_of
    from clabber_audit.judge.focus import focus
    from clabber_audit.judge.questions import list_questions
    from clabber_audit.report.verdict import open_questions_line

    for hand in hands:
        ruling = ruling_of(archive, id_of(hand))
        if line := open_questions_line(list_questions(ruling, focus(ruling)), ruling):
            yield hand, line
