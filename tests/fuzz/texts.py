"""Mutations of any file as bytes, as lines and as words."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from random import Random
from typing import Final

from tests.fuzz import odd, seeds

_WORD: Final = re.compile(rb"\s+|[\w.-]+|.", re.DOTALL)
_BYTES: Final = (
    b"\x00", b"\x1b", b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\xc2\x9b", b"\r", b"\n", b"\t",
)  # fmt: skip
#: Maximum size of a file after a change.
_LARGEST: Final = 2 << 20


def mutate_bytes(random: Random, data: bytes) -> bytes:
    """Return the file with one or two changed pieces of bytes, as a bad disk or a bad editor makes them."""
    for _ in range(random.randint(1, 2)):
        data = random.choice(_OF_BYTES)(random, data)
    return data


def mutate_words(random: Random, data: bytes, known: Sequence[str] = ()) -> bytes:
    """Return the file with a few changed words or lines; `known` are words with a meaning in it."""
    for _ in range(random.choice((1, 1, 2, 3))):
        change = random.choice((_change_word, _change_word, _change_line))
        data = change(random, data, known)
    return data


def _draw_span(random: Random, size: int) -> tuple[int, int]:
    """Return start and end of a short piece of a file of this size."""
    start = random.randint(0, size)
    return start, min(size, start + random.choice((1, 1, 2, 5, 20, 200)))


def _set_bytes(random: Random, data: bytes) -> bytes:
    start, end = _draw_span(random, len(data))
    return data[:start] + bytes(random.randrange(256) for _ in range(min(end - start, 5))) + data[end:]


def _flip_bits(random: Random, data: bytes) -> bytes:
    if not data:
        return data
    changed = bytearray(data)
    for _ in range(random.choice((1, 1, 3, 30))):
        changed[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(changed)


def _insert(random: Random, data: bytes) -> bytes:
    at = random.randint(0, len(data))
    return data[:at] + random.choice((*_BYTES, odd.text(random).encode(errors="surrogatepass"))) + data[at:]


def _delete(random: Random, data: bytes) -> bytes:
    start, end = _draw_span(random, len(data))
    return data[:start] + data[end:]


def _truncate(random: Random, data: bytes) -> bytes:
    return data[: random.randint(0, len(data))]


def _repeat(random: Random, data: bytes) -> bytes:
    """Return the file with a piece of it repeated many times."""
    start, end = _draw_span(random, len(data))
    times = random.choice((2, 2, 10, 100)) if random.random() < 0.97 else 100_000
    return (data[:start] + data[start:end] * times + data[end:])[:_LARGEST]


def _reencode(random: Random, data: bytes) -> bytes:
    text = data.decode(errors="replace")
    return random.choice(
        (
            lambda: b"\xef\xbb\xbf" + data,
            lambda: text.encode("utf-16"),
            lambda: text.encode("latin-1", errors="replace"),
            lambda: data.replace(b"\n", b"\r\n"),
            lambda: data.replace(b"\n", b"\r"),
            lambda: data.replace(b"\n", b" "),
            lambda: data + data,
            lambda: b"\n" * 300 + data,
            lambda: b"",
        )
    )()


_OF_BYTES: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    _set_bytes, _flip_bits, _insert, _delete, _truncate, _repeat, _reencode,
)  # fmt: skip


def _change_word(random: Random, data: bytes, known: Sequence[str]) -> bytes:
    return b"".join(_change_piece(random, _WORD.findall(data), known))


def _change_line(random: Random, data: bytes, known: Sequence[str]) -> bytes:
    return b"".join(_change_piece(random, data.splitlines(keepends=True), known))


def _change_piece(random: Random, pieces: list[bytes], known: Sequence[str]) -> list[bytes]:
    """Delete, double, swap or replace one piece."""
    if not pieces:
        return pieces
    at, other = random.randrange(len(pieces)), random.randrange(len(pieces))
    draw = random.randrange(10)
    if draw == 0:
        del pieces[at]
    elif draw == 1:
        pieces[at:at] = [pieces[at]] * random.choice((1, 1, 2, 30))
    elif draw == 2:
        pieces[at], pieces[other] = pieces[other], pieces[at]
    elif draw == 3:
        pieces[at] = pieces[other]
    elif draw in (4, 5, 6) and known:
        pieces[at] = random.choice(known).encode(errors="surrogatepass")
    elif draw == 7:
        pieces[at] = random.choice(odd.NUMBERS).encode()
    elif draw == 8:
        pieces.insert(at, odd.text(random).encode(errors="surrogatepass"))
    else:
        pieces[at] = odd.text(random).encode(errors="surrogatepass")
    return pieces


_QUOTED: Final = re.compile(rb'"[^"\n]*"')
#: Lines that occur in no ruleset.
_LINES: Final = (
    'extends = "x.toml"', 'extends = "y.toml"', 'extends = "wp"', 'extends = "../x.toml"', 'extends = "/dev/zero"',
    'id = "ecl-1992"', 'id = "a\\u001b[31m"', 'title = "\\u202e"', 'title = ""', "repeal = ['announcing']",
    "repeal = 5", "repeal = ['\\u001b']", "[articles]", "[[articles]]", "[articles.announcing]", "articles.a.b.c = 1",
    "= 1", "[", "a = [",
    "toggles = { late_meld = 5 }", 'toggles = { late_meld = "\\u001b" }', "toggles = { x = true }", "penalties = 5",
    'penalties = { failure-to-follow = "renege" }', 'penalties = { x = "renege" }', "d = 2026-01-01", "d = 25:00:00",
    'text = "\\u009b31m"', 'text = """', "text = '''\n\n'''", "rules = ['R-999', '\\u001b']", 'sources = ["\u202e"]',
    "[[decision]]", 'overrules = "2026-3"', 'question = "R-094"', "date = 2026-03-12T10:00:00", "answer = nan",
    'grade = "x"', 'topic = "\\u001b[2J"', "a = 1e999", "a = nan", "a = 0x" + "f" * 400, "# \x1b[31m", "\x00",
)  # fmt: skip


def mutate_ruleset(random: Random) -> bytes:
    """Return a ruleset with changed words, misplaced or unknown lines, or bytes that are not text."""
    data = random.choice(seeds.laws())
    draw = random.random()
    if draw < 0.35:
        data = mutate_words(random, data, seeds.words("laws"))
    elif draw < 0.65:
        quoted = random.choice([*_QUOTED.finditer(data)])
        data = data[: quoted.start()] + json.dumps(odd.text(random)).encode() + data[quoted.end() :]
    elif draw < 0.9:
        lines = data.split(b"\n")
        lines.insert(random.randint(0, len(lines)), random.choice(_LINES).encode())
        data = b"\n".join(lines)
    elif draw < 0.97:
        data = mutate_bytes(random, data)
    else:
        often = random.choice((100, 3_000, 20_000))
        deep = random.choice(
            (
                b"a" + b".a" * often + b" = 1",
                b"[a" + b".a" * often + b"]",
                b"a = " + b"[" * often + b"]" * often,
                b"a = " + b"{a=" * often + b"1" + b"}" * often,
                b"\n".join(b"[articles.a%d]" % at for at in range(often)),
                b"\n".join(b"a%d = 1" % at for at in range(often)),
                b'a = "' + b"x" * 10 * often + b'"',
            )
        )
        data = deep + b"\n" + random.choice((data, b""))
    return data
