"""Whatever an input holds, wherever it stands: no control character, escape or mark of direction reaches a terminal."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clabber_audit.core.text import first_invisible
from tests.cli import ROOT, Done, call, run
from tests.scale import scaled

#: Hides what stands before it and says something else; steers; is invisible; is half a character.
EVIL = (
    "\x1b[2K\r0 findings\n1 hand read, 0 with findings\u202e",
    "holds\x1b[8m",
    "\x9b2J\x07\x08",
    "\u2066a\u2069\u200b\u2028b",
    "x\ud800",
    "\x7f\u3164\U000e0041",
)
SEASON = ROOT / "examples" / "season"


def is_seen(done: Done) -> bool:
    """Whether nothing that a command printed steers a terminal, and nothing crashed."""
    assert done.code in (0, 1, 2, 3, 4, 5), done
    assert "Traceback" not in done.err
    return not first_invisible((done.out + done.err).replace("\n", ""))


def leaves(data: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """The paths of all texts and keys in some data; a key's ends in `~`."""
    if isinstance(data, dict):
        for key, value in data.items():
            yield (*path, key, "~")
            yield from leaves(value, (*path, key))
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from leaves(value, (*path, index))
    elif isinstance(data, str):
        yield path


def grafted(data: Any, path: tuple[str | int, ...], text: str) -> Any:
    """The same data with a text after the one at a path, or in its key."""
    if not path:
        return data + text
    if path[1:] == ("~",):
        return {f"{key}{text}" if key == path[0] else key: value for key, value in data.items()}
    if isinstance(data, dict):
        return {
            key: grafted(value, path[1:], text) if key == path[0] else value for key, value in data.items()
        }
    return [grafted(value, path[1:], text) if at == path[0] else value for at, value in enumerate(data)]


def test_every_text_of_a_ruling(here: Path) -> None:
    assert call("rule", "claimed.json", "-o", "ruling.json").code == 0
    ruling, random = json.loads((here / "ruling.json").read_text(encoding="utf-8")), Random(12)
    places = list(leaves(ruling))
    assert any(place[0] == "law" for place in places)
    assert any(place[0] == "certificates" for place in places)
    for place in random.sample(places, scaled(10, 40)):
        (here / "x.json").write_text(
            json.dumps(grafted(ruling, place, random.choice(EVIL))), encoding="utf-8"
        )
        for command in ("verify", random.choice(("check", "rule", "replay", "score"))):
            assert is_seen(call(command, "x.json")), (place, command)


def test_every_text_of_a_season(here: Path) -> None:
    season, random = json.loads((SEASON / "season.json").read_text(encoding="utf-8")), Random(3)
    places = list(leaves(season))
    for place in random.sample(places, 30):
        (here / "season.json").write_text(
            json.dumps(grafted(season, place, random.choice(EVIL))), encoding="utf-8"
        )
        form = random.choice(("text", "json", "csv", "html"))
        assert is_seen(call("league", "schedule", "season.json", "-f", form)), place


def test_every_text_of_a_ruleset(here: Path) -> None:
    """Wherever an escape stands in a ruleset, it is refused or written out; a key, a table, a comment."""
    text = (ROOT / "examples" / "house-rules.toml").read_text(encoding="utf-8")
    random, evils = Random(4), ("\\u001b[31m", "\\u202e", "\\n0 findings", "\\u3164")
    for at in random.sample([at for at, char in enumerate(text) if char == '"'], 12):
        for cut in (at, at + 1):
            evil = random.choice(evils)
            (here / "club.toml").write_text(text[:cut] + evil + text[cut:], encoding="utf-8")
            done = call("rulesets", "club.toml", *random.choice(([], ["--json"])))
            assert is_seen(done), (at, evil)
            assert "\n0 findings" not in done.out + done.err
    assert is_seen(call("check", "claimed.json", "-r", "club.toml"))


LOOKING: tuple[tuple[str, ...], ...] = (
    ("list",), ("list", "-f", "json"), ("list", "-f", "csv"), ("stats",), ("stats", "-f", "json"), ("verify",),
    ("checkpoint",), ("rebuild", "--dry-run"), ("show", "good"), ("show", "good", "--history"),
    ("show", "renege", "-f", "json"),
    ("search", "Ruth"), ("decisions",),
)  # fmt: skip


def test_every_text_of_an_archive(here: Path) -> None:
    """The tables are what anybody with the file may write; JSON and CSV stay what they are."""
    assert call("archive", "init", "season.db").code == 0
    assert call("archive", "add", "season.db", "good.json", "claimed.json").code == 0
    random = Random(5)
    with closing(sqlite3.connect("season.db")) as db, db:
        tables = [
            name
            for (name,) in db.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'"
            )
        ]
        cells = [
            (table, column)
            for table in tables
            for _, column, kind, *_ in db.execute(f'PRAGMA table_info("{table}")')
            if kind.upper() == "TEXT"
        ]
    assert ("hands", "season") in cells
    for table, column in cells[:: scaled(4, 1)]:
        shutil.copy("season.db", "x.db")
        with closing(sqlite3.connect("x.db")) as db, db:
            for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
                db.execute(f'DROP TRIGGER "{name}"')
            try:
                db.execute(
                    f'UPDATE "{table}" SET "{column}" = coalesce("{column}", \'\') || ?',
                    [random.choice(EVIL[:4])],
                )
            except sqlite3.IntegrityError:
                continue
        db.close()
        for command in (LOOKING[0], random.choice(LOOKING), random.choice(LOOKING)):
            done = call("archive", command[0], "x.db", *command[1:])
            assert is_seen(done), (table, column, command)
            if command[-1] == "json" and done.code == 0:
                json.loads(done.out)


@pytest.mark.parametrize("evil", EVIL[: scaled(2, 4)], ids=range(scaled(2, 4)))
def test_names_of_files(here: Path, evil: str) -> None:
    name = evil.replace("/", "")
    for *command, ending in (
        ("check", ".json"), ("check", ".csv"), ("check", ""), ("rule", ".html"), ("verify", ".json"), ("fmt", ".clab"),
        ("fmt", ".json"), ("league", "standings", ".json"), ("rulesets", ".toml"), ("rulesets", ""), ("explain", ""),
        ("archive", "list", ".db"), ("archive", "verify", ".db"), ("archive", "init", ".db"),
    ):  # fmt: skip
        assert is_seen(call(*command, name + ending)), (command, ending)
    shutil.copy("claimed.json", name + ".json")
    for args in (["check"], ["rule"], ["score"], ["verify"], ["replay"]):
        assert is_seen(call(*args, name + ".json"))
    assert is_seen(call("rule", "claimed.json", "-o", name + ".html"))
    assert is_seen(call("rule", "claimed.json", "-o", name + ".html"))
    assert is_seen(call("recorder", "-o", name + "-page.html"))
    assert is_seen(call("convert", name + ".json", name + ".clab"))
    assert is_seen(call("record", "-o", name + "-new.clab", stdin=b"hand x\ndone\n"))


@pytest.mark.parametrize("evil", EVIL[: scaled(2, 4)], ids=range(scaled(2, 4)))
def test_what_is_typed(here: Path, evil: str) -> None:
    for args in (
        [evil], ["check", f"--{evil}"], ["check", "--format", evil, "x"], ["archive", evil], ["league", evil],
        ["explain", evil], ["schema", evil], ["legal", "--trump", evil, "--hand", evil],
        ["legal", "--trump", "S", "--hand", evil],
        ["rule", "claimed.json", "--hand", evil], ["rule", "claimed.json", "extra" + evil],
        ["simulate", "--seed", evil],
        ["league", "init", evil, evil, "--title", evil], ["league", "init", "A", "B", "--title", evil],
        ["league", "init", "A", "B", "--start", evil], ["archive", "init", "x.db", "--origin", evil], ["--" + evil],
    ):  # fmt: skip
        done = call(*args)
        assert done.code in (2, 5), (args, done)
        assert is_seen(done), args
    assert is_seen(
        call(
            "record",
            "-o",
            "new.clab",
            stdin=f"hand {evil}\nundo\nhelp {evil}\nremark {evil}\nquit".encode("utf-8", "replace"),
        )
    )


@pytest.mark.full
def test_names_of_files_that_are_no_utf_8(here: Path) -> None:
    """A name is bytes; as many as are no UTF-8 are shown as such, and every command reads and writes them."""
    odd = os.fsdecode(b"caf\xe9-\xff\x1b")
    shutil.copy("claimed.json", f"{odd}.json")
    os.mkdir(odd)
    shutil.copy("good.json", f"{odd}/{odd}.json")
    for args in (["check", f"{odd}.json"], ["check", odd], ["check", f"{odd}.json", "-f", "jsonl"],
                 ["rule", f"{odd}.json"],
                 ["score", f"{odd}.json"], ["replay", f"{odd}.json"], ["rule", f"{odd}.json", "-o", f"{odd}.html"],
                 ["verify", f"{odd}.html"], ["convert", f"{odd}.json", f"{odd}.clab"], ["fmt", f"{odd}.clab"],
                 ["convert", f"{odd}.json", f"{odd}.jsonl"], ["check", f"{odd}.jsonl", "--jobs", str(scaled(1, 2))],
                 ["score", f"{odd}.json", "-o", f"{odd}-card.csv"], ["score", f"{odd}.json", "-o", f"{odd}.xlsx"],
                 ["archive", "init", f"{odd}.db", "--origin", "club"], ["archive", "add", f"{odd}.db", f"{odd}.json"],
                 ["archive", "list", f"{odd}.db"], ["archive", "verify", f"{odd}.db"],
                 ["archive", "show", f"{odd}.db", "claimed"],
                 ["archive", "export", f"{odd}.db", f"{odd}-out.jsonl"],
                 ["archive", "export", f"{odd}.db", f"{odd}-pages"],
                 ["archive", "backup", f"{odd}.db", f"{odd}-copy.db"], ["archive", "search", f"{odd}.db", "Ruth"],
                 ["archive", "stats", f"{odd}.db"], ["check", f"{odd}.db"],
                 ["recorder", "-o", f"{odd}-recorder.html"], ["demo", "-o", f"{odd}-demo.html"],
                 ["simulate", "--hands", "2", "-o", f"{odd}-two.clab"], ["simulate", "--season", "-o", f"{odd}-season"],
                 ["league", "standings", f"{odd}-season/season.json", f"{odd}-season/hands.jsonl"],
                 ["league", "init", "A", "B", "-o", f"{odd}-new.json"]):  # fmt: skip
        done = call(*args)
        assert is_seen(done), (args, done)
        assert done.code in (0, 1), (args, done)
    shutil.copy(ROOT / "examples" / "house-rules.toml", f"{odd}.toml")
    assert call("check", f"{odd}.json", "-r", f"{odd}.toml").code in (0, 1)
    done = run("check", f"{odd}.json", cwd=here)
    assert "caf\\udce9-\\udcff\\u001b.json:1:" in done.out
    done = run("check", f"{odd}-none.json", cwd=here)
    assert done.code == 5
    assert "caf\\udce9" in done.err


def test_a_name_of_a_file_stays_on_its_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line feed in it starts no line that says what the program did not."""
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
    shutil.copytree(SEASON, "season")
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
