"""Signed notes as transparency logs write them (C2SP signed-note), and cosignatures of witnesses (tlog-cosignature).

A note is a text, an empty line, and a line for each signature: `— NAME BASE64`.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Final, NamedTuple

from clabber_audit.signing.checking import is_signed
from clabber_audit.signing.keys import strictly
from clabber_audit.signing.secret import Secret

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


class Line(NamedTuple):
    """A line with a signature."""

    name: str
    #: What is told of the key: four bytes of a hash over its name and itself.
    id: bytes
    #: What it signed with: 64 bytes, with a time before them where a witness signed.
    signature: bytes

    def __str__(self) -> str:
        return f"{_MARK}{self.name} {base64.b64encode(self.id + self.signature).decode()}\n"


class Note(NamedTuple):
    """A text and its signatures."""

    #: It ends with a newline.
    text: str
    lines: tuple[Line, ...] = ()

    def __str__(self) -> str:
        return f"{self.text}\n{''.join(map(str, self.lines))}"


class Verifier(NamedTuple):
    """A public key with the name it signs by and its way to sign, as logs and witnesses publish theirs."""

    name: str
    kind: int
    raw: bytes

    def __str__(self) -> str:
        data = base64.b64encode(bytes([self.kind]) + self.raw).decode()
        return f"{self.name}+{key_id(self.name, self.kind, self.raw).hex()}+{data}"


class Signed(NamedTuple):
    """A signature that holds."""

    name: str
    #: When a witness made it, in seconds since 1970; None where a log signed, which does not say.
    time: int | None


def key_id(name: str, kind: int, raw: bytes) -> bytes:
    """What a line tells of a key."""
    return sha256(name.encode() + b"\n" + bytes([kind]) + raw).digest()[:_ID]


def is_name(name: str) -> bool:
    """Whether a key may be called this: no spaces, no plus, nothing that cannot be seen."""
    return bool(name) and name.isprintable() and not re.search(r"[\s+]", name)


def verifier_of(text: str) -> Verifier | None:
    """The key of a log or a witness: `NAME+HEX+BASE64`; None for a text of another form.

    ValueError, saying why, for one that is damaged or signs in a way not used here.
    """
    found = _VERIFIER.fullmatch(text)
    if not found:
        return None
    data = strictly(found[3])
    kind, raw = data[0], data[1:]
    if key_id(found[1], kind, raw).hex() != found[2]:
        raise ValueError("its parts do not belong together")
    if kind not in (PLAIN, TIMED) or len(raw) != 32:
        raise ValueError("it uses a kind of signature that is not supported here")
    return Verifier(found[1], kind, raw)


def note_of(text: str) -> Note:
    """The note that a text is; ValueError, saying why, for what is none. One without signatures is read as well."""
    if any(char < " " and char != "\n" for char in text):
        raise ValueError("it has control characters")
    body, gap, rest = text.rpartition("\n\n")
    if not gap:
        body, rest = text.removesuffix("\n"), ""
    lines = rest.splitlines()
    if len(lines) > _MOST:
        raise ValueError(f"it has more than {_MOST} signatures")
    return Note(body + "\n", tuple(map(_line, lines)))


def _line(text: str) -> Line:
    mark, name, data = (*text.split(" "), "", "")[:3]
    if mark != _MARK.strip() or not is_name(name) or text.count(" ") != 2:
        raise ValueError("after its empty line there is something other than signatures")
    raw = strictly(data)
    if len(raw) <= _ID:
        raise ValueError(f"the signature of {name} is cut off")
    return Line(name, raw[:_ID], raw[_ID:])


def signature(text: str, name: str, key: Secret) -> Line:
    """A log's signature of a text."""
    return Line(name, key_id(name, PLAIN, key.public.raw), key.raw(text.encode()))


def cosignature(text: str, name: str, key: Secret, time: int) -> Line:
    """A witness's signature of a text, made at a time in seconds since 1970."""
    made = key.raw(_timed(text, time))
    return Line(name, key_id(name, TIMED, key.public.raw), time.to_bytes(_TIME) + made)


def _timed(text: str, time: int) -> bytes:
    return f"cosignature/v1\ntime {time}\n{text}".encode()


def signatures_by(note: Note, raw: bytes, only: Verifier | None = None) -> Iterator[Signed | str]:
    """Of each signature that says it is by the key of 32 bytes: it, where it holds, else a sentence that it does not.

    `only` is the name and the way to sign that the key is known by; without, it may be any.
    """
    for line in note.lines:
        for kind in (PLAIN, TIMED):
            if line.id != key_id(line.name, kind, raw) or (only and (only.name, only.kind) != (line.name, kind)):
                continue
            time = int.from_bytes(line.signature[:_TIME]) if kind == TIMED else None
            made = line.signature[_TIME:] if kind == TIMED else line.signature
            message = note.text.encode() if time is None else _timed(note.text, time)
            holds = len(made) == _SIGNATURE and is_signed(raw, made, message)
            yield Signed(line.name, time) if holds else f"the signature of {line.name} does not belong to this text"


def with_lines(note: Note, lines: Iterable[Line]) -> Note:
    """A note with more signatures; one by the same key takes the place of an earlier."""
    new = list(lines)
    again = {(line.name, line.id) for line in new}
    return Note(note.text, (*(line for line in note.lines if (line.name, line.id) not in again), *new))
