"""Games as the recorder page knows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from clabber_audit.cards.pack import Pack
from clabber_audit.cards.strain import Strain
from clabber_audit.games.game import Game, Recording
from clabber_audit.records.bid_euchre_words import PACKS
from clabber_audit.rules.ruleset import SHIPPED, SHIPPED_OF, Ruleset, load

Json = dict[str, Any]


def games(own: Iterable[Ruleset] = ()) -> Json:
    """The rulesets by their ids, a house's own last, each with the number of its game; the games; their orders."""
    orders: list[Json] = []
    played: list[Json] = []
    rulesets = {}
    for ruleset in (*map(load, SHIPPED), *own):
        game = game_of(ruleset)
        facts = {**game, "order": _number(orders, game["order"])}
        rulesets[ruleset.id] = {"title": ruleset.title, "game": _number(played, facts)}
    return {"rulesets": rulesets, "games": played, "orders": orders}


def game_of(ruleset: Ruleset) -> Json:
    """The game that a ruleset is for, with its order of the cards."""
    told = ruleset.game.recording(ruleset.toggles)
    return {"name": ruleset.game.name, "format": ruleset.game.format, **_facts(told), "order": _order(told)}


class _Watched:
    """The answers of a ruleset, and which of them were asked for."""

    def __init__(self, toggles: Any, asked: set[str]) -> None:
        self._toggles, self._asked = toggles, asked

    def __getattr__(self, name: str) -> Any:
        self._asked.add(name)
        return getattr(self._toggles, name)


def asked_by(game: Game) -> list[str]:
    """What a game has to be told by its rulesets before a hand can be written down; all else a house may change."""
    asked: set[str] = set()
    for name in SHIPPED_OF[game.id]:
        game.recording(_Watched(load(name).toggles, asked))
    return sorted(asked)


def packs() -> Json:
    """The packs by their names: ranks, how many there are of each card, and whether there is a joker."""
    return {name: {"ranks": pack.ranks, "copies": pack.copies, "joker": pack.joker} for name, pack in PACKS.items()}


def _number(known: list[Json], one: Json) -> int:
    """The number of one among those known, to which it is added where it is new."""
    if one not in known:
        known.append(one)
    return known.index(one)


def _facts(told: Recording) -> Json:
    """What is told of a game but for its cards; what is not so is left out, and a bid’s kind where its word says it."""
    facts = told._asdict()
    del facts["pack"], facts["strains"]
    facts["tables"] = {str(players): _present(table._asdict()) for players, table in told.tables.items()}
    if told.bidding:
        bids = [bid.word if bid.kind in ("bid", bid.word) else [bid.word, bid.kind] for bid in told.bidding.bids]
        facts["bidding"] = _present({**told.bidding._asdict(), "bids": bids})
    return _present(facts)


def _present(facts: Json) -> Json:
    return {key: value for key, value in facts.items() if value or (value == 0 and value is not False)}


def _order(told: Recording) -> Json:
    """Under what is named the suits, the one that wins over the others first, each highest first; and the points."""
    suits = {name: _suits(told.pack, strain) for name, strain in told.strains.items()}
    worth = {name: _worth(told.pack, strain, suits[name]) for name, strain in told.strains.items()}
    return {"suits": suits, **({"worth": worth} if any(map(any, worth.values())) else {})}


def _suits(pack: Pack, strain: Strain) -> list[str]:
    """The cards of each suit as one text; the first suit is empty where none wins over the others."""
    suits: dict[int, list[int]] = {}
    for face in pack.faces:
        card = pack.first[face]
        suits.setdefault(strain.suit_of[card], []).append(card)
    for suit, cards in suits.items():
        cards.sort(key=lambda card, suit=suit: (strain.beaters[card] & suit).bit_count())  # type: ignore[misc]
    winning = [suit for suit in suits if all(suit & ~strain.beaters[other[0]] == 0 for other in _besides(suit, suits))]
    ordered = [*(winning or [0]), *(suit for suit in suits if suit not in winning)]
    return ["".join(pack.face[card] for card in suits.get(suit, ())) for suit in ordered]


def _besides(suit: int, suits: dict[int, list[int]]) -> list[list[int]]:
    return [cards for other, cards in suits.items() if other != suit]


def _worth(pack: Pack, strain: Strain, suits: list[str]) -> list[int]:
    """What the cards are worth, in the order in which the suits have them."""
    faces = "".join(suits)
    return [strain.value[pack.first[faces[at : at + 2]]] for at in range(0, len(faces), 2)]
