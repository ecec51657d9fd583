"""`python -m tests.editors` writes the editors' grammar of the notation from the words of the notation."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

from clabber_audit.records.notation.highlight import LINES, WITHIN, Color, Pattern

FILE: Final = Path(__file__).parent.parent / "docs/editors/vscode/syntaxes/clab.tmLanguage.json"
#: The scopes that themes have colors for.
SCOPES: Final[dict[Color, str]] = {
    "line": "keyword.control",
    "card": "constant.language.card",
    "seat": "variable.language.seat",
    "clock": "constant.numeric.clock",
    "number": "constant.numeric",
    "meld": "entity.name.function.meld",
    "call": "support.constant.call",
    "word": "keyword.other",
    "infraction": "entity.name.type.infraction",
    "incident": "entity.name.type.incident",
    "text": "string.unquoted",
    "string": "string.quoted.double",
    "comment": "comment",
    "sign": "punctuation.separator",
}


def grammar() -> str:
    """Return the TextMate grammar, as published."""
    data = {
        "$schema": "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Clab",
        "scopeName": "source.clab",
        "fileTypes": ["clab"],
        "patterns": [{"include": f"#line-{line.name}"} for line in LINES],
        "repository": {
            **{
                f"line-{line.name}": {
                    "name": f"meta.line.{line.name}.clab",
                    "begin": _pattern(line.head),
                    "beginCaptures": _captures(line.head),
                    "end": "$",
                    "patterns": [{"include": f"#{_key(name)}"} for name in line.within],
                }
                for line in LINES
            },
            **{_key(name): _match(pattern) for name, pattern in WITHIN.items()},
        },
    }
    return json.dumps(data, indent=2, ensure_ascii=False) + "\n"


def _match(one: Pattern) -> dict[str, Any]:
    if re.compile(one.pattern).groups:
        return {"match": _pattern(one), "captures": _captures(one)}
    return {"match": _pattern(one), "name": _scope(one.colors[0])}


def _pattern(one: Pattern) -> str:
    return f"(?i){one.pattern}"


def _captures(one: Pattern) -> dict[str, dict[str, str]]:
    return {str(number): {"name": _scope(color)} for number, color in enumerate(one.colors, 1)}


def _scope(color: Color) -> str:
    return f"{SCOPES[color]}.clab"


def _key(name: str) -> str:
    return name.replace(" ", "-")


if __name__ == "__main__":
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(grammar(), encoding="utf-8")
