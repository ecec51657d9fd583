"""Rulings on the files that a command was given."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING, TypeVar

from clabber_audit.cli.commands import report
from clabber_audit.cli.output import leave_out, look, refusals
from clabber_audit.core.errors import ClabberError, Exit

if TYPE_CHECKING:
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.judge.summary import CleanHand
    from clabber_audit.records.hand import Hand
    from clabber_audit.rules.book import Book
    from clabber_audit.rules.bound_ruleset import BoundRuleset

Item = TypeVar("Item")
Made = TypeVar("Made")


def hand_of(item: InputRecord) -> Hand:
    """Return the hand of an input record, and warn of look-alike names; raise Refused if it was refused."""
    from clabber_audit.records.formats import names_in

    if item.hand is None:
        assert item.refused is not None
        raise item.refused
    look(names_in(item.hand.record))
    return item.hand


def hand_under(item: InputRecord, law: BoundRuleset) -> Hand:
    """Return the hand of an input record; raise Refused if the law is for another game."""
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


def ruled(
    paths: Iterable[str],
    law: BoundRuleset | None,
    codes: set[Exit],
    tell: Callable[[ClabberError], None] | None = None,
    *,
    changed: bool = False,
) -> Iterator[Ruling]:
    """Yield the rulings on all readable hands, under `law` or their own rules; see `made_of_hands`."""
    return made_of_hands(paths, partial(ruling_on, law=law), codes, tell, changed=changed)


def made_of_hands(
    paths: Iterable[str],
    made: Callable[[InputRecord], Made],
    codes: set[Exit],
    tell: Callable[[ClabberError], None] | None = None,
    *,
    changed: bool = False,
) -> Iterator[Made]:
    """Apply a function to each hand that can be read.

    What is refused is told, as errors are or by `tell`, and its exit code noted in `codes`; it does not stop the rest.
    Whether `changed` rules may come with hands, see `ruleset.genuine`.
    """
    from clabber_audit.inputs.readers import read_records

    return _made(paths, partial(read_records, changed=changed), made, codes, tell or report)


def sifted_hands(
    paths: Iterable[str], law: BoundRuleset, tell: Callable[[ClabberError], None], *, changed: bool = False
) -> Iterator[Hand | CleanHand]:
    """All hands that can be read; of those that are certainly clean under a law, what they came to. Else as above."""
    from clabber_audit.bulk.prefilter import SeasonPrefilter
    from clabber_audit.inputs.readers import unread_records
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.records.formats import names_in

    def met(item: InputRecord | CleanHand) -> Hand | CleanHand:
        if isinstance(item, InputRecord):
            return hand_under(item, law)
        look(names_in(item.noted))
        return item

    prefilter = SeasonPrefilter(law)
    return _made(
        paths, lambda path: prefilter.sifted(unread_records(path, changed=changed)), met, set(), tell
    )


def _made(
    paths: Iterable[str],
    items: Callable[[str], Iterator[Item]],
    made: Callable[[Item], Made],
    codes: set[Exit],
    tell: Callable[[ClabberError], None],
) -> Iterator[Made]:
    """Yield the results for the items of each file; report errors."""
    for item in for_each_file(paths, partial(_of_file, items=items, made=made)):
        if isinstance(item, ClabberError):
            tell(item)
            codes.add(item.exit_code)
        else:
            yield item


def _of_file(
    path: str, items: Callable[[str], Iterator[Item]], made: Callable[[Item], Made]
) -> Iterator[Made | ClabberError]:
    """Yield the result or the error of each item of one file."""
    for item in items(path):
        try:
            yield made(item)
        except ClabberError as problem:
            yield problem


def for_each_file(
    paths: Iterable[str],
    made: Callable[[str], Iterator[Made]],
    *,
    is_hand: Callable[[Made], bool] = lambda _made: True,
) -> Iterator[Made | ClabberError]:
    """Yield what is made of each file that the paths stand for; of a file that cannot be read, its error.

    Files of a folder that are not read, and files without a hand, are listed when the command ends.
    """
    from clabber_audit.inputs.kinds import NotRead, survey

    given = list(paths)
    for file in chain.from_iterable(map(survey, given)):
        if isinstance(file, NotRead):
            leave_out(file)
            if file.fault:
                yield file.fault
            continue
        hands = file in given
        try:
            for item in made(file):
                hands = hands or (is_hand(item) and not isinstance(item, ClabberError))
                yield item
        except ClabberError as problem:
            yield problem
        if not hands:
            leave_out(NotRead(file, "no hand in it could be read"))


def one_record(path: str, name: str | None = None, *, changed: bool = False) -> InputRecord:
    """Return the only hand of a path, or the one of that id, and list what of a folder is not read at the end."""
    from clabber_audit.inputs.kinds import NotRead, survey
    from clabber_audit.inputs.readers import one_record

    for file in survey(path):
        if isinstance(file, NotRead):
            leave_out(file)
    for refused in refusals():
        raise refused
    return one_record(path, name, changed=changed)


def input_records(path: str, *, changed: bool = False, faults: bool = True) -> Iterator[InputRecord]:
    """Yield what a path offers, and list what of a folder is not read when the command ends.

    Without `faults`, a file of another kind is no refusal: the command looks for rulings, not for hands.
    """
    from clabber_audit.inputs.kinds import NotRead, survey
    from clabber_audit.inputs.readers import read_records
    from clabber_audit.inputs.records import refused_record

    for file in survey(path):
        if not isinstance(file, NotRead):
            yield from read_records(file, changed=changed)
            continue
        leave_out(file)
        if faults and file.fault:
            yield refused_record(file.fault, file.path)


def checkpoint_of(paths: Sequence[str], *, changed: bool = False) -> str | None:
    """Return the checkpoint to print, if all hands come from one archive."""
    from clabber_audit.archive import is_archive

    if len(paths) != 1 or not is_archive(paths[0]):
        return None
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import checkpoint_line

    with open_archive(paths[0], changed=changed) as archive:
        return checkpoint_line(archive)
