"""Stakes settled at the end of a game (B-067, B-129, BD-35)."""

from __future__ import annotations

from tests.family.opinion.scoring import Points


def owed_by_loser(
    winner: str, after: Points, hickeys: Points, game: int, each_set: int, zero_doubles: str = "game"
) -> int:
    """What the losing side pays, as one purse: the game, and the difference in sets.

    A loser at zero or below pays double for the game; with `all`, for the sets too, if they are his to pay.
    """
    loser = next(side for side in after if side != winner)
    sets = (hickeys.get(loser, 0) - hickeys.get(winner, 0)) * each_set
    if after[loser] > 0:
        return game + sets
    return 2 * game + (2 * sets if zero_doubles == "all" and sets > 0 else sets)
