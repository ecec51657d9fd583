"""`python -m handbook.man`: man pages, one for the program and one for each of its commands, as Git has them.

They have the words of `--help`, and no date, so that the same code gives the same bytes on any day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from clabber_audit.core import __version__
from clabber_audit.core.errors import Exit
from handbook.commands import NAME, Command, Option, commands

FOLDER: Final = Path(__file__).parents[1] / "man"
#: Kinds of files, of which the site's reference has more.
_FILES: Final = (
    (".clab", "hands as text"),
    (".json, .jsonl, .jsonl.gz", "records and rulings; one, or one a line, packed or not"),
    (".csv", "a score sheet, a row a hand"),
    (".html", "the page of a ruling, which carries its record"),
    (".parquet", "a table of hands"),
    (".db", "an archive"),
    (".toml", "house rules, for --ruleset"),
    ("season.json", "teams, schedule and decisions of a league"),
)
#: Variables of the environment that the program reads.
_VARIABLES: Final = (
    ("VISUAL, EDITOR", "the editor in which archive amend opens a hand"),
    ("NO_COLOR", "if it is set, nothing is colored"),
    ("CLABBER_PASSPHRASE", "the passphrase of a key, where nobody can be asked for it"),
    ("XDG_CACHE_HOME", "where the parts of the judge in the browser are kept"),
)


def man_pages() -> dict[str, str]:
    """Return every page by the name of its file."""
    whole, *inner = commands()
    nouns = {command.name: [command] for command in inner if command.name.count(" ") == 1}
    for command in inner:
        if command.name.count(" ") > 1:
            nouns[command.name.rpartition(" ")[0]].append(command)
    pages = {f"{NAME}.1": _page(_program(whole, [group[0] for group in nouns.values()]))}
    return pages | {f"{_dashed(name)}.1": _page(_noun(*group)) for name, group in nouns.items()}


def _page(lines: Iterable[str]) -> str:
    return "\n".join(lines) + "\n"


def _program(whole: Command, nouns: Sequence[Command]) -> Iterator[str]:
    """Page of the program: its commands in a line each, the exit codes, files and variables."""
    yield from _head(NAME, "record hands of Clabber and Bid Euchre, and rule on disputes")
    yield from (".SH SYNOPSIS", f".B {_escaped(NAME)}", _escaped("COMMAND [OPTIONS] ..."))
    yield from (".SH DESCRIPTION", *_paragraphs(whole.about))
    yield from (".SH OPTIONS", *_listed(whole.options), ".SH COMMANDS")
    for heading, group in groupby(nouns, key=lambda command: command.heading):
        yield f".SS {_escaped(heading)}"
        yield from _listed(Option(f"{_dashed(one.name)}(1)", one.about[0]) for one in group)
    yield from (".SH EXIT STATUS", *_listed(Option(str(int(code)), code.meaning) for code in Exit))
    yield from (".SH FILES", *_listed(Option(*row) for row in _FILES))
    yield from (".SH ENVIRONMENT", *_listed(Option(*row) for row in _VARIABLES))
    yield from (".SH EXAMPLE", ".EX", _escaped(whole.example), ".EE")


def _noun(command: Command, *inner: Command) -> Iterator[str]:
    """Page of a command, with those of its group."""
    yield from _head(_dashed(command.name), command.about[0].split(". ")[0].rstrip("."))
    yield ".SH SYNOPSIS"
    for number, one in enumerate(inner or [command]):
        yield from ([".br"] * bool(number) + [f".B {_escaped(one.name)}", _escaped(one.usage)])
    yield from (".SH DESCRIPTION", *_paragraphs(command.about))
    if inner:
        yield ".SH COMMANDS"
        for one in inner:
            yield from (f".SS {_escaped(one.name.removeprefix(NAME + ' '))}", *_paragraphs(one.about))
            yield from (*_options(one), ".PP", _escaped(one.exit_codes))
            yield from (".PP", "Example:", ".EX", _escaped(one.example), ".EE")
    else:
        yield from (".SH OPTIONS", *_options(command), ".SH EXIT STATUS", _escaped(command.exit_codes))
        yield from (".SH EXAMPLE", ".EX", _escaped(command.example), ".EE")
    yield from (".SH SEE ALSO", f".BR {_escaped(NAME)} (1)")


def _head(name: str, about: str) -> Iterator[str]:
    yield f'.TH {name.upper()} 1 "" "{NAME} {__version__}" "User Commands"'
    yield from (".SH NAME", f"{_escaped(name)} \\- {_escaped(about[0].lower() + about[1:])}")


def _options(command: Command) -> Iterator[str]:
    """Arguments and options, but for --help, which every command has."""
    return _listed(row for row in (*command.arguments, *command.options) if "--help" not in row.written)


def _dashed(name: str) -> str:
    return name.replace(" ", "-")


def _paragraphs(texts: Iterable[str]) -> Iterator[str]:
    for paragraph in texts:
        yield from (".PP", _escaped(paragraph))


def _listed(rows: Iterable[Option]) -> Iterator[str]:
    for row in rows:
        yield from (".TP", f".B {_escaped(row.written)}", _escaped(row.help))


def _escaped(text: str) -> str:
    """Return a text with hyphens that can be copied, and no line that looks like a request."""
    plain = re.sub(r"`([^`]*)`", r"\1", text).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", plain, flags=re.MULTILINE)


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.1"):
        old.unlink()
    for file, page in man_pages().items():
        (FOLDER / file).write_text(page, encoding="utf-8")
