"""Lay-downs: whether one may lose, by trying everything."""

from __future__ import annotations

from functools import cache
from typing import Any

from tests.second_opinion.noting import moment
from tests.second_opinion.toggles import PENALTIES
from tests.second_opinion.walk import SEATS, left_of, seat_to_play, strength, team_of, winner_of

Finding = dict[str, Any]
Pairs = tuple[tuple[str, str], ...]
Hands = tuple[tuple[str, ...], ...]


def legal_cards(cards: tuple[str, ...], table: Pairs, trump: str) -> list[str]:
    """What may be played: follow, else trump, and beat the highest trump when trumping (R-032 to R-037)."""
    if not table:
        return list(cards)
    led = table[0][1][1]
    following = [card for card in cards if card[1] == led]
    if following and led != trump:
        return following
    trumps = [card for card in cards if card[1] == trump]
    if not trumps:
        return list(cards)
    highest = max(strength(card, led, trump) for _, card in table if card[1] == trump or card[1] == led)
    beating = [card for card in trumps if strength(card, led, trump) > highest]
    return beating or trumps


def wins_everything(seat: str, hands: Hands, trump: str) -> bool:
    """Whether every card of a leader beats whatever the other three could put on it."""
    mine = hands[SEATS.index(seat)]
    others = [card for place, cards in enumerate(hands) if SEATS[place] != seat for card in cards]
    return all(strength(card, card[1], trump) > strength(other, card[1], trump) for card in mine for other in others)


def may_lose(record: dict[str, Any], hand: dict[str, Any]) -> bool:
    """Whether the lay-down could lose a trick to the opponents on some line (R-109, D-72, D-73)."""
    laydown = record["laydown"]
    side, trump = team_of(laydown["by"]), hand["trump"]

    @cache
    def lost_from(hands: Hands, leader: str, order: tuple[str, ...]) -> bool:
        """Whether some line from the beginning of a trick gives the opponents one."""
        if not any(hands) or (leader == laydown["by"] and wins_everything(leader, hands, trump)):
            return False
        return lost_within(hands, (), leader, order)

    def lost_within(hands: Hands, table: Pairs, leader: str, order: tuple[str, ...]) -> bool:
        """The same with some cards of the trick on the table."""
        left = {seat: list(cards) for seat, cards in zip(SEATS, hands, strict=True)}
        seat = seat_to_play(leader, [other for other, _ in table], left)
        if len(table) == 4 or seat is None:
            taker = winner_of(list(table), trump)
            return team_of(taker) != side or lost_from(hands, taker, order)
        place = SEATS.index(seat)
        legal = legal_cards(hands[place], table, trump)
        # The order binds the one who laid down as far as it is legal: the next stated card that may be played.
        stated = [card for card in order if card in legal][:1] if seat == laydown["by"] else []
        for card in stated or legal:
            rest = tuple(other for other in hands[place] if other != card)
            after = (*hands[:place], rest, *hands[place + 1 :])
            if lost_within(
                after, (*table, (seat, card)), leader, tuple(left_card for left_card in order if left_card != card)
            ):
                return True
        return False

    clock = laydown["at"]
    fallen = hand["plays"][:clock]
    gone = [play["card"] for play in fallen]
    hands = tuple(tuple(card for card in hand["hands"][seat] if card not in gone) for seat in SEATS)
    table = tuple((play["seat"], play["card"]) for play in fallen[clock - clock % 4 :])
    done = clock // 4
    leader = hand["tricks"][done - 1]["winner"] if done else left_of(record["deal"]["dealer"])
    held = hands[SEATS.index(laydown["by"])]
    order = tuple(card for card in laydown.get("order") or [] if card in held)
    return lost_within(hands, table, leader, order) if table else lost_from(hands, leader, order)


def new_finding(infraction: str, seat: str, at: int | str, ruleset: str) -> Finding:
    """A proven finding that stands on no card."""
    return {
        "infraction": infraction,
        "seat": seat,
        "team": team_of(seat),
        "trick": None,
        "at": at,
        "verdict": "proven",
        "provable_from": at,
        "penalty": PENALTIES[ruleset][infraction],
        "falls": False,
        "meld": None,
    }


def laydown_findings(record: dict[str, Any], hand: dict[str, Any], ruleset: str) -> list[Finding]:
    """The lay-down without agreement, or the agreed one that could lose a trick (R-108, R-109, D-71)."""
    laydown = record.get("laydown")
    if not laydown:
        return []
    if not laydown.get("agreed"):
        kind = "unagreed-laydown"
    elif "failed-laydown" in PENALTIES[ruleset] and hand["trump"] and may_lose(record, hand):
        kind = "failed-laydown"
    else:
        return []
    if kind not in PENALTIES[ruleset]:
        return []
    one = new_finding(kind, laydown["by"], laydown["at"], ruleset)
    if kind == "failed-laydown":
        # Closed hands decide it, not the cards on the table.
        one["provable_from"] = None
    return [one]


def put_in(findings: list[Finding], one: Finding) -> None:
    """Insert a finding as the last of its clock."""
    later = [index for index, other in enumerate(findings) if moment(other["at"]) > moment(one["at"])]
    findings.insert(later[0] if later else len(findings), one)
