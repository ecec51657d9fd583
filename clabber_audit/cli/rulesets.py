"""`rulesets`: the rulesets, their articles, and how two of them differ."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.completion import ruleset_ids
from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit


def rulesets(
    ruleset: Annotated[
        str | None,
        typer.Argument(metavar="[ID|FILE]", help="Ruleset to print; omit to list all.", autocompletion=ruleset_ids),
    ] = None,
    against: Annotated[
        str | None,
        typer.Option("--against", metavar="RULES", help="Show only where the two differ.", autocompletion=ruleset_ids),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print the whole ruleset as JSON.")] = False,
    changed: ChangedOption = False,
) -> Exit:
    """List the rulesets, print one, or compare two.

    Example: clabber-audit rulesets ecl-1992 --against wp
    """
    import json

    from clabber_audit.cli.screen import tell
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.law.bound_ruleset import load_law
    from clabber_audit.render.manual import ruleset_difference, ruleset_list, ruleset_page
    from clabber_audit.rulesets.ruleset import SHIPPED, load
    from clabber_audit.ruling.other_rulesets import differences

    if ruleset is None:
        if against:
            raise UsageError(
                "--against compares two rulesets", "only one was given", "try `rulesets ID --against OTHER`"
            )
        tell(ruleset_list([load(name) for name in SHIPPED]), end="")
    elif against:
        one, other = (load_law(name, changed=changed).ruleset for name in (ruleset, against))
        if one.game is not other.game:
            what = f"{one.id} is for {one.game.name}, {other.id} for {other.game.name}"
            raise UsageError(what, "different games have different settings", "compare rulesets of one game")
        tell(ruleset_difference(one, other, differences(one, other)), end="")
    elif as_json:
        tell(json.dumps(load_law(ruleset, changed=changed).ruleset.as_data(), ensure_ascii=False, indent=2))
    else:
        tell(ruleset_page(load_law(ruleset, changed=changed).ruleset), end="")
    return Exit.DONE
