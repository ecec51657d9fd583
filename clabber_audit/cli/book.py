"""Command line: book."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from datetime import date
from enum import StrEnum
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from clabber_audit.cli import options
from clabber_audit.cli.commands import choose_format, command_group, load_private_key, parse_day, worst_code
from clabber_audit.cli.options import PaperFormat, argument, format_option, option, rules_option, sign_option
from clabber_audit.cli.output import destination, echo, echo_err
from clabber_audit.cli.rulings import for_each_hand, hand_of, ruling_on
from clabber_audit.cli.sign import make_statement
from clabber_audit.core.errors import Exit, Refused, Unusable, UsageError, printable
from clabber_audit.core.text import pluralize, to_toml

if TYPE_CHECKING:
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.rules.book import Book, Decision

BookArgument = Annotated[
    str, argument(..., "FOLDER", "The book’s folder, such as that of a season, or its file.")
]


def add(
    folder: BookArgument,
    *,
    number: str = option(..., "--number", "N", "Its number, such as 2026-3."),
    holding: str = option(..., "--holding", "TEXT", "The decision, in a sentence."),
    because: str = option(..., "--because", "TEXT", "Why."),
    by: list[str] = option(..., "--by", "NAME", "Who decided (repeatable)."),
    answer: str | None = option(None, "--answer", "ROW=ANSWER", "The question and its answer: D-53=play."),
    question: str | None = option(
        None, "--question", "ROW", "With --text: the question, D-52 or one of your own, club:words."
    ),
    text: str | None = option(
        None, "--text", "TEXT", "The answer in words, for a question without answers to choose from."
    ),
    on: str | None = option(None, "--on", "DATE", "First day it applies (default: today)."),
    hand: list[str] | None = option(None, "--hand", "ID", "A hand it was decided on (repeatable)."),
    overrules: str | None = option(None, "--overrules", "N", "The decision that it overrules."),
    club: str | None = option(None, "--club", "NAME", "The club’s name, to start a book."),
    archive: str | None = option(
        None, "--archive", "ARCHIVE", "Archive whose log also keeps the book from now on."
    ),
    sign: str | None = sign_option("the decision"),
    name: options.Signer = None,
) -> None:
    """Add a decision to the book of a club. It is law from its date on.

    Example: clabber-audit book add season --number 2026-3 --answer D-53=play --holding "..." --because "..." --by Al
    """
    from clabber_audit.archive.club import archive_of, differences, keep
    from clabber_audit.archive.database import open_archive
    from clabber_audit.cli.archive.store import utc_now
    from clabber_audit.cli.league.season import lock_season, replacing
    from clabber_audit.rules.book import parse_answer
    from clabber_audit.rules.book_file import book_in, book_path
    from clabber_audit.rules.ruleset_file import text_of

    path = str(book_path(folder))
    if (answer is None) == (question is None) or (question is None) != (text is None):
        why = "a question is answered by --answer ROW=ANSWER, or by --question ROW and --text"
        raise UsageError("one answer is needed", why, "give one of the two")
    day, answers = date.fromisoformat(parse_day(on) or str(date.today())), None
    question = question and question.strip()
    if answer is not None:
        in_words = "answer it in words, with --question and --text in place of --answer"
        question, answers = parse_answer(answer, "--answer", in_words)
    fields: dict[str, Any] = {"number": number, "date": day, "question": question, "answer": answers}
    fields |= {"text": text, "holding": holding, "because": because, "hands": hand or None, "by": by}
    fields["overrules"] = overrules
    begun = None if os.path.exists(path) else _begin(path, club)
    with (
        lock_season(path) as real,
        _remove_if_refused(real, begun),
        replacing(real) as put,
        ExitStack() as stack,
    ):
        before = text_of(Path(real), "the book")
        old = book_in(before, path)
        if club not in (None, old.club):
            raise UsageError(f"the book belongs to {printable(old.club)}", "", "leave --club out")
        after = _with_archive(before, old, archive, real) + _entry("decision", fields)
        book = book_in(after, f"{path} with {number}")
        if sign is not None:
            new = next(decision for decision in book.decisions if decision.number == number)
            after += _format_signature(new, sign, name)
            book = book_in(after, f"{path} with {number}")
        if kept := archive_of(book._replace(source=real)):
            opened = stack.enter_context(open_archive(kept, write=True, allow_changed_rules=True))
            stack.enter_context(opened.writing())
            if faults := list(differences(opened, book)):
                raise Refused(faults, path)
            keep(opened, book, utc_now())
        put(after)
    echo_err(f"{number} is law from {fields['date']} on, in {printable(path, 200)}")


def _begin(path: str, club: str | None) -> str:
    """Write a book without decisions, and return its text. Raise Unusable if the club has no name."""
    from clabber_audit.rules.book import FORMAT
    from clabber_audit.rules.book_file import book_in

    if club is None:
        raise Unusable(f"there is no book {printable(path, 200)}", "", 'begin one with --club "Corner Bar"')
    text = f'format = "{FORMAT}"\nclub = {to_toml(club)}\n'
    book_in(text, path)
    with destination(path, force=False) as stream:
        stream.write(text)
    return text


@contextmanager
def _remove_if_refused(path: str, begun: str | None) -> Iterator[None]:
    """Remove a book that was just begun if its first decision is refused.

    It stays if another program has added a decision meanwhile.
    """
    try:
        yield
    except BaseException:
        if begun is not None and Path(path).read_text(encoding="utf-8") == begun:
            os.unlink(path)
        raise


def _with_archive(text: str, book: Book, archive: str | None, real: str) -> str:
    """Return the text of a book that names an archive."""
    from clabber_audit.cli.league.season import archive_path_in

    if archive is None:
        return text
    seen = archive_path_in(real, archive)
    if book.archive not in (None, seen):
        raise UsageError(f"the book is kept in {book.archive}", "", "leave --archive out")
    if book.archive == seen:
        return text
    head, between, rest = text.partition("\n[[")
    return f"{head.rstrip()}\narchive = {to_toml(seen)}\n{between}{rest}"


def _entry(table: str, fields: Mapping[str, Any]) -> str:
    """Return an entry of a book in TOML, without the fields that are None."""
    lines = [f"{key} = {to_toml(value)}" for key, value in fields.items() if value is not None]
    return "\n".join(["", f"[[{table}]]", *lines, ""])


def _format_signature(decision: Decision, key: str, name: str | None) -> str:
    """Return the signature of a decision as an entry of a book."""
    from clabber_audit.archive.club import statement_on
    from clabber_audit.signing import RULED

    who = make_statement(RULED, None, name, None)
    private = load_private_key(key)
    signature = private.detached(statement_on(decision, who).encode())
    return _entry("decision.signed", who._replace(key=str(private.public), signature=signature).data())


def list_(folder: BookArgument) -> None:
    """List the decisions of a book, oldest first, with what overruled them.

    Example: clabber-audit book list season
    """
    from clabber_audit.archive.club import read_logged_book
    from clabber_audit.records.dates import date_in_words
    from clabber_audit.report.book import format_answer

    book = read_logged_book(folder)
    for decision in book.decisions:
        ended = book.find_overruling(decision)
        over = f" (overruled by {ended.number})" if ended else ""
        day = date_in_words(str(decision.date))
        answer = printable(format_answer(decision), 200)
        echo(f"{decision.number}, {day}, {decision.question}: {answer}{over}")
    if not book.decisions:
        echo("No decisions yet.")


def show(
    folder: BookArgument,
    number: str = argument(..., "NUMBER", "The number of the decision."),
    paths: list[str] | None = argument(None, "[PATH]...", "Try it on these hands: an archive, or files."),
    *,
    format: PaperFormat | None = format_option(PaperFormat),
    output: options.Output = None,
    force: options.Force = False,
) -> Exit:
    """Show a decision; with hands, the rulings that it changes.

    Example: clabber-audit book show season 2026-3 season.db
    """
    from clabber_audit.archive.club import read_logged_book
    from clabber_audit.report.book import decision_lines

    book = read_logged_book(folder)
    one = next((decision for decision in book.decisions if decision.number == number), None)
    if one is None:
        there = ", ".join(decision.number for decision in book.decisions) or "none"
        what = f"there is no decision {printable(number, 40)}"
        raise UsageError(what, f"the book has {printable(there, 200)}")
    if not paths:
        if format is not None or output is not None:
            raise UsageError("--format and --output need hands", "", "add an archive")
        for line in decision_lines(book, one):
            echo(line)
        return Exit.DONE
    if not one.answers:
        raise UsageError(f"{number} answers in words", "no ruling turns on it", "leave the hands out")
    rest = book._replace(decisions=tuple(other for other in book.decisions if other.number != number))
    decided = one.number, one.answers
    return _try(
        rest, *decided, paths, row=one.question, format=format, output=output, force=force, day=one.date
    )


def check(
    folder: BookArgument,
    paths: list[str] | None = argument(None, "[PATH]...", "With --try: an archive, or files of hands."),
    *,
    tried: str | None = option(
        None, "--try", "ROW=ANSWER", "Try an answer before it is decided, such as D-54=upholds."
    ),
    format: PaperFormat | None = format_option(PaperFormat),
    output: options.Output = None,
    force: options.Force = False,
) -> Exit:
    """Check a book: its questions, answers, conflicts, signatures and log; with --try, try an answer on hands.

    Exit code 1 if a signature is wrong.

    Example: clabber-audit book check season --try D-54=upholds season.db
    """
    from clabber_audit.archive.club import read_logged_book
    from clabber_audit.rules.book import parse_answer

    book = read_logged_book(folder)
    if tried is not None:
        if not paths:
            raise UsageError("--try needs hands", "", "give an archive or files after the book")
        in_words = "there is nothing to try; book add takes its answer in words, with --question and --text"
        row, answers = parse_answer(tried, "--try", in_words)
        return _try(book, tried, answers, paths, row=row, format=format, output=output, force=force)
    if paths or format is not None or output is not None:
        help = "add --try ROW=ANSWER, or use book show NUMBER PATH"
        raise UsageError("hands and a form need --try", "", help)
    wrong = list(_find_wrong_signatures(book))
    for line in (*_notes(book), *wrong):
        echo(line)
    count = pluralize(len(book.decisions), "decision")
    echo(f"{count} of {book.club}: {'a signature is wrong' if wrong else 'no conflict'}.")
    return Exit.FINDINGS if wrong else Exit.DONE


def _notes(book: Book) -> list[str]:
    """Return notes on decisions that answer what a league's text has answered, or that are not in the log yet."""
    from clabber_audit.archive.club import archive_of, find_unlogged
    from clabber_audit.archive.database import open_archive
    from clabber_audit.rules.bound_ruleset import contrary_article
    from clabber_audit.rules.ruleset import SHIPPED, load

    notes = []
    for decision in book.decisions:
        against = (
            f"look: {decision.number} is a local rule: {name} answers otherwise, in its article {article_id}"
            for name in SHIPPED
            if decision.game is load(name).game
            and (article_id := contrary_article(load(name), decision.answers)[0])
        )
        notes += list(against)[:1]
    path = archive_of(book)
    if path:
        with open_archive(path, allow_changed_rules=True) as archive:
            unlogged = find_unlogged(archive, book)
        notes += [f"look: {one.number} is not in the log yet; book add logs it" for one in unlogged]
    return notes


def _find_wrong_signatures(book: Book) -> list[str]:
    from clabber_audit.archive.club import statement_on
    from clabber_audit.signing import parse_signature, signature_error

    wrong = []
    for decision in book.decisions:
        for data in book.signatures.get(decision.number, ()):
            try:
                who = parse_signature(dict(data))
                error = signature_error(statement_on(decision, who).encode(), who.signature, who.public)
            except ValueError as problem:
                error = str(problem)
            if error:
                wrong.append(f"{decision.number}: a signature is not valid: {printable(error, 200)}")
    return wrong


#: Output format of an annotated code.
CodeFormat = StrEnum("CodeFormat", "html text")


def site(
    folder: BookArgument,
    paths: list[str] | None = argument(None, "[PATH]...", "Hands to show as examples: an archive, or files."),
    *,
    ruleset: str = rules_option("Ruleset to annotate (default: ecl-1992)", default="ecl-1992"),
    format: CodeFormat | None = format_option(CodeFormat),
    output: options.Output = None,
    force: options.Force = False,
) -> Exit:
    """Write the rules with notes, to print: each article with its source, the decisions on it, and hands as examples.

    Example: clabber-audit book site season season.db -o code.html
    """
    from clabber_audit.archive.club import read_logged_book
    from clabber_audit.report.book import build_annotated_paper
    from clabber_audit.report.html import render_paper
    from clabber_audit.rules.ruleset import load

    format = choose_format(output, CodeFormat, format) or CodeFormat.text
    book, rules = read_logged_book(folder), load(ruleset)
    wanted, codes = {hand for decision in book.decisions for hand in decision.hands}, set[Exit]()

    def example(item: InputRecord) -> Ruling | None:
        return ruling_on(item, None, book) if hand_of(item).record.id in wanted else None

    made = for_each_hand(paths or [], example, codes)
    examples = {ruling.replay.hand.record.id: ruling for ruling in made if ruling is not None}
    paper = build_annotated_paper(rules, book, examples)
    with destination(output, force) as stream:
        stream.write(render_paper(format, lambda: paper))
    if output not in (None, "-"):
        count = pluralize(len(book.decisions), "decision")
        echo_err(f"{printable(output, 200)}: {count} of {book.club} in {rules.title}")
    return worst_code(codes)


def _try(
    book: Book,
    name: str,
    answers: dict[str, Any],
    paths: Sequence[str],
    *,
    row: str,
    format: PaperFormat | None,
    output: str | None,
    force: bool,
    day: date | None = None,
) -> Exit:
    """Try answers on hands and write the result."""
    from clabber_audit.judge.comparison import try_answers
    from clabber_audit.report.book import trial_data, trial_paper
    from clabber_audit.report.html import render_paper
    from clabber_audit.report.layout import to_json_text
    from clabber_audit.rules.book import toggles_of

    format = choose_format(output, PaperFormat, format) or PaperFormat.text
    codes = set[Exit]()
    rulings = for_each_hand(paths, partial(ruling_on, law=None, book=book), codes)
    found = try_answers(rulings, answers, toggles_of(row)[0].game.id, day)
    with destination(output, force) as stream:
        paper, data = lambda: trial_paper(found, name), lambda: to_json_text(trial_data(found, name))
        text = render_paper(format, paper, data, signed=False)
        stream.write(text)
    return worst_code(codes)


program = command_group(
    __name__,
    "Keep the decisions of a club: numbered answers to open questions, each binding from its date on.",
    {"Decide": "add", "Look": "list_ show check", "Hand out": "site"},
)
