"""An archive as pages, in a real browser: the index leads to every hand, and nothing is asked of a server."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.archive.opening import open_archive
from clabber_audit.record.canonical import record_data
from clabber_audit.simulate import simulated
from tests.archive.shelves import shelf
from tests.browser.conftest import Visit
from tests.browser.looking import WIDE, assert_axe_finds_nothing, width_needed
from tests.browser.test_ruling import LONG
from tests.cli import CLAIMED, changed
from tests.sites import pages_of

pytestmark = pytest.mark.full

OLD = changed(
    CLAIMED,
    id="press-1931",
    players={"N": LONG, "E": "<b>Carl</b>", "S": "W" * 80, "W": "Joe"},
    teams={"NS": LONG, "EW": "W" * 80},
    source={"kind": "newspaper", "citation": "Evening Example, p. 7", "date_as_written": "Oct. 14, 1931"},
    context={"season": "1931", "round": 2},
)


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("site")
    archive = shelf(folder, [OLD, *(record_data(record) for record in simulated(4, 12, irregular=0.2))])
    with open_archive(str(archive)) as opened:
        for name, page in pages_of(opened).items():
            (folder / name).write_text(page, encoding="utf-8")
    return folder


def test_the_index_is_readable_by_anybody(visit: Visit, site: Path, axe: str) -> None:
    index = visit((site / "index.html").as_uri(), viewport=WIDE)
    assert_axe_finds_nothing(index, axe, ["light"])
    for width in (1200, 320):
        assert width_needed(index, width) <= width
        heights = index.evaluate("[...document.querySelectorAll('a')].map((e) => e.getBoundingClientRect().height)")
        assert min(heights) >= 44
    assert_axe_finds_nothing(index, axe)


def test_every_hand_is_a_click_away_without_script(visit: Visit, site: Path) -> None:
    page = visit((site / "index.html").as_uri(), java_script_enabled=False)
    links = page.locator(".list th a")
    assert links.count() == 13
    for number in range(links.count()):
        links.nth(number).click()
        assert page.locator("#verdict").is_visible()
        page.go_back()
    assert "<b>Carl" not in page.content()
