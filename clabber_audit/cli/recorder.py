"""`recorder`: the page that hands are written down in."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from clabber_audit.cli.options import ForceOption, OutOption, form_of
from clabber_audit.ground.errors import Exit


class PageForm(StrEnum):
    """How the recorder is written."""

    html = "html"


def recorder(
    judge: Annotated[
        bool, typer.Option("--judge", help="With the judge inside (13 MB): the page rules on hands itself.")
    ] = False,
    output: OutOption = None,
    force: ForceOption = False,
) -> Exit:
    """Write the recorder: one web page, offline, for taking hands down by tapping or typing.

    Example: clabber-audit recorder -o recorder.html
    """
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.errors import shown

    form_of(output, PageForm)
    with destination(output, force) as stream:
        if judge:
            from clabber_audit.app import building

            stream.write(building.one_file(building.judge(say)))
        else:
            from clabber_audit.page.recorder import page

            stream.write(page())
    if output not in (None, "-"):
        say(f"The recorder is in {shown(output, 200)}; open it in a browser on a laptop or a phone.")
    return Exit.DONE
