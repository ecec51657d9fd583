"""`sign`: a key set to a ruling that is written already, by the arbiter or for a side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Final

import typer

from clabber_audit.cli.keys import SignedOnOption, SignerOption
from clabber_audit.cli.options import ChangedOption, ForceOption, OutOption
from clabber_audit.ground.errors import Exit, UsageError

if TYPE_CHECKING:
    from clabber_audit.intake import Offered
    from clabber_audit.signing.statement import Signature

#: What the files of rulings end in that can be written back.
_SIGNED: Final = (".html", ".htm", ".json")


def sign(
    ruling: Annotated[str, typer.Argument(metavar="RULING", help="A ruling (.json or .html); - is standard input.")],
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="KEY", help="The private key; with --attach, minisign’s public key."),
    ] = None,
    agree: Annotated[
        str | None, typer.Option("--agree", metavar="SIDE", help="Agree to the ruling for a side: NS, or its team.")
    ] = None,
    disagree: Annotated[
        str | None, typer.Option("--disagree", metavar="SIDE", help="Record that a side disagrees with the ruling.")
    ] = None,
    name: SignerOption = None,
    on: SignedOnOption = None,
    statement: Annotated[
        str | None,
        typer.Option(
            "--statement", metavar="FILE", help="Write the statement to sign to FILE; do not change the ruling."
        ),
    ] = None,
    attach: Annotated[
        str | None,
        typer.Option("--attach", metavar="FILE", help="Add the signature that another program made for FILE."),
    ] = None,
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
    from clabber_audit.cli.errors import worst
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.signatures import who
    from clabber_audit.intake import one
    from clabber_audit.ruling.signed import signatures_in, with_signature
    from clabber_audit.signing.statement import AGREED, DISAGREED, RULED
    from clabber_audit.verifying import with_signatures

    if agree is not None and disagree is not None:
        raise UsageError("a side cannot both agree and disagree", "", "give one of --agree and --disagree")
    if attach is None and statement is None and key is None:
        raise UsageError("nothing to sign with", "", "give a private key with --key, or see --statement and --attach")
    if ruling != "-" and not ruling.lower().endswith(_SIGNED):
        why = f"only rulings in {', '.join(_SIGNED)} files can be"
        raise UsageError(f"{ruling} cannot be signed", why, "rule on the hand with -o ruling.html, and sign that")
    item = one(ruling, None, changed=changed)
    refused = _refused(item)
    if refused:
        return worst(refused)
    assert item.ruling is not None
    if attach is not None:
        if any(part is not None for part in (agree, disagree, name, on, statement)):
            raise UsageError("the signed statement already says who signs what", "", "give --attach alone")
        new = _attached(item, attach, key)
    else:
        says = AGREED if agree is not None else DISAGREED if disagree is not None else RULED
        side = agree if agree is not None else disagree
        mine = who(says, None if side is None else _side(item, side), name, on)
        if statement is not None:
            _write_statement(item, mine, key, statement, force)
            return Exit.DONE
        assert key is not None
        new = _signed(item, mine, key)
    text = with_signatures(item, with_signature(signatures_in(item.ruling), new))
    back = output is None and ruling != "-"
    with destination(ruling if back else output, force or back) as stream:
        stream.write(text)
    return Exit.DONE


def _refused(item: Offered) -> set[Exit]:
    """Say why a ruling cannot be signed; return the exit codes, none if it can."""
    from clabber_audit.cli.rulings import hand_of
    from clabber_audit.cli.screen import say
    from clabber_audit.verifying import obstacles

    found = obstacles(item)
    hand_of(item)
    for told, _ in found:
        say(f"{item.source}: {told}")
    if found:
        say(f"{item.source}: not signed")
    return {code for _, code in found}


def _side(item: Offered, asked: str) -> str:
    """The side that is called so, or whose team is."""
    from clabber_audit.ground.errors import shown
    from clabber_audit.record.names import folded

    hand = item.hand
    assert hand is not None
    sides = hand.seating.side_names
    teams = getattr(hand.record, "teams", None) or {}
    found = [side for side in sides if folded(asked) in (folded(side), folded(teams.get(side) or side))]
    if len(found) != 1:
        known = ", ".join(f"{side} ({teams[side]})" if teams.get(side) else side for side in sides)
        raise UsageError(f"“{shown(asked, 80)}” is not a side", f"there are {known}", "give one of these")
    return found[0]


def _signed(item: Offered, mine: Signature, key: str) -> Signature:
    from clabber_audit.cli.keys import secret
    from clabber_audit.ruling.signed import signed

    assert item.ruling is not None
    return signed(item.ruling, mine, secret(key))


def _write_statement(item: Offered, mine: Signature, key: str | None, path: str, force: bool) -> None:
    """Write what is to be signed, and, where there is a key, the signature beside it."""
    from clabber_audit.cli.output import destination
    from clabber_audit.cli.signatures import ending
    from clabber_audit.ruling.signed import to_sign

    assert item.ruling is not None
    made = None if key is None else _signed(item, mine, key)
    with destination(path, force) as stream:
        stream.write_bytes(to_sign(item.ruling, mine).encode())
    if made is not None:
        with destination(path + ending(made.signature), force) as stream:
            stream.write_bytes(made.signature.encode())


def _attached(item: Offered, path: str, key: str | None) -> Signature:
    """The signature that another program made of a statement; Unusable where it is not of this ruling, or not whole."""
    from clabber_audit.cli.signatures import signed_elsewhere
    from clabber_audit.ground.errors import Unusable, shown
    from clabber_audit.ruling.signed import statement_on
    from clabber_audit.signing.checking import complaint

    assert item.ruling is not None
    text, found = signed_elsewhere(path, key)
    try:
        same = statement_on(item.ruling, found) == text
    except ValueError:
        same = False
    if not same:
        why = "it is of another ruling, or was changed"
        raise Unusable(f"{shown(path, 200)} is not a statement on this ruling", why, "make it with sign --statement")
    wrong = complaint(text.encode(), found.signature, found.public)
    if wrong:
        raise Unusable(f"the signature of {shown(path, 200)} is not valid", wrong, "sign the statement again")
    return found
