"""From points to what is written on the sheet (R-068 to R-075)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from clabber_audit.games.clabber.melds import BELLE, team_sums
from clabber_audit.games.clabber.ranking import CARD_POINTS, LAST_TRICK
from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.games.game import GameEnd
from clabber_audit.table.cards import SEATING
from clabber_audit.table.seating import Scores

#: What innocents score on a renege beside their melds (R-104).
RENEGE: int = CARD_POINTS + LAST_TRICK
#: A game is won at this many points (R-076).
GAME: Final = 500


class Points(NamedTuple):
    """What one team made: card points, the ten for the last trick, melds and belle."""

    cards: int
    last_trick: int
    melds: int
    belle: int

    @property
    def total(self) -> int:
        """All of it together."""
        return self.cards + self.last_trick + self.melds + self.belle


def is_set(totals: Scores, makers: int) -> bool:
    """Whether makers go set: level is not enough (R-070)."""
    return totals[makers] <= max(totals[other] for other in SEATING.others(makers))


def settle(totals: Scores, makers: int) -> Scores:
    """The score by side: makers who are not set keep what they made, else they have nothing (R-069).

    As the laws of cards, it answers for one hand or for columns of many.
    """
    kept = is_set(totals, makers) == 0
    return tuple(total * kept if side == makers else total for side, total in enumerate(totals))


def reneged(side: int, melds: int) -> Scores:
    """The score by side where one reneged: the other has 162 and what its `melds` count (R-104, D-42)."""
    return tuple(0 if side == own else RENEGE + melds for own in range(len(SEATING.sides)))


def scoreless(score: int) -> bool:
    """Whether makers with this score were set: who is not is ahead, and so scores more than nothing (R-069, R-070)."""
    return score == 0


def mark(score: int, team: int, makers: int | None, toggles: Toggles) -> str | None:
    """What the sheet says for a team: its points, the set mark, or the mark for nothing (R-072, R-073).

    None where that hangs on who made trumps, and nobody knows.
    """
    if makers is None and not score and toggles.set_mark != toggles.zero_mark:
        return None
    if team == makers and scoreless(score):
        return toggles.set_mark
    return str(score) if score else toggles.zero_mark


def stands(totals: Scores, toggles: Toggles) -> GameEnd:
    """How a game stands after a hand: over at 500, unless both have as many and another hand decides (R-078)."""
    if max(totals) < GAME:
        return "unfinished"
    if len(set(totals)) == len(totals):
        return "won"
    return "tied" if toggles.tie_at_500 == "tie" else "unfinished"


class Slip(NamedTuple):
    """A part of a breakdown that no hand can give."""

    #: The team whose part it is; None where both are wrong together.
    team: int | None
    #: Which part, as records call it, and what is written for it.
    part: str
    written: int
    #: What it is worth in every hand, where that is one number.
    worth: int | None


#: What only one side of a hand can have: the last trick, the melds of the highest, both cards of belle in one hand.
_OF_ONE_SIDE: Final = ("last_trick", "melds", "belle")


def slips(lines: Sequence[Points | None], played_out: bool) -> Iterator[Slip]:
    """What is wrong in itself with the breakdown of a hand, by team, None where nothing is written of one.

    Of a hand that was `played_out` the cards make 152 and one side has the ten (R-008, R-068); a ten that nobody wrote
    apart is in the cards.
    """
    for team, own in enumerate(lines):
        if own is None:
            continue
        if own.last_trick not in (0, LAST_TRICK):
            yield Slip(team, "last_trick", own.last_trick, LAST_TRICK)
        if own.melds not in team_sums():
            yield Slip(team, "melds", own.melds, None)
        if own.belle not in (0, BELLE):
            yield Slip(team, "belle", own.belle, BELLE)
    whole = [own for own in lines if own is not None]
    if len(whole) < len(lines):
        return
    for part in _OF_ONE_SIDE:
        both = [getattr(own, part) for own in whole]
        if all(both):
            yield Slip(None, part, sum(both), None)
    cards, tens = sum(own.cards for own in whole), sum(own.last_trick for own in whole)
    if played_out and (cards, tens) != (RENEGE, 0):
        if cards != CARD_POINTS:
            yield Slip(None, "cards", cards, CARD_POINTS)
        if not tens:
            yield Slip(None, "last_trick", 0, LAST_TRICK)
