"""The archive's commands, as people use them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from clabber_audit.archive.opening import open_archive
from clabber_audit.archive.reading import checkpoint_line
from clabber_audit.record.canonical import canonical, record_data
from clabber_audit.simulate import simulated
from tests.archive.shelves import shelf
from tests.cli import BAD, CLAIMED, GOOD, RENEGE, call, changed, put

HANDS = [
    changed(GOOD, context={"season": "2026", "round": 1, "table": 2, "game": 1, "hand": 1, "date": "2026-01-22"}),
    changed(CLAIMED, context={"season": "2026", "round": 1, "table": 2, "game": 1, "hand": 2}, teams={"NS": "Owls"}),
    changed(RENEGE, context={"season": "2026", "round": 2}, score={"NS": 12, "EW": 20}),
]


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return shelf(tmp_path, HANDS)


def line_of(path: Path) -> str:
    with open_archive(str(path)) as archive:
        return checkpoint_line(archive)


def test_from_nothing_to_a_proven_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "hands.jsonl", [*HANDS, BAD])
    assert call("archive", "init", "season.db").code == 0
    done = call("archive", "add", "season.db", "hands.jsonl")
    assert done.code == 3, "one record is refused, the others are kept"
    assert "3 hands added, 0 there already" in done.err
    assert "hands.jsonl:4:" in done.err
    printed = call("archive", "checkpoint", "season.db").out.strip()
    assert re.fullmatch(r"season 3 ([0-9A-Z]{5}-){4}[0-9A-Z*]", printed)
    assert call("archive", "verify", "season.db", "--against", printed).code == 0


@pytest.mark.parametrize(
    ("args", "ids"),
    [
        ([], ["good", "claimed", "renege"]), (["--round", "1"], ["good", "claimed"]), (["--limit", "1"], ["good"]),
        (["--infraction", "failure-to-follow"], ["claimed", "renege"]), (["--team", "owls"], ["claimed"]),
        (["--infraction", "failure-to-follow", "--player", "ruth"], ["claimed", "renege"]),
        (["--infraction", "failure-to-follow", "--player", "carl"], []), (["--since", "2026-01"], ["good"]),
        (["--outcome", "renege"], ["claimed"]), (["--season", "2025"], []), (["--source", "newspaper"], []),
    ],
)  # fmt: skip
def test_list(there: Path, args: list[str], ids: list[str]) -> None:
    """Hand by hand: `claimed` and `renege` hold Ruth's ten on diamonds, and only the one was claimed (R-033, R-104)."""
    done = call("archive", "list", there, *args)
    assert done.code == 0
    assert [line.split()[0] for line in done.out.splitlines()] == ids
    as_json = json.loads(call("archive", "list", there, *args, "-f", "json").out)
    assert [hand["id"] for hand in as_json] == ids
    assert call("archive", "list", there, *args, "-f", "csv").out.count("\n") == len(ids) + 1


def test_show(there: Path) -> None:
    line = line_of(there)
    done = call("archive", "show", there, "claimed")
    assert done.code == 0
    assert line in done.out
    assert canonical(HANDS[1]) + "\n" == call("archive", "show", there, "claimed", "-f", "record").out
    assert call("archive", "show", there, "claimed", "-o", "x.html").code == 0
    page = (there.parent / "x.html").read_text(encoding="utf-8")
    assert line in page
    assert call("archive", "show", there, "nobody").code == 5
    hidden = call("archive", "show", there, "claimed", "--anonymous").out
    assert "Ruth" not in hidden
    assert "otters" not in hidden


def test_a_hand_amended_through_the_command(there: Path) -> None:
    put(there.parent / "better.json", [changed(HANDS[2], claims=CLAIMED["claims"])])
    assert call("archive", "amend", there, "better.json", "--by", "Mae", "--why", "E claimed it").code == 0
    told = call("archive", "show", there, "renege", "--history").out.splitlines()
    assert len(told) == 2
    assert told[1].endswith("amended by Mae: E claimed it")
    assert call("archive", "list", there, "--outcome", "renege", "-f", "csv").out.count("\n") == 3
    for who, why in (("", "x"), ("Mae", " "), ("Mae\n", "x"), ("Mae", "x" * 501)):
        assert call("archive", "amend", there, "better.json", "--by", who, "--why", why).code == 2


def test_everything_comes_out_again(tmp_path: Path) -> None:
    records = [record_data(record) for record in simulated(4, 60, irregular=0.2)]
    path = shelf(tmp_path, records)
    assert call("archive", "export", path, tmp_path / "all.jsonl").code == 0
    assert [json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()] == records
    assert call("archive", "export", path, tmp_path / "all.clab").code == 0
    for file in ("all.jsonl", "all.clab"):
        copy = tmp_path / f"{file}.db"
        assert call("archive", "init", copy, "--origin", "otters").code == 0
        assert call("archive", "add", copy, tmp_path / file).code == 0
        exported = call("archive", "export", copy, "-").out
        assert [json.loads(line) for line in exported.splitlines()] == records


def test_pages_without_a_server(there: Path) -> None:
    assert call("archive", "export", there, "pages").code == 0
    folder = there.parent / "pages"
    names = sorted(file.name for file in folder.iterdir())
    assert names == ["hand-000001.html", "hand-000002.html", "hand-000003.html", "index.html"]
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert re.findall(r'href="([^"]+)"', index) == names[:3]
    assert line_of(there) in index
    assert "src=" not in index
    before = [(folder / name).read_bytes() for name in names]
    assert call("archive", "export", there, "pages").code == 5, "pages are not mixed with what is there"
    assert call("archive", "export", there, "again").code == 0
    assert [(there.parent / "again" / name).read_bytes() for name in names] == before
    assert call("archive", "export", there, "hidden", "--anonymous").code == 0
    for file in (there.parent / "hidden").iterdir():
        text = file.read_text(encoding="utf-8")
        assert not re.search("Ruth|Carl|Dora|Owls|otters", text), file


def test_a_backup_proves_what_the_archive_proves(there: Path) -> None:
    assert call("archive", "backup", there, "copy.db").code == 0
    assert call("archive", "verify", "copy.db", "--against", line_of(there)).code == 0
    assert call("archive", "backup", there, "copy.db").code == 5


def test_stats(there: Path) -> None:
    found = json.loads(call("archive", "stats", there, "-f", "json").out)
    assert (found["hands"], found["findings"], found["claims"], found["amendments"]) == (3, 2, 1, 0)
    assert found["infractions"] == {"failure-to-follow": 2}
    assert found["outcomes"] == {"renege": 1, "unfinished": 2}
    assert "hands" in call("archive", "stats", there).out


def test_an_archive_is_read_like_a_file_of_hands(there: Path) -> None:
    """`score` takes it, and prints its checkpoint."""
    done = call("score", there)
    assert line_of(there) in done.out
