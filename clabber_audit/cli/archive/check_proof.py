"""`archive check-proof`: whether a proof holds, without the archive."""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Annotated, Any

import typer

from clabber_audit.cli.keys import SignedByOption
from clabber_audit.cli.options import HandOption
from clabber_audit.ground.errors import Exit, shown

if TYPE_CHECKING:
    from clabber_audit.archive.proof_checks import Told


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
    from clabber_audit.archive.proof_checks import Trusted, of_growth, of_inclusion
    from clabber_audit.archive.proof_texts import Inclusion, proof_of
    from clabber_audit.cli.archive.checkpoints import given
    from clabber_audit.cli.keys import signers
    from clabber_audit.cli.texts import text_in
    from clabber_audit.ground.errors import UsageError

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
    from clabber_audit.intake import one
    from clabber_audit.record.canonical import record_data

    return record_data(hand_of(one(path, hand)).record)


def _root(text: str) -> bytes:
    from clabber_audit.archive.merkle import HASH
    from clabber_audit.ground.errors import UsageError

    try:
        data = bytes.fromhex(text) if len(text) == 2 * HASH else base64.b64decode(text, validate=True)
    except (ValueError, binascii.Error):
        data = b""
    if len(data) != HASH:
        raise UsageError(f"“{shown(text, 80)}” is not a root", f"it has {HASH} bytes", "compare it with the checkpoint")
    return data


def _end(proof: str, told: list[Told]) -> Exit:
    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.screen import tell

    for said, _ in told:
        tell(f"{shown(proof, 200)}: {said}")
    codes = {code for _, code in told}
    return worst(codes - {Exit.UNDECIDED} if Exit.FINDINGS in codes else codes)
