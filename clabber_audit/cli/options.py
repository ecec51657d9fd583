"""Arguments and options of commands: how one is declared, and those that several commands share."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from typing import Annotated, Any

import typer


def argument(default: Any, metavar: str, help: str, **more: Any) -> Any:
    """Return an argument of a command; `...` stands for no default."""
    return typer.Argument(default, metavar=metavar, help=help, **more)


def option(default: Any, names: str, metavar: str, help: str, **more: Any) -> Any:
    """Return an option with a value; `names` are its names, such as `-o --output`."""
    return typer.Option(default, *names.split(), metavar=metavar, help=help, **more)


def flag(names: str, help: str, default: Any = False, **more: Any) -> Any:
    """Return an option without a value."""
    return typer.Option(default, *names.split(), help=help, **more)


def ruleset_ids(incomplete: str) -> list[tuple[str, str]]:
    """Return the shipped rulesets whose ids begin so, with titles."""
    from clabber_audit.rules.ruleset import SHIPPED, load

    return [(name, load(name).title) for name in SHIPPED if name.startswith(incomplete)]


def infraction_ids(incomplete: str) -> list[tuple[str, str]]:
    """Return the infractions whose ids begin so, with titles."""
    from clabber_audit.rules.infractions import infractions

    known = infractions().items()
    return [(name, infraction.title) for name, infraction in known if name.startswith(incomplete)]


Record = Annotated[str, argument(..., "RECORD", "A record, a ruling or an archive; - is standard input.")]
Records = Annotated[
    list[str], argument(..., "PATH...", "Files or folders of records, or archives; - is standard input.")
]


def rules_option(what: str, default: Any = None) -> Any:
    """Return the option `--ruleset`, with its meaning for a command."""
    words = f"{what}: an id or a TOML file."
    return option(default, "--ruleset -r", "RULES", words, autocompletion=ruleset_ids)


Ruleset = Annotated[str | None, rules_option("Ruleset to apply instead of the record’s own", default=...)]
AsOf = Annotated[
    str | None,
    option(
        ...,
        "--as-of",
        "DATE",
        "Rule by the text of a line, such as --ruleset ecl, in force on this date instead of the hand’s.",
        rich_help_panel="Rarely needed",
    ),
]
Changed = Annotated[
    bool,
    flag(
        "--allow-changed-rules",
        "Accept a changed copy of a built-in ruleset, and mark the ruling.",
        rich_help_panel="Rarely needed",
        default=...,
    ),
]
Book = Annotated[
    str | None,
    option(
        ...,
        "--book",
        "FOLDER",
        "Apply the decisions of the book in FOLDER (default: the book of the season’s folder).",
    ),
]
NoBook = Annotated[bool, flag("--no-book", "Apply no decisions of a club.", default=...)]
Thorough = Annotated[
    bool,
    flag(
        "--thorough", "Judge every hand in full, without the fast check. Same results, slower.", default=...
    ),
]
Effort = Annotated[
    int | None,
    option(
        ...,
        "--effort",
        "N",
        "Search N times as long before a question is left as not settled.",
        min=1,
        max=100,
    ),
]
Output = Annotated[str | None, option(..., "-o --output", "FILE", "Write to FILE; - is standard output.")]
Force = Annotated[bool, flag("--force", "Replace FILE if it exists.", default=...)]
Anonymous = Annotated[bool, flag("--anonymous", "Show seats instead of names.", default=...)]
Hand = Annotated[str | None, option(..., "--hand", "ID", "Which hand, if the file holds several.")]

Jobs = Annotated[
    int | None, option(..., "--jobs -j", "N", "Use N processes (default: all there are).", min=1)
]


#: Output format of what only the screen and other programs read.
TextFormat = StrEnum("TextFormat", "text json")
#: Output format of a page that can be printed.
PaperFormat = StrEnum("PaperFormat", "html text json")
#: Output format of a table that spreadsheets read as well.
TableFormat = StrEnum("TableFormat", "html text json csv xlsx")


class RulingFormat(StrEnum):
    """Output format of a ruling."""

    html = "html"
    text = "text"
    json = "json"


def format_option(
    formats: Iterable[str], usual: str = "from FILE’s extension, or text", default: Any = None
) -> Any:
    """Return the option `--format` for some formats."""
    *most, last = formats
    listed = f"{', '.join(most)} or {last}" if most else last
    return option(default, "--format -f", "FORM", f"{listed}; if omitted, {usual}.")


def sign_option(what: str, default: Any = None) -> Any:
    return option(default, "--sign", "KEY", f"Sign {what} with this private key, of ssh-keygen or minisign.")


Signer = Annotated[
    str | None, option(..., "--name", "NAME", "Name of the signer, as the signature will show it.")
]
SignedOn = Annotated[
    str | None,
    option(..., "--on", "DATE", "Date of signing or believing, such as 2026-01-22 (default: today)."),
]
Believe = Annotated[
    list[str] | None,
    option(
        ...,
        "--believe",
        "ACCOUNT=WHO",
        "Believe this player’s version of an account, such as 1=E, or 1=v2 for version 2 (repeatable).",
    ),
]
SignedBy = Annotated[
    list[str] | None,
    option(..., "--signed-by", "KEYS", "Require a signature by a public key in this file (repeatable)."),
]
