"""Hands of the Bid Euchre family on the command line: converted, formatted and judged."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clabber_audit.core.errors import UsageError
from clabber_audit.records.bid_euchre_words import PACKS
from clabber_audit.records.notation.tokens import read_cards
from tests.cli import GOOD, call
from tests.family.makers.records import as_text, written
from tests.scale import scaled

HANDS = [*written(9, 32)]


def lines(out: str) -> list[object]:
    return [json.loads(line) for line in out.splitlines()]


def test_text_and_json_say_the_same_there_and_back(here: Path) -> None:
    mixed = [HANDS[0], GOOD, *HANDS[1:]]
    Path("all.jsonl").write_text("\n".join(map(as_text, mixed)) + "\n", encoding="utf-8")
    assert call("convert", "all.jsonl", "all.clab").code == 0
    assert lines(call("convert", "all.clab", "-", "--format", "jsonl").out) == mixed
    text = Path("all.clab").read_text(encoding="utf-8")
    assert text.count("\nclabber 1\n") == 1
    assert call("fmt", "-", stdin=text.encode()).out == text
    assert call("fmt", "-", stdin=text.replace("\nhand ", "\n\n  Hand   ").encode()).out == text
    assert lines(call("convert", "-", "-", "--format", "jsonl", stdin=text.encode()).out) == mixed


def test_one_bad_hand_does_not_stop_the_others(here: Path) -> None:
    bad = {**HANDS[0], "pack": "36"}
    Path("some.jsonl").write_text("\n".join(map(as_text, [HANDS[1], bad, HANDS[2]])) + "\n", encoding="utf-8")
    done = call("convert", "some.jsonl", "some.clab")
    assert done.code == 3
    assert "some.jsonl:2:" in done.err
    assert lines(call("convert", "some.clab", "-").out) == HANDS[1:3]


@pytest.mark.parametrize("command", [("check",), ("rule",), ("replay",)])
def test_hands_are_judged(here: Path, command: tuple[str, ...]) -> None:
    """Whatever was done in them: with nothing found, with findings, or with something open; and never refused."""
    for number, record in enumerate(HANDS[: scaled(3, 8)]):
        Path(f"hand-{number}.json").write_text(as_text(record), encoding="utf-8")
        done = call(*command, f"hand-{number}.json")
        assert done.code in (0, 1, 4), done.err
        assert "bug" not in done.err


def test_the_schemas_have_their_names(here: Path) -> None:
    for name in ("bid-euchre-hand", "bid-euchre-hand/1"):
        assert json.loads(call("schema", name).out)["title"] == "Bid Euchre hand record"
    assert "bid-euchre 1" in call("schema", "bid-euchre").out


def test_cards_are_those_of_the_pack() -> None:
    assert read_cards("10h jk 9S", PACKS["25"]) == ["TH", "JK", "9S"]
    assert read_cards("7c8♦", PACKS["32"]) == ["7C", "8D"]
    for text, pack in (("jk", "24"), ("7c", "28"), ("9h", "20")):
        with pytest.raises(UsageError, match="is not a card"):
            read_cards(text, PACKS[pack])
