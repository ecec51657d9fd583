"""Tests of odd file names, endless input, and paths that are not regular files. `tests/fuzz` mutates file contents."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest

from clabber_audit.core.text import find_invisible
from tests.cli import ROOT, Done, call, environment, run
from tests.process import begin
from tests.scale import at_scale


def test_j08_paths_that_are_not_regular_files(workdir: Path) -> None:
    (workdir / "zero.json").symlink_to("/dev/zero")
    (workdir / "gone.json").symlink_to("nowhere.json")
    for name in ("zero.json", "gone.json", "x" * 300 + ".json", "good.json/x.json"):
        assert call("check", name, "renege.json").printed(5, "failure-to-follow")
        assert call("rule", name).code == 5
    assert call("check", "x" * 5000).code in (2, 5)


def test_j08_large_files_are_refused_unread(workdir: Path) -> None:
    with (workdir / "large.json").open("wb") as file:
        file.truncate(1 << 34)
    with (workdir / "large.html").open("wb") as file:
        file.truncate(1 << 34)
    (workdir / "page.html").write_text("<p>no ruling</p>")
    for name in ("large.json", "large.html", "page.html"):
        assert call("check", name).code == 3


@pytest.mark.parametrize(
    ("piece", "megabytes"),
    [(b"\n", 1)]
    + [pytest.param(piece, 600, marks=pytest.mark.full) for piece in (b"x", b" ", b"{", b"<", b"clabber 1 ")],
)
def test_j08_endless_input_is_not_held_in_memory(piece: bytes, megabytes: int) -> None:
    code = "import os, sys\npiece = bytes.fromhex(sys.argv[1])\n"
    code += "for _ in range(int(sys.argv[2])): os.write(1, piece * (1_000_000 // len(piece)))"
    with subprocess.Popen(
        [sys.executable, "-c", code, piece.hex(), str(megabytes)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as source:  # fmt: skip
        assert source.stdout
        limits = {resource.RLIMIT_AS: 500_000_000}
        streams = (source.stdout.fileno(), subprocess.DEVNULL, None)
        with begin(["check", "-"], streams, env=environment(), limits=limits) as child:
            assert child.stderr
            errors = child.stderr.read()
        source.kill()
    assert child.wait().code in (0, 3), errors[-300:]
    assert child.wait().code == 3 or piece.isspace()


def is_clean(done: Done) -> bool:
    """Return True if the output has no terminal control characters and no crash."""
    assert done.code in (0, 1, 2, 3, 4, 5), done
    assert "Traceback" not in done.err
    return not find_invisible((done.out + done.err).replace("\n", ""))


@pytest.mark.full
def test_non_utf8_file_names(workdir: Path) -> None:
    """Every command reads and writes files with such names, and prints the invalid bytes escaped."""
    odd = os.fsdecode(b"caf\xe9-\xff\x1b")
    shutil.copy("claimed.json", f"{odd}.json")
    os.mkdir(odd)
    shutil.copy("good.json", f"{odd}/{odd}.json")
    for args in (["check", f"{odd}.json"], ["check", odd], ["check", f"{odd}.json", "-f", "jsonl"],
                 ["rule", f"{odd}.json"],
                 ["score", f"{odd}.json"], ["replay", f"{odd}.json"], ["rule", f"{odd}.json", "-o", f"{odd}.html"],
                 ["verify", f"{odd}.html"], ["convert", f"{odd}.json", f"{odd}.clab"], ["fmt", f"{odd}.clab"],
                 ["convert", f"{odd}.json", f"{odd}.jsonl"], ["check", f"{odd}.jsonl", "--jobs", str(at_scale(1, 2))],
                 ["score", f"{odd}.json", "-o", f"{odd}-card.csv"], ["score", f"{odd}.json", "-o", f"{odd}.xlsx"],
                 ["archive", "init", f"{odd}.db", "--origin", "club"], ["archive", "add", f"{odd}.db", f"{odd}.json"],
                 ["archive", "list", f"{odd}.db"], ["archive", "verify", f"{odd}.db"],
                 ["archive", "show", f"{odd}.db", "claimed"],
                 ["archive", "export", f"{odd}.db", f"{odd}-out.jsonl"],
                 ["archive", "export", f"{odd}.db", f"{odd}-pages"],
                 ["archive", "backup", f"{odd}.db", f"{odd}-copy.db"], ["archive", "search", f"{odd}.db", "Ruth"],
                 ["archive", "stats", f"{odd}.db"], ["check", f"{odd}.db"],
                 ["recorder", "-o", f"{odd}-recorder.html"], ["demo", "-o", f"{odd}-demo.html"],
                 ["simulate", "--hands", "2", "-o", f"{odd}-two.clab"], ["simulate", "--whole-season", "-o", f"{odd}-season"],
                 ["league", "standings", f"{odd}-season/season.json", f"{odd}-season/hands.jsonl"],
                 ["league", "init", "A", "B", "-o", f"{odd}-new.json"]):  # fmt: skip
        done = call(*args)
        assert is_clean(done), (args, done)
        assert done.code in (0, 1), (args, done)
    shutil.copy(ROOT / "examples" / "house-rules.toml", f"{odd}.toml")
    assert call("check", f"{odd}.json", "-r", f"{odd}.toml").code in (0, 1)
    done = run("check", f"{odd}.json", cwd=workdir)
    assert "caf\\udce9-\\udcff\\u001b.json:1:" in done.out
    assert run("check", f"{odd}-none.json", cwd=workdir).failed(5, "caf\\udce9")


def test_line_feeds_in_file_names_are_escaped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line feed in a file name cannot start a line that looks like a message of the program."""
    monkeypatch.chdir(tmp_path)
    name = "a\nb.html: the text of the page matches its ruling, character for character"
    hand = ROOT / "examples" / "ten-comes-home.clab"
    for ending in (".html", ".json"):
        assert call("rule", hand, "-o", f"{name}{ending}").code == 0
    assert call("archive", "init", f"{name}.db", "--origin", "otters").code == 0
    assert call("archive", "add", f"{name}.db", hand).code == 0
    assert call("archive", "checkpoint", f"{name}.db", "--note", "-o", f"{name}.note").code == 0
    assert call("archive", "prove", f"{name}.db", "ten-comes-home", "-o", f"{name}.proof").code == 0
    with closing(sqlite3.connect(f"{name}.db")) as conn, conn:
        conn.execute("DELETE FROM words_idx")
    shutil.copytree(ROOT / "examples" / "season", "season")
    (season,) = Path("season").glob("*.json")
    shutil.copy(season, f"{name}.season.json")
    for args in (
        ["verify", f"{name}.html"], ["verify", f"{name}.json"],
        ["verify", f"{name}.html", "--signed-by", f"{name}.note"],
        ["check", f"{name}.json"], ["sign", f"{name}.json", "--key", f"{name}.html"], ["check", f"{name}.nothing"],
        ["archive", "verify", f"{name}.db"], ["archive", "rebuild", f"{name}.db", "--dry-run"],
        ["archive", "check-proof", f"{name}.proof"], ["league", "open", f"{name}.season.json"],
    ):  # fmt: skip
        done = call(*args)
        assert done.out + done.err, args
        assert not [line for line in (done.out + done.err).split("\n") if line.startswith("b.html")], args
