"""`recorder`: the page that hands are written down in."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated

import typer

from clabber_audit.cli.options import ForceOption, OutOption, form_of, rules_option
from clabber_audit.ground.errors import Exit


class PageForm(StrEnum):
    """How the recorder is written."""

    html = "html"


def recorder(
    judge: Annotated[
        bool, typer.Option("--judge", help="Include the judge (13 MB), so that the page rules on hands itself.")
    ] = False,
    ruleset: Annotated[list[str] | None, rules_option("House rules that the page offers too")] = None,
    output: OutOption = None,
    force: ForceOption = False,
) -> Exit:
    """Write the recorder, an offline web page for entering hands by tapping or typing.

    Example: clabber-audit recorder -o recorder.html
    """
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.errors import shown
    from clabber_audit.rulesets.ruleset import load

    form_of(output, PageForm)
    own = [load(name) for name in ruleset or ()]
    with destination(output, force) as stream:
        if judge:
            from clabber_audit.app import building

            stream.write(building.one_file(building.judge(say), own))
        else:
            from clabber_audit.page.recorder.page import page

            stream.write(page(own))
    if output not in (None, "-"):
        say(f"The recorder is in {shown(output, 200)}; open it in a browser on a laptop or a phone.")
    return Exit.DONE
