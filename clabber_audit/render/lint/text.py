"""Findings as a good linter prints them: the place, the id, a sentence, what lay on the table, the article, help."""

from __future__ import annotations

from collections.abc import Sequence

from clabber_audit.evidence.finding import Finding
from clabber_audit.ground.errors import Place, Refused, shown
from clabber_audit.render.lint.words import ALTERED, described, how_much
from clabber_audit.ruling.judge import Ruling


def finding(ruling: Ruling, finding: Finding, source: str, place: Place) -> str:
    """A finding as lines of text, the first of them `file:line:column: id: sentence`."""
    first, *others = described(ruling, finding)
    return f"{_where(source, place)}: {finding.infraction}: {first}\n" + "".join(f"    {line}\n" for line in others)


def left_open(ruling: Ruling, findings: Sequence[Finding], source: str, place: Place) -> str:
    """How much of a hand stays open that nobody made a claim about, in one line."""
    return f"{_where(source, place)}: {how_much(ruling, findings)}\n"


def altered(ruling: Ruling, source: str, place: Place) -> str:
    """That a ruling is not what its record gives, in one line."""
    return f"{shown(source, 200)}: {ALTERED}\n"


def refused(problem: Refused) -> str:
    """Nothing: people are told on standard error."""
    return ""


def failed(lines: Sequence[str]) -> str:
    """Nothing: people are told on standard error."""
    return ""


def _where(source: str, place: Place) -> str:
    return f"{shown(source, 200)}:{place.line}:{place.column}"
