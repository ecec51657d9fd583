"""An archive is one more kind of input: every command that takes hands takes those of an archive, by its law."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.archive.shelves import line_of, shelf
from tests.cli import CLAIMED, GOOD, RENEGE, call, put, rulings

HANDS = [GOOD, CLAIMED, RENEGE]


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An archive of three hands: in the last two North trumps a diamond and holds one (R-033)."""
    monkeypatch.chdir(tmp_path)
    return shelf(tmp_path, HANDS)


def test_check_names_the_entry_that_holds_the_hand(there: Path) -> None:
    """Entries are counted from 0, as `archive show --entry` has them."""
    done = call("check", "otters.db")
    assert done.code == 1
    places = [line.split(": ")[:2] for line in done.out.splitlines() if line.startswith("otters.db")]
    assert places == [["otters.db:1:1", "failure-to-follow"], ["otters.db:2:1", "failure-to-follow"]]
    assert "Checked 3 hands: 2 have findings" in done.err
    assert [ruling["record"]["id"] for ruling in rulings(call("check", "otters.db", "-f", "jsonl").out)] == [
        "good",
        "claimed",
        "renege",
    ]


def test_one_hand_is_chosen_by_its_id(there: Path) -> None:
    ruled = call("rule", "otters.db", "--hand", "claimed")
    assert ruled.code == 0
    # An archive is asked for more: where a record comes from.
    shown = call("archive", "show", "otters.db", "claimed").out
    before, _, more = shown.partition("WHERE THE RECORD COMES FROM")
    beside, signatures, after = more.partition("SIGNATURES")
    assert "who recorded it" in beside
    assert ruled.out == before + signatures + after
    assert line_of(there) in ruled.out
    assert "otters" not in call("rule", "otters.db", "--hand", "claimed", "--anonymous").out
    put(there.parent / "claimed.json", [CLAIMED])
    assert call("replay", "otters.db", "--hand", "claimed").out == call("replay", "claimed.json").out
    for command in ("rule", "replay"):
        assert call(command, "otters.db", "--hand", "nobody").code == 5
        many = call(command, "otters.db")
        assert (many.code, many.out) == (2, "")
        assert "--hand" in many.err


def test_scorecards_carry_the_checkpoint(there: Path) -> None:
    assert line_of(there) in call("score", "otters.db").out


def test_convert_takes_everything_out(there: Path) -> None:
    for name in ("all.jsonl", "all.clab"):
        assert call("convert", "otters.db", name).code == 0
        assert [
            json.loads(line) for line in call("convert", name, "-", "--format", "jsonl").out.splitlines()
        ] == HANDS


def test_hands_are_judged_by_the_law_that_was_kept_for_them(there: Path) -> None:
    """Not by what their records name, and also when nobody has the file of a house any more."""
    house = there.parent / "house.toml"
    house.write_text('id = "house"\ntitle = "House"\nextends = "wp"\n', encoding="utf-8")
    put(there.parent / "hands.jsonl", HANDS)
    assert call("archive", "init", "home.db").code == 0
    assert call("archive", "add", "home.db", "hands.jsonl", "--ruleset", "house.toml").code == 0
    house.unlink()

    def judged_by(*args: str) -> set[str]:
        return {ruling["ruleset"] for ruling in rulings(call("check", *args, "-f", "jsonl").out)}

    assert judged_by("home.db") == {"house"}
    assert judged_by("hands.jsonl") == {"ecl-1992"}
    assert judged_by("home.db", "--ruleset", "gamerules") == {"gamerules"}
    assert json.loads(call("rule", "home.db", "--hand", "good", "-f", "json").out)["ruleset"] == "house"


def test_an_archive_is_known_by_how_it_begins(there: Path) -> None:
    for name in ("hands", "hands.json", "hands.clab"):
        copy = there.parent / name
        copy.write_bytes(there.read_bytes())
        assert call("check", name, "-f", "jsonl").out == call("check", "otters.db", "-f", "jsonl").out
    assert call("fmt", "hands.clab").code == 2, "it is no text to be spaced"
    assert (there.parent / "hands.clab").read_bytes() == there.read_bytes()


def test_a_folder_passes_archives_over(there: Path) -> None:
    """It may hold what lies beside it, and no hand is to count twice."""
    put(there.parent / "good.json", [GOOD])
    assert "Checked 1 hand" in call("check", ".").err


def test_an_archive_does_not_come_through_a_pipe(there: Path) -> None:
    done = call("check", "-", stdin=there.read_bytes())
    assert (done.code, done.out) == (5, "")
    assert "give the file name" in done.err


def test_what_is_wrong_with_an_archive_is_told_as_of_an_archive(there: Path) -> None:
    (there.parent / "empty.db").touch()
    there.write_bytes(there.read_bytes()[:5000])
    for name in ("empty.db", "otters.db"):
        for command in ("check", "rule", "score"):
            done = call(command, name)
            assert (done.code, done.out) == (5, ""), (command, name)
            assert name in done.err


def test_an_archive_is_not_added_to_itself(there: Path) -> None:
    """Not by another name either; it is told at once, and nothing is touched."""
    before = there.read_bytes()
    (there.parent / "link.db").symlink_to(there)
    for name in (there.name, f"./{there.name}", "link.db"):
        done = call("archive", "add", "otters.db", name)
        assert (done.code, done.out) == (2, "")
        assert f"{name} cannot be added to itself" in done.err
    assert there.read_bytes() == before
