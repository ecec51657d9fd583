"""Packed files, unpacked only as far as anything real is packed: a few kilobytes may unpack to gigabytes of nothing."""

from __future__ import annotations

import gzip
from typing import IO, Any, Final, cast

from clabber_audit.ground.errors import Unusable

#: What unpacks to no more than this is let be; beyond it, to no more than so many times its size. Hands reach twenty.
_LET_BE: Final = 64 << 20
_MOST_TIMES: Final = 100


class Unpacked:
    """The content of a file packed with gzip, in lines; Unusable, with its `source`, where it grows too large."""

    def __init__(self, file: Any, source: str) -> None:
        self._packed, self._source, self._size = _Counted(file), source, 0
        self._content = gzip.GzipFile(fileobj=cast(IO[bytes], self._packed), mode="rb")

    def readline(self, most: int) -> bytes:
        """As files have it."""
        return self._weighed(self._content.readline(most))

    def read(self, most: int) -> bytes:
        """As files have it."""
        return self._weighed(self._content.read(most))

    def peek(self, most: int) -> bytes:
        """As files have it."""
        return self._content.peek(most)

    def _weighed(self, piece: bytes) -> bytes:
        self._size += len(piece)
        if self._size > max(_LET_BE, _MOST_TIMES * self._packed.size):
            what = f"{self._source} unpacks to more than {_MOST_TIMES} times its size"
            raise Unusable(what, "real records do not shrink that much", "unpack it and check what is in it")
        return piece


class _Counted:
    """A file of which it is known how much was read."""

    def __init__(self, file: Any) -> None:
        self.file, self.size = file, 0

    def read(self, most: int) -> bytes:
        piece: bytes = self.file.read(most)
        self.size += len(piece)
        return piece
