"""Keys of people who do not exist, made by ssh-keygen and by minisign: names of files beside this one."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from clabber_audit.signing import PrivateKey, read_private_key

KEYS: Final = Path(__file__).parent / "keys"
#: OpenSSH's, without a passphrase; of the third it is `good morning`.
AGNES: Final = str(KEYS / "agnes")
CARL: Final = str(KEYS / "carl")
LOCKED: Final = str(KEYS / "locked")
RSA: Final = str(KEYS / "rsa")
#: Minisign's: with the passphrase `good evening`, and without one.
MINI: Final = str(KEYS / "mini.key")
OPEN: Final = str(KEYS / "open.key")


def public(key: str) -> str:
    """Return the file of the public key that belongs to a private one."""
    return str(Path(key).with_suffix(".pub"))


def secret(key: str) -> PrivateKey:
    """Read a private key that has no passphrase."""

    def fail_if_asked(path: str) -> str:
        raise AssertionError(f"nobody is to be asked for the passphrase of {path}")

    return read_private_key(key, fail_if_asked)
