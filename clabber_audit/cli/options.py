"""Options that several commands share, and the law they stand for."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

if TYPE_CHECKING:
    from clabber_audit.law.bound_ruleset import BoundRuleset

RulesetOption = Annotated[
    str | None,
    typer.Option("--ruleset", "-r", metavar="ID|FILE", help="Rule by this ruleset instead of the record’s own."),
]
ChangedOption = Annotated[
    bool,
    typer.Option("--allow-changed-rules", help="Rules called as shipped ones that read otherwise; shown as such."),
]
OutOption = Annotated[
    str | None, typer.Option("-o", "--output", metavar="FILE", help="Write here; - is standard output.")
]
ForceOption = Annotated[bool, typer.Option("--force", help="Replace an output file that exists.")]
AnonymousOption = Annotated[bool, typer.Option("--anonymous", help="Seats instead of names, everywhere.")]
HandOption = Annotated[str | None, typer.Option("--hand", metavar="ID", help="Which hand, where a file holds many.")]

AnyForm = TypeVar("AnyForm", bound=StrEnum)


#: Endings that promise what a file holds; who opens it would be told that it is broken.
_PROMISING: Final = ("html", "json", "jsonl", "csv", "xlsx", "clab", "db", "gz", "pdf", "xls", "ods", "docx")


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
        raise UsageError(
            f"{path} promises what would not be in it", f"what is made here is {made}", "give another name"
        )
    return form


def asked_law(ruleset: str | None, changed: bool = False) -> BoundRuleset | None:
    """The law that `--ruleset` asks for, if it was given; whether `changed` rules may be, see `ruleset.genuine`."""
    if ruleset is None:
        return None
    from clabber_audit.law.bound_ruleset import load_law

    return load_law(ruleset, changed=changed)
