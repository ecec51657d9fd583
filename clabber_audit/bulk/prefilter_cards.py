"""Plain hands decoded into arrays, and the laws about falling cards put to the arrays.

A plain hand is a record in full: every card dealt and played is written down, and nothing irregular is noted. A line
holds one only if it is, byte for byte, what msgspec writes for the decoded hand: then no key stands twice in it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Annotated, Any, Final, NamedTuple, NoReturn, TypeAlias, TypeVar

import jiter
import msgspec
import numpy as np
from msgspec import UNSET, Meta, Raw, Struct, UnsetType
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, TypeAdapter

from clabber_audit.cards.pack import Pack
from clabber_audit.cards.seating import Seating
from clabber_audit.cards.strain import Strain
from clabber_audit.records.base import IDENTIFIER
from clabber_audit.records.dates import CERTAINLY_POSSIBLE
from clabber_audit.rules.bound_ruleset import BoundInfraction, BoundRuleset

Masks: TypeAlias = NDArray[np.uint32] | NDArray[np.uint64]
Flags: TypeAlias = NDArray[np.bool_]
Numbers: TypeAlias = NDArray[np.integer[Any]]

Shape = TypeVar("Shape", bound=Struct)

#: Results remembered for texts that many hands share, such as their calls.
REMEMBERED: Final = 1 << 16
_NO_CARD: Final = 99

# Decoding.

#: Types of parts that a plain hand leaves out or empty, and of those that are kept as JSON text.
Nothing: TypeAlias = UnsetType | None
Empty: TypeAlias = Annotated[list[int], Meta(max_length=0)] | UnsetType
EmptyObject: TypeAlias = Annotated[dict[str, int], Meta(max_length=0)] | UnsetType
JsonText: TypeAlias = Raw | UnsetType
Printable: TypeAlias = Annotated[str, Meta(max_length=2000, pattern=r"\A[ -~]*\Z")]
SmallCount: TypeAlias = Annotated[int, Meta(ge=0, le=1000)]
# In Python `$` matches before a line feed, too.
Identifier: TypeAlias = Annotated[str, Meta(pattern=IDENTIFIER.replace("$", r"\Z"))]

_encode: Final = msgspec.json.Encoder().encode
_encode_sorted: Final = msgspec.json.Encoder(order="sorted").encode


class PlainContext(Struct, forbid_unknown_fields=True, kw_only=True, gc=False):
    """Place and date of a plain hand, in printable ASCII."""

    league: Printable | Nothing = UNSET
    season: Printable | Nothing = UNSET
    venue: Printable | Nothing = UNSET
    date: (
        Annotated[str, Meta(max_length=2000, pattern=rf"\A(?=[ -~]*\Z)(?:{CERTAINLY_POSSIBLE})\Z")] | Nothing
    ) = UNSET
    round: SmallCount | Nothing = UNSET
    table: SmallCount | Nothing = UNSET
    game: SmallCount | Nothing = UNSET
    hand: SmallCount | Nothing = UNSET


def decoder_of(shape: type[Shape]) -> Callable[[bytes], Shape | None]:
    """Return a function that decodes a line; None if it is of another shape, or not written as msgspec writes it."""
    decode = msgspec.json.Decoder(shape).decode

    def decoded(line: bytes) -> Shape | None:
        try:
            found = decode(line)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return None
        return found if _encode(found) == line or _encode_sorted(found) == line else None

    return decoded


def part_of(model: type[BaseModel], name: str) -> Callable[[bytes], Any]:
    """Return a function that validates a part of a record by its text, and remembers it; ValueError if it is wrong.

    Of an empty text it is the default.
    """
    field = model.model_fields[name]
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
    """(n, holes): the letters that texts as long as a pattern have for its `?`; (n) True if all else is alike."""
    letters = np.frombuffer(b"".join(texts), np.uint8).reshape(len(texts), -1)
    form = np.frombuffer(pattern, np.uint8)
    holes = form == ord("?")
    return letters[:, holes], ((letters == form) | holes).all(axis=1)


@lru_cache(maxsize=8)
def _numbers(names: tuple[str, ...]) -> NDArray[np.uint8]:
    """The number of each name of two letters, by its letters."""
    found = np.full(1 << 16, _NO_CARD, np.uint8)
    found[np.frombuffer("".join(names).encode(), np.uint16)] = range(len(names))
    return found


def faces_of(letters: NDArray[np.uint8], pack: Pack) -> NDArray[np.uint8]:
    """Return the number of each face in a pack by its two letters, the last axis; 99 for what is no card of it."""
    return _numbers(tuple(dict.fromkeys(pack.face.values())))[
        np.ascontiguousarray(letters).view(np.uint16)[..., 0]
    ]


@lru_cache(maxsize=8)
def _seats(names: str) -> NDArray[np.uint8]:
    found = np.full(1 << 8, _NO_CARD, np.uint8)
    found[list(names.encode())] = range(len(names))
    return found


def plays_in(texts: Sequence[bytes], count: int, pack: Pack, names: str) -> tuple[Any, Any, Flags]:
    """(n, count): the seats that played and the faces; (n) True if all are known. The texts are alike in length."""
    card_first = texts[0].startswith(b'[{"card"')
    letters, whole = letters_in(texts, b"[" + b",".join([_PLAYS[card_first]] * count) + b"]")
    letters = letters.reshape(len(texts), count, 3)
    seats = _seats(names)[letters[..., 2 if card_first else 0]]
    faces = faces_of(letters[..., :2] if card_first else letters[..., 1:], pack)
    return seats, faces, whole & (seats < len(names)).all(axis=1) & (faces != _NO_CARD).all(axis=1)


def hands_in(texts: Sequence[bytes], names: str, pack: Pack, each: int) -> tuple[NDArray[np.uint8], Flags]:
    """(n, seats, each): the faces dealt; (n) True if all are known. The texts are alike in length."""
    order = names if texts[0].startswith(f'{{"{names[0]}"'.encode()) else "".join(sorted(names))
    own = ",".join(['"??"'] * each)
    letters, whole = letters_in(texts, ("{" + ",".join(f'"{name}":[{own}]' for name in order) + "}").encode())
    faces = faces_of(letters.reshape(len(texts), len(names), each, 2), pack)
    faces = faces[:, [order.index(name) for name in names]]
    return faces, whole & (faces != _NO_CARD).all(axis=(1, 2))


# Laws put to arrays.


class UnknownError(Exception):
    """A law asked for what it is not told."""


class _Unknown:
    """Stand-in for what a law is not told: whatever is done with it raises UnknownError."""

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
    """Return to which of many steps, put as one step of arrays, a law objects; to all if it is no such predicate."""
    try:
        return np.broadcast_to(np.asarray(bound.offends(*columns), bool), shape)
    except (UnknownError, ValueError, TypeError, AttributeError):
        # An array is neither true nor false, and no number.
        return np.ones(shape, bool)


class TrickArrays(NamedTuple):
    """Tricks of many hands; rows are tricks, columns are hands."""

    #: (n): True if everybody played cards in hand in turn, and no law objects to any.
    clean: Flags
    winners: Numbers
    points: Numbers


class CardTable:
    """Cards of a pack under each strain, and the laws about cards falling at tables of one kind."""

    def __init__(self, law: BoundRuleset, pack: Pack, seating: Seating, strains: Sequence[Strain]) -> None:
        self.law, self.pack, self.seating = law, pack, seating
        masks: Any = np.uint32 if pack.all.bit_length() <= np.iinfo(np.uint32).bits else np.uint64
        found = [[strain.faces[card] for card in pack.face] for strain in strains]
        suits, beaters, worth = ([[face[which] for face in row] for row in found] for which in range(3))
        self.bits: Any = np.array([*pack.face], masks)
        self._suits, self._beaters = np.array(suits, masks), np.array(beaters, masks)
        self._worth = np.array(worth, np.uint16)
        self._trumps: Any = np.array([strain.trump for strain in strains], masks)

    def replayed(
        self, seats: Numbers, cards: Numbers, dealt: Masks, strain: Numbers, leader: Numbers
    ) -> TrickArrays:
        """Replay n hands: (clocks, n) seats and numbers of cards, (seats, n) hands, (n) strains and first leaders.

        All tricks are replayed at once, place by place: whether the right seat led is asked when all winners are known.
        """
        count, width, around = cards.shape[1], self.seating.width, self.seating.around
        seats, cards = np.ascontiguousarray(seats), np.ascontiguousarray(cards)
        place = cards + strain * self.pack.size
        bits, trumps = self.bits.take(cards), self._trumps.take(strain)
        left = bits.copy()
        for at in range(len(left) - 1, 0, -1):
            left[at - 1] |= left[at]
        hand = dealt.take(seats * np.intp(count) + np.arange(count)) & left
        clean = ((hand & bits) != 0).all(axis=0) & (
            left[0] == np.bitwise_or.reduce(dealt[list(around[0])], axis=0)
        )
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
        guilty = self._guilty(self.law.off_suit, *follows) & (suit[1:] != suit[0])
        guilty |= self._guilty(self.law.trumps, *follows) & (suit[1:] == trumps)
        clean &= ~(guilty & choice[1:]).any(axis=(0, 1))
        if self.law.leads:
            whole = np.full(card[0].shape, self.pack.all, card.dtype)
            opened = trumps * ((left[0] & ~left[::width] & trumps) != 0)
            tricks = np.arange(1, len(card[0]) + 1)[:, None]
            leads = self._guilty(self.law.leads, card[0], hand[0], whole, trumps, opened, tricks)
            clean &= ~(leads & choice[0]).any(axis=0)
        leaders = np.concatenate([leader.astype(seats.dtype)[None], winner[:-1]])
        # A seat that is out leads no trick; `clip` keeps its place harmless.
        turns = np.array(around, seats.dtype).T.take(leaders, axis=1, mode="clip")
        clean &= (seat == turns).all(axis=(0, 1))
        points = self._worth.take(place).reshape(-1, width, count).sum(axis=1, dtype=np.uint16)
        return TrickArrays(clean, winner, points)

    def _guilty(self, bounds: Iterable[BoundInfraction], *columns: Any) -> Flags:
        found = np.zeros(columns[0].shape, bool)
        for bound in bounds:
            found |= objections(bound, *columns, shape=found.shape)
        return found
