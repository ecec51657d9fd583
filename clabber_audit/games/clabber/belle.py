"""Belle: king and queen of trumps in one hand, how it was called, and what decides about it (R-063 to R-067)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.games.clabber.melding import Entry, moment, timed
from clabber_audit.games.clabber.melds import belle_cards, holds_belle_run
from clabber_audit.record.hand import Hand
from clabber_audit.replay import laid_down_by
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import SEAT
from clabber_audit.table.moments import NEVER, PENDING, UNWRITTEN

if TYPE_CHECKING:
    from clabber_audit.record.model import Meld


class BelleCall(NamedTuple):
    """One announcement of belle."""

    number: int
    seat: int
    #: When it was said; PENDING when its proper moment has not come, NEVER when it was not.
    said: int
    #: Whether the seat was dealt both king and queen of trumps.
    holds: bool
    #: Which of the two it was not dealt.
    lacked: int
    first: int
    first_fell: bool
    #: The clock of the second of the two cards; PENDING while it has not fallen.
    second: int
    #: When the seat showed, in its turn, a run with both; NEVER when it did not.
    run_shown: int
    #: Whether it was said just when the seat announced such a run; None where nobody wrote that down.
    with_run: bool | None
    #: Whether another meld of the seat uses one of the two cards; None where nobody wrote down if it was announced.
    in_meld: bool | None
    #: Whether it was said with a lay-down, or its moment came with one.
    with_laydown: bool
    #: Whether the seat had called it before.
    again: bool
    #: Whether anybody wrote down when it was said.
    dated: bool = True

    @property
    def at(self) -> int:
        """When it was said."""
        return self.said


class Belle(NamedTuple):
    """King and queen of trumps in one hand, and when they were called."""

    seat: int
    second: int
    said: int
    run_shown: int
    in_meld: bool | None
    with_laydown: bool

    @property
    def at(self) -> int:
        """When the second of the two fell."""
        return self.second


def belle_calls(hand: Hand, trump: int, next_turn: int, runs: Sequence[Entry]) -> list[BelleCall]:
    """The announcements of belle, in the record's order."""
    recorded = [(number, meld) for number, meld in enumerate(hand.record.melds or ()) if meld.kind == "belle"]
    found: list[BelleCall] = []
    layer, laid = laid_down_by(hand), len(hand.cards)
    for number, meld in recorded:
        seat = SEAT[meld.seat]
        facts = belle_facts(hand, trump, seat, runs)
        own = timed(hand, next_turn, seat)
        proper, reached = (facts.second, facts.second != PENDING) if facts.holds else (own.first, own.fell > 0)
        if facts.holds and not reached and seat == layer:
            proper, reached = laid, True
        said = moment(meld.announced, proper, reached)
        found.append(
            BelleCall(
                number,
                seat,
                said,
                facts.holds,
                belle_cards(trump) & ~hand.dealt[seat],
                own.first,
                own.fell > 0,
                facts.second,
                facts.run_shown,
                _with_run(said, [run.announced for run in facts.runs]),
                facts.in_meld,
                said == laid and seat == layer,
                _said_before(recorded, number, seat, said),
                meld.announced is not None,
            )
        )
    return found


def belles(hand: Hand, trump: int, runs: Sequence[Entry], calls: Sequence[BelleCall]) -> list[Belle]:
    """The king and queen of trumps of every seat that was dealt both."""
    both, found = belle_cards(trump), []
    for seat, dealt in enumerate(hand.dealt):
        if dealt & both != both:
            continue
        facts = belle_facts(hand, trump, seat, runs)
        own = [call for call in calls if call.seat == seat]
        said = first_said([call.said for call in own], facts.second)
        with_laydown = any(call.with_laydown for call in own)
        found.append(Belle(seat, facts.second, said, facts.run_shown, facts.in_meld, with_laydown))
    return found


def first_said(clocks: Sequence[int], second: int) -> int:
    """When belle was first called, by the clocks of its calls; UNWRITTEN where one of them leaves that open."""
    said = min((clock for clock in clocks if clock != UNWRITTEN), default=NEVER)
    return UNWRITTEN if UNWRITTEN in clocks and said > second else said


def _said_before(recorded: Sequence[tuple[int, Meld]], number: int, seat: int, said: int) -> bool:
    """Whether another entry has the seat say belle at an earlier clock, or at the same and earlier in the record."""
    return any(
        (clock.number(meld.announced), other) < (said, number)
        for other, meld in recorded
        if SEAT[meld.seat] == seat and meld.announced not in (None, "in_turn", "never")
    )


class BelleFacts(NamedTuple):
    """What decides about the belle of one seat."""

    holds: bool
    #: The clock of the second of the two cards; PENDING while it has not fallen.
    second: int
    #: When a run with both was shown in its turn, which is itself the call; NEVER when none was.
    run_shown: int
    #: Whether another meld announced uses one of the two; None where nobody wrote down whether it was announced.
    in_meld: bool | None
    #: The runs with both.
    runs: Sequence[Entry]


def belle_facts(hand: Hand, trump: int, seat: int, entries: Sequence[Entry]) -> BelleFacts:
    """Whether a seat was dealt king and queen of trumps, and what became of them."""
    both = belle_cards(trump)
    king, cards = both & -both, hand.cards
    places = [cards.index(card) for card in (king, both ^ king) if card in cards]
    parts = sorted(at for at in places if hand.seats[at] == seat)
    own = [entry for entry in entries if entry.seat == seat and entry.cards & both]
    runs = [entry for entry in own if holds_belle_run(entry.cards, trump)]
    shows = [run.shown for run in runs if run.shown == run.second]
    if runs and seat == laid_down_by(hand) and any(run.shown == PENDING for run in runs):
        # A lay-down shows what its hand had still to show.
        shows.append(len(hand.cards))
    unwritten = any(run.shown == UNWRITTEN for run in runs)
    return BelleFacts(
        hand.dealt[seat] & both == both,
        parts[1] if len(parts) > 1 else PENDING,
        min(shows, default=UNWRITTEN if unwritten else NEVER),
        _announced(own),
        runs,
    )


def _with_run(said: int, announced: Sequence[int]) -> bool | None:
    """Whether belle was said just when a run was announced; None where nobody wrote down when that was."""
    if said != UNWRITTEN and said in announced:
        return True
    return None if UNWRITTEN in announced and said != UNWRITTEN else False


def _announced(entries: Sequence[Entry]) -> bool | None:
    """Whether any of some melds was announced; None where nobody wrote that down."""
    told = {entry.announced for entry in entries} - {NEVER}
    return None if told == {UNWRITTEN} else bool(told)
