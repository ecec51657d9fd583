"""Melds: what they are, what they are worth, which ranks above which, and who scores (R-044 to R-067).

Sets of cards are masks. Every function is a question; none looks at the time or the turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.table.cards import BIT, CARDS_IN_SUIT, HAND_SIZE, RANK, RANKS, SUIT, SUITS

#: Points of a run by its length (R-047 to R-049); the sixth card adds nothing.
RUN_POINTS: Final = {3: 20, 4: 50, 5: 100, 6: 100}
#: Points of the belle, king and queen of trumps in one hand (R-063).
BELLE: Final = 20
#: The kinds of meld by the words of a record, with their points.
POINTS: Final = {"dad": 20, "fifty": 50, "hundred": 100, "two_hundred": 200}
#: Fours of a kind from the highest down, in the order of the table of melds (R-050).
FOURS: Final = "J9ATKQ"

_SHORTEST, _LONGEST = min(RUN_POINTS), max(RUN_POINTS)
_KIND_OF_RUN: Final = {3: "dad", 4: "fifty", 5: "hundred", 6: "hundred"}


class Meld(NamedTuple):
    """A run or a four of a kind."""

    cards: int
    kind: str
    #: How many cards in sequence; 0 for a four of a kind.
    run: int
    #: The rank of a four of a kind, or the highest rank of a run.
    top: str

    @property
    def points(self) -> int:
        """What it is worth."""
        return POINTS[self.kind]


def _runs() -> dict[int, Meld]:
    found = {}
    for suit in SUITS:
        for length in RUN_POINTS:
            for low in range(CARDS_IN_SUIT - length + 1):
                ranks = RANKS[low : low + length]
                mask = sum(BIT[rank + suit] for rank in ranks)
                found[mask] = Meld(mask, _KIND_OF_RUN[length], length, ranks[-1])
    return found


def _fours() -> dict[int, Meld]:
    return {RANK[rank]: Meld(RANK[rank], "two_hundred" if rank == "J" else "hundred", 0, rank) for rank in FOURS}


#: Every run and every four of a kind by the mask of its cards.
RUNS: Final[dict[int, Meld]] = _runs()
ALL: Final[dict[int, Meld]] = {**_fours(), **RUNS}


def _holdings() -> dict[int, int]:
    melds = list(ALL.values())
    found = {meld.cards: meld.points for meld in melds}
    for place, meld in enumerate(melds):
        for other in melds[:place]:
            if not meld.cards & other.cards and (meld.cards | other.cards).bit_count() <= _MOST_CARDS:
                found[meld.cards | other.cards] = meld.points + other.points
    return found


#: The most cards that a hand can have, a miscounted one too.
_MOST_CARDS: Final = 8
#: Every meld, and every two that one hand can hold, by the mask of their cards, with their points together.
HOLDINGS: Final[dict[int, int]] = _holdings()


@lru_cache(maxsize=1)
def team_sums() -> frozenset[int]:
    """Everything that the melds of a team can come to: those of two hands that share no card."""
    hands = [(0, 0), *((mask, worth) for mask, worth in HOLDINGS.items() if mask.bit_count() <= HAND_SIZE)]
    return frozenset(worth + more for mask, worth in hands for other, more in hands if not mask & other)


@lru_cache(maxsize=64)
def of_kind(kind: str, four_tens: bool = True) -> tuple[int, ...]:
    """The cards of every meld of a kind, as masks."""
    return tuple(mask for mask, meld in ALL.items() if meld.kind == kind and (four_tens or mask != RANK["T"]))


@lru_cache(maxsize=64)
def worth_more(points: int, four_tens: bool = True) -> tuple[int, ...]:
    """The fewest cards that hold melds for more than so many points, as masks."""
    tens = 0 if four_tens else RANK["T"]
    more = [mask for mask, worth in HOLDINGS.items() if worth > points and not (tens and mask & tens == tens)]
    return tuple(mask for mask in more if not any(other != mask and other & mask == other for other in more))


def belle_cards(trump: int) -> int:
    """King and queen of the trump suit."""
    return trump & (RANK["K"] | RANK["Q"])


@lru_cache(maxsize=4096)
def within(cards: int, four_tens: bool = True) -> tuple[Meld, ...]:
    """Every run and four of a kind that a set of cards contains, parts of longer runs included."""
    return tuple(meld for mask, meld in ALL.items() if mask & cards == mask and (four_tens or mask != RANK["T"]))


@lru_cache(maxsize=4096)
def counted(kind: str, cards: int, four_tens: bool = True) -> Meld | None:
    """The highest meld of the announced kind in the cards shown, D-27; None when they do not contain one."""
    fitting = [meld for meld in within(cards, four_tens) if meld.kind == kind]
    return max(fitting, key=lambda meld: (meld.run == 0, meld.run, RANKS.index(meld.top)), default=None)


#: For each trump suit, the shortest runs that hold the belle; every longer one contains one of them.
_BELLE_RUNS: Final = {
    trump: [
        mask for mask, run in RUNS.items() if run.run == _SHORTEST and mask & trump & RANK["K"] and mask & RANK["Q"]
    ]
    for trump in SUIT.values()
}


def holds_belle_run(cards: int, trump: int) -> bool:
    """Whether a set of cards contains a run with both king and queen of trumps."""
    return any(mask & cards == mask for mask in _BELLE_RUNS.get(trump, ()))


@lru_cache(maxsize=4096)
def best(cards: int, four_tens: bool = True) -> tuple[Meld, ...]:
    """The melds of a hand that together count most, no card used twice (R-056)."""
    return _choose(_longest_first(within(cards, four_tens)), 0, None)


def best_of(kinds: Sequence[str], cards: int, four_tens: bool = True) -> tuple[Meld, ...]:
    """The melds of a hand that count most among those of the kinds announced, each kind as often as it was called."""
    return _choose(_longest_first(within(cards, four_tens)), 0, Counter(kinds)) if kinds else ()


def _longest_first(melds: Iterable[Meld]) -> list[Meld]:
    return sorted(melds, key=lambda meld: (-meld.run, -RANKS.index(meld.top)))


def _choose(options: Sequence[Meld], used: int, called: Counter[str] | None) -> tuple[Meld, ...]:
    """The combination worth most of melds that share no card, within what was called if that is given."""
    choices: list[tuple[Meld, ...]] = [()]
    for place, meld in enumerate(options):
        if not meld.cards & used and (called is None or called[meld.kind]):
            left = None if called is None else called - Counter([meld.kind])
            choices.append((meld, *_choose(options[place + 1 :], used | meld.cards, left)))
    return max(choices, key=lambda melds: sum(meld.points for meld in melds))


def rank(meld: Meld, trump: int, toggles: Toggles) -> tuple[int, ...]:
    """A key by which melds compare: the higher meld has the higher key, melds that tie have the same (D-14 to D-18).

    Four jacks stand alone at the top; then the hundreds, by the table of melds or by their top card; then runs, the
    longer the higher; of equal length by height and trumps as the ruleset has it.
    """
    height = RANKS.index(meld.top)
    if meld.kind == "two_hundred":
        return (3,)
    if not meld.run:
        place = len(FOURS) - FOURS.index(meld.top) if toggles.fours_rank == "table" else height
        return (2, place) if toggles.four_vs_five == "four" else (1, 5, height, 1, place)
    length = 5 if meld.run == _LONGEST and toggles.six_run_rank == "as_five" else meld.run
    in_trumps = int(meld.cards & trump == meld.cards)
    if toggles.run_tiebreak == "top_then_trump":
        return (1, length, height, in_trumps)
    if toggles.run_tiebreak == "trump_then_top":
        return (1, length, in_trumps, height)
    return (1, length, in_trumps)


def winners(teams: Sequence[Sequence[Meld]], trump: int, toggles: Toggles) -> int | None:
    """The index of the team whose melds score; None when nobody's do."""
    return winner([[rank(meld, trump, toggles) for meld in melds] for melds in teams], toggles)


def winner(ranks: Sequence[Sequence[tuple[int, ...]]], toggles: Toggles) -> int | None:
    """The index of the team with the highest meld (R-055), by the ranks of each team's; None when nobody's score.

    A tie of the two highest melds cancels all (R-053); with `tie_scope` any, every pair of equal runs does (R-054).
    """
    if toggles.tie_scope == "any" and any(key in ranks[1] for key in ranks[0]):
        return None
    tops = [max(own, default=()) for own in ranks]
    if tops[0] == tops[1]:
        return None
    return 0 if tops[0] > tops[1] else 1
