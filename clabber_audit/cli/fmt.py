"""`fmt`: hands in the text notation, written as the canonical text has them."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.ground.errors import Exit


def fmt(
    paths: Annotated[
        list[str],
        typer.Argument(metavar="FILE...", help=".clab files, rewritten in place; - reads standard input and prints."),
    ],
) -> Exit:
    """Tidy .clab files: the same hands, neatly spaced. A file with an invalid hand is left unchanged.

    Example: clabber-audit fmt hands.clab
    """
    from clabber_audit.cli.errors import report, worst
    from clabber_audit.ground.errors import ClabberError

    codes = {Exit.DONE}
    for path in paths:
        try:
            codes.add(_formatted(path))
        except ClabberError as problem:
            report(problem)
            codes.add(problem.exit_code)
    return worst(codes)


def _formatted(path: str) -> Exit:
    from clabber_audit.archive import is_archive
    from clabber_audit.cli.errors import report
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.screen import say, tell
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.intake import offered
    from clabber_audit.notation import write

    if path != "-" and (not path.endswith(".clab") or is_archive(path)):
        raise UsageError(
            f"{path} is not a .clab file", "fmt only tidies hands written as text", "use convert for other files"
        )
    items = list(offered(path))
    refused = [item.refused for item in items if item.refused]
    for refusal in refused:
        report(refusal)
    if refused:
        return Exit.REFUSED
    text = "\n".join(write(item.record) for item in items if item.record)
    if path == "-":
        tell(text, end="")
        return Exit.DONE
    with open(path, encoding="utf-8", newline="") as file:
        before = file.read()
    if before != text:
        with destination(path, force=True) as stream:
            stream.write(text)
        say(f"{shown(path, 200)}: formatted")
    return Exit.DONE
