"""Hands put to the judge in the browser: both casebooks, and 300 random ones."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Final

from clabber_audit.core.errors import Refused
from clabber_audit.records.formats import canonical, record_data
from clabber_audit.records.notation.draft import split_hands
from clabber_audit.records.notation.language import parse
from clabber_audit.simulate.seasons import simulate_hands
from tests.casebook import cases
from tests.family.book import book

#: As many random hands by each of these rules, most of them irregular.
RANDOM: Final = {"ecl-1992": 150, "pepper": 50, "double-deck": 50, "dirty-clubs": 50}


@cache
def lines() -> tuple[str, ...]:
    """The records, a line each and each once."""
    return tuple(dict.fromkeys([*_of_clabber(), *_of_the_family(), *_random()]))


def _of_clabber() -> Iterator[str]:
    for case in cases():
        for question in case.questions:
            if question.kind == "legal":
                continue
            for passage in split_hands(question.text.splitlines(keepends=True)):
                if not isinstance(passage, Refused):
                    yield canonical(record_data(parse(passage)))


def _of_the_family() -> Iterator[str]:
    yield from (canonical(asked.block.record) for asked in book() if asked.block.record)


def _random() -> Iterator[str]:
    for ruleset, count in RANDOM.items():
        yield from (
            canonical(record_data(record)) for record in simulate_hands(12, count, 0.6, ruleset=ruleset)
        )
