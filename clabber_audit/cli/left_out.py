"""Files of a folder that the command did not read: listed when it ends, none is dropped in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from clabber_audit.cli.screen import say
from clabber_audit.ground.errors import Refused, shown

if TYPE_CHECKING:
    from clabber_audit.intake import NotRead

#: How many files are listed.
_LISTED: Final = 60
#: How many reasons are listed of the others.
_REASONS: Final = 10
#: The files by path, so that a folder that is read twice is listed once.
_left: dict[str, NotRead] = {}


def leave_out(file: NotRead) -> None:
    """Note a file that is not read."""
    _left[file.path] = file


def refusals() -> Iterator[Refused]:
    """Yield the refusals of the files that were meant to hold hands."""
    yield from (file.fault for file in _left.values() if file.fault)


def list_left_out() -> None:
    """Print the files that were not read, each with the reason, and forget them."""
    files = list(_left.values())
    for file in files[:_LISTED]:
        say(f"not read: {shown(file.path, 200)}: {file.why}")
    for why, count in Counter(file.why for file in files[_LISTED:]).most_common(_REASONS):
        say(f"not read: and {count} more: {why}")
    _left.clear()
