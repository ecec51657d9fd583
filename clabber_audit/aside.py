"""What is said beside a ruling and decides nothing: what it would have been, and how sure it is.

It takes as long as judging a few hundred hands, and so is worked out only where a ruling is written out.
"""

from __future__ import annotations

from typing import NamedTuple

from clabber_audit.adjudicate import Ruling
from clabber_audit.instead import Instead, instead
from clabber_audit.robustness import Robustness, robustness


class Aside(NamedTuple):
    """The side remarks on a ruling."""

    instead: tuple[Instead, ...]
    robustness: Robustness


def aside(ruling: Ruling) -> Aside:
    """Work out the side remarks on a ruling."""
    return Aside(instead(ruling), robustness(ruling))
