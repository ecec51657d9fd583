"""Command line: archive init, add and backup."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from clabber_audit.cli.commands import report, worst_code
from clabber_audit.cli.options import (
    ChangedOption,
    RecordsArgument,
    RulesetOption,
    argument,
    flag,
    load_asked_law,
    option,
)
from clabber_audit.cli.output import (
    ask_line,
    echo,
    echo_err,
    find_lookalikes,
    is_read_by_a_person,
    is_typed_by_a_person,
    with_bar,
)
from clabber_audit.cli.rulings import files_to_read, for_each_hand, hand_of, rule_hands
from clabber_audit.core.errors import ClabberError, Exit, Refused, Unusable, UsageError, printable
from clabber_audit.core.text import inflect, is_name, pluralize

if TYPE_CHECKING:
    from clabber_audit.archive.database import Archive
    from clabber_audit.archive.hands import ContentHash, Status
    from clabber_audit.inputs.records import InputRecord
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
    paths: RecordsArgument,
    *,
    ruleset: RulesetOption = None,
    batch: int = option(1000, "--batch", "N", "Save after every N hands.", min=1),
    dry: bool = flag("--dry-run", "Add nothing; show, file by file, what would be added."),
    yes: bool = flag("--yes -y", "Add a folder without asking first."),
    changed: ChangedOption = False,
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
    law, reported = load_asked_law(ruleset, changed), set[str]()
    # A folder is confirmed at a terminal, if everything can be read twice.
    is_rereadable = all(os.path.isdir(path) or os.path.isfile(path) for path in paths)
    if dry or (not yes and is_rereadable and any(map(os.path.isdir, paths)) and is_interactive()):
        with open_archive(archive, changed=changed) as opened:
            # Names in the archive were warned about before.
            find_lookalikes(people_and_teams(opened))
            forecast = _forecast(opened, paths, law, changed=changed)
        if dry or not forecast.new:
            return worst_code(forecast.codes)
        if ask("Add them? [y/N] ") not in ("y", "yes"):
            echo_err("nothing was added")
            return Exit.DONE
        reported = forecast.reported
    with open_archive(archive, write=True, changed=changed) as opened:
        find_lookalikes(people_and_teams(opened))
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

    rulings = rule_hands(paths, law, codes, report_once, changed=archive.changed)
    for ruling in with_bar(rulings, "adding", lambda: estimate_count(paths)):
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


def make_author(by: str, why: str) -> tuple[str, str]:
    """Return who makes a change, and why; UsageError if either is missing."""
    for name, text in (("--by", by), ("--why", why)):
        if not is_name(text) or len(text) > _LONGEST:
            raise UsageError(
                f"{name} needs a line of text", f"at most {_LONGEST} characters", "say it in a few words"
            )
    return by.strip(), why.strip()


def is_interactive() -> bool:
    """Return True if a person can be asked."""
    return is_typed_by_a_person() and is_read_by_a_person()


def ask(question: str) -> str:
    """Ask a question; the end of the input means no."""
    try:
        return ask_line(question).strip().lower()
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
    archive: Archive, paths: Sequence[str], law: BoundRuleset | None, *, changed: bool
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
        for _hand in for_each_hand([file], add, codes, refuse, changed=changed):
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
    changed: ChangedOption = False,
) -> None:
    """Copy an archive, even while it is in use. The copy proves whatever the archive proves.

    Example: clabber-audit archive backup season.db season-copy.db
    """
    from clabber_audit.archive.hands import copy

    with open_archive(archive, changed=changed) as opened:
        line = copy(opened, target)
    echo_err(f"{target} holds {line}")
