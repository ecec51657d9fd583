"""Files of public keys whose owners one knows: a `.pub`, `authorized_keys`, `allowed_signers`, minisign's, a log's."""

from __future__ import annotations

import shlex
from datetime import UTC, datetime
from fnmatch import fnmatchcase
from typing import Final, NamedTuple

from clabber_audit.ground.errors import Unusable, shown
from clabber_audit.ground.files import whole
from clabber_audit.signing import NAMESPACE
from clabber_audit.signing.keys import SSH, PublicKey, key_of
from clabber_audit.signing.note import Verifier, verifier_of

#: The most bytes of a file of keys.
_LARGEST: Final = 1 << 20
_TIMES: Final = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}


class Known(NamedTuple):
    """A key whose owner is known."""

    key: PublicKey
    #: Who that is, as the file says.
    name: str = ""
    #: A log's or a witness's key, which is bound to a name and to how it signs.
    verifier: Verifier | None = None


def known_in(path: str) -> list[Known]:
    """The keys in a file, those that may sign rulings now; Unusable for a file that cannot be read or has none.

    In a file of allowed signers, namespaces and the times between which a key is valid are heeded as ssh-keygen does.
    """
    try:
        text = whole(path, _LARGEST).decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "it is not text"
        raise Unusable(f"cannot read the keys in {shown(path, 200)}", why, "check the name and the file") from None
    found, wrong = [], ""
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.strip()
        if not bare or bare.startswith(("#", "untrusted comment:")):
            continue
        try:
            found.append(_known(bare))
        except ValueError as problem:
            wrong = wrong or f"line {number}: {problem}"
    if not found:
        raise Unusable(f"{shown(path, 200)} has no usable key", wrong or "it is empty", "give a public key")
    return found


def _known(line: str) -> Known:
    if line.startswith((f"{SSH} ", "RW")):
        key = key_of(line)
        return Known(key, "" if key.number else " ".join(line.split()[2:]))
    verifier = verifier_of(line)
    if verifier:
        return Known(PublicKey(verifier.raw), verifier.name, verifier)
    before, kind, after = line.partition(f" {SSH} ")
    if not kind:
        # Says of which kind it is instead.
        key_of(next((word for word in line.split() if word.startswith(("ssh-", "sk-", "ecdsa-"))), "") + " -")
    name, *options = _words(before)
    _look_at(options)
    return Known(key_of(kind.strip() + " " + after), name.replace(",", ", "))


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text.replace(",namespaces=", " namespaces=").replace(",valid-", " valid-"))
    except ValueError:
        raise ValueError("a quotation mark is missing") from None


def _look_at(options: list[str]) -> None:
    """ValueError for a key that may not sign what is signed here, or not now."""
    now = datetime.now(UTC)
    for option in options:
        word, _, value = option.partition("=")
        if word == "cert-authority":
            raise ValueError("it is the key of a certificate authority, and certificates are not supported here")
        if word == "namespaces" and not _is_among(value.split(",")):
            raise ValueError(f"its key may not sign for “{NAMESPACE}”")
        if word == "valid-after" and now < _time(value):
            raise ValueError("its key is not valid yet")
        if word == "valid-before" and now >= _time(value):
            raise ValueError("its key is no longer valid")


def _is_among(patterns: list[str]) -> bool:
    """Whether what is signed here is among namespaces; one with `!` before it leaves out what it names."""
    found = [pattern for pattern in patterns if fnmatchcase(NAMESPACE, pattern.removeprefix("!"))]
    return bool(found) and not any(pattern.startswith("!") for pattern in found)


def _time(value: str) -> datetime:
    """A time as OpenSSH writes it: local, or of UTC with a Z behind."""
    digits = value.removesuffix("Z")
    made = datetime.strptime(digits, _TIMES.get(len(digits), ""))
    return made.replace(tzinfo=UTC) if value.endswith("Z") else made.astimezone()
