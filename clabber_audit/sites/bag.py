"""BagIt bag of an archive (RFC 8493): Dublin Core as CSV, records and clippings, for repositories that keep them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple, cast

from clabber_audit.judge.anonymous import anonymize_record
from clabber_audit.records.base import Source
from clabber_audit.records.dates import date_of_record, edtf
from clabber_audit.records.formats import Record, fold_name, record_line
from clabber_audit.records.sheets.tables import csv_text
from clabber_audit.report.provenance import Clipping, clippings

#: Columns of `metadata.csv`, as Omeka, CONTENTdm and Preservica take them.
COLUMNS: Final = (
    *("dcterms:identifier", "dcterms:title", "dcterms:date", "dcterms:created", "dcterms:creator"),
    *("dcterms:subject", "dcterms:description", "dcterms:type", "dcterms:format", "dcterms:source"),
    *("dcterms:isPartOf", "dcterms:language", "dcterms:rights", "file", "sha256", "transcription"),
)
#: Copyright undetermined: the statement to give until somebody decides.
_RIGHTS: Final = "http://rightsstatements.org/vocab/UND/1.0/"
_SUBJECT: Final = {
    "clabber-hand/1": "Clabber (Card game)|Card games--Indiana",
    "bid-euchre-hand/1": "Bid euchre (Card game)|Card games--Indiana",
}
_MEDIA: Final = {
    "png": "image/png",
    "jpg": "image/jpeg",
    "jpeg": "image/jpeg",
    "webp": "image/webp",
    "gif": "image/gif",
}
#: Separator of several values in a cell.
_AND: Final = "|"


class Parcel(NamedTuple):
    """Description of a bag: the name of its archive, its day, and the names of people by their other spellings."""

    origin: str
    day: str
    anonymous: bool = False
    spellings: Mapping[str, str] = MappingProxyType({})


class _StoredRecord(NamedTuple):
    """File of a record, with its bytes and the identifier of its row."""

    identifier: str
    file: str
    data: bytes


def bag_files(
    records: Iterable[Record],
    clipped: Mapping[str, Clipping],
    pictures: Mapping[str, bytes],
    parcel: Parcel,
) -> dict[str, bytes]:
    """Return the files of a bag by their paths.

    `clipped` are clippings by hash, and `pictures` their bytes by file name. Without names there are no clippings: a
    picture shows names too, and the name of an archive may be that of a club.
    """
    title = "an archive without names" if parcel.anonymous else parcel.origin
    if parcel.anonymous:
        records, clipped = [anonymize_record(cast(Any, record)) for record in records], {}
    rows: list[tuple[str, ...]] = [COLUMNS]
    payload: dict[str, bytes] = {}
    taken = Counter[str]()
    for record in records:
        # Without names and dates, hands of the same cards are one record.
        taken[record.id] += 1
        identifier = record.id if taken[record.id] == 1 else f"{record.id}-{taken[record.id]}"
        name = f"data/records/{identifier}.json"
        payload[name] = (record_line(record) + "\n").encode()
        own = [clipped[clipping] for clipping in clippings(record.source) if clipping in clipped]
        payload |= {
            f"data/objects/{clipping.picture}": pictures[clipping.picture]
            for clipping in own
            if clipping.picture in pictures
        }
        people = [parcel.spellings.get(fold_name(name), name) for name in record.players.values()]
        rows += _rows(record, own, title, people, _StoredRecord(identifier, name, payload[name]))
    payload["data/metadata.csv"] = csv_text(rows).encode()
    return payload | _tag_files(payload, title, parcel.day)


def missing_clippings(
    records: Iterable[Record], clipped: Mapping[str, Clipping]
) -> Iterator[tuple[str, str]]:
    """Yield the hashes of clippings that records name and that are not there, each with the id of its hand."""
    for record in records:
        yield from ((record.id, clipping) for clipping in clippings(record.source) if clipping not in clipped)


def _rows(
    record: Record, own: Iterable[Clipping], title: str, people: Iterable[str], stored: _StoredRecord
) -> Iterator[tuple[str, ...]]:
    """Yield the row of a record and one for each clipping it was taken from."""
    source, written = record.source or Source(), date_of_record(record)
    in_words = source.date_as_written or written
    sides = " against ".join(record.teams.values())
    described = {
        "dcterms:date": edtf(written) or "",
        "dcterms:created": in_words,
        "dcterms:subject": _AND.join(dict.fromkeys([_SUBJECT.get(record.format, ""), *people])),
        "dcterms:source": source.citation or "",
        "dcterms:isPartOf": title,
        "dcterms:language": "en",
        "dcterms:rights": _RIGHTS,
    }
    yield _row(
        described
        | {
            "dcterms:identifier": stored.identifier,
            "dcterms:title": f"Hand {stored.identifier}" + (f": {sides}" if sides else ""),
            "dcterms:creator": source.recorded_by or "",
            "dcterms:description": _AND.join(record.remarks),
            "dcterms:type": "Dataset",
            "dcterms:format": "application/json",
            "file": stored.file.removeprefix("data/"),
            "sha256": hashlib.sha256(stored.data).hexdigest(),
        }
    )
    for number, clipping in enumerate(own, 1):
        ending = clipping.picture.rpartition(".")[2].lower()
        yield _row(
            described
            | {
                "dcterms:identifier": f"{stored.identifier}-clipping-{number}",
                "dcterms:title": f"Source of hand {stored.identifier}",
                "dcterms:type": "StillImage" if clipping.picture else "Text",
                "dcterms:format": _MEDIA.get(ending, "text/plain"),
                "file": f"objects/{clipping.picture}" if clipping.picture else "",
                "sha256": clipping.sha256,
                "transcription": clipping.text,
            }
        )


def _row(cells: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(cells.get(column, "") for column in COLUMNS)


def _tag_files(payload: Mapping[str, bytes], title: str, day: str) -> dict[str, bytes]:
    """Return the declaration, the description and the manifests of a bag."""
    size = sum(map(len, payload.values()))
    info = {
        "Source-Organization": title,
        "Bagging-Date": day,
        "External-Description": f"Hands of {title}",
        "Payload-Oxum": f"{size}.{len(payload)}",
    }
    tags = {
        "bagit.txt": b"BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n",
        "bag-info.txt": "".join(
            f"{key}: {' '.join(value.split())}\n" for key, value in info.items()
        ).encode(),
        "manifest-sha256.txt": _manifest(payload),
    }
    return tags | {"tagmanifest-sha256.txt": _manifest(tags)}


def _manifest(files: Mapping[str, bytes]) -> bytes:
    lines = (f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))
    return "".join(lines).encode()
