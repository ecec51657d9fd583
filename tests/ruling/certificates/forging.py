"""Statements about the cards of a record, false ones and true ones, and who judges them: every hand that it allows.

The judge completes the record in every way and reads each hand as the second opinion does. Nothing here asks the
program.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from random import Random
from typing import Final

from clabber_audit.cards.cards import CODES, SEATS
from clabber_audit.cards.pack import SUITS
from tests.partial import completions, disordered, incomplete, size
from tests.second_opinion.claiming import laydown_findings
from tests.second_opinion.finding import find
from tests.second_opinion.walk import replay
from tests.test_properties import Json

KINDS: Final = (
    *(
        "failure-to-follow",
        "failure-to-trump",
        "failure-to-overtrump",
        "lead-out-of-turn",
        "play-out-of-turn",
    ),
    *("declaring-without-trump", "false-meld", "early-belle", "forgotten-belle", "failed-laydown"),
)
#: What no statement can be about: an infraction that cards do not decide, or none.
STRANGE: Final = ("exposed-card", "meld-announced-late", "unproven-claim", "being-late", "")
#: How many hands a record may allow.
MOST: Final = 60

Fault = tuple[str, str, int | str]


class Told:
    """A record and what is so in each of the hands that it allows."""

    def __init__(self, record: Json, ruleset: str) -> None:
        self.record, self.ruleset = record, ruleset
        self.wholes = list(completions(record))
        self.faults = [faults_of(whole, ruleset) for whole in self.wholes]

    @cached_property
    def facts(self) -> list[Json]:
        """Everything that a premise may say."""
        record, lost = self.record, self.record.get("disordered", [])
        found: list[Json] = []
        for clock, play in enumerate(record["plays"]):
            if play["card"] and clock // 4 + 1 not in lost:
                found.append({"play": clock, "card": play["card"]})
        for trick in lost:
            pile = {play["card"] for play in record["plays"][4 * trick - 4 : 4 * trick]}
            found.append({"pile": trick, "cards": [card for card in CODES if card in pile]})
        found += [
            {"dealt": seat, "card": card} for seat, cards in record["deal"]["hands"].items() for card in cards
        ]
        return [*found, *({"trump": trump} for trump in self.trumps if len(self.trumps) == 1)]

    @cached_property
    def trumps(self) -> set[str]:
        """The suits that may have been trumps."""
        return {str(replay(whole)["trump"]) for whole in self.wholes}

    def true(self, statement: Json) -> bool:
        """Return True if a statement holds, by brute force."""
        faults = [(fault["infraction"], fault["seat"], fault["at"]) for fault in statement["any_of"]]
        holds = [any(fault in found for fault in faults) for found in self.faults]
        if statement["verdict"] == "undetermined":
            return self._shows(statement["with"], faults, True) and self._shows(
                statement["without"], faults, False
            )
        if any(premise not in self.facts for premise in statement["premises"]):
            return False
        return bool(faults) and {"proven": all(holds), "refuted": not any(holds)}.get(
            statement["verdict"], False
        )

    def in_step(self, at: int | str) -> bool:
        """Return True if all had played equally often at the lay-down, so that the next leader is known."""
        seats = [play["seat"] for play in self.record["plays"]][: int(at)]
        whole, trick = seats[: len(seats) // 4 * 4], seats[len(seats) // 4 * 4 :]
        return len({whole.count(seat) for seat in SEATS}) == 1 and len(set(trick)) == len(trick)

    def _shows(self, world: Json | None, faults: list[Fault], guilty: bool) -> bool:
        """Return True if a complete hand agrees with the record and has the fault, or has not."""
        if not world:
            return False
        for whole, found in zip(self.wholes, self.faults, strict=True):
            dealt = {seat: sorted(cards) for seat, cards in whole["deal"]["hands"].items()}
            if (
                dealt == {seat: sorted(cards) for seat, cards in world["dealt"].items()}
                and [play["card"] for play in whole["plays"]] == world["plays"]
                and replay(whole)["trump"] == world["trump"]
            ):
                return any(fault in found for fault in faults) is guilty
        return False


def faults_of(whole: Json, ruleset: str) -> frozenset[Fault]:
    """Return the faults by cards in a fully known hand."""
    found = find(whole, ruleset)
    # Runs and fours can be false too; that is no matter of hidden cards.
    belles = {number for number, meld in enumerate(whole.get("melds") or []) if meld["kind"] == "belle"}
    found = [one for one in found if one["infraction"] != "false-meld" or one["meld"] in belles]
    found += laydown_findings(whole, replay(whole), ruleset)
    return frozenset(
        (one["infraction"], one["seat"], one["at"]) for one in found if one["infraction"] in KINDS
    )


def told(random: Random, ruleset: str) -> Told:
    """Return a random record with few completions, some with a belle or a late lay-down."""
    while True:
        record = disordered(random) if random.random() < 0.15 else incomplete(random)
        played = len(record["plays"])
        if random.random() < 0.4:
            record["melds"] = [
                {"seat": random.choice(SEATS), "kind": "belle", "announced": random.choice(_moments(played))}
                for _ in range(random.randint(0, 2))
            ]
        if random.random() < 0.3 and played >= 14 and "disordered" not in record:
            at = random.choice((played, min(played, 16), min(played, 20)))
            record["laydown"] = {"by": random.choice(SEATS), "at": at, "agreed": random.random() < 0.9}
        if 0 < size(record) <= MOST:
            return Told(record, ruleset)


def _moments(played: int) -> list[int | str]:
    return ["in_turn", "never", *range(played + 1)]


def honest(one: Told, random: Random) -> Iterator[Json]:
    """Statements about whatever is so in one of the hands, with all that is known for premises: most of them true."""
    for fault in sorted(frozenset[Fault]().union(*one.faults), key=str):
        # That a line loses is proven of hands that are all known.
        sure = len(one.wholes) == 1 or not all(fault in found for found in one.faults)
        if fault[0] == "failed-laydown" and not (sure and one.in_step(fault[2])):
            continue
        said = _said(one, fault)
        verdicts = [fault in found for found in one.faults]
        if all(verdicts):
            yield {"verdict": "proven", "any_of": [said], "premises": one.facts}
        else:
            yield {
                "verdict": "undetermined",
                "any_of": [said],
                "with": _world(one.wholes[verdicts.index(True)]),
                "without": _world(one.wholes[verdicts.index(False)]),
            }
    cards = [sorted(fault for fault in found if fault[0] in KINDS[:5]) for found in one.faults]
    several = [_said(one, fault) for fault in sorted({random.choice(found) for found in cards if found})]
    if several and all(cards):
        # One of these at least, though perhaps none for certain.
        yield {"verdict": "proven", "any_of": several, "premises": one.facts}


def invented(one: Told, random: Random) -> Json:
    """Return a random statement with all or some of the known facts."""
    plays = one.record["plays"]
    faults = []
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        kind, at = random.choice(KINDS), random.randrange(len(plays) + 1)
        seat = plays[at]["seat"] if at < len(plays) and random.random() < 0.8 else random.choice(SEATS)
        faults.append(_said(one, (kind, seat, "declaring" if kind == "declaring-without-trump" else at)))
    premises = (
        one.facts if random.random() < 0.7 else random.sample(one.facts, random.randint(0, len(one.facts)))
    )
    if random.random() < 0.25 and len(one.wholes) > 1:
        first, second = random.sample(one.wholes, 2)
        return {"verdict": "undetermined", "any_of": faults, "with": _world(first), "without": _world(second)}
    return {"verdict": random.choice(("proven", "proven", "refuted")), "any_of": faults, "premises": premises}


def forged(statement: Json, one: Told, random: Random) -> Json:
    """Return a statement with one part changed."""
    changed: Json = {**statement, "any_of": [dict(fault) for fault in statement["any_of"]]}
    fault = random.choice(changed["any_of"])
    ways = ["kind", "strange", "seat", "moment", "verdict", "fewer faults", "suit", "all hands"]
    ways += ["world"] * 3 if "with" in statement else ["premise", "fewer", "trump"]
    # Without any premise every deal is possible, and a checker takes a hundred times as long to see it.
    way = "no premise" if "with" not in statement and random.random() < 0.01 else random.choice(ways)
    if way == "kind":
        fault["infraction"] = random.choice(KINDS)
    elif way == "strange":
        fault["infraction"] = random.choice(STRANGE)
    elif way == "seat":
        fault["seat"] = random.choice(SEATS)
    elif way == "moment":
        fault["at"] = random.choice((*range(26), "deal", "declaring", "turned", "scored", True, 3.0, -1))
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
    elif way == "fewer faults":
        changed["any_of"] = changed["any_of"][1:]
    elif way == "suit":
        fault["suit"] = random.choice(SUITS)
    elif way == "all hands":
        fault["all_hands"] = True
    elif way == "premise":
        changed["premises"] = [*statement["premises"], _fact(random)]
    elif way == "fewer":
        changed["premises"] = random.sample(
            statement["premises"], random.randint(0, len(statement["premises"]))
        )
    elif way == "no premise":
        changed["premises"] = []
    elif way == "trump":
        rest = [fact for fact in statement["premises"] if "trump" not in fact]
        changed["premises"] = [*rest, {"trump": random.choice(SUITS)}]
    else:
        which = random.choice(("with", "without"))
        changed[which] = _bent(changed[which], random)
    return changed


def _fact(random: Random) -> Json:
    card = random.choice(CODES)
    return random.choice(
        ({"play": random.randrange(24), "card": card}, {"dealt": random.choice(SEATS), "card": card})
    )


def _bent(world: Json, random: Random) -> Json:
    """Return a complete hand with two cards exchanged, a card missing, or other trumps."""
    dealt = {seat: list(cards) for seat, cards in world["dealt"].items()}
    plays = list(world["plays"])
    way = random.choice(("swap", "swap", "gone", "trump", "order"))
    one, other = random.sample(SEATS, 2)
    if way == "swap":
        first, second = random.choice(dealt[one]), random.choice(dealt[other])
        names = {first: second, second: first}
        dealt = {seat: [names.get(card, card) for card in cards] for seat, cards in dealt.items()}
        plays = [names.get(card, card) for card in plays]
    elif way == "gone":
        dealt[one] = dealt[one][1:]
    elif way == "order" and len(plays) > 1:
        first_at, second_at = random.sample(range(len(plays)), 2)
        plays[first_at], plays[second_at] = plays[second_at], plays[first_at]
    return {
        "trump": random.choice(SUITS) if way == "trump" else world["trump"],
        "dealt": dealt,
        "plays": plays,
    }


def _said(one: Told, fault: Fault) -> Json:
    kind, seat, at = fault
    data: Json = {"infraction": kind, "seat": seat, "at": at}
    if kind == "declaring-without-trump" and len(one.trumps) == 1:
        data["suit"] = next(iter(one.trumps))
    return data


def _world(whole: Json) -> Json:
    plays = [play["card"] for play in whole["plays"]]
    return {"trump": replay(whole)["trump"], "dealt": whole["deal"]["hands"], "plays": plays}
