"""What hands were written down from: pictures and transcriptions, known by the hash that a source gives."""

from __future__ import annotations

from hashlib import sha256
from typing import Final

from clabber_audit.render.frame import Clipping

#: How pictures begin that every browser shows and that can hold no script.
_PICTURES: Final = {b"\x89PNG\r\n\x1a\n": "png", b"\xff\xd8\xff": "jpg", b"GIF8": "gif"}
#: The longest transcription that is shown.
_LONGEST: Final = 20_000
_DIGITS: Final = 16


def clipping(data: bytes) -> Clipping | None:
    """A file as a clipping; None for one that is neither a picture nor a short text."""
    digest = sha256(data).hexdigest()
    for beginning, ending in _PICTURES.items():
        if data.startswith(beginning):
            return Clipping(digest, picture=f"clipping-{digest[:_DIGITS]}.{ending}")
    try:
        text = data[: _LONGEST + 1].decode() if len(data) <= _LONGEST else ""
    except UnicodeDecodeError:
        return None
    return Clipping(digest, text=text) if text and "\0" not in text else None
