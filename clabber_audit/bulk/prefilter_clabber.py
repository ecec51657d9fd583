"""Prefilter of Clabber."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from types import SimpleNamespace
from typing import Annotated, Any, Final, Literal, NamedTuple, NoReturn, TypeAlias

import jiter
import msgspec
import numpy as np
from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from numpy.typing import NDArray
from pydantic import ConfigDict, TypeAdapter

from clabber_audit.cards import (
    BIT,
    CODES,
    DECK,
    HAND_SIZE,
    PACK,
    SEAT,
    SEATING,
    SEATS,
    SUIT,
    SUIT_OF,
    TEAMS,
)
from clabber_audit.games.clabber.auction import Call, read_declarations
from clabber_audit.games.clabber.game import CLABBER
from clabber_audit.games.clabber.melds import (
    LAST_TRICK,
    Belle,
    BelleCall,
    MeldCards,
    MeldEntry,
    belle_cards,
    find_best_side,
    find_counting_meld,
    list_belle_calls,
    list_belles,
    list_meld_entries,
)
from clabber_audit.games.clabber.scoring import SheetSlip, belle_counts, settle
from clabber_audit.judge.judge import CleanHand, are_without_effect
from clabber_audit.records.base import IDENTIFIER, Context, RecordNotes, Source
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.hand import Hand
from clabber_audit.records.vocabulary import Card, Mark, Seat, Team
from clabber_audit.replay import Dealing, IncidentEvent
from clabber_audit.rules.bound_ruleset import BoundInfraction, BoundRuleset
from clabber_audit.rules.infraction import OF_ANY_GAME, FailedClaim, LaydownSearched, ScoreCompared
from clabber_audit.rules.lines import Period, period_of

Masks: TypeAlias = NDArray[np.uint32] | NDArray[np.uint64]
Flags: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.integer[Any]]

#: Results remembered for texts that many hands share, such as their calls.
REMEMBERED: Final = 1 << 16
_NO_CARD: Final = 99

# Decoding.

#: Types of parts that a plain hand leaves out or empty, and of those that are kept as JSON text.
Nothing: TypeAlias = UnsetType | None
Empty: TypeAlias = Annotated[list[int], Meta(max_length=0)] | UnsetType
EmptyObject: TypeAlias = Annotated[dict[str, int], Meta(max_length=0)] | UnsetType
JsonText: TypeAlias = Raw | UnsetType
# In Python `$` matches before a line feed, too.
Identifier: TypeAlias = Annotated[str, Meta(pattern=IDENTIFIER.replace("$", r"\Z"))]

_encode: Final = msgspec.json.Encoder().encode
_encode_sorted: Final = msgspec.json.Encoder(order="sorted").encode


class PlainHand(Struct, forbid_unknown_fields=True, kw_only=True, gc=False):
    """A plain hand of Clabber, its keys in the order of the model."""

    format: Literal["clabber-hand/1"]
    id: Identifier
    ruleset: Identifier | UnsetType = UNSET
    players: JsonText = UNSET
    teams: JsonText = UNSET
    context: JsonText = UNSET
    source: JsonText = UNSET
    deal: PlainDeal
    contract: Nothing = UNSET
    declarations: JsonText = UNSET
    melds: JsonText = UNSET
    plays: Raw
    disordered: Empty = UNSET
    incidents: Empty = UNSET
    claims: JsonText = UNSET
    laydown: Nothing = UNSET
    score: dict[Team, Annotated[int, Meta(ge=0, le=1000)] | Mark] | UnsetType = UNSET
    sheet: EmptyObject = UNSET
    comments: Empty = UNSET
    remarks: JsonText = UNSET


class PlainDeal(Struct, forbid_unknown_fields=True, kw_only=True, gc=False):
    """Deal of a plain hand, with all four hands."""

    dealer: Seat
    due_dealer: Nothing = UNSET
    cut: Nothing = UNSET
    upcard: Card
    hands: Raw


_decode: Final = msgspec.json.Decoder(PlainHand).decode


def decode(line: bytes) -> PlainHand | None:
    """Return a line as a plain hand; None if it is not one, or not written as msgspec writes it."""
    try:
        result = _decode(line)
        context_of(result)
        source_of(result)
    except (msgspec.DecodeError, ValueError):
        return None
    return result if line in (_encode(result), _encode_sorted(result)) else None


def make_part_parser(name: str) -> Callable[[bytes], Any]:
    """Return a function that parses the JSON text of a part of a record, with a cache.

    An empty text gives the default of the part. The function raises ValueError if the model refuses the text.
    """
    field = HandRecord.model_fields[name]
    annotation: Any = Annotated[(field.annotation, *field.metadata)] if field.metadata else field.annotation
    validate = lru_cache(maxsize=1)(
        lambda: TypeAdapter(annotation, config=ConfigDict(strict=True)).validator.validate_json
    )

    @lru_cache(REMEMBERED)
    def part(text: bytes) -> Any:
        if not text:
            return field.get_default(call_default_factory=True)
        jiter.from_json(text, cache_mode="keys", catch_duplicate_keys=True)
        return validate()(text)

    return part


def text_in(part: Any) -> bytes:
    """Return a part kept as text; empty if it is left out."""
    return b"" if part is UNSET else bytes(part)


# Letters of cards.

#: A play with its keys in the order of the model, and sorted; the letters are `?`.
_PLAYS: Final = (b'{"seat":"?","card":"??"}', b'{"card":"??","seat":"?"}')


def letters_in(texts: Sequence[bytes], pattern: bytes) -> tuple[NDArray[np.uint8], Flags]:
    """Return (n, holes) the letters at the `?` of a pattern as long as the texts, and (n) True if all else is alike."""
    letters = np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), -1)
    form = np.frombuffer(pattern, np.uint8)
    holes = form == ord("?")
    return letters[:, holes], ((letters == form) | holes).all(axis=1)


_SEAT_OF: Final = np.full(1 << 8, _NO_CARD, np.uint8)
_SEAT_OF[list(SEATS.encode())] = range(len(SEATS))
#: The number of each card by its two letters; 99 for other text.
_CARD_OF: Final = np.full(1 << 16, _NO_CARD, np.uint8)
_CARD_OF[np.frombuffer("".join(PACK.face.values()).encode(), np.uint16)] = range(PACK.size)


def cards_of(letters: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Return the number of each card by its two letters, the last axis."""
    return _CARD_OF[np.ascontiguousarray(letters).view(np.uint16)[..., 0]]


def plays_in(texts: Sequence[bytes]) -> tuple[Any, Any, Flags]:
    """Return (n, 24) the seats that played, (n, 24) the cards, and (n) True if all are known. The texts are alike in length."""
    card_first = texts[0].startswith(b'[{"card"')
    letters, whole = letters_in(texts, b"[" + b",".join([_PLAYS[card_first]] * PACK.size) + b"]")
    letters = letters.reshape(len(texts), PACK.size, 3)
    seats = _SEAT_OF[letters[..., 2 if card_first else 0]]
    cards = cards_of(letters[..., :2] if card_first else letters[..., 1:])
    return seats, cards, whole & (seats != _NO_CARD).all(axis=1) & (cards != _NO_CARD).all(axis=1)


def hands_in(texts: Sequence[bytes]) -> tuple[NDArray[np.uint8], Flags]:
    """Return (n, 4, 6) the cards dealt, and (n) True if all are known. The texts are alike in length."""
    order = SEATS if texts[0].startswith(f'{{"{SEATS[0]}"'.encode()) else "".join(sorted(SEATS))
    own = ",".join(['"??"'] * HAND_SIZE)
    letters, whole = letters_in(texts, ("{" + ",".join(f'"{name}":[{own}]' for name in order) + "}").encode())
    cards = cards_of(letters.reshape(len(texts), len(SEATS), HAND_SIZE, 2))
    cards = cards[:, [order.index(name) for name in SEATS]]
    return cards, whole & (cards != _NO_CARD).all(axis=(1, 2))


# Laws evaluated on arrays.


class UnknownError(Exception):
    """A law asked for something unknown."""


class _Unknown:
    """Unknown value; any use of it raises UnknownError."""

    def _refuse(self, *_others: object) -> NoReturn:
        raise UnknownError

    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __add__ = __radd__ = __sub__ = __rsub__ = (
        _refuse
    )
    __lt__ = __le__ = __gt__ = __ge__ = __eq__ = __bool__ = __int__ = __index__ = __iter__ = __invert__ = (
        _refuse
    )
    __getitem__ = __contains__ = __len__ = __getattr__ = __rshift__ = __lshift__ = _refuse
    __hash__ = object.__hash__


UNKNOWN: Final[Any] = _Unknown()


class BoundedClock:
    """Clock known only by its bounds: a comparison that they leave open raises UnknownError."""

    def __init__(self, earliest: int, latest: int) -> None:
        self._earliest, self._latest = earliest, latest

    def _is_before(self, other: Any, *, same: bool) -> bool:
        if self is other:
            return same
        first, last = (other._earliest, other._latest) if isinstance(other, BoundedClock) else (other, other)
        if first <= self._latest and self._earliest <= last:
            raise UnknownError
        return bool(self._latest < first)

    def __lt__(self, other: Any) -> bool:
        return self._is_before(other, same=False)

    def __le__(self, other: Any) -> bool:
        return self._is_before(other, same=True)

    def __gt__(self, other: Any) -> bool:
        return not self._is_before(other, same=True)

    def __ge__(self, other: Any) -> bool:
        return not self._is_before(other, same=False)

    def __eq__(self, other: object) -> bool:
        return self is other or (self._is_before(other, same=True) and False)

    __hash__ = object.__hash__


def objections(bound: BoundInfraction, *columns: Any, shape: int | tuple[int, ...]) -> Flags:
    """Return a flag for each event, True if the law may object to it; the fields of the event are arrays."""
    try:
        return np.broadcast_to(np.asarray(bound.offends(*columns), bool), shape)
    except (UnknownError, ValueError, TypeError, AttributeError, OverflowError):
        # An array is neither true nor false and no number, and combines with no negative one.
        return np.ones(shape, bool)


def _guilty(bounds: Iterable[BoundInfraction], *columns: Any) -> Flags:
    result = np.zeros(columns[0].shape, bool)
    for bound in bounds:
        result |= objections(bound, *columns, shape=result.shape)
    return result


#: Events that a plain hand can have besides cards falling, and those that it cannot have.
_EVENTS: Final = frozenset((Call, MeldEntry, BelleCall, Belle, ScoreCompared))
_NEVER: Final = frozenset((Dealing, IncidentEvent, FailedClaim, LaydownSearched, SheetSlip))


_players, _teams, _context, _source, _remarks, _calls, _melds, _claims = map(
    make_part_parser, ("players", "teams", "context", "source", "remarks", "declarations", "melds", "claims")
)
_SUITS: Final = tuple(SUIT.values())
_STRAINS: Final = {mask: number for number, mask in enumerate(SUIT.values())}
_BITS: Final[Any] = np.array([*PACK.face], np.uint32)
_BELLES: Final = np.array([belle_cards(trump) for trump in SUIT.values()], np.uint32)
_NOBODY: Final = (0,) * len(SEATS)
_TWO_TRICKS: Final = (*range(len(SEATS)), *range(len(SEATS)))
_UNKNOWN_HANDS: Final = (UNKNOWN,) * len(SEATS)
_NOT_NOTED: Final = (b"", b"null")
_NO_MELDS: Final = (*_NOT_NOTED, b"[]")
#: The length of all hands as text, and of the plays.
_DEALT: Final = len(json.dumps(dict.fromkeys(SEATS, ["??"] * HAND_SIZE), separators=(",", ":")))
_PLAYED: Final = (
    len("[]"),
    len(json.dumps([{"seat": "?", "card": "??"}] * PACK.size, separators=(",", ":"))),
)


def context_of(hand: PlainHand) -> Context | None:
    """Return place and date of a hand. Raise ValueError if the model refuses them."""
    found: Context | None = _context(text_in(hand.context))
    return found


def source_of(hand: PlainHand) -> Source | None:
    """Return the source of a hand. Raise ValueError if the model refuses it."""
    found: Source | None = _source(text_in(hand.source))
    return found


def period_of_hand(hand: PlainHand) -> Period | None:
    """Return the days on which a decoded hand may have been played."""
    return period_of(SimpleNamespace(context=context_of(hand), source=source_of(hand)))


def has_claims(hand: PlainHand) -> bool:
    return text_in(hand.claims) not in (b"", b"[]")


def names_of(hand: PlainHand) -> tuple[str, ...]:
    """Return the names in the order of the table. Raise ValueError if the model refuses a part around the cards."""
    _remarks(text_in(hand.remarks))
    return _names(text_in(hand.players), text_in(hand.teams))


@lru_cache(REMEMBERED)
def _names(players: bytes, teams: bytes) -> tuple[str, ...]:
    seated, called = _players(players), _teams(teams)
    return (
        *[seated[seat] for seat in SEATS if seat in seated],
        *[called[team] for team in TEAMS if team in called],
    )


def clean_hand(line: bytes, hand: PlainHand, outcome: CleanOutcome) -> CleanHand:
    """Return a clean hand as a season counts it."""
    players, teams = _players(text_in(hand.players)), _teams(text_in(hand.teams))
    score: Any = hand.score or {}
    noted = RecordNotes(hand.id, hand.ruleset or None, context_of(hand), players, teams, score)
    return CleanHand(line, noted, SEAT[hand.deal.dealer], outcome.maker, outcome.made)


def prefilter_of(law: BoundRuleset) -> Prefilter | None:
    """Return the prefilter of a law; None if it is of another game, or about a kind of event unknown here."""
    known = (law.game.events | OF_ANY_GAME) & set(law.others) <= _EVENTS | _NEVER
    return Prefilter(law) if law.game is CLABBER and known else None


class CleanOutcome(NamedTuple):
    """Outcome of a clean hand: the seat of the maker, -1 if all passed, and the points that each side made."""

    maker: int
    made: tuple[int, int]


class _Played(NamedTuple):
    """Hands played to the end, n of them: (24, n) seats and cards, (4, n) hands dealt, (n) trump suits and leaders."""

    seats: Numbers
    cards: Numbers
    dealt: Masks
    trump: Numbers
    leader: Numbers


class _Declared(NamedTuple):
    """Clean declarations, as far as the calls show."""

    maker: int
    trump: int
    #: Laws that depend on the caller's hand, each with its call.
    open: tuple[tuple[BoundInfraction, Call], ...]


class Prefilter:
    """Prefilter of hands of Clabber under one law."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, self.toggles = law, law.toggles
        strains = [law.order(PACK).strains[suit] for suit in SUIT]
        results = [[strain.faces[card] for card in PACK.face] for strain in strains]
        suits, beaters, points = ([[face[which] for face in row] for row in results] for which in range(3))
        #: By strain and card: the suit, the cards that beat it, the points.
        self._suits, self._beaters = np.array(suits, np.uint32), np.array(beaters, np.uint32)
        self._points = np.array(points, np.uint16)
        self._trumps: Any = np.array([strain.trump for strain in strains], np.uint32)
        self._runs = lru_cache(REMEMBERED)(self._evaluate_runs)
        self._winner = lru_cache(REMEMBERED)(lambda sides, trump: find_best_side(sides, trump, self.toggles))
        #: Points for belle by whether it was called, and when the second of its cards fell.
        self._belles: dict[tuple[bool, int], int | None] = {}
        self._declared = lru_cache(REMEMBERED)(self._evaluate_calls)
        self._agrees = lru_cache(REMEMBERED)(
            lambda side, noted, ruled: not self._objects(ScoreCompared(side, noted, ruled, False))
        )

    def clean(self, hands: Sequence[PlainHand]) -> dict[int, CleanOutcome]:
        """Return the outcomes of the clean hands by their indices."""
        groups: dict[tuple[int, int, bytes, bytes], list[tuple[int, bytes, bytes]]] = {}
        for row, hand in enumerate(hands):
            dealt, plays = bytes(hand.deal.hands), bytes(hand.plays)
            if len(dealt) == _DEALT and len(plays) in _PLAYED:
                groups.setdefault((len(dealt), len(plays), dealt[:3], plays[:4]), []).append(
                    (row, dealt, plays)
                )
        results: dict[int, CleanOutcome] = {}
        for group in groups.values():
            rows, texts, plays_of = zip(*group, strict=True)
            some = self._clean([hands[row] for row in rows], texts, plays_of)
            results |= {rows[place]: outcome for place, outcome in some.items()}
        return results

    def _clean(
        self, hands: Sequence[PlainHand], texts: Sequence[bytes], plays: Sequence[bytes]
    ) -> dict[int, CleanOutcome]:
        """Return the same of hands whose cards stand at the same places of the texts."""
        cards, clean = hands_in(texts)
        dealt: Any = np.bitwise_or.reduce(_BITS.take(cards, mode="clip"), axis=2).T
        clean &= np.bitwise_or.reduce(dealt, axis=0) == DECK
        if plays[0] == b"[]":
            every, maker, _ = self._replay_auctions(hands, dealt, clean)
            idle = [row for row in every if maker[row] < 0 and text_in(hands[row].melds) in _NO_MELDS]
            return {row: CleanOutcome(-1, (0, 0)) for row in idle if self._is_settled(hands[row], -1, 0, 0)}
        seats, cards, known = plays_in(plays)
        every, maker, trump = self._replay_auctions(hands, dealt, clean & known)
        rows = np.array([row for row in every if trump[row] >= 0], np.intp)
        if not len(rows):
            return {}
        leader = np.array([SEATING.left_neighbor(SEAT[hands[row].deal.dealer]) for row in rows.tolist()])
        played = _Played(seats[rows].T, cards[rows].T, dealt[:, rows], trump[rows], leader)
        maker = maker[rows]
        clean, made = self._replay_hands(played)
        for place, points in self._score_melds(hands, rows.tolist(), played, clean):
            if points is None:
                clean[place] = False
            else:
                made[:, place] += points
        ruled = np.array(
            [
                np.where(maker % len(TEAMS) == side, settle(made, side, self.toggles), 0)
                for side in range(len(TEAMS))
            ]
        )
        scores, points, makers = ruled.sum(axis=0).T.tolist(), made.T.tolist(), maker.tolist()
        return {
            row: CleanOutcome(makers[place], tuple(points[place]))
            for place, row in enumerate(rows.tolist())
            if clean[place] and self._is_settled(hands[row], makers[place], *scores[place])
        }

    def _replay_hands(self, played: _Played) -> tuple[Flags, Any]:
        """Replay hands: (n) True if everybody played cards in hand in turn, and no law objects to any; (2, n) the points.

        All tricks are replayed at once, place by place; leaders are checked once all winners are known.
        """
        count, width, around = played.cards.shape[1], SEATING.width, SEATING.clockwise
        seats, cards = np.ascontiguousarray(played.seats), np.ascontiguousarray(played.cards)
        place = cards + played.trump * PACK.size
        bits, trumps = _BITS.take(cards), self._trumps.take(played.trump)
        left = bits.copy()
        for at in range(len(left) - 1, 0, -1):
            left[at - 1] |= left[at]
        hand = played.dealt.take(seats * np.intp(count) + np.arange(count)) & left
        clean = ((hand & bits) != 0).all(axis=0)
        clean &= left[0] == np.bitwise_or.reduce(played.dealt[list(around[0])], axis=0)
        suits, beaters = self._suits.take(place), self._beaters.take(place)
        seat, card, hand, suit, beat = (
            column.reshape(-1, width, count).swapaxes(0, 1) for column in (seats, bits, hand, suits, beaters)
        )
        winner, winning, above = seat[0], beat[0], []
        for at in range(1, width):
            above.append(winning & trumps)
            takes = (card[at] & winning) != 0
            # Arithmetic is faster here than `where`, whose branches are guessed wrong half of the time.
            winning, winner = winning ^ (winning ^ beat[at]) * takes, winner ^ (winner ^ seat[at]) * takes
        follows = card[1:], hand[1:], suit[0], trumps, np.array(above)
        choice = hand != card
        guilty = _guilty(self.law.off_suit, *follows) & (suit[1:] != suit[0])
        guilty |= _guilty(self.law.trumps, *follows) & (suit[1:] == trumps)
        clean &= ~(guilty & choice[1:]).any(axis=(0, 1))
        if self.law.leads:
            whole = np.full(card[0].shape, DECK, card.dtype)
            opened = trumps * ((left[0] & ~left[::width] & trumps) != 0)
            tricks = np.arange(1, len(card[0]) + 1)[:, None]
            leads = _guilty(self.law.leads, card[0], hand[0], whole, trumps, opened, tricks)
            clean &= ~(leads & choice[0]).any(axis=0)
        leaders = np.concatenate([played.leader.astype(seats.dtype)[None], winner[:-1]])
        turns = np.array(around, seats.dtype).T.take(leaders, axis=1)
        clean &= (seat == turns).all(axis=(0, 1))
        points = self._points.take(place).reshape(-1, width, count).sum(axis=1, dtype=np.uint16)
        taken = [winner % len(TEAMS) == side for side in range(len(TEAMS))]
        made = [(points * own).sum(axis=0, dtype=np.int64) + own[-1] * LAST_TRICK for own in taken]
        return clean, np.array(made)

    def _score_melds(
        self, hands: Sequence[PlainHand], rows: Sequence[int], played: _Played, clean: Flags
    ) -> Iterator[tuple[int, list[int] | None]]:
        """Yield the points of each side for melds and belle; None if a law objects or melds are not plain."""
        belle = _BELLES[played.trump]
        holds = (played.dealt & belle) == belle
        held, holders = holds.any(axis=0).tolist(), holds.argmax(axis=0).tolist()
        # The clock at which the second of the two cards fell.
        second = (PACK.size - 1 - ((_BITS[played.cards] & belle) != 0)[::-1].argmax(axis=0)).tolist()
        dealt, trumps = played.dealt.T.tolist(), played.trump.tolist()
        for place in np.flatnonzero(clean).tolist():
            text, seat = text_in(hands[rows[place]].melds), holders[place]
            if text in _NOT_NOTED or (text in _NO_MELDS and not held[place]):
                continue
            runs, points, suit = self._runs(text), [0] * len(TEAMS), _SUITS[trumps[place]]
            if (
                runs is None
                or runs.belle not in ((), (seat,))
                or any(shown & ~own for shown, own in zip(runs.shown, dealt[place], strict=True))
            ):
                yield place, None
                continue
            if runs.entries and (best := self._winner(runs.sides, suit)) is not None:
                points[best] = sum(meld.points for meld in runs.sides[best])
            if held[place]:
                # Where no meld shows either card, nothing else can make a difference to a law.
                key = bool(runs.belle), second[place]
                in_meld = runs.shown[seat] & belle_cards(suit)
                if in_meld or key not in self._belles:
                    cards, seats = (
                        _BITS[played.cards[:, place]].tolist(),
                        played.seats[:, place].tolist(),
                    )
                    hand = Hand(runs, seats, cards, tuple(dealt[place]), _NOBODY, 0, ())
                    worth = self._evaluate_belle(hand, suit)
                    self._belles |= {} if in_meld else {key: worth}
                else:
                    worth = self._belles[key]
                points[seat % len(TEAMS)] += worth or 0
                yield place, None if worth is None else points
            else:
                yield place, None if runs.belle else points

    def _replay_auctions(
        self, hands: Sequence[PlainHand], dealt: Any, clean: Flags
    ) -> tuple[list[int], Numbers, Numbers]:
        """Return the rows whose declaring is clean, and by row the maker and the number of the trump suit, or -1."""
        groups: dict[tuple[int, int, bytes], list[int]] = {}
        for row in np.flatnonzero(clean).tolist():
            deal = hands[row].deal
            dealer, upcard = SEAT[deal.dealer], BIT[deal.upcard]
            if dealt[dealer, row] & upcard:
                groups.setdefault((dealer, SUIT_OF[upcard], text_in(hands[row].declarations)), []).append(row)
        rows, maker, trump = list[int](), np.full(len(hands), -1), np.full(len(hands), -1)
        for key, own in groups.items():
            declared = self._declared(*key)
            if declared is None:
                continue
            maker[own], trump[own] = declared.maker, declared.trump
            keep = np.ones(len(own), bool)
            for bound, call in declared.open:
                step = call._replace(hand=dealt[call.seat, own])
                keep &= ~objections(bound, step, self.toggles, shape=len(own))
            rows += np.array(own)[keep].tolist()
        return sorted(rows), maker, trump

    def _evaluate_calls(self, dealer: int, suit: int, text: bytes) -> _Declared | None:
        """Return the declaring; None if a law objects to it, or if it is unfinished."""
        try:
            calls = _calls(text)
        except ValueError:
            return None
        upcard = next(code for code in CODES if BIT[code] & suit)
        deal = SimpleNamespace(dealer=SEATS[dealer], upcard=upcard)
        record: Any = SimpleNamespace(deal=deal, declarations=calls, contract=None)
        declared = read_declarations(record)
        if declared.passed_out is (declared.maker is not None):
            return None
        open_ = []
        for call in declared.calls:
            for bound in self.law.others.get(Call, ()):
                try:
                    if bound.offends(call._replace(hand=UNKNOWN), self.toggles):
                        return None
                except UnknownError:
                    open_.append((bound, call))
        maker = -1 if declared.maker is None else declared.maker
        return _Declared(maker, _STRAINS[declared.trump] if declared.trump else -1, tuple(open_))

    def _evaluate_runs(self, text: bytes) -> _Runs | None:
        """Return melds called and shown in turn; None if they are not, or if a law objects or asks for the hand."""
        try:
            melds = _melds(text) or ()
        except ValueError:
            return None
        if any(
            not meld.announced == meld.shown == "in_turn" or len({*meld.cards}) < len(meld.cards)
            for meld in melds
        ):
            return None
        runs = list_meld_entries(
            Hand(_Runs(melds), _TWO_TRICKS, (), _UNKNOWN_HANDS, _NOBODY, 0, ()), UNKNOWN, 0
        )
        shown, sides = [0] * len(SEATS), tuple(list[MeldCards]() for _ in TEAMS)
        for entry in runs:
            meld = find_counting_meld(entry.kind, entry.cards, self.toggles.melds)
            before = UNKNOWN if len({run.seat % len(TEAMS) for run in runs}) > 1 else ()
            first, second = BoundedClock(0, len(SEATS) - 1), BoundedClock(len(SEATS), 2 * len(SEATS) - 1)
            moments: dict[str, Any] = {"announced": first, "first": first, "shown": second, "second": second}
            event = entry._replace(**moments, hidden=0, shown_before=before, challenged=UNKNOWN)
            if meld is None or entry.cards & shown[entry.seat] or self._objects(event):
                return None
            shown[entry.seat] |= entry.cards
            sides[entry.seat % len(TEAMS)].append(meld)
        belle = tuple(SEAT[meld.seat] for meld in melds if meld.kind == "belle")
        if len(runs) + len(belle) < len(melds):
            return None
        return _Runs(melds, runs, tuple(map(tuple, sides)), tuple(shown), belle)

    def _evaluate_belle(self, hand: Hand, suit: int) -> int | None:
        """Return the points for the belle that one seat holds; None if a law objects, or asks for the seat."""
        runs = list_meld_entries(hand, suit, 0)
        calls = list_belle_calls(hand, suit, 0, runs)
        (result,) = list_belles(hand, suit, runs, calls)
        first: Any = BoundedClock(0, len(SEATS) - 1)
        said = [call._replace(number=UNKNOWN, seat=UNKNOWN, first=first) for call in calls]
        if any(map(self._objects, (*said, result._replace(seat=UNKNOWN)))):
            return None
        return int(self.toggles.meld_belle) * belle_counts(result, self.toggles)

    def _objects(self, step: Any) -> bool:
        """Return True if a law objects to an event, or asks for something unknown."""
        try:
            for bound in self.law.others.get(type(step), ()):
                if bound.offends(step, self.toggles):
                    return True
        except UnknownError:
            return True
        return False

    def _is_settled(self, hand: PlainHand, maker: int, *ruled: int) -> bool:
        """Return True if no law objects to the score on the sheet, and no claim changes it."""
        score = hand.score or {}
        if has_claims(hand):
            recorded = text_in(hand.declarations) not in _NOT_NOTED and text_in(hand.melds) not in _NOT_NOTED
            try:
                claims = _claims(text_in(hand.claims))
            except ValueError:
                return False
            if not (recorded and are_without_effect(claims, SEAT[hand.deal.dealer], maker, self.law)):
                return False
        return all(
            self._agrees(side, score[name], ruled[side]) for side, name in enumerate(TEAMS) if name in score
        )


class _Runs(NamedTuple):
    """Melds called and shown in turn; a stand-in for the record of melds."""

    melds: Sequence[Any]
    entries: Sequence[MeldEntry] = ()
    #: Points by side, and cards shown by seat.
    sides: tuple[tuple[MeldCards, ...], ...] = ()
    shown: tuple[int, ...] = ()
    #: The seats that called belle.
    belle: tuple[int, ...] = ()
    claims: tuple[()] = ()
    laydown: None = None
    seating: Any = SEATING
    pack: Any = PACK
