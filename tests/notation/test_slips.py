"""What cannot be read is told, all of it at once, each with its place."""

from __future__ import annotations

import pytest

from clabber_audit.core.errors import Place, Refused
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import locate, parse
from tests.notation.texts import CLEAN, faults, frame


@pytest.mark.parametrize(
    ("lines", "line", "column", "what"),
    [
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
        (["seats N " + 81 * "x"], 4, 9, "is not a valid players.N"),
        (["deal:", "score NS 2000"], 4, 6, "expected the dealer"),
        (["score NS 2000"], 4, 10, "`2000` is not a valid score.NS"),
        (["remark a"] * 257, 260, 8, "remarks is too long"),
        (["N " + 25 * "as "], 4, 75, "deal.hands.N is too long"),
    ],
)
def test_a_slip_is_told_with_its_place(lines: list[str], line: int, column: int, what: str) -> None:
    first = faults(frame(*lines))[0]
    assert what in first.what
    assert first.place == Place(line, column)


def test_all_slips_of_a_hand_are_told_at_once() -> None:
    found = faults(frame("calls p pss", "1N ahackxjh", "incident slowplay", "score NS 2000"))
    assert [(fault.place.line, fault.place.column) for fault in found if fault.place] == [
        (4, 9),
        (5, 8),
        (6, 10),
        (7, 10),
    ]
    assert found[2].help == "did you mean `slow_play`?"


def test_what_is_missing_is_told() -> None:
    assert [fault.what for fault in faults("clabber 1\n")] == [
        "the hand has no id",
        "the hand does not say who dealt",
    ]
    assert "does not start with `clabber 1`" in faults("hand h\ndeal W\n")[0].what


def test_places_count_from_where_the_hand_stands_in_its_file() -> None:
    with pytest.raises(Refused) as refused:
        parse(HandText(frame("1N kx"), 101))
    assert refused.value.faults[0].place == Place(104, 4)


@pytest.mark.parametrize(
    ("path", "line", "column"),
    [
        (("plays", 7, "card"), 11, 18),
        (("plays", 3), 10, 24),
        (("plays", 99), 1, 1),
        (("deal", "hands", "N", 3), 4, 9),
        (("deal", "hands", "N"), 4, 1),
        (("deal", "dealer"), 3, 6),
        (("deal", "upcard"), 8, 4),
        (("melds", 0), 10, 11),
        (("melds", 0, "cards", 1), 10, 17),
        (("melds", 1, "announced"), 11, 11),
        (("declarations", 2, "call"), 9, 11),
        (("score", "EW"), 16, 17),
        (("id",), 2, 6),
        ((), 1, 1),
    ],
)
def test_locate(path: tuple[str | int, ...], line: int, column: int) -> None:
    assert locate(HandText(CLEAN, 1), path) == Place(line, column)
