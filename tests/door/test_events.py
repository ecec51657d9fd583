"""Events beside the cards that cannot have happened as they are written down: the place, the reason, what to do."""

from __future__ import annotations

import json
from typing import Any

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.games.parse import parse_hand
from tests.casebook import hands_in
from tests.cli import GOOD

Json = dict[str, Any]


def incident(kind: str, **more: Any) -> Json:
    return {"incidents": [{"kind": kind, **more}]}


def retracted(**more: Any) -> Json:
    """In this hand West led the king of spades, North followed with the ace (clock 1)."""
    return incident("card_retracted", **{"seat": "N", "card": "TS", "replaced_by": "AS", "at": 1, **more})


def gathered(**more: Any) -> Json:
    return incident("trick_gathered", **{"trick": 1, "by": "EW", "at": 4, **more})


def claimed(**more: Any) -> Json:
    return {"claims": [{"by": "E", "against": "N", "at": 24, **more}]}


def waived(**more: Any) -> Json:
    return {"agreements": [{"what": "waive", "at": 24, **more}]}


SHOWED, TELL = "write who showed which card", "correct the card or the time"
REFUSED: dict[str, tuple[Json, str, str]] = {
    "nobody": (retracted(seat=None), "needs a seat", SHOWED),
    "no card": (retracted(card=None), "needs a card", SHOWED),
    "no time": (retracted(at="deal"), "needs a time", SHOWED),
    "nothing after": (retracted(at=24), "no card is recorded after", "as the last card"),
    "another's": (retracted(at=2), "is not North’s, but East’s", "@1 is the nearest"),
    "another card": (retracted(replaced_by="AH"), "was played then", "correct the card"),
    "played before": (retracted(card="AS", replaced_by="TD", at=6), "had been played before", TELL),
    "no trick": (gathered(trick=None), "needs its trick", "trick 4 by EW"),
    "no side": (gathered(by=None), "needs its side", "trick 4 by EW"),
    "too early": (gathered(at=3), "was not complete", "correct the trick or the time"),
    "two did it": (
        incident("advice", seat="S", by_other="Gus", at=4),
        "both Gus and South",
        "leave out the seat",
    ),
    "no outsider": (incident("advice", by_other="S", at=4), "no outsider", "write the seat"),
    "a player": (incident("advice", by_other="Ruth", at=4), "sits at the table", "instead: N"),
    "watching": (claimed(witnesses=["Ruth"]), "sits at the table", "instead: N"),
    "unreviewed": (claimed(reviewed_by="Gus"), "no review is recorded", "set `reviewed`"),
    "some": (claimed(order=1) | waived(), "only some have an order", "give it to all"),
    "twice": (claimed(order=1) | waived(order=1), "two events at @24 have order 1", "number them"),
    "late": (waived(at=20) | {"plays": GOOD["plays"][:4]}, "after the last card", "time"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_have_happened_is_refused(name: str) -> None:
    changes, what, help = REFUSED[name]
    with pytest.raises(Refused) as refused:
        parse_hand(json.dumps({**GOOD, **changes}).encode())
    message = str(refused.value)
    assert what in message
    assert help in message
    assert message.startswith("-:1:")


def test_a_card_that_must_have_fallen_before_is_refused() -> None:
    """North's known hand has only one card left for the first trick."""
    record = hands_in("l-events.md")["l02"].record.model_dump(mode="json", exclude_unset=True)
    plays = record["plays"]
    at = [place for place, play in enumerate(plays) if play["seat"] == "N"]
    shown, plays[at[0]]["card"] = plays[at[0]]["card"], None
    stays = plays[at[2]]["card"]
    taken = {"kind": "card_retracted", "seat": "N", "card": shown, "replaced_by": stays, "at": at[2]}
    with pytest.raises(Refused, match="must have been played before it was taken back"):
        parse_hand(json.dumps({**record, "incidents": [taken]}).encode())


def test_an_up_card_in_another_hand_needs_its_incident() -> None:
    """Case C16: East picked up the card that was turned for South."""
    hand = hands_in("l-events.md")["l12"]
    record = hand.record.model_dump(mode="json", exclude_unset=True)
    for without in ({**record, "incidents": []}, {**record, "deal": {**record["deal"], "upcard": None}}):
        with pytest.raises(Refused):
            parse_hand(json.dumps(without).encode())
