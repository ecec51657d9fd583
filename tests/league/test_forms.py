"""Tests of season papers in every format: text, page, JSON and CSV; escaping and anonymity."""

from __future__ import annotations

import csv
import io
import json
import re
import shlex
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.cli.output import PLAIN
from clabber_audit.core.errors import Refused
from clabber_audit.league.audit import audit
from clabber_audit.league.games import GivenHands
from clabber_audit.league.players import players
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import standings
from clabber_audit.records.sheets.headings import csv_text
from clabber_audit.report.html import Paper, paper_page, paper_text
from clabber_audit.report.league.audit import audit_json, report_paper, report_rows
from clabber_audit.report.league.players import players_json, players_paper, players_rows
from clabber_audit.report.league.schedule import schedule_json, schedule_paper, schedule_rows
from clabber_audit.report.league.standings import standings_json, standings_paper, standings_rows
from tests import hands
from tests.cli import csv_rows
from tests.fuzz import trees
from tests.league.cases import apply_season_line, read_case
from tests.league.seasons import SEASON, Json, collect_hands, encode_season, game, make_scored_hand
from tests.page.reading import EVIL, Page, check_own_style_alone, check_page
from tests.scale import at_random
from tests.transcripts import find_value, transcripts

#: 410:350, before a hand that gives 91 and nothing, or nothing and 182 had the renege in it been called.
BEFORE: Final = [(110, 90), (100, 90), (100, 80), (100, 90)]


def busy_season() -> Json:
    """Return a season with every kind of decision."""
    season = deepcopy(SEASON)
    for line in (
        "forfeit r3-b moose points=100",
        "postpone r2-b 2026-02-02",
        "penalty owls points 50",
        "lock r1-a 512:430",
        "lock r1-b 470:503",
        "correct r1-b 470:503 470:505",
    ):
        assert apply_season_line(season, line)
    return season


def busy_records() -> list[Json]:
    """Return hands of that season: one contradicts a locked result, one fits no match, one has an uncalled renege."""
    last = hands.copy_as(
        hands.TEN_COMES_HOME,
        "the-ten",
        teams={"NS": "Owls", "EW": "Moose"},
        context={"league": SEASON["league"], "season": "2026", "round": 2, "game": 1, "hand": 5},
    )
    return [
        *game(1, ("Owls", "Eagles"), (512, 448)),
        *game(1, ("Moose", "Lions"), (470, 505)),
        *(
            make_scored_hand(f"before-{at}", ("Owls", "Moose"), score, round=2, game=1, hand=at)
            for at, score in enumerate(BEFORE, 1)
        ),
        last,
        make_scored_hand("nowhere", ("Owls", "Eagels"), (3, 4), round=1, game=1, hand=4),
    ]


#: Functions for each kind of paper: evaluation of a season, paper, rows of CSV, and JSON.
WRITERS: Final[dict[str, tuple[Callable[..., Any], ...]]] = {
    "standings": (standings, standings_paper, standings_rows, standings_json),
    "schedule": (standings, schedule_paper, schedule_rows, schedule_json),
    "report": (audit, report_paper, report_rows, audit_json),
    "players": (players, players_paper, players_rows, players_json),
}


def write_paper(season: Season, given: GivenHands, kind: str) -> Paper:
    find, write, _, _ = WRITERS[kind]
    written: Paper = write(find(season, given))
    return written


def render(season: Season, given: GivenHands, kind: str, form: str, *, anonymous: bool = False) -> str:
    """Return a paper in a format."""
    find, write, write_rows, write_json = WRITERS[kind]
    found = find(season, given)
    if form == "json":
        return str(write_json(found, anonymous=anonymous))
    if form == "csv":
        return csv_text(write_rows(found, anonymous=anonymous))
    written = write(found, anonymous=anonymous)
    return paper_text(written) if form == "text" else paper_page(written)


def load_case(season: Json | None = None) -> tuple[Season, GivenHands]:
    """Return the busy season, or another one, with its hands."""
    return parse_season(encode_season(season or busy_season())), collect_hands(busy_records())


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("papers.md")))
def test_paper(title: str, lines: list[str]) -> None:
    """The head of `papers.md` explains the lines."""
    season, given, expected = read_case(lines)
    if lines[0] == "busy":
        (season, given), expected = load_case(), lines[1:]
    text = written = ""
    for line in expected:
        word, _, rest = line.partition(" ")
        if word == "paper":
            kind, form, *more = rest.split()
            written = render(season, given, kind, form, anonymous=bool(more))
            text = " ".join(written.split())
        elif word == "column":
            name, *cells = shlex.split(rest)
            assert [row[name] for row in csv_rows(written)] == cells, line
        elif word == "json":
            place, _, value = rest.partition(" ")
            assert find_value(json.loads(written), place) == json.loads(value), line
        else:
            assert (rest in text) == (word == "="), (line, text)


KINDS: Final = ("standings", "schedule", "report")


def test_text_is_printable_on_every_console() -> None:
    for kind in KINDS:
        text = render(*load_case(), kind, "text")
        assert not {char for char in text if not char.isascii()} - PLAIN.keys()
        assert max(map(len, text.splitlines())) <= 78


def test_names_with_commas_quotes_and_formulas_survive_csv() -> None:
    """A comma or a line break in a name does not break the file, and no name is read as a formula."""
    names = ['Owls, "the wise"', "=1+1", "Moose; Elk", "-5"]
    season = deepcopy(SEASON)
    for team, name in zip(season["teams"], names, strict=True):
        team["name"] = name
    without = parse_season(encode_season(season)), collect_hands([])
    rows = csv_rows(render(*without, "standings", "csv"))
    assert sorted(row["name"] for row in rows) == sorted(['Owls, "the wise"', "'=1+1", "Moose; Elk", "'-5"])
    matches = list(csv.reader(io.StringIO(render(*without, "schedule", "csv"))))
    assert {len(row) for row in matches} == {13}
    assert matches[1][3:5] == ['Owls, "the wise"', "'=1+1"]


def test_report_in_csv() -> None:
    """There is a row for each side of the 14 hands that do not add up, and one for each of the three games."""
    rows = csv_rows(render(*load_case(), "report", "csv"))
    assert [row["what"] for row in rows][:2] == ["different winner", "renege"]
    assert [row["what"] for row in rows[2:]].count("sheet does not add up") == 28
    assert [row["as it stands"] for row in rows[-3:]] == ["5 of 5 hands", "5 of 5 hands", "4 of 5 hands"]
    assert (rows[0]["as it stands"], rows[0]["otherwise"], rows[0]["record"]) == (
        "501:350",
        "410:532",
        "the-ten",
    )
    assert (rows[1]["team"], rows[1]["called"]) == ("Owls", "no")


def hostile_season() -> Json:
    """Return a season with hostile text in every text field."""
    season = busy_season()
    texts = iter([text for text in EVIL if text.isprintable() or "\u00a0" in text] * 20)
    season.update(title=next(texts), league=None, season=None, remarks=[next(texts)])
    for team in season["teams"]:
        team.update(name=f"{team['id']} {next(texts)}", captain=next(texts), players=[next(texts)])
    for decision in (*season["penalties"], *season["corrections"]):
        decision.update(who=next(texts), why=next(texts))
    for round in season["rounds"]:
        for match in round["matches"]:
            for key in ("forfeited", "postponed"):
                if key in match:
                    match[key].update(who=next(texts), why=next(texts))
    return season


@pytest.mark.parametrize("kind", KINDS)
def test_texts_are_escaped_in_pages(kind: str) -> None:
    season = hostile_season()
    played = busy_records()
    for record in played:
        for side, name in record["teams"].items():
            id = name.lower()
            record["teams"][side] = next(
                (team["name"] for team in season["teams"] if team["id"] == id), EVIL[0]
            )
        record["players"] = dict.fromkeys("NESW", EVIL[1])
    written = write_paper(parse_season(encode_season(season)), collect_hands(played), kind)
    seen = check_page(paper_page(written))
    assert "script" not in seen.texts
    drawn = [picture.words for section in written.sections for picture in section.pictures]
    assert [attrs.get("aria-label") for tag, attrs in seen.elements if tag == "svg"] == drawn
    assert season["teams"][0]["name"] in "".join(seen.texts["body"])


@pytest.mark.parametrize("kind", KINDS)
def test_page_loads_nothing_and_allows_only_its_own_style(kind: str) -> None:
    text = render(*load_case(), kind, "html")
    check_page(text)
    check_own_style_alone(text)


@pytest.mark.parametrize("form", ["text", "html", "json", "csv"])
@pytest.mark.parametrize("kind", KINDS)
def test_anonymous_papers_name_nobody(kind: str, form: str) -> None:
    """There are no teams, players, captains, free texts or ids derived from names."""
    text = render(*load_case(), kind, form, anonymous=True)
    names = "owls|eagles|moose|lions|agnes|shirts|ruth|monday|riverside|the-ten|r1-a"
    assert not re.search(names, text, re.IGNORECASE)
    assert "Team 1" in text


@pytest.mark.parametrize("count", [1, 2])
@pytest.mark.parametrize("kind", KINDS)
def test_nearly_empty_seasons(count: int, kind: str) -> None:
    """A season without rounds, or with a round without matches; no hands."""
    season = parse_season(encode_season({**deepcopy(SEASON), "rounds": [{"number": 1}][: count - 1]}))
    assert render(season, collect_hands([]), kind, "text")
    assert not Page(render(season, collect_hands([]), kind, "html")).unbalanced


def test_mutated_seasons_are_refused_or_rendered() -> None:
    refusals, seeds, given = list[Refused](), at_random(12, 150), collect_hands(busy_records())
    for seed in range(seeds):
        try:
            season = parse_season(trees.mutate(Random(seed), encode_season(busy_season())))
        except Refused as refused:
            refusals.append(refused)
        else:
            for kind in WRITERS:
                assert all(render(season, given, kind, form) for form in ("text", "html", "json", "csv"))
    assert 0 < len(refusals) < seeds
    assert all(refused.faults for refused in refusals)
    assert all(fault.what and fault.place for refused in refusals for fault in refused.faults)
