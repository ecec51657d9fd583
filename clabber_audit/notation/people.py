"""Cards and suits as people type them on a command line."""

from __future__ import annotations

from clabber_audit.ground.errors import UsageError
from clabber_audit.notation.slip import Slip, quote, scan
from clabber_audit.notation.words import SUIT, nearest


def read_cards(text: str) -> list[str]:
    """The codes of the cards in a text such as `AH 10♠ ks`; UsageError for what is no card."""
    found: list[str] = []
    for token, word in enumerate(text.split()):
        try:
            cards = [card for _, card in scan(word, 0, token)]
        except Slip as slip:
            raise UsageError(slip.what, "", slip.help) from None
        if None in cards:
            raise UsageError(f"{quote(word)} is a card not known", "legality depends on the cards", "name the card")
        found += [card for card in cards if card]
    return found


def read_suit(text: str) -> str:
    """The letter of a suit given as a letter, a symbol or a name; UsageError for anything else."""
    word = text.strip().lower()
    if word not in SUIT:
        raise UsageError(f"{quote(text)} is no suit", "", nearest(word, SUIT) or "write C, D, H or S")
    return SUIT[word]
