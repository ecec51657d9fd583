"""The screen of one law for many hands of the family: columns in, and which of them are certainly clean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

import numpy as np

from clabber_audit.cards.pack import Pack
from clabber_audit.cards.seating import Seating
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.screen.bid_euchre.beside import Beside, CameTo, understood
from clabber_audit.rules.screen.bid_euchre.columns import Columns
from clabber_audit.rules.screen.bid_euchre.lines import noted
from clabber_audit.rules.screen.bid_euchre.single import PlainHand, SingleScreen
from clabber_audit.rules.screen.columns import Flags, Places
from clabber_audit.rules.screen.falling import Falling, faces
from clabber_audit.rules.screen.withheld import WithheldError

#: What becomes of a hand: the judge hears it, or it is looked at by itself, or together with others, in columns.
_HEARD, _ALONE, _TOGETHER = range(3)


def screen_of(law: BoundRuleset) -> Screen | None:
    """The screen of a law; None where it is of a game, or speaks of a kind of step, that no screen understands."""
    return Screen(law) if understood(law) else None


class Screen:
    """The screen of one law."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, self._beside = law, Beside(law)
        self._single = SingleScreen(law, self._beside)
        self._falling = lru_cache(self._falling_at)

    def _falling_at(self, pack: Pack, playing: Seating) -> Falling:
        strains = [*self.law.order(pack).strains.values()]
        return Falling(self.law, pack, playing, faces(strains, pack))

    def clean(self, hands: Columns) -> Flags:
        """(n): whether a hand is certainly clean; one that is not may be all the same."""
        used, at = np.unique(hands.at, return_inverse=True)
        asked = [self._beside.first_asked(hands.kinds[kind]) for kind in used.tolist()]
        ways = np.array([self._way(one, hands) for one in asked], np.int8)
        clean = np.zeros(len(at), bool)
        for row in np.flatnonzero((ways == _ALONE)[at]).tolist():
            clean[row] = self._single.clean(_hand(hands, row))
        together = ways == _TOGETHER
        rows = np.flatnonzero(together[at])
        if len(rows):
            came = [one for one, way in zip(asked, ways.tolist(), strict=True) if way == _TOGETHER]
            number = np.cumsum(together) - 1
            clean[rows] = self._in_columns(hands.only(rows), cast("list[CameTo]", came), number[at[rows]])
        return clean

    def _way(self, came: CameTo | WithheldError | None, hands: Columns) -> int:
        """What becomes of the hands of a kind."""
        if came is None or (isinstance(came, CameTo) and not _fits(came, hands)):
            return _HEARD
        if isinstance(came, CameTo) and not came.handed:
            return _TOGETHER
        return _HEARD if self.law.leads else _ALONE

    def _in_columns(self, hands: Columns, came: Sequence[CameTo], at: Places) -> Flags:
        """The same of hands that came, each `at` one of these, to what they came to by the words alone."""
        clean, taken = self._tricks(hands, came, at)
        rows = np.flatnonzero(clean)
        clean[rows] = self._sheets_agree(hands.only(rows), came, at[rows], taken[:, rows])
        asks = np.array([bool(one.open) for one in came])[at]
        for row in np.flatnonzero(clean & asks).tolist():
            dealt = tuple(hands.dealt[:, row].tolist())
            clean[row] = not self._beside.objects_to_hands(came[at[row]], dealt)
        return clean

    def _tricks(self, hands: Columns, came: Sequence[CameTo], at: Places) -> tuple[Flags, Places]:
        """(n): whether no law objects to a card; (sides, n): how many tricks each side took."""
        count, sides = len(at), len(came[0].playing.sides)
        clean, taken = np.ones(count, bool), np.zeros((sides, count), np.intp)
        if not len(hands.cards):
            return clean, taken
        strains = {name: number for number, name in enumerate(self.law.order(hands.pack).strains)}
        strain = np.array([strains[one.named] for one in came], np.intp)
        leader = np.array([one.leader for one in came], np.uint8)
        outs = np.array([one.playing.out for one in came], np.intp)[at]
        for out in np.unique(outs).tolist():
            rows = np.flatnonzero(outs == out)
            playing, some, which = came[at[rows[0]]].playing, hands.only(rows), at[rows]
            falling = self._falling(hands.pack, playing)
            fell = falling.replayed(some.seats, some.cards, some.dealt, strain[which], leader[which])
            clean[rows] = fell.clean
            took = np.array(playing.side_of, np.intp).take(fell.winners)
            taken[:, rows] = [(took == side).sum(axis=0) for side in range(sides)]
        return clean, taken

    def _sheets_agree(self, hands: Columns, came: Sequence[CameTo], at: Places, taken: Places) -> Flags:
        """(n): whether it is known what a hand brings, and no law objects to what the sheet says of it.

        Asked once of all that are scored alike, took as many tricks and have the same sheet.
        """
        no_tricks, numbers = (0,) * len(taken), dict[Any, int]()
        alike = [numbers.setdefault((one.to_be_scored(no_tricks), one.unplayed), len(numbers)) for one in came]
        shape = (len(numbers), len(hands.score.texts), *(hands.each + 1,) * len(taken))
        keys = np.ravel_multi_index((np.array(alike, np.intp)[at], hands.score.at, *taken), shape)
        _, first, where = np.unique(keys, return_index=True, return_inverse=True)

        def agrees(row: int, before: bytes | None) -> bool | None:
            made, text = tuple(taken[:, row].tolist()), hands.score.texts[hands.score.at[row]]
            return self._beside.sheet_agrees(came[at[row]], made, before, text)

        told = [agrees(row, None) for row in first.tolist()]
        found = np.array([bool(one) for one in told], bool)[where]
        for row in np.flatnonzero(np.array([one is None for one in told], bool)[where]).tolist():
            found[row] = bool(agrees(row, noted(hands.before[row])))
        return found


def _fits(came: CameTo, hands: Columns) -> bool:
    """Whether as many cards were dealt and fell as what was said asks for."""
    return came.playing.each == hands.each and len(hands.cards) == (0 if came.unplayed else came.playing.end)


def _hand(hands: Columns, row: int) -> PlainHand:
    """One of many hands."""
    cards = [*hands.pack.face]
    plays = zip(hands.seats[:, row].tolist(), hands.cards[:, row].tolist(), strict=True)
    return PlainHand(
        b"",
        (),
        hands.kinds[hands.at[row]],
        hands.pack,
        noted(hands.before[row]),
        hands.score.texts[hands.score.at[row]],
        tuple(hands.dealt[:, row].tolist()),
        [(seat, cards[card], "") for seat, card in plays],
    )
