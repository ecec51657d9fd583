"""Each number that a house of the family may set, with a hand that turns on it and one that does not.

Points are worked out from the rule of the house; those of the parent stand in the catalogue.
"""

from __future__ import annotations

from typing import Any, Final

import pytest

from clabber_audit.games.bid_euchre.auction import BidContract
from clabber_audit.games.bid_euchre.scoring import PlayedHand, charge_claim, score_renege, settle
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from clabber_audit.rules.ruleset import Ruleset, load, load_text


def house(parent: str, parameters: str) -> Ruleset:
    text = f'id = "x"\ntitle = "X"\nextends = "{parent}"\n[parameters]\n{parameters}\n'
    return load_text(text, "x.toml", {})


def hand(bid: int, ours: int, theirs: int, kind: str = "bid", **more: Any) -> PlayedHand:
    """Return a hand of two sides of which the first bid."""
    contract = BidContract(0, bid, kind, forced=more.pop("forced", False))
    return PlayedHand((ours, theirs), ours + theirs, contract, 0, **more)


def points(rules: Ruleset, played: PlayedHand) -> tuple[int, ...]:
    settled = settle(played, rules.toggles)
    assert settled is not None
    return settled.points


MADE, SET, ALL = hand(3, 4, 2), hand(4, 3, 3), hand(3, 6, 0)
PFEFFER, NO_PFEFFER = hand(6, 6, 0, "pfeffer", alone=True), hand(6, 5, 1, "pfeffer", alone=True)
LONER = hand(6, 6, 0, "loner", alone=True)
#: Parent, parameters, a hand with its points by the parent and by the house, and a hand that scores alike.
NUMBERS: Final = (
    ("pepper", "per_trick.makers = 2", MADE, (4, 2), (8, 2), SET),
    ("pepper", "per_trick.defense = 2", MADE, (4, 2), (4, 4), ALL),
    ("pepper", "set = 3", SET, (-6, 3), (-3, 3), MADE),
    ("pepper", "set = 'bid'", SET, (-6, 3), (-4, 3), MADE),
    ("pepper", "set = 'short'", SET, (-6, 3), (-1, 3), MADE),
    ("pepper", "no_tricks = 0", ALL, (6, -6), (6, 0), MADE),
    ("pepper", "no_tricks = 'bid'", ALL, (6, -6), (6, -3), MADE),
    ("pepper", "small_pepper = 7", hand(6, 6, 0, "small_pepper"), (12, -6), (7, -6), MADE),
    ("pepper", "big_pepper = 24", hand(6, 5, 1, "big_pepper"), (-14, 1), (-24, 1), MADE),
    ("double-deck", "set = 'short'", hand(8, 6, 6), (-8, 6), (-2, 6), hand(6, 6, 6)),
    ("double-deck", "no_tricks = 6", hand(8, 12, 0), (12, 0), (12, -6), hand(6, 6, 6)),
    ("hasenpfeffer", "set = 'bid'", SET, (-1, 0), (-4, 0), MADE),
    ("buckenpeffer", "set = 5", SET, (-4, 3), (-5, 3), MADE),
    ("buckenpeffer", "no_tricks = 6", ALL, (9, -3), (9, -6), MADE),
    ("pfeffer", "pfeffer.gain = 24", PFEFFER, (12, -5), (24, -5), MADE),
    ("pfeffer", "pfeffer.loss = 12", NO_PFEFFER, (-10, 1), (-12, 1), MADE),
    (
        "double-hasenpfeffer",
        "forced_loss = 'full'",
        hand(6, 5, 7, forced=True),
        (-3, 7),
        (-6, 7),
        hand(6, 5, 7),
    ),
    ("progressive-euchre", "loner = 6", LONER, (4, 0), (6, 0), MADE),
    ("progressive-euchre", "stopped = 3", SET, (0, 2), (0, 3), MADE),
    ("progressive-euchre", "sweep = 5", hand(3, 0, 6), (0, 4), (0, 5), SET),
    ("progressive-euchre", "scale = { 3 = 2 }", hand(3, 3, 3), (1, 0), (2, 0), MADE),
    ("progressive-euchre", "scale = { 4 = 2 }", MADE, (1, 0), (2, 0), hand(3, 3, 3)),
    ("progressive-euchre", "scale = { 5 = 3 }", hand(3, 5, 1), (2, 0), (3, 0), MADE),
    ("progressive-euchre", "scale = { 6 = 3 }", ALL, (2, 0), (3, 0), MADE),
    ("eau-claire-clubs", "bump = 4", hand(3, 2, 3), (5, -3), (4, -3), hand(2, 3, 2)),
    ("eau-claire-clubs", "set = 'bid'", hand(3, 2, 3), (5, -3), (3, -3), hand(2, 3, 2)),
    ("eau-claire-clubs", "no_tricks = 2", hand(3, 5, 0), (-5, 5), (-5, 2), hand(2, 3, 2)),
)


@pytest.mark.parametrize(("parent", "parameters", "guilty", "before", "after", "innocent"), NUMBERS)
def test_a_number_of_a_house_counts(
    parent: str,
    parameters: str,
    guilty: PlayedHand,
    before: tuple[int, int],
    after: tuple[int, int],
    innocent: PlayedHand,
) -> None:
    theirs, ours = load(parent), house(parent, parameters)
    assert (points(theirs, guilty), points(ours, guilty)) == (before, after)
    assert points(theirs, innocent) == points(ours, innocent)


@pytest.mark.parametrize(
    ("parameters", "played", "before", "after"),
    [
        ("hickeys = 2", SET, (1, 0), (2, 0)),
        ("hickeys = 2", MADE, (0, 0), (0, 0)),
        ("pfeffer.hickeys = 3", NO_PFEFFER, (2, 0), (3, 0)),
        ("pfeffer.hickeys = 3", SET, (1, 0), (1, 0)),
    ],
)
def test_hickeys_of_a_house(
    parameters: str, played: PlayedHand, before: tuple[int, int], after: tuple[int, int]
) -> None:
    for rules, wanted in ((load("pfeffer"), before), (house("pfeffer", parameters), after)):
        settled = settle(played, rules.toggles)
        assert settled is not None
        assert settled.hickeys == wanted


@pytest.mark.parametrize(
    ("parameters", "alone", "score"),
    [
        # The parent scores a renege of the bidders as if the others had taken all six (BD-70).
        ("", False, (-6, 6)),
        ("renege = 3", False, (0, 3)),
        ("renege = { points = 3, minus = 2 }", False, (-2, 3)),
        ("renege = { points = 3, alone = 5 }", True, (0, 5)),
        ("renege = { points = 3, alone = 5 }", False, (0, 3)),
        ('renege = "two_points"', True, (0, 4)),
    ],
)
def test_the_price_of_a_renege(parameters: str, alone: bool, score: tuple[int, int]) -> None:
    settled = score_renege(
        hand(3, 1, 1, alone=alone)._replace(each=6), 0, house("pepper", parameters).toggles
    )
    assert settled is not None
    assert settled.points == score


def test_the_price_of_a_claim_that_proves_nothing() -> None:
    rules = house("pepper", "unproven_claim = 3")
    assert rules.toggles.false_claim == "minus_two"
    settled = settle(MADE, rules.toggles)
    assert settled is not None
    assert charge_claim(settled, 1, rules.toggles).points == (4, 2 - 3)
    assert charge_claim(settled, 1, load("pepper").toggles).points == (4, 2 - 2)


#: Parameters that `NUMBERS` and the tests after it, or the houses of `test_houses.py`, try.
TRIED: Final = {
    *("joker_rank", "repeat", "max_bid", "hickeys", "pfeffer_hickeys", "renege_points", "renege_minus"),
    *("renege_alone", "unproven_claim", "set_price", "exchange_cards", "max_redeals", "agreements"),
}


def test_every_number_is_tried() -> None:
    words = {
        name.replace(".", "_") for _, parameters, *_ in NUMBERS for name in [parameters.split(" ", 1)[0]]
    }
    scale = {f"scale_{tricks}" for tricks in range(3, 7)}
    first = BidEuchreToggles._fields.index("joker_rank")
    assert {*BidEuchreToggles._fields[first:]} <= words | TRIED | scale


def test_the_cards_traded_stand_in_the_article() -> None:
    text = house("double-hasenpfeffer", "exchange = { cards = 3 }").articles["exchange"].text
    assert text.startswith("A lone bidder and partner may trade, and each gives three.")
    assert "two" not in text


def test_the_highest_bid_of_a_house() -> None:
    """To five and no further: six is no bid at a table that stops at five, and five is."""
    recording = load("hasenpfeffer").game.recording
    for rules, highest in ((load("hasenpfeffer"), "6"), (house("hasenpfeffer", "max_bid = 5"), "5")):
        bidding = recording(rules.toggles).bidding
        assert bidding is not None
        assert bidding.bids[-1].word == highest
