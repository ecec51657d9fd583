"""What would decide an open matter, as questions to those who were there."""

from __future__ import annotations

from typing import Final

from clabber_audit.render.calls import number
from clabber_audit.render.wording import Speaker, bare, kind
from clabber_audit.ruling.certificates.deciding import Inquiry
from clabber_audit.ruling.judge import Ruling
from clabber_audit.table.cards import codes, letter_of

_ONE: Final = {"C": "a club", "D": "a diamond", "H": "a heart", "S": "a spade"}


#: What is asked, by kind.
_ASKED: Final = {
    "trump": "What was trump?",
    "maker": "Who made trump?",
    "upcard": "Which card was turned up?",
    "hand": "What cards was {seat} dealt?",
    "belle": "Did {seat} have the king and queen of trump?",
    "held": "After trick {trick}, did {seat} still have {cards}?",
    "whose": "Who had {cards}?",
    "order": "Who played which card to trick {trick}?",
    "card": "Which card did {seat} {played} to trick {trick}?",
    "moment": "When did {seat} call and show the {meld}?",
    "called": "Did {seat} call {called}?",
    "tricks": "What were the tricks, in order?",
    "melds": "Which melds were called and shown?",
    "calls": "Who called what while trump was being made?",
    "all_cards": "What was in {seat}’s hand?",
}


def asked(inquiry: Inquiry, ruling: Ruling, speaker: Speaker) -> str:
    """Return the question, and what its answers are worth where that was weighed."""
    text = _ASKED[inquiry.kind].format(
        seat=bare(speaker.seating.seats[inquiry.seat]),
        trick=speaker.seating.trick_of(inquiry.at),
        played="play" if speaker.seating.place_of(inquiry.at) else "lead",
        cards=_any_of(inquiry.cards, ruling, speaker),
        meld=kind(inquiry.meld),
        called="belle" if inquiry.meld == "belle" else f"a {kind(inquiry.meld)}",
    )
    return f"{text} {_scores(inquiry, ruling) or _worth(inquiry)}" if inquiry.answers else text


def _scores(inquiry: Inquiry, ruling: Ruling) -> str:
    """Return what a renege brings by the answer to the one open question about a meld or belle; empty elsewhere."""
    found = ruling.remedy.range
    if inquiry.kind != "called" or ruling.remedy.outcome != "renege" or not found or not found.reached:
        return ""
    open_ones = [(low, high) for low, high in zip(found.low, found.high, strict=True) if low != high]
    return f"Yes: {open_ones[0][1]}; no: {open_ones[0][0]}." if len(open_ones) == 1 else ""


def _any_of(mask: int, ruling: Ruling, speaker: Speaker) -> str:
    """One of some cards: of a suit, of the trumps above a card, or by name."""
    if mask == ruling.walk.trumps:
        return "a trump"
    if mask in ruling.walk.ranking.suit_of.values() and (letter := letter_of(mask)):
        return _ONE[letter]
    bit = ruling.walk.hand.pack.first
    below = [code for code in codes(ruling.walk.trumps) if ruling.walk.ranking.beaters[bit[code]] == mask]
    if below and mask.bit_count() > 1:
        return f"a trump above {speaker.card(below[0])}"
    return "or".join(f" {speaker.card(code)} " for code in dict.fromkeys(codes(mask))).strip()


def _worth(inquiry: Inquiry) -> str:
    if not inquiry.settled:
        return "With the other answers, this settles it."
    if inquiry.settled < inquiry.answers:
        settle = "settles" if inquiry.settled == 1 else "settle"
        return f"{number(inquiry.settled).capitalize()} of the {number(inquiry.answers)} possible answers {settle} it."
    return "Either answer settles it." if inquiry.answers == 2 else "Any answer settles it."
