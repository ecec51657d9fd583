"""Command line: archive init, add, amend and backup."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from difflib import unified_diff
from itertools import chain
from os.path import samefile
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, NamedTuple

import typer

from clabber_audit.cli.options import (
    ChangedOption,
    HandOption,
    RecordsArgument,
    RulesetOption,
    infraction_ids,
    ruleset_ids,
)
from clabber_audit.cli.output import asked, edit, is_read_by_a_person, is_typed_by_a_person, say, tell
from clabber_audit.core.errors import ClabberError, Exit, Fault, Refused, Unusable, UsageError, shown
from clabber_audit.core.text import counted

if TYPE_CHECKING:
    from collections import Counter

    from clabber_audit.archive.add import Place
    from clabber_audit.archive.database import Archive
    from clabber_audit.archive.search import Shelved
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.rules.bound_ruleset import BoundRuleset

ArchiveArgument = Annotated[str, typer.Argument(metavar="ARCHIVE", help="The archive’s file, such as season.db.")]
IdArgument = Annotated[str, typer.Argument(metavar="ID", help="The id of a hand.")]
LimitOption = Annotated[int, typer.Option("--limit", min=0, max=10**9, metavar="N", help="List at most N (0: all).")]

SeasonOption = Annotated[str | None, typer.Option("--season", metavar="NAME", help="Hands of this season.")]
RoundOption = Annotated[int | None, typer.Option("--round", min=0, max=1000, metavar="N", help="Hands of this round.")]
TableOption = Annotated[int | None, typer.Option("--table", min=0, max=1000, metavar="N", help="Hands of this table.")]
GameOption = Annotated[int | None, typer.Option("--game", min=0, max=1000, metavar="N", help="Hands of this game.")]
TeamOption = Annotated[str | None, typer.Option("--team", metavar="NAME", help="Hands of this team.")]
PlayerOption = Annotated[str | None, typer.Option("--player", metavar="NAME", help="Hands of this player.")]
InfractionOption = Annotated[
    str | None,
    typer.Option(
        "--infraction",
        metavar="ID",
        help="Hands with this infraction (by --player).",
        autocompletion=infraction_ids,
    ),
]
OutcomeOption = Annotated[
    str | None, typer.Option("--outcome", metavar="WORD", help="scored, renege, redeal, passed_out …")
]
DifferingOption = Annotated[bool, typer.Option("--differing", help="Hands whose score sheet does not match the cards.")]
OpenOption = Annotated[bool, typer.Option("--open", help="Hands whose ruling depends on something unknown.")]
SourceOption = Annotated[
    str | None, typer.Option("--source", metavar="KIND", help="Hands from this kind of source: newspaper …")
]
RuledByOption = Annotated[
    str | None,
    typer.Option("--ruleset", metavar="ID", help="Hands judged by this ruleset.", autocompletion=ruleset_ids),
]
SinceOption = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Played on this day or later: 1931-10-14.")
]
UntilOption = Annotated[str | None, typer.Option("--until", metavar="DATE", help="Played on this day or earlier.")]


def now() -> str:
    """The moment, in UTC, as the log writes it."""
    from datetime import UTC, datetime

    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def init(
    archive: ArchiveArgument,
    origin: Annotated[
        str | None,
        typer.Option("--origin", metavar="NAME", help="Name on checkpoints (default: the file’s name)."),
    ] = None,
) -> Exit:
    """Make an empty archive. A file that already exists is never touched.

    Example: clabber-audit archive init season.db
    """
    from clabber_audit.archive.database import create
    from clabber_audit.cli.output import say

    with create(archive, origin) as made:
        say(f"{archive} is a new archive called {made.origin}")
    return Exit.DONE


def add(
    archive: ArchiveArgument,
    paths: RecordsArgument,
    ruleset: RulesetOption = None,
    batch: Annotated[int, typer.Option("--batch", metavar="N", min=1, help="Save after every N hands.")] = 1000,
    dry: Annotated[
        bool, typer.Option("--dry-run", help="Add nothing; show, file by file, what would be added.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Add a folder without asking first.")] = False,
    changed: ChangedOption = False,
) -> Exit:
    """Add hands and their rulings. Hands already there stay; run it again if it was interrupted.

    For a folder, at a terminal, it first shows what would be added and asks before it goes on.

    Example: clabber-audit archive add season.db hands.jsonl
    """
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import named
    from clabber_audit.cli.commands import worst
    from clabber_audit.cli.options import asked_law
    from clabber_audit.cli.output import meet, say
    from clabber_audit.core.errors import UsageError

    for given in paths:
        if _same_file(given, archive):
            raise UsageError(f"{given} cannot be added to itself", "it is the archive itself", "name another file")
    law, told = asked_law(ruleset, changed), set[str]()
    if dry or (not yes and is_wanted(paths)):
        with open_archive(archive, changed=changed) as opened:
            # Of what is there it was warned before.
            meet(named(opened))
            shown = show(opened, paths, law, changed=changed)
        if dry or not shown.new:
            return worst(shown.codes)
        if not agreed():
            say("nothing was added")
            return Exit.DONE
        told = shown.told
    with open_archive(archive, write=True, changed=changed) as opened:
        meet(named(opened))
        return _added(opened, paths, law, batch, told)


def _added(archive: Archive, paths: list[str], law: BoundRuleset | None, batch: int, told: set[str]) -> Exit:
    """Add hands batch by batch. What was `told` of them as refused is not told again."""
    from clabber_audit.archive.add import Judged, Kept, judged
    from clabber_audit.archive.add import add as keep
    from clabber_audit.cli.commands import report, worst
    from clabber_audit.cli.output import say, with_bar
    from clabber_audit.cli.rulings import ruled
    from clabber_audit.core.errors import Unusable
    from clabber_audit.inputs.readers import expected

    codes, total, at, waiting = set[Exit](), Kept(0, 0, ()), now(), list[Judged]()

    def tell(problem: ClabberError) -> None:
        if str(problem) not in told:
            report(problem)

    def commit() -> None:
        nonlocal total
        kept = keep(archive, waiting)
        waiting.clear()
        for problem in kept.refused:
            tell(problem)
            codes.add(problem.exit_code)
        total = Kept(total.new + kept.new, total.known + kept.known, total.refused + kept.refused)

    rulings = ruled(paths, law, codes, tell, changed=archive.changed)
    for ruling in with_bar(rulings, "adding", lambda: expected(paths)):
        waiting.append(judged(ruling, archive, at))
        if len(waiting) >= batch:
            commit()
    commit()
    if not (codes or any((total.new, total.known, total.refused))):
        raise Unusable(f"{' '.join(paths)} has no hand", "nothing was added", "check the file")
    added = counted(total.new, "{count} hand added", "{count} hands added")
    say(f"{added}, {total.known} already there, {len(total.refused)} not added (other content under the same id)")
    return worst(codes)


def _same_file(one: str, other: str) -> bool:
    """Whether two names are those of one file; a link counts as what it leads to."""
    try:
        return samefile(one, other)
    except OSError:
        return False


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
    from clabber_audit.archive.add import Forecast, brought
    from clabber_audit.cli.commands import report
    from clabber_audit.cli.output import leave_out
    from clabber_audit.cli.rulings import hand_of, made_of_hands
    from clabber_audit.inputs.kinds import NotRead, survey
    from clabber_audit.inputs.records import law_for

    forecast, codes, told, refused = Forecast(archive), set[Exit](), set[str](), 0

    def add(item: InputRecord) -> None:
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


_LONGEST = 500


def amend(
    archive: ArchiveArgument,
    by: Annotated[str, typer.Option("--by", metavar="NAME", help="Name of the person who corrects it.")],
    why: Annotated[str, typer.Option("--why", metavar="REASON", help="Reason for the correction.")],
    record: Annotated[
        str | None,
        typer.Argument(
            metavar="RECORD",
            help="The corrected record, or the id of a hand to correct in your editor; - is standard input.",
        ),
    ] = None,
    ruleset: RulesetOption = None,
    hand: HandOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Replace a record with a corrected one of the same id. The old one stays in the log.

    Without a file the hand is opened as text in the editor that VISUAL or EDITOR names.

    Example: clabber-audit archive amend season.db hand.clab --by Ruth --why "trick 2 was miscopied"
    """
    from clabber_audit.archive.add import amend as put
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.search import named, version_of
    from clabber_audit.cli.options import asked_law
    from clabber_audit.cli.output import look, say
    from clabber_audit.cli.rulings import ruling_on
    from clabber_audit.core.errors import UsageError
    from clabber_audit.core.text import is_name
    from clabber_audit.inputs.readers import one

    for name, text in (("--by", by), ("--why", why)):
        if not is_name(text) or len(text) > _LONGEST:
            raise UsageError(f"{name} needs a line of text", f"at most {_LONGEST} characters", "say it in a few words")
    law = asked_law(ruleset, changed)

    def keep(ruling: Ruling, over: int | None = None) -> bool:
        with open_archive(archive, write=True, changed=changed) as opened:
            look(named(opened))
            return put(opened, ruling, now(), by.strip(), why.strip(), over=over)

    if record is None or (hand is None and _is_id(record)):
        if (wanted := record or hand) is None:
            raise UsageError("which hand should be amended?", "", "give the corrected record, or the id of the hand")
        with open_archive(archive, changed=changed) as opened:
            before = version_of(opened, wanted)
        return amended(before, law, keep, changed=changed)
    ruling = ruling_on(one(record, hand, changed=changed), law)
    done, name = keep(ruling), ruling.replay.hand.record.id
    say(f"{name} was amended; the old version is kept" if done else f"{name} is already there, word for word")
    return Exit.DONE


def _is_id(record: str) -> bool:
    """Whether what was given is the id of a hand, and no file."""
    from clabber_audit.inputs.kinds import ending
    from clabber_audit.records.base import IDENTIFIER

    return re.match(IDENTIFIER, record) is not None and not ending(record) and not os.path.lexists(record)


#: How many lines of a difference are shown.
_SHOWN: Final = 40
#: Keeps a corrected ruling in the place of an entry of the log; whether anything differs.
Keep = Callable[["Ruling", int], bool]


def amended(before: Shelved, law: BoundRuleset | None, keep: Keep, *, changed: bool) -> Exit:
    """Open a hand in an editor, show what was changed, and keep it; as often as it takes for it to be read."""
    from clabber_audit.cli.commands import report
    from clabber_audit.records.notation.writer import write

    text, draft = write(before.hand.record), Path(f"{before.hand.record.id}.amending.clab")
    _begin(draft, text)
    try:
        while True:
            edit(draft)
            if _is_as_it_was(draft, text):
                say("nothing was changed")
                return Exit.DONE
            try:
                ruling = _ruling(draft, before, law, changed)
            except ClabberError as problem:
                report(problem)
                if not _goes_back():
                    return problem.exit_code
                continue
            for line in _difference(text, before, ruling):
                tell(line)
            done = keep(ruling, before.entry)
            draft.unlink()
            say(f"{before.hand.record.id} was amended; the old version is kept" if done else "nothing was changed")
            return Exit.DONE
    finally:
        _end(draft, text)


def _begin(draft: Path, text: str) -> None:
    """Put the hand where it can be edited; an error where there is no editor, or something typed before."""
    from clabber_audit.cli.output import destination

    if not (os.environ.get("VISUAL") or os.environ.get("EDITOR")):
        help = "set one, as in EDITOR=nano, or give the corrected record as a file"
        raise UsageError("no editor is set", "VISUAL and EDITOR are both empty", help)
    if os.path.lexists(draft):
        why = "it holds what was typed earlier"
        raise Unusable(f"{draft} already exists", why, "use it as the record, or move it away")
    with destination(str(draft), force=False) as stream:
        stream.write(text)


def _end(draft: Path, text: str) -> None:
    """Take the file away, unless something is in it that was typed and not kept; then say where that is."""
    if not draft.exists():
        return
    if _is_as_it_was(draft, text):
        draft.unlink()
    else:
        say(f"your typing is in {draft}: correct it there, and pass that file to archive amend")


def _is_as_it_was(draft: Path, text: str) -> bool:
    """Whether nothing was typed, or all of it was deleted."""
    try:
        found = draft.read_bytes().decode(errors="replace").removeprefix("\ufeff").replace("\r\n", "\n").strip()
    except OSError:
        # Deleted as a whole.
        return True
    return found in ("", text.strip())


def _ruling(draft: Path, before: Shelved, law: BoundRuleset | None, changed: bool) -> Ruling:
    """The ruling on what was typed: by the rules that the archive keeps for the hand, unless it names others now."""
    from clabber_audit.cli.rulings import ruling_on
    from clabber_audit.inputs.readers import one

    item, was = one(str(draft), changed=changed), before.hand.record
    assert item.record
    if item.record.id != was.id:
        what, why = f"the id is {item.record.id} now", f"a hand keeps its id, {was.id}"
        raise Refused([Fault(what, why, "put the id back", item.locate(("id",)))], str(draft))
    same_rules = item.record.ruleset == was.ruleset
    return ruling_on(item._replace(law=before.law) if same_rules else item, law)


def _goes_back() -> bool:
    """Whether somebody goes back to the editor; nobody does where nobody sits at a terminal."""
    if not (is_typed_by_a_person() and is_read_by_a_person()):
        return False
    try:
        return not asked("Back to the editor? [Y/n] ").strip().lower().startswith("n")
    except EOFError:
        say("")
        return False


def _difference(text: str, before: Shelved, ruling: Ruling) -> Iterator[str]:
    """What was changed, line by line, and what the ruling was and is."""
    from clabber_audit.judge.judge import adjudicate
    from clabber_audit.records.notation.writer import write
    from clabber_audit.report.headline import first_line

    lines = list(unified_diff(text.splitlines(), write(ruling.replay.hand.record).splitlines(), n=0, lineterm=""))
    changes = [line for line in lines[2:] if not line.startswith("@@")]
    yield from (f"{line[0]} {shown(line[1:], 200)}" for line in changes[:_SHOWN])
    if more := len(changes[_SHOWN:]):
        yield f"  and {more} more lines"
    was, now = first_line(adjudicate(before.hand, before.law)), first_line(ruling)
    yield f"The ruling is unchanged: {now}" if was == now else f"The ruling was: {was}"
    if was != now:
        yield f"The ruling is: {now}"


def backup(
    archive: ArchiveArgument,
    target: Annotated[str, typer.Argument(metavar="TARGET", help="New file for the copy.")],
    changed: ChangedOption = False,
) -> Exit:
    """Copy an archive, even while it is in use. The copy proves whatever the archive proves.

    Example: clabber-audit archive backup season.db season-copy.db
    """
    from clabber_audit.archive.add import copy
    from clabber_audit.archive.database import open_archive
    from clabber_audit.cli.output import say

    with open_archive(archive, changed=changed) as opened:
        line = copy(opened, target)
    say(f"{target} holds {line}")
    return Exit.DONE
