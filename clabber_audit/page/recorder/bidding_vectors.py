"""The vectors of the games that are bid for: what an auction came to, and who won a trick under what was named."""

from __future__ import annotations

from random import Random
from typing import Any, Final

from clabber_audit.games import BID_EUCHRE
from clabber_audit.games.bid_euchre.auction import auction
from clabber_audit.games.bid_euchre.bids import WORDS
from clabber_audit.games.bid_euchre.contract import Deal
from clabber_audit.games.recording import Table
from clabber_audit.record.bid_euchre.words import COMPASS, PACKS, TABLES
from clabber_audit.replay import standing
from clabber_audit.rulesets.ruleset import SHIPPED_OF, Ruleset, load
from clabber_audit.table.seating import Seating

Json = dict[str, Any]

#: Of each ruleset so many auctions, and under each strain so many tricks.
AUCTIONS: Final = 60
TRICKS: Final = 60
_WORDS: Final = [
    "pass",
    *map(str, range(1, 13)),
    "1HC",
    "3HC",
    "5HC",
    *(word for one in WORDS.values() for word in one),
]


def _bid_for() -> list[Ruleset]:
    return list(map(load, SHIPPED_OF[BID_EUCHRE.id]))


def _seats(players: int) -> tuple[str, ...]:
    return next(table for table in (COMPASS, *TABLES) if len(table) == players)


def bids(random: Random) -> list[Json]:
    """Auctions in turn and out of turn, with bids that are too low and bids of other games."""
    found = []
    for ruleset in _bid_for():
        told = ruleset.game.recording(ruleset.toggles)
        for _ in range(AUCTIONS):
            players, table = random.choice(list(told.tables.items()))
            upcard = random.choice(PACKS[table.pack].faces) if told.upcard else None
            found.append(_auction(ruleset, _seats(players), table, upcard, random))
    return found


def _auction(ruleset: Ruleset, seats: tuple[str, ...], table: Table, upcard: str | None, random: Random) -> Json:
    pack, seating = PACKS[table.pack], Seating(seats, table.each)
    dealer = random.randrange(len(seats))
    order = [*range(dealer + 1, dealer + 1 + len(seats))]
    if random.random() < 0.2:
        random.shuffle(order)
    high = [word for word in _WORDS if random.random() < 0.5]
    calls = [(seat % len(seats), random.choice(["pass", "pass", *high])) for seat in order]
    deal = Deal(pack, seating, dealer, (0,) * len(seats), (table.each,) * len(seats), pack.mask.get(upcard or "", 0))
    said = [(number, seat, word) for number, (seat, word) in enumerate(calls)]
    came = auction(said, deal, ruleset.toggles)
    contract = came.contract
    return {
        "ruleset": ruleset.id,
        "seats": len(seats),
        "dealer": seats[dealer],
        "upcard": upcard,
        "calls": [{"seat": seats[seat], "call": word} for seat, word in calls],
        "came": [seats[contract.maker], contract.tricks, contract.kind] if contract else came.how,
    }


def strains(random: Random) -> list[Json]:
    """Tricks under all that can be named, with the pack of the game."""
    found = []
    for ruleset in _bid_for():
        told = ruleset.game.recording(ruleset.toggles)
        for name, strain in told.strains.items():
            for _ in range(TRICKS):
                cards = random.sample(list(told.pack.face), random.randint(2, 6))
                found.append(
                    {
                        "ruleset": ruleset.id,
                        "seats": max(told.tables),
                        "cards": [told.pack.face[card] for card in cards],
                        "strain": name,
                        "winning": standing(cards, strain).best,
                    }
                )
    return found
