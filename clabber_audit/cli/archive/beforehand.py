"""What adding hands would come to, shown file by file before anything is added."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Final, NamedTuple

from clabber_audit.cli.screen import asked, is_read_by_a_person, is_typed_by_a_person, say, tell
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import ClabberError, Exit, shown

if TYPE_CHECKING:
    from collections import Counter

    from clabber_audit.archive.opening import Archive
    from clabber_audit.archive.placing import Place
    from clabber_audit.intake import Offered
    from clabber_audit.law.bound_ruleset import BoundRuleset

#: How many sources are named.
_NAMED: Final = 20
#: What is said of hands by what adding them comes to.
_SAID: Final[dict[Place, str]] = {
    "new": "{} new",
    "there": "{} already there",
    "other rules": "{} not added: already there under other rules",
    "other content": "{} not added: already there with other content",
}


class Shown(NamedTuple):
    """What was shown: how many hands would be added, the exit codes, and the refusals that were told."""

    new: int
    codes: set[Exit]
    told: set[str]


def show(archive: Archive, paths: Sequence[str], law: BoundRuleset | None, *, changed: bool) -> Shown:
    """Show what adding the hands of some paths would come to, and why those are refused that would be."""
    from clabber_audit.archive.forecast import Forecast
    from clabber_audit.archive.placing import brought
    from clabber_audit.cli.errors import report
    from clabber_audit.cli.left_out import leave_out
    from clabber_audit.cli.rulings import hand_of, made_of_hands
    from clabber_audit.intake import NotRead, law_for, survey

    forecast, codes, told, refused = Forecast(archive), set[Exit](), set[str](), 0

    def add(item: Offered) -> None:
        forecast.add(brought(archive, hand_of(item).record, law_for(item, law).ruleset))

    def refuse(problem: ClabberError) -> None:
        nonlocal refused
        refused += 1
        told.add(str(problem))
        report(problem)

    for file in chain.from_iterable(map(survey, paths)):
        if isinstance(file, NotRead):
            leave_out(file)
            if file.fault:
                refuse(file.fault)
                codes.add(Exit.REFUSED)
            continue
        before, known = forecast.total.copy(), refused
        for _hand in made_of_hands([file], add, codes, refuse, changed=changed):
            pass
        tell(f"{shown(file, 200)}: {', '.join(_said(forecast.total - before, refused - known)) or 'no hands'}")
    new = forecast.total["new"]
    added = counted(new, "{count} hand would be added", "{count} hands would be added")
    tell(f"{added}, {forecast.total['there']} already there, {refused} not added")
    for line in _sources(forecast.new_sources):
        tell(line)
    return Shown(new, codes, told)


def is_wanted(paths: Sequence[str]) -> bool:
    """Whether somebody is asked before hands are added: at a terminal, of a folder, where all can be read twice."""
    twice = all(os.path.isdir(path) or os.path.isfile(path) for path in paths)
    return twice and any(map(os.path.isdir, paths)) and is_typed_by_a_person() and is_read_by_a_person()


def agreed() -> bool:
    """Whether somebody says yes to adding them."""
    try:
        return asked("Add them? [y/N] ").strip().lower() in ("y", "yes")
    except EOFError:
        say("")
        return False


def _said(count: Counter[Place], refused: int) -> Iterator[str]:
    """What one file comes to, in a few words each."""
    yield from (said.format(count[place]) for place, said in _SAID.items() if count[place])
    if faulty := refused - count["other rules"] - count["other content"]:
        yield f"{faulty} with errors"


def _sources(found: Sequence[str]) -> Iterator[str]:
    if found:
        yield counted(len(found), "one source is new:", "{count} sources are new:")
    yield from (f"  {shown(source, 200)}" for source in found[:_NAMED])
    if more := len(found[_NAMED:]):
        yield f"  and {more} more"
