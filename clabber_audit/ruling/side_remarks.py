"""What is said beside a ruling and decides nothing: proofs, other rulesets, what it would have been, how sure it is.

It takes as long as judging a few hundred hands, and so is worked out only where a ruling is written out. All of it
together has one effort: what goes beyond that is left out, and it is said that it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from clabber_audit.evidence.effort import Effort, within, worked_out
from clabber_audit.ruling.certificates import Certificate, certificates
from clabber_audit.ruling.judge import Ruling, laid_down
from clabber_audit.ruling.other_rulesets import Comparison, others
from clabber_audit.ruling.sensitivity import Robustness, robustness
from clabber_audit.ruling.what_if import Instead, instead

LeftOut = Literal["certificates", "rulesets", "instead", "robustness"]

#: For all remarks together, and of that for each: the first are looked for first.
EFFORT: Final = 60_000
_PARTS: Final[dict[LeftOut, int]] = {
    "certificates": 20_000,
    "rulesets": 20_000,
    "instead": 20_000,
    "robustness": 40_000,
}
#: Said of how sure a ruling is where that was not worked out.
_NOT_TRIED: Final = Robustness(0, 0, 0, (), None, cut=True)


class SideRemarks(NamedTuple):
    """The side remarks on a ruling."""

    instead: tuple[Instead, ...]
    robustness: Robustness
    #: What was not worked out, or not all of it, since that would have taken too long.
    left_out: tuple[LeftOut, ...] = ()


class ToldBeside(NamedTuple):
    """All that is told beside a ruling."""

    proofs: Sequence[Certificate]
    comparisons: Sequence[Comparison]
    #: None where the game has none.
    aside: SideRemarks | None


def aside(ruling: Ruling) -> SideRemarks | None:
    """Work out the side remarks on a ruling."""
    return told_beside(ruling, ()).aside


def told_beside(ruling: Ruling, rulesets: tuple[str, ...], effort: int = EFFORT) -> ToldBeside:
    """Work out all that is told beside a ruling, with what each of some rulesets makes of the hand."""
    before = Effort()
    if ruling.laydown:
        with within(before):
            laid_down(ruling.walk, ruling.law)
    whole = Effort(effort, before)
    parts = {name: Effort(part, before) for name, part in _PARTS.items()}
    with within(whole):
        with within(parts["certificates"]):
            proofs = worked_out(lambda: certificates(ruling)) or []
        with within(parts["rulesets"]):
            comparisons = others(ruling, rulesets)
        if not ruling.law.game.best_play:
            return ToldBeside(proofs, comparisons, None)
        with within(parts["instead"]):
            found = instead(ruling)
        with within(parts["robustness"]):
            sure = worked_out(lambda: robustness(ruling))
    # What took all that was left of the whole is not the part's own doing alone.
    left_out = [name for name, part in parts.items() if part.spent]
    if whole.spent and "robustness" not in left_out:
        left_out.append("robustness")
    return ToldBeside(proofs, comparisons, SideRemarks(found, sure or _NOT_TRIED, tuple(left_out)))
