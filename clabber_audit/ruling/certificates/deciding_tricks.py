"""What would decide who took the tricks, and so an open score of Bid Euchre: questions that are not weighed."""

from __future__ import annotations

from collections.abc import Iterator

from clabber_audit.ruling.certificates.deciding import Inquiry
from clabber_audit.ruling.judge import Ruling


def deciding_tricks(ruling: Ruling) -> Iterator[Inquiry]:
    """What was named and by whom, where nobody knows, and each card that nobody knows in a trick that is open."""
    walk, seating = ruling.walk, ruling.walk.hand.seating
    if walk.strain is None:
        yield Inquiry("trump")
    if walk.makers is None:
        yield Inquiry("maker")
    for at, card in enumerate(walk.cards):
        trick = seating.trick_of(at)
        if not card and (trick > len(walk.fell.teams) or walk.fell.teams[trick - 1] is None):
            yield Inquiry("card", at, walk.hand.seats[at])
