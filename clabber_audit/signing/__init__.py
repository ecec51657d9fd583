"""Keys, signatures, signed statements, and signed notes of transparency logs.

Nothing here is cryptography of our own. Signing and checking are those of the package `cryptography`, and of
`py-minisign` for keys of minisign; both come with the extra `sign` and are loaded where they are used.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Final

from clabber_audit.core.errors import require

#: OpenSSH namespace of our signatures; others do not count.
NAMESPACE: Final = "clabber-audit"
_GET: Final = "pip install 'clabber-audit[sign]'"
#: Advice if signatures cannot be checked.
INSTALL: Final = f"install what checks them: {_GET}"


def is_installed() -> bool:
    return all(find_spec(module) for module in ("cryptography", "minisign"))


def require_packages(cannot: str) -> None:
    """Raise Unusable, saying what cannot be done, if the packages for signatures are not installed."""
    remedy = f"install it: {_GET}"
    require("cryptography", "cryptography", cannot, remedy)
    require("minisign", "py-minisign", cannot, remedy)
