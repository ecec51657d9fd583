"""Notices about a season: facts, which reports turn into sentences."""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

Kind = Literal[
    "refused",
    "other_league",
    "other_season",
    "unnamed_team",
    "unknown_team",
    "no_round",
    "no_match",
    "no_game_number",
    "no_such_game",
    "other_ruleset",
    "other_table",
    "off_roster",
    "repeated",
    "same_id",
    "two_hands",
    "no_hand_number",
    "two_tables",
    "disputed",
    "stopped",
    "hands_missing",
    "hands_after",
    "unfinished",
    "another_hand",
    "games_missing",
    "played_though_forfeited",
    "locked_otherwise",
    "corrected_otherwise",
    "approved_otherwise",
    "approved_in_part",
    "approved_early",
    "not_captain",
    "second_bye",
    "idle",
    "uneven",
]

#: Kinds that change or may change a result, and so come first.
LOUD: Final[frozenset[Kind]] = frozenset({"refused", "locked_otherwise", "corrected_otherwise", "approved_otherwise"})


class Notice(NamedTuple):
    """Notice about a season."""

    kind: Kind
    #: Match id, game number and round number, if it is about one.
    match: str = ""
    game: int | None = None
    round: int | None = None
    #: Whatever else its sentence needs: team ids, names as written, numbers, totals such as 512:430.
    facts: tuple[tuple[str, str | int], ...] = ()
    #: The ids of the hands that it is about.
    hands: tuple[str, ...] = ()

    @property
    def loud(self) -> bool:
        """True for a notice about a changed result or hands left out."""
        return self.kind in LOUD


def facts(**named: str | int) -> tuple[tuple[str, str | int], ...]:
    """Facts by name."""
    return tuple(named.items())


class Notices:
    """Notices by kind and place; the same notice about many hands is kept once, with all of them."""

    def __init__(self) -> None:
        self._hands: dict[Notice, dict[str, None]] = {}

    def tell(self, notice: Notice, *hands: str) -> None:
        """Add a notice, with the hands that it is about."""
        self._hands.setdefault(notice, {}).update(dict.fromkeys(hands))

    def tell_first(self, notice: Notice) -> None:
        """Add a notice before all others."""
        self._hands = {notice: {}, **self._hands}

    def told(self) -> list[Notice]:
        """Return all notices, in the order in which each first occurred."""
        return [notice._replace(hands=tuple(hands)) for notice, hands in self._hands.items()]
