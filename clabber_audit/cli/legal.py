"""`legal`: what may be played, and why not the others."""

from __future__ import annotations

from collections import Counter
from typing import Annotated

import typer

from clabber_audit.cli.options import ChangedOption, rules_option
from clabber_audit.ground.errors import Exit


def legal(
    hand: Annotated[str, typer.Option("--hand", metavar="CARDS", help="The hand, such as “9S QS AD” or “9♠ Q♠ A♦”.")],
    trump: Annotated[
        str, typer.Option("--trump", metavar="SUIT", help="Trump: C, D, H or S, a symbol or a name; or NT, HIGH, LOW.")
    ],
    trick: Annotated[
        str, typer.Option("--trick", metavar="CARDS", help="The cards on the table, in the order they fell.")
    ] = "",
    played: Annotated[
        str, typer.Option("--played", metavar="CARDS", help="Cards of earlier tricks, if they matter for a lead.")
    ] = "",
    named: Annotated[
        str, typer.Option("--named", metavar="SUIT", help="The suit named when the joker is led at no trump.")
    ] = "",
    ruleset: Annotated[str, rules_option("Ruleset to apply")] = "ecl-1992",
    changed: ChangedOption = False,
) -> Exit:
    """List the cards that may be played to a trick, and why the others may not.

    Example: clabber-audit legal --trump S --trick "AH KS" --hand "9S QS AD"
    """
    from clabber_audit.cli.screen import tell
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.law.bound_ruleset import load_law, objections
    from clabber_audit.law.positions import position
    from clabber_audit.notation import read_cards, read_suit
    from clabber_audit.table.cards import pretty
    from clabber_audit.table.pack import JOKER

    rules = load_law(ruleset, changed=changed)
    recording = rules.game.recording(rules.toggles)
    pack, players = recording.pack, max(recording.tables)
    strains = rules.order(pack).strains
    word = trump.strip().upper()
    strain = strains[word if word and word in strains else read_suit(trump)]
    held, table, fallen = (read_cards(cards, pack) for cards in (hand, trick, played))
    if any(count > len(pack.bits[face]) for face, count in Counter([*held, *table, *fallen]).items()):
        often = "twice" if pack.copies == 1 else "three times"
        why = "the deck has one of each card" if pack.copies == 1 else "the deck has two of each card"
        raise UsageError(f"a card is named {often}", why, "check --hand, --trick and --played")
    if not held:
        raise UsageError("the hand is empty", "", "give its cards, such as --hand “9S QS AD”")
    if len(table) >= players:
        most = {4: "three", 6: "five"}.get(players, str(players - 1))
        raise UsageError(
            "the trick is complete", f"at most {most} cards are on the table before yours", "check --trick"
        )
    trumps = strain.trump
    if named:
        suit = read_suit(named)
        if table[:1] != [JOKER] or suit not in strain.joker_led:
            raise UsageError(
                "--named does not apply here", "a suit is named only when the joker is led at no trump", "omit it"
            )
        strain = strain.joker_led[suit]
    found = position(rules, pack, strain, held, table, fallen)
    own = list(zip(held, found.held, strict=True))
    may = list(dict.fromkeys(pretty(code) for code, card in own if card & found.allowed))
    tell(f"legal: {' '.join(may)}")
    for code, card in own:
        for objection in objections(rules, sum(found.held), card, found.led, trumps, found.above):
            rows = rules.ruleset.rows[objection.id]
            cited = f" ({', '.join(rows)})" if rows else ""
            tell(f"not {pretty(code)}: {objection.title_in(rules.game).lower()}{cited}; play {' or '.join(may)}")
    return Exit.DONE
