"""Command line: archive amend, of one hand or of many, and archive people."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clabber_audit.cli.archive.store import (
    ArchiveArgument,
    ByOption,
    WhyOption,
    ask,
    is_interactive,
    make_author,
    open_archive,
    utc_now,
)
from clabber_audit.cli.commands import report
from clabber_audit.cli.options import (
    ChangedOption,
    HandOption,
    RulesetOption,
    argument,
    flag,
    load_asked_law,
    option,
)
from clabber_audit.cli.output import echo, echo_err, edit, warn_of_lookalikes, with_bar, write_output
from clabber_audit.cli.rulings import ruling_on
from clabber_audit.core.errors import (
    ClabberError,
    Exit,
    RecordError,
    Refused,
    Unusable,
    UsageError,
    printable,
)
from clabber_audit.core.text import inflect, is_name, pluralize

if TYPE_CHECKING:
    from clabber_audit.archive.database import Archive
    from clabber_audit.archive.hands import PlannedAmendment
    from clabber_audit.archive.search import StoredHand
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.rules.bound_ruleset import BoundRuleset


def amend(
    archive: ArchiveArgument,
    *,
    record: str | None = argument(
        None,
        "RECORD",
        "The corrected record, or the id of a hand to correct in your editor; - is standard input.",
    ),
    by: ByOption = "",
    why: WhyOption = "",
    where: list[str] | None = option(
        None,
        "--where",
        "FIELD:VALUE",
        "Correct every hand that matches, with the fields of `archive search`. date:1931-11 is every date "
        "within it or written just so.",
    ),
    assign: list[str] | None = option(
        None,
        "--set",
        "KEY=VALUE",
        "New value, such as source.citation, context.date, teams.NS or players.N; nothing after = removes it.",
    ),
    undo: int | None = option(
        None, "--undo", "ENTRY", "Undo the batch that this entry of the log is part of.", min=0
    ),
    dry: bool = flag("--dry-run", "Change nothing; show what would be changed."),
    yes: bool = flag("--yes -y", "Change many hands without asking first."),
    ruleset: RulesetOption = None,
    hand: HandOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Replace a record with a corrected one of the same id, or set a value in many. The old ones stay in the log.

    Without a file the hand is opened as text in the editor that VISUAL or EDITOR names. With --where and --set, or
    --undo, it first shows what would change and asks. Every hand gets its own entry, and all are changed or none.

    Example: clabber-audit archive amend season.db hand.clab --by Ruth --why "trick 2 was miscopied"
    """
    is_batch = bool(where or assign or undo is not None)
    if (is_batch or dry or yes) and (record or hand or ruleset or not is_batch):
        reason = "--dry-run and --yes go with --where or --undo, which take no RECORD, --hand or --ruleset"
        raise UsageError("these options do not go together", reason, "see archive amend --help")
    if is_batch and (bool(where), bool(assign)) != (undo is None, undo is None):
        help = "give --where FIELD:VALUE with --set KEY=VALUE, or --undo ENTRY alone"
        raise UsageError("it is not clear what to change", "", help)
    author = ("", "") if dry else make_author(by, why)
    if is_batch:
        _amend_batch(archive, where or (), assign or (), undo, author, dry=dry, yes=yes, changed=changed)
        return Exit.DONE
    return _amend_one(archive, record, hand, load_asked_law(ruleset, changed), author, changed)


#: The most hands that are listed with what would change, and the most dates of those left alone.
_SHOWN: Final = 200
_DATES_SHOWN: Final = 10


def _amend_batch(
    archive: str,
    where: Sequence[str],
    assign: Sequence[str],
    undo: int | None,
    author: tuple[str, str],
    *,
    dry: bool,
    yes: bool,
    changed: bool,
) -> None:
    """Show what would change in many hands, ask, and change all of them or none."""
    from clabber_audit.archive import hands as amending
    from clabber_audit.archive.search import parse_query, people_and_teams, resolve

    assignments, query = [amending.parse_assignment(text) for text in assign], parse_query(where)
    with open_archive(archive, changed=changed) as opened:
        resolved = resolve(opened, query)
        for line in resolved.unknown:
            echo_err(line)
        alone = [] if resolved.unknown else list(amending.list_uncertain_hands(opened, resolved.sought))
        changing = amending.plan_assignments(opened, query, resolved, assignments)
        planned = changing if undo is None else amending.plan_undo(opened, undo)
        plan = [] if resolved.unknown else list(with_bar(planned, "reading", lambda: None))
    due = [amendment for amendment in plan if amendment.changes]
    for amendment in due[:_SHOWN]:
        echo(_change_line(amendment, resolved.sought.date))
    if more := len(due[_SHOWN:]):
        echo(f"and {more} more")
    if undo is None:
        echo_err(
            f"{inflect(len(plan), '{count} hand matches', '{count} hands match')}, {len(due)} would change"
        )
    if alone:
        dates = Counter(listed.date or "no date of its own" for listed in alone)
        counts = ", ".join(
            f"{printable(date, 80)} ({count})" for date, count in dates.most_common(_DATES_SHOWN)
        )
        rest = f" and {len(dates) - _DATES_SHOWN} more" if len(dates) > _DATES_SHOWN else ""
        echo_err(
            f"left alone, since their dates go beyond “{printable(resolved.sought.date, 80)}”: {counts}{rest}"
        )
    if dry or not due:
        echo_err("nothing was changed")
        return
    if not yes:
        if not is_interactive():
            why = "nobody is there to be asked, and nothing was changed"
            raise UsageError(
                "many hands are changed only after a look", why, "look with --dry-run, then add --yes"
            )
        if ask("Change them? [y/N] ") not in ("y", "yes"):
            echo_err("nothing was changed")
            return
    with open_archive(archive, write=True, changed=changed) as opened:
        warn_of_lookalikes(people_and_teams(opened))
        entries = amending.amend_batch(opened, [amendment.amendment for amendment in due], utc_now(), *author)
    if entries:
        done = inflect(len(entries), "{count} hand was amended", "{count} hands were amended")
        echo_err(f"{done}, entries {entries[0]} to {entries[-1]}; --undo {entries[0]} takes it back")


def _change_line(planned: PlannedAmendment, date: str | None) -> str:
    """Return a line of the table: the hand, how its date matched, each key with the value before and after."""
    from clabber_audit.records.dates import edtf
    from clabber_audit.records.formats import fold_name

    parts = [planned.amendment.ruling.replay.hand.record.id]
    if date is not None:
        how = "the same date" if edtf(planned.date) == edtf(date) else "within"
        how = "as written" if fold_name(planned.date) == fold_name(date) else how
        parts.append(f"{printable(planned.date, 40)} ({how})")
    for key, values in planned.changes.items():
        before, after = (f"“{printable(value, 80)}”" if value else "nothing" for value in values)
        parts.append(f"{key}: {before} → {after}")
    return "  ".join(parts)


def _amend_one(
    archive: str,
    record: str | None,
    hand: str | None,
    law: BoundRuleset | None,
    author: tuple[str, str],
    changed: bool,
) -> Exit:
    from clabber_audit.archive.hands import amend as store_amended
    from clabber_audit.archive.search import people_and_teams, version_of
    from clabber_audit.inputs.kinds import find_ending
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.records.base import IDENTIFIER

    def store(ruling: Ruling, over: int | None = None) -> bool:
        with open_archive(archive, write=True, changed=changed) as opened:
            warn_of_lookalikes(people_and_teams(opened))
            return store_amended(opened, ruling, utc_now(), *author, over=over)

    is_id = bool(record and re.match(IDENTIFIER, record)) and not find_ending(record or "")
    if record is None or (hand is None and is_id and not os.path.lexists(record)):
        if (wanted := record or hand) is None:
            raise UsageError(
                "which hand should be amended?", "", "give the corrected record, or the id of the hand"
            )
        with open_archive(archive, changed=changed) as opened:
            before = version_of(opened, wanted)
        name = before.hand.record.id
        draft = _Draft(before, law, changed)
        try:
            while True:
                edit(draft.path)
                if draft.is_unchanged():
                    echo_err("nothing was changed")
                    return Exit.DONE
                try:
                    ruling = draft.ruling()
                except ClabberError as problem:
                    report(problem)
                    if not is_interactive() or ask("Back to the editor? [Y/n] ").startswith("n"):
                        return problem.exit_code
                    continue
                for line in draft.difference(ruling):
                    echo(line)
                is_changed = store(ruling, before.entry)
                draft.path.unlink()
                echo_err(
                    f"{name} was amended; the old version is kept" if is_changed else "nothing was changed"
                )
                return Exit.DONE
        finally:
            draft.close()
    ruling = ruling_on(read_one_record(record, hand, changed=changed), law)
    is_changed, name = store(ruling), ruling.replay.hand.record.id
    echo_err(
        f"{name} was amended; the old version is kept"
        if is_changed
        else f"{name} is already there, word for word"
    )
    return Exit.DONE


_LINES_SHOWN: Final = 40


class _Draft:
    """Hand as a text file in an editor; it survives until it is stored."""

    def __init__(self, before: StoredHand, law: BoundRuleset | None, changed: bool) -> None:
        from clabber_audit.records.notation.writer import write

        self.before, self.law, self.changed = before, law, changed
        self.text, self.path = write(before.hand.original), Path(f"{before.hand.record.id}.amending.clab")
        if not (os.environ.get("VISUAL") or os.environ.get("EDITOR")):
            help = "set one, as in EDITOR=nano, or give the corrected record as a file"
            raise UsageError("no editor is set", "VISUAL and EDITOR are both empty", help)
        if os.path.lexists(self.path):
            why = "it holds what was typed earlier"
            raise Unusable(f"{self.path} already exists", why, "use it as the record, or move it away")
        write_output(str(self.path), self.text, force=False)

    def close(self) -> None:
        """Remove the file, unless something was typed into it and not stored."""
        if not self.path.exists():
            return
        if self.is_unchanged():
            self.path.unlink()
        else:
            echo_err(f"your typing is in {self.path}: correct it there, and pass that file to archive amend")

    def is_unchanged(self) -> bool:
        """Return True if nothing was typed, or all of it was deleted."""
        try:
            typed = self.path.read_bytes().decode(errors="replace")
        except OSError:
            # The file itself was deleted.
            return True
        return typed.removeprefix("\ufeff").replace("\r\n", "\n").strip() in ("", self.text.strip())

    def ruling(self) -> Ruling:
        """Judge the draft by the stored rules of the hand, unless it names others now."""
        from clabber_audit.inputs.readers import read_one_record

        item, old = read_one_record(str(self.path), changed=self.changed), self.before.hand.record
        assert item.record
        if item.record.id != old.id:
            what, why = f"the id is {item.record.id} now", f"a hand keeps its id, {old.id}"
            raise Refused(
                [RecordError(what, why, "put the id back", place=item.locate(("id",)))], str(self.path)
            )
        same_rules = item.record.ruleset == old.ruleset
        return ruling_on(item._replace(law=self.before.law) if same_rules else item, self.law)

    def difference(self, ruling: Ruling) -> Iterator[str]:
        """Yield the changed lines, and the old and the new ruling."""
        from clabber_audit.judge.judge import adjudicate
        from clabber_audit.records.notation.writer import write
        from clabber_audit.report.verdict import first_line

        new = write(ruling.replay.hand.original)
        lines = list(unified_diff(self.text.splitlines(), new.splitlines(), n=0, lineterm=""))
        changes = [line for line in lines[2:] if not line.startswith("@@")]
        yield from (f"{line[0]} {printable(line[1:], 200)}" for line in changes[:_LINES_SHOWN])
        if more := len(changes[_LINES_SHOWN:]):
            yield f"  and {more} more lines"
        old_line, new_line = first_line(adjudicate(self.before.hand, self.before.law)), first_line(ruling)
        if old_line == new_line:
            yield f"The ruling is unchanged: {new_line}"
        else:
            yield f"The ruling was: {old_line}"
            yield f"The ruling is: {new_line}"


def people(
    archive: ArchiveArgument,
    *,
    person: str | None = option(None, "--person", "NAME", "A player who is written in several ways."),
    spelling: list[str] | None = option(
        None, "--spelling", "NAME", "Another spelling of --person (repeatable)."
    ),
    undo: int | None = option(
        None, "--undo", "ENTRY", "Take back this entry of the list of spellings.", min=1
    ),
    by: ByOption = "",
    why: WhyOption = "",
    changed: ChangedOption = False,
) -> None:
    """List the players with their spellings and names that may be one person, or decide that they are.

    Records keep the names as written. Searches, lists and the pages of a site take all spellings for one person.

    Example: clabber-audit archive people season.db --person "Ruth Lee" --spelling "R. Lee" --by Ann --why "one hand"
    """
    from clabber_audit.archive.club import decide
    from clabber_audit.archive.club import undo as take_back

    if person is None and not spelling and undo is None:
        with open_archive(archive, changed=changed) as opened:
            _list(opened)
        return
    if (person is None) == (undo is None) or bool(spelling) != (person is not None):
        help = "give --person NAME with --spelling NAME, or --undo ENTRY alone"
        raise UsageError("it is not clear what to decide", "", help)
    if person is not None and not is_name(person):
        raise UsageError("--person needs a name", "", "give the name as it is to be read")
    at, others = utc_now(), list(dict.fromkeys(spelling or ()))
    author = make_author(by, why)
    with open_archive(archive, write=True, changed=changed) as opened:
        if undo is not None:
            take_back(opened, undo, author, at)
            echo_err(f"spelling {undo} is taken back")
            return
        first = decide(opened, (person or "").strip(), others, author, at)
    for number, other in enumerate(others, first):
        echo_err(f"“{printable(other, 80)}” is {printable(person, 80)}; --undo {number} takes it back")


def _list(archive: Archive) -> None:
    from clabber_audit.archive.club import appearances, proposals, spellings
    from clabber_audit.records.formats import fold_name

    decided, hands = list(spellings(archive)), appearances(archive)
    known = {fold_name(spelling.spelling): spelling.name for spelling in decided}
    for name in {spelling.name: None for spelling in decided}:
        hands.setdefault(fold_name(name), (name, 0))
    for key, (name, count) in sorted(hands.items()):
        if key in known:
            continue
        own = [spelling for spelling in decided if fold_name(spelling.name) == key]
        total = count + sum(hands.get(fold_name(spelling.spelling), ("", 0))[1] for spelling in own)
        echo(f"{printable(name, 80)}  {pluralize(total, 'hand')}")
        for spelling in own:
            why = f"{spelling.when} {spelling.who}: {printable(spelling.why, 200)}"
            echo(f"  {spelling.number}. also {printable(spelling.spelling, 80)} ({why})")
    for name, other in proposals([name for name, _ in hands.values()], known):
        echo_err(f"look: perhaps one person: “{printable(name, 80)}” and “{printable(other, 80)}”")
