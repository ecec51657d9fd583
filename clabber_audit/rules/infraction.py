"""Base class of the infractions, the kinds of incident in `incidents.toml`, and the events that the law looks at."""

from __future__ import annotations

import inspect
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum, Flag, auto
from functools import cache
from importlib.resources import files
from types import ModuleType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar, get_args

from clabber_audit.cards import SCORED, Pack
from clabber_audit.core.errors import Unusable, printable, unknown_error
from clabber_audit.games import GAMES
from clabber_audit.games.clabber.scoring import SheetSlip
from clabber_audit.games.game import Game
from clabber_audit.records.hand import Completion
from clabber_audit.replay import Dealing, ExtraPlay, Follow, IncidentEvent, Lead, OffSuit, TrumpPlayed, Turn
from clabber_audit.rules.articles import Penalty


class FailedClaim(NamedTuple):
    """Claim that proved nothing, or was withdrawn."""

    number: int
    seat: int
    at: int
    verdict: str
    reviewed: bool


class Calling(NamedTuple):
    """Claim being made: claimant, clock, and the hand so far."""

    seat: int | None
    at: int
    #: Clock of each seat's first card; later than any clock until it falls.
    first_cards: tuple[int, ...]
    maker: int | None


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


#: Results with which the search gave no answer.
UNANSWERED: Final = (LaydownResult.NOT_SETTLED, LaydownResult.NOT_SUPPORTED)


class LaydownSearched(NamedTuple):
    """Lay-down with the result of the search for a losing line."""

    seat: int
    at: int
    agreed: bool
    result: LaydownResult
    #: Losing line as seat letters and cards; if the record leaves cards open, that of the first completion.
    line: tuple[str, ...] = ()
    #: Number of steps after which the search ended, if it is not settled.
    searched: int = 0
    #: Articles of the ruleset that the search does not follow, if it is not supported.
    asks: tuple[str, ...] = ()
    #: A completion in which the line loses and one in which no line does, if cards are unknown.
    completions: tuple[Completion | None, Completion | None] = (None, None)

    @property
    def is_good(self) -> bool | None:
        """True if every line is won, False if one loses, None if that is not known."""
        return {LaydownResult.GOOD: True, LaydownResult.FAILS: False}.get(self.result)

    @property
    def readings(self) -> list[LaydownSearched]:
        """The lay-down with each result that it may have."""
        either = [self._replace(result=result) for result in (LaydownResult.FAILS, LaydownResult.GOOD)]
        return either if self.is_good is None else [self]


class ScoreCompared(NamedTuple):
    """Score or running total of a team on the sheet, and the one the ruling gives."""

    team: int
    sheet: int | str
    ruled: int
    reneged: bool
    #: True for the running total after the hand, not the points of the hand.
    total: bool = False

    @property
    def at(self) -> int:
        """The clock of all sheets."""
        return SCORED


#: Types of the events of any game: plays, the deal, incidents, and results of the judge.
OF_ANY_GAME: Final[frozenset[type]] = frozenset(
    (
        *(Lead, Follow, OffSuit, TrumpPlayed, Turn, Dealing, IncidentEvent),
        *(FailedClaim, LaydownSearched, ScoreCompared, SheetSlip),
    )
)


#: Facts of a finding, ready for JSON: cards as codes, seats as letters, clocks as on paper.
Facts = dict[str, Any]
E = TypeVar("E")


class Seats(int):
    """Set of seats as bits, in a fact: a finding has their names."""


class LawCase(NamedTuple, Generic[E]):
    """Everything a law may look at."""

    event: E
    #: The answers of the ruleset to the questions of its game.
    toggles: Any
    #: What the ruleset charges for the infraction.
    penalty: Penalty

    @property
    def pack(self) -> Pack:
        """Cards of the game: `pack.rank["J"]` are its jacks, `pack.suit["H"]` its hearts, second copies included."""
        pack: Pack = self.toggles.cards
        return pack


Place = Literal[
    "deal", "declaration", "naming", "exchange", "leaving", "meld", "missed", "incident", "turn", "duty", "laydown",
    "claim", "score",
]  # fmt: skip
#: Order of findings at one clock, by the place of the infraction.
ORDER: Final[Mapping[Place, int]] = {place: number for number, place in enumerate(get_args(Place))}


class Trait(Flag):
    """Rare properties of infractions."""

    ABOUT_LEADS = auto()  #: About leads alone.
    BY_SILENCE = auto()  #: A seat that announced no meld can commit it too, if a claim names it.
    BY_UPCARD = auto()  #: A question about the up-card may settle it, not only one about missing cards.
    NOT_BY_CONTRACT = auto()  #: A contract without its calls shows that it did not happen.
    DENIES_MELD = auto()  #: The meld it is about does not score.
    DENIES_UNSHOWN = auto()  #: The meld does not score even while it is still to be shown.
    DUE_DEALER_DEALS = auto()  #: If it voids the deal, the player who was due to deal deals again.


#: Default number: after all others, by id.
LAST: Final = 1000


@dataclass(frozen=True, kw_only=True)
class Words:
    """Texts about an infraction.

    Braces in the texts of a finding hold its facts by name, {seat}, {partner} and {team}; {led_card} is `a diamond`,
    {trump_card} `a spade`, {choice} the cards of {could} joined by `or`, {turn_of} the owner of the turn. The tests of
    `tests/law` name a placeholder that nothing fills.
    """

    #: The finding, a clause.
    message: str
    #: Other findings, by the fact `part`, by `trumped` or `threw off` for a card off suit, by the fact `kind` or
    #: `call`, or by the name of a fact that is stated.
    messages: Mapping[str, str] = field(default_factory=dict)
    #: The fault in a few words for a headline: `failed to follow suit`. The title by default.
    fault: str = ""
    #: Other faults, keyed as `messages`.
    faults: Mapping[str, str] = field(default_factory=dict)
    #: The claim against {whom} and {partner}, a clause; by default the fault: `{whom} failed to follow suit`.
    claimed: str = ""
    #: The answer to a refuted claim, a clause: `{whom} followed suit`.
    denied: str = "the record shows that it did not happen"
    #: Advice for the table.
    help: str
    #: The undetermined finding, a clause after `we cannot tell whether`: `{seat} still held a trump`.
    doubt: str = ""
    #: The duty, for the reasons of a ruling; {who} owed {held}, the fact `could`; also {led}, {highest} and {trump}.
    owed: str = ""
    #: The deed as a predicate, which may have {title} and {suit}: `failed to trump`.
    deed: str = "broke the rule on {title}"
    #: The reason for an exemption, a clause after `but`.
    exception: str = ""
    #: Titles in games that use another one, by the game's id.
    titles: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        claimed = self.claimed or f"{{whom}} {self.fault or 'broke the rule on {title}'}"
        object.__setattr__(self, "claimed", claimed)


class Infraction(Generic[E]):
    """One offense about events of type E. A subclass overrides what differs from the defaults."""

    #: Types of the events it looks at: of an `Infraction[Call | Naming]` both.
    events: tuple[type[Any], ...]
    #: Place of its findings among those of the same clock.
    place: Place
    words: Words
    #: Position in the contract, which orders the findings about one event.
    number: int = LAST
    #: Id of the only game that has it, if its events do not show it; empty for any.
    game: str = ""
    #: Kinds of incident that note it.
    incidents: tuple[str, ...] = ()
    #: Toggle that must be set for it to be possible; empty if none.
    asked_by: str = ""
    #: Toggle, answers under which a house binds it implicitly, and the price.
    bound_with: tuple[str, tuple[str, ...], Penalty] = ("", (), "note")
    #: Toggles whose answers exempt it.
    exempted_by: tuple[str, ...] = ()
    #: Letters of the ranks and suits by which a duty tells cards apart, beside the suit led and trumps: "J", "H".
    looks_at: str = ""
    #: Id of the infraction that it is mistaken for; `exception` then explains the difference.
    taken_for: str = ""
    #: Basis of a certificate, unless it is about a card falling.
    certified: Literal["suit", "belle", "belle held", "laydown", ""] = ""
    traits: Trait = Trait(0)
    #: Facts of a finding that are attributes of the event: name of each, and of the attribute.
    event_facts: tuple[tuple[str, str], ...] = ()

    # From its file name and docstring, or its row.
    id: str
    title: str
    manual: str

    def __init_subclass__(cls) -> None:
        """Take the events from the base. Raise Unusable for a public name that is not one of this class."""
        super().__init_subclass__()
        for name in vars(cls):
            if not name.startswith("_") and name not in (known := _find_public_names()):
                file = f"{cls.__module__.replace('.', '/')}.py"
                help = "a name that only this class has begins with an underscore"
                raise unknown_error(file, "attribute", name, known, help)
        for base in cls.__dict__.get("__orig_bases__", ()):
            for event in get_args(base):
                cls.events = get_args(event) or (event,)

    def offends(self, case: LawCase[E]) -> bool:
        """Return True if the event is the offense."""
        raise NotImplementedError

    def has_happened(self, case: LawCase[E]) -> bool:
        """Return True for the deed that the name describes, exempted or not."""
        return self.offends(case)

    def exception(self, facts: Facts, toggles: Any) -> str:
        """Return the reason for an exemption, a clause after `but`; empty if none."""
        return self.words.exception

    def facts(self, case: LawCase[E]) -> Facts:
        """Return the facts of a finding; by default its `event_facts`."""
        return {name: getattr(case.event, attribute) for name, attribute in self.event_facts}

    def clock_of(self, case: LawCase[E]) -> int:
        """Return the clock of a finding."""
        event: Any = case.event
        return min(event.clock if isinstance(event, Follow | Turn) else event.at, SCORED)

    def offender(self, case: LawCase[E]) -> int | None:
        """Return the seat that offended, for an event other than a card played."""
        seat: int | None = getattr(case.event, "seat", None)
        # A claim about an outsider is against the seat that was helped.
        return getattr(case.event, "helped", None) if seat is None else seat

    def charge(self, case: LawCase[E]) -> Penalty:
        """Return the penalty for the event."""
        return case.penalty

    def evident_from(self, case: LawCase[E]) -> int | None:
        """Return the clock from which the table could know; None if never."""
        return self.clock_of(case) + self.needs_fallen_card

    def cards_owed(self, case: LawCase[E]) -> int:
        """Return the cards that the offender had to play instead, of those in the hand.

        Facts of a duty name them as `could`. One of them seen later in the offender's hand proves a finding.
        """
        return 0

    def missing_cards(self, case: LawCase[E]) -> tuple[int, bool] | None:
        """Return the cards that the offender lacks, and True if all of them matter, False if any one does."""
        return None

    def decisive_melds(self, case: LawCase[E]) -> tuple[tuple[int, ...], bool] | None:
        """Return melds as masks, and True if holding one offends, False if holding none; None if no hand decides."""
        return None

    def possible_events(self, case: LawCase[E]) -> list[E]:
        """Return the possible forms of an event if the record omits a detail that no card decides."""
        return [case.event]

    def has_happened_at(self, at: int, king: int | None, queen: int | None) -> bool:
        """Return True if it happened, given its clock, and those at which king and queen of trumps fell."""
        return False

    def explain_unscored(self, case: LawCase[E]) -> str:
        """Return why the meld does not score, a clause with {seat} and {kind}; empty if the title explains it."""
        return ""

    def leaves_score_open(self, facts: Facts, toggles: Any) -> bool:
        """Return True if the score depends on an undetermined finding with these facts."""
        return False

    def penalty_if_claimed(self, toggles: Any) -> Penalty | None:
        """Return the penalty once it is claimed and proven; None if a claim changes nothing."""
        return None

    def is_claimable(self, case: LawCase[Calling]) -> bool:
        """Return True if it can still be claimed."""
        return True

    def claim_alias(self, toggles: Any) -> str:
        """Return the id of another infraction whose name covers it in a claim; empty if none."""
        return ""

    @property
    def source(self) -> str:
        """Path of its file in the repository."""
        return f"clabber_audit/rules/infractions/{self.id.replace('-', '_')}.py"

    @property
    def is_narrowed(self) -> bool:
        """True if the law exempts part of the deed."""
        return type(self).has_happened is not Infraction.has_happened

    @property
    def has_window(self) -> bool:
        """True if it can only be claimed for some time."""
        return type(self).is_claimable is not Infraction.is_claimable

    @property
    def kinds(self) -> tuple[IncidentKind, ...]:
        """Kinds of incident that note the infraction."""
        return tuple(incident_kinds()[word] for word in self.incidents)

    @property
    def of_card(self) -> bool:
        """True if the infraction is about a card that falls, in turn or out of turn."""
        return self.place in ("turn", "duty")

    @property
    def needs_fallen_card(self) -> bool:
        """True if a finding needs the card at its clock to have fallen."""
        return self.place == "missed" or any(
            issubclass(event, Follow | Turn | ExtraPlay) for event in self.events
        )

    def title_in(self, game: Game) -> str:
        """Return the title of the infraction in a game."""
        return self.words.titles.get(game.id, self.title)

    def manual_in(self, game: Game) -> str:
        """Return the manual without the paragraphs about other games, which begin with the game's name."""
        others = tuple(f"In {other.name}" for other in GAMES if other.id != game.id)
        return "\n\n".join(part for part in self.manual.split("\n\n") if not part.startswith(others))

    def is_in_game(self, game: Game) -> bool:
        """Return True if a player can commit it in a game."""
        noted = not self.kinds or any(kind.is_in_game(game.id) for kind in self.kinds)
        has_event = any(event in game.events or event in OF_ANY_GAME for event in self.events)
        return self.game in ("", game.id) and noted and has_event


@cache
def _find_public_names() -> list[str]:
    """Return the names that a subclass of `Infraction` may override."""
    names = {*vars(Infraction), *Infraction.__annotations__}
    return sorted(name for name in names if not name.startswith("_"))


def load_infraction(module: ModuleType) -> Infraction[Any]:
    """Return the infraction of a module, whose name is the id and whose docstring is title and manual."""
    (kind,) = (var for var in vars(module).values() if isinstance(var, type) and var.__module__ == module.__name__
               and issubclass(var, Infraction))  # fmt: skip
    infraction: Infraction[Any] = kind()
    title, _, manual = inspect.cleandoc(module.__doc__ or "").partition("\n")
    infraction.id = module.__name__.rpartition(".")[2].replace("_", "-")
    infraction.title, infraction.manual = title.rstrip("."), manual.strip()
    _check_words(infraction.source, vars(kind))
    for word in infraction.incidents:
        if word not in incident_kinds():
            raise unknown_error(infraction.source, "incident", word, incident_kinds())
    return infraction


Need = Literal["to", "card", "trick", "called", "replaced_by", "by"]
Button = Literal["exposed", "look", ""]
Stated = Literal["quote", "card"]


class PenaltyOnClaim(NamedTuple):
    """Penalty of a claim that is proven, where a toggle has an answer."""

    toggle: str
    answer: str
    penalty: Penalty


class NotedRow(NamedTuple):
    """Infraction of a kind of incident, as its table `[<kind>.infraction]` has it, with the fields of `Words` inline.

    A finding states the recorded card if one of its texts has {card}.
    """

    id: str
    title: str
    manual: str
    words: Words
    number: int = LAST
    #: Id of the only game that has it; empty for any in which a record may note the kind.
    game: str = ""
    #: Id of the infraction that it is mistaken for; `exception` then explains the difference.
    taken_for: str = ""
    #: Facts that a finding states whatever its texts have: the words spoken and the outsider, or the recorded card.
    states: Stated = "quote"
    on_claim: PenaltyOnClaim | None = None

    @property
    def states_card(self) -> bool:
        """True if a finding states the recorded card."""
        return self.states == "card" or "{card}" in str(self.words)


class IncidentKind(NamedTuple):
    """Kind of incident that a record may note."""

    #: Name in a record; the text notation also takes it with hyphens.
    word: str
    #: Predicate about the seat, for the recorder: `exposed a card`.
    deed: str
    #: Clause of a ruling, with {seat}, {card}, {trick} and {by}: `{seat} exposed {card}`.
    text: str
    #: Keys that the recorder prompts for and simulated hands fill in.
    needs: tuple[Need, ...] = ()
    #: True if it belongs to the deal, which is its moment unless the record gives another.
    of_the_deal: bool = False
    #: True if it is about a complete trick.
    about_a_trick: bool = False
    #: True if everyone saw the card it names, which is the seat's.
    shows_card: bool = False
    #: True if the card was being played, and so is judged as the card of that turn.
    in_play: bool = False
    #: True if a side took a trick off the table, rightly or not.
    gathers: bool = False
    #: True if the up-card was not the dealer’s, or not the card that should have been turned up.
    mixes_upcard: bool = False
    #: True if a hand may have had more or fewer cards than its share.
    miscounts: bool = False
    #: True if the tricks of the seat's side can no longer be read in order.
    mixes_tricks: bool = False
    #: True if it is said to a seat, by default to partner.
    said_to_somebody: bool = False
    #: Button of the recorder's page that notes it.
    button: Button = ""
    #: Id of the only game whose records may note it; empty for any.
    game: str = ""
    #: True if it is no infraction and matters only to claims.
    lawful: bool = False
    #: True if the verdict mentions it.
    told: bool = False
    #: Its infraction; None if it is none, or if a file defines it.
    infraction: NotedRow | None = None

    def is_in_game(self, game: str) -> bool:
        """Return True if a record of the game may note it."""
        return self.game in ("", game)


#: Words that a key of a row may have, or an attribute of a class.
_WORDS: Final[Mapping[str, Sequence[str]]] = {
    "needs": get_args(Need),
    "button": get_args(Button),
    "game": ("", *(game.id for game in GAMES)),
    "titles": [game.id for game in GAMES],
    "states": get_args(Stated),
    "place": get_args(Place),
    # A claim can make the deal void; any other cost does not depend on one.
    "penalty": ["redeal"],
}
#: Type of a value and the advice on it, by the annotation of its field; other fields take a text.
_VALUES: Final[Mapping[str, tuple[type, str]]] = {
    "bool": (bool, "true or false"),
    "int": (int, "a whole number"),
    "tuple[Need, ...]": (list, 'a list, such as ["card"]'),
    "Mapping[str, str]": (dict, 'a table of texts, such as { card = "{seat} bent {card}" }'),
    "NotedRow | None": (dict, "a table of its keys"),
    "PenaltyOnClaim | None": (dict, "a table of toggle, answer and penalty"),
}


def read_kind(word: str, row: Mapping[str, Any]) -> IncidentKind:
    """Return the kind of incident of a row of `incidents.toml`.

    Raise Unusable for an unknown key or word, or a value of another type. `tests.vocabulary` checks names of toggles and
    infractions.
    """
    where = f"incidents.toml: [{word}]"
    if not isinstance(row, Mapping):
        raise Unusable(f"incidents.toml: {word} is not a table", "", f"write [{word}] above its keys")
    _check_row(where, {**row, "word": word}, IncidentKind)
    _check_name(where, word, "_")
    fields = {**row, "word": word, "needs": tuple(row.get("needs", ()))}
    if "infraction" in row:
        fields["infraction"] = _read_infraction(f"incidents.toml: [{word}.infraction]", row["infraction"])
    return IncidentKind(**fields)


def _read_infraction(where: str, row: Mapping[str, Any]) -> NotedRow:
    own = {key: value for key, value in row.items() if key in NotedRow._fields}
    words = {key: value for key, value in row.items() if key not in own}
    _check_row(where, row, NotedRow, Words)
    _check_name(where, row["id"], "-")
    if "on_claim" in row:
        _check_row(f"{where} on_claim", row["on_claim"], PenaltyOnClaim)
        own["on_claim"] = PenaltyOnClaim(**row["on_claim"])
    return NotedRow(**own, words=Words(**words))


def _check_row(where: str, row: Mapping[str, Any], *types: Any) -> None:
    """Raise Unusable for an unknown key or word, a value of another type than its field, or a missing or empty one."""
    fields = {name: own for kind in types for name, own in _fields_of(kind).items() if name != "words"}
    for key, value in row.items():
        if key not in fields:
            raise unknown_error(where, "key", key, fields)
        annotation = fields[key].annotation
        annotation = getattr(annotation, "__forward_arg__", annotation)
        kind, wanted = _VALUES.get(annotation, (str, "a text in quotes"))
        inner = value if kind is list else value.values() if annotation == "Mapping[str, str]" else ()
        if type(value) is not kind or not all(isinstance(text, str) for text in inner):
            raise Unusable(f"{where} {key} = {printable(repr(value))}", "", f"write {wanted}")
    for key, own in fields.items():
        if own.default is own.empty and not str(row.get(key, "")).strip():
            raise Unusable(f"{where} has no “{key}”", "", f"add `{key}`, a text in quotes")
    _check_words(where, row)


def _check_name(where: str, name: str, joint: str) -> None:
    """Raise Unusable unless a name has only small letters and digits, and `joint` between its words."""
    simple = joint.join(re.findall("[a-z0-9]+", name.lower()))
    if name != simple:
        raise Unusable(f"{where} has the name “{printable(name)}”", "", f"write {simple or 'small letters'}")


def _check_words(where: str, row: Mapping[str, Any]) -> None:
    for key, known in _WORDS.items():
        value = row.get(key, ())
        for word in [value] if isinstance(value, str) else value:
            if word not in known:
                raise unknown_error(where, key, word, known)


@cache
def _fields_of(kind: Any) -> Mapping[str, inspect.Parameter]:
    return inspect.signature(kind).parameters


@cache
def incident_kinds() -> dict[str, IncidentKind]:
    """Return every kind of incident by its word, in the order of the file."""
    rows = tomllib.loads(files("clabber_audit.rules").joinpath("incidents.toml").read_text(encoding="utf-8"))
    return {word: read_kind(word, row) for word, row in rows.items()}


def incident_kinds_of(game: Game) -> dict[str, IncidentKind]:
    """Return the kinds of incident that a record of a game may note."""
    return {word: kind for word, kind in incident_kinds().items() if kind.is_in_game(game.id)}
