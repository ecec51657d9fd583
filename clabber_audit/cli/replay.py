"""`replay`: a hand card by card in the terminal."""

from __future__ import annotations

from typing import Annotated

import typer

from clabber_audit.cli.options import AnonymousOption, HandOption, RulesetOption, asked_law
from clabber_audit.errors import Exit


def replay(
    record: Annotated[str, typer.Argument(metavar="RECORD", help="A record, or a ruling; - is standard input.")],
    ruleset: RulesetOption = None,
    anonymous: AnonymousOption = False,
    hand: HandOption = None,
) -> Exit:
    """Play a hand through, card by card, with what was found."""
    from clabber_audit.adjudicate import adjudicate
    from clabber_audit.cli.options import law_for
    from clabber_audit.intake import one
    from clabber_audit.render.text import replay_text

    item = one(record, hand)
    assert item.hand is not None
    print(replay_text(adjudicate(item.hand, law_for(item, asked_law(ruleset))), anonymous=anonymous), end="")
    return Exit.DONE
