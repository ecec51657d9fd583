"""Published variants in `examples/variants`: each loads; the hands are in `houses.md`."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import pytest

from clabber_audit.games.bid_euchre.auction import BidContract
from clabber_audit.games.bid_euchre.scoring import PlayedHand, score_renege, settle
from clabber_audit.rules.bound_ruleset import BoundRuleset, law_of, load_law
from tests.cli import ROOT

FOLDER: Final = ROOT / "examples" / "variants"


def _variant(name: str) -> BoundRuleset:
    return load_law(str(FOLDER / f"{name}.toml"))


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
    own, parent = _variant("klaberjass-to-501"), law_of("wp")
    assert parent.game.stands((500, 100), parent.toggles) == "won"
    assert own.game.stands((500, 100), own.toggles) == "unfinished"
    assert own.game.stands((501, 100), own.toggles) == "won"


def _settle_bid(
    rules: BoundRuleset, bid: int, ours: int, theirs: int, forced: bool = False
) -> tuple[int, ...]:
    contract = BidContract(0, bid, "bid", forced=forced)
    settled = settle(PlayedHand((ours, theirs), ours + theirs, contract, 0), rules.toggles)
    assert settled is not None
    return settled.points


def test_a_renege_for_two() -> None:
    """The bidders renege: all six for the other side are four (B-046, BD-70), and the house takes two, or four."""
    parent, own = law_of("progressive-euchre"), _variant("progressive-renege-for-two")
    for rules, alone, points in ((parent, False, (0, 4)), (own, False, (0, 2)), (own, True, (0, 4))):
        played = PlayedHand((1, 1), 6, BidContract(0, 3, "bid"), 0, alone=alone)
        settled = score_renege(played, 0, rules.toggles)
        assert settled is not None
        assert settled.points == points


def test_double_hasenpfeffer_from_three() -> None:
    """Seven bid and five taken cost six (B-144), by the book of games the seven; a dealer stuck for three loses two."""
    parent, own = law_of("double-hasenpfeffer"), _variant("double-hasenpfeffer-from-three")
    assert (_settle_bid(parent, 7, 5, 7), _settle_bid(own, 7, 5, 7)) == ((-6, 7), (-7, 7))
    assert _settle_bid(own, 3, 2, 10, forced=True) == (-2, 10)
    assert _settle_bid(parent, 7, 7, 5) == _settle_bid(own, 7, 7, 5)


def test_buck_euchre_begins_at_25() -> None:
    own, parent = _variant("dirty-clubs-from-25"), law_of("dirty-clubs-bumped")
    assert (own.game.recording(own.toggles).start, parent.game.recording(parent.toggles).start) == (25, 15)
