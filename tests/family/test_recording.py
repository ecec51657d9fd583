"""What whoever writes a hand down is told of each game, against the rows."""

from __future__ import annotations

import pytest

from clabber_audit.games.bid_euchre.game import recording
from clabber_audit.games.game import Recording, Table
from tests.family.rules import answers_of


def told(name: str) -> Recording:
    return recording(answers_of(name))


@pytest.mark.parametrize(
    ("name", "bids"),
    [
        ("pepper", "1 2 3 4 5 6 small_pepper big_pepper"),  # B-015, B-016, BD-15
        ("progressive-euchre", "1 2 3 4 5 6 pepper loner"),  # B-035 to B-039
        ("pfeffer", "1 2 3 4 5 6 pfeffer"),  # B-055, BD-30
        ("hasenpfeffer", "1 2 3 4 5 6"),  # B-069
        ("buckenpeffer", "3 4 5 6 pfeffer"),  # B-075, B-076
        ("dirty-clubs", "1 2 3 4 5"),  # BD-49
        ("eau-claire-clubs", "1HC 2HC 3HC 4HC 5HC 1 2 3 4 5"),  # B-102, BD-55
        ("double-deck", "3 4 5 6 7 8 9 10 11 12"),  # B-133
        ("double-hasenpfeffer", "6 7 8 9 10 11 12"),  # B-140, B-141
    ],
)
def test_the_ladder_of_bids(name: str, bids: str) -> None:
    bidding = told(name).bidding
    assert bidding
    assert [bid.word for bid in bidding.bids] == bids.split()


def test_who_has_to_bid() -> None:
    """B-052, B-053, B-070, B-075, B-091, B-142."""
    found = {name: told(name).bidding for name in ("pepper", "pfeffer", "buckenpeffer", "double-hasenpfeffer")}
    least = {name: (one.dealer, one.stuck, one.forced) for name, one in found.items() if one}
    assert least == {
        "pepper": (1, 1, None),
        "pfeffer": (4, 4, 4),
        "buckenpeffer": (3, 4, 4),
        "double-hasenpfeffer": (6, 6, 6),
    }
    silent = {name: told(name).bidding for name in ("hasenpfeffer", "dirty-clubs", "dirty-clubs-bumped")}
    assert [one.silence for one in silent.values() if one] == ["joker", None, "NT"]


def test_the_tables() -> None:
    """B-002, B-068, B-084, B-095, B-138, BD-47; a record says how many cards each has where the pack does not."""
    assert told("pepper").tables == {4: Table("24", 6)}
    assert told("hasenpfeffer").tables == {4: Table("25", 6)}
    assert told("eau-claire-clubs").tables == {4: Table("24", 5, told=True)}
    clubs = {3: Table("20", 5), 4: Table("24", 5, told=True), 5: Table("28", 5), 6: Table("32", 5)}
    assert told("dirty-clubs").tables == clubs
    assert told("double-hasenpfeffer").tables == {4: Table("48", 12), 6: Table("48", 8)}


def test_what_is_named_and_who_leads() -> None:
    """B-018, B-042, B-057, B-058, B-077, B-094, BD-16."""
    besides = {name: told(name).names[4:] for name in ("pepper", "progressive-euchre", "buckenpeffer", "dirty-clubs")}
    assert besides == {
        "pepper": ("NT",),
        "progressive-euchre": (),
        "buckenpeffer": ("HIGH", "LOW"),
        "dirty-clubs": (),
    }
    assert told("eau-claire-clubs").named == {"hc": "NT"}
    assert told("pfeffer").leads == ("dealer_left", "bidder_right")
    assert told("pepper").leads == ("bidder", "bidder")


def test_what_happens_beside_the_cards() -> None:
    """B-036, B-070, B-078, B-086, B-090, B-097, B-104, B-112, B-121, B-143."""
    assert told("pepper").moments == ("trump", "before")
    assert told("progressive-euchre").moments == ("trump", "give", "before")
    assert told("dirty-clubs-bumped").moments == ("trump", "out", "blind", "before")
    assert told("eau-claire-clubs").moments == ("trump", "out", "special", "blind", "before")
    assert told("double-hasenpfeffer").lone
    assert [(told(name).start, told(name).cap) for name in ("pepper", "eau-claire-clubs")] == [(0, None), (15, 20)]
