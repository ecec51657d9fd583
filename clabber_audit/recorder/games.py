"""Games as the recorder page knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from clabber_audit.cards import Pack, Strain
from clabber_audit.games.bid_euchre.auction import BidContract, contract_of
from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.games.bid_euchre.scoring import PlayedHand, settle
from clabber_audit.games.game import Bidding, Game, Recording
from clabber_audit.rules.ruleset import SHIPPED, SHIPPED_OF, Ruleset, load

Json = dict[str, Any]


def games(own: Iterable[Ruleset] = ()) -> Json:
    """Return the rulesets, those of a house last, and the lists of games, orders and scores that they refer to by index."""
    orders: list[Json] = []
    played: list[Json] = []
    scored: list[Json] = []
    rulesets = {}
    for ruleset in (*map(load, SHIPPED), *own):
        game = game_of(ruleset)
        facts = {**game, "order": _index_of(orders, game["order"])}
        rulesets[ruleset.id] = {"title": ruleset.title, "game": _index_of(played, facts)}
        if ruleset.game is BID_EUCHRE:
            rulesets[ruleset.id]["scores"] = _index_of(scored, scores_of(ruleset))
    # Of each shared feature the page carries the most frequent value once for all games of a format.
    usual: Json = {}
    for form in dict.fromkeys(game["format"] for game in played):
        of_form = [game for game in played if game["format"] == form]
        shared = {key: [game.get(key) for game in of_form] for key in _SHARED}
        usual[form] = {key: max(found, key=found.count) for key, found in shared.items() if None not in found}
    described = [
        {key: value for key, value in game.items() if value != usual[game["format"]].get(key)}
        for game in played
    ]
    return {"rulesets": rulesets, "games": described, "usual": usual, "orders": orders, "scores": scored}


#: Features that games of one format often share.
_SHARED: Final = ("tables", "names", "leads", "moments", "running")


def game_of(ruleset: Ruleset) -> Json:
    """Return the game of a ruleset, with its order of cards."""
    recording = ruleset.game.recording(ruleset.toggles)
    pack, suits, worth = recording.pack, {}, {}
    for name, strain in recording.strains.items():
        # The suits under each strain, trump first and each highest first, and the card points.
        suits[name] = _suits(pack, strain)
        faces = "".join(suits[name])
        worth[name] = [strain.value[pack.first_copy[faces[at : at + 2]]] for at in range(0, len(faces), 2)]
    order = {"suits": suits, **({"worth": worth} if any(map(any, worth.values())) else {})}
    return {"format": ruleset.game.format, **_facts(recording), "order": order}


#: The letter for no points; those after it stand for gains, those before it for losses. The second one is for
#: rulesets whose losses would reach the comma or the blank.
NO_POINTS: Final = "O"
_FAR_POINTS: Final = "\u5000"


def scores_of(ruleset: Ruleset) -> Json:
    """Return the points of a hand of the Bid Euchre family, by cards dealt to each, bid and tricks taken.

    Each text has a word for a hand without a bid, one for each bid, lowest first, and one for a dealer who must bid:
    the points of the bidder's side and of any other, a letter for each number of tricks. Points that are as those of
    the bid before are left out; so are those that no rule gives. `alone` multiplies them if the bidder plays alone.
    """
    recording = ruleset.game.recording(ruleset.toggles)
    points = {
        each: [
            (contract, [_points(ruleset, contract, each, side) for side in range(2)])
            for contract in _contracts(recording.bidding, each)
        ]
        for each in {table.each for table in recording.tables.values()}
    }
    all_points = [one for rows in points.values() for _, sides in rows for side in sides for one in side]
    is_near = all(ord(",") < ord(NO_POINTS) + point < ord("~") for point in all_points)
    zero = ord(NO_POINTS if is_near else _FAR_POINTS)
    scores: Json = {}
    factors: set[tuple[int, ...]] = set()
    for each, contracts in points.items():
        words, before = [], [""] * 2
        for contract, plain in contracts:
            if contract:
                lone = [_points(ruleset, contract, each, side, alone=True) for side in range(2)]
                factors.add(
                    tuple(
                        next(by for by in (1, 2) if [point * by for point in one] == other)
                        for one, other in zip(plain, lone, strict=True)
                    )
                )
            rows = ["".join(chr(zero + point) for point in side) for side in plain]
            words.append(",".join("" if row == last else row for row, last in zip(rows, before, strict=True)))
            before = [row or last for row, last in zip(rows, before, strict=True)]
        scores[str(each)] = " ".join(words)
    (alone,) = factors
    scores |= {} if zero == ord(NO_POINTS) else {"zero": zero}
    return scores if alone == (1, 1) else {**scores, "alone": alone}


def _contracts(bidding: Bidding | None, each: int) -> list[BidContract | None]:
    """Return no contract, that of each bid, and that of a dealer who must bid."""
    assert bidding is not None, "the Bid Euchre family bids"
    made = [contract_of(0, bid.word, each) for bid in bidding.bids]
    stuck = [BidContract(0, bidding.forced, forced=True)] if bidding.forced else []
    return [None, *(contract for contract in made if contract.tricks <= each), *stuck]


def _points(
    ruleset: Ruleset, contract: BidContract | None, each: int, side: int, *, alone: bool = False
) -> list[int]:
    """Return the points of the bidder's side (0) or another (1) for each number of tricks, none if no rule has any."""
    points = []
    for own in range(each + 1):
        taken = (own, each - own)[:: 1 - 2 * side]
        hand = PlayedHand(taken, each, contract, None if contract is None else 0, alone)
        if settled := settle(hand, ruleset.toggles):
            points.append(settled.points[side])
    return points if contract or side else []


class _Watched:
    """Toggles of a ruleset, noting which were read."""

    def __init__(self, toggles: Any, asked: set[str]) -> None:
        self._toggles, self._asked = toggles, asked

    def __getattr__(self, name: str) -> Any:
        derived = getattr(type(self._toggles), name, None)
        if isinstance(derived, property) and derived.fget:
            # What follows from toggles is none itself.
            return derived.fget(self)
        self._asked.add(name)
        return getattr(self._toggles, name)


def find_recorder_toggles(game: Game) -> list[str]:
    """Return the toggles that a game needs to record a hand; house rules may change all others."""
    asked: set[str] = set()
    for name in SHIPPED_OF[game.id]:
        game.recording(_Watched(load(name).toggles, asked))
    return sorted(asked)


def _index_of(known: list[Json], item: Json) -> int:
    """Return the index of a value among the known ones, adding it if it is new."""
    if item not in known:
        known.append(item)
    return known.index(item)


def _facts(recording: Recording) -> Json:
    """Return the facts of a game apart from its cards, without defaults."""
    facts = recording._asdict()
    for known in ("pack", "strains", *(key for key in ("last", "start") if not facts[key])):
        del facts[known]
    facts["tables"] = {str(players): _present(table._asdict()) for players, table in recording.tables.items()}
    if recording.bidding:
        bids = [
            bid.word if bid.kind in ("bid", bid.word) else [bid.word, bid.kind]
            for bid in recording.bidding.bids
        ]
        # No bid is below one, and only a dealer who must bid is stuck.
        least = recording.bidding.dealer if recording.bidding.dealer > 1 else None
        stuck = recording.bidding.stuck if recording.bidding.forced else None
        facts["bidding"] = _present(
            {**recording.bidding._asdict(), "bids": bids, "dealer": least, "stuck": stuck}
        )
    return _present(facts)


def _present(facts: Json) -> Json:
    return {key: value for key, value in facts.items() if value or (value == 0 and value is not False)}


def _suits(pack: Pack, strain: Strain) -> list[str]:
    """Return the cards of each suit as texts; the first is trump, or empty."""
    suits: dict[int, list[int]] = {}
    for face in pack.faces:
        card = pack.first_copy[face]
        suits.setdefault(strain.suit_of[card], []).append(card)
    for suit, cards in suits.items():
        cards.sort(key=lambda card, suit=suit: (strain.beaters[card] & suit).bit_count())  # type: ignore[misc]
    winning = [
        suit
        for suit in suits
        if all(suit & ~strain.beaters[cards[0]] == 0 for other, cards in suits.items() if other != suit)
    ]
    ordered = [*(winning or [0]), *(suit for suit in suits if suit not in winning)]
    return ["".join(pack.face[card] for card in suits.get(suit, ())) for suit in ordered]
