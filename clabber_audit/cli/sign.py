"""Command line: sign, verify and appeal."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.cli import commands, options
from clabber_audit.cli.options import RulingFormat, argument, format_option, option, sign_option
from clabber_audit.cli.output import destination, echo, echo_err, fill_folder, write_output
from clabber_audit.cli.rulings import hand_of, input_records
from clabber_audit.core import __version__
from clabber_audit.core.errors import (
    ClabberError,
    Exit,
    RecordError,
    Refused,
    Undecided,
    Unusable,
    UsageError,
    printable,
)
from clabber_audit.core.text import inflect

if TYPE_CHECKING:
    from clabber_audit.inputs.records import InputRecord
    from clabber_audit.judge.judge import Ruling
    from clabber_audit.signing import Signature


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
    name: options.Signer = None,
    on: options.SignedOn = None,
    statement: str | None = option(
        None, "--statement", "FILE", "Write the statement to sign to FILE; do not change the ruling."
    ),
    attach: str | None = option(
        None, "--attach", "FILE", "Add the signature that another program made for FILE."
    ),
    output: options.Output = None,
    force: options.Force = False,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Sign an existing ruling as arbiter or for a side. A ruling can carry several signatures.

    It is written back with the signature in it, or to --output.

    Nothing is signed, and the exit code is not 0, if the ruling fails its check, another version wrote its page, or
    the page is part of a site or an archive, whose words no signature covers.

    Example: clabber-audit sign ruling.html --key carl --agree EW --name "Carl Example"
    """
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.judge.signed import (
        APPEAL,
        format_statement,
        sign_ruling,
        signatures_in,
        with_signature,
    )
    from clabber_audit.signing import AGREED, DISAGREED, RULED
    from clabber_audit.verification import with_signatures

    if agree is not None and disagree is not None:
        raise UsageError("a side cannot both agree and disagree", "", "give one of --agree and --disagree")
    if attach is None and statement is None and key is None:
        help = "give a private key with --key, or see --statement and --attach"
        raise UsageError("nothing to sign with", "", help)
    if ruling != "-" and not ruling.lower().endswith(_SIGNED):
        why = f"only rulings in {', '.join(_SIGNED)} files can be"
        help = "rule on the hand with -o ruling.html, and sign that"
        raise UsageError(f"{ruling} cannot be signed", why, help)
    item = read_one_record(ruling, None, allow_changed_rules=allow_changed_rules)
    refused = ruling_obstacles(item, "not signed")
    if refused:
        return commands.worst_code(refused)
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
            private = None if key is None else commands.load_private_key(key)
            made = None if private is None else sign_ruling(item.ruling, mine, private).signature
            write_output(statement, format_statement(item.ruling, mine).encode(), force)
            if made is not None:
                write_output(statement + signature_extension(made), made.encode(), force)
            return Exit.DONE
        assert key is not None
        new = sign_ruling(item.ruling, mine, commands.load_private_key(key))
    if APPEAL in item.ruling and new.says == RULED:
        from clabber_audit.judge.appeals import check_second_person, steps_of

        check_second_person(steps_of(item.ruling)[:-1], new.name, new.public.raw)
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


def report_unsigned(source: str, steps: Sequence[dict[str, Any]]) -> None:
    """Say which rulings of a chain nobody signed as arbiter."""
    from clabber_audit.judge.appeals import UNSIGNED, arbiter_signatures

    for number, step in enumerate(steps, 1):
        if not arbiter_signatures(step):
            echo_err(f"look: {source}: ruling {number} {UNSIGNED}")


def _side(item: InputRecord, asked: str) -> str:
    """Return the side of a name or a team. Raise UsageError if there is none."""
    from clabber_audit.records.formats import fold_name

    hand = item.hand
    assert hand is not None
    sides = hand.seating.side_names
    teams = getattr(hand.record, "teams", None) or {}
    names = {side: (fold_name(side), fold_name(teams.get(side) or side)) for side in sides}
    matches = [side for side, own in names.items() if fold_name(asked) in own]
    if len(matches) != 1:
        known = ", ".join(f"{side} ({teams[side]})" if teams.get(side) else side for side in sides)
        raise UsageError(f"“{printable(asked, 80)}” is not a side", f"there are {known}", "give one of these")
    return matches[0]


def _read_signature(item: InputRecord, path: str, key: str | None) -> Signature:
    """Return the signature of ssh-keygen or minisign beside a statement; minisign’s needs the public key.

    Raise Unusable if it is not valid for this ruling.
    """
    from clabber_audit import signing
    from clabber_audit.judge.signed import statement_on
    from clabber_audit.signing import parse_statement, require_packages

    assert item.ruling is not None
    require_packages("cannot check a signature")
    text, found = commands.text_in(path, lambda text: (text, parse_statement(text)), "a statement")
    beside = [path + end for end in (".sig", ".minisig") if os.path.lexists(path + end)] or [f"{path}.sig"]
    signature = commands.text_in(beside[0], str, "a signature")
    if signing.is_armored(signature):
        public = commands.text_in(beside[0], signing.decode_envelope, "a signature").key
    elif key is None:
        raise UsageError("minisign does not say by which key it signed", "", "give the public key with --key")
    else:
        of_minisign = [key.key for key in signing.read_trusted_keys(key) if key.key.number]
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
        help = "make it with sign --statement"
        raise Unusable(f"{printable(path, 200)} is not a statement on this ruling", why, help)
    wrong = signing.signature_error(text.encode(), found.signature, found.public)
    if wrong:
        help = "sign the statement again"
        raise Unusable(f"the signature of {printable(path, 200)} is not valid", wrong, help)
    return found


#: Maximum length of a ruling's name in file names.
_SHORT: Final = 64


def sign_as_arbiter(
    ruling: Ruling, key: str, name: str | None, on: str | None, *, anonymous: bool
) -> Signature:
    """Sign a ruling as its arbiter; an anonymous one without its people."""
    from clabber_audit.judge.dossier import find_cited_precedents
    from clabber_audit.judge.judge import anonymize
    from clabber_audit.judge.signed import sign_ruling
    from clabber_audit.report.data import ruling_data
    from clabber_audit.signing import RULED

    decided = find_cited_precedents(ruling, anonymous=anonymous)
    data = ruling_data(anonymize(ruling) if anonymous else ruling, decided=decided)
    return sign_ruling(data, make_statement(RULED, None, name, on), commands.load_private_key(key))


def make_statement(says: str, side: str | None, name: str | None, on: str | None) -> Signature:
    """Return an unsigned signature, dated today by default. Raise UsageError for an invalid name or date."""
    from clabber_audit.signing import Signature, statement, valid_day

    try:
        day = date.today().isoformat() if on is None else valid_day(on)
        signature = Signature(says, day, __version__, side, name)
        statement(signature, ())
    except ValueError as problem:
        given = printable(" ".join(filter(None, (name, on))), 80)
        help = "use a name without odd characters, and a date such as 2026-01-22"
        raise UsageError(f"cannot sign as “{given}”", str(problem), help) from None
    return signature


def signature_extension(signature: str) -> str:
    """Return the extension of a detached signature: ssh-keygen's or minisign's."""
    from clabber_audit.signing import is_armored

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
        comment = "untrusted comment: a key\n" if signature.public.number else ""
        files[f"{name}.{number}.pub"] = f"{comment}{signature.key}\n".encode()
    fill_folder(folder, files, force)
    one, many = "one statement with its signature", "{count} statements with their signatures"
    what = inflect(len(files) // 3, one, many)
    echo_err(f"{printable(folder, 200)} holds {what}")


def verify(
    rulings: list[str] = argument(
        ..., "RULING...", "Rulings (.json or .html), or folders of them; - is standard input."
    ),
    signed: options.SignedBy = None,
    apart: str | None = option(
        None, "--signatures-to", "FOLDER", "Write what was signed, for ssh-keygen or minisign."
    ),
    force: options.Force = False,
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Check a ruling: its proofs and signatures, the ruling itself, and every character of the page.

    Exit code 1 if something is wrong, 4 if there is no proof or something could not be checked, 6 if another version
    wrote the page.

    Example: clabber-audit verify ruling.html
    """
    from clabber_audit.verification import verify_ruling

    codes, asked = {Exit.DONE}, commands.signers(signed)
    for path in rulings:
        has_ruling = False
        try:
            for item in input_records(path, allow_changed_rules=allow_changed_rules, faults=False):
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
                help = "give a ruling, or a folder of some"
                raise Undecided(f"{path} holds no ruling", "nothing was checked", help)
        except ClabberError as problem:
            commands.report(problem)
            codes.add(problem.exit_code)
    return commands.worst_of_checks(codes)


def appeal(
    ruling: str = argument(..., "RULING", "The ruling (.json or .html); - is standard input."),
    *,
    by: str = option(
        ..., "--by", "NAME", "Who rules on the appeal: somebody who has not ruled on it before."
    ),
    because: str = option(..., "--because", "TEXT", "Why the appeal is decided this way."),
    answer: list[str] | None = option(
        None, "--answer", "ROW=ANSWER", "Answer an open question this way: D-53=play (repeatable)."
    ),
    believe: options.Believe = None,
    unbelieve: list[int] | None = option(
        None, "--unbelieve", "ACCOUNT", "Set aside the finding of fact on this account (repeatable).", min=1
    ),
    record_file: str | None = option(
        None, "--record", "FILE", "The record with more versions or witnesses; nothing else may change."
    ),
    on: str | None = option(None, "--on", "DATE", "Day of the appeal (default: today)."),
    format: RulingFormat | None = format_option(RulingFormat),
    output: options.Output = None,
    force: options.Force = False,
    sign: str | None = sign_option("the ruling"),
    allow_changed_rules: options.Changed = False,
) -> Exit:
    """Rule on an appeal: a second person rules on the same record, and says if the first ruling stands.

    It is affirmed, changed in part, reversed, or sent back. The rulings before it stay inside; three are the most.

    Example: clabber-audit appeal ruling.html --by "Carl Vogel" --because "..." --answer D-53=play -o second.html
    """
    from clabber_audit import api
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.inputs.records import believe_versions
    from clabber_audit.judge import appeals
    from clabber_audit.judge.signed import APPEAL, sign_ruling
    from clabber_audit.rules.book import parse_answer
    from clabber_audit.signing import RULED

    format = commands.choose_format(output, RulingFormat, format) or RulingFormat.text
    commands.check_signable(format, sign)
    day = commands.parse_day(on) or str(date.today())
    key = commands.load_private_key(sign) if sign is not None else None
    item = read_one_record(ruling, None, allow_changed_rules=allow_changed_rules)
    if codes := ruling_obstacles(item, "not appealed"):
        return commands.worst_code(codes)
    assert item.ruling is not None
    assert item.law is not None
    steps = appeals.steps_of(item.ruling)
    appeals.check_judge(steps, by, key.public.raw if key else None)
    answers: dict[str, Any] = {}
    for one in answer or ():
        help = "leave it out, and say in --because how you read it"
        answers |= parse_answer(one, "--answer", help, item.law.game).answers
    law = appeals.build_law_on_appeal(item.law, answers)
    appealed = _read_appealed_record(item, record_file, unbelieve or [])
    if believe:
        appealed = believe_versions(appealed, believe, by=by, because=because, on=day)
    second = api.rule_by(appealed._replace(law=law), None)
    data: dict[str, Any] = json.loads(api.written(second, "json"))
    steps_before = [appeals.strip_step(step, data) for step in steps]
    entry: dict[str, Any] = {
        "by": by,
        "because": because,
        "on": day,
        "result": appeals.result_of(steps, data),
        "of": appeals.ruling_digest(steps[-1]),
        **({"answers": answers} if answers else {}),
        **({"departs_from": numbers} if (numbers := appeals.find_departures(item.law, answers)) else {}),
        "before": steps_before,
    }
    try:
        appeals.appeal_in(data | {APPEAL: entry})
    except Unusable as problem:
        raise UsageError("the appeal cannot be written", problem.why, "correct --by or --because") from None
    signatures = []
    if key is not None:
        signatures.append(sign_ruling(data | {APPEAL: entry}, make_statement(RULED, None, by, day), key))
    with destination(output, force) as stream:
        stream.write(api.written(second, format.value, signatures=signatures, appeal=entry))
    echo_err(f"{entry['result'].replace('_', ' ').capitalize()}: ruling {len(steps)}, in {item.source}")
    report_unsigned(item.source, steps)
    return Exit.UNDECIDED if entry["result"] == "sent_back" else Exit.DONE


def _read_appealed_record(
    item: InputRecord, record_file: str | None, unbelieve: Sequence[int]
) -> InputRecord:
    """Return the ruling with the record of --record, and without the findings of fact of --unbelieve."""
    from clabber_audit.inputs.readers import read_one_record
    from clabber_audit.inputs.records import with_record
    from clabber_audit.judge.appeals import record_difference
    from clabber_audit.records.accounts import unbelieve as without
    from clabber_audit.records.formats import record_data

    record = item.record
    assert record is not None
    if record_file is not None:
        given = read_one_record(record_file, None)
        if given.refused is not None:
            raise given.refused
        assert given.record is not None
        if why := record_difference(record_data(record), record_data(given.record)):
            what = f"this is another record than that of the ruling: {why}"
            help = "an appeal may bring versions and tellers; on another record, rule anew"
            raise Refused([RecordError(what, "", help)], given.source)
        record = given.record
    record = without(record, unbelieve) if unbelieve else record
    return item if record is item.record else with_record(item, record)
