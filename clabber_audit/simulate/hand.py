"""Simulated hands of any game: trouble, claims, score sheets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Final

from clabber_audit.cards import TEAMS, Seating
from clabber_audit.evidence.finding import Finding
from clabber_audit.games.clabber.scoring import TeamPoints
from clabber_audit.judge.judge import Ruling, adjudicate
from clabber_audit.records.formats import model_of
from clabber_audit.rules.bound_ruleset import BoundRuleset
from clabber_audit.rules.incidents import IncidentKind, incident_kinds_of


class SimulatedHand:
    """Random hand: dealt on construction, then played out and written as record data."""

    seating: Seating
    #: Kinds of trouble in an irregular hand, by weight.
    kinds: Sequence[str]

    def __init__(self, random: Random, law: BoundRuleset) -> None:
        self.random, self.law = random, law
        self.trouble: list[str] = []
        self.declarations: list[dict[str, Any]] = []
        self.plays: list[dict[str, Any]] = []
        self.incidents: list[dict[str, Any]] = []
        self.agreements: list[dict[str, Any]] = []

    def play_out(self, irregular: float) -> None:
        """Play the hand; `irregular` is the rate of hands that break a rule, from 0 to 1: one kind, seldom two."""
        if self.random.random() < irregular:
            self.trouble = [self.random.choice(self.kinds) for _ in range(self.random.choice((1, 1, 1, 2)))]
        self.play_hand()

    def play_hand(self) -> None:
        raise NotImplementedError

    def to_data(self) -> dict[str, Any]:
        raise NotImplementedError

    def take_slip(self, kind: str) -> bool:
        """Return True if a slip of this kind is due, and use it up."""
        if kind not in self.trouble:
            return False
        self.trouble.remove(kind)
        return True

    def add_incidents(self, seating: Seating) -> None:
        """Add the incidents that are due, after the first trick of a hand that was played out."""
        while len(self.plays) >= seating.end and self.take_slip("incident"):
            self.incidents.append(_incident(self.random, incidents_of(self.law), self.plays, seating))

    def disturb_more(self, random: Random, rate: float) -> None:
        """Add an event that no rule is about, at a rate: a card taken back, an outsider, an agreement and the like."""
        if len(self.plays) < self.seating.end or random.random() >= rate:
            return
        kinds = [kind for kind in incident_kinds_of(self.law.game).values() if kind.told]
        kind = random.choice([*kinds, None, None])
        at = random.randrange(self.seating.end - self.seating.width)
        if kind:
            self.incidents.append({"kind": kind.word, **self._build_incident_fields(random, kind, at)})
        elif random.random() < 0.5:
            helped = random.choice(self.seating.seats)
            spoken = next(
                kind.word for kind in incident_kinds_of(self.law.game).values() if kind.said_to_somebody
            )
            self.incidents.append({"kind": spoken, "by_other": "Otis", "helped": helped, "at": at})
        else:
            self.agreements.append({"at": at, "what": random.choice(("waive", "play_on"))})

    def _build_incident_fields(self, random: Random, kind: IncidentKind, at: int) -> dict[str, Any]:
        """Return the fields of an incident around the card at a clock."""
        play, seating = self.plays[at], self.seating
        if kind.gathers:
            trick = seating.trick_of(at)
            side = random.choice(seating.side_names)
            return {"trick": trick, "by": side, "at": seating.clocks_of(trick).stop}
        if kind.mixes_upcard:
            deal = self.to_data()["deal"]
            return {
                "seat": deal["dealer"],
                "card": random.choice(deal["hands"][deal["dealer"]]),
                "at": "declaring",
            }
        card = random.choice([one["card"] for one in self.plays[at + 1 :] if one["seat"] == play["seat"]])
        other = {"replaced_by": play["card"]} if kind.in_play else {}
        return {"seat": play["seat"], "card": card, **other, "at": at}


def incidents_of(law: BoundRuleset) -> list[IncidentKind]:
    """Return the kinds of incidents that break a rule during the play."""
    kinds = incident_kinds_of(law.game).values()
    return [kind for kind in kinds if not (kind.lawful or kind.of_the_deal)]


def _incident(
    random: Random, kinds: Sequence[IncidentKind], plays: Sequence[dict[str, Any]], seating: Seating
) -> dict[str, Any]:
    kind, at = random.choice(kinds), random.randint(seating.width, seating.end - seating.width)
    incident: dict[str, Any] = {"kind": kind.word, "seat": random.choice(seating.seats), "at": at}
    if "trick" in kind.needs:
        incident["trick"] = random.randint(1, at // seating.width)
    if "card" in kind.needs:
        later = [play for play in plays[at:] if play["seat"] == incident["seat"]]
        incident["card"] = later[0]["card"] if later else None
    return {key: value for key, value in incident.items() if value is not None}


def _claims(random: Random, ruling: Ruling, claims: float) -> list[dict[str, Any]]:
    """Return a claim on a hand, if any: on reneges at the rate `claims`, else on none at a tenth of it."""
    reneges = [
        finding for finding in ruling.findings if finding.penalty == "renege" and finding.verdict == "proven"
    ]
    if reneges and random.random() < claims:
        return [_claim_rightly(random, random.choice(reneges), ruling.replay.hand.seating)]
    played_out = ruling.replay.is_over
    if not reneges and played_out and random.random() < claims / 10 and ruling.law.duties:
        return [_claim_wildly(random, ruling)]
    return []


def _claim_rightly(random: Random, finding: Finding, seating: Seating) -> dict[str, Any]:
    """Return a claim by another side that matches a finding, more or less precisely."""
    against = finding.seat or 0
    others = [seat for seat, side in enumerate(seating.side_of) if side != finding.team]
    by = sorted(others, key=lambda other: other ^ against)[int(random.random() * len(others))]
    soonest = finding.at + 1 if finding.falls else max(finding.at, 0)
    provable = finding.provable_from if isinstance(finding.provable_from, int) else soonest
    end = seating.end
    at = max(soonest, min(provable, end)) if random.random() < 0.8 else random.randint(min(soonest, end), end)
    made: dict[str, Any] = {
        "by": seating.seats[by],
        "against": seating.seats[against],
        "infraction": finding.infraction,
        "at": at,
    }
    if finding.trick and finding.falls:
        made["trick"] = finding.trick
    if random.random() < 0.7:
        made["reviewed"] = True
    return made


def _claim_wildly(random: Random, ruling: Ruling) -> dict[str, Any]:
    """Return a claim without a reason."""
    seating = ruling.replay.hand.seating
    by, at = random.randrange(len(seating.seats)), random.randint(seating.width, seating.end)
    made: dict[str, Any] = {
        "by": seating.seats[by],
        "against": seating.seats[seating.left_neighbor(by)],
        "infraction": random.choice([duty.infraction.id for duty in ruling.law.duties]),
        "trick": random.randint(1, at // seating.width),
        "at": at,
    }
    if random.random() < 0.5:
        made[random.choice(("reviewed", "withdrawn"))] = True
    return made


def judge_and_score(
    table: SimulatedHand, head: dict[str, Any], claims: float, slips: float = 0
) -> tuple[dict[str, Any], Ruling]:
    """Claim, judge and score a hand that was played out; return its record data and its ruling.

    `claims` is the rate of claimed reneges, `slips` of arithmetic slips on the sheet, both from 0 to 1.
    """
    random, law = table.random, table.law
    data = {**head, **table.to_data(), **({"agreements": table.agreements} if table.agreements else {})}
    ruling = _rule(law, data)
    if claim := _claims(random, ruling, claims):
        data = {**data, "claims": claim}
        ruling = _rule(law, data)
    remedy = ruling.remedy
    if remedy.score is None or remedy.marks is None:
        return data, ruling
    sides = ruling.replay.hand.seating.side_names
    points = [int(mark) if mark.removeprefix("-").isdecimal() else mark for mark in remedy.marks]
    score: dict[str, int | str] = dict(zip(sides, points, strict=True))
    if "wrong score" in table.trouble:
        side = random.choice(sides)
        score[side] = remedy.score[sides.index(side)] + random.choice((2, 4, 10, 20))
    elif random.random() < slips:
        score = _slip_in_score(random, ruling, score)
    return {**data, "score": score}, ruling


def _rule(law: BoundRuleset, data: dict[str, Any]) -> Ruling:
    hand, _ = law.game.prepare(model_of(law.game.format).model_validate(data))
    assert hand is not None
    return adjudicate(hand, law)


#: Points after a slip, from true points and parts; unchanged if it cannot happen.
_SLIPS: Final[tuple[Callable[[int, TeamPoints], int], ...]] = (
    # A ten too many, carried for nothing.
    lambda points, made: points + 10 if points else points,
    # 91 for 19.
    lambda points, made: points // 100 * 100 + points % 10 * 10 + points // 10 % 10 if points else points,
    # Last trick, or melds and belle, forgotten.
    lambda points, made: points - made.last_trick if points == made.total else points,
    lambda points, made: points - made.melds - made.belle if points == made.total else points,
    # Points kept after a set or a renege.
    lambda points, made: points or made.total,
)


def _slip_in_score(random: Random, ruling: Ruling, score: dict[str, int | str]) -> dict[str, int | str]:
    """Return a score with one arithmetic slip, if the hand leaves room for one."""
    true, made = ruling.remedy.score, ruling.points
    if true is None or made is None:
        return score
    sheets = [
        {**score, team: wrong}
        for slip in _SLIPS
        for team, points, parts in zip(TEAMS, true, made, strict=True)
        if (wrong := slip(points, parts)) != points
    ]
    if true[0] != true[1]:
        sheets.append(dict(zip(score, reversed(score.values()), strict=True)))
    return random.choice(sheets) if sheets else score
