"""Files read within bounds: nothing without end is read to its end, and nothing that is no file is opened at all."""

from __future__ import annotations

import stat
from pathlib import Path

from clabber_audit.ground.errors import Unusable


def whole(path: str | Path, most: int) -> bytes:
    """The bytes of a file or a pipe, and no more than one beyond `most`.

    OSError when it cannot be read, Unusable for a device, a folder and whatever else holds no bytes of its own.
    """
    mode = Path(path).stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        is_device = stat.S_ISCHR(mode) or stat.S_ISBLK(mode)
        why = "it is a folder" if stat.S_ISDIR(mode) else "it is a device" if is_device else "it is no file"
        raise Unusable(f"cannot read {path}", why, "give a file")
    with Path(path).open("rb") as file:
        return file.read(most + 1)
