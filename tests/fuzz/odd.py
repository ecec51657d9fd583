"""Unexpected texts, numbers and values."""

from __future__ import annotations

from random import Random
from typing import Any, Final

#: Characters that look, behave or count differently than expected.
CHARACTERS: Final = (
    *"\x00\x01\x07\x08\t\x0b\x0c\r\x1b\x7f\x80\x85\x9b\xad\xa0",
    *"\u061c\u115f\u200b\u200d\u200e\u200f\u2028\u2029\u202a\u202e\u2066\u2069\u2800\u3000\u3164\ufe0f\ufeff\ufffc\ufffd",
    *"\ufdd0\uffff\U0001fffe\U000e0041\U0010ffff\u0301\u0338",
    # Unusual digits, and letters with unusual case mappings.
    *"²٣१Ⅷ𝟙ſKİıßﬁ",
    *"♥♠♦♣♤🂡字א\"'`\\/{}[]()<>&;:,.=+-*#@!?%$|~^_ \n",
)
TEXTS: Final = (
    "", " ", "\u00a0", "-", "--", "@", "?", "??", "+", "+dad", ".", "..", "../x", "/dev/zero", "con", "-x", "--help",
    "\x1b[31m", "\x1b]0;x\x07", "\x9b31m", "\u202eabc", "\u2066abc", "abc\u2069", "e" + "\u0301" * 200, "a\x00b",
    "x" * 81, "x" * 301, "x" * 3_000, "{{7*7}}", "{% x %}", "%s%n", "{0}", "</script>", "<!--", "-->", "]]>", "=1+1",
    "&lt;", "\\u001b[31m", "\\x1b", "nan", "none", "null", "true", "N", "NS", "E", "S", "n", "AS", "as", "10H", "T♥",
    "XXX", "R", "in_turn", "never", "deal", "turned", "scored", "declaring", "dad", "belle", "hundred", "belote",
    "failure-to-follow", "failed-laydown", "ecl-1992", "wp", "wp-old", "ECL-1992", "clabber-hand/1", "clabber-hand/2",
    "clabber-ruling/1", "clabber-season/1", "2026-02-30", "0000-00-00", "2026-01-05", "99999-01-01", "1e3", "0x10",
)  # fmt: skip
#: Numbers of JSON, TOML and tables, and invalid ones.
NUMBERS: Final = (
    "0", "-0", "1", "-1", "2", "3", "4", "5", "6", "7", "8", "12", "20", "23", "24", "25", "63", "64", "65", "162",
    "182", "1000", "1001", "9999", "65536", "1.0", "0.5", "-0.0", "1e2", "1e-400", "1e999", "-1e999", "NaN", "Infinity",
    "-Infinity", "01", "+1", "1_000", "0x1f", "2147483648", "9223372036854775808", "1" + "0" * 30, "9" * 5_000,
)  # fmt: skip


class Raw(str):
    """A piece of JSON inserted as it is; it may be invalid."""

    __slots__ = ()


def text(random: Random) -> str:
    """Return a text, mostly short."""
    if random.random() < 0.6:
        return random.choice(TEXTS)
    return "".join(random.choice(CHARACTERS) for _ in range(random.randint(1, 6)))


def value(random: Random) -> Any:
    """Return a value for a JSON tree, mostly of an unexpected type."""
    draw = random.random()
    if draw < 0.3:
        return Raw(random.choice(NUMBERS))
    if draw < 0.6:
        return text(random)
    if draw < 0.98:
        return random.choice(
            (None, None, None, True, False, [], [[]], [None], ["x"], [""], {}, {"": None}, {"a": 1})
        )
    deep = random.choice((70, 1_100, 50_000))
    return Raw(random.choice(("[" * deep + "]" * deep, '{"a":' * deep + "1" + "}" * deep, "[" * deep)))
