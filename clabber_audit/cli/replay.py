"""`replay`: a hand card by card in the terminal."""

from __future__ import annotations

from clabber_audit.cli.options import (
    AnonymousOption,
    ChangedOption,
    HandOption,
    RecordArgument,
    RulesetOption,
    asked_law,
)
from clabber_audit.ground.errors import Exit


def replay(
    record: RecordArgument,
    ruleset: RulesetOption = None,
    anonymous: AnonymousOption = False,
    hand: HandOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Replay a hand card by card and mark what went wrong.

    Example: clabber-audit replay hand.clab
    """
    from clabber_audit.cli.rulings import one_of, ruling_on
    from clabber_audit.cli.screen import tell
    from clabber_audit.render.text import replay_text
    from clabber_audit.ruling.dossier import dossier

    ruling = ruling_on(one_of(record, hand, changed=changed), asked_law(ruleset, changed))
    tell(replay_text(dossier(ruling, anonymous=anonymous, search=False)), end="")
    return Exit.DONE
