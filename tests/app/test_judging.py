"""Tests of judging by house rules as the page in the browser does it, run in this Python."""

from __future__ import annotations

import json
import re
from pathlib import Path

from clabber_audit.core.files import package_folder
from clabber_audit.recorder import judging
from clabber_audit.recorder.browser import build_single_file
from clabber_audit.recorder.judging import find_recorder_toggles
from clabber_audit.recorder.page import tables
from clabber_audit.rules.ruleset import load
from tests.app.test_app import MADE
from tests.cli import CLAIMED, call, copy_with, encode_record
from tests.tables import hand_text

HOUSE = package_folder("examples") / "house-rules.toml"
HAND = encode_record(copy_with(CLAIMED, ruleset="corner-bar"))
TOLD = hand_text("Told in two versions")
BOOK = """format = "clabber-precedents/1"
club = "Corner Bar"

[[decision]]
number = "2026-3"
date = 2026-03-12
question = "D-53"
answer = "play"
holding = "A claim names one play."
because = "A guess that hits by luck proves nothing."
by = ["Agnes Weber", "Carl Vogel"]
"""


def test_house_rules_are_applied(tmp_path: Path) -> None:
    """The page gives the same ruling as the command, for rules from a file and for built-in rules."""
    (tmp_path / "hand.json").write_bytes(HAND)
    expected = call("rule", str(tmp_path / "hand.json"), "--ruleset", str(HOUSE), "-f", "html").out
    resolved = json.dumps(load(str(HOUSE)).to_data())
    for name, text in (("corner-bar.toml", HOUSE.read_text(encoding="utf-8")), ("corner-bar.json", resolved)):
        data = judging.rule(HAND, "hand.json", rules=[("corner-bar", name, text)])
        assert data["page"] == expected
        assert judging.rule(expected.encode(), "ruling.html")["otherwise"] == []
    assert "there is no ruleset “corner-bar”" in judging.rule(HAND, "hand.json")["refused"]


def test_chosen_rules_replace_those_of_the_record(tmp_path: Path) -> None:
    """Same as the command with --ruleset; rules of another game are refused with the same message."""
    (tmp_path / "hand.json").write_bytes(HAND)
    own = [("corner-bar", "corner-bar.toml", HOUSE.read_text(encoding="utf-8"))]
    for name, given in (("wp", "wp"), ("corner-bar", str(HOUSE))):
        expected = call("rule", str(tmp_path / "hand.json"), "--ruleset", given, "-f", "html").out
        assert judging.rule(HAND, "hand.json", rules=own, ruleset=name)["page"] == expected
        # An opened ruling is judged again, and not compared with other rules.
        assert "otherwise" not in judging.rule(expected.encode(), "ruling.html", rules=own, ruleset="wp")
    refused = judging.rule(HAND, "hand.json", ruleset="pepper")["refused"]
    text = call("rule", str(tmp_path / "hand.json"), "--ruleset", "pepper").err.splitlines()[0]
    assert text.removeprefix("error: ").split(": ")[-1] in refused


def test_opened_rules_equal_built_in_rules() -> None:
    own = load(str(HOUSE))
    given, opened = tables([own]), judging.house(HOUSE.read_bytes(), "rules.toml")
    own_facts = given["games"][given["rulesets"]["corner-bar"]["game"]]
    built_in = {**given["usual"][own_facts["format"]], **own_facts}
    assert opened["game"] == {**built_in, "order": given["orders"][built_in["order"]]}
    assert (opened["id"], opened["title"], opened["text"]) == (
        own.id,
        own.title,
        HOUSE.read_text(encoding="utf-8"),
    )
    page = build_single_file(MADE, [own])
    (inside,) = re.findall(r'id="clabber-tables">(.*?)</script>', page)
    assert json.loads(json.loads(inside)["rulesets"]["corner-bar"]["text"]) == own.to_data()


def test_rules_may_extend_rules_opened_earlier(tmp_path: Path) -> None:
    """They give the same ruling as the command; opened in the other order, the missing file is named."""
    heads = (("parent", "Parent", str(HOUSE.name)), ("child", "Child", "our-parent.toml"))
    parent, child = (
        f'id = "{id}"\ntitle = "{title}"\nabout = "Ours."\nextends = "{like}"\n' for id, title, like in heads
    )
    refused = judging.house(child.encode(), "child.toml")["refused"]
    assert "child.toml extends “our-parent.toml”, which is not here" in refused
    assert "open our-parent.toml first, and then child.toml again" in refused
    rules: list[tuple[str, str, str]] = []
    for name, text in (
        (HOUSE.name, HOUSE.read_text("utf-8")),
        ("our-parent.toml", parent),
        ("child.toml", child),
    ):
        opened = judging.house(text.encode(), name, rules=rules)
        rules.append((opened["id"], opened["name"], opened["text"]))
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "hand.json").write_bytes(encode_record(copy_with(CLAIMED, ruleset="child")))
    expected = call(
        "rule", str(tmp_path / "hand.json"), "--ruleset", str(tmp_path / "child.toml"), "-f", "html"
    ).out
    assert judging.rule((tmp_path / "hand.json").read_bytes(), "hand.json", rules=rules)["page"] == expected


def test_invalid_rules_are_refused() -> None:
    """The page refuses with the same message as the command."""
    head = 'id = "x"\ntitle = "X"\n'
    for text, message in (
        (f"{head}extends = ", "rules.toml: not TOML"),
        (f'{head}extends = "hoyle"', "extends “hoyle”, which is not a ruleset"),
        ('id = "wp"\ntitle = "X"\nextends = "ecl-1992"', "not the league’s text"),
    ):
        assert message in judging.house(text.encode(), "rules.toml")["refused"]


def test_toggles_needed_by_the_recorder() -> None:
    """For Clabber: winners and the melds that count; for other games: bids, trumps and winners, no penalties."""
    clabber, family = (load(name).game for name in ("wp", "pepper"))
    assert find_recorder_toggles(clabber) == [
        *("meld_belle", "meld_dad", "meld_fifty", "meld_hundred", "meld_jacks", "target")
    ]
    assert {"no_trump", "target", "min_bid", "leader"} <= set(find_recorder_toggles(family))
    assert not {"renege_penalty", "table_talk", "dh_loss"} & set(find_recorder_toggles(family))
    # A page compares toggles of a file with these: each is a question, and none is derived from another.
    assert set(find_recorder_toggles(family)) <= set(family.questions)


def test_book_and_believe_options(tmp_path: Path) -> None:
    """Same page as the command with --book and --believe; an opened ruling keeps its own decisions."""
    hand, book = (tmp_path / "hand.clab", tmp_path / "book.toml")
    hand.write_text(TOLD, encoding="utf-8")
    book.write_text(BOOK, encoding="utf-8")
    assert judging.decisions(BOOK.encode(), "book.toml") == {"club": "Corner Bar", "count": 1}
    assert "book.toml:1:1" in judging.decisions(b'format = "clabber-precedents/1"', "book.toml")["refused"]
    answer = judging.rule(TOLD.encode(), "hand.clab", book=BOOK)
    assert answer["depends"]
    # By the decision the claim fails either way, so the dad is not asked about.
    versions = [{"version": 1, "who": "Carl and Joe"}, {"version": 2, "who": "Ruth and Ann"}]
    assert answer["accounts"] == [{"account": 2, "about": "the claim", "versions": versions}]
    data = judging.rule(
        TOLD.encode(),
        "hand.clab",
        book=BOOK,
        beliefs=[("2=v1", "Agnes Weber", "the cards lay", "2026-04-02")],
    )
    lines = ["--believe", "2=v1", "--by", "Agnes Weber", "--because", "the cards lay", "--on", "2026-04-02"]
    assert data["page"] == call("rule", hand, "--book", book, *lines, "-f", "html").out
    assert (data["depends"], data["accounts"]) == (False, answer["accounts"])
    assert judging.rule(data["page"].encode(), "ruling.html")["otherwise"] == []
    assert "2026-3" not in judging.rule(TOLD.encode(), "hand.clab")["page"]
