"""Interface of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple

from clabber_audit.cards import Pack, Scores, Seating, Strain
from clabber_audit.core.errors import Path, RecordError, Unusable, printable, unknown_error
from clabber_audit.records.hand import Hand
from clabber_audit.replay import CardOrder

#: Rules for the leader to the first trick.
Leader = Literal["bidder", "bidder_right", "dealer_left"]
#: Events other than plays that a recorder offers.
Moment = Literal["meld", "show", "belle", "trump", "give", "out", "special", "blind", "before"]


class Naming(NamedTuple):
    """Trump naming by a seat, an event of the Bid Euchre family that an infraction of Clabber binds, too."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    #: Name of the strain in records.
    name: str
    alone: bool
    at: int
    #: True if the seat had won the bid, or held the joker (B-070); None if unknown. Another seat's naming (B-014, B-103)
    #: can also be invalid (BD-16) or late (BD-19) only if the hand is played by it.
    by_maker: bool | None = True
    #: True if the game has what was named, and lets the player go alone.
    allowed: bool = True
    alone_allowed: bool = True
    #: True if it came before the first card, or with it in some games (B-040, B-072, BD-19).
    in_time: bool = True
    #: True if the right depends on an unlocated joker.
    open: bool = False

    @property
    def readings(self) -> list[Naming]:
        """The naming with each possible holder of the joker."""
        return [self._replace(by_maker=held, open=False) for held in (True, False)] if self.open else [self]


class GoingAlone(NamedTuple):
    """Bidder who goes alone while naming trumps, an event like `Naming`."""

    #: Its place among the calls of the record, from 0.
    number: int
    seat: int
    at: int
    #: True if the game allows it.
    allowed: bool


class TableSize(NamedTuple):
    """Table for a number of players: the name of its pack, and the number of cards each is dealt."""

    pack: str
    each: int
    #: True if a record has to give the number of cards, which is not the usual one.
    told: bool = False


class BidRung(NamedTuple):
    """Bid, and the kind of contract it makes: for the number that it names, else for all tricks."""

    word: str
    kind: str


class Bidding(NamedTuple):
    """Auction in which each bid is higher than all before."""

    #: The possible bids, lowest first.
    bids: tuple[BidRung, ...]
    #: The least bid of the dealer, and of a dealer who is forced to bid.
    dealer: int
    stuck: int
    #: The number forced on the dealer; None if not forced.
    forced: int | None
    #: The bid that ends the auction at once.
    ends: str | None
    #: Strain of a hand that all pass: "NT", or that named by the holder of the joker; None if it is not played.
    silence: Literal["NT", "joker"] | None


class Recording(NamedTuple):
    """Tables, cards and calls that a recorder offers under the answers of a ruleset."""

    #: Tables by number of players.
    tables: dict[int, TableSize]
    #: The largest pack of these tables, and its card order by strain, which the smaller ones share.
    pack: Pack
    strains: dict[str, Strain]
    #: True if each seat plays alone.
    alone: bool
    #: Whose the up-card is, the dealer's or nobody's; None if no card is turned up.
    upcard: Literal["dealer", "aside"] | None
    #: The suit that is trumps without a bid if a card of it is turned up.
    turned: str | None
    #: None if trumps are declared by the up-card or a suit instead.
    bidding: Bidding | None
    #: Strains to choose from, and those fixed by some kinds of bid.
    names: tuple[str, ...]
    named: dict[str, str]
    #: The first leader, with trumps and without; if nobody bid, it is the dealer's left.
    leads: tuple[Leader, Leader]
    #: True if the bidder may choose to play alone.
    lone: bool
    #: Events other than plays that only some games have, in the order of the buttons.
    moments: tuple[Moment, ...]
    #: The special calls that take no turn.
    special: tuple[str, ...]
    #: Running totals that a record gives as they stood before the hand.
    running: tuple[Literal["before", "hickeys", "burns"], ...] = ()
    #: True if the deal passes on after all pass.
    passes: bool = False
    #: Points for the last trick, and for each meld that may be called.
    last: int = 0
    called: tuple[tuple[str, int], ...] = ()
    #: The score that ends a game; None if there is none.
    target: int | None = None
    #: The score a game begins with, and the highest score after a set.
    start: int = 0
    cap: int | None = None


#: Outcome of a hand, and state of a game.
Outcome = Literal[
    "scored", "renege", "sat_out", "redeal", "annulled", "passed_out", "unfinished", "undetermined"
]  # fmt: skip
GameEnd = Literal["unfinished", "won", "tied"]
#: Outcomes of a hand that counts for nobody.
UNSCORED: Final = ("redeal", "passed_out", "annulled")


class DealersOfHand(NamedTuple):
    """Dealer and rightful dealer of a hand."""

    dealer: int
    due: int
    #: True if the deal was out of turn and that was called in time.
    out_of_turn: bool
    seating: Seating
    #: Faulty deals of this dealer in a row, this one included; deals out of turn are not counted.
    faulty: int = 0

    def find_redealer(self, most: int | None) -> int:
        """Return the dealer of the redeal: the same one (R-017), the next after more faulty deals than allowed (D-04)."""
        if most is not None and self.faulty > most:
            return self.seating.left_neighbor(self.dealer)
        return self.dealer


class ClaimRules(NamedTuple):
    """Claim rules of a game."""

    #: Until when a hand can be claimed: until its last trick is turned, or its score is written.
    until: Literal["turned", "scored"]
    #: True if a claim still counts once another has stopped the play.
    counterclaim_until: Literal["stop", "scored"]
    #: Details that a claim has to give.
    specificity: Literal["team", "trick", "play", "kind"]
    #: True if a claim of an unbound infraction may mean another offense by a card.
    kind_may_be_wrong: bool
    #: If other findings uphold a claim; and the side against which mixed tricks are read.
    incidental_find: Literal["separate", "upholds"]
    disordered_pile: Literal["keeper", "claimant"]
    #: True if a claim that proved nothing can itself be claimed.
    on_claims: bool
    #: True if agreements of the table stand against later claims (D-86, BD-81).
    agreements_bind: bool
    #: False if tricks that the accused turned over have not been reviewed (D-84).
    accused_review: bool = True


#: Topics of articles.
Topic = Literal[
    "table", "deal", "declaring", "bidding", "exchange", "play", "melds", "belle", "scoring", "reneges", "claims",
    "laydown", "game",
]  # fmt: skip


class Toggle(NamedTuple):
    """Question that rulesets answer, a row of `questions.toml`; the game's type of toggles has the answers allowed."""

    #: As people ask it.
    text: str
    #: Rows of the rules catalog, separated by `, `; first the row that asks it.
    rows: str
    #: Reason why it is open, if the casebook tries other answers.
    why_open: str = ""
    #: Least and most of a number.
    range: tuple[int, int] | None = None
    #: Article that states the answer; a house that rewrites its text must keep the parameter.
    article: str = ""
    #: Topic of the article that a house's answer becomes if no other states it.
    topic: Topic = "game"

    @property
    def row(self) -> str:
        """The row that asks it."""
        return self.rows.partition(",")[0]


class Fixed(NamedTuple):
    """Question with one answer only, and the reason why no other is supported."""

    name: str
    answer: str | int
    why: str
    #: Advice; by default to write the answer.
    help: str = ""


class Phrase(NamedTuple):
    """Text or number that articles put in for several parameters, such as `{renege}`: 162 plus its melds."""

    name: str
    #: The parameters that it states.
    carries: tuple[str, ...]
    words: Callable[[Any], str | int]


#: Numbers from here on are no answer to any question; the largest cannot even be written out.
_LARGE: Final = 10**6


class ToggleWording(NamedTuple):
    """Words about the toggles of a game: questions by toggle, and sentences of articles by toggle and answer."""

    questions: dict[str, Toggle]
    fixed: tuple[Fixed, ...]
    sentences: dict[str, dict[str, str]]


@cache
def _read_wording(game: Game) -> ToggleWording:
    """Read the `questions.toml` of a game."""
    folder = game.id.replace("-", "_")
    text = files(f"clabber_audit.games.{folder}").joinpath("questions.toml").read_text(encoding="utf-8")
    return parse_wording(text, game.toggles._fields, f"games/{folder}/questions.toml")


def parse_wording(text: str, toggles: Sequence[str], file: str) -> ToggleWording:
    """Return the words about the toggles of a game.

    Raise Unusable, naming the `file`, the table and the key, for a table of no toggle, a toggle without one, and a key
    that is unknown, missing or of another type.
    """
    tables = tomllib.loads(text)
    for name, table in tables.items():
        if name not in (*toggles, "fixed"):
            without = [toggle for toggle in toggles if toggle not in tables]
            raise unknown_error(f"{file}:", "table", name, without, "the fields of toggles.py have tables")
        if not isinstance(table, Mapping):
            raise Unusable(f"{file}: {name} is not a table", "", f"write [{name}] above its keys")
    fixed = []
    for name, row in tables.pop("fixed", {}).items():
        _check_keys(f"{file}: [fixed] {name}", {"name": name, **row}, Fixed, ("answer",))
        fixed.append(Fixed(name, **row))
    questions = {}
    for toggle in toggles:
        where, asks = f"{file}: [{toggle}]", 'asks = { text = "...", rows = "..." }'
        if toggle not in tables:
            raise Unusable(f"{file} has no table [{toggle}]", "", f"add it, with {asks}")
        for key, value in tables[toggle].items():
            if key != "asks" and not isinstance(value, str):
                raise unknown_error(where, "key", key, ["asks"], "a sentence is a text in quotes")
        if not isinstance(row := tables[toggle].pop("asks", None), Mapping):
            raise Unusable(f"{where} has no “asks”", "", f"add {asks}")
        _check_keys(f"{where} asks", row, Toggle, ("range",))
        match row.get("range"):
            case None | [int(), int()] as limits:
                questions[toggle] = Toggle(**{**row, "range": limits and tuple(limits)})
            case other:
                raise Unusable(f"{where} asks range = {other}", "", "write the least and the most: [0, 6]")
    return ToggleWording(questions, tuple(fixed), tables)


def _check_keys(where: str, row: Mapping[str, Any], kind: Any, other: Sequence[str]) -> None:
    """Raise Unusable for an unknown key, a missing one, or one that is not a text, except for the `other` keys."""
    for key, value in row.items():
        if key not in kind._fields:
            raise unknown_error(where, "key", key, kind._fields)
        if key not in other and not isinstance(value, str):
            raise Unusable(f"{where} {key} = {printable(repr(value))}", "", "write a text in quotes")
    for key in kind._fields:
        if key not in row and key not in kind._field_defaults:
            raise Unusable(f"{where} has no “{key}”", "", f"add `{key}`")


class Need(NamedTuple):
    """Condition on the answers of a ruleset, without which its hands cannot be dealt, bid, played or recorded."""

    #: The toggles concerned; the first is the one to change.
    toggles: tuple[str, ...]
    #: Why the answers are impossible and what to write instead; None if they are possible.
    problem: Callable[[Any], tuple[str, str] | None]
    #: True if hands can be ruled on all the same, since no ruling asks for the first answer.
    is_idle: bool = False


def refuse(
    toggles: tuple[str, ...], when: Callable[[Any], bool], why: str, help: str, *, is_idle: bool = False
) -> Need:
    """Return the condition that some answers are not given together."""
    return Need(toggles, lambda given: (why, help) if when(given) else None, is_idle)


class Unmet(NamedTuple):
    """Need that the answers of a ruleset do not meet."""

    toggles: tuple[str, ...]
    why: str
    help: str


class GameNames(NamedTuple):
    """Names of a game, and of its formats."""

    #: Id, as the `game` of a ruleset, and name; formats of records and of rulings.
    id: str
    name: str
    format: str
    ruling: str


class Game(NamedTuple):
    """Definition of a game: everything that its rulesets do not decide. A variant of a game is a ruleset."""

    #: As in `GameNames`.
    id: str
    name: str
    format: str
    ruling: str
    #: Toggles: a field for each question that its rulesets answer.
    toggles: type[Any]
    penalties: tuple[str, ...]
    #: Price of a renege in words, given the toggles.
    renege: Callable[[Any], str]
    #: Penalty, given the answer to a toggle that an article names instead of one; "none" makes it no infraction, None
    #: is not a price.
    costs: Callable[[Any], str | None]
    #: Types of the events that only this game has.
    events: frozenset[type]
    #: Path of such an event in the record.
    path_of: Callable[[Any], Path]
    #: Card order of a pack, given the toggles.
    order: Callable[[Any, Pack], CardOrder]
    #: What a recorder asks for, given the toggles.
    recording: Callable[[Any], Recording]
    #: Hand of a record, None if its cards contradict each other; and all contradictions.
    prepare: Callable[[Any], tuple[Hand | None, list[RecordError]]]
    #: Contradictions that a longer record could not resolve.
    lasting_contradictions: Callable[[Any], list[RecordError]]
    #: Faults of a record whose seats, pack or number of cards are not those of the toggles.
    table_faults: Callable[[Any, Any], list[RecordError]]
    #: Types of the events that a record omits.
    unrecorded_events: Callable[[Any], frozenset[type]]
    #: Claim rules, given the toggles.
    claim_rules: Callable[[Any], ClaimRules]
    #: True if rulings show best play and how far the result depends on the answers.
    best_play: bool
    #: Next dealer, given the outcome and if both sides were guilty; None while the hand is not over.
    next_dealer: Callable[[Outcome, bool, DealersOfHand, Any], int | None]
    #: State of a game, given the totals and the toggles.
    stands: Callable[[Scores, Any], GameEnd]
    #: True if a game is played down to its target, so that the lowest score is best.
    played_down: Callable[[Any], bool] = lambda _toggles: False
    #: Conditions on the toggles, in the order in which they are checked.
    needs: tuple[Need, ...] = ()
    #: Phrases that articles put in for parameters.
    phrases: tuple[Phrase, ...] = ()
    #: Answers by toggle, given a name and a value as a house writes them: one name may set several toggles.
    expand_answer: Callable[[str, Any], dict[str, Any]] = lambda name, value: {name: value}
    #: True if players bid for tricks, by which the hand is scored; else it is scored by its card points.
    bids: bool = False
    melds: bool = False
    laydowns: bool = False
    #: True if a player out of the suit led has to trump (R-034); else any card may be played (B-020).
    must_trump: bool = False

    @property
    def questions(self) -> dict[str, Toggle]:
        """Questions by toggle."""
        return dict(_read_wording(self).questions)

    @property
    def fixed(self) -> tuple[Fixed, ...]:
        """Questions with one answer only."""
        return _read_wording(self).fixed

    def sentence(self, name: str, answer: Any) -> str:
        """Return the sentence of an article that gives an answer, empty if there is none."""
        sentences = _read_wording(self).sentences.get(name, {})
        if isinstance(answer, bool):
            return sentences.get(("no", "yes")[answer], "")
        key = str(answer) if not isinstance(answer, int) or abs(answer) < _LARGE else ""
        return sentences.get(key) or sentences.get("value", "")

    def values(self, toggles: Any) -> dict[str, Any]:
        """Return the values that articles put in for parameters: the answers and the phrases."""
        return {**toggles._asdict(), **{phrase.name: phrase.words(toggles) for phrase in self.phrases}}

    def find_stated_parameters(self, names: Iterable[str]) -> set[str]:
        """Return the parameters that an article states, given the names of parameters and phrases in it."""
        carries = {phrase.name: phrase.carries for phrase in self.phrases}
        return {parameter for name in names for parameter in carries.get(name, (name,))}

    def find_unmet_need(self, toggles: Any, *, admit_idle: bool = False) -> Unmet | None:
        """Return the first need that the answers of a ruleset do not meet, None if they meet all.

        With `admit_idle`, answers that no ruling asks for are no problem.
        """
        needs = (need for need in self.needs if not (admit_idle and need.is_idle))
        problems = ((need.toggles, need.problem(toggles)) for need in needs)
        return next((Unmet(names, *problem) for names, problem in problems if problem), None)
