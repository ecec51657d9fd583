"""The shape of an infraction.

An infraction is a module of `clabber_audit.law.infractions`: its docstring is the manual, `STEP` says what kind of step
it looks at, `offends` is the law, `facts` are what a finding states. A duty about the card that falls is a predicate
over masks alone; anything else is given the step and the toggles. It knows neither penalties nor other infractions.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, NamedTuple

from clabber_audit.games.clabber.toggles import Toggles
from clabber_audit.record.world import World
from clabber_audit.replay import Belle, BelleCall, Call, Dealing, Entry, Follow, Incident, OffSuit, TrumpPlayed, Turn
from clabber_audit.rulesets.ruleset import Penalty
from clabber_audit.table.moments import SCORED

#: What a finding states, ready for JSON: cards as codes, seats as letters, clocks as on paper.
Facts = dict[str, Any]


class ClaimWeighed(NamedTuple):
    """A claim that was not proven, as a step: handed over by the judge."""

    number: int
    seat: int
    at: int
    verdict: str
    reviewed: bool


class LaydownSearched(NamedTuple):
    """A lay-down with the answer of the search: whether every line it must win is won; None when not known."""

    seat: int
    at: int
    agreed: bool
    good: bool | None
    #: The line that loses, as seat letters and cards; of a record that leaves cards open, in the first of the worlds.
    line: tuple[str, ...]
    #: A world in which the line loses and one in which nothing is lost, of a record that leaves cards open.
    worlds: tuple[World | None, World | None] = (None, None)
    #: Whether the search was given up, so that a world not found may exist all the same.
    exhausted: bool = False


class ScoreCompared(NamedTuple):
    """What the sheet says for a team beside what the ruling gives."""

    team: int
    sheet: int | str
    ruled: int
    reneged: bool

    @property
    def at(self) -> int:
        """The clock of all sheets."""
        return SCORED


class SheetDoubted(NamedTuple):
    """A part of the sheet's breakdown that no hand can give, as `Slip` has it."""

    team: int | None
    part: str
    written: int
    worth: int | None

    @property
    def at(self) -> int:
        """The clock of all sheets."""
        return SCORED


Step = (
    Follow
    | Turn
    | Call
    | Entry
    | BelleCall
    | Belle
    | Incident
    | Dealing
    | ClaimWeighed
    | LaydownSearched
    | ScoreCompared
    | SheetDoubted
)

#: The order of findings at one clock, by kind.
ORDER: Mapping[str, int] = {
    "deal": 0,
    "declaration": 1,
    "meld": 2,
    "missed": 3,
    "incident": 4,
    "turn": 5,
    "duty": 6,
    "laydown": 7,
    "claim": 8,
    "score": 9,
}


class Infraction(NamedTuple):
    """One offence, as its module says it."""

    id: str
    title: str
    manual: str
    message: str
    #: What is said instead, by the value of the fact `part`.
    messages: Mapping[str, str]
    help: str
    #: The kinds of step it looks at.
    steps: tuple[type, ...]
    #: The law. A duty about the card that falls is asked with masks: the fields of `Follow` after the clock. Anything
    #: else is asked with the step and the toggles.
    offends: Callable[..., Any]
    facts: Callable[[Any], Facts]
    #: The clock at which a finding about a step stands.
    stands: Callable[[Any], int]
    #: The cards any of which, seen in the offender's hand, proves it.
    proof: Callable[[Any], int] | None
    #: Of a step about a meld the sets of cards one of which the hand has to hold, as masks, and whether to hold one
    #: offends or to hold none; None where the hand does not decide.
    held: Callable[[Any, Toggles], tuple[tuple[int, ...], bool] | None] | None
    #: The cards that the offender lacks, and whether all of them matter or any one.
    lacks: Callable[[Any], tuple[int, bool] | None] | None
    #: The clock from which the table could know, where it is not the finding's own.
    evident: Callable[[Any], int | None] | None
    #: The seat that offended, where it is not the step's own.
    offender: Callable[[Any, Toggles], int | None] | None
    #: The penalty where a step changes it.
    charge: Callable[[Any, Toggles, Penalty], Penalty] | None
    place: int
    falls: bool
    #: Whether a finding keeps the meld it is about from scoring.
    denies: bool
    #: The toggle without which nobody can commit it; None where it is one under every ruleset that has it.
    asked_by: str | None

    def asked(self, toggles: Toggles) -> bool:
        """Whether it can be committed at all under the toggles."""
        return self.asked_by is None or bool(getattr(toggles, self.asked_by))


def described(module: ModuleType) -> Infraction:
    """The infraction that a module defines; its id is the module's name."""
    manual = inspect.cleandoc(module.__doc__ or "")
    title, _, rest = manual.partition("\n")
    return Infraction(
        id=module.__name__.rsplit(".", 1)[-1].replace("_", "-"),
        title=title.rstrip("."),
        manual=rest.strip(),
        message=module.MESSAGE,
        messages=getattr(module, "MESSAGES", {}),
        help=module.HELP,
        steps=module.STEP if isinstance(module.STEP, tuple) else (module.STEP,),
        offends=module.offends,
        facts=module.facts,
        stands=getattr(module, "stands", _clock_of),
        proof=getattr(module, "proof", None),
        held=getattr(module, "held", None),
        lacks=getattr(module, "lacks", None),
        evident=getattr(module, "evident", None),
        offender=getattr(module, "offender", None),
        charge=getattr(module, "charge", None),
        place=ORDER[module.PLACE],
        falls=module.STEP in (OffSuit, TrumpPlayed, Turn) or module.PLACE == "missed",
        denies=getattr(module, "DENIES", False),
        asked_by=getattr(module, "ASKED_BY", None),
    )


def _clock_of(step: Any) -> int:
    clock: int = step.clock if isinstance(step, Follow | Turn) else step.at
    return clock
