"""The notation for Pygments, which colors it in documentation and on terminals: `pygmentize hands.clab`."""

from __future__ import annotations

import re
from typing import Any, ClassVar, Final

from pygments.lexer import RegexLexer
from pygments.token import Comment, Keyword, Literal, Name, Number, Punctuation, String, Text, Whitespace

from clabber_audit.ground import HOME
from clabber_audit.notation.coloring import LINES, WITHIN, Color, Pattern

_TOKENS: Final[dict[Color, Any]] = {
    "line": Keyword,
    "card": Name.Constant,
    "seat": Name.Variable,
    "clock": Literal.Date,
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


def _rule(one: Pattern, *state: str) -> tuple[Any, ...]:
    colors = [_TOKENS[color] for color in one.colors]
    if not re.compile(one.pattern).groups:
        return (one.pattern, colors[0] if colors else Whitespace, *state)
    # What stands around the groups, such as the blanks before the first word of a line, is put into groups of its own.
    return (one.pattern, _around(colors), *state)


def _around(colors: list[Any]) -> Any:
    def found(lexer: RegexLexer, match: re.Match[str], _context: Any = None) -> Any:
        at = match.start()
        for number, color in enumerate(colors, 1):
            if match.group(number):
                if match.start(number) > at:
                    yield at, Whitespace, match.string[at : match.start(number)]
                yield match.start(number), color, match.group(number)
                at = match.end(number)
        if at < match.end():
            yield at, Punctuation, match.string[at : match.end()]

    return found


class ClabLexer(RegexLexer):  # type: ignore[misc]
    """Hands of Clabber and of the Bid Euchre family as text."""

    name = "Clab"
    aliases: ClassVar[list[str]] = ["clab"]
    filenames: ClassVar[list[str]] = ["*.clab"]
    url = HOME
    flags = re.IGNORECASE | re.MULTILINE
    tokens: ClassVar[dict[str, list[Any]]] = {
        "root": [(r"\s*\n", Whitespace), *(_rule(line.head, line.name) for line in LINES), (r"\s+", Whitespace)],
        **{
            line.name: [
                (r"\n", Whitespace, "#pop"),
                (r"[^\S\n]+", Whitespace),
                *(_rule(WITHIN[name]) for name in line.within),
                (r"[^\s]", Text),
            ]
            for line in LINES
        },
    }
