"""A ruling as plain data, `clabber-ruling/1`, and its JSON."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from clabber_audit.evidence.finding import Finding
from clabber_audit.record.canonical import record_data
from clabber_audit.ruling.certificates import Certificate, certificates_data
from clabber_audit.ruling.claims import Weighed
from clabber_audit.ruling.judge import Ruling
from clabber_audit.ruling.page_payload import FORMAT
from clabber_audit.ruling.remedies import Remedy
from clabber_audit.ruling.side_remarks import SideRemarks
from clabber_audit.ruling.what_if import Choice
from clabber_audit.table import moments as clock
from clabber_audit.table.cards import CODE, SEATS, TEAMS, codes


def ruling_data(ruling: Ruling, whole: bool = True, proofs: Sequence[Certificate] | None = None) -> dict[str, Any]:
    """The ruling as `clabber-ruling/1`; with `whole`, the record and the resolved ruleset travel with it.

    Certificates are in it when `proofs` are given: to look for them takes longer than to rule.
    """
    walk, hand = ruling.walk, ruling.walk.hand
    data: dict[str, Any] = {
        "format": FORMAT,
        "hand": hand.record.id,
        "ruleset": ruling.law.ruleset.id,
        "trump": walk.ranking.name or None,
        "maker": ruling.maker,
        "tricks": [_trick(*trick) for trick in walk.tricks],
        "findings": [_finding(finding) for finding in ruling.findings],
        "claims": [_claim(weighed) for weighed in ruling.claims],
        **_remedy(ruling.remedy),
        "reneging_team": None if ruling.remedy.reneging_team is None else TEAMS[ruling.remedy.reneging_team],
        "points": None
        if ruling.points is None
        else _by_team([{**points._asdict(), "total": points.total} for points in ruling.points]),
        "as_played": _remedy(ruling.unclaimed),
        "sheet_agrees": ruling.sheet_agrees,
        "next_dealer": None if ruling.next_dealer is None else SEATS[ruling.next_dealer],
    }
    if hand.rebuilt:
        seats = [letter for seat, letter in enumerate(SEATS) if hand.rebuilt >> seat & 1]
        data["rebuilt"] = {letter: codes(hand.dealt[SEATS.index(letter)]) for letter in seats}
    if hand.inferred:
        data["inferred"] = {str(at): codes(hand.cards[at])[0] for at in hand.inferred}
    if proofs is not None:
        data["certificates"] = certificates_data(proofs)
    if whole:
        data["record"] = record_data(hand.record)
        data["law"] = ruling.law.ruleset.as_data()
    return data


def _trick(leader: int, winner: int | None, points: int | None, team: int | None) -> dict[str, Any]:
    data = {"leader": SEATS[leader], "winner": None if winner is None else SEATS[winner], "points": points}
    return {**data, "team": TEAMS[team]} if winner is None and team is not None else data


def _claim(weighed: Weighed) -> dict[str, Any]:
    """A claim; `either` are the findings of which one at least is true, when only together they uphold it."""
    data: dict[str, Any] = {
        "claim": weighed.number,
        "verdict": weighed.verdict,
        "finding": weighed.finding.number if weighed.finding else None,
    }
    if weighed.either:
        data["either"] = [finding.number for finding in weighed.either]
    return data


def ruling_json(
    ruling: Ruling,
    whole: bool = True,
    indent: int | None = 2,
    aside: SideRemarks | None = None,
    proofs: Sequence[Certificate] | None = None,
) -> str:
    """The ruling as JSON, ending with a newline; with side remarks (`aside`) and certificates if given."""
    separators = (",", ":") if indent is None else None
    data = ruling_data(ruling, whole, proofs) | (aside_data(aside) if aside else {})
    return json.dumps(data, ensure_ascii=False, indent=indent, separators=separators) + "\n"


def aside_data(aside: SideRemarks) -> dict[str, Any]:
    """The side remarks, `instead` and `robustness`: no part of what is ruled, and not needed to audit it again."""
    sure = aside.robustness
    return {
        "instead": [
            {
                "finding": item.finding.number,
                "seat": SEATS[item.seat],
                "choices": [_choice(choice) for choice in item.choices] or None,
            }
            for item in aside.instead
        ],
        "robustness": {
            "needed": sure.needed,
            "singles": sure.singles,
            "changing": sure.changing,
            "pairs": sure.pairs,
            "complete": not sure.cut,
            "example": [list(correction) for correction in sure.example],
        },
        **({"left_out": list(aside.left_out)} if aside.left_out else {}),
    }


def _choice(choice: Choice) -> dict[str, Any]:
    return {"card": CODE[choice.card], "totals": _by_team(choice.totals), "makers_set": choice.makers_set}


def _by_team(values: list[Any] | tuple[Any, ...]) -> dict[str, Any]:
    return dict(zip(TEAMS, values, strict=True))


def _remedy(remedy: Remedy) -> dict[str, Any]:
    """An outcome; with `score_range`, the least and the most of each team, where cards not known leave a score open."""
    data = {
        "outcome": remedy.outcome,
        "score": None if remedy.score is None else _by_team(remedy.score),
        "marks": None if remedy.marks is None else _by_team(remedy.marks),
    }
    found = remedy.range
    if found is None:
        return data
    ends = _by_team([list(ends) for ends in zip(found.low, found.high, strict=True)])
    return {**data, "score_range": ends if found.reached else {**ends, "exhausted": True}}


def _finding(finding: Finding) -> dict[str, Any]:
    data = {
        "infraction": finding.infraction,
        "seat": None if finding.seat is None else SEATS[finding.seat],
        "team": None if finding.team is None else TEAMS[finding.team],
        "trick": finding.trick,
        "at": clock.on_paper(finding.at),
        "verdict": finding.verdict,
        "provable_from": None if finding.provable_from is None else clock.on_paper(finding.provable_from),
        "penalty": finding.penalty,
        "rules": list(finding.rules),
        "facts": finding.facts,
    }
    return {**data, "exhausted": True} if finding.exhausted else data
