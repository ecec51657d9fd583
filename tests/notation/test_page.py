"""The page that explains the notation."""

from __future__ import annotations

import re

from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import parse
from clabber_audit.records.notation.writer import write
from tests.cli import ROOT
from tests.notation.texts import read

PAGE = ROOT / "schemas" / "clab.md"


def test_the_examples_of_the_page_read() -> None:
    canonical, typed = re.findall(r"```clab\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert write(parse(HandText(canonical, 1))) == canonical
    loose, strict = read(typed), read(canonical)
    assert loose.pop("comments") != strict.pop("comments")
    assert loose == strict


LINE_KINDS = """
    clabber hand rules seats teams context source explicit deal N up calls contract disordered 1N melds incident claim
    laydown score sheet remark sum
"""


def test_every_line_of_the_page_reads() -> None:
    table = r"^\| (?:`\w+`|a \w+) \| `([^`]+)` \|"
    rows = re.findall(table, PAGE.read_text("utf-8"), re.MULTILINE)
    assert [row.split()[0] for row in rows] == LINE_KINDS.split()
    needed = ["clabber 1", "hand h", "deal W"]
    claims = ["claim N against E"] * 3
    for row in rows:
        others = [line for line in needed if line.split()[0] != row.split()[0]]
        lines = [*others, row, *claims] if row.startswith("explicit") else [*others, row]
        lines.sort(key=lambda line: not line.startswith("clabber"))
        lines.sort(key=lambda line: line.startswith(("calls", "1N")))
        parse(HandText("\n".join([*lines, "melds W:+dad"] if "melds.*" in row else lines), 1))
