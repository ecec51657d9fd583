"""`legal`: what may be played, and why not the others."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.errors import Exit


def legal(
    hand: Annotated[str, typer.Option("--hand", help="The hand, such as “9S QS AD” or “9♠ Q♠ A♦”.")],
    trump: Annotated[str, typer.Option("--trump", help="The trump suit: C D H S, its symbol or its name.")],
    trick: Annotated[str, typer.Option("--trick", help="The cards on the table in the order they fell.")] = "",
    ruleset: Annotated[str, typer.Option("--ruleset", "-r", metavar="ID|FILE", help="By whose rules.")] = "ecl-1992",
) -> Exit:
    """Say which cards of a hand may be played to a trick, and why not the others."""
    from clabber_audit.cards import CODE, DECK, SUIT, SUIT_OF, Cards, pretty
    from clabber_audit.errors import UsageError
    from clabber_audit.games.clabber.ranking import RANKINGS
    from clabber_audit.law import law, legal_cards, objections
    from clabber_audit.notation import read_cards, read_suit
    from clabber_audit.ruleset import load

    suit = SUIT[read_suit(trump)]
    held, table = read_cards(hand), read_cards(trick)
    both = set(held) & set(table)
    if both or len(set(held)) < len(held) or len(set(table)) < len(table):
        raise UsageError("a card is named twice", "a pack holds each card once", "check --hand and --trick")
    if not held or len(table) > 3:
        raise UsageError("give a hand, and at most three cards on the table", "", "see --help")
    rules = law(load(ruleset))
    mask, above, led = int(Cards.of(held)), suit, DECK
    for card in Cards.of(table) and [Cards.of([code]) for code in table]:
        above &= RANKINGS[suit].beaters[card] | (0 if card & suit else DECK)
    if table:
        led = SUIT_OF[Cards.of([table[0]])]
    allowed = legal_cards(rules, mask, led, suit, above)
    typer.echo("legal: " + " ".join(pretty(code) for code in held if Cards.of([code]) & allowed))
    for code in held:
        card = int(Cards.of([code]))
        for objection in objections(rules, mask, card, led, suit, above):
            could = " ".join(pretty(CODE[bit]) for bit in map(int, (Cards.of([c]) for c in held)) if bit & allowed)
            rows = " ".join(rules.ruleset.rows[objection.id])
            typer.echo(f"not {pretty(code)}: {objection.title.lower()} ({rows}); play {could}")
    return Exit.DONE
