"""Command line: sign and verify."""

from __future__ import annotations

import os
from datetime import date
from typing import TYPE_CHECKING, Final

from clabber_audit.cli.commands import report, worst_code, worst_of_checks
from clabber_audit.cli.options import (
    ChangedOption,
    ForceOption,
    OutOption,
    SignedByOption,
    SignedOnOption,
    SignerOption,
    argument,
    load_private_key,
    option,
    signers,
    text_in,
)
from clabber_audit.cli.output import echo, echo_err, fill_folder, write_output
from clabber_audit.cli.rulings import hand_of, input_records
from clabber_audit.core import __version__
from clabber_audit.core.errors import ClabberError, Exit, Undecided, Unusable, UsageError, printable
from clabber_audit.core.text import inflect

if TYPE_CHECKING:
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.signing.statement import Signature

#: Extensions of rulings that can be signed.
_SIGNED: Final = (".html", ".htm", ".json")


def sign(
    ruling: str = argument(..., "RULING", "A ruling (.json or .html); - is standard input."),
    *,
    key: str | None = option(None, "--key", "KEY", "The private key; with --attach, minisign’s public key."),
    agree: str | None = option(None, "--agree", "SIDE", "Agree to the ruling for a side: NS, or its team."),
    disagree: str | None = option(
        None, "--disagree", "SIDE", "Record that a side disagrees with the ruling."
    ),
    name: SignerOption = None,
    on: SignedOnOption = None,
    statement: str | None = option(
        None, "--statement", "FILE", "Write the statement to sign to FILE; do not change the ruling."
    ),
    attach: str | None = option(
        None, "--attach", "FILE", "Add the signature that another program made for FILE."
    ),
    output: OutOption = None,
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Sign an existing ruling as arbiter or for a side. A ruling can carry several signatures.

    It is written back with the signature in it, or to --output.

    Nothing is signed, and the exit code is not 0, if the ruling fails its check, another version wrote its page, or
    the page is part of a site or an archive, whose words no signature covers.

    Example: clabber-audit sign ruling.html --key carl --agree EW --name "Carl Example"
    """
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.judge.signed import format_statement, sign_ruling, signatures_in, with_signature
    from clabber_audit.signing.statement import AGREED, DISAGREED, RULED
    from clabber_audit.verification import with_signatures

    if agree is not None and disagree is not None:
        raise UsageError("a side cannot both agree and disagree", "", "give one of --agree and --disagree")
    if attach is None and statement is None and key is None:
        raise UsageError(
            "nothing to sign with", "", "give a private key with --key, or see --statement and --attach"
        )
    if ruling != "-" and not ruling.lower().endswith(_SIGNED):
        why = f"only rulings in {', '.join(_SIGNED)} files can be"
        raise UsageError(
            f"{ruling} cannot be signed", why, "rule on the hand with -o ruling.html, and sign that"
        )
    item = read_one_record(ruling, None, changed=changed)
    refused = ruling_obstacles(item, "not signed")
    if refused:
        return worst_code(refused)
    assert item.ruling is not None
    if attach is not None:
        if any(part is not None for part in (agree, disagree, name, on, statement)):
            raise UsageError("the signed statement already says who signs what", "", "give --attach alone")
        new = _read_signature(item, attach, key)
    else:
        says = AGREED if agree is not None else DISAGREED if disagree is not None else RULED
        side = agree if agree is not None else disagree
        mine = make_statement(says, None if side is None else _side(item, side), name, on)
        if statement is not None:
            made = None if key is None else sign_ruling(item.ruling, mine, load_private_key(key)).signature
            write_output(statement, format_statement(item.ruling, mine).encode(), force)
            if made is not None:
                write_output(statement + signature_extension(made), made.encode(), force)
            return Exit.DONE
        assert key is not None
        new = sign_ruling(item.ruling, mine, load_private_key(key))
    text = with_signatures(item, with_signature(signatures_in(item.ruling), new))
    back = output is None and ruling != "-"
    write_output(ruling if back else output, text, force or back)
    return Exit.DONE


def ruling_obstacles(item: InputRecord, so: str) -> set[Exit]:
    """Say why a ruling cannot be signed or appealed; return the exit codes, none if it can."""
    from clabber_audit.verification import signing_obstacles

    checks = signing_obstacles(item)
    hand_of(item)
    for text, _ in checks:
        echo_err(f"{item.source}: {text}")
    if checks:
        echo_err(f"{item.source}: {so}")
    return {code for _, code in checks}


def _side(item: InputRecord, asked: str) -> str:
    """Return the side of a name or a team; raise UsageError if there is none."""
    from clabber_audit.records.formats import fold_name

    hand = item.hand
    assert hand is not None
    sides = hand.seating.side_names
    teams = getattr(hand.record, "teams", None) or {}
    matches = [
        side for side in sides if fold_name(asked) in (fold_name(side), fold_name(teams.get(side) or side))
    ]
    if len(matches) != 1:
        known = ", ".join(f"{side} ({teams[side]})" if teams.get(side) else side for side in sides)
        raise UsageError(f"“{printable(asked, 80)}” is not a side", f"there are {known}", "give one of these")
    return matches[0]


def _read_signature(item: InputRecord, path: str, key: str | None) -> Signature:
    """Return the signature of ssh-keygen or minisign beside a statement; minisign’s needs the public key.

    Raise Unusable if it is not valid for this ruling.
    """
    from clabber_audit.judge.signed import statement_on
    from clabber_audit.signing import require_packages, signatures
    from clabber_audit.signing.statement import parse_statement

    assert item.ruling is not None
    require_packages("cannot check a signature")
    text, found = text_in(path, lambda text: (text, parse_statement(text)), "a statement")
    beside = [path + end for end in (".sig", ".minisig") if os.path.lexists(path + end)] or [f"{path}.sig"]
    signature = text_in(beside[0], str, "a signature")
    if signatures.is_armored(signature):
        public = text_in(beside[0], signatures.decode_envelope, "a signature").key
    elif key is None:
        raise UsageError("minisign does not say by which key it signed", "", "give the public key with --key")
    else:
        of_minisign = [key.key for key in signatures.read_trusted_keys(key) if key.key.number]
        if not of_minisign:
            raise UsageError(f"{key} holds no key of minisign’s", "", "give the public key with --key")
        public = of_minisign[0]
    found = found._replace(key=str(public), signature=signature)
    try:
        same = statement_on(item.ruling, found) == text
    except ValueError:
        same = False
    if not same:
        why = "it is of another ruling, or was changed"
        raise Unusable(
            f"{printable(path, 200)} is not a statement on this ruling", why, "make it with sign --statement"
        )
    wrong = signatures.signature_error(text.encode(), found.signature, found.public)
    if wrong:
        raise Unusable(
            f"the signature of {printable(path, 200)} is not valid", wrong, "sign the statement again"
        )
    return found


#: Maximum length of a ruling's name in file names.
_SHORT: Final = 64


def sign_as_arbiter(
    ruling: Ruling, key: str, name: str | None, on: str | None, *, anonymous: bool
) -> Signature:
    """Sign a ruling as its arbiter; an anonymous one without its people."""
    from clabber_audit.judge.anonymous import anonymize
    from clabber_audit.judge.dossier import find_cited_precedents
    from clabber_audit.judge.signed import sign_ruling
    from clabber_audit.report.data import ruling_data
    from clabber_audit.signing.statement import RULED

    decided = find_cited_precedents(ruling, anonymous=anonymous)
    data = ruling_data(anonymize(ruling) if anonymous else ruling, decided=decided)
    return sign_ruling(data, make_statement(RULED, None, name, on), load_private_key(key))


def make_statement(says: str, side: str | None, name: str | None, on: str | None) -> Signature:
    """Return an unsigned signature, dated today by default; raise UsageError for an invalid name or date."""
    from clabber_audit.signing.statement import Signature, statement, valid_day

    try:
        day = date.today().isoformat() if on is None else valid_day(on)
        signature = Signature(says, day, __version__, side, name)
        statement(signature, ())
    except ValueError as problem:
        given = printable(" ".join(filter(None, (name, on))), 80)
        raise UsageError(
            f"cannot sign as “{given}”",
            str(problem),
            "use a name without odd characters, and a date such as 2026-01-22",
        ) from None
    return signature


def signature_extension(signature: str) -> str:
    """Return the extension of a detached signature: ssh-keygen's or minisign's."""
    from clabber_audit.signing.signatures import is_armored

    return ".sig" if is_armored(signature) else ".minisig"


def export_signatures(item: InputRecord, folder: str, force: bool) -> None:
    """Write each signed statement, its signature and key to a folder, for other programs to check."""
    from clabber_audit.judge.signed import format_statement, signatures_in

    assert item.ruling is not None
    files = dict[str, bytes]()
    name = os.path.basename(item.source)[:_SHORT].replace(":", "-") or "ruling"
    for number, signature in enumerate(signatures_in(item.ruling), 1):
        file = f"{name}.{number}.statement"
        files[file] = format_statement(item.ruling, signature).encode()
        files[file + signature_extension(signature.signature)] = signature.signature.encode()
        # Minisign reads a file of two lines, ssh-keygen the name of a signer and the key.
        comment = "untrusted comment: a key" if signature.public.number else ""
        files[f"{name}.{number}.pub"] = (
            f"{comment}\n{signature.key}\n" if comment else f"{signature.key}\n"
        ).encode()
    fill_folder(folder, files, force)
    what = inflect(
        len(files) // 3, "one statement with its signature", "{count} statements with their signatures"
    )
    echo_err(f"{printable(folder, 200)} holds {what}")


def verify(
    rulings: list[str] = argument(
        ..., "RULING...", "Rulings (.json or .html), or folders of them; - is standard input."
    ),
    signed: SignedByOption = None,
    apart: str | None = option(
        None, "--signatures-to", "FOLDER", "Write what was signed, for ssh-keygen or minisign."
    ),
    force: ForceOption = False,
    changed: ChangedOption = False,
) -> Exit:
    """Check a ruling: its proofs and signatures, the ruling itself, and every character of the page.

    Exit code 1 if something is wrong, 4 if there is no proof or something could not be checked, 6 if another version
    wrote the page.

    Example: clabber-audit verify ruling.html
    """
    from clabber_audit.verification import verify_ruling

    codes, asked = {Exit.DONE}, signers(signed)
    for path in rulings:
        has_ruling = False
        try:
            for item in input_records(path, changed=changed, faults=False):
                has_ruling = True
                checks = verify_ruling(item, asked)
                hand_of(item)
                source = printable(item.source, 200)
                for text, code in checks:
                    echo(f"{source}: {text}")
                    codes.add(code)
                whose = "" if asked else ", and who wrote this ruling"
                echo(f"{source}: not checked: whether the cards were written down truthfully{whose}")
                if apart is not None:
                    export_signatures(item, apart, force)
            if not has_ruling:
                raise Undecided(
                    f"{path} holds no ruling", "nothing was checked", "give a ruling, or a folder of some"
                )
        except ClabberError as problem:
            report(problem)
            codes.add(problem.exit_code)
    return worst_of_checks(codes)
