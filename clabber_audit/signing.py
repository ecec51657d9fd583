"""Keys, signatures, signed statements, and signed notes of transparency logs.

Nothing here is cryptography of our own. Signing and checking are those of the package `cryptography`, and of
`py-minisign` for keys of minisign; both come with the extra `sign` and are loaded where they are used.

A statement about a ruling or a decision is readable text that is signed:

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
import hashlib
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from hashlib import sha256
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from clabber_audit.core.errors import Unusable, printable, require
from clabber_audit.core.files import read_bounded
from clabber_audit.records.formats import digest

if TYPE_CHECKING:
    from minisign import SecretKey


#: OpenSSH namespace of our signatures; others do not count.
NAMESPACE: Final = "clabber-audit"
_GET: Final = "pip install 'clabber-audit[sign]'"
#: Advice if signatures cannot be checked.
INSTALL: Final = f"install what checks them: {_GET}"


def is_installed() -> bool:
    return all(find_spec(module) for module in ("cryptography", "minisign"))


def require_packages(cannot: str) -> None:
    """Raise Unusable, saying what cannot be done, if the packages for signatures are not installed."""
    remedy = f"install it: {_GET}"
    require("cryptography", "cryptography", cannot, remedy)
    require("minisign", "py-minisign", cannot, remedy)


#: Name of the key type in OpenSSH (RFC 8709), and first bytes of minisign's keys.
SSH: Final = "ssh-ed25519"
_MINISIGN_MAGIC: Final = b"Ed"
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
            return base64.b64encode(_MINISIGN_MAGIC + self.number + self.raw).decode()
        return f"{SSH} {base64.b64encode(ssh_blob(self.raw)).decode()}"

    @property
    def fingerprint(self) -> str:
        """Fingerprint as `ssh-keygen -l` prints it, or the key number of minisign."""
        if self.number:
            return f"minisign {int.from_bytes(self.number, 'little'):016X}"
        return f"SHA256:{base64.b64encode(sha256(ssh_blob(self.raw)).digest()).decode().rstrip('=')}"


def parse_key(text: str) -> PublicKey:
    """Parse the public key at the start of a line. Raise ValueError if there is none or its kind is not supported."""
    kind, *rest = text.split() or [""]
    if kind == SSH and rest:
        data = decode_base64(rest[0])
        if len(data) != len(ssh_blob(bytes(_RAW))) or data != ssh_blob(data[-_RAW:]):
            raise ValueError("its key is damaged")
        return PublicKey(data[-_RAW:])
    if kind.startswith("RW"):
        data = decode_base64(kind)
        if len(data) != len(_MINISIGN_MAGIC) + _NUMBER + _RAW:
            raise ValueError("its key is damaged")
        return PublicKey(data[-_RAW:], data[len(_MINISIGN_MAGIC) : -_RAW])
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
    """Decode base64 in its canonical form. Raise ValueError for any other."""
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
_LARGEST_SIGNATURE: Final = 4096


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
    """Return the text to sign, given its subject. Raise ValueError for text that does not fit on a line."""
    who = (("says", said.says), ("side", said.side), ("name", said.name), ("date", said.date))
    lines = [*who, *about, ("program", f"clabber-audit {said.program}")]
    text = "".join(f"{word} {_one_line(value)}\n" for word, value in lines if value is not None)
    return f"{FORMAT}\n{text}"


def parse_statement(text: str) -> Signature:
    """Parse the signer and the verdict of a statement. Raise ValueError for another text."""
    first, *lines = text.split("\n")
    said = dict(line.split(" ", 1) for line in lines if " " in line)
    if first != FORMAT or said.get("says") not in SAYS or "date" not in said:
        raise ValueError(f"it does not start with {FORMAT}, as a statement does")
    program = said.get("program", "").removeprefix("clabber-audit ")
    return Signature(said["says"], said["date"], program, said.get("side"), said.get("name"))


def parse_signature(data: Any) -> Signature:
    """Parse a signature from JSON. Raise ValueError if it is invalid."""
    if not isinstance(data, dict) or not data.keys() <= set(Signature._fields):
        raise ValueError("it has fields that a signature does not have")
    fields = {name: data.get(name) for name in Signature._fields}
    needed = ("says", "date", "program", "key", "signature")
    if not all(isinstance(fields[name], str) for name in needed) or fields["says"] not in SAYS:
        raise ValueError("part of it is missing")
    if not all(value is None or isinstance(value, str) for value in fields.values()):
        raise ValueError("part of it is not text")
    made = Signature(**{name: data[name] for name in fields if name in data})
    if len(made.signature) > _LARGEST_SIGNATURE or len(made.key) > _LARGEST_SIGNATURE:
        raise ValueError("it is much too long")
    statement(made, ())
    valid_day(made.date)
    made.public  # noqa: B018
    return made


def valid_day(text: str) -> str:
    """Return an ISO date. Raise ValueError for other text."""
    try:
        if date.fromisoformat(text).isoformat() == text:
            return text
    except ValueError:
        pass
    raise ValueError("invalid date")


def sha256_of(data: Any) -> str:
    """Return the SHA-256 of canonical JSON (RFC 8785), as statements write it."""
    return f"sha256:{digest(data)}"


def _one_line(value: str) -> str:
    if not value.isprintable() or value != value.strip() or not 0 < len(value) <= _LONGEST:
        raise ValueError("a name or word in it does not fit on one line")
    return value


_MAGIC: Final = b"SSHSIG"
_VERSION: Final = 1
#: Hashes that ssh-keygen knows.
_HASHES: Final = ("sha256", "sha512")
_BEGIN: Final = "-----BEGIN SSH SIGNATURE-----"
_END: Final = "-----END SSH SIGNATURE-----"
_WIDTH: Final = 70


class Envelope(NamedTuple):
    """Content of an SSH signature envelope."""

    key: PublicKey
    #: Namespace, such as `file` or `git`.
    namespace: str
    hash: str
    #: The 64 bytes of Ed25519.
    signature: bytes

    def encode_signed_data(self, message: bytes) -> bytes:
        return encode_signed_data(self.namespace, message, self.hash)


def encode_signed_data(namespace: str, message: bytes, hash: str = "sha512") -> bytes:
    """Return the bytes to sign for a message."""
    digest = hashlib.new(hash, message).digest()
    return _MAGIC + b"".join(map(ssh_string, (namespace.encode(), b"", hash.encode(), digest)))


def encode_envelope(key: PublicKey, namespace: str, signature: bytes) -> str:
    """Return the text of an SSH signature, ending with a newline."""
    signed = ssh_string(SSH.encode()) + ssh_string(signature)
    fields = (ssh_blob(key.raw), namespace.encode(), b"", b"sha512", signed)
    data = base64.b64encode(_MAGIC + _VERSION.to_bytes(4) + b"".join(map(ssh_string, fields))).decode()
    return "\n".join([_BEGIN, *textwrap.wrap(data, _WIDTH), _END, ""])


def is_armored(text: str) -> bool:
    """Return True if a text begins as an SSH signature."""
    return text.lstrip().startswith(_BEGIN)


def decode_envelope(text: str) -> Envelope:
    """Decode an SSH signature. Raise ValueError if it is damaged or of an unsupported kind."""
    lines = text.split()
    # The marks are of three words each.
    if lines[:3] != _BEGIN.split() or lines[-3:] != _END.split():
        raise ValueError("not an SSH signature")
    data = decode_base64("".join(lines[3:-3]))
    if not data.startswith(_MAGIC) or data[len(_MAGIC) :][:4] != _VERSION.to_bytes(4):
        raise ValueError("not an SSH signature of version 1")
    key, namespace, _, hash, signature = _strings(data[len(_MAGIC) + 4 :], 5)
    of_key = _strings(key, None)[0].decode("ascii", "replace")
    public = parse_key(f"{of_key} {base64.b64encode(key).decode()}")
    kind, raw = _strings(signature, 2)
    if kind != SSH.encode() or len(raw) != 64 or hash.decode("ascii", "replace") not in _HASHES:
        raise ValueError("it uses a kind of signature that is not supported here")
    return Envelope(public, namespace.decode("utf-8", "replace"), hash.decode(), raw)


def _strings(data: bytes, count: int | None) -> list[bytes]:
    """Decode length-prefixed strings. Raise ValueError unless there are `count`."""
    strings = []
    while data:
        size = int.from_bytes(data[:4])
        if len(data) < 4 + size:
            raise ValueError("it is cut off")
        strings.append(data[4 : 4 + size])
        data = data[4 + size :]
    if not strings or count not in (None, len(strings)):
        raise ValueError("it is damaged")
    return strings


def signature_error(message: bytes, signature: str, key: PublicKey) -> str:
    """Return the error of a detached SSH or minisign signature, or nothing if it is valid."""
    require_packages("cannot check a signature")
    if not is_armored(signature):
        return _minisign_error(message, signature, key)
    try:
        envelope = decode_envelope(signature)
    except ValueError as problem:
        return f"the signature cannot be read: {problem}"
    if envelope.key.raw != key.raw:
        return f"the signature is by another key, {envelope.key.fingerprint}"
    if envelope.namespace != NAMESPACE:
        return f"it was signed for “{printable(envelope.namespace, 40)}”, not for “{NAMESPACE}”"
    return "" if is_signed(key.raw, envelope.signature, envelope.encode_signed_data(message)) else OTHERWISE


#: Message for a signature over other bytes.
OTHERWISE = "the signature does not match: something was changed, or it was copied here from elsewhere"


def is_signed(raw: bytes, signature: bytes, message: bytes) -> bool:
    """Return True for a valid Ed25519 signature of 64 bytes by a key of 32 (RFC 8032)."""
    from cryptography.exceptions import InvalidSignature
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    try:
        Ed25519PublicKey.from_public_bytes(raw).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


def _minisign_error(message: bytes, text: str, key: PublicKey) -> str:
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


#: Maximum bytes of a private key.
_LARGEST_PRIVATE_KEY: Final = 64 << 10
_SSH: Final = b"-----BEGIN OPENSSH PRIVATE KEY-----"
_MINISIGN_COMMENT: Final = b"untrusted comment:"
#: Comments of a minisign signature, without a time, so that signing is reproducible.
_COMMENT: Final = "clabber-audit"


class PrivateKey(NamedTuple):
    """Private key, ready to sign."""

    public: PublicKey
    #: The 64 bytes of Ed25519 over some bytes.
    raw: Callable[[bytes], bytes]
    #: A detached signature of a message, as ssh-keygen or minisign writes it.
    detached: Callable[[bytes], str]


def read_private_key(path: str, passphrase: Callable[[str], str]) -> PrivateKey:
    """Read the private key in a file; `passphrase` is called with the path if it is encrypted.

    Raise Unusable if the packages are not installed, the file has no Ed25519 key, or the passphrase is wrong.
    """
    require_packages("cannot sign")
    try:
        data = read_bounded(path, _LARGEST_PRIVATE_KEY)
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or str(problem)
        help = "check the name and the file"
        raise Unusable(f"cannot read the key {printable(path, 200)}", why, help) from None
    if data.lstrip().startswith(_SSH):
        return _read_ssh_key(path, data, passphrase)
    if data.startswith(_MINISIGN_COMMENT):
        return _read_minisign_key(path, data, passphrase)
    try:
        parse_key(data.decode("utf-8", "replace"))
    except ValueError:
        raise _unfit_key_error(path, "it is neither an OpenSSH nor a minisign key") from None
    why = "this is a public key; sign with the private key (the same file name without .pub)"
    raise _unfit_key_error(path, why)


def _read_ssh_key(path: str, data: bytes, passphrase: Callable[[str], str]) -> PrivateKey:
    from cryptography.exceptions import UnsupportedAlgorithm
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
    from cryptography.hazmat.primitives.serialization import load_ssh_private_key

    word = None
    try:
        key = load_ssh_private_key(data, None)
    except TypeError:
        word = passphrase(path).encode()
    except (ValueError, UnsupportedAlgorithm) as problem:
        raise _unfit_key_error(path, f"it is damaged: {problem}") from None
    if word is not None:
        try:
            key = load_ssh_private_key(data, word)
        except UnsupportedAlgorithm as problem:
            raise _unfit_key_error(path, f"its encryption is not supported: {problem}") from None
        except (ValueError, TypeError):
            raise _wrong_passphrase_error(path) from None
    if not isinstance(key, Ed25519PrivateKey):
        raise _unfit_key_error(path, f"it is not an {SSH} key")
    public = PublicKey(key.public_key().public_bytes_raw())

    def sign_detached(message: bytes) -> str:
        return encode_envelope(public, NAMESPACE, key.sign(encode_signed_data(NAMESPACE, message)))

    return PrivateKey(public, key.sign, sign_detached)


def _read_minisign_key(path: str, data: bytes, passphrase: Callable[[str], str]) -> PrivateKey:
    import minisign

    try:
        key = minisign.SecretKey.from_bytes(data)
        locked = key.is_encrypted()
    except ValueError as problem:
        if data.split(b"\n", 1)[-1].startswith(b"RW") and len(data.split(b"\n", 1)[-1].strip()) < 60:
            raise _unfit_key_error(path, "this is a public key; sign with the private key") from None
        raise _unfit_key_error(path, f"it is damaged: {problem}") from None
    if locked:
        try:
            key.decrypt(passphrase(path))
        except ValueError:
            raise _wrong_passphrase_error(path) from None

    def sign_detached(message: bytes) -> str:
        return bytes(key.sign(message, untrusted_comment=_COMMENT, trusted_comment=_COMMENT)).decode() + "\n"

    public = parse_key(key.get_public_key().to_base64().decode())
    # For a key without a passphrase, nothing else checks that its halves belong together.
    if not is_signed(public.raw, _sign_unhashed(key, b""), b""):
        raise _unfit_key_error(path, "it is damaged")
    return PrivateKey(public, lambda message: _sign_unhashed(key, message), sign_detached)


def _sign_unhashed(key: SecretKey, message: bytes) -> bytes:
    """Sign a message without hashing it first, and return the 64 bytes."""
    return decode_base64(bytes(key.sign(message, prehash=False)).decode().split("\n")[1])[-64:]


def _wrong_passphrase_error(path: str) -> Unusable:
    why = "the passphrase is wrong, or the key is damaged"
    return Unusable(f"cannot open the key {printable(path, 200)}", why, "type it again")


def _unfit_key_error(path: str, why: str) -> Unusable:
    make = "make one with: ssh-keygen -t ed25519 -f FILE"
    return Unusable(f"cannot sign with {printable(path, 200)}", printable(why, 200), make)


#: The ways to sign that are used here: a text, and a text with the time at which a witness saw it.
PLAIN: Final = 1
TIMED: Final = 4
_MARK: Final = "— "
_ID: Final = 4
_TIME: Final = 8
_SIGNATURE: Final = 64
#: More signatures than any log gathers.
_MOST: Final = 100
_VERIFIER: Final = re.compile(r"([^\s+]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)")


class SignatureLine(NamedTuple):
    """Signature line of a note."""

    name: str
    #: Key id: four bytes of a hash over name and key.
    id: bytes
    #: The 64 bytes of the signature, after a time if a witness signed.
    signature: bytes

    def __str__(self) -> str:
        return f"{_MARK}{self.name} {base64.b64encode(self.id + self.signature).decode()}\n"


class SignedNote(NamedTuple):
    """Text with its signatures."""

    #: It ends with a newline.
    text: str
    lines: tuple[SignatureLine, ...] = ()

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.lines))}"


class Verifier(NamedTuple):
    """Public key of a log or witness, with its name and kind of signature."""

    name: str
    kind: int
    raw: bytes

    def __str__(self) -> str:
        data = base64.b64encode(bytes([self.kind]) + self.raw).decode()
        return f"{self.name}+{key_id(self.name, self.kind, self.raw).hex()}+{data}"


class Signed(NamedTuple):
    """Signature of a note by a known key."""

    name: str
    #: When a witness made it, in seconds since 1970; None where a log signed, which does not say.
    time: int | None
    is_valid: bool = True


def key_id(name: str, kind: int, raw: bytes) -> bytes:
    """Return the key id of a signature line."""
    return sha256(name.encode() + b"\n" + bytes([kind]) + raw).digest()[:_ID]


def is_name(name: str) -> bool:
    """Return True for a valid key name: visible, without spaces or plus."""
    return bool(name) and name.isprintable() and not re.search(r"[\s+]", name)


def parse_verifier(text: str) -> Verifier | None:
    """Parse the key of a log or witness, `NAME+HEX+BASE64`; None for other text.

    ValueError, saying why, for one that is damaged or signs in a way not used here.
    """
    match = _VERIFIER.fullmatch(text)
    if not match:
        return None
    data = decode_base64(match[3])
    kind, raw = data[0], data[1:]
    if key_id(match[1], kind, raw).hex() != match[2]:
        raise ValueError("its parts do not belong together")
    if kind not in (PLAIN, TIMED) or len(raw) != 32:
        raise ValueError("it uses a kind of signature that is not supported here")
    return Verifier(match[1], kind, raw)


def parse_note(text: str) -> SignedNote:
    """Parse a note, signed or not. Raise ValueError for any other text."""
    if any(char < " " and char != "\n" for char in text):
        raise ValueError("it has control characters")
    body, gap, rest = text.rpartition("\n\n")
    if not gap:
        body, rest = text.removesuffix("\n"), ""
    lines = rest.splitlines()
    if len(lines) > _MOST:
        raise ValueError(f"it has more than {_MOST} signatures")
    return SignedNote(body + "\n", tuple(map(_parse_signature_line, lines)))


def _parse_signature_line(text: str) -> SignatureLine:
    mark, name, data = (*text.split(" "), "", "")[:3]
    if mark != _MARK.strip() or not is_name(name) or text.count(" ") != 2:
        raise ValueError("after its empty line there is something other than signatures")
    raw = decode_base64(data)
    if len(raw) <= _ID:
        raise ValueError(f"the signature of {name} is cut off")
    return SignatureLine(name, raw[:_ID], raw[_ID:])


def signature(text: str, name: str, key: PrivateKey) -> SignatureLine:
    """Sign a text as a log does."""
    return SignatureLine(name, key_id(name, PLAIN, key.public.raw), key.raw(text.encode()))


def cosignature(text: str, name: str, key: PrivateKey, time: int) -> SignatureLine:
    """Sign a text as a witness does, at a time in seconds since 1970."""
    made = key.raw(_encode_with_time(text, time))
    return SignatureLine(name, key_id(name, TIMED, key.public.raw), time.to_bytes(_TIME) + made)


def _encode_with_time(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def signatures_by(note: SignedNote, raw: bytes, only: Verifier | None = None) -> Iterator[Signed]:
    """Yield each signature by a key of 32 bytes, valid or not.

    If `only` is given, yield only signatures under its name and algorithm.
    """
    for line in note.lines:
        for kind in (PLAIN, TIMED):
            if line.id != key_id(line.name, kind, raw) or (
                only and (only.name, only.kind) != (line.name, kind)
            ):
                continue
            time = int.from_bytes(line.signature[:_TIME]) if kind == TIMED else None
            made = line.signature[_TIME:] if kind == TIMED else line.signature
            message = note.text.encode() if time is None else _encode_with_time(note.text, time)
            yield Signed(line.name, time, len(made) == _SIGNATURE and is_signed(raw, made, message))


def add_signatures(note: SignedNote, lines: Iterable[SignatureLine]) -> SignedNote:
    """Return a note with more signatures; each replaces an earlier one by the same key."""
    new = list(lines)
    again = {(line.name, line.id) for line in new}
    return SignedNote(note.text, (*(line for line in note.lines if (line.name, line.id) not in again), *new))


#: The most bytes of a file of keys.
_LARGEST_KEY_FILE: Final = 1 << 20
_TIMES: Final = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}
#: Prefixes of SSH key types.
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


class TrustedKey(NamedTuple):
    """Trusted key, with the name of its owner."""

    key: PublicKey
    #: Name in the file.
    name: str = ""
    #: A log's or a witness's key, which is bound to a name and to how it signs.
    verifier: Verifier | None = None


class _UnsupportedError(ValueError):
    """Line that must not be skipped, since it may restrict a key."""


def read_trusted_keys(path: str) -> list[TrustedKey]:
    """Return the keys in a file that may sign rulings now.

    Unusable for a file that cannot be read or has none, and for one with an option that ssh-keygen would not heed in a
    file of allowed signers. What it heeds (namespaces, times, authorities) is heeded alike.
    """
    try:
        text = read_bounded(path, _LARGEST_KEY_FILE).decode("utf-8-sig")
    except (OSError, ValueError) as problem:
        why = getattr(problem, "strerror", None) or "it is not text"
        help = "check the name and the file"
        raise Unusable(f"cannot read the keys in {printable(path, 200)}", why, help) from None
    keys, wrong = [], ""
    for number, line in enumerate(text.split("\n"), 1):
        bare = line.strip(" \t\r")
        if not bare or bare.startswith(("#", "untrusted comment:")):
            continue
        try:
            keys.append(_parse_trusted_key(bare))
        except _UnsupportedError as problem:
            what = f"{printable(path, 200)} cannot be used"
            help = "remove that option, or give the key in another file"
            raise Unusable(what, f"line {number}: {problem}", help) from None
        except ValueError as problem:
            wrong = wrong or f"line {number}: {problem}"
    if not keys:
        help = "give a public key"
        raise Unusable(f"{printable(path, 200)} has no usable key", wrong or "it is empty", help)
    return keys


def _parse_trusted_key(line: str) -> TrustedKey:
    if line.startswith((f"{SSH} ", f"{SSH}\t", "RW")):
        key = parse_key(line)
        return TrustedKey(key, "" if key.number else " ".join(line.split()[2:]))
    verifier = parse_verifier(line)
    if verifier:
        return TrustedKey(PublicKey(verifier.raw), verifier.name, verifier)
    if option := _AUTHORIZED.match(line):
        name = printable(option[0].strip('="'), 40)
        raise _UnsupportedError(f"“{name}” is an option of authorized_keys, which is not supported here")
    if line.count('"') % 2:
        raise _UnsupportedError("a quotation mark is missing")
    parts = None if line.startswith(_KINDS) else _LINE.fullmatch(line)
    if not parts or not parts["key"].startswith(_KINDS):
        # Raises with the kind of key, if it is of another.
        parse_key(line)
        raise ValueError("not a public key")
    _check_options(parts["options"] or "")
    name = parts["who"] if parts["quoted"] is None else parts["quoted"]
    return TrustedKey(parse_key(parts["key"]), name.replace(",", ", "))


def _check_options(options: str) -> None:
    """Raise ValueError for a key that may not sign rulings, or not now."""
    found, at = dict[str, str](), 0
    while at < len(options):
        option = _OPTION.match(options, at)
        name = option["name"].lower() if option else ""
        if (
            not option
            or (name in _VALUED) != (option["value"] is not None)
            or name not in (*_VALUED, "cert-authority")
        ):
            raise _UnsupportedError(f"unknown option “{printable(options[at:], 40)}”")
        if name in found and name in _VALUED:
            raise _UnsupportedError(f"“{name}” is given twice")
        found[name], at = (option["value"] or "").replace('\\"', '"'), option.end()
    after, before = (_time(found[name]) if name in found else None for name in _VALUED[1:])
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
    matches = []
    for pattern in patterns:
        wild = re.escape(pattern.removeprefix("!")).replace(r"\*", ".*").replace(r"\?", ".")
        if re.fullmatch(wild, NAMESPACE):
            matches.append(pattern)
    return bool(matches) and not any(pattern.startswith("!") for pattern in matches)


def _time(value: str) -> datetime:
    """Return a time as OpenSSH writes it: local, or of UTC with Z or UTC behind."""
    digits = re.sub("(?:Z|UTC)$", "", value, flags=re.IGNORECASE)
    try:
        made = datetime.strptime(digits if digits.isdecimal() else "", _TIMES.get(len(digits), "-"))
        return made.replace(tzinfo=UTC) if digits != value else made.astimezone()
    except (ValueError, OverflowError):
        raise _UnsupportedError(f"“{printable(value, 40)}” is not a date or time") from None


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Signers(NamedTuple):
    """File of keys, one of which must have signed."""

    path: str
    known: tuple[TrustedKey, ...]

    def owner_of(self, key: PublicKey) -> TrustedKey | None:
        """Return the owner of a key, None if it is not in the file."""
        return next((known for known in self.known if known.key.raw == key.raw), None)


def check_signers(note: SignedNote, signers: Signers) -> Iterator[tuple[str, bool]]:
    """Yield a sentence for each signature by the signers, or for the lack of one, with its validity."""
    is_trusted = False
    for known in signers.known:
        for name, time, is_valid in signatures_by(note, known.key.raw, known.verifier):
            is_trusted = True
            if not is_valid:
                yield f"the signature of {name} does not belong to this text", False
                continue
            whose = f" ({printable(known.name, 80)})" if known.name and known.name != name else ""
            did = "signed" if time is None else f"cosigned on {moment(time)}"
            yield f"{did} by {name}, key {known.key.fingerprint}{whose}", True
    if not is_trusted:
        yield f"nobody whose key is in {printable(signers.path, 200)} signed it", False


def moment(time: int) -> str:
    """Format a time in seconds since 1970 in ISO 8601; one out of range stays a number."""
    try:
        return (_EPOCH + timedelta(seconds=time)).strftime("%Y-%m-%dT%H:%M:%SZ")
    except OverflowError:
        return str(time)
