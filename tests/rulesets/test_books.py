"""Tests of rulebooks: the words of articles follow the answers, whatever a house answers."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from tests.rulesets.files import house
from tests.tables import tables

_WORDS: Final = tables(Path(__file__).with_name("books.md"))["Words that follow an answer"]


@pytest.mark.parametrize(("base", "answers", "article", "has", "has_not"), [row[:5] for row in _WORDS])
def test_article_follows_the_answers(base: str, answers: str, article: str, has: str, has_not: str) -> None:
    text = house(base, "[parameters]\n" + answers.replace("⏎", "\n")).articles[article].text
    assert has in text
    assert has_not not in text
