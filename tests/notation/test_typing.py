"""Notation as people type it, and the errors they are told."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import pytest

from clabber_audit.core.errors import Refused, TextPlace
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import locate, parse
from clabber_audit.records.notation.writer import write
from tests.notation.texts import CLEAN, FIVE, NEEDED, PEPPER, SKETCH, faults, frame, read, record_of
from tests.transcripts import transcripts


def test_the_sketch_reads() -> None:
    hand = read(SKETCH)
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


def test_the_loose_and_the_canonical_text_are_the_same_hand() -> None:
    text = write(parse(HandText(SKETCH, 1)))
    assert read(text) == read(SKETCH)
    assert "1N ah +dad=adkdqd ac +dad=jckcqc jc +50=thjhqhkh jh {the leader, then" in text
    assert "2S tsjsksas\n" in text


_HEADS: Final = {"clabber": NEEDED, "pepper": PEPPER, "five": FIVE, "none": ()}


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("typed.md")))
def test_what_is_typed_is_read(title: str, lines: list[str]) -> None:
    """The head of `typed.md` explains the lines."""
    marked = [line.partition(" ") for line in lines]
    (head, *_) = [rest for mark, _, rest in marked if mark == "head"] or ["clabber"]
    checks = ("head", "=", "!", "help")
    text = frame(*(line for line in lines if line.split(" ")[0] not in checks), head=_HEADS[head])
    slips = [rest for mark, _, rest in marked if mark == "!"]
    if slips:
        told = faults(text)
        assert [f"{one.place.line}:{one.place.column}" for one in told if one.place] == [
            slip.split(" ")[0] for slip in slips
        ]
        assert all(slip.partition(" ")[2] in one.what for slip, one in zip(slips, told, strict=True))
        assert [told[-1].help] == ([rest for mark, _, rest in marked if mark == "help"] or [told[-1].help])
        return
    record = read(text)
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
def test_cards_in_every_spelling(cards: str) -> None:
    plays = read(frame(f"1 W {cards}"))["plays"]
    assert [play["card"] for play in plays] == ["KS", "TH", "9C", "TD"]
    assert [play["seat"] for play in plays] == ["W", "N", "E", "S"]


@pytest.mark.parametrize("cards", ["ks ? 9c ??", "ks??9c??", "ks?9c?"])
def test_cards_not_known(cards: str) -> None:
    assert [play["card"] for play in read(frame(f"1W {cards}"))["plays"]] == ["KS", None, "9C", None]


_SPELLINGS = {
    "belle": ("belle", "bella", "bell", "BELLER"),
    "two_hundred": ("200", "mules", "mule", "four-boys", "fourboys", "two_hundred"),
}


@pytest.mark.parametrize(
    ("kind", "word"), [(kind, word) for kind, words in _SPELLINGS.items() for word in words]
)
def test_melds_in_every_spelling(kind: str, word: str) -> None:
    assert read(frame(f"melds W:+{word}"))["melds"] == [{"seat": "W", "kind": kind}]


@pytest.mark.parametrize("word", ["XXX", "xxx", "set", "hick", "hicked", "turkey tracks", "Turkey-Tracks"])
def test_the_mark_of_the_set_in_every_spelling(word: str) -> None:
    assert read(frame(f"score NS {word} EW 132"))["score"] == {"NS": "XXX", "EW": 132}


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
def test_the_round_of_a_call_is_kept_when_the_count_does_not_say_it(
    calls: str, rounds: list[int | None]
) -> None:
    assert [call.get("round") for call in read(frame(f"calls {calls}"))["declarations"]] == rounds


def test_a_hand_with_dad_and_belle_is_short() -> None:
    hand = read(CLEAN)
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


_OF_CLABBER: Final = [
    (["1 N  ah kx jc jh"], 4, 9, "`kx` is not a card"),
    (["1N ahackxjh"], 4, 8, "`kx` is not a card"),
    (["1N ah E: kd"], 4, 9, "expected a card directly after the seat"),
    (["1N ahac > S"], 4, 11, "the trick is marked as won before its fourth card"),
    (["1N ahacjcjh > S >E"], 4, 17, "the trick is marked as won by S and by E"),
    (["1N ahacjc", "2 N ts"], 5, 1, "trick 2 starts"),
    (["1N ah hk"], 4, 7, "`hk` is not a card"),
    (["1N ah belle ac"], 4, 7, "expected a card, but found `belle`"),
    (["1 ah ac jc jh"], 4, 3, "expected the seat that led, but found `ah`"),
    (["1N ahac X:jc"], 4, 9, "expected a seat, but found `X`"),
    (["1N ahacjcjhts"], 4, 12, "one card too many"),
    (["1N ahacjc", "2N ts"], 5, 1, "trick 2 starts, but trick 1 has only three cards"),
    (["1N ahacjcjh", "3N ts"], 5, 1, "expected trick 2, but found trick 3"),
    (["1N ahacjcjh > S", "2W ts"], 4, 15, "the trick is marked as won by S, but W leads the next one"),
    (["1N +dat ah"], 4, 4, "expected a call such as `+dad`, but found `+dat`"),
    (["1N +dad"], 4, 8, "expected a card"),
    (["N ks ah ?"], 4, 9, "an unknown card cannot be used here"),
    (["calls p pss"], 4, 9, "expected a call: `p`, `play` or a suit, but found `pss`"),
    (["incident exposd_card N"], 4, 10, "expected the kind of the incident, but found `exposd_card`"),
    (["claim E N"], 4, 9, "expected `against`"),
    (["claim E against N failure-to-folow"], 4, 19, "expected an infraction"),
    (["1N ah {not closed"], 4, 7, "the comment is not closed on this line"),
    (['remark "not closed'], 4, 8, "the quoted text is not closed on this line"),
    (['remark "bad \\n escape"'], 4, 8, "`\\n` is not allowed in quoted text"),
    (["claims E against N"], 4, 1, "unknown line `claims`"),
    (["deal W"], 4, 6, "`deal.dealer` is given twice"),
    (["seats N Ann/E Bob"], 4, 9, "`Ann/E` contains a slash"),
    (["context Round 3"], 4, 9, "expected a date, but found `Round`"),
    (["context round three"], 4, 15, "expected the number of the round, but found `three`"),
    (["score NS 12x"], 4, 10, "expected points or a mark such as `XXX`, but found `12x`"),
    (["{@99 late}"], 4, 1, "`99` is not a time"),
    (["explicit melds.*.seen"], 4, 10, "`melds.*.seen` is not an optional field"),
    (["melds none", "1N +dad ah"], 4, 1, "the hand says `melds none`, but a meld is called here"),
    (["seats N " + 81 * "x"], 4, 9, "is too long"),
    (["deal:", "score NS 2000"], 4, 6, "expected the dealer"),
    (["score NS 2000"], 4, 10, "expected points from 0 to 1000, but found `2000`"),
    (["account"], 4, 8, "expected what they disagree about"),
    (['incident advice E "lead high" @4'], 4, 19, "expected `quote` before what was said"),
    (["claim E against N trick 9"], 4, 25, "expected a trick from 1 to 6, but found `9`"),
    (["incident slow_play E order 99"], 4, 28, "expected a place in the order from 1 to 64, but found `99`"),
    (["remark a"] * 257, 260, 8, "remarks is too long"),
    (["N " + 25 * "as "], 4, 75, "deal.hands.N is too long"),
]
_OF_PEPPER: Final = [
    (["pack"], 5, 5, "expected the deck"),
    (["pack 24 five"], 5, 9, "expected `each`, but found `five`"),
    (["pack 24 each five"], 5, 14, "expected the number of cards dealt to each"),
    (["pack 48", "pack 24"], 6, 1, "`pack` is given twice"),
    (["seats P1 - / P2 - / P3 -"], 5, 1, "the `seats` line comes after lines that name seats"),
    (["seats N Ann", "seats N Bob"], 6, 9, "`players.N` is given twice"),
    (["out " + "N " * 65], 5, 133, "a hand can have at most 64 calls"),
    (["1P4 jh"], 5, 1, "expected the seat that led, but found `P4`"),
    (["before NS"], 5, 10, "expected a number"),
    (["before NS x"], 5, 11, "expected a number"),
    (["before XX 3"], 5, 8, "expected a side, NS or EW, but found `XX`"),
    (["blind"], 5, 6, "expected cards"),
    (["blind 9shk"], 5, 9, "`hk` is not a card"),
    (["calls"], 5, 6, "expected a call"),
    (["calls p 13"], 5, 9, "expected a call: `p`, a number or a word such as `pepper`, but found `13`"),
    (["calls four"], 5, 7, "`four` is not part of the bidding order"),
    (["calls p E:bottoms=kckx"], 5, 21, "`kx` is not a card"),
    (["calls p=ks"], 5, 7, "only Bottoms shows cards"),
    (["calls p E:bottoms"], 5, 9, "only Bottoms shows cards"),
    (["calls p@99"], 5, 7, "`99` is not a time"),
    (["trump E"], 5, 8, "expected what was named"),
    (["trump E spades twice"], 5, 16, "expected `alone` or a time such as @0, but found `twice`"),
    (["out X"], 5, 5, "expected a seat, but found `X`"),
    (["out"], 5, 4, "expected the seat that left the hand"),
    (["give N>S"], 5, 9, "expected cards"),
    (["give N> ts"], 5, 6, "expected who passed cards to whom"),
    (["contract N four"], 5, 12, "expected the number of tricks needed, but found `four`"),
    (["contract N 4 stars"], 5, 14, "expected what was named, but found `stars`"),
    (["1N jk=x"], 5, 4, "expected a card and the suit named with it"),
    (["1N =s"], 5, 4, "expected a card and the suit named with it"),
    (["1N ahacjc", "2N ts"], 6, 1, "trick 2 starts, but trick 1 has only three cards"),
    (["trump N hearts alone", "1N ahac", "2N ts"], 7, 1, "trick 1 has only two cards"),
    (["trump N hearts alone", "1N ahacjcts9s"], 6, 10, "one card too many"),
    (["1N ahac", "out E"], 6, 1, "the players are named after the first cards"),
    (["1N ahac", "calls loner"], 6, 1, "the players are named after the first cards"),
    (["1N +dad ah"], 5, 4, "`+dad` is not a card"),
    (["melds none"], 5, 1, "unknown line `melds`"),
    (["calls play"], 5, 7, "expected a call"),
    (["incident meld_called_for_partner N"], 5, 10, "expected the kind of the incident"),
    (["claim N against E failure-to-trump"], 5, 19, "expected an infraction"),
    (["score NS 1001"], 5, 10, "expected points from -1000 to 1000, but found `1001`"),
    (["score NS -x"], 5, 10, "expected points or a mark"),
    (["context stakes 2"], 5, 17, "expected the stake of a set"),
    (["context moved X"], 5, 15, "expected who changed seats, but found `X`"),
    (["sheet NS tricks 13"], 5, 17, "expected a number of tricks from 0 to 12, but found `13`"),
    (["explicit melds"], 5, 10, "`melds` is not an optional field"),
    (["clabber 1"], 5, 1, "a second hand starts inside this one"),
]
#: The seats line names the table, so it comes before the dealer.
_OF_ANY_TABLE: Final = [
    (["seats N Ann / P2 Bob"], 4, 7, "these seats do not make a table"),
    (["seats P1 - / P2 - / P3 -", "seats N Ann"], 5, 7, "there is no seat N at this table"),
    (["seats N Ann", "seats P1 - / P2 - / P3 -"], 5, 7, "there is no seat N at this table"),
    (["seats P1 - / P2 - / P3 -", "deal P1", "N ksqs"], 6, 1, "expected a seat, but found `N`"),
    (["seats P1 - / P2 - / P3 -", "deal P4"], 5, 6, "expected the dealer, but found `P4`"),
    (["seats P1 - / P2 - / P3 -", "deal P1", "score NS 4"], 6, 7, "expected a seat, but found `NS`"),
]


@pytest.mark.parametrize(
    ("head", "lines", "line", "column", "what"),
    [
        *((NEEDED, *case) for case in _OF_CLABBER),
        *((PEPPER, *case) for case in _OF_PEPPER),
        *((PEPPER[:3], *case) for case in _OF_ANY_TABLE),
    ],
)
def test_a_slip_is_told_with_its_place(
    head: tuple[str, ...], lines: list[str], line: int, column: int, what: str
) -> None:
    first = faults(frame(*lines, head=head))[0]
    assert what in first.what
    assert first.place == TextPlace(line, column)


def test_a_hand_begins_with_its_language() -> None:
    assert "does not start with `clabber 1`" in faults("hand h\ndeal W\n")[0].what


def test_places_count_from_where_the_hand_stands_in_its_file() -> None:
    with pytest.raises(Refused) as refused:
        parse(HandText(frame("1N kx"), 101))
    assert refused.value.faults[0].place == TextPlace(104, 4)


_SPOKEN: Final = frame(
    "calls S:bottoms=kckdks p", "trump E spades", "give N>S ts / S>N ah", "blind jdac",
    "before NS 1 EW 2", "1N jk=s qs9h", "score NS -4",
    head=PEPPER,
)  # fmt: skip


@pytest.mark.parametrize(
    ("text", "path", "line", "column"),
    [
        (CLEAN, ("plays", 7, "card"), 11, 18),
        (CLEAN, ("plays", 3), 10, 24),
        (CLEAN, ("plays", 99), 1, 1),
        (CLEAN, ("deal", "hands", "N", 3), 4, 9),
        (CLEAN, ("deal", "hands", "N"), 4, 1),
        (CLEAN, ("deal", "dealer"), 3, 6),
        (CLEAN, ("deal", "upcard"), 8, 4),
        (CLEAN, ("melds", 0), 10, 11),
        (CLEAN, ("melds", 0, "cards", 1), 10, 17),
        (CLEAN, ("melds", 1, "announced"), 11, 11),
        (CLEAN, ("declarations", 2, "call"), 9, 11),
        (CLEAN, ("score", "EW"), 16, 17),
        (CLEAN, ("id",), 2, 6),
        (CLEAN, (), 1, 1),
        (_SPOKEN, ("declarations", 0, "cards", 1), 5, 19),
        (_SPOKEN, ("declarations", 1), 5, 24),
        (_SPOKEN, ("declarations", 2, "trump"), 6, 7),
        (_SPOKEN, ("exchanges", 1, "cards", 0), 7, 19),
        (_SPOKEN, ("exchanges", 1, "from"), 7, 15),
        (_SPOKEN, ("deal", "blind", 1), 8, 9),
        (_SPOKEN, ("before", "EW"), 9, 16),
        (_SPOKEN, ("plays", 0, "named"), 10, 4),
        (_SPOKEN, ("plays", 2), 10, 11),
        (_SPOKEN, ("score", "NS"), 11, 10),
    ],
)
def test_locate(text: str, path: tuple[str | int, ...], line: int, column: int) -> None:
    assert locate(HandText(text, 1), path) == TextPlace(line, column)


@pytest.mark.parametrize(
    ("said", "out"),
    [
        ("trump S hearts alone", "N"),
        ("trump S hearts", ""),
        ("calls pepper", "S"),
        ("calls loner p p p", "S"),
        ("calls p p p pfeffer", "E"),
        ("calls sp p p p", ""),
        ("calls pepper loner", "W"),
        ("calls pepper 6\ntrump E hearts", ""),
        ("contract E 6 loner", "W"),
        ("contract E 6 hearts alone", "W"),
        ("contract E 6 hearts", ""),
        ("out N", "N"),
        ("out N@0", "N"),
        ("out N@1", ""),
    ],
)
def test_the_partner_of_a_lone_player_lays_down(said: str, out: str) -> None:
    playing = [seat for seat in "NESW" if seat not in out]
    text = frame(said, f"1{playing[0]} {'? ' * len(playing)}", head=PEPPER)
    assert [play["seat"] for play in read(text)["plays"]] == playing
