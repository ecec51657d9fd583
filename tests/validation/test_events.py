"""Tests of impossible events other than plays (`events.md`)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from clabber_audit.core.errors import Refused
from clabber_audit.games.parse import parse_hand
from tests.casebook import hands_in
from tests.cli import GOOD, read_text, text_of
from tests.tables import tables

(REFUSED,) = tables(Path(__file__).with_name("events.md")).values()


@pytest.mark.parametrize(("what", "added", "said", "help"), REFUSED)
def test_impossible_events_are_refused_with_place_and_advice(
    what: str, added: str, said: str, help: str
) -> None:
    record = read_text(f"{text_of(GOOD)}{added}\n")
    with pytest.raises(Refused) as refused:
        parse_hand(json.dumps(record).encode())
    message = str(refused.value)
    assert said in message
    assert help in message
    assert message.startswith("-:1:")


def test_retracted_card_that_was_already_played_is_refused() -> None:
    """North's known hand has only one card left for the first trick."""
    record = hands_in("l-events.md")["l02"].record.model_dump(mode="json", exclude_unset=True)
    plays = record["plays"]
    at = [place for place, play in enumerate(plays) if play["seat"] == "N"]
    shown, plays[at[0]]["card"] = plays[at[0]]["card"], None
    stays = plays[at[2]]["card"]
    taken = {"kind": "card_retracted", "seat": "N", "card": shown, "replaced_by": stays, "at": at[2]}
    with pytest.raises(Refused, match="must have been played before it was taken back"):
        parse_hand(json.dumps({**record, "incidents": [taken]}).encode())


def test_up_card_in_another_hand_needs_an_incident() -> None:
    """Case C16: East picked up the card that was turned for South."""
    hand = hands_in("l-events.md")["l12"]
    record = hand.record.model_dump(mode="json", exclude_unset=True)
    for without in ({**record, "incidents": []}, {**record, "deal": {**record["deal"], "upcard": None}}):
        with pytest.raises(Refused):
            parse_hand(json.dumps(without).encode())
