"""Everybody meets everybody once (R-110): the schedule of a single round robin, by the circle method."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Pairing(NamedTuple):
    """One round."""

    #: Who meets whom; the first of the two is at home.
    matches: tuple[tuple[str, str], ...]
    #: Who does not play; None where the teams are even in number.
    bye: str | None


def round_robin(teams: Sequence[str]) -> list[Pairing]:
    """The rounds for these teams, named once each, two or more of them.

    As many rounds as a team has others to meet; with an odd number one more, and every team has one bye. Matches at
    home and away differ by one at most.
    """
    circle: list[str | None] = [*teams] + [None] * (len(teams) % 2)
    rounds: list[Pairing] = []
    for number in range(len(circle) - 1):
        half = len(circle) // 2
        pairs = list(zip(circle[:half], reversed(circle[half:]), strict=True))
        if number % 2:
            # The team that stays in its place would be at home every time.
            pairs[0] = (pairs[0][1], pairs[0][0])
        matches = tuple((home, away) for home, away in pairs if home is not None and away is not None)
        bye = next((home or away for home, away in pairs if home is None or away is None), None)
        rounds.append(Pairing(matches, bye))
        # Everybody but the first moves one place around the circle.
        circle = [circle[0], circle[-1], *circle[1:-1]]
    return rounds
