"""Command line: record, recorder and site."""

from __future__ import annotations

import os
import re
import shutil
import textwrap
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

from clabber_audit.cli import options
from clabber_audit.cli.commands import choose_format, report, worst_code
from clabber_audit.cli.options import argument, flag, option, rules_option
from clabber_audit.cli.output import (
    ask_line,
    destination,
    echo_err,
    is_read_by_a_person,
    is_typed_by_a_person,
    make_folder,
    standard_input,
    write_output,
)
from clabber_audit.core.errors import Exit, Unusable, UsageError, printable
from clabber_audit.core.text import pluralize

if TYPE_CHECKING:
    from clabber_audit.recorder.prompt import Session

_WELCOME: Final = (
    "Type one line at a time. Enter accepts the answer in brackets. Commands: `help`, `done` (save), `quit` (continue "
    "later). For a game other than Clabber, start with its rules, such as `rules pepper`."
)
#: Indent of a wrapped line: blanks, and the word that it explains.
_HANGING: Final = re.compile(r"\s*(?:\S+\s{2,})?")
#: A line after a question; None at the end of the input.
Ask = Callable[[str], str | None]


class Files(NamedTuple):
    """Output files of a session, and the file of its draft."""

    text: Path
    data: Path
    kept: Path
    force: bool


def record(
    output: str = option(
        "hands.clab", "-o --output", "FILE", "Write hands to FILE.clab, and to FILE.jsonl next to it."
    ),
    resume: bool | None = flag(
        "--resume/--afresh", "Resume an unfinished session, or start over.", default=None
    ),
    force: options.Force = False,
) -> Exit:
    """Type hands at a prompt. Each line is checked, and nothing you type is lost.

    Example: clabber-audit record -o hands.clab
    """
    from clabber_audit.recorder.prompt import Session

    at_keyboard = is_typed_by_a_person()
    files, session = _files(output, force), Session(leads=at_keyboard)
    ask = _ask_at_terminal() if at_keyboard and is_read_by_a_person() else _read_from_pipe
    try:
        if at_keyboard:
            _echo_lines([_WELCOME])
        goes_on = _offer_to_resume(session, files, resume, ask, at_keyboard)
        code = _run_session(session, files, ask, at_keyboard) if goes_on else Exit.DONE
    except KeyboardInterrupt:
        if session.to_text():
            _save_draft(session, files)
        _echo_lines(["", *_unsaved_message(session, files)])
        return Exit.INTERRUPTED
    if session.ended != "done":
        early = [] if session.ended or at_keyboard else ["The input ended before `done`."]
        _echo_lines([*early, *_unsaved_message(session, files)])
    return code


def _files(output: str, force: bool) -> Files:
    """Return the files of a session. Raise Unusable before anything is typed if they cannot be written."""
    text = Path(output)
    if text.suffix.lower() != ".clab" or not text.stem:
        why = "hands are saved as text, and as .jsonl next to it"
        raise UsageError(f"{output} does not end in .clab", why, "give a name ending in .clab")
    data = text.with_suffix(".jsonl")
    if not text.parent.is_dir():
        raise Unusable(f"cannot write {output}", "the folder does not exist", "make the folder first")
    for path in (text, data):
        if os.path.lexists(path) and not force:
            help = "give another name with -o, or --force to replace it"
            raise Unusable(f"{path} already exists", "", help)
    return Files(text, data, text.with_name(f".{text.name}.partial"), force)


def _run_session(session: Session, files: Files, ask: Ask, at_keyboard: bool) -> Exit:
    """Ask for lines until the session is saved or left; a line from a pipe that is refused sets the exit code."""
    code = Exit.DONE
    while True:
        try:
            line = ask(f"{session.next_prompt}> ")
        except UnicodeDecodeError:
            _echo_lines(["this line is not UTF-8 text and was not added"])
            code = code if at_keyboard else Exit.REFUSED
            continue
        if line is None:
            # A person sees that nothing is saved; a script needs the exit code.
            return code if at_keyboard else worst_code({code, Exit.USAGE})
        before = session.to_text()
        _echo_lines(session.take(line))
        if not (session.taken or at_keyboard):
            code = Exit.REFUSED
        if session.to_text() != before:
            _save_draft(session, files)
        if session.ended == "done":
            _write(session, files, at_keyboard)
        if session.ended:
            return code


def _offer_to_resume(
    session: Session, files: Files, resume: bool | None, ask: Ask, at_keyboard: bool
) -> bool:
    """Offer to continue an unfinished session; return False if the offer is not answered."""
    if not files.kept.is_file():
        return True
    lines = files.kept.read_text(encoding="utf-8", errors="replace")
    if resume is None:
        what = f"there is an unfinished session ({_lines(lines)}) in {files.kept}"
        if not at_keyboard:
            help = "give --resume or --afresh"
            raise Unusable(what, "nobody is at the keyboard to say what to do with it", help)
        answer = ask(f"{what[0].upper()}{what[1:]}. Continue it? [Y/n] ")
        if answer is None:
            return False
        resume = not answer.strip().lower().startswith("n")
    messages = session.restore(lines) if resume else []
    if messages or not resume:
        os.replace(files.kept, f"{files.kept}.old")
        _echo_lines([*messages, f"The unfinished session is now in {files.kept}.old."])
        _save_draft(session, files)
    return True


def _ask_at_terminal() -> Ask:
    """Return a function that asks at a terminal, with line editing."""
    with suppress(ImportError):
        import readline  # noqa: F401

    def ask(question: str) -> str | None:
        try:
            return ask_line(question)
        except EOFError:
            _echo_lines([""])
            return None

    return ask


def _read_from_pipe(question: str) -> str | None:
    """Return a line from a pipe; questions go to standard error."""
    echo_err(question, end="")
    line = standard_input().readline()
    _echo_lines([""])
    return line.decode().rstrip("\r\n") if line else None


def _save_draft(session: Session, files: Files) -> None:
    """Save the draft; report an error without ending the session."""
    try:
        if not (text := session.to_text()):
            files.kept.unlink(missing_ok=True)
            return
        write_output(str(files.kept), text, force=True)
    except Unusable as problem:
        report(problem)


def _write(session: Session, files: Files, at_keyboard: bool) -> None:
    """Write both files and remove the draft. At a keyboard the session continues if that fails."""
    from clabber_audit.records.formats import record_line
    from clabber_audit.records.notation.writer import write

    try:
        with (
            destination(str(files.text), files.force) as text,
            destination(str(files.data), files.force) as data,
        ):
            text.write("\n".join(map(write, session.records)))
            data.write("".join(f"{record_line(record)}\n" for record in session.records))
    except Unusable as problem:
        session.ended = ""
        if not at_keyboard:
            raise
        report(problem)
        return
    files.kept.unlink(missing_ok=True)
    written = f"{pluralize(len(session.records), 'hand')} saved"
    _echo_lines([f"{written}: {files.text} and {files.data}"])


def _unsaved_message(session: Session, files: Files) -> list[str]:
    """Return the message for a session that ends without saving."""
    kept = session.to_text()
    if not kept:
        return ["Nothing saved."]
    later = "you will be asked about it next time"
    return [f"Nothing saved to the file. Your typing ({_lines(kept)}) is kept in {files.kept}; {later}."]


def _lines(text: str) -> str:
    from clabber_audit.records.notation.draft import frame_of

    count = sum(bool(line.strip()) and not frame_of(line) for line in text.split("\n"))
    return pluralize(count, "line")


def _echo_lines(lines: list[str]) -> None:
    width = shutil.get_terminal_size().columns if is_read_by_a_person() else 0
    for line in lines:
        hanging = _HANGING.match(line)
        indent = " " * (hanging.end() if hanging and hanging.end() < width // 2 else 0)
        # Words are not broken; a pipe gets whole lines.
        wrap = textwrap.TextWrapper(width, "", indent, break_long_words=False, break_on_hyphens=False)
        for part in (wrap.wrap(line) or [""]) if width else [line]:
            echo_err(part)


PartsOption = Annotated[
    str | None,
    option(
        ...,
        "--parts",
        "FOLDER",
        "Take the browser’s Python and its packages from FOLDER, and download nothing. Otherwise 9 MB are "
        "downloaded the first time, from registry.npmjs.org and files.pythonhosted.org, and kept.",
    ),
]


def recorder(
    judge: bool = flag("--judge", "Include the judge (13 MB), so that the page rules on hands itself."),
    parts: PartsOption = None,
    ruleset: list[str] | None = rules_option("House rules that the page offers too"),
    output: options.Output = None,
    force: options.Force = False,
) -> None:
    """Write the recorder, an offline web page for entering hands by tapping or typing.

    Example: clabber-audit recorder -o recorder.html
    """
    from clabber_audit.rules.ruleset import load

    choose_format(output, ["html"])
    if parts and not judge:
        raise UsageError("--parts needs --judge", "only the judge is made of such parts", "add --judge")
    own = [load(name) for name in ruleset or ()]
    with destination(output, force) as stream:
        if judge:
            from clabber_audit.recorder import browser

            built = browser.build_judge(echo_err, Path(parts) if parts else None)
            stream.write(browser.build_single_file(built, own))
        else:
            from clabber_audit.recorder.page import page

            stream.write(page(own))
    if output not in (None, "-"):
        echo_err(f"The recorder is in {printable(output, 200)}; open it in a browser on a laptop or a phone.")


def site(
    target: str = argument(..., "FOLDER", "A new folder."),
    parts: PartsOption = None,
    ruleset: list[str] | None = rules_option("House rules that the page offers too"),
) -> None:
    """Write the recorder with its judge as a folder for any web host. Phones can install it and then work offline.

    Its page play.html is a playground: paste a hand, read the ruling, change a card or the rules, share the link.

    Example: clabber-audit site app/
    """
    from clabber_audit.recorder import browser
    from clabber_audit.rules.ruleset import load

    own = [load(name) for name in ruleset or ()]
    with make_folder(target) as place:
        judge = browser.build_judge(echo_err, Path(parts) if parts else None)
        for name, data in browser.build_folder(judge, own).items():
            path = place / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
    where = f"The site is in {printable(target, 200)}"
    echo_err(f"{where}; put it on a web host with https, and open it on a phone.")
