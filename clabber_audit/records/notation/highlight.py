"""Syntax highlighting of `.clab` for Pygments and TextMate."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, Final, Literal, NamedTuple

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text, Whitespace
from pygments.token import Literal as Literal_token

from clabber_audit.core import HOME
from clabber_audit.records.notation import tokens as notation
from clabber_audit.records.notation.language import EVENTS, GRAMMARS

Color = Literal[
    "line", "card", "seat", "clock", "number", "meld", "call", "word", "infraction", "incident", "text", "string",
    "comment", "sign",
]  # fmt: skip


class Pattern(NamedTuple):
    """Pattern, and the color of each of its groups, or of the whole if it has none."""

    pattern: str
    colors: tuple[Color, ...]


class LineRule(NamedTuple):
    """Kind of line: the pattern of its beginning, and the names of the patterns that may follow, in order of precedence."""

    name: str
    head: Pattern
    within: tuple[str, ...]


def _any_pattern(spellings: Iterable[str]) -> str:
    """Return a pattern for any of some words, longest first, case-insensitive."""
    words = {word.lower() for word in spellings if len(word) > 0}
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))


def _word_pattern(spellings: Iterable[str]) -> str:
    return rf"(?<![\w-])(?:{_any_pattern(spellings)})(?![\w-])"


_KNOWN: Final = tuple(grammar.known for grammar in GRAMMARS.values())
_SIDES: Final = ("P1P3", "P2P4", "P1P3P5", "P2P4P6", *notation.TEAM)
_SEAT: Final = _any_pattern(notation.ANY_SEAT)
_SUIT: Final = "[cdhs\u2660-\u2667]"
_CARD: Final = rf"(?:(?:10|[2-9tjqka]){_SUIT}|jk|\?\??)"
_CLOCK: Final = rf"@(?:{_any_pattern(word for word in notation.MELD_CLOCK if word.isalpha() or '_' in word)}|\d+(?:\.\d+)?|[-?])"
#: Keywords inside lines.
_KEYWORDS: Final = (
    "against", "agreed", "alone", "called", "card", "cut", "due", "each", "forced", "none", "order", "quote",
    "reviewed", "to", "tricks", "trick", "turkey tracks", "withdrawn", "won",
)  # fmt: skip
_SAID: Final = (*notation.CALL, *notation.CALL_WORDS, *notation.KIND_WORDS, *notation.STRAIN, *notation.MARK)

#: Patterns of the parts of a line, by name.
WITHIN: Final[Mapping[str, Pattern]] = {
    "comment": Pattern(r"\{[^}]*\}?|;.*", ("comment",)),
    "string": Pattern(r'"(?:[^"\\]|\\.)*"?', ("string",)),
    "clock": Pattern(_CLOCK, ("clock",)),
    "meld": Pattern(rf"(?<![^\s:])(\+)({_any_pattern([*notation.KIND, 'show'])})(?![\w-])", ("sign", "meld")),
    "seat before": Pattern(rf"(?<![\w-])({_SEAT})([:>])", ("seat", "sign")),
    "cards": Pattern(rf"(?<![^\s=:])(?:{_CARD})+(?![\w-])", ("card",)),
    "suit named": Pattern(rf"(?<=[a-z\d])(=)({_SUIT})(?![\w-])", ("sign", "card")),
    "seat": Pattern(rf"(?<![^\s>])(?:{_any_pattern([*notation.ANY_SEAT, *_SIDES])})(?![^\s@>])", ("seat",)),
    "infraction": Pattern(_word_pattern(word for known in _KNOWN for word in known.infraction), ("infraction",)),
    "incident": Pattern(_word_pattern(word for known in _KNOWN for word in known.incident), ("incident",)),
    "word": Pattern(_word_pattern([*_KEYWORDS, *(word for known in _KNOWN for word in known.sheet)]), ("word",)),
    "call": Pattern(_word_pattern(word for word in _SAID if word[0].isalnum() and not word.isdigit()), ("call",)),
    "number": Pattern(r"(?<![\w.])[+-]?\d+(?:\.\d+)?(?![\w])", ("number",)),
    "sign": Pattern(r"[-/>=:.,+]", ("sign",)),
    # These are lower case, so that a league can be named by one.
    "context": Pattern(f"(?-i:{_word_pattern(word for known in _KNOWN for word in known.context)})", ("word",)),
    "source": Pattern(_word_pattern((*notation.SOURCE_TEXT, *notation.SOURCE_KIND, *notation.CONFIDENCE)), ("word",)),
    "whose": Pattern(rf"(?<![^\s/])(?:{_any_pattern([*notation.ANY_SEAT, *_SIDES])})(?=\s)", ("seat",)),
    "between": Pattern(r"(?<!\S)[-/](?!\S)", ("sign",)),
    "text": Pattern(r"[^\s{;\"/]+", ("text",)),
}  # fmt: skip

_ALWAYS: Final = ("comment", "string")
_PLAYED: Final = (
    *_ALWAYS, "clock", "meld", "seat before", "cards", "suit named", "seat", "infraction", "incident", "word", "call",
    "number", "sign",
)  # fmt: skip
#: In calls a letter is a suit, and no seat.
_CALLED: Final = (*_ALWAYS, "clock", "seat before", "cards", "call", "seat", "number", "sign")
#: Parts that may follow the first word of a line, by kind of line.
_FOLLOWING: Final[Mapping[str, tuple[str, ...]]] = {
    "calls": _CALLED,
    "names": (*_ALWAYS, "between", "whose", "text"),
    "text": (*_ALWAYS, "between", "text"),
    "context": (*_ALWAYS, "context", "text"),
    "source": (*_ALWAYS, "between", "source", "text"),
    "played": _PLAYED,
}


def _lines() -> Iterator[LineRule]:
    """Yield the rules for lines: by first word, then those that begin with a number, a seat or a clock."""
    groups: dict[tuple[str, ...], dict[str, None]] = {}
    for grammar in GRAMMARS.values():
        for word in grammar.names:
            if word not in notation.ANY_SEAT:
                groups.setdefault(_FOLLOWING[grammar.lines[word].within], {})[word] = None
    for following, words in groups.items():
        begins = Pattern(rf"^[ \t]*({_any_pattern(words)})[.:]?(?=\s|$)", ("line",))
        yield LineRule(next(iter(words)), begins, following)
    yield LineRule("trick", Pattern(rf"^[ \t]*(\d+)[ \t]*({_SEAT})?(?=\s|$)", ("number", "seat")), _PLAYED)
    yield LineRule("cards", Pattern(rf"^[ \t]*({_SEAT})(?=\s|$)", ("seat",)), _PLAYED)
    noted = _any_pattern(word for word, kind in GRAMMARS["clabber"].lines.items() if kind.read in EVENTS)
    when = rf"^[ \t]*({_CLOCK}|\d+\.\d+)[ \t]+({noted})(?=\s|$)"
    yield LineRule("event", Pattern(when, ("clock", "line")), _PLAYED)
    yield LineRule("other", Pattern(r"^[ \t]*(?=\S)", ()), _PLAYED)


#: Every kind of line, the specific ones before the general ones.
LINES: Final = tuple(_lines())


_TOKENS: Final[dict[Color, Any]] = {
    "line": Keyword,
    "card": Name.Constant,
    "seat": Name.Variable,
    "clock": Literal_token.Date,
    "number": Number,
    "meld": Name.Function,
    "call": Name.Builtin,
    "word": Keyword.Pseudo,
    "infraction": Name.Exception,
    "incident": Name.Label,
    "text": Text,
    "string": String,
    "comment": Comment,
    "sign": Punctuation,
}


def _make_rule(pattern: Pattern, *state: str) -> tuple[Any, ...]:
    """Return the rule of Pygments for a pattern; `state` is the state after it."""
    colors = [_TOKENS[color] for color in pattern.colors]

    def color_groups(lexer: RegexLexer, match: re.Match[str], _context: Any = None) -> Any:
        """Yield the groups; the text around them, such as leading blanks, becomes groups of its own."""
        at = match.start()
        for number, color in enumerate(colors, 1):
            if match.group(number):
                if match.start(number) > at:
                    yield at, Whitespace, match.string[at : match.start(number)]
                yield match.start(number), color, match.group(number)
                at = match.end(number)
        if at < match.end():
            yield at, Punctuation, match.string[at : match.end()]

    if re.compile(pattern.pattern).groups:
        return (pattern.pattern, color_groups, *state)
    return (pattern.pattern, colors[0] if colors else Whitespace, *state)


class ClabLexer(RegexLexer):  # type: ignore[misc]
    """Hands of Clabber and of the Bid Euchre family as text."""

    name = "Clab"
    aliases: ClassVar[list[str]] = ["clab"]
    filenames: ClassVar[list[str]] = ["*.clab"]
    url = HOME
    flags = re.IGNORECASE | re.MULTILINE
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [
            (r"\s*\n", Whitespace),
            *(_make_rule(line.head, line.name) for line in LINES),
            (r"\s+", Whitespace),
        ],
        **{
            line.name: [
                (r"\n", Whitespace, "#pop"),
                (r"[^\S\n]+", Whitespace),
                *(_make_rule(WITHIN[name]) for name in line.within),
                (r"[^\s]", Text),
            ]
            for line in LINES
        },
    }
