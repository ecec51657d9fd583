"""What a game is: all that the rooms which know no game have to be told of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from clabber_audit.games.recording import Recording
from clabber_audit.ground.errors import Fault
from clabber_audit.record.model import HandRecord
from clabber_audit.replay import CardOrder, Walk
from clabber_audit.table.seating import Scores

#: What becomes of a hand, and how a game stands after one.
Outcome = Literal["scored", "renege", "redeal", "passed_out", "unfinished", "undetermined"]
GameEnd = Literal["unfinished", "won", "tied"]


class Deals(NamedTuple):
    """Who dealt, who should have, and whether a wrong deal was called in time."""

    dealer: int
    due: int
    misdeal: bool


class Game(NamedTuple):
    """A game. A variant of one is a ruleset; here is only what no answer of a ruleset says."""

    #: Its id, as the ruleset that others extend names it; its name; the format of its records.
    id: str
    name: str
    format: str
    #: The questions that its rulesets answer, a field for each.
    toggles: type[Any]
    #: What an infraction can cost.
    penalties: tuple[str, ...]
    #: What an infraction costs by the answer to a question, where an article names one instead of a penalty; "none"
    #: makes it no infraction, None is no such answer.
    costs: Callable[[Any], str | None]
    #: The kinds of step that its hands have, and not those of every game.
    steps: frozenset[type]
    #: How the cards rank under the answers of a ruleset, and what the game makes of calls and of what else is said.
    order: Callable[[Any], CardOrder]
    #: What whoever writes its hands down has to know, under the answers of a ruleset.
    recording: Callable[[Any], Recording]
    #: What cannot have happened in one of its hands, besides cards that lie in two places.
    contradictions: Callable[[HandRecord], list[Fault]]
    #: What each side made in play, and what innocents are entitled to when play is stopped, by what infractions deny.
    tally: Callable[[Walk, Any, Any], Any]
    entitled: Callable[[Walk, Any, Any, int, int], Any]
    #: The score by side: of what each made, by the makers; where a side reneged, by what the others are entitled to.
    settle: Callable[[Scores, int], Scores]
    reneged: Callable[[int, int], Scores]
    #: What the sheet says for a side with a score; None where that hangs on who the makers are, and nobody knows.
    mark: Callable[[int, int, int | None, Any], str | None]
    #: Who deals after a hand, by what became of it and whether both sides were guilty; None while it is not over.
    next_dealer: Callable[[Outcome, bool, Deals, Any], int | None]
    #: How a game stands, by the totals.
    stands: Callable[[Scores, Any], GameEnd]
