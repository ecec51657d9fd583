"""A refusal shows the line of the source, with a caret below the place; a bar knows how many hands are to come."""

from __future__ import annotations

from pathlib import Path

import pytest

from clabber_audit.core.errors import excerpt
from clabber_audit.inputs.readers import estimate_count
from tests.cli import CLAIMED, call, changed, encoded, put

TEXT = "clabber 1\nhand x\ndeal S\nN ah kh\n"
SHEET = "Dealer,Maker,Trump,N-S cards,E-W cards\nNorth,East,hearts,61,91\nEast,North,clubs,abc,55\n"


def pointed_at(told: str) -> list[tuple[str, str]]:
    """Return the text above each caret, from there on, and the place named."""
    lines = told.splitlines()
    carets = [number for number, line in enumerate(lines) if line.strip() == "^"]
    return [
        (lines[number - 1][lines[number].index("^") :], lines[number - 2].split(": error")[0])
        for number in carets
    ]


@pytest.mark.parametrize(
    ("name", "data", "above", "place"),
    [
        ("x.clab", f"{TEXT}claym E\n".encode(), "claym E", "x.clab:5:1"),
        (
            "two.clab",
            f"{TEXT}\n{TEXT}  S 1x\n".replace("hand x", "hand y", 1).encode(),
            "1x",
            "two.clab:10:5",
        ),
        ("x.csv", SHEET.encode(), "abc,55", "x.csv:3:18"),
        ("semicolon.csv", b"sep=;\r\n" + SHEET.replace(",", ";").encode(), "abc;55", "semicolon.csv:4:18"),
        ("x.jsonl", encoded(changed(CLAIMED, id="")) + b"\n", '""', None),
    ],
)
def test_a_refusal_points_at_its_place(
    name: str, data: bytes, above: str, place: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(data)
    done = call("check", name)
    assert done.code == 3
    found = [(told, where) for told, where in pointed_at(done.err) if told.startswith(above)]
    assert found, done.err
    assert place is None or (place in {where for _, where in found})


def test_broken_rules_and_seasons_are_pointed_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_text('id = "x"\ntitle = = 3\n')
    assert "    title = = 3\n            ^\n" in call("rulesets", "x.toml").err
    Path("s.json").write_text('{"format": "clabber-season/1",\n "taems": []}')
    assert [told for told, _ in pointed_at(call("league", "schedule", "s.json").err)][-1].startswith(
        '"taems"'
    )


def test_the_caret_stands_right_whatever_stands_before_it() -> None:
    """Invisible characters are written out, wide letters take two columns, long lines are cut."""
    assert excerpt("a\x1bb!", 4) == (r"a\u001bb!", " " * 8 + "^")
    assert excerpt("東京 x", 4) == ("東京 x", "     ^")
    assert excerpt("\t1x", 2) == (" 1x", " ^")
    line, caret = excerpt("x" * 5_000 + "!" + "y" * 5_000, 5_001)
    assert line[caret.index("^")] == "!"
    assert len(line) < 75
    assert excerpt("short", 9) == ("short", "     ^")


def test_it_is_known_how_many_hands_are_to_come(tmp_path: Path) -> None:
    hands = put(tmp_path / "x.jsonl", [CLAIMED] * 3)
    text = tmp_path / "x.clab"
    text.write_text(f"{TEXT}\n{TEXT}\nbid-euchre 1\nhand z\n")
    sheet = tmp_path / "x.csv"
    sheet.write_text(SHEET)
    archive = str(tmp_path / "x.db")
    call("archive", "init", archive)
    call("archive", "add", archive, str(hands))
    assert [estimate_count([str(path)]) for path in (hands, text, sheet, archive)] == [3, 3, 2, 1]
    assert estimate_count([str(tmp_path)]) == 8
    assert estimate_count([str(hands), "-"]) is None
    assert estimate_count([str(tmp_path / "nothing.jsonl")]) is None
