"""Public keys of Ed25519."""

from __future__ import annotations

import base64
import binascii
from hashlib import sha256
from typing import Final, NamedTuple

#: How OpenSSH calls them (RFC 8709), and by which two characters minisign's begin.
SSH: Final = "ssh-ed25519"
_MINISIGN: Final = b"Ed"
_RAW: Final = 32
_NUMBER: Final = 8


class PublicKey(NamedTuple):
    """A public key."""

    #: Its 32 bytes.
    raw: bytes
    #: The eight bytes that minisign numbers its key by; none of another's.
    number: bytes = b""

    def __str__(self) -> str:
        """The key in a line: `ssh-ed25519 AAAA…`, or `RW…` as minisign writes it."""
        if self.number:
            return base64.b64encode(_MINISIGN + self.number + self.raw).decode()
        return f"{SSH} {base64.b64encode(blob(self.raw)).decode()}"

    @property
    def fingerprint(self) -> str:
        """Fingerprint as `ssh-keygen -l` prints it, or the key number of minisign."""
        if self.number:
            return f"minisign {int.from_bytes(self.number, 'little'):016X}"
        return f"SHA256:{base64.b64encode(sha256(blob(self.raw)).digest()).decode().rstrip('=')}"


def key_of(text: str) -> PublicKey:
    """The key that a line is, whatever follows it; ValueError, saying why, for what is none that can be used here."""
    kind, *rest = text.split() or [""]
    if kind == SSH and rest:
        data = strictly(rest[0])
        if len(data) != len(blob(bytes(_RAW))) or data != blob(data[-_RAW:]):
            raise ValueError("its key is damaged")
        return PublicKey(data[-_RAW:])
    if kind.startswith("RW"):
        data = strictly(kind)
        if len(data) != len(_MINISIGN) + _NUMBER + _RAW:
            raise ValueError("its key is damaged")
        return PublicKey(data[-_RAW:], data[len(_MINISIGN) : -_RAW])
    if kind.startswith(("ssh-", "sk-", "ecdsa-")):
        raise ValueError(f"it is a {kind} key; supported are {SSH} keys, made by ssh-keygen, and minisign’s")
    raise ValueError("not a public key")


def blob(raw: bytes) -> bytes:
    """A public key as OpenSSH has it in bytes."""
    return string(SSH.encode()) + string(raw)


def string(data: bytes) -> bytes:
    """Bytes behind their number (RFC 4251, section 5)."""
    return len(data).to_bytes(4) + data


def strictly(text: str) -> bytes:
    """The bytes of base64 that is written in the one way in which they can be; ValueError for any other."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ValueError("it is not base64") from None
    if base64.b64encode(data).decode() != text:
        raise ValueError("its base64 is not written as it should be")
    return data
