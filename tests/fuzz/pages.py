"""Pages changed: the ruling inside cut, doubled, exchanged, and the page around it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Final

from clabber_audit.ruling.page_payload import BLOCK
from tests.fuzz import odd, seeds, texts, trees

_RULING: Final = re.compile(rb'(<script[^>]*id="' + BLOCK.encode() + rb'"[^>]*>)(.*?)(</script>)', re.DOTALL)
_PIECES: Final = (
    b"<!--", b"-->", b"<script>", b"</script>", b"<script", b"<![CDATA[", b"<!DOCTYPE", b"</html>", b"<?php",
    b"<textarea>", b"<style>", b"</SCRIPT >", b"<plaintext>", b"<svg><script>", b'"', b"'", b"&", b"<",
    b"</", b"<a b='",
)  # fmt: skip


def changed(random: Random, page: bytes) -> bytes:
    """A page with a change or two."""
    for _ in range(random.choice((1, 1, 2))):
        page = random.choice(_CHANGES)(random, page)
    return page


def _inside(random: Random, page: bytes) -> bytes:
    """The ruling inside changed, as JSON."""
    found = _RULING.search(page)
    if not found:
        return page
    try:
        inside = trees.changed(random, found[2])
    except (ValueError, RecursionError):
        # It was spoiled before, beyond reading.
        return page
    inside = inside.replace(b"<", b"\\u003c")
    return page[: found.start(2)] + inside + page[found.end(2) :]


def _block(random: Random, page: bytes) -> bytes:
    """The block left out, doubled, put first, of another ruling, left open or called otherwise."""
    found = _RULING.search(page)
    if not found:
        return page
    before, block, after = page[: found.start()], found[0], page[found.end() :]
    other = _RULING.search(random.choice(seeds.pages()))
    return random.choice(
        (
            lambda: before + after,
            lambda: before + block + block + after,
            lambda: block + before + after,
            lambda: before + (other[0] if other else b"") + after,
            lambda: before + found[1] + found[2] + after,
            lambda: before + found[1] + found[3] + after,
            lambda: before + b"<!--" + block + b"-->" + after,
            lambda: before + block.replace(b"application/json", random.choice(_PIECES), 1) + after,
            lambda: before + found[1] + b"[" * 100_000 + found[3] + after,
            lambda: found[0],
        )
    )()


def _piece(random: Random, page: bytes) -> bytes:
    """A piece of markup where none belongs, now and then very often."""
    at = random.randint(0, len(page))
    often = 1 if random.random() < 0.95 else 400_000
    piece = random.choice(_PIECES)
    return page[:at] + piece * (often // len(piece) or 1) + page[at:]


def _reworded(random: Random, page: bytes) -> bytes:
    return texts.reworded(random, page, odd.TEXTS)


_CHANGES: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    _inside,
    _inside,
    _block,
    _piece,
    _reworded,
    texts.spoiled,
)
