"""Small texts that are given to commands as files: notes, proofs, statements, signatures."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

#: The most bytes of one: a hundred signatures, and all that stands before.
_LARGEST: Final = 64 << 10

Read = TypeVar("Read")


def text_in(path: str, parse: Callable[[str], Read], what: str) -> Read:
    """What a file of text holds, by what parses it; Unusable where it cannot be read or holds something else."""
    from clabber_audit.cli.screen import standard_input
    from clabber_audit.ground.errors import Unusable, shown
    from clabber_audit.ground.files import whole

    name = "standard input" if path == "-" else shown(path, 200)
    try:
        data = standard_input().read(_LARGEST + 1) if path == "-" else whole(path, _LARGEST)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read {name}", why, "check the name and the file") from None
    try:
        if len(data) > _LARGEST:
            raise ValueError(f"it is larger than {_LARGEST >> 10} KiB")
        return parse(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise Unusable(f"{name} is not {what}", "it is not text", "use the original file") from None
    except ValueError as problem:
        raise Unusable(f"{name} is not {what}", shown(str(problem), 200), "use the original file") from None
