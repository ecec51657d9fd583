"""Tests of BagIt bags of an archive, validated by the package of the Library of Congress."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from clabber_audit.sites.archive import COLUMNS
from tests.archive.archives import make_archive
from tests.cli import GOOD, call, copy_with, csv_rows

PICTURE = b"\x89PNG\r\n\x1a\n picture"
SHA256 = hashlib.sha256(PICTURE).hexdigest()


#: Dates as printed in clippings, with their EDTF form.
DATES = {
    "November 5, 1931": "1931-11-05", "c. 1929": "1929~", "winter 1931-32": "1931-24", "1929 or 1930": "[1929,1930]",
    "from 1930 to 1935": "1930/1935", "[1930..1935]": "[1930..1935]", "193X": "193X", "before 1931": "[..1931]",
    # What may be two things is both; what nobody can know is left out.
    "3/4/1931": "[1931-03-04,1931-04-03]", "11/5/31": "", "some Tuesday": "",
}  # fmt: skip


@pytest.fixture
def archive_path(workdir: Path) -> Path:
    """Archive of clippings, the first with a picture and its transcription."""
    (workdir / "cut").mkdir()
    (workdir / "cut" / "p9.png").write_bytes(PICTURE)
    (workdir / "cut" / "p9.txt").write_text("The Owls met the Eagles\nat -Zanzibar-.", encoding="utf-8")
    source = {"kind": "newspaper", "citation": "=Evening Example, p. 9"}
    clipped = {**source, "note": f"sha256:{SHA256}"}
    people = {"players": {"N": "Ruth Example", "E": "Carl"}, "teams": {"NS": "Owls"}}
    records = [
        copy_with(
            GOOD, id=f"clip-{at:02}", context={"date": date}, source=source if at else clipped, **people
        )
        for at, date in enumerate(DATES)
    ]
    return make_archive(workdir, records, "shoebox.db")


def list_files() -> list[Path]:
    return [path for path in Path("parcel").rglob("*") if path.is_file()]


def read_metadata() -> list[dict[str, str]]:
    return csv_rows(Path("parcel", "data", "metadata.csv").read_text(encoding="utf-8"))


def test_export_as_a_bag(archive_path: Path) -> None:
    done = call("archive", "export", archive_path, "parcel", "--bag", "--clippings", "cut")
    assert (done.code, done.out, done.err) == (
        0,
        "",
        f"{len(DATES)} hands in parcel, {len(DATES) + 6} files\n",
    )
    rows = read_metadata()
    hands = [row for row in rows if row["dcterms:type"] == "Dataset"]
    assert {row["dcterms:created"]: row["dcterms:date"] for row in hands} == DATES
    (scan,) = [row for row in rows if row["dcterms:type"] == "StillImage"]
    assert "|Ruth Example|" in scan["dcterms:subject"] + "|"
    assert scan["transcription"] == "The Owls met the Eagles\nat -Zanzibar-."
    for row in rows:
        assert hashlib.sha256(Path("parcel", "data", row["file"]).read_bytes()).hexdigest() == row["sha256"]
    assert [*rows[0]] == [*COLUMNS]
    # No cell is a formula to a spreadsheet.
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())
    again = call("archive", "export", archive_path, "parcel", "--format", "bag")
    assert (again.code, "parcel already exists" in again.err) == (5, True)
    clash = call("archive", "export", archive_path, "other", "--bag", "--format", "jsonl")
    assert (clash.code, Path("other").exists()) == (2, False)


def test_every_file_is_in_the_manifest_with_its_hash(archive_path: Path) -> None:
    assert call("archive", "export", archive_path, "parcel", "--bag", "--clippings", "cut").code == 0
    files = {path.relative_to("parcel").as_posix(): path for path in list_files()}
    for manifest, names in (
        ("manifest-sha256.txt", {name for name in files if name.startswith("data/")}),
        ("tagmanifest-sha256.txt", {"bagit.txt", "bag-info.txt", "manifest-sha256.txt"}),
    ):
        lines = {line[66:]: line[:64] for line in files[manifest].read_text(encoding="utf-8").splitlines()}
        assert lines == {name: hashlib.sha256(files[name].read_bytes()).hexdigest() for name in names}


def test_missing_clippings_are_named(archive_path: Path) -> None:
    Path("cut", "p9.png").unlink()
    done = call("archive", "export", archive_path, "parcel", "--bag", "--clippings", "cut")
    assert f"look: clip-00 names clipping sha256:{SHA256}, which is not in cut" in done.err


def test_exported_anonymous_bag_has_no_names(archive_path: Path) -> None:
    done = call("archive", "export", archive_path, "parcel", "--bag", "--clippings", "cut", "--without-names")
    assert done.code == 0
    words = ("Ruth", "Carl", "Example", "Owls", "Zanzibar", "shoebox", "clip-", *DATES, *DATES.values())
    for path in list_files():
        shown = f"{path} {path.read_text(encoding='utf-8')}"
        assert not [word for word in words if word and word in shown], path
    assert not list(Path("parcel").rglob("*.png"))
    rows = read_metadata()
    assert {row["dcterms:title"][:10] for row in rows} == {"Hand hand-"}
    # These differ only in their dates.
    assert (
        len({row["dcterms:identifier"] for row in rows}) == len({row["file"] for row in rows}) == len(DATES)
    )


@pytest.mark.full
@pytest.mark.parametrize("options", [("--clippings", "cut"), ("--without-names",)])
def test_bag_is_valid(archive_path: Path, options: tuple[str, ...]) -> None:
    import bagit

    assert call("archive", "export", archive_path, "parcel", "--bag", *options).code == 0
    assert bagit.Bag("parcel").validate()
    file = next(Path("parcel", "data", "records").glob("*.json"))
    file.write_bytes(file.read_bytes() + b" ")
    assert not bagit.Bag("parcel").is_valid()
