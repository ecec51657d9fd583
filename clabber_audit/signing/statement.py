"""Statements about rulings and decisions, readable text that is signed, and the public keys of signers.

    clabber-statement/1
    says agreed
    side NS
    name Ruth Example
    date 2026-11-23
    of clabber-ruling/1 ten-comes-home
    record sha256:…
    law sha256:…
    ruling sha256:…
    program clabber-audit 1.0

Each line is a word, a space and what there is to say; the text ends with a newline. The first lines are who says what,
those from `of` on what it is about. Nothing that can be derived from the ruling is stored with the signature.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence
from datetime import date
from hashlib import sha256
from typing import Any, Final, NamedTuple

from clabber_audit.records.formats import digest

#: Name of the key type in OpenSSH (RFC 8709), and first bytes of minisign's keys.
SSH: Final = "ssh-ed25519"
_MINISIGN: Final = b"Ed"
_RAW: Final = 32
_NUMBER: Final = 8


class PublicKey(NamedTuple):
    """Public key."""

    #: Its 32 bytes.
    raw: bytes
    #: Key number of minisign, eight bytes; empty for other keys.
    number: bytes = b""

    def __str__(self) -> str:
        """Return the key as a line: `ssh-ed25519 AAAA…`, or `RW…` as minisign writes it."""
        if self.number:
            return base64.b64encode(_MINISIGN + self.number + self.raw).decode()
        return f"{SSH} {base64.b64encode(ssh_blob(self.raw)).decode()}"

    @property
    def fingerprint(self) -> str:
        """Fingerprint as `ssh-keygen -l` prints it, or the key number of minisign."""
        if self.number:
            return f"minisign {int.from_bytes(self.number, 'little'):016X}"
        return f"SHA256:{base64.b64encode(sha256(ssh_blob(self.raw)).digest()).decode().rstrip('=')}"


def parse_key(text: str) -> PublicKey:
    """Parse the public key at the start of a line; raise ValueError if there is none or its kind is not supported."""
    kind, *rest = text.split() or [""]
    if kind == SSH and rest:
        data = decode_base64(rest[0])
        if len(data) != len(ssh_blob(bytes(_RAW))) or data != ssh_blob(data[-_RAW:]):
            raise ValueError("its key is damaged")
        return PublicKey(data[-_RAW:])
    if kind.startswith("RW"):
        data = decode_base64(kind)
        if len(data) != len(_MINISIGN) + _NUMBER + _RAW:
            raise ValueError("its key is damaged")
        return PublicKey(data[-_RAW:], data[len(_MINISIGN) : -_RAW])
    if kind.startswith(("ssh-", "sk-", "ecdsa-")):
        raise ValueError(f"it is a {kind} key; supported are {SSH} keys, made by ssh-keygen, and minisign’s")
    raise ValueError("not a public key")


def ssh_blob(raw: bytes) -> bytes:
    """Encode a public key as OpenSSH does."""
    return ssh_string(SSH.encode()) + ssh_string(raw)


def ssh_string(data: bytes) -> bytes:
    """Prefix bytes with their length (RFC 4251, section 5)."""
    return len(data).to_bytes(4) + data


def decode_base64(text: str) -> bytes:
    """Decode base64 in its canonical form; raise ValueError for any other."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("it is not base64") from None
    if base64.b64encode(data).decode() != text:
        raise ValueError("its base64 is not written as it should be")
    return data


FORMAT: Final = "clabber-statement/1"
#: Verdicts of signers on a ruling: as arbiter, or for a side.
RULED: Final = "ruled"
AGREED: Final = "agreed"
DISAGREED: Final = "disagreed"
SAYS: Final = (RULED, AGREED, DISAGREED)
#: Verdict of a captain on the result of a match.
APPROVED: Final = "approved"
_LONGEST: Final = 200
_LARGEST: Final = 4096


class Signature(NamedTuple):
    """Statement of a signer, with its signature; the subject depends on where it is stored."""

    says: str
    #: The day, as the signer says.
    date: str
    #: The version of the program that made the statement.
    program: str
    #: Side and name of the signer, if given.
    side: str | None = None
    name: str | None = None
    #: The public key, and the detached signature of the statement, as ssh-keygen or minisign writes them.
    key: str = ""
    signature: str = ""

    @property
    def public(self) -> PublicKey:
        return parse_key(self.key)

    def data(self) -> dict[str, str]:
        return {name: value for name, value in self._asdict().items() if value is not None}


def statement(said: Signature, about: Sequence[tuple[str, str]]) -> str:
    """Return the text to sign, given its subject; raise ValueError for words that do not fit on a line."""
    who = (("says", said.says), ("side", said.side), ("name", said.name), ("date", said.date))
    lines = [*who, *about, ("program", f"clabber-audit {said.program}")]
    text = "".join(f"{word} {_line(value)}\n" for word, value in lines if value is not None)
    return f"{FORMAT}\n{text}"


def parse_statement(text: str) -> Signature:
    """Parse the signer and the verdict of a statement; ValueError for another text."""
    first, *lines = text.split("\n")
    said = dict(line.split(" ", 1) for line in lines if " " in line)
    if first != FORMAT or said.get("says") not in SAYS or "date" not in said:
        raise ValueError(f"it does not start with {FORMAT}, as a statement does")
    program = said.get("program", "").removeprefix("clabber-audit ")
    return Signature(said["says"], said["date"], program, said.get("side"), said.get("name"))


def parse_signature(data: Any) -> Signature:
    """Parse a signature from JSON; raise ValueError if it is invalid."""
    if not isinstance(data, dict) or not data.keys() <= set(Signature._fields):
        raise ValueError("it has fields that a signature does not have")
    fields = {name: data.get(name) for name in Signature._fields}
    needed = ("says", "date", "program", "key", "signature")
    if not all(isinstance(fields[name], str) for name in needed) or fields["says"] not in SAYS:
        raise ValueError("part of it is missing")
    if not all(value is None or isinstance(value, str) for value in fields.values()):
        raise ValueError("part of it is not text")
    made = Signature(**{name: data[name] for name in fields if name in data})
    if len(made.signature) > _LARGEST or len(made.key) > _LARGEST:
        raise ValueError("it is much too long")
    statement(made, ())
    valid_day(made.date)
    made.public  # noqa: B018
    return made


def valid_day(text: str) -> str:
    """Return an ISO date; raise ValueError for other text."""
    try:
        if date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise ValueError("invalid date")


def sha256_of(data: Any) -> str:
    """Return the SHA-256 of canonical JSON (RFC 8785), as statements write it."""
    return f"sha256:{digest(data)}"


def _line(value: str) -> str:
    if not value.isprintable() or value != value.strip() or not 0 < len(value) <= _LONGEST:
        raise ValueError("a name or word in it does not fit on one line")
    return value
