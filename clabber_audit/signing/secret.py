"""Private keys: OpenSSH's and minisign's, with a passphrase or without."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from clabber_audit.ground.errors import Unusable, shown
from clabber_audit.ground.files import whole
from clabber_audit.signing import NAMESPACE, need, sshsig
from clabber_audit.signing.checking import is_signed
from clabber_audit.signing.keys import SSH, PublicKey, key_of, strictly

if TYPE_CHECKING:
    from minisign import SecretKey

#: More than any file of a key has, in bytes.
_LARGEST: Final = 64 << 10
_SSH: Final = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_MINISIGN: Final = b"untrusted comment:"
#: What minisign keeps beside a signature: nothing is said there, so that the same is signed alike every time.
_COMMENT: Final = "clabber-audit"


class Secret(NamedTuple):
    """A private key that can be used."""

    public: PublicKey
    #: The 64 bytes of Ed25519 over some bytes.
    raw: Callable[[bytes], bytes]
    #: A detached signature of a message, as ssh-keygen or minisign writes it.
    detached: Callable[[bytes], str]


def secret_in(path: str, passphrase: Callable[[str], str]) -> Secret:
    """The private key in a file; `passphrase` asks for the one of that file.

    Unusable where what signs is not installed, where the file cannot be read or holds no private key of Ed25519, and
    where the passphrase is wrong.
    """
    need("cannot sign")
    try:
        data = whole(path, _LARGEST)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        raise Unusable(f"cannot read the key {shown(path, 200)}", why, "check the name and the file") from None
    if data.lstrip().startswith(_SSH):
        return _of_ssh(path, data, passphrase)
    if data.startswith(_MINISIGN):
        return _of_minisign(path, data, passphrase)
    try:
        key_of(data.decode("utf-8", "replace"))
    except ValueError:
        raise _unfit(path, "it is neither an OpenSSH nor a minisign key") from None
    raise _unfit(path, "this is a public key; sign with the private key (the same file name without .pub)")


def _of_ssh(path: str, data: bytes, passphrase: Callable[[str], str]) -> Secret:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    word = None
    try:
        key = load_ssh_private_key(data, None)
    except TypeError:
        word = passphrase(path).encode()
    except (ValueError, UnsupportedAlgorithm) as problem:
        raise _unfit(path, f"it is damaged: {problem}") from None
    if word is not None:
        try:
            key = load_ssh_private_key(data, word)
        except UnsupportedAlgorithm as problem:
            raise _unfit(path, f"its encryption is not supported: {problem}") from None
        except (ValueError, TypeError):
            raise _wrong(path) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _unfit(path, f"it is not an {SSH} key")
    public = PublicKey(key.public_key().public_bytes_raw())

    def detached(message: bytes) -> str:
        return sshsig.armored(public, NAMESPACE, key.sign(sshsig.to_sign(NAMESPACE, message)))

    return Secret(public, key.sign, detached)


def _of_minisign(path: str, data: bytes, passphrase: Callable[[str], str]) -> Secret:
    import minisign

    try:
        key = minisign.SecretKey.from_bytes(data)
        locked = key.is_encrypted()
    except ValueError as problem:
        if data.split(b"\n", 1)[-1].startswith(b"RW") and len(data.split(b"\n", 1)[-1].strip()) < 60:
            raise _unfit(path, "this is a public key; sign with the private key") from None
        raise _unfit(path, f"it is damaged: {problem}") from None
    if locked:
        try:
            key.decrypt(passphrase(path))
        except ValueError:
            raise _wrong(path) from None

    def detached(message: bytes) -> str:
        return bytes(key.sign(message, untrusted_comment=_COMMENT, trusted_comment=_COMMENT)).decode() + "\n"

    public = key_of(key.get_public_key().to_base64().decode())
    # Of a key without a passphrase nobody has looked whether its two halves belong together.
    if not is_signed(public.raw, _raw(key, b""), b""):
        raise _unfit(path, "it is damaged")
    return Secret(public, lambda message: _raw(key, message), detached)


def _raw(key: SecretKey, message: bytes) -> bytes:
    """The signature of a message that is not hashed before; in its file it stands behind two bytes and a number."""
    return strictly(bytes(key.sign(message, prehash=False)).decode().split("\n")[1])[-64:]


def _wrong(path: str) -> Unusable:
    return Unusable(
        f"cannot open the key {shown(path, 200)}", "the passphrase is wrong, or the key is damaged", "type it again"
    )


def _unfit(path: str, why: str) -> Unusable:
    make = "make one with: ssh-keygen -t ed25519 -f FILE"
    return Unusable(f"cannot sign with {shown(path, 200)}", shown(why, 200), make)
