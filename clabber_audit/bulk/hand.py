"""Audit of one record."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from clabber_audit.bulk.options import AuditForm, Wanted
from clabber_audit.core.errors import ClabberError, Exit, Refused, bug_lines, debugging
from clabber_audit.evidence.finding import Finding
from clabber_audit.inputs.records import InputRecord, law_for
from clabber_audit.judge import judge
from clabber_audit.judge.judge import Ruling
from clabber_audit.report import lint
from clabber_audit.rules.bound_ruleset import BoundRuleset, law
from clabber_audit.rules.ruleset import from_data


class Audited(NamedTuple):
    """Result of the audit of one record: text for standard output and error, and the exit code."""

    out: str
    talk: list[str]
    code: Exit
    #: Number of open questions.
    open: int = 0


def audit_hand(item: InputRecord, wanted: Wanted, law: BoundRuleset | None) -> Audited:
    """Audit one record, good or refused, under `law` or else its own. A bug does not stop the other records."""
    try:
        return _audited(item, wanted, law)
    except ClabberError as problem:
        return trouble(problem, wanted)
    except Exception as problem:
        if debugging():
            raise
        lines = bug_lines(problem, item.source)
        return _failed(lines, wanted, Exit.BUG)


def trouble(problem: ClabberError, wanted: Wanted) -> Audited:
    """Return the result for a refused record or an unusable file."""
    if isinstance(problem, Refused) and (write := lint.FORMATS.get(wanted.form)):
        out = "".join(map(write, lint.diagnose_refused(problem)))
        return Audited(out, _talk(problem.lines, wanted), problem.exit_code)
    return _failed(problem.lines, wanted, problem.exit_code)


def _failed(lines: list[str], wanted: Wanted, code: Exit) -> Audited:
    write = lint.FORMATS.get(wanted.form)
    return Audited(write(lint.diagnose_failure(lines)) if write else "", _talk(lines, wanted), code)


def _talk(lines: list[str], wanted: Wanted) -> list[str]:
    """Return the lines for standard error: none for GitHub, which would read commands in a record there."""
    return [] if wanted.form is AuditForm.github else lines


def _audited(item: InputRecord, wanted: Wanted, law: BoundRuleset | None) -> Audited:
    if item.hand is None:
        assert item.refused is not None
        raise item.refused
    ruling = judge.adjudicate(item.hand, law_for(item, law))
    code = Exit.DONE
    if ruling.open:
        code = Exit.UNDECIDED
    elif ruling.findings:
        code = Exit.FINDINGS
    altered = law is None and _altered(item, ruling)
    if altered and code is Exit.DONE:
        code = Exit.FINDINGS
    questions = sum(finding.verdict == "undetermined" for finding in ruling.findings)
    return Audited(_written(item, ruling, wanted, altered), [], code, questions)


def _row(item: InputRecord, ruling: Ruling) -> Callable[[Finding], str]:
    """Return a function that writes a finding as a row of the table of findings, in a line of JSON."""
    from clabber_audit.records.canonical import canonical

    return lambda found: (
        canonical(lint.finding_row(ruling, found, item.source, item.locate(found.path))) + "\n"
    )


def _altered(item: InputRecord, ruling: Ruling) -> bool:
    """Return True if the ruling that holds a record differs from a fresh one."""
    if item.ruling is None:
        return False
    from clabber_audit.judge.data import ruling_data

    fresh = ruling_data(ruling, whole=False)
    return any(item.ruling.get(key) != value for key, value in fresh.items())


def _written(item: InputRecord, ruling: Ruling, wanted: Wanted, altered: bool) -> str:
    if wanted.anonymous:
        from clabber_audit.judge.anonymous import anonymous

        ruling = anonymous(ruling)
    if wanted.form is AuditForm.parquet:
        return "".join(map(_row(item, ruling), ruling.findings))
    write = lint.FORMATS.get(wanted.form)
    if write is None:
        from clabber_audit.judge.data import ruling_line

        return ruling_line(ruling, whole=not wanted.brief)
    source, unlisted = item.source, [] if wanted.every else ruling.unasked
    found = [
        lint.diagnose_finding(ruling, finding, source, item.locate(finding.path))
        for finding in ruling.findings
        if finding not in unlisted
    ]
    if unlisted:
        found.append(lint.diagnose_open(ruling, unlisted, source, item.locate(())))
    if altered:
        found.append(lint.diagnose_altered(ruling, source, item.locate(())))
    return "".join(map(write, found))


@lru_cache(maxsize=4)
def law_in(text: str) -> BoundRuleset:
    """Return the law of a ruleset given as canonical JSON."""
    return law(from_data(json.loads(text)))
