"""Tests of keystrokes: the key lists in `examples/recorder/`, counted, and their records."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from clabber_audit.rules.bound_ruleset import law_of
from tests.browser.conftest import OpenDesk
from tests.browser.recorder import key_presses
from tests.rules import rule_on

FOLDER = Path(__file__).parent.parent.parent / "examples" / "recorder"
#: Each hand with its dealer, the way it is recorded, and the findings of its ruling.
HANDS = {
    "clean": ("N", "table", []),
    "disputed": ("S", "table", ["failure-to-follow"]),
    "heaps": ("S", "heaps", []),
}
#: Limit for a complete clean hand with a dad and a belle, including the score.
MOST = 60


def read_example(name: str, ending: str) -> str:
    return (FOLDER / f"{name}.{ending}").read_text(encoding="utf-8")


@pytest.mark.full
@pytest.mark.parametrize("name", HANDS)
def test_keys_give_the_hand(open_desk: OpenDesk, name: str) -> None:
    """The page writes the text beside the keys, and the score entered agrees with the ruling."""
    dealer, way, infractions = HANDS[name]
    desk = open_desk().set_up(dealer=dealer, way=way)
    desk.keys(read_example(name, "keys"))
    assert desk.text == read_example(name, "clab")
    ruling = rule_on(desk.record, law_of("ecl-1992"))
    assert [finding.infraction for finding in ruling.findings] == infractions


def test_clean_hand_takes_at_most_sixty_keys() -> None:
    assert len(key_presses(read_example("clean", "keys"))) <= MOST


def test_readme_has_the_counted_keystrokes() -> None:
    """The table of the README has the key presses and the characters of each hand."""
    rows = re.findall(
        r"^\| `(\w+)` \|.*\| (\d+) \| (\d+) \|$", (FOLDER / "README.md").read_text("utf-8"), re.MULTILINE
    )
    counted = [
        (name, str(len(key_presses(read_example(name, "keys")))), str(len(read_example(name, "clab"))))
        for name in HANDS
    ]
    assert rows == counted
