"""The melds of many hands as they were called and shown: each text taken apart, each single meld asked about once."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import Final, NamedTuple

import numpy as np

from clabber_audit.cards.cards import DECK, DECK_SIZE, HAND_SIZE, SEATING, SEATS, TEAMS
from clabber_audit.games.clabber.melds import ALL, Meld
from clabber_audit.rules.screen.clabber import Beside
from clabber_audit.rules.screen.columns import Flags, Masks, Places, Words
from clabber_audit.rules.screen.kinds import Told
from clabber_audit.rules.screen.plain import words

#: Every meld by its number; the first stands for none.
MELDS: Final[tuple[Meld | None, ...]] = (None, *ALL.values())
_NUMBER: Final = {meld: number for number, meld in enumerate(MELDS)}
#: More melds than one side can show.
MOST: Final = len(SEATS) // len(TEAMS) * (HAND_SIZE // min(meld.cards.bit_count() for meld in ALL.values()))
#: What belle shows, since it shows none of the pack.
_BELLE: Final = 1 << DECK_SIZE
#: In a row of numbers whether melds are noted, and no law objects to them; what each seat shows; what counts by side.
_SHOWN: Final = slice(2, 2 + len(SEATS))
_COUNTING: Final = slice(_SHOWN.stop, _SHOWN.stop + len(TEAMS) * MOST)


class Shown(NamedTuple):
    """(n): whether melds are noted, and whether no law objects to them."""

    noted: Flags
    clean: Flags
    #: (4, n): the cards that each seat showed, and whether it called belle.
    cards: Masks
    belle: Flags
    #: (2, 4, n): by side the numbers of the melds that count.
    melds: Places


class ShownMelds:
    """What the laws say of melds as they were called and shown."""

    def __init__(self, beside: Beside) -> None:
        self._beside = beside
        self._singles, self._texts = Told(self._of_singles, 4), Told(self._of_texts, _COUNTING.stop)

    def shown(self, melds: Words) -> Shown:
        """The melds of some hands."""
        noted, clean, *rest = self._texts.of(melds).T
        shown, counting = np.array(rest[: len(SEATS)]), np.array(rest[len(SEATS) :])
        cards, belle = (shown & DECK).astype(np.uint32), (shown & _BELLE) != 0
        return Shown(noted != 0, clean != 0, cards, belle, counting.reshape(len(TEAMS), MOST, -1))

    def _of_singles(self, texts: Sequence[bytes]) -> Places:
        """Of single melds who has each, what he shows, whether in turn and each card once, and the meld that counts."""
        told = map(self._beside.single, texts)
        rows = [(one.seat, one.cards or _BELLE, one.plain, _NUMBER[one.counts]) for one in told]
        return np.array(rows, np.int32)

    def _of_texts(self, texts: Sequence[bytes]) -> Places:
        """Of the melds of hands what `_SHOWN` and `_COUNTING` say."""
        parts = [text[1:-1].replace(b"},{", b"}\n{").split(b"\n") if len(text) > 2 else [] for text in texts]
        singles, of = words([*chain.from_iterable(parts)]), np.repeat(np.arange(len(texts)), [*map(len, parts)])
        seat, cards, plain, meld = self._singles.of(singles).T
        own = of * len(SEATS) + seat
        shown = np.zeros(len(texts) * len(SEATS), np.int64)
        np.bitwise_or.at(shown, own, cards)
        # What is shown once adds up to just that.
        once = shown == np.bincount(own, cards, len(shown))
        runs = np.flatnonzero(cards != _BELLE)
        alone = np.bincount(own[runs], minlength=len(shown))[own] == 1
        alone_at_table = np.bincount(of[runs], minlength=len(texts))[of] == 1
        meld = meld.copy()
        for at in runs[(meld[runs] == 0) & (plain[runs] != 0)].tolist():
            one = self._beside.single(singles.texts[singles.at[at]])
            meld[at] = _NUMBER[self._beside.counts(one, bool(alone[at]), bool(alone_at_table[at]))]
        clean = once.reshape(-1, len(SEATS)).all(axis=1)
        clean[of[(plain == 0) | ((meld == 0) & (cards != _BELLE))]] = False
        side, counting = np.array(SEATING.side_of)[seat], np.zeros((len(texts), len(TEAMS), MOST), np.int64)
        place = _places_among(of[runs] * len(TEAMS) + side[runs])
        clean[of[runs[place >= MOST]]] = False
        runs, place = runs[place < MOST], place[place < MOST]
        counting[of[runs], side[runs], place] = meld[runs]
        noted = [len(text) > 0 for text in texts]
        return np.column_stack([noted, clean, shown.reshape(-1, len(SEATS)), counting.reshape(len(texts), -1)])


def _places_among(groups: Places) -> Places:
    """Of each item its place among those of its group."""
    order = groups.argsort(kind="stable")
    places = np.empty_like(order)
    places[order] = np.arange(len(order)) - groups[order].searchsorted(groups[order])
    return places
