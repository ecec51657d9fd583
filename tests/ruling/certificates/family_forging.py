"""Statements about the cards of a Bid Euchre record, false ones and true ones, and who judges them: every hand of it.

The judge completes the record in every way and reads each hand as the second opinion does. Nothing here asks the
program; the law that the checker is given is made from the second opinion's answers too.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, Final

from tests.family.completing import Completion, Whole, completions, noted, unsure, whole, with_holes
from tests.family.opinion.laws import Law
from tests.family.opinion.play import first_leader, replay, stayed_away
from tests.family.opinion.table import Hands, Record, seats_of

Json = dict[str, Any]
Fault = tuple[str, str, int]
KINDS: Final = ("failure-to-follow", "lead-out-of-turn", "play-out-of-turn")
#: What no statement can be about, or nobody told the checker about.
STRANGE: Final = ("failure-to-trump", "failed-laydown", "wrong-exchange-card", "playing-when-out", "")
STRAINS: Final = ("C", "D", "H", "S", "NT", "HIGH", "LOW")
#: Answers at which other tables differ.
TOGGLES: Final[tuple[Json, ...]] = ({}, {}, {"equal_cards": "last"}, {"joker_nt": "dead"}, {"bowers": "no"})
MOST: Final = 60


class Told:
    """A record, and what is so in each of the hands that it allows."""

    def __init__(self, record: Record, one: Whole, worlds: list[Completion]) -> None:
        self.record, self.one, self.worlds = record, one, worlds
        self.faults = [faults_of(record, one, world) for world in worlds]
        known = noted(record, one)
        named = [
            {"play": at, "card": play["card"]} for at, play in enumerate(record["plays"]) if play["card"]
        ]
        held = [{"held": seat or "aside", "card": card} for seat in known for card in known[seat].elements()]
        self.facts: list[Json] = [*named, *held, {"trump": one.hand.trump}]

    @property
    def ruling(self) -> Json:
        """The parts of its ruling that a checker needs."""
        contract = self.one.hand.contract
        return {
            "format": "bid-euchre-ruling/1",
            "record": self.record,
            "law": as_articles(self.one.law),
            "contract": contract,
            "trump": self.one.hand.trump,
        }

    @property
    def whole(self) -> bool:
        """True if the checker knows all that the judge knows: no seat out of the hand played."""
        return not {play["seat"] for play in self.record["plays"]} & set(self.one.hand.gone)

    def true(self, statement: Json) -> bool:
        """Return True if a statement holds, by brute force."""
        faults = [(fault["infraction"], fault["seat"], fault["at"]) for fault in statement["any_of"]]
        holds = [any(fault in found for fault in faults) for found in self.faults]
        if statement["verdict"] == "undetermined":
            return self._shows(statement["with"], faults, True) and self._shows(
                statement["without"], faults, False
            )
        if any(
            statement["premises"].count(premise) > self.facts.count(premise)
            for premise in statement["premises"]
        ):
            return False
        return bool(faults) and {"proven": all(holds), "refuted": not any(holds)}.get(
            statement["verdict"], False
        )

    def _shows(self, shown: Json | None, faults: list[Fault], guilty: bool) -> bool:
        """Return True if a complete hand agrees with the record and has the fault, or has not."""
        return any(
            world_data(self.one, world)
            == {**shown, "held": {seat: sorted(cards) for seat, cards in shown["held"].items()}}
            and any(fault in found for fault in faults) is guilty
            for world, found in zip(self.worlds, self.faults, strict=True)
            if shown
        )


def as_articles(law: Law) -> Json:
    """Return a law in the form that rulings carry: answers about cards, and infractions."""
    exchange = {"pe": "passed_card", "bp": "best_for_worst", "dh": "any_two"}.get(law["game"], "none")
    same = ("bowers", "equal_cards", "joker_nt", "leader", "drop_out", "pepper_play", "upcard")
    toggles: Json = {name: law[name] for name in same}
    toggles |= {"partners": "yes" if law["sides"] else "no", "exchange": exchange}
    # The Clubs games deal five, so that a record need not say so (B-095, BD-47).
    toggles["cards_each"] = 5 if law["game"] in ("dc", "ec") else "all"
    if law["game"] == "ec":
        toggles["call_window"] = law["call_window"]
    penalties = dict.fromkeys((*KINDS, "wrong-exchange-card", "playing-when-out"), "note")
    return {"articles": {"table": {"toggles": toggles}, "play": {"penalties": penalties}}}


def faults_of(record: Record, one: Whole, world: Completion) -> frozenset[Fault]:
    """Return the faults of cards in a hand known whole.

    Who sits out is what the cards of this record show, which has fewer than the whole one.
    """
    plays = [{**play, "card": card} for play, card in zip(record["plays"], world.fell, strict=True)]
    hands: Hands = {seat: list(cards) for seat, cards in world.held.items()}
    away = one.hand.gone + stayed_away(record, one.hand.gone)
    leader = first_leader(record, one.hand.contract, away, one.law)
    assert one.hand.trump
    assert leader
    found = replay({**record, "plays": plays}, hands, one.hand.trump, leader, away, one.law)
    return frozenset(
        (each["infraction"], each["seat"], each["at"])
        for each in found.findings
        if each["infraction"] in KINDS
    )


def world_data(one: Whole, world: Completion) -> Json:
    """Return a complete hand in the form of certificates."""
    return {
        "trump": one.hand.trump,
        "held": {seat: sorted(cards) for seat, cards in world.held.items()},
        "plays": world.fell,
    }


def told(random: Random, ruleset: str) -> Told:
    """Return a random record with few completions."""
    while True:
        one = whole(ruleset, random, random.choice(TOGGLES))
        for _ in range(5):
            record = with_holes(one, random)
            worlds = completions(record, one, MOST)
            if worlds and (len(worlds) > 1 or random.random() < 0.3) and not unsure(record, one):
                return Told(record, one, worlds)


def honest(one: Told) -> Iterator[Json]:
    """Statements about whatever is so in one of the hands, with all that is known for premises: all of them true."""
    for fault in sorted(frozenset[Fault]().union(*one.faults)):
        said, holds = _said(fault), [fault in found for found in one.faults]
        if all(holds):
            yield {"verdict": "proven", "any_of": [said], "premises": one.facts}
        else:
            guilty, innocent = (world_data(one.one, one.worlds[holds.index(so)]) for so in (True, False))
            yield {"verdict": "undetermined", "any_of": [said], "with": guilty, "without": innocent}


def invented(one: Told, random: Random) -> Json:
    """Return a random statement with all or some of the known facts."""
    plays = one.record["plays"]
    faults = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        at = random.randrange(len(plays) + 1)
        seat = (
            plays[at]["seat"]
            if at < len(plays) and random.random() < 0.8
            else random.choice(seats_of(one.record))
        )
        faults.append(_said((random.choice(KINDS), seat, at)))
    if random.random() < 0.25 and len(one.worlds) > 1:
        guilty, innocent = (world_data(one.one, world) for world in random.sample(one.worlds, 2))
        return {"verdict": "undetermined", "any_of": faults, "with": guilty, "without": innocent}
    premises = (
        one.facts if random.random() < 0.7 else random.sample(one.facts, random.randint(0, len(one.facts)))
    )
    return {"verdict": random.choice(("proven", "proven", "refuted")), "any_of": faults, "premises": premises}


def forged(statement: Json, one: Told, random: Random) -> Json:
    """Return a statement with one part changed."""
    changed: Json = {**statement, "any_of": [dict(fault) for fault in statement["any_of"]]}
    fault = random.choice(changed["any_of"])
    way = random.choice(
        ("kind", "strange", "seat", "moment", "verdict", "hand" if "with" in statement else "premises")
    )
    if way == "kind":
        fault["infraction"] = random.choice(KINDS)
    elif way == "strange":
        fault["infraction"] = random.choice(STRANGE)
    elif way == "seat":
        fault["seat"] = random.choice(seats_of(one.record))
    elif way == "moment":
        fault["at"] = random.choice((*range(50), "deal", "declaring", "turned", True, 3.0, -1))
    elif way == "verdict":
        changed["verdict"] = random.choice(
            ("proven", "refuted", "undetermined", "disproven", "", "PROVEN", None)
        )
        changed = {
            "premises": one.facts,
            "with": changed.get("without"),
            "without": changed.get("with"),
            **changed,
        }
    elif way == "premises":
        kept = random.sample(statement["premises"], random.randint(0, len(statement["premises"])))
        changed["premises"] = [*kept, _fact(one, random)] if random.random() < 0.5 else kept
    else:
        which = random.choice(("with", "without"))
        changed[which] = _bent(changed[which], one, random)
    return changed


def _fact(one: Told, random: Random) -> Json:
    """Something that the record may say, or says only once."""
    card = random.choice([card for cards in one.one.held.values() for card in cards])
    seat = random.choice((*seats_of(one.record), "aside"))
    return random.choice(
        (
            {"play": random.randrange(24), "card": card},
            {"held": seat, "card": card},
            {"trump": random.choice(STRAINS)},
        )
    )


def _bent(world: Json, one: Told, random: Random) -> Json:
    """Return a complete hand with two cards exchanged, a card missing or double, or other trumps."""
    held, plays = {seat: list(cards) for seat, cards in world["held"].items()}, list(world["plays"])
    way, (first, other) = (
        random.choice(("swap", "swap", "gone", "twice", "trump", "order")),
        random.sample(list(held), 2),
    )
    here, there = random.randrange(len(held[first])), random.randrange(len(held[other]))
    if way == "swap":
        held[first][here], held[other][there] = held[other][there], held[first][here]
    elif way == "gone":
        del held[first][here]
    elif way == "twice":
        held[first][here] = held[other][there]
    elif way == "order" and len(plays) > 1:
        one_at, other_at = random.sample(range(len(plays)), 2)
        plays[one_at], plays[other_at] = plays[other_at], plays[one_at]
    return {
        "trump": random.choice(STRAINS) if way == "trump" else world["trump"],
        "held": held,
        "plays": plays,
    }


def _said(fault: Fault) -> Json:
    return dict(zip(("infraction", "seat", "at"), fault, strict=True))
