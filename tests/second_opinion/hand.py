"""Clabber hands laid out under a ruleset, and the moments at which cards are seen, without judging."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from tests.family.opinion import table
from tests.family.opinion.findings import Clock, OutOfScope, moment
from tests.family.opinion.play import SHOWING, due_to_play, first_shown, is_in_turn
from tests.second_opinion.cards import (
    PACK,
    SEATS,
    SUITS,
    belle_cards,
    melds_within,
    team_of,
    value,
    winner_of,
)
from tests.second_opinion.toggles import PENALTIES, TOGGLES

Json = dict[str, Any]
DEAL_KINDS = ("exposed_in_deal", "wrong_card_count", "dealt_out_of_turn", "not_dealt_singly", "upcard_mixed")
# The last line of the fine print gives the order within a clock.
DEAL, CALL, MELD, MISSING, INCIDENT, TURN, DUTY = range(7)
#: A record without seats, which means four.
TABLE: Json = {}


def left_of(seat: str) -> str:
    """Return the next seat clockwise (contract, Words: E sits at N's left)."""
    return table.left_of(seat, TABLE)


def seat_to_play(leader: str, played: list[str], left: dict[str, list[str]]) -> str | None:
    """Return the first seat from the leader of the trick that has a card and has not played."""
    return due_to_play(played[0] if played else leader, played, left, TABLE)


class Hand:
    """Record laid out under a ruleset: dealt hands, calls, trumps, plays, tricks, turns, melds."""

    def __init__(self, record: Json, ruleset: str) -> None:
        self.record, self.law, self.costs = record, TOGGLES[ruleset], PENALTIES[ruleset]
        deal = record["deal"]
        self.dealer, self.upcard = deal["dealer"], deal.get("upcard")
        self.claims, self.incidents = record.get("claims") or [], record.get("incidents") or []
        self.laydown: Json | None = record.get("laydown")
        self.calls: list[Json] = []
        self.passed_out = False
        self.plays: list[Json] = []
        self.tricks: list[Json] = []
        #: None if melds are not recorded.
        self.melds: list[Json] | None = record.get("melds")
        contract = record.get("contract") or {}
        self.trump: Any = contract.get("trump")
        self.maker: Any = contract.get("maker")
        #: Only contract and sheet are known (contract: sheet).
        self.is_sheet = not record["plays"] and bool(contract) and len(record.get("sheet") or {}) == 2
        if self.is_sheet:
            if self.claims or self.incidents or self.laydown or self.melds:
                raise OutOfScope("a hand at sheet level with more than its sheet")
            return
        self._read_calls()
        self.hands = self._dealt_hands()
        belles = [one for one in self.melds or [] if one["kind"] == "belle"]
        if (record["plays"] or belles) and self.trump is None and not self.passed_out:
            raise OutOfScope("trumps are not known")
        self._lay_cards()
        clocks = {seat: [play["clock"] for play in self.plays if play["seat"] == seat] for seat in SEATS}
        #: The clocks of each seat's first and second card.
        self.first = {seat: next(iter(clocks[seat]), None) for seat in SEATS}
        self.second = {seat: next(iter(clocks[seat][1:]), None) for seat in SEATS}
        self.melds = self._merge_repeated_melds()

    def under(self, **answers: Any) -> Hand:
        """Return the hand under the same law with some answers changed."""
        other = Hand.__new__(Hand)
        other.__dict__ |= {**self.__dict__, "law": {**self.law, **answers}}
        return other

    def _read_calls(self) -> None:
        """Read the calls up to the one that fixes trumps, or until all four passed twice (R-020 to R-023)."""
        spoken: dict[int, list[str]] = {1: [], 2: []}
        number = 1
        for entry in self.record.get("declarations") or []:
            if len(set(spoken[1])) == 4:
                number = 2
            number = entry.get("round") or number
            seat, call = entry["seat"], entry["call"]
            # A pass means something in any round, accepting in the first alone (contract: declarations).
            valid = call == "pass" or number == (1 if call == "play" else 2)
            if call in SUITS and (self.upcard is None or call == self.upcard[1]):
                valid = True
            # Calls follow the same order as cards: the first seat yet to speak, or left of the last speaker (fine print 1).
            due = [one for one in table.round_from(left_of(self.dealer), TABLE) if one not in spoken[number]]
            last = spoken[number][-1:]
            in_turn = seat in due and (seat == due[0] or [seat] == [left_of(one) for one in last])
            self.calls.append(
                {"seat": seat, "call": call, "round": number, "valid": valid, "in_turn": in_turn}
            )
            spoken[number].append(seat)
            if valid and call != "pass":
                self.maker = seat
                if call in SUITS:
                    self.trump = call
                elif self.upcard is not None:
                    self.trump = self.upcard[1]
                return
            if len(set(spoken[2])) == 4:
                self.passed_out = True
                return

    def _dealt_hands(self) -> dict[str, list[str]]:
        """Return the cards dealt to each seat, recorded or rebuilt from all plays."""
        noted, plays = self.record["deal"].get("hands") or {}, self.record["plays"]
        hands = {seat: list(noted.get(seat, [])) for seat in SEATS}
        if sorted(sum(hands.values(), [])) == sorted(PACK):
            return hands
        if len(plays) == 24 and all(play["card"] is not None for play in plays):
            return {seat: [play["card"] for play in plays if play["seat"] == seat] for seat in SEATS}
        raise OutOfScope("not all cards are known")

    def _lay_cards(self) -> None:
        """Replay every card; store the complete tricks, and whose turn is next."""
        left = {seat: list(self.hands[seat]) for seat in SEATS}
        on_table: list[tuple[str, str]] = []
        leader, trump = left_of(self.dealer), self.trump or ""
        for clock, entry in enumerate(self.record["plays"]):
            seat, card = entry["seat"], entry["card"]
            if card is None or card not in left[seat]:
                raise OutOfScope("a card is not known")
            self.plays.append(
                {
                    "clock": clock,
                    "seat": seat,
                    "card": card,
                    "trick": clock // 4 + 1,
                    "hand": list(left[seat]),
                    "table": list(on_table),
                    "turn_ok": is_in_turn(seat, on_table, leader, left, TABLE),
                    "lead": not on_table,
                }
            )
            left[seat].remove(card)
            on_table.append((seat, card))
            if len(on_table) == 4:
                leader, cards = winner_of(on_table, trump), [one for _, one in on_table]
                points = sum(value(card, trump) for card in cards)
                self.tricks.append(
                    {"leader": on_table[0][0], "winner": leader, "points": points, "cards": cards}
                )
                on_table = []
        self.next_turn = seat_to_play(leader, [other for other, _ in on_table], left)

    def _merge_repeated_melds(self) -> list[Json] | None:
        """Return the melds with those called early and again in turn merged: the first call and showing count."""
        merged: list[Json] = []
        for entry in self.melds or []:
            place = next((at for at, one in enumerate(merged) if self._is_same_meld(entry, one)), None)
            if place is None:
                merged.append(entry)
                continue
            first, second = self.first[entry["seat"]], self.second[entry["seat"]]
            pair = (merged[place], entry)
            shown = [one.get("shown", "in_turn") if one.get("cards") else "never" for one in pair]
            called = [one.get("announced", "in_turn") for one in pair]
            merged[place] = {
                **entry,
                "cards": merged[place].get("cards") or entry.get("cards") or [],
                "announced": min(called, key=lambda word: when(word, first)),
                "shown": min(shown, key=lambda word: when(word, second)),
            }
        return self.melds and merged

    def _is_same_meld(self, one: Json, other: Json) -> bool:
        """Return True if two entries are one meld called twice: the same cards, or none at different moments."""
        seat, kind = one["seat"], one["kind"]
        if kind == "belle" or (seat, kind) != (other["seat"], other["kind"]):
            return False
        if one.get("cards") and other.get("cards"):
            return sorted(one["cards"]) == sorted(other["cards"])
        moments = [when(entry.get("announced", "in_turn"), self.first[seat]) for entry in (one, other)]
        if 101 in moments or moments[0] == moments[1]:
            return False
        held = [set(meld["cards"]) for meld in melds_within(self.hands[seat]) if meld["kind"] == kind]
        return all(first & second for first in held for second in held)

    @property
    def ending_laydown(self) -> Json | None:
        """Agreed lay-down after which no card was played (fine print: it ends the play)."""
        laydown = self.laydown
        if not laydown or not laydown.get("agreed") or not self.trump:
            return None
        return laydown if self.laydown_clock == len(self.plays) < 24 else None

    @property
    def laydown_clock(self) -> int:
        """Number of cards that had fallen when the hand was laid down: none in the deal or the calls."""
        at = (self.laydown or {}).get("at")
        return at if isinstance(at, int) else 0 if at in ("deal", "declaring") else len(self.plays)

    @cached_property
    def laid(self) -> dict[int, Json]:
        return first_shown(self.record)

    @cached_property
    def seen(self) -> dict[str, tuple[str, Clock]]:
        """Each card seen, with its seat and the first clock at which it was seen."""
        seen: dict[str, tuple[str, Clock]] = {}

        def see(seat: str | None, card: str, clock: Clock) -> None:
            if seat is not None and card in self.hands[seat]:
                if card not in seen or moment(clock) < moment(seen[card][1]):
                    seen[card] = (seat, clock)

        if self.upcard:
            mixed = [one.get("seat") for one in self.incidents if one["kind"] == "upcard_mixed"]
            see((mixed or [self.dealer])[0], self.upcard, "declaring")
        for play in self.plays:
            see(play["seat"], play["card"], play["clock"] + 1)
        for entry in self.melds or []:
            clock = self.find_showing(entry)
            for card in entry["cards"] if clock is not None else ():
                see(entry["seat"], card, clock)
        for incident in self.incidents:
            if incident["kind"] in SHOWING and incident.get("card") and incident.get("seat"):
                # The other side does not know a card that only the own side saw.
                if {team_of(seat) for seat in incident.get("seen_by") or SEATS} != {
                    team_of(incident["seat"])
                }:
                    see(incident["seat"], incident["card"], self.incident_at(incident))
        if self.laydown:
            for card in self.hands[self.laydown["by"]]:
                see(self.laydown["by"], card, self.laydown["at"])
        return seen

    def find_announcement(self, entry: Json) -> Clock | None:
        announced = entry.get("announced", "in_turn")
        if announced == "never":
            return None
        return self.first[entry["seat"]] if announced == "in_turn" else announced

    def find_showing(self, entry: Json) -> Clock | None:
        """Return the clock at which a run or four was shown; without cards it was never shown (fine print)."""
        shown = entry.get("shown", "in_turn")
        if shown == "never" or not entry.get("cards") or entry["kind"] == "belle":
            return None
        return self.second[entry["seat"]] if shown == "in_turn" else shown

    def incident_at(self, incident: Json) -> Clock:
        """Return an incident's clock; without one the deal, the end of its trick, or the start of play."""
        if incident.get("at") is not None:
            return incident["at"]
        if incident["kind"] in DEAL_KINDS:
            return "deal"
        if incident["kind"] in ("looked_at_trick", "led_before_turned", "trick_gathered"):
            return 4 * incident.get("trick", 1)
        if incident.get("trick") is not None:
            return min(4 * incident["trick"], len(self.plays))
        return 0

    def belle_of(self, seat: str) -> list[str]:
        """Return the king and queen of trumps if the seat was dealt both (R-063, D-33), else nothing."""
        pair = belle_cards(self.trump)
        return pair if all(card in self.hands[seat] for card in pair) else []

    def belle_clocks(self, seat: str) -> list[int]:
        """Return the clocks at which a seat dealt both played the king and queen of trumps."""
        return [play["clock"] for play in self.plays if play["card"] in self.belle_of(seat)]


def when(word: Any, due: int | None) -> int:
    """Return the moment of a call or showing as a number; `in_turn` is its proper moment, `never` comes last."""
    if word == "in_turn":
        return 100 if due is None else due
    return 101 if word == "never" else moment(word)


def note(
    infraction: str,
    seat: str | None,
    at: Clock,
    order: int,
    proved: Clock,
    *,
    trick: int | None = None,
    meld: int | None = None,
    falls: bool = False,
) -> Json:
    """Return a finding without its penalty; `order` is its place at its clock."""
    return {
        "infraction": infraction,
        "seat": seat,
        "team": team_of(seat) if seat else None,
        "trick": trick,
        "at": at,
        "verdict": "proven",
        "provable_from": proved,
        "penalty": None,
        "falls": falls,
        "meld": meld,
        "order": order,
    }
