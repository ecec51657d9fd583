"""Files of many hands, read one by one."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from clabber_audit.core.errors import Place, Refused
from clabber_audit.records.notation.draft import HandText, passages
from clabber_audit.records.notation.language import parse, summed
from clabber_audit.records.notation.writer import write
from tests.notation.texts import SKETCH, frame


def test_one_bad_hand_does_not_stop_the_next() -> None:
    good = write(parse(HandText(SKETCH, 1)))
    lines = ("\ufeff" + good + "\n" + frame("1N kx") + "\n" + good).encode().split(b"\n")
    lines.insert(len(lines) - 1, b"")
    seen: list[tuple[int, object]] = []
    for item in passages(line + b"\r\n" for line in lines):
        assert isinstance(item, HandText)
        try:
            seen.append((item.line, parse(item).id))
        except Refused as refused:
            seen.append((item.line, refused.faults[0].place))
    start = good.count("\n") + 2
    assert seen == [
        (1, "owls-eagles-g1-h08"),
        (start, Place(start + 3, 4)),
        (start + 5, "owls-eagles-g1-h08"),
    ]


def test_bytes_that_are_no_text_spoil_only_their_hand() -> None:
    lines = [b"clabber 1\n", "hand é".encode() + b"\xff\n", b"clabber 1\n", b"hand h\n", b"deal W\n"]
    bad, good = passages(lines)
    assert isinstance(bad, Refused)
    assert isinstance(good, HandText)
    assert bad.faults[0].place == Place(2, 7)
    assert good.line == 3
    assert parse(good).id == "h"


def test_a_hand_too_large_spoils_only_itself_and_is_not_held() -> None:
    lines = [
        b"clabber 1\n",
        *([b"remark " + b"x" * 1000 + b"\n"] * 1100),
        b"clabber 1\n",
        b"hand h\n",
        b"deal W\n",
    ]
    bad, good = passages(lines)
    assert isinstance(bad, Refused)
    assert isinstance(good, HandText)
    assert bad.faults[0].place == Place(1, 1)
    with pytest.raises(Refused, match="too large"):
        parse(HandText("x" * (1 << 20) + "x", 1))


def test_a_file_without_hands() -> None:
    assert list(passages([])) == [] == list(passages(["\n", " \n"]))
    (only,) = passages(["ks ah\n"])
    assert isinstance(only, HandText)


def test_files_are_read_hand_by_hand() -> None:
    def endless() -> Iterable[bytes]:
        while True:
            yield from (b"clabber 1\n", b"hand h\n", b"deal W\n", b"\n")

    found = passages(endless())
    assert [item.line for item, _ in zip(found, range(3), strict=False) if isinstance(item, HandText)] == [
        1,
        5,
        9,
    ]


def test_the_sum_tells_that_all_of_it_came_through() -> None:
    """Of the lines as they read, so that neither blanks nor the ends of lines matter; the record has none of it."""
    text = write(parse(HandText(SKETCH, 1)))
    whole = summed(text)
    assert parse(HandText(whole.replace("\n", " \r\n"), 1)) == parse(HandText(text, 1))
    last = whole.count("\n")
    for spoilt in (whole.replace("deal W", "deal N", 1), whole.replace("round 3 ", "", 1)):
        with pytest.raises(Refused) as refused:
            parse(HandText(spoilt, 1))
        assert refused.value.faults[0].place == Place(last, 5)


def test_the_sum_is_that_of_zip() -> None:
    assert summed("123456789\n").splitlines()[-1] == "sum cbf43926"
