"""Requests of the recorder page to the judge inside it, and the games as the page knows them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from io import BytesIO
from typing import Any, Final

from clabber_audit import api
from clabber_audit.cards import Pack, Strain
from clabber_audit.core.errors import ClabberError, Exit
from clabber_audit.games.bid_euchre.auction import BidContract, contract_of
from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.games.bid_euchre.scoring import PlayedHand, settle_hand
from clabber_audit.games.game import Bidding, Game, Recording
from clabber_audit.inputs.readers import stream_records
from clabber_audit.inputs.records import InputRecord, believe_versions
from clabber_audit.report.accounts import format_tellers
from clabber_audit.report.data import ruling_line
from clabber_audit.rules.book import BOOK_FILE, Book
from clabber_audit.rules.book_file import book_in
from clabber_audit.rules.bound_ruleset import law
from clabber_audit.rules.ruleset import SHIPPED, SHIPPED_OF, Ruleset, from_data, load, load_text
from clabber_audit.verification import verify_ruling

Json = dict[str, Any]


#: Rules of a house: their id, and the name and text of their file.
Rules = Sequence[tuple[str, str, str]]


#: A finding of fact: the version, as in `1=v2`, who believes it, why, and the day.
Belief = tuple[str, str, str, str]


def rule(
    data: bytes,
    source: str,
    hand: str | None = None,
    rules: Rules = (),
    ruleset: str | None = None,
    *,
    book: str = "",
    beliefs: Sequence[Belief] = (),
) -> Json:
    """Return the ruling on the one hand in a file, or on that of this id; or the ids of its hands; or an error.

    A given `ruleset` replaces the rules that the hand names. The decisions of a `book` are law from their dates on.
    """
    try:
        items = stream_records(BytesIO(bytes(data)), source)
        found = [item for item in items if hand is None or (item.hand and item.hand.record.id == hand)]
        if len(found) > 1:
            return {"hands": [item.hand.record.id for item in found if item.hand]}
        if not found:
            return {"refused": f"{source} holds no hand."}
        item = found[0]
        for version, by, because, on in beliefs:
            item = believe_versions(item, [version], by=by, because=because, on=on)._replace(ruling=None)
        ruling = _ruling(item, rules, ruleset, book)
        made = {
            "id": ruling.replay.hand.record.id,
            "page": ruling.html,
            "accounts": list(_list_accounts_to_decide(ruling)),
            "depends": ruling.depends,
        }
        if item.ruling is not None and not ruleset:
            # Of a ruling that was opened, also the differences from what its record gives.
            made["otherwise"] = [text for text, code in verify_ruling(item) if code is Exit.FINDINGS]
        return made
    except ClabberError as problem:
        return {"refused": str(problem)}


def _list_accounts_to_decide(ruling: api.Ruling) -> Iterator[Json]:
    """Yield the accounts on which the ruling depends, with the versions that can be believed and who tells them."""
    judged = ruling.accounts
    if judged is None or judged.kind not in ("depends", "found"):
        return
    for number, account in enumerate(judged.record.accounts):
        if any(judged.matters_in(row, number) for row in judged.rows):
            told = [
                {"version": at + 1, "who": format_tellers(judged.record, number, [at])}
                for at in range(len(account.versions))
                if (number, at) not in judged.impossible_versions
            ]
            yield {"account": number + 1, "about": account.about, "versions": told}


def _ruling(item: InputRecord, rules: Rules, ruleset: str | None = None, book: str = "") -> api.Ruling:
    """Return the ruling by the given ruleset, or under house rules if the record names them and carries none.

    A ruling that was opened keeps the decisions that it was given by.
    """
    named = ruleset or (item.record.ruleset if item.record and not item.law else None)
    house = ((name, text) for id, name, text in rules if id == named)
    own = next((_load_house_rules(*file, _list_house_files(rules)) for file in house), None)
    club = _club(book) if book and item.ruling is None else None
    return api.rule(item, own or (load(ruleset) if ruleset else None), book=club)


@lru_cache
def _club(text: str) -> Book:
    return book_in(text, BOOK_FILE)


def decisions(data: bytes, source: str, hand: None = None, rules: Rules = ()) -> Json:
    """Return whose decisions are in a book and how many, or the error."""
    try:
        book = book_in(bytes(data).decode("utf-8-sig", "replace"), source)
    except ClabberError as problem:
        return {"refused": str(problem)}
    return {"club": book.club, "count": len(book.decisions)}


def _list_house_files(rules: Rules) -> tuple[tuple[str, str], ...]:
    """Return the opened house files by name, which others can extend."""
    return tuple((name, text) for _id, name, text in rules if not name.endswith(".json"))


@lru_cache
def _load_house_rules(name: str, text: str, beside: tuple[tuple[str, str], ...]) -> Ruleset:
    """Return house rules: from TOML, or from the JSON of resolved ones that a page carries."""
    return from_data(json.loads(text)) if name.endswith(".json") else load_text(text, name, dict(beside))


def house(data: bytes, source: str, hand: None = None, rules: Rules = ()) -> Json:
    """Return the rules in a house file as the page keeps them, or the error; they may extend opened ones."""
    try:
        text = bytes(data).decode("utf-8-sig", "replace")
        own = load_text(text, source, dict(_list_house_files(rules)))
        law(own)
    except ClabberError as problem:
        return {"refused": str(problem)}
    name = source if source.endswith(".toml") else f"{own.id}.toml"
    return {"id": own.id, "title": own.title, "game": game_of(own), "name": name, "text": text}


def list_rulings(data: bytes, source: str, hand: None = None, rules: Rules = (), book: str = "") -> Json:
    """Return the rulings on all hands of a file, as `check --format jsonl` writes them, and the errors."""
    written, refused = [], []
    for item in stream_records(BytesIO(bytes(data)), source):
        try:
            written.append(ruling_line(_ruling(item, rules, book=book)))
        except ClabberError as problem:
            refused.append(str(problem))
    return {"rulings": "".join(written), "count": len(written), "refused": "\n".join(refused)}


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
    pairs = ((game, usual[game["format"]]) for game in played)
    described = [{key: it for key, it in game.items() if it != common.get(key)} for game, common in pairs]
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
        if settled := settle_hand(hand, ruleset.toggles):
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
        own = {"bids": bids, "dealer": least, "stuck": stuck}
        facts["bidding"] = _present({**recording.bidding._asdict(), **own})
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
