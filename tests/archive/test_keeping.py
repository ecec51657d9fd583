"""Tests of stored hands: added once, unchanged, and amended with the old version kept."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from clabber_audit.archive.database import (
    LogEntry,
    Packer,
    build_dictionary,
    create,
    encode_entry,
    entry_of,
    open_archive,
)
from clabber_audit.archive.hands import amend
from clabber_audit.archive.search import (
    Sought,
    checkpoint_line,
    history,
    list_hands,
    ruling_of,
    rulings,
    search_hands,
)
from clabber_audit.archive.verify import complaints
from clabber_audit.cards import SEATS
from clabber_audit.core.errors import Unusable
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.report.data import ruling_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.archives import AT, add_records, make_archive
from tests.cli import CLAIMED, GOOD, RENEGE, Json, call, copy_with
from tests.random_records import irregular
from tests.rules import rule_on
from tests.scale import at_scale


@cache
def simulated_records() -> list[Json]:
    """Return the hands of a simulated season."""
    return [record_data(record) for record in simulate_hands(11, at_scale(100, 400), irregular=0.2)]


def hands_with_fault(name: str, infraction: str, round_: int, found: list[Ruling]) -> list[str]:
    """Return the hands of a round in which a player committed an infraction, found without SQL."""
    return [
        ruling.replay.hand.record.id
        for ruling in found
        for finding in ruling.findings
        if finding.infraction == infraction
        and finding.seat is not None
        and ruling.replay.hand.record.players.get(SEATS[finding.seat]) == name
        and ruling.replay.hand.record.context
        and ruling.replay.hand.record.context.round == round_
    ]


def test_the_same_hand_twice_changes_nothing(tmp_path: Path) -> None:
    with create(str(tmp_path / "a.db")) as archive:
        assert add_records(archive, [GOOD, RENEGE, GOOD])[:2] == (2, 1)
        before = checkpoint_line(archive)
        assert add_records(archive, [RENEGE, GOOD])[:2] == (0, 2)
        assert checkpoint_line(archive) == before


def test_amendment_keeps_the_old_version_with_author_date_and_reason(tmp_path: Path) -> None:
    path = make_archive(tmp_path, [GOOD, copy_with(GOOD, id="other")])
    better = copy_with(RENEGE, id="good", claims=[{"by": "E", "against": "N", "at": 8, "trick": 2}])
    with open_archive(str(path), write=True) as archive:
        assert amend(archive, rule_on(better), AT, "Mae", "the ten was thrown off")
        assert [
            (version.entry, version.at, version.by, version.why) for version in history(archive, "good")
        ] == [
            (0, AT, None, None),
            (2, AT, "Mae", "the ten was thrown off"),
        ]
        assert record_data(ruling_of(archive, "good").replay.hand.record) == better
        assert record_data(ruling_of(archive, "good", 0).replay.hand.record) == GOOD
        assert list(archive.rows("SELECT infraction FROM findings")) == [("failure-to-follow",)]
        assert list(archive.rows("SELECT verdict FROM claims")) == [("upheld",)]
        assert not amend(archive, rule_on(better), AT, "Mae", "again")
        assert [row[0] for row in search_hands(archive, "Ruth")] == ["good", "other"]
        # And back again: the rows derived from the amended version are removed.
        assert amend(archive, rule_on(GOOD), AT, "Mae", "it was not")
        assert list(archive.rows("SELECT * FROM findings")) == []
        with pytest.raises(Unusable, match="no hand “new”"):
            amend(archive, rule_on(copy_with(GOOD, id="new")), AT, "Mae", "there is none")


def test_amendment_may_change_the_ruleset(tmp_path: Path) -> None:
    """The old version is still judged by the ruleset stored with it."""
    path = make_archive(tmp_path, [RENEGE])
    with open_archive(str(path), write=True) as archive:
        amend(archive, rule_on(copy_with(RENEGE, ruleset="wp-old")), AT, "Mae", "it was the old league")
        assert ruling_of(archive, "renege").law.ruleset.id == "wp-old"
        assert ruling_of(archive, "renege", 0).law.ruleset.id == "ecl-1992"
        assert list(complaints(archive)) == []


def test_amendment_rewrites_only_tables_that_differ(tmp_path: Path) -> None:
    """A new remark leaves claims and findings alone; a removed claim does not."""
    path, lines = make_archive(tmp_path, [CLAIMED]), list[str]()
    with open_archive(str(path), write=True) as archive:
        archive.conn.set_trace_callback(lines.append)
        changes: tuple[dict[str, Any], ...] = ({"remarks": ["the seven was an ace"]}, {"claims": []})
        for change in changes:
            lines.clear()
            assert amend(archive, rule_on(copy_with(CLAIMED, **change)), AT, "Mae", "misread")
            assert any("INTO hands " in line for line in lines)
            assert any("delete from" in line.lower() and "claims" in line for line in lines) == (
                "claims" in change
            )
            assert not any("INTO melds " in line for line in lines)
        archive.conn.set_trace_callback(None)
        assert archive.value("SELECT count(*) FROM claims") == 0
        assert list(complaints(archive)) == []


def test_entries_are_canonical_by_rfc8785() -> None:
    """The package rfc8785 gives the same bytes; the hash of a record is over these bytes."""
    packer = Packer(build_dictionary())
    records = [*simulated_records()[:150], *irregular.records(5, 150)]
    for record in records:
        assert canonical(record).encode() == rfc8785.dumps(record)
        entry = LogEntry(AT, record, "0f" * 16, 7, "Mae “M” O'Hara\\", "sixé ♥")
        data = encode_entry(entry).data
        assert data == rfc8785.dumps(entry._asdict())
        assert entry_of(data) == entry
        assert packer.unpack(packer.pack(data)) == data


def test_hashes_of_records(tmp_path: Path) -> None:
    with open_archive(str(make_archive(tmp_path, simulated_records()[:20]))) as archive:
        stored = dict(archive.rows("SELECT id, sha256 FROM hands JOIN log ON log.seq = hands.entry"))
    assert stored == {
        record["id"]: hashlib.sha256(rfc8785.dumps(record)).digest() for record in simulated_records()[:20]
    }


def test_rulings_round_trip(tmp_path: Path) -> None:
    rulesets = ("ecl-1992", "wp", "gamerules")
    records = [
        copy_with(record, ruleset=rulesets[number % 3])
        for number, record in enumerate(simulated_records()[:60])
    ]
    with open_archive(str(make_archive(tmp_path, records))) as archive:
        found = {ruling.replay.hand.record.id: ruling_data(ruling) for ruling in rulings(archive, Sought())}
    assert found == {record["id"]: ruling_data(rule_on(record)) for record in records}


def test_query_of_failures_of_a_player_in_a_round(tmp_path: Path) -> None:
    records = [
        copy_with(record, context={"round": number % 3 + 1})
        for number, record in enumerate(simulated_records())
    ]
    rulings = [rule_on(record) for record in records]
    names = sorted({name for record in records for name in record["players"].values()})
    expected = {name: hands_with_fault(name, "failure-to-follow", 3, rulings) for name in names}
    assert any(expected.values())
    query = """
        SELECT id FROM findings JOIN hands USING (hand)
        WHERE infraction = 'failure-to-follow' AND player = ? AND round = 3 ORDER BY hand"""
    with open_archive(str(make_archive(tmp_path, records))) as archive:
        for name, ids in expected.items():
            assert [row[0] for row in archive.rows(query, name)] == ids
            assert [
                hand.id
                for hand in list_hands(archive, Sought(round=3, player=name, infraction="failure-to-follow"))
            ] == list(dict.fromkeys(ids))
        plan = " ".join(str(row[3]) for row in archive.rows(f"EXPLAIN QUERY PLAN {query}", "Gus"))
    assert "findings_by_player (infraction=? AND player=?)" in plan


def test_tables_and_views_agree_with_the_records(tmp_path: Path) -> None:
    records = {record["id"]: record for record in simulated_records()[:120]}
    with open_archive(str(make_archive(tmp_path, list(records.values())))) as archive:
        plays: dict[str, list[Any]] = {name: [] for name in records}
        for name, seat, player, card, trick, clock in archive.rows(
            "SELECT id, seat, player, card, trick, clock FROM plays ORDER BY hand, clock"
        ):
            assert trick == clock // 4 + 1
            assert player == records[name]["players"][seat]
            plays[name].append({"seat": seat, "card": card})
        calls = list(archive.rows("SELECT id, seat, call FROM declarations ORDER BY hand, call_number"))
        melds = list(
            archive.rows(
                "SELECT id, melds.seat, kind, cards FROM melds JOIN hands USING (hand) ORDER BY hand, meld"
            )
        )
        claims = list(
            archive.rows(
                "SELECT id, against, verdict FROM claims JOIN hands USING (hand) ORDER BY hand, claim"
            )
        )
    assert plays == {name: record["plays"] for name, record in records.items()}
    assert calls == [
        (name, call["seat"], call["call"])
        for name, record in records.items()
        for call in record["declarations"]
    ]
    assert melds == [
        (name, meld["seat"], meld["kind"], " ".join(meld.get("cards", ())))
        for name, record in records.items()
        for meld in record["melds"]
    ]
    assert [row[:2] for row in claims] == [
        (name, claim["against"]) for name, record in records.items() for claim in record.get("claims", ())
    ]


def test_unknown_cards_stay_unknown(tmp_path: Path) -> None:
    """Level 3 records of section 5 of the catalog: cards that were not recorded are not made up."""
    plays = [{"seat": seat, "card": None} for seat in "WNES"]
    old = copy_with(GOOD, deal={"dealer": "S"}, plays=plays, declarations=None)
    del old["declarations"]
    with open_archive(str(make_archive(tmp_path, [old]))) as archive:
        assert list(archive.rows("SELECT seat, card FROM plays ORDER BY clock")) == [
            (seat, None) for seat in "WNES"
        ]
        assert archive.value("SELECT calls FROM hands") is None
        assert archive.value("SELECT melds_noted FROM hands") == 0


def test_disordered_tricks_are_stored_without_seats(tmp_path: Path) -> None:
    """The record is returned unchanged."""
    lost = copy_with(
        GOOD, deal={"dealer": "S", "upcard": "9S"}, plays=GOOD["plays"][:8], disordered=[2], claims=[]
    )
    lost["score"] = {}
    with open_archive(str(make_archive(tmp_path, [lost]))) as archive:
        cards = [card for (card,) in archive.rows("SELECT card FROM plays ORDER BY clock")]
        assert cards == [*[play["card"] for play in GOOD["plays"][:4]], None, None, None, None]
        (ruling,) = rulings(archive, Sought())
        assert record_data(ruling.replay.hand.record) == lost


HOSTILE = (
    "x'); DROP TABLE hands; --",
    '"unbalanced',
    "a OR",
    "NEAR(",
    "*",
    "words : x",
    "-",
    "",
    "'",
    "\\",
    "NOT",
)


@pytest.mark.parametrize("text", HOSTILE)
def test_s01_to_s04_texts_are_never_run_as_sql(tmp_path: Path, text: str) -> None:
    path = make_archive(tmp_path, [copy_with(GOOD, remarks=[text] if text else [])])
    with open_archive(str(path)) as archive:
        list(search_hands(archive, text))
        sought = Sought(
            season=text, team=text, player=text, outcome=text, source=text, since=text, until=text
        )
        list(list_hands(archive, sought))
        list(list_hands(archive, Sought(infraction=text, player=text)))
        assert archive.value("SELECT count(*) FROM hands") == 1
    assert call("archive", "search", path, text).code == 0
