"""Interface of a game."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable
from functools import cache
from importlib.resources import files
from typing import Any, Final, Literal, NamedTuple, get_type_hints

from clabber_audit.cards.pack import Pack
from clabber_audit.cards.seating import Scores, Seating
from clabber_audit.cards.strain import Strain
from clabber_audit.core.errors import RecordError
from clabber_audit.records.hand import Hand
from clabber_audit.replay.tricks import CardOrder

#: Rules for the leader to the first trick.
Leader = Literal["bidder", "bidder_right", "dealer_left"]
#: A moment beside the cards that a game knows.
Moment = Literal["meld", "show", "belle", "trump", "give", "out", "special", "blind", "before"]


class TableSize(NamedTuple):
    """Table of so many players: the name of its pack, how many cards each is dealt, and whether a record says so."""

    pack: str
    each: int
    told: bool = False


class BidRung(NamedTuple):
    """Bid, and what kind of contract it makes: for the number that it names, else for all tricks."""

    word: str
    kind: str


class Bidding(NamedTuple):
    """Auction in which each speaks once and bids higher than all before."""

    #: All that may be bid, lowest first.
    bids: tuple[BidRung, ...]
    #: The least that is open to the dealer, and to a dealer who has to bid because nobody else did.
    dealer: int
    stuck: int
    #: The number forced on the dealer; None if not forced.
    forced: int | None
    #: The bid that ends the auction at once.
    ends: str | None
    #: What is played where nobody bids: "NT", the holder of the joker names it, or nothing.
    silence: Literal["NT", "joker"] | None


class Recording(NamedTuple):
    """Prompts and word lists needed to record a hand of a game."""

    #: The tables there may be, by the number of players.
    tables: dict[int, TableSize]
    #: The largest pack of these tables, and how it ranks by what is named: a smaller one ranks alike.
    pack: Pack
    strains: dict[str, Strain]
    #: True if each seat plays alone.
    alone: bool
    #: With whom the turned card lies; None where none is turned.
    upcard: Literal["dealer", "aside"] | None
    #: The suit that is trumps without a word where a card of it is turned.
    turned: str | None
    #: None where the turned card is played, or a suit is named in the second round.
    bidding: Bidding | None
    #: Strains to choose from, and those fixed by some kinds of bid.
    names: tuple[str, ...]
    named: dict[str, str]
    #: Who leads, with trumps and without; where nobody bid it is the dealer's left.
    leads: tuple[Leader, Leader]
    #: True if the bidder may choose to play alone.
    lone: bool
    #: What happens beside the cards in this game and not in each, in the order of the buttons.
    moments: tuple[Moment, ...]
    #: The special calls that take no turn.
    special: tuple[str, ...]
    #: What is counted from hand to hand, and written down as it stands before one.
    running: tuple[Literal["before", "hickeys", "burns"], ...] = ()
    #: True if the deal passes on after all pass.
    passes: bool = False
    #: What the last trick counts besides its cards, and what is called beside them by its name.
    last: int = 0
    called: tuple[tuple[str, int], ...] = ()
    #: The score at which a game may end; None where none is.
    target: int | None = None
    #: The score a game begins with, and the score that a set raises nobody above.
    start: int = 0
    cap: int | None = None


#: Outcome of a hand, and state of a game.
Outcome = Literal[
    "scored", "renege", "sat_out", "redeal", "annulled", "passed_out", "unfinished", "undetermined"
]  # fmt: skip
GameEnd = Literal["unfinished", "won", "tied"]


class DealersOfHand(NamedTuple):
    """Dealer, rightful dealer, and if a deal out of turn was called in time."""

    dealer: int
    due: int
    misdeal: bool
    seating: Seating


class ClaimRules(NamedTuple):
    """Claim rules of a game."""

    #: Until when a hand can be claimed: until its last trick is turned, or its score is written.
    until: Literal["turned", "scored"]
    #: True if a claim still counts once another has stopped the play.
    counterclaim_until: Literal["stop", "scored"]
    #: How precisely a claim has to name what happened.
    specificity: Literal["team", "trick", "play", "kind"]
    #: True if a claim of an unbound infraction may mean another offense by a card.
    kind_may_be_wrong: bool
    #: True if other findings uphold a claim; and the side against which mixed tricks are read.
    incidental_find: Literal["separate", "upholds"]
    disordered_pile: Literal["keeper", "claimant"]
    #: True if a claim that proved nothing can itself be claimed.
    on_claims: bool
    #: True if what the table agreed on stands against later claims (D-86, BD-81).
    agreements_bind: bool
    #: False if tricks that the accused turned over have not been reviewed (D-84).
    accused_review: bool = True


class Toggle(NamedTuple):
    """Declaration of a toggle, as metadata of its type: the question that rulesets answer."""

    #: As people ask it.
    text: str
    #: Rows of the rules catalogue, with commas; first the row that asks it.
    rows: str
    #: Reason why it is open, if the casebook tries other answers.
    why_open: str = ""
    #: Least and most of a number.
    range: tuple[int, int] | None = None
    #: Article that a house’s own words of must say it, or set it.
    article: str = ""

    @property
    def row(self) -> str:
        """The row that asks it."""
        return self.rows.partition(",")[0]


class Ladder(NamedTuple):
    """Price of an infraction committed again: after so many by a side or a player, in a game or a night, the game."""

    #: Id of the infraction.
    of: str
    within: Literal["game", "night"]
    #: The one that costs the game; each before it costs what its article says.
    last: int
    #: Whose are counted.
    by: Literal["side", "player"] = "side"

    def __str__(self) -> str:
        return f"{self.of}{_BY[self.by]}, {ordinal(self.last)} of a {self.within}"

    @classmethod
    def of_text(cls, text: str) -> Ladder | None:
        """Return the ladder of an answer; None for the empty answer. Raises ValueError for other texts."""
        of = text.partition(", ")[0]
        by: Literal["side", "player"] = "player" if of.endswith(_BY["player"]) else "side"
        for within in _WITHIN:
            for last in range(1, len(_ORDINALS) + 1):
                found = cls(of.removesuffix(_BY[by]), within, last, by)
                if str(found) == text:
                    return found
        if text:
            raise ValueError(f"{text} is no ladder")
        return None

    @classmethod
    def _of_table(cls, table: dict[str, Any]) -> Ladder:
        by, within, steps = table["by"], table["within"], table["steps"]
        if by not in _BY or within not in _WITHIN:
            raise ValueError(
                'by is "side", "player" or, of a misdeal, "dealer", and within is "game" or "night"; no other is supported'
            )
        if steps[-1:] != ["game"]:
            raise ValueError(
                'steps are "note", as often as it costs no more than its article says, and then "game"'
            )
        return cls(table["of"], within, len(steps), by)


def ladder_answers(tables: Any) -> dict[str, Any]:
    """Return the answers of a house's tables `[[parameters.repeat]]`. Raises ValueError for what is no ladder.

    One is of an infraction; another may be of the misdeals of one dealer, after which the deal is lost.
    """
    found: dict[str, Any] = {}
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
        is_deal = (of, table["by"], steps[-1]) == ("misdeal", "dealer", "deal")
        name, answer = (
            ("max_redeals", len(steps) - 1) if is_deal else ("repeat", str(Ladder._of_table(table)))
        )
        if name in found:
            raise ValueError("a house has one ladder of an infraction, and one of the misdeals of a dealer")
        found[name] = answer
    return found


_BY: Final = {"side": "", "player": " of one player"}
_WITHIN: Final[tuple[Literal["game", "night"], ...]] = ("game", "night")
_ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")


def ordinal(number: int) -> str:
    """Return a number up to six as an ordinal: third."""
    return _ORDINALS[number - 1]


class Fixed(NamedTuple):
    """Question with one answer only, and the reason why no other is supported."""

    name: str
    answer: str | int
    why: str


class Phrase(NamedTuple):
    """Words that an article puts in for parameters, such as `{renege}`: 162 plus its melds."""

    name: str
    #: The parameters whose answers it says.
    carries: tuple[str, ...]
    words: Callable[[Any], str]


#: Numbers from here on are no answer to any question; the largest cannot even be written out.
_LARGE: Final = 10**6


@cache
def _sentences(game: str) -> dict[str, dict[str, str]]:
    """Return the sentences of articles by question and answer."""
    folder = files(f"clabber_audit.games.{game.replace('-', '_')}")
    return tomllib.loads(folder.joinpath("sentences.toml").read_text(encoding="utf-8"))


class Need(NamedTuple):
    """Condition on the answers of a ruleset, without which its hands cannot be dealt, bid, played or written down."""

    #: The toggles concerned; the first is the one to change.
    toggles: tuple[str, ...]
    #: Why the answers are impossible and what to write instead; None if they are possible.
    problem: Callable[[Any], tuple[str, str] | None]


class Unmet(NamedTuple):
    """Need that the answers of a ruleset do not meet."""

    toggles: tuple[str, ...]
    why: str
    help: str


@cache
def _questions_of(game: Game) -> dict[str, Toggle]:
    """Return the questions of a game, by toggle; reading the hints takes a tenth of a short command."""
    hints = get_type_hints(game.toggles, include_extras=True)
    return {name: hint.__metadata__[0] for name, hint in hints.items()}


class Game(NamedTuple):
    """Game. A variant of one is a ruleset; here is only what no answer of a ruleset says."""

    #: Its id, as the ruleset that others extend names it; its name; the formats of its records and of its rulings.
    id: str
    name: str
    format: str
    ruling: str
    #: The questions that its rulesets answer, a field for each.
    toggles: type[Any]
    #: Penalties.
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
    held: Callable[[Any], tuple[Hand | None, list[RecordError]]]
    #: All that cannot have happened in one of its hands, and what of it no more of the record could explain.
    contradictions: Callable[[Any], list[RecordError]]
    lasting: Callable[[Any], list[RecordError]]
    #: What of a record is not of the table that a ruleset has: its seats, its pack, its cards each.
    strange: Callable[[Any, Any], list[RecordError]]
    #: Its own kinds of step about which a record says nothing either way.
    unrecorded: Callable[[Any], frozenset[type]]
    #: Claim rules under the answers of a ruleset.
    hearing: Callable[[Any], ClaimRules]
    #: True if rulings carry best play and the sensitivity of the ruling.
    best_play: bool
    #: Next dealer, by outcome and if both sides were guilty; None while the hand is not over.
    next_dealer: Callable[[Outcome, bool, DealersOfHand, Any], int | None]
    #: State of a game, by the totals.
    stands: Callable[[Scores, Any], GameEnd]
    #: True if a ruleset plays down to its target, so that the lowest score is best.
    played_down: Callable[[Any], bool] = lambda _toggles: False
    #: Conditions on the answers of a ruleset, in the order in which they are checked.
    needs: tuple[Need, ...] = ()
    #: Words for parameters in articles.
    phrases: tuple[Phrase, ...] = ()
    #: Questions with one answer only.
    fixed: tuple[Fixed, ...] = ()
    #: The questions that a house answers by another name, or by a word for several answers at once.
    spelled: Callable[[str, Any], dict[str, Any]] = lambda name, value: {name: value}
    #: True if the game has melds.
    melds: bool = False
    #: True if it rules on a hand laid down.
    laydowns: bool = False

    @property
    def questions(self) -> dict[str, Toggle]:
        """Questions of its toggles, by toggle."""
        return dict(_questions_of(self))

    def sentence(self, name: str, answer: Any) -> str:
        """Return the sentence of an article that gives an answer, empty if there is none."""
        said = _sentences(self.id).get(name, {})
        if isinstance(answer, bool):
            return said.get(("no", "yes")[answer], "")
        key = str(answer) if not isinstance(answer, int) or abs(answer) < _LARGE else ""
        return said.get(key) or said.get("value", "")

    def values(self, toggles: Any) -> dict[str, Any]:
        """Return what articles may put in: the answers and the phrases."""
        return {**toggles._asdict(), **{phrase.name: phrase.words(toggles) for phrase in self.phrases}}

    def phrase(self, name: str, toggles: Any) -> str:
        """Return the words of a phrase under the answers of a ruleset; empty for a game without it."""
        return next((phrase.words(toggles) for phrase in self.phrases if phrase.name == name), "")

    def carried(self, names: Iterable[str]) -> set[str]:
        """Return the parameters that an article says by these names of parameters and phrases."""
        carries = {phrase.name: phrase.carries for phrase in self.phrases}
        return {parameter for name in names for parameter in carries.get(name, (name,))}

    def unmet(self, toggles: Any) -> Unmet | None:
        """Return the first need that the answers of a ruleset do not meet, None if they meet all."""
        found = ((need.toggles, need.problem(toggles)) for need in self.needs)
        return next((Unmet(names, *problem) for names, problem in found if problem), None)
