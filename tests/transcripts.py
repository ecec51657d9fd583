"""Transcripts in Markdown: blocks that stand four blanks to the right, each a session of its own under a heading."""

from __future__ import annotations

import re
from pathlib import Path


def transcripts(file: Path) -> list[tuple[str, list[str]]]:
    """The sessions of a file, each with its heading."""
    return [
        (section.partition("\n")[0], [line.removeprefix("    ") for line in block.splitlines()])
        for section in file.read_text(encoding="utf-8").split("\n## ")[1:]
        for block in re.findall(r"(?:^    .*\n?)+", section, re.MULTILINE)
    ]
