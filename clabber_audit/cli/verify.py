"""Command line: verify."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.keys import SignedByOption
from clabber_audit.cli.options import ChangedOption, ForceOption
from clabber_audit.ground.errors import Exit, shown

if TYPE_CHECKING:
    from clabber_audit.intake import Offered
    from clabber_audit.signing.vouching import Signers


def verify(
    rulings: Annotated[
        list[str],
        typer.Argument(metavar="RULING...", help="Rulings (.json or .html), or folders of them; - is standard input."),
    ],
    signed: SignedByOption = None,
    apart: Annotated[
        str | None,
        typer.Option("--signatures-to", metavar="FOLDER", help="Write what was signed, for ssh-keygen or minisign."),
    ] = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Check a ruling: its proofs and signatures, the ruling itself, and every character of the page.

    Exit code 1 if something is wrong, 4 if there is no proof or something could not be checked, 6 if another version
    wrote the page.

    Example: clabber-audit verify ruling.html
    """
    from clabber_audit.cli.errors import report, worst
    from clabber_audit.cli.keys import signers
    from clabber_audit.cli.rulings import offered_of
    from clabber_audit.cli.signatures import write_apart
    from clabber_audit.ground.errors import ClabberError, Undecided

    codes, asked = {Exit.DONE}, signers(signed)
    for path in rulings:
        found = False
        try:
            for item in offered_of(path, changed=changed, faults=False):
                found = True
                codes.update(_told(item, asked))
                if apart is not None:
                    write_apart(item, apart, force)
            if not found:
                raise Undecided(f"{path} holds no ruling", "nothing was checked", "give a ruling, or a folder of some")
        except ClabberError as problem:
            report(problem)
            codes.add(problem.exit_code)
    # What does not fit is no better for something else that could not be checked.
    return worst(codes - {Exit.UNDECIDED, Exit.OTHER_VERSION} if Exit.FINDINGS in codes else codes)


def _told(item: Offered, signers: Sequence[Signers]) -> set[Exit]:
    """Print what holds of a ruling and what does not; return the exit codes."""
    from clabber_audit.cli.rulings import hand_of
    from clabber_audit.cli.screen import tell
    from clabber_audit.verifying import verified

    found = verified(item, signers)
    hand_of(item)
    source = shown(item.source, 200)
    for told, _ in found:
        tell(f"{source}: {told}")
    whose = "" if signers else ", and who wrote this ruling"
    tell(f"{source}: not checked: whether the cards were written down truthfully{whose}")
    return {code for _, code in found}
