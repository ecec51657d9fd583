"""Command line: archive verify, rebuild, checkpoint, cosign, prove and check-proof."""

from __future__ import annotations

import base64
import binascii
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from clabber_audit.cli.archive.store import ArchiveArgument
from clabber_audit.cli.options import (
    ChangedOption,
    ForceOption,
    HandOption,
    OutOption,
    SignedByOption,
    sign_option,
    text_in,
)
from clabber_audit.core.errors import Exit, UsageError, shown
from clabber_audit.core.text import counted

if TYPE_CHECKING:
    from clabber_audit.archive.add import Due
    from clabber_audit.archive.database import Archive, Checkpoint, Typed
    from clabber_audit.archive.proofs import Growth, Inclusion, Told
    from clabber_audit.archive.verify import Fitting, Looking, Seen, Share
    from clabber_audit.cli.output import Output
    from clabber_audit.signing.signatures import Note, Secret, Signers

JobsOption = Annotated[
    int | None,
    typer.Option("--jobs", "-j", metavar="N", min=1, help="Use N processes (default: all there are)."),
]

#: As many entries are looked at by one process; starting others takes longer.
_FEW: Final = 4_000


def looking(archive: Archive, jobs: int | None, doing: str) -> Looking:
    """How an archive is looked through by `jobs` processes, with a bar that says what is being done."""
    from clabber_audit.cli.output import with_bar
    from clabber_audit.core.workers import shared_among

    def look_through(look: Callable[[Share], list[Seen]], shares: Iterable[Share]) -> Iterator[Seen]:
        entries: int = archive.value("SELECT count(*) FROM log")
        return with_bar(shared_among(look, shares, jobs, few=entries <= _FEW), doing, lambda: entries)

    return look_through


NotesOption = Annotated[
    list[str] | None,
    typer.Option("--checkpoint", metavar="FILE", help="A checkpoint stored as a note (repeatable)."),
]


def note_in(path: str) -> tuple[Note, Checkpoint]:
    """The checkpoint that a file holds as a note."""
    from clabber_audit.archive.proofs import checkpoint_in
    from clabber_audit.signing.signatures import note_of

    def both(text: str) -> tuple[Note, Checkpoint]:
        note = note_of(text)
        return note, checkpoint_in(note)

    return text_in(path, both, "a checkpoint")


def given(asked: str) -> Checkpoint | Typed:
    """A checkpoint: the file of its note, or the line from paper, in a file or typed."""
    from clabber_audit.archive.database import parse
    from clabber_audit.archive.proofs import checkpoint_in
    from clabber_audit.signing.signatures import note_of

    def either(text: str) -> Checkpoint | Typed:
        return checkpoint_in(note_of(text)) if len(text.strip().splitlines()) > 1 else parse(text)

    return text_in(asked, either, "a checkpoint") if os.path.isfile(asked) else parse(asked)


def put(stream: Output, text: str) -> None:
    """Write what other programs read: to the byte, whatever the screen can show."""
    stream.write_bytes(text.encode())


#: The file of a note, what stands in it, and the checkpoint that this is.
Noted = tuple[str, "Note", "Checkpoint"]
#: What to do about what does not fit. A signature is none of the archive's.
_NOTHING: Final = ""
_REBUILD: Final = "; the log is intact, and archive rebuild restores the rest from it"
_BACKUP: Final = "; restore the archive from a backup"


def verify(
    archive: ArchiveArgument,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against", metavar="CHECKPOINT", help="A line printed earlier by `archive checkpoint` (repeatable)."
        ),
    ] = None,
    checkpoint: NotesOption = None,
    signed: SignedByOption = None,
    jobs: JobsOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Prove that an archive is whole and, with a checkpoint, that nothing before it was changed.

    A checkpoint stored as a note is checked for signatures too. Exit code 1 if something does not match.

    Example: clabber-audit archive verify season.db --against "otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C"
    """
    from clabber_audit.archive.database import Clock, open_archive, parse
    from clabber_audit.archive.search import checkpoint_line
    from clabber_audit.archive.verify import complaints_of
    from clabber_audit.cli.options import signers
    from clabber_audit.cli.output import say, tell

    known = signers(signed)
    if known and not checkpoint:
        raise UsageError(
            "there is no signature to check", "only notes of checkpoints are signed", "give one with --checkpoint"
        )
    notes: list[Noted] = [(path, *note_in(path)) for path in checkpoint or ()]
    papers: list[Typed | Checkpoint] = [*map(parse, against or ()), *(noted for _, _, noted in notes)]
    # Whoever writes meanwhile waits for the copy to be made, not for it to be looked through.
    with open_archive(archive, changed=changed) as opened:
        copy, found, clock = opened.copied(), Counter[str](), Clock()
    with copy:
        for unsigned in _unsigned(notes, known):
            tell(f"{shown(archive, 200)}: {unsigned}")
            found[_NOTHING] += 1
        for told, due in complaints_of(copy, papers, looking(copy, jobs, "verifying"), clock):
            tell(f"{shown(archive, 200)}: {told}")
            found[_BACKUP if due is None else _REBUILD] += 1
        line = "" if found else checkpoint_line(copy)
    for told in clock.told():
        say(f"look: {archive}: {told}")
    if found:
        things = counted(found.total(), "{count} problem found", "{count} problems found")
        say(things + next((remedy for remedy in (_BACKUP, _REBUILD) if found[remedy]), ""))
        return Exit.FINDINGS
    fits = (
        counted(len(papers), ", and matches {count} checkpoint", ", and matches {count} checkpoints") if papers else ""
    )
    say(f"{line} matches its log{fits}")
    return Exit.DONE


def _unsigned(notes: Sequence[Noted], known: Sequence[Signers]) -> Iterator[str]:
    """What is wrong with the signatures of notes; who signed them is said."""
    from clabber_audit.cli.output import say
    from clabber_audit.signing.signatures import vouched

    for path, note, _ in notes:
        for signers in known:
            for said, holds in vouched(note, signers):
                if holds:
                    say(f"{shown(path, 200)}: {said}")
                else:
                    yield f"{shown(path, 200)}: {said}"
        if note.lines and not known:
            say(f"{shown(path, 200)}: not checked: who signed it; --signed-by does that")


def rebuild(
    archive: ArchiveArgument,
    dry: Annotated[bool, typer.Option("--dry-run", help="Write nothing; show what would be rebuilt.")] = False,
    jobs: JobsOption = None,
    changed: ChangedOption = False,
) -> Exit:
    """Rebuild hands, rulings, decisions and the search index from the log, wherever they differ from it.

    The log never changes. If it is damaged, nothing is changed. With --dry-run, exit code 1 if anything differs.

    Example: clabber-audit archive rebuild season.db --dry-run
    """
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.verify import aside, mend, to_mend, without_advice
    from clabber_audit.archive.verify import rebuild as put_verify
    from clabber_audit.cli.output import say, tell

    count, in_table = Counter[str](), Counter[str]()
    with without_advice(), aside() as kept:
        if dry:
            # Whoever writes meanwhile waits for the copy to be made, not for it to be looked through.
            with open_archive(archive, changed=changed, broken=True) as opened:
                copy = to_mend(opened)
            with copy:
                there = mend(copy, kept, looking(copy, jobs, "rebuilding"))
        else:
            with open_archive(archive, write=True, changed=changed, broken=True) as opened:
                there = put_verify(opened, kept, looking(opened, jobs, "rebuilding"))
        for (kind, of), some in groupby(chain.from_iterable(kept.parts()), _subject):
            tables = [due.table for due in some]
            if not opened.damage:
                tell(f"{shown(archive, 200)}: {of}: {', '.join(tables)}")
            count[kind] += 1
            in_table.update(tables if kind == "hand" else ())
    if opened.damage:
        say(f"{'would be ' if dry else ''}rewritten: the whole file, which is damaged: {shown(opened.damage, 200)}")
    elif not count:
        say(f"{there.line} matches its log; nothing to rebuild")
        return Exit.DONE
    for told in _summary(count, in_table, there):
        say(f"{'would be ' if dry else ''}{told}")
    say("nothing was written" if dry else f"{there.line} matches its log")
    return Exit.FINDINGS if dry else Exit.DONE


def _subject(due: Due) -> tuple[str, str]:
    """What something put into a table counts as, and what it is called."""
    if due.table == "words":
        return "words", "index of words"
    if due.number is None:
        return "index", "indexes"
    if due.table == "decisions":
        return ("decision" if due.rows else "no decision"), f"entry {due.number}"
    if due.name:
        return "hand", f"hand {due.number} ({shown(due.name, 64)})"
    return "no hand", f"hand {due.number}, which the log does not have"


def _summary(count: Mapping[str, int], in_table: Mapping[str, int], there: Fitting) -> Iterator[str]:
    """What was made anew and what was taken out, given how much there is in the end."""
    made, out = list[str](), list[str]()
    if count["hand"]:
        tables = ", ".join(f"{many:,} in {table}" for table, many in in_table.items())
        made.append(f"{count['hand']:,} of {there.hands:,} hands ({tables})")
    if count["decision"]:
        made.append(f"{count['decision']:,} of {there.decisions:,} decisions")
    if count["index"]:
        made.append(counted(count["index"], "the indexes of {count} table", "the indexes of {count} tables"))
    if count["words"]:
        made.append("the index of words")
    for kind in ("hand", "decision"):
        if many := count[f"no {kind}"]:
            out.append(counted(many, "{count} {kind}", "{count:,} {kind}s", kind=kind))
    if made:
        yield f"rebuilt: {', '.join(made)}"
    if out:
        yield f"removed: {', '.join(out)} that the log does not have"


def checkpoint(
    archive: ArchiveArgument,
    note: Annotated[
        bool, typer.Option("--note", help="Print it in full, as transparency logs do, for proofs and witnesses.")
    ] = False,
    sign: Annotated[str | None, sign_option("the note")] = None,
    output: OutOption = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Print one line to keep on paper: it proves later that nothing in the archive was changed.

    With --note or --sign it is a note of three lines instead, signed or not.

    Example: clabber-audit archive checkpoint season.db
    """
    from clabber_audit.archive.database import open_archive, text
    from clabber_audit.archive.search import checkpoint_of
    from clabber_audit.cli.output import destination

    with open_archive(archive, changed=changed) as opened:
        found = checkpoint_of(opened)
    with destination(output, force) as stream:
        if note or sign is not None:
            put(stream, str(noted(found, sign)))
        else:
            stream.write(f"{text(found)}\n")
    return Exit.DONE


def noted(found: Checkpoint, sign: str | None) -> Note:
    """A checkpoint as a note, signed with the private key in a file, if there is one, by the name of the archive."""
    from clabber_audit.archive.proofs import checkpoint_text
    from clabber_audit.cli.options import secret
    from clabber_audit.signing.signatures import Note, signature

    body = checkpoint_text(found)
    return Note(body) if sign is None else Note(body, (signature(body, found.origin, secret(sign)),))


def cosign(
    checkpoint: Annotated[
        str,
        typer.Argument(metavar="CHECKPOINT", help="The note, or the proof of `archive prove --since` that ends in it."),
    ],
    key: Annotated[str, typer.Option("--key", metavar="KEY", help="The private key of the witness.")],
    name: Annotated[str, typer.Option("--name", metavar="NAME", help="Name of the witness, such as witness.example.")],
    last: Annotated[
        str, typer.Option("--last", metavar="FILE", help="File with the last checkpoint that was cosigned.")
    ],
    archive: Annotated[
        str | None, typer.Option("--archive", metavar="ARCHIVE", help="The archive, if there is no proof.")
    ] = None,
    signed: SignedByOption = None,
    output: OutOption = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Cosign a checkpoint as a witness, if the log has only grown since the last one cosigned.

    Exit code 1, and nothing is signed, if it did not.

    Example: clabber-audit archive cosign grown.proof --key witness --name witness.example --last otters.note
    """
    from clabber_audit.archive.proofs import Growth, checkpoint_in, objection, proof_of
    from clabber_audit.cli.options import secret, signers, text_in
    from clabber_audit.cli.output import destination, say
    from clabber_audit.core.errors import UsageError, shown
    from clabber_audit.signing.signatures import cosignature, is_name, note_of, vouched, with_lines

    if not is_name(name):
        raise UsageError(
            f"“{shown(name, 80)}” is not a valid name for a witness", "a name has no spaces and no plus", "give another"
        )

    def either(text: str) -> Growth | Note:
        if not text.startswith("old "):
            note = note_of(text)
            checkpoint_in(note)
            return note
        proof = proof_of(text)
        assert isinstance(proof, Growth)
        return proof

    asked, ours = text_in(checkpoint, either, "a checkpoint"), secret(key)
    note = asked.note if isinstance(asked, Growth) else asked
    new, shown_as = checkpoint_in(note), shown(checkpoint, 200)
    for file in signers(signed):
        for said, holds in vouched(note, file):
            say(f"{shown_as}: {said}")
            if not holds:
                return Exit.FINDINGS
    if not signed:
        say("not checked: who signed the checkpoint; --signed-by does that")
    before = _last(last, name, ours)
    if before is None:
        say(f"look: {shown(last, 200)} is not there yet: this is the first checkpoint of {new.origin} that is cosigned")
    else:
        old = checkpoint_in(before)
        path = _path(asked, archive, before, note, changed) if old.size and old.size < new.size else ()
        wrong = objection(old, new, path)
        if wrong:
            say(f"{shown_as}: not cosigned: {wrong}")
            return Exit.FINDINGS
    made = with_lines(note, [cosignature(note.text, name, ours, int(time.time()))])
    # Whoever cosigns remembers it first.
    with destination(last, force=True) as stream:
        put(stream, str(made))
    with destination(output, force) as stream:
        put(stream, str(made))
    return Exit.DONE


def _last(path: str, name: str, ours: Secret) -> Note | None:
    """The note that was cosigned last; Unusable where the file says otherwise than the witness signed."""
    from clabber_audit.core.errors import Unusable, shown
    from clabber_audit.signing.signatures import TIMED, Signed, Verifier, signatures_by

    if not os.path.lexists(path):
        return None
    note, _ = note_in(path)
    own = list(signatures_by(note, ours.public.raw, Verifier(name, TIMED, ours.public.raw)))
    if not own or not all(isinstance(one, Signed) for one in own):
        why = f"{name} did not cosign what stands in it with this key"
        raise Unusable(
            f"{shown(path, 200)} is not the last checkpoint cosigned", why, "use the file, key and name of that time"
        )
    return note


def _path(asked: Growth | Note, archive: str | None, before: Note, note: Note, changed: bool) -> tuple[bytes, ...]:
    """The proof that the log only grew: the one that was given, or made from the archive."""
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.proofs import Growth, checkpoint_in, proof_of_growth
    from clabber_audit.core.errors import UsageError

    old = checkpoint_in(before)
    if isinstance(asked, Growth) and asked.old == old.size:
        return asked.path
    if archive is None:
        why = f"the last one cosigned has {old.size} entries"
        what = "a proof is needed that the log has only grown since"
        raise UsageError(what, why, "run archive prove ARCHIVE --since CHECKPOINT, or add --archive")
    with open_archive(archive, changed=changed) as opened:
        return proof_of_growth(opened, old, checkpoint_in(note), note).path


def prove(
    archive: ArchiveArgument,
    hand: Annotated[str | None, typer.Argument(metavar="[ID]", help="The id of a hand.")] = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", metavar="CHECKPOINT", help="Prove instead that the log has only grown since this note or line."
        ),
    ] = None,
    entry: Annotated[
        int | None, typer.Option("--entry", metavar="N", help="The version in entry N of the log.")
    ] = None,
    checkpoint: Annotated[
        str | None,
        typer.Option("--checkpoint", metavar="FILE", help="Prove it for this note instead of the current log."),
    ] = None,
    sign: Annotated[str | None, sign_option("the checkpoint that the proof ends in")] = None,
    output: OutOption = None,
    qr: Annotated[
        str | None, typer.Option("--qr", metavar="FILE", help="Write the proof as a QR code (.svg or .png) as well.")
    ] = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Prove in a few lines that a hand is in the archive, or that nothing in it changed since a checkpoint.

    The proof and a checkpoint can be checked without the archive: see `archive check-proof`.

    Example: clabber-audit archive prove season.db otters-2026-r3-h1 -o hand.tlog-proof
    """
    from clabber_audit.archive.database import open_archive
    from clabber_audit.archive.proofs import proof_of_growth, proof_of_hand
    from clabber_audit.archive.search import checkpoint_of
    from clabber_audit.cli.output import destination
    from clabber_audit.core.errors import UsageError
    from clabber_audit.report.page import is_drawable

    if (hand is None) == (since is None):
        raise UsageError("nothing to prove", "", "give either the id of a hand, or --since and a checkpoint")
    if checkpoint is not None and sign is not None:
        raise UsageError("a note is signed when it is written", "", "give --checkpoint or --sign, not both")
    if entry is not None and hand is None:
        raise UsageError("--entry needs a hand", "", "give its id")
    if qr is not None and not is_drawable(qr):
        raise UsageError(f"{qr} has the wrong extension", "a QR code is written as .svg or .png", "give another name")
    with open_archive(archive, changed=changed) as opened:
        if checkpoint is None:
            found = checkpoint_of(opened)
            note = noted(found, sign)
        else:
            note, found = note_in(checkpoint)
        proof: Growth | Inclusion
        if since is not None:
            proof = proof_of_growth(opened, given(since), found, note)
        else:
            assert hand is not None
            proof = proof_of_hand(opened, hand, entry, found, note)
    if qr is not None:
        _draw(str(proof), qr, force)
    with destination(output, force) as stream:
        put(stream, str(proof))
    return Exit.DONE


def _draw(proof: str, path: str, force: bool) -> None:
    """Write a proof as a code; Unusable where it is too long for one that a telephone reads."""
    from clabber_audit.cli.output import destination
    from clabber_audit.core.errors import Unusable
    from clabber_audit.report.page import drawing

    data = drawing(proof, path)
    if data is None:
        size = len(proof.encode())
        raise Unusable("the proof is too long for a QR code", f"it has {size} bytes", "print it as text")
    with destination(path, force) as stream:
        stream.write_bytes(data)


def check_proof(
    proof: Annotated[str, typer.Argument(metavar="PROOF", help="A proof by `archive prove`; - is standard input.")],
    record: Annotated[
        str | None,
        typer.Option("--record", metavar="FILE", help="The record or ruling that the proof should be about."),
    ] = None,
    hand: HandOption = None,
    since: Annotated[
        str | None,
        typer.Option(
            "--since", metavar="CHECKPOINT", help="An earlier note or line that the log should have grown from."
        ),
    ] = None,
    checkpoint: Annotated[
        list[str] | None,
        typer.Option("--checkpoint", metavar="CHECKPOINT", help="A note or line that you trust (repeatable)."),
    ] = None,
    root: Annotated[
        list[str] | None,
        typer.Option("--root", metavar="ROOT", help="The root that you trust, in hexadecimal or base64."),
    ] = None,
    signed: SignedByOption = None,
) -> Exit:
    """Check a proof without its archive: that a hand is in it, or that it has only grown.

    To confirm the archive, give a checkpoint from elsewhere, its root, or the key that signed it.

    Exit code 1 if something does not match, 4 if nothing confirms it.

    Example: clabber-audit archive check-proof hand.tlog-proof --record hand.clab --checkpoint club.note
    """
    from clabber_audit.archive.proofs import Inclusion, Trusted, of_growth, of_inclusion, proof_of
    from clabber_audit.cli.options import signers, text_in
    from clabber_audit.core.errors import UsageError

    found = text_in(proof, proof_of, "a proof")
    trusted = Trusted([given(one) for one in checkpoint or ()], [_root(one) for one in root or ()], signers(signed))
    if isinstance(found, Inclusion):
        if since is not None:
            raise UsageError("this proof is about a hand", "not about an earlier checkpoint", "leave out --since")
        return _end(shown(proof, 200), [*of_inclusion(found, _record(record, hand), trusted)])
    if record is not None:
        raise UsageError("this proof is about the log", "not about a record", "leave out --record")
    return _end(shown(proof, 200), [*of_growth(found, None if since is None else given(since), trusted)])


def _record(path: str | None, hand: str | None) -> dict[str, Any] | None:
    if path is None:
        return None
    from clabber_audit.cli.rulings import hand_of
    from clabber_audit.inputs.readers import one
    from clabber_audit.records.canonical import record_data

    return record_data(hand_of(one(path, hand)).record)


def _root(text: str) -> bytes:
    from clabber_audit.archive.merkle import HASH
    from clabber_audit.core.errors import UsageError

    try:
        data = bytes.fromhex(text) if len(text) == 2 * HASH else base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        data = b""
    if len(data) != HASH:
        raise UsageError(f"“{shown(text, 80)}” is not a root", f"it has {HASH} bytes", "compare it with the checkpoint")
    return data


def _end(proof: str, told: list[Told]) -> Exit:
    from clabber_audit.cli.commands import worst
    from clabber_audit.cli.output import tell

    for said, _ in told:
        tell(f"{shown(proof, 200)}: {said}")
    codes = {code for _, code in told}
    return worst(codes - {Exit.UNDECIDED} if Exit.FINDINGS in codes else codes)
