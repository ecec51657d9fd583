"""Tests of memory: a season keeps of each game what the table needs, not its hands."""

from __future__ import annotations

import gc
import json
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import closing
from copy import deepcopy

import pytest

from clabber_audit.core.errors import Unusable
from clabber_audit.games.parse import parse_hand as read_hand
from clabber_audit.league.audit import audit
from clabber_audit.league.games import GameOfHand, GivenHands, HandStore
from clabber_audit.league.players import players
from clabber_audit.league.schedule import draw_season
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import Standings, standings
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import law_of
from tests import hands
from tests.league.seasons import Json, encode_season

#: The most bytes by which one hand more may raise the peak: its hash and its share of its game, and of the audit what
#: it tells of the hand, which here is something of every one. A hand that is held with its ruling takes 13,000. The
#: players hold the standings too, and have to do with as much.
MOST: dict[Callable[..., object], int] = {players: 350, audit: 1_800}
HANDS_TO_A_GAME = 5


def yield_interleaved_games(records: list[Json], games: int) -> Iterator[Hand]:
    """Yield the hands of several games of one match in turn, so that all games stay open until the end."""
    for number in range(1, HANDS_TO_A_GAME + 1):
        for game in range(1, games + 1):
            record = deepcopy(records[number % len(records)])
            record |= {"id": f"g{game}-h{number}", "teams": {"NS": "Owls", "EW": "Eagles"}}
            record["context"] = {"round": 1, "game": game, "hand": number}
            yield read_hand(json.dumps(record).encode())


def measure_peak(find: Callable[[Season, GivenHands], object], records: list[Json], games: int) -> int:
    """Return the peak of bytes held by Python while a season with this many games is evaluated.

    Rulings contain reference cycles, so garbage is collected often. Objects of other tests are frozen: Python leaves
    the oldest objects alone until a quarter as many are new.
    """
    season = parse_season(
        encode_season({**draw_season("Otters", ["Owls", "Eagles"], 1), "games_per_match": games})
    )
    often = gc.get_threshold()
    gc.freeze()
    gc.collect()
    gc.set_threshold(200, 2, 2)
    tracemalloc.start()
    try:
        find(season, GivenHands(yield_interleaved_games(records, games), law_of("ecl-1992")))
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
        gc.set_threshold(*often)
        gc.unfreeze()


@pytest.mark.full
@pytest.mark.parametrize("find", MOST)
def test_memory_does_not_grow_with_the_hands(find: Callable[..., object]) -> None:
    records = [hands.BELLE_SETS, hands.UPHELD]
    measure_peak(find, records, 2)
    few, many = 12, 48  # far apart: a table of Python's own that doubles meanwhile weighs little
    grown = measure_peak(find, records, many) - measure_peak(find, records, few)
    assert grown < MOST[find] * HANDS_TO_A_GAME * (many - few)


def test_games_are_assembled_from_interleaved_hands() -> None:
    """The first hands of all games come first, then the second; every game gets its five hands."""
    season = parse_season(
        encode_season({**draw_season("Otters", ["Owls", "Eagles"], 1), "games_per_match": 7})
    )
    found: Standings = standings(
        season, GivenHands(yield_interleaved_games([hands.BELLE_SETS], 7), law_of("ecl-1992"))
    )
    assert [len(game.records) for match in found.matches for game in match.games] == [HANDS_TO_A_GAME] * 7


def test_a_full_disk_is_reported() -> None:
    """The store may use ten pages; a few dozen hands need more."""
    with closing(HandStore(law_of("ecl-1992"))) as store:
        store._db.execute("PRAGMA max_page_count = 10")
        hands_added = (
            store.add(GameOfHand("r1-m1", 1), "owls", hand)
            for hand in yield_interleaved_games([hands.BELLE_SETS], 60)
        )
        with pytest.raises(Unusable, match="cannot store the hands of the season temporarily") as refusal:
            list(hands_added)
    assert "disk is full" in refusal.value.why
