"""`recorder`: the page that hands are written down in."""

from __future__ import annotations

from enum import StrEnum

from clabber_audit.cli.options import ForceOption, OutOption, form_of
from clabber_audit.ground.errors import Exit


class PageForm(StrEnum):
    """How the recorder is written."""

    html = "html"


def recorder(output: OutOption = None, force: ForceOption = False) -> Exit:
    """Write the recorder: one web page, offline, for taking hands down by tapping or typing.

    Example: clabber-audit recorder -o recorder.html
    """
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.errors import shown
    from clabber_audit.page.recorder import page

    form_of(output, PageForm)
    with destination(output, force) as stream:
        stream.write(page())
    if output not in (None, "-"):
        say(f"The recorder is in {shown(output, 200)}; open it in a browser on a laptop or a phone.")
    return Exit.DONE
