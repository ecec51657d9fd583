"""Command line: conformance."""

from __future__ import annotations

from enum import StrEnum
from typing import Final

from clabber_audit.cli import options
from clabber_audit.cli.commands import choose_format
from clabber_audit.cli.options import PaperFormat, flag, format_option, option
from clabber_audit.cli.output import (
    destination,
    echo,
    echo_err,
    flush,
    make_folder,
    standard_input,
    with_progress,
)
from clabber_audit.core.errors import Exit, UsageError, printable

#: More processes than this take long.
_MANY: Final = 50


class Family(StrEnum):
    """A family of games."""

    clabber = "clabber"
    bid_euchre = "bid-euchre"


def conformance(
    *,
    run: str | None = option(
        None,
        "--run",
        "COMMAND",
        "Command to test: one process that answers line by line; or, with {record} and {ruleset} in it, one "
        "process per case, which is slower.",
    ),
    only: list[str] | None = option(
        None, "--only", "WORD", "Only this question, case, chapter, kind or ruleset (repeatable)."
    ),
    family: Family | None = option(None, "--family", "FAMILY", "clabber or bid-euchre."),
    format: PaperFormat | None = format_option(PaperFormat),
    output: options.Output = None,
    force: options.Force = False,
    timeout: float = option(10, "--timeout", "SECONDS", "Time limit for an answer.", min=0.01, max=86_400),
    accept: list[int] | None = option(
        None, "--accept", "CODE", "An exit code besides 0 that is not a failure (repeatable)."
    ),
    listed: bool = flag("--list", "List the questions."),
    export: str | None = option(None, "--export", "DIR", "Copy the suite’s files to a new folder."),
    answer: bool = flag("--respond", "Answer questions line by line, as a program under test does."),
) -> Exit:
    """Test a program that rules on records against the published cases. Exit code 1 if any answer is wrong.

    Example: clabber-audit conformance --run "./judge" -o score.html
    """
    from clabber_audit.conformance.score import FEW, Score, ask_questions, score_data, score_paper
    from clabber_audit.conformance.suite import ProcessRunner, answers, find_folder, load, start_program
    from clabber_audit.report.html import render_paper
    from clabber_audit.report.layout import to_json_text

    given = {"--run": run, "--list": listed, "--export": export, "--respond": answer}
    asked = [name for name, value in given.items() if value not in (None, False)]
    if len(asked) != 1:
        what = " and ".join(asked) + " were both given" if asked else "there is nothing to do"
        raise UsageError(what, "", "give one of --run, --list, --export and --respond")
    if answer:
        # Line by line: whoever asks waits for each.
        for line in answers(iter(standard_input().readline, b"")):
            echo(line, end="")
            flush()
        return Exit.DONE
    suite = load()
    if export is not None:
        with make_folder(export) as made:
            for file in sorted(find_folder().iterdir()):
                (made / file.name).write_bytes(file.read_bytes())
        echo_err(f"The suite is in {printable(export, 200)}.")
        return Exit.DONE
    questions = suite.choose_questions(only or (), family and family.value)
    if run is None:
        echo(f"conformance {suite.version}, {len(questions)} questions, sha256:{suite.sha256}")
        for question in questions:
            rules = question.ruleset or "its own rules"
            echo(f"{question.id}  {question.kind}  {rules}  {question.case.title}")
        return Exit.DONE
    tested = start_program(run, timeout, frozenset({0, *(accept or ())}))
    wanted = choose_format(output, PaperFormat, format) or PaperFormat.text
    with destination(output, force) as stream:
        if isinstance(tested, ProcessRunner) and len(questions) > _MANY:
            faster = "leave {record} out, and answer a line for each"
            echo_err(f"A process for each question takes minutes. Faster: {faster}.")
        found = with_progress(ask_questions(suite, questions, tested), "asking", len(questions), "questions")
        score = Score(suite, run, tuple(found))
        # On a terminal only the first failures are listed.
        most = FEW if wanted is PaperFormat.text else None
        paper, data = lambda: score_paper(score, most), lambda: to_json_text(score_data(score))
        stream.write(render_paper(wanted, paper, data))
    return score.code
