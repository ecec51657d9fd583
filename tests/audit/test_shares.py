"""Files cut into shares: all of it, whole lines, and the same audit whatever their size."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from clabber_audit.bulk import shares as cut
from tests import mischief
from tests.cli import BAD, GOOD, OPEN, RENEGE, call, encode_record

_DATA = b"".join(map(encode_record, [*mischief.records(3, 6), RENEGE, BAD, GOOD]))
FILES = {
    "plain": _DATA,
    "no last newline": _DATA.rstrip(b"\n"),
    "mark and blank lines": b"\xef\xbb\xbf\n\n" + _DATA.replace(b"\n", b"\r\n\n \n", 4) + b"\n\n",
    "half a record at the end": _DATA + encode_record(OPEN)[:300],
    "nothing": b"",
    "blank": b"\n\n\n",
}


@pytest.mark.parametrize("data", FILES.values(), ids=FILES)
def test_any_share_size_gives_the_same(here: Path, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
    (here / "x.jsonl").write_bytes(data)
    expected, shares = call("check", "x.jsonl"), cut.shares
    for size in (1, 7, 300, 4_000):
        result = list(shares("x.jsonl", size))
        assert [share.start for share in result] == [0, *(share.end for share in result[:-1])][: len(result)]
        assert (result[-1].end if result else 0) == len(data)
        assert all(data[: share.end].endswith(b"\n") for share in result[:-1])
        assert [share.first for share in result] == [
            data.count(b"\n", 0, share.start) + 1 for share in result
        ]
        monkeypatch.setattr(cut, "shares", partial(shares, size=size))
        assert call("check", "x.jsonl") == expected
