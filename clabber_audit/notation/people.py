"""Cards and suits as people type them on a command line."""

from __future__ import annotations

from functools import cache

from clabber_audit.ground.errors import UsageError
from clabber_audit.notation.slip import Slip, quote, scan
from clabber_audit.notation.words import CLABBER, SUIT, Vocabulary, cards_spelled, nearest
from clabber_audit.table.cards import PACK
from clabber_audit.table.pack import Pack


@cache
def _known(pack: Pack) -> Vocabulary:
    """The words for the cards of a pack, and what to say of what is none of them."""
    if pack == PACK:
        return CLABBER
    ranks = ", ".join("t or 10" if rank == "T" else rank.lower() for rank in pack.ranks)
    joker = "; `jk` is the joker" if pack.joker else ""
    help = f"a card is one of {ranks} and then c, d, h or s, as in `kh`{joker}"
    return CLABBER._replace(card=cards_spelled(pack.faces), card_help=help)


def read_cards(text: str, pack: Pack = PACK) -> list[str]:
    """The codes of the cards in a text such as `AH 10♠ ks jk`; UsageError for what is no card of the pack."""
    known = _known(pack)
    found: list[str] = []
    for token, word in enumerate(text.split()):
        try:
            cards = [card for _, card in scan(word, 0, token, known)]
        except Slip as slip:
            raise UsageError(slip.what, "", slip.help) from None
        if None in cards:
            raise UsageError(
                f"{quote(word)} is an unknown card", "which plays are legal depends on the cards", "name the card"
            )
        found += [card for card in cards if card]
    return found


def read_suit(text: str) -> str:
    """The letter of a suit given as a letter, a symbol or a name; UsageError for anything else."""
    word = text.strip().lower()
    if word not in SUIT:
        raise UsageError(f"{quote(text)} is not a suit", "", nearest(word, SUIT) or "write C, D, H or S")
    return SUIT[word]
