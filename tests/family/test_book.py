"""The casebook of the family: every block says something, is understood, and the second opinion agrees with it."""

from __future__ import annotations

import ast
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.family.blocks import read_block
from tests.family.book import Asked, book, disagreements, sections
from tests.family.opinion import Opinion

HERE = Path(__file__).parent


@pytest.mark.parametrize("asked", book(), ids=lambda asked: asked.id)
def test_the_second_opinion_agrees(asked: Asked) -> None:
    assert disagreements(asked.block, Opinion()) == []


def test_the_book_is_whole() -> None:
    names = [heading.split()[0] for file, heading, _ in sections() if file != "readings.md"]
    assert len(names) == len(set(names)) == 60
    assert len([asked for asked in book() if asked.file != "readings.md"]) == 128
    # PE06 is told in words alone: a hand's record knows no movement between tables.
    assert set(names) - {asked.case for asked in book()} == {"PE06"}


def test_every_block_expects_something() -> None:
    nothing = [
        one.id for one in book() if not (one.block.expected.keys() - {"findings"} or one.block.expected["findings"])
    ]
    assert not nothing


@pytest.mark.parametrize(
    "line",
    [
        "deals E",
        "calls 4 x p p",
        "calls 4 p p p # S",
        "1S js as 9c 9d # nobody",
        "S ks qs 1s",
        "trump X S",
        "trump S S maybe",
        "expect wind NS",
        "expect score NS",
        "claim N versus W failure-to-follow",
        "give S>N",
        "toggles equal_cards",
        "holds as",
        "before NS many",
    ],
)
def test_the_reader_refuses_what_it_does_not_understand(line: str) -> None:
    whole = "rules bid-euchre\ndeal E\ncalls 4 p p p\ntrump S S\ntricks NS 5 EW 1\nexpect score NS 5 EW 1\n"
    assert read_block(whole, "whole").record
    with pytest.raises(ValueError, match=r".+"):
        read_block(whole + line + "\n", "wrong")


def test_a_disagreement_is_noticed() -> None:
    """Every kind of expectation can fail: each block's wanted things, one changed at a time."""

    def changed(key: str, value: Any) -> Any:
        if key == "findings":
            return [*value, ("failure-to-follow", "N", "9.9")]
        if isinstance(value, dict):
            return {name: "Q" if isinstance(one, str) else one + 1 for name, one in value.items()}
        return ["Q", *value] if isinstance(value, list) else "Q"

    unnoticed = [
        (asked.id, key)
        for asked in book()
        for key, value in asked.block.expected.items()
        if not (asked.block.position and key == "findings")
        if not disagreements(
            asked.block._replace(expected={**asked.block.expected, key: changed(key, value)}), Opinion()
        )
    ]
    assert unnoticed == []


def test_the_second_opinion_shares_nothing_with_the_program() -> None:
    for file in [*(HERE / "opinion").glob("*.py"), HERE / "blocks.py", HERE / "blocks_words.py", HERE / "book.py"]:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [one.name for one in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            for name in names:
                assert name.startswith("tests.family") or name.split(".")[0] in sys.stdlib_module_names, file
