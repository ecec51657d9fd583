"""`archive stats`: how much an archive holds."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

from clabber_audit.cli.archive.options import ArchiveArgument
from clabber_audit.cli.options import ChangedOption, form_option
from clabber_audit.cli.screen import tell
from clabber_audit.ground.errors import Exit


class StatsForm(StrEnum):
    """How figures are printed."""

    text = "text"
    json = "json"


def stats(
    archive: ArchiveArgument,
    form: Annotated[StatsForm, form_option(StatsForm, "text")] = StatsForm.text,
    changed: ChangedOption = False,
) -> Exit:
    """Count the hands of an archive, by outcome and by infraction.

    Example: clabber-audit archive stats season.db
    """
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
