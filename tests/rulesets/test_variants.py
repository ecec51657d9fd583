"""Tests of variants: a few lines of TOML as a newcomer writes them, and the published ones in `examples/variants`.

Hands under the published variants are in `houses.md` and `tests/family/scores.md`.
"""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clabber_audit.rules.bound_ruleset import law_of, load_law
from tests.cli import ROOT, call
from tests.tables import rows

PUBLISHED: Final = ROOT / "examples" / "variants"
HEAD: Final = 'id = "house"\ntitle = "House"\nextends = "{}"\n[articles]\n'


@pytest.mark.parametrize(("extends", "article", "differs"), rows(Path(__file__).with_name("variants.md")))
def test_variant_changes_only_its_lines(extends: str, article: str, differs: str, workdir: Path) -> None:
    """Hands simulated under the variant have no findings under it."""
    Path("house.toml").write_text(HEAD.format(extends) + article.strip("`") + "\n", encoding="utf-8")
    listed = call("rulesets", "house.toml", "--against", extends)
    rulings = listed.out.partition("RULINGS DIFFER\n")[2].partition("\n\n")[0].splitlines()[1:]
    # Each changed answer has a line, with the question below it.
    assert [line.split() for line in rulings if not line.startswith(" ")] == [differs.split()]
    assert "ONLY SOURCES DIFFER\nnothing\n" in listed.out
    command = "simulate -r house.toml --hands 3 --irregular 0 --claims 0 -o hands.jsonl"
    assert call(*command.split()).code == 0
    assert call("check", "hands.jsonl", "-r", "house.toml")[:2] == (0, "")
    text = call("rule", "hands.jsonl", "--hand", "sim-1-000001", "-r", "house.toml").out
    assert "Under House rules, not a shipped ruleset: House (house)" in text


@pytest.mark.parametrize("file", sorted(PUBLISHED.glob("*.toml")), ids=lambda file: file.stem)
def test_published_variant_is_short_and_loads(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    assert 5 <= len([line for line in text.splitlines() if line and not line.startswith("#")]) <= 15
    assert text.startswith("# ")
    own = load_law(str(file))
    assert not own.ruleset.is_shipped
    assert own.toggles != law_of(own.ruleset.lineage[1]).toggles


def test_variant_to_501_ends_at_501() -> None:
    own, parent = load_law(str(PUBLISHED / "klaberjass-to-501.toml")), law_of("wp")
    assert parent.game.stands((500, 100), parent.toggles) == "won"
    assert own.game.stands((500, 100), own.toggles) == "unfinished"
    assert own.game.stands((501, 100), own.toggles) == "won"
