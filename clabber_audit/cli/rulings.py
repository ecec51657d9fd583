"""Rulings on the files that a command was given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, Any, TypeVar

from clabber_audit.cli.commands import report
from clabber_audit.cli.output import leave_out, warn_of_lookalikes
from clabber_audit.core.errors import ClabberError, Exit, Refused

if TYPE_CHECKING:
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.judge.judge import CleanHand, Ruling
    from clabber_audit.records.hand import Hand
    from clabber_audit.rules.book import Book
    from clabber_audit.rules.bound_ruleset import BoundRuleset

Made = TypeVar("Made")


def hand_of(item: InputRecord) -> Hand:
    """Return the hand of an input record, and warn of look-alike names. Raise Refused if it was refused."""
    from clabber_audit.records.formats import names_in

    if item.hand is None:
        assert item.refused is not None
        raise item.refused
    warn_of_lookalikes(names_in(item.hand.record))
    return item.hand


def hand_under(item: InputRecord, law: BoundRuleset) -> Hand:
    """Return the hand of an input record. Raise Refused if the law is for another game."""
    from clabber_audit.inputs.records import law_for

    hand = hand_of(item)
    law_for(item, law)
    return hand


def ruling_on(item: InputRecord, law: BoundRuleset | None, book: Book | None = None) -> Ruling:
    """Return the ruling on an input record, under `law` or its own rules, by the decisions of a book."""
    from clabber_audit.inputs.records import law_for
    from clabber_audit.judge.judge import adjudicate

    hand = hand_of(item)
    return adjudicate(hand, law_for(item, law, book))


def rule_hands(
    paths: Iterable[str],
    law: BoundRuleset | None,
    codes: set[Exit],
    on_error: Callable[[ClabberError], None] = report,
    *,
    allow_changed_rules: bool = False,
) -> Iterator[Ruling]:
    """Yield the rulings on all readable hands, under `law` or their own rules; see `for_each_hand`."""
    rule = partial(ruling_on, law=law)
    return for_each_hand(paths, rule, codes, on_error, allow_changed_rules=allow_changed_rules)


def for_each_hand(
    paths: Iterable[str],
    make: Callable[[Any], Made],
    codes: set[Exit],
    on_error: Callable[[ClabberError], None] = report,
    *,
    allow_changed_rules: bool = False,
    read: Callable[[str], Iterator[Any]] | None = None,
) -> Iterator[Made]:
    """Apply a function to each hand that can be read, by `read` if given.

    A refusal does not stop the rest: `on_error` reports it, and its exit code is added to `codes`. Rulesets that come with
    hands must be genuine unless `allow_changed_rules` admits altered ones.
    """
    from clabber_audit.inputs.readers import read_records

    def results(path: str) -> Iterator[Made | ClabberError]:
        for item in read(path) if read else read_records(path, allow_changed_rules=allow_changed_rules):
            try:
                yield make(item)
            except ClabberError as problem:
                yield problem

    for result in for_each_file(paths, results):
        if isinstance(result, ClabberError):
            on_error(result)
            codes.add(result.exit_code)
        else:
            yield result


def prefilter_hands(
    paths: Iterable[str],
    law: BoundRuleset,
    on_error: Callable[[ClabberError], None],
    *,
    allow_changed_rules: bool = False,
) -> Iterator[Hand | CleanHand]:
    """Yield all hands that can be read; of those that the prefilter finds clean under a law, only the result."""
    from clabber_audit.bulk.prefilter import SeasonPrefilter
    from clabber_audit.inputs.readers import read_unparsed
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.records.formats import names_in

    def make(item: InputRecord | CleanHand) -> Hand | CleanHand:
        if isinstance(item, InputRecord):
            return hand_under(item, law)
        warn_of_lookalikes(names_in(item.noted))
        return item

    prefilter = SeasonPrefilter(law)

    def read(path: str) -> Iterator[InputRecord | CleanHand]:
        return prefilter.prefilter_hands(read_unparsed(path, allow_changed_rules=allow_changed_rules))

    return for_each_hand(paths, make, set(), on_error, read=read)


def for_each_file(
    paths: Iterable[str],
    make: Callable[[str], Iterator[Made]],
    *,
    is_hand: Callable[[Made], bool] = lambda _made: True,
) -> Iterator[Made | ClabberError]:
    """Yield the results for each file that the paths stand for; of a file that cannot be read, its error.

    Files without a hand are listed when the command ends.
    """
    from clabber_audit.inputs.records import NotRead

    given = list(paths)
    for file in files_to_read(given):
        if isinstance(file, Refused):
            yield file
            continue
        has_hands = file in given
        try:
            for item in make(file):
                has_hands = has_hands or (is_hand(item) and not isinstance(item, ClabberError))
                yield item
        except ClabberError as problem:
            yield problem
        if not has_hands:
            leave_out(NotRead(file, "no hand in it could be read"))


def files_to_read(paths: Iterable[str]) -> Iterator[str | Refused]:
    """Yield every file that the paths stand for, and the refusal of one that was meant to hold hands.

    Files of a folder that are not read are listed when the command ends.
    """
    from clabber_audit.inputs.records import NotRead, survey

    for file in chain.from_iterable(map(survey, paths)):
        if isinstance(file, NotRead):
            leave_out(file)
            if file.fault:
                yield file.fault
        else:
            yield file


def read_one_record(path: str, name: str | None = None, *, allow_changed_rules: bool = False) -> InputRecord:
    """Return the only hand of a path, or the one of that id. Raise Refused if a file of a folder is refused."""
    from clabber_audit.inputs.readers import read_one_record

    for refused in [file for file in files_to_read([path]) if isinstance(file, Refused)]:
        raise refused
    return read_one_record(path, name, allow_changed_rules=allow_changed_rules)


def input_records(
    path: str, *, allow_changed_rules: bool = False, faults: bool = True
) -> Iterator[InputRecord]:
    """Yield the records of a path. Without `faults`, skip files of other kinds."""
    from clabber_audit.inputs.readers import read_records
    from clabber_audit.inputs.records import refuse_record

    for file in files_to_read([path]):
        if isinstance(file, str):
            yield from read_records(file, allow_changed_rules=allow_changed_rules)
        elif faults:
            yield refuse_record(file, file.source)


def checkpoint_of(paths: Sequence[str], *, allow_changed_rules: bool = False) -> str | None:
    """Return the checkpoint to print, if all hands come from one archive."""
    from clabber_audit.archive import is_archive

    if len(paths) != 1 or not is_archive(paths[0]):
        return None
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import checkpoint_line

    with open_archive(paths[0], allow_changed_rules=allow_changed_rules) as archive:
        return checkpoint_line(archive)
