"""Tests of the sites of a season and an archive: links, sizes, rebuilding, feeds and clippings."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from clabber_audit.judge.dossier import Dossier
from clabber_audit.report.html import Item, Paper, Section, paper_page, split_paper
from clabber_audit.report.layout import PageRow, PageTable, TableColumn
from clabber_audit.report.page import page as ruling_page
from clabber_audit.sites import pages as pages_of_records
from tests import hands
from tests.archive.archives import make_archive
from tests.cli import GOOD, Done, call, copy_with, write_records
from tests.league.seasons import SEASON, Json, encode_season, game
from tests.scale import at_scale
from tests.sites import find_reachable, links

ATOM = {"a": "http://www.w3.org/2005/Atom"}
PEOPLE = {"N": "Ann", "E": "Zoë", "S": "Bo", "W": "Cy"}


def in_round(record: Json, name: str, number: int, hand: int, **more: Any) -> Json:
    """Return a record as a hand that Owls and Moose played in a round."""
    context = {"league": SEASON["league"], "season": "2026", "round": number, "game": 1, "hand": hand}
    return hands.copy_as(
        record, name, teams={"NS": "Owls", "EW": "Moose"}, players=PEOPLE, context=context, **more
    )


RECORDS = [
    *game(1, ("Owls", "Eagles"), (512, 430)),
    *game(1, ("Moose", "Lions"), (470, 505)),
    in_round(hands.TEN_COMES_HOME, "the-ten", 2, 1),
    in_round(hands.OPEN_SCORE, "open", 2, 2),
]


@pytest.fixture
def workdir(workdir: Path) -> Path:
    (workdir / "season.json").write_bytes(encode_season(SEASON))
    write_records(workdir / "hands.jsonl", RECORDS)
    return workdir


def build_site(*options: str) -> Done:
    return call("league", "site", "season.json", "hands.jsonl", "-o", "public", *options)


def read_pages(folder: Path) -> dict[str, str]:
    return {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir()}


def write_times(folder: Path) -> dict[str, int]:
    """Return the time at which each page was written."""
    return {path.name: path.stat().st_mtime_ns for path in folder.iterdir() if path.name != "site.json"}


def find_rewritten(folder: Path, change: Callable[[], object]) -> set[str]:
    """Make a change, rebuild the site, and return the pages written or deleted."""
    before = write_times(folder)
    change()
    build_site()
    after = write_times(folder)
    return {name for name in before | after if before.get(name) != after.get(name)}


def test_every_page_is_linked_and_no_link_is_broken(workdir: Path) -> None:
    assert build_site().code == 4, "a match is in dispute"
    pages = read_pages(workdir / "public")
    assert find_reachable(pages) == set(pages) - {"site.json"}
    assert all(len(page.encode()) <= 150_000 for page in pages.values())
    match, team = pages["match-3.html"], pages["team-1.html"]
    (ruling,) = [
        name for name, page in pages.items() if name.startswith("hand-") and "Ruling on hand the-ten" in page
    ]
    for one, other in (
        ("match-3.html", ruling), ("card-3-1.html", ruling), ("team-1.html", ruling), ("match-3.html", "card-3-1.html"),
        ("match-3.html", "team-1.html"), ("players.html", next(name for name in pages if name.startswith("player-"))),
    ):  # fmt: skip
        assert one in links(pages[other])
        assert other in links(pages[one])
    assert "in dispute" in match
    assert "in dispute" in team
    assert "Round 2, January 12, 2026</h2>" in pages["hands.html"]
    assert {"prev", "next"} <= set(re.findall(r"rel=(\w+)", pages[ruling]))


def test_unchanged_site_is_not_rebuilt(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    first = build_site()
    before = write_times(workdir / "public")

    def judged(*_: object) -> None:
        raise AssertionError("nothing has changed")

    for doing in (
        "league.games.adjudicate",
        "sites.pages.adjudicate",
        "league.season_file.load",
        "inputs.readers.read_records",
    ):
        monkeypatch.setattr(f"clabber_audit.{doing}", judged)
    again = build_site()
    assert (again.code, again.err) == (first.code, "Nothing has changed in public.\n")
    assert write_times(workdir / "public") == before


def decide(number: str, day: str, answer: str, *options: str) -> None:
    """Add a decision to the book of the season."""
    words = ("--by", "Agnes Weber", "--holding", "No.", "--because", "The sources are silent.")
    done = call("book", "add", ".", "--number", number, "--on", day, "--answer", answer, *words, *options)
    assert done.code == 0, done.err


@pytest.mark.full
def test_hand_pages_cite_the_book_of_the_club(workdir: Path) -> None:
    """Hands before, between and after two decisions cite what `rule` cites; the first answers as the rules did."""
    decide("2026-1", "2026-01-10", "D-66=false", "--club", "Bar")
    decide("2026-2", "2026-01-18", "D-66=true", "--overrules", "2026-1")
    claim = {"by": "N", "against": "W", "infraction": "asking-partner", "at": 6}
    asked = {"incidents": [{"kind": "question", "seat": "W", "at": 5}], "claims": [claim], "score": None}
    dated = [in_round(hands.TEN_COMES_HOME, f"asked-{number}", 2, number, **asked) for number in (1, 2, 3)]
    for record, day in zip(dated, ("2026-01-05", "2026-01-12", "2026-01-19"), strict=True):
        record["context"] = {**record["context"], "date": day}
        write_records(workdir / f"{record['id']}.jsonl", [record])
    write_records(workdir / "hands.jsonl", dated)
    build_site()
    pages = read_pages(workdir / "public")
    for record in dated:
        (page,) = [page for page in pages.values() if f"Ruling on hand {record['id']}" in page]
        single = call("rule", f"{record['id']}.jsonl", "-f", "html").out
        cited = [
            re.findall(r"(?:D-66 as decided in|Since then the club)[^<]*", text) for text in (page, single)
        ]
        assert cited[0] == cited[1] != []


def test_changed_book_of_the_club_is_noticed(workdir: Path) -> None:
    """Its decisions are law from their dates on."""
    (workdir / "season.json").write_bytes(encode_season({**SEASON, "rounds": SEASON["rounds"][:1]}))
    write_records(workdir / "hands.jsonl", RECORDS[:1])
    unchanged, book = "Nothing has changed in public.", workdir / "book.toml"
    build_site()
    assert unchanged in build_site().err
    decide("2025-1", "2025-03-12", "D-66=true", "--club", "Bar")
    for _change in range(2):
        assert unchanged not in build_site().err, book.read_text("utf-8")
        assert unchanged in build_site().err
        book.write_text(
            book.read_text("utf-8").replace("question_is_renege = true", "question_is_renege = false")
        )
    assert "false" in book.read_text("utf-8")
    book.write_text("damaged")
    assert "not TOML" in build_site().err
    book.unlink()
    assert unchanged not in build_site().err


@pytest.mark.full
def test_changed_inputs_are_noticed(workdir: Path) -> None:
    """Including a folder of hands, and rules that other rules extend."""
    (workdir / "hands").mkdir()
    hands = write_records(workdir / "hands" / "hands.jsonl", RECORDS[:1])
    (workdir / "parent.toml").write_text(
        'id = "parent"\ntitle = "Parent"\nabout = "Ours."\nextends = "ecl-1992"\n'
    )
    (workdir / "own.toml").write_text('id = "own"\ntitle = "Own"\nabout = "Ours."\nextends = "parent.toml"\n')
    asked = ("league", "site", "season.json", "hands", "-o", "public", "--ruleset", "own.toml")
    call(*asked)
    unchanged = "Nothing has changed in public."
    assert unchanged in call(*asked).err
    for file, old, new in (
        ("parent.toml", "Ours", "House rules"),
        ("season.json", "winter 2026", "winter of 2026"),
        ("hands/hands.jsonl", "owls-eagles", "eagles-owls"),
    ):
        text = (workdir / file).read_text("utf-8")
        assert old in text
        (workdir / file).write_text(text.replace(old, new), "utf-8")
        assert unchanged not in call(*asked).err, file
        assert unchanged in call(*asked).err, file
    assert unchanged not in call(*asked, "--anonymous").err
    piped = ("league", "site", "season.json", "-", "-o", "piped")
    for _again in range(2):
        assert "index.html" in call(*piped, stdin=(workdir / "hands.jsonl").read_bytes()).err
    write_records(hands, [{}])
    assert [call(*asked).code for _again in range(2)] == [3, 3], "refused input is reported again"


@pytest.mark.full
def test_only_changed_pages_are_rendered(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    build_site()
    rendered = list[str]()

    def page(file: Dossier, **more: Any) -> str:
        rendered.append(file.ruling.replay.hand.record.id)
        return ruling_page(file, **more)

    monkeypatch.setattr(pages_of_records, "ruling_page", page)
    more = [*RECORDS, in_round(hands.BELLE_SETS, "late", 2, 3)]
    changed_pages = find_rewritten(workdir / "public", lambda: write_records(workdir / "hands.jsonl", more))
    hand_pages = {name for name in changed_pages if name.startswith("hand-")}
    assert rendered == ["open", "late"], "the new one, and the one before it, which leads to it"
    assert len(hand_pages) == 2
    assert "card-3-1.html" in changed_pages
    assert "card-1-1.html" not in changed_pages
    assert hand_pages <= find_rewritten(
        workdir / "public", lambda: write_records(workdir / "hands.jsonl", RECORDS)
    )


def test_damaged_pages_are_rewritten_and_other_files_kept(workdir: Path) -> None:
    build_site()
    folder = workdir / "public"
    (folder / "CNAME").write_text("owls.example", encoding="utf-8")
    before = read_pages(folder)

    def spoil() -> None:
        (folder / "team-1.html").write_text("mine", encoding="utf-8")
        next(folder.glob("hand-*.html")).unlink()

    assert len(find_rewritten(folder, spoil)) == 2
    assert read_pages(folder) == before


def test_foreign_files_are_not_overwritten(workdir: Path) -> None:
    (workdir / "public").mkdir()
    (workdir / "public" / "index.html").write_text("mine", encoding="utf-8")
    assert build_site().failed(5, "pages are not written among other files")
    assert read_pages(workdir / "public") == {"index.html": "mine"}
    (workdir / "public" / "index.html").unlink()
    build_site()
    (workdir / "public" / "hand-000000000000.html").write_text("mine", encoding="utf-8")
    build_site()
    assert (workdir / "public" / "hand-000000000000.html").exists(), "no list names it"
    (workdir / "keep.html").write_text("mine", encoding="utf-8")
    listed = json.loads((workdir / "public" / "site.json").read_bytes())
    listed["files"]["../keep.html"] = {"of": "", "sha256": ""}
    (workdir / "public" / "site.json").write_text(json.dumps(listed), encoding="utf-8")
    assert build_site().code == 5
    assert (workdir / "keep.html").exists()


def read_feed(file: Path) -> tuple[ElementTree.Element, dict[str, str]]:
    """Return a feed, and the times of its entries by title."""
    read = ElementTree.fromstring(file.read_bytes())
    entries = read.findall("a:entry", ATOM)
    return read, {one.findtext("a:title", "", ATOM): one.findtext("a:updated", "", ATOM) for one in entries}


@pytest.mark.full
def test_feed_of_results(workdir: Path) -> None:
    build_site()
    results, entries = read_feed(workdir / "public" / "results.atom")
    played = "2026-01-05T00:00:00Z"
    assert entries == {"Owls – Eagles, round 1: 512:430": played, "Moose – Lions, round 1: 470:505": played}
    ids = [one.text or "" for one in results.iterfind(".//a:id", ATOM)]
    assert len(set(ids)) == 3
    assert all(id.startswith("urn:uuid:") for id in ids)
    assert results.findtext("a:updated", "", ATOM) == played
    assert results.findtext("a:author/a:name", "", ATOM) == SEASON["league"]
    assert len(read_feed(workdir / "public" / "team-2.atom")[1]) == 1
    lock = {"match": "r1-a", "who": "Agnes", "when": "2026-01-07"}
    given = [{"game": 1, "points": {"owls": 512, "eagles": 430}}]
    (workdir / "season.json").write_bytes(encode_season({**SEASON, "locks": [{**lock, "results": given}]}))
    build_site()
    locked, _ = read_feed(workdir / "public" / "results.atom")
    assert locked.findtext("a:updated", "", ATOM) == "2026-01-07T00:00:00Z"
    days = [{key: value for key, value in round.items() if key != "day"} for round in SEASON["rounds"]]
    (workdir / "season.json").write_bytes(encode_season({**SEASON, "rounds": days}))
    build_site()
    assert not list((workdir / "public").glob("*.atom")), "no day is known, and none is made up"


def test_feed_of_an_archive(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A date without a day has no entry, and an amended hand comes first."""
    monkeypatch.chdir(tmp_path)
    place = {"season": "2026", "round": 2, "table": 1, "game": 1}
    teams = {"NS": "Owls", "EW": "Moose"}
    records = [
        copy_with(GOOD, id="one", teams=teams, context={**place, "hand": 1, "date": "January 22, 2026"}),
        copy_with(GOOD, id="two", teams=teams, context={**place, "hand": 2}),
        copy_with(GOOD, id="cut", source={"kind": "newspaper", "date_as_written": "14 Oct 1931"}),
        copy_with(GOOD, id="month", context={"date": "October 1931"}),
    ]
    path = make_archive(tmp_path, records)
    call("archive", "export", path, "pages")
    # A hand that names no game is listed with its sides (issue 25, point 8).
    cut = "cut, Ruth and Dora – Carl and Joe"
    read, entries = read_feed(tmp_path / "pages" / "hands.atom")
    game_of_two = "2026, round 2: Owls – Moose, table 1, game 1"
    assert [*entries.items()] == [(game_of_two, "2026-01-22T00:00:00Z"), (cut, "1931-10-14T00:00:00Z")]
    hrefs = {link.get("href") for link in read.iterfind("a:entry/a:link", ATOM)}
    assert hrefs < {*read_pages(tmp_path / "pages")}
    assert 'href="hands.atom"' in (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    write_records(tmp_path / "better.json", [copy_with(records[2], remarks=["read again"])])
    call("archive", "amend", path, "better.json", "--by", "Mae", "--why", "read again")
    call("archive", "export", path, "pages")
    assert [*read_feed(tmp_path / "pages" / "hands.atom")[1]][0] == cut
    call("archive", "export", make_archive(tmp_path, records[3:], "old.db"), "old")
    call("archive", "export", path, "hidden", "--anonymous")
    assert not [*(tmp_path / "old").glob("*.atom"), *(tmp_path / "hidden").glob("*.atom")]


def sign(number: int, **entry: Any) -> Json:
    """Return an entry of the season, signed by Agnes."""
    return {"number": number, "who": "Agnes", "when": "2026-01-20", "why": "Zoë asked", **entry}


def make_decided_season() -> bytes:
    """Return the season with decisions on round 1 and on the hand `the-ten` of round 2."""
    result = {"owls": 512, "eagles": 430}
    chain = [f"sha256:{digit * 64}" for digit in "01"]
    decided = {
        "locks": [sign(1, match="r1-a", results=[{"game": 1, "points": result}])],
        "corrections": [sign(2, match="r1-a", game=1, was=result, now={**result, "eagles": 440})],
        "notes": [
            sign(3, match="r2-a", protest=True),
            sign(4, answers=3, why="heard"),
            sign(5, match="r2-a", why="a slip"),
            sign(8),
        ],
        "withdrawals": [sign(6, of=5)],
        "appeals": [sign(7, hand="the-ten", result="affirmed", chain=chain, judges=["Zoë"])],
    }
    return encode_season({**SEASON, **decided})


def decisions_cited(page: str) -> list[tuple[str, str]]:
    """Return the addresses of the decisions that the page of a hand cites, and their sentences."""
    section = page.partition("<h2>Decisions on this hand and its match</h2>")[2].partition("</section>")[0]
    return re.findall(r'<a href="?([^">]+)"?>(.*?)</a>', section)


def test_hand_pages_cite_the_decisions_on_them(workdir: Path) -> None:
    """Each leads to the same sentence on the page of the season; a correction leads to its own list there."""
    (workdir / "season.json").write_bytes(make_decided_season())
    build_site()
    pages = read_pages(workdir / "public")
    cited = {
        re.findall(r"Ruling on hand ([\w-]+)", page)[0]: decisions_cited(page)
        for name, page in pages.items()
        if name.startswith("hand-")
    }
    numbers = {hand: [text.partition(".")[0] for _, text in decisions] for hand, decisions in cited.items()}
    assert numbers["the-ten"] == ["7", "3", "4", "5"]
    assert numbers["open"] == ["3", "4", "5"]
    assert numbers["r1-owls-eagles-g1-h1"] == ["2"]
    assert numbers["r1-moose-lions-g1-h1"] == []
    assert cited["open"][2][1].endswith("Undone by entry 6.")
    for href, text in {decision for decisions in cited.values() for decision in decisions}:
        file, _, anchor = href.partition("#")
        (line,) = re.findall(rf'<li id="?{anchor}"?[ >][^>]*>?(.*?)</li>', pages[file])
        assert line == text or (anchor, "became 512:440" in line) == ("d-2", True)
    done = call("verify", *(workdir / "public" / name for name in pages if name.startswith("hand-")))
    assert done.code == 4
    assert "not checked, free text of its site or archive: “3. Protest on" in done.out


def test_decisions_are_cited_where_the_page_of_the_season_is_split(workdir: Path) -> None:
    notes = [sign(number, match="r2-a", why="x" * 500) for number in range(1, 400)]
    (workdir / "season.json").write_bytes(
        encode_season({**SEASON, "notes": [*notes, sign(400, match="r1-a")]})
    )
    build_site()
    pages = read_pages(workdir / "public")
    cited = {tuple(decisions_cited(page)) for name, page in pages.items() if name.startswith("hand-")}
    (last,) = [decisions[0] for decisions in cited if len(decisions) == 1]
    file, _, anchor = last[0].partition("#")
    assert (file != "index.html", anchor) == (True, "d-400")
    assert re.search(rf'id="?{anchor}\b', pages[file])
    (many,) = [decisions for decisions in cited if len(decisions) > 1]
    assert many[-1] == ("index.html#decisions", "And 379 more")
    assert len(many) == 21


def test_anonymous_site_names_nobody(workdir: Path) -> None:
    (workdir / "season.json").write_bytes(make_decided_season())
    build_site("--anonymous")
    pages = read_pages(workdir / "public")
    for name, text in pages.items():
        assert not [
            word
            for word in ("Owls", "Eagles", "Zoë", "Agnes", "Riverside", "the-ten", "the ten", "owls")
            if word in text
        ], name
    cited = [text for page in pages.values() for _, text in decisions_cited(page)]
    assert "3. Protest on Team 1 – Team 3, round 2 (2026-01-20)." in cited
    assert any(text.startswith("7. Appeal on a hand: affirmed") for text in cited)


PICTURE = b"\x89PNG\r\n\x1a\n\x00"


def add_clippings(workdir: Path, files: dict[str, bytes], *noted: str) -> list[str]:
    """Write clippings, add a hand that names some of them to the season, and return their hashes."""
    (workdir / "cut").mkdir(exist_ok=True)
    for name, data in files.items():
        (workdir / "cut" / name).write_bytes(data)
    digests = [hashlib.sha256(files[name]).hexdigest() for name in noted]
    note = " and ".join(f"sha256:{digest}" for digest in digests)
    write_records(
        workdir / "hands.jsonl", [copy_with(RECORDS[-2], source={"kind": "newspaper", "note": note})]
    )
    return digests


def test_clippings_are_shown_with_their_hand(workdir: Path) -> None:
    """Clippings are identified by hash: a changed file is a different one, and is not shown."""
    files = {"a.png": PICTURE, "b.txt": b"South played <b>the ten</b>", "c.jpg": b"\xff\xd8\xff\x00"}
    digests = add_clippings(workdir, files, "a.png", "b.txt")
    build_site("--clippings", "cut")
    folder = workdir / "public"
    (ruling,) = folder.glob("hand-*.html")
    shown = ruling.read_text(encoding="utf-8")
    (copied,) = folder.glob("clipping-*")
    assert copied.read_bytes() == PICTURE
    assert f'src="{copied.name}"' in shown
    assert "South played &lt;b&gt;the ten&lt;/b&gt;" in shown
    (workdir / "cut" / "a.png").write_bytes(PICTURE + b"!")
    for _again in range(2):
        warnings = build_site("--clippings", "cut").err
        assert warnings.count(f"the-ten names clipping sha256:{digests[0]}, which is not in cut") == 1
        assert digests[1] not in warnings
    assert digests[0] not in build_site().err, "nobody gave a folder"
    build_site("--clippings", "cut")
    assert not list(folder.glob("clipping-*"))
    assert "<img" not in ruling.read_text(encoding="utf-8")


def test_transcription_is_shown_with_the_picture_of_the_same_name(workdir: Path) -> None:
    """A text that the record also names has its own hash."""
    files = {"p9.png": PICTURE, "p9.txt": b"The Owls met the Moose at Zanzibar Hall."}
    for noted, expected in ((["p9.png"], [(True, True)]), ([*files], [(True, False), (False, True)])):
        add_clippings(workdir, files, *noted)
        build_site("--clippings", "cut")
        (ruling,) = (workdir / "public").glob("hand-*.html")
        shown = ruling.read_text(encoding="utf-8")
        figures = shown[shown.rindex("Written down from") :].partition("</section>")[0].split("<figure")[1:]
        assert [("<img" in figure, "at Zanzibar Hall." in figure) for figure in figures] == expected
        assert "not here" not in shown
        assert "zanzibar" in (workdir / "public" / "search-1.js").read_text(encoding="utf-8")
        checked = call("verify", str(ruling))
        assert checked.code == 4
        assert ("with its transcription" in checked.out) == (len(noted) == 1)
    build_site("--clippings", "cut", "--anonymous")
    assert not list((workdir / "public").glob("clipping-*"))
    assert not [text for text in read_pages(workdir / "public").values() if "anzibar" in text]


@pytest.mark.full
def test_rulings_on_site_pages_are_verified(workdir: Path) -> None:
    """The frame of the site counts as free text; it links only to files of the site."""
    for options in ((), ("--anonymous",)):
        build_site(*options)
        pages = sorted((workdir / "public").glob("hand-*.html"))
        done = call("verify", *pages)
        assert (
            done.out.count("the text of the page matches its ruling, character for character")
            == len(pages)
            > 1
        )
        named = re.findall(r"not checked, free text of its site or archive: “(.*)”", done.out)
        assert len(named) >= len(pages)
        assert done.code == 4
    page = pages[0].read_text("utf-8")
    for old, new in (("index.html", "javascript:alert(1)"), ("schedule.html", "https://example.org")):
        assert old in page
        (workdir / "forged.html").write_text(page.replace(old, new), "utf-8")
        assert call("verify", workdir / "forged.html").printed(1, "where it should have")


def test_long_paper_is_split_without_loss() -> None:
    rows = tuple(PageRow((f"Row {number}", "x" * 40)) for number in range(2_000))
    items = tuple(Item(f"Sentence {number} of 9♥ 10♥") for number in range(1_000))
    table = PageTable("Rows", (TableColumn("No."), TableColumn("Text")), rows)
    parts = (Section("rows", "Rows", tables=(table,)), Section("items", "Items", items=items))
    paper = Paper("Hands", "Owls", "All.", parts)
    cut = split_paper(paper)
    assert all(len(paper_page(leaf).encode()) <= 150_000 for leaf in cut)
    sections = [section for leaf in cut for section in leaf.sections]
    assert tuple(row for section in sections for table in section.tables for row in table.rows) == rows
    assert tuple(item for section in sections for item in section.items) == items


#: Date of a clipping -> its certain years and its possible years.
YEARS: dict[str, tuple[set[int], set[int]]] = {
    "November 5, 1931": ({1931}, set()), "c. 1929": ({1929}, set()), "1929 or 1930": (set(), {1929, 1930}),
    "winter 1931-32": (set(), {1931, 1932}), "1931-11": ({1931}, set()),
    # An open range, a century, and words that are not a date.
    "before 1931": (set(), set()), "19XX": (set(), set()), "some Tuesday": (set(), set()), "11/5/31": (set(), set()),
}  # fmt: skip


def test_archive_has_a_page_for_each_possible_year(tmp_path: Path) -> None:
    records = [copy_with(GOOD, id=f"clip-{at}", context={"date": date}) for at, date in enumerate(YEARS)]
    assert call("archive", "export", make_archive(tmp_path, records), tmp_path / "pages").code == 0
    pages = read_pages(tmp_path / "pages")
    assert find_reachable(pages) == set(pages) - {"site.json"}
    years = {year for sure, perhaps in YEARS.values() for year in sure | perhaps}
    assert {name for name in pages if name.startswith("year-")} == {f"year-{year}.html" for year in years}
    for year in years:
        sure, _, perhaps = pages[f"year-{year}.html"].partition('id="perhaps"')
        for date, (of, maybe) in YEARS.items():
            assert (f">{date}</td>" in sure) == (year in of), (year, date)
            assert (f">{date}</td>" in perhaps) == (year in maybe), (year, date)
    index, _, others = pages["years.html"].partition('id="others"')
    assert [date for date, years in YEARS.items() if f">{date}</td>" in others] == [*YEARS][5:]
    assert 'aria-label="Hands of each year' in index
    assert '"year","1931","3 hands, 1 of them perhaps of another year"' in pages["search-1.js"]


def test_anonymous_archive_has_no_years(tmp_path: Path) -> None:
    path = make_archive(tmp_path, [copy_with(GOOD, id="clip", context={"date": "November 5, 1931"})])
    assert call("archive", "export", path, tmp_path / "pages", "--anonymous").code == 0
    pages = read_pages(tmp_path / "pages")
    del pages["site.json"]  # It has digests, which may contain any four digits.
    assert not [name for name, text in pages.items() if "1931" in text or name.startswith("year-")]
    assert "No hand names its year." in pages["years.html"]


def test_hands_of_a_game_stay_together(tmp_path: Path) -> None:
    """The hands of two games on the same days, written differently, were added in turn."""
    records = [
        copy_with(GOOD, id=f"hand-{at}", teams={"NS": "Owls", "EW": "Moose"}, context={"date": date, "hand": at // 2 + 1})
        for at, date in enumerate(["1929 or 1930", "[1929,1930]"] * 3)
    ]  # fmt: skip
    assert call("archive", "export", make_archive(tmp_path, records), tmp_path / "pages").code == 0
    assert len([*(tmp_path / "pages").glob("game-*.html")]) == 2


#: Forty nights with 200 hands at full scale.
NIGHTS = [
    f"1931-{month:02}-{day:02}" for month in range(1, 11) for day in (7, 14, 21, 28)[:: at_scale(4, 1, ci=4)]
]
HEADING = "{columns},dealer,ns_team,ew_team,ns_score,ew_score\n"


def make_sheet(columns: str, *dates: str) -> str:
    """Return a sheet with a game of five hands per date: the Owls make 100 four times and then 112."""
    rows = [
        f"{date},{hand},{'NESW'[hand % 4]},Owls,Eagles,{112 if hand == 5 else 100},{50 if hand == 5 else 62}\n"
        for date in dates
        for hand in range(1, 6)
    ]
    return HEADING.format(columns=columns) + "".join(rows)


@pytest.fixture
def nights(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with an archive of nights of five hands, without a column for the game."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "nights.csv").write_text(make_sheet("date,hand", *NIGHTS[::-1]))
    call("archive", "init", "a.db")
    assert call("archive", "add", "a.db", "nights.csv").code == 0
    return tmp_path


def test_archive_counts_hands_scored_by_sheet(nights: Path) -> None:
    stats = json.loads(call("archive", "stats", "a.db", "-f", "json").out)
    assert stats["outcomes"] == {"by_sheet": 5 * len(NIGHTS)}
    listed = call("archive", "list", "a.db").out.splitlines()
    assert len(listed) == 5 * len(NIGHTS)
    assert all("by_sheet" in line for line in listed)
    dates = [line.split()[3] for line in listed]
    assert dates == sorted(dates)
    assert dates[0] == "1931-01-07"


@pytest.mark.full
def test_each_night_is_a_game_on_the_site(nights: Path) -> None:
    assert call("archive", "export", "a.db", "site/").code == 0
    pages = {path.name: path.read_text(encoding="utf-8") for path in (nights / "site").glob("*.html")}
    games = [name for name in pages if name.startswith("game-")]
    assert len(games) == len(NIGHTS)
    assert not any("no score yet" in page or "Not finished" in page for page in pages.values())
    listed = "".join(page for name, page in pages.items() if name.startswith("index"))
    text = " ".join(re.sub("(?s)<style.*?</style>|<[^>]+>", " ", listed).split())
    assert f"Owls – Eagles, {NIGHTS[-1]}" in text
    assert {*re.findall("Owls – Eagles, (1931-[0-9-]+)", text)} == {*NIGHTS}
    assert "Hands that name no game" not in text
