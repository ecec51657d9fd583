"""The packet of a week: what belongs to it, what its sheets and codes lead to, and how a folder is written."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path

import pytest

from clabber_audit.league.audit import audit
from clabber_audit.league.season_file import parse_season
from clabber_audit.league.waiting import report_week
from clabber_audit.records.sheets.headings import FORMS
from clabber_audit.report.league.packet import COLUMNS, OF_SIDE, packet, record_start
from tests import hands
from tests.cli import call, put
from tests.codes import told
from tests.league.seasons import DECIDED, SEASON, Json, encoded, game, handed, league
from tests.league.test_forms import busy, records
from tests.page.reading import EVIL, Page

ONE = [*game(1, ("Owls", "Eagles"), (512, 430)), *game(1, ("Moose", "Lions"), (470, 505))]
TWO = [*game(2, ("Owls", "Moose"), (505, 320)), *game(2, ("Eagles", "Lions"), (400, 520))]


def files(season: Json, hands: list[Json], week: int) -> dict[str, str]:
    return {
        name: data.decode()
        for name, data in packet(
            report_week(audit(parse_season(encoded(season)), handed(hands)), week)
        ).items()
    }


def parts(text: str) -> dict[str, str]:
    """Return the text under each heading, with single blanks."""
    _lead, *found = re.split(r"^([A-Z][A-Z0-9 :,-]+)$", text, flags=re.MULTILINE)
    return {head: " ".join(body.split()) for head, body in zip(found[::2], found[1::2], strict=True)}


def sheets(season: Json, week: int) -> list[str]:
    """The matches that there are sheets for."""
    return Page(files(season, [], week).get("sheets.html", "")).texts.get("h2", [])


def test_what_a_week_tells() -> None:
    told = parts(files(SEASON, ONE, 1)["mail.txt"])
    assert told["RESULTS"] == "1. Owls – Eagles 512:430 played 2. Moose – Lions 470:505 played"
    assert (
        "1 Owls 1 1 0 512 2 Lions 1 1 0 505 3 Moose 1 0 1 470 4 Eagles 1 0 1 430"
        in told["TABLE AFTER ROUND 1"]
    )
    assert told["NEXT: ROUND 2, JANUARY 12, 2026"] == "3. Owls – Moose scheduled 4. Eagles – Lions scheduled"


def test_the_table_has_the_places_of_last_week() -> None:
    """The places are those of last week’s packet, whatever was played since."""
    table = parts(files(SEASON, [*ONE, *TWO], 2)["mail.txt"])["TABLE AFTER ROUND 2"]
    assert "Place Team Played Won Lost Points Last week" in table
    assert "1 Lions 2 2 0 1025 2 2 Owls 2 2 0 1017 1 3 Eagles 2 0 2 830 4 4 Moose 2 0 2 790 3" in table
    assert "Last week" not in files(SEASON, ONE, 1)["mail.txt"]


def test_nobody_is_named_where_nobody_is_to_be() -> None:
    """Without names there are no sheets, which could not be assigned."""
    week = report_week(audit(parse_season(encoded(busy())), handed(records())), 2)
    nameless = packet(week, anonymous=True)
    assert set(packet(week)) - set(nameless) == {"sheets.html"}
    known = re.compile("Owls|Eagles|Moose|Lions|Agnes|Riverside|Monday|shirts", re.IGNORECASE)
    for name, data in nameless.items():
        assert not known.search(data.decode()), name
    assert "Team 1" in nameless["season.ics"].decode()


def test_hands_of_a_later_week_change_nothing() -> None:
    assert files(SEASON, [*TWO, *ONE], 1) == files(SEASON, ONE, 1)


def test_before_the_first_round_and_after_the_last() -> None:
    before = files(SEASON, [], 0)
    assert "NEXT: ROUND 1, JANUARY 5, 2026" in before["mail.txt"]
    assert "RESULTS" not in before["mail.txt"]
    assert sheets(SEASON, 0) == ["Owls – Eagles", "Moose – Lions"]
    after = files(SEASON, ONE, 3)
    assert "No round is left." in after["mail.txt"]
    assert "sheets.html" not in after


def test_a_match_that_is_put_off_belongs_to_the_week_of_its_new_day() -> None:
    season = deepcopy(SEASON)
    season["rounds"][0]["matches"][1]["postponed"] = {**DECIDED, "until": "2026-01-14"}
    first, second = (parts(files(season, [*ONE, *TWO], week)["mail.txt"]) for week in (1, 2))
    assert first["RESULTS"].startswith("1. Owls – Eagles 512:430 played 2. Moose – Lions postponed")
    assert "3 Lions 0 0 0 0" in first["TABLE AFTER ROUND 1"]
    assert "2. Moose – Lions table 2 round 1, postponed" in first["NEXT: ROUND 2, JANUARY 12, 2026"]
    assert sheets(season, 1) == ["Owls – Moose", "Eagles – Lions", "Moose – Lions"]
    assert "2. Moose – Lions 470:505 round 1, played" in second["RESULTS"]
    # Within its own week it is moved, and still played in it.
    season["rounds"][0]["matches"][1]["postponed"]["until"] = "2026-01-08"
    assert sheets(season, 0) == ["Owls – Eagles", "Moose – Lions"]
    assert "Moose – Lions 470:505" in parts(files(season, ONE, 1)["mail.txt"])["RESULTS"]


def test_uncalled_reneges_are_those_of_the_week() -> None:
    head = "RENEGES THAT NOBODY CALLED"
    told = parts(files(busy(), records(), 2)["mail.txt"])
    assert "Owls – Moose, round 2, game 1, hand 5" in told[head]
    assert head not in files(busy(), records(), 1)["mail.txt"]


def test_there_is_no_sheet_for_a_match_that_is_given_up() -> None:
    # The other one was put off from the second round, until after the last.
    assert sheets(busy(), 2) == ["Owls – Lions", "Eagles – Lions"]
    assert (
        "Eagles – Moose forfeited"
        in parts(files(busy(), [], 2)["mail.txt"])["NEXT: ROUND 3, JANUARY 19, 2026"]
    )


def test_a_sheet_names_who_may_play() -> None:
    season = deepcopy(SEASON)
    season["games_per_match"] = 2
    season["teams"][0] |= {"captain": "Ann", "players": ["Ann", "Bob"]}
    season["substitutions"] = [{**DECIDED, "match": "r1-a", "team": "owls", "player": "Ida"}]
    page = Page(files(season, [], 0)["sheets.html"])
    assert page.unbalanced == []
    assert page.texts["h2"] == ["Owls – Eagles"] * 2 + ["Moose – Lions"] * 2
    assert "Owls: Ann, Bob, Ida" in page.texts["p"]
    assert (
        "Monday League, winter 2026 · round 1 · January 5, 2026 · match 1 · table 1 · game 2 of 2"
        in page.texts["p"]
    )


def test_the_columns_are_those_of_a_sheet_that_is_read() -> None:
    form = FORMS[0]
    names = [form.column_of(head) for head in COLUMNS]
    names += [form.column_of(f"{side} {head}") for side in ("NS", "EW") for head in OF_SIDE[:-1]]
    assert [column and column.name for column in names] == [
        "hand", "dealer", "maker", "trump",
        "ns_cards", "ns_melds", "ns_belle", "ns_score", "ew_cards", "ew_melds", "ew_belle", "ew_score",
    ]  # fmt: skip


def test_the_code_is_the_hand_but_for_the_dealer(tmp_path: Path) -> None:
    season = {**deepcopy(SEASON), "games_per_match": 2}
    (tmp_path / "season.json").write_bytes(encoded(season))
    found = report_week(audit(parse_season(encoded(season)), handed([])), 0)
    assert found.next
    text = record_start(found.after.season, found.next.coming[1], 2)
    hand = tmp_path / "hand.clab"
    hand.write_text(text, encoding="utf-8")
    done = call("check", hand)
    assert (done.code, "deal" in done.err) == (3, True)
    hand.write_text(f"{text}deal S\nscore NS 100 EW 62\n", encoding="utf-8")
    assert call("check", hand).code == 0
    table = call("league", "schedule", tmp_path / "season.json", hand).out
    assert re.search(r"Moose – Lions +table\s2 +\(100:62, not over\)", table)
    assert "look" not in call("league", "standings", tmp_path / "season.json", hand).err


@pytest.mark.full
def test_the_code_is_read_by_another_reader() -> None:
    found = report_week(audit(parse_season(encoded(SEASON)), handed([])), 0)
    assert found.next
    drawn = re.findall(r'viewBox="0 0 (\d+) \d+"><path [^>]*d="([^"]+)"', files(SEASON, [], 0)["sheets.html"])
    for (width, path), match in zip(drawn, found.next.coming, strict=True):
        assert told(int(width), path) == record_start(found.after.season, match, 1)


@pytest.mark.parametrize("evil", EVIL)
def test_no_name_breaks_out(evil: str) -> None:
    season = deepcopy(SEASON)
    season["title"] = season["league"] = season["teams"][0]["name"] = evil
    season["teams"][0]["players"] = [evil]
    made = files(season, [], 0)
    for name in ("index.html", "sheets.html"):
        page = Page(made[name])
        assert not {"script", "img"} & {tag for tag, _ in page.elements}
        assert not [
            attribute for _, given in page.elements for attribute in given if attribute.startswith("on")
        ]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "season.json").write_bytes(encoded(SEASON))
    put(tmp_path / "hands.jsonl", ONE)
    return tmp_path


def kept(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_a_folder_is_written_and_other_files_in_it_stay(here: Path) -> None:
    asked = ("league", "packet", "season.json", "hands.jsonl", "-o", "week")
    assert call(*asked).code == 0
    first = kept(here / "week")
    assert sorted(first) == ["index.html", "mail.txt", "season.ics", "sheets.html"]
    (here / "week" / "mine.txt").write_text("mine")
    assert call(*asked, "--week", "1").code == 0
    (here / "week" / "mail.txt").write_text("Dear all, I have changed this.")
    changed = kept(here / "week")
    done = call(*asked)
    assert (done.code, kept(here / "week")) == (5, changed)
    assert "mail.txt already exists" in done.err
    assert call(*asked, "--force").code == 0
    assert kept(here / "week") == {**first, "mine.txt": b"mine"}


@pytest.mark.parametrize(
    ("more", "code", "told"),
    [
        (("--week", "9", "-o", "week"), 2, "no round 9"), (("-o", "-"), 2, "a packet is a folder"),
        (("-o", "hands.jsonl"), 5, "hands.jsonl"), (("-o", "no/such/place"), 5, "cannot write"),
    ],
)  # fmt: skip
def test_what_is_asked_amiss_writes_nothing(here: Path, more: tuple[str, ...], code: int, told: str) -> None:
    before = kept(here)
    done = league("packet", "hands.jsonl", *more)
    assert (done.code, told in done.err, kept(here)) == (code, True, before)


def test_open_hands_are_told_in_the_packet(here: Path) -> None:
    put(here / "stopped.jsonl", [hands.changed(hands.UPHELD, "cut", teams={"NS": "Nobody", "EW": "Moose"})])
    done = league("packet", "hands.jsonl", "stopped.jsonl", "-o", "week")
    assert done.code == 0
    assert "No team of the season is called “Nobody”" in " ".join(
        (here / "week" / "mail.txt").read_text().split()
    )
