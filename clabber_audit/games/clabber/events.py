"""Events that only Clabber has: melds and belle."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from clabber_audit.cards.cards import NEVER
from clabber_audit.games.clabber.melds import Belle, BelleCall, MeldEntry, belle_calls, belles, entries, timed
from clabber_audit.replay import Replay
from clabber_audit.replay.tricks import Declared, PlaysByColumn


class Melds(NamedTuple):
    """Runs and fours of a record, its announcements of belle, and the belles dealt, in that order."""

    entries: Sequence[MeldEntry] = ()
    belle_calls: Sequence[BelleCall] = ()
    belles: Sequence[Belle] = ()


_NONE: Final = Melds()


def meld_events(declared: Declared, fell: PlaysByColumn) -> Melds:
    """Return the meld events of a hand; none about belle if trumps are unknown."""
    hand, strain = declared.hand, declared.strain
    recorded = hand.record.melds
    if recorded is None:
        return _NONE
    trump = strain.trump if strain else 0
    runs = entries(hand, trump, fell.next_turn) if recorded else ()
    if not trump:
        return Melds(runs)
    calls = belle_calls(hand, trump, fell.next_turn, runs) if recorded else ()
    return Melds(runs, calls, belles(hand, trump, runs, calls))


def melds_of(replay: Replay) -> Melds:
    """Return the melds of a replayed hand; none if its game has none."""
    return replay.events if isinstance(replay.events, Melds) else _NONE


def silent_seats(replay: Replay) -> list[MeldEntry]:
    """Return the seats that called no run or four, each as an empty call at its first card, for claims.

    None if the record omits melds.
    """
    if noted_melds(replay) is None:
        return []
    hand, called = replay.hand, {entry.seat for entry in melds_of(replay).entries if entry.announced != NEVER}
    found = []
    for seat, (dealt, hidden) in enumerate(zip(hand.dealt, hand.hidden, strict=True)):
        first, second, fell = timed(hand, replay.columns.next_turn, seat)
        if fell and seat not in called:
            moments = (first, NEVER, first, second, True, fell > 1)
            found.append(MeldEntry(-1, seat, "", 0, *moments, dealt, hidden, replay.trumps))
    return found


def noted_melds(replay: Replay) -> Sequence[Any] | None:
    """Return the recorded melds; None if the record omits them or the game has none."""
    noted: Sequence[Any] | None = replay.hand.record.melds if isinstance(replay.events, Melds) else None
    return noted


def melds_unrecorded(replay: Replay) -> bool:
    """Return True if the game has melds and the record omits them."""
    return isinstance(replay.events, Melds) and replay.hand.record.melds is None
