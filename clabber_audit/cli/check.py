"""`check`: audit records, a few lines for each finding, as a linter prints them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated

import typer

from clabber_audit.cli.auditing import Audited, AuditForm, Wanted, audited
from clabber_audit.cli.options import (
    AnonymousOption,
    ChangedOption,
    ForceOption,
    OutOption,
    RecordsArgument,
    RulesetOption,
    form_option,
)
from clabber_audit.ground.errors import Exit


def check(
    paths: RecordsArgument,
    ruleset: RulesetOption = None,
    form: Annotated[AuditForm | None, form_option(AuditForm)] = None,
    output: OutOption = None,
    force: ForceOption = False,
    jobs: Annotated[
        int, typer.Option("--jobs", "-j", metavar="N", min=1, help="Split large .jsonl files across N processes.")
    ] = 1,
    brief: Annotated[bool, typer.Option("--brief", help="Leave record and ruleset out of JSON rulings.")] = False,
    anonymous: AnonymousOption = False,
    changed: ChangedOption = False,
    every: Annotated[
        bool, typer.Option("--all", help="Also list what unknown cards leave open, otherwise one line per hand.")
    ] = False,
) -> Exit:
    """Find and explain every infraction. Exit code 1 if there are any.

    Example: clabber-audit check season/
    """
    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.options import asked_law, form_of
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.screen import say, with_bar
    from clabber_audit.intake.counting import expected

    form = form_of(output, AuditForm, form) or AuditForm.text
    asked_law(ruleset, changed)
    wanted = Wanted(ruleset, form, anonymous, brief, changed, every)
    codes: set[Exit] = set()
    counts, questions = dict.fromkeys(Exit, 0), 0
    with destination(output, force) as stream:
        first = True
        if form is AuditForm.json:
            stream.write("[")
        for audited in with_bar(_audit(paths, wanted, jobs), "checking", lambda: expected(paths)):
            if form is AuditForm.json and audited.out:
                stream.write("\n" if first else ",\n")
                first = False
            stream.write(audited.out.rstrip("\n") if form is AuditForm.json else audited.out)
            for line in audited.talk:
                say(line)
            codes.add(audited.code)
            counts[audited.code] += 1
            questions += audited.open
        if form is AuditForm.json:
            stream.write("\n]\n")
    if form is AuditForm.text:
        say(_summary(counts, questions))
    return worst(codes)


def _summary(counts: dict[Exit, int], questions: int) -> str:
    from clabber_audit.ground.counted import counted

    total = sum(count for code, count in counts.items() if code not in (Exit.UNUSABLE, Exit.USAGE))
    parts = [counted(total, "{count} hand read", "{count} hands read"), f"{counts[Exit.FINDINGS]} with findings"]
    if counts[Exit.UNDECIDED]:
        parts.append(f"{counts[Exit.UNDECIDED]} not decided by the record")
    if questions:
        parts.append(counted(questions, "{count} question open", "{count} questions open"))
    if counts[Exit.REFUSED]:
        parts.append(f"{counts[Exit.REFUSED]} refused")
    return ", ".join(parts)


def _audit(paths: Iterable[str], wanted: Wanted, jobs: int) -> Iterator[Audited]:
    import os

    from clabber_audit.cli.jobs import shared_out
    from clabber_audit.cli.options import asked_law
    from clabber_audit.cli.rulings import of_each
    from clabber_audit.ground.errors import ClabberError
    from clabber_audit.intake import offered

    override = asked_law(wanted.ruleset, wanted.changed)

    def made(path: str) -> Iterator[Audited]:
        if jobs > 1 and path.endswith(".jsonl") and os.path.isfile(path):
            return shared_out(path, wanted, jobs)
        return (audited(item, wanted, override) for item in offered(path, changed=wanted.changed))

    for item in of_each(paths, made):
        yield Audited("", item.lines, item.exit_code) if isinstance(item, ClabberError) else item
