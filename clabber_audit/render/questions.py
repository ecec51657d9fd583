"""What would decide an open matter, as questions to those who were there."""

from __future__ import annotations

from typing import Final

from clabber_audit.render.wording import Speaker, bare
from clabber_audit.replay import Replay
from clabber_audit.ruling.certificates.deciding import Inquiry
from clabber_audit.table.cards import BIT, SEATS, SUIT, SUIT_LETTER, codes
from clabber_audit.table.moments import trick_of

_ONE: Final = {"C": "a club", "D": "a diamond", "H": "a heart", "S": "a spade"}
_PLAYERS: Final = len(SEATS)


def question(inquiry: Inquiry, walk: Replay, speaker: Speaker) -> str:
    """The question, and what its answers are worth."""
    return f"{asked(inquiry, walk, speaker)} {_worth(inquiry)}"


def asked(inquiry: Inquiry, walk: Replay, speaker: Speaker) -> str:
    """The question alone."""
    if inquiry.kind == "trump":
        return "What was trumps?"
    if inquiry.kind == "maker":
        return "Who made trumps?"
    if inquiry.kind == "upcard":
        return "Which card was turned up?"
    if inquiry.kind == "hand":
        return f"Which cards was {bare(inquiry.seat)} dealt?"
    if inquiry.kind == "belle":
        return f"Did {bare(inquiry.seat)} have king and queen of trumps?"
    words = {"seat": bare(inquiry.seat), "trick": trick_of(inquiry.at)}
    if inquiry.kind == "held":
        text = "Did {seat} still hold {cards} after playing to trick {trick}?"
        return text.format(cards=_any_of(inquiry.cards, walk, speaker), **words)
    if words["trick"] in walk.hand.record.disordered:
        return "Who played which card to trick {trick}?".format(**words)
    if inquiry.at % _PLAYERS:
        return "Which card did {seat} play to trick {trick}?".format(**words)
    return "Which card did {seat} lead to trick {trick}?".format(**words)


def _any_of(mask: int, walk: Replay, speaker: Speaker) -> str:
    """One of some cards: of a suit, of the trumps above a card, or by name."""
    if mask == walk.trumps:
        return "a trump"
    if mask in SUIT.values():
        return _ONE[SUIT_LETTER[mask]]
    below = [code for code in codes(walk.trumps) if walk.ranking.beaters[BIT[code]] == mask]
    if below and mask.bit_count() > 1:
        return f"a trump above {speaker.card(below[0])}"
    return "or".join(f" {speaker.card(code)} " for code in codes(mask)).strip()


def _worth(inquiry: Inquiry) -> str:
    if not inquiry.settled:
        return "(Settles it together with the other.)"
    if inquiry.settled < inquiry.answers:
        return f"({inquiry.settled} of {inquiry.answers} possible answers settle it.)"
    return "(Either answer settles it.)" if inquiry.answers == 2 else "(Any answer settles it.)"
