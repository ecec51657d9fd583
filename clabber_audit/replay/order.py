"""What a replay asks of a game: the order of its cards, what its calls came to, and the steps that are its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from clabber_audit.record.hand import Hand
from clabber_audit.replay.cards_falling import CardsFallen
from clabber_audit.replay.open_tricks import Supposed
from clabber_audit.table.strain import Strain


class Declared(NamedTuple):
    """What the declaring of a hand came to."""

    #: The calls that were noted, as steps of the game.
    calls: Sequence[Any]
    #: The maker's seat where it is known, the makers' team, and what was named; None when not known.
    maker: int | None
    makers: int | None
    strain: Strain | None
    #: Whether a call says what was named, and not the contract alone.
    called: bool
    #: What became of a hand that is not played, as all passed for one; empty where it is played.
    unplayed: str
    #: The cards of which the dealer was dealt one, as only the calls tell; 0 where they tell nothing.
    turned_up: int
    #: The hand as it goes into play.
    hand: Hand
    #: All that may have been named, where it is not known.
    may: Sequence[Supposed] = ()
    #: What else came before the first card, as the game has it.
    before: Any = None


class CardOrder(NamedTuple):
    """How the cards of a game rank under a law, and what the game makes of what is said beside them."""

    #: How the cards rank by what was named, as records write it.
    strains: dict[str, Strain]
    #: How they rank where there are no trumps.
    plain: Strain
    #: What the declaring came to, in this order. Where the record does not tell what was named, a strain given is
    #: taken for it.
    declared: Callable[[Hand, CardOrder, Strain | None], Declared]
    #: The calls as steps, and where only the contract was noted the call that it stands for.
    calls: Callable[[Declared], Sequence[Any]]
    #: The steps that no other game has, a sequence for each kind: of a hand as it was declared and fell.
    beside: Callable[[Declared, CardsFallen], Sequence[Sequence[Any]]]
