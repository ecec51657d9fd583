"""Keys as commands take them: the files of keys, and who is asked for a passphrase."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

if TYPE_CHECKING:
    from clabber_audit.signing.secret import Secret
    from clabber_audit.signing.vouching import Signers

#: Where a passphrase is looked for.
VARIABLE: Final = "CLABBER_PASSPHRASE"


def sign_option(what: str) -> Any:
    """The option `--sign` of a command, by what it signs."""
    return typer.Option("--sign", metavar="KEY", help=f"Sign {what} with this private key, of ssh-keygen or minisign.")


SignerOption = Annotated[
    str | None, typer.Option("--name", metavar="NAME", help="Name of the signer, as the signature will show it.")
]
SignedOnOption = Annotated[
    str | None, typer.Option("--on", metavar="DATE", help="Date of signing, such as 2026-01-22 (default: today).")
]
SignedByOption = Annotated[
    list[str] | None,
    typer.Option("--signed-by", metavar="KEYS", help="Require a signature by a public key in this file (repeatable)."),
]


def secret(path: str) -> Secret:
    """The private key in a file; its passphrase, where it has one, is in a variable or asked for."""
    from clabber_audit.signing.secret import secret_in

    return secret_in(path, _passphrase)


def signers(paths: Sequence[str] | None) -> list[Signers]:
    """The keys in each of the files that `--signed-by` gave."""
    if not paths:
        return []
    from clabber_audit.signing.vouching import signers_in

    return [signers_in(path) for path in paths]


def _passphrase(path: str) -> str:
    from clabber_audit.cli.screen import asked_in_secret, is_typed_by_a_person
    from clabber_audit.ground.errors import Unusable, shown

    given = os.environ.get(VARIABLE)
    if given is not None:
        return given
    if not is_typed_by_a_person():
        why = "it has a passphrase, and there is no keyboard to ask for it"
        raise Unusable(f"cannot open the key {shown(path, 200)}", why, f"set the variable {VARIABLE}")
    try:
        return asked_in_secret(f"Passphrase of {shown(path, 200)}: ")
    except EOFError:
        raise Unusable(f"cannot open the key {shown(path, 200)}", "no passphrase was typed", "try again") from None
