"""Tests of archives with hands of the Bid Euchre family and of Clabber."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.api import Form, written
from clabber_audit.archive.database import open_archive
from clabber_audit.archive.search import (
    Sought,
    hands,
    history,
    people_and_teams,
)
from clabber_audit.archive.verify import complaints
from clabber_audit.judge.judge import anonymize_record
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.records.notation.writer import write
from clabber_audit.report.remarks import Origin, PageFrame
from tests.archive.archives import make_archive, read_checkpoint
from tests.cli import RENEGE, call, read_text
from tests.family.book import book
from tests.family.makers.records import records
from tests.rules import rule_on
from tests.scale import at_random
from tests.tables import hand_text

Record = dict[str, Any]

CLUBS: Final = read_text(hand_text("Five players"))


def casebook_records() -> list[Record]:
    """Return hands of the family's casebook that were played or have two packs, and some others."""
    records = [case.record for case in book() if case.record is not None]
    chosen = [record for record in records if record["plays"] or record.get("pack") == "48"]
    others = [record for record in records if record not in chosen]
    return [{**record, "id": f"case-{number}"} for number, record in enumerate([*chosen, *others[:10]])]


@pytest.fixture(scope="module")
def mixed_archive(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_archive(tmp_path_factory.mktemp("mixed"), [RENEGE, CLUBS, *casebook_records()])


def test_hands_of_both_families_are_stored_and_verify(mixed_archive: Path) -> None:
    with open_archive(str(mixed_archive)) as archive:
        assert not list(complaints(archive))
        stored = {hand.hand.record.id: hand.hand.record for hand in hands(archive, Sought())}
    for data in (RENEGE, CLUBS, *casebook_records()):
        assert record_data(stored[data["id"]]) == data


def test_irregular_hands_are_stored_and_verify(tmp_path: Path) -> None:
    drawn = [{**data, "id": f"h-{number}"} for number, data in enumerate(records(8, at_random(24, 1_000)))]
    with open_archive(str(make_archive(tmp_path, drawn))) as archive:
        assert not list(complaints(archive))
        assert {canonical(record_data(hand.hand.record)) for hand in hands(archive, Sought())} == set(
            map(canonical, drawn)
        )


def test_players_and_teams_are_listed(mixed_archive: Path) -> None:
    with open_archive(str(mixed_archive)) as archive:
        assert {"Ann", "Bob", "Cy", "Zoë", "Eve", "Cellar Rats", "Ruth"} <= set(people_and_teams(archive))


def test_bids_exchanges_and_scores_in_sql(mixed_archive: Path) -> None:
    with open_archive(str(mixed_archive)) as archive:
        calls_in_sql = list(
            archive.rows("SELECT seat, call FROM declarations WHERE id = 'five-rats' ORDER BY call_number")
        )
        exchanges = list(
            archive.rows("SELECT giver, taker, card FROM exchanges WHERE id = 'five-rats' ORDER BY number")
        )
        columns = "side, team, players, before, sheet, sheet_after"
        sides = list(
            archive.rows(
                f"SELECT {columns} FROM sides JOIN hands USING (hand) WHERE id = 'five-rats' ORDER BY 1"
            )
        )
        own = list(
            archive.rows("SELECT pack, p4, stake_game, stake_set, moved FROM hands WHERE id = 'five-rats'")
        )
    calls = ["1", "2", "pass", "pass", "pass", "trump=D", "out", "out@1"]
    assert calls_in_sql == list(zip(("P3", "P4", "P5", "P1", "P2", "P4", "P5", "P2"), calls, strict=True))
    assert exchanges == [("P1", "P3", None), ("P3", "P1", "9C")]
    assert sides[0] == ("P1", "Cellar Rats", "Ann", 11, "5", 16)
    assert sides[2] == ("P3", None, "Cy", 15, "set", None)
    assert own == [("28", "Zoë", 2, 1, "P2")]


def test_plays_in_sql_are_in_order(mixed_archive: Path) -> None:
    with open_archive(str(mixed_archive)) as archive:
        for hand in hands(archive, Sought()):
            record = hand.hand.record
            query = "SELECT seat, card FROM plays WHERE id = ? ORDER BY clock"
            assert list(archive.rows(query, record.id)) == [(play.seat, play.card) for play in record.plays]


def test_pages_show_every_side(tmp_path: Path) -> None:
    """There is an index and a page for each hand; five players without partners are all shown, unless anonymous."""
    path = make_archive(tmp_path, [RENEGE, CLUBS])
    done = call("archive", "export", str(path), str(tmp_path / "pages"))
    assert (done.code, len(list((tmp_path / "pages").glob("hand-*.html")))) == (0, 2)
    index = (tmp_path / "pages" / "players.html").read_text(encoding="utf-8")
    assert not [name for name in ("Ann", "Bob", "Cy", "Zoë", "Eve") if name not in index]
    call("archive", "export", "--anonymous", str(path), str(tmp_path / "nameless"))
    pages = "".join(page.read_text(encoding="utf-8") for page in (tmp_path / "nameless").iterdir())
    assert not re.findall(r"\b(Rats|Bob|Cy|Zoë|Eve|five-rats)\b", pages)


@pytest.mark.parametrize("form", ["text", "html", "json"])
def test_show_equals_the_ruling_of_the_hand(mixed_archive: Path, form: Form) -> None:
    shown = call("archive", "show", str(mixed_archive), "five-rats", "-f", form)
    assert (shown.code, shown.err) == (0, "")
    ruling = rule_on(CLUBS)
    with open_archive(str(mixed_archive)) as archive:
        known = PageFrame("", (), origin=Origin(tuple(history(archive, "five-rats"))))
    assert shown.out == written(ruling, form, checkpoint=read_checkpoint(mixed_archive), frame=known)


def test_show_returns_the_stored_record(mixed_archive: Path) -> None:
    assert (
        call("archive", "show", str(mixed_archive), "five-rats", "-f", "record").out
        == canonical(CLUBS) + "\n"
    )
    assert call("archive", "show", str(mixed_archive), "five-rats", "-f", "clab").out == write(
        rule_on(CLUBS).replay.hand.record
    )


def test_anonymous_output_names_nobody() -> None:
    record = anonymize_record(rule_on(CLUBS).replay.hand.record)
    text = canonical(record_data(record))
    assert not any(name in text for name in ("Ann", "Bob", "Cy", "Zoë", "Eve", "Cellar", "five-rats"))
    assert record_data(record)["deal"] == CLUBS["deal"]
    assert record_data(record)["context"] == CLUBS["context"]
