"""Signed approvals of results: the statement that a captain signs, and its verification.

Signed is what the captain approved: season, match, the teams with their names, results, day and reason. The number of
the entry is not.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from clabber_audit.ground import __version__
from clabber_audit.ground.errors import Exit, shown
from clabber_audit.league.season.entries import taken_back
from clabber_audit.league.season.model import FORMAT, Approval, Season, SignedApproval
from clabber_audit.record.names import folded
from clabber_audit.signing import INSTALL, is_installed
from clabber_audit.signing.keys import key_of
from clabber_audit.signing.statement import APPROVED, Signature, sha256_of, statement

if TYPE_CHECKING:
    from clabber_audit.signing.secret import Secret
    from clabber_audit.signing.vouching import Signers

#: What is told, and the exit code that it deserves.
Told = tuple[str, Exit]

_UNCHECKED: Final = f"not checked: the signatures; {INSTALL}"


def statement_on(season: Season, approval: Approval, program: str, *, named: bool = True) -> str:
    """Return what a captain signs of an approval; ValueError for a word that cannot stand in a line.

    Version 1.0.0 left out what the teams are called (`named`), so that a result could be turned round by their names.
    """
    said = Signature(APPROVED, approval.when, program, approval.team, approval.who)
    entry = approval.model_dump(mode="json", exclude_defaults=True, exclude={"number", "signed"})
    matches = (match for round in season.rounds for match in round.matches if match.id == approval.match)
    teams = [("team", f"{team} {season.name_of(team)}") for match in matches for team in match.teams if named]
    about = [("of", f"{FORMAT} {season.title}"), ("match", approval.match), *teams, ("approval", sha256_of(entry))]
    return statement(said, about)


def signed(season: Season, entry: dict[str, Any], key: Secret) -> dict[str, str]:
    """The signature of an approval that is about to be entered, as the season keeps it."""
    said = {name: value for name, value in entry.items() if value is not None}
    text = statement_on(season, Approval.model_validate(said), __version__)
    return {"key": str(key.public), "program": __version__, "signature": key.detached(text.encode())}


def told_of(season: Season, files: Sequence[Signers]) -> Iterator[Told]:
    """Yield of each approval that stands what its signature says, and the exit code for it.

    If `files` of keys are given, each is to be signed by a key in one of them, and that key to be of its team.
    """
    back = taken_back(season)
    standing = [one for one in season.approvals if one.number not in back]
    if not files and not any(one.signed for one in standing):
        return
    if not is_installed():
        yield _UNCHECKED, Exit.UNDECIDED
        return
    for one in standing:
        yield from _told(season, one, files)


def _told(season: Season, approval: Approval, files: Sequence[Signers]) -> Iterator[Told]:
    of = f"Approval {approval.number or 'without a number'}"
    if approval.signed is None:
        if files:
            yield f"{of} is not signed.", Exit.FINDINGS
        return
    wrong = _complaint(season, approval, approval.signed)
    if wrong:
        yield f"{of}: {wrong}.", Exit.FINDINGS
        return
    public = key_of(approval.signed.key.strip())
    known = next(filter(None, (file.owner_of(public) for file in files)), None)
    signed = f"{of} is signed with the key {public.fingerprint}"
    if not files:
        yield f"{signed}.", Exit.DONE
    elif not known:
        yield f"{signed}, which is in no file given.", Exit.FINDINGS
    else:
        yield _whose(season, approval, signed, known.name)


def _whose(season: Season, approval: Approval, signed: str, owner: str) -> Told:
    """Return if the owner of a key, as a file names them, is the captain who approved, or that team."""
    own = f"{season.name_of(approval.team)} or {approval.who}"
    name = shown(owner, 80)
    if _is_named(owner, (approval.who, approval.team, season.name_of(approval.team))):
        return f"{signed} ({name}).", Exit.DONE
    others = [team for team in season.teams if team.id != approval.team]
    captains = (season.captain(team.id, approval.when) or "" for team in others)
    if _is_named(owner, (*captains, *(team.id for team in others), *(team.name for team in others))):
        return f"{signed} of {name}, not of {own}.", Exit.FINDINGS
    whose = f"“{name}” is" if owner else "no name is given"
    return f"{signed}; not checked: that it is the key of {own}, since {whose} in the file.", Exit.UNDECIDED


def _is_named(owner: str, names: Iterable[str]) -> bool:
    """Return True if one of the names has all words of an owner such as `Ines`, `ines@home` or `ines@home, herons`."""
    owners = [_words(one.partition("@")[0]) for one in owner.split(",")]
    return any(one and one <= _words(name) for one in owners for name in names)


def _words(name: str) -> set[str]:
    return set(re.findall(r"\w+", folded(name)))


def _complaint(season: Season, approval: Approval, found: SignedApproval) -> str:
    from clabber_audit.signing.checking import complaint

    try:
        key = key_of(found.key.strip())
        text = statement_on(season, approval, found.program)
        wrong = complaint(text.encode(), found.signature, key)
        before = statement_on(season, approval, found.program, named=False)
        if wrong and not complaint(before.encode(), found.signature, key):
            return "it was signed without the names of the teams, as version 1.0.0 did; have it approved again"
    except ValueError as problem:
        return f"the signature cannot be read: {problem}"
    return wrong
