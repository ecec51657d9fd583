"""`explain`: what an infraction is, with its articles and an example."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit


def explain(
    infraction: Annotated[
        str | None, typer.Argument(metavar="ID", help="An infraction, such as failure-to-follow; none lists all.")
    ] = None,
    ruleset: Annotated[
        str | None,
        typer.Option("--ruleset", "-r", metavar="ID|FILE", help="Whose articles to quote; each game has its own."),
    ] = None,
    changed: ChangedOption = False,
) -> Exit:
    """Explain an infraction: its manual, what it costs and the articles behind it."""
    from difflib import get_close_matches

    from clabber_audit.cli.screen import tell
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.law.bound_ruleset import load_law
    from clabber_audit.law.infractions import infractions
    from clabber_audit.render.manual import infraction_list, infraction_page

    name = (infraction or "").lower().replace("_", "-")
    rules = load_law(ruleset or _usual(name), changed=changed).ruleset
    if infraction is None:
        tell(infraction_list(rules), end="")
        return Exit.DONE
    if name not in infractions():
        close = get_close_matches(name, infractions(), 1, 0.5)
        advice = f"did you mean “{close[0]}”?" if close else "`clabber-audit explain` lists them"
        raise UsageError(f"there is no infraction “{shown(infraction)}”", "", advice)
    tell(infraction_page(infractions()[name], rules), end="")
    return Exit.DONE


def _usual(infraction: str) -> str:
    """The ruleset to quote where none is asked for: the league's, or the first of the game that has the infraction."""
    from clabber_audit.law.infractions import infractions, infractions_of
    from clabber_audit.rulesets.ruleset import DEFAULT, SHIPPED, load

    if infraction not in infractions() or infraction in infractions_of(load(DEFAULT).game):
        return DEFAULT
    return next(name for name in SHIPPED if infraction in load(name).penalties)
