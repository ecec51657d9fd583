"""Tests of reasons that exclude many deals at once, compared with each deal."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from clabber_audit.cards import SEATS, mask_of
from clabber_audit.evidence.laydowns.position import ClaimedLaydown, trick_order
from clabber_audit.evidence.laydowns.search import (
    Hands,
    OpenPosition,
    Reason,
    Reasons,
    Search,
    equivalent_deals,
    wins_by_drawing_trumps,
)
from tests.evidence.laydowns import plain
from tests.evidence.laydowns.tables import to_claim
from tests.evidence.laydowns.test_hidden_hands import fill_hands, hide_cards, to_open_position
from tests.scale import at_random


def draw_positions(
    random: Random, most: int, count: int
) -> Iterator[tuple[OpenPosition, ClaimedLaydown, dict[Hands, bool]]]:
    """Yield positions with some hundred deals, their claims, and the deals in which a trick is lost."""
    while count:
        laid = plain.draw_laydown(random, most)
        gaps = hide_cards(random, laid)
        asked, known = to_claim(laid), trick_order(to_claim(laid).trump)
        if len(gaps.pool) + sum(map(len, gaps.loose.values())) > 7:
            continue
        count -= 1
        here, unplaced = to_open_position(laid, gaps)
        table = OpenPosition(known.position(here), unplaced.rename(known.arrange))
        search = Search(asked)
        possible = {
            tuple(known.arrange(mask_of(hands[seat])) for seat in SEATS) for hands in fill_hands(gaps)
        }
        yield (
            table,
            asked,
            {deal: search.is_lost(table.here._replace(hands=deal)) for deal in sorted(possible)},
        )


def holds_in(reason: Reason, deal: Hands) -> bool:
    return all(bool(deal[lies.seat] & lies.card) == lies.there for lies in reason)


@pytest.mark.full
@pytest.mark.parametrize("most", [2, 3, 4])
def test_every_deal_that_matches_a_reason_loses(most: int) -> None:
    """The reason matches the deal for which it was found, and often many others."""
    asked = many = 0
    for table, laid, lost in draw_positions(Random(31 + most), most, at_random(20, 200)):
        reasons = Reasons(table, laid, range(len(SEATS)))
        for deal in [deal for deal in lost if lost[deal]][::7]:
            reason = reasons.find_reason(deal)
            assert holds_in(reason, deal), (table, laid, deal, reason)
            same = [other for other in lost if holds_in(reason, other)]
            assert all(lost[other] for other in same), (table, laid, deal, reason)
            asked, many = asked + 1, many + (len(same) > len(lost) / 10)
    assert many > asked / 5, (many, asked)


@pytest.mark.full
def test_symmetry_breaking_keeps_an_equivalent_deal() -> None:
    """If some deal loses nothing, so does a deal that symmetry breaking keeps."""
    left_out = 0
    for table, laid, lost in draw_positions(Random(35), 3, at_random(60, 600)):
        reasons = equivalent_deals(table, laid)
        remaining = [deal for deal in lost if not any(holds_in(reason, deal) for reason in reasons)]
        assert {lost[deal] for deal in remaining} == set(lost.values()), (table, laid)
        left_out += len(lost) - len(remaining)
    assert left_out


@pytest.mark.full
def test_drawing_trumps_with_high_cards_loses_in_no_deal() -> None:
    seen = 0
    for table, laid, lost in draw_positions(Random(37), 3, at_random(100, 600)):
        if wins_by_drawing_trumps(table, laid):
            best = Search(laid._replace(standard="best_line"))
            assert not any(best.is_lost(table.here._replace(hands=deal)) for deal in lost), (table, laid)
            seen += len(lost) > 1
    assert seen > 1
