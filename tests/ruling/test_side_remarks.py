"""The side remarks on a ruling: in words, in a page that stays small, as data, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.embedded import read_embedded_ruling
from clabber_audit.judge.model import RulingShape
from clabber_audit.judge.side_remarks import (
    CardExchange,
    Choice,
    Instead,
    Robustness,
    SideRemarks,
    card_places,
    side_notes,
)
from clabber_audit.report.data import remarks_data
from clabber_audit.report.page import page
from clabber_audit.report.remarks import format_robustness, list_results_without
from clabber_audit.report.ruling import ruling_text
from clabber_audit.report.wording import Speaker
from tests import hands
from tests.cli import CLAIMED, call, write_records
from tests.scale import in_share

LARGEST = 64 * 1024
TITLE = "Side notes, not part of the ruling"
RULING, COMPARISONS = hands.rule_on(hands.UPHELD)
SPEAKER = Speaker(RULING.replay.hand.record)
TEN, NINE = 1 << 7, 1 << 6


def instead_of(*choices: Choice, **changes: Any) -> tuple[str, ...]:
    """Return the alternatives text of the disputed hand with these legal cards; `changes` modify the finding."""
    item = Instead(RULING.findings[0], 0, choices)
    ruling = RULING
    if changes:
        finding = RULING.findings[0]._replace(**changes)
        claims = tuple(claim._replace(finding=finding) for claim in RULING.claims)
        ruling = RULING._replace(findings=(finding, *RULING.findings[1:]), claims=claims)
        item = item._replace(finding=finding)
    beside = SideRemarks((item,), Robustness(0, 0, 0, (), None, cut=False))
    return tuple(list_results_without(dossier(ruling, remarks=beside, search=False), SPEAKER))


def test_one_card_or_several() -> None:
    """East-West are the makers of this hand."""
    start = "and both sides had played their best from there: "
    assert instead_of(Choice(TEN, (94, 88), True)) == (
        f"If North had played 10♦ {start}94 for North-South and 88 for East-West; "
        "East-West, who made trump, would be set.",
    )
    assert instead_of(Choice(NINE, (70, 112), False), Choice(TEN, (74, 108), False)) == (
        f"If North had played 9♦ or 10♦ {start}70 to 74 for North-South and 108 to 112 for East-West; "
        "East-West, who made trump, would make it.",
    )
    assert instead_of(Choice(NINE, (70, 112), False), Choice(TEN, (94, 88), True))[0].endswith(
        "; East-West, who made trump, would be set or not, depending on the card."
    )


def test_many_cards_are_not_named() -> None:
    cards = [Choice(1 << place, (94, 88), True) for place in range(6, 10)]
    assert instead_of(*cards)[0].startswith(
        "If North had played a legal card and both sides had played their best"
    )


def test_a_lead_out_of_turn() -> None:
    (text,) = instead_of(Choice(TEN, (94, 88), True), at=4, led_for_another=True)
    assert text.startswith(
        "If North had led instead and both sides had played their best from there: 94 for North-South"
    )


def test_not_worked_out_is_said() -> None:
    assert instead_of() == (
        "If North had played a legal card: not worked out, there are too many possibilities.",
    )


def test_only_what_the_verdict_speaks_of() -> None:
    """The claim about trick 3 is refuted: of the uncalled failure in trick 2 nothing is said, yet it is in the data."""
    ruling, _ = hands.rule_on(hands.REFUTED)
    beside = side_notes(ruling, ()).remarks
    assert not list(list_results_without(dossier(ruling, remarks=beside, search=False), SPEAKER))
    assert beside
    (item,) = remarks_data(beside)["instead"]
    assert ruling.findings[item["finding"]].infraction == "failure-to-follow"


def sure(needed: int, pairs: int = 0, cut: bool = False, singles: int = 200) -> str:
    example = (CardExchange("TS", "TD"), CardExchange("KD", "AD"))[:needed]
    otherwise = hands.rule_on(hands.REFUTED)[0] if needed else None
    changing = 3 if needed == 1 else 0
    places = card_places(RULING.replay.hand.record, example)
    return format_robustness(
        RULING, Robustness(singles, changing, pairs, example, otherwise, cut, places), SPEAKER
    )


def test_how_sure() -> None:
    one = "For instance, if 10♠ (trick 2) and 10♦ (trick 6) were swapped"
    then = "then the claim fails and North-South score 162; East-West score 0."
    assert sure(1) == (f"We tried 200 such errors; 3 would change the ruling. {one}, {then}")
    assert sure(2, 17) == (
        "We tried 200 such errors; none would change the ruling, but two together would. "
        f"{one} and if K♦ (trick 2) and A♦ (trick 2) were swapped, {then}"
    )
    assert sure(0, 400) == (
        "We tried 200 such errors; none would change the ruling, nor would any of 400 pairs of them."
    )
    assert sure(0, cut=True).endswith("would change the ruling. More were not tried.")
    assert sure(0, singles=0) == ""


def test_a_card_misread() -> None:
    """Only the cards that were played stand in this record: the jack of clubs stands nowhere."""
    record = hands.copy_as(hands.STOPPED, "no-hands", deal={"dealer": "S", "upcard": "9S"})
    ruling, _ = hands.rule_on(record)
    example = (CardExchange("TS", "JC"),)
    found = Robustness(5, 1, 0, example, RULING, False, card_places(ruling.replay.hand.record, example))
    text = format_robustness(ruling, found, SPEAKER)
    assert "For instance, if 10♠ (trick 2) was really J♣, then the claim is upheld" in text


def test_of_a_trick_whose_order_is_lost_only_the_trick_is_said() -> None:
    ruling, _ = hands.rule_on(hands.copy_as(hands.UPHELD, "heaps", disordered=[2]))
    example = (CardExchange("TS", "TD"),)
    found = Robustness(5, 1, 0, example, RULING, False, card_places(ruling.replay.hand.record, example))
    assert "For instance, if 10♠ (trick 2) and 10♦ (trick 6) were swapped" in format_robustness(
        ruling, found, SPEAKER
    )


@pytest.mark.full
@pytest.mark.parametrize("name", [name for name in hands.NAMES if name.startswith("many") or in_share(name)])
def test_pages_stay_small_and_texts_narrow(name: str) -> None:
    ruling, comparisons = hands.rule_on(hands.ALL[name])
    beside = side_notes(ruling, ()).remarks
    file = dossier(ruling, comparisons, remarks=beside)
    shown, text = page(file), ruling_text(file)
    assert len(shown.encode()) <= LARGEST
    # A sheet has no cards to correct, and a deal that was void had no trumps.
    says = name not in ("sheet-only", "exposed-in-deal")
    assert (TITLE in shown) == says
    assert all(len(line) <= 78 for line in text.splitlines())
    assert (TITLE.upper() in text) == says
    # The ruling in the page is the same with and without: it can be audited again as before. Of the certificates those
    # that the ruling does not turn on may have to make room.
    bare, data = read_embedded_ruling(page(dossier(ruling, comparisons))), read_embedded_ruling(shown)
    assert all(one in bare["certificates"] for one in data["certificates"])
    assert {**data, "certificates": []} == {**bare, "certificates": []}


def test_without_people_the_remarks_are_the_same() -> None:
    beside = side_notes(RULING, ()).remarks
    named, nameless = (
        ruling_text(dossier(RULING, COMPARISONS, anonymous=anonymous, remarks=beside))
        for anonymous in (False, True)
    )
    remarks = [text.split(TITLE.upper())[1].split("SOURCE AND REMARKS")[0] for text in (named, nameless)]
    assert remarks[0] == remarks[1]


def test_remarks_are_given_only_where_asked() -> None:
    assert TITLE not in page(dossier(RULING, COMPARISONS))
    assert TITLE.upper() not in ruling_text(dossier(RULING, COMPARISONS))


def test_rule_gives_them_and_check_does_not(tmp_path: Path) -> None:
    """The example of a renege claimed: North's only diamond is the ten."""
    path = write_records(tmp_path / "hand.jsonl", [CLAIMED])
    ruled = json.loads(call("rule", path, "--format", "json").out)
    RulingShape.model_validate_json(json.dumps(ruled))
    (item,) = ruled["instead"]
    assert ruled["findings"][item["finding"]]["infraction"] == "failure-to-follow"
    assert (item["seat"], [choice["card"] for choice in item["choices"]]) == ("N", ["TD"])
    assert ruled["robustness"]["needed"] == 1
    assert ruled["robustness"]["example"] == [["TS", "TD"]]
    assert (
        json.loads(call("rule", path, "--format", "json", "--anonymous").out)["instead"] == ruled["instead"]
    )
    assert TITLE.upper() in call("rule", path, "--format", "text").out
    checked = json.loads(call("check", path, "--format", "jsonl").out)
    assert not {"instead", "robustness"} & checked.keys()
    # A ruling that carries them is audited again like any other.
    path = tmp_path / "ruling.json"
    path.write_text(json.dumps(ruled), encoding="utf-8")
    assert "is not what its record gives" not in call("check", path).out


def test_nothing_worked_out_is_null_in_the_data() -> None:
    beside = SideRemarks((Instead(RULING.findings[0], 0, ()),), Robustness(0, 0, 0, (), None, True))
    data = remarks_data(beside)
    assert data["instead"] == [{"finding": 0, "seat": "N", "choices": None}]
    assert data["robustness"] == {
        "needed": None, "singles": 0, "changing": 0, "pairs": 0, "complete": False, "example": []
    }  # fmt: skip
