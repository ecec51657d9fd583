"""A hand of an archive corrected in an editor. What is typed lies in a named file until it is kept."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from difflib import unified_diff
from pathlib import Path
from typing import TYPE_CHECKING, Final

from clabber_audit.cli.screen import asked, edit, is_read_by_a_person, is_typed_by_a_person, say, tell
from clabber_audit.ground.errors import ClabberError, Exit, Fault, Refused, Unusable, UsageError, shown

if TYPE_CHECKING:
    from clabber_audit.archive.reading import Shelved
    from clabber_audit.law.bound_ruleset import BoundRuleset
    from clabber_audit.ruling.judge import Ruling

#: How many lines of a difference are shown.
_SHOWN: Final = 40
#: Keeps a corrected ruling in the place of an entry of the log; whether anything differs.
Keep = Callable[["Ruling", int], bool]


def amended(before: Shelved, law: BoundRuleset | None, keep: Keep, *, changed: bool) -> Exit:
    """Open a hand in an editor, show what was changed, and keep it; as often as it takes for it to be read."""
    from clabber_audit.cli.errors import report
    from clabber_audit.notation import write

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
    from clabber_audit.intake import one

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
    from clabber_audit.notation import write
    from clabber_audit.render.headline import first_line
    from clabber_audit.ruling.judge import adjudicate

    lines = list(unified_diff(text.splitlines(), write(ruling.walk.hand.record).splitlines(), n=0, lineterm=""))
    changes = [line for line in lines[2:] if not line.startswith("@@")]
    yield from (f"{line[0]} {shown(line[1:], 200)}" for line in changes[:_SHOWN])
    if more := len(changes[_SHOWN:]):
        yield f"  and {more} more lines"
    was, now = first_line(adjudicate(before.hand, before.law)), first_line(ruling)
    yield f"The ruling is unchanged: {now}" if was == now else f"The ruling was: {was}"
    if was != now:
        yield f"The ruling is: {now}"
