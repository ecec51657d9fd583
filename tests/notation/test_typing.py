"""Tests of the notation as people type it, and of its error messages."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.core.errors import Refused, TextPlace
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import locate, parse
from clabber_audit.records.notation.writer import write
from tests.cli import read_text
from tests.notation.texts import CLEAN, FIVE, NEEDED, PEPPER, SKETCH, faults, frame, record_of
from tests.tables import tables
from tests.transcripts import transcripts


def test_loosely_typed_hand() -> None:
    hand = read_text(SKETCH)
    assert hand["id"] == "owls-eagles-g1-h08"
    assert hand["players"] == {"N": "Ann", "E": "Bob", "S": "Cy", "W": "Dee"}
    assert hand["context"] == {"date": "2025-10-14", "round": 3, "table": 3, "game": 1, "hand": 8}
    assert hand["source"] == {"citation": "paper sheet 12, second column, typed by jf"}
    assert hand["deal"]["hands"]["N"] == ["KS", "AH", "9H", "JD", "9D", "TC"]
    assert [play["seat"] for play in hand["plays"][:8]] == ["N", "E", "S", "W", "S", "W", "N", "E"]
    assert hand["melds"] == [
        {"seat": "E", "kind": "dad", "cards": ["AD", "KD", "QD"]},
        {"seat": "S", "kind": "dad", "cards": ["JC", "KC", "QC"]},
        {"seat": "W", "kind": "fifty", "cards": ["TH", "JH", "QH", "KH"]},
    ]
    assert hand["claims"] == [
        {"by": "E", "against": "N", "infraction": "failure-to-follow", "trick": 2, "at": 24, "reviewed": True}
    ]
    assert hand["score"] == {"NS": "XXX", "EW": 132}
    assert [comment["at"] for comment in hand["comments"]] == ["deal", "deal", "declaring", 4]


def test_loose_and_canonical_text_are_the_same_hand() -> None:
    text = write(parse(HandText(SKETCH, 1)))
    assert read_text(text) == read_text(SKETCH)
    assert "1N ah +dad=adkdqd ac +dad=jckcqc jc +50=thjhqhkh jh {the leader, then" in text
    assert "2S tsjsksas\n" in text


_FIRST_LINES: Final = {"clabber": NEEDED, "pepper": PEPPER, "five": FIVE, "none": ()}


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("typed.md")))
def test_typed_text(title: str, lines: list[str]) -> None:
    """The head of `typed.md` explains the lines."""
    marked = [line.partition(" ") for line in lines]
    (head, *_) = [rest for mark, _, rest in marked if mark == "head"] or ["clabber"]
    checks = ("head", "=", "!", "help")
    text = frame(*(line for line in lines if line.split(" ")[0] not in checks), head=_FIRST_LINES[head])
    slips = [rest for mark, _, rest in marked if mark == "!"]
    if slips:
        errors = faults(text)
        assert [f"{one.place.line}:{one.place.column}" for one in errors if one.place] == [
            slip.split(" ")[0] for slip in slips
        ]
        assert all(slip.partition(" ")[2] in one.what for slip, one in zip(slips, errors, strict=True))
        assert [errors[-1].help] == (
            [rest for mark, _, rest in marked if mark == "help"] or [errors[-1].help]
        )
        return
    record = read_text(text)
    record["seats"] = " ".join(play["seat"] for play in record["plays"])
    record["cards"] = " ".join(play["card"] or "?" for play in record["plays"])
    record["calls"] = ", ".join(
        f"{call['seat']} {call['call']} {call.get('at', '')}".strip()
        for call in record.get("declarations", ())
    )
    for path, _, value in (rest.partition(" ") for mark, _, rest in marked if mark == "="):
        found: Any = record
        for key in path.split("."):
            parts = dict(enumerate(found)) if isinstance(found, list) else found
            found = parts.get(int(key) if key.isdecimal() else key)
        plain = path in ("seats", "cards", "calls")
        assert found == (value if plain else json.loads(value) if value else None), path


@pytest.mark.parametrize(
    "cards", ["ks 10h 9C td", "KS 10♥ 9♣ T♦", "ks,10h,9c,td", "ks10h9ctd", "k♠T♥️9c10d", "Ks Th 9c tD"]
)
def test_spellings_of_cards(cards: str) -> None:
    plays = read_text(frame(f"1 W {cards}"))["plays"]
    assert [play["card"] for play in plays] == ["KS", "TH", "9C", "TD"]
    assert [play["seat"] for play in plays] == ["W", "N", "E", "S"]


@pytest.mark.parametrize("cards", ["ks ? 9c ??", "ks??9c??", "ks?9c?"])
def test_unknown_cards(cards: str) -> None:
    assert [play["card"] for play in read_text(frame(f"1W {cards}"))["plays"]] == ["KS", None, "9C", None]


_SPELLINGS = {
    "belle": ("belle", "bella", "bell", "BELLER"),
    "two_hundred": ("200", "mules", "mule", "four-boys", "fourboys", "two_hundred"),
}


@pytest.mark.parametrize(
    ("kind", "word"), [(kind, word) for kind, words in _SPELLINGS.items() for word in words]
)
def test_spellings_of_melds(kind: str, word: str) -> None:
    assert read_text(frame(f"melds W:+{word}"))["melds"] == [{"seat": "W", "kind": kind}]


@pytest.mark.parametrize("word", ["XXX", "xxx", "set", "hick", "hicked", "turkey tracks", "Turkey-Tracks"])
def test_spellings_of_the_set_mark(word: str) -> None:
    assert read_text(frame(f"score NS {word} EW 132"))["score"] == {"NS": "XXX", "EW": 132}


@pytest.mark.parametrize(
    ("calls", "rounds"),
    [
        ("p p p p / p s", [None] * 6),
        ("p p p p p s", [None] * 6),
        ("p p / p p s", [None, None, 2, 2, 2]),
        ("p p p p p / s", [None, None, None, None, 1, 2]),
        ("p p.2 p", [None, 2, None]),
    ],
)
def test_unusual_rounds_of_calls_are_kept(calls: str, rounds: list[int | None]) -> None:
    assert [call.get("round") for call in read_text(frame(f"calls {calls}"))["declarations"]] == rounds


def test_text_of_a_hand_is_short() -> None:
    hand = read_text(CLEAN)
    hand["players"] = {"N": "Ruth", "E": "Carl", "S": "Ann", "W": "Joe"}
    dad = {"seat": "W", "kind": "dad", "cards": ["TH", "JH", "QH"]}
    for belle in ({"seat": "S", "kind": "belle"}, {"seat": "E", "kind": "belle", "announced": 19}):
        hand["melds"] = [dad, belle]
        text = write(record_of(hand))
        names = "seats N Ruth / E Carl / S Ann / W Joe\n"
        assert names in text
        assert len(text) - len(names) - len(hand["id"]) <= 230, text
    del hand["deal"]["hands"]
    assert len(write(record_of(hand))) - len(hand["id"]) <= 210


#: The head of `typing.md` explains the tables.
_TYPED: Final = tables(Path(__file__).with_name("typing.md"))
_HEADS: Final = {"Slips of Clabber": NEEDED, "Slips of Pepper": PEPPER, "Slips at any table": PEPPER[:3]}
_LONG: Final = [
    ("Slips of Clabber", "remark a\n" * 257, "260:8", "remarks is too long"),
    ("Slips of Pepper", "out " + "N " * 65, "5:133", "a hand can have at most 64 calls"),
]


@pytest.mark.parametrize(
    ("table", "typed", "at", "message"),
    [*((table, *row) for table in _HEADS for row in _TYPED[table]), *_LONG],
)
def test_typing_errors_are_reported_at_their_place(table: str, typed: str, at: str, message: str) -> None:
    """The `seats` line names the table, so it comes before the dealer."""
    first = faults(frame(typed, head=_HEADS[table]))[0]
    assert message in first.what
    assert first.place == TextPlace(*map(int, at.split(":")))


def test_missing_first_line() -> None:
    assert "does not start with `clabber 1`" in faults("hand h\ndeal W\n")[0].what


def test_line_numbers_count_from_the_start_of_the_file() -> None:
    with pytest.raises(Refused) as refused:
        parse(HandText(frame("1N kx"), 101))
    assert refused.value.faults[0].place == TextPlace(104, 4)


_SPOKEN: Final = frame(
    "calls S:bottoms=kckdks p", "trump E spades", "give N>S ts / S>N ah", "blind jdac",
    "before NS 1 EW 2", "1N jk=s qs9h", "score NS -4",
    head=PEPPER,
)  # fmt: skip


@pytest.mark.parametrize(("hand", "part", "at"), _TYPED["Where a part of a hand stands"])
def test_places_of_parts_of_a_hand(hand: str, part: str, at: str) -> None:
    text = HandText(CLEAN if hand == "Clabber" else _SPOKEN, 1)
    path = tuple(int(step) if step.isdecimal() else step for step in part.split(".") if step)
    assert locate(text, path) == TextPlace(*map(int, at.split(":")))


@pytest.mark.parametrize(("typed", "out"), _TYPED["Whose partner lays down"])
def test_partner_of_a_lone_player_drops_out(typed: str, out: str) -> None:
    playing = [seat for seat in "NESW" if seat not in out]
    text = frame(typed, f"1{playing[0]} {'? ' * len(playing)}", head=PEPPER)
    assert [play["seat"] for play in read_text(text)["plays"]] == playing
