"""A shipped id means the shipped text: a text that uses the id and differs is refused, or marked."""

from __future__ import annotations

import gzip
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
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
from tests.archive.shelves import AT, ruled
from tests.cli import CLAIMED, Json, call, put, rulings
from tests.rules import OF_CLABBER
from tests.scale import scaled
from tests.signing.people import AGNES

#: A law that makes nothing of failing to follow suit, which is a renege in each of the five (R-033).
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


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a hand in which North reneged and was claimed, and an empty archive."""
    monkeypatch.chdir(tmp_path)
    put(tmp_path / "claimed.json", [CLAIMED])
    create("otters.db").close()
    return tmp_path


def written(
    id: str, title: str = "A title", extends: str = "ecl-1992", text: str = LENIENT, file: str = "x"
) -> str:
    """Write a ruleset to a file."""
    head = f"id = {json.dumps(id)}\ntitle = {json.dumps(title)}\nextends = {json.dumps(extends)}\n"
    Path(f"{file}.toml").write_text(head + text, encoding="utf-8")
    return f"{file}.toml"


def forged(kind: str, **changes: Any) -> str:
    """Write a ruling whose law was changed afterwards, as a page or as JSON."""
    ruling = json.loads(call("rule", "claimed.json", "-f", "json").out)
    ruling["law"]["articles"]["follow-suit"]["penalties"]["failure-to-follow"] = "note"
    ruling["law"] |= changes
    text = json.dumps(ruling)
    if kind == "html":
        escaped = text.replace("<", "\\u003c").replace("&", "\\u0026")
        text = f'<script type="application/json" id="clabber-ruling">{escaped}</script>'
    Path(f"forged.{kind}").write_text(text, encoding="utf-8")
    return f"forged.{kind}"


def kept() -> list[tuple[str, str]]:
    """Return the id and title of each ruleset in the archive."""
    with closing(sqlite3.connect("otters.db")) as conn:
        return list(conn.execute("SELECT id, title FROM rulesets"))


@pytest.mark.parametrize("name", OF_CLABBER[:: scaled(3, 1)])
def test_a_file_that_goes_by_a_shipped_id_is_refused(name: str) -> None:
    file = written(name, load(name).title, name)
    for command in (["check"], ["rule"], ["replay"], ["score"], ["archive", "add", "otters.db"]):
        done = call(*command, "claimed.json", "--ruleset", file)
        assert (done.code, done.out) == (5, ""), command
        assert SAID in done.err
        assert "--allow-changed-rules" in done.err
    assert call("rulesets", file).code == call("explain", "-r", file).code == 5
    assert kept() == []


@pytest.mark.parametrize(
    ("id", "title"),
    [
        ("ecl-l992", "x"), ("ecl.1992", "x"), ("ecl_1992", "x"), ("wp-0ld", "x"), ("w-p", "x"),
        ("house", "EVANSVILLE CLABBER LEAGUE, with the Revision of 10 December 1992"),
        ("house", "Evansville Clabber League with the revision of 1O December l992"),
        ("house", "Еvаnsville Сlabber League, with the revision of 10 December 1992"),
        ("house", "Ｃｌａｂｂｅｒ as Wikipedia now describes it"),
        ("house", "Clabber as VVikipedia now describes it"), ("house", "C1abber as Wikiped|a now descri8es it"),
        ("house", "Evan$ville Clabber League, with the rev!sion of 10 Decernber 1992"),
        ("house", "Evansville Clabber League, vvith the revision of 10 Dece\u0336mber 1992"),
        ("house", "Evansville Clabber League, l992 Rules"), ("house", "Ｃｌａｂｂｅｒ, Wikipedia"),
        ("house", "Evan$vi1le Clabber League, 1992 rules"), ("house", "Clabber: VVikiped!a"),
    ],
)  # fmt: skip
def test_what_looks_like_a_shipped_name_is_one(id: str, title: str) -> None:
    done = call("rule", "claimed.json", "--ruleset", written(id, title))
    assert (done.code, done.out) == (5, "")
    assert SAID in done.err


@pytest.mark.parametrize(
    "title",
    [
        "Evansville Ꮯlabber League, with the revision of 10 December 1992",
        "Evansvіllе Clabber Leaɡue, with the revision of 10 December 1992",
        "Evansvιlle Clabber League, wıth the revision of 10 December 1992",
        "ᴇvansville Clabber League, with the revision of 10 December 1992",
        "Evansville Clabber League, with the revision of ⅼ0 December 1992",
        "Evansville Clabber Lеaɢue",
        "Клаббер", "Ｈｏｕｓｅ", "Hou\u0336se", "House \u00b9", "Ηouse", "Houꜱe", "Hօuse", "Høuse",
    ],
)  # fmt: skip
def test_a_title_is_in_plain_letters(title: str) -> None:
    done = call("rule", "claimed.json", "--ruleset", written("house", title))
    assert (done.code, done.out) == (5, "")
    assert SAID in done.err or "not in plain letters" in done.err
    assert "--allow-changed-rules" in done.err


@pytest.mark.parametrize("name", SHIPPED)
def test_our_own_titles_are_in_plain_letters(name: str) -> None:
    """Current and earlier ones meet the condition on house rules."""
    titles = [
        load(name).title,
        *(wording.title for wording in shipping._load_earlier_wordings().get(name, ())),
    ]
    assert [title for title in titles if not shipping._is_plain(title)] == []


@pytest.mark.parametrize(
    "title", ["House", "The Café’s “own” rules – Müller & Núñez", "Clabber, as we play it"]
)
def test_whatever_house_rules_are_called_they_are_said_to_be_none_of_ours(title: str) -> None:
    """In text, page and message, and by verify; never for the shipped text."""
    for form, times in (("text", 2), ("html", 3)):
        done = call("rule", "claimed.json", "--ruleset", written("house", title), "-f", form)
        assert done.code == 0, done.err
        assert " ".join(done.out.split()).count("House rules, not a shipped ruleset: ") == times
        assert "not a shipped ruleset" not in call("rule", "claimed.json", "-f", form).out
    Path("house.html").write_text(done.out, encoding="utf-8")
    checked = call("verify", "house.html")
    assert checked.code == 0
    assert (
        f"house.html: its rules are house rules, not a shipped ruleset: {title} (house)"
        in checked.out.splitlines()
    )
    call("rule", "claimed.json", "-o", "ours.html")
    assert "house rules" not in call("verify", "ours.html").out


def test_names_of_houses_are_their_own() -> None:
    for id, title in (
        ("house", "House"),
        ("ecl-1993", "x"),
        ("wp2", "x"),
        ("ecl-1992-house", "Evansville, our way"),
    ):
        assert load(written(id, title)).id == id


def test_what_is_extended_must_be_genuine_as_well() -> None:
    """A house that extends a file which goes by the league's id does not extend the league's rules."""
    written("ecl-1992", "x", file="base")
    done = call("rule", "claimed.json", "--ruleset", written("house", extends="base.toml", text=""))
    assert (done.code, done.out) == (5, "")
    assert SAID in done.err
    allowed = load("x.toml", changed=True)
    assert allowed.lineage == ("house", "ecl-1992-changed", "ecl-1992", "ecl-1984", "wp")


@pytest.mark.parametrize("name", SHIPPED[:: scaled(4, 1)])
def test_the_shipped_text_may_be_copied(name: str) -> None:
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


@pytest.mark.parametrize("kind", ["json", "html"])
def test_a_ruling_with_a_forged_law_is_refused_by_every_command(kind: str) -> None:
    file = forged(kind)
    season = {
        "format": "clabber-season/1",
        "title": "T",
        "teams": [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}],
    }
    Path("season.json").write_text(json.dumps({**season, "rounds": []}), encoding="utf-8")
    for command in (
        ["check", file], ["check", file, "--ruleset", "wp"], ["rule", file], ["replay", file], ["score", file],
        ["verify", file], ["convert", file, "out.jsonl"], ["archive", "add", "otters.db", file],
        ["archive", "amend", "otters.db", file, "--by", "Mae", "--why", "so"],
        ["league", "standings", "season.json", file],
    ):  # fmt: skip
        done = call(*command)
        assert done.code == 3, (command, done)
        assert SAID in done.err, command
        assert "failure-to-follow" not in done.out
    assert not Path("out.jsonl").exists()
    assert kept() == []


def test_allowed_it_is_shown_as_what_it_is_and_never_kept_under_the_name() -> None:
    file, option = forged("json"), "--allow-changed-rules"
    for form in ("text", "html", "json"):
        done = call("rule", file, option, "-f", form)
        assert done.code == 0
        assert "Not the league’s text" in done.out
    (ruling,) = rulings(call("check", file, option, "-f", "jsonl", "--brief").out)
    assert ruling["ruleset"] == "ecl-1992-changed"
    assert call("archive", "add", "otters.db", file, option).code == 0
    assert [(id, SAID[1:] in title) for id, title in kept()] == [("ecl-1992-changed", True)]
    # Written so, it is a house's ruleset like any other, and says of itself what it is.
    call("rule", file, option, "-f", "json", "-o", "again.json")
    assert json.loads(call("rule", "again.json", "-f", "json").out)["ruleset"] == "ecl-1992-changed"


def test_a_law_without_any_form_is_refused() -> None:
    ruling = json.loads(call("rule", "claimed.json", "-f", "json").out)
    damages: tuple[Any, ...] = (
        None,
        [],
        "ecl-1992",
        {},
        {"id": "ECL-1992"},
        {**ruling["law"], "id": "Ecl-1992"},
    )
    for damaged in damages:
        put(Path("x.json"), [{**ruling, "law": damaged}])
        done = call("rule", "x.json")
        assert (done.code, done.out) == (3, ""), damaged
        assert "damaged" in done.err


def other_text(record: Json) -> Ruling:
    """Write a ruling by a law with the league's id and one word of an article changed."""
    data = load("ecl-1992").to_data()
    data["articles"]["follow-suit"]["text"] += " Always."
    return adjudicate(ruled(record).replay.hand, law(from_data(data)))


def test_an_archive_that_keeps_another_text_under_the_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be from an older program whose text was another: nothing is lost, and it is read when that is allowed."""
    with monkeypatch.context() as older, create("kept.db") as archive:
        older.setattr(keeping, "check_genuine", lambda ruleset, _source: ruleset)
        keeping.add(archive, [keeping.prepare_ruling(other_text(CLAIMED), archive, AT)])
    commands: tuple[list[str], ...] = (
        ["check", "kept.db"], ["rule", "kept.db"], ["convert", "kept.db", "-"], ["score", "kept.db"],
        ["archive", "show", "kept.db", "claimed"], ["archive", "list", "kept.db"], ["archive", "stats", "kept.db"],
        ["archive", "export", "kept.db", "-"], ["archive", "search", "kept.db", "Ruth"],
        ["archive", "checkpoint", "kept.db"], ["archive", "verify", "kept.db"],
        ["archive", "add", "otters.db", "kept.db"],
    )  # fmt: skip
    for command in commands:
        done = call(*command)
        assert (done.code, done.out) == (5, ""), command
        assert SAID in done.err
        assert "another version of this program" in done.err
    for command in commands:
        allowed = call(*command, "--allow-changed-rules")
        assert allowed.code in (0, 1), (command, allowed)
    assert "Not the league’s text" in call("rule", "kept.db", "--allow-changed-rules").out
    assert [id for id, _ in kept()] == ["ecl-1992-changed"]


def test_the_archive_itself_takes_no_other_text_under_the_name() -> None:
    with create("new.db") as archive:
        ready = keeping.prepare_ruling(other_text(CLAIMED), archive, AT)
        with pytest.raises(Unusable, match=SAID):
            keeping.add(archive, [ready])
        assert archive.value("SELECT count(*) FROM log") == 0


def test_no_key_stands_twice_in_a_ruling() -> None:
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
        page = f'<script type="application/json" id="clabber-ruling">{doubled}</script>'
        Path("x.html").write_text(page, encoding="utf-8")
        done = call("check", "x.html")
        assert done.code == 3
        assert "duplicate key" in done.err


#: An archive made with version 1.0.0: hands by the league's rules and by an older Wikipedia's, as worded then.
BEFORE = Path(__file__).parents[1] / "archive" / "version-1.db.gz"
ANEW = "as worded until November 23, 2026: the same law, worded anew"


@pytest.fixture
def before() -> Path:
    path = Path("before.db")
    path.write_bytes(gzip.decompress(BEFORE.read_bytes()))
    return path


def old_text(path: Path, name: str = "ecl-1992") -> Any:
    """Return the resolved text of a ruleset as an archive stores it."""
    with closing(sqlite3.connect(path)) as conn:
        ((kept,),) = conn.execute("SELECT law FROM rulesets WHERE id = ?", [name])
    return json.loads(kept)


def test_an_earlier_wording_is_the_same_law(before: Path, caplog: pytest.LogCaptureFixture) -> None:
    for name in ("ecl-1992", "wp-old"):
        old = from_data(old_text(before, name))
        assert old.digest() != load(name).digest()
        assert check_genuine(old, "x.json") is load(name)
        assert f"note: x.json: {name} {ANEW}" in caplog.text
        assert old.is_shipped
        assert old.display_title == old.title
    assert earlier_wording(load("ecl-1992")) is None


#: The resolved texts of the shipped rulesets as version 1.0.0 had them.
WORDED: Final = Path(__file__).parent / "worded-until-2026-11-23.json.gz"


@pytest.mark.parametrize("name", SHIPPED)
def test_each_text_of_version_1_0_0_is_todays_law_worded_anew(name: str) -> None:
    old = from_data(json.loads(gzip.decompress(WORDED.read_bytes()))[name])
    assert check_genuine(old, "x.json") is load(name)
    wording = earlier_wording(old)
    assert wording
    assert wording.title == old.title


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
def test_one_change_to_an_earlier_wording_asks(before: Path, change: Callable[[Any], None]) -> None:
    data = old_text(before)
    change(data)
    assert not from_data(data).is_shipped
    with pytest.raises(Unusable, match=SAID):
        check_genuine(from_data(data), "x.json")


def test_an_earlier_text_of_another_law_asks_though_it_is_listed(
    before: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A text whose answers are no longer the ruleset's is another law, and no list makes it the same."""
    data = old_text(before)
    data["articles"]["looking-back"]["toggles"]["look_back"] = "until_next_card"
    other = from_data(data)
    [wording] = shipping._load_earlier_wordings()["ecl-1992"]
    listed = Wording(wording.until, wording.title, shipping._words(other))
    monkeypatch.setattr(shipping, "_load_earlier_wordings", lambda: {"ecl-1992": (wording, listed)})
    with pytest.raises(Unusable, match=SAID):
        check_genuine(other, "x.json")
    assert check_genuine(from_data(old_text(before)), "x.json") is load("ecl-1992")


def test_earlier_wordings_are_those_of_shipped_rulesets_and_not_of_today() -> None:
    assert set(shipping._load_earlier_wordings()) <= set(SHIPPED)
    for name, wordings in shipping._load_earlier_wordings().items():
        assert shipping._words(load(name)) not in {wording.sha256 for wording in wordings}, name
        assert all(len(bytes.fromhex(wording.sha256)) == 32 for wording in wordings), name


def test_an_archive_of_an_earlier_wording_is_used_without_being_asked(before: Path) -> None:
    """It verifies, shows its hands, and takes one of them again as the hand that it has, not as another ruling."""
    text = old_text(before)
    for command in (["verify"], ["list"], ["stats"], ["show", "belle-sets"]):
        done = call("archive", command[0], before, *command[1:])
        assert done.code == 0, (command, done)
    call("archive", "show", before, "belle-sets", "-f", "json", "-o", "belle-sets.json")
    assert call("archive", "add", before, "belle-sets.json").code == 0
    assert call("archive", "verify", before).code == 0
    assert old_text(before) == text
    assert call("archive", "add", "otters.db", before).code == 0
    assert ("ecl-1992", load("ecl-1992").title) in kept()


def test_a_ruling_by_an_earlier_wording_holds(before: Path) -> None:
    ruling = json.loads(call("rule", "claimed.json", "-f", "json").out) | {"law": old_text(before)}
    put(Path("old.json"), [ruling])
    done = call("verify", "old.json")
    assert done.code == 0
    assert f"old.json: its rules are ecl-1992 {ANEW}" in done.out
    assert "house rules" not in done.out
    assert "judged again from the same cards and rules: same result" in done.out
    again = json.loads(call("rule", "old.json", "-f", "json").out)
    assert again["law"] == load("ecl-1992").to_data()


def test_a_page_by_an_earlier_wording_is_another_versions_and_not_by_house_rules(before: Path) -> None:
    """Its text is not compared with today's, and it is not signed; its ruling is checked all the same."""
    assert call("rule", "claimed.json", "-o", "old.html").code == 0
    page = Path("old.html").read_text(encoding="utf-8")
    today, old = (block_texts({"law": text})[LAW] for text in (load("ecl-1992").to_data(), old_text(before)))
    assert page.count(today) == 1
    Path("old.html").write_text(page.replace(today, old), encoding="utf-8")
    done = call("verify", "old.html")
    assert done.code == 6
    assert done.out.startswith("old.html: another version wrote this page")
    assert f"old.html: its rules are ecl-1992 {ANEW}" in done.out
    assert "old.html: judged again from the same cards and rules: same result" in done.out
    assert "house rules" not in done.out
    signed = call("sign", "old.html", "--key", AGNES)
    assert (signed.code, "not signed" in signed.err) == (6, True)
