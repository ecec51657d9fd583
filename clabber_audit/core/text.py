"""Text: invisible characters, lists of words, counted nouns and TOML."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable
from datetime import date
from typing import Final

#: Properties of invisible characters, as Rust and ECMAScript both spell them; U+2800 and U+1D159 look blank.
_PROPERTIES: Final = r"\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2800\u{1D159}"
#: Variation selectors, which are invisible and harmless.
_CHOOSERS: Final = r"\uFE0E\uFE0F"
_SEEN: Final = rf"(?:[^{_PROPERTIES}]|[{_CHOOSERS}])"

#: Text without invisible characters, as a pattern of a JSON schema.
PLAIN: Final = rf"^{_SEEN}*$"
#: The same with at least one letter, digit or sign, so that it does not look blank.
NAMED: Final = rf"^{_SEEN}*[^{_PROPERTIES}\p{{Z}}\p{{M}}]{_SEEN}*$"

#: The same characters for Python, which has no properties in patterns. Lone surrogates are among them: they stand for
#: the bytes of a file name that are not UTF-8.
_RANGES: Final = (
    (0x00, 0x1F), (0x7F, 0x9F), (0xAD, 0xAD), (0x34F, 0x34F), (0x600, 0x605), (0x61C, 0x61C), (0x6DD, 0x6DD),
    (0x70F, 0x70F), (0x890, 0x891), (0x8E2, 0x8E2), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
    (0x200B, 0x200F), (0x2028, 0x202E), (0x2060, 0x206F), (0x2800, 0x2800), (0x3164, 0x3164), (0xD800, 0xF8FF),
    (0xFDD0, 0xFDEF), (0xFE00, 0xFE0D), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFFB), (0x110BD, 0x110BD),
    (0x110CD, 0x110CD), (0x13430, 0x1343F), (0x1BCA0, 0x1BCA3), (0x1D159, 0x1D159), (0x1D173, 0x1D17A),
    (0xE0000, 0xE0FFF), (0xF0000, 0x10FFFF),
    *((plane + 0xFFFE, plane + 0xFFFF) for plane in range(0, 0xF0000, 0x10000)),
)  # fmt: skip
#: Compiled on first use: the class is slow to compile and few texts need it.
_CLASS: Final = "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in _RANGES)
_UNSEEN: Final = f"[{_CLASS}]"
#: Visible characters of nearly all texts: Latin letters, dashes and quotes, suits. Any other is checked by `_UNSEEN`.
_SEEN_AT_ONCE: Final = r" -~\u00a0-\u00ac\u00ae-\u024f\u2010-\u2027\u2660-\u2667"
_DOUBTFUL: Final = re.compile(f"[^{_SEEN_AT_ONCE}]")
_DOUBTFUL_WITHIN_LINES: Final = re.compile(f"[^\n{_SEEN_AT_ONCE}]")
#: Forms of a text for one and for more: `{is|are}`.
_ALTERNATIVES: Final = re.compile(r"\{([^{}|]*)\|([^{}|]*)\}")
_NUMBERS: Final = (
    *("none", "one", "two", "three", "four", "five", "six"),
    *("seven", "eight", "nine", "ten", "eleven", "twelve"),
)
#: Ordinal numbers in words, from one on.
ORDINALS: Final = ("first", "second", "third", "fourth", "fifth", "sixth")
#: ASCII controls.
_CONTROLS: Final = bytes([*range(0x20), 0x7F])
_CONTROLS_WITHIN_LINES: Final = _CONTROLS.replace(b"\n", b"")

#: Right-to-left letters, as a class of Python and ECMAScript.
RIGHT_TO_LEFT: Final = "\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\U00010800-\U00010fff\U0001e800-\U0001efff"
#: Right-to-left words, with the blanks and signs between them.
RIGHT_TO_LEFT_WORDS: Final = rf"[{RIGHT_TO_LEFT}](?:[{RIGHT_TO_LEFT} \u00a0'’.,-]*[{RIGHT_TO_LEFT}])?"


def find_invisible(text: str) -> str:
    """Return the first invisible character of a text, or nothing."""
    return next((match[0] for match in _DOUBTFUL.finditer(text) if re.match(_UNSEEN, match[0])), "")


def is_name(text: str) -> bool:
    """Return True if all characters are visible and not all are blank."""
    return not find_invisible(text) and any(unicodedata.category(char)[0] not in "ZM" for char in text)


def escape(text: str) -> str:
    """Return a text with invisible characters escaped as in JSON, such as `\\u001b`; line feeds stay."""
    return (
        text if _is_plain(text, _CONTROLS_WITHIN_LINES) else _DOUBTFUL_WITHIN_LINES.sub(_escape_match, text)
    )


def escape_line(text: str) -> str:
    """Return a text with invisible characters and line feeds escaped."""
    return text if _is_plain(text, _CONTROLS) else _DOUBTFUL.sub(_escape_match, text)


def _is_plain(text: str, controls: bytes) -> bool:
    """Return True for ASCII without these controls, the fast path for most texts."""
    return text.isascii() and len(text.encode().translate(None, controls)) == len(text)


def isolate_right_to_left(text: str) -> str:
    """Isolate right-to-left words, so that a terminal keeps the order of all others."""
    return re.sub(RIGHT_TO_LEFT_WORDS, "\u2068\\g<0>\u2069", text)


def _escape_match(match: re.Match[str]) -> str:
    if not re.match(_UNSEEN, match[0]):
        return match[0]
    units = match[0].encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at]:02x}{units[at + 1]:02x}" for at in range(0, len(units), 2))


def join_words(words: Iterable[str], last: str = "and") -> str:
    """Return words as a list: `a, b and c`."""
    *others, final = [*words] or [""]
    return f"{', '.join(others)} {last} {final}" if others else final


def to_toml(value: object) -> str:
    """Return a text, a number, a truth value, a date, a list or a dict as TOML writes it in a line."""
    if isinstance(value, date):
        return str(value)
    if isinstance(value, dict):
        keys = {key: key if re.fullmatch(r"[\w-]+", key, re.ASCII) else to_toml(key) for key in value}
        return f"{{ {', '.join(f'{keys[key]} = {to_toml(item)}' for key, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(to_toml, value))}]"
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def inflect(count: int, one: str, many: str, **words: object) -> str:
    """Return `one` for a count of 1, else `many`, formatted with `count` and the other words."""
    return (one if count == 1 else many).format(count=count, **words)


def number_word(count: int) -> str:
    """Return a small number in words: `four`."""
    return _NUMBERS[count] if count < len(_NUMBERS) else str(count)


def ordinal(number: int) -> str:
    """Return a number as an ordinal: `third`, `7th`."""
    return ORDINALS[number - 1] if number <= len(ORDINALS) else f"{number}th"


def agree(count: int, text: str, **words: object) -> str:
    """Return a text that agrees with a count: `{count} hand{|s} {has|have} no cards`, for one and for more."""
    form = 1 if count == 1 else 2
    return _ALTERNATIVES.sub(lambda match: match[form], text).format(count=count, **words)


def pluralize(count: int, noun: str) -> str:
    """Return a count with its noun: `1 hand`, `3 hands`, `2 matches`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}{'es' if noun.endswith('ch') else 's'}"
