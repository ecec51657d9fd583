"""Lines that hold plain hands of the family, read straight into columns; those that are laid out alike together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import lru_cache, partial
from typing import Any, Final, NamedTuple

import numpy as np

from clabber_audit.cards.pack import Pack
from clabber_audit.records.bid_euchre_words import COMPASS
from clabber_audit.rules.screen.bid_euchre.columns import Columns
from clabber_audit.rules.screen.bid_euchre.kinds import Kind, Table
from clabber_audit.rules.screen.bid_euchre.lines import SCREENED, each_noted, matching, noted, pack_named, stand_ins
from clabber_audit.rules.screen.columns import Flags, Numbers
from clabber_audit.rules.screen.lines import keys_are_sorted, names
from clabber_audit.rules.screen.plain import Form, Letters, Plain, letters_of, seats_of, words

_PLAY: Final = {"seat": "?", "card": "??"}
#: What is no card.
_NONE: Final = 99
#: A column has numbers of so many bits, one for each card.
_WIDEST: Final = 64
_MOST: Final = 48

#: What of a line is looked at: its hands as one text, besides what is `SCREENED`.
_PARTS: Final = (*SCREENED, "deal_hands")
_PACK, _UPCARD, _BLIND, _PLAYS = map(SCREENED.index, ("pack", "deal_upcard", "deal_blind", "plays"))


class _Alike(NamedTuple):
    """What lines have in common whose cards stand at the same places: how long each text of cards is."""

    sorted_keys: bool
    pack: bytes | None
    turned_up: bool
    blind: int
    hands: int
    plays: int


def plain_lines(lines: Iterable[tuple[int, bytes]]) -> tuple[list[Plain[Columns]], list[int]]:
    """The plain hands among some lines by their places, as columns; and the places of what may be plain and is none."""
    groups, others = dict[tuple[Any, ...], list[tuple[int, Sequence[Any]]]](), list[int]()
    for place, line in lines:
        sorted_keys = keys_are_sorted(line)
        match = matching(sorted_keys)(line)
        if match is not None:
            found = match.group(*_PARTS)
            up, blind, hands = noted(found[_UPCARD]), noted(found[_BLIND]), found[-1] or b""
            alike = sorted_keys, found[_PACK], up != b"", len(blind), len(hands), len(found[_PLAYS])
            groups.setdefault(alike, []).append((place, found))
    columns = []
    for alike, some in groups.items():
        places, parts = zip(*some, strict=True)
        layout = _layout(_Alike(*alike))
        if layout is None:
            others += places
        else:
            columns.append(_plain(np.array(places, np.intp), list(zip(*parts, strict=True)), layout))
    return columns, others


def _plain(places: Any, parts: Sequence[Sequence[Any]], layout: _Layout) -> Plain[Columns]:
    rulesets, players, teams, _, each, dealer, upcard, blind, calls, exchanges, before, score, plays, hands = parts
    dealt, whole = layout.dealt(hands)
    left_over, known = layout.left_over(blind, upcard)
    seats, fell, fallen = layout.fell(plays)
    cards, once = layout.cards(dealt, left_over)
    played, each_once = layout.cards_played(seats, fell)
    keep = np.flatnonzero(whole & known & fallen & once & each_once)
    kinds, at = dict[Any, int](), []
    alike = stand_ins(layout.name)
    each = [each_noted(one, layout.name, ruleset) for one, ruleset in zip(each, rulesets, strict=True)]
    for key in zip(each, dealer, [alike.get(card, card) for card in upcard], calls, exchanges, strict=True):
        at.append(kinds.setdefault(key, len(kinds)))
    bits = layout.bits.take(cards, mode="clip").reshape(dealt.shape)
    columns = Columns(
        layout.name,
        layout.pack,
        dealt.shape[-1],
        [layout.kind(*key) for key in kinds],
        np.array(at, np.intp),
        np.ascontiguousarray(np.bitwise_or.reduce(bits, axis=2).T),
        np.ascontiguousarray(seats.T),
        np.ascontiguousarray(played.T),
        before,
        words(score),
    )
    named = list(map(names, players, teams))
    return Plain(places[keep], words(rulesets).only(keep), columns.only(keep), [named[row] for row in keep.tolist()])


class _Layout:
    """How the cards of a plain hand are laid out in a line."""

    def __init__(self, alike: _Alike, pack: Pack, each: int, left_over: int, falling: int) -> None:
        compact = partial(json.dumps, separators=(",", ":"), sort_keys=alike.sorted_keys)
        self.name, self.pack = noted(alike.pack), pack
        wide = pack.all.bit_length() > np.iinfo(np.uint32).bits
        self.bits: Any = np.array([*pack.face], np.uint64 if wide else np.uint32)
        self._hands = Form(compact(dict.fromkeys(COMPASS, ["??"] * each)))
        self._left_over = Form(compact(["??"] * left_over)) if left_over else None
        self._plays = Form(compact([_PLAY] * falling))
        self._shape = len(COMPASS), each
        self._turned_up, self._many, self._card_first = alike.turned_up, left_over, alike.sorted_keys
        order = sorted(COMPASS) if alike.sorted_keys else [*COMPASS]
        self._order = [order.index(seat) for seat in COMPASS]
        self._faces = np.full(1 << 16, _NONE, np.uint8)
        for number, face in enumerate(dict.fromkeys(pack.face.values())):
            self._faces[np.frombuffer(face.encode(), np.uint16)] = number
        #: The faces of the cards in their order.
        self._in_order = np.arange(pack.size, dtype=np.uint8) // pack.copies

    def kind(self, each: bytes, dealer: bytes, up: bytes, calls: bytes | None, given: bytes | None) -> Kind:
        """What tells hands apart before anybody looks at a player's cards."""
        return Kind(Table(self.name, each, dealer, noted(up), self._many), noted(calls), noted(given))

    def _numbers(self, letters: Letters) -> Letters:
        """The number of each face by its two letters; far too large for what is none."""
        return self._faces[np.ascontiguousarray(letters).view(np.uint16)[..., 0]]

    def dealt(self, hands: Sequence[bytes]) -> tuple[Letters, Flags]:
        """(n, 4, each): the faces dealt to each seat; (n) whether all of them are cards."""
        holes, whole = self._hands.filled_in(letters_of(hands))
        faces = self._numbers(holes.reshape(len(hands), *self._shape, 2))[:, self._order]
        return faces, whole & (faces != _NONE).all(axis=(1, 2))

    def left_over(self, blind: Sequence[bytes], upcard: Sequence[bytes]) -> tuple[Letters, Flags]:
        """(n, cards): the faces that nobody was dealt; (n) whether they are cards, the first the one turned up."""
        nothing = np.zeros((len(blind), 0), np.uint8)
        up = self._numbers(letters_of(upcard)[:, None, 1:3]) if self._turned_up else nothing
        if self._left_over is None:
            return up, (up != _NONE).all(axis=1)
        holes, whole = self._left_over.filled_in(letters_of(blind))
        faces = self._numbers(holes.reshape(len(blind), -1, 2))
        return faces, whole & (faces != _NONE).all(axis=1) & (faces[:, : up.shape[1]] == up).all(axis=1)

    def fell(self, plays: Sequence[bytes]) -> tuple[Letters, Letters, Flags]:
        """(n, clocks): who played, and which face; (n) whether all of them are seats and cards."""
        holes, whole = self._plays.filled_in(letters_of(plays))
        letters = holes.reshape(len(plays), -1, 3)
        seat, card = (2, slice(0, 2)) if self._card_first else (0, slice(1, 3))
        seats, faces = seats_of(letters[:, :, seat]), self._numbers(letters[:, :, card])
        return seats, faces, whole & (seats < len(COMPASS)).all(axis=1) & (faces != _NONE).all(axis=1)

    def cards(self, dealt: Letters, left_over: Letters) -> tuple[Numbers, Flags]:
        """(n, cards): which cards of the pack the faces dealt are; (n) whether there are so many of each."""
        faces = dealt.reshape(len(dealt), -1)
        if self.pack.copies > 1:
            return self._in_place(faces, faces)
        bits = self.bits.take(np.concatenate([faces, left_over], axis=1), mode="clip")
        # A sum of bits is as large as what they have together only while all of them differ.
        return faces, bits.sum(axis=1, dtype=np.uint64) == np.bitwise_or.reduce(bits, axis=1)

    def cards_played(self, seats: Letters, faces: Letters) -> tuple[Numbers, Flags]:
        """(n, clocks): which cards of the pack were played; of several alike those that lie with who played them."""
        if self.pack.copies == 1 or not faces.shape[1]:
            return faces, np.ones(len(faces), bool)
        return self._in_place(faces, faces * len(COMPASS) + seats)

    def _in_place(self, faces: Letters, keys: Letters) -> tuple[Numbers, Flags]:
        """The whole pack as cards, in the order of keys; (n) whether it is that."""
        order = np.argsort(keys, axis=1, kind="stable")
        cards = np.empty_like(faces)
        np.put_along_axis(cards, order, np.arange(self.pack.size, dtype=np.uint8)[None], axis=1)
        return cards, (np.take_along_axis(faces, order, axis=1) == self._in_order).all(axis=1)


@lru_cache(maxsize=256)
def _layout(alike: _Alike) -> _Layout | None:
    """How such lines are laid out; None where they are no columns, and hands are looked at one by one."""
    pack = pack_named(noted(alike.pack))
    each = _times(alike.hands, lambda count: dict.fromkeys(COMPASS, ["??"] * count))
    left_over = _times(alike.blind, lambda count: ["??"] * count) if alike.blind else 0
    falling = _times(alike.plays, lambda count: [_PLAY] * count)
    if not each or left_over is None or falling is None or pack.all.bit_length() > _WIDEST:
        return None
    if pack.copies > 1 and (len(COMPASS) * each != pack.size or falling not in (0, pack.size)):
        return None
    return _Layout(alike, pack, each, left_over, falling)


def _times(length: int, form: Any) -> int | None:
    """How often something stands in a text of a length; None where it does not go in."""
    return next((count for count in range(_MOST + 1) if _long(form(count)) == length), None)


def _long(data: Any) -> int:
    return len(json.dumps(data, separators=(",", ":")))
