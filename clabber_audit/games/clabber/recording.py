"""Clabber, for whoever writes its hands down."""

from __future__ import annotations

from typing import Any, Final

from clabber_audit.games.clabber.melds import BELLE, POINTS
from clabber_audit.games.clabber.ranking import LAST_TRICK, RANKINGS
from clabber_audit.games.clabber.scoring import GAME
from clabber_audit.games.recording import Recording, Table
from clabber_audit.table.cards import HAND_SIZE, PACK, SUIT, SUITS

#: The same under every ruleset: the up-card is the dealer's sixth, and his left leads.
_RECORDING: Final = Recording(
    tables={4: Table("24", HAND_SIZE)},
    pack=PACK,
    strains={suit: RANKINGS[SUIT[suit]] for suit in SUITS},
    alone=False,
    upcard="dealer",
    turned=None,
    bidding=None,
    names=tuple(SUITS),
    named={},
    leads=("dealer_left", "dealer_left"),
    lone=False,
    moments=("meld", "show", "belle"),
    special=(),
    last=LAST_TRICK,
    called=(*POINTS.items(), ("belle", BELLE)),
    target=GAME,
)


def recording(_toggles: Any) -> Recording:
    """What is to be known of a hand."""
    return _RECORDING
