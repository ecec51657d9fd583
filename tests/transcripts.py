"""Transcripts in Markdown: blocks that stand four blanks to the right, each a session of its own under a heading.

Of commands: `$` is one that is typed, with names such as `(signed)` filled in. It ends with 0 unless `exit` says otherwise.
`=` is printed and `!` said on standard error, `=/` and `!/` are not; `|` is a line of all that is printed. `> FILE` writes
what was printed to a file, `save NAME` keeps it for a later command. Blanks and ends of lines count as one blank.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterator
from pathlib import Path

from tests.cli import Done

_CHECKS = ("=", "=/", "!", "!/", "|", "exit")


def transcripts(file: Path) -> list[tuple[str, list[str]]]:
    """The sessions of a file, each with its heading."""
    return [
        (section.partition("\n")[0], [line.removeprefix("    ") for line in block.splitlines()])
        for section in file.read_text(encoding="utf-8").split("\n## ")[1:]
        for block in re.findall(r"(?:^    .*\n?)+", section, re.MULTILINE)
    ]


def follow(
    lines: list[str], run: Callable[..., Done], names: dict[str, str], kept: Path
) -> Iterator[tuple[str, str]]:
    """Type the commands and compare what they answer; yield each other line, at its place, to be seen to.

    A command that is refused, or is said to leave things `unchanged`, leaves the `kept` file as it was; one that could
    not be understood, or not be done, prints nothing.
    """
    starts = [at for at, line in enumerate(lines) if line.startswith("$ ")]
    yield from (_split(line) for line in lines[: starts[0]])
    for start, after in zip(starts, [*starts[1:], len(lines)], strict=True):
        words = lines[start].removeprefix("$ ")
        for name, value in names.items():
            words = words.replace(f"({name})", value)
        before = kept.read_bytes() if kept.exists() else b""
        done = run(*shlex.split(words))
        out, err = (" ".join(text.split()) for text in (done.out, done.err))
        more = [_split(line) for line in lines[start + 1 : after]]
        said = {check: [" ".join(text.split()) for mark, text in more if mark == check] for check in _CHECKS}
        assert done.code == int((said["exit"] or ["0"])[0]), (words, done)
        assert all(text in out for text in said["="]), (words, done, said["="])
        assert all(text in err for text in said["!"]), (words, done, said["!"])
        assert not [text for text in said["=/"] if text in out], (words, done)
        assert not [text for text in said["!/"] if text in err], (words, done)
        assert not said["|"] or [" ".join(line.split()) for line in done.out.splitlines()] == said["|"], done
        assert not done.out or done.code not in (2, 5), (words, done)
        if done.code in (2, 3, 5) or ("unchanged", "") in more:
            assert (kept.read_bytes() if kept.exists() else b"") == before, words
        for mark, text in more:
            if mark == ">":
                Path(text).write_text(done.out, encoding="utf-8")
            elif mark == "save":
                names[text] = shlex.quote(done.out.strip())
            elif mark not in (*_CHECKS, "unchanged"):
                yield mark, text


def _split(line: str) -> tuple[str, str]:
    mark, _, text = line.partition(" ")
    return mark, text
