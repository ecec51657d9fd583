"""Mutations of JSON as a tree, including what no careful program writes: duplicate keys, bad numbers.

An object is a list of pairs here, so that a key can occur twice and anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Final

from tests.fuzz import odd

#: Keys that hold a moment of a hand.
_MOMENTS: Final = ("at", "announced", "shown", "called", "trick", "round")
_CARDS: Final = tuple(rank + suit for rank in "9TJQKA" for suit in "CDHS")
_leaf: Final = json.JSONEncoder(ensure_ascii=False).encode


class Pairs(list[Any]):
    """A JSON object: its keys and values as `[key, value]`, in order."""

    @classmethod
    def of(cls, pairs: list[tuple[str, Any]]) -> Pairs:
        return cls(map(list, pairs))


class Place:
    """Place of a value in a tree: in a list, or under its key."""

    __slots__ = ("holder", "index", "key", "keyed")

    def __init__(self, holder: list[Any], index: int, within: str) -> None:
        self.holder, self.index = holder, index
        self.keyed = isinstance(holder, Pairs)
        #: The key of the value, or of the list that contains it.
        self.key: str = holder[index][0] if self.keyed else within

    @property
    def value(self) -> Any:
        return self.holder[self.index][1] if self.keyed else self.holder[self.index]

    @value.setter
    def value(self, value: Any) -> None:
        if self.keyed:
            self.holder[self.index][1] = value
        else:
            self.holder[self.index] = value


def dump_json(tree: Any) -> str:
    """Return a tree as JSON; most strings are not escaped, not even control characters."""
    if isinstance(tree, odd.Raw):
        return tree
    if isinstance(tree, Pairs):
        return "{" + ",".join(f"{_leaf(key)}:{dump_json(value)}" for key, value in tree) + "}"
    if isinstance(tree, list):
        return "[" + ",".join(map(dump_json, tree)) + "]"
    return _leaf(tree)


def places(tree: Any) -> list[Place]:
    """Return every place of a tree that holds a value, except the root."""
    found: list[Place] = []
    if isinstance(tree, list):
        _gather(tree, "", found)
    return found


def _gather(holder: list[Any], within: str, found: list[Place]) -> None:
    for index in range(len(holder)):
        place = Place(holder, index, within)
        found.append(place)
        value = place.value
        if isinstance(value, list):
            _gather(value, place.key, found)


def mutate(random: Random, data: bytes) -> bytes:
    """Return the document with one or a few changes, as a line."""
    tree = json.loads(data, object_pairs_hook=Pairs.of)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        if found := places(tree):
            random.choice(_CHANGES)(random, random.choice(found), found)
    return dump_json(tree).encode(errors="surrogatepass") + b"\n"


def _set_odd_value(random: Random, place: Place, _all: list[Place]) -> None:
    place.value = odd.value(random)


def _delete(_random: Random, place: Place, _all: list[Place]) -> None:
    del place.holder[place.index]


def _duplicate(_random: Random, place: Place, _all: list[Place]) -> None:
    place.holder.insert(place.index, deepcopy(place.holder[place.index]))


def _multiply(random: Random, place: Place, every: list[Place]) -> None:
    """Repeat parts of a list many times, as claims and incidents of a very quarrelsome table."""
    lists = [other for other in every if isinstance(other.value, list) and other.value]
    if not lists:
        return
    chosen = random.choice(lists)
    times = random.choice((2, 3, 9, 64, 300) if random.random() < 0.97 else (3_000,))
    most = 60_000 // len(dump_json(chosen.value)) if times < 3_000 else times
    chosen.value = type(chosen.value)(chosen.value * min(times, most or 1))


def _swap(random: Random, place: Place, _all: list[Place]) -> None:
    other = random.randrange(len(place.holder))
    holder = place.holder
    holder[place.index], holder[other] = holder[other], holder[place.index]


def _shuffle(random: Random, place: Place, _all: list[Place]) -> None:
    random.shuffle(place.holder)


def _from_elsewhere(random: Random, place: Place, every: list[Place]) -> None:
    place.value = deepcopy(random.choice([other for other in every if other.key == place.key]).value)


def _misplace(random: Random, place: Place, every: list[Place]) -> None:
    value = deepcopy(random.choice(every).value)
    if len(dump_json(value)) < 20_000:
        place.value = value


def _rename(random: Random, place: Place, every: list[Place]) -> None:
    if place.keyed:
        keys = [other.key for other in every]
        name = random.choice((odd.text(random), place.key.upper(), f"{place.key} ", random.choice(keys)))
        place.holder[place.index][0] = name


def _add(random: Random, place: Place, _all: list[Place]) -> None:
    if place.keyed:
        place.holder.insert(place.index, [odd.text(random), odd.value(random)])
    else:
        place.holder.insert(place.index, odd.value(random))


def _wrap(random: Random, place: Place, _all: list[Place]) -> None:
    place.value = [place.value] if random.random() < 0.5 else Pairs([[place.key, place.value]])


def _forget_cards(random: Random, place: Place, every: list[Place]) -> None:
    """Make cards unknown."""
    cards = [other for other in every if other.value in _CARDS]
    for other in random.sample(cards, min(len(cards), random.choice((1, 2, 5, 24)))):
        if other.keyed or random.random() < 0.1:
            other.value = None
        else:
            other.holder[:] = [card for card in other.holder if card != other.value] or [None]
            return


def _shift_moments(random: Random, place: Place, every: list[Place]) -> None:
    for other in every:
        if other.key in _MOMENTS and random.random() < 0.5:
            named = random.choice(("deal", "declaring", "turned", "scored", "in_turn", "never", None))
            other.value = random.randint(0, 25) if random.random() < 0.8 else named


def _swap_cards(random: Random, place: Place, every: list[Place]) -> None:
    """Swap two cards everywhere, or replace one card by another, which then occurs twice."""
    cards = [other for other in every if other.value in _CARDS]
    if not cards:
        return
    chosen, card = random.choice(cards), random.choice(_CARDS)
    if random.random() < 0.7:
        names = {chosen.value: card, card: chosen.value}
        for other in cards:
            other.value = names.get(other.value, other.value)
    else:
        chosen.value = card


def _spoil_text(random: Random, place: Place, every: list[Place]) -> None:
    texts = [other for other in every if type(other.value) is str]
    if texts:
        chosen = random.choice(texts)
        at = random.randint(0, len(chosen.value))
        chosen.value = chosen.value[:at] + odd.text(random) + chosen.value[at + random.randint(0, 2) :]


#: Mutations that leave a record readable are more frequent, since they get further into the program.
_CHANGES: Final[tuple[Callable[[Random, Place, list[Place]], None], ...]] = (
    _set_odd_value, *[_delete] * 3, _duplicate, *[_multiply] * 2, _swap, *[_shuffle] * 2, *[_from_elsewhere] * 4,
    _misplace, _rename, _add, _wrap, *[_forget_cards] * 4, *[_shift_moments] * 4, *[_swap_cards] * 4, _spoil_text,
)  # fmt: skip
