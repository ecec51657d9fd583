"""`verify`: whether the certificates of rulings hold, by a checker that shares nothing with what wrote them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clabber_audit.cli.options import ChangedOption
from clabber_audit.errors import Exit

if TYPE_CHECKING:
    from clabber_audit.intake import Offered


def verify(
    rulings: Annotated[
        list[str], typer.Argument(metavar="RULING...", help="Rulings, .json or .html; - is standard input.")
    ],
    changed: ChangedOption = False,
) -> Exit:
    """Check the certificates that rulings carry: that each proof follows from the record, and what is open is open.

    Exit code 1 when one does not hold, 4 when a ruling carries none.
    """
    from clabber_audit.cli.guard import report, worst
    from clabber_audit.errors import ClabberError
    from clabber_audit.intake import offered

    codes = {Exit.DONE}
    for path in rulings:
        try:
            for item in offered(path, changed=changed):
                codes.update(_verified(item))
        except ClabberError as problem:
            report(problem)
            codes.add(problem.exit_code)
    return worst(codes)


def _verified(item: Offered) -> Iterator[Exit]:
    """Say of each certificate of a ruling whether it holds; the exit codes this deserves."""
    from clabber_audit.checker import Checker
    from clabber_audit.cli.screen import tell
    from clabber_audit.errors import Unusable

    if item.refused:
        raise item.refused
    if item.ruling is None:
        raise Unusable(f"{item.source} holds no ruling", "a record carries no certificates", "rule on it first")
    try:
        checker, found = Checker(item.ruling), list(item.ruling.get("certificates", ()))
    except (KeyError, TypeError, AttributeError) as problem:
        raise Unusable(f"{item.source}: the ruling is damaged", f"{problem!r}", "give it as it was written") from None
    if not found:
        tell(f"{item.source}: no certificate: nothing in it hangs on cards, or it was written without")
        yield Exit.UNDECIDED
    for number, certificate in enumerate(found, 1):
        complaint = checker.complaint(certificate)
        tell(f"{item.source}: certificate {number}, {_about(certificate)}: {complaint or 'holds'}")
        yield Exit.FINDINGS if complaint else Exit.DONE


def _about(certificate: Any) -> str:
    """What a certificate says, as far as it can be read."""
    try:
        first = certificate["any_of"][0]
        others = f" or {len(certificate['any_of']) - 1} more" if len(certificate["any_of"]) > 1 else ""
        return f"{certificate['verdict']}: {first['infraction']} by {first['seat']} at {first['at']}{others}"
    except (KeyError, TypeError, IndexError):
        return "of no known form"
