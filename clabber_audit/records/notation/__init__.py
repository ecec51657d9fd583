"""The text notation `.clab`: what the JSON of a record says, as text people type (`schemas/clab.md`; of the Bid
Euchre family `schemas/bid-euchre.md`).

The notation knows cards, seats, moments and words, and no rule of the game. It refuses what it cannot read;
it never repairs, leaves out or reorders what was written.
"""

from clabber_audit.records.notation.draft import HandText, passages
from clabber_audit.records.notation.language import locate, parse, parse_any, summed
from clabber_audit.records.notation.tokens import read_cards, read_suit
from clabber_audit.records.notation.writer import write

__all__ = [
    "HandText",
    "locate",
    "parse",
    "parse_any",
    "passages",
    "read_cards",
    "read_suit",
    "summed",
    "write",
]
