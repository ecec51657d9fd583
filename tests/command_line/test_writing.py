"""Tests of the files that commands write: complete or absent, where asked for, and never over other files."""

from __future__ import annotations

import errno
import json
import os
import resource
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.cli import CLAIMED, call, copy_with, environment, write_records
from tests.process import begin
from tests.scale import at_scale


def test_longest_file_names(workdir: Path) -> None:
    """A name of 255 bytes is accepted; a longer one is refused, and no file is written."""
    longest = "🂡" * 61 + "xxxxxx.html"
    assert len(longest.encode()) == 255
    assert call("rule", "claimed.json", "-o", longest).code == 0
    before = sorted(workdir.iterdir())
    for args in (["rule", "claimed.json", "-o"], ["demo", "--scorecard", "y.csv", "-o"], ["recorder", "-o"]):
        assert call(*args, f"x{longest}").failed(5, "cannot write")
        assert sorted(workdir.iterdir()) == before


@pytest.mark.full
def test_p03_no_overwriting_without_force(workdir: Path) -> None:
    target = workdir / "x.json"
    for args in (
        ["rule", "good.json", "-o"],
        ["check", "good.json", "-o"],
        ["convert", "good.json"],
        ["simulate", "-o"],
        ["demo", "-o"],
    ):
        target.write_text("mine")
        done = call(*args, "x.json")
        assert (done.code, target.read_text()) == (5, "mine")
        assert "x.json" in done.err
        assert call(*args, "x.json", "--force").code in (0, 1)
        assert target.read_text(encoding="utf-8") != "mine"


def test_p03_links_are_replaced_not_followed(workdir: Path) -> None:
    victim = workdir / "victim.txt"
    victim.write_text("mine")
    for name, link in (("soft.json", os.symlink), ("hard.json", os.link), ("gone.json", None)):
        if link:
            link(victim, workdir / name)
        else:
            os.symlink(workdir / "nowhere", workdir / name)
        assert call("rule", "good.json", "-o", name).code == 5
        assert call("rule", "good.json", "-o", name, "--force").code == 0
        assert victim.read_text() == "mine"
        assert not (workdir / name).is_symlink()
        assert json.loads((workdir / name).read_text(encoding="utf-8"))["hand"] == "good"
    assert not (workdir / "nowhere").exists()


def test_p03_only_regular_files_are_written(workdir: Path) -> None:
    os.mkfifo(workdir / "fifo.json")
    (workdir / "folder.json").mkdir()
    for name in ("fifo.json", "folder.json", "missing/x.json", "x" * 300 + ".json", "good.json/x.json", ""):
        for force in ([], ["--force"]):
            done = call("rule", "good.json", "-o", name, *force)
            assert done.code == 5, (name, done)
            assert "Traceback" not in done.err


def test_p03_output_is_complete_or_absent(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from clabber_audit.simulate.seasons import simulate_hands

    def fail_after_three_hands(*args: Any) -> Iterator[Any]:
        yield from list(simulate_hands(*args))[:3]
        raise RuntimeError

    before = sorted(workdir.iterdir())
    (workdir / "old.jsonl").write_text("mine")
    monkeypatch.delenv("CLABBER_DEBUG", raising=False)
    monkeypatch.setattr("clabber_audit.simulate.seasons.simulate_hands", fail_after_three_hands)
    assert call("simulate", "-o", "x.jsonl").code == 70
    assert call("simulate", "-o", "old.jsonl", "--force").code == 70
    assert (workdir / "old.jsonl").read_text() == "mine"
    assert sorted(workdir.iterdir()) == sorted([*before, workdir / "old.jsonl"])


def test_p03_full_disk(workdir: Path) -> None:
    before = sorted(workdir.iterdir())
    limits = {resource.RLIMIT_FSIZE: 20_000}
    args = ["simulate", "--hands", "100", "-o", "x.jsonl"]
    with begin(args, (None, None, None), cwd=workdir, env=environment(), limits=limits) as child:
        assert child.stderr
        assert os.strerror(errno.EFBIG) in child.stderr.read().decode()
    assert child.wait().code == 5
    assert sorted(workdir.iterdir()) == before


def test_new_files_have_default_permissions(workdir: Path) -> None:
    call("rule", "good.json", "-o", "x.json")
    assert (workdir / "x.json").stat().st_mode == (workdir / "good.json").stat().st_mode


def test_p01_p02_ids_never_become_paths(workdir: Path) -> None:
    before = sorted(workdir.rglob("*"))
    for name in ("con", "nul.txt", "a.", "0", "x" * 64, "a-._")[:: at_scale(3, 1)]:
        write_records(workdir / "x.json", [copy_with(CLAIMED, id=name)])
        for args in (
            ["check", "x.json"],
            ["rule", "x.json"],
            ["rule", "x.json", "--format", "html"],
            ["replay", "x.json"],
            ["convert", "x.json", "-"],
        ):
            assert call(*args).code in (0, 1)
        (workdir / "x.json").unlink()
        assert sorted(workdir.rglob("*")) == before
