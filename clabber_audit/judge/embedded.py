"""Ruling inside its page: the script blocks that hold it, its law and what a site put around it."""

from __future__ import annotations

import base64
import bz2
import json
from typing import Any, Final, NamedTuple

from clabber_audit.core.errors import Unusable
from clabber_audit.core.text import inflect
from clabber_audit.games import GAMES
from clabber_audit.records.formats import canonical, compact

#: Ruling formats, by game.
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
#: Block of the frame that a site puts around the ruling.
FRAME: Final = Block("clabber-frame", "application/json")
#: The most bytes of a law, unpacked: as many as a file of rules may have, and the names of their keys.
_LARGEST_LAW: Final = 1 << 20

#: Characters that a script block must not contain, with their JSON escapes.
_ESCAPES: Final = {ord(char): f"\\u{ord(char):04x}" for char in "<>&\u2028\u2029"}


def block_texts(data: dict[str, Any]) -> dict[Block, str]:
    """Return the text of each script block of a ruling with its law, safe to embed."""
    law = data["law"]
    return {
        RULING: block_text({key: value for key, value in data.items() if key != "law"}),
        LAW: base64.b64encode(bz2.compress(canonical(law).encode())).decode(),
    }


def block_text(data: Any) -> str:
    """Return data as JSON that cannot end its script block."""
    return compact(data).translate(_ESCAPES)


def read_embedded_ruling(page: str) -> dict[str, Any]:
    """Return the ruling in a page, with its law. Raise Unusable if there is none or it is damaged."""
    return _parse_ruling_json(read_embedded_text(page)) | read_embedded_law(page)


def read_embedded_text(page: str) -> str:
    """Return the JSON text of the ruling in a page. Raise Unusable if there is none, several, or a damaged one."""
    blocks = _find_blocks(page, RULING)
    if len(blocks) != 1:
        count = len(blocks)
        raise Unusable(
            inflect(count, "the page holds one ruling", "the page holds {count} rulings")
            if count
            else "the page holds no ruling",
            "a page written by this program holds one, inside",
            "give the page as it was written, or the record itself",
        )
    _parse_ruling_json(blocks[0])
    return blocks[0]


def read_embedded_law(page: str) -> dict[str, Any]:
    """Return the law in a page under its key, or an empty dict."""
    blocks = _find_blocks(page, LAW)
    if not blocks:
        return {}
    if len(blocks) > 1:
        raise _law_damage_error(f"it stands there {len(blocks)} times")
    decompressor = bz2.BZ2Decompressor()
    try:
        text = decompressor.decompress(base64.b64decode(blocks[0], validate=True), _LARGEST_LAW)
        if not decompressor.eof or decompressor.unused_data:
            raise _law_damage_error("it is cut short, or goes on too long")
        return {"law": json.loads(text, object_pairs_hook=_reject_duplicate_keys, parse_constant=_refuse)}
    except (ValueError, OSError, RecursionError) as problem:
        raise _law_damage_error(str(problem)) from None


def read_embedded_frame(page: str) -> Any:
    """Return the JSON that a site or an archive put around the ruling, None if unreadable."""
    blocks = _find_blocks(page, FRAME)
    try:
        return json.loads(blocks[0]) if len(blocks) == 1 else None
    except (ValueError, RecursionError):
        return None


def _law_damage_error(why: str) -> Unusable:
    return Unusable(
        "the law inside the page is damaged", why, "give the page as it was written, or the record itself"
    )


def _parse_ruling_json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text, object_pairs_hook=_reject_duplicate_keys, parse_constant=_refuse)
    except (ValueError, RecursionError) as problem:
        raise Unusable(
            f"the ruling inside the page is damaged: {problem}", "", "give the page as it was written"
        ) from None
    if (
        not isinstance(data, dict)
        or data.get("format") not in FORMATS
        or not isinstance(data.get("record"), dict)
    ):
        raise Unusable(
            "the page holds no ruling that this version can read",
            f"it should say {' or '.join(FORMATS)} and hold the record",
        )
    return data


def _reject_duplicate_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    results = dict(pairs)
    if len(results) != len(pairs):
        raise ValueError("duplicate key")
    return results


def _refuse(word: str) -> Any:
    raise ValueError(f"{word} is not a number")


def _find_blocks(page: str, block: Block) -> list[str]:
    """Return the text of each such block, up to the first `<`. Raise Unusable if not followed by the end tag.

    Blocks of ours contain no `<`, so that every browser ends them there too.
    """
    parts = [part.partition("<") for part in page.split(block.tag)[1:]]
    if not all(rest.startswith("/script>") for _, _, rest in parts):
        why = "a block in it holds what ends it elsewhere in a browser"
        raise Unusable("the ruling inside the page is damaged", why, "give the page as it was written")
    return [text for text, _, _ in parts]
