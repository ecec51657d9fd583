"""Tests of games of the Bid Euchre family in every format, against totals worked out in `bid_euchre.md`."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.games.parse import parse_hand
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.league.scorecard import ScorecardShape, ScoredGame, games
from clabber_audit.report.scorecard import card_csv, card_data, card_page, card_text
from clabber_audit.rules.bound_ruleset import law_of
from tests import casebook
from tests.cli import encode_record
from tests.page.reading import Page
from tests.scorecard.games import WON

BLOCKS: Final = list(casebook.hand_blocks(Path(__file__).with_name("bid_euchre.md")))


def rulings(text: str) -> list[Ruling]:
    hands = casebook.hands_of(text)
    return [adjudicate(hand, law_of(str(hand.record.ruleset))) for hand in hands]


def game(title: str) -> ScoredGame:
    """Return the first game under a heading that starts with this title."""
    (found,) = games(rulings(next(block.hand for block in BLOCKS if block.title.startswith(title))))
    return found


@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: f"{block.title}: {block.lines[0]}")
def test_games_of_the_casebook(block: casebook.HandBlock) -> None:
    assert not list(casebook.compare_game(block.lines, rulings(block.hand)))


def test_page_explains_result_and_scores() -> None:
    """44 to -3 with hickeys 1 and 3, the six points owed, and each part of a hand's score with its rule."""
    last = game("Who has nothing")
    page = card_page([last])
    assert not Page(page).unbalanced
    text = " ".join(unescape(re.sub(r"<[^>]+>", " ", page.split("<main", 1)[1])).split())
    for words in (
        "Herons won, 44 to -3.",
        "The Foxes owe the Herons 6: the game pays double",
        "Hickeys: Herons 1, Foxes 3.",
    ):
        assert words in text
    assert re.search(r"Tricks taken B-060 \+6 .*Went set without a trick B-061 -5 Score \+6 -5", text)
    assert "nothing to add up" not in text
    assert "Foxes" not in card_page([last], anonymous=True)


def test_games_of_both_families_together() -> None:
    clabber = games(
        adjudicate(parse_hand(encode_record(record).rstrip()), law_of("ecl-1992")) for record in WON
    )
    found = [*clabber, game("Who has nothing"), game("Five who play")]
    assert [game.key.kind for game in found] == ["clabber", "bid-euchre", "bid-euchre"]
    data = card_data(found)
    assert ScorecardShape.model_validate(data).model_dump(exclude_unset=True) == data
    assert data["games"][0]["hands"][0]["melds"] == {"NS": 0, "EW": 0}
    assert "melds" not in data["games"][1]["hands"][0]
    assert data["games"][1]["hands"][0]["hickeys"] == {"NS": 0, "EW": 1}
    rows = card_csv(found).splitlines()
    assert rows[0].startswith("card,league,season,round,table,game,NS,EW,P1,P2,P3,P4,P5,hand,")
    assert len({row.count(",") for row in rows}) == 1
    assert all(len(line) <= 78 for line in card_text(found).splitlines())
    text = card_text(found[1:], anonymous=True)
    assert not any(name in text for name in ("Ann", "Cy", "Dee", "Herons", "Foxes", "Cellar"))
