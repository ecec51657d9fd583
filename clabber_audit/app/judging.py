"""What the page asks of the program, in the browser: the bytes of a file go in, rulings come out.

Nothing here but calls of what programs use; the rulings are those of the command `rule`.
"""

from __future__ import annotations

from io import BytesIO
from typing import Any

from clabber_audit import api
from clabber_audit.ground.errors import ClabberError, Exit
from clabber_audit.intake import Offered, streamed
from clabber_audit.ruling.data import ruling_json
from clabber_audit.verifying import verified

Json = dict[str, Any]


def ruled(data: bytes, source: str, hand: str | None = None) -> Json:
    """The ruling on the one hand in a file, or on that of this id; or the ids of its hands; or why there is none."""
    try:
        offered = list(streamed(BytesIO(bytes(data)), source))
        found = [item for item in offered if hand is None or (item.hand and item.hand.record.id == hand)]
        if len(found) > 1:
            return {"hands": [item.hand.record.id for item in found if item.hand]}
        if not found:
            return {"refused": f"{source} holds no hand."}
        return _ruled(found[0])
    except ClabberError as problem:
        return {"refused": str(problem)}


def _ruled(item: Offered) -> Json:
    """The ruling; where it was one that was given, also whether its record gives the same."""
    ruling = api.rule(item)
    made = {"id": ruling.walk.hand.record.id, "page": ruling.html}
    if item.ruling is None:
        return made
    otherwise = [told for told, code in verified(item) if code is Exit.FINDINGS]
    return {**made, "otherwise": otherwise}


def listed(data: bytes, source: str, hand: None = None) -> Json:
    """The rulings on all hands of a file, as `check --format jsonl` writes them, and why some were refused."""
    written, refused = [], []
    for item in streamed(BytesIO(bytes(data)), source):
        try:
            written.append(ruling_json(api.rule(item), indent=None))
        except ClabberError as problem:
            refused.append(str(problem))
    return {"rulings": "".join(written), "count": len(written), "refused": "\n".join(refused)}
