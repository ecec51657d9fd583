"""What every form that a linter prints can write."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.errors import Place, Refused
from clabber_audit.ruling.judge import Ruling


class Linter(Protocol):
    """A form of the findings of hands: whole lines of each thing there is to tell, empty where it is left to the talk.

    The source is the name of a file, or `-`; the place is where the part of the record stands in it.
    """

    def finding(self, ruling: Ruling, finding: Finding, source: str, place: Place) -> str:
        """A finding."""

    def left_open(self, ruling: Ruling, findings: Sequence[Finding], source: str, place: Place) -> str:
        """How much of a hand stays open that nobody made a claim about."""

    def altered(self, ruling: Ruling, source: str, place: Place) -> str:
        """That a ruling is not what its record gives."""

    def refused(self, problem: Refused) -> str:
        """Why a record was refused."""

    def failed(self, lines: Sequence[str]) -> str:
        """What else went wrong, as people are told it."""
