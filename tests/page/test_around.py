"""Tests of text around a ruling: provenance of its record, free text, and text that no site writes."""

from __future__ import annotations

import hashlib
import re
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
    provenance,
)
from clabber_audit.rules.ruleset import SHIPPED_OF
from tests.archive.archives import AT, make_archive
from tests.cli import CLAIMED, GOOD, ROOT, Json, call, copy_with, write_records
from tests.league.seasons import SEASON, encode_season, game
from tests.rules import rule_on
from tests.scale import at_scale
from tests.signing.people import AGNES

PICTURE = b"\x89PNG\r\n\x1a\n\x00"
SHA256 = hashlib.sha256(PICTURE).hexdigest()
SOURCE = {
    "kind": "newspaper", "citation": "Evening Example, p. 2", "date_as_written": "14 Oct 1931",
    "recorded_by": "Ida <b>Example</b>", "note": f"cut out; checked by Gus Example; sha256:{SHA256}",
}  # fmt: skip
AMENDED = ("--by", "Mae", "--why", "trick 2 was miscopied")


def describe_source(source: Json | None, *versions: StoredVersion) -> tuple[str, ...]:
    record = copy_with(GOOD, source=source) if source is not None else GOOD
    return provenance(rule_on(record).replay.hand.record, Origin(versions))


def test_provenance_lists_recorded_and_missing_parts() -> None:
    assert describe_source(SOURCE) == (
        "Recorded by Ida <b>Example</b>.",
        "From newspaper: Evening Example, p. 2, dated 14 Oct 1931.",
        "Checked by Gus Example.",
        f"Clipping sha256:{SHA256}.",
    )
    assert describe_source(None) == (
        "Not noted: who recorded it, what it was taken from and who checked it.",
    )
    assert describe_source({"recorded_by": "Mae B."}) == (
        "Recorded by Mae B.", "Not noted: what it was taken from and who checked it.",
    )  # fmt: skip


@pytest.mark.parametrize(
    ("note", "expected"),
    [
        ("checked by Gus B. Example. Cut out", "Checked by Gus B. Example."),
        ("Checked by Mae; checked by Ida", "Checked by Mae. Checked by Ida."),
        ("not checked by anybody", ""), ("Mae checked it", ""), ("unchecked", ""),
        ("found in an attic", "Not noted: who checked it."),
    ],
)  # fmt: skip
def test_checkers_are_read_only_from_clear_notes(note: str, expected: str) -> None:
    known = {key: SOURCE[key] for key in ("kind", "citation", "date_as_written", "recorded_by")}
    assert " ".join(describe_source({**known, "note": note})[2:]) == expected


def test_first_and_latest_of_many_versions_are_listed() -> None:
    versions = [
        StoredVersion(number, f"{number:064}", AT, *(("Mae", "again") if number else ()))
        for number in range(30)
    ]
    _missing, first, between, *latest = describe_source(None, *versions)
    assert first == f"Entry 0 of the log, added 2026-11-21 20:15 UTC (record SHA-256 {'0' * 16}…)."
    assert between == "9 more versions lie between."
    assert len(latest) == 20
    assert latest[-1].startswith("Entry 29 took the place of entry 28, ")
    assert latest[-1].endswith(". Mae: again.")
    assert len(describe_source(None, *versions[:21])) == 22


@pytest.fixture
def archive_path(workdir: Path) -> Path:
    """Return an archive with an amended hand."""
    path = make_archive(workdir, [GOOD, copy_with(CLAIMED, source=SOURCE)])
    write_records(workdir / "better.json", [copy_with(CLAIMED, source=SOURCE, remarks=["read again"])])
    assert call("archive", "amend", path, "better.json", *AMENDED).code == 0
    (workdir / "cut").mkdir()
    (workdir / "cut" / "a.png").write_bytes(PICTURE)
    return path


REPLACED = re.compile(
    r"Entry 2 took the place of entry 1, 20\d\d-\d\d-\d\d \d\d:\d\d UTC \(record SHA-256 [0-9a-f]{16}…\)\. "
    r"Mae: trick 2 was miscopied\."
)


def test_archive_pages_have_the_provenance(archive_path: Path) -> None:
    call("archive", "export", archive_path, "pages", "--clippings", "cut")
    pages = {path.name: path.read_text(encoding="utf-8") for path in Path("pages").glob("hand-*")}
    (amended,) = [page for page in pages.values() if "Ruling on hand claimed" in page]
    assert REPLACED.search(amended)
    assert f"Clipping sha256:{SHA256}, shown below." in amended
    checked = call("verify", *sorted(Path("pages").glob("hand-*")))
    assert (
        checked.code,
        checked.out.count("the text of the page matches its ruling, character for character"),
    ) == (
        4,
        2,
    ), checked.out
    assert "not checked, free text of its site or archive: “the picture clipping-" in checked.out
    assert amended.index("shown below") < amended.index("<img")
    (other,) = [page for page in pages.values() if page != amended]
    assert "Not noted: who recorded it, what it was taken from and who checked it." in other
    call("archive", "export", archive_path, "pages")
    (name,) = [name for name, page in pages.items() if page == amended]
    assert f"Clipping sha256:{SHA256}, not here." in Path("pages", name).read_text(encoding="utf-8")
    call("archive", "export", archive_path, "hidden", "--anonymous")
    for path in Path("hidden").iterdir():
        assert not re.search("Mae:|Example|comes from", path.read_text(encoding="utf-8")), path


def test_season_pages_name_who_approved_the_result(workdir: Path) -> None:
    """An approval that was undone does not count; hands from an archive also have their versions."""
    signed = {"when": "2026-01-06"}
    approvals = [
        {"number": number, "match": "r1-a", "team": team, "who": who, **signed}
        for number, team, who in ((1, "owls", "Ruth"), (2, "eagles", "Carl"))
    ]
    back = [{"number": 3, "of": 2, "who": "Agnes", "why": "too soon", **signed}]
    season = {**SEASON, "approvals": approvals, "withdrawals": back}
    (workdir / "season.json").write_bytes(encode_season(season))
    make_archive(workdir, game(1, ("Owls", "Eagles"), (512, 430)), "season.db")
    call("league", "site", "season.json", "season.db", "-o", "public")
    pages = [path.read_text(encoding="utf-8") for path in Path("public").glob("hand-*")]
    assert len(pages) > 1
    for shown in pages:
        assert "Owls approved Owls – Eagles, round 1 (Ruth, 2026-01-06)." in shown
        assert "Carl" not in shown
        assert "Not noted: who recorded it and what it was taken from." in shown
        assert re.search(r"Entry \d of the log, added 2026-11-21 20:15 UTC", shown)


HAND = ROOT / "examples" / "ten-comes-home.clab"
LIE = "OVERTURNED on appeal: the score stands"
LINE = text(Checkpoint("otters", 7, b"\xee" * 32))


def write_framed_page(tmp_path: Path, frame: PageFrame | None, checkpoint: str | None = None) -> Path:
    """Write the page of a ruling with a frame, as anybody with this program can."""
    ruling = rule(read(HAND))
    content = (site_dossier if frame and frame.sections else full_dossier)(ruling, SHIPPED_OF["clabber"])
    path = tmp_path / "around.html"
    path.write_text(page(content, frame=frame, checkpoint=checkpoint), encoding="utf-8")
    return path


def digest_record() -> str:
    """Return the digest of the record on the page."""
    return digest(record_data(read(HAND).record))  # type: ignore[arg-type]


def by_version(sha256: str) -> Origin:
    return Origin((StoredVersion(3, sha256, AT, "Mae", LIE),))


NO_SITE = "sections that no site of this program has"
FREE = f"not checked, free text of its site or archive: “{LIE}”"
#: A frame or checkpoint, the exit code of `verify`, and its message.
AROUND: list[tuple[PageFrame | str, int, str]] = [
    # Text that no site and no archive writes is rejected.
    (PageFrame(LIE, (Link(LIE, "index.html"),), "index.html"), 1, NO_SITE),
    (PageFrame("", (*ARCHIVE_SECTIONS, Link(LIE, "x.html"))), 1, NO_SITE),
    (PageFrame("", (), origin=by_version("0" * 64)), 1, "versions of another record"),
    (PageFrame("", (), clippings=(Clipping("0" * 64, text=LIE),)), 1, "a clipping that is not one of its record"),
    (PageFrame("", (), clippings=(Clipping(sha256(LIE.encode()).hexdigest(), text=LIE),)), 1, "not one of its record"),
    *((line, 1, "the page has “")
      for line in (LIE, f"{LINE} {LIE}", LINE.lower(), LINE[:-1], LINE.replace("7", "8"), f" {LINE}")),
    # The page cannot prove the title of a site or the names of those who approved a result.
    (PageFrame(LIE, SEASON_SECTIONS, "hands.html"), 4, FREE),
    (PageFrame("", ARCHIVE_SECTIONS, beside=(Link(LIE, "x.html"),)), 4, FREE),
    (PageFrame("", ARCHIVE_SECTIONS, after=Link(LIE, "x.html")), 4, FREE),
    (PageFrame("", (), origin=Origin((), (LIE,))), 4, FREE),
    (PageFrame("", (), origin=by_version(digest_record())), 4, f"“Mae: {LIE}”"),
    # The innocent twin: sections of an archive, the record's own people and teams.
    (PageFrame("", ARCHIVE_SECTIONS, "index.html", (Link("Scorecard", "a.html"), Link("Owls", "b.html"))), 0, ""),
]  # fmt: skip


@pytest.mark.parametrize(("put", "code", "message"), AROUND[:: at_scale(4, 1)])
def test_text_around_a_ruling_is_reported_and_not_signed(
    tmp_path: Path, put: PageFrame | str, code: int, message: str
) -> None:
    path = (
        write_framed_page(tmp_path, None, put) if isinstance(put, str) else write_framed_page(tmp_path, put)
    )
    done, before = call("verify", path), path.read_bytes()
    assert (done.code, message in done.out) == (code, True), done.out
    for args in (["--key", AGNES], ["--statement", tmp_path / "s"]) if code else ():
        signed = call("sign", path, *args)
        assert (signed.code in (1, 4), "not signed" in signed.err) == (True, True), signed
        assert path.read_bytes() == before


def test_checkpoint_is_not_checked(tmp_path: Path) -> None:
    path = write_framed_page(tmp_path, None, LINE)
    done = call("verify", path)
    assert (done.code, f"not checked: the checkpoint “{LINE}”" in done.out) == (4, True), done.out
    # A checkpoint is not free text, so a ruling from an archive can be signed.
    assert call("sign", path, "--key", AGNES).code == 0
