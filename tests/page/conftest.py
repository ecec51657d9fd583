"""Fixture with the pages of all hands, each rendered once, on first use."""

from __future__ import annotations

import pytest

from tests import hands
from tests.page.reading import page_of


class _Pages(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return self.setdefault(name, page_of(hands.ALL[name]))


@pytest.fixture(scope="session")
def pages() -> dict[str, str]:
    return _Pages()
