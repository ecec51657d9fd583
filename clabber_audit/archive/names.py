"""The names in an archive: of people, of teams, and what else hands are looked for by."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from clabber_audit.archive.damage import told
from clabber_audit.archive.opening import Archive
from clabber_audit.archive.reading import AT_THE_TABLE


def named(archive: Archive) -> Iterator[str]:
    """The people and teams that an archive names, each once a seat."""
    yield from people(archive)
    yield from teams(archive)


def people(archive: Archive) -> Iterator[str]:
    """The people that an archive names, each once a seat."""
    yield from _distinct(archive, ((seat, "hands") for seat in AT_THE_TABLE))


def teams(archive: Archive) -> Iterator[str]:
    """The teams that an archive names, each once a side."""
    yield from _distinct(archive, (("ns_team", "hands"), ("ew_team", "hands"), ("team", "sides")))


def seasons(archive: Archive) -> Iterator[str]:
    """The seasons that an archive has hands of."""
    yield from _distinct(archive, [("season", "hands")])


def rulesets(archive: Archive) -> Iterator[str]:
    """The rulesets that the hands of an archive were judged by."""
    yield from _distinct(archive, [("id", "rulesets")])


def texts(archive: Archive) -> Iterator[str]:
    """All names in an archive, and where and when its hands were played and are from."""
    yield from named(archive)
    yield from _distinct(archive, ((column, "hands") for column in ("league", "season", "venue", "citation")))


@told
def _distinct(archive: Archive, columns: Iterable[tuple[str, str]]) -> Iterator[str]:
    for column, table in columns:
        for (name,) in archive.rows(f"SELECT DISTINCT {column} FROM {table} WHERE {column} IS NOT NULL"):
            yield str(name)
