"""`verify`: whether rulings hold, a line for each thing that was looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.intake import Offered


def verify(
    rulings: Annotated[
        list[str],
        typer.Argument(metavar="RULING...", help="Rulings (.json or .html), or folders of them; - is standard input."),
    ],
    changed: ChangedOption = False,
) -> Exit:
    """Check that a ruling holds: its proofs, its record ruled on again, and the words of its page.

    Exit code 1 if something does not fit, 4 if there is no certificate or something could not be checked.

    Example: clabber-audit verify ruling.html
    """
    from clabber_audit.cli.errors import report, worst
    from clabber_audit.ground.errors import ClabberError, Undecided
    from clabber_audit.intake import offered

    codes = {Exit.DONE}
    for path in rulings:
        found = False
        try:
            for item in offered(path, changed=changed):
                found = True
                codes.update(_told(item))
            if not found:
                raise Undecided(f"{path} holds no ruling", "nothing was checked", "give a ruling, or a folder of some")
        except ClabberError as problem:
            report(problem)
            codes.add(problem.exit_code)
    return worst(codes)


def _told(item: Offered) -> set[Exit]:
    """Say what holds of a ruling and what does not; the exit codes this deserves."""
    from clabber_audit.cli.rulings import hand_of
    from clabber_audit.cli.screen import tell
    from clabber_audit.verifying import verified

    found = verified(item)
    hand_of(item)
    for told, _ in found:
        tell(f"{item.source}: {told}")
    tell(f"{item.source}: not checked: whether the record is true, and who wrote this ruling")
    codes = {code for _, code in found}
    # What does not fit is no better for something else that could not be checked.
    return codes - {Exit.UNDECIDED} if Exit.FINDINGS in codes else codes
