"""Scores: addend by addend, every end of a hand against the second opinion, and the worked cases."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Any, Final, NamedTuple

import pytest

from clabber_audit.cards.seating import Seating
from clabber_audit.games.bid_euchre.auction import WORDS, KnownCards, Obligation, auction, forced_number
from clabber_audit.games.bid_euchre.naming import leavings
from clabber_audit.games.bid_euchre.scoring import (
    TIE,
    PlayedHand,
    SettledScore,
    capped,
    charged,
    next_dealer,
    reneged,
    sat_out,
    settle,
    stands,
)
from clabber_audit.games.bid_euchre.table import PACKS, pack_of, seating_of
from clabber_audit.games.bid_euchre.toggles import BidEuchreToggles
from tests.family.book import Asked, book
from tests.family.opinion import judging, scoring
from tests.family.opinion import scoring as ending
from tests.family.opinion import table as tables
from tests.family.opinion.laws import Law, law_of
from tests.family.opinion.table import Record, side_of, sides_of
from tests.family.rules import NAMES, answered_otherwise, answers_of
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
OF_ALL: tuple[dict[str, Any], ...] = (
    {},
    {"renege_penalty": "plus_minus_four"},
    {"renege_penalty": "two_points"},
)
ASKED = [(name, changed) for name in NAMES for changed in (*OF_ALL, *OF_SOME.get(name, ()))]


class Way(NamedTuple):
    """One way a hand can end, as both are asked about it."""

    played: PlayedHand
    record: Record
    contract: dict[str, Any] | None
    gone: list[str]


def seats_of(name: str, players: int) -> tuple[str, ...]:
    numbered = tuple(f"P{number}" for number in range(1, players + 1))
    return tuple("NESW") if players == 4 and "dirty" not in name else numbered


def contracts(seating: Seating, toggles: BidEuchreToggles) -> Iterator[Obligation]:
    """All that can be bid."""
    kinds = ["bid", "hc"] if toggles.special_bids == "high_card" else ["bid"]
    for maker in (0, 1):
        for tricks, kind in product(range(1, seating.each + 1), kinds):
            yield Obligation(maker, tricks, kind)
        for word in WORDS[toggles.special_bids]:
            yield Obligation(maker, seating.each, word)
    number = forced_number(toggles)
    if number is not None:
        yield Obligation(1, number, forced=True)


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


def ways(name: str, toggles: BidEuchreToggles, law: Law) -> Iterator[Way]:
    """Every bid with every count of tricks."""
    for players in (3, 6) if toggles.partners == "no" else (4,):
        seats = seats_of(name, players)
        seating = seating_of(seats, toggles)
        record: Record = {
            "ruleset": name,
            "seats": list(seats),
            "pack": pack_of(players, toggles),
            "plays": [],
        }
        record |= {"deal": {"dealer": seats[0]}, "cards_each": seating.each}
        bids: list[Obligation | None] = list(contracts(seating, toggles))
        if toggles.upcard == "club_is_trump":
            bids.append(None)
        for contract, taken in product(bids, shared_out(len(seating.sides), seating.each)):
            bidders = None if contract is None else seating.side_of[contract.maker]
            lone = (
                [False, True]
                if toggles.alone == "by_choice"
                else [contract is not None and contract.kind in LONE]
            )
            # Whoever took nothing may have dropped out where each plays for himself.
            may_leave = [0] + [
                1 << side
                for side, tricks in enumerate(taken)
                if not tricks and side != bidders and len(taken) > 2
            ]
            for alone, out in product(lone, may_leave):
                told = None if contract is None else {**contract._asdict(), "maker": seats[contract.maker]}
                told = told and {**told, "alone": alone}
                gone = [seats[side] for side in range(len(seats)) if out >> side & 1]
                played = PlayedHand(taken, seating.each, contract, bidders, alone=alone, out=out)
                yield Way(played, record, told, gone)


LONE = ("pepper", "loner", "pfeffer")


def compare(settled: SettledScore | None, points: dict[str, int], hickeys: dict[str, int], way: Way) -> None:
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
    toggles, law, random = (
        answered_otherwise(name, changed),
        law_of(name, changed),
        Random(f"{name} {changed}"),
    )
    ended = set()
    for way in ways(name, toggles, law):
        settled = settle(way.played, toggles)
        assert settled is not None
        sides, mark = sides_of(way.record, law), law["target"] or 20
        before = tuple(
            random.randint(1, 20) if law["down"] else random.randint(mark - 9, mark + 2) for _ in sides
        )
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
    return "scored", "renege", "sat_out", "redeal", "annulled", "passed_out"


def test_no_rule_says_what_a_hand_without_a_bid_is_worth_between_two_sides() -> None:
    assert settle(PlayedHand((4, 2), 6), answered_otherwise("double-deck", {})) is None


#: Ruleset, tricks by side, the bid of the first side (tricks and kind) or None, and each side's addends.
SUMS: Final[list[tuple[str, tuple[int, ...], tuple[int, str] | None, list[str]]]] = [
    ("bid-euchre", (5, 1), (4, "bid"), ["+5 B-024", "+1 B-028"]),
    ("bid-euchre", (3, 3), (4, "bid"), ["-6 B-025", "+3 B-028"]),
    ("bid-euchre", (6, 0), (5, "bid"), ["+6 B-024", "-6 B-027"]),
    ("bid-euchre", (6, 0), (6, "small_pepper"), ["+12 B-029", "-6 B-031"]),
    ("bid-euchre", (6, 0), (6, "big_pepper"), ["+14 B-029", "-6 B-031"]),
    ("bid-euchre", (5, 1), (6, "big_pepper"), ["-14 B-030", "+1 B-028"]),
    ("progressive-euchre", (4, 2), (4, "bid"), ["+1 B-043", "+0 B-044"]),
    ("progressive-euchre", (6, 0), (3, "bid"), ["+2 B-043", "+0 B-044"]),
    ("progressive-euchre", (6, 0), (6, "loner"), ["+4 B-043", "+0 B-044"]),
    ("progressive-euchre", (6, 0), (6, "pepper"), ["+2 BD-23", "+0 B-044"]),
    ("progressive-euchre", (3, 3), (4, "bid"), ["+0 B-045", "+2 B-045"]),
    ("progressive-euchre", (0, 6), (4, "bid"), ["+0 B-045", "+4 B-046"]),
    ("pfeffer", (4, 2), (4, "bid"), ["+4 B-060", "+2 B-065"]),
    ("pfeffer", (6, 0), (4, "bid"), ["+6 B-060", "-5 B-061"]),
    ("pfeffer", (3, 3), (4, "bid"), ["-5 B-062", "+3 B-065"]),
    ("pfeffer", (6, 0), (6, "pfeffer"), ["+12 B-063", "-5 B-063"]),
    ("pfeffer", (5, 1), (6, "pfeffer"), ["-10 B-064", "+1 B-065"]),
    ("hasenpfeffer", (4, 2), (4, "bid"), ["+4 B-073", "+0 BD-38"]),
    ("hasenpfeffer", (2, 4), (4, "bid"), ["-2 B-073", "+0 BD-38"]),
    ("buckenpeffer", (4, 2), (4, "bid"), ["+4 B-080", "+2 B-080"]),
    ("buckenpeffer", (6, 0), (4, "bid"), ["+6 B-080 +4 B-081", "-4 B-081"]),
    ("buckenpeffer", (3, 3), (4, "bid"), ["-4 BD-43", "+3 B-080"]),
    ("dirty-clubs", (3, 2, 0), (3, "bid"), ["-3 B-087", "-2 B-087", "+0 B-087"]),
    ("dirty-clubs-bumped", (2, 3, 0), (3, "bid"), ["+5 B-088", "-3 B-087", "+5 B-089"]),
    ("eau-claire-clubs", (4, 1), (2, "bid"), ["-4 B-115", "-1 B-114"]),
    ("eau-claire-clubs", (5, 0), (2, "bid"), ["-5 B-115", "+5 B-114"]),
    ("eau-claire-clubs", (2, 3), (3, "hc"), ["+5 B-116", "-3 B-114"]),
    ("eau-claire-clubs", (2, 3), None, ["-2 BD-61", "-3 BD-61"]),
    ("eau-claire-clubs", (5, 0), None, ["-5 B-117", "+5 B-117"]),
    ("double-deck", (7, 5), (7, "bid"), ["+7 B-134", "+5 B-136"]),
    ("double-deck", (6, 6), (7, "bid"), ["-7 B-135", "+6 B-136"]),
    ("double-hasenpfeffer", (8, 4), (7, "bid"), ["+8 B-144", "+4 B-144"]),
    ("double-hasenpfeffer", (12, 0), (7, "bid"), ["+12 B-144", "-6 B-144"]),
]


def written(settled: Any) -> list[str]:
    """A settlement as the table above writes it."""
    return [" ".join(f"{one.points:+} {one.row}" for one in side) for side in settled.addends]


@pytest.mark.parametrize(("name", "taken", "bid", "wanted"), SUMS, ids=str)
def test_each_addend_has_its_row(
    name: str, taken: tuple[int, ...], bid: tuple[int, str] | None, wanted: list[str]
) -> None:
    contract, bidders = (Obligation(0, *bid), 0) if bid else (None, None)
    assert written(settle(PlayedHand(taken, sum(taken), contract, bidders), answers_of(name))) == wanted


def test_a_forced_dealer_loses_half_rounded_up_and_alone_it_is_double() -> None:
    """B-145, B-146, BD-66: half of seven is four."""
    answers = answered_otherwise("double-hasenpfeffer", {"dh_loss": "bid"})
    hand = PlayedHand((4, 8), 12, Obligation(0, 7, forced=True), 0)
    assert written(settle(hand, answers)) == ["-7 B-144 +3 B-145", "+8 B-144"]
    assert written(settle(hand._replace(alone=True), answers)) == ["-7 B-144 +3 B-145 -4 B-146", "+8 B-144"]


def test_leaving_the_cap_and_a_renege() -> None:
    clubs, dirty = answers_of("eau-claire-clubs"), answers_of("dirty-clubs")
    bid = PlayedHand((0, 0), 5, Obligation(0, 3), 0)
    assert written(sat_out(bid, clubs)) == ["-3 B-104", "+0 B-104"]
    settled = settle(PlayedHand((2, 3), 5, Obligation(0, 3), 0), clubs)
    assert settled is not None
    assert written(capped(settled, (18, 4), clubs)) == ["+5 B-116 -3 B-112", "-3 B-114"]
    assert written(capped(settled, (15, 4), clubs)) == written(settled)
    assert written(reneged(PlayedHand((2, 1, 0), 5, Obligation(1, 3), 1), 1, dirty)) == [
        "-2 BD-78",
        "+5 BD-78",
        "+0 BD-78",
    ]


def test_level_without_a_bidder() -> None:
    """In a club hand the side with more tricks wins (B-120); with single players, none does (BD-53)."""
    for taken, winner in (((2, 3), 1), ((3, 2), 0)):
        assert stands((-1, -1), PlayedHand(taken, 5), False, answers_of("eau-claire-clubs")) == winner
    assert stands((0, 0, 4), PlayedHand((2, 3, 0), 5), False, answers_of("dirty-clubs")) == TIE


def table(name: str, **known: Any) -> KnownCards:
    """A table of four with N dealing, nothing known of the cards but what is said."""
    answers = answers_of(name)
    deal = KnownCards(PACKS[answers.pack], seating_of(tuple("NESW"), answers), 0, (0,) * 4, (6,) * 4)
    return deal._replace(**known)


def test_a_dealer_before_whom_somebody_has_not_spoken_is_not_forced() -> None:
    """B-052: he must bid when the three others have passed."""
    answers = answers_of("pfeffer")
    assert auction([(0, 0, "4")], table("pfeffer"), answers).contract == Obligation(0, 4)
    passed = [(0, 1, "pass"), (1, 2, "pass"), (2, 3, "pass")]
    assert auction([*passed, (3, 0, "4")], table("pfeffer"), answers).contract == Obligation(
        0, 4, forced=True
    )
    assert auction(passed, table("pfeffer"), answers).contract == Obligation(0, 4, forced=True)


def test_where_the_joker_is_when_nobody_bids() -> None:
    """Its holder bids three (B-070); aside it annuls the deal (B-071); elsewhere it is unknown."""
    answers, passed = answers_of("hasenpfeffer"), [(number, (number + 1) % 4, "pass") for number in range(4)]
    joker = PACKS["25"].mask["JK"]
    held = auction(passed, table("hasenpfeffer", hands=(0, 0, joker, 0), hidden=(6, 6, 5, 6)), answers)
    assert (held.contract, held.how) == (Obligation(2, 3, forced=True), "bid")
    assert auction(passed, table("hasenpfeffer", blind=joker), answers).how == "annulled"
    assert auction(passed, table("hasenpfeffer", hidden=(0,) * 4), answers).how == "annulled"
    assert auction(passed, table("hasenpfeffer"), answers).how == "unknown"


@pytest.mark.parametrize(("before", "allowed"), [(4, True), (3, False), (2, False)])
def test_sitting_out_where_the_bid_would_end_the_game(before: int, allowed: bool) -> None:
    """BD-56, at tables that forbid it."""
    answers = answered_otherwise("eau-claire-clubs", {"sit_out_forbidden": "club_and_game"})
    seating = seating_of(tuple("NESW"), answers)
    found, gone = leavings([(4, 1, 0)], Obligation(0, 3), seating, (before, 9), answers)
    assert [one.allowed for one in found] == [allowed]
    assert gone == (0b1010 if allowed else 0)


SCORED = [asked for asked in book() if "score" in asked.block.expected]


@pytest.mark.parametrize("asked", SCORED, ids=lambda asked: asked.id)
def test_the_score_of_a_worked_case(asked: Asked) -> None:
    block, expected = asked.block, asked.block.expected
    assert block.record is not None
    record, law = block.record, law_of(block.ruleset, block.toggles)
    toggles, ruling = answered_otherwise(block.ruleset, block.toggles), judging.rule(record, block.toggles)
    sides = sides_of(record, law)
    upheld = [
        claim
        for claim, verdict in zip(record.get("claims", []), ruling["claims"], strict=True)
        if verdict == "upheld"
    ]
    played = _played(record, ruling, upheld, law)
    settled = _as_it_ended(ruling["outcome"], played, upheld, record, law, toggles)
    assert settled is not None
    before = tuple(ending.scores_before(record, law)[side] for side in sides)
    for one in ruling["findings"]:
        if one["infraction"] == "unproven-claim":
            settled = charged(settled, sides.index(side_of(one["seat"], record, law)), toggles)
    settled = capped(settled, before, toggles)
    assert dict(zip(sides, settled.points, strict=True)) == expected["score"]
    after = tuple(map(sum, zip(before, settled.points, strict=True)))
    if "after" in expected:
        assert dict(zip(sides, after, strict=True)) == expected["after"]
    if "hickeys" in expected:
        assert dict(zip(sides, settled.hickeys, strict=True)) == expected["hickeys"]
    if "win" in expected:
        guilty = ruling["outcome"] == "renege" and _guilty(upheld, record, law) == played.bidders
        made = ruling["outcome"] == "sat_out" or (ruling["outcome"] == "renege" and not guilty) or played.made
        won = stands(after, played, made, toggles)
        assert (sides[won] if isinstance(won, int) else won or "nobody") == expected["win"]


def _guilty(upheld: list[dict[str, Any]], record: Record, law: Law) -> int:
    return sides_of(record, law).index(tables.side_named(upheld[0]["against"], record, law))


def _as_it_ended(
    outcome: str,
    played: PlayedHand,
    upheld: list[dict[str, Any]],
    record: Record,
    law: Law,
    toggles: BidEuchreToggles,
) -> SettledScore | None:
    if outcome == "renege":
        return reneged(played, _guilty(upheld, record, law), toggles)
    return sat_out(played, toggles) if outcome == "sat_out" else settle(played, toggles)


def _played(record: Record, ruling: judging.Ruling, upheld: list[dict[str, Any]], law: Law) -> PlayedHand:
    hand, sides = judging.Hand(record, law), sides_of(record, law)
    until = upheld[0]["at"] if ruling["outcome"] == "renege" else None
    taken = judging.tricks_taken(record, hand, law, until) or dict.fromkeys(sides, 0)
    told = ruling["contract"]
    seats = tables.seats_of(record)
    contract = told and Obligation(seats.index(told["maker"]), told["tricks"], told["kind"], told["forced"])
    bidders = told and sides.index(side_of(told["maker"], record, law))
    out = sum(1 << sides.index(seat) for seat in hand.gone if not law["sides"])
    return PlayedHand(
        tuple(taken[side] for side in sides),
        tables.cards_each(record),
        contract,
        bidders,
        alone=bool(told and told["alone"]),
        out=out,
        lost=judging.lone_is_lost(hand, law),
    )
