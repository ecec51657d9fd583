"""A season written out: what stands in it, what is let in, and that it is the same every time."""

from __future__ import annotations

import csv
import hashlib
import io
import json
import re
from collections.abc import Callable
from copy import deepcopy
from typing import Any, Final

import pytest

from clabber_audit.cli.output import PLAIN
from clabber_audit.league.audit import audit
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.standings import standings
from clabber_audit.records.sheets.tables import csv_text
from clabber_audit.report.league.audit import audit_json, report_paper, report_rows
from clabber_audit.report.league.schedule import schedule_json, schedule_paper, schedule_rows
from clabber_audit.report.league.standings import standings_json, standings_paper, standings_rows
from clabber_audit.report.paper import paper_page, paper_text
from tests import hands
from tests.cli import csv_rows, elsewhere
from tests.league.seasons import DECIDED, SEASON, Json, encoded, game, handed, written
from tests.page.reading import EVIL, Page, check_own_style_alone, check_page

#: 410:350, before a hand that gives 91 and nothing, or nothing and 182 had the renege in it been called.
BEFORE: Final = [(110, 90), (100, 90), (100, 80), (100, 90)]


def busy() -> Json:
    """A season in which everything has happened that there is a word for."""
    season = deepcopy(SEASON)
    season["rounds"][2]["matches"][1]["forfeited"] = {**DECIDED, "by": ["moose"], "points": 100}
    season["rounds"][1]["matches"][1]["postponed"] = {**DECIDED, "until": "2026-02-02"}
    season["penalties"] = [{**DECIDED, "team": "owls", "points": 50}]
    season["locks"] = [
        {
            "match": "r1-a",
            "who": "Agnes",
            "when": "2026-01-07",
            "results": [{"game": 1, "points": {"owls": 512, "eagles": 430}}],
        },
        {
            "match": "r1-b",
            "who": "Agnes",
            "when": "2026-01-07",
            "results": [{"game": 1, "points": {"moose": 470, "lions": 503}}],
        },
    ]
    season["corrections"] = [
        {
            **DECIDED,
            "match": "r1-b",
            "game": 1,
            "was": {"moose": 470, "lions": 503},
            "now": {"moose": 470, "lions": 505},
        }
    ]
    return season


def records() -> list[Json]:
    """Its hands: the locked match gives another result, one hand belongs nowhere, one carries an uncalled renege."""
    last = hands.changed(
        hands.TEN_COMES_HOME,
        "the-ten",
        teams={"NS": "Owls", "EW": "Moose"},
        context={"league": SEASON["league"], "season": "2026", "round": 2, "game": 1, "hand": 5},
    )
    return [
        *game(1, ("Owls", "Eagles"), (512, 448)),
        *game(1, ("Moose", "Lions"), (470, 505)),
        *(
            written(f"before-{at}", ("Owls", "Moose"), made, round=2, game=1, hand=at)
            for at, made in enumerate(BEFORE, 1)
        ),
        last,
        written("nowhere", ("Owls", "Eagels"), (3, 4), round=1, game=1, hand=4),
    ]


def paper(
    kind: str, season: Json | None = None, hands: list[Json] | None = None, *, anonymous: bool = False
) -> Any:
    made, given = parse_season(encoded(season or busy())), handed(records() if hands is None else hands)
    if kind == "report":
        return report_paper(audit(made, given), anonymous=anonymous)
    write = standings_paper if kind == "standings" else schedule_paper
    return write(standings(made, given), anonymous=anonymous)


#: All five hands of a game were kept as scores alone.
BY_WRITING: Final = {"hands": 5, "hands_by_written_score_alone": 5}
KINDS: Final = ("standings", "schedule", "report")


def squeezed(text: str) -> list[str]:
    """The lines of a text with single blanks."""
    return [" ".join(line.split()) for line in text.splitlines()]


def test_standings_in_text() -> None:
    """Owls 512 + (410 + 91) − 50 = 963, Eagles 448 + 100 by forfeit = 548, Lions 505, Moose 470 + 350 = 820."""
    text = paper_text(paper("standings"))
    lines = squeezed(text)
    table = ["1 Owls 2 2 0 963", "2 Eagles 1 1 1 548", "3 Lions 1 1 0 505", "4 Moose 2 0 3 820"]
    assert [line for line in lines if line[:2] in ("1 ", "2 ", "3 ", "4 ") and "match" not in line] == table
    for line in (
        "!! Owls – Eagles, round 1, game 1: locked at 512:430 on 2026-01-07, the hands",
        "At the table 2 won, 1013 points.",
        "Penalty −50 points (Agnes, 2026-01-20: no shirts).",
        "By forfeit +1 won, +100 points (round 3, Moose).",
        "Eagles and Lions are tied in games won; by points: 548, 505.",
        "Eagles: 448 Owls (round 1) + 100 forfeit Moose (round 3) = 548",
        "- Moose – Lions, round 1, game 1: 470:503 became 470:505 (Agnes, 2026-01-20:",
        "Postponed until 2026-02-02 (Agnes, 2026-01-20: no shirts).",
        "Correct the name in the record or in the season. [nowhere]",
    ):
        assert line in lines
    assert max(map(len, text.splitlines())) <= 78


def test_what_was_played_of_a_forfeited_match_is_not_its_result() -> None:
    """The Owls made 512 and forfeited: 512:430 must not look like the result."""
    season = deepcopy(SEASON)
    season["rounds"][0]["matches"][0]["forfeited"] = {**DECIDED, "by": ["owls"]}
    played = game(1, ("Owls", "Eagles"), (512, 430))
    made = standings(parse_season(encoded(season)), handed(played))
    assert "1. Owls – Eagles table 1 (512:430, points only) forfeited" in squeezed(
        paper_text(schedule_paper(made))
    )
    row = csv_rows(csv_text(schedule_rows(made)))[0]
    assert (row["status"], row["result"]) == ("forfeited", "(512:430, points only)")
    (found,) = json.loads(schedule_json(made))["rounds"][0]["matches"][0]["games"]
    assert found["counts"] is False


def test_a_status_says_what_it_rests_on() -> None:
    """Approvals of nothing that was written down, a lock on one game of two, a name that is not the captain’s."""
    season = {**deepcopy(SEASON), "games_per_match": 2}
    season["teams"][1]["captain"] = "Carl"
    season["approvals"] = [
        {"match": match, "team": team, "who": "Ruth", "when": "2026-01-06"}
        for match, team in (("r1-a", "owls"), ("r1-a", "eagles"), ("r1-b", "moose"), ("r1-b", "lions"))
    ]
    season["locks"] = [{**busy()["locks"][0]}]
    played = [hand for at in (1, 2) for hand in game(1, ("Moose", "Lions"), (470, 505), at)]
    made = standings(
        parse_season(encoded(season)), handed([*game(1, ("Owls", "Eagles"), (512, 430)), *played])
    )
    rows = csv_rows(csv_text(schedule_rows(made)))
    assert [row["status"] for row in rows[:2]] == [
        "provisional, approved by Owls, but without a written result, game 1 locked",
        "approved, but without a written result",
    ]
    text = " ".join(paper_text(schedule_paper(made)).split())
    assert "Ruth approved for Eagles, whose captain is Carl. The approval does not count." in text
    hidden = paper_text(schedule_paper(made, anonymous=True))
    assert not {"Ruth", "Carl"} & set(re.findall(r"\w+", hidden))
    first, second = json.loads(schedule_json(made))["rounds"][0]["matches"]
    assert (first["approved_without_result"], second["approved_without_result"]) == (
        ["owls"],
        ["moose", "lions"],
    )
    assert [one["fixed"] for one in first["games"]] == ["locked", None]


def test_report_in_text() -> None:
    """None of its 14 hands recorded as scores adds up: 100 and 100 are 38 more than 162, and melds go by tens."""
    text = " ".join(paper_text(paper("report")).split())
    for words in (
        "15 hands looked at: 1 renege that nobody called, 0 sheets that do not agree, 14 sheets that do not add up, 0 "
        "hands in dispute.",
        "Owls – Moose, round 2, game 1, hand 5 [the-ten]: won by Owls, 501:350. If “Failing to follow suit” had been "
        "called there: won by Moose, 410:532.",
        "Failing to follow suit 0 1 Owls 1 uncalled.",
        "By team Team Called Uncalled ---------------------- Owls 0 1",
        "Ruth (North) trumped a diamond with 10♠ while holding 10♦.",
    ):
        assert words in text


def test_what_rests_on_written_scores_alone_is_told() -> None:
    """The last hand of Owls and Moose has its cards, the four before it have not."""
    for kind in ("standings", "report"):
        text = " ".join(paper_text(paper(kind)).split())
        assert "Owls – Eagles, round 1, game 1: 5 of 5 hands." in text
        assert "Owls – Moose, round 2, game 1: 4 of 5 hands." in text
    text = " ".join(paper_text(paper("report")).split())
    assert (
        "hand 5 [r1-owls-eagles-g1-h5]: 112 for Owls, 48 for Eagles; no cards and melds add up to that."
        in text
    )
    report = json.loads(audit_json(audit(parse_season(encoded(busy())), handed(records()))))
    assert report["written_alone"][2] == {"match": "r2-a", "game": 1, "written": 4, "hands": 5}
    assert report["impossible"][4]["written"] == {"owls": 112, "eagles": 48}


def test_schedule_in_text() -> None:
    lines = squeezed(paper_text(paper("schedule", SEASON, [])))
    assert "4 teams, 3 rounds, 6 matches." in lines
    assert lines.count("3. Owls – Moose scheduled") == 1
    assert "1. Owls – Eagles table 1 scheduled" in lines


def test_every_console_can_show_the_text() -> None:
    for kind in KINDS:
        text = paper_text(paper(kind))
        assert not {char for char in text if not char.isascii()} - PLAIN.keys()


def test_numbers_in_csv_add_up_to_the_totals() -> None:
    made = standings(parse_season(encoded(busy())), handed(records()))
    rows = csv_rows(csv_text(standings_rows(made)))
    assert [row["team"] for row in rows] == ["owls", "eagles", "lions", "moose"]
    for row in rows:
        for what in ("points", "won"):
            penalty = "penalty points" if what == "points" else "penalty games"
            parts = [int(row[name]) for name in (f"{what} at the table", f"{what} by forfeit", penalty)]
            assert sum(parts) == int(row[what])
    assert (rows[0]["penalty points"], rows[1]["points by forfeit"]) == ("-50", "100")


def test_names_with_commas_quotes_and_formulas_survive_csv() -> None:
    """A comma or a line break in a name corrupts no file, and no name becomes a formula."""
    names = ['Owls, "the wise"', "=1+1", "Moose; Elk", "-5"]
    season = deepcopy(SEASON)
    for team, name in zip(season["teams"], names, strict=True):
        team["name"] = name
    made = standings(parse_season(encoded(season)), handed([]))
    rows = csv_rows(csv_text(standings_rows(made)))
    assert sorted(row["name"] for row in rows) == sorted(['Owls, "the wise"', "'=1+1", "Moose; Elk", "'-5"])
    matches = list(csv.reader(io.StringIO(csv_text(schedule_rows(made)))))
    assert {len(row) for row in matches} == {13}
    assert matches[1][3:5] == ['Owls, "the wise"', "'=1+1"]


def test_report_in_csv() -> None:
    """A row for each side of the 14 hands that do not add up, and one for each of the three games."""
    made = audit(parse_season(encoded(busy())), handed(records()))
    rows = csv_rows(csv_text(report_rows(made)))
    assert [row["what"] for row in rows][:2] == ["different winner", "renege"]
    assert [row["what"] for row in rows[2:]].count("sheet does not add up") == 28
    assert [row["as it stands"] for row in rows[-3:]] == ["5 of 5 hands", "5 of 5 hands", "4 of 5 hands"]
    assert (rows[0]["as it stands"], rows[0]["otherwise"], rows[0]["record"]) == (
        "501:350",
        "410:532",
        "the-ten",
    )
    assert (rows[1]["team"], rows[1]["called"]) == ("Owls", "no")


def test_json_says_the_same() -> None:
    made = standings(parse_season(encoded(busy())), handed(records()))
    data = json.loads(standings_json(made))
    assert data["format"] == "clabber-standings/1"
    assert [(row["place"], row["team"], row["won"], row["points"]) for row in data["table"]] == [
        (1, "owls", 2, 963),
        (2, "eagles", 1, 548),
        (3, "lions", 1, 505),
        (4, "moose", 0, 820),
    ]
    assert data["rounds"][0]["matches"][0]["games"] == [
        {
            "game": 1,
            "state": "won",
            "totals": [512, 448],
            "winner": "owls",
            "counts": True,
            "fixed": "locked",
            **BY_WRITING,
        }
    ]
    loud = [notice for notice in data["notices"] if notice["kind"] == "locked_otherwise"]
    assert [notice["match"] for notice in loud] == ["r1-a"]
    assert json.loads(schedule_json(made))["format"] == "clabber-schedule/1"
    report = json.loads(audit_json(audit(parse_season(encoded(busy())), handed(records()))))
    assert report["otherwise"][0]["then"] == {"state": "won", "totals": [410, 532], "winner": "moose"}


def evil() -> Json:
    """A season with something to be afraid of in every text that it can hold."""
    season = busy()
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
def test_nothing_in_a_text_becomes_markup(kind: str) -> None:
    season = evil()
    played = records()
    for record in played:
        for side, name in record["teams"].items():
            id = name.lower()
            record["teams"][side] = next(
                (team["name"] for team in season["teams"] if team["id"] == id), EVIL[0]
            )
        record["players"] = dict.fromkeys("NESW", EVIL[1])
    written = paper(kind, season, played)
    seen = check_page(paper_page(written))
    assert "script" not in seen.texts
    drawn = [picture.words for section in written.sections for picture in section.pictures]
    assert [attrs.get("aria-label") for tag, attrs in seen.elements if tag == "svg"] == drawn
    assert season["teams"][0]["name"] in "".join(seen.texts["body"])


@pytest.mark.parametrize("kind", KINDS)
def test_page_asks_for_nothing_and_allows_its_own_style_alone(kind: str) -> None:
    text = paper_page(paper(kind))
    check_page(text)
    check_own_style_alone(text)


@pytest.mark.parametrize("kind", KINDS)
def test_anonymous_names_nobody(kind: str) -> None:
    """No team, no player, no captain, nothing written freely and no id made of names, in any form."""
    made, given = parse_season(encoded(busy())), handed(records())
    found = standings(made, given)
    forms: dict[str, list[Callable[[], str]]] = {
        "standings": [
            lambda: standings_json(found, anonymous=True),
            lambda: csv_text(standings_rows(found, anonymous=True)),
        ],
        "schedule": [
            lambda: schedule_json(found, anonymous=True),
            lambda: csv_text(schedule_rows(found, anonymous=True)),
        ],
        "report": [
            lambda: audit_json(audit(made, given), anonymous=True),
            lambda: csv_text(report_rows(audit(made, given), anonymous=True)),
        ],
    }
    shown = paper(kind, anonymous=True)
    texts = [paper_text(shown), paper_page(shown), *(form() for form in forms[kind])]
    for text in texts:
        for name in (
            "owls",
            "eagles",
            "moose",
            "lions",
            "agnes",
            "shirts",
            "ruth",
            "monday",
            "riverside",
            "the-ten",
            "r1-a",
        ):
            assert name not in text.lower()
        assert "Team 1" in text


def digests() -> str:
    return " ".join(hashlib.sha256(paper_page(paper(kind)).encode()).hexdigest() for kind in KINDS)


@pytest.mark.full
def test_a_page_is_the_same_whatever_the_time_zone_and_the_hash_seed() -> None:
    assert elsewhere(digests) == digests()


@pytest.mark.parametrize("count", [1, 2])
def test_a_season_with_little_in_it_can_be_written_out(count: int) -> None:
    """No rounds, or one without matches; no hands."""
    season = {**deepcopy(SEASON), "rounds": [{"number": 1}][: count - 1]}
    for kind in KINDS:
        shown = paper(kind, season, [])
        assert paper_text(shown)
        assert not Page(paper_page(shown)).unbalanced
