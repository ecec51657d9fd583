"""Tests of the archive commands: sessions, exports, people and interruptions."""

from __future__ import annotations

import csv
import gzip
import json
import os
import re
import shlex
import shutil
import signal
from operator import attrgetter
from pathlib import Path
from select import select
from subprocess import DEVNULL
from typing import Final

import pytest

from clabber_audit.archive import search
from clabber_audit.archive.club import proposals
from clabber_audit.archive.database import open_archive
from clabber_audit.archive.search import FIELDS, Sought, list_hands
from clabber_audit.cli.archive.read import with_open_lines
from clabber_audit.records.formats import record_data
from clabber_audit.simulate.seasons import simulate_hands
from tests.archive.archives import CLIPPINGS, make_archive, read_checkpoint
from tests.archive.damage import edit
from tests.archive.test_bid_euchre import CLUBS
from tests.casebook import hands_in
from tests.cli import BAD, CLAIMED, GOOD, OPEN, RENEGE, Json, call, copy_with, environment
from tests.hands import OPEN_SCORE
from tests.process import begin
from tests.scale import at_scale
from tests.sites import links
from tests.tables import tables
from tests.transcripts import carry_out, follow, transcripts

#: Hands that the transcripts start from.
HANDS: Final[dict[str, Json]] = {
    "good": copy_with(
        GOOD, context={"season": "2026", "round": 1, "table": 2, "game": 1, "hand": 1, "date": "2026-01-22"}
    ),
    "claimed": copy_with(
        CLAIMED,
        context={"season": "2026", "round": 1, "table": 2, "game": 1, "hand": 2},
        teams={"NS": "Owls"},
    ),
    "renege": copy_with(RENEGE, context={"season": "2026", "round": 2}, score={"NS": 12, "EW": 20}),
    "bad": BAD,
    "open": OPEN,
    "open-score": OPEN_SCORE,
    "five-rats": CLUBS,
    **{hand["id"]: hand for hand in CLIPPINGS},
}


STORED: Final = ("good", "claimed", "renege")


@pytest.fixture
def archive_path(workdir: Path) -> Path:
    return make_archive(workdir, [HANDS[name] for name in STORED])


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("commands.md")))
def test_transcript(title: str, lines: list[str], workdir: Path, whole: Path) -> None:
    """Run commands on an archive and compare their output; the head of `commands.md` explains the lines."""
    hands = dict(HANDS)
    names = {
        "long": "x" * 501,
        "broken": shlex.quote("Mae\n"),
        "signed": "--by Ann --why 'the same handwriting'",
    }
    for what, text in follow(lines, call, names, workdir / "otters.db"):
        name, _, rest = text.partition(" ")
        if what == "hand":
            base, _, changes = rest.partition(" ")
            hands[name] = copy_with(hands[base], **{"id": name, **json.loads(changes)})
        elif what == "store":
            names["line"] = shlex.quote(
                read_checkpoint(make_archive(workdir, [hands[one] for one in rest.split()], name))
            )
        elif what == "everything":
            names["line"] = shlex.quote(read_checkpoint(Path(shutil.copyfile(whole, workdir / "otters.db"))))
        elif what == "sql":
            assert edit(workdir / "otters.db", text)
        elif what == "cut":
            os.truncate(name, int(rest))
        else:
            carry_out(what, text, hands)


def test_rulings_and_scorecards_show_the_checkpoint(archive_path: Path) -> None:
    line = read_checkpoint(archive_path)
    assert call("archive", "show", archive_path, "claimed", "-o", "x.html").code == 0
    page = Path("x.html").read_text(encoding="utf-8")
    ruled = call("rule", archive_path, "--hand", "claimed").out
    shown = call("archive", "show", archive_path, "claimed").out
    assert all(line in text for text in (page, ruled, shown, call("score", archive_path).out))
    # An archive also requires the origin of a record.
    before, _, more = shown.partition("WHERE THE RECORD COMES FROM")
    beside, signatures, after = more.partition("SIGNATURES")
    assert "who recorded it" in beside
    assert ruled == before + signatures + after


def test_list_of_open_hands_is_complete(tmp_path: Path) -> None:
    """The tables say which hands may be open; their rulings say which questions are open."""
    book = [hand.record for file in ("h-claims.md", "d-belle.md") for hand in hands_in(file).values()]
    path = make_archive(tmp_path, [record_data(record) for record in book])
    with open_archive(str(path)) as archive:
        found = with_open_lines(archive, list_hands(archive, Sought()), attrgetter("id"), only_open=True)
        open_lines = {hand.id: line for hand, line in found}
    assert 0 < len(open_lines) < len(book)
    lines = call("archive", "list", path, "--open").out.splitlines()
    assert [line.split()[0] for line in lines[::2]] == [*open_lines]
    assert [line.strip() for line in lines[1::2]] == [*open_lines.values()]
    assert all(line.startswith("    ") for line in lines[1::2])
    for name, line in list(open_lines.items())[:2]:
        assert line in " ".join(call("archive", "show", path, name).out.split())


def test_export_round_trip(tmp_path: Path) -> None:
    records = [record_data(record) for record in simulate_hands(4, 60, irregular=0.2)]
    path = make_archive(tmp_path, records)
    assert call("archive", "export", path, tmp_path / "all.jsonl").code == 0
    assert [
        json.loads(line) for line in (tmp_path / "all.jsonl").read_text(encoding="utf-8").splitlines()
    ] == records
    assert call("archive", "export", path, tmp_path / "all.clab").code == 0
    for file in ("all.jsonl", "all.clab"):
        copy = tmp_path / f"{file}.db"
        assert call("archive", "init", copy, "--origin", "otters").code == 0
        assert call("archive", "add", copy, tmp_path / file).code == 0
        exported = call("archive", "export", copy, "-").out
        assert [json.loads(line) for line in exported.splitlines()] == records


def test_export_of_records_does_not_judge(archive_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail_if_judged(*_: object) -> None:
        raise AssertionError("a record is exported as it was kept, whatever the ruling on it")

    monkeypatch.setattr(search, "adjudicate", fail_if_judged)
    assert list(map(json.loads, call("archive", "export", archive_path, "-").out.splitlines())) == [
        HANDS[name] for name in STORED
    ]
    nameless = call("archive", "export", archive_path, "-", "--anonymous").out
    assert nameless.count("\n") == len(STORED)
    assert not re.search("Ruth|Carl|Dora|Owls|2026", nameless)


def test_pages_without_a_server(archive_path: Path) -> None:
    assert call("archive", "export", archive_path, "pages").code == 0
    folder = archive_path.parent / "pages"
    names = sorted(file.name for file in folder.iterdir())
    rulings = [name for name in names if name.startswith("hand-")]
    index = (folder / "index.html").read_text(encoding="utf-8")
    assert len(rulings) == 3
    assert set(rulings) <= set(links(index))
    assert read_checkpoint(archive_path) in index
    assert "src=" not in index
    before = [(folder / name).read_bytes() for name in names]
    assert call("archive", "export", archive_path, "again").code == 0
    assert [(archive_path.parent / "again" / name).read_bytes() for name in names] == before
    assert call("archive", "export", archive_path, "hidden", "--anonymous").code == 0
    for file in (archive_path.parent / "hidden").iterdir():
        text = file.read_text(encoding="utf-8")
        assert not re.search("Ruth|Carl|Dora|Owls|otters", text), file


NAMED = tables(Path(__file__).with_name("names.md"))
NAMES = ("O'Brien", "Anne-Marie", "St. Mary's", "Élodie", "Ann:Lee", "NEAR (a b)")


@pytest.mark.parametrize("name", NAMES)
def test_names_with_strokes_and_dots_are_found(tmp_path: Path, name: str) -> None:
    source = {"citation": "Evening Example, 1931-10-14, pp. 2/3"}
    path = make_archive(
        tmp_path, [GOOD, copy_with(GOOD, id="named", players={**GOOD["players"], "N": name}, source=source)]
    )
    for words in (name, name.upper(), "1931-10-14", "pp. 2/3"):
        done = call("archive", "search", path, words)
        assert (done.code, done.out.split()[:1]) == (0, ["named"]), words
    assert call("archive", "list", path, "--player", f" {name.upper()} ", "-f", "csv").out.count("\n") == 2


@pytest.mark.full
def test_terminated_export_leaves_nothing(tmp_path: Path) -> None:
    """No partial file or folder is left, and the same command works afterward."""
    path = make_archive(tmp_path, [record_data(record) for record in simulate_hands(4, 100)])
    for target in ("pages", "all.clab"):
        streams = (DEVNULL, DEVNULL, None)
        with begin(["archive", "export", path, target], streams, cwd=tmp_path, env=environment()) as child:
            assert child.stderr
            # It prints nothing before it ends.
            while not list(tmp_path.glob(f".{target}*")) and not select([child.stderr], [], [], 0.01)[0]:
                pass
            child.send_signal(signal.SIGTERM)
        code = child.wait().code
        assert code in (0, 130)
        if code:
            assert sorted(file.name for file in tmp_path.iterdir() if target in file.name) == []


@pytest.mark.full
def test_list_ends_quietly_on_a_closed_pipe(tmp_path: Path) -> None:
    """The list is longer than a pipe buffers."""
    path = make_archive(tmp_path, [copy_with(GOOD, id=f"{number:064}") for number in range(800)])
    for form in ("text", "json"):
        args: list[str | Path] = ["archive", "list", path, "-f", form]
        with begin(args, (DEVNULL, None, None), env=environment()) as child:
            assert child.stdout
            assert child.stderr
            child.stdout.readline()
            child.stdout.close()
            errors = child.stderr.read()
        assert (child.wait().code, errors) == (141, b"")


@pytest.mark.parametrize("field", ["", *(f"{name}:" for name in FIELDS)])
@pytest.mark.parametrize(
    "value",
    ['"', "''", "a\udcffb", "*", "☃", "_", "\x00", "x'); DROP TABLE hands; --", "NEAR(", "9" * 400][
        :: at_scale(3, 1)
    ],
)
def test_odd_search_terms(archive_path: Path, field: str, value: str) -> None:
    done = call("archive", "search", archive_path, f"{field}{value}")
    assert done.code in (0, 2)
    assert done.out == ""


def test_search_in_an_archive_of_an_older_version(tmp_path: Path) -> None:
    old = tmp_path / "old.db"
    old.write_bytes(gzip.decompress((Path(__file__).parent / "version-1.db.gz").read_bytes()))
    done = call("archive", "search", old, "player:Ruth")
    assert done.code == 0
    assert done.out
    # The wording of two of its rulesets has changed since; the command does not ask.
    assert [line.split(": ", 2)[0] for line in done.err.splitlines()] == ["note", "note"]


@pytest.mark.parametrize(("written", "code"), NAMED["Dates"])
def test_dates_round_trip_through_notation_and_sheets(workdir: Path, written: str, code: str) -> None:
    text = f"clabber 1\nhand x\ncontext {written}\ndeal S\ncontract W spades\nscore NS R EW 182\n"
    Path("x.clab").write_text(text)
    Path("x.csv").write_text(f'date,dealer,ns_score,ew_score\n"{written}",S,R,182\n')
    for name in ("x.clab", "x.csv"):
        done = call("convert", name, "-", "--format", "jsonl")
        assert (done.code, "1931 has" in done.err) == (int(code), code == "3"), done
        assert code == "3" or json.loads(done.out)["context"]["date"] == written


@pytest.mark.parametrize(("one", "other"), NAMED["One person"])
def test_similar_names_are_proposed_as_one_person(one: str, other: str) -> None:
    assert {frozenset(pair) for pair in proposals([one, other, "Joe Hall"], {})} == {frozenset((one, other))}
    assert not list(proposals([one, other], {other.casefold(): one}))


@pytest.mark.parametrize(("one", "other"), NAMED["Different people"])
def test_different_names_are_not_proposed(one: str, other: str) -> None:
    assert not list(proposals([one, other], {}))


def test_site_and_bag_merge_spellings_of_one_person(workdir: Path) -> None:
    names = ("Ruth Example", "R. Example", "Ruth Exampel", "Mae Otter")
    people = [{"N": name, "S": "Bo Lee"} for name in names]
    archive_path = make_archive(
        workdir, [copy_with(GOOD, id=f"hand-{at}", players=own) for at, own in enumerate(people)]
    )
    same = ("--person", names[0], "--spelling", names[1], "--spelling", names[2])
    assert call("archive", "people", archive_path, *same, "--by", "Ann", "--why", "the same hand").code == 0
    assert call("archive", "export", archive_path, "pages").code == 0
    pages = {name: Path("pages", name).read_text("utf-8") for name in os.listdir("pages")}
    (own,) = [text for text in pages.values() if "Also written R. Example and Ruth Exampel." in text]
    assert "<h1>Ruth Example</h1>" in own
    assert len([name for name in pages if name.startswith("player-")]) == 3
    assert call("archive", "export", archive_path, "parcel", "--bag").code == 0
    with open("parcel/data/metadata.csv", encoding="utf-8", newline="") as file:
        subjects = {row["dcterms:identifier"]: row["dcterms:subject"] for row in csv.DictReader(file)}
    assert {subjects[f"hand-{at}"].split("|")[2] for at in range(3)} == {"Ruth Example"}
    assert json.loads(Path("parcel/data/records/hand-1.json").read_text())["players"]["N"] == "R. Example"
    assert call("archive", "export", archive_path, "hidden", "--anonymous").code == 0
    assert not [name for name in os.listdir("hidden") if "Example" in Path("hidden", name).read_text("utf-8")]
