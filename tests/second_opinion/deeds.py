"""Recorded deeds that a claim may mean, forbidden by the ruleset or not.

A true complaint costs nobody (contract: fine print): these uphold a claim, and are no findings.
"""

from __future__ import annotations

from typing import Any

from tests.second_opinion.finding import INCIDENTS, call_findings, to_partner
from tests.second_opinion.laydowns import may_lose
from tests.second_opinion.melding import meld_findings, most_points, pair_clocks, pair_of
from tests.second_opinion.noting import INCIDENT, MELD, MISSING, TURN, announced_at, incident_at, moment, note, shown_at
from tests.second_opinion.scoring import meld_rank, melds_within
from tests.second_opinion.toggles import PENALTIES, TOGGLES
from tests.second_opinion.walk import SEATS, team_of

Json = dict[str, Any]
#: What the rules themselves except: somewhere out of turn to the last trick, belle with its dad, the round of a call.
EXCEPTED = (
    "lead-out-of-turn",
    "play-out-of-turn",
    "early-belle",
    "forgotten-belle",
    "declaring-without-trump",
    "unshown-meld",
    "unannounced-meld-shown",
)


def incident_deeds(record: Json, hand: Json) -> list[Json]:
    """Every incident for what it is, allowed or not; what was said to the other side was not said to partner."""
    found = []
    for incident in record.get("incidents") or []:
        kind = incident["kind"]
        if kind in INCIDENTS and (kind not in ("question", "advice") or to_partner(incident)):
            at = incident_at(incident, len(hand["plays"]))
            found.append(note(INCIDENTS[kind], incident.get("seat"), at, INCIDENT, at, trick=incident.get("trick")))
    return found


def turn_deeds(hand: Json) -> list[Json]:
    """Every card out of turn, the last trick among them."""
    return [
        note(
            "lead-out-of-turn" if play["lead"] else "play-out-of-turn",
            play["seat"],
            play["clock"],
            TURN,
            play["clock"] + 1,
            trick=play["trick"],
            falls=True,
        )
        for play in hand["plays"]
        if not play["turn_ok"]
    ]


def meld_deeds(record: Json, hand: Json, toggles: Json) -> list[Json]:
    """Return melds not shown, not announced or kept back, and belle called early or never."""
    melds = record.get("melds")
    if melds is None:
        return []
    found = meld_findings(record, hand, {**toggles, "must_declare_all": True})
    for index, entry in enumerate(melds):
        seat = entry["seat"]
        called, shown, second = announced_at(entry, hand), shown_at(entry, hand), hand["second"][seat]
        never = entry.get("shown", "in_turn") == "never" or not entry.get("cards")
        if entry["kind"] == "belle":
            found += belle_deed(index, entry, hand)
            continue
        if never and called is not None and second is not None and moment(called) <= second:
            found.append(note("unshown-meld", seat, second, MISSING, second + 1, meld=index, falls=True))
        if shown is not None and entry.get("announced", "in_turn") == "never":
            found.append(note("unannounced-meld-shown", seat, shown, MELD, shown, meld=index))
    for seat in SEATS:
        called = [one for one in melds if one["kind"] != "belle" and one.get("announced", "in_turn") != "never"]
        first = hand["first"][seat]
        if first is not None and seat not in [one["seat"] for one in called] and most_points(hand["hands"][seat]):
            # Who called nothing declared not all he held either.
            found.append(note("undeclared-meld", seat, first, MELD, None))
        found += silent_belle(seat, melds, hand, toggles)
    return found + beaten_melds(melds, hand, toggles)


def beaten_melds(melds: list[Json], hand: Json, toggles: Json) -> list[Json]:
    """Return each showing of a meld below one that the other side had put on the table before (D-29)."""

    def best(cards: list[str]) -> tuple[int, ...]:
        ranks = [meld_rank(meld, hand["trump"], toggles["run_tiebreak"]) for meld in melds_within(cards)]
        return max(ranks, default=())

    shown = [(index, one, at) for index, one in enumerate(melds) if (at := shown_at(one, hand)) is not None]
    return [
        note("lower-meld-shown", one["seat"], at, MELD, at, meld=index)
        for index, one, at in shown
        if (own := best(one["cards"]))
        and any(
            best(other["cards"]) > own
            for _, other, before in shown
            if moment(before) < moment(at) and team_of(other["seat"]) != team_of(one["seat"])
        )
    ]


def belle_deed(index: int, entry: Json, hand: Json) -> list[Json]:
    """Belle said before the second of its cards fell, by who was dealt both."""
    said, fallen = entry.get("announced", "in_turn"), pair_clocks(entry["seat"], pair_of(entry["seat"], hand), hand)
    if said in ("in_turn", "never") or not pair_of(entry["seat"], hand):
        return []
    early = len(fallen) < 2 or moment(said) < max(fallen)
    return [note("early-belle", entry["seat"], said, MELD, said, meld=index)] if early else []


def silent_belle(seat: str, melds: list[Json], hand: Json, toggles: Json) -> list[Json]:
    """Both cards played and nothing said, where one of them was used in a meld and belle had no place (D-21)."""
    fallen = pair_clocks(seat, pair_of(seat, hand), hand)
    if toggles["belle_in_run"] or len(fallen) < 2:
        return []
    words = [one.get("announced", "in_turn") for one in melds if one["seat"] == seat and one["kind"] == "belle"]
    if any(word == "in_turn" or (word != "never" and moment(word) <= max(fallen) + 1) for word in words):
        return []
    return [note("forgotten-belle", seat, max(fallen), MISSING, None, falls=True)]


def laydown_deeds(record: Json, hand: Json) -> list[Json]:
    """A hand laid down without agreement; one that can lose a trick, agreed or not."""
    laydown = record.get("laydown")
    if not laydown:
        return []
    names = [] if laydown.get("agreed") else ["unagreed-laydown"]
    names += ["failed-laydown"] if hand["trump"] and may_lose(record, hand) else []
    return [note(name, laydown["by"], laydown["at"], INCIDENT, None) for name in names]


def deeds(record: Json, hand: Json, ruleset: str) -> list[Json]:
    """All of it."""
    toggles = TOGGLES[ruleset]
    found = incident_deeds(record, hand) + turn_deeds(hand) + meld_deeds(record, hand, toggles)
    found += call_findings(record, hand, {**toggles, "round1_needs_trump": True}, {})
    return found + laydown_deeds(record, hand)


def is_meant(name: str, claim: Json, ruleset: str) -> bool:
    """Return True if a claim means the named deed.

    An unnamed claim means recorded incidents, lay-downs and exceptions.
    """
    named = claim.get("infraction")
    if named is None:
        noted = name in INCIDENTS.values() or name in ("unagreed-laydown", "failed-laydown")
        return noted or (name in EXCEPTED and name in PENALTIES[ruleset])
    out_of_turn = ("lead-out-of-turn", "play-out-of-turn")
    if claim.get("trick") is not None and named in out_of_turn:
        return name in out_of_turn
    return bool(name == named)
