"""Options of an audit and its output formats."""

from __future__ import annotations

from enum import StrEnum
from typing import NamedTuple

from clabber_audit.core import __version__


class AuditForm(StrEnum):
    """How an audit is written."""

    text = "text"
    json = "json"
    jsonl = "jsonl"
    parquet = "parquet"
    github = "github"
    sarif = "sarif"


class Wanted(NamedTuple):
    """What an audit is asked for."""

    form: AuditForm
    #: The ruleset to go by instead of each record's own, as canonical JSON.
    law: str | None = None
    anonymous: bool = False
    #: Whether rulings as data leave out record and ruleset.
    brief: bool = False
    #: Whether to list in text what stays open and nobody claimed, too.
    every: bool = False
    #: Whether the judge hears every hand, those that are certainly clean too.
    thorough: bool = False
    #: By which version of the program.
    version: str = __version__
