"""Questions on which page and program must give the same answers."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any, Final

from clabber_audit.cards import BIT, CODES, SEATS, SUIT, SUIT_LETTER, SUITS, Seating, trick_of
from clabber_audit.games.bid_euchre.auction import WORDS, BidContract, KnownCards, contract_of
from clabber_audit.games.bid_euchre.auction import judge_calls as bid_auction
from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.games.bid_euchre.scoring import PlayedHand, cap_set, settle_hand
from clabber_audit.games.clabber.auction import read_declarations
from clabber_audit.games.clabber.hand import card_contradictions
from clabber_audit.games.clabber.melds import RANKINGS
from clabber_audit.games.game import Recording, TableSize
from clabber_audit.records.bid_euchre_words import COMPASS, PACKS, TABLES
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.vocabulary import FORMAT
from clabber_audit.rules.ruleset import SHIPPED_OF, Ruleset, load
from clabber_audit.simulate.seasons import simulate_hands

Json = dict[str, Any]

#: Numbers of auctions and scores for each ruleset, and of tricks for each strain.
BID_AUCTIONS: Final = 60
BID_TRICKS: Final = 60
SCORES: Final = 200
_WORDS: Final = [
    "pass",
    *map(str, range(1, 13)),
    "1HC",
    "3HC",
    "5HC",
    *(word for one in WORDS.values() for word in one),
]


def _auction_rulesets() -> list[Ruleset]:
    return list(map(load, SHIPPED_OF[BID_EUCHRE.id]))


def _seats(players: int) -> tuple[str, ...]:
    return next(table for table in (COMPASS, *TABLES) if len(table) == players)


def draw_auctions(random: Random) -> Iterator[Json]:
    """Draw auctions in turn and out of turn, with bids that are too low and bids of other games."""
    for ruleset in _auction_rulesets():
        recording = ruleset.game.recording(ruleset.toggles)
        for _ in range(BID_AUCTIONS):
            players, table = random.choice(list(recording.tables.items()))
            upcard = random.choice(PACKS[table.pack].faces) if recording.upcard else None
            yield _draw_auction(ruleset, _seats(players), table, upcard, random)


def _draw_auction(
    ruleset: Ruleset, seats: tuple[str, ...], table: TableSize, upcard: str | None, random: Random
) -> Json:
    pack, seating = PACKS[table.pack], Seating(seats, table.each)
    dealer = random.randrange(len(seats))
    order = [*range(dealer + 1, dealer + 1 + len(seats))]
    if random.random() < 0.2:
        random.shuffle(order)
    high = [word for word in _WORDS if random.random() < 0.5]
    calls = [(seat % len(seats), random.choice(["pass", "pass", *high])) for seat in order]
    deal = KnownCards(
        pack, seating, dealer, (0,) * len(seats), (table.each,) * len(seats), pack.mask.get(upcard or "", 0)
    )
    said = [(number, seat, word) for number, (seat, word) in enumerate(calls)]
    outcome = bid_auction(said, deal, ruleset.toggles)
    contract = outcome.contract
    return {
        "ruleset": ruleset.id,
        "seats": len(seats),
        "dealer": seats[dealer],
        "upcard": upcard,
        "calls": [{"seat": seats[seat], "call": word} for seat, word in calls],
        "came": [seats[contract.maker], contract.tricks, contract.kind, contract.forced]
        if contract
        else outcome.how,
    }


def draw_tricks_by_strain(random: Random) -> Iterator[Json]:
    """Draw tricks under every strain that can be named, with the pack of the game."""
    for ruleset in _auction_rulesets():
        recording = ruleset.game.recording(ruleset.toggles)
        for name, strain in recording.strains.items():
            for _ in range(BID_TRICKS):
                cards = random.sample(list(recording.pack.face), random.randint(2, 6))
                yield {
                    "ruleset": ruleset.id,
                    "seats": max(recording.tables),
                    "cards": [recording.pack.face[card] for card in cards],
                    "strain": name,
                    "winning": trick_of(cards, strain).winner,
                }


def draw_scored_hands(random: Random) -> Iterator[Json]:
    """Draw hands played out, with or without a bid, alone, forced, with players dropped out, and near the cap."""
    for ruleset in _auction_rulesets():
        recording = ruleset.game.recording(ruleset.toggles)
        for _ in range(SCORES):
            table = random.choice(list(recording.tables.items()))
            yield _draw_scored_hand(ruleset, recording, *table, random)


def _draw_scored_hand(
    ruleset: Ruleset, recording: Recording, players: int, table: TableSize, random: Random
) -> Json:
    seats, seating = _seats(players), Seating(_seats(players), table.each, recording.alone)
    sides = len(seating.sides)
    maker = random.randrange(players)
    contract = _draw_contract(recording, maker, table.each, random)
    alone = bool(contract) and recording.lone and random.random() < 0.3
    playing = [
        side for side in range(sides) if not (seating.alone and side != maker and random.random() < 0.2)
    ]
    won = random.choices(playing, weights=[random.random() ** 2 for _ in playing], k=table.each)
    out = sum(1 << side for side in range(sides) if side not in playing)
    taken = tuple(won.count(side) for side in range(sides))
    hand = PlayedHand(taken, table.each, contract, seating.side_of[maker] if contract else None, alone, out)
    before = tuple(random.randint(1, recording.cap or recording.target or 20) for _ in range(sides))
    settled = settle_hand(hand, ruleset.toggles)
    return {
        "ruleset": ruleset.id,
        "seats": players,
        "contract": contract and {**contract._asdict(), "maker": seats[maker], "alone": alone},
        "out": [seats[side] for side in range(sides) if side not in playing],
        "before": dict(zip(seating.side_names, before, strict=True)),
        "tricks": dict(zip(seating.side_names, taken, strict=True)),
        "score": settled
        and dict(
            zip(seating.side_names, map(str, cap_set(settled, before, ruleset.toggles).points), strict=True)
        ),
    }


def _draw_contract(recording: Recording, maker: int, each: int, random: Random) -> BidContract | None:
    """Draw a bid of the game, the dealer's forced bid, or none."""
    assert recording.bidding is not None, "the Bid Euchre family bids"
    if random.random() < 0.15:
        return None
    if recording.bidding.forced and random.random() < 0.3:
        return BidContract(maker, recording.bidding.forced, forced=True)
    bids = [contract_of(maker, bid.word, each) for bid in recording.bidding.bids]
    return random.choice([one for one in bids if one.tricks <= each])


#: Number of random tricks under each trump suit, besides all pairs of cards.
TRICKS: Final = 400
AUCTIONS: Final = 400
SIGHTINGS: Final = 400


def vectors(seed: int = 1) -> dict[str, list[Json]]:
    """Draw all questions, the same for the same seed."""
    random = Random(seed)
    draws = {
        "tricks": _draw_tricks,
        "calls": _draw_calls,
        "seen": _draw_sightings,
        "bids": draw_auctions,
        "strains": draw_tricks_by_strain,
        "scores": draw_scored_hands,
    }
    return {kind: list(draw(random)) for kind, draw in draws.items()}


def _draw_tricks(random: Random) -> Iterator[Json]:
    """Yield every lead with every second card, and random tricks of four, under every trump suit."""
    for trump in SUITS:
        pairs = [[lead, second] for lead in CODES for second in CODES if lead != second]
        for cards in [*pairs, *(random.sample(CODES, 4) for _ in range(TRICKS))]:
            masks, strain = [BIT[card] for card in cards], RANKINGS[SUIT[trump]]
            yield {
                "ruleset": "wp",
                "strain": trump,
                "cards": cards,
                "winning": trick_of(masks, strain).winner,
                "points": sum(strain.value[card] for card in masks),
            }


def _draw_calls(random: Random) -> Iterator[Json]:
    """Draw calls in turn and out of turn, in their round or not, with the maker and trumps if any."""
    for _ in range(AUCTIONS):
        dealer, upcard = random.choice(SEATS), random.choice([*CODES, None])
        words = random.choices(["pass", "play", *SUITS], weights=[12, 1, 1, 1, 1, 1], k=random.randint(0, 10))
        seat = SEATS.index(dealer)
        calls = []
        for call in words:
            seat = (seat + (1 if random.random() < 0.9 else random.randrange(4))) % len(SEATS)
            calls.append({"seat": SEATS[seat], "call": call})
        auction = read_declarations(_make_record({"dealer": dealer, "upcard": upcard}, declarations=calls))
        yield {
            "dealer": dealer,
            "upcard": upcard,
            "calls": calls,
            "maker": None if auction.maker is None else SEATS[auction.maker],
            "trump": None if auction.trump is None else SUIT_LETTER[auction.trump],
            "passedOut": auction.passed_out,
        }


def _draw_sightings(random: Random) -> Iterator[Json]:
    """Yield partly played hands, each with a card to be played next and whether the pack rules it out."""
    for record in simulate_hands(random.randrange(1000), SIGHTINGS, irregular=0.3):
        played = random.randrange(len(record.plays)) if record.plays else 0
        before = _truncate_record(record, played, random)
        seat, card = random.choice(SEATS), random.choice(CODES)
        if record.plays and random.random() < 0.5:
            seat, card = record.plays[played].seat, str(record.plays[played].card)
        after = {**before, "plays": [*before["plays"], {"seat": seat, "card": card}]}
        contradicted = bool(card_contradictions(_make_record(**after)))
        yield {"table": before, "seat": seat, "card": card, "conflict": contradicted}


def _truncate_record(record: HandRecord, played: int, random: Random) -> Json:
    """Return the record after some cards: the up-card, melds shown, sometimes an exposed hand."""
    hands: Json = {
        str(seat): list(cards) for seat, cards in record.deal.hands.items() if random.random() < 0.2
    }
    melds = [
        meld.model_dump() for meld in record.melds or () if meld.shown != "never" and random.random() < 0.7
    ]
    plays = [{"seat": play.seat, "card": play.card} for play in record.plays[:played]]
    deal = {"dealer": record.deal.dealer, "upcard": record.deal.upcard, "hands": hands}
    return {"deal": deal, "melds": melds, "plays": plays, "incidents": []}


def _make_record(deal: Json, **rest: Any) -> HandRecord:
    return HandRecord.model_validate({"format": FORMAT, "id": "vector", "plays": [], "deal": deal, **rest})


if __name__ == "__main__":
    print(json.dumps(vectors()))
