"""Options that several commands share, and the law they stand for."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer

from clabber_audit.cli.completion import ruleset_ids

if TYPE_CHECKING:
    from clabber_audit.law.bound_ruleset import BoundRuleset

RecordArgument = Annotated[
    str, typer.Argument(metavar="RECORD", help="A record, a ruling or an archive; - is standard input.")
]
RecordsArgument = Annotated[
    list[str],
    typer.Argument(metavar="PATH...", help="Files or folders of records, or archives; - is standard input."),
]


def rules_option(what: str) -> Any:
    """The option `--ruleset` of a command, by what it does there."""
    words = f"{what}: an id or a TOML file."
    return typer.Option("--ruleset", "-r", metavar="RULES", help=words, autocompletion=ruleset_ids)


RulesetOption = Annotated[str | None, rules_option("Ruleset to apply instead of the record’s own")]
ChangedOption = Annotated[
    bool,
    typer.Option(
        "--allow-changed-rules",
        help="Accept a changed copy of a built-in ruleset, and mark the ruling.",
        rich_help_panel="Rarely needed",
    ),
]
ThoroughOption = Annotated[
    bool,
    typer.Option("--thorough", help="Judge every hand in full, without the fast check. Same results, slower."),
]
OutOption = Annotated[
    str | None, typer.Option("-o", "--output", metavar="FILE", help="Write to FILE; - is standard output.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace FILE if it exists.")]
AnonymousOption = Annotated[bool, typer.Option("--anonymous", help="Show seats instead of names.")]
HandOption = Annotated[str | None, typer.Option("--hand", metavar="ID", help="Which hand, if the file holds several.")]

AnyForm = TypeVar("AnyForm", bound=StrEnum)


def form_option(forms: type[StrEnum], usual: str = "from FILE’s extension, or text") -> Any:
    """The option `--format` of a command that writes these forms."""
    *most, last = [form.value for form in forms]
    listed = f"{', '.join(most)} or {last}" if most else last
    return typer.Option("--format", "-f", metavar="FORM", help=f"{listed}; if omitted, {usual}.")


#: Endings that promise what a file holds; who opens it would be told that it is broken.
_PROMISING: Final = (
    *("html", "json", "jsonl", "parquet", "sarif", "csv", "xlsx", "clab", "db", "gz", "pdf", "xls", "ods", "docx"),
)


def form_of(path: str | None, forms: type[AnyForm], given: AnyForm | None = None) -> AnyForm | None:
    """The form that was `given`, or else that the ending of a file name asks for; None where it asks for none.

    UsageError for an ending that asks for what is not made here, and for a workbook that would be none.
    """
    from clabber_audit.ground.errors import UsageError

    ending = Path(path or "").suffix[1:].lower()
    asked = "html" if ending == "htm" else ending
    form = given or next((form for form in forms if form.value == asked), None)
    if (asked in _PROMISING and form is None) or (asked == "xlsx" and form != "xlsx"):
        made = ", ".join(form.value for form in forms)
        raise UsageError(f"{path} has the wrong extension", f"this command writes {made}", "give another name")
    return form


def asked_law(ruleset: str | None, changed: bool = False) -> BoundRuleset | None:
    """The law that `--ruleset` asks for, if it was given; whether `changed` rules may be, see `ruleset.genuine`."""
    if ruleset is None:
        return None
    from clabber_audit.law.bound_ruleset import load_law

    return load_law(ruleset, changed=changed)
