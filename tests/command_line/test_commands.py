"""Tests of the output of commands without a test module of their own."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clabber_audit.core.errors import UsageError
from clabber_audit.inputs.readers import read_records
from clabber_audit.records.bid_euchre_words import PACKS
from clabber_audit.records.notation.tokens import read_cards
from clabber_audit.rules.ruleset import SHIPPED, load
from tests.cli import (
    CLAIMED,
    GOOD,
    ROOT,
    call,
    copy_with,
    rulings,
    write_records,
)
from tests.family.makers.records import draw_records
from tests.random_records import every_key
from tests.scale import at_random, at_scale
from tests.tables import tables


@pytest.mark.parametrize("name", SHIPPED[:: at_scale(3, 1)])
def test_rulesets(name: str) -> None:
    assert name in call("rulesets").out
    shown = call("rulesets", name)
    assert shown.code == 0
    data = json.loads(call("rulesets", name, "--json").out)
    assert data["id"] == name
    assert all(article in shown.out for article in data["articles"])
    at = SHIPPED.index(name)
    for other in (SHIPPED[at - 1], SHIPPED[at - 6])[: at_scale(1, 2, ci=1)]:
        done = call("rulesets", name, "--against", other)
        if load(name).game is not load(other).game:
            assert (done.code, done.out) == (2, "")
            assert "compare rulesets of one game" in done.err
            continue
        assert done.code == 0
        if name != other:
            assert name in done.out
            assert other in done.out


def test_ids_of_rulesets_stand_in_a_column_of_their_own() -> None:
    """However long an id is, its title begins at least two blanks behind it, and all titles below each other."""
    lines = [line for line in call("rulesets").out.splitlines() if line[0] != " "]
    assert [line.split("  ")[0] for line in lines] == list(SHIPPED)
    titles = {line.index(load(name).title) for name, line in zip(SHIPPED, lines, strict=True)}
    assert titles == {max(map(len, SHIPPED)) + 2}


def test_other_files_are_refused_as_rulesets(workdir: Path) -> None:
    for text in (
        "",
        "id = ",
        'id = "x"\ntitle = "x"\nextends = "nothing"',
        'id = "x"\ntitle = "\udce9"',
        "a = " + "[" * 5_000,
    ):
        (workdir / "house.toml").write_text(text, encoding="utf-8", errors="surrogateescape")
        done = call("check", "renege.json", "--ruleset", "house.toml")
        assert done.code == 5, (text[:40], done)
        assert "house.toml" in done.err


def test_simulate_is_reproducible(workdir: Path) -> None:
    here_and_now = call("simulate", "--seed", "7", "--hands", "30", "--irregular", "0.5").out
    assert call("simulate", "--seed", "8", "--hands", "30", "--irregular", "0.5").out != here_and_now
    assert len(here_and_now.splitlines()) == 30
    assert call("check", "-", stdin=here_and_now.encode()).code in (1, 4)
    assert call("simulate", "--hands", "0").out == ""
    call("simulate", "--seed", "7", "--hands", "30", "--irregular", "0.5", "--format", "clab", "-o", "x.clab")
    assert call("convert", "x.clab", "-").out == here_and_now


def test_convert_round_trip(workdir: Path) -> None:
    """A file with hands of both game families in turn."""
    count = at_random(24, 300)
    many = [
        record
        for pair in zip(every_key.many(count, 31), draw_records(9, count), strict=True)
        for record in pair
    ]
    write_records(workdir / "x.jsonl", many)
    assert call("convert", "x.jsonl", "x.clab").code == 0
    assert call("convert", "x.clab", "again.jsonl").code == 0
    assert rulings((workdir / "again.jsonl").read_text(encoding="utf-8")) == many
    assert call("convert", "again.jsonl", "again.clab").code == 0
    text = (workdir / "x.clab").read_text(encoding="utf-8")
    assert (workdir / "again.clab").read_text(encoding="utf-8") == text
    assert call("fmt", "-", stdin=text.encode()).out == text
    assert call("fmt", "-", stdin=text.replace("\nhand ", "\n\n  Hand   ").encode()).out == text
    assert call("convert", "-", "-", "--format", "jsonl", stdin=text.encode()).out == (
        workdir / "again.jsonl"
    ).read_text(encoding="utf-8")
    assert call("convert", "x.jsonl", "x.json").code == 2
    assert not (workdir / "x.json").exists()
    call("convert", "good.json", "one.clab")
    call("convert", "one.clab", "one.json")
    assert json.loads((workdir / "one.json").read_text(encoding="utf-8")) == GOOD


@pytest.mark.parametrize("command", ["check", "rule", "replay"])
def test_irregular_hands_of_bid_euchre_are_never_refused(workdir: Path, command: str) -> None:
    for record in draw_records(9, at_scale(3, 8)):
        done = call(command, write_records(workdir / "x.json", [record]))
        assert done.code in (0, 1, 4), done.err
        assert "bug" not in done.err


def test_fmt_is_canonical_and_keeps_refused_files(workdir: Path) -> None:
    from tests.notation.texts import SKETCH

    path = workdir / "x.clab"
    loose = SKETCH.replace("source  paper", "source ")
    path.write_text("\ufeff" + loose.replace("\n", "\r\n"), encoding="utf-8")
    before = call("convert", "x.clab", "-").out
    assert call("fmt", "x.clab").code == 0
    once = path.read_bytes()
    assert once != loose.encode()
    assert call("convert", "x.clab", "-").out == before
    stamp = path.stat().st_mtime_ns
    assert call("fmt", "x.clab") == (0, "", "")
    assert (path.read_bytes(), path.stat().st_mtime_ns) == (once, stamp)
    assert call("fmt", "-", stdin=loose.encode()).out.encode() == once
    bad = b"clabber 1\nhand   h\ndeal   Q\n\n" + once
    (workdir / "bad.clab").write_bytes(bad)
    assert call("fmt", "bad.clab", "x.clab").failed(3, "bad.clab:3:8: error")
    assert (workdir / "bad.clab").read_bytes() == bad


(LEGAL,) = tables(Path(__file__).with_name("legal.md")).values()


def as_typed(cards: str) -> str:
    """Return cards as people type them."""
    return cards.replace("T", "10").translate(str.maketrans("CDHS", "♣♦♥♠")).lower()


@pytest.mark.parametrize(("case", "trick", "hand", "legal"), LEGAL)
def test_legal(case: str, trick: str, hand: str, legal: str) -> None:
    for spell, suit in ((str, "S"), (as_typed, "♠"), (as_typed, "spades")):
        done = call("legal", "--trump", suit, "--trick", spell(trick), "--cards", spell(hand))
        assert done.code == 0
        first, *rest = done.out.splitlines()
        assert first == f"legal: {as_typed(legal).upper()}"
        refused = [
            card for card in as_typed(hand).upper().split() if card not in as_typed(legal).upper().split()
        ]
        assert [line.split(":")[0] for line in rest] == [f"not {card}" for card in refused]
    assert call("legal", "--trump", "S", "--cards", hand).out == f"legal: {as_typed(hand).upper()}\n"


def test_cards_outside_the_pack_are_refused() -> None:
    assert read_cards("10h jk 9S", PACKS["25"]) == ["TH", "JK", "9S"]
    assert read_cards("7c8♦", PACKS["32"]) == ["7C", "8D"]
    for text, pack in (("jk", "24"), ("7c", "28"), ("9h", "20")):
        with pytest.raises(UsageError, match="is not a card"):
            read_cards(text, PACKS[pack])


def test_demo_writes_a_ruling(workdir: Path) -> None:
    done = call("demo", "-o", "x.html")
    assert done.code == 0
    # The verdict with two lines above it, ten lines more, then the command that prints the rest.
    whole = call("demo", "--all", "-o", "y.html").out
    head, verdict, _ = whole.split("\n\n", 2)
    assert verdict.startswith("RENEGE: FAILED TO FOLLOW SUIT. Eagles 182, Owls 0.")
    first = f"{head}\n\n{verdict}\n".count("\n") + 10
    assert done.out.splitlines() == "\n".join(whole.splitlines()[:first]).rstrip().splitlines()
    assert "THE TRICK IN QUESTION" in done.out
    assert "`clabber-audit demo --all` prints the whole ruling." in done.err
    assert whole == call("rule", "x.html").out
    assert call("check", "x.html").code == 1
    assert call("demo", "-o", "x.html").code == 5


def test_anonymous_output_names_nobody(workdir: Path) -> None:
    players = {"N": "Roxanne", "E": "Xerxes", "S": "Zebulon", "W": "Quentin"}
    texts = {
        "remarks": ["Roxanne said"],
        "comments": [{"at": 3, "text": "Zebulon sneezed"}],
        "teams": {"NS": "Quokkas", "EW": "Zebras"},
    }
    write_records(workdir / "x.json", [copy_with(CLAIMED, id="quokkas-zebras", players=players, **texts)])
    attempts = [["check", "x.json", "-f", form] for form in ("text", "json", "jsonl")]
    attempts += [["rule", "x.json", "-f", form] for form in ("text", "json", "html")] + [["replay", "x.json"]]
    for args in attempts:
        out = call(*args, "--anonymous").out
        assert out
        lines = [
            word for word in ("Roxanne", "Xerxes", "Zebulon", "Quentin", "uokkas", "ebras") if word in out
        ]
        assert not lines, (args, lines)


def test_examples_are_audited() -> None:
    for item in read_records(str(ROOT / "examples")):
        assert item.hand, item.refused
