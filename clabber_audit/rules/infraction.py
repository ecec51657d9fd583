"""Declaration of an infraction."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from types import ModuleType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, get_args

from clabber_audit.cards.cards import SCORED
from clabber_audit.games import GAMES
from clabber_audit.games.bid_euchre.events import Stray
from clabber_audit.games.game import Game
from clabber_audit.records.partial_deal import Completion
from clabber_audit.replay.events import Dealing, Incident
from clabber_audit.replay.tricks import Follow, Lead, OffSuit, TrumpPlayed, Turn
from clabber_audit.rules.articles import Penalty
from clabber_audit.rules.incidents import IncidentKind, incident_kinds

#: The number of what a new file or row adds: after all that came before.
LAST: Final = 1000

#: What a finding states, ready for JSON: cards as codes, seats as letters, clocks as on paper.
Facts = dict[str, Any]


class Seats(int):
    """A set of seats as bits, in a fact: a finding has their names."""


class ClaimWeighed(NamedTuple):
    """A claim that was not proven, as a step: handed over by the judge."""

    number: int
    seat: int
    at: int
    verdict: str
    reviewed: bool


class LaydownResult(Enum):
    """Outcome of the search for a trick that a lay-down loses."""

    GOOD = "good"
    FAILS = "fails"
    #: Good in one deal that the record allows, bad in another.
    OPEN = "open"
    #: The search ended at its budget.
    NOT_SETTLED = "not settled"
    #: The search does not follow the laws of this ruleset on such a hand.
    NOT_SUPPORTED = "not supported"
    #: Nothing was agreed, or the ruleset has no article.
    NOT_ASKED = "not asked"


#: The results with which the search gave no answer.
UNANSWERED: Final = (LaydownResult.NOT_SETTLED, LaydownResult.NOT_SUPPORTED)


class LaydownSearched(NamedTuple):
    """A lay-down with the result of the search for a losing line."""

    seat: int
    at: int
    agreed: bool
    result: LaydownResult
    #: The line that loses, as seat letters and cards; of a record that leaves cards open, in the first of the worlds.
    line: tuple[str, ...] = ()
    #: A world in which the line loses and one in which nothing is lost, of a record that leaves cards open.
    worlds: tuple[Completion | None, Completion | None] = (None, None)

    @property
    def good(self) -> bool | None:
        """True if every line is won, False if one loses, None if that is not known."""
        return {LaydownResult.GOOD: True, LaydownResult.FAILS: False}.get(self.result)


class ScoreCompared(NamedTuple):
    """Score or running total on the sheet for a team, beside the one that the ruling gives."""

    team: int
    sheet: int | str
    ruled: int
    reneged: bool
    #: Whether it is the running total after the hand, and not what the hand adds.
    total: bool = False

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


#: The kinds of step that a hand of any game can have: cards falling, what is noted, and what the judge hands over.
OF_ANY_GAME: Final[frozenset[type]] = frozenset(
    (
        *(Lead, Follow, OffSuit, TrumpPlayed, Turn, Dealing, Incident),
        *(ClaimWeighed, LaydownSearched, ScoreCompared, SheetDoubted),
    )
)

Place = Literal[
    "deal", "declaration", "naming", "exchange", "leaving", "meld", "missed", "incident", "turn", "duty", "laydown",
    "claim", "score",
]  # fmt: skip
#: The order of findings at one clock, by where an infraction stands.
ORDER: Final[Mapping[Place, int]] = {place: number for number, place in enumerate(get_args(Place))}


class Calling(NamedTuple):
    """A claim being made: who claims, when, and what had happened by then."""

    seat: int | None
    at: int
    #: The clock of each seat's first card; later than any clock while it has not fallen.
    first_cards: tuple[int, ...]
    maker: int | None


S = TypeVar("S")
#: A duty about the card that falls: the card, the hand, and the fields of `Follow` that come after them. All masks.
Duty = Callable[[int, int, int, int, int], bool]


@dataclass(frozen=True, kw_only=True)
class Infraction(Generic[S]):
    """One offense about steps of the kind S."""

    # What it is.
    #: The kinds of step it looks at.
    steps: tuple[type[S], ...]
    #: The law: of a duty about the card that falls asked with masks, of anything else with the step and the toggles.
    offends: Duty | Callable[[S, Any], bool]
    #: What a finding states.
    facts: Callable[[S], Facts]
    #: Where it stands among what is found at one clock.
    place: Place
    #: The toggle without which nobody can commit it; none where it is one under every ruleset that has it.
    asked_by: str = ""
    #: The deed as its name says it, where the law exempts part of it: who complains of it says what is true.
    happened: Callable[[S, Any], bool] | None = None
    #: Whether a seat that called no meld at all can have done it too, as far as a claim asks.
    of_silence: bool = False
    #: The toggles whose answers exempt it.
    exempted_by: tuple[str, ...] = ()
    #: Why the law does not reach such a deed, a clause after `but`; empty where no more can be said.
    exception: Callable[[Facts, Any], str] = lambda facts, toggles: ""
    #: The infraction that it is taken for and is not, by id; then `exception` says why.
    taken_for: str = ""
    #: The game in which alone it can be one, by its id, where its steps do not tell; empty where in any.
    game: str = ""

    # Words. Braces hold facts by name, {seat}, {player} (the seat without its player's name) and {team}; {led_card}
    # is `a diamond`, {trump_card} `a spade`, {partner} the seat's partner, {title} the first line of the docstring.
    #: The finding, a clause.
    message: str
    #: The finding where one of these is true of it: the fact `part` has this value; the card off suit `trumped` or
    #: `threw off`; the fact `kind` or `call` has this value; a fact of this name is stated.
    messages: Mapping[str, str] = field(default_factory=dict)
    #: The fault in a few words, as a headline has it: `failed to follow suit`; by default the title.
    fault: str = ""
    #: The fault where one of these is true of it, as in `messages`.
    faults: Mapping[str, str] = field(default_factory=dict)
    #: What a player who calls it says of {whom}, and of {partner}, a clause: `{whom} failed to follow suit`.
    claimed: str = "{whom} broke the rule on {title}"
    #: What the record shows where {whom} did not do it, a clause: `{whom} followed suit`.
    denied: str = "the record shows that it did not happen"
    #: Why a meld that it denies does not score, a clause with {seat} and {kind}; empty where its title says it.
    unscored: Callable[[Any], str] = lambda step: ""
    #: What to do at the table.
    help: str
    #: What may have happened, a clause after `we cannot tell whether`: `{seat} still held a trump`.
    doubt: str = ""
    #: What was owed, as the reasons of a ruling have it; {who} owed {held}, the fact `could`.
    owed: str = ""
    #: The deed in a few words, said of somebody: `failed to trump`.
    deed: str = "broke the rule on {title}"

    # When it was, and when it shows.
    #: The clock at which a finding about a step stands: its own, of a meld that of its call.
    stands: Callable[[S], int] = field(default=lambda step: _clock_of(step))
    #: The cards any of which, seen in the offender's hand, proves it.
    proof: Callable[[S], int] | None = None
    #: The cards that the offender lacks, and whether all of them matter or any one.
    lacks: Callable[[S], tuple[int, bool] | None] | None = None
    #: The clock from which the table could know, where it is not the finding's own.
    evident: Callable[[S], int | None] | None = None
    #: Of a step about a meld the sets of cards one of which the hand has to hold, as masks, and whether to hold one
    #: offends or to hold none; None where the hand does not decide.
    held: Callable[[S, Any], tuple[tuple[int, ...], bool] | None] | None = None
    #: What a step may have been, where cards have no part in what the record leaves out.
    readings: Callable[[S], list[S]] | None = None
    #: What may have to be asked besides the cards that are missing.
    settled_by: Literal["upcard", ""] = ""
    #: What a certificate of it rests on, where it is not about a card falling: the suit that a maker held, where the
    #: belle lay, whether both its cards were held, a lay-down.
    certified: Literal["suit", "belle", "belle held", "laydown", ""] = ""
    #: Whether it happened, by the clock at which it stands and those at which king and queen of trumps fell.
    lay: Callable[[int, int | None, int | None], bool] | None = None
    #: Whether a contract alone tells that it did not happen.
    told_by_contract: bool = False

    # Who pays for it.
    #: The seat that offended, where it is not the step's own.
    offender: Callable[[S, Any], int | None] | None = None
    #: The penalty where a step changes it.
    charge: Callable[[S, Any, Penalty], Penalty] | None = None
    #: Whether a finding keeps the meld it is about from scoring.
    denies: bool = False
    #: Whether it does so although the meld is still to be shown.
    denies_unshown: bool = False
    #: Whether the score hangs on it, by the facts of a finding of which it cannot be told whether it happened.
    hangs: Callable[[Facts, Any], bool] | None = None
    #: Whether the one who should have dealt deals again, where it voids the deal.
    misdeals: bool = False

    # How it is claimed.
    #: What it costs once it is claimed and proven, where that is something else.
    once_claimed: Callable[[Any], Penalty | None] | None = None
    #: Whether it can still be claimed, where it has a window of its own.
    claimable: Callable[[Calling, Any], bool] | None = None
    #: Another infraction whose name covers it in a claim; empty where none does.
    also_called: Callable[[Any], str] | None = None
    #: Whether it is about leads alone.
    of_leads: bool = False

    # What it adds to a record.
    #: Words of the kinds of incident that note it.
    incidents: tuple[str, ...] = ()
    #: Its place in the contract, and so among what is found of one step; a new one comes after all of them, by name.
    number: int = LAST

    #: Its title in a game in which it goes by another, by the game's id.
    titles: Mapping[str, str] = field(default_factory=dict)

    # What its file says.
    id: str = ""
    title: str = ""
    manual: str = ""

    def title_in(self, game: Game) -> str:
        """What it is called in a game."""
        return self.titles.get(game.id, self.title)

    def manual_in(self, game: Game) -> str:
        """The manual without the paragraphs that say how it is in another game: they begin so."""
        others = tuple(f"In {other.name}" for other in GAMES if other is not game)
        return "\n\n".join(part for part in self.manual.split("\n\n") if not part.startswith(others))

    @property
    def kinds(self) -> tuple[IncidentKind, ...]:
        """The kinds of incident that are noted of it."""
        return tuple(incident_kinds()[word] for word in self.incidents)

    @property
    def of_card(self) -> bool:
        """Whether it is about a card falling, in its turn or out of it."""
        return self.place in ("turn", "duty")

    @property
    def falls(self) -> bool:
        """Whether a finding stands on a card falling, and so needs the card to have fallen."""
        return self.place == "missed" or any(issubclass(step, Follow | Turn | Stray) for step in self.steps)

    def in_game(self, game: str, steps: frozenset[type]) -> bool:
        """Whether somebody can commit it at all in a game of that id, with steps of its own."""
        noted = not self.kinds or any(kind.in_game(game) for kind in self.kinds)
        return self.game in ("", game) and noted and not (steps | OF_ANY_GAME).isdisjoint(self.steps)

    def can_be_claimed_in(self, game: str, steps: frozenset[type]) -> bool:
        """Return True if a claim may name it: the game has it, or a record of the game may note it.

        People complain of an exposed card where no rule forbids one; the ruling then says that nothing follows.
        """
        return self.in_game(game, steps) or any(kind.in_game(game) for kind in self.kinds)

    def asked(self, toggles: object) -> bool:
        """Whether it can be committed at all under the toggles."""
        return not self.asked_by or bool(getattr(toggles, self.asked_by))


def described(module: ModuleType) -> Infraction[Any]:
    """The infraction of a module, with the id, title and manual that its name and its docstring are."""
    found: Infraction[Any] = module.INFRACTION
    title, _, rest = inspect.cleandoc(module.__doc__ or "").partition("\n")
    name = module.__name__.rsplit(".", 1)[-1].replace("_", "-")
    return replace(found, id=name, title=title.rstrip("."), manual=rest.strip())


def _clock_of(step: Any) -> int:
    """When a step was; the end, for what never came or is still to come."""
    return min(step.clock if isinstance(step, Follow | Turn) else step.at, SCORED)
