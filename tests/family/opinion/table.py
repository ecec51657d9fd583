"""Who sits where: seats, sides, partners, left neighbors, and how many cards each has."""

from __future__ import annotations

from typing import Any

from tests.family.opinion.laws import Law

Record = dict[str, Any]

CARDS_EACH = {"20": 5, "24": 6, "25": 6, "28": 5, "32": 5}


def seats_of(record: Record) -> list[str]:
    """The seats in clockwise order."""
    return list(record.get("seats") or ["N", "E", "S", "W"])


def round_from(seat: str, record: Record) -> list[str]:
    """All seats clockwise, beginning with the one given."""
    seats = seats_of(record)
    place = seats.index(seat)
    return seats[place:] + seats[:place]


def left_of(seat: str, record: Record) -> str:
    """The next seat clockwise."""
    return round_from(seat, record)[1]


def right_of(seat: str, record: Record) -> str:
    """The seat before, clockwise."""
    return round_from(seat, record)[-1]


def side_of(seat: str, record: Record, law: Law) -> str:
    """Every second seat makes a side; in Dirty Clubs each plays for himself (B-084)."""
    if not law["sides"]:
        return seat
    seats = seats_of(record)
    return "".join(seats[seats.index(seat) % 2 :: 2])


def sides_of(record: Record, law: Law) -> list[str]:
    """The sides in the order of their first seats."""
    sides: list[str] = []
    for seat in seats_of(record):
        if side_of(seat, record, law) not in sides:
            sides.append(side_of(seat, record, law))
    return sides


def partners_of(seat: str, record: Record, law: Law) -> list[str]:
    """The other seats of the side."""
    mine = side_of(seat, record, law)
    return [other for other in seats_of(record) if other != seat and side_of(other, record, law) == mine]


def side_named(name: str, record: Record, law: Law) -> str:
    """The side of a seat, or the side itself."""
    return side_of(name, record, law) if name in seats_of(record) else name


def cards_each(record: Record) -> int:
    """How many cards each was dealt: as noted, else the pack's own number; five in the Clubs games (B-095, BD-47)."""
    if "cards_each" in record:
        return int(record["cards_each"])
    pack = record.get("pack", "24")
    if record["ruleset"].startswith(("dirty-clubs", "eau-claire")):
        return 5
    return 48 // len(seats_of(record)) if pack == "48" else CARDS_EACH[pack]


def club_hand(record: Record, law: Law) -> bool:
    """Whether a club was turned: clubs are trumps and nobody bids (B-097, BD-48)."""
    upcard = record["deal"].get("upcard")
    return law["upcard"] == "club_is_trump" and upcard is not None and upcard[1] == "C"
