"""Public keys of Ed25519."""

from __future__ import annotations

import base64
import binascii
from hashlib import sha256
from typing import Final, NamedTuple

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
