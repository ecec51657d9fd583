"""Tests of the text of the recorder page: policy, scripts, messages, size, and the same bytes every time."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from pathlib import Path

import pytest

from clabber_audit.core.files import package_folder
from clabber_audit.games.clabber.melds import PLAIN_ORDER, TRUMP_ORDER
from clabber_audit.recorder.page import SCRIPTS, TEXTS, page, tables, words
from clabber_audit.report.html import minify_file
from clabber_audit.rules.infraction import incident_kinds
from clabber_audit.rules.infractions import infractions
from tests.cli import ELSEWHERE, call, run
from tests.page.reading import Page

SCRIPT = {
    path.stem: path.read_text(encoding="utf-8")
    for path in (package_folder("reports") / "recorder").glob("*.js")
}


#: Size of the former reader, which read only canonical text.
_FORMER_READERS = 10_300
#: Size allowed for accounts.
_TOLD = 4_000


def digest(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def policy(text: str) -> tuple[str, str, str]:
    """Return the policy of a page and the digests of its style and script."""
    (found,) = re.findall(r'Content-Security-Policy content="([^"]*)"', text)
    (style,) = re.findall(r"<style>(.*?)</style>", text, re.DOTALL)
    (script,) = re.findall(r"<script>(.*?)</script>", text, re.DOTALL)
    return found, digest(style), digest(script)


def test_policy_allows_only_our_own_style_and_script() -> None:
    found, style, script = policy(page())
    expected = f"default-src 'none'; style-src '{style}'; script-src '{script}'"
    assert found == f"{expected}; base-uri 'none'; form-action 'none'"


def check_quiet(text: str) -> None:
    """Assert that a page loads nothing, has no inline handlers, and links only to its main part."""
    seen = Page(text)
    assert not seen.unbalanced
    assert not seen.open
    names = {name for _, attrs in seen.elements for name in attrs}
    assert names.isdisjoint({"src", "srcset", "style", "action", "formaction"})
    assert not [name for name in names if name.startswith("on")]
    assert seen.having("href") == ["#main"]


def test_the_page_loads_nothing_and_has_no_inline_handlers() -> None:
    check_quiet(page())
    assert "url(" not in page()
    assert not re.search(
        r"\b(fetch|XMLHttpRequest|WebSocket|eval|innerHTML|importScripts)\b", "".join(SCRIPT.values())
    )


def test_every_part_of_the_script_is_in_the_page() -> None:
    assert sorted(SCRIPT) == sorted(SCRIPTS)


@pytest.mark.full
def test_page_is_reproducible() -> None:
    assert run("recorder", env=ELSEWHERE).out == page()


def test_every_message_of_the_script_has_a_text() -> None:
    """There is a text for every name in the script, and no text is unused."""
    text = "".join(SCRIPT.values())
    known = set(words(*TEXTS))
    named = set(re.findall(r'"([a-z]+(?:-[a-zA-Z]+)*)"', text))
    called = set(re.findall(r'say\("([^"]+)"', text))
    assert called <= known
    families = ("line-", "doubt-", "panel-", "call-", "strain-", "running-", "number-")
    assert {name for name in known - named if not name.startswith(families)} == set()
    steps = set(re.findall(r'do: "([a-z]+)"', text))
    spoken = {
        "up",
        "call",
        "contract",
        "incident",
        "claim",
        "laydown",
        "note",
        "score",
        "agree",
        "agreed",
        "trump",
    }
    assert {f"line-{step}" for step in steps - spoken} <= known
    panels = set(re.findall(r"^  ([a-z]+): \{\s*(?:parts|\n)", SCRIPT["panels"], re.MULTILINE)) - {"ask"}
    assert {f"panel-{panel}" for panel in panels} == {name for name in known if name.startswith("panel-")}
    assert {f"doubt-{how}" for how in re.findall(r'how: "([a-z]+)"', text)} == {
        name for name in known if name.startswith("doubt-")
    }


def test_script_contains_no_card_rules() -> None:
    """Order and values of the cards come from the program."""
    given = tables()
    clabber = given["games"][given["rulesets"]["wp"]["game"]]
    order = given["orders"][clabber["order"]]
    assert order["suits"]["S"][:2] == ["JS9SASTSKSQS", "ACTCKCQCJC9C"]
    assert order["worth"]["S"][:12] == [points for _, points in (*TRUMP_ORDER, *PLAIN_ORDER)]
    assert clabber["last"] == 10
    assert not re.search(r"\b(162|152|500|82|42)\b", "".join(SCRIPT.values()))


def test_command_does_not_overwrite_without_force(workdir: Path) -> None:
    done = call("recorder", "-o", "recorder.html")
    assert (done.code, done.out) == (0, "")
    assert "open it in a browser" in done.err
    assert (workdir / "recorder.html").read_text(encoding="utf-8") == page()
    assert call("recorder", "-o", "recorder.html").failed(5, "--force")
    assert call("recorder", "-o", "recorder.html", "--force").code == 0


def test_house_rules_are_built_in(tmp_path: Path) -> None:
    """They come first at the table of their game; the shipped rulesets follow unchanged."""
    house = str(package_folder("examples") / "house-rules.toml")
    assert call("recorder", "--ruleset", house, "-o", str(tmp_path / "recorder.html")).code == 0
    text = (tmp_path / "recorder.html").read_text(encoding="utf-8")
    given = json.loads(re.findall(r'id="clabber-tables">(.*?)</script>', text)[0])
    assert given["begins"] == "corner-bar"
    assert given["rulesets"].pop("corner-bar") == {
        **given["rulesets"]["ecl-1992"],
        "title": "Corner Bar house rules",
    }
    assert given["rulesets"] == tables()["rulesets"]


def test_page_size() -> None:
    """The page with two families of games is little more than 1.5 times as large as with Clabber alone."""
    # Names and titles of infractions and rulesets do not count.
    named = [f'"{name}":"{infraction.title}""{name}"' for name, infraction in infractions().items()]
    named += [f'"{word}":"{kind.deed}""{word}"' for word, kind in incident_kinds().items()]
    named += [f'"{name}":{{"title":"{one["title"]}"' for name, one in tables()["rulesets"].items()]
    # The text readers grow with the notation and have a bound of their own; the former reader is deducted.
    readers = "".join(
        map(
            minify_file,
            (
                f"recorder/{name}.js"
                for name in ("reading", "readingplay", "readingevents", "readingaccounts")
            ),
        )
    )
    assert len(readers.encode()) < 29_500
    # Third-party code has a fixed size.
    others = [
        SCRIPT["leanqr"],
        (package_folder("reports") / "recorder/leanqr.txt").read_text(encoding="utf-8"),
    ]
    assert (
        len(page().encode()) - len("".join([*named, *others, readers]).encode())
        < 106_500 * 1.55 - _FORMER_READERS + _TOLD
    )


def test_qr_library_is_unchanged() -> None:
    """Its license is included."""
    published = SCRIPT["leanqr"].splitlines()[3]
    assert hashlib.sha256(published.encode()).hexdigest() == (
        "e9e403b78fb8c7cdd4469d5067087f394ef04c054c8f07c8dd60026945810f0d"
    )
    assert published in page()
    assert "Copyright (c) 2021-2025 David Evans" in page()
