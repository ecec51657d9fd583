"""BagIt bags of an archive, checked by the package of the Library of Congress."""

from __future__ import annotations

import csv
import hashlib
import io
from pathlib import Path

import pytest

from clabber_audit.api import read
from clabber_audit.judge.anonymous import nameless
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import Record
from clabber_audit.report.provenance import Clipping
from clabber_audit.sites.bag import COLUMNS, bag_files

PICTURE = b"\x89PNG\r\n\x1a\n picture"
SHA256 = hashlib.sha256(PICTURE).hexdigest()


def record_with_clipping() -> Record:
    hand = read("examples/ten-comes-home.clab").hand
    assert hand is not None
    data = hand.record.model_dump(mode="json", exclude_unset=True) | {
        "context": {"date": "winter 1931-32"},
        "source": {"kind": "newspaper", "citation": "=Evening Example, p. 9", "note": f"sha256:{SHA256}"},
    }
    record: Record = type(hand.record).model_validate(data)
    return record


def bag(*, anonymous: bool = False) -> dict[str, bytes]:
    clipped = {} if anonymous else {SHA256: Clipping(SHA256, picture="clipping-1.png")}
    record = record_with_clipping()
    if anonymous:
        assert isinstance(record, HandRecord)
        record = nameless(record)
    return bag_files(
        [record],
        clipped,
        {"clipping-1.png": PICTURE},
        title="Example League",
        day="2026-11-24",
    )


def test_metadata_has_the_date_by_edtf_and_as_written() -> None:
    rows = list(csv.DictReader(io.StringIO(bag()["data/metadata.csv"].decode())))
    assert [*rows[0]] == [*COLUMNS]
    assert [row["dcterms:type"] for row in rows] == ["Dataset", "StillImage"]
    assert {(row["dcterms:date"], row["dcterms:created"]) for row in rows} == {("1931-24", "winter 1931-32")}
    # A spreadsheet takes no cell for a formula.
    assert not any(cell.startswith(("=", "+", "-", "@")) for row in rows for cell in row.values())


def test_every_file_is_in_the_manifest_with_its_hash() -> None:
    files = bag()
    for manifest, names in (
        ("manifest-sha256.txt", {name for name in files if name.startswith("data/")}),
        ("tagmanifest-sha256.txt", {"bagit.txt", "bag-info.txt", "manifest-sha256.txt"}),
    ):
        lines = {line[66:]: line[:64] for line in files[manifest].decode().splitlines()}
        assert lines == {name: hashlib.sha256(files[name]).hexdigest() for name in names}


def test_without_names_no_name_and_no_picture_is_in_the_bag() -> None:
    files = bag(anonymous=True)
    assert not any(name.startswith("data/objects/") for name in files)
    for word in (b"Ruth", b"Carl", b"Owls", b"Evening Example", b"1931"):
        assert not any(word in data for name, data in files.items() if name.startswith("data/"))


@pytest.mark.full
def test_the_bag_is_valid(tmp_path: Path) -> None:
    import bagit

    for name, data in bag().items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    assert bagit.Bag(str(tmp_path)).validate()
