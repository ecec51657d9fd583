"""What is due in an archive, put aside until it can be written: on the disk, as far as it is much."""

from __future__ import annotations

import pickle
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from io import SEEK_END
from tempfile import SpooledTemporaryFile
from typing import Final

from clabber_audit.archive.complaint import Due

#: How much is held in memory, in bytes.
_HELD: Final = 1 << 20


class Aside:
    """What is put aside, in the order in which it was found; false where that is nothing."""

    def __init__(self, file: SpooledTemporaryFile[bytes]) -> None:
        self._file = file
        self._parts = 0

    def __bool__(self) -> bool:
        return self._parts > 0

    def put(self, some: Sequence[Due]) -> None:
        """Put something aside."""
        if some:
            self._file.seek(0, SEEK_END)
            pickle.dump(some, self._file)
            self._parts += 1

    def clear(self) -> None:
        """Forget all of it."""
        self._file.seek(0)
        self._file.truncate()
        self._parts = 0

    def parts(self) -> Iterator[list[Due]]:
        """All of it, as it was put aside: some at a time."""
        self._file.seek(0)
        for _ in range(self._parts):
            yield pickle.load(self._file)


@contextmanager
def aside() -> Iterator[Aside]:
    """Where something can be put aside for a while."""
    with SpooledTemporaryFile(_HELD) as file:
        yield Aside(file)
