"""What the page and the program must agree on: who won a trick, who made trumps, which card was seen.

The page works these out by itself; the answers here are those of the program's own rules. Anybody who writes another
recorder can test it with the same vectors: `python -m clabber_audit.page.recorder.vectors`.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, Final

from clabber_audit.games.clabber.auction import auction
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.page.recorder.bidding_vectors import bids, strains
from clabber_audit.record.model import HandRecord
from clabber_audit.record.possible import card_contradictions
from clabber_audit.record.words import FORMAT
from clabber_audit.replay import standing
from clabber_audit.simulate import simulated
from clabber_audit.table.cards import BIT, CODES, SEATS, SUIT, SUIT_LETTER, SUITS

Json = dict[str, Any]

#: Under each trump suit so many random tricks, beside all pairs of cards.
TRICKS: Final = 400
AUCTIONS: Final = 400
SIGHTINGS: Final = 400


def vectors(seed: int = 1) -> dict[str, list[Json]]:
    """All vectors, the same ones for the same seed."""
    random = Random(seed)
    clabber = {"tricks": _tricks(random), "calls": _calls(random), "seen": _seen(random)}
    return {**clabber, "bids": bids(random), "strains": strains(random)}


def _tricks(random: Random) -> list[Json]:
    """Every lead with every second card, and tricks of four, under every trump suit."""
    found = []
    for trump in SUITS:
        pairs = [[lead, second] for lead in CODES for second in CODES if lead != second]
        for cards in [*pairs, *(random.sample(CODES, 4) for _ in range(TRICKS))]:
            masks = [BIT[card] for card in cards]
            strain = RANKINGS[SUIT[trump]]
            found.append(
                {
                    "ruleset": "wp",
                    "strain": trump,
                    "cards": cards,
                    "winning": standing(masks, strain).best,
                    "points": sum(strain.value[card] for card in masks),
                }
            )
    return found


def _calls(random: Random) -> list[Json]:
    """Calls in turn and out of turn, in their round and not; who made trumps in what, if anybody did."""
    found = []
    for _ in range(AUCTIONS):
        dealer, upcard = random.choice(SEATS), random.choice([*CODES, None])
        words = random.choices(["pass", "play", *SUITS], weights=[12, 1, 1, 1, 1, 1], k=random.randint(0, 10))
        seat = SEATS.index(dealer)
        calls = []
        for call in words:
            seat = (seat + (1 if random.random() < 0.9 else random.randrange(4))) % len(SEATS)
            calls.append({"seat": SEATS[seat], "call": call})
        record = _record({"dealer": dealer, "upcard": upcard}, declarations=calls)
        made = auction(record)
        found.append(
            {
                "dealer": dealer,
                "upcard": upcard,
                "calls": calls,
                "maker": None if made.maker is None else SEATS[made.maker],
                "trump": None if made.trump is None else SUIT_LETTER[made.trump],
                "passedOut": made.passed_out,
            }
        )
    return found


def _seen(random: Random) -> list[Json]:
    """A hand so far, and a card that a seat is said to play next: whether a pack allows it."""
    found = []
    for record in simulated(random.randrange(1000), SIGHTINGS, irregular=0.3):
        played = random.randrange(len(record.plays)) if record.plays else 0
        before = _so_far(record, played, random)
        seat, card = random.choice(SEATS), random.choice(CODES)
        if record.plays and random.random() < 0.5:
            seat, card = record.plays[played].seat, str(record.plays[played].card)
        after = {**before, "plays": [*before["plays"], {"seat": seat, "card": card}]}
        contradicted = bool(card_contradictions(_record(**after)))
        found.append({"table": before, "seat": seat, "card": card, "conflict": contradicted})
    return found


def _so_far(record: HandRecord, played: int, random: Random) -> Json:
    """What is known of a hand after some of its cards: the turned card, melds shown, a hand opened now and then."""
    hands: Json = {str(seat): list(cards) for seat, cards in record.deal.hands.items() if random.random() < 0.2}
    melds = [meld.model_dump() for meld in record.melds or () if meld.shown != "never" and random.random() < 0.7]
    plays = [{"seat": play.seat, "card": play.card} for play in record.plays[:played]]
    deal = {"dealer": record.deal.dealer, "upcard": record.deal.upcard, "hands": hands}
    return {"deal": deal, "melds": melds, "plays": plays, "incidents": []}


def _record(deal: Json, **rest: Any) -> HandRecord:
    return HandRecord.model_validate({"format": FORMAT, "id": "vector", "plays": [], "deal": deal, **rest})


if __name__ == "__main__":
    print(json.dumps(vectors()))
