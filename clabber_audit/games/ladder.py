"""Ladder of prices for an infraction committed again and again, as a house writes it and as an answer."""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple


class Ladder(NamedTuple):
    """Price of an infraction committed again and again: the last one of a game or a night costs the game."""

    #: Id of the infraction.
    of: str
    within: Literal["game", "night"]
    #: Number of the one that costs the game; each before it costs what its article says.
    last: int
    #: Who has to commit all of them.
    by: Literal["side", "player"] = "side"

    def __str__(self) -> str:
        return f"{self.of}{_BY[self.by]}, {ordinal(self.last)} of a {self.within}"

    @property
    def last_offense(self) -> str:
        """The offense that costs the game, in words: `third unproven claim in one night`."""
        by = " by one player" if self.by == "player" else ""
        return f"{ordinal(self.last)} {self.of.replace('-', ' ')}{by} in one {self.within}"

    @classmethod
    def parse(cls, text: str) -> Ladder | None:
        """Return the ladder of an answer; None for the empty answer. Raises ValueError for other texts."""
        of = text.partition(", ")[0]
        by: Literal["side", "player"] = "player" if of.endswith(_BY["player"]) else "side"
        for within in _WITHIN:
            for last in range(1, len(_ORDINALS) + 1):
                ladder = cls(of.removesuffix(_BY[by]), within, last, by)
                if str(ladder) == text:
                    return ladder
        if text:
            raise ValueError(f"{text} is no ladder")
        return None


def ladder_answers(tables: Any) -> dict[str, Any]:
    """Return the answers of a house's tables `[[parameters.repeat]]`. Raises ValueError for any that is no ladder.

    One may be about an infraction, another about the misdeals of one dealer, after which the deal is lost.
    """
    answers: dict[str, Any] = {}
    answer: str | int
    for one in tables if isinstance(tables, list) else [tables]:
        table = (
            {"by": "side", "within": "game", "of": None, "steps": None, **one}
            if isinstance(one, dict)
            else {}
        )
        if unknown := table.keys() - {"of", "by", "within", "steps"}:
            raise ValueError(f"{min(unknown)} is an unknown part; the parts are of, by, within and steps")
        steps, of = table.get("steps"), table.get("of")
        if not isinstance(of, str) or not isinstance(steps, list) or not 1 <= len(steps) <= len(_ORDINALS):
            raise ValueError('of is an infraction such as "unproven-claim", and there are up to six steps')
        if {*map(str, steps[:-1])} - {"note"}:
            raise ValueError('steps before the last are "note"; prices that rise in points are not supported')
        by, within = table["by"], table["within"]
        if (of, by, steps[-1]) == ("misdeal", "dealer", "deal"):
            name, answer = "max_redeals", len(steps) - 1
        elif by not in _BY or within not in _WITHIN:
            raise ValueError(
                'by is "side", "player" or, of a misdeal, "dealer", and within is "game" or "night"; no other is supported'
            )
        elif steps[-1] != "game":
            raise ValueError(
                'steps are "note", as often as it costs no more than its article says, and then "game"'
            )
        else:
            name, answer = "repeat", str(Ladder(of, within, len(steps), by))
        if name in answers:
            raise ValueError("a house has one ladder of an infraction, and one of the misdeals of a dealer")
        answers[name] = answer
    return answers


_BY: Final = {"side": "", "player": " of one player"}
_WITHIN: Final[tuple[Literal["game", "night"], ...]] = ("game", "night")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def ordinal(number: int) -> str:
    """Return a number up to six as an ordinal: third."""
    return _ORDINALS[number - 1]
