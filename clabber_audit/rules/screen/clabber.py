"""What is said beside the cards of Clabber, put to the same laws that the judge asks: each kind of it once.

A kind is all that the laws can tell apart. Where they would have to know more than the words say, the hand that speaks
them is asked about in columns, or is left to the judge.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import ConfigDict, TypeAdapter

from clabber_audit.cards.cards import BIT, CODES, DECK_SIZE, SEAT, SEATING, SEATS, SUIT, TEAMS, codes
from clabber_audit.games.clabber.auction import Call, auction
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.melds import (
    BELLE,
    Belle,
    BelleCall,
    Entry,
    Meld,
    belle_calls,
    belles,
    counted,
    entries,
    winners,
)
from clabber_audit.games.clabber.scoring import belle_counts, settle
from clabber_audit.records.clabber import Deal, Declaration, HandRecord
from clabber_audit.records.clabber import Meld as Noted
from clabber_audit.records.hand import Hand
from clabber_audit.records.vocabulary import FORMAT
from clabber_audit.replay.events import Dealing, Incident
from clabber_audit.rules.bound_ruleset import Bound, BoundRuleset
from clabber_audit.rules.events import ClaimWeighed, LaydownSearched, ScoreCompared, SheetDoubted
from clabber_audit.rules.screen.asking import sheet_agrees, speaks_only_of
from clabber_audit.rules.screen.withheld import Sometime, asked, told_only, withheld

#: So many kinds of what is said are remembered.
KINDS: Final = 1 << 16

#: The steps that a plain hand can have beside cards falling. Of whatever else a law speaks, it has none.
_STEPS: Final = frozenset((Call, Entry, BelleCall, Belle, ScoreCompared))
#: The steps that no plain hand has, so that whatever a law says of them does not matter.
_NEVER: Final = frozenset((Dealing, Incident, ClaimWeighed, LaydownSearched, SheetDoubted))

_DECLARATIONS: Final = TypeAdapter(list[Declaration] | None)
_MELD: Final = TypeAdapter(Noted)
_MELDS: Final = TypeAdapter(list[Noted])
_OF_SCORE: Final[Any] = HandRecord.model_fields["score"].annotation
_SCORE: Final[TypeAdapter[dict[str, int | str]]] = TypeAdapter(_OF_SCORE, config=ConfigDict(strict=True))
_BLANK: Final = HandRecord(format=FORMAT, id="x", deal=Deal(dealer="N"), plays=[])
_NOBODY: Final = (0,) * len(SEATS)
#: Two tricks, and when the first and the second card of a seat fall in them, whoever leads.
_IN_TURN: Final = tuple(range(len(SEATS))) * 2
_FIRST: Final[Any] = Sometime(0, len(SEATS) - 1)
_SECOND: Final[Any] = Sometime(len(SEATS), 2 * len(SEATS) - 1)


def understood(law: BoundRuleset) -> bool:
    """Whether a law is of this game, and speaks of no kind of step that a screen does not know."""
    return speaks_only_of(_STEPS | _NEVER, CLABBER, law)


class Spoken(NamedTuple):
    """What a declaring came to to which no law objects, as far as the words tell."""

    #: The seat, and the number of the trump suit; -1 where all passed.
    maker: int
    trump: int
    #: The laws that have to know a caller's hand, each with his seat and what else of his call it is told.
    open: tuple[tuple[Bound, int, Any], ...]


class Called(NamedTuple):
    """Melds in turn to which no law objects."""

    #: By seat the cards shown; by side the melds; the seats, as bits, that called belle.
    shown: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    belle: int


class Single(NamedTuple):
    """One meld as it is noted, and whether it was called and shown in turn, each card once; belle shows no cards."""

    seat: int
    kind: str
    cards: int
    plain: bool
    #: What counts of it whatever else was called; None where some law may object to it.
    counts: Meld | None


class Beside:
    """The laws of a ruleset about what is said beside the cards."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, self.toggles = law, law.toggles
        self._call = lru_cache(KINDS)(self._ask_call)
        self.single = lru_cache(KINDS)(self._single)
        self._entry = lru_cache(KINDS)(self._ask_entry)

    def _bounds(self, kind: type) -> tuple[Bound, ...]:
        return self.law.others.get(kind, ())

    def spoken(self, dealer: int, upcard: int, calls: bytes) -> Spoken | None:
        """The declaring; None where some law objects to it, or where it did not come to an end."""
        came_to = auction(_record(deal=_deal(dealer, upcard), declarations=_declarations(calls)))
        if came_to.maker is None and not came_to.passed_out:
            return None
        found = []
        for call in came_to.calls:
            objects, needing = self._call(call)
            if objects:
                return None
            found += [(bound, call.seat, told) for bound, told in needing]
        if came_to.maker is None:
            return Spoken(-1, -1, tuple(found))
        trump = list(SUIT.values()).index(came_to.trump) if came_to.trump else None
        return None if trump is None else Spoken(came_to.maker, trump, tuple(found))

    def _ask_call(self, call: Call) -> tuple[bool, list[tuple[Bound, Any]]]:
        """Whether some law objects to a call; each that has to know the hand, with what of the call it is told."""
        objects, needing = asked(self._bounds(Call), withheld(call, "hand", "hidden"), self.toggles)
        return objects, [(bound, told_only(call, "hand", "suit", "round", "valid")) for bound in needing]

    def called(self, melds: bytes) -> Called | None:
        """The melds; None where some law objects to them, or would have to know more of the hand."""
        noted = list(map(self.single, melds[1:-1].replace(b"},{", b"}\n{").split(b"\n"))) if melds != b"[]" else []
        seats = [one.seat for one in noted if one.cards]
        shown, sides, belle = [0] * len(SEATS), [list[Meld]() for _ in TEAMS], 0
        for one in noted:
            seat, _, cards, plain, counts = one
            if not plain or shown[seat] & cards or (not cards and belle >> seat & 1):
                return None
            if not cards:
                belle |= 1 << seat
                continue
            counts = counts or self.counts(one, seats.count(seat) == 1, len(seats) == 1)
            if counts is None:
                return None
            shown[seat] |= cards
            sides[SEATING.side_of[seat]].append(counts)
        return Called(tuple(shown), tuple(map(tuple, sides)), belle)

    def _single(self, text: bytes) -> Single:
        noted = _MELD.validate_json(text)
        seat, kind, cards = SEAT[noted.seat], noted.kind, sum({BIT[code] for code in noted.cards})
        in_turn = noted.announced == noted.shown == "in_turn"
        if kind == "belle":
            return Single(seat, kind, 0, in_turn, None)
        plain = in_turn and 0 < len(noted.cards) == cards.bit_count()
        return Single(seat, kind, cards, plain, self._entry(seat, kind, cards, False, False) if plain else None)

    def counts(self, meld: Single, alone: bool, alone_at_table: bool) -> Meld | None:
        """What counts of a meld, the only one of its seat or of all or not; None where some law may object to it."""
        return self._entry(meld.seat, meld.kind, meld.cards, alone, alone_at_table)

    def _ask_entry(self, seat: int, kind: Any, cards: int, alone: bool, alone_at_table: bool) -> Meld | None:
        """What counts of a meld called and shown in turn, whoever led; None where some law may object to it."""
        noted = {"seat": SEATS[seat], "kind": kind, "cards": codes(cards)}
        record = _record(melds=[Noted.model_validate(noted)])
        # Claims are heard apart from the hand, and no law may hang on them.
        secret = ["hand", "hidden", "trump", "challenged", *(() if alone else ("called",))]
        secret += () if alone_at_table else ("shown_before",)
        (entry,) = entries(_hand(record, _IN_TURN, (), _NOBODY), 0, 0)
        in_turn = entry._replace(first=_FIRST, second=_SECOND, announced=_FIRST, shown=_SECOND)
        objects, needing = asked(self._bounds(Entry), withheld(in_turn, *secret), self.toggles)
        return None if objects or needing else counted(kind, cards, self.toggles.four_tens)

    def belle(self, hand: Hand, trump: int) -> int | None:
        """What a belle counts in a hand played to its end, whoever held it and led; None where some law may object."""
        runs = entries(hand, trump, 0)
        calls = belle_calls(hand, trump, 0, runs)
        dealt = belles(hand, trump, runs, calls)
        said = [withheld(call._replace(first=_FIRST), "number", "seat") for call in calls]
        for kind, steps in ((BelleCall, said), (Belle, [withheld(belle, "seat") for belle in dealt])):
            for step in steps:
                objects, needing = asked(self._bounds(kind), step, self.toggles)
                if objects or needing:
                    return None
        return sum(BELLE for belle in dealt if belle_counts(belle, self.toggles))

    def melds_count(self, melds: tuple[tuple[Meld, ...], ...], trump: int) -> tuple[int, ...]:
        """What each side's melds count under a trump suit."""
        best = winners(melds, trump, self.toggles)
        return tuple(sum(meld.points for meld in own) if side == best else 0 for side, own in enumerate(melds))

    def agrees(self, score: bytes, made: tuple[int, int], makers: int) -> bool:
        """Whether no law objects to the sheet of a hand in which the sides made so much; makers are -1 for nobody."""
        ruled = settle(made, makers) if makers >= 0 else (0, 0)
        return sheet_agrees(self.law, sheet(score), TEAMS, ruled)

    def agrees_with(self, side: int, noted: int | str | None, ruled: int) -> bool:
        """Whether no law objects to what a sheet says of a side for which so much is ruled."""
        return noted is None or sheet_agrees(self.law, {TEAMS[side]: noted}, TEAMS, (ruled,) * len(TEAMS))


def sheet(score: bytes) -> Mapping[str, int | str]:
    """What a sheet says of each side of which it says anything."""
    noted: Mapping[str, int | str] = _SCORE.validator.validate_json(score) if score else {}
    return noted


def _record(**parts: Any) -> HandRecord:
    """A record with nothing else in it."""
    return _BLANK.model_copy(update=parts)


@lru_cache(KINDS)
def _declarations(calls: bytes) -> list[Declaration] | None:
    return _DECLARATIONS.validate_json(calls or b"null")


@lru_cache(len(SEATS) * (DECK_SIZE + 1))
def _deal(dealer: int, upcard: int | None = None) -> Deal:
    return Deal.model_validate({"dealer": SEATS[dealer], "upcard": None if upcard is None else CODES[upcard]})


def _hand(record: HandRecord, seats: Sequence[int], cards: Sequence[int], dealt: tuple[int, ...]) -> Hand:
    return Hand(record, seats, cards, dealt, _NOBODY, 0, ())


def quiet_hand(dealer: int, seats: Sequence[int], cards: Sequence[int], dealt: tuple[int, ...]) -> Hand:
    """A hand played to its end beside which nothing is noted."""
    return _hand(_record(deal=_deal(dealer)), seats, cards, dealt)


def played_out(melds: bytes, seats: Sequence[int], cards: Sequence[int], dealt: tuple[int, ...]) -> Hand:
    """A hand played to its end of which nothing but melds is noted."""
    return _hand(_record(melds=_MELDS.validate_json(melds)), seats, cards, dealt)
