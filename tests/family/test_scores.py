"""What hands bring: every way a hand can end, against the second opinion, and the worked cases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, NamedTuple

import pytest

from clabber_audit.cards.seating import Seating
from clabber_audit.games.bid_euchre.auction import WORDS, Contract, forced_number
from clabber_audit.games.bid_euchre.scoring import (
    Played,
    Settled,
    capped,
    charged,
    next_dealer,
    reneged,
    sat_out,
    settle,
    stands,
)
from clabber_audit.games.bid_euchre.table import pack_of, seating_of
from clabber_audit.games.bid_euchre.toggles import Toggles
from tests.family.opinion import judging, scoring
from tests.family.opinion import scoring as ending
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.table import Record, side_of, sides_of
from tests.family.rules import NAMES, answered_otherwise
from tests.scale import scaled

#: Answers that change a score, by the games that are asked.
OF_SOME: dict[str, tuple[dict[str, Any], ...]] = {
    "progressive-euchre": ({"prog_scale": "all_tricks"}, {"prog_pepper": 4}, {"prog_defence": "yes"}),
    "hasenpfeffer": ({"hasen_opponents": "tricks"},),
    "buckenpeffer": ({"buck_set": "tricks"}, {"buck_set": "zero"}),
    "dirty-clubs": ({"bump_no_tricks": "yes"}, {"all_dropped": "all_tricks"}),
    "double-hasenpfeffer": ({"dh_loss": "bid"}, {"alone_doubles": "both"}),
    "bid-euchre": ({"win_on": "any_offence"}, {"win_on": "any"}, {"target": 25}, {"end": "time_limit"}),
    "pfeffer": ({"both_reach": "bidder"},),
}
OF_ALL: tuple[dict[str, Any], ...] = ({}, {"renege_penalty": "plus_minus_four"}, {"renege_penalty": "two_points"})
ASKED = [(name, changed) for name in NAMES for changed in (*OF_ALL, *OF_SOME.get(name, ()))]


class Way(NamedTuple):
    """One way a hand can end, as both are asked about it."""

    played: Played
    record: Record
    contract: dict[str, Any] | None
    gone: list[str]


def seats_of(name: str, players: int) -> tuple[str, ...]:
    numbered = tuple(f"P{number}" for number in range(1, players + 1))
    return tuple("NESW") if players == 4 and "dirty" not in name else numbered


def contracts(seating: Seating, toggles: Toggles) -> Iterator[Contract]:
    """All that can be bid."""
    kinds = ["bid", "hc"] if toggles.special_bids == "high_card" else ["bid"]
    for maker in (0, 1):
        for tricks, kind in product(range(1, seating.each + 1), kinds):
            yield Contract(maker, tricks, kind)
        for word in WORDS[toggles.special_bids]:
            yield Contract(maker, seating.each, word)
    number = forced_number(toggles)
    if number is not None:
        yield Contract(1, number, forced=True)


def shared_out(sides: int, each: int) -> Iterator[tuple[int, ...]]:
    """Every way to share out the tricks; of more sides than two a few at random."""
    if sides == 2:
        yield from ((ours, each - ours) for ours in range(each + 1))
        return
    for number in range(8):
        random, taken = Random(f"{sides} {number}"), [0] * sides
        for _ in range(each):
            taken[random.randrange(sides if number % 2 else 2)] += 1
        yield tuple(taken)


def ways(name: str, toggles: Toggles, law: Law) -> Iterator[Way]:
    """Every bid with every count of tricks."""
    for players in (3, 6) if toggles.partners == "no" else (4,):
        seats = seats_of(name, players)
        seating = seating_of(seats, toggles)
        record: Record = {"ruleset": name, "seats": list(seats), "pack": pack_of(players, toggles), "plays": []}
        record |= {"deal": {"dealer": seats[0]}, "cards_each": seating.each}
        bids: list[Contract | None] = list(contracts(seating, toggles))
        if toggles.upcard == "club_is_trump":
            bids.append(None)
        for contract, taken in product(bids, shared_out(len(seating.sides), seating.each)):
            bidders = None if contract is None else seating.side_of[contract.maker]
            lone = [False, True] if toggles.alone == "by_choice" else [contract is not None and contract.kind in LONE]
            # Whoever took nothing may have dropped out where each plays for himself.
            may_leave = [0] + [
                1 << side for side, tricks in enumerate(taken) if not tricks and side != bidders and len(taken) > 2
            ]
            for alone, out in product(lone, may_leave):
                told = None if contract is None else {**contract._asdict(), "maker": seats[contract.maker]}
                told = told and {**told, "alone": alone}
                gone = [seats[side] for side in range(len(seats)) if out >> side & 1]
                played = Played(taken, seating.each, contract, bidders, alone=alone, out=out)
                yield Way(played, record, told, gone)


LONE = ("pepper", "loner", "pfeffer")


def compare(settled: Settled | None, points: dict[str, int], hickeys: dict[str, int], way: Way) -> None:
    """The points and the hickeys, side by side."""
    assert settled is not None
    sides = sides_of(way.record, law_of(way.record["ruleset"], {}))
    assert settled.points == tuple(points[side] for side in sides), (way.played, settled)
    assert settled.hickeys == tuple(hickeys[side] for side in sides if hickeys), (way.played, settled)
    assert all(settled.addends)


@pytest.mark.parametrize(("name", "changed"), ASKED[:: scaled(3, 1)], ids=str)
def test_a_hand_played_out(name: str, changed: dict[str, Any]) -> None:
    toggles, law = answered_otherwise(name, changed), law_of(name, changed)
    for way in ways(name, toggles, law):
        for lost in (False, True) if way.played.alone else (False,):
            taken = dict(zip(sides_of(way.record, law), way.played.taken, strict=True))
            result = scoring.result_of(way.record, way.contract, taken, way.gone, lost, law)
            played = way.played._replace(lost=lost)
            assert played.made == result.made
            compare(settle(played, toggles), *scoring.scored(result, law), way)


@pytest.mark.parametrize(("name", "changed"), ASKED[:: scaled(3, 1)], ids=str)
def test_a_hand_lost_by_a_renege(name: str, changed: dict[str, Any]) -> None:
    toggles, law = answered_otherwise(name, changed), law_of(name, changed)
    for way in ways(name, toggles, law):
        sides = sides_of(way.record, law)
        taken = dict(zip(sides, way.played.taken, strict=True))
        for guilty, side in enumerate(sides):
            points, hickeys, _ = scoring.stopped(way.record, way.contract, taken, way.gone, side, law)
            compare(reneged(way.played, guilty, toggles), points, hickeys, way)


@pytest.mark.parametrize(("name", "changed"), [one for one in ASKED if "clubs" in one[0]], ids=str)
def test_a_hand_that_was_left(name: str, changed: dict[str, Any]) -> None:
    toggles, law = answered_otherwise(name, changed), law_of(name, changed)
    for way in ways(name, toggles, law):
        if way.contract is not None:
            compare(sat_out(way.played, toggles), scoring.sat_out(way.record, way.contract, law), {}, way)


@pytest.mark.parametrize(("name", "changed"), ASKED[:: scaled(3, 1)], ids=str)
def test_who_has_won(name: str, changed: dict[str, Any]) -> None:
    """Scores near the mark before the hand, a claim that cost something, the cap, and the end of the game."""
    toggles, law, random = answered_otherwise(name, changed), law_of(name, changed), Random(f"{name} {changed}")
    ended = set()
    for way in ways(name, toggles, law):
        settled = settle(way.played, toggles)
        assert settled is not None
        sides, mark = sides_of(way.record, law), law["target"] or 20
        before = tuple(random.randint(1, 20) if law["down"] else random.randint(mark - 9, mark + 2) for _ in sides)
        if random.random() < 0.2:
            settled = charged(settled, way.played.bidders or 0, toggles)
        points = dict(zip(sides, settled.points, strict=True))
        known = dict(zip(sides, before, strict=True))
        settled = capped(settled, before, toggles)
        assert settled.points == tuple(ending.capped(points, known, law).values())
        after = tuple(score + points for score, points in zip(before, settled.points, strict=True))
        bidders = None if way.contract is None else side_of(way.contract["maker"], way.record, law)
        taken = dict(zip(sides, way.played.taken, strict=True))
        wanted = ending.winner(dict(zip(sides, after, strict=True)), bidders, way.played.made, taken, law)
        won = stands(after, way.played, way.played.made, toggles)
        assert (sides[won] if isinstance(won, int) else won) == wanted, (way, after)
        ended.add(wanted)
    assert len(ended) > 1 or toggles.target is None or toggles.end != "target"


@pytest.mark.parametrize("name", NAMES)
def test_who_deals_next(name: str) -> None:
    law = law_of(name, {})
    for changed in ({}, {"all_pass": "redeal_same"}, {"annulled_deal": "next"}):
        toggles, law = answered_otherwise(name, changed), {**law_of(name, {}), **changed}
        seating = seating_of(seats_of(name, 4), toggles)
        for dealer, outcome in product(range(4), judging_outcomes()):
            record = {"seats": list(seating.seats), "deal": {"dealer": seating.seats[dealer]}}
            hand = type("Hand", (), {"findings": []})()
            wanted = judging.next_dealer(record, hand, outcome, law)
            assert seating.seats[next_dealer(dealer, outcome, seating, toggles)] == wanted


def judging_outcomes() -> tuple[Any, ...]:
    """All outcomes after which somebody deals."""
    return "scored", "renege", "sat_out", "redeal", "annulled", "passed_out"


def test_no_rule_says_what_a_hand_without_a_bid_is_worth_between_two_sides() -> None:
    assert settle(Played((4, 2), 6), answered_otherwise("double-deck", {})) is None
