"""What is said beside the cards in the Bid Euchre family, put to the same laws that the judge asks: each kind once.

The game itself is asked what the words come to, of a hand whose cards are withheld: where they would decide, or where
the game would look for more than a plain hand tells, the judge hears it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import ConfigDict, TypeAdapter

from clabber_audit.cards.seating import Seating
from clabber_audit.cards.strain import Strain
from clabber_audit.games.bid_euchre.auction import Call, SpecialCall
from clabber_audit.games.bid_euchre.events import Spoken, Stray, came_to, put, to_be_scored, totals_before
from clabber_audit.games.bid_euchre.game import BID_EUCHRE
from clabber_audit.games.bid_euchre.naming import Exchange, GoingAlone, Leaving, Missing, Naming
from clabber_audit.games.bid_euchre.scoring import Played, capped, sat_out, settle
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.bid_euchre_words import COMPASS
from clabber_audit.records.hand import Dealt, Hand
from clabber_audit.replay.events import Dealing, Incident
from clabber_audit.replay.tricks import CardsFallen
from clabber_audit.rules.bound_ruleset import Bound, BoundRuleset
from clabber_audit.rules.events import ClaimWeighed, LaydownSearched, ScoreCompared, SheetDoubted
from clabber_audit.rules.screen.asking import sheet_agrees, speaks_only_of
from clabber_audit.rules.screen.bid_euchre.kinds import Kind, Table, laid_out, noted_of, totals
from clabber_audit.rules.screen.withheld import NOBODY_KNOWS, Partly, WithheldError, asked, withheld

#: So many kinds of what is said are remembered.
KINDS: Final = 1 << 16

#: The steps that a plain hand can have beside cards falling. Of whatever else a law speaks, it has none.
_STEPS: Final = frozenset((Call, Naming, GoingAlone, Leaving, Exchange, Missing, ScoreCompared))
#: The steps that no plain hand has, so that whatever a law says of them does not matter.
_NEVER: Final = frozenset((SpecialCall, Stray, Dealing, Incident, ClaimWeighed, LaydownSearched, SheetDoubted))
#: Of these steps nobody tells what the player held.
_WITH_HAND: Final = (Call, Exchange)

_OF_SCORE: Final[Any] = BidEuchreRecord.model_fields["score"].annotation
_SCORE: Final[TypeAdapter[dict[str, int | str]]] = TypeAdapter(_OF_SCORE, config=ConfigDict(strict=True))
_NOTHING_FELL: Final = CardsFallen(Seating(COMPASS, 0), (), (), (), (), (), 0)


def understood(law: BoundRuleset) -> bool:
    """Whether a law is of this family, and speaks of no kind of step that a screen does not know."""
    return speaks_only_of(_STEPS | _NEVER, BID_EUCHRE, law)


class _Told(NamedTuple):
    """What else is told to whoever asks: the running scores, and by seat which of some cards were dealt to it."""

    before: bytes | None
    cards: int
    held: tuple[int, ...]


_NOTHING_TOLD: Final = _Told(None, 0, (0,) * len(COMPASS))


class Handed(NamedTuple):
    """A card handed over: the numbers of the seats, and its face."""

    giver: int
    taker: int
    face: str


class _Running(NamedTuple):
    """A record, as far as it tells running scores."""

    before: Any


class CameTo:
    """What the declaring came to, to which no law objects as far as the words tell."""

    def __init__(
        self, spoken: Spoken, strain: Strain | None, playing: Seating, unplayed: str, open_: Sequence[tuple[Bound, Any]]
    ) -> None:
        self.spoken, self.strain, self.playing, self.unplayed = spoken, strain, playing, unplayed
        #: The steps about which some law has to know the player's hand, each with that law.
        self.open: Final = tuple(open_)
        self.handed: Sequence[Handed] = ()

    @property
    def leader(self) -> int:
        """Who leads first, where the hand is played."""
        assert self.spoken.leader is not None
        return self.spoken.leader

    @property
    def named(self) -> str:
        """What was named, where the hand is played."""
        assert self.strain is not None
        return self.strain.name

    def to_be_scored(self, taken: tuple[int, ...]) -> Played:
        """The hand as it is scored, by the tricks that each side took."""
        return to_be_scored(self.spoken, self.playing, taken)


class Beside:
    """The laws of a ruleset about what is said beside the cards."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, self.toggles = law, law.toggles
        self._came_to = lru_cache(KINDS)(self._ask)
        self._asked = lru_cache(KINDS)(self._ask_step)
        self._can_be = lru_cache(KINDS)(self._possible)
        self._points = lru_cache(KINDS)(self._settled)
        self._noted = lru_cache(KINDS)(_SCORE.validate_json)
        self._agrees = lru_cache(KINDS)(self._compared)

    def came_to(self, kind: Kind, before: bytes, dealt: Sequence[int]) -> CameTo | None:
        """The declaring; None where some law objects to it, or where it does not come to a hand that is over.

        The running scores `before` the hand and single cards of those `dealt` are told only where they are asked for.
        """
        found, told = self.first_asked(kind), _NOTHING_TOLD
        while isinstance(found, WithheldError):
            if found.cards:
                cards = told.cards | found.cards
                told = told._replace(cards=cards, held=tuple(own & cards for own in dealt))
            elif told.before is None:
                told = told._replace(before=before)
            else:
                return None
            found = self._came_to(kind, told)
        return found

    def first_asked(self, kind: Kind) -> CameTo | WithheldError | None:
        """The same; the question where something is asked for that is not told."""
        return self._came_to(kind, _NOTHING_TOLD)

    def _ask(self, kind: Kind, more: _Told) -> CameTo | WithheldError | None:
        """The same; the question for more where that hangs on what is not told."""
        told = noted_of(kind, totals(more.before))
        # Calls name nobody but who sits there, and no moment: what is impossible is so without them.
        if told is None or not self._can_be(kind.table, kind.exchanges):
            return None
        order = self.law.order(told.pack)
        dealt: Any = tuple(Partly(more.cards, own) for own in more.held)
        nothing = (0,) * len(dealt)
        hand = Hand(told, (), (), nothing, nothing, 0, (), before_exchanges=Dealt(dealt, nothing))
        try:
            came = put(hand, self.toggles, order.strains)
            declared = came_to(came, order, self.toggles)
            spoken = came.spoken
            if came.moved.unsure or spoken.specials or (spoken.leader is None and not declared.unplayed):
                return None
            found = []
            for steps in (order.calls(declared), *order.beside(declared, _NOTHING_FELL)):
                for step in steps:
                    objects, needing = self._asked(step._replace(hand=0) if isinstance(step, _WITH_HAND) else step)
                    if objects:
                        return None
                    found += [(bound, step) for bound in needing]
        except WithheldError as asks:
            return asks
        if declared.unplayed == "redeal" or (came.strain is None and not declared.unplayed):
            return None
        result = CameTo(spoken, came.strain, came.hand.seating, declared.unplayed, found)
        number = told.seating.number
        result.handed = [
            Handed(number[one.giver], number[one.taker], card or "")
            for one in told.exchanges or ()
            for card in one.cards
        ]
        return result

    def _ask_step(self, step: Any) -> tuple[bool, list[Bound]]:
        """Whether any law objects to a step, and those that have to know the player's hand to say it."""
        secret = withheld(step, "hand") if isinstance(step, _WITH_HAND) else step
        return asked(self.law.others.get(type(step), ()), secret, self.toggles)

    def _possible(self, table: Table, exchanges: bytes) -> bool:
        """Whether a hand can have come to that, and is of the table that the law has."""
        record, game = laid_out(table, exchanges), self.law.game
        return not (game.strange(record, self.toggles) or game.contradictions(record))

    def objects_to_hands(self, came: CameTo, hands: Sequence[int]) -> bool:
        """Whether some law objects to a step about which it has to know the player's hand, as it was dealt."""
        return any(bound.offends(step._replace(hand=hands[step.seat]), self.toggles) for bound, step in came.open)

    def sheet_agrees(self, came: CameTo, taken: tuple[int, ...], before: bytes | None, score: bytes) -> bool | None:
        """Whether it is known what a hand brings, by the tricks taken, and no law objects to what the sheet says.

        None where that hangs on the running scores before the hand, and they are not told.
        """
        points: Any = (0,) * len(came.playing.sides)
        if came.unplayed not in ("passed_out", "annulled"):
            points = self._points(came.to_be_scored(taken), came.unplayed, before)
        if points is NOBODY_KNOWS:
            return None
        return points is not None and (not score or self._agrees(came.playing.side_names, score, points))

    def _settled(self, played: Played, unplayed: str, before: bytes | None) -> Any:
        """What a hand brings by side; None where nobody knows, `NOBODY_KNOWS` where that hangs on what is not told."""
        settled = sat_out(played, self.toggles) if unplayed == "sat_out" else settle(played, self.toggles)
        if settled is None:
            return None
        sides = Seating(COMPASS, played.each, alone=self.toggles.partners == "no")
        told: Any = _Running(totals(before))
        try:
            return capped(settled, totals_before(told, sides, self.toggles), self.toggles).points
        except WithheldError:
            return NOBODY_KNOWS

    def _compared(self, names: tuple[str, ...], score: bytes, points: tuple[int, ...]) -> bool:
        noted = self._noted(score)
        # What a mark says hangs on how the hand was lost.
        return not any(isinstance(told, str) for told in noted.values()) and sheet_agrees(
            self.law, noted, names, points
        )
