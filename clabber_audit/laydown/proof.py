"""The proof that a lay-down with every hand known is good or bad, as plain data that can be checked without the search.

A proof is a table and what the side that is right has to say about it:

    {"seat": "W", "trump": "S", "standard": "any_line", "scope": "team", "order": ["9S", "AH"],
     "deal": {"N": ["KH", "QH"], "E": [...], "S": [...], "W": [...]}, "trick": [["N", "9C"]], "turn": "E",
     "verdict": "good", ...}

`deal` has the cards still in the hands, `trick` those on the table in the order in which they fell, `turn` whose turn
it is. What else there is depends on the standard (D-72) and the verdict; lines are lists of seat and card.

* `any_line`, `stated_line`: a bad lay-down comes with `line`, a legal line that ends with the trick that is lost. A
  good one needs nothing more: whoever doubts it plays every line.
* `best_line`: a good lay-down comes with `wins`, an order of the layer's cards that wins on every line when he plays
  the first of it that he may, whatever the other three play; or else, like a bad one, with `plays`. These name the
  card for every position in which the side that is right is to play (a good lay-down: the layer and his partner; a bad
  one: their opponents), whatever legal cards the others choose. The name of a position is the cards on the table in
  the order in which they fell, a stroke, and all cards in the hands in the order of the pack: `AH 9H/9S TS KC`.

No position is named after the lay-down is decided: a trick is lost, or before a lead the layer is to play and nobody
holds a card that beats any of his, nor more cards than he.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, permutations
from typing import Any, Final

from clabber_audit.cards import BIT, CODE, SEATS, SUIT_LETTER, codes
from clabber_audit.laydown.duties import Duties
from clabber_audit.laydown.position import Laid, Line, Position
from clabber_audit.laydown.search import Search

Json = dict[str, Any]
#: How many orders are tried, and how many positions a proof may name.
_ORDERS: Final = 120
_MOST: Final = 5_000


def proof(position: Position, trick: Line, laid: Laid, law: Duties) -> Json | None:
    """The proof about a lay-down at a position of the pack, where `trick` lies on the table.

    None where it would have to name more positions than anybody wants to look at.
    """
    search = Search(laid, law)
    line = search.losing_line(position)
    told: Json = {
        "seat": SEATS[laid.seat],
        "trump": SUIT_LETTER[laid.trump],
        "standard": laid.standard,
        "scope": laid.scope,
        "order": _codes(laid.binding),
        "deal": {letter: codes(hand) for letter, hand in zip(SEATS, position.hands, strict=True)},
        "trick": _moves(trick),
        "turn": SEATS[position.turn],
        "verdict": "good" if line is None else "bad",
    }
    if laid.standard != "best_line":
        return told if line is None else {**told, "line": _moves(line)}
    wins = _order_that_wins(position, laid, law) if line is None else None
    if wins:
        return {**told, "wins": _codes(wins)}
    plays = Plays(search, good=line is None).of(position, tuple(card for _, card in trick))
    return None if plays is None else {**told, "plays": plays}


def _codes(cards: Sequence[int]) -> list[str]:
    return [CODE[card] for card in cards]


def _moves(line: Line) -> list[list[str]]:
    return [[SEATS[seat], CODE[card]] for seat, card in line]


def _order_that_wins(position: Position, laid: Laid, law: Duties) -> tuple[int, ...] | None:
    """An order of the layer's cards that loses on no line; None when none was found."""
    mine = [card for card in reversed(BIT.values()) if card & position.hands[laid.seat]]
    for order in islice(permutations(mine), _ORDERS):
        bound = laid._replace(standard="stated_line", order=order)
        if Search(bound, law).losing_line(position) is None:
            return order
    return None


class Plays:
    """The card that the side in the right plays in each position it may come to."""

    def __init__(self, search: Search, good: bool) -> None:
        """With `good` it is the side of the layer, else the other."""
        self._search, self._good = search, good
        self._choosing = search.choosing if good else ~search.choosing
        self._found: dict[str, str] = {}
        self._seen: set[tuple[Position, tuple[int, ...]]] = set()

    def of(self, position: Position, trick: tuple[int, ...]) -> dict[str, str] | None:
        """All of them, by the name of the position; None when they are too many."""
        order = self._search.order
        waiting = [(order.position(position), trick)]
        while waiting:
            here, table = waiting.pop()
            if (here, table) in self._seen or self._search.decided(here):
                continue
            self._seen.add((here, table))
            if len(self._seen) > _MOST:
                return None
            for card in self._cards(here, table):
                after = self._search.after(here, card)
                if not isinstance(after, bool):
                    waiting.append((after, (*table, order.card[card]) if after.fallen else ()))
        return dict(sorted(self._found.items()))

    def _cards(self, here: Position, table: tuple[int, ...]) -> list[int]:
        """The one card that the side in the right plays, else all that the other may."""
        search = self._search
        if not self._choosing >> here.turn & 1:
            allowed = search.allowed(here)
            return [1 << place for place in range(allowed.bit_length()) if allowed >> place & 1]
        card = next(card for card in search.may_fall(here) if search.lost(search.after(here, card)) is not self._good)
        left = codes(search.order.cards(sum(here.hands)))
        self._found[f"{' '.join(_codes(table))}/{' '.join(left)}"] = CODE[search.order.card[card]]
        return [card]
