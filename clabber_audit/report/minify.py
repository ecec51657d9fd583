"""Minifier of our own styles, scripts and pages.

It knows only how they are written: a statement on a line, a comment on lines of its own.
"""

from __future__ import annotations

import re
from string import ascii_lowercase
from typing import Final

from markupsafe import Markup

from clabber_audit.core.files import package_text

#: Large scripts: their constants are joined, their names shortened, and the last semicolon of a block is removed.
_LARGE: Final = ("recorder/", "app/", "ruling.js")
#: Third-party script, which stays as published.
_THIRD_PARTY: Final = "recorder/leanqr.js"
#: Line breaks between the rules of a stylesheet, and between statements.
_RULES: Final = re.compile(r"(?<=[{};,])\n")
#: A line of script that declares one constant.
_CONSTANT: Final = re.compile(r"(?P<indent> *)const (?P<declared>[^;]+);")
#: Strings in a line of script.
_TEXTS: Final = re.compile(r"""("(?:\\.|[^"\\])*"|`[^`]*`)""")
#: Strings and regular expressions in a line of script.
_PATTERNS: Final = re.compile(
    _TEXTS.pattern[:-1] + r"""|'[^']*'|(?<=[(\[!])/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\\[])+/[a-z]*)"""
)
#: Signs that need no blanks around them, in any script and in large ones.
_SIGNS: Final = re.compile(r" ?([=<>?:,;(){}\[\]|&!]) ?")
_SUMS: Final = re.compile(r"(?<=[\w)\]]) ?([+*-]) (?=[\w([])")
#: Long names that a script declares; and long words that are a key, a property or a word of a string.
_DECLARED: Final = re.compile(r"(?:^|[;}\n])(?:async )?(?:function\*? |const |let )(\w{8,})(?=[(=;])")
_NO_NAME: Final = re.compile(
    r"""(?<=\.)(?<!\.\.\.)\w{8,}|(?<=[{,])\w{8,}(?=:)|(?:(?<=[{,])|(?<=[{,] ))\w{8,}(?= ?[,}])"""
    r"""|(?<=["'`-])\w{8,}|\b\w{8,}(?=["'`-]| [a-z])"""
)
#: Names in scripts that tests use, and that are not shortened.
_USED_BY_TESTS: Final = {
    *("winningPlace", "bidScore", "countedSoFar", "conflict", "corrected", "isolated"),
    *("plainName", "pointsOf", "recordOf", "recordsOf"),
}
#: Needless markup: line breaks between elements, and quotes around a word. Scripts and styles match first and stay.
_NEEDLESS: Final = re.compile(
    r"(?P<kept><(?:script|style)\b.*?</(?:script|style)>)|(?<=>)(?<!</bdi>)\n(?=<(?!bdi>))"
    r'|="(?P<word>[\w#-]+)"(?=[ >])',
    re.DOTALL | re.ASCII,
)


def minify_page(page: str) -> str:
    """Return a page without the markup that changes nothing."""
    return _NEEDLESS.sub(lambda found: found["kept"] or (f"={found['word']}" if found["word"] else ""), page)


def minify_scripts(*files: str) -> Markup:
    """Return scripts joined, with short names if one of them is large."""
    script = "\n".join(map(minify_file, files))
    return Markup(_shorten_names(script) if any(file.startswith(_LARGE) for file in files) else script)


def minify_file(file: str) -> Markup:
    """Return a stylesheet or script without indentation, comment lines and needless blanks.

    Rules and statements stand without lines between them, the signs of a script without blanks around them.
    """
    large = file.startswith(_LARGE) and file != _THIRD_PARTY
    lines: list[str] = []
    for line in package_text("reports", file).splitlines():
        before, constant = _CONSTANT.fullmatch(lines[-1]) if lines else None, _CONSTANT.fullmatch(line)
        if large and before and constant and before["indent"] == constant["indent"]:
            lines[-1] = f"{lines[-1][:-1]}, {constant['declared']};"
        else:
            lines.append(line)
    lines = [line.strip() for line in lines if line.strip() and not line.strip().startswith("//")]
    if not file.endswith(".css"):
        lines = [_remove_blanks(line, sums=large) for line in lines]
    slim = _RULES.sub("", "\n".join(lines))
    return Markup(slim.replace(";}", "}") if large else slim)


def _remove_blanks(line: str, *, sums: bool) -> str:
    """Remove blanks around signs from a line of script, unless it has a pattern or a nested text."""
    has_pattern = "'" in line or "/" in line
    if line.count("`") not in (0, 2) or (has_pattern and not (sums and _PATTERNS.search(line))):
        return line
    parts = (_PATTERNS if has_pattern else _TEXTS).split(line)
    if has_pattern and any("/" in part or "'" in part for part in parts[::2]):
        return line
    parts[::2] = [_SIGNS.sub(r"\1", part) for part in parts[::2]]
    if sums:
        parts[::2] = [_SUMS.sub(r"\1", part) for part in parts[::2]]
    return "".join(parts)


def _shorten_names(script: str) -> str:
    """Shorten the long names of functions and constants in a script, except those that may be anything else."""
    # A name that another word goes on from in small letters may be a word of a text, too.
    longer = {
        word[:end]
        for word in set(re.findall(r"\w{9,}", script))
        for end in range(8, len(word))
        if word[end] in ascii_lowercase
    }
    names = sorted({*_DECLARED.findall(script)} - {*_NO_NAME.findall(script)} - longer - _USED_BY_TESTS)
    short = {name: f"${number:x}" for number, name in enumerate(names)}
    return re.sub(r"(?<![\w$])\w{8,}(?![\w$])", lambda found: short.get(found[0], found[0]), script)
