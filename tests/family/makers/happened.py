"""Irregularities added to a hand: events other than plays."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any, Final

from tests.family.makers.lawful import (
    LOWEST,
    number_seats,
    pack,
)
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


def incidents(record: Record, law: Law, random: Random) -> None:
    """One or two things no card shows."""
    for _ in range(random.choice((1, 1, 2))):
        likely = {"ec": "table_talk", "pe": "saw_passed_card", "hp": "dealt_singly"}.get(
            law["game"], "not_dealt_singly"
        )
        kind = likely if random.random() < 0.5 else random.choice(KINDS)
        entry: dict[str, Any] = {"kind": kind, "seat": random.choice(seats_of(record))}
        if random.random() < 0.4:
            entry["at"] = clock(record, random)
        if kind == "dealt_out_of_turn":
            entry["seat"] = record["deal"]["dealer"]
            if random.random() < 0.5:
                entry["called"] = "deal"
        record.setdefault("incidents", []).append(entry)


def clock(record: Record, random: Random) -> int | str:
    """Return a moment the hand reached."""
    words = ["deal", "declaring", "turned", "scored"]
    if not record["plays"] or random.random() < 0.15:
        return random.choice(words)
    return random.randint(0, len(record["plays"]))


def draw_accused(by: str, record: Record, law: Law, random: Random, among: list[str] | None = None) -> str:
    names = among or seats_of(record) + sides_of(record, law)
    others = [name for name in names if side_named(name, record, law) != side_of(by, record, law)]
    return random.choice(others if random.random() < 0.93 else names)


def claims(record: Record, findings: list[dict[str, Any]], law: Law, random: Random) -> None:
    """Claims true and false, early and late, against all and sundry."""
    blamed = [finding for finding in findings if finding["seat"] is not None]
    entries = record.setdefault("claims", [])
    if random.random() < 0.15:
        entries += one_against_each(record, blamed, law)
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        entry: dict[str, Any] = {"by": random.choice(seats_of(record)), "at": clock(record, random)}
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


def one_against_each(record: Record, blamed: list[dict[str, Any]], law: Law) -> list[dict[str, Any]]:
    """At the end of the cards, a claim of a failure to follow against every side that has one."""
    entries = []
    for side in sides_of(record, law):
        guilty = [one for one in blamed if one["infraction"] == "failure-to-follow" and one["side"] == side]
        others = [seat for seat in seats_of(record) if side_of(seat, record, law) != side]
        for one in guilty[:1]:
            entry = {"by": others[0], "against": one["seat"], "infraction": one["infraction"]}
            entries.append({**entry, "trick": one["trick"], "at": len(record["plays"])})
    return entries


def running_scores(record: Record, law: Law, random: Random) -> None:
    """Scores before the hand, often near the end of the game."""
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
        # The totals as the sheet has them: right, carried on, or with a slip of their own.
        before = record.get("before") or {}
        after = {side: before.get(side, int(law["start"] or 0)) + points for side, points in written.items()}
        if random.random() < 0.4:
            after[random.choice(list(after))] += random.choice((-10, -1, 3))
        record["after"] = after
        if random.random() < 0.3:
            del record["score"]


_MOST: Final = 12
_USUAL: Final = {"20": 5, "24": 6, "25": 6, "28": 5, "32": 5}
_ALL_THE_TRICKS: Final = ("pepper", "pfeffer", "small_pepper", "big_pepper")
_SAID: Final = ("pass", "3", "4", "2HC", "loner", *_ALL_THE_TRICKS)


class Happened:
    """One hand as it was: dealt, said, handed over and played by people who held the cards."""

    def __init__(self, random: Random) -> None:
        self.random = random
        name = random.choice(sorted(LOWEST))
        self.seats = list("NESW") if random.random() < 0.5 else number_seats(random.randint(3, 6))
        cards = pack(name)
        random.shuffle(cards)
        share = min(len(cards) // len(self.seats), _MOST)
        each = min(random.choice((_USUAL.get(name, share), 5, 3)), share)
        self.held = {seat: [cards.pop() for _ in range(each)] for seat in self.seats}
        self.dealt, self.blind = deepcopy(self.held), cards
        self.calls: list[dict[str, Any]] = [
            {"seat": self._anybody(), "call": random.choice(_SAID)} for _ in range(random.randint(0, 4))
        ]
        self.exchanges: list[dict[str, Any]] | None = []
        if random.random() < 0.7:
            trump = random.choice(("S", "NT", "HIGH", "LOW"))
            alone = {"alone": True} if random.random() < 0.4 else {}
            self.calls.append({"seat": self._anybody(), "call": "trump", "trump": trump, **alone})
        bottoms = random.random() < 0.4 and self._bottoms()
        if random.random() < 0.4 and not bottoms:
            for _ in range(random.randint(1, 4)):
                giver, taker = random.sample(self.seats, 2)
                self._give(giver, taker, random.randint(1, 3))
        elif random.random() < 0.6:
            self._exchange_off_record()
        self.exposed = [
            {"kind": "exposed_card", "seat": seat, "card": random.choice(own)}
            for seat in self.seats
            if random.random() < 0.2
            and (own := [card for card in self.held[seat] if card in self.dealt[seat]])
        ]
        self.frame = {
            "format": "bid-euchre-hand/1",
            "id": "h",
            "ruleset": "x",
            "pack": name,
            "cards_each": each,
        }
        self.plays = self._play_cards(random.randint(0, each * len(self.seats)))

    def _anybody(self) -> str:
        return self.random.choice(self.seats)

    def _bottoms(self) -> bool:
        """Three cards of a rank for the three under the up-card."""
        seat = self._anybody()
        for rank in "9TJQKA":
            shown = [card for card in self.held[seat] if card[0] == rank][:3]
            if len(shown) == 3 and len(self.blind) > 3:
                for card in shown:
                    self.held[seat].remove(card)
                self.held[seat] += self.blind[1:4]
                self.calls.insert(0, {"seat": seat, "call": "bottoms", "cards": shown})
                return True
        return False

    def _give(self, giver: str, taker: str, count: int) -> None:
        cards = self.random.sample(self.held[giver], min(count, len(self.held[giver])))
        for card in cards:
            self.held[giver].remove(card)
        self.held[taker] += cards
        if cards and self.exchanges is not None:
            self.exchanges.append({"from": giver, "to": taker, "cards": cards})

    def _exchange_off_record(self) -> None:
        self.exchanges, seats = None, self.seats
        pairs = []
        for data in self.calls:
            at = seats.index(data["seat"])
            if data["call"] in _ALL_THE_TRICKS or data.get("alone"):
                pairs += [
                    (at, other)
                    for other in range(at % 2, len(seats), 2)
                    if other != at and len(seats) % 2 == 0
                ]
            if data.get("trump") in ("HIGH", "LOW"):
                pairs.append((at, (at + 1) % len(seats)))
        if pairs:
            one, other = (seats[at] for at in self.random.choice(pairs))
            count = self.random.randint(1, min(2, *(len(self.held[seat]) for seat in (one, other))))
            self._give(one, other, count)
            self._give(other, one, count)

    def _play_cards(self, count: int) -> list[dict[str, Any]]:
        held, plays, turn = (
            deepcopy(self.held),
            list[dict[str, Any]](),
            self.random.randrange(len(self.seats)),
        )
        for _ in range(count):
            turn = turn if self.random.random() < 0.9 else self.random.randrange(len(self.seats))
            if own := held[self.seats[turn]]:
                plays.append({"seat": self.seats[turn], "card": own.pop(self.random.randrange(len(own)))})
            turn = (turn + 1) % len(self.seats)
        return plays

    def build_record(self) -> Record:
        """Return the record with all that happened."""
        record: Record = {**self.frame, "deal": {"dealer": self.seats[0], "hands": self.dealt}}
        if self.blind:
            record["deal"] |= {"upcard": self.blind[0], "blind": self.blind}
        if self.seats[0] == "P1":
            record["seats"] = self.seats
        record |= {"declarations": self.calls, "plays": self.plays, "incidents": self.exposed}
        if self.exchanges is not None:
            record["exchanges"] = self.exchanges
        return deepcopy(record)

    def build_with_gaps(self) -> Record:
        record, random = self.build_record(), self.random
        deal = record["deal"]
        for seat, cards in list(deal["hands"].items()):
            deal["hands"][seat] = random.sample(
                cards, random.randint(0, len(cards)) if random.random() < 0.4 else 0
            )
            if random.random() < 0.5:
                deal["hands"][seat] = cards
            elif random.random() < 0.5:
                del deal["hands"][seat]
        if self.blind and random.random() < 0.6:
            deal["blind"] = [card if random.random() < 0.8 else None for card in self.blind]
            del deal["blind"][random.randint(0, len(self.blind)) :], deal["upcard"]
        for exchange in record.get("exchanges", ()):
            exchange["cards"] = [card if random.random() < 0.7 else None for card in exchange["cards"]]
        for play in record["plays"] if random.random() < 0.4 else ():
            play["card"] = play["card"] if random.random() < 0.8 else None
        return record
