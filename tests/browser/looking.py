"""What is asked of every page: that it asks for nothing itself, and that anybody can read it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


class Heard(NamedTuple):
    """A page, the addresses that it asked for, and what it complained of."""

    page: Page
    requests: list[str]
    trouble: list[str]


@contextmanager
def listening(browser: Browser, **options: Any) -> Iterator[Heard]:
    """A page in a context of its own, listened to from the start."""
    context = browser.new_context(**options)
    heard = Heard(context.new_page(), [], [])
    heard.page.on("request", lambda request: heard.requests.append(request.url))
    heard.page.on("console", lambda message: heard.trouble.append(message.text))
    heard.page.on("pageerror", lambda error: heard.trouble.append(str(error)))
    yield heard
    context.close()


def assert_axe_finds_nothing(page: Page, axe: str) -> dict[str, Any]:
    """Nothing violates what axe-core looks at, best practices included; what it found besides, for a closer look."""
    page.evaluate(axe)
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    assert [(broken["id"], [node["html"] for node in broken["nodes"]][:3]) for broken in found["violations"]] == []
    return found
