"""Sessions at the command line (`sessions.md`)."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli import CLAIMED, GOOD, RENEGE, Json, call, changed, put
from tests.sheet.test_workbooks import THURSDAY, workbook
from tests.transcripts import follow, transcripts

RECORDS = {
    "good": GOOD,
    "renege": RENEGE,
    "speaking": changed(GOOD, remarks=["clabber-ruling/1"], players={"N": "clabber-ruling/1"}),
    **{
        name: changed(CLAIMED, claims=[{"by": "E", "against": "N", "infraction": name, "at": 0}])
        for name in ("spitting", "exposed")
    },
}


@pytest.mark.parametrize(("title", "lines"), transcripts(Path(__file__).with_name("sessions.md")))
def test_a_session(title: str, lines: list[str], here: Path) -> None:
    """Commands on files, and what they say and write; the head of `sessions.md` explains the lines."""
    (here / "night.xlsx").write_bytes(workbook(Hands=THURSDAY))
    names = {"answers": "'Us=ns_score, Them=ew_score'"}
    for what, text in follow(lines, call, names, here / "kept"):
        carry_out(what, text, RECORDS)


def carry_out(what: str, text: str, records: dict[str, Json]) -> None:
    """Make a file, or compare one, as a line says."""
    name, _, rest = text.partition(" ")
    file = Path(name)
    if what == "line":
        with file.open("a", encoding="utf-8") as opened:
            opened.write(f"{rest}\n")
    elif what == "put":
        put(file, [records[one] for one in rest.split()])
    elif what == "empty":
        file.touch()
    elif what == "folder":
        file.mkdir()
    elif what == "no":
        assert not file.exists(), text
    elif what == "text":
        assert " ".join(file.read_text(encoding="utf-8").split()) == rest
    else:
        assert what == "files", what
        assert sorted(path.name for path in Path().iterdir()) == text.split()
