"""Every row of the rules stands in an article, and no article says what is another game's."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest

from tests.family.book import book
from tests.family.rules import FAMILY, NAMES, ROOT, answers_of, articles_of

#: B-001 to B-147 and BD-01 to BD-80.
RULES: Final = tuple(f"B-{number:03}" for number in range(1, 148))
OPEN: Final = tuple(f"BD-{number:02}" for number in range(1, 81))
#: What is no rule: the table's words for a set, the bottom cards, playing on and taking no trick.
NO_RULE: Final = ("B-131",)
#: Words that belong to Clabber alone.
CLABBER: Final = re.compile(r"clabber|meld|belle|162|last trick|overtrump|\bdad\b", re.IGNORECASE)


def cited() -> set[str]:
    """The rows in any article of the family."""
    return {row for name in NAMES for article in articles_of(name).values() for row in article.rules}


def test_every_rule_stands_in_an_article() -> None:
    assert set(RULES) - cited() == set(NO_RULE)


def test_every_open_reading_stands_in_an_article() -> None:
    assert set(OPEN) <= cited()


def test_no_article_cites_what_does_not_exist() -> None:
    assert cited() <= {*RULES, *OPEN}


#: Articles of which no hand shows anything.
NOT_SHOWN: Final = {
    "written-score": "what a sheet says is no part of a block",
    "card-laid": "that a card is not taken back leaves no trace",
    "burns": "they change nothing",
    "close-calls": "it leaves them to the players",
}


def test_every_article_about_what_happens_is_reached_by_a_case() -> None:
    """A case cites one of its rows, or expects a finding that it binds."""
    rows = {row for asked in book() for row in asked.rows}
    found = {one[0] for asked in book() for one in asked.block.expected["findings"]}
    unreached = {
        article_id
        for name in NAMES
        for article_id, article in articles_of(name).items()
        if article.topic not in ("table", "deal")
        # An evening of Progressive is no hand: see `test_evenings`.
        and not (article.topic == "game" and answers_of(name).end == "ten_games")
        and not set(article.rules) & rows
        and not set(article.penalties) & found
    }
    assert unreached == set(NOT_SHOWN)


@pytest.mark.parametrize("name", NAMES)
def test_each_article_has_a_source_and_its_own_words(name: str) -> None:
    for article_id, article in articles_of(name).items():
        where = f"{name}: {article_id}"
        assert all(re.fullmatch(r"S2 l\.\d+(-\d+)?|O-[A-Z0-9]+", source) for source in article.sources), where
        assert article.rules, where
        assert not CLABBER.search(article.text), where
        assert article.text.endswith("."), where
        assert len(article.text) < 420, where
        if article.grade == "outside source":
            assert any(source.startswith("O-") for source in article.sources), where


def test_a_text_stands_once() -> None:
    """No two articles of different rulesets say the same in the same words: what is shared lies in what they extend."""
    files = [(ROOT / "clabber_audit" / "rules" / "rulesets" / f"{name}.toml").read_text() for name in (FAMILY, *NAMES)]
    texts = [text for file in files for text in re.findall(r'^text = "(.*)"$', file, re.MULTILINE)]
    assert len(texts) == len(set(texts))


@pytest.mark.parametrize(
    ("file", "parent", "changed"),
    [
        ("progressive-with-no-trumps", "progressive-euchre", {"no_trump": "high"}),
        ("double-deck-to-32", "double-deck", {"target": 32}),
    ],
)
def test_a_house_rule_is_five_lines(file: str, parent: str, changed: dict[str, Any]) -> None:
    path = ROOT / "examples" / f"{file}.toml"
    assert len(path.read_text(encoding="utf-8").splitlines()) == 5
    ours, theirs = answers_of(str(path))._asdict(), answers_of(parent)._asdict()
    assert ours == {**theirs, **changed} != theirs
    assert bound(str(path)) == bound(parent)


def bound(name: str) -> set[str]:
    return {infraction for article in articles_of(name).values() for infraction in article.penalties}
