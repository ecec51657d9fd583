"""`site`: the recorder and its judge as a folder for a static host."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.options import rules_option
from clabber_audit.ground.errors import Exit


def site(
    target: Annotated[str, typer.Argument(metavar="FOLDER", help="A new folder.")],
    ruleset: Annotated[list[str] | None, rules_option("House rules that the page offers too")] = None,
) -> Exit:
    """Write the recorder with its judge as a folder for any web host. Phones can install it and then work offline.

    Example: clabber-audit site app/
    """
    from clabber_audit.app import building
    from clabber_audit.cli.output import new_folder
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.errors import shown
    from clabber_audit.rulesets.ruleset import load

    own = [load(name) for name in ruleset or ()]
    with new_folder(target) as place:
        for name, data in building.folder(building.judge(say), own).items():
            path = place / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
    say(f"The site is in {shown(target, 200)}; put it on a web host with https, and open it on a phone.")
    return Exit.DONE
