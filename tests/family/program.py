"""The program as an adjudicator of the family's casebook, in the words in which the second opinion answers too."""

from __future__ import annotations

from typing import Any

from clabber_audit.cards.cards import Pack, to_recorded_clock
from clabber_audit.cards.trick import trick_of
from clabber_audit.evidence.finding import Finding
from clabber_audit.judge.judge import Ruling
from clabber_audit.records.bid_euchre_words import PACKS
from clabber_audit.records.hand import Hand
from clabber_audit.report.data import ruling_data
from clabber_audit.rules.bound_ruleset import legal_cards
from tests.family.rules import answers_of, law_otherwise, masks
from tests.rules import rule_on

#: What is said of where a finding stands, by the infraction; of calls it is their number.
_PLACES = {
    "declaring-out-of-turn": "trump",
    "trump-named-late": "trump",
    "wrong-exchange-card": "give",
    "missed-exchange": "give",
    "unentitled-exchange": "give",
    "forbidden-drop-out": "out",
    "late-drop-out": "out",
    "wrong-score": "score",
}


class Program:
    def rule(self, record: dict[str, Any], toggles: dict[str, Any]) -> dict[str, Any]:
        """Return the ruling on a hand, by its ruleset with some answers changed."""
        return describe_ruling(rule_on(record, law_otherwise(record["ruleset"], toggles)))

    def legal(
        self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str], hand: list[str]
    ) -> list[str]:
        law, pack = law_otherwise(ruleset, toggles), _pack(ruleset)
        strain = law.order(pack).strains[trump]
        *cards, held = masks(pack, [*([face] for face in table), hand])
        trick = trick_of(cards, strain)
        allowed = legal_cards(law, held, trick.led, strain.trump, trick.above)
        return [face for face in hand if pack.mask[face] & allowed]

    def winner(self, ruleset: str, toggles: dict[str, Any], trump: str, table: list[str]) -> int:
        pack = _pack(ruleset)
        strain = law_otherwise(ruleset, toggles).order(pack).strains[trump]
        return (trick_of(masks(pack, ([face] for face in table)), strain).winner or 0) + 1


def _pack(ruleset: str) -> Pack:
    name = answers_of(ruleset).pack
    return PACKS["32" if name == "smallest" else name]


def describe_ruling(ruling: Ruling) -> dict[str, Any]:
    """Return a ruling in the words of the book."""
    replay, remedy = ruling.replay, ruling.remedy
    seating, spoken = replay.hand.seating, replay.declared.before
    data = ruling_data(ruling, whole=False)
    contract = data["contract"] and {**data["contract"], "trump": spoken.name}
    hickeys = remedy.settled.hickeys if remedy.settled else ()
    return {
        "ruleset": data["ruleset"],
        "trump": spoken.name,
        "contract": contract,
        "leader": None if spoken.leader is None else seating.seats[spoken.leader],
        "won": [trick["winner"] for trick in data["won"]],
        "tricks": data["tricks"],
        "findings": [_finding(finding, replay.hand) for finding in ruling.findings],
        "claims": [claim["verdict"] for claim in data["claims"]],
        "outcome": data["outcome"],
        "score": data["score"],
        "hickeys": dict(zip(seating.side_names, hickeys, strict=False)),
        "after": data["after"] or _before(ruling),
        "winner": data["winner"],
        "next_dealer": data["next_dealer"],
    }


def _before(ruling: Ruling) -> dict[str, int]:
    """Return the running scores where a hand changes nothing."""
    record, start = ruling.replay.hand.record, ruling.law.toggles.start
    return {side: record.before.get(side, start) for side in ruling.replay.hand.seating.side_names}


def _finding(finding: Finding, hand: Hand) -> dict[str, Any]:
    at, seating = finding.recorded_at(hand), hand.seating
    proved = finding.provable_at(hand)
    return {
        "infraction": finding.infraction,
        "seat": None if finding.seat is None else seating.seats[finding.seat],
        "side": None if finding.team is None else seating.side_names[finding.team],
        "place": _place(finding),
        "at": to_recorded_clock(at),
        "verdict": finding.verdict,
        "penalty": finding.penalty,
        "trick": finding.trick,
        "provable_from": None if proved is None else to_recorded_clock(proved),
        "facts": finding.facts,
    }


def _place(finding: Finding) -> str:
    """Return the casebook's word for where a finding stands; none of a card, which has its trick and its moment."""
    path = finding.path
    if path[:1] == ("plays",):
        return ""
    if finding.infraction == "invalid-declaration":
        return "trump" if "named" in finding.facts else "alone"
    if finding.infraction in _PLACES:
        return _PLACES[finding.infraction]
    if path[:1] == ("declarations",):
        return f"call {int(path[1]) + 1}"
    if path[:1] == ("claims",):
        return f"claim {int(path[1]) + 1}"
    return "deal" if path == ("deal",) else "incident"
