"""Tests of the season calendar: RFC 5545, and moved matches that keep their event."""

from __future__ import annotations

import re
from copy import deepcopy

import pytest

from clabber_audit.league.season_file import parse_season
from clabber_audit.report.league.schedule import season_calendar
from tests.league.seasons import DECIDED, SEASON, Json, encode_season
from tests.league.test_forms import busy_season

#: Properties that an event must have exactly once (RFC 5545, 3.6.1).
ONCE = ("UID", "DTSTAMP", "DTSTART;VALUE=DATE", "SUMMARY", "DESCRIPTION", "STATUS", "SEQUENCE", "TRANSP")
ESCAPED = re.compile(r"\\(.)")


def unfolded_lines(season: Json, team: str | None = None) -> list[str]:
    """Return the lines of a calendar, with folded lines joined."""
    data = season_calendar(parse_season(encode_season(season)), team)
    assert data is not None
    assert data.endswith(b"\r\n")
    assert b"\n" not in data.replace(b"\r\n", b"")
    for line in data.split(b"\r\n"):
        assert len(line) <= 75
        line.decode()
    return data.decode().replace("\r\n ", "").split("\r\n")[:-1]


def events(season: Json, team: str | None = None) -> list[dict[str, str]]:
    head, *lines = "\n".join(unfolded_lines(season, team)).split("\nBEGIN:VEVENT\n")
    assert head.startswith("BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:")
    assert lines[-1].endswith("\nEND:VEVENT\nEND:VCALENDAR")
    found = []
    for text in lines:
        pairs = [line.split(":", 1) for line in text.partition("\nEND:VEVENT")[0].splitlines()]
        assert sorted(name for name, _value in pairs) == sorted(ONCE)
        found.append({name: ESCAPED.sub(r"\1", value) for name, value in pairs})
    return found


def days_by_summary(season: Json, team: str | None = None) -> dict[str, str]:
    return {event["SUMMARY"]: event["DTSTART;VALUE=DATE"] for event in events(season, team)}


def test_matches_are_on_their_day_and_byes_are_omitted() -> None:
    season = deepcopy(SEASON)
    season["rounds"][2] = {"number": 3, "day": "2026-01-19", "matches": [
        {"id": "r3-a", "teams": ["owls", "lions"], "day": "2026-01-21"}], "byes": ["eagles", "moose"]}  # fmt: skip
    assert days_by_summary(season) == {
        "Owls – Eagles": "20260105", "Moose – Lions": "20260105", "Owls – Moose": "20260112",
        "Eagles – Lions": "20260112", "Owls – Lions": "20260121",
    }  # fmt: skip
    assert [*days_by_summary(season, "lions")] == ["Moose – Lions", "Eagles – Lions", "Owls – Lions"]


def test_a_postponed_match_keeps_its_event() -> None:
    season = deepcopy(SEASON)
    before = events(season)
    season["postponements"] = [{**DECIDED, "number": 1, "match": "r2-b", "until": "2026-02-02"}]
    moved = events(season)
    assert [event["UID"] for event in moved] == [event["UID"] for event in before]
    assert len({event["UID"] for event in before}) == len(before)
    assert [one for one, other in zip(moved, before, strict=True) if one != other] == [moved[3]]
    assert (before[3]["SEQUENCE"], before[3]["DTSTAMP"]) == ("0", "20260105T000000Z")
    assert (moved[3]["SEQUENCE"], moved[3]["DTSTAMP"]) == ("1", "20260120T000000Z")
    assert (moved[3]["DTSTART;VALUE=DATE"], moved[3]["STATUS"]) == ("20260202", "CONFIRMED")
    # Undone, it is on its old day again, with a newer sequence number than the imported event.
    season["withdrawals"] = [{**DECIDED, "when": "2026-01-22", "number": 2, "of": 1}]
    back = events(season)[3]
    assert (back["DTSTART;VALUE=DATE"], back["SEQUENCE"], back["DTSTAMP"]) == (
        "20260112",
        "2",
        "20260122T000000Z",
    )


def test_forfeited_and_undated_matches_are_canceled() -> None:
    season = busy_season()
    del season["rounds"][1]["matches"][1]["postponed"]["until"]
    off = {
        event["SUMMARY"]: event["DESCRIPTION"] for event in events(season) if event["STATUS"] == "CANCELLED"
    }
    assert off == {
        "Postponed: Eagles – Lions": "Round 2, match 4. Postponed, no new day yet.",
        "Forfeited: Eagles – Moose": "Round 3, match 6. Forfeited by Moose.",
    }


@pytest.mark.parametrize("name", ["a, b; c\\n d", "é" * 80, "😀" * 80, "x" * 80, "END:VEVENT", "שלום"])
def test_names_are_escaped_and_folded(name: str) -> None:
    season = deepcopy(SEASON)
    season["teams"][0]["name"] = name
    assert f"{name} – Eagles" in days_by_summary(season)
