"""Options that commands share."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer

from clabber_audit.cli.output import ask_secret, is_read_by_a_person, is_typed_by_a_person, standard_input
from clabber_audit.core.errors import Unusable, UsageError, printable
from clabber_audit.core.files import read_bounded

if TYPE_CHECKING:
    from clabber_audit.rules.book import Book
    from clabber_audit.rules.bound_ruleset import BoundRuleset
    from clabber_audit.signing.signatures import PrivateKey, Signers


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

    return [
        (name, infraction.title) for name, infraction in infractions().items() if name.startswith(incomplete)
    ]


RecordArgument = Annotated[
    str, argument(..., "RECORD", "A record, a ruling or an archive; - is standard input.")
]
RecordsArgument = Annotated[
    list[str], argument(..., "PATH...", "Files or folders of records, or archives; - is standard input.")
]


def rules_option(what: str, default: Any = None) -> Any:
    """Return the option `--ruleset`, with its meaning for a command."""
    words = f"{what}: an id or a TOML file."
    return option(default, "--ruleset -r", "RULES", words, autocompletion=ruleset_ids)


RulesetOption = Annotated[
    str | None, rules_option("Ruleset to apply instead of the record’s own", default=...)
]
AsOfOption = Annotated[
    str | None,
    option(
        ...,
        "--as-of",
        "DATE",
        "Rule by the text of a line, such as --ruleset ecl, in force on this date instead of the hand’s.",
        rich_help_panel="Rarely needed",
    ),
]
ChangedOption = Annotated[
    bool,
    flag(
        "--allow-changed-rules",
        "Accept a changed copy of a built-in ruleset, and mark the ruling.",
        rich_help_panel="Rarely needed",
        default=...,
    ),
]
BookOption = Annotated[
    str | None,
    option(
        ...,
        "--book",
        "FOLDER",
        "Apply the decisions of the book in FOLDER (default: the book of the season’s folder).",
    ),
]
NoBookOption = Annotated[bool, flag("--no-book", "Apply no decisions of a club.", default=...)]
ThoroughOption = Annotated[
    bool,
    flag(
        "--thorough", "Judge every hand in full, without the fast check. Same results, slower.", default=...
    ),
]
EffortOption = Annotated[
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
OutOption = Annotated[str | None, option(..., "-o --output", "FILE", "Write to FILE; - is standard output.")]
ForceOption = Annotated[bool, flag("--force", "Replace FILE if it exists.", default=...)]
AnonymousOption = Annotated[bool, flag("--anonymous", "Show seats instead of names.", default=...)]
HandOption = Annotated[str | None, option(..., "--hand", "ID", "Which hand, if the file holds several.")]

JobsOption = Annotated[
    int | None, option(..., "--jobs -j", "N", "Use N processes (default: all there are).", min=1)
]

AnyForm = TypeVar("AnyForm", bound=str)


#: Output format of what only the screen and other programs read.
TextForm = StrEnum("TextForm", "text json")
#: Output format of a page that can be printed.
PaperForm = StrEnum("PaperForm", "html text json")
#: Output format of a table that spreadsheets read as well.
TableForm = StrEnum("TableForm", "html text json csv xlsx")


class RulingForm(StrEnum):
    """Output format of a ruling."""

    html = "html"
    text = "text"
    json = "json"


def form_option(
    forms: Iterable[str], usual: str = "from FILE’s extension, or text", default: Any = None
) -> Any:
    """Return the option `--format` for some forms."""
    *most, last = forms
    listed = f"{', '.join(most)} or {last}" if most else last
    return option(default, "--format -f", "FORM", f"{listed}; if omitted, {usual}.")


#: Extensions that promise a format.
_PROMISING: Final = [
    "html",
    "json",
    "jsonl",
    "parquet",
    "sarif",
    "csv",
    "xlsx",
    "clab",
    "db",
    "gz",
    "pdf",
    "xls",
    "ods",
    "docx",
]


def form_of(path: str | None, forms: Iterable[AnyForm], given: AnyForm | None = None) -> AnyForm | None:
    """Return the form that was `given`, else that of the file extension, None for an unknown one.

    Raise UsageError for an extension of a form that the command does not write.
    """
    ending = Path(path or "").suffix[1:].lower()
    asked = "html" if ending == "htm" else ending
    form = given or next((form for form in forms if form == asked), None)
    if (asked in _PROMISING and form is None) or (asked == "xlsx" and form != "xlsx"):
        made = f"this command writes {', '.join(forms)}"
        raise UsageError(f"{path} has the wrong extension", made, "give another name")
    return form


def check_workbook(form: str, path: str | None) -> None:
    """Raise UsageError for a workbook that would go to the screen, Unusable if none can be written."""
    from clabber_audit.records.sheets.tables import require_workbooks

    if form != "xlsx":
        return
    if path in (None, "-") and is_read_by_a_person():
        raise UsageError("a workbook cannot be shown on the screen", "", "give a file with -o")
    require_workbooks()


def load_asked_law(
    ruleset: str | None, changed: bool = False, as_of: str | None = None
) -> BoundRuleset | None:
    """Load the ruleset of `--ruleset`, if given; of a line, the text in force on `as_of`. See `ruleset.check_genuine`."""
    if ruleset is None:
        if as_of is not None:
            raise UsageError("--as-of needs a line of rulesets", "", "add --ruleset, such as --ruleset ecl")
        return None
    from clabber_audit.rules.bound_ruleset import law, load_law
    from clabber_audit.rules.lines import period

    found = load_law(ruleset, changed=changed)
    if as_of is None:
        return found
    when = period(as_of)
    if when is None:
        raise UsageError(f"--as-of {as_of}: no date", "", "write it as 1992-12-10")
    if found.line is None:
        raise UsageError(
            f"--as-of needs a line of rulesets, and {ruleset} has one text", "", "leave --as-of out"
        )
    return law(found.line.find_texts_in_force(when)[-1].ruleset)


def load_asked_book(given: str | None, off: bool, *paths: str) -> Book | None:
    """Return the book of a folder, else that of the season in whose folder all paths lie; None if there is none."""
    if given is not None and off:
        raise UsageError("--book and --no-book do not go together", "", "give one of the two")
    folders = {Path(given)} if given is not None else set() if off else {*map(season_folder, paths)}
    if len(folders) > 1:
        why = "only some of the paths lie in the folder of a season with a book"
        raise UsageError("which book is meant?", why, "name it with --book, or leave it with --no-book")
    folder = next(iter(folders), None)
    if folder is None:
        return None
    from clabber_audit.archive.club import read_logged_book

    return read_logged_book(folder)


def season_folder(path: str) -> Path | None:
    """Return the folder of the season that a path belongs to, if the season has a book; None otherwise."""
    if path == "-":
        return None
    place = Path(os.path.abspath(path))
    for folder in [place, *place.parents][: _LEVELS + 1]:
        # A name that no file can have is reported when it is read.
        if os.path.isfile(folder / "season.json"):
            return folder if os.path.isfile(folder / "book.toml") else None
    return None


#: Folders above a file in which its season is looked for.
_LEVELS: Final = 3
#: Maximum bytes of a signed text.
_LARGEST: Final = 64 << 10

Read = TypeVar("Read")


def text_in(path: str, parse: Callable[[str], Read], what: str) -> Read:
    """Return the parsed content of a text file; Unusable if it cannot be read or parsed."""
    name = "standard input" if path == "-" else printable(path, 200)
    try:
        data = standard_input().read(_LARGEST + 1) if path == "-" else read_bounded(path, _LARGEST)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {name}", why, "check the name and the file") from None
    try:
        if len(data) > _LARGEST:
            raise ValueError(f"it is larger than {_LARGEST >> 10} KiB")
        return parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unusable(f"{name} is not {what}", "it is not text", "use the original file") from None
    except ValueError as problem:
        raise Unusable(
            f"{name} is not {what}", printable(str(problem), 200), "use the original file"
        ) from None


#: Environment variable for a passphrase.
VARIABLE: Final = "CLABBER_PASSPHRASE"


def sign_option(what: str, default: Any = None) -> Any:
    return option(default, "--sign", "KEY", f"Sign {what} with this private key, of ssh-keygen or minisign.")


SignerOption = Annotated[
    str | None, option(..., "--name", "NAME", "Name of the signer, as the signature will show it.")
]
SignedOnOption = Annotated[
    str | None,
    option(..., "--on", "DATE", "Date of signing or believing, such as 2026-01-22 (default: today)."),
]
BelieveOption = Annotated[
    list[str] | None,
    option(
        ...,
        "--believe",
        "ACCOUNT=WHO",
        "Believe this player’s version of an account, such as 1=E, or 1=v2 for version 2 (repeatable).",
    ),
]
SignedByOption = Annotated[
    list[str] | None,
    option(..., "--signed-by", "KEYS", "Require a signature by a public key in this file (repeatable)."),
]


def parse_day(given: str | None, option: str = "--on") -> str | None:
    """Return the day given to an option, None for none; UsageError for another text."""
    from clabber_audit.league.schedule import is_day

    if given is not None and not is_day(given):
        what, help = f"{printable(given, 40)} is not a date", f"correct {option}"
        raise UsageError(what, "dates look like 2026-01-22", help)
    return given


def load_private_key(path: str) -> PrivateKey:
    """Read the private key in a file, asking for its passphrase if needed."""
    from clabber_audit.signing.signatures import read_private_key

    return read_private_key(path, _passphrase)


def signers(paths: Sequence[str] | None) -> list[Signers]:
    """Read files of keys; raise Unusable if one has none, or signatures cannot be checked here."""
    if not paths:
        return []
    from clabber_audit.signing import require_packages
    from clabber_audit.signing.signatures import Signers, read_trusted_keys

    require_packages("cannot check a signature")
    return [Signers(path, tuple(read_trusted_keys(path))) for path in paths]


def _passphrase(path: str) -> str:
    given = os.environ.get(VARIABLE)
    if given is not None:
        return given
    if not is_typed_by_a_person():
        why = "it has a passphrase, and there is no keyboard to ask for it"
        raise Unusable(f"cannot open the key {printable(path, 200)}", why, f"set the variable {VARIABLE}")
    try:
        return ask_secret(f"Passphrase of {printable(path, 200)}: ")
    except EOFError:
        raise Unusable(
            f"cannot open the key {printable(path, 200)}", "no passphrase was typed", "try again"
        ) from None
