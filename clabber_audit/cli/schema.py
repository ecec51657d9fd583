"""`schema`: the JSON Schemas, the grammar of the notation, the columns of a sheet."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.ground.errors import Exit


def schema(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="hand, ruling, bid-euchre-hand, bid-euchre-ruling, scorecard, season, clab, bid-euchre, sheet, "
            "tallies, datasette; all.",
        ),
    ] = None,
) -> Exit:
    """Print a JSON Schema, by what it is of; the grammar of .clab; the columns of a sheet; metadata for Datasette."""
    from clabber_audit.cli.screen import tell
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.ground.files import text

    known = {
        "hand": "clabber-hand-1.json",
        "bid-euchre-hand": "bid-euchre-hand-1.json",
        "ruling": "clabber-ruling-1.json",
        "bid-euchre-ruling": "bid-euchre-ruling-1.json",
        "scorecard": "clabber-scorecard-1.json",
        "season": "clabber-season-1.json",
        "clab": "clab.md",
        "bid-euchre": "bid-euchre.md",
        "sheet": "sheet.md",
        "tallies": "tallies.md",
        "datasette": "datasette.json",
    }
    if name is None:
        tell("\n".join(f"{key:<19}{file}" for key, file in known.items()))
        return Exit.DONE
    key = name.removeprefix("clabber-").removesuffix("/1")
    if key not in known:
        raise UsageError(f"there is no schema “{shown(name)}”", f"known are {', '.join(known)}", "choose one")
    tell(text("schemas", known[key]), end="")
    return Exit.DONE
