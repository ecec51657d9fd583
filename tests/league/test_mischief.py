"""Seasons with something wrong in any place: refused with a reason, or read and written out, never anything else."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.league.audit import audit
from clabber_audit.league.players import players
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from clabber_audit.records.sheets.tables import csv_text
from clabber_audit.report.league.audit import audit_json, report_paper, report_rows
from clabber_audit.report.league.players import players_json, players_paper, players_rows
from clabber_audit.report.league.schedule import schedule_json, schedule_paper, schedule_rows
from clabber_audit.report.league.standings import standings_json, standings_paper, standings_rows
from clabber_audit.report.paper import paper_page, paper_text
from tests.league.seasons import collect_hands, encode_season
from tests.league.test_forms import busy, records
from tests.scale import at_random

#: What may stand where something else belongs.
ODD: Final[tuple[Any, ...]] = (
    None,
    True,
    -1,
    0,
    1,
    10**30,
    1.5,
    "",
    " ",
    "owls",
    "r1-a",
    "2026-02-30",
    "x" * 3000,
    "\u202e",
    [],
    {},
    [[]],
)
SEEDS: Final = range(at_random(12, 150))
HANDS: Final = collect_hands(records())


def places(value: Any) -> list[tuple[Any, Any]]:
    """Every key of every object and every index of every list in some data."""
    found: list[tuple[Any, Any]] = []
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        found.append((value, key))
        found += places(part)
    return found


def spoil_season(random: Random) -> Any:
    """Return a season with a place or two changed: odd, left out, doubled, or copied from the same key elsewhere."""
    season = deepcopy(busy())
    for _change in range(random.randint(1, 2)):
        owner, key = random.choice(places(season))
        draw = random.random()
        if draw < 0.2:
            owner[key] = random.choice(ODD)
        elif draw < 0.4:
            del owner[key]
        elif draw < 0.9:
            other, where = random.choice([place for place in places(season) if place[1] == key])
            owner[key] = deepcopy(other[where])
        elif isinstance(owner, list):
            owner.insert(key, deepcopy(owner[key]))
        else:
            owner[f"{key}x"] = owner[key]
    return season


def try_parse(season: Any) -> Season | Refused:
    """Return the season or its refusal; any other error is a bug."""
    try:
        return parse_season(encode_season(season))
    except Refused as refused:
        return refused


def test_both_happen() -> None:
    """Some of these seasons are refused and some are not, so that the next test covers both."""
    kinds = [isinstance(try_parse(spoil_season(Random(seed))), Refused) for seed in SEEDS]
    assert len(kinds) / 10 < sum(kinds) < len(kinds) * 9 / 10


@pytest.mark.parametrize("seed", SEEDS)
def test_refused_with_a_reason_or_written_out(seed: int) -> None:
    found = try_parse(spoil_season(Random(seed)))
    if isinstance(found, Refused):
        assert found.faults
        assert all(fault.what and fault.place for fault in found.faults)
        return
    made, sat = audit(found, HANDS), players(found, HANDS)
    papers = (
        standings_paper(made.standings),
        schedule_paper(made.standings, anonymous=True),
        report_paper(made),
        players_paper(sat),
    )
    for paper in papers:
        assert paper_text(paper)
        assert paper_page(paper)
    for written in (standings_rows, schedule_rows):
        assert csv_text(written(made.standings))
    assert standings_json(made.standings)
    assert schedule_json(made.standings)
    assert csv_text(report_rows(made))
    assert csv_text(players_rows(sat))
    assert players_json(sat)
    assert audit_json(made)
