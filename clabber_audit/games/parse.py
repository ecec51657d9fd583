"""Parse a record into a hand of its game."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from clabber_audit.core.errors import Path, RecordError, Refused, TextPlace
from clabber_audit.games import game_of
from clabber_audit.records.accounts import Combination, account_faults, combinations
from clabber_audit.records.formats import Record
from clabber_audit.records.hand import Hand
from clabber_audit.records.parse import LARGEST, find_positions, parse_record, too_large_fault


def parse_hand(data: bytes, context: str | None = None) -> Hand:
    """Return the hand of a JSON text.

    Raise Refused when it is malformed or impossible. A byte-order mark is skipped.
    """
    data = data.removeprefix(BOM_UTF8)
    if len(data) > LARGEST:
        raise Refused([too_large_fault()])
    # The text is scanned on the first request for a place.
    positions = cache(lambda: find_positions(data.decode()))
    return admit(parse_record(data, context), lambda path: positions().place(path))


def admit(record: Record, locate: Callable[[Path], TextPlace]) -> Hand:
    """Return the record as a hand. Raise Refused with all contradictions, each placed by `locate`.

    A record with accounts gives the hand of the versions that an arbiter believes, else of the first possible ones.
    """
    hand: Hand | None = None
    faults: Sequence[RecordError] = account_faults(record) if record.accounts else ()
    if not record.accounts:
        hand, faults = game_of(record.format).prepare(record)
    elif not faults:
        try:
            hand = account_combinations(record).first_combination.hand
        except Refused as refused:
            faults = refused.faults
    if hand is None or faults:
        errors = [fault._replace(place=locate(fault.path)) for fault in faults]
        raise Refused(sorted(errors, key=lambda fault: fault.place or TextPlace(0, 0)))
    return hand


class AccountCombinations(NamedTuple):
    """Combinations of the versions of a record, possible and impossible."""

    possible: tuple[Combination, ...]
    impossible: tuple[Combination, ...]
    #: The possible ones that agree with the findings of fact.
    believed: tuple[Combination, ...]

    @property
    def first_combination(self) -> Combination:
        """First combination that agrees with the findings of fact."""
        return self.believed[0]


def account_combinations(record: Record) -> AccountCombinations:
    """Return the combinations of a record with accounts that are well formed.

    Refused if none is possible, or none with the versions that an arbiter believes.
    """
    prepared = [
        combination._replace(hand=combination.hand and combination.hand._replace(written=record))
        for combination in combinations(record, game_of(record.format).prepare)
    ]
    possible = tuple(combination for combination in prepared if combination.hand is not None)
    impossible = tuple(combination for combination in prepared if combination.hand is None)
    if not possible:
        faults = (fault for combination in impossible for fault in combination.faults_at_changes)
        raise Refused(list(dict.fromkeys(faults)))
    believed = [
        combination
        for combination in possible
        if all(
            account.found is None or account.found.version == version + 1
            for account, version in zip(record.accounts, combination.versions, strict=True)
        )
    ]
    if not believed:
        raise Refused(list(_find_unbelievable(record, possible, impossible)))
    return AccountCombinations(possible, impossible, tuple(believed))


def _find_unbelievable(
    record: Record, possible: Sequence[Combination], impossible: Sequence[Combination]
) -> Iterator[RecordError]:
    """Yield the findings of fact that believe an impossible version."""
    named = [
        (number, account.found.version - 1) for number, account in enumerate(record.accounts) if account.found
    ]
    alone = [
        version
        for version in named
        if all(combined.versions[version[0]] != version[1] for combined in possible)
    ]
    for number, version in alone or named[-1:]:
        why = next(
            combined.impossible[0].what for combined in impossible if combined.versions[number] == version
        )
        what = f"version {version + 1} of account {number + 1} cannot be believed"
        path: Path = ("accounts", number, "found", "version")
        yield RecordError(what, f"it is impossible: {why}", "believe another version", path)
