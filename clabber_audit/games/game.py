"""What a game is: all that the rooms which know no game have to be told of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from clabber_audit.games.recording import Recording
from clabber_audit.ground.errors import Fault
from clabber_audit.record.hand import Hand
from clabber_audit.replay import CardOrder
from clabber_audit.table.pack import Pack
from clabber_audit.table.seating import Scores, Seating

#: What becomes of a hand, and how a game stands after one.
Outcome = Literal[
    "scored", "renege", "sat_out", "redeal", "annulled", "passed_out", "unfinished", "undetermined"
]  # fmt: skip
GameEnd = Literal["unfinished", "won", "tied"]


class Deals(NamedTuple):
    """Who dealt, who should have, and whether a wrong deal was called in time."""

    dealer: int
    due: int
    misdeal: bool
    seating: Seating


class HearingRules(NamedTuple):
    """How a game hears claims."""

    #: Until when a hand can be claimed: until its last trick is turned, or its score is written.
    until: Literal["turned", "scored"]
    #: Whether a claim still counts once another has stopped the play.
    counterclaim_until: Literal["stop", "scored"]
    #: How precisely a claim has to name what happened.
    specificity: Literal["team", "trick", "play", "kind"]
    #: Whether a claim that names what no article has may mean another offense by a card.
    kind_may_be_wrong: bool
    #: Whether what is found by the way upholds a claim, and against whom mixed tricks are read.
    incidental_find: Literal["separate", "upholds"]
    disordered_pile: Literal["keeper", "claimant"]
    #: Whether a claim that proved nothing can itself be claimed.
    on_claims: bool


class Game(NamedTuple):
    """A game. A variant of one is a ruleset; here is only what no answer of a ruleset says."""

    #: Its id, as the ruleset that others extend names it; its name; the formats of its records and of its rulings.
    id: str
    name: str
    format: str
    ruling: str
    #: The questions that its rulesets answer, a field for each.
    toggles: type[Any]
    #: What an infraction can cost.
    penalties: tuple[str, ...]
    #: What a renege brings under the answers of a ruleset, as the handbook says it.
    renege: Callable[[Any], str]
    #: What an infraction costs by the answer to a question, where an article names one instead of a penalty; "none"
    #: makes it no infraction, None is no such answer.
    costs: Callable[[Any], str | None]
    #: The kinds of step that its hands have, and not those of every game.
    steps: frozenset[type]
    #: How a pack ranks under the answers of a ruleset, and what the game makes of calls and of what else is said.
    order: Callable[[Any, Pack], CardOrder]
    #: What whoever writes its hands down has to know, under the answers of a ruleset.
    recording: Callable[[Any], Recording]
    #: A record made ready for the table, with what makes that impossible: there is a hand where there is nothing.
    held: Callable[[Any], tuple[Hand | None, list[Fault]]]
    #: All that cannot have happened in one of its hands, and what of it no more of the record could explain.
    contradictions: Callable[[Any], list[Fault]]
    lasting: Callable[[Any], list[Fault]]
    #: What of a record is not of the table that a ruleset has: its seats, its pack, its cards each.
    strange: Callable[[Any, Any], list[Fault]]
    #: Its own kinds of step about which a record says nothing either way.
    unrecorded: Callable[[Any], frozenset[type]]
    #: How claims are heard under the answers of a ruleset.
    hearing: Callable[[Any], HearingRules]
    #: Whether it is worked out beside a ruling what best play would have made of the hand, and how sure the ruling is.
    best_play: bool
    #: Who deals after a hand, by what became of it and whether both sides were guilty; None while it is not over.
    next_dealer: Callable[[Outcome, bool, Deals, Any], int | None]
    #: How a game stands, by the totals.
    stands: Callable[[Scores, Any], GameEnd]
    #: Whether it is played down to its target under the answers of a ruleset, so that the lowest score is best.
    played_down: Callable[[Any], bool] = lambda _toggles: False
    #: Which answers of a ruleset do not go together, and why; None where all do.
    at_odds: Callable[[Any], tuple[str, str] | None] = lambda _toggles: None
    #: Whether melds are called and shown in it, and count beside the cards.
    melds: bool = False
    #: Whether it rules on a hand laid down.
    laydowns: bool = False
