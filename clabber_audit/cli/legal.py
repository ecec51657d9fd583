"""`legal`: what may be played, and why not the others."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.options import ChangedOption
from clabber_audit.ground.errors import Exit


def legal(
    hand: Annotated[str, typer.Option("--hand", help="The hand, such as “9S QS AD” or “9♠ Q♠ A♦”.")],
    trump: Annotated[str, typer.Option("--trump", help="The trump suit: C D H S, its symbol or its name.")],
    trick: Annotated[str, typer.Option("--trick", help="The cards on the table in the order they fell.")] = "",
    played: Annotated[
        str, typer.Option("--played", help="The cards of earlier tricks, where a lead hangs on them.")
    ] = "",
    ruleset: Annotated[str, typer.Option("--ruleset", "-r", metavar="ID|FILE", help="By whose rules.")] = "ecl-1992",
    changed: ChangedOption = False,
) -> Exit:
    """Say which cards of a hand may be played to a trick, and why not the others."""
    from clabber_audit.cli.screen import tell
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.law.bound_ruleset import legal_cards, load_law, objections
    from clabber_audit.notation import read_cards, read_suit
    from clabber_audit.replay import opened, standing
    from clabber_audit.table.cards import BIT, PACK, pretty

    named = read_suit(trump)
    held, table, fallen = read_cards(hand), read_cards(trick), read_cards(played)
    if len({*held, *table, *fallen}) < len(held) + len(table) + len(fallen):
        raise UsageError("a card is named twice", "a pack holds each card once", "check --hand, --trick and --played")
    if not held or len(table) > 3:
        raise UsageError("give a hand, and at most three cards on the table", "", "see --help")
    rules = load_law(ruleset, changed=changed)
    strain = rules.order(PACK).strains[named]
    trumps = strain.trump
    mask = sum(BIT[code] for code in held)
    on_table = standing([BIT[code] for code in table], strain)
    led = on_table.led
    above = on_table.above(trumps) if table else opened(trumps, sum(BIT[code] for code in fallen))
    allowed = legal_cards(rules, mask, led, trumps, above)
    may = [pretty(code) for code in held if BIT[code] & allowed]
    tell(f"legal: {' '.join(may)}")
    for code in held:
        for objection in objections(rules, mask, BIT[code], led, trumps, above):
            rows = rules.ruleset.rows[objection.id]
            cited = f" ({', '.join(rows)})" if rows else ""
            tell(f"not {pretty(code)}: {objection.title.lower()}{cited}; play {' or '.join(may)}")
    return Exit.DONE
