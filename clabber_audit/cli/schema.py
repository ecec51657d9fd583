"""`schema`: the JSON Schemas, the grammar of the notation, the columns of a sheet."""

from __future__ import annotations

from typing import Annotated, Final

import typer

from clabber_audit.ground.errors import Exit

#: The file of each, by what it is asked for.
_FILES: Final = {
    "hand": "clabber-hand-1.json",
    "bid-euchre-hand": "bid-euchre-hand-1.json",
    "ruling": "clabber-ruling-1.json",
    "bid-euchre-ruling": "bid-euchre-ruling-1.json",
    "scorecard": "clabber-scorecard-1.json",
    "season": "clabber-season-1.json",
    "conformance-question": "clabber-conformance-question-1.json",
    "conformance-answer": "clabber-conformance-answer-1.json",
    "conformance-score": "clabber-conformance-score-1.json",
    "clab": "clab.md",
    "bid-euchre": "bid-euchre.md",
    "sheet": "sheet.md",
    "tallies": "tallies.md",
    "datasette": "datasette.json",
}


def _names(incomplete: str) -> list[str]:
    return [name for name in _FILES if name.startswith(incomplete)]


def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help=f"{', '.join(_FILES)}; omit to list all.",
            autocompletion=_names,
        ),
    ] = None,
) -> Exit:
    """Print a format’s definition: a JSON Schema, the .clab grammar or a sheet’s columns.

    Example: clabber-audit schema hand
    """
    from clabber_audit.cli.screen import tell
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.ground.files import text

    if name is None:
        tell("\n".join(f"{key:<22}{file}" for key, file in _FILES.items()))
        return Exit.DONE
    key = name.removeprefix("clabber-").removesuffix("/1")
    if key not in _FILES:
        raise UsageError(f"there is no schema “{shown(name)}”", f"there are {', '.join(_FILES)}", "choose one")
    tell(text("schemas", _FILES[key]), end="")
    return Exit.DONE
