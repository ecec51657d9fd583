"""Files of public keys whose owners one knows: a `.pub`, `authorized_keys`, `allowed_signers`, minisign's, a log's."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import Final, NamedTuple

from clabber_audit.ground.errors import Unusable, shown
from clabber_audit.ground.files import whole
from clabber_audit.signing import NAMESPACE
from clabber_audit.signing.keys import SSH, PublicKey, key_of
from clabber_audit.signing.note import Verifier, verifier_of

#: The most bytes of a file of keys.
_LARGEST: Final = 1 << 20
_TIMES: Final = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}
#: How the names of keys of SSH begin.
_KINDS: Final = ("ssh-", "sk-", "ecdsa-")
#: A line of allowed signers: who, perhaps in quotes; options, perhaps; a key. Options are names in any case, with
#: values in quotes, and commas between.
_LINE: Final = re.compile(
    r'(?:"(?P<quoted>[^"]*)"|(?P<who>[^\s"]+))[ \t]+'
    rf'(?:(?!{"|".join(_KINDS)})(?P<options>(?:[^\s"]|"(?:\\"|[^"])*")+)[ \t]+)?(?P<key>\S.*)'
)
_OPTION: Final = re.compile(r'(?P<name>[^=,"]+)(?:="(?P<value>(?:\\"|[^"])*)")?(?:,(?=.)|$)')
_VALUED: Final = ("namespaces", "valid-after", "valid-before")
#: Options of authorized_keys, whose lines begin with them; none says whose rulings a key may sign.
_AUTHORIZED: Final = re.compile(
    r"(cert-authority|restrict|(no-)?(agent-forwarding|port-forwarding|pty|user-rc|x11-forwarding|touch-required)"
    r'|verify-required)(?=[,\s]|$)|[a-z0-9-]+="',
    re.IGNORECASE,
)


class Known(NamedTuple):
    """A key whose owner is known."""

    key: PublicKey
    #: Who that is, as the file says.
    name: str = ""
    #: A log's or a witness's key, which is bound to a name and to how it signs.
    verifier: Verifier | None = None


class _UnsupportedError(ValueError):
    """A line that a reader cannot pass over: it may have been meant to keep a key from counting."""


def known_in(path: str) -> list[Known]:
    """Return the keys in a file that may sign rulings now.

    Unusable for a file that cannot be read or has none, and for one with an option that ssh-keygen would not heed in a
    file of allowed signers. What it heeds (namespaces, times, authorities) is heeded alike.
    """
    try:
        text = whole(path, _LARGEST).decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "it is not text"
        raise Unusable(f"cannot read the keys in {shown(path, 200)}", why, "check the name and the file") from None
    found, wrong = [], ""
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip(" \t\r")
        if not bare or bare.startswith(("#", "untrusted comment:")):
            continue
        try:
            found.append(_known(bare))
        except _UnsupportedError as problem:
            what, help = f"{shown(path, 200)} cannot be used", "remove that option, or give the key in another file"
            raise Unusable(what, f"line {number}: {problem}", help) from None
        except ValueError as problem:
            wrong = wrong or f"line {number}: {problem}"
    if not found:
        raise Unusable(f"{shown(path, 200)} has no usable key", wrong or "it is empty", "give a public key")
    return found


def _known(line: str) -> Known:
    if line.startswith((f"{SSH} ", f"{SSH}\t", "RW")):
        key = key_of(line)
        return Known(key, "" if key.number else " ".join(line.split()[2:]))
    verifier = verifier_of(line)
    if verifier:
        return Known(PublicKey(verifier.raw), verifier.name, verifier)
    if option := _AUTHORIZED.match(line):
        name = shown(option[0].strip('="'), 40)
        raise _UnsupportedError(f"“{name}” is an option of authorized_keys, which is not supported here")
    if line.count('"') % 2:
        raise _UnsupportedError("a quotation mark is missing")
    parts = None if line.startswith(_KINDS) else _LINE.fullmatch(line)
    if not parts or not parts["key"].startswith(_KINDS):
        # Says of which kind it is instead.
        key_of(line)
        raise ValueError("not a public key")
    _look_at(parts["options"] or "")
    name = parts["who"] if parts["quoted"] is None else parts["quoted"]
    return Known(key_of(parts["key"]), name.replace(",", ", "))


def _look_at(options: str) -> None:
    """Raise ValueError for a key that may not sign rulings, or not now."""
    found, at = dict[str, str](), 0
    while at < len(options):
        option = _OPTION.match(options, at)
        name = option["name"].lower() if option else ""
        if not option or (name in _VALUED) != (option["value"] is not None) or name not in (*_VALUED, "cert-authority"):
            raise _UnsupportedError(f"unknown option “{shown(options[at:], 40)}”")
        if name in found and name in _VALUED:
            raise _UnsupportedError(f"“{name}” is given twice")
        found[name], at = (option["value"] or "").replace('\\"', '"'), option.end()
    after, before = (_time(found[name]) if name in found else None for name in ("valid-after", "valid-before"))
    if after and before and before <= after:
        raise _UnsupportedError("its key expires before it becomes valid")
    if "cert-authority" in found:
        raise ValueError("it is the key of a certificate authority, and certificates are not supported here")
    if "namespaces" in found and not _is_among(found["namespaces"].split(",")):
        raise ValueError(f"its key may not sign for “{NAMESPACE}”")
    now = datetime.now(UTC)
    if after and now < after:
        raise ValueError("its key is not valid yet")
    if before and now > before:
        raise ValueError("its key is no longer valid")


def _is_among(patterns: list[str]) -> bool:
    """Return True if a pattern names what is signed here; `*` and `?` are wild, `!` leaves out what follows it."""
    found = [pattern for pattern in patterns if _is_named(pattern.removeprefix("!"))]
    return bool(found) and not any(pattern.startswith("!") for pattern in found)


def _is_named(pattern: str) -> bool:
    wild = re.escape(pattern).replace(r"\*", ".*").replace(r"\?", ".")
    return re.fullmatch(wild, NAMESPACE) is not None


def _time(value: str) -> datetime:
    """Return a time as OpenSSH writes it: local, or of UTC with Z or UTC behind."""
    digits = re.sub("(?:Z|UTC)$", "", value, flags=re.IGNORECASE)
    try:
        made = datetime.strptime(digits if digits.isdecimal() else "", _TIMES.get(len(digits), "-"))
        return made.replace(tzinfo=UTC) if digits != value else made.astimezone()
    except (ValueError, OverflowError):
        raise _UnsupportedError(f"“{shown(value, 40)}” is not a date or time") from None
