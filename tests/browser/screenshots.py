"""`python -m tests.browser.screenshots` takes the pictures of the site, from pages as the commands write them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final

from tests.app.test_judging import BOOK
from tests.browser.checks import PHONE
from tests.browser.recorder import Desk
from tests.cli import ROOT, call

if TYPE_CHECKING:
    from playwright.sync_api import Browser, FloatRect, Page

PICTURES: Final = ROOT / "docs" / "pictures"
_EXAMPLES: Final = ROOT / "examples"
_KEYS: Final = (_EXAMPLES / "recorder" / "disputed.keys").read_text(encoding="utf-8")
#: Part of the screen that shows the subject of the page; more would only enlarge the file.
_SHOWN: Final[FloatRect] = {"x": 0, "y": 0, "width": PHONE["width"], "height": 720}
#: Loading Python in a browser takes long on a busy machine.
_PATIENCE: Final = 120_000

#: Function that opens the output of a command in a page.
Open = Callable[..., None]


def show_recorder(page: Page, opened: Open) -> None:
    """Show a hand being recorded, with the second trick incomplete."""
    opened("recorder.html", "recorder")
    begun, _, _ = _KEYS.partition("\nac ")
    Desk(page).set_up().keys(begun.removesuffix(" jd"))


def show_judge(page: Page, opened: Open) -> None:
    """Show the ruling in the page in which the hand was recorded."""
    opened("recorder.html", "recorder", "--judge")
    Desk(page).set_up().keys(_KEYS)
    page.get_by_role("button", name="Rule on this hand").click()
    page.locator("#ruling-page").wait_for(timeout=_PATIENCE)


def show_believe(page: Page, opened: Open) -> None:
    """Show a ruling that depends on when Carl spoke up, and the buttons to choose an account."""
    opened("recorder.html", "recorder", "--judge")
    page.set_input_files("#file", {"name": "book.toml", "mimeType": "text/plain", "buffer": BOOK.encode()})
    page.get_by_text("Decisions of Corner Bar").wait_for(timeout=_PATIENCE)
    desk = Desk(page).set_up(date="2026-04-02")
    desk.argue()
    desk.differ("Joe calls", "Owls")
    desk.differ("Carl calls", "It came after", "Owls")
    page.get_by_role("button", name="Rule on this hand").click()
    page.locator("#ruling-page").wait_for(timeout=_PATIENCE)
    page.frame_locator("#ruling-page").get_by_text("IT DEPENDS").wait_for()


def show_ruling(_page: Page, opened: Open) -> None:
    """Show the first screen of a ruling."""
    opened("ruling.html", "rule", _EXAMPLES / "ten-comes-home.clab")


def show_scorecard(_page: Page, opened: Open) -> None:
    """Show a game, hand by hand."""
    opened("card.html", "score", _EXAMPLES / "games" / "friday.csv")


def show_standings(_page: Page, opened: Open) -> None:
    """Show the table of a season."""
    opened("table.html", "league", "standings", _EXAMPLES / "season")


#: Functions that prepare the pages, by the file name of the picture.
TAKEN: Final[Mapping[str, Callable[[Page, Open], None]]] = {
    f"{show.__name__.removeprefix('show_')}.png": show
    for show in (show_recorder, show_judge, show_believe, show_ruling, show_scorecard, show_standings)
}


def take_pictures(browser: Browser, folder: Path, names: Iterable[str] = TAKEN) -> None:
    """Take pictures into a folder, each on a phone in light mode."""
    with TemporaryDirectory() as pages:
        for name in names:
            page = browser.new_context(
                viewport=PHONE,
                color_scheme="light",
                reduced_motion="reduce",
            ).new_page()

            def opened(file: str, *command: str | Path, page: Page = page) -> None:
                path = Path(pages) / file
                assert call(*command, "--force", "-o", path).code == 0
                page.goto(path.as_uri())

            TAKEN[name](page, opened)
            page.screenshot(path=folder / name, clip=_SHOWN)
            page.context.close()


if __name__ == "__main__":
    from playwright.sync_api import sync_playwright

    from tests.browser.conftest import launch_browser

    with sync_playwright() as playwright:
        take_pictures(launch_browser(playwright), PICTURES)
