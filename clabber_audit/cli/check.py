"""Command line: check."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple

from clabber_audit.bulk.options import AuditFormat, Wanted
from clabber_audit.cli import options
from clabber_audit.cli.commands import choose_format, load_asked_book, load_asked_law, worst_code
from clabber_audit.cli.options import flag, format_option, option
from clabber_audit.cli.output import (
    Output,
    destination,
    echo_err,
    lookalike_warnings,
    warn_of_lookalikes,
    with_bar,
)
from clabber_audit.cli.rulings import for_each_file
from clabber_audit.core.errors import ClabberError, Exit, Unusable, UsageError
from clabber_audit.core.text import inflect, pluralize

if TYPE_CHECKING:
    from clabber_audit.bulk.audit import ShareAudit
    from clabber_audit.core.workers import PoolFactory

_LARGE: Final = "Large .jsonl and .parquet files"


def check(
    paths: options.Records,
    *,
    ruleset: options.Ruleset = None,
    format: AuditFormat | None = format_option(AuditFormat),
    output: options.Output = None,
    force: options.Force = False,
    jobs: int | None = option(
        None, "--jobs -j", "N", "Split the work across N processes.", min=1, rich_help_panel=_LARGE
    ),
    cluster: str | None = option(
        None, "--cluster", "ADDRESS", "Run on a Dask cluster: tcp://HOST:8786.", rich_help_panel=_LARGE
    ),
    wait: float | None = option(
        None,
        "--wait",
        "SECONDS",
        "How long to wait where a cluster has no worker left: 60 if not given.",
        min=0,
        max=86_400,
        rich_help_panel=_LARGE,
    ),
    keep: str | None = option(
        None, "--keep", "FOLDER", "Save progress in FOLDER and resume from it.", rich_help_panel=_LARGE
    ),
    brief: bool = flag("--brief", "Leave the record and the ruleset out of JSON rulings."),
    anonymous: options.Anonymous = False,
    as_of: options.AsOf = None,
    book: options.Book = None,
    no_book: options.NoBook = False,
    allow_changed_rules: options.Changed = False,
    every: bool = flag(
        "--all", "List every play that missing cards leave undecided (default: one line per hand)."
    ),
    thorough: options.Thorough = False,
    effort: options.Effort = None,
) -> Exit:
    """Find and explain every infraction. Exit code 1 if there are any.

    Example: clabber-audit check season/
    """
    from clabber_audit.inputs.readers import estimate_count
    from clabber_audit.records.formats import compact

    format = choose_format(output, AuditFormat, format) or AuditFormat.text
    law, club = load_asked_law(ruleset, allow_changed_rules, as_of), load_asked_book(book, no_book, *paths)
    decided = None if club is None else compact(club.data())
    wanted = Wanted(format, law and law.text(), decided, anonymous, brief, every, thorough, effort)
    start_pool = _choose_pool(jobs, cluster, wait)
    counts, questions, unanswered = Counter[Exit](), 0, 0
    with (
        destination(output, force) as stream,
        _open_report(format, stream, lambda: worst_code({*counts})) as report,
    ):
        parts = _parts(paths, wanted, start_pool, keep, allow_changed_rules, report.look)
        for part in with_bar(parts, "checking", lambda: estimate_count(paths), lambda part: part.hands):
            for message in part.messages:
                if message.what == "out":
                    report.write(message.text)
                elif message.what == "name":
                    report.warn([message.text])
                else:
                    echo_err(message.text)
            counts.update(part.codes)
            questions += part.open
            unanswered += part.unanswered
    if not counts:
        raise Unusable(f"{' '.join(paths)} has no hand", "", "check the file")
    if format in (AuditFormat.text, AuditFormat.github):
        echo_err(_format_summary(paths, counts, questions, unanswered))
    return worst_code({*counts})


def _format_summary(paths: Sequence[str], counts: dict[Exit, int], questions: int, unanswered: int) -> str:
    """Return the last line: how many hands were checked, and with what result."""
    total = sum(count for code, count in counts.items() if code not in (Exit.UNUSABLE, Exit.USAGE))
    if total and total == counts[Exit.REFUSED] and not any(map(os.path.isdir, paths)):
        # What was refused may be no hand at all.
        return f"Checked {pluralize(len(paths), 'file')}: no hand without errors."
    parts = [inflect(counts[Exit.FINDINGS], "{count} has findings", "{count} have findings")]
    if by_record := counts[Exit.UNDECIDED] - unanswered:
        parts.append(f"{by_record} cannot be decided from the record")
    if unanswered:
        parts.append(f"{unanswered} not settled by this program")
    if questions:
        parts.append(inflect(questions, "{count} question is open", "{count} questions are open"))
    if counts[Exit.REFUSED]:
        parts.append(inflect(counts[Exit.REFUSED], "{count} has errors", "{count} have errors"))
    return f"Checked {pluralize(total, 'hand')}: {', '.join(parts)}."


def _parts(
    paths: Iterable[str],
    wanted: Wanted,
    start_pool: PoolFactory | None,
    keep: str | None,
    allow_changed_rules: bool,
    look: Callable[[str], object],
) -> Iterator[ShareAudit]:
    """Yield the result of each share of the files."""
    from clabber_audit.bulk.audit import audit_arriving, audit_partition, report_trouble, shares_of

    audit = partial(audit_partition, wanted=wanted)
    if keep is not None:
        from clabber_audit.bulk.audit import audit_share_once, folder_of_parts

        audit = partial(audit_share_once, wanted=wanted, folder=folder_of_parts(keep))

    def audit_file(path: str) -> Iterator[ShareAudit]:
        look(path)
        cut = shares_of(path)
        if cut is None:
            return audit_arriving(path, wanted, allow_changed_rules=allow_changed_rules)
        if start_pool is None:
            return map(audit, cut)
        from clabber_audit.core.workers import run_tasks

        return run_tasks(audit, cut, start_pool)

    unread = {Exit.REFUSED, Exit.UNUSABLE, Exit.USAGE}
    for part in for_each_file(paths, audit_file, is_hand=lambda part: bool(part.codes.keys() - unread)):
        yield report_trouble(part, wanted) if isinstance(part, ClabberError) else part


def _choose_pool(jobs: int | None, address: str | None, wait: float | None) -> PoolFactory | None:
    """Return the factory of the worker pool; None if this process does the work alone."""
    if wait is not None and address is None:
        help = "add --cluster, or leave it"
        raise UsageError("--wait was given without --cluster", "only a cluster can lose its workers", help)
    if address is not None:
        from clabber_audit.core.workers import cluster

        if jobs is not None:
            raise UsageError("--jobs and --cluster cannot be used together", "", "leave one of them out")
        return partial(cluster, address, wait)
    if not jobs or jobs == 1:
        return None
    from clabber_audit.core.workers import processes

    return partial(processes, jobs)


class _Report(NamedTuple):
    """Writer of the findings, the warnings, and the notes on a file."""

    write: Callable[[str], object]
    warn: Callable[[Iterable[str]], None]
    look: Callable[[str], object]


@contextmanager
def _open_report(format: AuditFormat, stream: Output, code: Callable[[], Exit]) -> Iterator[_Report]:
    """Open a report in the given format: JSON, Parquet, SARIF, or plain lines."""
    report = _Report(stream.write, warn_of_lookalikes, lambda path: None)
    if format is AuditFormat.parquet:
        from clabber_audit.records import columns
        from clabber_audit.records.columns import FINDINGS

        with columns.row_writer(stream.write_bytes, FINDINGS) as add:
            yield report._replace(
                write=lambda lines: [add(json.loads(line)) for line in lines.split("\n") if line]
            )
    elif format is AuditFormat.json:
        stream.write("[")
        before = "\n"

        def write(lines: str) -> None:
            nonlocal before
            stream.write(before + lines.rstrip("\n").replace("\n", ",\n"))
            before = ",\n"

        yield report._replace(write=write)
        stream.write("\n]\n")
    elif format is AuditFormat.github:
        from clabber_audit.report.lint import github_warning

        yield report._replace(
            warn=lambda names: stream.write("".join(map(github_warning, lookalike_warnings(names))))
        )
    elif format is AuditFormat.sarif:
        from clabber_audit.report.lint import SarifLog

        log = SarifLog(stream.write)
        yield report._replace(write=log.add, look=log.add_file)
        log.close(code())
    else:
        yield report
