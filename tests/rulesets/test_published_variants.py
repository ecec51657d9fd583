"""Published variants in `examples/variants`: each loads; the hands are in `houses.md` and `tests/family/scores.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clabber_audit.rules.bound_ruleset import law_of, load_law
from tests.cli import ROOT

FOLDER: Final = ROOT / "examples" / "variants"


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.toml")), ids=lambda file: file.stem)
def test_a_variant_is_short_and_loads(file: Path) -> None:
    lines = [
        line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
    ]
    assert 5 <= len(lines) <= 15
    assert file.read_text(encoding="utf-8").startswith("# ")
    own = load_law(str(file))
    assert not own.ruleset.is_shipped
    assert own.toggles != law_of(own.ruleset.lineage[1]).toggles


def test_five_hundred_is_not_five_hundred_and_one() -> None:
    own, parent = load_law(str(FOLDER / "klaberjass-to-501.toml")), law_of("wp")
    assert parent.game.stands((500, 100), parent.toggles) == "won"
    assert own.game.stands((500, 100), own.toggles) == "unfinished"
    assert own.game.stands((501, 100), own.toggles) == "won"
