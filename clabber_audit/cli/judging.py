"""The rulings on whatever a command was given: files and folders of records, standard input, archives."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from clabber_audit.archive import is_archive
from clabber_audit.errors import ClabberError, Exit

if TYPE_CHECKING:
    from clabber_audit.adjudicate import Ruling
    from clabber_audit.law import Law


def ruled(
    paths: Iterable[str], law: Law | None, codes: set[Exit], tell: Callable[[ClabberError], None] | None = None
) -> Iterator[Ruling]:
    """The rulings on all hands that can be read, under `law` or else the law of each.

    What is refused is told, as errors are or by `tell`, and its exit code noted in `codes`; it does not stop the rest.
    """
    from itertools import chain

    from clabber_audit.cli.guard import report
    from clabber_audit.intake import files

    tell = tell or report
    for path in chain.from_iterable(map(files, paths)):
        try:
            for item in _ruled(path, law):
                if isinstance(item, ClabberError):
                    tell(item)
                    codes.add(item.exit_code)
                else:
                    yield item
        except ClabberError as problem:
            tell(problem)
            codes.add(problem.exit_code)


def _ruled(path: str, law: Law | None) -> Iterator[Ruling | ClabberError]:
    """The rulings on the hands of one file; a refused hand is its refusal."""
    from clabber_audit.adjudicate import adjudicate
    from clabber_audit.cli.options import law_for
    from clabber_audit.intake import offered

    if is_archive(path):
        yield from _kept(path, law)
        return
    for item in offered(path):
        try:
            if item.hand is None:
                assert item.refused is not None
                raise item.refused
            yield adjudicate(item.hand, law_for(item, law))
        except ClabberError as problem:
            yield problem


def _kept(path: str, law: Law | None) -> Iterator[Ruling]:
    """The hands of an archive, under the rulesets that it keeps or judged anew by `law`."""
    from clabber_audit.adjudicate import adjudicate
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import Sought, rulings

    with open_archive(path) as archive:
        for ruling in rulings(archive, Sought()):
            yield ruling if law is None else adjudicate(ruling.walk.hand, law)


def checkpoint_of(paths: Sequence[str]) -> str | None:
    """The checkpoint for paper, where all hands come from one archive."""
    if len(paths) != 1 or not is_archive(paths[0]):
        return None
    from clabber_audit.archive.opening import open_archive
    from clabber_audit.archive.reading import checkpoint_line

    with open_archive(paths[0]) as archive:
        return checkpoint_line(archive)
