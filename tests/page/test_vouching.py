"""Words around a ruling on its page: rebuilt and compared, or told as free text, and never signed."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

import pytest

from clabber_audit.api import read, rule
from clabber_audit.archive.merkle import Checkpoint, text
from clabber_audit.judge.dossier import full_dossier, site_dossier
from clabber_audit.records.base import StoredVersion
from clabber_audit.records.formats import digest, record_data
from clabber_audit.report.page import page
from clabber_audit.report.remarks import (
    ARCHIVE_SECTIONS,
    SEASON_SECTIONS,
    Clipping,
    Link,
    Origin,
    PageFrame,
)
from clabber_audit.rules.ruleset import SHIPPED_OF
from tests.cli import ROOT, call
from tests.signing.people import AGNES

HAND = ROOT / "examples" / "ten-comes-home.clab"
AT = "2026-11-21T20:15:00Z"
LIE = "OVERTURNED on appeal: the score stands"
LINE = text(Checkpoint("otters", 7, b"\xee" * 32))


def around(tmp_path: Path, frame: PageFrame | None, checkpoint: str | None = None) -> Path:
    """Write the page of a ruling with a frame, as whoever has this program can."""
    ruling = rule(read(HAND))
    told = (site_dossier if frame and frame.sections else full_dossier)(ruling, SHIPPED_OF["clabber"])
    path = tmp_path / "around.html"
    path.write_text(page(told, frame=frame, checkpoint=checkpoint), encoding="utf-8")
    return path


def own() -> str:
    return digest(record_data(rule(read(HAND)).replay.hand.record))


@pytest.mark.parametrize(
    ("frame", "told"),
    [
        (
            PageFrame(LIE, (Link(LIE, "index.html"),), "index.html"),
            "sections that no site of this program has",
        ),
        (
            PageFrame("", (*ARCHIVE_SECTIONS, Link(LIE, "x.html"))),
            "sections that no site of this program has",
        ),
        (
            PageFrame("", (), origin=Origin((StoredVersion(3, "0" * 64, AT, "Mae", LIE),))),
            "versions of another record",
        ),
        (
            PageFrame("", (), clippings=(Clipping("0" * 64, text=LIE),)),
            "a clipping that is not one of its record",
        ),
        (
            PageFrame("", (), clippings=(Clipping(sha256(LIE.encode()).hexdigest(), text=LIE),)),
            "not one of its record",
        ),
    ],
)
def test_what_no_site_and_no_archive_writes_does_not_hold(
    tmp_path: Path, frame: PageFrame, told: str
) -> None:
    done = call("verify", around(tmp_path, frame))
    assert (done.code, told in done.out) == (1, True), done.out


@pytest.mark.parametrize(
    "frame",
    [
        PageFrame(LIE, SEASON_SECTIONS, "hands.html"),
        PageFrame("", ARCHIVE_SECTIONS, beside=(Link(LIE, "x.html"),)),
        PageFrame("", ARCHIVE_SECTIONS, after=Link(LIE, "x.html")),
        PageFrame("", (), origin=Origin((), (LIE,))),
    ],
)
def test_free_text_is_told_as_such(tmp_path: Path, frame: PageFrame) -> None:
    """Nothing on the page can prove what a site is called, or who is said to have approved a result."""
    done = call("verify", around(tmp_path, frame))
    assert (done.code, f"not checked, free text of its site or archive: “{LIE}”" in done.out) == (4, True), (
        done.out
    )


def test_free_text_of_a_version_is_told(tmp_path: Path) -> None:
    done = call(
        "verify",
        around(tmp_path, PageFrame("", (), origin=Origin((StoredVersion(3, own(), AT, "Mae", LIE),)))),
    )
    assert (done.code, f"“Mae: {LIE}”" in done.out) == (4, True), done.out


def test_names_of_the_record_and_a_frame_without_words_leave_nothing_open(tmp_path: Path) -> None:
    """The innocent twin: sections of an archive, the record's own people and teams."""
    frame = PageFrame(
        "", ARCHIVE_SECTIONS, "index.html", (Link("Scorecard", "a.html"), Link("Owls", "b.html"))
    )
    done = call("verify", around(tmp_path, frame))
    assert done.code == 0, done.out


@pytest.mark.parametrize(
    "line", [LIE, f"{LINE} {LIE}", LINE.lower(), LINE[:-1], LINE.replace("7", "8"), f" {LINE}"]
)
def test_a_checkpoint_has_the_form_of_one(tmp_path: Path, line: str) -> None:
    done = call("verify", around(tmp_path, None, line))
    assert (done.code, "the page has “" in done.out) == (1, True), done.out


def test_a_checkpoint_is_left_to_its_archive(tmp_path: Path) -> None:
    path = around(tmp_path, None, LINE)
    done = call("verify", path)
    assert (done.code, f"not checked: the checkpoint “{LINE}”" in done.out) == (4, True), done.out
    # Its words are no free text, so that whoever ruled from an archive may have the sides sign.
    assert call("sign", path, "--key", AGNES).code == 0


@pytest.mark.parametrize("args", [["--key", AGNES], ["--statement", "s"]])
@pytest.mark.parametrize(
    "frame",
    [
        PageFrame(LIE, SEASON_SECTIONS),
        PageFrame("", (), origin=Origin((), (LIE,))),
        PageFrame(LIE, (Link(LIE, "index.html"),)),
    ],
)
def test_words_around_a_ruling_are_not_signed(tmp_path: Path, frame: PageFrame, args: list[str]) -> None:
    path = around(tmp_path, frame)
    before = path.read_bytes()
    done = call("sign", path, *args)
    assert (done.code in (1, 4), "not signed" in done.err) == (True, True), done
    assert path.read_bytes() == before
