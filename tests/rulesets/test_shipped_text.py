"""Tests of shipped ids: a changed text under a shipped id is refused, or marked."""

from __future__ import annotations

import gzip
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from copy import deepcopy
from importlib.resources import files
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.archive import hands as keeping
from clabber_audit.archive.database import create
from clabber_audit.core.errors import Unusable
from clabber_audit.judge.embedded import LAW, block_texts
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.rules import ruleset as shipping
from clabber_audit.rules.bound_ruleset import law
from clabber_audit.rules.ruleset import SHIPPED, Wording, check_genuine, earlier_wording, from_data, load
from tests.archive.archives import AT
from tests.cli import CLAIMED, Done, Json, call, write_records
from tests.rules import OF_CLABBER, rule_on
from tests.scale import at_scale
from tests.signing.people import AGNES
from tests.tables import tables
from tests.transcripts import follow, transcripts

#: A law without a penalty for failing to follow suit, which is a renege in each of the five (R-033).
LENIENT = """
[articles.follow-suit]
topic = "play"
sources = ["S0"]
rules = ["R-033"]
grade = "published description"
text = "Not to follow is only noted."
penalties = { failure-to-follow = "note" }
"""
SAID = "not the league’s text"
NAMES = tables(Path(__file__).with_name("names.md"))
#: An archive of version 1.0.0: hands under the league's rules and an older Wikipedia text, as worded then.
BEFORE = Path(__file__).parents[1] / "archive" / "version-1.db.gz"
#: Resolved texts of the shipped rulesets in version 1.0.0, by id.
WORDED: Final = json.loads(
    gzip.decompress((Path(__file__).parent / "worded-until-2026-11-23.json.gz").read_bytes())
)
ANEW = "as worded until November 23, 2026: the same law, worded anew"


@pytest.fixture(autouse=True)
def workdir(workdir: Path) -> Path:
    """Return a folder with a hand with a claimed renege by North, and an empty archive."""
    write_records(workdir / "claimed.json", [CLAIMED])
    create("otters.db").close()
    return workdir


def write_named(
    id: str, title: str = "A title", extends: str = "ecl-1992", text: str = LENIENT, file: str = "x"
) -> str:
    """Write a ruleset with this id and title; return its name.

    By default a renege is only noted.
    """
    head = f"id = {json.dumps(id)}\ntitle = {json.dumps(title)}\nextends = {json.dumps(extends)}\n"
    Path(f"{file}.toml").write_text(head + text, encoding="utf-8")
    return f"{file}.toml"


def write_page(name: str, ruling: str) -> None:
    """Write a page that has only the data of a ruling."""
    page = f'<script type="application/json" id="clabber-ruling">{ruling}</script>'
    Path(f"{name}.html").write_text(page, encoding="utf-8")


def list_rulesets() -> list[tuple[str, str]]:
    """Return the id and title of each ruleset in the archive."""
    with closing(sqlite3.connect("otters.db")) as conn:
        return list(conn.execute("SELECT id, title FROM rulesets"))


def rule_under_changed_text(record: Json) -> Ruling:
    """Return a ruling under a law with the league's id and a word more in an article."""
    data = load("ecl-1992").to_data()
    data["articles"]["follow-suit"]["text"] += " Always."
    return adjudicate(rule_on(record).replay.hand, law(from_data(data)))


@pytest.fixture
def transcript_folder(workdir: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with the files of the transcripts; the head of `shipped.md` describes them."""
    Path("before.db").write_bytes(gzip.decompress(BEFORE.read_bytes()))
    write_named("house", "The Café’s “own” rules – Müller & Núñez", file="house")
    teams = [{"id": id, "name": id.upper()} for id in "ab"]
    write_records(
        Path("season.json"), [{"format": "clabber-season/1", "title": "T", "teams": teams, "rounds": []}]
    )
    ruling, old = json.loads(call("rule", "claimed.json", "-f", "json").out), WORDED["ecl-1992"]
    write_records(Path("old.json"), [ruling | {"law": old}])
    today, worded = (block_texts({"law": text})[LAW] for text in (load("ecl-1992").to_data(), old))
    page = call("rule", "claimed.json", "-f", "html").out
    assert page.count(today) == 1
    Path("old.html").write_text(page.replace(today, worded), encoding="utf-8")
    ruling["law"]["articles"]["follow-suit"]["penalties"]["failure-to-follow"] = "note"
    write_records(Path("forged.json"), [ruling])
    write_page("forged", json.dumps(ruling).replace("<", "\\u003c").replace("&", "\\u0026"))
    with monkeypatch.context() as older, create("kept.db") as archive:
        older.setattr(keeping, "check_genuine", lambda ruleset, _source: ruleset)
        keeping.add(archive, [keeping.prepare_ruling(rule_under_changed_text(CLAIMED), archive, AT)])
    return workdir


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("shipped.md")))
def test_transcript(title: str, lines: list[str], transcript_folder: Path) -> None:
    """Commands and the contents of `otters.db` after them; the head of `shipped.md` explains the lines."""
    results: list[Done] = []

    def remembered(*words: str) -> Done:
        results.append(call(*words))
        return results[-1]

    for what, text in follow(lines, remembered, {"key": str(AGNES)}, transcript_folder / "house.toml"):
        match what:
            case "no":
                assert not Path(text).exists()
            case "kept":
                listed, expected = (
                    sorted(f"{id}: {title}" for id, title in list_rulesets()),
                    text.split(" | "),
                )
                assert all(map(str.startswith, listed, expected)), listed
                assert len(listed) == len(expected) * bool(text)
            case "count":
                number, _, words = text.partition(" ")
                assert " ".join(results[-1].out.split()).count(words) == int(number)
            case "refused":
                done, allowed = (call(*text.split(), *more) for more in ((), ("--allow-changed-rules",)))
                assert (done.code, done.out, SAID in done.err) == (5, "", True), text
                assert "another version of this program" in done.err
                assert allowed.code in (0, 1), (text, allowed)
            case _:
                assert what == "law", what
                assert json.loads(Path(text).read_text("utf-8"))["law"] == load("ecl-1992").to_data()


@pytest.mark.parametrize("name", OF_CLABBER[:: at_scale(3, 1)])
def test_file_with_a_shipped_id_is_refused(name: str) -> None:
    file = write_named(name, load(name).title, name)
    for command in (["check"], ["rule"], ["replay"], ["score"], ["archive", "add", "otters.db"]):
        done = call(*command, "claimed.json", "--ruleset", file)
        assert (done.code, done.out) == (5, ""), command
        assert SAID in done.err
        assert "--allow-changed-rules" in done.err
    assert call("rulesets", file).code == call("explain", "-r", file).code == 5
    assert list_rulesets() == []


@pytest.mark.parametrize(("id", "title", "reason"), NAMES["Refused names"])
def test_name_similar_to_a_shipped_one_is_refused(id: str, title: str, reason: str) -> None:
    """A title that is not in plain letters is refused, too, with advice."""
    plain = re.sub(r"\\u([0-9a-f]{4})", lambda code: chr(int(code[1], 16)), title)
    done = call("rule", "claimed.json", "--ruleset", write_named(id, plain))
    assert (done.code, done.out) == (5, "")
    assert SAID in done.err or (not reason and "not in plain letters" in done.err)
    assert "--allow-changed-rules" in done.err


@pytest.mark.parametrize("name", SHIPPED)
def test_shipped_titles_are_in_plain_letters(name: str) -> None:
    """Current and earlier titles meet the condition on house rules."""
    titles = [
        load(name).title,
        *(wording.title for wording in shipping._load_earlier_wordings().get(name, ())),
    ]
    assert [title for title in titles if not shipping._is_plain(title)] == []


@pytest.mark.parametrize(("id", "title"), NAMES["Accepted names"])
def test_distinct_house_name_is_accepted(id: str, title: str) -> None:
    assert load(write_named(id, title)).id == id


def test_parent_must_be_genuine() -> None:
    """A house that extends a file with the league's id does not extend the league's rules."""
    write_named("ecl-1992", "x", file="base")
    done = call("rule", "claimed.json", "--ruleset", write_named("house", extends="base.toml", text=""))
    assert (done.code, done.out) == (5, "")
    assert SAID in done.err
    allowed = load("x.toml", allow_changed_rules=True)
    assert allowed.lineage == ("house", "ecl-1992-changed", "ecl-1992", "ecl-1984", "wp")


@pytest.mark.parametrize("name", SHIPPED[:: at_scale(4, 1)])
def test_shipped_text_may_be_copied(name: str) -> None:
    text = files("clabber_audit.rules").joinpath("rulesets", f"{name}.toml").read_text(encoding="utf-8")
    Path("copy.toml").write_text(text, encoding="utf-8")
    assert load("copy.toml") == load(name)
    Path("same.toml").write_text(
        "\n".join(line for line in text.splitlines()[:4] if line.startswith(("id", "title", "about")))
        + f'\nextends = "{name}"\n',
        encoding="utf-8",
    )
    assert load("same.toml").digest() == load(name).digest()
    assert check_genuine(from_data(load(name).to_data()), "x") is load(name)


def test_malformed_law_is_refused() -> None:
    ruling = json.loads(call("rule", "claimed.json", "-f", "json").out)
    other = {**ruling["law"], "id": "Ecl-1992"}
    damages: list[Any] = [None, [], "ecl-1992", {}, {"id": "ECL-1992"}, other]
    for damaged in damages:
        write_records(Path("x.json"), [{**ruling, "law": damaged}])
        done = call("rule", "x.json")
        assert (done.code, done.out) == (3, ""), damaged
        assert "damaged" in done.err


def test_archive_refuses_a_changed_text() -> None:
    with create("new.db") as archive:
        ready = keeping.prepare_ruling(rule_under_changed_text(CLAIMED), archive, AT)
        with pytest.raises(Unusable, match=SAID):
            keeping.add(archive, [ready])
        assert archive.value("SELECT count(*) FROM log") == 0


def test_duplicate_key_in_a_ruling_is_refused() -> None:
    text = call("rule", "claimed.json", "-f", "json").out
    for place in ('"outcome"', '"hand"', '"id"', '"law"', '"penalties"', '"trump"'):
        doubled = text.replace(place, f"{place}: 0, {place}", 1)
        Path("x.json").write_text(doubled, encoding="utf-8")
        row = doubled[: doubled.index(place)].count("\n") + 1
        for command in ("check", "rule", "verify"):
            done = call(command, "x.json")
            assert (done.code, done.out) == (3, ""), place
            assert f"x.json:{row}:" in done.err
            assert f"duplicate key “{place[1:-1]}”" in done.err
        write_page("x", doubled)
        assert call("check", "x.html").failed(3, "duplicate key")


@pytest.mark.parametrize("name", WORDED)
def test_earlier_wording_is_the_same_law(name: str, caplog: pytest.LogCaptureFixture) -> None:
    """The texts of version 1.0.0."""
    old, wording = from_data(WORDED[name]), earlier_wording(from_data(WORDED[name]))
    assert old.digest() != load(name).digest()
    assert check_genuine(old, "x.json") is load(name)
    assert f"note: x.json: {name} {ANEW}" in caplog.text
    assert old.is_shipped
    assert wording
    assert wording.title == old.title == old.display_title
    assert earlier_wording(load(name)) is None


@pytest.mark.parametrize(
    "change",
    [
        lambda law: law["articles"]["follow-suit"].update(text="Follow suit."),
        lambda law: law["articles"]["follow-suit"]["penalties"].update({"failure-to-follow": "note"}),
        lambda law: law["articles"]["looking-back"]["toggles"].update(look_back="until_next_card"),
        lambda law: law.update(title="Evansville Clabber League"),
    ],
    ids=["a text", "a penalty", "an answer", "the title"],
)
def test_changed_earlier_wording_is_refused(change: Callable[[Any], None]) -> None:
    data = deepcopy(WORDED["ecl-1992"])
    change(data)
    assert not from_data(data).is_shipped
    with pytest.raises(Unusable, match=SAID):
        check_genuine(from_data(data), "x.json")


def test_listed_wording_with_changed_toggles_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """A text with changed toggles is a different law, even if it is listed as an earlier wording."""
    data = deepcopy(WORDED["ecl-1992"])
    data["articles"]["looking-back"]["toggles"]["look_back"] = "until_next_card"
    other = from_data(data)
    [wording] = shipping._load_earlier_wordings()["ecl-1992"]
    listed = Wording(wording.until, wording.title, shipping._words(other))
    monkeypatch.setattr(shipping, "_load_earlier_wordings", lambda: {"ecl-1992": (wording, listed)})
    with pytest.raises(Unusable, match=SAID):
        check_genuine(other, "x.json")
    assert check_genuine(from_data(WORDED["ecl-1992"]), "x.json") is load("ecl-1992")


def test_earlier_wordings_differ_from_current_ones() -> None:
    assert set(shipping._load_earlier_wordings()) <= set(SHIPPED)
    for name, wordings in shipping._load_earlier_wordings().items():
        assert shipping._words(load(name)) not in {wording.sha256 for wording in wordings}, name
        assert all(len(bytes.fromhex(wording.sha256)) == 32 for wording in wordings), name
