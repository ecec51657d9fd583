"""`python -m handbook.man`: the man page, `docs/clabber-audit.1`, from the same words as `--help` and the site.

No date stands in it, so that the same code gives the same bytes on any day.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from clabber_audit.core import __version__
from clabber_audit.core.errors import Exit
from handbook.commands import NAME, Command, Option, commands

PAGE: Final = Path(__file__).parents[1] / f"{NAME}.1"
#: What the reference of the site tells at more length.
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
#: What of the environment is looked at.
_VARIABLES: Final = (
    ("VISUAL, EDITOR", "the editor in which archive amend opens a hand"),
    ("NO_COLOR", "if it is set, nothing is colored"),
    ("CLABBER_PASSPHRASE", "the passphrase of a key, where nobody can be asked for it"),
    ("XDG_CACHE_HOME", "where the parts of the judge in the browser are kept"),
)


def man_page() -> str:
    """The whole page, in the language of man pages."""
    whole, *inner = commands()
    lines = [
        f'.TH {NAME.upper()} 1 "" "{NAME} {__version__}" "User Commands"',
        ".SH NAME",
        f"{_escaped(NAME)} \\- record hands of Clabber and Bid Euchre, and rule on disputes",
        *(".SH SYNOPSIS", f".B {_escaped(NAME)}", _escaped("COMMAND [OPTIONS] ...")),
        *(".SH DESCRIPTION", *_paragraphs(whole.told)),
        *(".SH OPTIONS", *_listed(whole.options)),
        *(".SH COMMANDS", *(line for command in inner for line in _told(command))),
        *(".SH EXIT STATUS", *_listed(Option(str(int(code)), code.meaning) for code in Exit)),
        *(".SH ENVIRONMENT", *_listed(Option(*row) for row in _VARIABLES)),
        *(".SH EXAMPLE", ".EX", _escaped(whole.example), ".EE"),
    ]
    return "\n".join(lines) + "\n"


def _told(command: Command) -> Iterator[str]:
    yield f".SS {_escaped(command.name.removeprefix(NAME + ' '))}"
    yield from _paragraphs(command.told)
    if not command.is_group:
        yield from (".PP", f".B {_escaped(command.name)}", _escaped(command.usage))
        # What every command has is told once, at the top.
        yield from _listed(
            row for row in (*command.arguments, *command.options) if "--help" not in row.written
        )
        yield from (".PP", "Example:", ".EX", _escaped(command.example), ".EE")
        yield from (".PP", _escaped(command.exit_codes))


def _paragraphs(told: Iterable[str]) -> Iterator[str]:
    for paragraph in told:
        yield from (".PP", _escaped(paragraph))


def _listed(rows: Iterable[Option]) -> Iterator[str]:
    for row in rows:
        yield from (".TP", f".B {_escaped(row.written)}", _escaped(row.help))


def _escaped(text: str) -> str:
    """A text as it is to be read: hyphens that can be copied, no line that looks like a request."""
    plain = re.sub(r"`([^`]*)`", r"\1", text).replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", plain, flags=re.MULTILINE)


if __name__ == "__main__":
    PAGE.write_text(man_page(), encoding="utf-8")
