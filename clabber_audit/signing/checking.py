"""Whether a signature is that of a key, told in a few words where it is not."""

from __future__ import annotations

from clabber_audit.ground.errors import shown
from clabber_audit.signing import NAMESPACE, need, sshsig
from clabber_audit.signing.keys import PublicKey


def complaint(message: bytes, signature: str, key: PublicKey) -> str:
    """What is wrong with a detached signature of a message, SSH's or minisign's, by a key; nothing where it holds."""
    need("cannot check a signature")
    if not sshsig.is_armored(signature):
        return _of_minisign(message, signature, key)
    try:
        envelope = sshsig.opened(signature)
    except ValueError as problem:
        return f"the signature cannot be read: {problem}"
    if envelope.key.raw != key.raw:
        return f"the signature is by another key, {envelope.key.fingerprint}"
    if envelope.namespace != NAMESPACE:
        return f"it was signed for “{shown(envelope.namespace, 40)}”, not for “{NAMESPACE}”"
    return "" if is_signed(key.raw, envelope.signature, envelope.signed(message)) else OTHERWISE


#: What is told where the key made the signature over something else, or did not make it.
OTHERWISE = "the signature does not match: something was changed, or it was copied here from elsewhere"


def is_signed(raw: bytes, signature: bytes, message: bytes) -> bool:
    """Whether 64 bytes are the signature of a message by the key of 32 bytes (Ed25519, RFC 8032)."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _of_minisign(message: bytes, text: str, key: PublicKey) -> str:
    import minisign

    try:
        signature = minisign.Signature.from_bytes(text.encode())
    except ValueError as problem:
        return f"the signature cannot be read: {problem}"
    if not key.number:
        return "the signature is minisign’s, the key is not"
    try:
        minisign.PublicKey.from_base64(str(key)).verify(message, signature)
    except minisign.VerifyError as problem:
        return "the signature is by another key" if "identifiers" in str(problem) else OTHERWISE
    return ""
