"""Keys, signatures, signed statements, and signed notes of transparency logs.

Nothing here is cryptography of our own. Signing and checking are those of the package `cryptography`, and of
`py-minisign` for keys of minisign; both come with the extra `sign` and are loaded where they are used.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from clabber_audit.core.errors import require

#: What a signature of ours is for, as OpenSSH wants it said: one made for anything else does not count.
NAMESPACE: Final = "clabber-audit"
_GET: Final = "pip install 'clabber-audit[sign]'"
#: What to do where signatures are met that nothing here can check.
INSTALL: Final = f"install what checks them: {_GET}"


def is_installed() -> bool:
    """Return True if the packages for signatures are installed."""
    return all(find_spec(module) for module in ("cryptography", "minisign"))


def need(cannot: str) -> None:
    """Unusable where what signs and checks is not installed; what cannot be done then."""
    remedy = f"install it: {_GET}"
    require("cryptography", "cryptography", cannot, remedy)
    require("minisign", "py-minisign", cannot, remedy)
