"""Clabber, as the rooms that know no game are told of it."""

from __future__ import annotations

from typing import Final

from clabber_audit.games.clabber.auction import Call, calls, declared
from clabber_audit.games.clabber.belle import Belle, BelleCall
from clabber_audit.games.clabber.beside import beside
from clabber_audit.games.clabber.contradictions import contradictions, held, lasting
from clabber_audit.games.clabber.dealing import next_dealer
from clabber_audit.games.clabber.hearing import hearing, unrecorded
from clabber_audit.games.clabber.melding import Entry
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.games.clabber.recording import recording
from clabber_audit.games.clabber.scoring import stands
from clabber_audit.games.clabber.toggles import COSTS, NEEDS, Toggles
from clabber_audit.games.game import Game
from clabber_audit.record.words import FORMAT
from clabber_audit.replay import CardOrder

#: The cards rank alike under every ruleset.
_ORDER: Final = CardOrder({strain.name: strain for strain in RANKINGS.values()}, RANKINGS[0], declared, calls, beside)

CLABBER: Final = Game(
    id="clabber",
    name="Clabber",
    format=FORMAT,
    ruling="clabber-ruling/1",
    toggles=Toggles,
    penalties=("renege", "redeal", "meld_void", "note"),
    renege=lambda _toggles: "162 and meld to the opponents",
    costs=COSTS.get,
    steps=frozenset((Call, Entry, BelleCall, Belle)),
    order=lambda _toggles, _pack: _ORDER,
    recording=recording,
    held=held,
    contradictions=contradictions,
    lasting=lasting,
    strange=lambda _record, _toggles: [],
    unrecorded=unrecorded,
    hearing=hearing,
    best_play=True,
    next_dealer=next_dealer,
    melds=True,
    laydowns=True,
    stands=stands,
    needs=NEEDS,
)
