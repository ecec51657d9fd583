"""Variants in a few lines of TOML, as a newcomer writes them: what differs, and hands ruled on by them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import call

HEAD = 'id = "house"\ntitle = "House"\nextends = "{}"\n[articles]\n'
#: By what they extend, the article and what it changes, as `--against` lists it.
VARIANTS = {
    "no trumps in Progressive": (
        "progressive-euchre",
        'what-is-named = { topic = "bidding", text = "Or no trumps.", toggles = { no_trump = "high" }, '
        'penalties = { invalid-declaration = "note" } }',
        [["no_trump", "high", "none"]],
    ),
    "Pepper to 32": (
        "pepper",
        'target = { topic = "game", text = "To thirty-two.", toggles = { target = 32, win_on = "made_bid" } }',
        [["target", "32", "42"]],
    ),
    "Pepper with 28 cards": (
        "pepper",
        'pack = { topic = "table", text = "From the eight up.", toggles = { pack = "28", cards_each = "all" } }',
        [["pack", "28", "24"]],
    ),
    "Dirty Clubs from ten": (
        "dirty-clubs",
        'below-zero = { topic = "game", text = "From ten to nothing.", toggles = { start = 10 } }',
        [["start", "10", "15"]],
    ),
}


@pytest.mark.parametrize("name", VARIANTS)
def test_a_variant_is_a_few_lines(name: str, tmp_path: Path) -> None:
    """Only what it says differs, and hands that are played by it are judged by it, without a fault."""
    extends, article, differs = VARIANTS[name]
    rules, hands = tmp_path / "house.toml", tmp_path / "hands.jsonl"
    rules.write_text(HEAD.format(extends) + article + "\n", encoding="utf-8")
    listed = call("rulesets", str(rules), "--against", extends)
    rulings = listed.out.partition("RULINGS DIFFER\n")[2].partition("\n\n")[0].splitlines()[1:]
    # A line for each answer, and below it the question.
    assert [line.split() for line in rulings if not line.startswith(" ")] == differs
    assert "ONLY SOURCES DIFFER\nnothing\n" in listed.out
    assert (
        call(
            "simulate",
            "-r",
            str(rules),
            "--hands",
            "3",
            "--irregular",
            "0",
            "--claims",
            "0",
            "-o",
            str(hands),
        ).code
        == 0
    )
    checked = call("check", str(hands), "-r", str(rules))
    assert (checked.code, checked.out) == (0, "")
    text = call("rule", str(hands), "--hand", "sim-1-000001", "-r", str(rules)).out
    assert "Under House rules, not a shipped ruleset: House (house)" in text
