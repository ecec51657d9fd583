"""`archive stats`: how much an archive holds."""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.archive.options import (
    ArchiveArgument,
)
from clabber_audit.cli.options import ChangedOption
from clabber_audit.cli.screen import tell
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    pass


class StatsForm(StrEnum):
    """How figures are printed."""

    text = "text"
    json = "json"


def stats(
    archive: ArchiveArgument,
    form: Annotated[StatsForm, typer.Option("--format", "-f", help="How to print it.")] = StatsForm.text,
    changed: ChangedOption = False,
) -> Exit:
    """How much an archive holds, by outcome and by infraction."""
    import json

    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import statistics

    with open_archive(archive, changed=changed) as opened:
        found = statistics(opened)
    if form is StatsForm.json:
        tell(json.dumps(found, ensure_ascii=False, indent=2))
        return Exit.DONE
    for name, value in found.items():
        if isinstance(value, dict):
            tell(f"{name}:")
            for key, count in value.items():
                tell(f"  {key:<28}{count:>8}")
        else:
            tell(f"{name:<20}{value:>10}" if isinstance(value, int) else f"{name:<20}{value}")
    return Exit.DONE
