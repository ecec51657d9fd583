"""Tests of whole sessions at the command line (`sessions.md`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli import CLAIMED, GOOD, RENEGE, ROOT, call, copy_with
from tests.league.seasons import SEASON, encode_season
from tests.sheet.test_workbooks import THURSDAY, workbook
from tests.transcripts import carry_out, follow, transcripts

_CYRILLIC = "Воb"
RECORDS = {
    "good": GOOD,
    "renege": RENEGE,
    "speaking": copy_with(GOOD, remarks=["clabber-ruling/1"], players={"N": "clabber-ruling/1"}),
    "twins": copy_with(GOOD, id="twins", players={"N": "Bob", "S": _CYRILLIC}),
    "bob": copy_with(GOOD, id="bob", players={"N": "Bob"}),
    **{name: copy_with(GOOD, id=name, players={"N": _CYRILLIC}) for name in ("other", "another")},
    **{
        name: copy_with(CLAIMED, claims=[{"by": "E", "against": "N", "infraction": name, "at": 0}])
        for name in ("spitting", "exposed")
    },
}


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("sessions.md")))
def test_transcript(title: str, lines: list[str], workdir: Path) -> None:
    """Run commands on files and compare what they print and write; the head of `sessions.md` explains the lines."""
    (workdir / "night.xlsx").write_bytes(workbook(Hands=THURSDAY))
    names = {"answers": "'Us=ns_score, Them=ew_score'", "examples": str(ROOT / "examples")}
    for what, text in follow(lines, call, names, workdir / "kept"):
        if what == "season":
            Path("season.json").write_bytes(encode_season({**SEASON, **json.loads(text)}))
        else:
            carry_out(what, text, RECORDS)
