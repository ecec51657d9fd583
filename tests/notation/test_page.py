"""Tests of the documentation pages about the notation, and of files in the notation."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from itertools import islice
from pathlib import Path

import pytest

from clabber_audit.core.errors import Refused, TextPlace
from clabber_audit.games.parse import admit
from clabber_audit.records.notation.draft import HandText, split_hands
from clabber_audit.records.notation.language import add_sum, locate, parse
from clabber_audit.records.notation.writer import write
from tests.cli import ROOT, read_text
from tests.notation.texts import SKETCH, faults, frame

PAGE = ROOT / "schemas" / "clab.md"


def test_examples_of_the_page() -> None:
    canonical, typed = re.findall(r"```clab\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert write(parse(HandText(canonical, 1))) == canonical
    loose, strict = read_text(typed), read_text(canonical)
    assert loose.pop("comments") != strict.pop("comments")
    assert loose == strict


LINE_KINDS = """
    clabber hand rules seats teams context source explicit deal N up calls contract disordered 1N melds incident claim
    agreed laydown account says believed score sheet remark sum
"""


def example_lines(page: Path) -> list[str]:
    """Return the examples in the table of lines."""
    return re.findall(r"^\| (?:`[\w-]+`|a \w+) \| `([^`]+)` \|", page.read_text("utf-8"), re.MULTILINE)


def with_needed_lines(row: str, needed: list[str], at: int) -> list[str]:
    """Return a line with the lines that its hand needs, in order: the head of the hand first, plays last."""
    lines = [line for line in needed if line.split()[0] != row.split()[0]]
    lines.insert(at, row)
    lines.sort(key=lambda line: not line.startswith(("clabber", "bid-euchre")))
    return sorted(lines, key=lambda line: line.startswith(("calls", "1")))


def test_every_line_of_the_page() -> None:
    rows = example_lines(PAGE)
    assert [row.split()[0] for row in rows] == LINE_KINDS.split()
    for row in rows:
        lines = with_needed_lines(row, ["clabber 1", "hand h", "deal W"], 3)
        lines += ["claim N against E"] * 3 if row.startswith("explicit") else []
        if (head := row.split()[0]) in ("account", "says", "believed"):
            lines_of_account = ["account x", "says E: as written", "says N: melds none", row]
            lines_of_account = (
                [row, *lines_of_account[1:3]]
                if head == "account"
                else [lines_of_account[0], lines_of_account[1], row]
                if head == "says"
                else lines_of_account
            )
            lines = ["clabber 1", "hand h", "deal W", "1N ksahjcjh", "2S kd ad ts jd", *lines_of_account]
        parse(HandText("\n".join([*lines, "melds W:+dad"] if "melds.*" in row else lines), 1))


FAMILY_PAGE = ROOT / "schemas" / "bid-euchre.md"


def test_examples_of_the_family_page() -> None:
    canonical, typed = (
        HandText(text, 1) for text in re.findall(r"```clab\n(.*?)```", FAMILY_PAGE.read_text("utf-8"), re.S)
    )
    assert write(parse(canonical)) == canonical.text
    for passage in (canonical, typed):
        admit(parse(passage), partial(locate, passage))


NEEDED = ["bid-euchre 1", "hand h", "rules pepper", "deal W"]


def test_every_line_of_the_family_page() -> None:
    rows = example_lines(FAMILY_PAGE)
    assert len(rows) == 19
    for row in rows:
        lines = with_needed_lines(row, NEEDED, 1)
        if row.startswith("seats"):
            lines[lines.index("deal W")] = "deal P1"
        parse(HandText("\n".join(lines), 1))


def test_error_messages_are_those_of_the_page() -> None:
    row = r"^\| `([^`]+)`(?: without a `seats` line)? \| (.*) \|$"
    rows = re.findall(row, FAMILY_PAGE.read_text("utf-8"), re.M)
    documented = [(line, message.strip("` ")) for line, message in rows if re.match(r"`*\d+: ", message)]
    assert len(documented) == 6
    for line, message in documented:
        first = faults("\n".join([*NEEDED, line, ""]))[0]
        assert first.place
        assert first.place.line == 5
        actual = f"{first.place.column}: {first.what}" + (f"; {first.help}" if ";" in message else "")
        assert actual == message


def test_one_bad_hand_does_not_stop_the_next() -> None:
    good = write(parse(HandText(SKETCH, 1)))
    lines = ("\ufeff" + good + "\n" + frame("1N kx") + "\n" + good).encode().split(b"\n")
    lines.insert(len(lines) - 1, b"")
    seen: list[tuple[int, object]] = []
    for item in split_hands(line + b"\r\n" for line in lines):
        assert isinstance(item, HandText)
        try:
            seen.append((item.line, parse(item).id))
        except Refused as refused:
            seen.append((item.line, refused.faults[0].place))
    start = good.count("\n") + 2
    assert seen == [
        (1, "owls-eagles-g1-h08"),
        (start, TextPlace(start + 3, 4)),
        (start + 5, "owls-eagles-g1-h08"),
    ]


def test_invalid_utf8_affects_only_its_hand() -> None:
    lines = [b"clabber 1\n", "hand é".encode() + b"\xff\n", b"clabber 1\n", b"hand h\n", b"deal W\n"]
    bad, good = split_hands(lines)
    assert isinstance(bad, Refused)
    assert isinstance(good, HandText)
    assert bad.faults[0].place == TextPlace(2, 7)
    assert good.line == 3
    assert parse(good).id == "h"


def test_oversized_hand_affects_only_itself() -> None:
    remarks = [b"remark " + b"x" * 1000 + b"\n"] * 1100
    lines = [b"clabber 1\n", *remarks, b"clabber 1\n", b"hand h\n", b"deal W\n"]
    bad, good = split_hands(lines)
    assert isinstance(bad, Refused)
    assert isinstance(good, HandText)
    assert bad.faults[0].place == TextPlace(1, 1)
    with pytest.raises(Refused, match="too large"):
        parse(HandText("x" * (1 << 20) + "x", 1))


def test_a_file_without_hands() -> None:
    assert list(split_hands([])) == [] == list(split_hands(["\n", " \n"]))
    (only,) = split_hands(["ks ah\n"])
    assert isinstance(only, HandText)


def test_files_are_read_hand_by_hand() -> None:
    def endless() -> Iterable[bytes]:
        while True:
            yield from (b"clabber 1\n", b"hand h\n", b"deal W\n", b"\n")

    found = islice(split_hands(endless()), 3)
    assert [item.line for item in found if isinstance(item, HandText)] == [1, 5, 9]


def test_checksum_detects_missing_text() -> None:
    """It ignores blanks and line ends, and is no part of the record."""
    text = write(parse(HandText(SKETCH, 1)))
    whole = add_sum(text)
    assert parse(HandText(whole.replace("\n", " \r\n"), 1)) == parse(HandText(text, 1))
    last = whole.count("\n")
    for spoiled in (whole.replace("deal W", "deal N", 1), whole.replace("round 3 ", "", 1)):
        with pytest.raises(Refused) as refused:
            parse(HandText(spoiled, 1))
        assert refused.value.faults[0].place == TextPlace(last, 5)


def test_the_checksum_is_crc32() -> None:
    assert add_sum("123456789\n").splitlines()[-1] == "sum cbf43926"
