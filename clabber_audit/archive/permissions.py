"""Who else may change an archive: said aloud, and left to its owner to mend."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from stat import S_IWOTH

from clabber_audit.ground.errors import shown


def warn(path: str) -> None:
    """Warn, once for each file, of what lets others than the owner change or replace an archive.

    The warning is logged, which without other arrangements is a line on standard error. No permission is changed.
    """
    # What may not be looked at is told where it is opened.
    with suppress(OSError):
        for doubt in doubts(path):
            _tell(f"warning: {shown(path, 200)} {doubt}")


def doubts(path: str) -> Iterator[str]:
    """What there is to warn of, each followed by what to do. Permissions are looked at only where there are such."""
    place = Path(path).absolute()
    real = place.resolve()
    if place.is_symlink():
        yield f"is a link to {shown(real, 200)}: whoever changes the link changes the archive; use that file instead"
    if os.name != "posix":
        return
    if any(folder.stat().st_mode & S_IWOTH for folder in {place.parent, real.parent}):
        yield "is in a folder that anyone may write to, so anyone may replace it; keep it where only you may write"
    if real.stat().st_uid != os.geteuid():
        yield "belongs to someone else, who may change it; verify it against a checkpoint on paper"


@lru_cache(maxsize=256)
def _tell(warning: str) -> None:
    logging.getLogger(__name__).warning(warning)
