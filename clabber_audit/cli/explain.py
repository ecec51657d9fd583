"""`explain`: what an infraction is, with its articles and an example."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from clabber_audit.cli.completion import infraction_ids
from clabber_audit.cli.options import ChangedOption, rules_option
from clabber_audit.ground.errors import Exit

if TYPE_CHECKING:
    from collections.abc import Iterator

    from clabber_audit.rulesets.ruleset import Ruleset


def explain(
    word: Annotated[
        str | None,
        typer.Argument(
            metavar="[WORD]",
            help="An infraction, such as failure-to-follow, or any word of the rules; omit to list them all.",
            autocompletion=infraction_ids,
        ),
    ] = None,
    ruleset: Annotated[str | None, rules_option("Ruleset to quote")] = None,
    changed: ChangedOption = False,
) -> Exit:
    """Explain an infraction and its penalty, or find a word in the rules.

    Example: clabber-audit explain renege
    """
    from clabber_audit.cli.screen import tell
    from clabber_audit.law.bound_ruleset import load_law
    from clabber_audit.law.infractions import infractions
    from clabber_audit.render.manual import infraction_list, infraction_page
    from clabber_audit.rulesets.ruleset import DEFAULT, load

    asked = load_law(ruleset, changed=changed).ruleset if ruleset else None
    name = "-".join((word or "").lower().replace("_", " ").split())
    if not name:
        tell(infraction_list(asked or load(DEFAULT)), end="")
    elif name in infractions():
        tell(infraction_page(infractions()[name], asked or _of_its_game(name)), end="")
    else:
        tell(_led_on(word or "", asked), end="")
    return Exit.DONE


def _of_its_game(infraction: str) -> Ruleset:
    """The ruleset to quote where none is asked for: the league's, or the first that has the infraction."""
    from clabber_audit.law.infractions import infractions_of
    from clabber_audit.rulesets.ruleset import DEFAULT, SHIPPED, load

    usual = load(DEFAULT)
    if infraction in infractions_of(usual.game):
        return usual
    return next(rules for rules in map(load, SHIPPED) if infraction in rules.penalties)


def _led_on(word: str, asked: Ruleset | None) -> str:
    """Where the ruleset asked for, or else the first that has a word, speaks of it; UsageError where none does."""
    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.law.lookup import leads, near
    from clabber_audit.render.manual import leads_page
    from clabber_audit.rulesets.ruleset import SHIPPED, load

    def rulesets() -> Iterator[Ruleset]:
        return iter([asked]) if asked else map(load, SHIPPED)

    found = leads(word, rulesets())
    if found:
        return leads_page(found)
    close = near(word, rulesets())
    advice = f"did you mean “{close}”?" if close else "`clabber-audit explain` lists all infractions"
    raise UsageError(f"no infraction or article is about “{shown(word)}”", "", advice)
