"""Command line: archive init, add, backup, amend and people."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from clabber_audit.cli import options, output
from clabber_audit.cli.commands import load_asked_law, report, worst_code
from clabber_audit.cli.options import argument, flag, option
from clabber_audit.cli.output import echo, echo_err
from clabber_audit.cli.rulings import files_to_read, for_each_hand, hand_of, rule_hands, ruling_on
from clabber_audit.core.errors import (
    ClabberError,
    Exit,
    RecordError,
    Refused,
    Unusable,
    UsageError,
    printable,
)
from clabber_audit.core.text import inflect, is_name, pluralize

if TYPE_CHECKING:
    from clabber_audit.archive.database import Archive
    from clabber_audit.archive.hands import ContentHash, PlannedAmendment, Status
    from clabber_audit.archive.search import StoredHand
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.rules.bound_ruleset import BoundRuleset

ArchiveArgument = Annotated[str, argument(..., "ARCHIVE", "The archive’s file, such as season.db.")]


EntryOption = Annotated[int | None, option(..., "--entry", "N", "The version in entry N of the log.")]


def open_archive(path: str, **how: bool) -> Archive:
    """Open an archive, with SQLite and the models loaded for it alone."""
    from clabber_audit.archive.database import open_archive

    return open_archive(path, **how)


def utc_now() -> str:
    """Return the current time in UTC, as the log has it."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def init(
    archive: ArchiveArgument,
    origin: str | None = option(None, "--origin", "NAME", "Name on checkpoints (default: the file’s name)."),
) -> None:
    """Make an empty archive. A file that already exists is never touched.

    Example: clabber-audit archive init season.db
    """
    from clabber_audit.archive.database import create

    with create(archive, origin) as created:
        echo_err(f"{archive} is a new archive called {created.origin}")


def add(
    archive: ArchiveArgument,
    paths: options.Records,
    *,
    ruleset: options.Ruleset = None,
    batch: int = option(1000, "--batch", "N", "Save after every N hands.", min=1),
    dry: bool = flag("--dry-run", "Add nothing; show, file by file, what would be added."),
    yes: bool = flag("--yes -y", "Add a folder without asking first."),
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Add hands and their rulings. Hands already there stay; run it again if it was interrupted.

    For a folder, at a terminal, it first shows what would be added and asks before it goes on.

    Example: clabber-audit archive add season.db hands.jsonl
    """
    from clabber_audit.archive.search import people_and_teams

    for path in paths:
        with suppress(OSError):
            if os.path.samefile(path, archive):
                what, why = f"{path} cannot be added to itself", "it is the archive itself"
                raise UsageError(what, why, "name another file")
    law, reported = load_asked_law(ruleset, allow_changed_rules), set[str]()
    # A folder is confirmed at a terminal, if everything can be read twice.
    is_rereadable = all(os.path.isdir(path) or os.path.isfile(path) for path in paths)
    if dry or (not yes and is_rereadable and any(map(os.path.isdir, paths)) and is_interactive()):
        with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
            # Names in the archive were warned about before.
            output.find_lookalikes(people_and_teams(opened))
            forecast = _forecast(opened, paths, law, allow_changed_rules=allow_changed_rules)
        if dry or not forecast.new:
            return worst_code(forecast.codes)
        if ask("Add them? [y/N] ") not in ("y", "yes"):
            echo_err("nothing was added")
            return Exit.DONE
        reported = forecast.reported
    with open_archive(archive, write=True, allow_changed_rules=allow_changed_rules) as opened:
        output.find_lookalikes(people_and_teams(opened))
        return _add(opened, paths, law, batch, reported)


def _add(
    archive: Archive, paths: list[str], law: BoundRuleset | None, batch: int, reported: set[str]
) -> Exit:
    """Add hands batch by batch, without repeating the errors `reported` before."""
    from clabber_audit.archive.hands import PreparedRuling, prepare_ruling
    from clabber_audit.archive.hands import add as store
    from clabber_audit.inputs.readers import estimate_count

    codes, at, waiting = set[Exit](), utc_now(), list[PreparedRuling]()
    new = known = refused = 0

    def report_once(problem: ClabberError) -> None:
        if str(problem) not in reported:
            report(problem)

    def commit() -> None:
        nonlocal new, known, refused
        stored = store(archive, waiting)
        waiting.clear()
        for problem in stored.refused:
            report_once(problem)
            codes.add(problem.exit_code)
        new, known, refused = new + stored.new, known + stored.known, refused + len(stored.refused)

    rulings = rule_hands(paths, law, codes, report_once, allow_changed_rules=archive.allow_changed_rules)
    for ruling in output.with_bar(rulings, "adding", lambda: estimate_count(paths)):
        waiting.append(prepare_ruling(ruling, archive, at))
        if len(waiting) >= batch:
            commit()
    commit()
    if not (codes or new or known or refused):
        raise Unusable(f"{' '.join(paths)} has no hand", "nothing was added", "check the file")
    added = f"{pluralize(new, 'hand')} added"
    echo_err(f"{added}, {known} already there, {refused} not added (other content under the same id)")
    return worst_code(codes)


ByOption = Annotated[str, option(..., "--by", "NAME", "Name of the person who corrects it.")]
WhyOption = Annotated[str, option(..., "--why", "REASON", "Reason for the correction.")]
_LONGEST: Final = 500


def require_author(by: str, why: str) -> tuple[str, str]:
    """Return who makes a change, and why. Raise UsageError if either is missing or too long."""
    for name, text in (("--by", by), ("--why", why)):
        if not is_name(text) or len(text) > _LONGEST:
            help = "say it in a few words"
            raise UsageError(f"{name} needs a line of text", f"at most {_LONGEST} characters", help)
    return by.strip(), why.strip()


def is_interactive() -> bool:
    """Return True if a person can be asked."""
    return output.is_typed_by_a_person() and output.is_read_by_a_person()


def ask(question: str) -> str:
    """Ask a question; the end of the input means no."""
    try:
        return output.ask_line(question).strip().lower()
    except EOFError:
        echo_err("")
        return "no"


_SOURCES_SHOWN: Final = 20
_STATUS: Final[dict[Status, str]] = {
    "new": "{} new",
    "there": "{} already there",
    "other rules": "{} not added: already there under other rules",
    "other content": "{} not added: already there with other content",
}


class _Forecast(NamedTuple):
    """Number of hands that would be added, exit codes, and errors reported."""

    new: int
    codes: set[Exit]
    reported: set[str]


def _forecast(
    archive: Archive, paths: Sequence[str], law: BoundRuleset | None, *, allow_changed_rules: bool
) -> _Forecast:
    """Show the result of adding the hands of some paths, without adding them."""
    from clabber_audit.archive.hands import classify, identify_hand, refusal, sources
    from clabber_audit.inputs.records import law_for

    codes, reported, refused = set[Exit](), set[str](), 0
    added: dict[str, ContentHash] = {}
    total: Counter[Status] = Counter()
    known, new_sources = sources(archive), dict[str, None]()

    def add(item: InputRecord) -> None:
        hand = identify_hand(archive, hand_of(item).record, law_for(item, law).ruleset)
        (status,) = classify(archive, [hand], added)
        total[status] += 1
        if status not in ("new", "there"):
            raise refusal(archive, hand, status)
        if hand.source and hand.source not in known:
            new_sources[hand.source] = None

    def refuse(problem: ClabberError) -> None:
        nonlocal refused
        refused += 1
        reported.add(str(problem))
        report(problem)

    for file in files_to_read(paths):
        if isinstance(file, Refused):
            refuse(file)
            codes.add(Exit.REFUSED)
            continue
        before, refused_before = total.copy(), refused
        for _hand in for_each_hand([file], add, codes, refuse, allow_changed_rules=allow_changed_rules):
            pass
        count = total - before
        parts = [phrase.format(count[status]) for status, phrase in _STATUS.items() if count[status]]
        if faulty := refused - refused_before - count["other rules"] - count["other content"]:
            parts.append(f"{faulty} with errors")
        echo(f"{printable(file, 200)}: {', '.join(parts) or 'no hands'}")
    would = inflect(total["new"], "{count} hand would be added", "{count} hands would be added")
    echo(f"{would}, {total['there']} already there, {refused} not added")
    if new_sources:
        echo(inflect(len(new_sources), "one source is new:", "{count} sources are new:"))
    for source in [*new_sources][:_SOURCES_SHOWN]:
        echo(f"  {printable(source, 200)}")
    if more := len([*new_sources][_SOURCES_SHOWN:]):
        echo(f"  and {more} more")
    return _Forecast(total["new"], codes, reported)


def backup(
    archive: ArchiveArgument,
    target: str = argument(..., "TARGET", "New file for the copy."),
    allow_changed_rules: options.Changed = False,
) -> None:
    """Copy an archive, even while it is in use. The copy proves whatever the archive proves.

    Example: clabber-audit archive backup season.db season-copy.db
    """
    from clabber_audit.archive.hands import copy

    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        line = copy(opened, target)
    echo_err(f"{target} holds {line}")


def amend(
    archive: ArchiveArgument,
    *,
    record: str | None = argument(
        None,
        "RECORD",
        "The corrected record, or the id of a hand to correct in your editor; - is standard input.",
    ),
    by: ByOption = "",
    why: WhyOption = "",
    where: list[str] | None = option(
        None,
        "--where",
        "FIELD:VALUE",
        "Correct every hand that matches, with the fields of `archive search`. date:1931-11 is every date "
        "within it or written just so.",
    ),
    assign: list[str] | None = option(
        None,
        "--set",
        "KEY=VALUE",
        "New value, such as source.citation, context.date, teams.NS or players.N; nothing after = removes it.",
    ),
    undo: int | None = option(
        None, "--undo", "ENTRY", "Undo the batch that this entry of the log is part of.", min=0
    ),
    dry: bool = flag("--dry-run", "Change nothing; show what would be changed."),
    yes: bool = flag("--yes -y", "Change many hands without asking first."),
    ruleset: options.Ruleset = None,
    hand: options.Hand = None,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Replace a record with a corrected one of the same id, or set a value in many. The old ones stay in the log.

    Without a file the hand is opened as text in the editor that VISUAL or EDITOR names. With --where and --set, or
    --undo, it first shows what would change and asks. Every hand gets its own entry, and all are changed or none.

    Example: clabber-audit archive amend season.db hand.clab --by Ruth --why "trick 2 was miscopied"
    """
    is_batch = bool(where or assign or undo is not None)
    if (is_batch or dry or yes) and (record or hand or ruleset or not is_batch):
        reason = "--dry-run and --yes go with --where or --undo, which take no RECORD, --hand or --ruleset"
        raise UsageError("these options do not go together", reason, "see archive amend --help")
    if is_batch and (bool(where), bool(assign)) != (undo is None, undo is None):
        help = "give --where FIELD:VALUE with --set KEY=VALUE, or --undo ENTRY alone"
        raise UsageError("it is not clear what to change", "", help)
    author = ("", "") if dry else require_author(by, why)
    if is_batch:
        _amend_batch(
            archive,
            where or (),
            assign or (),
            undo,
            author,
            dry=dry,
            yes=yes,
            allow_changed_rules=allow_changed_rules,
        )
        return Exit.DONE
    return _amend_one(
        archive, record, hand, load_asked_law(ruleset, allow_changed_rules), author, allow_changed_rules
    )


#: The most hands that are listed with what would change, and the most dates of those left alone.
_SHOWN: Final = 200
_DATES_SHOWN: Final = 10


def _amend_batch(
    archive: str,
    where: Sequence[str],
    assign: Sequence[str],
    undo: int | None,
    author: tuple[str, str],
    *,
    dry: bool,
    yes: bool,
    allow_changed_rules: bool,
) -> None:
    """Show what would change in many hands, ask, and change all of them or none."""
    from clabber_audit.archive import hands as amending
    from clabber_audit.archive.search import parse_query, people_and_teams, resolve

    assignments, query = [amending.parse_assignment(text) for text in assign], parse_query(where)
    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        resolved = resolve(opened, query)
        for line in resolved.unknown:
            echo_err(line)
        alone = [] if resolved.unknown else list(amending.list_uncertain_hands(opened, resolved.sought))
        changing = amending.plan_assignments(opened, query, resolved, assignments)
        planned = changing if undo is None else amending.plan_undo(opened, undo)
        plan = [] if resolved.unknown else list(output.with_bar(planned, "reading", lambda: None))
    due = [amendment for amendment in plan if amendment.changes]
    for amendment in due[:_SHOWN]:
        echo(_change_line(amendment, resolved.sought.date))
    if more := len(due[_SHOWN:]):
        echo(f"and {more} more")
    if undo is None:
        matches = inflect(len(plan), "{count} hand matches", "{count} hands match")
        echo_err(f"{matches}, {len(due)} would change")
    if alone:
        dates = Counter(listed.date or "no date of its own" for listed in alone)
        most = dates.most_common(_DATES_SHOWN)
        counts = ", ".join(f"{printable(date, 80)} ({count})" for date, count in most)
        rest = f" and {len(dates) - _DATES_SHOWN} more" if len(dates) > _DATES_SHOWN else ""
        date = printable(resolved.sought.date, 80)
        echo_err(f"left alone, since their dates go beyond “{date}”: {counts}{rest}")
    if dry or not due:
        echo_err("nothing was changed")
        return
    if not yes:
        if not is_interactive():
            why = "nobody is there to be asked, and nothing was changed"
            help = "look with --dry-run, then add --yes"
            raise UsageError("many hands are changed only after a look", why, help)
        if ask("Change them? [y/N] ") not in ("y", "yes"):
            echo_err("nothing was changed")
            return
    with open_archive(archive, write=True, allow_changed_rules=allow_changed_rules) as opened:
        output.warn_of_lookalikes(people_and_teams(opened))
        entries = amending.amend_batch(opened, [amendment.amendment for amendment in due], utc_now(), *author)
    if entries:
        done = inflect(len(entries), "{count} hand was amended", "{count} hands were amended")
        echo_err(f"{done}, entries {entries[0]} to {entries[-1]}; --undo {entries[0]} takes it back")


def _change_line(planned: PlannedAmendment, date: str | None) -> str:
    """Return a line of the table: the hand, how its date matched, each key with the value before and after."""
    from clabber_audit.records.dates import edtf
    from clabber_audit.records.formats import fold_name

    parts = [planned.amendment.ruling.replay.hand.record.id]
    if date is not None:
        how = "the same date" if edtf(planned.date) == edtf(date) else "within"
        how = "as written" if fold_name(planned.date) == fold_name(date) else how
        parts.append(f"{printable(planned.date, 40)} ({how})")
    for key, values in planned.changes.items():
        before, after = (f"“{printable(value, 80)}”" if value else "nothing" for value in values)
        parts.append(f"{key}: {before} → {after}")
    return "  ".join(parts)


def _amend_one(
    archive: str,
    record: str | None,
    hand: str | None,
    law: BoundRuleset | None,
    author: tuple[str, str],
    allow_changed_rules: bool,
) -> Exit:
    """Store a corrected record, or open the hand of an id in an editor and store what was typed."""
    from clabber_audit.archive.hands import amend as store_amended
    from clabber_audit.archive.search import people_and_teams, version_of
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.inputs.records import find_ending
    from clabber_audit.records.base import IDENTIFIER

    def store(ruling: Ruling, over: int | None = None) -> bool:
        with open_archive(archive, write=True, allow_changed_rules=allow_changed_rules) as opened:
            output.warn_of_lookalikes(people_and_teams(opened))
            return store_amended(opened, ruling, utc_now(), *author, over=over)

    is_id = bool(record and re.match(IDENTIFIER, record)) and not find_ending(record or "")
    if record is None or (hand is None and is_id and not os.path.lexists(record)):
        if (wanted := record or hand) is None:
            help = "give the corrected record, or the id of the hand"
            raise UsageError("which hand should be amended?", "", help)
        with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
            before = version_of(opened, wanted)
        name = before.hand.record.id
        draft = _Draft(before, law, allow_changed_rules)
        try:
            while True:
                output.edit(draft.path)
                if draft.is_unchanged():
                    echo_err("nothing was changed")
                    return Exit.DONE
                try:
                    ruling = draft.ruling()
                except ClabberError as problem:
                    report(problem)
                    if not is_interactive() or ask("Back to the editor? [Y/n] ").startswith("n"):
                        return problem.exit_code
                    continue
                for line in draft.difference(ruling):
                    echo(line)
                is_changed = store(ruling, before.entry)
                draft.path.unlink()
                echo_err(f"{name} {_AMENDED}" if is_changed else "nothing was changed")
                return Exit.DONE
        finally:
            draft.close()
    ruling = ruling_on(read_one_record(record, hand, allow_changed_rules=allow_changed_rules), law)
    result = _AMENDED if store(ruling) else "is already there, word for word"
    echo_err(f"{ruling.replay.hand.record.id} {result}")
    return Exit.DONE


_AMENDED: Final = "was amended; the old version is kept"
_LINES_SHOWN: Final = 40


class _Draft:
    """Hand as a text file in an editor; it survives until it is stored."""

    def __init__(self, before: StoredHand, law: BoundRuleset | None, allow_changed_rules: bool) -> None:
        from clabber_audit.records.notation.writer import write

        self.before, self.law, self.allow_changed_rules = before, law, allow_changed_rules
        self.text, self.path = write(before.hand.original), Path(f"{before.hand.record.id}.amending.clab")
        if not (os.environ.get("VISUAL") or os.environ.get("EDITOR")):
            help = "set one, as in EDITOR=nano, or give the corrected record as a file"
            raise UsageError("no editor is set", "VISUAL and EDITOR are both empty", help)
        if os.path.lexists(self.path):
            why = "it holds what was typed earlier"
            raise Unusable(f"{self.path} already exists", why, "use it as the record, or move it away")
        output.write_output(str(self.path), self.text, force=False)

    def close(self) -> None:
        """Remove the file, unless something was typed into it and not stored."""
        if not self.path.exists():
            return
        if self.is_unchanged():
            self.path.unlink()
        else:
            echo_err(f"your typing is in {self.path}: correct it there, and pass that file to archive amend")

    def is_unchanged(self) -> bool:
        """Return True if nothing was typed, or everything typed was deleted."""
        try:
            typed = self.path.read_bytes().decode(errors="replace")
        except OSError:
            # The file itself was deleted.
            return True
        return typed.removeprefix("\ufeff").replace("\r\n", "\n").strip() in ("", self.text.strip())

    def ruling(self) -> Ruling:
        """Judge the draft by the stored rules of the hand, unless it names others now."""
        from clabber_audit.inputs.readers import read_one_record

        old = self.before.hand.record
        item = read_one_record(str(self.path), allow_changed_rules=self.allow_changed_rules)
        assert item.record
        if item.record.id != old.id:
            what, why = f"the id is {item.record.id} now", f"a hand keeps its id, {old.id}"
            help = "put the id back"
            raise Refused([RecordError(what, why, help, place=item.locate(("id",)))], str(self.path))
        same_rules = item.record.ruleset == old.ruleset
        return ruling_on(item._replace(law=self.before.law) if same_rules else item, self.law)

    def difference(self, ruling: Ruling) -> Iterator[str]:
        """Yield the changed lines, and the old and the new ruling."""
        from clabber_audit.judge.judge import adjudicate
        from clabber_audit.records.notation.writer import write
        from clabber_audit.report.verdict import first_line

        new = write(ruling.replay.hand.original)
        lines = list(unified_diff(self.text.splitlines(), new.splitlines(), n=0, lineterm=""))
        changes = [line for line in lines[2:] if not line.startswith("@@")]
        yield from (f"{line[0]} {printable(line[1:], 200)}" for line in changes[:_LINES_SHOWN])
        if more := len(changes[_LINES_SHOWN:]):
            yield f"  and {more} more lines"
        old_line, new_line = first_line(adjudicate(self.before.hand, self.before.law)), first_line(ruling)
        if old_line == new_line:
            yield f"The ruling is unchanged: {new_line}"
        else:
            yield f"The ruling was: {old_line}"
            yield f"The ruling is: {new_line}"


def people(
    archive: ArchiveArgument,
    *,
    person: str | None = option(None, "--person", "NAME", "A player who is written in several ways."),
    spelling: list[str] | None = option(
        None, "--spelling", "NAME", "Another spelling of --person (repeatable)."
    ),
    undo: int | None = option(
        None, "--undo", "ENTRY", "Take back this entry of the list of spellings.", min=1
    ),
    by: ByOption = "",
    why: WhyOption = "",
    allow_changed_rules: options.Changed = False,
) -> None:
    """List the players with their spellings and names that may be one person, or decide that they are.

    Records keep the names as written. Searches, lists and the pages of a site take all spellings for one person.

    Example: clabber-audit archive people season.db --person "Ruth Lee" --spelling "R. Lee" --by Ann --why "one hand"
    """
    from clabber_audit.archive.club import decide
    from clabber_audit.archive.club import undo as take_back

    if person is None and not spelling and undo is None:
        with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
            _list_people(opened)
        return
    if (person is None) == (undo is None) or bool(spelling) != (person is not None):
        help = "give --person NAME with --spelling NAME, or --undo ENTRY alone"
        raise UsageError("it is not clear what to decide", "", help)
    if person is not None and not is_name(person):
        raise UsageError("--person needs a name", "", "give the name as it is to be read")
    at, others = utc_now(), list(dict.fromkeys(spelling or ()))
    author = require_author(by, why)
    with open_archive(archive, write=True, allow_changed_rules=allow_changed_rules) as opened:
        if undo is not None:
            take_back(opened, undo, author, at)
            echo_err(f"spelling {undo} is taken back")
            return
        first = decide(opened, (person or "").strip(), others, author, at)
    for number, other in enumerate(others, first):
        echo_err(f"“{printable(other, 80)}” is {printable(person, 80)}; --undo {number} takes it back")


def _list_people(archive: Archive) -> None:
    """Print each player with spellings and hands, then names that may be one person."""
    from clabber_audit.archive.club import appearances, proposals, spellings
    from clabber_audit.records.formats import fold_name

    decided, hands = list(spellings(archive)), appearances(archive)
    known = {fold_name(spelling.spelling): spelling.name for spelling in decided}
    for name in {spelling.name: None for spelling in decided}:
        hands.setdefault(fold_name(name), (name, 0))
    for key, (name, count) in sorted(hands.items()):
        if key in known:
            continue
        own = [spelling for spelling in decided if fold_name(spelling.name) == key]
        total = count + sum(hands.get(fold_name(spelling.spelling), ("", 0))[1] for spelling in own)
        echo(f"{printable(name, 80)}  {pluralize(total, 'hand')}")
        for spelling in own:
            why = f"{spelling.when} {spelling.who}: {printable(spelling.why, 200)}"
            echo(f"  {spelling.number}. also {printable(spelling.spelling, 80)} ({why})")
    for name, other in proposals([name for name, _ in hands.values()], known):
        echo_err(f"look: perhaps one person: “{printable(name, 80)}” and “{printable(other, 80)}”")
