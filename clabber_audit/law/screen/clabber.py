"""What is said beside the cards of Clabber, put to the same laws that the judge asks: each kind of it once.

A kind is all that the laws can tell apart. Where they would have to know more than the words say, the hand that speaks
them is asked about in columns, or is left to the judge.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final, NamedTuple

from pydantic import ConfigDict, TypeAdapter

from clabber_audit.games.clabber.auction import Call, auction
from clabber_audit.games.clabber.belle import Belle, BelleCall, belle_calls, belles
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.melding import Entry, entries
from clabber_audit.games.clabber.melds import BELLE, Meld, counted, winners
from clabber_audit.games.clabber.scoring import settle
from clabber_audit.games.clabber.tally import belle_counts
from clabber_audit.law.bound_ruleset import Bound, BoundRuleset
from clabber_audit.law.infraction import ClaimWeighed, LaydownSearched, ScoreCompared, SheetDoubted
from clabber_audit.law.screen.asking import sheet_agrees, speaks_only_of
from clabber_audit.law.screen.withheld import Sometime, asked, withheld
from clabber_audit.record.hand import Hand
from clabber_audit.record.model import Deal, Declaration, HandRecord
from clabber_audit.record.model import Meld as Noted
from clabber_audit.record.words import FORMAT
from clabber_audit.replay import Dealing, Incident
from clabber_audit.table.cards import BIT, CODES, SEAT, SEATING, SEATS, SUIT, TEAMS, codes

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
    #: The calls about which some law has to know the caller's hand, each with that law.
    open: tuple[tuple[Bound, Call], ...]


class Called(NamedTuple):
    """Melds in turn to which no law objects."""

    #: By seat the cards shown; by side the melds; the seats, as bits, that called belle.
    shown: tuple[int, ...]
    melds: tuple[tuple[Meld, ...], ...]
    belle: int


class _Single(NamedTuple):
    """One meld as it is noted, and whether it was called and shown in turn, each card once."""

    seat: int
    kind: str
    cards: int
    plain: bool


class Beside:
    """The laws of a ruleset about what is said beside the cards."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, self.toggles = law, law.toggles
        self._single = lru_cache(KINDS)(_single)
        self._entry = lru_cache(KINDS)(self._ask_entry)

    def _bounds(self, kind: type) -> tuple[Bound, ...]:
        return self.law.others.get(kind, ())

    def spoken(self, dealer: int, upcard: int, calls: bytes) -> Spoken | None:
        """The declaring; None where some law objects to it, or where it did not come to an end."""
        deal = Deal.model_validate({"dealer": SEATS[dealer], "upcard": CODES[upcard]})
        record = _record(deal=deal, declarations=_DECLARATIONS.validate_json(calls or b"null"))
        came_to = auction(record)
        if came_to.maker is None and not came_to.passed_out:
            return None
        found = []
        for call in came_to.calls:
            objects, needing = asked(self._bounds(Call), withheld(call, "hand", "hidden"), self.toggles)
            if objects:
                return None
            found += [(bound, call) for bound in needing]
        if came_to.maker is None:
            return Spoken(-1, -1, tuple(found))
        trump = list(SUIT.values()).index(came_to.trump) if came_to.trump else None
        return None if trump is None else Spoken(came_to.maker, trump, tuple(found))

    def called(self, melds: bytes) -> Called | None:
        """The melds; None where some law objects to them, or would have to know more of the hand."""
        noted = [self._single(text) for text in melds[1:-1].replace(b"},{", b"}\n{").split(b"\n") if text]
        runs = [one.seat for one in noted if one.kind != "belle"]
        shown, sides, belle = [0] * len(SEATS), [list[Meld]() for _ in TEAMS], 0
        for seat, kind, cards, plain in noted:
            if not plain or shown[seat] & cards:
                return None
            if kind == "belle":
                if belle >> seat & 1:
                    return None
                belle |= 1 << seat
                continue
            counts = self._entry(seat, kind, cards, runs.count(seat) == 1, len(runs) == 1)
            if counts is None:
                return None
            shown[seat] |= cards
            sides[SEATING.side_of[seat]].append(counts)
        return Called(tuple(shown), tuple(map(tuple, sides)), belle)

    def _ask_entry(self, seat: int, kind: Any, cards: int, alone: bool, alone_at_table: bool) -> Meld | None:
        """What counts of a meld called and shown in turn, whoever led; None where some law may object to it."""
        noted = {"seat": SEATS[seat], "kind": kind, "cards": codes(cards)}
        record = _record(melds=[Noted.model_validate(noted)])
        secret = ["hand", "hidden", "trump", *(() if alone else ("called",))]
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
        noted = _SCORE.validate_json(score)
        ruled = settle(made, makers) if makers >= 0 else (0, 0)
        return sheet_agrees(self.law, noted, TEAMS, ruled)


def _single(text: bytes) -> _Single:
    noted = _MELD.validate_json(text)
    cards = sum({BIT[code] for code in noted.cards})
    in_turn = noted.announced == noted.shown == "in_turn"
    whole = noted.kind == "belle" or 0 < len(noted.cards) == cards.bit_count()
    return _Single(SEAT[noted.seat], noted.kind, 0 if noted.kind == "belle" else cards, in_turn and whole)


def _record(**parts: Any) -> HandRecord:
    """A record with nothing else in it."""
    return _BLANK.model_copy(update=parts)


@lru_cache(maxsize=len(SEATS))
def _dealt_by(dealer: int) -> HandRecord:
    return _record(deal=Deal.model_validate({"dealer": SEATS[dealer]}))


def _hand(record: HandRecord, seats: Sequence[int], cards: Sequence[int], dealt: tuple[int, ...]) -> Hand:
    return Hand(record, seats, cards, dealt, _NOBODY, 0, ())


def quiet_hand(dealer: int, seats: Sequence[int], cards: Sequence[int], dealt: tuple[int, ...]) -> Hand:
    """A hand played to its end beside which nothing is noted."""
    return _hand(_dealt_by(dealer), seats, cards, dealt)


def played_out(melds: bytes, seats: Sequence[int], cards: Sequence[int], dealt: tuple[int, ...]) -> Hand:
    """A hand played to its end of which nothing but melds is noted."""
    return _hand(_record(melds=_MELDS.validate_json(melds)), seats, cards, dealt)
