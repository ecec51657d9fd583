"""How a plain hand of the family stands in a line, as the model of the record has it.

At a table of four by the compass, all hands are written down, and nothing of what only some records have: no contract,
incident, claim, lay-down or sheet, no trick whose order is lost, no cut, and nobody else who should have dealt.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Final

from clabber_audit.cards.pack import Pack
from clabber_audit.records.bid_euchre import BidEuchreRecord
from clabber_audit.records.bid_euchre_words import COMPASS, FIVE_EACH, PACKS, USUAL_PACK, Seat, Side
from clabber_audit.records.recognizer import Wanted, recognizer
from clabber_audit.rules.screen.lines import NOTHING, Match

#: What the screen looks at.
SCREENED: Final = (
    *("ruleset", "players", "teams", "pack", "cards_each", "deal_dealer", "deal_upcard", "deal_blind"),
    *("declarations", "exchanges", "before", "score", "plays"),
)
_LIST: Final = r"\[[^][]*\]"


@lru_cache(maxsize=2)
def matching(sorted_keys: bool) -> Match:
    """What matches a line that holds a plain hand, and nothing else; a group for each part that is `SCREENED`.

    So is each seat's hand, by its letter. What stands between the brackets of cards and plays is looked at card by
    card, what was said by the model.
    """
    order = sorted(COMPASS) if sorted_keys else COMPASS
    instead = {
        **NOTHING,
        "after": r"\{\}",
        "seats": r"\[{}\]".format(",".join(f'"{seat}"' for seat in COMPASS)),
        "deal_hands": r"\{{{}\}}".format(",".join(rf'"{seat}":\[(?P<{seat}>[^][]*)\]' for seat in order)),
        "deal_blind": f"(?:null|{_LIST})",
        "plays": r"\[\]|\[\{[^][]*\}\]",
    }
    words: dict[Any, list[tuple[str, ...]]] = {
        Seat: [COMPASS],
        Side: [(COMPASS[0] + COMPASS[2], COMPASS[1] + COMPASS[3]), COMPASS],
    }
    wanted = Wanted((*SCREENED, "deal_hands"), instead, sorted_keys, words, again=("declarations",))
    return re.compile(recognizer(BidEuchreRecord, wanted).encode()).fullmatch


def noted(text: bytes | None) -> bytes:
    """A part of a record as its JSON text, empty where nothing is noted."""
    return b"" if text is None or text == b"null" else text


@lru_cache(maxsize=256)
def each_noted(text: bytes | None, pack: bytes | None, ruleset: bytes) -> bytes:
    """Return how many cards each was dealt as a JSON text, empty where that is usual with the pack.

    Of a game that deals five of the usual pack a record need not say so.
    """
    usual = not noted(pack) or json.loads(noted(pack)) == USUAL_PACK
    fixed = usual and json.loads(ruleset).startswith(FIVE_EACH)
    return noted(text) or (b"5" if fixed else b"")


@lru_cache(maxsize=8)
def pack_named(name: bytes) -> Pack:
    """The pack that a JSON text names, the usual one where it is empty."""
    return PACKS[json.loads(name) if name else USUAL_PACK]


@lru_cache(maxsize=8)
def stand_ins(pack: bytes) -> Mapping[bytes | None, bytes]:
    """By the text of a card turned up one of the suit that it is printed in, which is all that calls hang on."""
    quoted = {face: f'"{face}"'.encode() for face in pack_named(pack).mask}
    first = {face[1:]: text for face, text in reversed(quoted.items())}
    return {text: first[face[1:]] for face, text in quoted.items()}
