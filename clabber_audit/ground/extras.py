"""What only an extra of the package brings."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Final

from clabber_audit.ground.errors import Unusable

#: Fewer hands are judged sooner than put into columns, and than numpy is loaded.
_FEW: Final = 10
_MANY: Final = 1_000
#: Fewer lines are judged sooner than it is made up what a plain one looks like.
_SEVERAL: Final = 300


def screen_pays(count: int) -> bool:
    """Whether so many hands are worth a screen, where there is numpy for one."""
    least = _FEW if "numpy" in sys.modules else _MANY
    return count >= least and find_spec("numpy") is not None


def one_by_one_pays(count: int) -> bool:
    """Whether so many lines are worth a screen that looks at one after the other, which needs no numpy."""
    return count >= _SEVERAL


def require(module: str, package: str, cannot: str, remedy: str) -> None:
    """Unusable where a module of some package is not installed; what cannot be done then, and what to do."""
    if find_spec(module) is None:
        raise Unusable(cannot, f"the package {package} is not installed", remedy)
