"""Time of lay-down searches, from two cards each to six: `python -m tests.benchmarks.laydown`.

Strong hands are measured, since a weak one is soon beaten: spades are trumps, North lays down and leads. With hidden
hands only North's own cards are known, and which cards are in play.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random
from typing import Final

from clabber_audit.cards.cards import BIT, DECK, SEATS, SUIT
from clabber_audit.evidence.laydowns import evaluate as weigh
from clabber_audit.evidence.laydowns.position import (
    ClaimedLaydown,
    LaydownPosition,
    Standard,
    Unplaced,
    duties,
)
from clabber_audit.evidence.laydowns.search import OpenPosition, Search
from clabber_audit.games.clabber.ranking import RANKINGS
from clabber_audit.rules.bound_ruleset import law_of, legal_cards
from tests.benchmarks.measuring import machine

_TRUMP: Final = SUIT["S"]
_STANDARDS: Final[tuple[Standard, ...]] = ("any_line", "best_line")
_LAW = law_of("ecl-1992")
_DUTIES = duties(lambda hand, led, above: legal_cards(_LAW, hand, led, _TRUMP, above), _TRUMP)


def main() -> None:
    """Measure and print a line for each number of cards and standard."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.laydown", description=__doc__)
    parser.add_argument("--deals", type=int, default=2_000, help="positions in each line, every hand known")
    parser.add_argument("--hidden", type=int, default=100, help="the same with three hands not known")
    wanted = parser.parse_args()
    print(machine())
    for size in range(2, 7):
        for standard in _STANDARDS:
            _say(f"{size} cards, {standard}", wanted.deals, Random(size), size, standard, _open_hands)
    for size in range(2, 7):
        for standard in _STANDARDS:
            _say(
                f"{size} cards, {standard}, three hands hidden",
                wanted.hidden,
                Random(size),
                size,
                standard,
                _hidden,
            )


def _say(
    what: str,
    count: int,
    random: Random,
    size: int,
    standard: Standard,
    judged: Callable[[tuple[int, ...], ClaimedLaydown], str],
) -> None:
    spent, answers = [], dict.fromkeys(("good", "bad", "open", "given up"), 0)
    for _ in range(count):
        hands = _strong(random, size)
        laid = ClaimedLaydown(0, _TRUMP, (), standard, "team" if random.random() < 0.8 else "hand")
        begun = time.process_time()
        answers[judged(hands, laid)] += 1
        spent.append((time.process_time() - begun) * 1000)
    late = sorted(spent)[count * 99 // 100]
    times = f"median {statistics.median(spent):8.2f} ms  99 of 100 {late:8.1f} ms  worst {max(spent):8.1f} ms"
    print(
        f"{what:<44}{times}   {', '.join(f'{number} {name}' for name, number in answers.items() if number)}"
    )


def _strong(random: Random, size: int) -> tuple[int, ...]:
    """Four hands of which the first has most of the highest cards."""
    beaters = RANKINGS[_TRUMP].beaters
    pack = sorted(BIT.values(), key=lambda card: beaters[card].bit_count() % 6 + 4 * random.random())
    mine, rest = pack[:size], random.sample(pack[size:], len(pack) - size)
    others = [rest[place * size : (place + 1) * size] for place in range(len(SEATS) - 1)]
    return tuple(sum(cards) for cards in (mine, *others))


def _open_hands(hands: tuple[int, ...], laid: ClaimedLaydown) -> str:
    position = LaydownPosition(hands, 0, DECK, DECK, -1, 0, 0)
    return "bad" if Search(laid, _DUTIES).losing_line(position) else "good"


def _hidden(hands: tuple[int, ...], laid: ClaimedLaydown) -> str:
    # What was asked before is not worked out again.
    weigh._weigh.cache_clear()
    position = LaydownPosition((hands[0], 0, 0, 0), 0, DECK, DECK, -1, 0, 0)
    size, none = hands[0].bit_count(), (0, 0, 0, 0)
    found = weigh.weigh(
        OpenPosition(position, Unplaced(sum(hands[1:]), none, (0, size, size, size), none, none)),
        laid,
        weigh.PlayLaw(_DUTIES),
    )
    if found.is_good is None:
        return "given up" if found.exhausted else "open"
    return "good" if found.is_good else "bad"


if __name__ == "__main__":
    main()
