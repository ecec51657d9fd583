"""The screen of one law for many hands of the family: columns in, and which of them are certainly clean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from clabber_audit.law.bound_ruleset import BoundRuleset
from clabber_audit.law.screen.bid_euchre.beside import Beside, CameTo, understood
from clabber_audit.law.screen.bid_euchre.columns import Columns
from clabber_audit.law.screen.bid_euchre.lines import noted
from clabber_audit.law.screen.bid_euchre.single import PlainHand, SingleScreen
from clabber_audit.law.screen.columns import Flags, Places
from clabber_audit.law.screen.falling import Falling, faces
from clabber_audit.law.screen.withheld import WithheldError
from clabber_audit.table.pack import Pack
from clabber_audit.table.seating import Seating

#: What becomes of a hand: the judge hears it, it is looked at by itself, or in columns without its cards, or with them.
_HEARD, _ALONE, _UNPLAYED, _PLAYED = range(4)


def screen_of(law: BoundRuleset) -> Screen | None:
    """The screen of a law; None where it is of a game, or speaks of a kind of step, that no screen understands."""
    return Screen(law) if understood(law) else None


class Screen:
    """The screen of one law."""

    def __init__(self, law: BoundRuleset) -> None:
        self.law, self._beside = law, Beside(law)
        self._single = SingleScreen(law, self._beside)
        self._falling = lru_cache(self._falling_at)
        self._strains = lru_cache(lambda pack: {name: number for number, name in enumerate(law.order(pack).strains)})

    def _falling_at(self, pack: Pack, playing: Seating) -> Falling:
        strains = [*self.law.order(pack).strains.values()]
        return Falling(self.law, pack, playing, faces(strains, pack))

    def clean(self, hands: Columns) -> Flags:
        """(n): whether a hand is certainly clean; one that is not may be all the same."""
        used, at = np.unique(hands.at, return_inverse=True)
        came = [self._beside.first_asked(hands.kinds[kind]) for kind in used.tolist()]
        ways = np.array([self._way(one, hands) for one in came], np.int8)[at]
        clean = np.zeros(len(at), bool)
        for row in np.flatnonzero(ways == _ALONE).tolist():
            clean[row] = self._single.clean(_hand(hands, row))
        for rows, taken in self._tricks(hands, came, at, ways):
            clean[rows] = self._sheets_agree(hands, came, at, rows, taken)
        for row in np.flatnonzero(clean & np.array([_asks(one) for one in came], bool)[at]).tolist():
            dealt = tuple(hands.dealt[:, row].tolist())
            clean[row] = not self._beside.objects_to_hands(came[at[row]], dealt)
        return clean

    def _way(self, came: CameTo | WithheldError | None, hands: Columns) -> int:
        if isinstance(came, WithheldError):
            return _HEARD if self.law.leads else _ALONE
        if came is None or came.playing.each != hands.each:
            return _HEARD
        falling = len(hands.cards)
        if came.unplayed:
            return _HEARD if falling else _UNPLAYED
        if came.handed:
            return _HEARD if self.law.leads else _ALONE
        return _PLAYED if falling == came.playing.end else _HEARD

    def _tricks(self, hands: Columns, came: Sequence[Any], at: Places, ways: Any) -> Any:
        """Hands that may be clean by their cards, by rows, with how many tricks each side took, (sides, n)."""
        rows = np.flatnonzero(ways == _UNPLAYED)
        if len(rows):
            sides = len(came[at[rows[0]]].playing.sides)
            yield rows, np.zeros((sides, len(rows)), np.intp)
        tables: dict[Seating, list[int]] = {}
        for number, one in enumerate(came):
            if isinstance(one, CameTo) and one.strain is not None:
                tables.setdefault(one.playing, []).append(number)
        strains = self._strains(hands.pack)
        strain = np.array([strains[one.strain.name] if _named(one) else 0 for one in came], np.intp)
        leader = np.array([one.leader if _named(one) else 0 for one in came], np.uint8)
        for playing, kinds in tables.items():
            own = np.zeros(len(came), bool)
            own[kinds] = True
            rows = np.flatnonzero((ways == _PLAYED) & own[at])
            if not len(rows):
                continue
            some, which = hands.only(rows), at[rows]
            fell = self._falling(hands.pack, playing).walked(
                some.seats, some.cards, some.dealt, strain[which], leader[which]
            )
            side_of = np.array(playing.side_of, np.intp)
            took = side_of.take(fell.winners[:, fell.clean])
            taken = np.stack([(took == side).sum(axis=0) for side in range(len(playing.sides))])
            yield rows[fell.clean], taken

    def _sheets_agree(self, hands: Columns, came: Sequence[Any], at: Places, rows: Places, taken: Any) -> Flags:
        """(n): whether it is known what some hands bring, and no law objects to what the sheet says of it."""
        nobody = (0,) * len(taken)
        numbers: dict[Any, int] = {}
        scored = [
            numbers.setdefault((one.to_be_scored(nobody), one.unplayed), len(numbers)) if _settles(one) else 0
            for one in came
        ]
        most = (hands.each + 1,) * len(taken)
        score = hands.score.at[rows]
        shape = (max(len(numbers), 1), len(hands.score.texts), *most)
        keys = np.ravel_multi_index((np.array(scored, np.intp)[at[rows]], score, *taken), shape)
        _, first, where = np.unique(keys, return_index=True, return_inverse=True)
        told = []
        for place in first.tolist():
            text = hands.score.texts[score[place]]
            agrees = self._beside.sheet_agrees(came[at[rows[place]]], tuple(taken[:, place].tolist()), None, text)
            told.append(-1 if agrees is None else int(agrees))
        found = np.array(told, np.int8)[where]
        for place in np.flatnonzero(found < 0).tolist():
            row = rows[place]
            before, text = noted(hands.before[row]), hands.score.texts[score[place]]
            one = tuple(taken[:, place].tolist())
            found[place] = bool(self._beside.sheet_agrees(came[at[row]], one, before, text))
        agreed: Flags = found.astype(bool)
        return agreed


def _named(came: CameTo | WithheldError | None) -> bool:
    """Whether a hand is played, and in what."""
    return isinstance(came, CameTo) and came.strain is not None and not came.unplayed


def _settles(came: CameTo | WithheldError | None) -> bool:
    return isinstance(came, CameTo)


def _asks(came: CameTo | WithheldError | None) -> bool:
    """Whether some law has to know a player's hand."""
    return isinstance(came, CameTo) and bool(came.open)


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
