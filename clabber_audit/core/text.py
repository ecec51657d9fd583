"""Text safety: invisible characters and counted nouns."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

#: The properties of such characters, in words that Rust and ECMAScript both understand; U+2800 and U+1D159 look blank.
_PROPERTIES: Final = r"\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1D159}"
#: The signs that choose between a symbol and its picture; they are invisible and harmless.
_CHOOSERS: Final = r"\uFE0E\uFE0F"
_SEEN: Final = rf"(?:[^{_PROPERTIES}]|[{_CHOOSERS}])"

#: A text in which every character may be seen, as a pattern of a schema.
PLAIN: Final = rf"^{_SEEN}*$"
#: The same with a letter, a digit or a sign in it somewhere, so that it does not look blank.
NAMED: Final = rf"^{_SEEN}*[^{_PROPERTIES}\p{{Z}}\p{{M}}]{_SEEN}*$"

#: The same characters for Python, which knows no properties, and with lone surrogates: the bytes of a file name that
#: are no UTF-8 come as such.
_RANGES: Final = (
    (0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x600, 0x605), (0x61C, 0x61C), (0x6DD, 0x6DD),
    (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xD800, 0xF8FF),
    (0xFDD0, 0xFDEF), (0xFE00, 0xFE0D), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x110BD, 0x110BD),
    (0x110CD, 0x110CD), (0x13430, 0x1343F), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF), (0xF0000, 0x10FFFF),
    *((plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, 0xF0000, 0x10000)),
)  # fmt: skip
#: As a class they take long to compile, and few texts need that: the first that does compiles it.
_CLASS: Final = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in _RANGES)
_UNSEEN: Final = f"[{_CLASS}]"
#: What nearly all texts consist of, and all of it is seen: Latin letters, dashes and quotes, suits. Anything else is
#: looked at again.
_SEEN_AT_ONCE: Final = r" -~\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u2660-\u2667"
_DOUBTFUL: Final = re.compile(f"[^{_SEEN_AT_ONCE}]")
_DOUBTFUL_WITHIN_LINES: Final = re.compile(f"[^\n{_SEEN_AT_ONCE}]")
#: Those of ASCII.
_CONTROLS: Final = bytes([*range(0x20), 0x7F])
_CONTROLS_WITHIN_LINES: Final = _CONTROLS.replace(b"\n", b"")

#: The letters that are read from right to left, as a class of both languages.
RIGHT_TO_LEFT: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
#: Such words, with what may stand between them.
RIGHT_TO_LEFT_WORDS: Final = rf"[{RIGHT_TO_LEFT}](?:[{RIGHT_TO_LEFT} \u00a0'’.,-]*[{RIGHT_TO_LEFT}])?"


def unseen(text: str) -> str:
    """The first character of a text that nobody sees, or nothing."""
    return next((found[0] for found in _DOUBTFUL.finditer(text) if re.match(_UNSEEN, found[0])), "")


def is_name(text: str) -> bool:
    """Return True if all characters are visible and not all are blank."""
    return not unseen(text) and any(unicodedata.category(char)[0] not in "ZM" for char in text)


def visible(text: str) -> str:
    """A text with what nobody sees written out as JSON writes it, such as `\\u001b`; only line feeds stay."""
    return text if _is_plain(text, _CONTROLS_WITHIN_LINES) else _DOUBTFUL_WITHIN_LINES.sub(_escaped, text)


def visible_line(text: str) -> str:
    """The same for a text that is to stay on one line: line feeds are written out too."""
    return text if _is_plain(text, _CONTROLS) else _DOUBTFUL.sub(_escaped, text)


def _is_plain(text: str, controls: bytes) -> bool:
    """Return True for ASCII without these controls, the fast path for most texts."""
    return text.isascii() and len(text.encode().translate(None, controls)) == len(text)


def isolated(text: str) -> str:
    """A text for a terminal in which words that are read from right to left leave the order of all others alone."""
    return re.sub(RIGHT_TO_LEFT_WORDS, "\u2068\\g<0>\u2069", text)


def _escaped(found: re.Match[str]) -> str:
    if not re.match(_UNSEEN, found[0]):
        return found[0]
    units = found[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def counted(count: int, one: str, many: str, **words: object) -> str:
    """A text about so many things: `one` about a single one, else `many`, with `{count}` and the other words put in."""
    return (one if count == 1 else many).format(count=count, **words)
