"""Tests of ruleset lines, whose text depends on the date of a hand: the sessions of `lines.md`."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from clabber_audit.rules.ruleset import LINES, SHIPPED, statute_of_shipped
from tests.cli import call
from tests.scale import at_scale
from tests.transcripts import carry_out, follow, transcripts

SESSIONS: Final = Path(__file__).with_name("lines.md")
DATED: Final = Path(__file__).parent / "dated"
HOUSES: Final = re.findall(
    r"^```toml (\S+)\n(.*?)^```$", SESSIONS.read_text("utf-8"), re.DOTALL | re.MULTILINE
)


def test_lines_match_the_files() -> None:
    of_line = {name: statute_of_shipped(name).line for name in SHIPPED}
    assert {one for one in of_line.values() if one} == {*LINES}
    assert all(of_line[newest] == name for name, newest in LINES.items())
    assert not {*LINES} & {*SHIPPED}


def write_hand(name: str, rules: str, date: str) -> None:
    """Write a hand under these rules, with this date if any."""
    text = (DATED / f"{name}.clab").read_text(encoding="utf-8").replace("rules ecl\n", f"rules {rules}\n")
    dated = text.replace("deal S\n", f"context {date}\ndeal S\n") if date else text
    Path(f"{name}.clab").write_text(dated, encoding="utf-8")


@pytest.mark.parametrize(("title", "lines"), transcripts(SESSIONS)[:: at_scale(3, 1)])
def test_session(title: str, lines: list[str], workdir: Path) -> None:
    """Commands on dated hands; the head of `lines.md` explains the lines."""
    for name, text in HOUSES:
        Path(f"{name}.toml").write_text(text, encoding="utf-8")
    for what, text in follow(lines, call, {}, workdir / "corner-bar.toml"):
        if what == "hand":
            name, rules, *date = text.split(" ", 2)
            write_hand(name, rules, "".join(date))
        elif what == "change":
            name, old, new = text.split()
            Path(name).write_text(Path(name).read_text("utf-8").replace(old, new), encoding="utf-8")
        else:
            carry_out(what, text, {})
