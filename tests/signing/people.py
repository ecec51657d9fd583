"""Keys of fictitious people, made by ssh-keygen and minisign: names of files in this folder."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from clabber_audit.signing import PrivateKey, read_private_key

KEYS: Final = Path(__file__).parent / "keys"
#: OpenSSH keys without a passphrase; that of the third is `good morning`.
AGNES: Final = str(KEYS / "agnes")
CARL: Final = str(KEYS / "carl")
LOCKED: Final = str(KEYS / "locked")
RSA: Final = str(KEYS / "rsa")
#: Minisign keys: with the passphrase `good evening`, and without one.
MINI: Final = str(KEYS / "mini.key")
OPEN: Final = str(KEYS / "open.key")


def public_key_file(key: str) -> str:
    """Return the file of the public key that belongs to a private one."""
    return str(Path(key).with_suffix(".pub"))


def read_secret_key(key: str) -> PrivateKey:
    """Return a private key that has no passphrase."""

    def fail_if_asked(path: str) -> str:
        raise AssertionError(f"nobody is to be asked for the passphrase of {path}")

    return read_private_key(key, fail_if_asked)
