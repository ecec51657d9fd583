"""Forged certificates: the checker accepts no false one and every true one.

A judge of a record compares false and true statements about its cards with every hand that the record allows, and
reads each hand as the second opinion does. Nothing here calls the program; even the law of Bid Euchre that the
checker is given is made from the second opinion's answers.

At full scale there are tens of thousands of statements; `python -m tests.ruling.certificates.test_forged 2000` checks
more and prints how many there were of each sort.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any, Final

import pytest

from clabber_audit.cards import CODES, SEATS, SUITS
from clabber_audit.evidence.checker import checker_of
from clabber_audit.rules.bound_ruleset import law_of
from tests.family.completing import (
    CompleteRecord,
    Completion,
    draw_complete,
    find_known_cards,
    find_seats_of_unrecorded_exchanges,
    leave_out,
)
from tests.family.completing import completions as completions_of_tricks
from tests.family.opinion.laws import RULESETS, Law
from tests.family.opinion.play import find_absent_seats, first_leader
from tests.family.opinion.play import replay as replay_tricks
from tests.family.opinion.table import Hands, Record, seats_of
from tests.random_records.partial import completions, draw_disordered, incomplete, size
from tests.rules import OF_CLABBER
from tests.scale import at_random, at_scale
from tests.second_opinion.claims import laydown_findings
from tests.second_opinion.findings import find
from tests.second_opinion.hand import Hand
from tests.test_properties import Json

Fault = tuple[str, str, int | str]

#: Most completions that a record may have.
MOST: Final = 60
VERDICTS: Final = ("proven", "refuted", "undetermined", "disproven", "", "PROVEN", None)
MOMENTS: Final = ("deal", "declaring", "turned", "scored", True, 3.0, -1)


class Judge:
    """A record with the faults in each of its completions."""

    #: Infractions that cards decide, and names about which no statement is possible.
    kinds: Sequence[str]
    strange: Sequence[str]
    strains: Sequence[str]
    #: How often a premise may be repeated: any number of times unless the pack has equal cards.
    repeats = 99
    #: The key of a certificate for the cards that each seat was dealt, or held when play began.
    had: str

    #: The record, the faults in each completion, every possible premise, and the completions as certificates show them.
    record: Json
    faults: list[frozenset[Fault]]
    facts: list[Json]
    shown: list[Json]
    #: The ruling for the checker, and True if it contains all that the judge knows.
    ruling: Json
    is_whole = True

    @property
    def seats(self) -> list[str]:
        return seats_of(self.record)

    def state_fault(self, fault: Fault) -> Json:
        return dict(zip(("infraction", "seat", "at"), fault, strict=True))

    def is_true(self, statement: Json) -> bool:
        """Return True if a statement holds, by brute force."""
        faults = [(fault["infraction"], fault["seat"], fault["at"]) for fault in statement["any_of"]]
        holds = [any(fault in result for fault in faults) for result in self.faults]
        if statement["verdict"] == "undetermined":
            guilty, innocent = (self._holds_in(statement[which], holds) for which in ("with", "without"))
            return guilty is True and innocent is False
        premises = statement["premises"]
        if any(premises.count(premise) > self.repeats * self.facts.count(premise) for premise in premises):
            return False
        verdicts = {"proven": all(holds), "refuted": not any(holds)}
        return bool(faults) and verdicts.get(statement["verdict"], False)

    def _holds_in(self, hand: Json | None, holds: list[bool]) -> bool | None:
        """Return the answer for a complete hand, None if the record does not allow that hand."""
        if not hand:
            return None
        tidy = {**hand, self.had: {seat: sorted(cards) for seat, cards in hand[self.had].items()}}
        return next((so for one, so in zip(self.shown, holds, strict=True) if one == tidy), None)

    def true_statements(self, random: Random) -> Iterator[Json]:
        """Yield true statements about every fault in some completion, with every known fact as a premise."""
        for fault in sorted(frozenset[Fault]().union(*self.faults), key=str):
            holds = [fault in result for result in self.faults]
            if not self.is_provable(fault, holds):
                continue
            if all(holds):
                yield {"verdict": "proven", "any_of": [self.state_fault(fault)], "premises": self.facts}
            else:
                guilty, innocent = (self.shown[holds.index(so)] for so in (True, False))
                yield {
                    "verdict": "undetermined", "any_of": [self.state_fault(fault)], "with": guilty, "without": innocent,
                }  # fmt: skip
        cards = [sorted(fault for fault in result if fault[0] in self.kinds[:5]) for result in self.faults]
        several = [
            self.state_fault(fault) for fault in sorted({random.choice(result) for result in cards if result})
        ]
        if several and all(cards):
            # At least one of these is true, even if none is certain.
            yield {"verdict": "proven", "any_of": several, "premises": self.facts}

    def is_provable(self, fault: Fault, holds: list[bool]) -> bool:
        """Return True if a certificate about the fault exists."""
        return True

    def moment(self, kind: str, at: int) -> int | str:
        return at

    def invent_statement(self, random: Random) -> Json:
        """Return a random statement with all or some of the known facts."""
        plays, faults = self.record["plays"], []
        for _ in range(random.choice((1, 1, 1, 2, 3))):
            kind, at = random.choice(self.kinds), random.randrange(len(plays) + 1)
            played = at < len(plays) and random.random() < 0.8
            seat = plays[at]["seat"] if played else random.choice(self.seats)
            faults.append(self.state_fault((kind, seat, self.moment(kind, at))))
        if random.random() < 0.25 and len(self.shown) > 1:
            guilty, innocent = random.sample(self.shown, 2)
            return {"verdict": "undetermined", "any_of": faults, "with": guilty, "without": innocent}
        some = random.sample(self.facts, random.randint(0, len(self.facts)))
        premises = self.facts if random.random() < 0.7 else some
        return {
            "verdict": random.choice(("proven", "proven", "refuted")), "any_of": faults, "premises": premises,
        }  # fmt: skip

    def forge_statement(self, statement: Json, random: Random) -> Json:
        """Return a statement with one part changed."""
        changed: Json = {**statement, "any_of": [dict(fault) for fault in statement["any_of"]]}
        fault, premises = random.choice(changed["any_of"]), statement.get("premises", [])
        ways = ["kind", "strange", "seat", "moment", "verdict", "fewer faults", "suit", "all hands"]
        ways += ["hand"] * 3 if "with" in statement else ["premise", "fewer", "trump"]
        # Without premises every deal is possible, and the checker takes a hundred times as long.
        way = "no premise" if premises and random.random() < 0.01 else random.choice(ways)
        if way in ("kind", "strange"):
            fault["infraction"] = random.choice(self.kinds if way == "kind" else self.strange)
        elif way == "seat":
            fault["seat"] = random.choice(self.seats)
        elif way == "moment":
            fault["at"] = random.choice((*range(50), *MOMENTS))
        elif way == "verdict":
            shown = {"with": changed.get("without"), "without": changed.get("with")}
            changed = {"premises": self.facts, **shown, **changed, "verdict": random.choice(VERDICTS)}
        elif way == "fewer faults":
            changed["any_of"] = changed["any_of"][1:]
        elif way == "suit":
            fault["suit"] = random.choice(SUITS)
        elif way == "all hands":
            fault["all_hands"] = True
        elif way == "premise":
            card = {"card": random.choice(self.cards)}
            had = {self.had: random.choice((*self.seats, "aside")), **card}
            changed["premises"] = [*premises, random.choice(({"play": random.randrange(24), **card}, had))]
        elif way == "fewer":
            changed["premises"] = random.sample(premises, random.randint(0, len(premises)))
        elif way == "no premise":
            changed["premises"] = []
        elif way == "trump":
            rest = [fact for fact in premises if "trump" not in fact]
            changed["premises"] = [*rest, {"trump": random.choice(self.strains)}]
        else:
            which = random.choice(("with", "without"))
            changed[which] = self._corrupt_hand(changed[which], random)
        return changed

    @property
    def cards(self) -> list[str]:
        """All cards of the table, equal cards included."""
        return [card for cards in self.shown[0][self.had].values() for card in cards]

    def _corrupt_hand(self, hand: Json, random: Random) -> Json:
        """Return a complete hand with two cards exchanged, a card missing or doubled, or other trumps."""
        had, plays = {seat: list(cards) for seat, cards in hand[self.had].items()}, list(hand["plays"])
        one, other = random.sample([seat for seat in had if had[seat]], 2)
        place, other_place = random.randrange(len(had[one])), random.randrange(len(had[other]))
        trump = hand["trump"]
        match random.choice(("swap", "swap in both", "gone", "twice", "trump", "order")):
            case "swap":
                had[one][place], had[other][other_place] = had[other][other_place], had[one][place]
            case "swap in both":
                names = {had[one][place]: had[other][other_place], had[other][other_place]: had[one][place]}
                had = {seat: [names.get(card, card) for card in cards] for seat, cards in had.items()}
                plays = [names.get(card, card) for card in plays]
            case "gone":
                del had[one][place]
            case "twice":
                had[one][place] = had[other][other_place]
            case "trump":
                trump = random.choice(self.strains)
            case _ if len(plays) > 1:
                first, second = random.sample(range(len(plays)), 2)
                plays[first], plays[second] = plays[second], plays[first]
        return {"trump": trump, self.had: had, "plays": plays}


class ClabberJudge(Judge):
    """Judge of a Clabber record; some have a belle or a late lay-down."""

    kinds = (
        "failure-to-follow", "failure-to-trump", "failure-to-overtrump", "lead-out-of-turn", "play-out-of-turn",
        "declaring-without-trump", "false-meld", "early-belle", "forgotten-belle", "failed-laydown",
    )  # fmt: skip
    strange = ("exposed-card", "meld-announced-late", "unproven-claim", "being-late", "")
    strains = SUITS
    had = "dealt"

    def __init__(self, random: Random, ruleset: str) -> None:
        self.record = _draw_clabber(random)
        self.ruling = {"record": self.record, "law": law_of(ruleset).ruleset.to_data()}
        wholes = [Hand(whole, ruleset) for whole in completions(self.record)]
        self.faults = [self._faults_of(whole) for whole in wholes]
        self.shown = [
            {
                "trump": whole.trump,
                "dealt": {seat: sorted(cards) for seat, cards in whole.record["deal"]["hands"].items()},
                "plays": [play["card"] for play in whole.plays],
            }
            for whole in wholes
        ]

    def _faults_of(self, one: Hand) -> frozenset[Fault]:
        """Return the faults by cards in a complete hand.

        False runs and fours are left out, because cards alone do not decide them.
        """
        belles = {number for number, meld in enumerate(one.melds or []) if meld["kind"] == "belle"}
        results = [each for each in find(one) if each["infraction"] != "false-meld" or each["meld"] in belles]
        results += laydown_findings(one)
        faults = ((each["infraction"], each["seat"], each["at"]) for each in results)
        return frozenset(fault for fault in faults if fault[0] in self.kinds)

    @cached_property
    def facts(self) -> list[Json]:  # type: ignore[override]
        record, lost = self.record, self.record.get("disordered", [])
        results: list[Json] = [
            {"play": clock, "card": play["card"]}
            for clock, play in enumerate(record["plays"])
            if play["card"] and clock // 4 + 1 not in lost
        ]
        for trick in lost:
            pile = {play["card"] for play in record["plays"][4 * trick - 4 : 4 * trick]}
            results.append({"pile": trick, "cards": [card for card in CODES if card in pile]})
        hands = record["deal"]["hands"].items()
        results += [{"dealt": seat, "card": card} for seat, cards in hands for card in cards]
        return [*results, *({"trump": trump} for trump in self.trumps if len(self.trumps) == 1)]

    @property
    def trumps(self) -> set[str]:
        """Suits that may be trumps."""
        return {str(one["trump"]) for one in self.shown}

    def state_fault(self, fault: Fault) -> Json:
        called = fault[0] == "declaring-without-trump" and len(self.trumps) == 1
        return {**super().state_fault(fault), **({"suit": next(iter(self.trumps))} if called else {})}

    def moment(self, kind: str, at: int) -> int | str:
        return "declaring" if kind == "declaring-without-trump" else at

    def is_provable(self, fault: Fault, holds: list[bool]) -> bool:
        """Return True if every seat had played equally often at a lay-down, so that the next leader is known.

        That a line loses is only proven for completely known hands.
        """
        if fault[0] != "failed-laydown":
            return True
        seats = [play["seat"] for play in self.record["plays"]][: int(fault[2])]
        full, trick = seats[: len(seats) // 4 * 4], seats[len(seats) // 4 * 4 :]
        in_step = len({full.count(seat) for seat in SEATS}) == 1 and len(set(trick)) == len(trick)
        return in_step and (len(holds) == 1 or not all(holds))


def _draw_clabber(random: Random) -> Json:
    while True:
        record = draw_disordered(random) if random.random() < 0.15 else incomplete(random)
        played = len(record["plays"])
        if random.random() < 0.4:
            words = ("in_turn", "never", *range(played + 1))
            record["melds"] = [
                {"seat": random.choice(SEATS), "kind": "belle", "announced": random.choice(words)}
                for _ in range(random.randint(0, 2))
            ]
        if random.random() < 0.3 and played >= 14 and "disordered" not in record:
            at = random.choice((played, min(played, 16), min(played, 20)))
            record["laydown"] = {"by": random.choice(SEATS), "at": at, "agreed": random.random() < 0.9}
        if 0 < size(record) <= MOST:
            return record


class BidEuchreJudge(Judge):
    """Judge of a Bid Euchre record, under its ruleset or with some toggles changed."""

    kinds = ("failure-to-follow", "lead-out-of-turn", "play-out-of-turn")
    strange = ("failure-to-trump", "failed-laydown", "wrong-exchange-card", "playing-when-out", "")
    strains = ("C", "D", "H", "S", "NT", "HIGH", "LOW")
    had = "held"
    repeats = 1
    _toggles: Final[tuple[Json, ...]] = (
        {},
        {},
        {"equal_cards": "last"},
        {"joker_nt": "dead"},
        {"bowers": "no"},
    )

    def __init__(self, random: Random, ruleset: str) -> None:
        self.record, whole, hands = self._draw(random, ruleset)
        trump = whole.hand.trump
        self.faults = [self._faults_of(whole, hand) for hand in hands]
        self.shown = [
            {
                "trump": trump,
                "held": {seat: sorted(cards) for seat, cards in hand.held.items()},
                "plays": [play["card"] for play in hand.plays],
            }
            for hand in hands
        ]
        known = find_known_cards(self.record, whole)
        self.facts = [
            *(
                {"play": at, "card": play["card"]}
                for at, play in enumerate(self.record["plays"])
                if play["card"]
            ),
            *({"held": seat or "aside", "card": card} for seat in known for card in known[seat].elements()),
            {"trump": trump},
        ]
        self.ruling = {
            "format": "bid-euchre-ruling/1", "record": self.record, "law": _as_articles(whole.law),
            "contract": whole.hand.contract, "trump": trump,
        }  # fmt: skip
        self.is_whole = not {play["seat"] for play in self.record["plays"]} & set(whole.hand.gone)

    def _draw(self, random: Random, ruleset: str) -> tuple[Record, CompleteRecord, list[Completion]]:
        """Return a random record with few completions."""
        while True:
            one = draw_complete(ruleset, random, random.choice(self._toggles))
            for _ in range(5):
                record = leave_out(one, random)
                hands = completions_of_tricks(record, one, MOST)
                if (
                    hands
                    and (len(hands) > 1 or random.random() < 0.3)
                    and not find_seats_of_unrecorded_exchanges(record, one)
                ):
                    return record, one, hands

    def _faults_of(self, one: CompleteRecord, hand: Completion) -> frozenset[Fault]:
        """Return the faults by cards in a complete hand.

        The cards of this record, which has fewer than the complete one, show who sits out.
        """
        record = self.record
        hands: Hands = {seat: list(cards) for seat, cards in hand.held.items()}
        away = one.hand.gone + find_absent_seats(record, one.hand.gone)
        leader = first_leader(record, one.hand.contract, away, one.law)
        assert one.hand.trump
        assert leader
        result = replay_tricks(
            {**record, "plays": hand.plays}, hands, one.hand.trump, leader, away, one.law
        ).findings
        faults = ((each["infraction"], each["seat"], each["at"]) for each in result)
        return frozenset(fault for fault in faults if fault[0] in self.kinds)


def _as_articles(law: Law) -> Json:
    """Return a law of the second opinion in the form that rulings carry."""
    exchange = {"pe": "passed_card", "bp": "best_for_worst", "dh": "any_two"}.get(law["game"], "none")
    same = ("bowers", "equal_cards", "joker_nt", "leader", "drop_out", "pepper_play", "upcard")
    toggles: Json = {name: law[name] for name in same}
    toggles |= {"partners": "yes" if law["sides"] else "no", "exchange": exchange}
    # In the Clubs games five cards each is the default (B-095, BD-47).
    toggles["cards_each"] = 5 if law["game"] in ("dc", "ec") else "all"
    if law["game"] == "ec":
        toggles["call_window"] = law["call_window"]
    penalties: dict[str, Any] = dict.fromkeys(
        (*BidEuchreJudge.kinds, "wrong-exchange-card", "playing-when-out"), "note"
    )
    return {"articles": {"table": {"toggles": toggles}, "play": {"penalties": penalties}}}


#: Records of each ruleset, and false statements of either kind about each record.
RECORDS: Final = {**dict.fromkeys(OF_CLABBER, at_random(1, 50)), **dict.fromkeys(RULESETS, at_random(1, 20))}
STATEMENTS: Final = 25


def check_statements(ruleset: str, records: int) -> Counter[str]:
    """Compare the checker's answers with every completion; return the number of statements of each sort."""
    seen: Counter[str] = Counter()
    for number in range(records):
        random = Random(f"forged {ruleset} {number}")
        judge = (ClabberJudge if ruleset in OF_CLABBER else BidEuchreJudge)(random, ruleset)
        checker = checker_of(json.loads(json.dumps(judge.ruling)))
        fair = list(judge.true_statements(random))
        statements = [(statement, judge.is_whole) for statement in fair]
        statements += [(judge.invent_statement(random), False) for _ in range(STATEMENTS)]
        statements += [
            (judge.forge_statement(random.choice(fair), random), False) for _ in range(STATEMENTS) if fair
        ]
        for statement, is_honest in statements:
            complaint, true = checker.complaint(json.loads(json.dumps(statement))), judge.is_true(statement)
            assert true or complaint, ("a false one passes", json.dumps([statement, judge.ruling]))
            assert not (is_honest and true and complaint), (complaint, json.dumps([statement, judge.ruling]))
            seen[f"{'true' if true else 'false'}, {'refused' if complaint else 'taken'}"] += 1
    return seen


@pytest.mark.parametrize("ruleset", [*OF_CLABBER, *[*RULESETS][:: at_scale(3, 1)]])
def test_no_false_statement_passes(ruleset: str) -> None:
    """A record of Clabber allows more statements than one of Bid Euchre."""
    records = RECORDS[ruleset]
    false, true = (STATEMENTS, 2) if ruleset in OF_CLABBER else (STATEMENTS / 2, 1 / 2)
    seen = check_statements(ruleset, records)
    assert seen["false, refused"] > false * records
    assert seen["true, taken"] > true * records


if __name__ == "__main__":
    print(
        sum(
            (check_statements(ruleset, *map(int, sys.argv[1:] or ["20"])) for ruleset in RECORDS),
            Counter[str](),
        )
    )
