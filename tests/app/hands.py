"""Hands for tests of the judge in the browser: both casebooks and 300 random hands."""

from __future__ import annotations

from functools import cache
from typing import Final

from clabber_audit.core.errors import Refused
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.records.notation.draft import split_hands
from clabber_audit.records.notation.language import parse
from clabber_audit.simulate.seasons import simulate_hands
from tests.casebook import cases
from tests.family.book import book

#: Number of random hands by ruleset, most of them irregular.
RANDOM: Final = {"ecl-1992": 150, "pepper": 50, "double-deck": 50, "dirty-clubs": 50}


@cache
def lines() -> tuple[str, ...]:
    """Return the records, one line each, without duplicates."""
    texts = (question.text for case in cases() for question in case.questions if question.kind != "legal")
    hands = (hand for text in texts for hand in split_hands(text.splitlines(keepends=True)))
    clabber = (parse(hand) for hand in hands if not isinstance(hand, Refused))
    family = (canonical(asked.record) for asked in book() if asked.record)
    random = (
        record
        for ruleset, count in RANDOM.items()
        for record in simulate_hands(12, count, 0.6, ruleset=ruleset)
    )
    written_by_hand, drawn = (
        (canonical(record_data(record)) for record in records) for records in (clabber, random)
    )
    return tuple(dict.fromkeys([*written_by_hand, *family, *drawn]))
