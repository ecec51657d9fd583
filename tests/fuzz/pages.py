"""Mutations of ruling pages: the embedded ruling and law cut, doubled or swapped, and the page around them."""

from __future__ import annotations

import base64
import bz2
import re
from collections.abc import Callable
from random import Random
from typing import Final

from clabber_audit.judge.embedded import LAW, RULING
from tests.fuzz import odd, seeds, texts, trees

_RULING, _LAW = (
    re.compile(rb'(<script[^>]*id="' + block.id.encode() + rb'"[^>]*>)(.*?)(</script>)', re.DOTALL)
    for block in (RULING, LAW)
)
_PIECES: Final = (
    b"<!--", b"-->", b"<script>", b"</script>", b"<script", b"<![CDATA[", b"<!DOCTYPE", b"</html>", b"<?php",
    b"<textarea>", b"<style>", b"</SCRIPT >", b"<plaintext>", b"<svg><script>", b'"', b"'", b"&", b"<",
    b"</", b"<a b='",
)  # fmt: skip


def mutate(random: Random, page: bytes) -> bytes:
    """Return the page with one or two changes."""
    for _ in range(random.choice((1, 1, 2))):
        page = random.choice(_CHANGES)(random, page)
    return page


def _change_ruling(random: Random, page: bytes) -> bytes:
    """Return the page with its embedded ruling changed as JSON."""
    found = _RULING.search(page)
    if not found:
        return page
    try:
        inside = trees.mutate(random, found[2])
    except (ValueError, RecursionError):
        # An earlier change made it unreadable.
        return page
    inside = inside.replace(b"<", b"\\u003c")
    return page[: found.start(2)] + inside + page[found.end(2) :]


def _change_law(random: Random, page: bytes) -> bytes:
    """Return the page with its embedded law changed as JSON or as packed bytes."""
    found = _LAW.search(page)
    if not found:
        return page
    try:
        packed = base64.b64decode(found[2])
        if random.random() < 0.5:
            packed = bz2.compress(trees.mutate(random, bz2.decompress(packed)))
        else:
            packed = texts.mutate_bytes(random, packed)
    except (ValueError, OSError, RecursionError):
        # An earlier change made it unreadable.
        return page
    return page[: found.start(2)] + base64.b64encode(packed) + page[found.end(2) :]


def _change_block(random: Random, page: bytes) -> bytes:
    """Return the page with a block removed, doubled, moved to the front, replaced, left open or renamed."""
    kind = random.choice((_RULING, _RULING, _LAW))
    found = kind.search(page)
    if not found:
        return page
    before, block, after = page[: found.start()], found[0], page[found.end() :]
    other = kind.search(random.choice(seeds.pages()))
    return random.choice(
        (
            lambda: before + after,
            lambda: before + block + block + after,
            lambda: block + before + after,
            lambda: before + (other[0] if other else b"") + after,
            lambda: before + found[1] + found[2] + after,
            lambda: before + found[1] + found[3] + after,
            lambda: before + b"<!--" + block + b"-->" + after,
            lambda: before + block.replace(b"application/", random.choice(_PIECES), 1) + after,
            lambda: before + found[1] + b"[" * 100_000 + found[3] + after,
            lambda: found[0],
        )
    )()


def _insert_markup(random: Random, page: bytes) -> bytes:
    """Return the page with a piece of markup in the wrong place, sometimes very many times."""
    at = random.randint(0, len(page))
    often = 1 if random.random() < 0.95 else 400_000
    piece = random.choice(_PIECES)
    return page[:at] + piece * (often // len(piece) or 1) + page[at:]


_CHANGES: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    _change_ruling,
    _change_ruling,
    _change_law,
    _change_block,
    _insert_markup,
    lambda random, page: texts.mutate_words(random, page, odd.TEXTS),
    texts.mutate_bytes,
)
