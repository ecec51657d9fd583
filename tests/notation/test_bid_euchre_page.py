"""The page that explains the text of the Bid Euchre family."""

from __future__ import annotations

import re
from functools import partial

from clabber_audit.games.parse import admit
from clabber_audit.records.notation.draft import HandText
from clabber_audit.records.notation.language import locate, parse_any
from clabber_audit.records.notation.writer import write
from tests.cli import ROOT
from tests.notation.texts import faults

PAGE = ROOT / "schemas" / "bid-euchre.md"


def test_the_examples_of_the_page_read_and_can_have_happened() -> None:
    canonical, typed = (HandText(text, 1) for text in re.findall(r"```clab\n(.*?)```", PAGE.read_text("utf-8"), re.S))
    assert write(parse_any(canonical)) == canonical.text
    for passage in (canonical, typed):
        admit(parse_any(passage), partial(locate, passage))


NEEDED = ["bid-euchre 1", "hand h", "rules pepper", "deal W"]


def test_every_line_of_the_page_reads() -> None:
    rows = re.findall(r"^\| (?:`[\w-]+`|a \w+) \| `([^`]+)` \|", PAGE.read_text("utf-8"), re.M)
    assert len(rows) == 19
    for row in rows:
        lines = [line for line in NEEDED if line.split()[0] != row.split()[0]]
        lines.insert(1, row)
        if row.startswith("seats"):
            lines[lines.index("deal W")] = "deal P1"
        lines.sort(key=lambda line: not line.startswith("bid-euchre"))
        lines.sort(key=lambda line: line.startswith(("calls", "1S")))
        parse_any(HandText("\n".join(lines), 1))


def test_what_the_page_says_is_refused_is_told_so() -> None:
    rows = re.findall(r"^\| `([^`]+)`(?: without a `seats` line)? \| (.*) \|$", PAGE.read_text("utf-8"), re.M)
    told = [(line, said.strip("` ")) for line, said in rows if re.match(r"`*\d+: ", said)]
    assert len(told) == 6
    for line, said in told:
        first = faults("\n".join([*NEEDED, line, ""]))[0]
        assert first.place
        assert first.place.line == 5
        spoken = f"{first.place.column}: {first.what}" + (f"; {first.help}" if ";" in said else "")
        assert spoken == said
