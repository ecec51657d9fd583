"""The pages of all hands, drawn once."""

from __future__ import annotations

import pytest

from tests import hands
from tests.page.reading import page_of


@pytest.fixture(scope="session")
def pages() -> dict[str, str]:
    return {name: page_of(record) for name, record in hands.ALL.items()}
