"""What each hand of a simulated deal announces and shows, at its proper moment unless trouble says otherwise."""

from __future__ import annotations

from random import Random
from typing import Any

from clabber_audit.games.clabber.melds import belle_cards, best
from clabber_audit.table.cards import BIT, SEATS, codes


def melds(
    random: Random, dealt: list[list[str]], trump: int, plays: list[dict[str, Any]], trouble: list[str]
) -> list[dict[str, Any]]:
    """The melds of a hand and belle; trouble that went into one is used up."""
    both = belle_cards(trump)
    made: list[dict[str, Any]] = []
    for seat, cards in zip(SEATS, dealt, strict=True):
        held = sum(BIT[code] for code in cards)
        clocks = [clock for clock, play in enumerate(plays) if play["seat"] == seat]
        for meld in best(held):
            entry = {"seat": seat, "kind": meld.kind, "cards": codes(meld.cards)}
            made.append({**entry, "announced": "in_turn", "shown": "in_turn", **_slip(random, trouble, clocks)})
        if "false meld" in trouble and not best(held):
            trouble.remove("false meld")
            made.append({"seat": seat, "kind": "dad", "cards": random.sample(cards, 3)})
        shown = any(set(codes(both)) <= set(entry.get("cards", ())) for entry in made)
        if held & both == both and not (shown and random.random() < 0.5) and "belle forgotten" not in trouble:
            made.append({"seat": seat, "kind": "belle", "announced": _belle(random, trouble, clocks, plays, both)})
    return made


def _belle(random: Random, trouble: list[str], clocks: list[int], plays: list[dict[str, Any]], both: int) -> int | str:
    """When belle is called."""
    if "belle early" not in trouble:
        return "in_turn"
    parts = [clock for clock in clocks if BIT[plays[clock]["card"]] & both]
    return random.randint(0, parts[1] - 1)


def _slip(random: Random, trouble: list[str], clocks: list[int]) -> dict[str, Any]:
    """What goes wrong with a meld: used up once it has gone wrong."""
    for kind in list(trouble):
        slip: dict[str, Any] = {}
        if kind == "announced early" and clocks[0]:
            slip = {"announced": random.randrange(clocks[0])}
        elif kind == "announced late":
            slip = {"announced": random.randint(clocks[0] + 1, clocks[0] + 6)}
        elif kind == "shown early":
            slip = {"shown": random.randrange(clocks[1])}
        elif kind == "shown late":
            slip = {"shown": random.randint(clocks[1] + 1, clocks[1] + 6)}
        elif kind == "unshown":
            slip = {"shown": "never", "cards": []}
        elif kind == "unannounced":
            slip = {"announced": "never"}
        if slip:
            trouble.remove(kind)
            return slip
    return {}
