"""Articles with the values of their parameters: `The game is {target}.` reads `The game is 500.`"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from string import Formatter
from typing import Any, Final

#: The sentence that an article has for an answer to a question.
Sentences = Callable[[str, Any], str]

_UNITS: Final = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS: Final = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
#: Melds named by their points.
_NAMED: Final = {"fifty": 50, "hundred": 100}
_TIMES: Final = {1: "once", 2: "twice"}
_WORD: Final = "|".join(sorted([*_UNITS, *_TENS[2:], "hundred", "thousand"], key=len, reverse=True))
_NUMBER: Final = re.compile(
    rf"(?<![\w-])(?:\d{{1,3}}(?:,\d{{3}})+|\d+|(?:{_WORD})(?:(?:[\s-]|\sand\s)(?:{_WORD}))*)\b", re.IGNORECASE
)


#: Forms of a value; any other text after the colon is the article's own words for its own answer.
_FORMS: Final = ("", "words", "amount", "times", *_NAMED)


def parameters_in(template: str) -> list[str]:
    """Return the names of the parameters that an article carries. Raises ValueError for an unbalanced brace."""
    names: dict[str, None] = {}
    for _, name, form, _ in Formatter().parse(template):
        if name is not None:
            names |= dict.fromkeys([name, *parameters_in(form or "")])
    return list(names)


def render(template: str, values: Mapping[str, Any], sentence: Sentences) -> str:
    """Return an article with its values: `{target}` in digits, `{target:words}` in words, `{of:times}` as twice.

    `{meld_fifty:fifty}` is the name of a meld, with its worth where that is another; `{meld_hundred:amount}` a hundred.
    `{all_pass:If everyone passes, nobody scores.}` reads as it is written, and `{all_pass}` as the sentence of its answer.

    Raises KeyError for a name that is no parameter.
    """
    parts = []
    for text, name, form, _ in Formatter().parse(template):
        parts.append(text)
        if name is None:
            continue
        value = values[name]
        own = form if form not in _FORMS else _sentence_of(name, value, sentence) if not form else None
        parts.append(render(own, values, sentence) if own else _format_value(value, form or ""))
    return "".join(parts)


def _sentence_of(name: str, value: Any, sentence: Sentences) -> str | None:
    """Return the sentence of an answer that is no number and no text of its own."""
    own = sentence(name, value) if isinstance(value, str | bool) else ""
    return own if f"{{{name}" not in own else None


def switch_sentence(template: str, parameter: str, sentence: str) -> str:
    """Return an article with another sentence in place of its own words for the answer to a question."""
    parts = []
    for text, name, form, _ in Formatter().parse(template):
        parts.append(escape(text))
        if name == parameter and form not in _FORMS:
            parts.append(sentence)
        elif name is not None:
            inner = switch_sentence(form or "", parameter, sentence) if form not in _FORMS else form
            parts.append(f"{{{name}:{inner}}}" if inner else f"{{{name}}}")
    return "".join(parts)


def escape(text: str) -> str:
    """Return a text as a template that renders as the text itself."""
    return text.replace("{", "{{").replace("}", "}}")


def _format_value(value: Any, form: str) -> str:
    if form == "words" and isinstance(value, int):
        return spell_number(value)
    if form == "amount" and value == 100:
        return "a hundred"
    if form in _NAMED:
        return f"a {form}" if value == _NAMED[form] else f"a {form}, worth {value}"
    if form == "times" and isinstance(value, int):
        return _TIMES.get(value, f"{spell_number(value)} times")
    return "none" if value is None else str(value)


def spell_number(number: int) -> str:
    """Return a number below a million in words: forty-two, one hundred and five."""
    if number < 0:
        return f"minus {spell_number(-number)}"
    if number < len(_UNITS):
        return _UNITS[number]
    if number < 100:
        tens, unit = divmod(number, 10)
        return _TENS[tens] + (f"-{_UNITS[unit]}" if unit else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    times, rest = divmod(number, size)
    joint = " and " if rest < 100 else " "
    return f"{spell_number(times)} {name}" + (joint + spell_number(rest) if rest else "")


def numbers_in(text: str) -> Iterator[tuple[str, int]]:
    """Yield the numbers of a text from two up, as it writes them and by value: ("seven hundred", 700)."""
    for match in _NUMBER.finditer(text):
        written = match[0]
        value = int(written.replace(",", "")) if written[0].isdecimal() else _value(written.lower())
        # "one" is an article of speech more often than a number.
        if value > 1:
            yield written, value


def _value(words: str) -> int:
    total = current = 0
    for word in re.split(r"[\s-]+", words):
        if word in _UNITS:
            current += _UNITS.index(word)
        elif word in _TENS:
            current += 10 * _TENS.index(word)
        elif word == "hundred":
            current = max(current, 1) * 100
        elif word == "thousand":
            total, current = total + max(current, 1) * 1000, 0
    return total + current
