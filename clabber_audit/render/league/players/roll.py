"""What players are called, and their figures in words."""

from __future__ import annotations

from collections.abc import Sequence

from clabber_audit.league.players import Players
from clabber_audit.league.players.called import label
from clabber_audit.league.players.found import Partners, Player
from clabber_audit.league.players.sums import Rate, Sums
from clabber_audit.render.frame import linked
from clabber_audit.render.league.names import NOWHERE, Names, Pages


class Roll:
    """The players of a season by what they are called; numbers where nobody is to be named."""

    def __init__(self, found: Players, anonymous: bool = False, pages: Pages = NOWHERE) -> None:
        self.names = Names(found.standings.season, anonymous, pages)
        self._numbers = {player.person.keys: number for number, player in enumerate(found.everybody, 1)}

    def player(self, player: Player) -> str:
        """A player; with the team where others have the same name."""
        page = self.page(player)
        if self.names.anonymous:
            return linked(f"Player {self._numbers[player.person.keys]}", page)
        return linked(label(self.names.season, player), page)

    def page(self, player: Player) -> str | None:
        """The page of a player, where there is one."""
        return self.names.pages.players.get(player.person.keys[0])

    def team(self, player: Player) -> str:
        """The team that a player sat for, or most often did."""
        return self.names.team(player.teams[0].team)

    def pair(self, pair: Partners) -> str:
        """Two partners."""
        return " and ".join(self.player(player) for player in pair.players)


def average(sums: Sums) -> str:
    """Points a hand."""
    return _number(sums.average)


def melds_a_hand(sums: Sums) -> str:
    """What melds and belle bring a hand."""
    return _number(Rate(sums.meld_points, sums.noted))


def in_a_hundred(sums: Sums) -> str:
    """Reneges in a hundred hands."""
    return _number(Rate(100 * sums.reneges.number, sums.reneges.of))


def made_rate(sums: Sums) -> str:
    """How often whoever made trumps was not set: `80%`."""
    share = sums.success.share
    return "–" if share is None else f"{share:.0%}"


def of(number: int, all: int) -> str:
    """`2 of 3`; `–` of nothing."""
    return f"{number} of {all}" if all else "–"


def _number(rate: Rate) -> str:
    return "–" if rate.share is None else f"{rate.share:.1f}"


def by_round(player: Player, rounds: Sequence[int]) -> str:
    """Points a hand, round by round; `–` where he did not play."""
    return " ".join(average(player.rounds[number]) if number in player.rounds else "–" for number in rounds)
