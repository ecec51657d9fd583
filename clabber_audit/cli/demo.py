"""`demo`: an example dispute, ruled on."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.options import ForceOption
from clabber_audit.errors import Exit


def demo(
    output: Annotated[
        str, typer.Option("-o", "--output", metavar="FILE", help="Where the HTML ruling goes.")
    ] = "clabber-demo.html",
    force: ForceOption = False,
) -> Exit:
    """Rule on an example dispute: the ruling as text here, and as a page to open in a browser."""
    from clabber_audit.adjudicate import adjudicate
    from clabber_audit.cli.guard import say
    from clabber_audit.cli.options import law_for
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.rule import Form, written
    from clabber_audit.errors import shown
    from clabber_audit.intake import one
    from clabber_audit.resources import folder

    item = one(str(folder("examples") / "ten-comes-home.clab"))
    assert item.hand is not None
    ruling = adjudicate(item.hand, law_for(item, None))
    print(written(ruling, Form.text, anonymous=False), end="")
    with destination(output, force) as stream:
        stream.write(written(ruling, Form.html, anonymous=False))
    if output != "-":
        say(f"The ruling is in {shown(output, 200)}; open it in a browser.")
    return Exit.DONE
