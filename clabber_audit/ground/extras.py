"""What only an extra of the package brings."""

from __future__ import annotations

from importlib.util import find_spec

from clabber_audit.ground.errors import Unusable


def require(module: str, package: str, cannot: str, remedy: str) -> None:
    """Unusable where a module of some package is not installed; what cannot be done then, and what to do."""
    if find_spec(module) is None:
        raise Unusable(cannot, f"the package {package} is not installed", remedy)
