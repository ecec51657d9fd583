"""Tests that the examples run and their outputs are up to date; `python -m tests.test_examples` writes the outputs."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.inputs.readers import read_one_record
from clabber_audit.judge.comparison import rule_by_others
from clabber_audit.judge.dossier import dossier
from clabber_audit.judge.judge import adjudicate
from clabber_audit.judge.side_remarks import side_notes
from clabber_audit.report.page import page
from clabber_audit.report.ruling import ruling_text
from clabber_audit.rules.bound_ruleset import law, law_of
from clabber_audit.rules.ruleset import SHIPPED_OF, load

FOLDER = Path(__file__).parent.parent / "examples"
HANDS = sorted(FOLDER.glob("*.clab"))
AGAIN = "write it again with `python -m tests.test_examples`"
#: The hand whose page is committed, so that it can be viewed without an install.
SHOWN = "ten-comes-home"


def _outputs(hand: Path) -> dict[Path, str]:
    item = read_one_record(str(hand))
    assert item.hand is not None
    ruling = adjudicate(item.hand, law_of(item.hand.record.ruleset))
    comparisons, beside = (
        rule_by_others(ruling, SHIPPED_OF[ruling.law.game.id]),
        side_notes(ruling, ()).remarks,
    )
    rulings = FOLDER / "rulings"
    outputs = {rulings / f"{hand.stem}.txt": ruling_text(dossier(ruling, comparisons, remarks=beside))}
    if hand.stem == SHOWN:
        outputs[rulings / f"{hand.stem}.html"] = page(dossier(ruling, comparisons, remarks=beside))
    return outputs


@pytest.mark.parametrize("hand", HANDS, ids=lambda hand: hand.stem)
def test_rulings_of_the_examples_are_up_to_date(hand: Path) -> None:
    for path, text in _outputs(hand).items():
        assert path.read_text(encoding="utf-8") == text, f"{path.name} is stale: {AGAIN}"


def test_example_house_rules() -> None:
    house = law(load(str(FOLDER / "house-rules.toml")))
    assert house.toggles.late_meld == "void"
    assert house.toggles.show_lower_is_renege is True
    assert house.ruleset.lineage == ("corner-bar", "ecl-1992", "ecl-1984", "wp")


if __name__ == "__main__":
    for hand in HANDS:
        for path, text in _outputs(hand).items():
            path.write_text(text, encoding="utf-8")
