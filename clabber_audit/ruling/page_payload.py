"""Data blocks of a ruling's page: the ruling, its law and its frame as JSON that cannot end its block.

The law, three times as long as all else, stands in a block of its own, packed, its keys in order. bzip2 packs alike
everywhere.
"""

from __future__ import annotations

import base64
import bz2
import json
from typing import Any, Final, NamedTuple

from clabber_audit.games import GAMES
from clabber_audit.ground.counted import counted
from clabber_audit.ground.errors import Unusable
from clabber_audit.record.canonical import canonical, compact

#: What a ruling calls itself, by its game.
FORMATS: Final = tuple(game.ruling for game in GAMES)


class Block(NamedTuple):
    """A block of script that no browser runs, by the marks of its tag."""

    id: str
    type: str

    @property
    def tag(self) -> str:
        """The start tag, as pages and the browsers that save them write it."""
        return f'<script type="{self.type}" id="{self.id}">'


#: The block that holds the ruling, and the one that holds its law where the ruling itself does not.
RULING: Final = Block("clabber-ruling", "application/json")
LAW: Final = Block("clabber-law", "application/x-bzip2;base64")
#: The block of what a site puts around the ruling.
FRAME: Final = Block("clabber-frame", "application/json")
#: The most bytes of a law, unpacked: as many as a file of rules may have, and the names of their keys.
_LARGEST_LAW: Final = 1 << 20

#: What must not stand in a block of script as it is, and how JSON writes it otherwise.
_ESCAPES: Final = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def block_texts(data: dict[str, Any]) -> dict[Block, str]:
    """What stands in each block for a ruling that carries its law, and ends none of them whatever it holds."""
    law = data["law"]
    return {
        RULING: block_text({key: value for key, value in data.items() if key != "law"}),
        LAW: base64.b64encode(bz2.compress(canonical(law).encode())).decode(),
    }


def block_text(data: Any) -> str:
    """JSON that stays inside its block of script whatever it holds."""
    return compact(data).translate(_ESCAPES)


def embedded(page: str) -> dict[str, Any]:
    """The ruling that a page carries, with its law; Unusable when it carries none, or a damaged one."""
    return _checked(embedded_text(page)) | embedded_law(page)


def embedded_text(page: str) -> str:
    """Return the JSON text of the ruling in a page; Unusable if there is none, several, or a damaged one."""
    blocks = _blocks(page, RULING)
    if len(blocks) != 1:
        count = len(blocks)
        raise Unusable(
            counted(count, "the page holds one ruling", "the page holds {count} rulings")
            if count
            else "the page holds no ruling",
            "a page written by this program holds one, inside",
            "give the page as it was written, or the record itself",
        )
    _checked(blocks[0])
    return blocks[0]


def embedded_law(page: str) -> dict[str, Any]:
    """The law that stands beside the ruling in a page, under its key; nothing where none does."""
    blocks = _blocks(page, LAW)
    if not blocks:
        return {}
    if len(blocks) > 1:
        raise _damaged_law(f"it stands there {len(blocks)} times")
    unpacking = bz2.BZ2Decompressor()
    try:
        text = unpacking.decompress(base64.b64decode(blocks[0], validate=True), _LARGEST_LAW)
        if not unpacking.eof or unpacking.unused_data:
            raise _damaged_law("it is cut short, or goes on too long")
        return {"law": json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)}
    except (ValueError, OSError, RecursionError) as problem:
        raise _damaged_law(str(problem)) from None


def embedded_frame(page: str) -> Any:
    """Return the JSON of what a site or an archive put around the ruling, None if there is none that can be read."""
    blocks = _blocks(page, FRAME)
    try:
        return json.loads(blocks[0]) if len(blocks) == 1 else None
    except (ValueError, RecursionError):
        return None


def _damaged_law(why: str) -> Unusable:
    return Unusable("the law inside the page is damaged", why, "give the page as it was written, or the record itself")


def _checked(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_once, parse_constant=_refuse)
    except (ValueError, RecursionError) as problem:
        raise Unusable(
            f"the ruling inside the page is damaged: {problem}", "", "give the page as it was written"
        ) from None
    if not isinstance(data, dict) or data.get("format") not in FORMATS or not isinstance(data.get("record"), dict):
        raise Unusable(
            "the page holds no ruling that this version can read",
            f"it should say {' or '.join(FORMATS)} and hold the record",
        )
    return data


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("duplicate key")
    return found


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def _blocks(page: str, block: Block) -> list[str]:
    """Return the text of each such block, up to the first `<`.

    No block of ours holds one, so that every browser ends it there too; Unusable if anything but the end tag follows.
    """
    parts = [part.partition("<") for part in page.split(block.tag)[1:]]
    if not all(rest.startswith("/script>") for _, _, rest in parts):
        why = "a block in it holds what ends it elsewhere in a browser"
        raise Unusable("the ruling inside the page is damaged", why, "give the page as it was written")
    return [text for text, _, _ in parts]
