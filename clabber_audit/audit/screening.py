"""Which lines of a share hold hands that are certainly clean, so that none of them has to be read and judged."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final, NamedTuple

from clabber_audit.audit.laws import law_in
from clabber_audit.audit.shares import Share
from clabber_audit.audit.wanted import AuditForm, Wanted
from clabber_audit.intake import Offered
from clabber_audit.law.bound_ruleset import law_of
from clabber_audit.record.words import DEFAULT_RULESET
from clabber_audit.rulesets.ruleset import SHIPPED

if TYPE_CHECKING:
    from clabber_audit.law.screen import Screen

#: Forms in which nothing is written of a hand without findings.
_OF_FINDINGS: Final = (AuditForm.text, AuditForm.parquet)
#: Fewer lines are judged sooner than the screen is loaded.
_MANY: Final = 1_000


class Clean(NamedTuple):
    """A record that is certainly clean, of which only the names are of interest: the texts of players and teams."""

    named: Sequence[bytes]

    @property
    def names(self) -> Iterator[str]:
        """The names that are in it."""
        for text in self.named:
            yield from text.decode().split('"')[3::4]


def screened(share: Share, wanted: Wanted) -> Iterator[Clean | Offered]:
    """The records of a share, as what is certainly clean, or as they are offered to the judge."""
    if wanted.thorough or wanted.form not in _OF_FINDINGS or share.group is not None:
        yield from share.records()
        return
    lines = list(share.lines())
    clean = certainly_clean([line.text or b"" for line in lines], wanted.law)
    for row, line in enumerate(lines):
        yield clean.get(row) or line.offered(share.source)


def certainly_clean(lines: Sequence[bytes], law: str | None) -> Mapping[int, Clean]:
    """By their rows the lines that are certainly clean, under a law given as canonical JSON or each under its own.

    Without numpy, the extra `fast`, none are.
    """
    loaded = "numpy" in sys.modules
    if not (loaded or (len(lines) >= _MANY and find_spec("numpy"))):
        return {}
    from clabber_audit.intake.plain_lines import plain_lines

    plain = plain_lines(lines)
    found: dict[int, Clean] = {}
    if plain is None:
        return found
    for number, name in enumerate(plain.rulesets.texts):
        screen = _screen(law, name)
        rows = (plain.rulesets.at == number).nonzero()[0]
        if screen is not None and len(rows):
            clean = rows[screen.clean(plain.hands.only(rows))].tolist()
            found |= {int(plain.rows[row]): Clean(plain.named[row]) for row in clean}
    return found


@lru_cache(maxsize=16)
def _screen(law: str | None, name: bytes) -> Screen | None:
    """The screen of a law, or of the one that a record names, as its JSON text; None where there is none."""
    from clabber_audit.law.screen import screen_of

    if law is not None:
        return screen_of(law_in(law))
    named = name[1:-1].decode() or DEFAULT_RULESET
    return screen_of(law_of(named)) if named in SHIPPED else None
