"""Whatever a ruling or a file holds: damage, size and what is no file at all."""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.cli import GOOD, RENEGE, call, changed, encoded, environment, odd, put, rulings
from tests.process import begin


def grafted(data: Any, random: Random) -> Any:
    """A value somewhere in some data replaced by another."""
    strange: list[Any] = [
        None,
        5,
        -1,
        "",
        "x",
        "\x1b[31m",
        [],
        {},
        [[]],
        True,
        1.5,
        10**30,
        {"a": 1},
        ["x"],
        "wp.toml",
        "../x",
    ]
    if isinstance(data, dict) and data and random.random() < 0.85:
        key = random.choice(list(data))
        if random.random() < 0.15:
            return {other: value for other, value in data.items() if other != key}
        return {**data, key: grafted(data[key], random)}
    if isinstance(data, list) and data and random.random() < 0.8:
        place = random.randrange(len(data))
        return [*data[:place], grafted(data[place], random), *data[place + 1 :]]
    return random.choice(strange)


@pytest.mark.full
def test_damaged_rulings_never_crash(here: Path) -> None:
    """A ruling may be changed anywhere: in its record, in its law, in what it found."""
    call("rule", "claimed.json", "-o", "ruling.json")
    ruling, random = json.loads(Path("ruling.json").read_text(encoding="utf-8")), Random(8)
    pieces = [{**ruling, "law": grafted(ruling["law"], random)} for _ in range(120)]
    pieces += [{**ruling, "record": grafted(ruling["record"], random)} for _ in range(60)] + [
        grafted(ruling, random) for _ in range(60)
    ]
    for damaged in pieces:
        (here / "x.json").write_text(json.dumps(damaged), encoding="utf-8")
        done = call("check", "x.json")
        assert done.code in (0, 1, 3, 4, 5), (done.err, damaged)
        assert not odd(done.out + done.err)
        assert "x.json" in done.out + done.err or done.code in (0, 4)


def test_j08_claims_without_end_are_weighed_in_time(here: Path) -> None:
    """R06: everything unknown and everything claimed; the answer is that it cannot be told, not silence."""
    claims = [{"by": "NESW"[at % 4], "against": "ESWN"[at % 4], "at": at % 24} for at in range(64)]
    plays = [{"seat": "NESW"[at % 4], "card": None} for at in range(24)]
    put(
        here / "x.json",
        [
            changed(
                GOOD,
                deal={"dealer": "N"},
                declarations=[{"seat": "E", "call": "S"}],
                plays=plays,
                claims=claims,
            )
        ],
    )
    assert call("check", "x.json").code in (1, 4)


def test_j08_what_is_no_file(here: Path) -> None:
    (here / "zero.json").symlink_to("/dev/zero")
    (here / "gone.json").symlink_to("nowhere.json")
    for name in ("zero.json", "gone.json", "x" * 300 + ".json", "good.json/x.json"):
        done = call("check", name, "renege.json")
        assert done.code == 5
        assert "failure-to-follow" in done.out
        assert call("rule", name).code == 5
    assert call("check", "x" * 5000).code in (2, 5)


def test_j08_large_files_are_refused_unread(here: Path) -> None:
    with (here / "large.json").open("wb") as file:
        file.truncate(1 << 34)
    with (here / "large.html").open("wb") as file:
        file.truncate(1 << 34)
    (here / "page.html").write_text("<p>no ruling</p>")
    for name in ("large.json", "large.html", "page.html"):
        assert call("check", name).code == 3


def test_j08_large_line_does_not_stop_the_rest(here: Path) -> None:
    data = encoded(GOOD) + encoded(changed(GOOD, remarks=["x" * 3_000_000])) + encoded(RENEGE)
    (here / "x.jsonl").write_bytes(data)
    for done in (
        call("check", "--format", "jsonl", "x.jsonl"),
        call("check", "--format", "jsonl", "-", stdin=data),
    ):
        assert done.code == 3
        assert ":2:1: error" in done.err
        assert [ruling["hand"] for ruling in rulings(done.out)] == ["good", "renege"]


@pytest.mark.parametrize(
    ("piece", "megabytes"),
    [(b"\n", 1)]
    + [pytest.param(piece, 600, marks=pytest.mark.full) for piece in (b"x", b" ", b"{", b"<", b"clabber 1 ")],
)
def test_j08_input_without_end_is_never_held_whole(piece: bytes, megabytes: int) -> None:
    code = "import os, sys\npiece = bytes.fromhex(sys.argv[1])\n"
    code += "for _ in range(int(sys.argv[2])): os.write(1, piece * (1_000_000 // len(piece)))"
    with subprocess.Popen(
        [sys.executable, "-c", code, piece.hex(), str(megabytes)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as source:  # fmt: skip
        assert source.stdout
        limits = {resource.RLIMIT_AS: 500_000_000}
        with open(os.devnull, "wb") as out:
            streams = (source.stdout.fileno(), out.fileno(), None)
            child = begin(["check", "-"], streams, env=environment(), limits=limits)
        with child:
            assert child.stderr
            said = child.stderr.read()
        source.kill()
    assert child.wait().code in (0, 3), said[-300:]
    assert child.wait().code == 3 or piece.isspace()
