"""Random irregular records with all cards known, for comparing two opinions.

Each is a played hand with disturbances: stopped early, melds called and shown at any clock, claims and incidents of
every kind, calls out of order, wrong dealers, lay-downs. All are possible and most are irregular.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any, get_args

from clabber_audit.games.clabber.auction import read_declarations
from clabber_audit.records.clabber import HandRecord
from clabber_audit.records.formats import record_data
from clabber_audit.records.incidents import ABOUT_A_TRICK, IncidentKind, InfractionId
from clabber_audit.simulate.seasons import simulate_hands
from tests.second_opinion.cards import SEATS
from tests.second_opinion.findings import INCIDENTS
from tests.second_opinion.toggles import IDS, PENALTIES

#: Infractions and incidents that the second opinion knows, without those added to the law later.
CLAIMABLE = [name for name in get_args(InfractionId) if name in set[str]().union(*PENALTIES.values())]
NOTED = [kind for kind in get_args(IncidentKind) if kind in (*INCIDENTS, "pile_mixed")]
#: Words for melds of which one fault may have two.
MELD_WORDS = (
    "false-meld", "unshown-meld", "mismatched-meld", "meld-announced-out-of-turn", "meld-shown-out-of-turn",
)  # fmt: skip


def records(seed: int, count: int) -> Iterator[dict[str, Any]]:
    """Yield `count` records as plain data, the same for the same seed."""
    for number, record in enumerate(simulate_hands(seed, count, irregular=0.6, claims=0.3)):
        yield disturb(record_data(record), Random(f"mischief {seed} {number}"))


def disturb(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """Change a few facts of a record at random."""
    data["ruleset"] = random.choice(IDS)
    if random.random() < 0.08:
        return _reduce_to_sheet(data, random)
    if random.random() < 0.1:
        data["sheet"] = _draw_breakdown(random)
    if random.random() < 0.35:
        data["plays"] = data["plays"][: random.randint(0, 24)]
    for change, chance in _CHANCES.items():
        if random.random() < chance:
            change(data, random)
    if len(data["plays"]) == 24 and random.random() < 0.1:
        del data["deal"]["hands"]
    _limit_clocks(data)
    spoken = read_declarations(HandRecord.model_validate(data))
    if spoken.maker is None and "contract" not in data:
        data.pop("laydown", None)
    if spoken.passed_out:
        # No cards are played after everybody passed.
        data["plays"] = []
        data.pop("laydown", None)
        _limit_clocks(data)
    return data


def _draw_clock(data: dict[str, Any], random: Random) -> int | str:
    if random.random() < 0.12:
        return random.choice(("deal", "declaring", "turned", "scored"))
    return random.randint(0, len(data["plays"]))


def _clock_near(data: dict[str, Any], random: Random, seat: str, nth: int) -> int | str:
    """Return a clock near the seat's nth card; one after the end only if that card was played."""
    own = [clock for clock, play in enumerate(data["plays"]) if play["seat"] == seat]
    if len(own) <= nth:
        return random.choice(("deal", "declaring", random.randint(0, len(data["plays"]))))
    if random.random() < 0.2:
        return _draw_clock(data, random)
    return max(0, min(len(data["plays"]), own[nth] + random.choice((-2, -1, 0, 0, 1, 2))))


def _play_out_of_order(data: dict[str, Any], random: Random) -> None:
    """Shuffle two tricks, as if played without waiting: the same cards by the same seats, in another order."""
    plays = data["plays"]
    for trick in random.choices(range(6), k=2):
        cards = plays[4 * trick : 4 * trick + 4]
        plays[4 * trick : 4 * trick + 4] = random.sample(cards, len(cards))


def _disturb_calls(data: dict[str, Any], random: Random) -> None:
    calls = data["declarations"]
    for _ in range(random.randint(1, 2)):
        kind = random.randrange(4)
        if kind == 0 and calls:
            random.choice(calls)["seat"] = random.choice(SEATS)
        elif kind == 1 and calls:
            random.choice(calls)["call"] = random.choice(("pass", "play", "C", "D", "H", "S"))
        elif kind == 2:
            calls.insert(random.randint(0, len(calls)), {"seat": random.choice(SEATS), "call": "pass"})
        elif calls:
            random.choice(calls)["round"] = 2


def _disturb_contract(data: dict[str, Any], random: Random) -> None:
    if data["declarations"] and data["declarations"][-1]["call"] != "pass":
        last = data.pop("declarations")[-1]
        suit = data["deal"]["upcard"][1] if last["call"] == "play" else last["call"]
        seat = last["seat"]
        data["contract"] = {"maker": random.choice((seat, "NS" if seat in "NS" else "EW")), "trump": suit}


def _disturb_deal(data: dict[str, Any], random: Random) -> None:
    if random.random() < 0.5:
        data["deal"]["due_dealer"] = random.choice(SEATS)
    else:
        data["deal"]["cut"] = random.randint(1, 8)


def _disturb_melds(data: dict[str, Any], random: Random) -> None:
    melds = data["melds"]
    if random.random() < 0.1:
        del data["melds"]
        return
    for meld in melds:
        if random.random() < 0.5:
            meld["announced"] = random.choice(
                ("in_turn", "never", _clock_near(data, random, meld["seat"], 0))
            )
        if random.random() < 0.5 and meld["kind"] != "belle":
            meld["shown"] = random.choice(("in_turn", _clock_near(data, random, meld["seat"], 1)))
        if random.random() < 0.1 and meld["kind"] != "belle":
            meld["shown"], meld["cards"] = "never", []
        if random.random() < 0.1 and meld["kind"] != "belle":
            meld["kind"] = random.choice(("dad", "fifty", "hundred"))
    seat = random.choice(SEATS)
    hand = data["deal"]["hands"][seat]
    if random.random() < 0.4:
        cards = random.sample(hand, random.randint(0, 4))
        moment = random.choice(("in_turn", "never", _clock_near(data, random, seat, 1)))
        kind = random.choice(("dad", "fifty", "hundred"))
        melds.append({"seat": seat, "kind": kind, "cards": cards, "shown": moment})
    if random.random() < 0.3:
        announced = random.choice(("in_turn", _clock_near(data, random, seat, 5)))
        melds.append({"seat": seat, "kind": "belle", "announced": announced})
    random.shuffle(melds)


def _add_incidents(data: dict[str, Any], random: Random) -> None:
    for _ in range(random.randint(1, 2)):
        kind = random.choice(NOTED)
        if kind in ("wrong_card_count", "exposed_in_deal", "dealt_out_of_turn") and random.random() < 0.6:
            continue
        incident: dict[str, Any] = {
            "kind": kind,
            "seat": random.choice(SEATS),
            "at": _draw_clock(data, random),
        }
        if kind in ("looked_at_trick", "led_before_turned"):
            # Only about a complete trick.
            if len(data["plays"]) < 4:
                continue
            incident["trick"] = random.randint(1, len(data["plays"]) // 4)
            complete = random.randint(4 * incident["trick"], len(data["plays"]))
            incident["at"] = random.choice((complete, "turned", "scored"))
        if kind == "exposed_card" and random.random() < 0.8:
            incident["card"] = random.choice(data["deal"]["hands"][incident["seat"]])
        if kind in ("question", "advice") and random.random() < 0.5:
            incident["to"] = random.choice([seat for seat in SEATS if seat != incident["seat"]])
        if kind == "dealt_out_of_turn":
            incident |= {"at": "deal", "called": random.choice(("deal", "declaring", 0))}
        data["incidents"].append(incident)


def _add_laydown(data: dict[str, Any], random: Random) -> None:
    data["plays"] = data["plays"][: random.randint(12, 24)]
    seat = random.choice(SEATS)
    at = len(data["plays"]) if random.random() < 0.8 else random.randint(0, len(data["plays"]))
    gone = {play["card"] for play in data["plays"]}
    left = [card for card in data["deal"]["hands"][seat] if card not in gone]
    random.shuffle(left)
    data["laydown"] = {"by": seat, "at": at, "agreed": random.random() < 0.7}
    if random.random() < 0.3:
        data["laydown"]["order"] = left


def _disturb_score(data: dict[str, Any], random: Random) -> None:
    marks = ["XX", "XXX", "-", "--", "R", 0, 82, 162]
    data["score"] = {team: random.choice(marks) for team in random.sample(("NS", "EW"), random.randint(1, 2))}


def _draw_breakdown(random: Random) -> dict[str, dict[str, int]]:
    """Draw a breakdown of cards, last trick, melds and belle, mostly possible."""
    cards, last, best = random.randint(40, 152), random.choice(("NS", "EW")), random.choice(("NS", "EW"))
    sheet = {"NS": {"cards": cards}, "EW": {"cards": 152 - cards}}
    sheet[last]["last_trick"] = 10
    sheet[best]["melds"] = random.choice((0, 20, 50, 70, 100, 140))
    sheet[random.choice(("NS", "EW"))]["belle"] = random.choice((0, 20))
    for _ in range(random.choice((0, 0, 1, 2))):
        part = random.choice(("cards", "last_trick", "melds", "belle"))
        sheet[random.choice(("NS", "EW"))][part] = random.choice(
            (0, 5, 10, 20, 30, 62, 90, 130, 160, 250, 300)
        )
    if random.random() < 0.1:
        del sheet[random.choice(("NS", "EW"))]
    return sheet


def _reduce_to_sheet(data: dict[str, Any], random: Random) -> dict[str, Any]:
    """Reduce a hand to its sheet."""
    basics = {key: data[key] for key in ("format", "id", "ruleset", "players", "teams")}
    found = {
        **basics,
        "deal": {"dealer": random.choice(SEATS)},
        "plays": [],
        "sheet": _draw_breakdown(random),
    }
    if random.random() < 0.85:
        found["contract"] = {"maker": random.choice((*SEATS, "NS", "EW")), "trump": random.choice("CDHS")}
    sums = {"NS": 0, "EW": 0} | {team: sum(line.values()) for team, line in found["sheet"].items()}
    found["score"] = {
        team: random.choice((sums[team], sums[team], 0, "XXX", "--", "R", 162)) for team in ("NS", "EW")
    }
    return found


def _add_claims(data: dict[str, Any], random: Random) -> None:
    claims = data.setdefault("claims", [])
    for _ in range(random.choice((1, 1, 2, 3))):
        by = random.choice(SEATS)
        against = random.choice([*SEATS, "NS", "EW"])
        if random.random() < 0.85:
            against = random.choice(("E", "W", "EW") if by in "NS" else ("N", "S", "NS"))
        claim: dict[str, Any] = {"by": by, "against": against, "at": _draw_clock(data, random)}
        if random.random() < 0.7:
            claim["infraction"] = random.choice(CLAIMABLE[:8] if random.random() < 0.6 else CLAIMABLE)
            if random.random() < 0.2:
                claim["infraction"] = random.choice(MELD_WORDS)
        if random.random() < 0.6:
            claim["trick"] = random.randint(1, 6)
        for key, chance in (("reviewed", 0.5), ("withdrawn", 0.15)):
            if random.random() < chance:
                claim[key] = True
        if claims and random.random() < 0.3:
            claim["at"] = claims[-1]["at"]
        claims.append(claim)
    if data["incidents"] and random.random() < 0.6:
        claims.append(_claim_incident(random.choice(data["incidents"]), data, random))
        if random.random() < 0.5:
            # A look may have been the review of the looker's own claim.
            looks = [one for one in data["incidents"] if one["kind"] == "looked_at_trick"]
            claims += [_claim_after_look(look, random) for look in looks]


_CHANCES: dict[Callable[[dict[str, Any], Random], None], float] = {
    _play_out_of_order: 0.15,
    _disturb_calls: 0.15,
    _disturb_contract: 0.1,
    _disturb_deal: 0.1,
    _disturb_melds: 0.4,
    _add_incidents: 0.3,
    _add_laydown: 0.08,
    _disturb_score: 0.3,
    _add_claims: 0.5,
}


def _claim_incident(incident: dict[str, Any], data: dict[str, Any], random: Random) -> dict[str, Any]:
    """Draw a claim of the infraction that an incident notes, or one that names no infraction."""
    at = incident["at"] if random.random() < 0.4 else len(data["plays"])
    claim = {"by": _pick_opponent(incident["seat"], random), "against": incident["seat"], "at": at}
    named = INCIDENTS.get(incident["kind"])
    return {**claim, "infraction": named} if named and random.random() < 0.8 else claim


def _claim_after_look(look: dict[str, Any], random: Random) -> dict[str, Any]:
    """Draw a claim by the side that looked at a trick, at that moment, with or without tricks turned for it."""
    by = random.choice("NS" if look["seat"] in "NS" else "EW")
    claim = {
        "by": by,
        "against": _pick_opponent(by, random),
        "at": look["at"],
        "reviewed": random.random() < 0.8,
    }
    if random.random() < 0.6:
        claim["trick"] = random.choice((look["trick"], random.randint(1, 6)))
    return claim


def _pick_opponent(seat: str, random: Random) -> str:
    return random.choice("EW" if seat in "NS" else "NS")


def _limit_clocks(data: dict[str, Any]) -> None:
    """Reduce clocks to the number of cards played."""
    most = len(data["plays"])
    parts = [part for name in ("melds", "incidents", "claims") for part in data.get(name) or []]
    if laydown := data.get("laydown"):
        parts.append(laydown)
        fallen = {play["card"] for play in data["plays"][: min(most, laydown["at"])]}
        laydown["order"] = [card for card in laydown.get("order", []) if card not in fallen]
    for part in parts:
        for key in ("announced", "shown", "at", "called"):
            if isinstance(part.get(key), int):
                part[key] = min(part[key], most)
    # Drop incidents about a trick that is no longer complete.
    data["incidents"] = [
        one for one in data["incidents"] if one["kind"] not in ABOUT_A_TRICK or _is_trick_complete(one, most)
    ]


def _is_trick_complete(incident: dict[str, Any], played: int) -> bool:
    at = incident["at"] if isinstance(incident["at"], int) else played
    return bool(at >= 4 * incident.get("trick", 1) and incident["at"] not in ("deal", "declaring"))
