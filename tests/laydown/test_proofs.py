"""Proofs of lay-downs: each is checked from its data alone, by the rules of the plain search."""

from __future__ import annotations

import json
from copy import deepcopy
from random import Random
from typing import Any

from clabber_audit.cards import BIT, CODES, SEAT, SEATS
from clabber_audit.laydown.proof import proof
from tests.laydown import plain
from tests.laydown.tables import law_under, position, question

Json = dict[str, Any]


def proved(laid: plain.Laid) -> Json:
    asked = question(laid)
    trick = tuple((SEAT[seat], BIT[card]) for seat, card in laid.table)
    found = proof(position(laid), trick, asked, law_under(asked.trump))
    assert found is not None
    data: Json = json.loads(json.dumps(found))
    return data


def holds(data: Json) -> bool:
    """Whether a proof proves its verdict."""
    laid = plain.Laid(
        data["seat"],
        data["trump"],
        {seat: tuple(cards) for seat, cards in data["deal"].items()},
        data["turn"],
        tuple((seat, card) for seat, card in data["trick"]),
        tuple(data["order"]),
        data["standard"],
        data["scope"],
    )
    good = data["verdict"] == "good"
    if "wins" in data:
        return good and plain.good(laid._replace(order=tuple(data["wins"]), standard="stated_line"))
    if "plays" in data:
        return follows(laid, data["plays"], good)
    return plain.good(laid) if good else loses(laid, [(seat, card) for seat, card in data["line"]])


def loses(laid: plain.Laid, line: list[tuple[str, str]]) -> bool:
    here: plain.Laid | None = laid
    for seat, card in line:
        if not here or here.turn != seat or card not in plain.may_fall(here):
            return False
        here = plain.fallen(here, card)
    return here is None


def decided(here: plain.Laid) -> bool:
    """Before the layer's lead: nobody can beat any card of his, or has more cards than he."""
    mine = here.hands[here.by]
    others = [card for seat in SEATS if seat != here.by for card in here.hands[seat]]
    beats = (plain.taker(((here.by, card), ("?", other)), here.trump) == "?" for card in mine for other in others)
    longer = any(len(cards) > len(mine) for cards in here.hands.values())
    return here.turn == here.by and not here.table and not longer and not any(beats)


def follows(here: plain.Laid | None, plays: dict[str, str], good: bool) -> bool:
    """Whether the side in the right comes out right with its plays, whatever legal card the others choose."""
    if here is None:
        return not good
    if not here.turn or decided(here):
        return good
    ours = (SEATS.index(here.turn) - SEATS.index(here.by)) % 2 == 0
    if ours is not good:
        return all(follows(plain.fallen(here, card), plays, good) for card in plain.may_fall(here))
    left = sorted((card for cards in here.hands.values() for card in cards), key=CODES.index)
    card = plays.get(f"{' '.join(card for _, card in here.table)}/{' '.join(left)}", "")
    return card in plain.may_fall(here) and follows(plain.fallen(here, card), plays, good)


def test_every_proof_holds_and_the_opposite_verdict_does_not() -> None:
    random = Random(100)
    seen: dict[str, int] = {}
    for number in range(900):
        laid = plain.some_laydown(random, 3)
        data = proved(laid)
        assert holds(data), (number, laid, data)
        assert (data["verdict"] == "good") == plain.good(laid)
        other = {**deepcopy(data), "verdict": "bad" if data["verdict"] == "good" else "good"}
        other.setdefault("line", [])
        assert not holds(other), (number, laid, data)
        kind = f"{data['standard']} {data['verdict']} {' '.join(sorted({'line', 'wins', 'plays'} & set(data)))}".strip()
        seen[kind] = seen.get(kind, 0) + 1
    assert {"best_line good wins", "best_line good plays", "best_line bad plays"} < set(seen), seen
    assert {"any_line good", "any_line bad line", "stated_line good", "stated_line bad line"} < set(seen), seen


def test_no_play_of_a_proof_can_be_left_out() -> None:
    """Every position named can come about, so that with one play struck out the proof falls."""
    random, seen = Random(101), 0
    while seen < 60:
        data = proved(plain.some_laydown(random, 3)._replace(standard="best_line", order=()))
        plays = data.get("plays")
        if not plays:
            continue
        struck = random.choice(sorted(plays))
        less = {**data, "plays": {name: card for name, card in plays.items() if name != struck}}
        assert not holds(less), (struck, data)
        seen += 1


def test_the_ace_first_is_proved_by_an_order() -> None:
    """Case I03 with the best line: ace of hearts, then the nine of trumps; either card of the others is met."""
    hands: plain.Hands = {"W": ("9S", "AH"), "N": ("KH", "QH"), "E": ("JS", "9C"), "S": ("KC", "AC")}
    data = proved(plain.Laid("W", "S", hands, "W", standard="best_line"))
    assert data["wins"] == ["AH", "9S"]
    assert data["verdict"] == "good"
