"""Tests of the packet of a week: its content, its sheets and codes, and how its folder is written."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path

import pytest

from clabber_audit.league.audit import audit
from clabber_audit.league.games import GivenHands
from clabber_audit.league.season import Season
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.waiting import report_week
from clabber_audit.records.sheets.headings import FORMS
from clabber_audit.report.league.packet import COLUMNS, OF_SIDE, packet, record_start
from tests.cli import call
from tests.league.cases import read_case
from tests.league.seasons import SEASON, Json, collect_hands, encode_season
from tests.league.test_forms import load_case
from tests.page.reading import EVIL, Page
from tests.qr_codes import decode_svg
from tests.transcripts import transcripts


def packet_files(season: Season, given: GivenHands, week: int) -> dict[str, str]:
    found = packet(report_week(audit(season, given), week))
    return {name: data.decode() for name, data in found.items()}


def first_packet(season: Json) -> dict[str, str]:
    """Return the packet from before the first round."""
    return packet_files(parse_season(encode_season(season)), collect_hands([]), 0)


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("packets.md")))
def test_packet(title: str, lines: list[str]) -> None:
    """The head of `packets.md` explains the lines."""
    (season, given), expected = load_case(), lines[1:]
    if lines[0] != "busy":
        season, given, expected = read_case(lines)
    text, sheets = "", list[str]()
    for line in expected:
        word, _, rest = line.partition(" ")
        if word == "packet":
            week, name = rest.split()
            found = packet_files(season, given, int(week))
            page = Page(found.get("sheets.html", ""))
            assert not page.unbalanced
            sheets, paragraphs = page.texts.get("h2", []), page.texts.get("p", [])
            text = " ".join((found.get(name, "") if name != "sheets.html" else " ".join(paragraphs)).split())
        elif word == "sheets":
            assert sheets == rest.split(", ")
        else:
            assert (not text) if word == "none" else (rest in text) == (word == "="), (line, text)


def test_anonymous_packet_names_nobody() -> None:
    """It has no sheets, since sheets without names could not be assigned."""
    week = report_week(audit(*load_case()), 2)
    nameless = packet(week, anonymous=True)
    assert set(packet(week)) - set(nameless) == {"sheets.html"}
    known = re.compile("Owls|Eagles|Moose|Lions|Agnes|Riverside|Monday|shirts", re.IGNORECASE)
    for name, data in nameless.items():
        assert not known.search(data.decode()), name
    assert "Team 1" in nameless["season.ics"].decode()


def test_sheet_columns_can_be_read_back() -> None:
    form = FORMS[0]
    names = [form.column_of(head) for head in COLUMNS]
    names += [form.column_of(f"{side} {head}") for side in ("NS", "EW") for head in OF_SIDE[:-1]]
    assert [column and column.name for column in names] == [
        "hand", "dealer", "maker", "trump",
        "ns_cards", "ns_melds", "ns_belle", "ns_score", "ew_cards", "ew_melds", "ew_belle", "ew_score",
    ]  # fmt: skip


def test_qr_code_starts_a_record_without_its_dealer(tmp_path: Path) -> None:
    season = {**deepcopy(SEASON), "games_per_match": 2}
    (tmp_path / "season.json").write_bytes(encode_season(season))
    found = report_week(audit(parse_season(encode_season(season)), collect_hands([])), 0)
    assert found.next
    text = record_start(found.after.season, found.next.coming[1], 2)
    hand = tmp_path / "hand.clab"
    hand.write_text(text, encoding="utf-8")
    assert call("check", hand).failed(3, "deal")
    hand.write_text(f"{text}deal S\nscore NS 100 EW 62\n", encoding="utf-8")
    assert call("check", hand).code == 0
    table = call("league", "schedule", tmp_path / "season.json", hand).out
    assert re.search(r"Moose – Lions +table\s2 +\(100:62, not over\)", table)
    assert "look" not in call("league", "standings", tmp_path / "season.json", hand).err


@pytest.mark.full
def test_qr_codes_are_read_by_an_independent_decoder() -> None:
    found = report_week(audit(parse_season(encode_season(SEASON)), collect_hands([])), 0)
    assert found.next
    drawn = re.findall(r'viewBox="0 0 (\d+) \d+"><path [^>]*d="([^"]+)"', first_packet(SEASON)["sheets.html"])
    for (width, path), match in zip(drawn, found.next.coming, strict=True):
        assert decode_svg(int(width), path) == record_start(found.after.season, match, 1)


@pytest.mark.parametrize("evil", EVIL)
def test_names_are_escaped(evil: str) -> None:
    season = deepcopy(SEASON)
    season["title"] = season["league"] = season["teams"][0]["name"] = evil
    season["teams"][0]["players"] = [evil]
    found = first_packet(season)
    for name in ("index.html", "sheets.html"):
        page = Page(found[name])
        assert not {"script", "img"} & {tag for tag, _ in page.elements}
        assert not [
            attribute for _, given in page.elements for attribute in given if attribute.startswith("on")
        ]
