"""Cards and melds of Clabber: heights, values, legal plays, the winner of a trick (R-001 to R-062)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

SEATS: Final = "NESW"
TEAMS: Final = ("NS", "EW")
SUITS: Final = "CDHS"
RANKS: Final = "9TJQKA"
PLAIN_ORDER: Final = "9JQKTA"
TRUMP_ORDER: Final = "QKTA9J"
PLAIN_VALUE: Final = {"A": 11, "T": 10, "K": 4, "Q": 3, "J": 2, "9": 0}
TRUMP_VALUE: Final = {"J": 20, "9": 14, "A": 11, "T": 10, "K": 4, "Q": 3}
PACK: Final = [rank + suit for suit in SUITS for rank in RANKS]

#: The cards of a trick so far, each with the seat that played it.
Table = Sequence[tuple[str, str]]


def team_of(name: str) -> str:
    """Return the partnership of a seat (R-001) or team."""
    return "NS" if name[0] in "NS" else "EW"


def strength(card: str, led: str, trump: str) -> int:
    """Return the rank of a card within its trick: trumps, then the suit led, then the rest (R-004, R-005, R-038)."""
    if card[1] == trump:
        return 100 + TRUMP_ORDER.index(card[0])
    return 50 + PLAIN_ORDER.index(card[0]) if card[1] == led else 0


def value(card: str, trump: str) -> int:
    """Return the points of a card (R-004, R-005)."""
    return TRUMP_VALUE[card[0]] if card[1] == trump else PLAIN_VALUE[card[0]]


def winner_of(table: Table, trump: str) -> str:
    """Return the seat that takes a complete trick: highest trump, else highest card of the suit led (R-038)."""
    led = table[0][1][1]
    return max(table, key=lambda play: strength(play[1], led, trump))[0]


def legal_cards(hand: Sequence[str], table: Table, trump: str) -> Sequence[str]:
    """Return the legal cards: follow, else trump, and beat the highest trump when trumping (R-032 to R-037)."""
    if not table:
        return hand
    led = table[0][1][1]
    following = [card for card in hand if card[1] == led]
    if following and led != trump:
        return following
    trumps = [card for card in hand if card[1] == trump]
    highest = max(strength(card, led, trump) for _, card in table)
    return [card for card in trumps if strength(card, led, trump) > highest] or trumps or hand


# Melds within a set of cards

FOURS_FROM_THE_TOP: Final = "J9ATKQ"
MELD_POINTS: Final = {"dad": 20, "fifty": 50, "hundred": 100, "two_hundred": 200}
RUN_KINDS: Final = {3: "dad", 4: "fifty", 5: "hundred", 6: "hundred"}
Meld = dict[str, Any]


def melds_within(cards: Sequence[str]) -> list[Meld]:
    """Return every four of a kind and every run of three to six among some cards (R-044 to R-049)."""
    results: list[Meld] = []
    for rank in RANKS:
        four = [rank + suit for suit in SUITS]
        if all(card in cards for card in four):
            results.append({"kind": "two_hundred" if rank == "J" else "hundred", "cards": four, "run": False})
    for suit in SUITS:
        for start in range(6):
            for length in range(3, 7 - start):
                run = [rank + suit for rank in RANKS[start : start + length]]
                if all(card in cards for card in run):
                    results.append({"kind": RUN_KINDS[length], "cards": run, "run": True})
    return results


def holds_kind(cards: list[str], kind: str) -> bool:
    """Return True if the cards contain a meld of a kind (D-27)."""
    return any(meld["kind"] == kind for meld in melds_within(cards))


def meld_rank(meld: Meld, trump: str, tiebreak: str) -> tuple[int, ...]:
    """Return the rank of a meld (R-050 to R-052, D-14 to D-18).

    Fours in table order, runs by length, top card, trumps.
    """
    card = meld["cards"][-1]
    if not meld["run"]:
        return (2, -FOURS_FROM_THE_TOP.index(card[0]))
    is_trump = int(card[1] == trump)
    if tiebreak == "trump_only":
        return (1, len(meld["cards"]), is_trump)
    return (1, len(meld["cards"]), RANKS.index(card[0]), is_trump)


def best_of_kind(kind: str, cards: list[str], trump: str, tiebreak: str) -> Meld | None:
    """Return the highest meld of the announced kind in some cards (fine print on more than was announced)."""
    fitting = [meld for meld in melds_within(cards) if meld["kind"] == kind]
    return max(fitting, key=lambda one: [meld_rank(one, trump, by) for by in (tiebreak, "")], default=None)


def meld_sets(cards: list[str]) -> list[list[Meld]]:
    """Return every choice of melds that share no card (R-056); six cards never hold three."""
    melds = melds_within(cards)
    choices: list[list[Meld]] = [[]] + [[meld] for meld in melds]
    for index, one in enumerate(melds):
        choices += [[one, two] for two in melds[index + 1 :] if not set(one["cards"]) & set(two["cards"])]
    return choices


def worth(melds: list[Meld]) -> int:
    """Return the points of some melds."""
    return sum(MELD_POINTS[meld["kind"]] for meld in melds)


def most_points(cards: list[str]) -> int:
    """Return the most points for the melds of a hand, using no card twice (R-056)."""
    return max(map(worth, meld_sets(cards)))


def belle_cards(trump: str | None) -> list[str]:
    """Return the king and queen of trumps (R-063); none if trumps were never made."""
    return ["K" + trump, "Q" + trump] if trump else []
