"""The runs and fours of a hand as they were called and shown, each with the moments that decide about it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from clabber_audit.record.hand import Hand
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import BIT, SEAT, TEAMS, team_of
from clabber_audit.table.moments import NEVER, PENDING, UNWRITTEN

if TYPE_CHECKING:
    from clabber_audit.record.model import Claim


class Entry(NamedTuple):
    """One meld of the record, with the moments that decide about it."""

    number: int
    seat: int
    kind: str
    #: The cards of the meld as the record has them; 0 for none.
    cards: int
    #: When it was announced and shown; PENDING when its proper moment has not come, NEVER when it never was, UNWRITTEN
    #: when nobody wrote it down.
    announced: int
    shown: int
    #: The clocks of the seat's first and second card. One that has not fallen has the clock of the moment while it is
    #: the seat's turn to play it, else it lies later than any moment.
    first: int
    second: int
    first_fell: bool
    second_fell: bool
    #: Whether an earlier entry of the seat uses one of the cards.
    shared: bool
    #: What the seat is known to have been dealt, and how many of its cards are not known.
    hand: int
    hidden: int
    trump: int
    #: The cards that the other side had shown for its melds before this one was shown.
    shown_before: tuple[int, ...]
    #: The kinds of meld that the seat announced, this one among them.
    called: tuple[str, ...]
    #: The infractions of the seat's side that claims name; an empty name is any fault at all.
    challenged: frozenset[str]

    @property
    def at(self) -> int:
        """When it was announced."""
        return self.announced


class Timed(NamedTuple):
    """A seat's first and second card, as `Entry` has them, and how many of its cards have fallen."""

    first: int
    second: int
    fell: int


def timed(hand: Hand, next_turn: int, seat: int) -> Timed:
    """When a seat played its first and second card; `next_turn` are the seats, as bits, whose turn it is at the end."""
    seats = hand.seats
    fell = seats.count(seat)
    if fell > 1:
        first = seats.index(seat)
        return Timed(first, seats.index(seat, first + 1), fell)
    soonest = len(seats) if next_turn >> seat & 1 else PENDING
    return Timed(seats.index(seat), soonest, 1) if fell else Timed(soonest, PENDING, 0)


def entries(hand: Hand, trump: int, next_turn: int) -> list[Entry]:
    """The runs and fours, in the record's order."""
    found: list[Entry] = []
    challenged = _challenged(hand.record.claims)
    for number, meld in enumerate(hand.record.melds or ()):
        if meld.kind == "belle":
            continue
        seat = SEAT[meld.seat]
        first, second, fell = timed(hand, next_turn, seat)
        cards = sum({BIT[code] for code in meld.cards})
        found.append(
            Entry(
                number,
                seat,
                meld.kind,
                cards,
                moment(meld.announced, first, fell > 0),
                moment(meld.shown, second, fell > 1) if cards or meld.shown is None else NEVER,
                first,
                second,
                fell > 0,
                fell > 1,
                bool(found) and any(entry.seat == seat and entry.cards & cards for entry in found),
                hand.dealt[seat],
                hand.hidden[seat],
                trump,
                (),
                (meld.kind,),
                challenged.get(team_of(seat), frozenset()),
            )
        )
    return [_beside(entry, found) for entry in found] if len(found) > 1 else found


def _challenged(claims: Sequence[Claim]) -> dict[int, frozenset[str]]:
    """The infractions that claims name, by the team they are against; an empty name is any fault at all."""
    found: dict[int, set[str]] = {}
    for claim in claims:
        team = TEAMS.index(claim.against) if claim.against in TEAMS else team_of(SEAT[claim.against])
        if claim.infraction or claim.trick is None:
            found.setdefault(team, set()).add(claim.infraction or "")
    return {team: frozenset(names) for team, names in found.items()}


def moment(word: int | str | None, proper: int, reached: bool) -> int:
    """The clock that a record means, by the clock of the proper moment and whether the hand reached it."""
    if word is None:
        return UNWRITTEN
    if word == "in_turn":
        return proper if reached else PENDING
    return NEVER if word == "never" else clock.number(word)


def _beside(entry: Entry, others: Sequence[Entry]) -> Entry:
    """An entry with what the others of the hand mean for it."""
    shown, side = entry.shown, team_of(entry.seat)
    shown_before = [other.cards for other in others if other.shown < shown and team_of(other.seat) != side]
    called = [other.kind for other in others if other.seat == entry.seat and other.announced != NEVER]
    return entry._replace(shown_before=tuple(shown_before if shown <= clock.SCORED else ()), called=tuple(called))
