"""Hands that arrive one after the other, packed, by a pipe or from an archive: the clean ones are passed over, too."""

from __future__ import annotations

import gzip
import io
import os
import sqlite3
import sys
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.bulk.audit import audit_arriving
from clabber_audit.bulk.options import AuditForm, Wanted
from clabber_audit.core.errors import Refused
from clabber_audit.games.parse import parse_hand
from clabber_audit.judge import judge
from clabber_audit.records.hand import Hand
from clabber_audit.rules.bound_ruleset import BoundRuleset
from tests import mutants
from tests.cli import call
from tests.law.test_prefilter import lines


@cache
def mix_hands() -> tuple[bytes, ...]:
    """Return hands without trouble, with trouble, broken, and two names that look alike."""
    made = lines(40) + lines(15, seed=6, irregular=0.4, claims=0.5) + list(mutants.lines(3, 40))
    alike = made[0].replace(b'"players":{"N":"', b'"players":{"N":"l')
    made[20:20] = [b"", b"no record", alike, alike.replace(b'"N":"l', b'"N":"1'), made[0][:300]]
    return tuple(made)


OPTIONS: Final[list[list[str]]] = [
    [],
    ["--all", "--anonymous", "--ruleset", "wp"],
    ["-f", "jsonl", "--brief"],
]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A packed file of such hands, an archive of those that can be kept, and one that is damaged in its middle."""
    here = tmp_path_factory.mktemp("places")
    text = b"\n".join(mix_hands())
    (here / "hands.jsonl.gz").write_bytes(gzip.compress(text))
    (here / "cut.jsonl.gz").write_bytes(gzip.compress(text)[:-2_000])
    whole = here / "whole.jsonl"
    whole.write_bytes(b"\n".join(_drop_refused(mix_hands())))
    for name in ("season.db", "damaged.db"):
        assert call("archive", "init", here / name).code == 0
        assert call("archive", "add", here / name, whole).code in (0, 1, 3)
    _spoil(here / "damaged.db")
    return here


def _drop_refused(texts: Sequence[bytes]) -> Iterator[bytes]:
    """Yield the hands that are not refused, each id once."""
    known = set[str]()
    for text in texts:
        try:
            record = parse_hand(text).record
        except Refused:
            continue
        if record.id not in known:
            known.add(record.id)
            yield text


def _spoil(archive: Path) -> None:
    """Make the entry of a hand in the middle unreadable."""
    of_log = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'log'"
    with closing(sqlite3.connect(archive, isolation_level=None)) as conn:
        triggers = conn.execute(of_log).fetchall()
        for name, _ in triggers:
            conn.execute(f"DROP TRIGGER {name}")
        conn.execute("UPDATE log SET entry = x'00' WHERE seq = 50")
        for _, text in triggers:
            conn.execute(text)


@pytest.mark.parametrize(
    ("name", "options"),
    [
        *(("hands.jsonl.gz", options) for options in OPTIONS),
        *zip(("cut.jsonl.gz", "season.db", "damaged.db", "-"), (*OPTIONS, []), strict=True),
    ],
)
def test_what_is_said_is_the_same_with_the_prefilter_and_without(
    places: Path, name: str, options: list[str]
) -> None:
    data = b"\n".join(mix_hands()) if name == "-" else b""
    path = name if name == "-" else places / name
    result = call("check", path, *options, stdin=data)
    assert result == call("check", path, "--thorough", *options, stdin=data)
    # What stands before the damage is told.
    assert result.out
    assert (result.code == 5) == (name in ("cut.jsonl.gz", "damaged.db"))


@pytest.mark.parametrize("name", ["hands.jsonl.gz", "season.db", "-"])
def test_what_is_clean_is_passed_over(places: Path, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    heard, judged = list[Hand](), judge.adjudicate

    def hear(hand: Hand, law: BoundRuleset) -> judge.Ruling:
        heard.append(hand)
        return judged(hand, law)

    monkeypatch.setattr(judge, "adjudicate", hear)
    counts = []
    for options in ([], ["--thorough"]):
        heard.clear()
        call("check", name if name == "-" else places / name, *options, stdin=b"\n".join(mix_hands()))
        counts.append(len(heard))
    assert counts[1] - counts[0] > 40


def test_nobody_waits_for_a_writer_who_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    with open(reading, "rb") as read_from, open(writing, "wb", buffering=0) as write_to:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(read_from))
        parts = audit_arriving("-", Wanted(AuditForm.text), changed=False)
        for text in lines(3):
            write_to.write(text + b"\n")
            assert next(parts).hands == 1
        write_to.close()
        assert sum(part.hands for part in parts) == 0
