"""What commands do with the signatures of rulings: make one, and write down what each was made over."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from clabber_audit.intake import Offered
    from clabber_audit.ruling.judge import Ruling
    from clabber_audit.signing.statement import Signature

#: How much of a ruling's name stands in the names of the files about it.
_SHORT: Final = 64


def as_arbiter(ruling: Ruling, key: str, name: str | None, on: str | None, *, anonymous: bool) -> Signature:
    """The signature of whoever gave a ruling, over it or over what is left of it without the people."""
    from clabber_audit.cli.keys import secret
    from clabber_audit.ruling.anonymous import anonymous as without_people
    from clabber_audit.ruling.data import ruling_data
    from clabber_audit.ruling.signed import signed
    from clabber_audit.signing.statement import RULED

    said = ruling_data(without_people(ruling) if anonymous else ruling)
    return signed(said, who(RULED, None, name, on), secret(key))


def who(says: str, side: str | None, name: str | None, on: str | None) -> Signature:
    """Who is about to sign what, on a day or today; UsageError for a name or a day that cannot be written down."""
    from datetime import date

    from clabber_audit.ground.errors import UsageError, shown
    from clabber_audit.ruling.signed import saying
    from clabber_audit.signing.statement import day, statement

    try:
        found = saying(says, side, name, date.today().isoformat() if on is None else day(on))
        statement(found, ())
    except ValueError as problem:
        given = shown(" ".join(filter(None, (name, on))), 80)
        raise UsageError(
            f"cannot sign as “{given}”",
            str(problem),
            "use a name without odd characters, and a date such as 2026-01-22",
        ) from None
    return found


def ending(signature: str) -> str:
    """What the file of a detached signature ends in, as ssh-keygen or minisign wants it."""
    from clabber_audit.signing.sshsig import is_armored

    return ".sig" if is_armored(signature) else ".minisig"


def write_apart(item: Offered, folder: str, force: bool) -> None:
    """Put each statement that was signed, its signature and the key into a folder, for other programs to check."""
    from clabber_audit.cli.output import fill_folder
    from clabber_audit.cli.screen import say
    from clabber_audit.ground.counted import counted
    from clabber_audit.ground.errors import shown
    from clabber_audit.ruling.signed import signatures_in, to_sign

    assert item.ruling is not None
    files = dict[str, bytes]()
    name = os.path.basename(item.source)[:_SHORT].replace(":", "-") or "ruling"
    for number, one in enumerate(signatures_in(item.ruling), 1):
        file = f"{name}.{number}.statement"
        files[file] = to_sign(item.ruling, one).encode()
        files[file + ending(one.signature)] = one.signature.encode()
        # Minisign reads a file of two lines, ssh-keygen the name of a signer and the key.
        told = "untrusted comment: a key" if one.public.number else ""
        files[f"{name}.{number}.pub"] = (f"{told}\n{one.key}\n" if told else f"{one.key}\n").encode()
    fill_folder(folder, files, force)
    what = counted(len(files) // 3, "one statement with its signature", "{count} statements with their signatures")
    say(f"{shown(folder, 200)} holds {what}")


def signed_elsewhere(path: str, key: str | None) -> tuple[str, Signature]:
    """A statement and the signature that ssh-keygen or minisign put beside it; minisign's takes the public key."""
    from clabber_audit.cli.texts import text_in
    from clabber_audit.ground.errors import UsageError
    from clabber_audit.signing import need, sshsig
    from clabber_audit.signing.known import known_in
    from clabber_audit.signing.statement import said_in

    need("cannot check a signature")
    text, found = text_in(path, lambda text: (text, said_in(text)), "a statement")
    beside = [path + end for end in (".sig", ".minisig") if os.path.lexists(path + end)] or [f"{path}.sig"]
    signature = text_in(beside[0], str, "a signature")
    if sshsig.is_armored(signature):
        envelope = text_in(beside[0], sshsig.opened, "a signature")
        return text, found._replace(key=str(envelope.key), signature=signature)
    if key is None:
        raise UsageError("minisign does not say by which key it signed", "", "give the public key with --key")
    public = next((one.key for one in known_in(key) if one.key.number), None)
    if public is None:
        raise UsageError(f"{key} holds no key of minisign’s", "", "give the public key with --key")
    return text, found._replace(key=str(public), signature=signature)
