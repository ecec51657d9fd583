"""Options of an audit and its output formats."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from clabber_audit.core import __version__


class AuditFormat(StrEnum):
    """Output format of an audit."""

    text = "text"
    json = "json"
    jsonl = "jsonl"
    parquet = "parquet"
    github = "github"
    sarif = "sarif"


class Wanted(NamedTuple):
    """Options of an audit."""

    format: AuditFormat
    #: Ruleset in place of each record's own, as canonical JSON.
    law: str | None = None
    #: Book of a club, as JSON.
    book: str | None = None
    anonymous: bool = False
    #: Leave record and ruleset out of rulings as data.
    brief: bool = False
    #: List undetermined findings without a claim too.
    every: bool = False
    #: Judge every hand, clean ones too.
    thorough: bool = False
    #: Factor of the search limits; None for that of each ruling, else 1.
    effort: int | None = None
    #: Version of the program.
    version: str = __version__
