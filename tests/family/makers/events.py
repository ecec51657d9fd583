"""Random parts of a record besides the cards: incidents, claims, running scores, the sheet."""

from __future__ import annotations

from random import Random
from typing import Any

from tests.family.opinion.findings import KNOWN
from tests.family.opinion.laws import Law
from tests.family.opinion.table import Record, cards_each, seats_of, side_named, side_of, sides_of

KINDS = (
    "exposed_in_deal",
    "wrong_card_count",
    "dealt_out_of_order",
    "missing_cards",
    "dealt_out_of_turn",
    "not_dealt_singly",
    "dealt_singly",
    "saw_passed_card",
    "question",
)


def write_sheet(record: Record, gone: list[str], law: Law, random: Random) -> None:
    sides = [side for side in sides_of(record, law) if side not in gone]
    tricks = dict.fromkeys(sides_of(record, law), 0)
    lucky = random.choice(sides)
    for _ in range(cards_each(record)):
        tricks[lucky if random.random() < 0.4 else random.choice(sides)] += 1
    if random.random() < 0.2:
        tricks = {**dict.fromkeys(tricks, 0), lucky: cards_each(record)}
    record["sheet"] = {side: {"tricks": number} for side, number in tricks.items()}


def add_incidents(record: Record, law: Law, random: Random) -> None:
    """Add one or two incidents that no card shows."""
    for _ in range(random.choice((1, 1, 2))):
        likely = {"ec": "table_talk", "pe": "saw_passed_card", "hp": "dealt_singly"}.get(
            law["game"], "not_dealt_singly"
        )
        kind = likely if random.random() < 0.5 else random.choice(KINDS)
        entry: dict[str, Any] = {"kind": kind, "seat": random.choice(seats_of(record))}
        if random.random() < 0.4:
            entry["at"] = draw_clock(record, random)
        if kind == "dealt_out_of_turn":
            entry["seat"] = record["deal"]["dealer"]
            if random.random() < 0.5:
                entry["called"] = "deal"
        record.setdefault("incidents", []).append(entry)


def draw_clock(record: Record, random: Random) -> int | str:
    """Return a random moment of the hand."""
    words = ["deal", "declaring", "turned", "scored"]
    if not record["plays"] or random.random() < 0.15:
        return random.choice(words)
    return random.randint(0, len(record["plays"]))


def draw_accused(by: str, record: Record, law: Law, random: Random, among: list[str] | None = None) -> str:
    names = among or seats_of(record) + sides_of(record, law)
    others = [name for name in names if side_named(name, record, law) != side_of(by, record, law)]
    return random.choice(others if random.random() < 0.93 else names)


def add_claims(record: Record, findings: list[dict[str, Any]], law: Law, random: Random) -> None:
    """Add true and false claims, early and late, against any seat."""
    blamed = [finding for finding in findings if finding["seat"] is not None]
    entries = record.setdefault("claims", [])
    if random.random() < 0.15:
        entries += claim_against_each(record, blamed, law)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        entry: dict[str, Any] = {"by": random.choice(seats_of(record)), "at": draw_clock(record, random)}
        entry["against"] = draw_accused(entry["by"], record, law, random)
        if blamed and random.random() < 0.75:
            one = random.choice(blamed)
            entry["against"] = one["seat"]
            entry["by"] = draw_accused(one["seat"], record, law, random, seats_of(record))
            entry["infraction"] = one["infraction"]
            if one["trick"] is not None and random.random() < 0.5:
                entry["trick"] = one["trick"]
            if isinstance(one["at"], int) and one["at"] < len(record["plays"]) and random.random() < 0.8:
                entry["at"] = random.randint(one["at"] + 1, len(record["plays"]))
        elif random.random() < 0.7:
            entry["infraction"] = random.choice(KNOWN[:-1])
        if "trick" not in entry and record["plays"] and random.random() < 0.2:
            width = len(seats_of(record))
            entry["trick"] = random.randint(1, max(1, len(record["plays"]) // width))
        if random.random() < 0.06:
            entry["withdrawn"] = True
        if random.random() < 0.3:
            entry["reviewed"] = True
        entries.append(entry)


def claim_against_each(record: Record, blamed: list[dict[str, Any]], law: Law) -> list[dict[str, Any]]:
    """Return a claim of a failure to follow against every side that has one, at the end of play."""
    entries = []
    for side in sides_of(record, law):
        guilty = [one for one in blamed if one["infraction"] == "failure-to-follow" and one["side"] == side]
        others = [seat for seat in seats_of(record) if side_of(seat, record, law) != side]
        for one in guilty[:1]:
            entry = {"by": others[0], "against": one["seat"], "infraction": one["infraction"]}
            entries.append({**entry, "trick": one["trick"], "at": len(record["plays"])})
    return entries


def add_running_scores(record: Record, law: Law, random: Random) -> None:
    """Add scores before the hand, often near the end of the game."""
    target = law["target"]
    for side in sides_of(record, law):
        if law["down"]:
            score = random.randint(1, 20) if random.random() < 0.4 else random.randint(1, 6)
        elif target is None or random.random() < 0.3:
            score = random.randint(-12, 30)
        else:
            above = 12 if law["win_on"] == "made_bid" else -1
            score = random.randint(target - 9, target + above)
        record.setdefault("before", {})[side] = score


def write_score(record: Record, score: dict[str, int] | None, law: Law, random: Random) -> None:
    written = dict(score or dict.fromkeys(sides_of(record, law), 0))
    if random.random() < 0.3:
        side = random.choice(list(written))
        written[side] += random.choice((-2, -1, 1, 5))
    record["score"] = written
    if random.random() < 0.4:
        # Totals on the sheet: right, with an error carried on, or with a new error.
        before = record.get("before") or {}
        after = {side: before.get(side, int(law["start"] or 0)) + points for side, points in written.items()}
        if random.random() < 0.4:
            after[random.choice(list(after))] += random.choice((-10, -1, 3))
        record["after"] = after
        if random.random() < 0.3:
            del record["score"]
