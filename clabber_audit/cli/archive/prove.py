"""Command line: archive verify, rebuild, checkpoint, cosign, prove and check-proof."""

from __future__ import annotations

import base64
import binascii
import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain, groupby
from typing import TYPE_CHECKING, Final

from clabber_audit.cli import options
from clabber_audit.cli.archive.store import ArchiveArgument, EntryOption, open_archive
from clabber_audit.cli.commands import load_private_key, signers, text_in, worst_of_checks
from clabber_audit.cli.options import argument, flag, option, sign_option
from clabber_audit.cli.output import echo, echo_err, with_bar, write_output
from clabber_audit.cli.rulings import hand_of
from clabber_audit.core.errors import Exit, Unusable, UsageError, printable
from clabber_audit.core.text import inflect, pluralize

if TYPE_CHECKING:
    from clabber_audit.archive.database import Archive
    from clabber_audit.archive.merkle import Checkpoint, TypedCheckpoint
    from clabber_audit.archive.proofs import Growth, Inclusion, Remark
    from clabber_audit.archive.verify import CheckedEntry, Due, EntryShare, Rebuilt, Runner
    from clabber_audit.signing import PrivateKey, SignedNote, Signers

#: The most entries checked in one process, since starting others takes longer.
_FEW: Final = 4_000


def _runner(archive: Archive, jobs: int | None, doing: str) -> Runner:
    """Return a runner with `jobs` processes and a progress bar."""
    from clabber_audit.core.workers import map_in_processes

    def run(
        check: Callable[[EntryShare], list[CheckedEntry]], shares: Iterable[EntryShare]
    ) -> Iterator[CheckedEntry]:
        entries: int = archive.value("SELECT count(*) FROM log")
        return with_bar(map_in_processes(check, shares, jobs, few=entries <= _FEW), doing, lambda: entries)

    return run


def read_note(path: str) -> tuple[SignedNote, Checkpoint]:
    """Read a note with its checkpoint."""
    from clabber_audit.archive.proofs import checkpoint_in
    from clabber_audit.signing import parse_note

    def parse(text: str) -> tuple[SignedNote, Checkpoint]:
        note = parse_note(text)
        return note, checkpoint_in(note)

    return text_in(path, parse, "a checkpoint")


def _checkpoint(argument: str) -> Checkpoint | TypedCheckpoint:
    """Read a checkpoint: the file of a note, or a line for paper, typed or in a file."""
    from clabber_audit.archive.merkle import parse
    from clabber_audit.archive.proofs import checkpoint_in
    from clabber_audit.signing import parse_note

    def parse_either(text: str) -> Checkpoint | TypedCheckpoint:
        return checkpoint_in(parse_note(text)) if len(text.strip().splitlines()) > 1 else parse(text)

    return text_in(argument, parse_either, "a checkpoint") if os.path.isfile(argument) else parse(argument)


def _write(path: str | None, data: object, force: bool) -> None:
    """Write a note or proof byte for byte, whatever the screen can show."""
    write_output(path, str(data).encode(), force)


#: A note with its path and its checkpoint.
Noted = tuple[str, "SignedNote", "Checkpoint"]
#: Advice for a mismatch; none for a wrong signature.
_NOTHING: Final = ""
_REBUILD: Final = "; the log is intact, and archive rebuild restores the rest from it"
_BACKUP: Final = "; restore the archive from a backup"


def verify(
    archive: ArchiveArgument,
    checkpoint: list[str] | None = option(
        None,
        "--checkpoint",
        "CHECKPOINT",
        "A line printed earlier by `archive checkpoint`, or the file of a note (repeatable).",
    ),
    signed: options.SignedBy = None,
    jobs: options.Jobs = None,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Prove that an archive is whole and, with a checkpoint, that nothing before it was changed.

    A checkpoint stored as a note is checked for signatures too. Exit code 1 if something does not match.

    Example: clabber-audit archive verify season.db --checkpoint "otters-2026 1284 7KQ2M-9XTRA-0ZB4C-HJ5NW-C"
    """
    from clabber_audit.archive.merkle import parse
    from clabber_audit.archive.search import checkpoint_line
    from clabber_audit.archive.verify import TimeCheck, complaints_of

    known = signers(signed)
    # A line has blanks.
    lines = [text for text in checkpoint or () if " " in text.strip() and not os.path.isfile(text)]
    notes: list[Noted] = [(path, *read_note(path)) for path in checkpoint or () if path not in lines]
    if known and not notes:
        help = "give one with --checkpoint"
        raise UsageError("there is no signature to check", "only notes of checkpoints are signed", help)
    papers: list[TypedCheckpoint | Checkpoint] = [*map(parse, lines), *(noted for _, _, noted in notes)]
    # Writers wait for the copy to be made, not for it to be checked.
    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        copy, problems, times = opened.copy(), Counter[str](), TimeCheck()
    with copy:
        for problem in _check_signatures(notes, known):
            echo(f"{printable(archive, 200)}: {problem}")
            problems[_NOTHING] += 1
        for text, due in complaints_of(copy, papers, _runner(copy, jobs, "verifying"), times):
            echo(f"{printable(archive, 200)}: {text}")
            problems[_BACKUP if due is None else _REBUILD] += 1
        line = "" if problems else checkpoint_line(copy)
    for warning in times.warnings():
        echo_err(f"look: {archive}: {warning}")
    if problems:
        things = f"{pluralize(problems.total(), 'problem')} found"
        echo_err(things + next((remedy for remedy in (_BACKUP, _REBUILD) if problems[remedy]), ""))
        return Exit.FINDINGS
    matches = inflect(len(papers), ", and matches {count} checkpoint", ", and matches {count} checkpoints")
    echo_err(f"{line} matches its log{matches if papers else ''}")
    return Exit.DONE


def _check_signatures(notes: Sequence[Noted], known: Sequence[Signers]) -> Iterator[str]:
    """Report who signed the notes, and yield a sentence for each signature that is wrong or missing."""
    from clabber_audit.signing import check_signers

    for path, note, _ in notes:
        for keys in known:
            for sentence, holds in check_signers(note, keys):
                if holds:
                    echo_err(f"{printable(path, 200)}: {sentence}")
                else:
                    yield f"{printable(path, 200)}: {sentence}"
        if note.lines and not known:
            echo_err(f"{printable(path, 200)}: not checked: who signed it; --signed-by does that")


def rebuild(
    archive: ArchiveArgument,
    dry: bool = flag("--dry-run", "Write nothing; show what would be rebuilt."),
    jobs: options.Jobs = None,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Rebuild hands, rulings, decisions and the search index from the log, wherever they differ from it.

    The log never changes. If it is damaged, nothing is changed. With --dry-run, exit code 1 if anything differs.

    Example: clabber-audit archive rebuild season.db --dry-run
    """
    from clabber_audit.archive.verify import Staging, repair, repairable_copy, replace_advice
    from clabber_audit.archive.verify import rebuild as rebuild_tables

    count, in_table = Counter[str](), Counter[str]()
    with replace_advice(), Staging() as staging:
        if dry:
            # Writers wait for the copy to be made, not for it to be checked.
            with open_archive(archive, allow_changed_rules=allow_changed_rules, broken=True) as opened:
                copy = repairable_copy(opened)
            with copy:
                rebuilt = repair(copy, staging, _runner(copy, jobs, "rebuilding"))
        else:
            with open_archive(
                archive, write=True, allow_changed_rules=allow_changed_rules, broken=True
            ) as opened:
                rebuilt = rebuild_tables(opened, staging, _runner(opened, jobs, "rebuilding"))
        for (kind, name), dues in groupby(chain.from_iterable(staging.batches()), _subject):
            tables = [due.table for due in dues]
            if not opened.damage:
                echo(f"{printable(archive, 200)}: {name}: {', '.join(tables)}")
            count[kind] += 1
            in_table.update(tables if kind == "hand" else ())
    would = "would be " if dry else ""
    if opened.damage:
        echo_err(f"{would}rewritten: the whole file, which is damaged: {printable(opened.damage, 200)}")
    elif not count:
        echo_err(f"{rebuilt.line} matches its log; nothing to rebuild")
        return Exit.DONE
    for sentence in _summary(count, in_table, rebuilt):
        echo_err(f"{would}{sentence}")
    echo_err("nothing was written" if dry else f"{rebuilt.line} matches its log")
    return Exit.FINDINGS if dry else Exit.DONE


def _subject(due: Due) -> tuple[str, str]:
    """Return the kind and the name of what was rebuilt or removed."""
    if due.table == "words":
        return "words", "index of words"
    if due.number is None:
        return "index", "indexes"
    if due.table == "decisions":
        return ("decision" if due.rows else "no decision"), f"entry {due.number}"
    if due.name:
        return "hand", f"hand {due.number} ({printable(due.name, 64)})"
    return "no hand", f"hand {due.number}, which the log does not have"


def _summary(count: Mapping[str, int], in_table: Mapping[str, int], rebuilt: Rebuilt) -> Iterator[str]:
    """Yield what was rebuilt and what was removed."""
    new, removed = list[str](), list[str]()
    if count["hand"]:
        tables = ", ".join(f"{many:,} in {table}" for table, many in in_table.items())
        new.append(f"{count['hand']:,} of {rebuilt.hands:,} hands ({tables})")
    if count["decision"]:
        new.append(f"{count['decision']:,} of {rebuilt.decisions:,} decisions")
    if count["index"]:
        new.append(inflect(count["index"], "the indexes of {count} table", "the indexes of {count} tables"))
    if count["words"]:
        new.append("the index of words")
    for kind in ("hand", "decision"):
        if many := count[f"no {kind}"]:
            removed.append(inflect(many, "{count} {kind}", "{count:,} {kind}s", kind=kind))
    if new:
        yield f"rebuilt: {', '.join(new)}"
    if removed:
        yield f"removed: {', '.join(removed)} that the log does not have"


def checkpoint(
    archive: ArchiveArgument,
    note: bool = flag("--note", "Print it in full, as transparency logs do, for proofs and witnesses."),
    sign: str | None = sign_option("the note"),
    output: options.Output = None,
    force: options.Force = False,
    allow_changed_rules: options.Changed = False,
) -> None:
    """Print one line to keep on paper: it proves later that nothing in the archive was changed.

    With --note or --sign it is a note of three lines instead, signed or not.

    Example: clabber-audit archive checkpoint season.db
    """
    from clabber_audit.archive.merkle import text
    from clabber_audit.archive.search import checkpoint_of

    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        current = checkpoint_of(opened)
    if note or sign is not None:
        _write(output, sign_note(current, sign), force)
    else:
        write_output(output, f"{text(current)}\n", force)


def sign_note(checkpoint: Checkpoint, sign: str | None) -> SignedNote:
    """Return a checkpoint as a note, signed in the name of the archive if a private key is given."""
    from clabber_audit.archive.proofs import checkpoint_text
    from clabber_audit.signing import SignedNote, signature

    body = checkpoint_text(checkpoint)
    if sign is None:
        return SignedNote(body)
    return SignedNote(body, (signature(body, checkpoint.origin, load_private_key(sign)),))


def cosign(
    checkpoint: str = argument(
        ..., "CHECKPOINT", "The note, or the proof of `archive prove --grown-from` that ends in it."
    ),
    *,
    key: str = option(..., "--key", "KEY", "The private key of the witness."),
    name: str = option(..., "--name", "NAME", "Name of the witness, such as witness.example."),
    last: str = option(..., "--last", "FILE", "File with the last checkpoint that was cosigned."),
    archive: str | None = option(None, "--archive", "ARCHIVE", "The archive, if there is no proof."),
    signed: options.SignedBy = None,
    output: options.Output = None,
    force: options.Force = False,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Cosign a checkpoint as a witness, if the log has only grown since the last one cosigned.

    Exit code 1, and nothing is signed, if it did not.

    Example: clabber-audit archive cosign grown.proof --key witness --name witness.example --last otters.note
    """
    from clabber_audit import signing
    from clabber_audit.archive.proofs import Growth, checkpoint_in, objection, proof_of

    if not signing.is_name(name):
        why = "a name has no spaces and no plus"
        raise UsageError(f"“{printable(name, 80)}” is not a valid name for a witness", why, "give another")

    def parse(text: str) -> Growth | SignedNote:
        if not text.startswith("old "):
            note = signing.parse_note(text)
            checkpoint_in(note)
            return note
        proof = proof_of(text)
        assert isinstance(proof, Growth)
        return proof

    proof, private_key = text_in(checkpoint, parse, "a checkpoint"), load_private_key(key)
    note = proof.note if isinstance(proof, Growth) else proof
    new, source = checkpoint_in(note), printable(checkpoint, 200)
    for keys in signers(signed):
        for sentence, holds in signing.check_signers(note, keys):
            echo_err(f"{source}: {sentence}")
            if not holds:
                return Exit.FINDINGS
    if not signed:
        echo_err("not checked: who signed the checkpoint; --signed-by does that")
    old = _read_last_cosigned(last, name, private_key)
    if old is None:
        first = f"this is the first checkpoint of {new.origin} that is cosigned"
        echo_err(f"look: {printable(last, 200)} is not there yet: {first}")
    else:
        path: tuple[bytes, ...] = ()
        if 0 < old.size < new.size:
            path = _growth_path(proof, archive, old, note, allow_changed_rules)
        if wrong := objection(old, new, path):
            echo_err(f"{source}: not cosigned: {wrong}")
            return Exit.FINDINGS
    own = signing.cosignature(note.text, name, private_key, int(time.time()))
    cosigned = signing.add_signatures(note, [own])
    # The witness stores it first.
    _write(last, cosigned, force=True)
    _write(output, cosigned, force)
    return Exit.DONE


def _read_last_cosigned(path: str, name: str, key: PrivateKey) -> Checkpoint | None:
    """Return the checkpoint cosigned last, None if there is no file. Raise Unusable if the witness did not sign it."""
    from clabber_audit.signing import TIMED, Verifier, signatures_by

    if not os.path.lexists(path):
        return None
    note, checkpoint = read_note(path)
    own = list(signatures_by(note, key.public.raw, Verifier(name, TIMED, key.public.raw)))
    if not own or not all(line.is_valid for line in own):
        why = f"{name} did not cosign what stands in it with this key"
        help = "use the file, key and name of that time"
        raise Unusable(f"{printable(path, 200)} is not the last checkpoint cosigned", why, help)
    return checkpoint


def _growth_path(
    proof: Growth | SignedNote,
    archive: str | None,
    old: Checkpoint,
    note: SignedNote,
    allow_changed_rules: bool,
) -> tuple[bytes, ...]:
    """Return the hashes of the proof of growth, made from the archive if none was given."""
    from clabber_audit.archive.proofs import Growth, checkpoint_in, proof_of_growth

    if isinstance(proof, Growth) and proof.old == old.size:
        return proof.path
    if archive is None:
        why = f"the last one cosigned has {old.size} entries"
        what = "a proof is needed that the log has only grown since"
        raise UsageError(what, why, "run archive prove ARCHIVE --grown-from CHECKPOINT, or add --archive")
    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        return proof_of_growth(opened, old, checkpoint_in(note), note).path


def prove(
    archive: ArchiveArgument,
    hand: str | None = argument(None, "[ID]", "The id of a hand."),
    *,
    since: str | None = option(
        None,
        "--grown-from",
        "CHECKPOINT",
        "Prove instead that the log has only grown since this note or line.",
    ),
    entry: EntryOption = None,
    checkpoint: str | None = option(
        None, "--checkpoint", "CHECKPOINT", "Prove it for this note instead of the current log."
    ),
    sign: str | None = sign_option("the checkpoint that the proof ends in"),
    output: options.Output = None,
    qr: str | None = option(None, "--qr", "FILE", "Write the proof as a QR code (.svg or .png) as well."),
    force: options.Force = False,
    allow_changed_rules: options.Changed = False,
) -> None:
    """Prove in a few lines that a hand is in the archive, or that nothing in it changed since a checkpoint.

    The proof and a checkpoint can be checked without the archive: see `archive check-proof`.

    Example: clabber-audit archive prove season.db otters-2026-r3-h1 -o hand.tlog-proof
    """
    from clabber_audit.archive.proofs import proof_of_growth, proof_of_hand
    from clabber_audit.archive.search import checkpoint_of
    from clabber_audit.report.page import is_qr_file, qr_file

    if (hand is None) == (since is None):
        help = "give either the id of a hand, or --grown-from and a checkpoint"
        raise UsageError("nothing to prove", "", help)
    if checkpoint is not None and sign is not None:
        raise UsageError("a note is signed when it is written", "", "give --checkpoint or --sign, not both")
    if entry is not None and hand is None:
        raise UsageError("--entry needs a hand", "", "give its id")
    if qr is not None and not is_qr_file(qr):
        help = "give another name"
        raise UsageError(f"{qr} has the wrong extension", "a QR code is written as .svg or .png", help)
    with open_archive(archive, allow_changed_rules=allow_changed_rules) as opened:
        if checkpoint is None:
            current = checkpoint_of(opened)
            note = sign_note(current, sign)
        else:
            note, current = read_note(checkpoint)
        proof: Growth | Inclusion
        if since is not None:
            proof = proof_of_growth(opened, _checkpoint(since), current, note)
        else:
            assert hand is not None
            proof = proof_of_hand(opened, hand, entry, current, note)
    if qr is not None:
        data = qr_file(str(proof), qr)
        if data is None:
            size = len(str(proof).encode())
            raise Unusable("the proof is too long for a QR code", f"it has {size} bytes", "print it as text")
        write_output(qr, data, force)
    _write(output, proof, force)


def check_proof(
    proof: str = argument(..., "PROOF", "A proof by `archive prove`; - is standard input."),
    *,
    record: str | None = option(
        None, "--record", "FILE", "The record or ruling that the proof should be about."
    ),
    hand: options.Hand = None,
    since: str | None = option(
        None, "--grown-from", "CHECKPOINT", "An earlier note or line that the log should have grown from."
    ),
    checkpoint: list[str] | None = option(
        None, "--checkpoint", "CHECKPOINT", "A note or line that you trust (repeatable)."
    ),
    root: list[str] | None = option(
        None, "--root", "ROOT", "The root that you trust, in hexadecimal or base64."
    ),
    signed: options.SignedBy = None,
) -> Exit:
    """Check a proof without its archive: that a hand is in it, or that it has only grown.

    To confirm the archive, give a checkpoint from elsewhere, its root, or the key that signed it.

    Exit code 1 if something does not match, 4 if nothing confirms it.

    Example: clabber-audit archive check-proof hand.tlog-proof --record hand.clab --checkpoint club.note
    """
    from clabber_audit.archive.proofs import Inclusion, Trusted, check_growth, check_inclusion, proof_of
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.records.formats import record_data

    parsed = text_in(proof, proof_of, "a proof")
    checkpoints = [_checkpoint(text) for text in checkpoint or ()]
    trusted = Trusted(checkpoints, [_parse_root(text) for text in root or ()], signers(signed))
    remarks: list[Remark]
    if isinstance(parsed, Inclusion):
        if since is not None:
            help = "leave out --grown-from"
            raise UsageError("this proof is about a hand", "not about an earlier checkpoint", help)
        about = None if record is None else record_data(hand_of(read_one_record(record, hand)).original)
        remarks = [*check_inclusion(parsed, about, trusted)]
    else:
        if record is not None:
            raise UsageError("this proof is about the log", "not about a record", "leave out --record")
        remarks = [*check_growth(parsed, None if since is None else _checkpoint(since), trusted)]
    for sentence, _ in remarks:
        echo(f"{printable(proof, 200)}: {sentence}")
    return worst_of_checks({code for _, code in remarks})


def _parse_root(text: str) -> bytes:
    """Return the root of a log from hexadecimal digits or base64. Raise UsageError for another text."""
    from clabber_audit.archive.merkle import HASH

    try:
        data = bytes.fromhex(text) if len(text) == 2 * HASH else base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        data = b""
    if len(data) != HASH:
        help = "compare it with the checkpoint"
        raise UsageError(f"“{printable(text, 80)}” is not a root", f"it has {HASH} bytes", help)
    return data
