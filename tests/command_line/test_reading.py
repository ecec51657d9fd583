"""Tests of the files that `check` reads: every kind, the places of findings and errors, and carets below them."""

from __future__ import annotations

import gzip
import json
import re
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

from clabber_audit.bulk import audit
from clabber_audit.core.errors import excerpt
from clabber_audit.inputs.readers import estimate_count
from clabber_audit.rules.ruleset import SHIPPED
from tests.cli import (
    BAD,
    CLAIMED,
    GOOD,
    OPEN,
    RENEGE,
    Json,
    call,
    copy_with,
    encode_record,
    rulings,
    run,
    write_records,
)
from tests.random_records import irregular
from tests.scale import DESK, at_scale


@pytest.fixture(scope="module")
def sample_records() -> list[Json]:
    return [data for data in irregular.records(21, 60) if data["ruleset"] != "gamerules"][: at_scale(10, 25)]


@pytest.fixture(scope="module")
def expected(sample_records: list[Json], tmp_path_factory: pytest.TempPathFactory) -> str:
    done = call(
        "check",
        "--format",
        "jsonl",
        write_records(tmp_path_factory.mktemp("some") / "x.jsonl", sample_records),
    )
    assert done.code in (1, 4)
    assert [ruling["record"] for ruling in rulings(done.out)] == sample_records
    assert {ruling["format"] for ruling in rulings(done.out)} == {"clabber-ruling/1"}
    return done.out


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz", "x.clab", "X.JSONL"])
def test_check_reads_every_kind(sample_records: list[Json], expected: str, workdir: Path, name: str) -> None:
    """Files and pipes give the same rulings."""
    data = write_records(workdir / name, sample_records).read_bytes()
    for done in (
        call("check", "--format", "jsonl", name),
        run("check", "--format", "jsonl", "-", stdin=data),
    ):
        assert rulings(done.out) == rulings(expected)


def test_check_reads_folders(sample_records: list[Json], expected: str, workdir: Path) -> None:
    folder = workdir / "folder"
    (folder / "deeper").mkdir(parents=True)
    for number, record in enumerate(sample_records):
        write_records((folder / "deeper" if number > 9 else folder) / f"r{number:02}.json", [record])
    (folder / "notes.txt").write_text("not a record")
    done = call("check", "--format", "jsonl", "folder")
    assert done.code == 3, "a text may have been meant as hands"
    assert "folder/notes.txt:1:1: error: hands are not read from .txt files" in done.err
    assert sorted(done.out.splitlines()) == sorted(expected.splitlines())


def test_check_as_json_is_one_list(sample_records: list[Json], expected: str, workdir: Path) -> None:
    path = write_records(workdir / "x.jsonl", sample_records)
    assert json.loads(call("check", "--format", "json", path).out) == rulings(expected)
    assert json.loads(call("check", "--format", "json", "bad.json").out) == []
    brief = json.loads(call("check", "--format", "json", "--brief", path).out)
    assert brief == [
        {key: value for key, value in ruling.items() if key not in ("record", "law")}
        for ruling in rulings(expected)
    ]


@pytest.mark.parametrize(
    "record", [GOOD, RENEGE, CLAIMED, OPEN][:: at_scale(2, 1)], ids=lambda record: record["id"]
)
def test_check_reads_rulings(workdir: Path, record: Json) -> None:
    name = record["id"]
    fresh = call("check", "--format", "jsonl", f"{name}.json")
    for form in ("json", "html"):
        assert call("rule", f"{name}.json", "-o", f"ruling.{form}").code in (0, 4)
        again = call("check", "--format", "jsonl", f"ruling.{form}")
        assert (again.code, again.out) == (fresh.code, fresh.out)
        piped = call("check", "--format", "jsonl", "-", stdin=(workdir / f"ruling.{form}").read_bytes())
        assert (piped.code, piped.out) == (fresh.code, fresh.out)
        Path(f"ruling.{form}").unlink()


def test_findings_have_line_and_column_in_every_kind_of_file(workdir: Path) -> None:
    """The place of a finding is that of the card in the given file, even if the file is a ruling."""
    (workdir / "indented.json").write_text("\ufeff" + json.dumps(RENEGE, indent=3), encoding="utf-8")
    write_records(workdir / "two.jsonl", [GOOD, RENEGE])
    write_records(workdir / "two.clab", [GOOD, RENEGE])
    call("rule", "renege.json", "-o", "ruling.json")
    call("rule", "renege.json", "-o", "ruling.html")
    for name in ("renege.json", "indented.json", "two.jsonl", "two.clab", "ruling.json", "ruling.html"):
        source, line, column, rest = call("check", name).out.split(":", 3)
        assert source == name
        text = "\n".join(Path(name).read_text(encoding="utf-8-sig").split("\n")[int(line) - 1 :])[
            int(column) - 1 :
        ]
        assert rest.startswith(" failure-to-follow")
        assert (
            text.startswith("ts") if name.endswith(".clab") else re.match(r'\{\s*"seat":\s*"N"|"TS"', text)
        ), (
            name,
            text[:60],
        )


def test_errors_in_rulings_have_line_and_column(workdir: Path) -> None:
    call("rule", "renege.json", "-o", "ruling.json")
    call("rule", "renege.json", "-o", "ruling.html")
    for name in ("ruling.json", "ruling.html"):
        text = Path(name).read_text(encoding="utf-8")
        twice = [('"dealer"', '"dealer": "N", "dealer"')] * name.endswith("json")
        for old, new in (('"upcard"', '"upcrad"'), ('"9S"', '"S9"'), *twice):
            start = text.index(old, text.index('"record"'))
            spoiled = text[:start] + new + text[start + len(old) :]
            Path(name).write_text(spoiled, encoding="utf-8")
            done = call("check", name)
            assert done.code == 3
            start += new.index("dealer", 2) - 1 if new.count("dealer") == 2 else 0
            line, column = spoiled.count("\n", 0, start) + 1, start - spoiled.rfind("\n", 0, start)
            assert done.err.startswith(f"{name}:{line}:{column}: error: "), (old, done.err)


@pytest.mark.parametrize("lead", ["", "\n", "\n\n  \n", "\ufeff", "\ufeff\n"])
def test_line_numbers_in_json_lines(workdir: Path, lead: str) -> None:
    data = (
        lead.encode()
        + encode_record(GOOD)
        + b"\n"
        + encode_record(BAD)
        + b'{"format"\n'
        + encode_record(GOOD)
    )
    (workdir / "x.jsonl").write_bytes(data)
    (workdir / "x.jsonl.gz").write_bytes(gzip.compress(data))
    first = lead.count("\n") + 3
    column = encode_record(BAD).decode().index('"many"') + 1
    # Processes are slow to start; `tests/audit/test_shares.py` cuts such files into shares of any size.
    shared = [call("check", "x.jsonl", "-j", "2")] if lead == "\ufeff\n" else []
    for done in (
        *shared,
        call("check", "x.jsonl"),
        call("check", "x.jsonl.gz"),
        call("check", "-", stdin=data),
    ):
        assert done.code == 3
        places = re.findall(r"^(?:x\.jsonl|x\.jsonl\.gz|-):(\d+):(\d+): error", done.err, re.MULTILINE)
        # The place of a truncated text is its last character.
        assert places == [(str(first), str(column)), (str(first + 1), "9")]
        assert "Checked 4 hands" in done.err


def test_bad_first_line_does_not_stop_the_rest(workdir: Path) -> None:
    large = encode_record(copy_with(GOOD, remarks=["x" * 3_000_000]))
    for first in (b'{"format"\n', b'{"a": 1, "a": 2}\n', b"[]\n", b'{"x": NaN}\n', b'{"x": "\xff"}\n', large):
        data = first + encode_record(GOOD) + encode_record(RENEGE)
        (workdir / "x.jsonl").write_bytes(data)
        for done in (
            call("check", "--format", "jsonl", "x.jsonl"),
            call("check", "--format", "jsonl", "-", stdin=data),
        ):
            assert done.code == 3
            assert ":1:" in done.err
            assert [ruling["hand"] for ruling in rulings(done.out)] == ["good", "renege"]


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xef\xbb\xbf", b"   "])
def test_empty_files_are_refused(workdir: Path, data: bytes) -> None:
    (workdir / "x.json").write_bytes(data)
    (workdir / "x.jsonl").write_bytes(data)
    (workdir / "x.clab").write_bytes(data)
    (workdir / "x.html").write_bytes(data)
    assert call("check", "x.json").code == 3
    assert call("check", "x.html").code == 3
    for done in (call("check", "x.jsonl"), call("check", "x.clab"), call("check", "-", stdin=data)):
        assert done.code in (3, 5), "issue 25, point 6: no success, as for rule"
    for name in ("x.json", "x.jsonl", "x.clab"):
        assert call("rule", name).code in (3, 5)


@pytest.mark.parametrize("form", ["text", "jsonl"])
@pytest.mark.full
def test_jobs_give_the_same_bytes(workdir: Path, monkeypatch: pytest.MonkeyPatch, form: str) -> None:
    """The work is shared by two processes; `tests/audit/test_shares.py` tries shares of any size."""
    path = write_records(workdir / "x.jsonl", [*irregular.records(3, 50), BAD, OPEN, GOOD])
    path.write_bytes(path.read_bytes().replace(b"\n", b"\n\n", 3) + b'{"format"')
    monkeypatch.setattr(audit, "shares", partial(audit.shares, size=300))
    assert call("check", "--format", form, "--jobs", "2", path) == call("check", "--format", form, path)


def test_unknown_ruleset_of_a_record_is_refused(workdir: Path) -> None:
    (workdir / "house.toml").write_text("not a ruleset")
    for name in ("house.toml", "house", "ecl-1993"):
        write_records(workdir / "x.json", [copy_with(GOOD, ruleset=name)])
        done = call("check", "x.json")
        assert done.code == 3
        column = encode_record(copy_with(GOOD, ruleset=name)).decode().index(f'"{name}"') + 1
        assert f"x.json:1:{column}: error" in done.err
        assert all(known in done.err for known in SHIPPED)
        assert call("check", "x.json", "--ruleset", "wp").code == 0
    assert call("check", "good.json", "--ruleset", "house.toml").code == 5


def _shuffle_keys(data: Any, random: Random) -> Any:
    """Return the data with the keys of every object in random order."""
    if isinstance(data, list):
        return [_shuffle_keys(one, random) for one in data]
    if not isinstance(data, dict):
        return data
    return {key: _shuffle_keys(data[key], random) for key in random.sample(sorted(data), len(data))}


@pytest.mark.parametrize("ruleset", ["ecl-1992", "dirty-clubs", "double-hasenpfeffer"])
def test_every_file_format_gives_the_same_bytes(ruleset: str, workdir: Path) -> None:
    """The promise of docs/formats.md; `score EW 182 NS 0` and an archive, which sorts keys, once had another order."""
    lines = call("simulate", "-r", ruleset, "--hands", "12", "--irregular", "1", "--claims", "1").out
    (workdir / "x.jsonl").write_text(lines)
    records = [json.loads(line) for line in lines.splitlines()]
    write_records(workdir / "y.jsonl", [_shuffle_keys(record, Random(7)) for record in records])
    assert call("convert", "x.jsonl", "x.clab").code == 0
    assert call("convert", "y.jsonl", "y.clab").code == 0
    # Parquet needs the extra that is installed at CI's scale.
    if not DESK:
        assert call("convert", "y.jsonl", "y.parquet").code == 0
    for name in ("x", "y"):
        assert call("archive", "init", f"{name}.db").code == 0
        assert call("archive", "add", f"{name}.db", f"{name}.jsonl").code == 0
    expected = call("check", "-f", "json", "x.jsonl").out
    first = records[0]["id"]
    ruling = call("rule", "-f", "json", "x.jsonl", "--hand", first).out
    for name in ("y.jsonl", "x.clab", "y.clab", "x.db", "y.db", *([] if DESK else ["y.parquet"])):
        assert call("check", "-f", "json", name).out == expected, name
        assert call("rule", "-f", "json", name, "--hand", first).out == ruling, name


TEXT = "clabber 1\nhand x\ndeal S\nN ah kh\n"
SHEET = "Dealer,Maker,Trump,N-S cards,E-W cards\nNorth,East,hearts,61,91\nEast,North,clubs,abc,55\n"


def find_carets(output: str) -> list[tuple[str, str]]:
    """Return, for each caret, the text from the caret on and the place named."""
    lines = output.splitlines()
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
        ("x.jsonl", encode_record(copy_with(CLAIMED, id="")) + b"\n", '""', None),
    ],
)
def test_errors_point_at_their_place(
    name: str, data: bytes, above: str, place: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path(name).write_bytes(data)
    done = call("check", name)
    assert done.code == 3
    found = [(text, where) for text, where in find_carets(done.err) if text.startswith(above)]
    assert found, done.err
    assert place is None or (place in {where for _, where in found})


def test_errors_in_rulesets_and_seasons_point_at_their_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("x.toml").write_text('id = "x"\ntitle = = 3\n')
    assert "    title = = 3\n            ^\n" in call("rulesets", "x.toml").err
    Path("s.json").write_text('{"format": "clabber-season/1",\n "taems": []}')
    assert [text for text, _ in find_carets(call("league", "schedule", "s.json").err)][-1].startswith(
        '"taems"'
    )


def test_excerpts_with_carets() -> None:
    """Invisible characters are escaped, wide letters take two columns, long lines are cut."""
    assert excerpt("a\x1bb!", 4) == (r"a\u001bb!", " " * 8 + "^")
    assert excerpt("東京 x", 4) == ("東京 x", "     ^")
    assert excerpt("\t1x", 2) == (" 1x", " ^")
    line, caret = excerpt("x" * 5_000 + "!" + "y" * 5_000, 5_001)
    assert line[caret.index("^")] == "!"
    assert len(line) < 75
    assert excerpt("short", 9) == ("short", "     ^")


def test_number_of_hands_is_estimated(tmp_path: Path) -> None:
    hands = write_records(tmp_path / "x.jsonl", [CLAIMED] * 3)
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
