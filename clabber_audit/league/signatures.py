"""Approvals that a captain set a key to: what is signed of one, and whether the signatures hold.

Signed is what the captain approved: season, match, team, results, day and reason. The number that the entry was given
is not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.ground import __version__
from clabber_audit.ground.errors import shown
from clabber_audit.league.season.entries import taken_back
from clabber_audit.league.season.model import FORMAT, Approval, Season, SignedApproval
from clabber_audit.signing import INSTALL, is_installed
from clabber_audit.signing.keys import key_of
from clabber_audit.signing.statement import APPROVED, Signature, sha256_of, statement

if TYPE_CHECKING:
    from clabber_audit.signing.secret import Secret
    from clabber_audit.signing.vouching import Signers

#: What is told where nothing that checks signatures is installed.
UNCHECKED: Final = f"not checked: the signatures; {INSTALL}"


def statement_on(season: Season, approval: Approval, program: str) -> str:
    """What a captain signs of an approval; ValueError where a word of it cannot stand in a line."""
    said = Signature(APPROVED, approval.when, program, approval.team, approval.who)
    entry = approval.model_dump(mode="json", exclude_defaults=True, exclude={"number", "signed"})
    about = (("of", f"{FORMAT} {season.title}"), ("match", approval.match), ("approval", sha256_of(entry)))
    return statement(said, about)


def signed(season: Season, entry: dict[str, Any], key: Secret) -> dict[str, str]:
    """The signature of an approval that is about to be entered, as the season keeps it."""
    said = {name: value for name, value in entry.items() if value is not None}
    text = statement_on(season, Approval.model_validate(said), __version__)
    return {"key": str(key.public), "program": __version__, "signature": key.detached(text.encode())}


def told_of(season: Season, files: Sequence[Signers]) -> Iterator[tuple[str, bool]]:
    """Of each approval that stands what its signature says, and whether that fits.

    Where `files` of keys are given, each is to be signed by a key in one of them.
    """
    back = taken_back(season)
    standing = [one for one in season.approvals if one.number not in back]
    if not files and not any(one.signed for one in standing):
        return
    if not is_installed():
        yield UNCHECKED, True
        return
    for one in standing:
        yield from _told(season, one, files)


def _told(season: Season, approval: Approval, files: Sequence[Signers]) -> Iterator[tuple[str, bool]]:
    of = f"Approval {approval.number or 'without a number'}"
    if approval.signed is None:
        if files:
            yield f"{of} is not signed.", False
        return
    wrong, key = _complaint(season, approval, approval.signed), approval.signed.key.strip()
    if wrong:
        yield f"{of}: {wrong}.", False
        return
    public = key_of(key)
    known = next(filter(None, (file.owner_of(public) for file in files)), None)
    name = f" ({shown(known.name, 80)})" if known and known.name else ""
    if files and not known:
        yield f"{of} is signed with the key {public.fingerprint}, which is in no file given.", False
    else:
        yield f"{of} is signed with the key {public.fingerprint}{name}.", True


def _complaint(season: Season, approval: Approval, found: SignedApproval) -> str:
    from clabber_audit.signing.checking import complaint

    try:
        text = statement_on(season, approval, found.program)
        return complaint(text.encode(), found.signature, key_of(found.key))
    except ValueError as problem:
        return f"the signature cannot be read: {problem}"
