"""What a game is: all that the rooms which know no game have to be told of one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from clabber_audit.ground.errors import Fault
from clabber_audit.record.model import HandRecord
from clabber_audit.replay import CardOrder


class Game(NamedTuple):
    """A game. A variant of one is a ruleset; here is only what no answer of a ruleset says."""

    #: Its id, as the ruleset that others extend names it; its name; the format of its records.
    id: str
    name: str
    format: str
    #: The questions that its rulesets answer, a field for each.
    toggles: type[Any]
    #: The kinds of step that its hands have, and not those of every game.
    steps: frozenset[type]
    #: How the cards rank under the answers of a ruleset, and what the game makes of calls and of what else is said.
    order: Callable[[Any], CardOrder]
    #: What cannot have happened in one of its hands, besides cards that lie in two places.
    contradictions: Callable[[HandRecord], list[Fault]]
