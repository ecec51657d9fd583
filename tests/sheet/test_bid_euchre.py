"""Score sheets of the Bid Euchre family: bidder, bid, tricks and scores of all sides become records of its own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.records.canonical import record_data
from clabber_audit.records.sheets.headings import FORMS
from clabber_audit.records.sheets.rows import entries
from tests.cli import call

_PEPPER = """\
hand,ruleset,dealer,bidder,bid,trump,alone,ns_tricks,ew_tricks,ns_score,ew_score,ns_after,ew_after
1,pepper,N,E,4,hearts,,2,4,2,4,2,4
2,pepper,E,S,big pepper,spades,no,6,0,14,−6,16,-2
"""
_FIVE = range(1, 6)
_DIRTY = "\n".join(
    [
        "rules,pack,dealer,bidder,bid,trump,"
        + ",".join(f"p{number}{part}" for part in ("", " tricks", " score") for number in _FIVE),
        "dirty-clubs,28,Bob,Dee,2,diamonds,Ann,Bob,Cy,Dee,Eve,1,0,2,2,0,-1,0,-2,-2,0",
        "",
    ]
)


def _records(text: str) -> list[dict[str, Any]]:
    found = list(entries(text.encode(), "night.csv"))
    assert not [entry.refused for entry in found if entry.refused]
    return [record_data(entry.record) for entry in found if entry.record]


def test_a_night_of_pepper() -> None:
    first, second = _records(_PEPPER)
    assert first == {
        "format": "bid-euchre-hand/1",
        "id": "night-r02",
        "ruleset": "pepper",
        "context": {"hand": 1},
        "source": {"kind": "scoresheet"},
        "deal": {"dealer": "N"},
        "contract": {"maker": "E", "tricks": 4, "trump": "H"},
        "plays": [],
        "score": {"NS": 2, "EW": 4},
        "after": {"NS": 2, "EW": 4},
        "sheet": {"NS": {"tricks": 2}, "EW": {"tricks": 4}},
    }
    assert second["contract"] == {"maker": "S", "tricks": 6, "kind": "big_pepper", "trump": "S"}
    assert second["score"] == {"NS": 14, "EW": -6}


def test_five_at_a_table_each_for_himself() -> None:
    (found,) = _records(_DIRTY)
    assert found["seats"] == ["P1", "P2", "P3", "P4", "P5"]
    assert (found["pack"], found["deal"], found["contract"]["maker"]) == ("28", {"dealer": "P2"}, "P4")
    assert found["score"] == {"P1": -1, "P2": 0, "P3": -2, "P4": -2, "P5": 0}
    assert found["sheet"]["P3"] == {"tricks": 2}


def test_the_sides_of_a_table_of_six() -> None:
    heading = "ruleset,pack,dealer,bidder,bid,P1-P3-P5 tricks,p2p4p6_tricks"
    (found,) = _records(f"{heading}\ndouble-hasenpfeffer,48,P6,P1-P3-P5,7,5,3\n")
    assert len(found["seats"]) == 6
    assert found["contract"] == {"maker": "P1P3P5", "tricks": 7}
    assert found["sheet"] == {"P1P3P5": {"tricks": 5}, "P2P4P6": {"tricks": 3}}


@pytest.mark.parametrize(
    ("column", "written", "path", "kept"),
    [
        ("trump", "no trump", ("contract", "trump"), "NT"),
        ("trump", "♥", ("contract", "trump"), "H"),
        ("trump", "low", ("contract", "trump"), "LOW"),
        ("alone", "x", ("contract", "alone"), True),
        ("forced", "Yes", ("contract", "forced"), True),
        ("ns_score", "set", ("score", "NS"), "set"),
        ("ns_score", "–6", ("score", "NS"), -6),
        ("NS", "-12", ("score", "NS"), -12),
        ("ns_before", "-8", ("before", "NS"), -8),
        ("N-S total", "41", ("after", "NS"), 41),
        ("ew hickeys", "2", ("hickeys", "EW"), 2),
        ("each", "5", ("cards_each",), 5),
    ],
)
def test_cells_in_peoples_words(column: str, written: str, path: tuple[str, ...], kept: Any) -> None:
    found: Any
    tricks = "1,4" if column == "each" else "2,4"
    (found,) = _records(f"ruleset,dealer,bidder,bid,ns_tricks,ew_tricks,{column}\npepper,N,E,4,{tricks},{written}\n")
    for step in path:
        found = found[step]
    assert found == kept


@pytest.mark.parametrize(
    ("bid", "contract"),
    [
        ("3HC", {"tricks": 3, "kind": "hc"}), ("3 hc", {"tricks": 3, "kind": "hc"}),
        ("12", {"tricks": 12}), ("6", {"tricks": 6}),
        ("Small Pepper", {"tricks": 6, "kind": "small_pepper"}), ("bp", {"tricks": 6, "kind": "big_pepper"}),
        ("loner", {"tricks": 6, "kind": "loner"}), ("Pfeffer", {"tricks": 6, "kind": "pfeffer"}),
    ],
)  # fmt: skip
def test_bids(bid: str, contract: dict[str, Any]) -> None:
    (found,) = _records(f"ruleset,dealer,bidder,bid,ns,ew\npepper,N,E,{bid},2,4\n")
    assert found["contract"] == {"maker": "E", **contract}


@pytest.mark.parametrize(
    ("text", "what", "why"),
    [
        ("dealer,bidder,bid,ns,ew\nN,E,4,2,4\n", "no column ruleset", "rules it was played by"),
        ("ruleset,dealer,bidder,bid,ns_tricks\npepper,N,E,4,2\n", "no column ew_tricks", "bidder, bid and the tricks"),
        ("ruleset,dealer,bidder,bid,ns,ew\n,N,E,4,2,4\n", "column ruleset (A2) is empty", "rules it was played by"),
        ("ruleset,dealer,bidder,bid,ns,ew\npepper,N,E,13,2,4\n", "column bid (D2) is “13”", "expected a bid"),
        ("ruleset,dealer,bidder,bid,ns,ew\npepper,N,E,,2,4\n", "column bid (D2) is empty", "bidder is filled"),
        ("ruleset,dealer,bidder,bid,ns,ew\npepper,N,Q,4,2,4\n", "column bidder (C2) is “Q”", "the seat or the team"),
        ("ruleset,dealer,bidder,bid,ns_tricks,ew_tricks\npepper,N,E,4,13,4\n", "ns_tricks (E2) is “13”", "at most 12"),
        ("ruleset,dealer,bidder,bid,alone,ns,ew\npepper,N,E,4,perhaps,2,4\n", "alone (E2)", "yes or no"),
        ("ruleset,pack,dealer,bidder,bid,ns,ew\npepper,52,N,E,4,2,4\n", "pack (B2) is “52”", "one of 20, 24, 25"),
        ("rules,dealer,bidder,bid,p1 score,p2 score\ndirty-clubs,P1,P2,2,1,1\n", "no column p3_score", "all sides"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_told(text: str, what: str, why: str) -> None:
    try:
        faults = [fault for entry in entries(text.encode(), "x.csv") if entry.refused for fault in entry.refused.faults]
    except Refused as refused:
        faults = list(refused.faults)
    (fault,) = faults
    assert what in fault.what
    assert why in fault.why


def test_a_bidder_without_a_bid_is_kept_as_a_remark() -> None:
    heading = "ruleset,pack,dealer,bidder,trump,alone,ns,ew"
    (found,) = _records(f"{heading}\npepper,24,N,E,H,x,2,4\n")
    assert "contract" not in found
    assert found["remarks"] == ["on the sheet: bidder E, trump H, alone x"]


def test_tricks_that_do_not_add_up_are_refused_in_their_row_alone(tmp_path: Path) -> None:
    sheet = tmp_path / "night.csv"
    sheet.write_text(_PEPPER.replace("2,4,2,4,2,4", "3,4,2,4,2,4"), encoding="utf-8")
    done = call("convert", str(sheet), str(tmp_path / "night.clab"))
    assert done.code == 3
    assert "night.csv:2:24: error: the sheet has 7 tricks; a hand has 6 tricks" in done.err
    assert "contract S 6 bp spades" in (tmp_path / "night.clab").read_text(encoding="utf-8")


def test_every_name_of_a_column_is_its_own() -> None:
    """No heading means two columns of one form."""
    for form in FORMS:
        for column, others in form.named:
            for name in (column.name, *others):
                assert form.column_of(name) == column, name


def test_scores_alone_with_empty_columns_for_the_bid() -> None:
    (found,) = _records("ruleset,dealer,bidder,bid,ns,ew\npepper,N,,,4,-6\n")
    assert (found["format"], found["score"]) == ("bid-euchre-hand/1", {"NS": 4, "EW": -6})


def test_the_sheets_there_were_are_those_of_clabber() -> None:
    """A bid and tricks by themselves are read as ever: as the maker, and as points in cards."""
    (found,) = _records("dealer,bid,trump,ns tricks,ew tricks\nN,E,H,61,101\n")
    assert found["format"] == "clabber-hand/1"
    assert found["sheet"]["NS"] == {"cards": 61}
