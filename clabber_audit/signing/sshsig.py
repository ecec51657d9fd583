"""Signatures in OpenSSH's envelope (its PROTOCOL.sshsig): what `ssh-keygen -Y sign` writes and `-Y verify` reads."""

from __future__ import annotations

import base64
import hashlib
import textwrap
from typing import Final, NamedTuple

from clabber_audit.signing.keys import SSH, PublicKey, blob, key_of, strictly, string

_MAGIC: Final = b"SSHSIG"
_VERSION: Final = 1
#: What a message may be hashed with; ssh-keygen knows no others.
_HASHES: Final = ("sha256", "sha512")
_BEGIN: Final = "-----BEGIN SSH SIGNATURE-----"
_END: Final = "-----END SSH SIGNATURE-----"
_WIDTH: Final = 70


class Envelope(NamedTuple):
    """What an envelope holds."""

    key: PublicKey
    #: What the signature is for, such as `file` or `git`.
    namespace: str
    hash: str
    #: The 64 bytes of Ed25519.
    signature: bytes

    def signed(self, message: bytes) -> bytes:
        """The bytes that the key signed, if it signed this message."""
        return to_sign(self.namespace, message, self.hash)


def to_sign(namespace: str, message: bytes, hash: str = "sha512") -> bytes:
    """The bytes to sign for a message."""
    digest = hashlib.new(hash, message).digest()
    return _MAGIC + string(namespace.encode()) + string(b"") + string(hash.encode()) + string(digest)


def armored(key: PublicKey, namespace: str, signature: bytes) -> str:
    """The envelope around a signature of `to_sign`, as text that ends with a newline."""
    fields = (blob(key.raw), namespace.encode(), b"", b"sha512", string(SSH.encode()) + string(signature))
    data = base64.b64encode(_MAGIC + _VERSION.to_bytes(4) + b"".join(map(string, fields))).decode()
    return "\n".join([_BEGIN, *textwrap.wrap(data, _WIDTH), _END, ""])


def is_armored(text: str) -> bool:
    """Whether a text says that it is such an envelope."""
    return text.lstrip().startswith(_BEGIN)


def opened(text: str) -> Envelope:
    """What is in an envelope; ValueError, saying why, for one that is damaged or of a kind not used here."""
    lines = text.split()
    # The marks are of three words each.
    if lines[:3] != _BEGIN.split() or lines[-3:] != _END.split():
        raise ValueError("not an SSH signature")
    data = strictly("".join(lines[3:-3]))
    if not data.startswith(_MAGIC) or data[len(_MAGIC) :][:4] != _VERSION.to_bytes(4):
        raise ValueError("not an SSH signature of version 1")
    key, namespace, _, hash, signature = _strings(data[len(_MAGIC) + 4 :], 5)
    public = key_of(f"{_kind(key)} {base64.b64encode(key).decode()}")
    kind, raw = _strings(signature, 2)
    if kind != SSH.encode() or len(raw) != 64 or hash.decode("ascii", "replace") not in _HASHES:
        raise ValueError("it uses a kind of signature that is not supported here")
    return Envelope(public, namespace.decode("utf-8", "replace"), hash.decode(), raw)


def _kind(key: bytes) -> str:
    return _strings(key, None)[0].decode("ascii", "replace")


def _strings(data: bytes, count: int | None) -> list[bytes]:
    """The strings that bytes are made of, as many as given."""
    found = []
    while data:
        size = int.from_bytes(data[:4])
        if len(data) < 4 + size:
            raise ValueError("it is cut off")
        found.append(data[4 : 4 + size])
        data = data[4 + size :]
    if not found or count not in (None, len(found)):
        raise ValueError("it is damaged")
    return found
