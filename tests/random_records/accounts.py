"""Random accounts added to any record; every version is well-formed."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from tests.random_records.every_key import text

Json = dict[str, Any]


def add_accounts(rng: Random, record: Json, most: int = 3) -> Json:
    """Return a record with accounts of different parts of it; some versions are impossible."""
    data = deepcopy(record)
    ways = [_vary_claims, _vary_melds, _vary_incidents, _vary_cards, _vary_calls, _vary_score, _vary_remarks]
    rng.shuffle(ways)
    accounts: list[Json] = []
    for way in ways:
        changes = list(way(rng, record))
        if changes and len(accounts) < most:
            accounts.append(_draw_account(rng, record, changes[:3]))
    if accounts:
        data["accounts"] = accounts
    return data


def _draw_account(rng: Random, record: Json, changes: list[Json]) -> Json:
    seats = list(record.get("seats", "NESW"))
    players = set(record.get("players", {}).values())
    names = [one for one in (text(rng, 1, 60) for _ in range(3)) if one not in players]
    tellers = [*seats, "sheet", *dict.fromkeys(names)]
    tellers = [teller for teller in dict.fromkeys(tellers) if teller not in players]
    rng.shuffle(tellers)
    versions: list[Json] = [{"set": {}}, *changes] if rng.random() < 0.8 or len(changes) < 2 else changes
    for version in versions:
        version["told_by"] = [tellers.pop() for _ in range(rng.randint(0, 2)) if tellers]
    account: Json = {"about": text(rng, 1, 80), "versions": versions}
    if rng.random() < 0.2:
        found = {"version": rng.randint(1, len(versions)), "by": text(rng, 1, 80), "because": text(rng, 1)}
        account["found"] = {**found, **({"on": "2026-01-22"} if rng.random() < 0.5 else {})}
    return account


def _vary_claims(rng: Random, record: Json) -> list[Json]:
    claims = record.get("claims") or []
    if not claims:
        return []
    at = rng.randrange(len(claims))
    moments = [
        {"set": {f"/claims/{at}/at": moment}} for moment in ("scored", rng.randint(0, len(record["plays"])))
    ]
    others: list[Json] = [{"set": {f"/claims/{at}/reviewed": True}}, {"remove": [f"/claims/{at}"]}]
    return rng.sample([*moments, *others], rng.randint(1, 3))


def _vary_melds(rng: Random, record: Json) -> list[Json]:
    melds = record.get("melds") or []
    if not melds:
        return []
    at = rng.randrange(len(melds))
    kind = rng.choice(("dad", "fifty", "hundred", "belle"))
    ways: list[Json] = [
        {"set": {"melds": []}},
        {"remove": [f"/melds/{at}"]},
        {"set": {f"/melds/{at}/announced": rng.choice(("never", 0, 3))}},
        {"set": {f"/melds/{at}": {**melds[at], "kind": kind}}},
        {"set": {"/melds/-": {"seat": rng.choice("NESW"), "kind": "belle"}}},
    ]
    return rng.sample(ways, rng.randint(1, 3))


def _vary_incidents(rng: Random, record: Json) -> list[Json]:
    incident: Json = {
        "kind": rng.choice(("question", "advice")),
        "seat": rng.choice(list(record.get("seats", "NESW"))),
    }
    if record["format"] != "clabber-hand/1":
        incident["kind"] = "slow_play"
    if rng.random() < 0.6:
        incident["at"] = rng.randint(0, len(record["plays"]))
    if "incidents" in record:
        return [{"set": {"/incidents/-": incident}}]
    return [{"set": {"incidents": [incident]}}]


def _vary_cards(rng: Random, record: Json) -> list[Json]:
    plays = record["plays"]
    if len(plays) < 8:
        return []
    one, other = sorted(rng.sample(range(len(plays)), 2))
    swap = {f"/plays/{one}/card": plays[other]["card"], f"/plays/{other}/card": plays[one]["card"]}
    return [{"set": swap}, {"set": {f"/plays/{one}/card": None}}]


def _vary_calls(rng: Random, record: Json) -> list[Json]:
    calls = record.get("declarations") or []
    if not calls or record["format"] != "clabber-hand/1":
        return []
    return [{"set": {"declarations": [*calls[:-1], {**calls[-1], "call": rng.choice("CDHS")}]}}]


def _vary_score(rng: Random, record: Json) -> list[Json]:
    if "score" not in record or record["format"] != "clabber-hand/1":
        return []
    return [{"set": {"score": {"NS": rng.randint(0, 182)}}}, {"remove": ["/score"]}]


def _vary_remarks(rng: Random, record: Json) -> list[Json]:
    return [{"set": {"remarks": [text(rng)]}}] if rng.random() < 0.3 else []
